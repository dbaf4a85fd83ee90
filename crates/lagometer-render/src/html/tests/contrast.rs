//! The colours of both schemes can be told from what they stand on.

use super::super::SHEET;
use std::collections::BTreeMap;

/// WCAG 2.2, 1.4.3: text.
const TEXT: f64 = 4.5;
/// WCAG 2.2, 1.4.11: what carries meaning in a drawing.
const DRAWING: f64 = 3.0;

/// The colours by name, from the first block of the sheet that follows `start`.
fn colours(start: &str) -> BTreeMap<String, [u8; 3]> {
    let block = SHEET.split_once(start).expect("the block is there").1;
    let block = block.split_once('}').expect("it ends").0;
    block
        .lines()
        .filter_map(|line| {
            let (name, value) = line.trim().strip_prefix("--")?.split_once(": #")?;
            let value = u32::from_str_radix(value.strip_suffix(';')?, 16).expect("a colour");
            let [_, red, green, blue] = value.to_be_bytes();
            Some((name.to_owned(), [red, green, blue]))
        })
        .collect()
}

fn schemes() -> [(&'static str, BTreeMap<String, [u8; 3]>); 2] {
    [
        ("light", colours(":root {")),
        ("dark", colours("(prefers-color-scheme: dark) {\n  :root {")),
    ]
}

/// Relative luminance, WCAG 2.2.
fn luminance(colour: [u8; 3]) -> f64 {
    let linear = |channel: u8| {
        let share = f64::from(channel) / 255.0;
        match share <= 0.04045 {
            true => share / 12.92,
            false => ((share + 0.055) / 1.055).powf(2.4),
        }
    };
    let [red, green, blue] = colour.map(linear);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

fn contrast(a: [u8; 3], b: [u8; 3]) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn contrast_is_as_defined() {
    assert_eq!(contrast([0; 3], [255; 3]), 21.0);
    assert!((contrast([0x77; 3], [255; 3]) - 4.48).abs() < 0.01);
}

#[test]
fn both_schemes_have_the_same_names() {
    let [(_, light), (_, dark)] = schemes();
    assert!(light.keys().eq(dark.keys()));
    assert!(light.len() > 15);
    for used in SHEET.split("var(--").skip(1) {
        let name = used.split_once(')').expect("it ends").0;
        assert!(light.contains_key(name), "`--{name}` is not defined");
    }
}

#[test]
fn text_can_be_read() {
    let pairs = [
        ("ink", "paper"),
        ("ink", "panel"),
        ("quiet", "paper"),
        ("quiet", "panel"),
        ("accent", "paper"),
        ("accent", "panel"),
        ("good", "good-paper"),
        ("warn", "warn-paper"),
        ("bad", "bad-paper"),
        ("accent", "bad-paper"),
    ];
    for (scheme, colours) in schemes() {
        for (front, back) in pairs {
            let ratio = contrast(colours[front], colours[back]);
            assert!(ratio >= TEXT, "{scheme}: {front} on {back} is {ratio:.2}");
        }
    }
}

#[test]
fn drawings_can_be_seen() {
    let fronts = [
        "busy", "long", "timing", "mark", "frame", "heap", "nodes", "other", "edge", "ink", "accent",
    ];
    for (scheme, colours) in schemes() {
        for front in fronts {
            for back in ["panel", "shade", "paper"] {
                let ratio = contrast(colours[front], colours[back]);
                assert!(ratio >= DRAWING, "{scheme}: {front} on {back} is {ratio:.2}");
            }
        }
    }
}

/// Dots let those below them through, and are still seen alone.
#[test]
fn a_single_dot_can_be_seen() {
    let (_, rule) = SHEET
        .split_once(".strip circle { fill: var(--busy); fill-opacity: ")
        .expect("it is there");
    let opacity: f64 = rule
        .split(';')
        .next()
        .expect("it ends")
        .parse()
        .expect("a number");
    for (scheme, colours) in schemes() {
        for back in ["panel", "paper"] {
            let mut dot = colours["busy"];
            for (channel, below) in dot.iter_mut().zip(colours[back]) {
                *channel = (opacity * f64::from(*channel) + (1.0 - opacity) * f64::from(below)).round() as u8;
            }
            let ratio = contrast(dot, colours[back]);
            assert!(ratio >= DRAWING, "{scheme}: a dot on {back} is {ratio:.2}");
        }
    }
}

/// Nothing is said by colour alone, but colours that stand in one lane should differ for everybody:
/// seen without red or without green (Vienot, Brettel, Mollon 1999) they still differ in lightness
/// or in blue.
#[test]
fn late_frames_differ_without_red_or_green() {
    for (scheme, colours) in schemes() {
        let linear = |name: &str| colours[name].map(|channel| (f64::from(channel) / 255.0).powf(2.2));
        let dichromat = |[red, green, blue]: [f64; 3], share: f64| {
            let yellow = share * red + (1.0 - share) * green;
            [yellow, blue]
        };
        // About what is left of red and green for protanopes and for deuteranopes.
        for share in [0.11, 0.29] {
            let [late, usual] = ["long", "frame"].map(|name| dichromat(linear(name), share));
            let distance = (late[0] - usual[0]).abs() + (late[1] - usual[1]).abs();
            assert!(distance > 0.15, "{scheme}: {distance:.3}");
        }
    }
}

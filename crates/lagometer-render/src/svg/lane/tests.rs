use super::*;
use lagometer_report::{RawNumber, UnitName};

fn drawn(drawing: Drawing<'_>) -> String {
    let mut markup = Markup::default();
    let lane = Lane {
        drawing,
        words: "words".to_owned(),
    };
    lane.draw(&mut markup, TimeAxis::new(1_000).unwrap(), &[(200, 300)]);
    markup.as_text().to_owned()
}

fn series(unit: Unit, values: &[Option<f64>]) -> Series {
    Series {
        unit: UnitName(unit),
        start_us: 0,
        step_us: 400,
        values: values.iter().map(|value| value.map(RawNumber)).collect(),
        absent: Vec::new(),
    }
}

fn interval(start_us: i64, interval_us: i64, late: Option<bool>) -> FrameInterval {
    FrameInterval {
        start_us,
        interval_us,
        late,
    }
}

/// The data of the path of a class.
fn data(svg: &str, class: &str) -> Option<String> {
    let start = svg.split(&format!(r#"<path class="{class}" d=""#)).nth(1)?;
    Some(start.split('"').next()?.to_owned())
}

fn of_series(unit: Unit, values: &[Option<f64>]) -> String {
    drawn(Drawing::Series(SeriesDrawing {
        class: "heap",
        series: &series(unit, values),
    }))
}

#[test]
fn a_rate_is_drawn_over_its_step_and_the_last_ends_with_the_window() {
    let svg = of_series(Unit::Ratio, &[Some(0.0), None, Some(1.0)]);
    assert_eq!(data(&svg, "line heap").unwrap(), "M0 94H400M800 6H1000");
}

#[test]
fn a_level_holds_until_the_next_and_absent_is_a_gap() {
    let svg = of_series(Unit::Bytes, &[Some(10.0), Some(30.0), None, Some(20.0)]);
    assert_eq!(data(&svg, "line heap").unwrap(), "M400 94H800V6M1000 50");
    assert_eq!(data(&svg, "dots heap").unwrap(), "M400 94h0M800 6h0M1000 50h0");
    assert_eq!(data(&of_series(Unit::Bytes, &[None, None]), "line heap"), None);
}

#[test]
fn late_frames_are_columns_of_their_own_and_higher() {
    let intervals = [
        interval(0, 100, Some(false)),
        interval(100, 200, Some(true)),
        interval(300, 100, None),
    ];
    let svg = drawn(Drawing::Frames {
        intervals: &intervals,
        budget_us: Some(100.0),
    });
    assert_eq!(
        data(&svg, "column").unwrap(),
        "M0 94V50H100V94ZM300 94V50H400V94Z"
    );
    assert_eq!(data(&svg, "column late").unwrap(), "M100 94V6H300V94Z");
    assert_eq!(data(&svg, "budget").unwrap(), "M0 50H1000");
}

#[test]
fn of_very_many_intervals_the_longest_stay() {
    let many: Vec<FrameInterval> = (0..10_000)
        .map(|at| interval(at / 10, if at == 5_555 { 99 } else { 1 }, Some(at == 5_555)))
        .collect();
    let kept = longest_of_each_part(TimeAxis::new(1_000).unwrap(), &many);
    assert!(kept.len() <= MOST_INTERVALS);
    assert!(kept.contains(&interval(555, 99, Some(true))));
}

#[test]
fn numbers_of_any_size_draw_something() {
    let svg = of_series(Unit::Count, &[Some(f64::MAX), Some(f64::MIN), Some(f64::NAN)]);
    assert_eq!(data(&svg, "line heap").unwrap(), "M400 6H800V94H1000V0");
    let intervals = [
        interval(i64::MIN, i64::MAX, None),
        interval(i64::MAX, i64::MIN, None),
    ];
    let svg = drawn(Drawing::Frames {
        intervals: &intervals,
        budget_us: None,
    });
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
}

use super::machine::{cpu_model, load_1m, memory_bytes};
use super::{absent, under};
use super::{browser_name, command_line, standard_rate};
use lagometer_metric::{Measured, Reason, Unit};
use lagometer_report::scenario::BrowserConditions;
use lagometer_report::{Cpu, Environment, Viewport as MeasuredViewport};
use std::collections::BTreeMap;

/// Frame times at a fixed interval.
fn times(interval: f64, frames: usize) -> Vec<f64> {
    (0..frames)
        .map(|frame| 1000.0 + frame as f64 * interval)
        .collect()
}

#[test]
fn a_rate_near_a_standard_one_is_that_one() {
    assert_eq!(standard_rate(&times(16.7, 61)), Measured::Value(60.0));
    assert_eq!(standard_rate(&times(16.6, 61)), Measured::Value(60.0));
    assert_eq!(standard_rate(&times(6.9, 61)), Measured::Value(144.0));
    assert_eq!(standard_rate(&times(33.3, 61)), Measured::Value(30.0));
}

#[test]
fn a_few_late_frames_do_not_change_the_rate() {
    let mut times = times(16.7, 61);
    for time in &mut times[40..] {
        *time += 300.0;
    }
    assert_eq!(standard_rate(&times), Measured::Value(60.0));
}

#[test]
fn a_rate_between_two_standard_ones_is_unknown_and_says_what_was_measured() {
    let rate = standard_rate(&times(25.0, 61));
    let Measured::NotAvailable(absence) = rate else {
        panic!("40 Hz is no standard rate: {rate:?}");
    };
    assert_eq!(absence.reason, Reason::RefreshRateUnknown);
    assert_eq!(absence.detail, "the median of 60 intervals is 40.0 Hz");
}

#[test]
fn without_frames_there_is_no_rate() {
    assert_eq!(standard_rate(&[]).reason(), Some(Reason::RefreshRateUnknown));
    assert_eq!(standard_rate(&[5.0]).reason(), Some(Reason::RefreshRateUnknown));
    assert_eq!(
        standard_rate(&[5.0, 5.0]).reason(),
        Some(Reason::RefreshRateUnknown)
    );
}

#[test]
fn a_command_line_is_split_into_flags_without_the_profile() {
    let line =
        "/usr/lib/chromium/chromium --load-extension --user-data-dir=/var/tmp/a b/c --lang=en about:blank";
    let (program, flags) = command_line(line);
    assert_eq!(program, "/usr/lib/chromium/chromium");
    assert_eq!(
        flags,
        [
            "--load-extension",
            "--user-data-dir=<profile>",
            "--lang=en",
            "about:blank"
        ]
    );
    assert_eq!(command_line("chrome"), ("chrome", vec![]));
    let (program, flags) = command_line("/Applications/Google Chrome.app/Google Chrome --a");
    assert_eq!(
        (program, flags.len()),
        ("/Applications/Google Chrome.app/Google Chrome", 1)
    );
}

#[test]
fn the_browser_is_named_after_its_program() {
    assert_eq!(
        browser_name("/usr/lib/chromium/chromium", "Chrome/156.0.1"),
        "Chromium 156.0.1"
    );
    assert_eq!(
        browser_name("/opt/google/chrome/chrome", "Chrome/156.0.1"),
        "Chrome 156.0.1"
    );
    assert_eq!(
        browser_name("/opt/microsoft/msedge/msedge", "Chrome/156.0.1"),
        "Edge 156.0.1"
    );
}

#[test]
fn the_machine_is_read_from_proc_and_absent_where_it_says_nothing() {
    assert_eq!(
        cpu_model("processor\t: 0\nmodel name\t: Example 3000 @ 2 GHz\n").as_deref(),
        Some("Example 3000 @ 2 GHz")
    );
    assert_eq!(cpu_model("processor\t: 0\nCPU part\t: 0xd0c\n"), None);
    assert_eq!(
        memory_bytes("MemTotal:       25165824 kB\nMemFree: 1 kB\n"),
        Some(25_769_803_776)
    );
    assert_eq!(memory_bytes("MemFree: 1 kB\n"), None);
    assert_eq!(load_1m("0.42 0.30 0.25 1/400 1234\n"), Some(0.42));
    assert_eq!(load_1m(""), None);
}

/// Every null has its reason, and nothing that is known has one.
#[test]
fn what_is_not_known_has_a_reason() {
    let known = Environment {
        lagometer: "0.1.0".to_owned(),
        browser: "Chromium 156.0".to_owned(),
        v8: "15.6".to_owned(),
        headless: "new".to_owned(),
        flags: Vec::new(),
        os: "linux".to_owned(),
        arch: "x86_64".to_owned(),
        cpu: Cpu {
            model: Some("Example 3000".to_owned()),
            cores: Some(2),
        },
        memory_bytes: Some(1),
        gpu: Some("Example".to_owned()),
        viewport: MeasuredViewport {
            width: 1,
            height: 1,
            scale: 1.0,
        },
        refresh: lagometer_report::Value::new(Measured::Value(60.0), Unit::Hertz),
        visibility: Some("visible".to_owned()),
        throttling: None,
        cache: None,
        trace_buffer_bytes: None,
        load_1m: Some(0.5),
        absent: BTreeMap::new(),
    };
    let known = under(known, &BrowserConditions::default());
    assert_eq!(known.absent, BTreeMap::new());
    let unknown = absent::explained(Environment {
        cpu: Cpu {
            model: None,
            cores: None,
        },
        memory_bytes: None,
        gpu: None,
        visibility: None,
        throttling: None,
        cache: None,
        trace_buffer_bytes: None,
        load_1m: None,
        ..known
    });
    let document = serde_json::to_value(&unknown).unwrap();
    let mut nulls: Vec<String> = Vec::new();
    for (name, value) in document.as_object().unwrap() {
        if value.is_null() {
            nulls.push(name.clone());
        }
        let inner = value.as_object().filter(|_| name == "cpu").into_iter().flatten();
        nulls.extend(
            inner
                .filter(|(_, value)| value.is_null())
                .map(|(inner, _)| format!("{name}.{inner}")),
        );
    }
    nulls.sort();
    assert_eq!(nulls.len(), 9);
    let told: Vec<&String> = unknown.absent.keys().collect();
    assert_eq!(told, nulls.iter().collect::<Vec<_>>());
    // What a scenario says is known from then on.
    let under = under(unknown, &BrowserConditions::default());
    assert_eq!(under.absent.len(), 6);
    assert!(!under.absent.contains_key("cache"));
}

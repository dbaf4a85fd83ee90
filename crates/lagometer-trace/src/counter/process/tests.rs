use super::*;

fn state(pid: i64, kind: &str, cpu_time: f64, memory: f64) -> ProcessState {
    ProcessState {
        pid,
        kind: kind.to_owned(),
        cpu_time,
        memory: Measured::Value(memory),
    }
}

fn reading(timestamp: i64, states: Vec<ProcessState>) -> ProcessReading {
    ProcessReading {
        timestamp: Micros(timestamp),
        states,
    }
}

fn of(
    readings: Result<&[ProcessReading], NotAvailable>,
    renderer: &Result<i64, NotAvailable>,
) -> [ProcessNumbers; 3] {
    let window = TimeWindow::new(Micros(0), Micros(1_000)).unwrap();
    processes(readings, renderer, window, Micros(500))
        .try_into()
        .unwrap()
}

#[test]
fn every_process_has_its_growth_and_its_peak() {
    let readings = [
        reading(
            -5,
            vec![
                state(1, "browser", 1.0, 100.0),
                state(2, "GPU", 0.5, 10.0),
                state(7, "renderer", 0.10, 30.0),
                state(8, "renderer", 9.0, 999.0),
            ],
        ),
        reading(
            400,
            vec![
                state(7, "renderer", 0.15, 70.0),
                state(1, "browser", 1.0, 100.0),
                state(2, "GPU", 0.5, 9.0),
            ],
        ),
        reading(
            1_004,
            vec![
                state(1, "browser", 1.02, 90.0),
                state(2, "GPU", 0.5, 11.0),
                state(7, "renderer", 0.37, 40.0),
            ],
        ),
    ];
    let [renderer, browser, gpu] = of(Ok(&readings), &Ok(7));
    assert_eq!(renderer.cpu_time, Measured::Value(270_000.0));
    assert_eq!(browser.cpu_time, Measured::Value(20_000.0));
    assert_eq!(gpu.cpu_time, Measured::Value(0.0));
    assert_eq!(
        renderer.memory,
        ProcessMemory {
            start: Measured::Value(30.0),
            end: Measured::Value(40.0),
            growth: Measured::Value(10.0),
            max: Measured::Value(70.0),
        }
    );
    assert_eq!(browser.memory.growth, Measured::Value(-10.0));
    let series = renderer.memory_series.expect("three readings");
    assert_eq!(series.id, "process_memory:renderer");
    assert_eq!(
        series.values,
        [Ok(70.0), Ok(70.0)],
        "the last reading is after the window"
    );
    let [renderer, ..] = of(Ok(&[readings[0].clone(), readings[2].clone()]), &Ok(7));
    assert_eq!(renderer.memory_series, None);
}

#[test]
fn what_is_not_there_says_why() {
    let absent = |reason: Reason| NotAvailable {
        reason,
        detail: String::new(),
    };
    let [renderer, browser, gpu] = of(Err(absent(Reason::NotRecorded)), &Ok(7));
    for numbers in [&renderer, &browser, &gpu] {
        assert_eq!(numbers.cpu_time.reason(), Some(Reason::NotRecorded));
        assert_eq!(numbers.memory.max.reason(), Some(Reason::NotRecorded));
    }
    let readings = [
        reading(
            0,
            vec![state(1, "browser", 1.0, 5.0), state(7, "renderer", 0.1, 3.0)],
        ),
        reading(9, vec![state(2, "browser", 2.0, 5.0)]),
    ];
    let [renderer, browser, gpu] = of(Ok(&readings), &Ok(7));
    assert_eq!(
        renderer.cpu_time,
        Measured::absent(
            Reason::ProcessChanged,
            "the process did not run at the end of the window"
        )
    );
    assert_eq!(
        browser.cpu_time,
        Measured::absent(Reason::ProcessChanged, "from process 1 to 2")
    );
    assert_eq!(
        gpu.memory.start,
        Measured::absent(Reason::NotReported, "the browser names no gpu process")
    );
    let [renderer, ..] = of(Ok(&readings), &Err(absent(Reason::NoMainThread)));
    assert_eq!(renderer.cpu_time.reason(), Some(Reason::NoMainThread));
    let [renderer, ..] = of(Ok(&readings), &Ok(99));
    assert_eq!(renderer.cpu_time.reason(), Some(Reason::NotReported));
}

#[test]
fn memory_that_one_end_lacks_has_no_growth_and_no_peak() {
    let mut unknown = state(7, "renderer", 0.2, 0.0);
    unknown.memory = Measured::absent(Reason::NotRecorded, "no `/proc` here");
    let readings = [
        reading(0, vec![state(7, "renderer", 0.1, 3.0)]),
        reading(9, vec![unknown]),
    ];
    let [renderer, ..] = of(Ok(&readings), &Ok(7));
    assert_eq!(renderer.memory.start, Measured::Value(3.0));
    for value in [
        &renderer.memory.end,
        &renderer.memory.growth,
        &renderer.memory.max,
    ] {
        assert_eq!(value.reason(), Some(Reason::NotRecorded));
    }
    assert_eq!(renderer.cpu_time, Measured::Value(100_000.0));
}

#[test]
fn a_cpu_time_that_goes_down_is_no_number() {
    let readings = [
        reading(0, vec![state(7, "renderer", 0.3, 3.0)]),
        reading(9, vec![state(7, "renderer", 0.2, 3.0)]),
    ];
    let [renderer, ..] = of(Ok(&readings), &Ok(7));
    assert_eq!(renderer.cpu_time.reason(), Some(Reason::InvalidValue));
}

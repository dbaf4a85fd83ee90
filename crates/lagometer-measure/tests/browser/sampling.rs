//! What is read from outside while the window is open.

use crate::lab::{Lab, Round, in_one_browser};
use lagometer_report::{CounterReading, ProcessState};

in_one_browser! {
    readings_while_the_window_is_open:
    counters_are_read_twice_a_second_and_cost_next_to_nothing,
    a_script_that_runs_is_interrupted_for_a_reading_and_counted_up_to_it,
    a_short_window_is_read_at_its_ends_alone,
    the_processes_of_the_browser_are_read_around_and_in_the_window,
}

const BUSY: &str = r#"<!doctype html><meta charset="utf-8"><button id="b">b</button><script>
const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
b.onclick = () => setTimeout(() => { busy(1500); document.body.dataset.done = 1; }, 100);
</script>"#;

fn yaml(action: &str) -> String {
    format!("name: busy\nserve: .\nurl: /busy.html\nprepare: [{{waitForElement: '#b'}}]\nactions: [{action}]")
}

fn inside(round: &Round) -> Vec<&CounterReading> {
    let counters = round.artifacts.samples.counters.iter();
    counters.filter(|reading| reading.at == "inside").collect()
}

/// The readings stand in order of time, and no count goes down.
fn assert_in_order(round: &Round) {
    let counters = &round.artifacts.samples.counters;
    for pair in counters.windows(2) {
        assert!(pair[0].timestamp_us <= pair[1].timestamp_us, "{counters:?}");
        for name in ["TaskDuration", "LayoutCount", "DevToolsCommandDuration"] {
            assert!(pair[0].metrics[name] <= pair[1].metrics[name], "{name}");
        }
    }
    let order: Vec<&str> = counters.iter().map(|reading| reading.at.as_str()).collect();
    assert_eq!(order[..2], ["before-begin", "after-begin"]);
    assert_eq!(order[order.len() - 2..], ["before-end", "after-end"]);
}

async fn counters_are_read_twice_a_second_and_cost_next_to_nothing(lab: &Lab) {
    lab.file("busy.html", BUSY);
    let round = lab.good_round(&yaml("{sleep: 2200}")).await;
    assert_in_order(&round);
    let inside = inside(&round);
    assert!((2..=4).contains(&inside.len()), "{}", inside.len());
    let spent = |reading: &CounterReading| reading.metrics["DevToolsCommandDuration"];
    let cost = spent(inside.last().unwrap()) - spent(inside[0]);
    let each = cost / (inside.len() - 1) as f64;
    assert!(each < 0.005, "{each} s of the main thread for each reading");
    assert_eq!(round.artifacts.samples.driver_probes, 0);
}

async fn a_script_that_runs_is_interrupted_for_a_reading_and_counted_up_to_it(lab: &Lab) {
    lab.file("busy.html", BUSY);
    let yaml = yaml("{click: '#b'}, {waitForElement: '[data-done]'}, {sleep: 700}");
    let round = lab.good_round(&yaml).await;
    assert_in_order(&round);
    let counters = &round.artifacts.samples.counters;
    let rates: Vec<f64> = counters[1..]
        .windows(2)
        .map(|pair| {
            let time = (pair[1].timestamp_us - pair[0].timestamp_us) as f64 / 1e6;
            (pair[1].metrics["TaskDuration"] - pair[0].metrics["TaskDuration"]) / time
        })
        .collect();
    // Two readings fall into the 1.5 s of one task; the time between them is busy from end to end.
    assert!(rates.iter().any(|rate| (0.95..1.05).contains(rate)), "{rates:?}");
    assert!(inside(&round).len() >= 3, "{rates:?}");
}

async fn a_short_window_is_read_at_its_ends_alone(lab: &Lab) {
    lab.file("busy.html", BUSY);
    let round = lab.good_round(&yaml("{sleep: 10}")).await;
    assert_in_order(&round);
    assert_eq!(inside(&round).len(), 0);
}

async fn the_processes_of_the_browser_are_read_around_and_in_the_window(lab: &Lab) {
    lab.file("busy.html", BUSY);
    let yaml = yaml("{click: '#b'}, {waitForElement: '[data-done]'}");
    let round = lab.good_round(&yaml).await;
    let samples = &round.artifacts.samples;
    let order: Vec<&str> = samples
        .processes
        .iter()
        .map(|reading| reading.at.as_str())
        .collect();
    assert_eq!((order[0], order[order.len() - 1]), ("begin", "end"));
    assert!(
        order.len() > 2 && order[1..order.len() - 1].iter().all(|at| *at == "inside"),
        "{order:?}"
    );
    let times = samples.processes.iter().map(|reading| reading.timestamp_us);
    assert!(times.is_sorted());
    let main_thread = round
        .events()
        .into_iter()
        .find(|event| event["name"] == "thread_name" && event["args"]["name"] == "CrRendererMain")
        .expect("the page is in the trace");
    let of = |at: usize| {
        let processes = samples.processes[at].processes.iter();
        let page = |process: &&ProcessState| Some(process.pid) == main_thread["pid"].as_i64();
        processes.clone().find(page).expect("the page's process").clone()
    };
    let (begin, end) = (of(0), of(order.len() - 1));
    assert_eq!(begin.kind, "renderer");
    // The page works for 1.5 s, of which others may take their share of the machine.
    let spent = end.cpu_time - begin.cpu_time;
    assert!((0.05..5.0).contains(&spent), "{spent} s");
    for kind in ["browser", "GPU"] {
        let processes = samples.processes[0].processes.iter();
        assert_eq!(
            processes.filter(|process| process.kind == kind).count(),
            1,
            "{kind}"
        );
    }
    if cfg!(target_os = "linux") {
        let bytes = begin.memory.value.expect("it can be read").0;
        assert!((1e7..4e9).contains(&bytes), "{bytes}");
    }
}

//! Steps that change conditions, wait for the page to rest, and repeat others.

use crate::lab::{Lab, in_one_browser, told};
use crate::server::Server;
use serde_json::json;

in_one_browser!(waiting_for_rest: idle_waits_for_tasks, idle_waits_for_requests, a_page_that_never_rests);

async fn idle_waits_for_tasks(lab: &Lab) {
    // Busy for 80 ms in every 100 until a second has passed: the page rests after that.
    lab.file(
        "busy.html",
        "<!doctype html><script>
        const start = performance.now();
        const work = () => {
          const now = performance.now();
          if (now - start > 1000) { window.rested = now; return; }
          while (performance.now() - now < 80);
          setTimeout(work, 20);
        };
        work();
        </script>",
    );
    let round = lab
        .good_round(
            "name: busy\nserve: .\nurl: /busy.html\nprepare:\n  - waitForIdle: 300ms\n    timeout: 30s\n  - evaluate: return performance.now() - rested\n    saveAs: rest\nactions: [{ sleep: 1 }]",
        )
        .await;
    let rest = round.saved("rest").as_f64().expect("the page has come to rest");
    assert!(rest >= 200.0, "{rest} ms after the last task");
}

async fn idle_waits_for_requests(lab: &Lab) {
    let server = Server::start(|path| {
        match path {
        "/" => Some((
            "text/html",
            "",
            "<!doctype html><script>
            (async () => { for (let i = 0; i < 3; i++) await fetch('/slow' + i); window.loaded = performance.now(); })();
            </script>"
                .to_owned(),
        )),
        path if path.starts_with("/slow") => {
            std::thread::sleep(std::time::Duration::from_millis(700));
            Some(("text/plain", "", "done".to_owned()))
        }
        _ => None,
    }
    });
    let round = lab
        .good_round(&format!(
            "name: fetching\nurl: {}/\nprepare:\n  - waitForIdle: 400ms\n    timeout: 30s\n  - evaluate: return performance.now() - loaded\n    saveAs: rest\nactions: [{{ sleep: 1 }}]",
            server.url
        ))
        .await;
    let rest = round.saved("rest").as_f64().expect("every request was answered");
    assert!(rest >= 300.0, "{rest} ms after the last request");
}

async fn a_page_that_never_rests(lab: &Lab) {
    lab.file(
        "restless.html",
        "<!doctype html><script>setInterval(() => { const now = performance.now(); while (performance.now() - now < 70); }, 100)</script>",
    );
    let failed = lab
        .bad_round("name: restless\nserve: .\nurl: /restless.html\nprepare:\n  - waitForIdle: 500ms\n    timeout: 1s\nactions: [{ sleep: 1 }]")
        .await;
    let told = told(&failed.error);
    assert!(
        told.starts_with("error: page not ready: the page was not idle for 500 ms in 1 s"),
        "{told}"
    );
    assert!(told.contains("the last long task ended"), "{told}");
}

in_one_browser!(waiting_for_events: events_of_elements_and_of_the_window, an_event_ends_a_measure, an_event_that_does_not_come);

async fn events_of_elements_and_of_the_window(lab: &Lab) {
    lab.file(
        "events.html",
        "<!doctype html><div id=a></div><div id=b></div><script>
        let count = 0;
        // Neither bubbles, and the first is never for `#b`.
        setInterval(() => { count++; document.querySelector(count < 5 ? '#a' : '#b').dispatchEvent(new Event('rung')); dispatchEvent(new Event('tick')); }, 100);
        </script>",
    );
    let round = lab
        .good_round(
            "name: events\nserve: .\nurl: /events.html\nactions:\n  - waitForEvent: tick\n  - waitForEvent: rung\n    selectors: ['#none', '#b']\n  - evaluate: return count\n    saveAs: count",
        )
        .await;
    assert!(
        round.saved("count").as_u64() >= Some(5),
        "{}",
        round.saved("count")
    );
}

async fn an_event_ends_a_measure(lab: &Lab) {
    lab.file(
        "fade.html",
        "<!doctype html><style>#box { width: 50px; height: 50px; opacity: 1; transition: opacity 250ms } #box.gone { opacity: 0.1 }</style>
        <button id=fade onclick=\"box.classList.toggle('gone')\">fade</button><div id=box></div>",
    );
    let round = lab
        .good_round(
            "name: fade\nserve: .\nurl: /fade.html\nactions:\n  - repeat: 3\n    steps:\n      - measure: fade\n        steps:\n          - click: '#fade'\n          - waitForEvent: transitionend\n            selectors: '#box'",
        )
        .await;
    let measures = round.measures("fade");
    assert_eq!(measures.len(), 3);
    for measure in &measures {
        assert!(measure.milliseconds() >= 230.0, "{measure:?}");
    }
    for pair in measures.windows(2) {
        assert!(pair[0].end <= pair[1].begin, "one after the other");
    }
}

async fn an_event_that_does_not_come(lab: &Lab) {
    lab.file("quiet.html", "<!doctype html><p>quiet");
    let yaml = |more: &str| {
        format!(
            "name: quiet\nserve: .\nurl: /quiet.html\nactions:\n  - waitForEvent: never\n    timeout: 400ms\n{more}"
        )
    };
    let failed = lab.bad_round(&yaml("    selectors: p\n")).await;
    let text = told(&failed.error);
    assert!(
        text.starts_with("error: the event `never` did not come at `p` in 400 ms"),
        "{text}"
    );
    let failed = lab.bad_round(&yaml("    selectors: 'p['\n")).await;
    assert_eq!(failed.error.code(), "invalid-step");
}

in_one_browser!(changing_conditions: the_viewport_changes, the_network_changes, garbage_is_collected);

async fn the_viewport_changes(lab: &Lab) {
    lab.file(
        "size.html",
        "<!doctype html><script>let sizes = []; const note = () => sizes.push([innerWidth, innerHeight, devicePixelRatio]); note(); addEventListener('resize', note)</script>",
    );
    let round = lab
        .good_round(
            "name: size\nserve: .\nurl: /size.html\nprepare:\n  - setViewport: { width: 700, height: 500, deviceScaleFactor: 2 }\nactions:\n  - setViewport: { width: 300, height: 200 }\n  - waitForExpression: innerWidth === 300\nafter:\n  - evaluate: return [sizes[0], [innerWidth, innerHeight, devicePixelRatio]]\n    saveAs: sizes",
        )
        .await;
    assert_eq!(*round.saved("sizes"), json!([[1440, 900, 1], [300, 200, 1]]));
    let pages = &round.artifacts.samples.page;
    assert_eq!(pages[0].inner_size, [700, 500]);
    assert_eq!(pages[1].inner_size, [300, 200]);
}

async fn the_network_changes(lab: &Lab) {
    let server = Server::start(|path| match path {
        "/" => Some(("text/html", "", "<!doctype html><p>net".to_owned())),
        path if path.starts_with("/data") => Some(("text/plain", "", "x".repeat(1000))),
        _ => None,
    });
    let fetch = |name: &str| {
        format!(
            "  - evaluate: |\n      const start = performance.now();\n      await (await fetch('/data-{name}')).text();\n      return performance.now() - start;\n    saveAs: {name}\n"
        )
    };
    let yaml = format!(
        "name: net\nurl: {}/\ntimeout: 20s\nactions:\n  - emulateNetworkConditions: {{ latency: 800ms }}\n{}  - emulateNetworkConditions: none\n{}",
        server.url,
        fetch("slow"),
        fetch("fast"),
    );
    let round = lab.good_round(&yaml).await;
    let time = |name: &str| round.saved(name).as_f64().unwrap();
    assert!(time("slow") >= 790.0, "{} ms", time("slow"));
    assert!(time("fast") < time("slow"), "{} ms", time("fast"));
}

async fn garbage_is_collected(lab: &Lab) {
    lab.file(
        "waste.html",
        "<!doctype html><script>
        let held = new WeakRef({ big: new Array(1000).fill('waste') });
        let collected = false;
        new FinalizationRegistry(() => { collected = true; }).register(held.deref(), 0);
        </script>",
    );
    let round = lab
        .good_round(
            "name: waste\nserve: .\nurl: /waste.html\nactions:\n  - sleep: 100ms\n  - gc:\n  - evaluate: return held.deref() === undefined\n    saveAs: gone\nafter:\n  - evaluate: return 12.5\n    saveAs: spent\n    unit: ms",
        )
        .await;
    assert_eq!(*round.saved("gone"), json!(true));
    assert_eq!(*round.saved("spent"), json!(12.5));
    let units = &round.artifacts.samples.saved_units;
    assert_eq!(
        units.iter().collect::<Vec<_>>(),
        [(&"spent".to_owned(), &"ms".to_owned())]
    );
}

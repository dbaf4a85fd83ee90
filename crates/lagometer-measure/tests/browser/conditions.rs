//! The conditions of a round: each is seen by a page or by a server.

use crate::lab::{Lab, find, in_one_browser, launch, options, runtime, secret, turn};
use crate::server::{Answer, Server};
use lagometer_measure::Browser;
use std::time::{Duration, Instant};

fn page(body: &str) -> Answer {
    ("text/html", "", format!("<!doctype html><title>t</title>{body}"))
}

in_one_browser!(the_browser_pretends: a_slow_processor, a_slow_network, a_small_buffer);

/// Only the lower bound says something on a machine that is busy itself.
async fn a_slow_processor(lab: &Lab) {
    lab.file(
        "loop.html",
        "<!doctype html><script>
        const work = () => { const start = performance.now(); let x = 0; for (let i = 0; i < 2e7; i++) x += i % 7; return performance.now() - start; };
        </script>",
    );
    let time = async |slowdown: &str| {
        let yaml = format!(
            "name: loop\nserve: .\nurl: /loop.html\nbrowser: {{ cpuSlowdown: {slowdown} }}\nactions:\n  - evaluate: work(); work(); return Math.min(work(), work(), work());\n    saveAs: ms\ntimeout: 60s"
        );
        lab.good_round(&yaml).await.saved("ms").as_f64().unwrap()
    };
    let (plain, slow) = (time("1").await, time("6").await);
    assert!(slow > 1.5 * plain, "{plain} ms became {slow} ms");
}

async fn a_slow_network(lab: &Lab) {
    let server = Server::start(|path| match path {
        "/" => Some(page("<p>slow")),
        "/data" => Some(("text/plain", "", "x".repeat(100_000))),
        _ => None,
    });
    let yaml = |network: &str| {
        format!(
            "name: net\nurl: {}/\nbrowser: {{ network: {network} }}\nactions:\n  - evaluate: |\n      const start = performance.now();\n      await (await fetch('/data')).text();\n      return performance.now() - start;\n    saveAs: ms\n  - evaluate: return navigator.connection?.rtt ?? null\n    saveAs: rtt\ntimeout: 60s",
            server.url
        )
    };
    // 100 kB at 200 kB in a second, and 300 ms before the answer.
    let slow = lab
        .good_round(&yaml("{ download: 200000, upload: 100000, latency: 300ms }"))
        .await;
    let time = slow.saved("ms").as_f64().unwrap();
    assert!(time > 600.0, "{time} ms");
    // The browser blurs this one by a tenth, another one for each host, and rounds it to 25 ms.
    let rtt = slow.saved("rtt").as_f64().unwrap();
    assert!((250.0..=350.0).contains(&rtt), "{rtt} ms");
    assert_eq!(server.requests("/data").len(), 1);
}

/// The buffer is the one that is asked for: a small one overflows where the usual one does not.
async fn a_small_buffer(lab: &Lab) {
    lab.file(
        "marks.html",
        "<!doctype html><script>
        const spam = () => { for (let i = 0; i < 60000; i++) performance.mark('mark number ' + i); };
        </script>",
    );
    let yaml = |buffer: &str| {
        format!(
            "name: marks\nserve: .\nurl: /marks.html\nbrowser: {{ traceBuffer: {buffer} }}\nactions:\n  - evaluate: spam()\ntimeout: 60s"
        )
    };
    assert!(
        lab.good_round(&yaml("1MiB"))
            .await
            .artifacts
            .samples
            .capture
            .data_loss
    );
    assert!(
        !lab.good_round(&yaml("200MiB"))
            .await
            .artifacts
            .samples
            .capture
            .data_loss
    );
}

in_one_browser!(pages_are_prepared_before_their_first_script: headers_cookies_and_storage, a_script_in_every_frame, a_cookie_that_is_refused);

async fn headers_cookies_and_storage(lab: &Lab) {
    let server = Server::start(|path| match path {
        "/app/" => Some(page(
            "<script>
            window.first = { cookie: document.cookie, theme: localStorage.theme, token: localStorage.token };
            localStorage.theme = 'changed by the page';
            </script><script src=/app/more.js></script><input id=user>",
        )),
        "/app/more.js" => Some(("text/javascript", "", "window.more = true;".to_owned())),
        "/other" => Some(page("<script>window.theme = localStorage.theme</script>")),
        _ => None,
    });
    let yaml = format!(
        r##"
name: install
url: {}/app/
install:
  headers: {{ authorization: "Bearer ${{TOKEN}}", x-plain: "$${{A}}" }}
  cookies:
    - {{ name: session, value: "${{SESSION}}" }}
    - {{ name: hidden, value: "1", httpOnly: true }}
  localStorage: {{ theme: dark, token: "${{TOKEN}}" }}
actions:
  - evaluate: return first
    saveAs: first
  - typeText: "${{USER}}!"
    selectors: "#user"
  - evaluate: return [document.querySelector("#user").value, document.querySelector("#user").value.length]
    saveAs: typed
  - change: "#user"
    value: "${{OTHER}}"
  - evaluate: return document.querySelector("#user").value
    saveAs: changed
  - navigate: {}/other
  - evaluate: return theme
    saveAs: later
"##,
        server.url, server.url
    );
    let round = lab.good_round(&yaml).await;
    // What comes back is kept with the name of the secret in it.
    assert_eq!(
        *round.saved("first"),
        serde_json::json!({"cookie": "session=${SESSION}", "theme": "dark", "token": "${TOKEN}"})
    );
    let length = secret("USER").len() + 1;
    assert_eq!(*round.saved("typed"), serde_json::json!(["${USER}!", length]));
    assert_eq!(round.saved("changed"), "${OTHER}");
    // Only the first document is filled: what the page then keeps, stays.
    assert_eq!(round.saved("later"), "changed by the page");
    for path in ["/app/", "/app/more.js"] {
        let request = &server.requests(path)[0];
        let headers = &request.headers;
        assert_eq!(headers["authorization"], format!("Bearer {}", secret("TOKEN")));
        assert_eq!(headers["x-plain"], "${A}");
        assert_eq!(
            headers["cookie"],
            format!("session={}; hidden=1", secret("SESSION"))
        );
    }
}

async fn a_script_in_every_frame(lab: &Lab) {
    lab.file(
        "frames.html",
        "<!doctype html><script>window.first = [typeof installed, typeof lagometer]</script><iframe src=inner.html></iframe>",
    );
    lab.file(
        "inner.html",
        "<!doctype html><script>parent.inner = installed</script>",
    );
    let round = lab
        .good_round(
            "name: script\nserve: .\nurl: /frames.html\ninstall: { script: \"globalThis.installed = 'yes'\" }\nactions:\n  - evaluate: return [...first, inner]\n    saveAs: seen",
        )
        .await;
    assert_eq!(
        *round.saved("seen"),
        serde_json::json!(["string", "object", "yes"])
    );
}

async fn a_cookie_that_is_refused(lab: &Lab) {
    lab.file("c.html", "<!doctype html>");
    let failed = lab
        .bad_round("name: c\nserve: .\nurl: /c.html\ninstall: { cookies: [{ name: c, value: \"1\", domain: example.org, path: no-path }, { name: \"__Host-a\", value: \"1\" }] }\nactions: [{ sleep: 1 }]")
        .await;
    assert_eq!(failed.error.code(), "invalid-step");
    assert_eq!(failed.error.at.key, Some("install"));
}

in_one_browser!(caches_are_cold_or_warm: cold_and_warm);

async fn cold_and_warm(lab: &Lab) {
    let server = Server::start(|path| match path {
        "/" => Some(page("<script src=/kept.js></script>")),
        "/kept.js" => Some((
            "text/javascript",
            "Cache-Control: max-age=3600\r\n",
            "window.kept = 1;".to_owned(),
        )),
        _ => None,
    });
    let yaml = |cache: &str| {
        format!(
            "name: cache\nurl: {}/\nbrowser: {{ cache: {cache} }}\nactions: [{{ waitForExpression: kept === 1 }}]",
            server.url
        )
    };
    for (cache, pages, scripts) in [("cold", 1, 1), ("cold", 2, 2), ("warm", 4, 3), ("warm", 6, 4)] {
        lab.good_round(&yaml(cache)).await;
        assert_eq!(server.requests("/").len(), pages, "{cache}");
        assert_eq!(server.requests("/kept.js").len(), scripts, "{cache}");
    }
}

in_one_browser!(rounds_have_their_bounds: actions_warm_up_in_the_page, a_script_that_hangs_ends_with_its_round, a_failed_page_leaves_its_console, secrets_are_not_told);

async fn actions_warm_up_in_the_page(lab: &Lab) {
    lab.file(
        "count.html",
        "<!doctype html><button id=b onclick='clicks++; since++'>b</button><script>let clicks = 0, since = 0, resets = 0;</script>",
    );
    let yaml = |times: u32| {
        format!(
            "name: count\nserve: .\nurl: /count.html\nactions:\n  - measure: press\n    steps: [{{ click: '#b' }}]\nwarmupInPage: {times}\nreset:\n  - evaluate: since = 0; resets++\nafter:\n  - evaluate: return [clicks, since, resets]\n    saveAs: counts"
        )
    };
    for times in [0, 3] {
        let round = lab.good_round(&yaml(times)).await;
        assert_eq!(*round.saved("counts"), serde_json::json!([times + 1, 1, times]));
        // What is done before the window is not in it.
        assert_eq!(round.measures("press").len(), 1);
    }
}

async fn a_script_that_hangs_ends_with_its_round(lab: &Lab) {
    lab.file("hang.html", "<!doctype html><p>hangs");
    let start = Instant::now();
    let failed = lab
        .bad_round("name: hang\nserve: .\nurl: /hang.html\nactions:\n  - evaluate: for (;;) {}\ntimeout: 60s\nroundTimeout: 4s")
        .await;
    let took = start.elapsed();
    assert_eq!(failed.error.code(), "round-timeout");
    assert_eq!(failed.error.at.step_kind, Some("evaluate"));
    assert!(
        (Duration::from_secs(4)..Duration::from_secs(6)).contains(&took),
        "{took:?}"
    );
    assert!(failed.error.cleanup.is_empty(), "{:?}", failed.error.cleanup);
    lab.still_works().await;
}

async fn a_failed_page_leaves_its_console(lab: &Lab) {
    lab.file(
        "talks.html",
        "<!doctype html><input id=i><script>
        console.log('first', 5, { a: 1 }); console.error('second');
        setTimeout(() => { throw new TypeError('nobody catches it'); });
        Promise.reject(new Error('nor this'));
        </script>",
    );
    let yaml = |steps: &str| {
        format!(
            "name: talks\nserve: .\nurl: /talks.html\nactions:\n  - typeText: \"${{TOKEN}}\"\n    selectors: '#i'\n{steps}"
        )
    };
    let failed = lab
        .bad_round(&yaml(
            "  - evaluate: console.warn('it is ' + i.value)\n  - waitForElement: '#none'\n    timeout: 100ms",
        ))
        .await;
    assert_eq!(
        failed.error.hint().as_deref(),
        Some("look at failure.png and console.txt in the round's folder; raise `timeout` of this step")
    );
    let console = std::fs::read_to_string(failed.folder.path().join("console.txt")).unwrap();
    let lines: Vec<&str> = console.lines().collect();
    assert_eq!(lines.len(), 5, "{console}");
    // A rejection is told later than it happens.
    for expect in [
        "log: first 5 Object",
        "error: second",
        "uncaught: Error: nor this",
        "uncaught: TypeError: nobody catches it",
        "warning: it is ${TOKEN}",
    ] {
        let is_it = |line: &&str| {
            let (time, text) = line.split_once(' ').unwrap();
            time.len() == "12:34:56.789".len() && text.starts_with(expect)
        };
        assert_eq!(
            lines.iter().filter(|line| is_it(line)).count(),
            1,
            "{expect}: {console}"
        );
    }
    // A page that says nothing leaves no empty file.
    lab.file("silent.html", "<!doctype html>");
    let failed = lab
        .bad_round("name: silent\nserve: .\nurl: /silent.html\nactions: [{ waitForElement: '#none', timeout: 50ms }]")
        .await;
    assert_eq!(crate::lab::names(failed.folder.path()), ["failure.png"]);
}

async fn secrets_are_not_told(lab: &Lab) {
    lab.file("s.html", "<!doctype html><input id=i>");
    let failed = lab
        .bad_round("name: s\nserve: .\nurl: /s.html\nactions:\n  - typeText: \"${TOKEN}\"\n    selectors: \"#i\"\n  - evaluate: throw new Error('it is ' + document.querySelector('#i').value)")
        .await;
    let told = crate::lab::told(&failed.error);
    assert!(told.contains("it is ${TOKEN}"), "{told}");
    assert!(!told.contains(&secret("TOKEN")), "{told}");
}

#[test]
fn flags_of_the_scenario_reach_the_browser() {
    let Some(choice) = find() else { return };
    let _turn = turn();
    runtime().block_on(async {
        let mut wanted = options();
        wanted.flags = vec!["--lang=de".to_owned(), "--disable-features=Mine".to_owned()];
        let browser = Browser::launch(&choice, wanted).await.unwrap();
        let environment = browser
            .environment(lagometer_report::scenario::Viewport::DEFAULT)
            .await
            .unwrap();
        assert!(environment.flags.contains(&"--lang=de".to_owned()));
        let disabled: Vec<&String> = environment
            .flags
            .iter()
            .filter(|flag| flag.starts_with("--disable-features="))
            .collect();
        assert_eq!(disabled.len(), 1, "{disabled:?}");
        assert!(disabled[0].contains("Translate") && disabled[0].ends_with(",Mine"));
        assert!(browser.close().await.is_empty());
    });
}

#[test]
fn a_browser_of_another_version_is_refused_and_ended() {
    let Some(choice) = find() else { return };
    let _turn = turn();
    runtime().block_on(async {
        let mut wanted = options();
        wanted.major = Some(7);
        let Err(error) = Browser::launch(&choice, wanted.clone()).await else {
            panic!("no browser of this driver has version 7");
        };
        assert_eq!(error.code(), "other-major");
        assert!(error.cleanup.is_empty(), "{:?}", error.cleanup);
        let browser = launch(&choice).await;
        let environment = browser
            .environment(lagometer_report::scenario::Viewport::DEFAULT)
            .await
            .unwrap();
        assert!(browser.close().await.is_empty());
        let version = environment.browser.split(' ').nth(1).unwrap();
        wanted.major = version.split('.').next().unwrap().parse().ok();
        let browser = Browser::launch(&choice, wanted).await.unwrap();
        assert!(browser.close().await.is_empty());
    });
}

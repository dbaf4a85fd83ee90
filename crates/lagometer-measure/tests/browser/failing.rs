//! Pages and steps that fail: the code, the words, the place, the picture, and the next round.

use crate::lab::{Lab, in_one_browser, names, told};
use std::io::Write as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

const PAGE: &str = r#"<!doctype html><style>.cookie-banner { position: fixed; inset: 0 } #gone { display: none }</style>
<button id="sort">sort</button><button id="off" disabled>off</button><p id="gone">gone</p>"#;

fn yaml(actions: &str) -> String {
    format!("name: f\nserve: .\nurl: /f.html\ntimeout: 400ms\nactions:\n{actions}\n")
}

in_one_browser! {
    what_fails_says_what_where_and_what_to_do:
    a_page_that_never_gets_ready_ends_in_time_and_says_what_was_waited_for,
    the_case_of_a_page_that_is_never_ready_ends_as_it_demands,
    every_kind_of_failing_step_says_what_where_and_what_to_do,
    a_failure_is_kept_as_the_record_wants_it,
    pages_that_cannot_be_loaded_say_why,
    a_page_that_does_not_answer_ends_in_time,
    a_page_that_hangs_in_its_own_script_ends_in_time,
    a_folder_that_cannot_be_written_is_named,
    a_second_trace_in_the_browser_is_refused_in_clear_words,
}

async fn a_page_that_never_gets_ready_ends_in_time_and_says_what_was_waited_for(lab: &Lab) {
    lab.file("never.html", r#"<!doctype html><main data-page-ready="false">waiting</main>
<script>setInterval(() => { const t = performance.now() + 15; while (performance.now() < t); }, 100)</script>"#);
    let start = Instant::now();
    let failed = lab.bad_round("name: never\nserve: .\nurl: /never.html\nprepare:\n  - waitForElement: '[data-page-ready=\"true\"]'\n    timeout: 2s\nactions: [{sleep: 1}]").await;
    assert!(start.elapsed() < Duration::from_secs(8), "{:?}", start.elapsed());
    assert_eq!(failed.error.code(), "page-not-ready");
    insta::assert_snapshot!(told(&failed.error));
    assert_eq!(names(failed.folder.path()), ["failure.png"]);
    let png = std::fs::read(failed.folder.path().join("failure.png")).unwrap();
    assert!(png.starts_with(b"\x89PNG"));
    lab.still_works().await;
}

/// The same with the page of the damaged-input cases, where they are at hand.
async fn the_case_of_a_page_that_is_never_ready_ends_as_it_demands(lab: &Lab) {
    let shared = std::env::var_os("LAGOMETER_SHARED").map(PathBuf::from);
    let shared =
        shared.unwrap_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared")));
    let case = shared.join("cases/other/05-never-ready");
    let Ok(page) = std::fs::read_to_string(case.join("page.html")) else {
        let _ = writeln!(
            std::io::stderr(),
            "skipped: no `cases` beside the repository or in LAGOMETER_SHARED"
        );
        return;
    };
    let expected: serde_json::Value =
        serde_json::from_slice(&std::fs::read(case.join("case.json")).unwrap()).unwrap();
    lab.file("page.html", &page);
    let start = Instant::now();
    let failed = lab
        .bad_round("name: c\nserve: .\nurl: /page.html\nprepare:\n  - waitForElement: '[data-page-ready=\"true\"]'\n    timeout: 2s\nactions: [{sleep: 500}]")
        .await;
    let limit = expected["expected"]["wall_seconds_max"].as_u64().unwrap();
    assert!(start.elapsed() < Duration::from_secs(limit));
    assert!(
        told(&failed.error).contains("data-page-ready"),
        "{}",
        told(&failed.error)
    );
}

async fn every_kind_of_failing_step_says_what_where_and_what_to_do(lab: &Lab) {
    lab.file("f.html", PAGE);
    lab.file(
        "covered.html",
        &format!("{PAGE}<div class='cookie-banner big'></div>"),
    );
    let cases = [
        ("nothing matched", "  - click: '#missing'"),
        (
            "nothing matched of two",
            "  - waitForElement: ['#missing', '.nowhere']",
        ),
        (
            "wrong number",
            "  - waitForElement: button\n    operator: '=='\n    count: 3",
        ),
        ("not visible", "  - waitForElement: '#gone'\n    visible: true"),
        ("no box", "  - click: '#gone'"),
        ("disabled", "  - typeText: x\n    selectors: '#off'"),
        ("covered", "  - navigate: /covered.html\n  - click: '#sort'"),
        ("bad selector", "  - click: '#1['"),
        ("bad expression", "  - waitForExpression: 'a b'"),
        ("false expression", "  - waitForExpression: '1 > 2'"),
        ("throwing expression", "  - waitForExpression: app.ready"),
        (
            "throwing code",
            "  - evaluate: |\n      const a = 1;\n      throw new TypeError('boom ' + a);",
        ),
        (
            "throwing later",
            "  - evaluate: |\n      await null;\n\n      missing.thing;",
        ),
        (
            "code that is none",
            "  - evaluate: |\n      const a = 1;\n      const = 2;",
        ),
        (
            "a value that cannot leave the page",
            "  - evaluate: return window\n    saveAs: w",
        ),
        (
            "a value that is no text",
            "  - evaluate: return '\\ud800'\n    saveAs: w",
        ),
        (
            "code that does not end",
            "  - evaluate: await new Promise(() => {})",
        ),
        (
            "inside a measure",
            "  - measure: m\n    steps:\n      - click: '#sort'\n      - waitForElement: '#missing'",
        ),
        (
            "first inside a measure",
            "  - measure: m\n    steps: [{ click: '#missing' }]",
        ),
        (
            "expression inside a measure",
            "  - measure: m\n    steps: [{ waitForExpression: 'false' }]",
        ),
        ("too many frames", "  - waitForFrames: 1000"),
    ];
    let mut text = String::new();
    for (name, actions) in cases {
        let failed = lab.bad_round(&yaml(actions)).await;
        assert_eq!(names(failed.folder.path()), ["failure.png"], "{name}");
        assert!(
            failed.error.cleanup.is_empty(),
            "{name}: {:?}",
            failed.error.cleanup
        );
        text += &format!("{name} [{}]\n{}\n\n", failed.error.code(), told(&failed.error));
    }
    insta::assert_snapshot!(text.trim_end());
    lab.still_works().await;
}

async fn a_failure_is_kept_as_the_record_wants_it(lab: &Lab) {
    lab.file("f.html", PAGE);
    let failed = lab.bad_round(&yaml("  - click: '#missing'")).await;
    let failure = failed.error.to_failure();
    assert_eq!(failure.code, "no-match");
    assert_eq!(failure.text, failed.error.to_string());
    assert!(
        failure
            .place
            .unwrap()
            .starts_with("scenario.yaml:6:5, actions step 1 `click`, round 1")
    );
    let place = failed.error.place_with(" of 10; 5 rounds kept").unwrap();
    assert!(
        place.contains("round 1 of 10; 5 rounds kept: page loaded"),
        "{place}"
    );
}

async fn pages_that_cannot_be_loaded_say_why(lab: &Lab) {
    let port = {
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        free.local_addr().unwrap().port()
    };
    let load = async |target: &str| {
        let failed = lab
            .bad_round(&format!(
                "name: n
{target}
actions: [{{sleep: 1}}]"
            ))
            .await;
        assert_eq!(failed.error.code(), "navigation-failed", "{target}");
        told(&failed.error)
    };
    let missing = load("serve: .\nurl: /missing.html")
        .await
        .replace(lab.base_url(), "BASE");
    let refused = load(&format!("url: http://127.0.0.1:{port}/"))
        .await
        .replace(&port.to_string(), "PORT");
    let nonsense = load("url: 'http://:1:2/'").await;
    let failing = server(
        b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 4\r\nContent-Type: text/html\r\n\r\nbusy",
    )
    .await;
    let unavailable = load(&format!("url: {failing}")).await.replace(&failing, "SERVER");
    let nothing = server(b"HTTP/1.1 204 No Content\r\n\r\n").await;
    let no_content = load(&format!("url: {nothing}")).await.replace(&nothing, "SERVER");
    insta::assert_snapshot!([missing, refused, nonsense, unavailable, no_content].join("\n\n"));
    lab.still_works().await;
}

/// A server that gives the same answer to everything.
async fn server(answer: &'static [u8]) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut request = [0; 4096];
            let _ = stream.read(&mut request).await;
            let _ = stream.write_all(answer).await;
        }
    });
    format!("http://{address}/")
}

async fn a_page_that_does_not_answer_ends_in_time(lab: &Lab) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    lab.file("f.html", PAGE);
    let failed = lab
        .bad_round(&yaml(&format!(
            "  - navigate: http://{address}/\n    timeout: 600ms"
        )))
        .await;
    assert_eq!(failed.error.code(), "timeout");
    let text = told(&failed.error).replace(&address.to_string(), "ADDRESS");
    insta::assert_snapshot!(text);
    lab.still_works().await;
}

async fn a_page_that_hangs_in_its_own_script_ends_in_time(lab: &Lab) {
    lab.file(
        "f.html",
        &format!("{PAGE}<script>sort.onclick = () => {{ for (;;); }}</script>"),
    );
    let start = Instant::now();
    let failed = lab.bad_round(&yaml("  - click: '#sort'")).await;
    assert_eq!(failed.error.code(), "timeout");
    assert!(
        told(&failed.error).contains("the click on `#sort` was not handled in 400 ms"),
        "{}",
        told(&failed.error)
    );
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    lab.still_works().await;
}

async fn a_folder_that_cannot_be_written_is_named(lab: &Lab) {
    lab.file("f.html", PAGE);
    let scenario = lagometer_measure::scenario::parse(&yaml("  - sleep: 1"), "f.yaml").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing");
    let (_sender, cancel) = tokio::sync::watch::channel(false);
    let input = lagometer_measure::round::RoundInput {
        number: 1,
        purpose: lagometer_measure::round::Purpose::Measuring,
        scenario_file: "f.yaml",
        folder: &missing,
        base_url: Some(lab.base_url()),
        secrets: &lagometer_measure::Secrets::default(),
        finish: &|from, to| std::fs::rename(from, to),
        cancel,
        noticed: &|_| {},
    };
    let error = lagometer_measure::round::run(&lab.browser, &scenario, input)
        .await
        .unwrap_err();
    assert_eq!(error.code(), "folder-not-writable");
    assert!(error.to_string().contains("trace.json.gz.tmp"), "{error}");
    assert!(error.cleanup.is_empty(), "{:?}", error.cleanup);
    lab.still_works().await;
}

async fn a_second_trace_in_the_browser_is_refused_in_clear_words(lab: &Lab) {
    lab.file("f.html", PAGE);
    let long = yaml("  - sleep: 3000");
    let (first, second) = tokio::join!(lab.round(&long), lab.round(&long));
    let failed = match (first, second) {
        (Ok(_), Err(failed)) | (Err(failed), Ok(_)) => failed,
        (first, second) => panic!("{} {}", first.is_ok(), second.is_ok()),
    };
    assert_eq!(failed.error.code(), "trace-start");
    insta::assert_snapshot!(told(&failed.error));
    lab.still_works().await;
}

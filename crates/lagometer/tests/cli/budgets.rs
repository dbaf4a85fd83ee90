//! What is wrong with budgets and addresses is said before a browser is looked for.

use crate::program::lagometer;

fn check(name: &str, arguments: &[&str], scenario: &str) {
    let given = lagometer(arguments).stdin(scenario).run();
    assert_eq!((given.code, given.stdout.as_str()), (2, ""), "{}", given.whole());
    insta::assert_snapshot!(name, given.stderr);
}

#[test]
fn budgets_that_cannot_be() {
    let scenario = "name: a\nurl: about:blank\nactions: [{ sleep: 1 }]\nbudgets:\n  \
        - { metric: total_blocking_tim, max: 100ms }\n  - { metric: user_timing, max: 1s }\n  \
        - { metric: long_task/p99, max: 1s }\n  - { metric: mean_fps, max: 60 Hz }\n  \
        - { metric: js_heap, max: 5 % }\n";
    check(
        "budgets_refused",
        &["run", "-", "--browser", "/nowhere"],
        scenario,
    );
}

#[test]
fn actions_belong_to_an_address() {
    check("click_without_address", &["run", "-", "--click", "#go"], "");
    check(
        "type_without_text",
        &["run", "http://a/", "--type", "#search"],
        "",
    );
    let url = ["run", "http://a/", "--url", "http://b/"];
    check("address_and_url", &url, "");
    check(
        "click_without_element",
        &["run", "about:blank", "--click", " "],
        "",
    );
}

#[test]
fn a_junit_file_must_be_a_file() {
    let scenario = "name: a\nurl: about:blank\nactions: [{ sleep: 1 }]\n";
    check("junit_folder", &["run", "-", "--junit", "."], scenario);
    check("junit_stdout", &["run", "-", "--junit", "-"], scenario);
}

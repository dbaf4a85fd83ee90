use super::fingerprint;
use crate::scenario::parse;

const BASE: &str = "name: a\nurl: http://x/\nactions: [{ click: '#a' }]\n";

fn of(text: &str) -> String {
    match parse(text, "s.yaml") {
        Ok(scenario) => fingerprint(&scenario),
        Err(error) => panic!("{}", error.report()),
    }
}

/// Stored records hold it: if this value changes, records of older versions are no longer comparable.
#[test]
fn the_value_is_stable() {
    insta::assert_snapshot!(of(BASE));
}

#[test]
fn spelling_does_not_matter() {
    for same in [
        "{\"name\": \"a\", \"url\": \"http://x/\", \"actions\": [{\"type\": \"click\", \"selectors\": [[\"#a\"]]}]}",
        "# comment\nactions:\n  - click: '#a'\n    button: primary\n    duration: 0\nurl: http://x/\nname: a\n",
        "name: a\nurl: http://x/\nactions: [{ click: '#a' }]\nviewport: { height: 900 }\ntimeout: 5000ms\nrounds: auto\nwarmup: 2\n",
        "name: other\nurl: http://x/\nactions: [{ click: '#a' }]\nrounds: 3\nwarmup: 0\n",
    ] {
        assert_eq!(of(same), of(BASE), "{same}");
    }
}

#[test]
fn meaning_does() {
    let mut seen = vec![of(BASE)];
    for other in [
        "name: a\nurl: http://y/\nactions: [{ click: '#a' }]\n",
        "name: a\nserve: x\nactions: [{ click: '#a' }]\n",
        "name: a\nurl: http://x/\nactions: [{ click: '#b' }]\n",
        "name: a\nurl: http://x/\nactions: [{ click: '#a', timeout: 5s }]\n",
        "name: a\nurl: http://x/\nactions: [{ click: '#a', offsetX: 1 }]\n",
        "name: a\nurl: http://x/\nactions: [{ click: '#a' }]\nprepare: [{ click: '#a' }]\n",
        "name: a\nurl: http://x/\nactions: [{ click: '#a' }]\nafter: [{ click: '#a' }]\n",
        "name: a\nurl: http://x/\nactions: [{ click: '#a' }]\nsettle: 0\n",
        "name: a\nurl: http://x/\nactions: [{ click: '#a' }]\ntimeout: 4s\n",
        "name: a\nurl: http://x/\nactions: [{ click: '#a' }]\nviewport: { width: 1000 }\n",
    ] {
        let fingerprint = of(other);
        assert!(!seen.contains(&fingerprint), "{other}");
        seen.push(fingerprint);
    }
}

#[test]
fn the_place_of_a_step_does_not_matter() {
    assert_eq!(of(&format!("\n\n\n{BASE}")), of(BASE));
}

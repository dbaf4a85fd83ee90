//! The scripts that run in pages, put together from their pieces.

const CORE: &str = include_str!("core.js");
const SELECTOR: &str = include_str!("selector.js");
const ACCESSIBLE: &str = include_str!("accessible.js");

/// What every frame of the page runs before its own scripts.
pub(super) fn instrument() -> String {
    named(assemble(include_str!("instrument.js")), "lagometer-page")
}

/// What the driver's own world runs once in each document.
pub(super) fn driver() -> String {
    named(assemble(include_str!("driver.js")), "lagometer-driver")
}

/// With an address of its own, by which profiles tell it from what is the page's.
fn named(script: String, name: &str) -> String {
    format!("{}\n//# sourceURL={name}", script.trim_end())
}

/// What fills `localStorage` in the documents of the origin of `url`.
pub(super) fn storage(url: &str, items: &serde_json::Map<String, serde_json::Value>) -> String {
    let items = serde_json::Value::from(items.clone()).to_string();
    // The items last: what stands in them is not looked at.
    include_str!("storage.js")
        .replace("PAGE_URL", &serde_json::Value::from(url).to_string())
        .replace("ITEMS", &items)
}

/// Each piece is one expression that stands for its name; a page compiles them in about a tenth of a
/// millisecond, because what is in functions is only read when it is called.
fn assemble(script: &str) -> String {
    script
        .replace("(CORE)", &format!("({})", CORE.trim_end()))
        .replace(
            "(CORE, SELECTOR)",
            &format!("({}, {})", CORE.trim_end(), SELECTOR.trim_end()),
        )
        .replace("(ACCESSIBLE)", &format!("({})", ACCESSIBLE.trim_end()))
}

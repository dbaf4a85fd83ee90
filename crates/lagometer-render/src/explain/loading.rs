//! What the numbers of a page load are of.

use crate::number;
use lagometer_report::{Loading, Navigation, RawNumber};

/// The words behind one of them.
pub(super) fn words(metric: &str, loading: &Loading) -> String {
    match metric {
        "fcp" => last_of(loading),
        "lcp" => match shown(loading).and_then(|navigation| navigation.largest_paint.as_ref()) {
            Some(paint) => {
                let kind = paint.kind.clone().into_iter();
                let what = kind.chain(paint.element.clone().or_else(|| paint.url.clone()));
                what.collect::<Vec<String>>().join(": ")
            }
            None => String::new(),
        },
        "load_blocking_time" => match shown(loading).and_then(|navigation| navigation.tti.value) {
            Some(RawNumber(tti)) => format!(
                "from fcp to interactive at {}",
                number::value(lagometer_metric::Unit::Microseconds, tti)
            ),
            None => String::new(),
        },
        "cls" => shifts(loading),
        _ => String::new(),
    }
}

/// The navigation that stands for the window: the last of the main frame that shows a page.
pub(crate) fn shown(loading: &Loading) -> Option<&Navigation> {
    let main = || {
        loading
            .navigations
            .iter()
            .filter(|navigation| navigation.main_frame)
    };
    let page = main().rfind(|navigation| navigation.url.as_deref() != Some("about:blank"));
    page.or_else(|| main().next_back())
}

/// `the last of 3 navigations`.
fn last_of(loading: &Loading) -> String {
    let main = loading
        .navigations
        .iter()
        .filter(|navigation| navigation.main_frame);
    match main.count() {
        0 | 1 => String::new(),
        count => format!("the last of {} navigations", number::count(count as u64)),
    }
}

/// `the worst of 3 session windows, 28 shifts`.
fn shifts(loading: &Loading) -> String {
    let Some(worst) = loading.shift_clusters.iter().find(|cluster| cluster.is_cls) else {
        return String::new();
    };
    let shifts = match worst.shifts_total {
        1 => "1 shift".to_owned(),
        count => format!("{} shifts", number::count(count)),
    };
    match loading.shift_clusters_total {
        1 => shifts,
        count => format!("the worst of {} session windows, {shifts}", number::count(count)),
    }
}

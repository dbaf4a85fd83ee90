//! Opening the page of a round: the context's cookies, the cache, the page itself.

use super::cleanup::Resources;
use crate::cdp::{CallError, CallReason, Connection, protocol};
use crate::error::{Error, ErrorKind, Location};
use crate::page::{self, Page, Setup};
use crate::secret::Secrets;
use crate::step::Steps;
use lagometer_report::scenario::{Cache, Cookie, Scenario};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::time::Duration;

/// How long setting cookies and closing a page may take.
const LIMIT: Duration = Duration::from_secs(10);

/// Where a scenario's page comes from.
#[derive(Clone, Copy)]
pub(crate) struct Origin<'a> {
    /// What stands before a path: the address of the served folder; absent where there is none.
    pub base_url: Option<&'a str>,
    /// The values of the scenario's secrets.
    pub secrets: &'a Secrets,
}

/// Opens the page, set up and not yet loaded.
pub(crate) async fn open<'r>(
    connection: &Connection,
    scenario: &Scenario,
    from: Origin<'_>,
    resources: &'r Resources<'_>,
) -> Result<&'r Page, Error> {
    let url = page::absolute_url(&scenario.url, from.base_url);
    set_cookies(connection, scenario, &url, from.secrets, resources.context_id()).await?;
    let setup = Setup::of(scenario, &url, from.secrets);
    if scenario.browser.cache == Cache::Warm {
        warm_cache(connection, scenario, &setup, from, resources).await?;
    }
    let target_id = page::create_target(connection, resources.context_id()).await?;
    resources.has_target(&target_id);
    let page = Page::attach(connection, &target_id, scenario.viewport, &setup).await?;
    Ok(resources.has_page(page))
}

/// Loads the page once in the same context. The page is another one than the one that is measured, so
/// that only the cache is warm and not its process.
async fn warm_cache(
    connection: &Connection,
    scenario: &Scenario,
    setup: &Setup,
    from: Origin<'_>,
    resources: &Resources<'_>,
) -> Result<(), Error> {
    let target_id = page::create_target(connection, resources.context_id()).await?;
    // On every other way out it goes with its context.
    let page = Page::attach(connection, &target_id, scenario.viewport, setup).await?;
    let timeout = Duration::from_millis(scenario.timeout_ms);
    let current = RefCell::default();
    let steps = Steps::new(&page, from.base_url, timeout, from.secrets, &current);
    steps.load(&scenario.url).await?;
    let parameters = json!({"targetId": target_id});
    connection
        .call_within(&protocol::TARGET_CLOSE_TARGET, parameters, LIMIT)
        .await?;
    Ok(())
}

async fn set_cookies(
    connection: &Connection,
    scenario: &Scenario,
    url: &str,
    secrets: &Secrets,
    context_id: &str,
) -> Result<(), Error> {
    let cookies = &scenario.install.cookies;
    if cookies.is_empty() {
        return Ok(());
    }
    let list: Vec<Value> = cookies
        .iter()
        .map(|cookie| parameters(cookie, url, secrets))
        .collect();
    let parameters = json!({"cookies": list, "browserContextId": context_id});
    let answer = connection
        .call_within(&protocol::STORAGE_SET_COOKIES, parameters, LIMIT)
        .await;
    match answer {
        Ok(_) => Ok(()),
        Err(CallError {
            reason: CallReason::Remote { message, .. },
            ..
        }) => {
            let names: Vec<&str> = cookies.iter().map(|cookie| cookie.name.as_str()).collect();
            Err(Error {
                at: Box::new(Location {
                    key: Some("install"),
                    ..Location::default()
                }),
                ..ErrorKind::Invalid {
                    what: "list of cookies",
                    text: names.join(", "),
                    message,
                }
                .into()
            })
        }
        Err(error) => Err(error.into()),
    }
}

fn parameters(cookie: &Cookie, url: &str, secrets: &Secrets) -> Value {
    let Cookie {
        name,
        value,
        domain,
        path,
        secure,
        http_only,
    } = cookie;
    let mut parameters = json!({
        "name": name,
        "value": secrets.expand(value),
        "url": url,
        "path": path.as_deref().unwrap_or("/"),
        "secure": secure,
        "httpOnly": http_only,
    });
    if let Some(domain) = domain {
        parameters["domain"] = json!(domain);
    }
    parameters
}

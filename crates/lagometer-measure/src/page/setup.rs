//! What is set up in a page before it is loaded: slowness that is pretended, headers, scripts, storage.

use super::{OPEN_LIMIT, script};
use crate::cdp::{CallError, CallReason, Session, protocol};
use crate::secret::Secrets;
use lagometer_report::scenario::{Action, Install, NetworkConditions, Scenario, Step};
use serde_json::{Map, Value, json};

/// No limit, as the protocol says it.
const UNLIMITED: f64 = -1.0;

/// What a page is set up with. The default is a page as it is.
#[derive(Default)]
pub(crate) struct Setup {
    /// How many times slower its process runs; absent where it is not slowed.
    cpu_slowdown: Option<f64>,
    network: Option<NetworkConditions>,
    /// Headers of every request, secrets in place.
    headers: Map<String, Value>,
    /// The scenario's script.
    script: Option<String>,
    /// Fills `localStorage` in the first document of this origin; secrets in place.
    storage: Option<String>,
    /// Whether it is to be known which requests are under way.
    pub follows_requests: bool,
}

impl Setup {
    /// As a scenario wants it; `url` is the address of its page.
    pub fn of(scenario: &Scenario, url: &str, secrets: &Secrets) -> Setup {
        let browser = &scenario.browser;
        let Install {
            script,
            headers,
            cookies: _,
            local_storage,
        } = &scenario.install;
        let expanded = |(name, value): (&String, &String)| (name.clone(), Value::from(secrets.expand(value)));
        let items: Map<String, Value> = local_storage.iter().map(expanded).collect();
        Setup {
            cpu_slowdown: Some(browser.cpu_slowdown).filter(|slowdown| *slowdown != 1.0),
            network: browser.network,
            headers: headers.iter().map(expanded).collect(),
            script: script.clone(),
            follows_requests: waits_for_idle(scenario),
            storage: (!items.is_empty()).then(|| script::storage(url, &items)),
        }
    }

    /// The scripts that run before the page's own, in every frame.
    pub fn scripts(&self) -> Vec<String> {
        let mut scripts = vec![script::instrument()];
        let named = |script: &String| format!("{script}\n//# sourceURL=lagometer-install");
        scripts.extend(self.script.as_ref().map(named));
        scripts
    }

    /// Sets the session up. Gives back the id of the script that fills the storage, to be taken out
    /// once the page is loaded.
    pub async fn apply(&self, session: &Session) -> Result<Option<String>, CallError> {
        if let Some(rate) = self.cpu_slowdown {
            let parameters = json!({"rate": rate});
            session
                .call_within(
                    &protocol::EMULATION_SET_CPU_THROTTLING_RATE,
                    parameters,
                    OPEN_LIMIT,
                )
                .await?;
        }
        if !self.headers.is_empty() || self.network.is_some() {
            session
                .call_within(&protocol::NETWORK_ENABLE, json!({}), OPEN_LIMIT)
                .await?;
        }
        if !self.headers.is_empty() {
            let parameters = json!({"headers": self.headers});
            session
                .call_within(&protocol::NETWORK_SET_EXTRA_HTTP_HEADERS, parameters, OPEN_LIMIT)
                .await?;
        }
        if let Some(network) = self.network {
            emulate_network(session, network).await?;
        }
        let Some(source) = &self.storage else {
            return Ok(None);
        };
        let parameters = json!({"source": source, "runImmediately": false});
        let reply = session
            .call_within(&protocol::PAGE_ADD_SCRIPT, parameters, OPEN_LIMIT)
            .await?;
        Ok(Some(reply.text("identifier")?.to_owned()))
    }
}

/// Whether any step waits until the page is idle.
fn waits_for_idle(scenario: &Scenario) -> bool {
    let Scenario {
        prepare,
        actions,
        after,
        reset,
        ..
    } = scenario;
    [prepare, actions, after, reset]
        .into_iter()
        .any(|steps| any_waits(steps))
}

/// Recurses as deep as steps are nested, which the parser bounds.
fn any_waits(steps: &[Step]) -> bool {
    steps.iter().any(|step| match &step.action {
        Action::WaitForIdle { .. } => true,
        Action::Measure { steps, .. } | Action::Repeat { steps, .. } => any_waits(steps),
        _ => false,
    })
}

/// Pretends a network. The domain must be enabled.
pub(crate) async fn emulate_network(session: &Session, network: NetworkConditions) -> Result<(), CallError> {
    let NetworkConditions {
        download,
        upload,
        latency_ms,
    } = network;
    let conditions = json!({
        "latency": latency_ms,
        "downloadThroughput": download.unwrap_or(UNLIMITED),
        "uploadThroughput": upload.unwrap_or(UNLIMITED),
    });
    let with = |key: &str, value: Value| {
        let mut parameters = conditions.clone();
        parameters[key] = value;
        parameters
    };
    let by_rule = json!({"matchedNetworkConditions": [with("urlPattern", json!(""))]});
    let answer = session
        .call_within(&protocol::NETWORK_EMULATE_CONDITIONS_BY_RULE, by_rule, OPEN_LIMIT)
        .await;
    let state = with("offline", json!(false));
    match answer {
        Ok(_) => {
            session
                .call_within(&protocol::NETWORK_OVERRIDE_STATE, state, OPEN_LIMIT)
                .await?;
        }
        // A browser that does not know it yet has the command before it.
        Err(CallError {
            reason: CallReason::Remote { .. },
            ..
        }) => {
            session
                .call_within(&protocol::NETWORK_EMULATE_CONDITIONS_ONCE, state, OPEN_LIMIT)
                .await?;
        }
        Err(error) => return Err(error),
    }
    Ok(())
}

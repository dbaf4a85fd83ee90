//! `setViewport`, `emulateNetworkConditions` and `gc`: steps that change what the page runs in.

use super::deadline::{Deadline, Elapsed};
use super::{Fault, Steps};
use crate::cdp::{CallError, protocol};
use crate::error::ErrorKind;
use crate::page;
use lagometer_report::scenario::{Action, NetworkConditions, Viewport};
use serde_json::json;

/// Runs one of the three.
pub(super) async fn run(steps: &Steps<'_>, action: &Action, deadline: Deadline) -> Result<(), Fault> {
    match action {
        Action::Gc => collect_garbage(steps, deadline).await,
        Action::SetViewport { viewport } => set_viewport(steps, *viewport, deadline).await,
        Action::EmulateNetworkConditions { network } => emulate_network(steps, *network, deadline).await,
        other => unreachable!("`{}` changes no condition", other.kind()),
    }
}

async fn set_viewport(steps: &Steps<'_>, viewport: Viewport, deadline: Deadline) -> Result<(), Fault> {
    steps.acting(deadline).await?;
    let setting = async { steps.page.set_viewport(viewport).await };
    bounded("the viewport was not changed", setting, deadline).await
}

async fn emulate_network(
    steps: &Steps<'_>,
    network: NetworkConditions,
    deadline: Deadline,
) -> Result<(), Fault> {
    steps.acting(deadline).await?;
    let session = &steps.page.session;
    let setting = async {
        session
            .call_within(&protocol::NETWORK_ENABLE, json!({}), deadline.call_limit())
            .await?;
        page::emulate_network(session, network).await
    };
    bounded("the network was not changed", setting, deadline).await
}

async fn collect_garbage(steps: &Steps<'_>, deadline: Deadline) -> Result<(), Fault> {
    steps.acting(deadline).await?;
    let session = &steps.page.session;
    let collecting = async {
        let limit = deadline.call_limit();
        session
            .call_within(&protocol::HEAP_PROFILER_COLLECT_GARBAGE, json!({}), limit)
            .await
            .map(drop)
    };
    bounded("the garbage was not collected", collecting, deadline).await
}

async fn bounded(
    what: &str,
    work: impl Future<Output = Result<(), CallError>>,
    deadline: Deadline,
) -> Result<(), Fault> {
    match deadline.bound(work).await {
        Ok(result) => Ok(result?),
        Err(Elapsed) => Err(ErrorKind::Timeout {
            what: what.to_owned(),
            waited: deadline.limit,
        }
        .into()),
    }
}

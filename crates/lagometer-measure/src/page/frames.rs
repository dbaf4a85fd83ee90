//! Frames that live in processes of their own: each needs a session to run a script before its first.

use super::OPEN_LIMIT;
use crate::cdp::{CallError, Connection, Session, protocol};
use serde_json::json;
use std::pin::Pin;
use std::sync::Arc;
use tokio::task::JoinHandle;

/// Lets the scripts run before the first script of every document in the page, also in frames of other
/// processes for as long as they are attached.
pub(super) async fn instrument(
    connection: Connection,
    session: Arc<Session>,
    scripts: Arc<[String]>,
) -> Result<JoinHandle<()>, CallError> {
    let events = session.events(&[protocol::TARGET_ATTACHED_TO_TARGET]);
    prepare(&session, &scripts).await?;
    Ok(tokio::spawn(follow(connection, session, events, scripts)))
}

async fn prepare(session: &Session, scripts: &[String]) -> Result<(), CallError> {
    // Without it the script of a frame's session never runs.
    session
        .call_within(&protocol::PAGE_ENABLE, json!({}), OPEN_LIMIT)
        .await?;
    for source in scripts {
        let parameters = json!({"source": source, "runImmediately": true});
        session
            .call_within(&protocol::PAGE_ADD_SCRIPT, parameters, OPEN_LIMIT)
            .await?;
    }
    let parameters = json!({"autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true});
    session
        .call_within(&protocol::TARGET_SET_AUTO_ATTACH, parameters, OPEN_LIMIT)
        .await?;
    Ok(())
}

/// Takes each frame as it comes; boxed, because a frame's own frames are taken in the same way.
fn follow(
    connection: Connection,
    session: Arc<Session>,
    mut events: crate::cdp::Events,
    scripts: Arc<[String]>,
) -> Pin<Box<dyn Future<Output = ()> + Send>> {
    Box::pin(async move {
        while let Some(event) = events.next().await {
            let Some(id) = event.params["sessionId"].as_str() else {
                continue;
            };
            let inner = Arc::new(connection.session(id));
            let is_frame = event.params["targetInfo"]["type"] == "iframe";
            tokio::spawn(take(connection.clone(), inner, is_frame, scripts.clone()));
        }
        drop(session);
    })
}

async fn take(connection: Connection, session: Arc<Session>, is_frame: bool, scripts: Arc<[String]>) {
    let events = session.events(&[protocol::TARGET_ATTACHED_TO_TARGET]);
    if is_frame && let Err(error) = prepare(&session, &scripts).await {
        tracing::debug!(%error, "a frame of another process lacks `lagometer`");
    }
    // Workers are held as well, and must be let go at once.
    let released = session
        .call_within(&protocol::RUNTIME_RUN_IF_WAITING, json!({}), OPEN_LIMIT)
        .await;
    if let Err(error) = released {
        tracing::debug!(%error, "a frame or worker went away while it was held");
    }
    if is_frame {
        follow(connection, session, events, scripts).await;
    }
}

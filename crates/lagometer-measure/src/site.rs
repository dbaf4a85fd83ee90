//! A folder, served on loopback, and what it holds.

mod content;

pub use content::{sha256, sha256_with_files};

use crate::error::{Error, ErrorKind};
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tower_http::services::ServeDir;
use tower_http::set_header::SetResponseHeaderLayer;

/// A folder that is being served; it ends when this is dropped.
pub struct Site {
    base_url: String,
    server: JoinHandle<()>,
}

impl Site {
    /// `http://127.0.0.1:PORT`, without a slash at the end.
    pub fn base_url(&self) -> &str {
        &self.base_url
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// What a request is held against.
struct Served {
    /// The folder's real path.
    root: PathBuf,
    /// The hosts under which it is asked for.
    hosts: [String; 2],
}

/// Serves the files of a folder on loopback, on a port that the system chooses. Nothing outside of the
/// folder is served, not even through a link inside of it, and nothing is kept in a cache.
pub async fn serve(dir: &Path) -> Result<Site, Error> {
    serve_with(dir, "no-store").await
}

/// The same for pages that are measured with a warm cache: what is served may be kept for an hour.
pub async fn serve_cacheable(dir: &Path) -> Result<Site, Error> {
    serve_with(dir, "max-age=3600").await
}

async fn serve_with(dir: &Path, cache_control: &'static str) -> Result<Site, Error> {
    let unreadable = |message: String| {
        Error::from(ErrorKind::FolderNotReadable {
            path: dir.to_owned(),
            message,
        })
    };
    let root = dir
        .canonicalize()
        .map_err(|error| unreadable(error.to_string()))?;
    if !root.is_dir() {
        return Err(unreadable("it is no folder".to_owned()));
    }
    let listening = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).await;
    let listener = listening.map_err(|error| unreadable(format!("no port to serve it on: {error}")))?;
    let address = listener
        .local_addr()
        .map_err(|error| unreadable(error.to_string()))?;
    let port = address.port();
    let served = Arc::new(Served {
        root: root.clone(),
        hosts: [format!("127.0.0.1:{port}"), format!("localhost:{port}")],
    });
    let caching =
        SetResponseHeaderLayer::overriding(header::CACHE_CONTROL, HeaderValue::from_static(cache_control));
    let app = Router::new()
        .fallback_service(ServeDir::new(root))
        .layer(middleware::from_fn_with_state(served, guard))
        .layer(caching);
    let server = tokio::spawn(async move {
        // It ends only when it is aborted.
        if let Err(error) = axum::serve(listener, app).await {
            tracing::debug!(%error, "the site's server ended");
        }
    });
    Ok(Site {
        base_url: format!("http://127.0.0.1:{port}"),
        server,
    })
}

/// Lets only requests through that come to this server by its own name and stay in the folder.
async fn guard(State(served): State<Arc<Served>>, request: Request<Body>, next: Next) -> Response {
    let host = request
        .headers()
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    if !host.is_some_and(|host| served.hosts.iter().any(|own| own == host)) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let stays_inside = match relative_path(request.uri().path()) {
        Some(relative) => {
            // What does not exist is answered with 404 by the file service.
            served
                .root
                .join(relative)
                .canonicalize()
                .map_or(true, |real| real.starts_with(&served.root))
        }
        None => false,
    };
    if !stays_inside {
        return StatusCode::NOT_FOUND.into_response();
    }
    with_charset(next.run(request).await)
}

/// Text files are UTF-8 unless they say otherwise themselves; a page without a declaration would be
/// read as something else.
fn with_charset(mut response: Response) -> Response {
    let kind = response
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    if let Some(kind) = kind
        && kind.starts_with("text/")
        && !kind.contains("charset")
        && let Ok(kind) = HeaderValue::from_str(&format!("{kind}; charset=utf-8"))
    {
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
    }
    response
}

/// The path of an address under the folder; absent where it leads out of it or is no path at all.
fn relative_path(path: &str) -> Option<PathBuf> {
    let decoded = percent_decoded(path.trim_start_matches('/'))?;
    let relative = PathBuf::from(decoded);
    let is_plain = relative
        .components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    is_plain.then_some(relative)
}

/// The file of a folder that an address means, where the folder was served at `base_url`; absent where it
/// is another's address, and where there is no such file inside of the folder.
pub fn file_of(dir: &Path, base_url: &str, address: &str) -> Option<PathBuf> {
    let path = address.strip_prefix(base_url)?.strip_prefix('/')?;
    let path = path.split(['?', '#']).next()?;
    let root = dir.canonicalize().ok()?;
    let found = root.join(relative_path(path)?).canonicalize().ok()?;
    // As it is served: a folder is its index.
    let found = if found.is_dir() {
        found.join("index.html").canonicalize().ok()?
    } else {
        found
    };
    (found.starts_with(&root) && found.is_file()).then_some(found)
}

/// `%41` as `A`; absent where it is not valid or not UTF-8, or holds a NUL.
fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        if first == b'%' {
            let digits = after.get(..2)?;
            let digits = std::str::from_utf8(digits)
                .ok()
                .filter(|_| digits.iter().all(u8::is_ascii_hexdigit))?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = &after[2..];
        } else {
            bytes.push(first);
            rest = after;
        }
    }
    String::from_utf8(bytes).ok().filter(|text| !text.contains('\0'))
}

#[cfg(test)]
mod tests;

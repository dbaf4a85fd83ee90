use super::{percent_decoded, relative_path, serve, sha256};
use std::fs;
use std::path::{Path, PathBuf};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A folder with a page, a folder beside it with a secret, and a link from one to the other.
fn folder() -> (tempfile::TempDir, PathBuf) {
    let parent = tempfile::tempdir().unwrap();
    let root = parent.path().join("site");
    fs::create_dir_all(root.join("sub")).unwrap();
    fs::write(root.join("index.html"), "<p>index").unwrap();
    fs::write(root.join("app.mjs"), "export {}").unwrap();
    fs::write(root.join("sub/data.json"), "[]").unwrap();
    fs::write(root.join("sub/m.wasm"), "\0asm").unwrap();
    fs::write(root.join("a b.txt"), "blank").unwrap();
    fs::write(parent.path().join("secret.txt"), "secret").unwrap();
    (parent, root)
}

struct Answer {
    status: u16,
    head: String,
    body: String,
}

/// A request as it stands, because a client would tidy the path.
async fn get(base_url: &str, path: &str, host: Option<&str>) -> Answer {
    let address = base_url.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(address).await.unwrap();
    let host = host.unwrap_or(address);
    let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    let text = String::from_utf8_lossy(&answer);
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    Answer {
        status: head.split(' ').nth(1).unwrap().parse().unwrap(),
        head: head.to_ascii_lowercase(),
        body: body.to_owned(),
    }
}

#[tokio::test]
async fn files_are_served_with_their_types_and_without_a_cache() {
    let (_parent, root) = folder();
    let site = serve(&root).await.unwrap();
    let types = [
        ("/", "text/html; charset=utf-8"),
        ("/index.html?rows=5000", "text/html"),
        ("/app.mjs", "application/javascript"),
        ("/sub/data.json", "application/json"),
        ("/sub/m.wasm", "application/wasm"),
        ("/a%20b.txt", "text/plain"),
    ];
    for (path, kind) in types {
        let answer = get(site.base_url(), path, None).await;
        assert_eq!(answer.status, 200, "{path}");
        assert!(
            answer.head.contains(&format!("content-type: {kind}")),
            "{path}: {}",
            answer.head
        );
        assert!(answer.head.contains("cache-control: no-store"), "{path}");
    }
    assert_eq!(get(site.base_url(), "/missing", None).await.status, 404);
    let localhost = site.base_url().replace("http://127.0.0.1", "localhost");
    assert_eq!(get(site.base_url(), "/", Some(&localhost)).await.status, 200);
}

#[tokio::test]
async fn nothing_outside_of_the_folder_is_served() {
    let (_parent, root) = folder();
    let site = serve(&root).await.unwrap();
    let paths = [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/sub/../../secret.txt",
        "//etc/hostname",
        "/%00",
    ];
    for path in paths {
        let answer = get(site.base_url(), path, None).await;
        assert_ne!(answer.status, 200, "{path}");
        assert!(!answer.body.contains("secret"), "{path}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_link_inside_is_followed_and_one_to_the_outside_is_not() {
    use std::os::unix::fs::symlink;
    let (parent, root) = folder();
    symlink(parent.path().join("secret.txt"), root.join("out.txt")).unwrap();
    symlink(parent.path(), root.join("up")).unwrap();
    symlink(root.join("a b.txt"), root.join("in.txt")).unwrap();
    let site = serve(&root).await.unwrap();
    assert_eq!(get(site.base_url(), "/in.txt", None).await.body, "blank");
    for path in ["/out.txt", "/up/secret.txt", "/up/"] {
        let answer = get(site.base_url(), path, None).await;
        assert_eq!((answer.status, answer.body.as_str()), (404, ""), "{path}");
    }
}

#[tokio::test]
async fn a_request_under_a_foreign_name_is_refused() {
    let (_parent, root) = folder();
    let site = serve(&root).await.unwrap();
    assert_eq!(get(site.base_url(), "/", Some("evil.example")).await.status, 403);
    assert_eq!(get(site.base_url(), "/", Some("127.0.0.1:1")).await.status, 403);
}

#[tokio::test]
async fn a_missing_folder_and_a_file_are_refused() {
    let (parent, root) = folder();
    for path in [root.join("missing"), parent.path().join("secret.txt")] {
        let Err(error) = serve(&path).await else {
            panic!("{} was served", path.display());
        };
        assert_eq!(error.code(), "folder-not-readable");
    }
}

#[tokio::test]
async fn the_server_ends_with_its_site() {
    let (_parent, root) = folder();
    let site = serve(&root).await.unwrap();
    let address = site.base_url().strip_prefix("http://").unwrap().to_owned();
    drop(site);
    tokio::task::yield_now().await;
    assert!(TcpStream::connect(address).await.is_err());
}

#[test]
fn paths_are_decoded_strictly() {
    assert_eq!(percent_decoded("a%20b").as_deref(), Some("a b"));
    assert_eq!(percent_decoded("%C3%A9").as_deref(), Some("é"));
    for text in ["%", "%2", "%zz", "%+1", "%ff", "%00"] {
        assert_eq!(percent_decoded(text), None, "{text}");
    }
    assert_eq!(relative_path("/a/./b"), Some(Path::new("a/./b").to_owned()));
    assert_eq!(relative_path("/a/../b"), None);
    assert_eq!(relative_path("/%2Fetc"), None);
}

#[test]
fn the_hash_depends_on_paths_and_contents_and_on_nothing_else() {
    let (_parent, root) = folder();
    let first = sha256(&root, None).unwrap();
    assert_eq!(first.len(), 64);
    let (_other_parent, other) = folder();
    assert_eq!(sha256(&other, None).unwrap(), first);

    fs::write(other.join("index.html"), "<p>other").unwrap();
    assert_ne!(sha256(&other, None).unwrap(), first);
    fs::write(other.join("index.html"), "<p>index").unwrap();
    assert_eq!(sha256(&other, None).unwrap(), first);
    fs::rename(other.join("app.mjs"), other.join("app.js")).unwrap();
    assert_ne!(sha256(&other, None).unwrap(), first);
}

#[test]
fn a_byte_that_moves_to_the_next_file_changes_the_hash() {
    let hash = |first: &str, second: &str| {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join("a"), first).unwrap();
        fs::write(root.path().join("b"), second).unwrap();
        sha256(root.path(), None).unwrap()
    };
    assert_ne!(hash("xy", "z"), hash("x", "yz"));
}

#[test]
fn results_and_git_are_left_out_of_the_hash() {
    let (_parent, root) = folder();
    let first = sha256(&root, None).unwrap();
    fs::create_dir_all(root.join("results/runs")).unwrap();
    fs::write(root.join("results/runs/record.json"), "{}").unwrap();
    fs::create_dir(root.join(".git")).unwrap();
    fs::write(root.join(".git/HEAD"), "ref").unwrap();
    assert_eq!(sha256(&root, Some(&root.join("results"))).unwrap(), first);
    assert_ne!(sha256(&root, None).unwrap(), first);
}

#[cfg(unix)]
#[test]
fn links_in_a_circle_and_to_the_outside_do_not_disturb_the_hash() {
    use std::os::unix::fs::symlink;
    let (parent, root) = folder();
    let first = sha256(&root, None).unwrap();
    symlink(&root, root.join("sub/circle")).unwrap();
    symlink(parent.path().join("secret.txt"), root.join("out.txt")).unwrap();
    symlink(root.join("missing"), root.join("broken")).unwrap();
    assert_eq!(sha256(&root, None).unwrap(), first);
}

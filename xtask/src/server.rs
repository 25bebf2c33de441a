//! A static file server as plain as the hosts that the page must work on: no
//! special headers, no compression, no rewriting.

use anyhow::{Context, Result, anyhow};
use std::fs::File;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use tiny_http::{Header, Method, Request, Response};

/// Enough for a browser's six connections to one host.
const THREADS: usize = 8;

/// What a server serves.
#[derive(Default)]
pub struct Config {
    /// 0 takes any free port.
    pub port: u16,
    /// Folders by the URL path that they appear under (`"/"`, `"/some/path/"`).
    /// The longest that matches wins.
    pub mounts: Vec<(String, PathBuf)>,
    /// Header fields on every answer, such as those for cross-origin requests.
    pub headers: Vec<(String, String)>,
}

/// A running server. Dropping it closes the port.
pub struct Server {
    http: Arc<tiny_http::Server>,
    threads: Vec<JoinHandle<()>>,
    port: u16,
}

impl Server {
    /// Starts to serve on 127.0.0.1.
    ///
    /// # Errors
    ///
    /// When the port is taken.
    pub fn start(config: Config) -> Result<Server> {
        let http = tiny_http::Server::http(("127.0.0.1", config.port))
            .map_err(|error| anyhow!("could not listen on port {}: {error}", config.port))?;
        let port = http.server_addr().to_ip().context("the server has no port")?.port();
        let (http, config) = (Arc::new(http), Arc::new(config));
        let threads = (0..THREADS)
            .map(|_| {
                let (http, config) = (Arc::clone(&http), Arc::clone(&config));
                thread::spawn(move || {
                    while let Ok(request) = http.recv() {
                        answer(request, &config);
                    }
                })
            })
            .collect();
        Ok(Server { http, threads, port })
    }

    /// Serves one folder at the root of any free port.
    ///
    /// # Errors
    ///
    /// When no port is free.
    pub fn of_dir(dir: &Path) -> Result<Server> {
        Server::start(Config { mounts: vec![("/".to_owned(), dir.to_owned())], ..Config::default() })
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    /// The address of `path` (which starts with `/`).
    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// Blocks for as long as the server runs, which is until the process ends.
    pub fn wait(mut self) {
        for thread in self.threads.drain(..) {
            // A thread that panicked has ended as well.
            let _ = thread.join();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        for _ in 0..THREADS {
            self.http.unblock();
        }
    }
}

fn answer(request: Request, config: &Config) {
    let headers = config.headers.iter().filter_map(|(name, value)| header(name, value));
    // Sending fails when the browser has hung up, which concerns nobody.
    let _ = match open(&request, config) {
        Ok((file, path)) => {
            let mut response = Response::from_file(file);
            response.add_header_from("Content-Type", content_type(&path));
            // Files keep their names from build to build while one develops.
            response.add_header_from("Cache-Control", "no-cache");
            headers.for_each(|header| response.add_header(header));
            request.respond(response)
        }
        Err(status) => {
            let mut response = Response::from_string(status.1).with_status_code(status.0);
            headers.for_each(|header| response.add_header(header));
            request.respond(response)
        }
    };
}

fn open(request: &Request, config: &Config) -> Result<(File, PathBuf), (u16, &'static str)> {
    if !matches!(request.method(), Method::Get | Method::Head) {
        return Err((405, "Only GET and HEAD.\n"));
    }
    let path = resolve(request.url(), &config.mounts).ok_or((404, "No such file.\n"))?;
    let file = File::open(&path).map_err(|_| (404, "No such file.\n"))?;
    Ok((file, path))
}

/// The file behind a URL: `None` when no mount fits or the path climbs out.
fn resolve(url: &str, mounts: &[(String, PathBuf)]) -> Option<PathBuf> {
    let url_path = url.split(['?', '#']).next()?;
    let (prefix, dir) = mounts
        .iter()
        .filter(|(prefix, _)| url_path.starts_with(prefix.as_str()))
        .max_by_key(|(prefix, _)| prefix.len())?;
    let relative = percent_decoded(&url_path[prefix.len()..])?;
    let relative = Path::new(relative.trim_start_matches('/'));
    if !relative.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
        return None;
    }
    let path = dir.join(relative);
    Some(if path.is_dir() { path.join("index.html") } else { path })
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        if byte == b'%' {
            let digits = std::str::from_utf8(tail.get(..2)?).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = &tail[2..];
        } else {
            bytes.push(byte);
            rest = tail;
        }
    }
    String::from_utf8(bytes).ok()
}

/// By the last extension alone, as static hosts do: `.json.gz` is gzip data
/// and must not be unpacked on the way (no `Content-Encoding`).
fn content_type(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "ftl" | "txt" | "md" => "text/plain; charset=utf-8",
        "csv" => "text/csv; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "woff2" => "font/woff2",
        "gz" => "application/gzip",
        "zip" => "application/zip",
        "zst" => "application/zstd",
        _ => "application/octet-stream",
    }
}

fn header(name: &str, value: &str) -> Option<Header> {
    Header::from_bytes(name, value).ok()
}

trait AddHeader {
    fn add_header_from(&mut self, name: &str, value: &str);
}

impl<R: std::io::Read> AddHeader for Response<R> {
    fn add_header_from(&mut self, name: &str, value: &str) {
        if let Some(header) = header(name, value) {
            self.add_header(header);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::io::{Read, Write};
    use std::net::TcpStream;

    fn get(port: u16, path: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    #[test]
    fn gzip_files_travel_as_they_are() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("a b.json.gz"), b"packed").unwrap();
        let server = Server::of_dir(dir.path()).unwrap();
        let answer = get(server.port(), "/a%20b.json.gz?v=1");
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        assert!(answer.contains("Content-Type: application/gzip\r\n"), "{answer}");
        assert!(!answer.contains("Content-Encoding"), "{answer}");
        assert!(answer.ends_with("packed"), "{answer}");
    }

    #[test]
    fn a_folder_answers_with_its_index() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("index.html"), "<p>").unwrap();
        let server = Server::start(Config {
            mounts: vec![("/deep/down/".to_owned(), dir.path().to_owned())],
            headers: vec![("Access-Control-Allow-Origin".to_owned(), "*".to_owned())],
            ..Config::default()
        })
        .unwrap();
        let answer = get(server.port(), "/deep/down/");
        assert!(answer.contains("Content-Type: text/html; charset=utf-8\r\n"), "{answer}");
        assert!(answer.contains("Access-Control-Allow-Origin: *\r\n"), "{answer}");
        assert!(get(server.port(), "/").starts_with("HTTP/1.1 404"));
    }

    #[test]
    fn a_path_never_climbs_out_of_its_folder() {
        let mounts = [("/".to_owned(), PathBuf::from("/srv"))];
        assert_eq!(resolve("/a/../../etc/passwd", &mounts), None);
        assert_eq!(resolve("/%2e%2e/etc/passwd", &mounts), None);
        assert_eq!(resolve("/x/y.wasm#z", &mounts), Some(PathBuf::from("/srv/x/y.wasm")));
    }
}

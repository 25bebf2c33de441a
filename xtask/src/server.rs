//! A static file server as plain as the hosts that the page must work on: no
//! special headers, no compression, no rewriting.
//!
//! Its own few lines of HTTP, because the small server crates share threads
//! between connections and stall when a browser holds some open in silence.

use anyhow::{Context, Result};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

/// Longer requests come from no browser of ours.
const REQUEST_LIMIT_BYTES: u64 = 64 << 10;

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
    /// Lets browsers keep files for so long, as most hosts do. `None`: they ask
    /// every time, because files keep their names from build to build while one
    /// develops.
    pub max_age_seconds: Option<u32>,
}

/// A running server. Dropping it closes the port.
pub struct Server {
    listener: JoinHandle<()>,
    closing: Arc<AtomicBool>,
    port: u16,
    asked: Asked,
}

/// The first URLs that were asked for.
type Asked = Arc<Mutex<Vec<String>>>;
const MOST_ASKED: usize = 10_000;

impl Server {
    /// Starts to serve on 127.0.0.1.
    ///
    /// # Errors
    ///
    /// When the port is taken.
    pub fn start(config: Config) -> Result<Server> {
        let listener = TcpListener::bind(("127.0.0.1", config.port))
            .with_context(|| format!("could not listen on port {}", config.port))?;
        let port = listener.local_addr()?.port();
        let closing = Arc::new(AtomicBool::new(false));
        let is_closing = Arc::clone(&closing);
        let config = Arc::new(config);
        let asked = Asked::default();
        let all = Arc::clone(&asked);
        let listener = thread::spawn(move || {
            for stream in listener.incoming() {
                if is_closing.load(Ordering::Relaxed) {
                    return;
                }
                let (config, asked) = (Arc::clone(&config), Arc::clone(&all));
                let is_closing = Arc::clone(&is_closing);
                // A thread for each connection, because browsers open some
                // that they use much later, which must not hold up others.
                // A connection that breaks concerns nobody.
                thread::spawn(move || {
                    stream.and_then(|stream| converse(&stream, &config, &asked, &is_closing))
                });
            }
        });
        Ok(Server { listener, closing, port, asked })
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

    /// Whether anybody asked for a file of this name.
    pub fn was_asked_for(&self, file: &str) -> bool {
        let asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked
            .iter()
            .any(|url| url.split('?').next().is_some_and(|path| path.rsplit('/').next() == Some(file)))
    }

    /// Closes the port, and answers nothing more on connections that are open.
    pub fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
        // Wakes the listener; when that fails it has ended already.
        let _ = TcpStream::connect(("127.0.0.1", self.port));
    }

    /// Blocks for as long as the server runs, which is until the process ends.
    pub fn wait(&self) {
        while !self.listener.is_finished() {
            thread::park();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.close();
    }
}

/// Answers one request after the other on a connection.
fn converse(stream: &TcpStream, config: &Config, asked: &Asked, is_closing: &AtomicBool) -> io::Result<()> {
    let mut reader = BufReader::new(stream);
    while let Some(request) = Request::read(&mut reader)? {
        if is_closing.load(Ordering::Relaxed) {
            return Ok(());
        }
        let mut asked = asked.lock().unwrap_or_else(PoisonError::into_inner);
        if asked.len() < MOST_ASKED {
            asked.push(request.url.clone());
        }
        drop(asked);
        answer(stream, &request, config)?;
    }
    Ok(())
}

/// The parts of a request that matter here.
struct Request {
    method: String,
    url: String,
}

impl Request {
    /// Reads the next one; `None` when the browser has closed the connection.
    fn read(reader: &mut impl BufRead) -> io::Result<Option<Request>> {
        let mut reader = reader.take(REQUEST_LIMIT_BYTES);
        let mut first = String::new();
        reader.read_line(&mut first)?;
        let mut words = first.split_whitespace().map(str::to_owned);
        let (Some(method), Some(url)) = (words.next(), words.next()) else { return Ok(None) };
        let mut field = String::new();
        // GET and HEAD have no body, so that the next request follows the fields.
        while reader.read_line(&mut field)? > 0 && !field.trim_end().is_empty() {
            field.clear();
        }
        Ok(Some(Request { method, url }))
    }
}

fn answer(mut stream: &TcpStream, request: &Request, config: &Config) -> io::Result<()> {
    let (status, content_type, body) = match open(request, config) {
        Ok((file, path)) => ("200 OK", content_type(&path), Body::File(file)),
        Err(status) => (status, content_type(Path::new("reason.txt")), Body::Text(format!("{status}\n"))),
    };
    let length = match &body {
        Body::File(file) => file.metadata()?.len(),
        Body::Text(text) => text.len() as u64,
    };
    let keep = config.max_age_seconds.map_or("no-cache".to_owned(), |seconds| format!("max-age={seconds}"));
    let mut head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {content_type}\r\nContent-Length: {length}\r\nCache-Control: {keep}\r\n"
    );
    for (name, value) in &config.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str("\r\n");
    stream.write_all(head.as_bytes())?;
    if request.method != "HEAD" {
        match body {
            // `take`: a file that grows meanwhile must not run into the next answer.
            Body::File(file) => io::copy(&mut file.take(length), &mut stream).map(drop)?,
            Body::Text(text) => stream.write_all(text.as_bytes())?,
        }
    }
    Ok(())
}

enum Body {
    File(File),
    Text(String),
}

fn open(request: &Request, config: &Config) -> Result<(File, PathBuf), &'static str> {
    if !matches!(request.method.as_str(), "GET" | "HEAD") {
        return Err("405 Method Not Allowed");
    }
    let path = resolve(&request.url, &config.mounts).ok_or("404 Not Found")?;
    let file = File::open(&path).map_err(|_| "404 Not Found")?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn get(port: u16, path: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
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
    fn connections_that_stay_silent_hold_up_nobody() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("a.wasm"), "x").unwrap();
        let server = Server::of_dir(dir.path()).unwrap();
        let silent: Vec<_> =
            (0..40).map(|_| TcpStream::connect(("127.0.0.1", server.port())).unwrap()).collect();
        assert!(get(server.port(), "/a.wasm").contains("Content-Type: application/wasm\r\n"));
        drop(silent);
    }

    #[test]
    fn a_path_never_climbs_out_of_its_folder() {
        let mounts = [("/".to_owned(), PathBuf::from("/srv"))];
        assert_eq!(resolve("/a/../../etc/passwd", &mounts), None);
        assert_eq!(resolve("/%2e%2e/etc/passwd", &mounts), None);
        assert_eq!(resolve("/x/y.wasm#z", &mounts), Some(PathBuf::from("/srv/x/y.wasm")));
    }
}

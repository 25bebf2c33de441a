//! A host that is not the page's own and behaves as a test wants: with or
//! without leave for other pages, with errors, with parts of files, with
//! connections that break.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// A request, as far as tests look at it.
#[derive(Clone, Debug)]
pub struct Asked {
    pub method: String,
    /// With its query.
    pub path: String,
    /// First and last byte that were asked for.
    pub range: Option<(usize, usize)>,
}

/// What a host answers.
pub struct Answer {
    status: u16,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
    /// The connection breaks behind so many bytes of the body.
    cut_after: Option<usize>,
}

impl Answer {
    pub fn of(status: u16, body: impl Into<Vec<u8>>) -> Self {
        Self { status, headers: Vec::new(), body: body.into(), cut_after: None }
    }

    /// The part that was asked for, or all.
    pub fn part_of(body: &[u8], asked: &Asked) -> Self {
        let Some((first, last)) = asked.range else { return Self::of(200, body) };
        let last = last.min(body.len() - 1);
        let range = format!("bytes {first}-{last}/{}", body.len());
        Self::of(206, &body[first..=last]).with("Content-Range", &range)
    }

    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    #[must_use]
    pub fn cut_after(mut self, bytes: usize) -> Self {
        self.cut_after = Some(bytes);
        self
    }
}

/// A running host. Dropping it closes the port.
pub struct Host {
    port: u16,
    asked: Arc<Mutex<Vec<Asked>>>,
    closing: Arc<AtomicBool>,
}

impl Host {
    /// Lets all pages read what it answers.
    ///
    /// # Panics
    ///
    /// When no port is free.
    pub fn open(answer: impl Fn(&Asked) -> Answer + Send + Sync + 'static) -> Self {
        Self::start(move |asked| answer(asked).with("Access-Control-Allow-Origin", "*"))
    }

    /// Answers, but lets no other page read.
    ///
    /// # Panics
    ///
    /// When no port is free.
    pub fn closed(answer: impl Fn(&Asked) -> Answer + Send + Sync + 'static) -> Self {
        Self::start(answer)
    }

    fn start(answer: impl Fn(&Asked) -> Answer + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap_or_else(|error| panic!("no port: {error}"));
        let port = listener.local_addr().unwrap_or_else(|error| panic!("no port: {error}")).port();
        let (asked, closing) = (Arc::<Mutex<Vec<Asked>>>::default(), Arc::new(AtomicBool::new(false)));
        let (list, is_closing, answer) = (asked.clone(), closing.clone(), Arc::new(answer));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if is_closing.load(Ordering::Relaxed) {
                    return;
                }
                let (list, answer) = (list.clone(), answer.clone());
                // A browser that hangs up concerns nobody.
                thread::spawn(move || converse(&stream, &list, &*answer));
            }
        });
        Self { port, asked, closing }
    }

    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.origin())
    }

    pub fn origin(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// What was asked for so far.
    pub fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.closing.store(true, Ordering::Relaxed);
        // Wakes the listener; when that fails it has ended already.
        let _ = TcpStream::connect(("127.0.0.1", self.port));
    }
}

/// One request, one answer: a connection that breaks must not hold others.
fn converse(
    mut stream: &TcpStream,
    list: &Mutex<Vec<Asked>>,
    answer: &(dyn Fn(&Asked) -> Answer + Send + Sync),
) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let mut words = line.split_whitespace().map(str::to_owned);
    let (Some(method), Some(path)) = (words.next(), words.next()) else { return Ok(()) };
    let mut asked = Asked { method, path, range: None };
    loop {
        let mut field = String::new();
        if reader.read_line(&mut field)? == 0 || field.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = field.split_once(':')
            && name.eq_ignore_ascii_case("range")
        {
            asked.range = range(value);
        }
    }
    list.lock().unwrap_or_else(PoisonError::into_inner).push(asked.clone());
    let answer = answer(&asked);
    let has_length = answer.headers.iter().any(|(name, _)| name == "Content-Length");
    let mut head =
        format!("HTTP/1.1 {} x\r\nConnection: close\r\nCache-Control: no-store\r\n", answer.status);
    if !has_length {
        head.push_str(&format!("Content-Length: {}\r\n", answer.body.len()));
    }
    for (name, value) in &answer.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    stream.write_all(format!("{head}\r\n").as_bytes())?;
    if asked.method != "HEAD" {
        let end = answer.cut_after.unwrap_or(answer.body.len()).min(answer.body.len());
        stream.write_all(&answer.body[..end])?;
    }
    stream.flush()?;
    stream.shutdown(std::net::Shutdown::Write)
}

fn range(value: &str) -> Option<(usize, usize)> {
    let (first, last) = value.trim().strip_prefix("bytes=")?.split_once('-')?;
    Some((first.parse().ok()?, last.parse().unwrap_or(usize::MAX)))
}

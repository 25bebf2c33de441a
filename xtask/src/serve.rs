//! `cargo xtask serve`: the page on this machine.

use crate::dist::{self, Mode, Offline};
use crate::server::{Config, Server};
use crate::setup::{self, Purpose};
use anyhow::{Context, Result, bail};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

/// Build the page, serve it on this machine and print its address.
///
/// Serves the same files that `build` makes, but browsers do not keep them for
/// use without a network. With --watch it compiles quickly,
/// without optimising, and rebuilds and reloads the page on every change.
#[derive(clap::Args)]
pub struct Options {
    /// The port on 127.0.0.1; 0 takes any free one
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// Rebuild on every change (slower page)
    #[arg(long)]
    watch: bool,
}

pub fn run(options: &Options) -> Result<()> {
    setup::ensure(Purpose::Build)?;
    if options.watch { watch(options.port) } else { serve(options.port) }
}

fn serve(port: u16) -> Result<()> {
    let dist = dist::build(Mode::Release, Offline::Off)?;
    let server = Server::start(Config { port, mounts: vec![("/".to_owned(), dist)], ..Config::default() })
        .context("choose another port with --port")?;
    announce(server.port());
    server.wait();
    Ok(())
}

fn watch(port: u16) -> Result<()> {
    let port = if port == 0 { free_port()? } else { port };
    let mut trunk = dist::trunk()
        .args(["serve", "--port", &port.to_string()])
        .spawn()
        .context("could not start trunk")?;
    loop {
        if let Some(status) = trunk.try_wait()? {
            bail!("trunk ended ({status})");
        }
        if answers(port) {
            break;
        }
        thread::sleep(Duration::from_millis(200));
    }
    announce(port);
    let status = trunk.wait()?;
    if !status.success() {
        bail!("trunk ended ({status})");
    }
    Ok(())
}

fn announce(port: u16) {
    println!("\nLowerscope is at http://127.0.0.1:{port}/  (Ctrl+C ends it)");
}

fn free_port() -> Result<u16> {
    Ok(std::net::TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port())
}

/// Whether the page itself comes back: Trunk listens before it has built.
fn answers(port: u16) -> bool {
    let Ok(mut stream) = TcpStream::connect(("127.0.0.1", port)) else {
        return false;
    };
    let mut start = [0; 12];
    let asked = stream.set_read_timeout(Some(Duration::from_secs(2))).and_then(|()| {
        stream.write_all(
            b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/html\r\nConnection: close\r\n\r\n",
        )?;
        stream.read_exact(&mut start)
    });
    asked.is_ok() && start.ends_with(b" 200")
}

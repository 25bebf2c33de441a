//! What the other commands need on this machine, and how it gets there.
//!
//! [`TOOLS`] is the one place that names tools, versions and packages.

use crate::process::{self, cargo, command, find_program, output};
use crate::{chromium, dist};
use anyhow::{Context, Result, bail};
use std::fs;
use std::process::Command;

/// Install the tools that serving, building and testing need.
#[derive(clap::Args)]
pub struct Options {
    /// Only say what is there and what is missing
    #[arg(long)]
    check: bool,
}

/// What a command is going to do; each purpose includes those before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    Build,
    Test,
}

/// How a tool gets onto the machine.
enum Install {
    /// `rustup target add`.
    RustupTarget(&'static str),
    /// `cargo install`; `None` takes the version of the library of that name
    /// from `Cargo.lock`, see [`Tool::version`].
    Cargo { package: &'static str },
    /// `apt-get install` on Debian and its relatives, for root only.
    Apt { packages: &'static [&'static str] },
}

struct Tool {
    name: &'static str,
    why: &'static str,
    purpose: Purpose,
    /// The version that it must have, when it matters.
    version: fn() -> Result<Option<String>>,
    /// The version found, or an empty text when it has none to compare.
    found: fn() -> Option<String>,
    install: Install,
    /// What a person can do when installing it fails.
    by_hand: &'static str,
}

const TRUNK_VERSION: &str = "0.21.14";
const WASM_TARGET: &str = "wasm32-unknown-unknown";

const TOOLS: &[Tool] = &[
    Tool {
        name: "Rust's WebAssembly target",
        why: "compiles the page and its worker",
        purpose: Purpose::Build,
        version: || Ok(None),
        found: find_wasm_target,
        install: Install::RustupTarget(WASM_TARGET),
        by_hand: "Install Rust with rustup (https://rustup.rs), then run `rustup target add wasm32-unknown-unknown`.",
    },
    Tool {
        name: "trunk",
        why: "bundles the page into dist/ (about 8 minutes to compile on two cores)",
        purpose: Purpose::Build,
        version: || Ok(Some(TRUNK_VERSION.to_owned())),
        found: || version_of("trunk"),
        install: Install::Cargo { package: "trunk" },
        by_hand: "Put trunk 0.21.14 on PATH, e.g. from https://github.com/trunk-rs/trunk/releases.",
    },
    Tool {
        name: "wasm-bindgen",
        why: "writes the JavaScript around the compiled page and runs its tests; must match Cargo.lock (about 2 minutes)",
        purpose: Purpose::Build,
        version: || locked_version("wasm-bindgen").map(Some),
        found: || find_program("wasm-bindgen-test-runner").and_then(|_| version_of("wasm-bindgen")),
        install: Install::Cargo { package: "wasm-bindgen-cli" },
        by_hand: "Put wasm-bindgen and wasm-bindgen-test-runner of the version of `wasm-bindgen` in Cargo.lock on PATH, e.g. from https://github.com/wasm-bindgen/wasm-bindgen/releases.",
    },
    Tool {
        name: "chromium",
        why: "the browser that the page is tested in",
        purpose: Purpose::Test,
        version: || Ok(None),
        found: || chromium::find_browser().map(|_| String::new()),
        install: Install::Apt { packages: &["chromium"] },
        by_hand: "Install Chromium or Google Chrome, or set CHROMIUM to its program file.",
    },
    Tool {
        name: "chromedriver",
        why: "drives that browser from the tests; must have its major version",
        purpose: Purpose::Test,
        version: || Ok(None),
        found: || chromium::find_driver().map(|_| String::new()),
        install: Install::Apt { packages: &["chromium-driver"] },
        by_hand: "Install the chromedriver of your browser's version (https://googlechromelabs.github.io/chrome-for-testing/), or set CHROMEDRIVER to its program file.",
    },
];

pub fn run(options: &Options) -> Result<()> {
    if options.check {
        return check();
    }
    ensure(Purpose::Test)?;
    check()
}

/// Installs what `purpose` needs and what is missing. Silent when all is there.
///
/// # Errors
///
/// When something is still missing afterwards; the text says what to do by hand.
pub fn ensure(purpose: Purpose) -> Result<()> {
    for tool in TOOLS.iter().filter(|tool| tool.purpose <= purpose) {
        let wanted = (tool.version)()?;
        let found = (tool.found)();
        if fits(found.as_deref(), wanted.as_deref()) {
            continue;
        }
        println!("{} is missing: it {}.", label(tool, wanted.as_deref()), tool.why);
        let installed = install(tool, wanted.as_deref(), found.is_some());
        let found = (tool.found)();
        if !fits(found.as_deref(), wanted.as_deref()) {
            let error = installed.err().unwrap_or_else(|| anyhow::anyhow!("it is still not found"));
            return Err(
                error.context(format!("{} could not be installed.\nBy hand: {}", tool.name, tool.by_hand))
            );
        }
    }
    Ok(())
}

fn check() -> Result<()> {
    for tool in TOOLS {
        let wanted = (tool.version)()?;
        let state = match (tool.found)() {
            Some(version) if fits(Some(&version), wanted.as_deref()) => "there".to_owned(),
            Some(version) => format!("found {version}"),
            None => "missing".to_owned(),
        };
        println!("{:<28} {state:<10} {}", label(tool, wanted.as_deref()), tool.why);
    }
    let nextest = if has_nextest() { "there" } else { "absent" };
    println!("{:<28} {nextest:<10} optional: runs the native tests when it is there", "cargo-nextest");
    let (wasm_opt, why) = match dist::find_wasm_opt() {
        Ok(_) => ("there", "optional: shrinks the page".to_owned()),
        Err(reason) => ("absent", format!("optional: shrinks the page ({reason})")),
    };
    println!("{:<28} {wasm_opt:<10} {why}", "wasm-opt");
    Ok(())
}

/// Whether `cargo nextest` can be used.
pub fn has_nextest() -> bool {
    find_program("cargo-nextest").is_some()
}

fn label(tool: &Tool, version: Option<&str>) -> String {
    match version {
        Some(version) => format!("{} {version}", tool.name),
        None => tool.name.to_owned(),
    }
}

fn fits(found: Option<&str>, wanted: Option<&str>) -> bool {
    match (found, wanted) {
        (None, _) => false,
        (Some(_), None) => true,
        (Some(found), Some(wanted)) => found == wanted,
    }
}

fn install(tool: &Tool, version: Option<&str>, other_version_present: bool) -> Result<()> {
    match tool.install {
        Install::RustupTarget(target) => announce_and_run(command("rustup").args(["target", "add", target])),
        Install::Cargo { package } => {
            let install = |locked: bool| {
                let mut cargo = cargo();
                cargo.args(["install", package]);
                if let Some(version) = version {
                    cargo.args(["--version", version]);
                }
                if locked {
                    cargo.arg("--locked");
                }
                if other_version_present {
                    // Another project may rely on the version in the usual place.
                    cargo.arg("--root").arg(process::own_tools_dir());
                }
                // A target folder that is shared with this project would only slow it down.
                cargo.env_remove("CARGO_TARGET_DIR");
                announce_and_run(&mut cargo)
            };
            // A yanked dependency breaks --locked; newer ones usually do.
            install(true).or_else(|_| install(false))
        }
        Install::Apt { packages } => {
            if find_program("apt-get").is_none() {
                bail!("this machine has no apt-get");
            }
            let mut apt = command("apt-get");
            apt.args(["install", "--yes", "--no-install-recommends"]).args(packages);
            if !is_root() {
                bail!("only root may install it: sudo {}", process::text(&apt));
            }
            apt.env("DEBIAN_FRONTEND", "noninteractive");
            announce_and_run(command("apt-get").arg("update"))?;
            announce_and_run(&mut apt)
        }
    }
}

fn announce_and_run(command: &mut Command) -> Result<()> {
    println!("Installing: {}", process::text(command));
    process::run(command)
}

fn is_root() -> bool {
    output(command("id").arg("-u")).is_some_and(|id| id.trim() == "0")
}

fn find_wasm_target() -> Option<String> {
    let sysroot = output(command("rustc").args(["--print", "sysroot"]))?;
    let lib = format!("{}/lib/rustlib/{WASM_TARGET}/lib", sysroot.trim());
    fs::metadata(lib).ok().map(|_| String::new())
}

/// The last word of `program --version`'s first line.
fn version_of(program: &str) -> Option<String> {
    let text = output(command(find_program(program)?).arg("--version"))?;
    text.lines().next()?.split_whitespace().nth(1).map(str::to_owned)
}

/// The version of `package` in `Cargo.lock`.
fn locked_version(package: &str) -> Result<String> {
    let path = process::project_dir().join("Cargo.lock");
    let lock = fs::read_to_string(&path).with_context(|| format!("could not read {}", path.display()))?;
    version_in_lock(&lock, package).with_context(|| format!("Cargo.lock names no {package}"))
}

fn version_in_lock(lock: &str, package: &str) -> Option<String> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name);
    lines.next()?;
    lines.next()?.strip_prefix("version = \"")?.strip_suffix('"').map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_locked_version_is_that_of_the_exact_package() {
        let lock = "[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"9.9.9\"\n\n[[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.126\"\n";
        assert_eq!(version_in_lock(lock, "wasm-bindgen").as_deref(), Some("0.2.126"));
        assert_eq!(version_in_lock(lock, "absent"), None);
    }

    #[test]
    fn a_tool_without_a_wanted_version_only_has_to_be_there() {
        assert!(fits(Some(""), None));
        assert!(!fits(None, None));
        assert!(!fits(Some("0.21.13"), Some("0.21.14")));
    }
}

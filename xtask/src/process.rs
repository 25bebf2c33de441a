//! Running other programs, and the two folders that everything refers to.

use anyhow::{Context, Result, bail};
use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The folder with the project's `Cargo.toml`.
pub fn project_dir() -> PathBuf {
    let xtask_dir = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask_dir.parent().unwrap_or(xtask_dir).to_path_buf()
}

/// Cargo's target folder, where screenshots, downloads and own tools go too.
pub fn target_dir() -> PathBuf {
    match env::var_os("CARGO_TARGET_DIR") {
        // Cargo takes a relative one from where it was started.
        Some(dir) => std::path::absolute(&dir).unwrap_or_else(|_| dir.into()),
        None => project_dir().join("target"),
    }
}

/// Tools whose usual place holds a version that other projects may need.
pub fn own_tools_dir() -> PathBuf {
    target_dir().join("tools")
}

/// `PATH` with this project's own tools first, and where `cargo install` puts
/// programs last.
pub fn search_path() -> OsString {
    let own = own_tools_dir().join("bin");
    let usual = env::var_os("PATH").unwrap_or_default();
    let cargo_home =
        env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")));
    let dirs =
        std::iter::once(own).chain(env::split_paths(&usual)).chain(cargo_home.map(|home| home.join("bin")));
    env::join_paths(dirs).unwrap_or(usual)
}

/// The first file called `name` on [`search_path`].
pub fn find_program(name: &str) -> Option<PathBuf> {
    let file_name = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&search_path()).map(|dir| dir.join(&file_name)).find(|path| path.is_file())
}

/// A command in the project's folder, with the own tools on its `PATH`.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(project_dir()).env("PATH", search_path());
    command
}

/// The cargo that runs this, or the one on `PATH`.
pub fn cargo() -> Command {
    command(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Runs `command` with the terminal's input and output.
///
/// # Errors
///
/// When it cannot be started or ends with a failure; the text names it.
pub fn run(command: &mut Command) -> Result<()> {
    let line = text(command);
    let status = command.status().with_context(|| format!("could not start `{line}`"))?;
    if !status.success() {
        bail!("`{line}` failed ({status})");
    }
    Ok(())
}

/// What `command` prints, or nothing when it is missing or fails.
pub fn output(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// A command as a person would type it.
pub fn text(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let program = program.file_stem().unwrap_or(command.get_program());
    std::iter::once(program)
        .chain(command.get_args())
        .map(|word| word.to_string_lossy())
        .collect::<Vec<_>>()
        .join(" ")
}

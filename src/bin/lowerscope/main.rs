//! The command line twin of the page: the same engine, its answers as text or
//! as JSON for other programs. Absent on purpose: anything that the page
//! cannot do too.

#![warn(clippy::expect_used, clippy::unwrap_used)]

#[cfg(not(target_arch = "wasm32"))]
mod compare;
#[cfg(not(target_arch = "wasm32"))]
mod comparison_text;
#[cfg(not(target_arch = "wasm32"))]
mod human;
#[cfg(not(target_arch = "wasm32"))]
mod input;
#[cfg(not(target_arch = "wasm32"))]
mod machine;
#[cfg(not(target_arch = "wasm32"))]
mod neffs;
#[cfg(not(target_arch = "wasm32"))]
mod neuron;
#[cfg(not(target_arch = "wasm32"))]
mod reading;
#[cfg(not(target_arch = "wasm32"))]
mod report;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    native::main()
}

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
pub(crate) mod native {
    use super::{compare, human, input, machine, neffs, neuron, reading};
    use clap::{Arg, ArgAction, Command, value_parser};
    use lowerscope::text::Texts;
    use std::io::Write;
    use std::path::PathBuf;
    use std::process::ExitCode;

    pub fn main() -> ExitCode {
        let texts = Texts::new(&locale());
        let matches = command(&texts).get_matches();
        match matches.subcommand() {
            Some(("inspect", matches)) => {
                let files = matches.get_many::<PathBuf>("file").into_iter().flatten();
                inspect(&texts, files, matches.get_flag("json"), matches.get_flag("summary"))
            }
            Some(("compare", matches)) => compare::run(&texts, matches),
            // Clap asks for a subcommand.
            _ => ExitCode::FAILURE,
        }
    }

    fn command(texts: &Texts) -> Command {
        let inspect = Command::new("inspect")
            .about(texts.get("cli-inspect-about"))
            .after_help(texts.get("cli-inspect-after"))
            .arg(
                Arg::new("file")
                    .required(true)
                    .num_args(1..)
                    .value_parser(value_parser!(PathBuf))
                    .help(texts.get("cli-file")),
            )
            .arg(Arg::new("json").long("json").action(ArgAction::SetTrue).help(texts.get("cli-json")))
            .arg(
                Arg::new("summary").long("summary").action(ArgAction::SetTrue).help(texts.get("cli-summary")),
            );
        Command::new("lowerscope")
            .about(texts.get("cli-about"))
            .version(env!("CARGO_PKG_VERSION"))
            .subcommand_required(true)
            .arg_required_else_help(true)
            .subcommand(inspect)
            .subcommand(compare::command(texts))
    }

    /// The language that the surroundings ask for.
    fn locale() -> String {
        let variable = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
        let locale = variable("LC_ALL").or_else(|| variable("LC_MESSAGES")).or_else(|| variable("LANG"));
        locale.unwrap_or_default().split('.').next().unwrap_or_default().replace('_', "-")
    }

    fn inspect<'a>(
        texts: &Texts,
        files: impl Iterator<Item = &'a PathBuf>,
        json: bool,
        summary: bool,
    ) -> ExitCode {
        let mut readable = false;
        let mut seen = neffs::Seen::default();
        for input in input::of_paths(files) {
            let outcome = reading::read(&input, |found| {
                readable = true;
                seen.add(found);
                let text = match (json, summary) {
                    (true, false) => machine::report(texts, found) + "\n",
                    (true, true) => neuron::json(found) + "\n",
                    (false, false) => human::report(texts, found),
                    (false, true) => human::report(texts, found) + &neuron::report(texts, found),
                };
                print(&text);
            });
            for failure in outcome {
                let name = input.path.display().to_string();
                let text = human::failure(texts, &failure);
                if json {
                    print(&(machine::failure(&name, &failure, &text) + "\n"));
                }
                // A place for complaints that cannot be written to is no reason to stop.
                let _ = writeln!(std::io::stderr(), "{name}: {text}");
            }
        }
        print(&if json { seen.json() } else { seen.report(texts) });
        if readable { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }

    /// Writes to the standard output. A reader that has gone away (`| head`)
    /// ends the program.
    pub fn print(text: &str) {
        let mut out = std::io::stdout().lock();
        if out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_err() {
            std::process::exit(0);
        }
    }
}

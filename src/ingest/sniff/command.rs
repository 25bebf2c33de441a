//! The command that makes something readable of a foreign file.
//!
//! Commands are no language of people, so they live here and not in the
//! texts. Every one was checked against the documentation of its tool.

use super::Foreign;

impl Foreign {
    /// One or two command lines that end in a file that can be opened here,
    /// run where the tools of the format are; `None` where there is none.
    /// `detail` is that of [`Recognised`](super::Recognised).
    pub fn command(self, file: &str, detail: &str) -> Option<String> {
        let file = shell_quoted(base_name(file));
        let neuron = |ntff: &str| format!("neuron-explorer view -n file.neff -s {ntff} --output-format json");
        let command = match self {
            Foreign::NeuronNtff => neuron(&file),
            Foreign::NeuronSystemPart => "neuron-explorer view -d ./output --output-format json".to_owned(),
            Foreign::PerfettoProto => format!("traceconv json {file} trace.json"),
            Foreign::XPlane => format!(
                "python3 -c \"from xprof.convert.raw_to_tool_data import xspace_to_tool_data as t; \
                 import sys; d = t([sys.argv[1]], 'trace_viewer', {{}})[0]; \
                 open('trace.json', 'wb').write(d if isinstance(d, bytes) else d.encode())\" {file}"
            ),
            Foreign::NsysReport => format!(
                "nsys export --type=sqlite --output=report.sqlite {file}\n\
                 python3 nsys2json.py report.sqlite -o trace.json"
            ),
            Foreign::NsysSqlite => format!("python3 nsys2json.py {file} -o trace.json"),
            Foreign::RocpdSqlite => format!("rocpd convert -i {file} --output-format pftrace"),
            Foreign::TorchTraceLog => format!("tlparse {file} -o tl_out"),
            Foreign::Utf16 => format!("iconv -f UTF-16 -t UTF-8 {file} > trace.json"),
            Foreign::GitLfsPointer => format!("git lfs pull --include={file}"),
            Foreign::PythonProfile => "viztracer -o trace.json script.py".to_owned(),
            Foreign::OtherPacking => match detail {
                "bzip2" => format!("bzip2 -dk {file}"),
                "xz" => format!("xz -dk {file}"),
                "lz4" => format!("lz4 -dk {file}"),
                "7z" => format!("7z x {file}"),
                "rar" => format!("unrar x {file}"),
                _ => return None,
            },
            _ => return None,
        };
        Some(command)
    }
}

fn base_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Quoted for a shell where it must be.
fn shell_quoted(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-+=:,@%".contains(c);
    if !name.is_empty() && !name.starts_with('-') && name.chars().all(is_plain) {
        return name.to_owned();
    }
    // A leading dash would be taken for an option.
    let name = if name.starts_with('-') { format!("./{name}") } else { name.to_owned() };
    format!("'{}'", name.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_names_the_file() {
        assert_eq!(
            Foreign::PerfettoProto.command("run/a.pftrace", ""),
            Some("traceconv json a.pftrace trace.json".to_owned())
        );
        assert_eq!(Foreign::OtherPacking.command("a.json.xz", "xz"), Some("xz -dk a.json.xz".to_owned()));
        assert_eq!(Foreign::Image.command("a.png", "PNG"), None);
    }

    #[test]
    fn odd_names_are_quoted() {
        assert_eq!(shell_quoted("a b.json"), "'a b.json'");
        assert_eq!(shell_quoted("it's"), r"'it'\''s'");
        assert_eq!(shell_quoted("-rf"), "'./-rf'");
        assert_eq!(shell_quoted(""), "''");
        let command = Foreign::Utf16.command("$(reboot).json", "").unwrap();
        assert_eq!(command, "iconv -f UTF-16 -t UTF-8 '$(reboot).json' > trace.json");
    }
}

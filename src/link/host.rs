//! Addresses as people paste them: often a page about a file, or a name that
//! only a host's own tools know, and not where the file can be fetched from.
//!
//! [`raw_address`] turns those of well-known hosts into addresses that a page
//! may read; everything else stays as it is. [`advice`] says what is known to
//! stand in the way. Both only look at the text: nothing is fetched, and what
//! a host really sends is seen when it answers.
//!
//! Absent on purpose: hosts that want a key or a session for every file.

use super::text::{encode_path, encode_segment};

/// What a reader should know before a host is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Advice {
    /// An address of a gist names no file: the first one comes.
    FirstOfGist,
    /// Files of releases are handed out without leave for other pages.
    ReleaseFile,
    /// Results of CI runs and of shared drives need a login.
    NeedsLogin,
    /// A page about a folder or a project.
    Page,
}

impl Advice {
    /// Id of the sentence on it.
    pub fn message_id(self) -> &'static str {
        match self {
            Advice::FirstOfGist => "host-gist-first",
            Advice::ReleaseFile => "host-release-file",
            Advice::NeedsLogin => "host-needs-login",
            Advice::Page => "host-page",
        }
    }
}

/// Where the file that a text means can be fetched from. Texts without a
/// meaning here come back as they are.
pub fn raw_address(text: &str) -> String {
    let text = text.trim();
    let Some(parts) = Parts::of(text) else { return text.to_owned() };
    let raw = match parts.scheme.as_str() {
        "s3" => s3(&parts.host, &parts.path, None),
        "gs" => gcs(&parts.host, &parts.path),
        "hf" => hugging_face_name(&parts),
        "http" | "https" => page(&parts),
        _ => None,
    };
    raw.unwrap_or_else(|| text.to_owned())
}

/// What is known to stand in the way of an address, as it was pasted or as
/// [`raw_address`] gave it.
pub fn advice(text: &str) -> Option<Advice> {
    let parts = Parts::of(text.trim())?;
    let path = parts.segments();
    match (parts.host.as_str(), path.as_slice()) {
        ("gist.github.com", [_, id]) | ("gist.githubusercontent.com", [_, id, "raw"]) if is_hex(id) => {
            Some(Advice::FirstOfGist)
        }
        ("github.com", [_, _, "releases", "download" | "latest", ..]) => Some(Advice::ReleaseFile),
        ("github.com", [_, _, "actions" | "suites", ..]) => Some(Advice::NeedsLogin),
        ("drive.google.com" | "docs.google.com" | "1drv.ms" | "onedrive.live.com", _) => {
            Some(Advice::NeedsLogin)
        }
        (
            "github.com",
            [_, _] | [_, _, "tree" | "releases" | "pull" | "issues" | "commit" | "wiki" | "discussions", ..],
        )
        | ("huggingface.co" | "hf.co", [_, _] | [_, _, _])
        | ("gitlab.com", [_, _]) => Some(Advice::Page),
        ("huggingface.co" | "hf.co" | "gitlab.com", path) if path.contains(&"tree") => Some(Advice::Page),
        _ => None,
    }
}

fn page(parts: &Parts) -> Option<String> {
    let path = parts.segments();
    match (parts.host.as_str(), path.as_slice()) {
        ("github.com" | "www.github.com", [owner, repo, "blob" | "raw" | "blame", rest @ ..])
            if rest.len() >= 2 =>
        {
            Some(format!("https://raw.githubusercontent.com/{owner}/{repo}/{}", rest.join("/")))
        }
        // Without a revision the newest comes; the file's name in the fragment
        // has lost its dots and cannot be used.
        ("gist.github.com", [user, id]) if is_hex(id) => {
            Some(format!("https://gist.githubusercontent.com/{user}/{id}/raw"))
        }
        ("gist.github.com", [user, id, "raw", rest @ ..]) if is_hex(id) => {
            let rest: String = rest.iter().map(|part| format!("/{part}")).collect();
            Some(format!("https://gist.githubusercontent.com/{user}/{id}/raw{rest}"))
        }
        ("gist.github.com", [user, id, revision]) if is_hex(id) && is_hex(revision) => {
            Some(format!("https://gist.githubusercontent.com/{user}/{id}/raw/{revision}"))
        }
        ("huggingface.co" | "hf.co", path) => hugging_face(path, parts.query.as_deref()),
        ("gitlab.com", path) => gitlab(path),
        ("zenodo.org" | "www.zenodo.org", ["record" | "records", id, "files" | "preview", file]) => {
            Some(format!("https://zenodo.org/api/records/{id}/files/{file}/content"))
        }
        ("storage.cloud.google.com", [bucket, rest @ ..]) if !rest.is_empty() => {
            Some(format!("https://storage.googleapis.com/{bucket}/{}", rest.join("/")))
        }
        ("console.cloud.google.com", ["storage", "browser", "_details", bucket, rest @ ..])
            if !rest.is_empty() =>
        {
            let rest = rest.join("/");
            let file = rest.split(';').next().unwrap_or_default();
            Some(format!("https://storage.googleapis.com/{bucket}/{file}"))
        }
        (host, ["s3", "object", bucket]) if host.ends_with("console.aws.amazon.com") => {
            let key = parts.query_value("prefix")?;
            s3(bucket, &format!("/{key}"), parts.query_value("region").as_deref())
        }
        _ => None,
    }
}

/// `https://huggingface.co/datasets/ORG/NAME/blob/REVISION/PATH`; models have
/// no word in front, and old ones no organisation.
fn hugging_face(path: &[&str], query: Option<&str>) -> Option<String> {
    let is_action = |part: &&str| ["blob", "raw", "resolve"].contains(part);
    let at = path.iter().position(is_action).filter(|at| (1..=3).contains(at))?;
    let (project, rest) = (path[..at].join("/"), path.get(at + 1..)?);
    if rest.len() < 2 {
        return None;
    }
    // `raw` gives the placeholder of a large file, and a short name redirects.
    let query = query.map(|query| format!("?{query}")).unwrap_or_default();
    Some(format!("https://huggingface.co/{project}/resolve/{}{query}", rest.join("/")))
}

/// `https://gitlab.com/GROUP/PROJECT/-/blob/REF/PATH`: pages may read files
/// through GitLab's interface for programs alone.
fn gitlab(path: &[&str]) -> Option<String> {
    let at = path.iter().position(|part| *part == "-").filter(|at| *at >= 2)?;
    let [_, "blob" | "raw", revision, file @ ..] = &path[at..] else { return None };
    if file.is_empty() {
        return None;
    }
    let project = path[..at].join("%2F");
    let file = file.join("%2F");
    Some(format!(
        "https://gitlab.com/api/v4/projects/{project}/repository/files/{file}/raw?ref={revision}&lfs=true"
    ))
}

/// `s3://BUCKET/KEY`. A bucket with a dot in its name is no name that a
/// certificate covers, so it goes into the path.
fn s3(bucket: &str, key: &str, region: Option<&str>) -> Option<String> {
    let key = key.trim_start_matches('/');
    if bucket.is_empty() || key.is_empty() || key.ends_with('/') {
        return None;
    }
    let is_name =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._".contains(&byte));
    if !is_name(bucket) || !region.is_none_or(is_name) {
        return None;
    }
    let host =
        region.map_or_else(|| "s3.amazonaws.com".to_owned(), |region| format!("s3.{region}.amazonaws.com"));
    let key = encode_path(key);
    Some(match bucket.contains('.') {
        true => format!("https://{host}/{bucket}/{key}"),
        false => format!("https://{bucket}.{host}/{key}"),
    })
}

/// `gs://BUCKET/KEY`.
fn gcs(bucket: &str, key: &str) -> Option<String> {
    let key = key.trim_start_matches('/');
    let is_file = !bucket.is_empty() && !key.is_empty() && !key.ends_with('/');
    is_file.then(|| format!("https://storage.googleapis.com/{}/{}", encode_segment(bucket), encode_path(key)))
}

/// `hf://datasets/ORG/NAME@REVISION/PATH`, as `huggingface_hub` writes it.
fn hugging_face_name(parts: &Parts) -> Option<String> {
    let mut path = vec![parts.host.as_str()];
    path.extend(parts.segments());
    let own = usize::from(["datasets", "spaces"].contains(&path[0])) + 2;
    let (project, file) = path.split_at_checked(own).filter(|(_, file)| !file.is_empty())?;
    let project = project.join("/");
    let (project, revision) = project.split_once('@').unwrap_or((&project, "main"));
    Some(format!("https://huggingface.co/{project}/resolve/{revision}/{}", encode_path(&file.join("/"))))
}

fn is_hex(text: &str) -> bool {
    text.len() >= 20 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// An address in its parts. The path is as it is written.
struct Parts {
    scheme: String,
    /// In lower case but for names of buckets, which are not in use in any other.
    host: String,
    path: String,
    query: Option<String>,
}

impl Parts {
    fn of(text: &str) -> Option<Self> {
        let (scheme, rest) = text.split_once("://")?;
        let scheme = scheme.to_ascii_lowercase();
        // Keys of buckets may hold signs that have a meaning in addresses.
        let is_web = scheme.starts_with("http");
        let rest = if is_web { rest.split('#').next().unwrap_or_default() } else { rest };
        let (rest, query) = match rest.split_once('?') {
            Some((rest, query)) if is_web => (rest, Some(query.to_owned())),
            _ => (rest, None),
        };
        let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        Some(Self { scheme, host: host.to_ascii_lowercase(), path: path.to_owned(), query })
    }

    fn segments(&self) -> Vec<&str> {
        self.path.split('/').filter(|part| !part.is_empty()).collect()
    }

    fn query_value(&self, key: &str) -> Option<String> {
        let pairs = self.query.as_deref()?.split('&').filter_map(|pair| pair.split_once('='));
        pairs.filter(|(own, _)| *own == key).map(|(_, value)| super::text::decode(value)).next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const GIST: &str = "0123456789abcdef0123456789abcdef";

    #[test]
    fn pages_about_files_become_addresses_of_files() {
        let gist = |rest: &str| format!("https://gist.github.com/someone/{GIST}{rest}");
        let raw_gist = |rest: &str| format!("https://gist.githubusercontent.com/someone/{GIST}/raw{rest}");
        let table = [
            (
                "https://github.com/pytorch/kineto/blob/main/tb_plugin/samples/a.pt.trace.json.gz",
                "https://raw.githubusercontent.com/pytorch/kineto/main/tb_plugin/samples/a.pt.trace.json.gz",
            ),
            (
                "https://github.com/o/r/raw/refs/heads/feat/x/trace.json?raw=true#L3",
                "https://raw.githubusercontent.com/o/r/refs/heads/feat/x/trace.json",
            ),
            (
                "https://www.github.com/o/r/blame/v1.0/a%20b.json",
                "https://raw.githubusercontent.com/o/r/v1.0/a%20b.json",
            ),
            (
                "https://huggingface.co/datasets/org/traces/blob/main/h100/rank0.json.gz",
                "https://huggingface.co/datasets/org/traces/resolve/main/h100/rank0.json.gz",
            ),
            (
                "https://huggingface.co/org/model/raw/refs%2Fpr%2F1/trace.json",
                "https://huggingface.co/org/model/resolve/refs%2Fpr%2F1/trace.json",
            ),
            (
                "https://hf.co/gpt2/resolve/main/trace.json?download=true",
                "https://huggingface.co/gpt2/resolve/main/trace.json?download=true",
            ),
            (
                "hf://datasets/org/traces@v2/a b/t.json",
                "https://huggingface.co/datasets/org/traces/resolve/v2/a%20b/t.json",
            ),
            ("hf://org/model/t.json", "https://huggingface.co/org/model/resolve/main/t.json"),
            ("s3://bucket/run 1/trace.json.gz", "https://bucket.s3.amazonaws.com/run%201/trace.json.gz"),
            ("s3://my.bucket.name/a?b#c.json", "https://s3.amazonaws.com/my.bucket.name/a%3Fb%23c.json"),
            (
                "https://us-west-2.console.aws.amazon.com/s3/object/bucket?region=us-west-2&prefix=run%2Ft.json",
                "https://bucket.s3.us-west-2.amazonaws.com/run/t.json",
            ),
            ("gs://bucket/run/t.json", "https://storage.googleapis.com/bucket/run/t.json"),
            (
                "https://storage.cloud.google.com/bucket/run/t.json",
                "https://storage.googleapis.com/bucket/run/t.json",
            ),
            (
                "https://console.cloud.google.com/storage/browser/_details/bucket/run/t.json;tab=live_object?project=p",
                "https://storage.googleapis.com/bucket/run/t.json",
            ),
            (
                "https://zenodo.org/records/1234567/files/trace.json.gz?download=1",
                "https://zenodo.org/api/records/1234567/files/trace.json.gz/content",
            ),
            (
                "https://gitlab.com/group/sub/project/-/blob/main/runs/t.json?ref_type=heads",
                "https://gitlab.com/api/v4/projects/group%2Fsub%2Fproject/repository/files/runs%2Ft.json/raw?ref=main&lfs=true",
            ),
        ];
        for (pasted, raw) in table {
            assert_eq!(raw_address(&format!(" {pasted}\n")), raw);
            // Where it leads is an address that stays.
            assert_eq!(raw_address(raw), raw);
        }
        assert_eq!(raw_address(&gist("#file-trace-json")), raw_gist(""));
        assert_eq!(raw_address(&gist("/raw/trace.json")), raw_gist("/trace.json"));
        assert_eq!(
            raw_address(&gist("/fedcba9876543210fedcba9876543210fedcba98")),
            raw_gist("/fedcba9876543210fedcba9876543210fedcba98")
        );
    }

    #[test]
    fn other_addresses_stay_as_they_are() {
        for address in [
            "https://example.org/a/b.json?x=1#y",
            "https://raw.githubusercontent.com/o/r/main/t.json?token=AAA",
            "https://bucket.s3.eu-west-1.amazonaws.com/t.json?X-Amz-Signature=ab%2Fc&X-Amz-Expires=60",
            "https://s3.eu-west-1.amazonaws.com/bucket/t.json",
            "https://github.com/o/r",
            "https://github.com/o/r/blob/main",
            "https://github.com/o/r/releases/download/v1/t.json.gz",
            "https://gist.github.com/someone/not-an-id",
            "s3://bucket/",
            "s3://bucket",
            "s3://evil.org\\@x/key",
            "gs://bucket/folder/",
            "traces/a.json.gz",
            "blob:https://host/0000",
            "",
        ] {
            assert_eq!(raw_address(address), address);
        }
    }

    #[test]
    fn what_is_known_to_stand_in_the_way_is_said() {
        let table = [
            ("https://github.com/o/r/releases/download/v1/t.json.gz", Some(Advice::ReleaseFile)),
            ("https://github.com/o/r/releases/latest/download/t.json", Some(Advice::ReleaseFile)),
            ("https://github.com/o/r/actions/runs/1/artifacts/2", Some(Advice::NeedsLogin)),
            ("https://drive.google.com/file/d/abc/view?usp=sharing", Some(Advice::NeedsLogin)),
            ("https://github.com/o/r/tree/main/traces", Some(Advice::Page)),
            ("https://huggingface.co/datasets/org/traces", Some(Advice::Page)),
            ("https://huggingface.co/datasets/org/traces/tree/main/h100", Some(Advice::Page)),
            ("https://github.com/o/r/blob/main/t.json", None),
            ("https://huggingface.co/org/model/blob/main/t.json", None),
            ("https://example.org/releases/download/x", None),
        ];
        for (address, expected) in table {
            assert_eq!(advice(address), expected, "{address}");
        }
        let gist = format!("https://gist.github.com/someone/{GIST}");
        assert_eq!(advice(&gist), Some(Advice::FirstOfGist));
        assert_eq!(advice(&raw_address(&gist)), Some(Advice::FirstOfGist));
        assert_eq!(advice(&raw_address(&format!("{gist}/raw/trace.json"))), None);
    }

    proptest! {
        #[test]
        fn any_text_is_taken_and_leads_to_the_web_or_stays(
            text in "(s3|gs|hf|https?)://(github\\.com|gitlab\\.com|gist\\.github\\.com|huggingface\\.co|x)?(/|-|blob|raw|\\PC){0,8}"
        ) {
            let raw = raw_address(&text);
            prop_assert!(raw == text.trim() || raw.starts_with("https://"), "{raw}");
            let _ = advice(&text);
        }
    }
}

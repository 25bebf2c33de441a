//! The fragment itself: `#v=1&url=…&range=…`.

use super::text::{decode, encode};
use super::{Front, Link, MOST_PACKED, MOST_SOURCES, Packed, PathsLink, Source, TraceLink, VERSION};

/// Comparisons that one link may name.
const MOST_COMPARISONS: usize = 16;

/// A link as a fragment, without its `#`; empty for an empty one.
pub fn write(link: &Link) -> String {
    let mut out = String::new();
    let mut put = |key: &str, value: String| {
        if !out.is_empty() {
            out.push('&');
        }
        out.push_str(key);
        out.push('=');
        out.push_str(&value);
    };
    if link.traces.is_empty() {
        return out;
    }
    put("v", VERSION.to_string());
    for (source, view) in link.traces.iter().take(MOST_SOURCES) {
        match source {
            Source::Url { url, .. } => put("url", encode(url)),
            Source::File { name, bytes, hash, .. } => {
                let hash = hash.map(|hash| format!("~{hash:08x}")).unwrap_or_default();
                put("file", format!("{}~{bytes}{hash}", encode(name)));
            }
            Source::Packed(packed) => put("pack", packed.text()),
        }
        if let Some(entry) = source.entry() {
            put("entry", encode(entry));
        }
        view.write(&mut put);
    }
    for comparison in link.comparisons.iter().take(MOST_COMPARISONS) {
        comparison.write(&mut put);
    }
    match link.front {
        Some(Front::Trace(at)) => put("front", format!("t{at}")),
        Some(Front::Comparison(at)) => put("front", format!("c{at}")),
        None => {}
    }
    for (key, text) in [("pane", &link.pane), ("theme", &link.theme), ("lang", &link.language)] {
        if let Some(text) = text {
            put(key, encode(text));
        }
    }
    out
}

/// What the parts that come next are about.
enum About {
    Page,
    Trace,
    Comparison,
    /// A trace that has no room in the link.
    Surplus,
}

/// The link that a fragment is, with or without its `#`.
pub fn read(fragment: &str) -> Link {
    let mut link = Link::default();
    let fragment = fragment.strip_prefix('#').unwrap_or(fragment);
    // A person's own link: an address may stand as it is, with a query.
    let mut by_hand = true;
    // The last address stands as it is and has a query, which goes on.
    let mut goes_on = false;
    let mut about = About::Page;
    // Characters of packs that may still come.
    let mut pack_left = MOST_PACKED;
    let mut parts = fragment.split('&').filter(|part| !part.is_empty()).peekable();
    while let Some(part) = parts.next() {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        if goes_on && key != "url" {
            if let Some((Source::Url { url, .. }, _)) = link.traces.last_mut() {
                url.push('&');
                url.push_str(part);
            }
            continue;
        }
        let understood = match key {
            "v" => version(&mut link, value).map(|()| by_hand = false),
            "url" => {
                let as_it_is = by_hand && value.contains("://");
                goes_on = as_it_is && value.contains('?');
                let url = if as_it_is { value.to_owned() } else { decode(value) };
                about = add(&mut link, Some(Source::Url { url, entry: None }));
                about.is_known()
            }
            "file" => {
                about = add(&mut link, file(value));
                about.is_known()
            }
            "pack" => {
                let packed = Packed::read(value, &mut pack_left, parts.peek().is_none());
                about = add(&mut link, Some(Source::Packed(packed)));
                about.is_known()
            }
            "compare" => {
                about = add_comparison(&mut link, value);
                about.is_known()
            }
            "front" => front(value).map(|front| link.front = Some(front)),
            "pane" => {
                link.pane = Some(decode(value));
                Some(())
            }
            "theme" => Some(decode(value))
                .filter(|theme| theme == "light" || theme == "dark")
                .map(|theme| link.theme = Some(theme)),
            "lang" => {
                link.language = Some(decode(value));
                Some(())
            }
            _ => about_something(&mut link, &about, key, value),
        };
        if understood.is_none() {
            link.left_out = link.left_out.saturating_add(1);
        }
    }
    tidy(&mut link);
    link
}

fn version(link: &mut Link, value: &str) -> Option<()> {
    let version: u32 = value.parse().ok()?;
    link.is_newer = version > VERSION;
    Some(())
}

fn about_something(link: &mut Link, about: &About, key: &str, value: &str) -> Option<()> {
    match about {
        About::Page => None,
        About::Trace => {
            let (source, view) = link.traces.last_mut()?;
            if key == "entry" {
                let (Source::Url { entry, .. } | Source::File { entry, .. }) = source else { return None };
                *entry = Some(decode(value)).filter(|entry| !entry.is_empty());
                return Some(());
            }
            view.read(key, value)
        }
        About::Comparison => link.comparisons.last_mut()?.read(key, value),
        About::Surplus => Some(()),
    }
}

impl About {
    /// `None` where what should have begun has not been understood.
    fn is_known(&self) -> Option<()> {
        (!matches!(self, Self::Page)).then_some(())
    }
}

fn add(link: &mut Link, source: Option<Source>) -> About {
    let is_empty = |source: &Source| match source {
        Source::Url { url, .. } => url.trim().is_empty(),
        Source::File { name, .. } => name.is_empty(),
        Source::Packed(packed) => packed.name.is_empty(),
    };
    match source.filter(|source| !is_empty(source)) {
        None => About::Page,
        Some(_) if link.traces.len() >= MOST_SOURCES => {
            link.surplus = link.surplus.saturating_add(1);
            About::Surplus
        }
        Some(source) => {
            link.traces.push((source, TraceLink::default()));
            About::Trace
        }
    }
}

fn add_comparison(link: &mut Link, value: &str) -> About {
    match PathsLink::begin(value) {
        Some(paths) if link.comparisons.len() < MOST_COMPARISONS => {
            link.comparisons.push(paths);
            About::Comparison
        }
        _ => About::Page,
    }
}

fn file(value: &str) -> Option<Source> {
    let mut parts = value.split('~');
    let name = decode(parts.next()?);
    let bytes = parts.next().map_or(Some(0), |bytes| bytes.parse().ok())?;
    let hash = match parts.next() {
        Some(hash) => Some(u32::from_str_radix(hash, 16).ok()?),
        None => None,
    };
    Some(Source::File { name, bytes, hash, entry: None })
}

fn front(value: &str) -> Option<Front> {
    let (kind, at) = value.split_at_checked(1)?;
    let at = at.parse().ok()?;
    match kind {
        "t" => Some(Front::Trace(at)),
        "c" => Some(Front::Comparison(at)),
        _ => None,
    }
}

/// Takes out what names something that is not in the link.
fn tidy(link: &mut Link) {
    let traces = link.traces.len();
    let before = link.comparisons.len();
    let has_all = |paths: &PathsLink| paths.paths.iter().flat_map(|path| &path.traces).all(|at| *at < traces);
    let kept: Vec<bool> = link.comparisons.iter().map(has_all).collect();
    let place =
        |at: usize| kept.get(at).is_some_and(|kept| *kept).then(|| kept[..at].iter().filter(|k| **k).count());
    link.front = match link.front {
        Some(Front::Trace(at)) => (at < traces).then_some(Front::Trace(at)),
        Some(Front::Comparison(at)) => place(at).map(Front::Comparison),
        None => None,
    };
    let mut kept = kept.iter();
    link.comparisons.retain(|_| kept.next().is_some_and(|kept| *kept));
    link.left_out = link.left_out.saturating_add((before - link.comparisons.len()) as u32);
}

#[cfg(test)]
#[path = "fragment_tests.rs"]
mod tests;

//! What answers of hosts mean: which failure a status is, whether a file is
//! too large to begin with, and whether a part of a file belongs to the rest.
//!
//! Plain decisions on header fields, so that they can be tested without a
//! host. A page sees few fields of another host's answer; what it cannot see
//! is `None` here, and decides nothing.

/// A longer text is not begun: what is held of it would not fit into the 4 GiB
/// that WebAssembly has.
pub const MOST_TEXT_BYTES: u64 = 6 << 30;
/// Shorter archives are fetched whole: asking for parts would take longer.
pub const RANGED_FROM_BYTES: u64 = 1 << 20;
/// Memory of the worker beyond which a load is given up, before the browser
/// ends the worker with all that is open.
pub const MOST_MEMORY_BYTES: u64 = 3840 << 20;

/// Message id of an answer that is no file, by its status. An address that
/// carries a signature was good for some time only.
pub fn failure_of_status(status: u16, url: &str) -> &'static str {
    match status {
        400 | 401 | 403 if is_signed(url) => "fetch-expired",
        401 | 403 | 407 => "fetch-denied",
        404 | 410 => "fetch-missing",
        429 => "fetch-busy",
        500..=599 => "fetch-broken",
        _ => "fetch-status",
    }
}

/// Whether an address carries a signature, by which anybody may read the file.
pub fn is_signed(url: &str) -> bool {
    const KEYS: &[&str] = &["x-amz-signature", "x-goog-signature", "signature", "sig", "token"];
    let query = url.split('#').next().and_then(|url| url.split_once('?')).map_or("", |(_, query)| query);
    let key = |pair: &str| pair.split('=').next().unwrap_or_default().to_ascii_lowercase();
    query.split('&').any(|pair| KEYS.contains(&key(pair).as_str()))
}

/// Whether a file of this length is too large to begin with: `None` is not known.
pub fn is_too_large(bytes: Option<u64>) -> bool {
    bytes.is_some_and(|bytes| bytes > MOST_TEXT_BYTES)
}

/// What tells one state of a file from another.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Version {
    pub etag: Option<String>,
    /// As the host writes it.
    pub modified: Option<String>,
}

impl Version {
    /// Whether nothing speaks against both being of one state.
    pub fn may_be(&self, other: &Self) -> bool {
        let agree = |a: &Option<String>, b: &Option<String>| a.is_none() || b.is_none() || a == b;
        agree(&self.etag, &other.etag) && agree(&self.modified, &other.modified)
    }

    /// Whether it is known that both are of one state.
    pub fn is(&self, other: &Self) -> bool {
        let same = |a: &Option<String>, b: &Option<String>| a.is_some() && a == b;
        self.may_be(other) && (same(&self.etag, &other.etag) || same(&self.modified, &other.modified))
    }

    /// What the field `If-Range` may carry: a weak tag does not stand for bytes.
    pub fn if_range(&self) -> Option<&str> {
        let strong = self.etag.as_deref().filter(|etag| etag.starts_with('"'));
        strong.or(self.modified.as_deref())
    }
}

/// Fields of an answer to a request for a part.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PartAnswer {
    pub status: u16,
    pub version: Version,
    /// `Content-Range`, where the page may see it.
    pub range: Option<String>,
    /// `Content-Length`.
    pub length: Option<u64>,
}

impl PartAnswer {
    /// Whether it has the bytes from `from` up to `to`, without it, of a file of
    /// `total` bytes. What cannot be seen is no hindrance, but something must
    /// be seen.
    pub fn has(&self, from: u64, to: u64, total: u64) -> bool {
        if self.status != 206 {
            return false;
        }
        let range = self.range.as_deref().map(content_range);
        match range {
            Some(Some((first, last, all))) => {
                first == from && last.checked_add(1) == Some(to) && all.is_none_or(|all| all == total)
            }
            Some(None) => false,
            None => self.length == to.checked_sub(from),
        }
    }
}

/// `bytes 0-99/1234`: first, last, and all where known.
fn content_range(text: &str) -> Option<(u64, u64, Option<u64>)> {
    let (range, all) = text.trim().strip_prefix("bytes")?.trim().split_once('/')?;
    let (first, last) = range.split_once('-')?;
    let all = match all {
        "*" => None,
        all => Some(all.parse().ok()?),
    };
    Some((first.parse().ok()?, last.parse().ok()?, all))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn each_kind_of_refusal_is_told_apart() {
        let plain = "https://h/a.json?x=1";
        let kinds = [400, 401, 404, 410, 418, 429, 503].map(|status| failure_of_status(status, plain));
        assert_eq!(
            kinds,
            [
                "fetch-status",
                "fetch-denied",
                "fetch-missing",
                "fetch-missing",
                "fetch-status",
                "fetch-busy",
                "fetch-broken"
            ]
        );
        for signed in [
            "https://h/a?X-Amz-Signature=0",
            "https://h/a?b=1&sig=x#y",
            "https://h/a?token=AB",
            "https://h/a?x=1&X-Goog-Signature=1",
        ] {
            assert_eq!(failure_of_status(403, signed), "fetch-expired", "{signed}");
            assert_eq!(failure_of_status(404, signed), "fetch-missing", "{signed}");
        }
        assert_eq!(failure_of_status(403, "https://h/sig=1?design=2"), "fetch-denied");
    }

    #[test]
    fn a_part_counts_only_where_it_is_the_part_that_was_asked_for() {
        let range = |text: &str| PartAnswer { status: 206, range: Some(text.into()), ..Default::default() };
        assert!(range("bytes 10-19/100").has(10, 20, 100));
        assert!(range("bytes 10-19/*").has(10, 20, 100));
        for wrong in ["bytes 0-9/100", "bytes 10-18/100", "bytes 10-19/101", "bytes */100", "lines 1-2/3", ""]
        {
            assert!(!range(wrong).has(10, 20, 100), "{wrong}");
        }
        let hidden = |status, length| PartAnswer { status, length, ..Default::default() };
        assert!(hidden(206, Some(10)).has(10, 20, 100));
        assert!(!hidden(206, Some(100)).has(10, 20, 100));
        assert!(!hidden(206, None).has(10, 20, 100));
        // The whole file, in answer to the wish for a part.
        assert!(!hidden(200, Some(10)).has(10, 20, 100));
    }

    #[test]
    fn versions_are_compared_by_what_can_be_seen() {
        let version = |etag: Option<&str>, modified: Option<&str>| Version {
            etag: etag.map(str::to_owned),
            modified: modified.map(str::to_owned),
        };
        let (a, b) = (version(Some("\"a\""), Some("Mon")), version(Some("\"b\""), Some("Mon")));
        assert!(a.is(&a) && !a.may_be(&b) && !a.is(&b));
        let hidden = version(None, None);
        assert!(a.may_be(&hidden) && !a.is(&hidden) && !hidden.is(&hidden));
        assert!(version(None, Some("Mon")).is(&a));
        assert_eq!(a.if_range(), Some("\"a\""));
        assert_eq!(version(Some("W/\"a\""), Some("Mon")).if_range(), Some("Mon"));
        assert_eq!(version(Some("W/\"a\""), None).if_range(), None);
    }

    proptest! {
        #[test]
        fn any_range_field_is_taken(text in "(bytes )?\\PC{0,30}", from in any::<u64>(), to in any::<u64>()) {
            let answer = PartAnswer { status: 206, range: Some(text), ..Default::default() };
            let _ = answer.has(from, to, to);
        }
    }
}

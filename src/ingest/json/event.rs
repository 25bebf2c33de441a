//! One event object: where its fields are.

use super::number::exact_u64;
use super::scan::{self, Kind, Notes, Scan, Stop, Value};

/// Places of an event's fields in the window. Reused from event to event.
#[derive(Debug, Default)]
pub struct RawEvent {
    pub ph: Value,
    pub name: Value,
    pub cat: Value,
    pub pid: Value,
    pub tid: Value,
    pub ts: Value,
    pub dur: Value,
    pub id: Value,
    pub args: Value,
    /// `args.correlation` and `args."External id"`.
    pub correlation: Option<u64>,
    pub external_id: Option<u64>,
    /// All other keys, in file order, with the place of the key.
    pub rare: Vec<(Value, Value)>,
    pub notes: Notes,
    /// Number of keys of any kind; 0 for `{}`.
    pub keys: u32,
}

impl RawEvent {
    /// Scans the object that opens at `at`; returns the position behind it.
    /// The fields are valid only after success.
    pub fn scan(&mut self, window: &[u8], at: usize) -> Scan<usize> {
        let mut rare = std::mem::take(&mut self.rare);
        rare.clear();
        *self = RawEvent { rare, ..RawEvent::default() };
        let mut at = at + 1;
        loop {
            at = scan::skip_ws(window, at);
            match window.get(at) {
                None => return Err(Stop::More),
                Some(b'"') => at = self.member(window, at)?,
                Some(b',') => at += 1,
                Some(b'}') => return Ok(at + 1),
                Some(_) => return Err(Stop::Broken(at)),
            }
        }
    }

    fn member(&mut self, window: &[u8], at: usize) -> Scan<usize> {
        let (key_end, escaped) = scan::string_end(window, at + 1)?;
        let key =
            Value { start: at + 1, end: key_end, kind: if escaped { Kind::EscapedText } else { Kind::Text } };
        let mut at = scan::skip_ws(window, key_end + 1);
        match window.get(at) {
            None => return Err(Stop::More),
            Some(b':') => at = scan::skip_ws(window, at + 1),
            Some(_) => return Err(Stop::Broken(at)),
        }
        self.keys += 1;
        let name = key.of(window);
        let next = if name == b"args" && window.get(at) == Some(&b'{') {
            self.scan_args(window, at)?
        } else {
            let (found, next) = scan::value(window, at, &mut self.notes)?;
            match name {
                b"ph" => self.ph = found,
                b"name" => self.name = found,
                b"cat" => self.cat = found,
                b"pid" => self.pid = found,
                b"tid" => self.tid = found,
                b"ts" => self.ts = found,
                b"dur" => self.dur = found,
                b"id" => self.id = found,
                b"args" => {
                    self.args = found;
                    (self.correlation, self.external_id) = (None, None);
                }
                _ => self.rare.push((key, found)),
            }
            next
        };
        at = scan::skip_ws(window, next);
        match window.get(at) {
            None => Err(Stop::More),
            Some(b',') => Ok(at + 1),
            Some(b'}') => Ok(at),
            Some(_) => Err(Stop::Broken(at)),
        }
    }

    fn scan_args(&mut self, window: &[u8], at: usize) -> Scan<usize> {
        let (mut correlation, mut external_id) = (None, None);
        let end = scan::skip_nested_seeing(window, at, &mut self.notes, |start, end| {
            // Both keys have eleven letters, so most strings are told by length.
            if end - start == 11 {
                match &window[start..end] {
                    b"correlation" => correlation = number_of_key(window, end),
                    b"External id" => external_id = number_of_key(window, end),
                    _ => {}
                }
            }
        })?;
        (self.correlation, self.external_id) = (correlation, external_id);
        self.args = Value { start: at, end, kind: Kind::Object };
        Ok(end)
    }

    /// The last value of a rare key; absent when the event does not have it.
    pub fn rare(&self, window: &[u8], key: &[u8]) -> Value {
        let found = self.rare.iter().rev().find(|(name, _)| name.of(window) == key);
        found.map_or(Value::default(), |(_, value)| *value)
    }

    /// First letter of the phase; `None` when it is missing or no text.
    pub fn phase(&self, window: &[u8]) -> Option<u8> {
        if self.ph.is_text() { self.ph.of(window).first().copied() } else { None }
    }
}

/// The number behind a key whose inside ends at `key_end`; none when what is
/// there is no number, or the string is no key.
fn number_of_key(window: &[u8], key_end: usize) -> Option<u64> {
    let colon = scan::skip_ws(window, key_end + 1);
    if window.get(colon) != Some(&b':') {
        return None;
    }
    let at = scan::skip_ws(window, colon + 1);
    let (found, _) = scan::value(window, at, &mut Notes::default()).ok()?;
    exact_u64(found.of(window))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scan(text: &str) -> (RawEvent, Scan<usize>) {
        let mut event = RawEvent::default();
        let end = event.scan(text.as_bytes(), 0);
        (event, end)
    }

    #[test]
    fn fields_are_found_in_any_order_and_the_last_duplicate_wins() {
        let text =
            r#"{"args":{"External id": 4, "correlation": 7},"ts":1, "name":"a","ph":"X","ts":2,"bp":"e",}"#;
        let (event, end) = scan(text);
        assert_eq!(end, Ok(text.len()));
        let window = text.as_bytes();
        assert_eq!(event.ts.of(window), b"2");
        assert_eq!((event.correlation, event.external_id), (Some(7), Some(4)));
        assert_eq!(event.rare(window, b"bp").of(window), b"e");
        assert_eq!(event.phase(window), Some(b'X'));
    }

    #[test]
    fn a_stray_quote_or_a_missing_value_breaks_the_event_at_its_place() {
        assert_eq!(scan(r#"{"name":"say "hi" now","pid":1}"#).1, Err(Stop::Broken(14)));
        assert_eq!(scan(r#"{"ts":12,"dur":},"#).1, Err(Stop::Broken(15)));
        assert_eq!(scan(r#"{"name":"a","#).1, Err(Stop::More));
    }
}

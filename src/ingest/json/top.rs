//! Values of top-level keys other than the event list: captured as text while
//! they stream by, however the window is cut.

/// Text kept of one value; stack frames may be larger.
const CAPTURE_BYTES: usize = 1 << 20;
const CAPTURE_FRAMES_BYTES: usize = 256 << 20;

/// A top-level value being read.
#[derive(Debug)]
pub struct TopValue {
    pub key: String,
    pub text: Vec<u8>,
    /// More text came than is kept.
    pub cut: bool,
    depth: u32,
    in_string: bool,
    escaped: bool,
}

impl TopValue {
    pub fn new(key: String) -> Self {
        Self { key, text: Vec::new(), cut: false, depth: 0, in_string: false, escaped: false }
    }

    /// Takes bytes of the value; returns how many were its own and whether it
    /// has ended. The delimiter after a bare scalar is not taken.
    pub fn push(&mut self, bytes: &[u8]) -> (usize, bool) {
        let mut ended = false;
        let mut taken = 0;
        for &byte in bytes {
            if self.in_string {
                taken += 1;
                match byte {
                    _ if self.escaped => self.escaped = false,
                    b'\\' => self.escaped = true,
                    b'"' => {
                        self.in_string = false;
                        ended = self.depth == 0;
                    }
                    _ => {}
                }
            } else {
                match byte {
                    b',' | b'}' | b']' if self.depth == 0 => {
                        ended = true;
                        break;
                    }
                    b'"' => self.in_string = true,
                    b'{' | b'[' => self.depth += 1,
                    b'}' | b']' => {
                        self.depth -= 1;
                        ended = self.depth == 0;
                    }
                    b' ' | b'\n' | b'\r' | b'\t' if self.depth == 0 => {
                        ended = true;
                        break;
                    }
                    _ => {}
                }
                taken += 1;
            }
            if ended {
                break;
            }
        }
        let cap = if self.key == "stackFrames" { CAPTURE_FRAMES_BYTES } else { CAPTURE_BYTES };
        let room = cap.saturating_sub(self.text.len());
        self.cut |= taken > room;
        self.text.extend_from_slice(&bytes[..taken.min(room)]);
        (taken, ended)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, step: usize) -> (String, usize) {
        let mut value = TopValue::new("k".to_owned());
        let mut at = 0;
        for chunk in text.as_bytes().chunks(step) {
            let (taken, ended) = value.push(chunk);
            at += taken;
            if ended {
                break;
            }
        }
        (String::from_utf8(value.text).unwrap(), at)
    }

    #[test]
    fn a_value_ends_at_its_own_end_however_it_is_cut() {
        for step in 1..8 {
            assert_eq!(read(r#"{"a":["}"]},"#, step).0, r#"{"a":["}"]}"#);
            assert_eq!(read(r#""x\"y",1"#, step), (r#""x\"y""#.to_owned(), 6));
            assert_eq!(read("12.5,", step), ("12.5".to_owned(), 4));
            assert_eq!(read("12.5 }", step).0, "12.5");
        }
    }
}

//! Names cut to the room that a box has: whole, then without their namespace,
//! then with an ellipsis, then not at all.

use std::borrow::Cow;

/// Fewest characters before an ellipsis that still say something.
const FEWEST: usize = 2;

/// Widths of characters in one font, in CSS pixels.
pub trait CharWidths {
    fn width(&self, c: char) -> f64;

    fn text_width(&self, text: &str) -> f64 {
        text.chars().map(|c| self.width(c)).sum()
    }
}

impl<F: Fn(char) -> f64> CharWidths for F {
    fn width(&self, c: char) -> f64 {
        self(c)
    }
}

/// What of a name fits into `room` pixels, and its width; `None` when nothing
/// does. The cost is bounded by the room, not by the length of the name.
pub fn fit<'a>(name: &'a str, room: f64, widths: &impl CharWidths) -> Option<(Cow<'a, str>, f64)> {
    if let Some(width) = width_within(name, room, widths) {
        return (!name.is_empty()).then_some((Cow::Borrowed(name), width));
    }
    let short = without_namespace(name);
    if let Some(width) = width_within(short, room, widths) {
        return Some((Cow::Borrowed(short), width));
    }
    let ellipsis = widths.width('…');
    let (mut width, mut end, mut taken) = (ellipsis, 0, 0);
    for (at, c) in short.char_indices() {
        let wider = width + widths.width(c);
        if wider > room {
            break;
        }
        (width, end, taken) = (wider, at + c.len_utf8(), taken + 1);
    }
    (taken >= FEWEST).then(|| (Cow::Owned(format!("{}…", short[..end].trim_end())), width))
}

fn width_within(text: &str, room: f64, widths: &impl CharWidths) -> Option<f64> {
    let mut width = 0.0;
    for c in text.chars() {
        width += widths.width(c);
        if width > room {
            return None;
        }
    }
    Some(width)
}

/// The part of a name that tells it from its neighbours: `aten::mul` → `mul`,
/// `nn.Module: Linear_0` → `Linear_0`, `void at::native::add<int>(…)` →
/// `add<int>(…)`, `/opt/model.py(12): forward` → `model.py(12): forward`.
pub fn without_namespace(name: &str) -> &str {
    let name = name.strip_prefix("nn.Module: ").unwrap_or(name);
    // Template arguments and parameters have namespaces of their own.
    let head_end = name.find(['<', '(', '[']).unwrap_or(name.len());
    let head = &name[..head_end];
    let mut start = head.rfind("::").map_or(0, |at| at + 2);
    if let Some(slash) = head.rfind('/') {
        start = start.max(slash + 1);
    }
    if start == 0 {
        start = head.strip_prefix("void ").map_or(0, |_| "void ".len());
    }
    match &name[start..] {
        "" => name,
        rest => rest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn six(_: char) -> f64 {
        6.0
    }

    fn fitted(name: &str, room: f64) -> Option<String> {
        fit(name, room, &six).map(|(text, width)| {
            assert!(width <= room);
            text.into_owned()
        })
    }

    #[test]
    fn the_namespace_goes_first_then_the_end_then_all() {
        assert_eq!(fitted("aten::linear", 72.0).as_deref(), Some("aten::linear"));
        assert_eq!(fitted("aten::linear", 71.0).as_deref(), Some("linear"));
        assert_eq!(fitted("aten::linear", 30.0).as_deref(), Some("line…"));
        assert_eq!(fitted("aten::linear", 18.0).as_deref(), Some("li…"));
        assert_eq!(fitted("aten::linear", 17.0), None);
        assert_eq!(fitted("", 100.0), None);
    }

    #[test]
    fn namespaces_of_all_kinds_are_found() {
        let cases = [
            ("aten::mul", "mul"),
            ("nn.Module: Qwen2RMSNorm_6", "Qwen2RMSNorm_6"),
            ("void at::native::add<at::Half>(int)", "add<at::Half>(int)"),
            ("void kernel<4>(x)", "kernel<4>(x)"),
            ("/opt/lib/model.py(12): forward", "model.py(12): forward"),
            ("jit(f)/jit(main)/dot", "jit(f)/jit(main)/dot"),
            ("aten::", "aten::"),
            ("cudaLaunchKernel", "cudaLaunchKernel"),
            ("", ""),
        ];
        for (name, short) in cases {
            assert_eq!(without_namespace(name), short);
        }
    }

    #[test]
    fn wide_and_joined_characters_are_not_split() {
        assert_eq!(fitted("日本語のカーネル", 24.0).as_deref(), Some("日本語…"));
    }
}

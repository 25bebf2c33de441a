//! The digits that numbers for people are written with.
//!
//! [`super::format`] writes numbers as code does, then asks here for the digits
//! of the language in use. That is one choice for a whole thread, as a page has
//! one language: threads that choose nothing, such as tests and exports for
//! other programs and the columns of the command line, have Latin digits.
//!
//! Persian numbers carry marks that are not seen: without them a number after
//! a Latin word would join it and jump to its other side, and a minus would
//! stand behind its number.

use std::cell::Cell;

/// Right-to-left mark: what follows belongs to the text around it.
const RLM: char = '\u{200f}';
/// Left-to-right mark: keeps a sign before its number.
const LRM: char = '\u{200e}';

/// A set of digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Numerals {
    /// `-1,284.5`
    #[default]
    Latin,
    /// `−۱٬۲۸۴٫۵`
    Persian,
}

thread_local! {
    static IN_USE: Cell<Numerals> = const { Cell::new(Numerals::Latin) };
}

/// Chooses the digits of this thread.
pub fn choose(numerals: Numerals) {
    IN_USE.set(numerals);
}

/// A number, with or without a unit, in the digits of this thread.
pub fn write(latin: &str) -> String {
    IN_USE.get().write(latin)
}

/// A number that is written already, with a sign before it.
pub fn signed(sign: char, number: &str) -> String {
    let bare: String = number.chars().filter(|c| ![RLM, LRM].contains(c)).collect();
    write(&format!("{sign}{bare}"))
}

impl Numerals {
    /// A number, with or without a unit, in these digits. Text without a digit
    /// and what is in these digits already stay as they are.
    pub fn write(self, latin: &str) -> String {
        if self == Numerals::Latin || latin.starts_with(RLM) || !latin.contains(is_digit) {
            return latin.to_owned();
        }
        let (sign, unsigned) = match latin.chars().next() {
            Some('-' | '−') => (Some('−'), &latin[latin.find(is_digit).unwrap_or(0)..]),
            Some('+') => (Some('+'), &latin[1..]),
            _ => (None, latin),
        };
        let end = unsigned.find([' ', '\u{a0}']).unwrap_or(unsigned.len());
        let (number, unit) = unsigned.split_at(end);
        let mut text = String::with_capacity(2 * latin.len() + 9);
        text.push(RLM);
        if let Some(sign) = sign {
            text.extend([LRM, sign]);
        }
        text.push_str(&digits(number));
        if unit.trim_start().starts_with('%') {
            text.push('٪');
            text.push_str(&unit.trim_start()[1..]);
            return text;
        }
        if sign.is_some() && !unit.is_empty() {
            text.push(RLM);
        }
        text.push_str(&digits(unit));
        text
    }
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit() || ('۰'..='۹').contains(&c)
}

fn digits(latin: &str) -> String {
    let mut chars = latin.chars().peekable();
    let mut before = false;
    let mut text = String::with_capacity(2 * latin.len());
    while let Some(c) = chars.next() {
        let between = before && chars.peek().is_some_and(|next| is_digit(*next));
        text.push(match c {
            '0'..='9' => char::from_u32('۰' as u32 + (c as u32 - '0' as u32)).unwrap_or(c),
            '.' if between => '٫',
            ',' if between => '٬',
            _ => c,
        });
        before = is_digit(c);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(latin: &str) -> String {
        Numerals::Persian.write(latin).replace([RLM, LRM], "")
    }

    #[test]
    fn persian_numbers_have_their_own_digits_and_separators_and_units_stay() {
        assert_eq!(seen("1.284 ms"), "۱٫۲۸۴ ms");
        assert_eq!(seen("12,080"), "۱۲٬۰۸۰");
        assert_eq!(seen("2.19 TB/s"), "۲٫۱۹ TB/s");
        assert_eq!(seen("38.2 %"), "۳۸٫۲٪");
        assert_eq!(seen("9.223e18"), "۹٫۲۲۳e۱۸");
        assert_eq!(seen("1 h 02 min 03.5 s"), "۱ h ۰۲ min ۰۳٫۵ s");
        assert_eq!(seen("–"), "–");
    }

    #[test]
    fn a_minus_stays_before_its_number() {
        assert_eq!(Numerals::Persian.write("-27.2 µs"), "\u{200f}\u{200e}−۲۷٫۲\u{200f} µs");
        assert_eq!(Numerals::Persian.write("-5"), "\u{200f}\u{200e}−۵");
    }

    #[test]
    fn writing_twice_changes_nothing() {
        let once = Numerals::Persian.write("1.5 GB");
        assert_eq!(Numerals::Persian.write(&once), once);
    }

    #[test]
    fn a_sign_can_be_put_before_what_is_written() {
        assert_eq!(signed('+', "1.5 GB"), "+1.5 GB");
        choose(Numerals::Persian);
        let text = signed('−', &write("1.5 GB"));
        choose(Numerals::Latin);
        assert_eq!(text, "\u{200f}\u{200e}−۱٫۵\u{200f} GB");
    }

    #[test]
    fn latin_numbers_are_left_alone() {
        assert_eq!(Numerals::Latin.write("-1,284.5 ms"), "-1,284.5 ms");
    }
}

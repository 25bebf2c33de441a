//! File names beside each other: which part of one tells it from the others.

/// A name in three parts, to be shortened in this order when there is no room:
/// the last, the first, and only then the one between them, in which the name
/// differs from those that are most like it. Together they are the name.
pub fn parts<'a>(name: &'a str, all: &[String]) -> [&'a str; 3] {
    let others = || all.iter().filter(|other| *other != name).map(String::as_str);
    let same_start = others().map(|other| common(name.chars(), other.chars())).max().unwrap_or(0);
    let same_end = others().map(|other| common(name.chars().rev(), other.chars().rev())).max().unwrap_or(0);
    let start = before_number(name, same_start);
    let end = name.len() - after_number(name, same_end);
    // Parts that overlap differ here from one name and there from another.
    let (start, end) = if start < end { (start, end) } else { (end.min(start), name.len()) };
    [&name[..start], &name[start..end], &name[end..]]
}

/// Bytes of `a` in which both begin alike.
fn common(a: impl Iterator<Item = char>, b: impl Iterator<Item = char>) -> usize {
    a.zip(b).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum()
}

/// A start of a name without the digits of a number that goes on after it.
fn before_number(name: &str, len: usize) -> usize {
    name[..len].trim_end_matches(|c: char| c.is_ascii_digit()).len()
}

/// The same for an end.
fn after_number(name: &str, len: usize) -> usize {
    name[name.len() - len..].trim_start_matches(|c: char| c.is_ascii_digit()).len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(names: &[&str]) -> Vec<[String; 3]> {
        let owned: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        owned.iter().map(|name| parts(name, &owned).map(str::to_owned)).collect()
    }

    #[test]
    fn numbers_that_differ_stand_in_the_middle_whole() {
        assert_eq!(
            all(&["rank_1.pt.trace.json", "rank_10.pt.trace.json", "rank_2.pt.trace.json"]),
            [
                ["rank_", "1", ".pt.trace.json"],
                ["rank_", "10", ".pt.trace.json"],
                ["rank_", "2", ".pt.trace.json"]
            ]
        );
    }

    #[test]
    fn a_stranger_among_them_changes_nothing() {
        let parts = all(&["rank_0.json", "rank_1.json", "eager.trace"]);
        assert_eq!(parts[0], ["rank_", "0", ".json"]);
        assert_eq!(parts[2], ["", "eager.trace", ""]);
    }

    #[test]
    fn a_name_alone_or_twice_is_one_part() {
        assert_eq!(all(&["a.json"]), [["", "a.json", ""]]);
        assert_eq!(all(&["a.json", "a.json"])[1], ["", "a.json", ""]);
    }

    #[test]
    fn parts_always_make_up_the_name() {
        let names = ["a_rank0", "a_rank1", "b_rank0", "é1.json", "é2.json", "1", "11", "", "a", "aa", "aaa"];
        for (name, parts) in names.iter().zip(all(&names)) {
            assert_eq!(parts.concat(), *name);
            assert!(name.is_empty() || !parts[1].is_empty(), "{parts:?}");
        }
    }
}

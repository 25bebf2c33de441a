//! Lists of numbers, with runs as ranges: `3,7-9`.

use super::MOST_IDS;

/// Ascending runs are joined; the order stays.
pub(super) fn write(ids: impl IntoIterator<Item = u32>) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for id in ids.into_iter().take(MOST_IDS) {
        match runs.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(id) => *last = id,
            _ => runs.push((id, id)),
        }
    }
    let run = |(first, last): (u32, u32)| match last - first {
        0 => first.to_string(),
        1 => format!("{first},{last}"),
        _ => format!("{first}-{last}"),
    };
    runs.into_iter().map(run).collect::<Vec<_>>().join(",")
}

/// The numbers of a list; `None` where one is none, or there are too many.
pub(super) fn read(text: &str) -> Option<Vec<u32>> {
    let mut ids = Vec::new();
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last): (u32, u32) = (first.parse().ok()?, last.parse().ok()?);
        if last < first || (last - first) as usize >= MOST_IDS - ids.len() {
            return None;
        }
        ids.extend(first..=last);
    }
    Some(ids)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn runs_are_short_and_the_order_stays() {
        assert_eq!(write([3, 7, 8, 9, 4, 5]), "3,7-9,4,5");
        assert_eq!(read("3,7-9,4,5"), Some(vec![3, 7, 8, 9, 4, 5]));
        assert_eq!(read(""), Some(vec![]));
        for wrong in ["x", "5-3", "0-4294967295", "1--2", "-1"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn what_was_written_is_read(ids in prop::collection::vec(any::<u32>(), 0..50)) {
            prop_assert_eq!(read(&write(ids.iter().copied())), Some(ids));
        }
    }
}

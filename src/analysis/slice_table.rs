//! Slices of an area as rows, sorted, a page at a time.

use super::area::runs_of;
use super::locate::locate_slice;
use crate::engine::protocol::{Area, SliceRow, SliceSort, SliceTable};
use crate::trace::{SliceId, StringId, Trace};

/// Most rows in one page.
const MAX_ROWS: u32 = 1000;

/// Rows `offset..offset + limit` of the slices that overlap an area. Among
/// equals the earlier one comes first, whichever way is sorted.
pub fn slice_table(
    trace: &Trace,
    area: &Area,
    sort: SliceSort,
    falling: bool,
    offset: u64,
    limit: u32,
) -> SliceTable {
    let mut ids: Vec<SliceId> = runs_of(trace, area).flatten().map(SliceId).collect();
    let total = ids.len() as u64;
    let start = |id: SliceId| trace.slices.start[id.index()];
    let texts: &[StringId] = match sort {
        SliceSort::Name => &trace.slices.name,
        SliceSort::Category => &trace.slices.cat,
        _ => &[],
    };
    let ranks = text_ranks(trace, &ids, texts);
    let value = |id: SliceId| -> i64 {
        match sort {
            SliceSort::Start => start(id),
            SliceSort::Duration => trace.slices.dur[id.index()],
            SliceSort::Name | SliceSort::Category => {
                ranks.get(texts[id.index()].index()).copied().unwrap_or(u32::MAX).into()
            }
            SliceSort::Track => trace.track_of(id).0.into(),
            SliceSort::Depth => trace.depth_and_lane_of(id).0.into(),
        }
    };
    // `!` turns the order of all values around, the smallest included.
    let page =
        page(&mut ids, offset, limit, |id| (if falling { !value(id) } else { value(id) }, start(id), id));
    SliceTable { total, rows: page.iter().map(|id| row(trace, *id)).collect() }
}

/// The ids that would stand at `offset..offset + limit` if all were sorted.
fn page<K: Ord>(ids: &mut [SliceId], offset: u64, limit: u32, key: impl Fn(SliceId) -> K) -> &[SliceId] {
    let offset = usize::try_from(offset).unwrap_or(usize::MAX);
    if offset >= ids.len() {
        return &[];
    }
    // Sorting one page among millions needs no sorted millions.
    if offset > 0 {
        ids.select_nth_unstable_by_key(offset, |id| key(*id));
    }
    let rest = &mut ids[offset..];
    let limit = rest.len().min(limit.min(MAX_ROWS) as usize);
    if limit < rest.len() {
        rest.select_nth_unstable_by_key(limit, |id| key(*id));
    }
    let page = &mut rest[..limit];
    page.sort_unstable_by_key(|id| key(*id));
    page
}

/// Position of each text of `ids` among all of theirs, by [`StringId`]; the
/// empty one first. `texts` has one for each slice, or is empty.
fn text_ranks(trace: &Trace, ids: &[SliceId], texts: &[StringId]) -> Vec<u32> {
    if texts.is_empty() {
        return Vec::new();
    }
    let mut ranks = vec![u32::MAX; trace.strings.len()];
    let mut seen: Vec<StringId> = Vec::new();
    for id in ids {
        let text = texts[id.index()];
        if let Some(rank @ &mut u32::MAX) = ranks.get_mut(text.index()) {
            *rank = 0;
            seen.push(text);
        }
    }
    seen.sort_unstable_by_key(|text| trace.strings.get(*text));
    for (rank, text) in seen.iter().enumerate() {
        ranks[text.index()] = rank as u32;
    }
    ranks
}

fn row(trace: &Trace, slice: SliceId) -> SliceRow {
    let at = locate_slice(trace, slice);
    SliceRow {
        category: trace.strings.get(trace.slices.cat[slice.index()]).to_owned(),
        track_name: trace.place_label(slice),
        depth: trace.depth_and_lane_of(slice).0,
        at,
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::trace;
    use super::*;

    fn names(sort: SliceSort, falling: bool, offset: u64, limit: u32) -> String {
        let trace = trace(&["t b 0 10 y", "t a 1 4 z", "u d 2 20 x", "u c 30 1 z"]);
        let area = Area { start: 0, end: 100, tracks: Vec::new() };
        let table = slice_table(&trace, &area, sort, falling, offset, limit);
        assert_eq!(table.total, 4);
        table.rows.iter().map(|row| row.at.name.as_str()).collect()
    }

    #[test]
    fn pages_are_parts_of_the_sorted_whole() {
        for (sort, falling, all) in [
            (SliceSort::Start, false, "badc"),
            (SliceSort::Start, true, "cdab"),
            (SliceSort::Duration, false, "cabd"),
            (SliceSort::Duration, true, "dbac"),
            (SliceSort::Name, false, "abcd"),
            (SliceSort::Name, true, "dcba"),
            (SliceSort::Category, false, "dbac"),
            (SliceSort::Category, true, "acbd"),
            (SliceSort::Track, false, "badc"),
            (SliceSort::Track, true, "dcba"),
            (SliceSort::Depth, false, "bdca"),
            (SliceSort::Depth, true, "abdc"),
        ] {
            for offset in 0..5 {
                for limit in 0..5 {
                    let end = (offset + limit).min(4);
                    let wanted = all.get(offset..end).unwrap_or_default();
                    let found = names(sort, falling, offset as u64, limit as u32);
                    assert_eq!(found, wanted, "{sort:?} {falling} {offset} {limit}");
                }
            }
        }
    }
}

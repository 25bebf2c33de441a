//! Search over names, categories and args of slices and instants. Every word
//! of a query must match in one of them.
//!
//! Names and categories are few and are searched at once. Args are most of a
//! trace, so they are searched block by block in steps, between which frames
//! are answered and the search can be replaced.

mod places;
mod query;

use super::host::Budget;
use super::protocol::{HitAt, Item, SearchSummary};
use crate::timeline::{HitSet, Hits};
use crate::trace::{ArgsStore, InstantId, SliceId, StringId, Trace};
use places::Places;
use query::{Query, TermSet};
use std::cell::OnceCell;

/// A search and what it has found so far.
pub struct Search {
    /// Number of the request that it answers.
    pub request: u32,
    summary: SearchSummary,
    query: Option<Query>,
    /// Terms that match, by string.
    in_name: Vec<TermSet>,
    in_category: Vec<TermSet>,
    /// One bit for each slice and instant.
    slices: Vec<u64>,
    instants: Vec<u64>,
    hits: Hits,
    /// Hits by time; made when somebody steps through them.
    order: OnceCell<Vec<Item>>,
    places: Option<Places>,
    next_block: usize,
    lower: Vec<u8>,
}

impl Search {
    /// Starts a search and finds what names and categories give.
    pub fn new(trace: &Trace, request: u32, text: &str) -> Self {
        let mut search = Self {
            request,
            summary: SearchSummary { query: text.to_owned(), ..SearchSummary::default() },
            query: Query::parse(text),
            in_name: Vec::new(),
            in_category: Vec::new(),
            slices: vec![0; trace.slices.len().div_ceil(64)],
            instants: vec![0; trace.instants.len().div_ceil(64)],
            hits: Hits::default(),
            order: OnceCell::new(),
            places: None,
            next_block: 0,
            lower: Vec::new(),
        };
        search.find_names(trace);
        search.summary.complete =
            search.query.as_ref().is_none_or(|query| query.of_args() == 0) || trace.args.block_count() == 0;
        search.publish();
        search
    }

    pub fn summary(&self) -> &SearchSummary {
        &self.summary
    }

    pub fn hits(&self) -> &Hits {
        &self.hits
    }

    /// Searches args until the budget is spent or all is done.
    pub fn work(&mut self, trace: &Trace, budget: Budget) {
        if self.summary.complete {
            return;
        }
        let found_before = self.summary.by_args;
        let places = self.places.take().unwrap_or_else(|| Places::new(trace));
        while self.next_block < trace.args.block_count() {
            self.search_block(trace, &places, self.next_block);
            self.next_block += 1;
            if budget.is_spent() {
                break;
            }
        }
        self.summary.complete = self.next_block >= trace.args.block_count();
        if !self.summary.complete {
            self.places = Some(places);
        }
        if self.summary.by_args != found_before {
            self.publish();
        }
    }

    /// A hit in time order, with its position.
    pub fn hit(&self, trace: &Trace, at: HitAt) -> Option<(u64, Item)> {
        let order = self.order.get_or_init(|| self.in_time_order(trace));
        let time = |item: &Item| time_of(trace, *item);
        let index = match at {
            HitAt::Index(index) => usize::try_from(index).ok()?,
            HitAt::After(from) => {
                let first = order.partition_point(|item| time(item) < from);
                if first < order.len() { first } else { order.len().checked_sub(1)? }
            }
            HitAt::Before(to) => order.partition_point(|item| time(item) < to).saturating_sub(1),
        };
        Some((index as u64, *order.get(index)?))
    }

    fn in_time_order(&self, trace: &Trace) -> Vec<Item> {
        let slices =
            self.hits.slices.members(0..trace.slices.len() as u32).map(|id| Item::Slice(SliceId(id)));
        let instants =
            self.hits.instants.members(0..trace.instants.len() as u32).map(|id| Item::Instant(InstantId(id)));
        let mut order: Vec<Item> = slices.chain(instants).collect();
        order.sort_by_key(|item| time_of(trace, *item));
        order
    }

    fn find_names(&mut self, trace: &Trace) {
        let Some(query) = &self.query else { return };
        let texts = || trace.strings.ids().map(|id| trace.strings.get(id));
        self.in_name = texts().map(|text| query.in_name(text)).collect();
        self.in_category = texts().map(|text| query.in_category(text)).collect();
        let all = query.all();
        let mut find = |names: &[StringId], categories: &[StringId], hits: &mut [u64]| {
            for (id, (name, category)) in (0u32..).zip(names.iter().zip(categories)) {
                let (in_name, in_category) = (at(&self.in_name, *name), at(&self.in_category, *category));
                if in_name == all {
                    self.summary.by_name += 1;
                    set(hits, id);
                } else if in_name | in_category == all {
                    self.summary.by_category += 1;
                    set(hits, id);
                }
            }
        };
        find(&trace.slices.name, &trace.slices.cat, &mut self.slices);
        find(&trace.instants.name, &trace.instants.cat, &mut self.instants);
    }

    /// Terms that an item's name and category leave to its args.
    fn missing(&self, trace: &Trace, item: Item, all: TermSet) -> TermSet {
        let (name, category) = match item {
            Item::Slice(id) => (trace.slices.name[id.index()], trace.slices.cat[id.index()]),
            Item::Instant(id) => (trace.instants.name[id.index()], trace.instants.cat[id.index()]),
            Item::Counter { .. } => return 0,
        };
        all & !(at(&self.in_name, name) | at(&self.in_category, category))
    }

    fn search_block(&mut self, trace: &Trace, places: &Places, block: usize) {
        let Some(query) = self.query.take() else { return };
        let plain = trace.args.block(block);
        let items = places.in_block(trace, block);
        // What args cannot match is nowhere.
        let can = query.of_args();
        let open = |missing: TermSet| if missing & !can == 0 { missing } else { 0 };
        let mut missing: Vec<TermSet> =
            items.iter().map(|(_, item)| open(self.missing(trace, *item, query.all()))).collect();
        let mut found: Vec<TermSet> = vec![0; items.len()];
        self.lower.clear();
        for (number, term) in query.terms().iter().enumerate() {
            let bit: TermSet = 1 << number;
            let mut check = |index: usize, raw_is_enough: bool| {
                let args = ArgsStore::get_in(&plain, items[index].0)[0];
                if raw_is_enough || term.matches_args(args) {
                    found[index] |= bit;
                }
            };
            let Some(finder) = term.raw_finder() else {
                (0..items.len())
                    .filter(|index| missing[*index] & bit != 0)
                    .for_each(|index| check(index, false));
                drop_lost(&mut missing, &found, bit);
                continue;
            };
            if self.lower.is_empty() {
                self.lower.extend_from_slice(&plain);
                self.lower.make_ascii_lowercase();
            }
            let mut next = 0;
            let mut checked = None;
            // Items stand by offset, so each hit in the text has its item at
            // or after that of the hit before.
            for at in finder.find_iter(&self.lower) {
                while next + 1 < items.len() && items[next + 1].0 <= at {
                    next += 1;
                }
                let Some(&(offset, _)) = items.get(next).filter(|(offset, _)| *offset <= at) else {
                    continue;
                };
                let [args, _] = ArgsStore::get_in(&plain, offset);
                // Other keys of the event lie beside its args.
                let inside = args.as_ptr_range().contains(&plain[at..].as_ptr());
                if inside && missing[next] & bit != 0 && checked.replace(next) != Some(next) {
                    check(next, term.raw_is_enough());
                }
            }
            drop_lost(&mut missing, &found, bit);
        }
        self.query = Some(query);
        for (index, (_, item)) in items.iter().enumerate() {
            if missing[index] != 0 && missing[index] == found[index] {
                self.add_arg_hit(*item);
            }
        }
    }

    fn add_arg_hit(&mut self, item: Item) {
        let (words, id) = match item {
            Item::Slice(slice) => (&mut self.slices, slice.0),
            Item::Instant(instant) => (&mut self.instants, instant.0),
            Item::Counter { .. } => return,
        };
        if !has(words, id) {
            set(words, id);
            self.summary.by_args += 1;
        }
    }

    fn publish(&mut self) {
        self.summary.hits = self.summary.by_name + self.summary.by_category + self.summary.by_args;
        self.hits = Hits {
            slices: HitSet::from_words(self.slices.clone()),
            instants: HitSet::from_words(self.instants.clone()),
        };
        self.order = OnceCell::new();
    }
}

fn time_of(trace: &Trace, item: Item) -> i64 {
    match item {
        Item::Slice(slice) => trace.slices.start[slice.index()],
        Item::Instant(instant) => trace.instants.time[instant.index()],
        Item::Counter { time, .. } => time,
    }
}

/// Forgets the items in which a term that they miss was not found.
fn drop_lost(missing: &mut [TermSet], found: &[TermSet], bit: TermSet) {
    for (missing, found) in missing.iter_mut().zip(found) {
        if *missing & bit != 0 && found & bit == 0 {
            *missing = 0;
        }
    }
}

fn at(terms: &[TermSet], text: StringId) -> TermSet {
    terms.get(text.index()).copied().unwrap_or_default()
}

fn has(words: &[u64], id: u32) -> bool {
    words.get(id as usize / 64).is_some_and(|word| word >> (id % 64) & 1 == 1)
}

fn set(words: &mut [u64], id: u32) {
    if let Some(word) = words.get_mut(id as usize / 64) {
        *word |= 1 << (id % 64);
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::super::host::Host;
    use super::*;
    use crate::ingest::json::Reader;

    fn trace(text: &str) -> Trace {
        let mut reader = Reader::new("a.json");
        reader.push(text.as_bytes());
        reader.finish()
    }

    fn run(trace: &Trace, text: &str) -> Search {
        let mut search = Search::new(trace, 1, text);
        for _ in 0..1000 {
            if search.summary().complete {
                return search;
            }
            // Nothing but one block at a time.
            search.work(trace, Budget::new(Host::native(), 0.0));
        }
        panic!("never done");
    }

    fn names(trace: &Trace, search: &Search) -> String {
        let order = (0..).map_while(|index| search.hit(trace, HitAt::Index(index)));
        let name = |item| match item {
            Item::Slice(slice) => trace.slice_name(slice).to_owned(),
            Item::Instant(instant) => trace.name(trace.instants.name[instant.index()]).to_owned(),
            Item::Counter { .. } => String::new(),
        };
        order.map(|(_, item)| name(item)).collect::<Vec<_>>().join(" ")
    }

    const TEXT: &str = r#"[
        {"ph":"X","pid":1,"tid":1,"name":"late","cat":"op","ts":50,"dur":1,"args":{"Input Dims":[[8,128]]}},
        {"ph":"X","pid":1,"tid":2,"name":"early","cat":"kernel","ts":5,"dur":1,"args":{"stream":7,"note":"Late"}},
        {"ph":"i","pid":1,"tid":1,"name":"mark","ts":20,"s":"t","args":{"why":"128 bytes"}},
        {"ph":"B","pid":1,"tid":3,"name":"pair","ts":30,"id":"late"},
        {"ph":"E","pid":1,"tid":3,"ts":31,"args":{"result":"latest"}}]"#;

    #[test]
    fn names_categories_and_args_are_found_in_time_order() {
        let trace = trace(TEXT);
        let found = |text: &str| names(&trace, &run(&trace, text));
        assert_eq!(found("late"), "early pair late");
        assert_eq!(found("128"), "mark late");
        assert_eq!(found("cat:kernel"), "early");
        assert_eq!(found("arg:stream=7"), "early");
        assert_eq!(found("arg:result=latest"), "pair");
        assert_eq!(found("name:late"), "late");
        assert_eq!(found("=Late"), "early");
        assert_eq!(found("\"128 bytes\""), "mark");
        assert_eq!(found("nothing of it"), "");
        assert_eq!(found(""), "");
    }

    #[test]
    fn words_narrow_each_other_down_wherever_they_match() {
        let trace = trace(TEXT);
        let found = |text: &str| names(&trace, &run(&trace, text));
        assert_eq!(found("late cat:op"), "late");
        assert_eq!(found("late cat:kernel"), "early");
        assert_eq!(found("ear late 7"), "early");
        assert_eq!(found("late arg:stream arg:note=late"), "early");
        assert_eq!(found("name:late cat:kernel"), "");
        assert_eq!(found("late 128"), "late");
        assert_eq!(found("early nowhere"), "");
        assert_eq!(found("É late"), "");
        let summary = run(&trace, "late cat:op").summary().clone();
        assert_eq!((summary.hits, summary.by_category), (1, 1));
    }

    #[test]
    fn each_hit_counts_once_where_it_matched_first() {
        let trace = trace(TEXT);
        let summary = run(&trace, "late").summary().clone();
        assert_eq!((summary.hits, summary.by_name, summary.by_category, summary.by_args), (3, 1, 0, 2));
    }

    #[test]
    fn hits_are_found_by_time_and_stay_at_the_ends() {
        let trace = trace(TEXT);
        let search = run(&trace, "late");
        let index = |at| search.hit(&trace, at).map(|(index, _)| index);
        assert_eq!(
            [index(HitAt::After(0)), index(HitAt::After(5001)), index(HitAt::After(99_999))],
            [Some(0), Some(1), Some(2)]
        );
        assert_eq!(
            [index(HitAt::Before(99_999)), index(HitAt::Before(30_000)), index(HitAt::Before(0))],
            [Some(2), Some(0), Some(0)]
        );
        assert_eq!(index(HitAt::Index(3)), None);
        assert_eq!(run(&trace, "xyz").hit(&trace, HitAt::After(0)), None);
    }

    #[test]
    fn args_of_many_blocks_are_searched_in_steps() {
        let events: Vec<String> = (0..20_000)
            .map(|i| {
                format!(
                    r#"{{"ph":"X","pid":1,"tid":{},"name":"op","ts":{i},"dur":1,"args":{{"number":"n{i}x","other":[1,2,3]}}}}"#,
                    i % 7
                )
            })
            .collect();
        let trace = trace(&format!("[{}]", events.join(",")));
        assert!(trace.args.block_count() > 3);
        let first = Search::new(&trace, 1, "n777x");
        assert!(!first.summary().complete && first.summary().hits == 0);
        for text in ["n777x", "=n777x", "arg:number=n777x", "op n777x cat:", "arg:other n777x"] {
            let search = run(&trace, text);
            assert_eq!(search.summary().hits, 1, "{text}");
            let (_, item) = search.hit(&trace, HitAt::Index(0)).unwrap();
            assert_eq!(time_of(&trace, item), 777_000);
        }
        assert_eq!(run(&trace, "arg:other").summary().hits, 20_000);
    }
}

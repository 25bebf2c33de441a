//! Which slice has which colour.
//!
//! Colour means an op, never a thread or a rank. Structure above the ops is
//! neutral. Families of names take the twelve colours in order of self time,
//! and an op has the same colour in every open trace; a kernel has that of the
//! op that launched it. A colour name that the writer gave wins over all.

use super::area::ticks_inside;
use super::family::{family, is_device_category, is_op_category, is_structure_category, is_structure_name};
use crate::timeline::frame::{CNAMES, colour};
use crate::timeline::{SliceColour, SliceColours};
use crate::trace::{SliceId, StringId, Trace};
use rustc_hash::{FxHashMap, FxHashSet};

/// Family of a name that stands for structure.
const STRUCTURE: u32 = u32::MAX;
/// Name that no slice has.
const UNUSED: u32 = u32::MAX - 1;

/// Colours of one trace: a family for each name, and a colour for each family.
#[derive(Debug, Default)]
pub struct TraceColours {
    families: Vec<String>,
    /// Self time of each family, in ticks.
    self_ticks: Vec<i64>,
    /// By family; given out by [`Palette::assign`].
    colours: Vec<u8>,
    /// By [`StringId`].
    family_of_name: Vec<u32>,
    structure_categories: Vec<StringId>,
    /// Family of the op that launched a device slice, sorted by slice.
    launched_by: Vec<(SliceId, u32)>,
    /// Colour names of this trace that are known.
    cnames: Vec<(StringId, u8)>,
}

impl TraceColours {
    /// Finds families and adds up their self time.
    pub fn new(trace: &Trace) -> Self {
        let mut colours = Self { family_of_name: vec![UNUSED; trace.strings.len()], ..Self::default() };
        let mut ids: FxHashMap<&str, u32> = FxHashMap::default();
        for name in &trace.slices.name {
            if let Some(at @ &mut UNUSED) = colours.family_of_name.get_mut(name.index()) {
                let text = trace.strings.get(*name);
                *at = if is_structure_name(text) {
                    STRUCTURE
                } else {
                    let family = family(text);
                    *ids.entry(family).or_insert_with(|| {
                        colours.families.push(family.to_owned());
                        colours.families.len() as u32 - 1
                    })
                };
            }
        }
        colours.find_categories_and_launches(trace);
        for (_, name) in &trace.slices.cname.0 {
            if !colours.cnames.iter().any(|(known, _)| known == name)
                && let Some(at) = CNAMES.iter().position(|known| *known == trace.strings.get(*name))
            {
                colours.cnames.push((*name, at as u8));
            }
        }
        colours.add_up(trace);
        colours.colours = vec![colour::FRAME_1; colours.families.len()];
        colours
    }

    fn find_categories_and_launches(&mut self, trace: &Trace) {
        let categories: FxHashSet<StringId> =
            trace.slices.cat.iter().copied().filter(|cat| *cat != StringId::NONE).collect();
        let of_kind = |is: fn(&str) -> bool| -> Vec<StringId> {
            categories.iter().copied().filter(|cat| is(trace.strings.get(*cat))).collect()
        };
        self.structure_categories = of_kind(is_structure_category);
        let (device, ops) = (of_kind(is_device_category), of_kind(is_op_category));
        if device.is_empty() || ops.is_empty() {
            return;
        }
        for link in trace.links.all() {
            let (from, to) = (link.from.slice, link.to.slice);
            if from == SliceId::NONE || to == SliceId::NONE || !device.contains(&trace.slices.cat[to.index()])
            {
                continue;
            }
            let mut above = Some(from);
            while let Some(slice) = above.filter(|slice| !ops.contains(&trace.slices.cat[slice.index()])) {
                above = trace.slices.parent[slice.index()].some();
            }
            if let Some(op) = above {
                let family = self.family_of_name(trace.slices.name[op.index()]);
                if family < UNUSED {
                    self.launched_by.push((to, family));
                }
            }
        }
        self.launched_by.sort_unstable();
        self.launched_by.dedup_by_key(|(slice, _)| *slice);
        self.launched_by.shrink_to_fit();
    }

    fn add_up(&mut self, trace: &Trace) {
        let mut self_ticks = vec![0i64; self.families.len()];
        for slice in (0..trace.slices.len() as u32).map(SliceId) {
            if let Some(sum) = self_ticks.get_mut(self.family(trace, slice) as usize) {
                *sum = sum.saturating_add(trace.slices.dur[slice.index()]);
            }
            if let Some(parent) = trace.slices.parent[slice.index()].some()
                && let Some(sum) = self_ticks.get_mut(self.family(trace, parent) as usize)
            {
                let (start, end) = (trace.slices.start[parent.index()], trace.slices.end(parent));
                *sum = sum.saturating_sub(ticks_inside(trace, slice, start, end));
            }
        }
        self.self_ticks = self_ticks;
    }

    fn family_of_name(&self, name: StringId) -> u32 {
        self.family_of_name.get(name.index()).copied().unwrap_or(UNUSED)
    }

    fn family(&self, trace: &Trace, slice: SliceId) -> u32 {
        if let Ok(at) = self.launched_by.binary_search_by_key(&slice, |entry| entry.0) {
            return self.launched_by[at].1;
        }
        if self.structure_categories.contains(&trace.slices.cat[slice.index()]) {
            return STRUCTURE;
        }
        self.family_of_name(trace.slices.name[slice.index()])
    }

    /// Bytes held, about.
    pub fn memory_bytes(&self) -> usize {
        self.family_of_name.capacity() * 4
            + self.launched_by.capacity() * size_of::<(SliceId, u32)>()
            + self.families.iter().map(|family| family.capacity() + 40).sum::<usize>()
    }
}

impl SliceColours for TraceColours {
    fn colour(&self, trace: &Trace, slice: SliceId) -> SliceColour {
        if let Some(name) = trace.slices.cname.get(slice)
            && let Some((_, at)) = self.cnames.iter().find(|(known, _)| *known == name)
        {
            return SliceColour::Cname(*at);
        }
        let family = self.family(trace, slice);
        SliceColour::Palette(match self.colours.get(family as usize) {
            Some(colour) => *colour,
            None if family == STRUCTURE => {
                let depth = trace.depth_and_lane_of(slice).0.min(2) as u8;
                colour::FRAME_1 + depth
            }
            None => colour::FRAME_1,
        })
    }
}

/// The twelve colours and the families that have them now.
#[derive(Debug, Default)]
pub struct Palette {
    slots: [Option<String>; colour::OPS as usize],
}

impl Palette {
    /// Gives the colours to the families with the greatest share of self time
    /// over all open traces. A family that keeps its place keeps its colour.
    pub fn assign<'a>(&mut self, traces: impl IntoIterator<Item = &'a mut TraceColours>) {
        let mut traces: Vec<&mut TraceColours> = traces.into_iter().collect();
        let wanted = greatest(&traces, self.slots.len());
        for slot in &mut self.slots {
            if !slot.as_ref().is_some_and(|family| wanted.contains(family)) {
                *slot = None;
            }
        }
        for family in wanted {
            if !self.slots.iter().flatten().any(|held| *held == family)
                && let Some(free) = self.slots.iter_mut().find(|slot| slot.is_none())
            {
                *free = Some(family);
            }
        }
        for trace in &mut traces {
            for (family, colour) in trace.families.iter().zip(&mut trace.colours) {
                let slot = self.slots.iter().position(|held| held.as_ref() == Some(family));
                *colour = slot.map_or(colour::FRAME_1, |slot| slot as u8);
            }
        }
    }
}

/// Families by their share of self time, added up over the traces.
fn greatest(traces: &[&mut TraceColours], count: usize) -> Vec<String> {
    let mut shares: FxHashMap<&str, f64> = FxHashMap::default();
    for trace in traces {
        let ticks = |at: &i64| (*at).max(0) as f64;
        // A trace of a second counts as much as one of an hour.
        let total = trace.self_ticks.iter().map(ticks).sum::<f64>().max(1.0);
        for (family, at) in trace.families.iter().zip(&trace.self_ticks) {
            *shares.entry(family).or_default() += ticks(at) / total;
        }
    }
    let mut order: Vec<(&str, f64)> = shares.into_iter().collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(b.0)));
    order.iter().take(count).map(|(family, _)| (*family).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::sample::{slice, trace};
    use super::*;
    use crate::trace::{Link, LinkEnd, LinkIdent, LinkKind, Links, Sparse, TrackId};

    fn colour_of(colours: &TraceColours, trace: &Trace, name: &str) -> SliceColour {
        colours.colour(trace, slice(trace, name))
    }

    #[test]
    fn families_take_colours_in_order_of_self_time() {
        let trace = trace(&["t aten::a 0 100", "t aten::b 0 70", "t aten::c_ 80 10", "t aten::c 200 25"]);
        let mut colours = TraceColours::new(&trace);
        Palette::default().assign([&mut colours]);
        // a: 20, b: 70, c: 35
        for (name, at) in [("aten::b", 0), ("aten::c", 1), ("aten::c_", 1), ("aten::a", 2)] {
            assert_eq!(colour_of(&colours, &trace, name), SliceColour::Palette(at), "{name}");
        }
    }

    #[test]
    fn an_op_has_one_colour_in_all_traces_and_keeps_it() {
        let one = trace(&["t x 0 50", "t y 50 40"]);
        let two = trace(&["t y 0 1000", "t z 1000 10"]);
        let (mut a, mut b) = (TraceColours::new(&one), TraceColours::new(&two));
        let mut palette = Palette::default();
        palette.assign([&mut a]);
        palette.assign([&mut a, &mut b]);
        assert_eq!(colour_of(&a, &one, "x"), SliceColour::Palette(0));
        assert_eq!(colour_of(&a, &one, "y"), SliceColour::Palette(1));
        assert_eq!(colour_of(&b, &two, "y"), SliceColour::Palette(1));
        assert_eq!(colour_of(&b, &two, "z"), SliceColour::Palette(2));
    }

    #[test]
    fn the_thirteenth_family_and_later_ones_are_neutral() {
        let lines: Vec<String> = (0..14u8)
            .map(|i| format!("t op{} {} {}", char::from(b'a' + i), i32::from(i) * 100, 90 - i))
            .collect();
        let trace = trace(&lines.iter().map(String::as_str).collect::<Vec<_>>());
        let mut colours = TraceColours::new(&trace);
        Palette::default().assign([&mut colours]);
        assert_eq!(colour_of(&colours, &trace, "opl"), SliceColour::Palette(11));
        assert_eq!(colour_of(&colours, &trace, "opm"), SliceColour::Palette(colour::FRAME_1));
    }

    #[test]
    fn structure_is_neutral_by_depth() {
        let trace =
            trace(&["t ProfilerStep#1 0 9 x", "t nn.Module:_A 0 8", "t f 0 7 python_function", "t op 0 6"]);
        let mut colours = TraceColours::new(&trace);
        Palette::default().assign([&mut colours]);
        let frame = |name| colour_of(&colours, &trace, name);
        assert_eq!(frame("ProfilerStep#1"), SliceColour::Palette(colour::FRAME_1));
        assert_eq!(frame("nn.Module:_A"), SliceColour::Palette(colour::FRAME_2));
        assert_eq!(frame("f"), SliceColour::Palette(colour::FRAME_3));
        assert_eq!(frame("op"), SliceColour::Palette(0));
    }

    #[test]
    fn a_kernel_has_the_colour_of_the_op_that_launched_it() {
        let mut trace = trace(&[
            "cpu aten::mul 0 10 cpu_op",
            "cpu cudaLaunchKernel 2 3 cuda_runtime",
            "cpu aten::add 20 50 cpu_op",
            "gpu elementwise<mul> 10 40 kernel",
            "gpu alone<4> 60 1 kernel",
        ]);
        let end = |name: &str| LinkEnd { slice: slice(&trace, name), track: TrackId(0), time: 0 };
        let (from, to) = (end("cudaLaunchKernel"), end("elementwise<mul>"));
        let (kind, id) = (LinkKind::Flow, LinkIdent::Number(1));
        trace.links = Links::new(vec![Link { from, to, kind, name: Default::default(), id }]);
        let mut colours = TraceColours::new(&trace);
        Palette::default().assign([&mut colours]);
        // add: 50, mul: 7 + 40, alone: 1
        assert_eq!(colour_of(&colours, &trace, "elementwise<mul>"), SliceColour::Palette(1));
        assert_eq!(colour_of(&colours, &trace, "aten::mul"), SliceColour::Palette(1));
        assert_eq!(colour_of(&colours, &trace, "alone<4>"), SliceColour::Palette(2));
        assert_eq!(colour_of(&colours, &trace, "cudaLaunchKernel"), SliceColour::Palette(colour::FRAME_2));
    }

    #[test]
    fn a_known_colour_name_wins() {
        let mut trace = trace(&["t a 0 10", "t b 20 10"]);
        let (good, odd) = (trace.strings.intern("good"), trace.strings.intern("no_such_colour"));
        trace.slices.cname = Sparse(vec![(SliceId(0), good), (SliceId(1), odd)]);
        let mut colours = TraceColours::new(&trace);
        Palette::default().assign([&mut colours]);
        let good = CNAMES.iter().position(|name| *name == "good").unwrap() as u8;
        assert_eq!(colour_of(&colours, &trace, "a"), SliceColour::Cname(good));
        assert_eq!(colour_of(&colours, &trace, "b"), SliceColour::Palette(1));
    }
}

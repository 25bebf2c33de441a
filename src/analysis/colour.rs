//! Which slice has which colour.
//!
//! Colour means an op, never a thread or a rank. Structure above the ops is
//! neutral, and so are waits and what sets up a Neuron program. Families of names take the twelve colours in order of self time,
//! and an op has the same colour in every open trace that colours it, as long
//! as the trace is open; a kernel has that of the op that launched it. A colour name that the writer gave wins over all.

mod by;

pub use by::{ColourBy, LegendRow};

use super::area::ticks_inside;
use super::family::{family, is_device_category, is_op_category, is_structure_category, is_structure_name};
use crate::neuron::Instruction;
use crate::timeline::frame::{CNAMES, colour};
use crate::timeline::{SliceColour, SliceColours};
use crate::trace::{SliceFlags, SliceId, StringId, Trace, TrackId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Family of a name that stands for structure.
const STRUCTURE: u32 = u32::MAX;
/// Name that no slice has.
const UNUSED: u32 = u32::MAX - 1;

/// Colours of one trace: a family for each name, and a colour for each family.
#[derive(Debug, Default)]
pub struct TraceColours {
    by: ColourBy,
    families: Vec<String>,
    /// Self time of each family, in ticks.
    self_ticks: Vec<i64>,
    /// By family; given out by [`assign`].
    colours: Vec<u8>,
    /// By [`StringId`].
    family_of_name: Vec<u32>,
    /// What a Neuron profile moves by DMA has no opcode, and is one family
    /// beside those.
    dma_family: u32,
    structure_categories: Vec<StringId>,
    /// Family of the op that launched a device slice, sorted by slice.
    launched_by: Vec<(SliceId, u32)>,
    /// Colour names of this trace that are known.
    cnames: Vec<(StringId, u8)>,
}

impl TraceColours {
    /// Finds families and adds up their self time.
    pub fn new(trace: &Trace) -> Self {
        Self::by(trace, ColourBy::Name)
    }

    /// The same for families of another kind.
    pub fn by(trace: &Trace, by: ColourBy) -> Self {
        let mut colours = Self { by, family_of_name: vec![UNUSED; trace.strings.len()], ..Self::default() };
        match (by, &trace.neuron) {
            (ColourBy::Name, _) | (_, None) => colours.find_names(trace),
            (_, Some(profile)) => colours.find_keys(trace, profile),
        }
        colours.add_up(trace);
        colours.colours = vec![colour::FRAME_1; colours.families.len()];
        colours
    }

    fn find_names(&mut self, trace: &Trace) {
        let colours = self;
        // Without a profile there is nothing else to go by.
        colours.by = ColourBy::Name;
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
        if trace.neuron.as_ref().is_some_and(|profile| !profile.dma.is_empty()) {
            colours.dma_family = colours.families.len() as u32;
            colours.families.push(by::DMA.to_owned());
        }
        colours.find_categories_and_launches(trace);
        for (_, name) in &trace.slices.cname.0 {
            if !colours.cnames.iter().any(|(known, _)| known == name)
                && let Some(at) = CNAMES.iter().position(|known| *known == trace.strings.get(*name))
            {
                colours.cnames.push((*name, at as u8));
            }
        }
    }

    /// What colours stand for.
    pub fn stands_for(&self) -> ColourBy {
        self.by
    }

    /// What has which colour, greatest first.
    pub fn legend(&self) -> Vec<LegendRow> {
        let coloured = self.by_self_time().into_iter().filter(|&at| is_op_colour(self.colours[at]));
        let row = |at: usize| LegendRow {
            name: self.families[at].clone(),
            colour: self.colours[at],
            ticks: self.self_ticks.get(at).copied().unwrap_or_default(),
        };
        coloured.map(row).filter(|row| row.ticks > 0).collect()
    }

    /// Hue of a name, 1 to 12; 0 where it has none.
    pub fn hue_of(&self, name: &str) -> u8 {
        let family = family(name);
        // Packets are named like the family of all DMA, and are in that one.
        let mut own = self.families.iter().zip(&self.colours);
        own.find(|(known, at)| *known == family && is_op_colour(**at)).map_or(0, |(_, at)| at + 1)
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
        if trace.slices.flags[slice.index()].has(SliceFlags::WAIT) {
            return STRUCTURE;
        }
        if let Some(profile) = &trace.neuron {
            if self.by != ColourBy::Name {
                return self.neuron_family(profile, slice);
            }
            if profile.dma_of(slice).is_some() {
                return self.dma_family;
            }
            if profile.instruction_of(slice).is_some_and(Instruction::is_setup) {
                return STRUCTURE;
            }
        }
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
            None if trace.slices.flags[slice.index()].has(SliceFlags::WAIT) => colour::FRAME_3,
            None if family == STRUCTURE => {
                let depth = trace.depth_and_lane_of(slice).0.min(2) as u8;
                colour::FRAME_1 + depth
            }
            None => colour::FRAME_1,
        })
    }

    /// A DMA queue holds nothing but DMA, which is one family or none.
    fn of_track(&self, trace: &Trace, track: TrackId) -> Option<u8> {
        let slices = &trace.tracks.get(track.index())?.slices;
        let first = (!slices.is_empty()).then_some(SliceId(slices.start))?;
        trace.neuron.as_ref()?.dma_of(first)?;
        let colour = self.colours.get(self.family(trace, first) as usize);
        colour.copied().filter(|at| is_op_colour(*at))
    }
}

/// Gives the twelve colours of each trace to its families with the most self
/// time. What has a colour keeps it, so no trace changes when another one is
/// opened or closed. A family has one colour in all traces that colour it; two
/// families share one only where no trace needs both.
pub fn assign<'a>(traces: impl IntoIterator<Item = &'a mut TraceColours>) {
    let mut traces: Vec<&mut TraceColours> = traces.into_iter().collect();
    let mut held: FxHashMap<String, u8> = FxHashMap::default();
    for trace in &traces {
        for (family, colour) in trace.families.iter().zip(&trace.colours).filter(|(_, at)| is_op_colour(**at))
        {
            held.entry(family.clone()).or_insert(*colour);
        }
    }
    for trace in &mut traces {
        let greatest = trace.greatest();
        trace.take_held(&greatest, &held);
        for family in greatest {
            if is_op_colour(trace.colours[family]) || held.contains_key(&trace.families[family]) {
                continue;
            }
            let all = 0..colour::OPS;
            let is_free = |at: &u8| !trace.colours.contains(at);
            let is_new = |at: &u8| !held.values().any(|held| held == at);
            let Some(free) = all.clone().find(|at| is_free(at) && is_new(at)).or(all.clone().find(is_free))
            else {
                break;
            };
            trace.colours[family] = free;
            held.insert(trace.families[family].clone(), free);
        }
    }
    // An op of a later trace may have room in an earlier one too.
    for trace in &mut traces {
        let all = trace.by_self_time();
        trace.take_held(&all, &held);
    }
}

fn is_op_colour(at: u8) -> bool {
    at < colour::OPS
}

impl TraceColours {
    /// Families in order of self time.
    fn by_self_time(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.families.len()).collect();
        let ticks =
            |family: usize| std::cmp::Reverse(self.self_ticks.get(family).copied().unwrap_or_default());
        order.sort_by(|&a, &b| ticks(a).cmp(&ticks(b)).then_with(|| self.families[a].cmp(&self.families[b])));
        order
    }

    /// The families that deserve a colour.
    fn greatest(&self) -> Vec<usize> {
        let mut order = self.by_self_time();
        order.truncate(colour::OPS.into());
        order
    }

    /// Takes the colours that some families have in other traces, where they
    /// are free here.
    fn take_held(&mut self, families: &[usize], held: &FxHashMap<String, u8>) {
        for &family in families {
            if let Some(at) = held.get(&self.families[family])
                && !is_op_colour(self.colours[family])
                && !self.colours.contains(at)
            {
                self.colours[family] = *at;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::{slice, trace};
    use super::*;
    use crate::trace::{Link, LinkEnd, LinkIdent, LinkKind, Links, Sparse};

    fn colour_of(colours: &TraceColours, trace: &Trace, name: &str) -> SliceColour {
        colours.colour(trace, slice(trace, name))
    }

    #[test]
    fn families_take_colours_in_order_of_self_time() {
        let trace = trace(&["t aten::a 0 100", "t aten::b 0 70", "t aten::c_ 80 10", "t aten::c 200 25"]);
        let mut colours = TraceColours::new(&trace);
        assign([&mut colours]);
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
        assign([&mut a]);
        assign([&mut a, &mut b]);
        assert_eq!(colour_of(&a, &one, "x"), SliceColour::Palette(0));
        assert_eq!(colour_of(&a, &one, "y"), SliceColour::Palette(1));
        assert_eq!(colour_of(&b, &two, "y"), SliceColour::Palette(1));
        assert_eq!(colour_of(&b, &two, "z"), SliceColour::Palette(2));
    }

    #[test]
    fn another_trace_moves_no_colour_and_has_its_own() {
        let many = |letters: std::ops::RangeInclusive<char>| {
            let lines: Vec<String> =
                letters.enumerate().map(|(i, at)| format!("t op{at} {} {}", i * 100, 90 - i)).collect();
            trace(&lines.iter().map(String::as_str).collect::<Vec<_>>())
        };
        // Of the second trace, m and n are known to the first without colour.
        let (one, two) = (many('a'..='n'), many('l'..='z'));
        let (mut a, mut b) = (TraceColours::new(&one), TraceColours::new(&two));
        assign([&mut a]);
        let before = a.colours.clone();
        assign([&mut a, &mut b]);
        assert_eq!(a.colours, before);
        assert_eq!(colour_of(&b, &two, "opl"), colour_of(&a, &one, "opl"));
        let coloured = b.colours.iter().filter(|at| is_op_colour(**at)).collect::<FxHashSet<_>>();
        assert_eq!(coloured.len(), 12);
        let before = b.colours.clone();
        assign([&mut b]);
        assert_eq!(b.colours, before);
    }

    #[test]
    fn the_thirteenth_family_and_later_ones_are_neutral() {
        let lines: Vec<String> = (0..14u8)
            .map(|i| format!("t op{} {} {}", char::from(b'a' + i), i32::from(i) * 100, 90 - i))
            .collect();
        let trace = trace(&lines.iter().map(String::as_str).collect::<Vec<_>>());
        let mut colours = TraceColours::new(&trace);
        assign([&mut colours]);
        assert_eq!(colour_of(&colours, &trace, "opl"), SliceColour::Palette(11));
        assert_eq!(colour_of(&colours, &trace, "opm"), SliceColour::Palette(colour::FRAME_1));
    }

    #[test]
    fn structure_is_neutral_by_depth() {
        let trace =
            trace(&["t ProfilerStep#1 0 9 x", "t nn.Module:_A 0 8", "t f 0 7 python_function", "t op 0 6"]);
        let mut colours = TraceColours::new(&trace);
        assign([&mut colours]);
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
        assign([&mut colours]);
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
        assign([&mut colours]);
        let good = CNAMES.iter().position(|name| *name == "good").unwrap() as u8;
        assert_eq!(colour_of(&colours, &trace, "a"), SliceColour::Cname(good));
        assert_eq!(colour_of(&colours, &trace, "b"), SliceColour::Palette(1));
    }
}

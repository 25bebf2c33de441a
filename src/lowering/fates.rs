//! What became of each op of the baseline on another path.
//!
//! Three sources, in this order: the alignment of what runs op by op on both
//! paths; the names of generated kernels, which list the ops in them; and, for
//! what is left on both sides between two pairs, when one of them is opaque (a
//! vendor's kernel, a custom op), that piece as a whole.

use super::align::align;
use super::comparison::{Alignment, Fate, OpFate};
use super::names::{form, fused_ops, is_backward_node, is_composite, is_known};
use super::ops::Outline;
use super::profile::{Evidence, Node, PathProfile};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::ops::Range;

/// Items for each op of a piece of work up to which the one can be said to
/// replace the other. With more of them the piece is the rest of the region.
const MOST_ITEMS: usize = 16;

/// A path with the ops that are laid beside others.
#[derive(Clone, Copy)]
pub struct Laid<'a> {
    pub profile: &'a PathProfile,
    pub outline: &'a Outline,
    /// Indices into the profile's nodes.
    pub ops: &'a [u32],
}

impl<'a> Laid<'a> {
    /// The op at a position.
    pub fn node(&self, op: usize) -> &'a Node {
        &self.profile.nodes[self.ops[op] as usize]
    }

    fn nodes(&self) -> Vec<&'a Node> {
        (0..self.ops.len()).map(|op| self.node(op)).collect()
    }

    fn items(&self, op: usize) -> &'a [u32] {
        self.outline.items(self.ops[op])
    }

    fn works(&self, op: usize) -> bool {
        !self.items(op).is_empty()
    }
}

/// Lays a path beside the baseline. `path` is its index in the comparison.
pub fn lay_beside(base: Laid<'_>, other: Laid<'_>, path: u32) -> Alignment {
    let mut fates: Vec<Option<OpFate>> = vec![None; base.ops.len()];
    let mut used_ops = FxHashSet::default();
    by_alignment(base, other, &mut fates, &mut used_ops);
    let fused = by_kernel_names(base, other, &mut fates, &used_ops);
    by_changed_places(base, other, &mut fates, &mut used_ops);
    by_region(base, other, &mut fates, &fused, &used_ops);
    let fates: Vec<OpFate> = fates
        .into_iter()
        .enumerate()
        .map(|(op, fate)| fate.unwrap_or_else(|| without_partner(base, op)))
        .collect();
    let mut stands_for = vec![Vec::new(); other.profile.items.len()];
    for fate in &fates {
        for item in &fate.into {
            stands_for[*item as usize].push(fate.op);
        }
    }
    Alignment { path, fates, stands_for }
}

fn without_partner(base: Laid<'_>, op: usize) -> OpFate {
    let fate = if base.works(op) { Fate::Eliminated } else { Fate::HostOnly };
    OpFate { op: op as u32, fate, into: Vec::new(), matched: None, evidence: Evidence::Containment }
}

/// Ops in the name of an item, or in that of the op that launched it.
fn ops_of_item(profile: &PathProfile, item: usize) -> Option<Vec<&str>> {
    let item = &profile.items[item];
    let op = profile.nodes.get(item.node as usize).map(|node| &*node.name);
    fused_ops(&item.name).or_else(|| op.and_then(fused_ops))
}

/// A generated kernel while ops are given to it.
struct FusedItem<'a> {
    item: u32,
    /// What its name lists.
    names: FxHashSet<&'a str>,
    /// Of these, those that no op has been given for yet.
    missing: FxHashSet<&'a str>,
}

/// Goes through the baseline's ops with the fused items in order. An op belongs
/// to the item at hand if that names it, unless all that it names has been
/// found and the next one that names the op still lacks it: layers that repeat
/// have a kernel each. Else it belongs to the next item that names it, or to an
/// earlier one. Items between those of the paired ops around it come first.
/// Gives the fused items that no op of the baseline is already paired with.
fn by_kernel_names(
    base: Laid<'_>,
    other: Laid<'_>,
    fates: &mut [Option<OpFate>],
    used_ops: &FxHashSet<usize>,
) -> FxHashSet<u32> {
    let paired: FxHashSet<u32> = used_ops.iter().flat_map(|op| other.items(*op)).copied().collect();
    let todo: Vec<usize> = (0..fates.len()).filter(|op| fates[*op].is_none() && base.works(*op)).collect();
    let wanted: FxHashSet<&str> = todo.iter().map(|op| form(&base.node(*op).name)).collect();
    let mut fused: Vec<FusedItem<'_>> = (0..other.profile.items.len())
        .filter(|item| !paired.contains(&(*item as u32)))
        .filter_map(|item| {
            let names: FxHashSet<&str> = ops_of_item(other.profile, item)?.into_iter().map(form).collect();
            let missing = names.intersection(&wanted).copied().collect();
            Some(FusedItem { item: item as u32, names, missing })
        })
        .collect();
    let mut by_name: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    for (i, item) in fused.iter().enumerate() {
        for name in &item.names {
            by_name.entry(name).or_default().push(i);
        }
    }
    let between = item_ranges(other, fates, &todo);
    let mut at = 0;
    for (op, range) in todo.iter().zip(between) {
        let name = form(&base.node(*op).name);
        // Ascending, as are the items.
        let Some(those) = by_name.get(name) else { continue };
        let next = |from: usize| those.get(those.partition_point(|i| *i < from)).copied();
        let near = fused.partition_point(|fused| fused.item < range.start);
        let next_near = |from: usize| next(from.max(near)).filter(|i| fused[*i].item < range.end);
        let mut found = next_near(at);
        if let Some(here) = found
            && fused[here].missing.is_empty()
            && let Some(next) = next_near(here + 1)
            && fused[next].missing.contains(name)
        {
            found = Some(next);
        }
        let found = found.or_else(|| next(at)).or_else(|| those.last().copied());
        let Some(found) = found else { continue };
        at = at.max(found);
        fused[found].missing.remove(name);
        fates[*op] = Some(OpFate {
            op: *op as u32,
            fate: Fate::Fused,
            into: vec![fused[found].item],
            matched: None,
            evidence: Evidence::Name,
        });
    }
    fused.into_iter().map(|fused| fused.item).collect()
}

/// For each of some ops, ascending: the items of the other path between those
/// of the paired ops before and behind it.
fn item_ranges(other: Laid<'_>, fates: &[Option<OpFate>], ops: &[usize]) -> Vec<Range<u32>> {
    let count = other.profile.items.len() as u32;
    let items = |op: &usize| fates[*op].as_ref().map_or(&[][..], |fate| &fate.into[..]);
    let mut behind = vec![count; ops.len()];
    let mut next = fates.len();
    let mut first = count;
    for (place, op) in behind.iter_mut().zip(ops).rev() {
        for at in (op + 1..next).rev() {
            first = items(&at).iter().copied().min().unwrap_or(first);
        }
        next = *op + 1;
        *place = first;
    }
    let mut ranges = Vec::with_capacity(ops.len());
    let (mut from, mut last) = (0, 0);
    for (op, behind) in ops.iter().zip(behind) {
        for at in from..*op {
            last = items(&at).iter().max().map_or(last, |item| item + 1);
        }
        from = *op;
        ranges.push(last..behind);
    }
    ranges
}

/// Pairs what runs op by op on both paths, in order.
fn by_alignment(
    base: Laid<'_>,
    other: Laid<'_>,
    fates: &mut [Option<OpFate>],
    used_ops: &mut FxHashSet<usize>,
) {
    let (own, theirs) = (base.nodes(), other.nodes());
    for (op, other_op) in align(&own, &theirs) {
        used_ops.insert(other_op);
        fates[op] = Some(paired(base, op, other, other_op));
    }
}

/// Pairs what runs in another place: the first of the same form that is left.
fn by_changed_places(
    base: Laid<'_>,
    other: Laid<'_>,
    fates: &mut [Option<OpFate>],
    used_ops: &mut FxHashSet<usize>,
) {
    let mut left: FxHashMap<&str, VecDeque<usize>> = FxHashMap::default();
    for op in (0..other.ops.len()).filter(|op| !used_ops.contains(op) && other.works(*op)) {
        left.entry(form(&other.node(op).name)).or_default().push_back(op);
    }
    for (op, slot) in fates.iter_mut().enumerate() {
        if slot.is_some() || !base.works(op) {
            continue;
        }
        let same = left.get_mut(form(&base.node(op).name));
        if let Some(moved) = same.and_then(VecDeque::pop_front) {
            used_ops.insert(moved);
            *slot = Some(paired(base, op, other, moved));
        }
    }
}

fn paired(base: Laid<'_>, op: usize, other: Laid<'_>, other_op: usize) -> OpFate {
    let fate = match (base.works(op), other.works(other_op)) {
        (false, _) => Fate::HostOnly,
        (true, true) => Fate::Kept,
        (true, false) => Fate::Eliminated,
    };
    OpFate {
        op: op as u32,
        fate,
        into: if fate == Fate::Kept { other.items(other_op).to_vec() } else { Vec::new() },
        matched: Some(other_op as u32),
        evidence: Evidence::Containment,
    }
}

/// What is left on both sides between two pairs is the same piece of work when
/// one of them is opaque: then all of one replaces all of the other.
fn by_region(
    base: Laid<'_>,
    other: Laid<'_>,
    fates: &mut [Option<OpFate>],
    fused: &FxHashSet<u32>,
    used_ops: &FxHashSet<usize>,
) {
    // A node of the backward pass is only around the ops that do its work.
    let is_left =
        |op: &usize| fates[*op].is_none() && base.works(*op) && !is_backward_node(&base.node(*op).name);
    let left: Vec<usize> = (0..base.ops.len()).filter(is_left).collect();
    if left.is_empty() {
        return;
    }
    let is_opaque = |name: &str| !is_known(name) || is_composite(name);
    let kept: FxHashSet<u32> =
        used_ops.iter().flat_map(|op| other.items(*op)).chain(fused).copied().collect();
    let new: Vec<u32> = (0..other.profile.items.len() as u32).filter(|item| !kept.contains(item)).collect();
    let their_name = |item: &u32| {
        let item = &other.profile.items[*item as usize];
        let node = &other.profile.nodes[item.node as usize];
        if node.parent.is_none() { &*item.name } else { &*node.name }
    };
    if new.is_empty() && !fused.is_empty() && left.iter().any(|op| is_opaque(&base.node(*op).name)) {
        // The baseline is one call and the other path has generated kernels.
        let into: Vec<u32> = fused.iter().copied().collect();
        return replace(fates, &left, sorted(into));
    }
    // Between two ops that are paired lies one piece of work on both paths.
    for (ops, range) in pieces(other, fates, &left) {
        let into: Vec<u32> = new.iter().copied().filter(|item| range.contains(item)).collect();
        let is_told = ops.iter().any(|op| is_opaque(&base.node(*op).name))
            || into.iter().any(|item| is_opaque(their_name(item)));
        if !into.is_empty() && is_told && into.len() <= ops.len() * MOST_ITEMS {
            replace(fates, &ops, into);
        }
    }
}

/// Runs of unpaired ops between paired ones, each with the items of the other
/// path that lie between those of the pairs around it.
fn pieces(other: Laid<'_>, fates: &[Option<OpFate>], left: &[usize]) -> Vec<(Vec<usize>, Range<u32>)> {
    let mut found: Vec<(Vec<usize>, Range<u32>)> = Vec::new();
    for (op, range) in left.iter().zip(item_ranges(other, fates, left)) {
        match found.last_mut() {
            Some((ops, same)) if *same == range => ops.push(*op),
            _ => found.push((vec![*op], range)),
        }
    }
    found
}

fn sorted(mut items: Vec<u32>) -> Vec<u32> {
    items.sort_unstable();
    items
}

fn replace(fates: &mut [Option<OpFate>], left: &[usize], into: Vec<u32>) {
    for op in left {
        fates[*op] = Some(OpFate {
            op: *op as u32,
            fate: Fate::Replaced,
            into: into.clone(),
            matched: None,
            evidence: Evidence::Containment,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::ops::written_ops;
    use super::super::profile_sample::profile;
    use super::*;

    const NAIVE: &[&str] = &[
        "aten::to 25",
        "aten::pow 26",
        "aten::mean 15",
        "aten::add 2",
        "aten::rsqrt 2",
        "aten::mul 33",
        "aten::to 18",
        "aten::mul 25",
    ];

    /// Fates as letters, with the items of each.
    fn fates(base: &[&str], other: &[&str]) -> Vec<String> {
        let (base, other) = (profile(base), profile(other));
        let (base_outline, other_outline) = (Outline::new(&base), Outline::new(&other));
        let (base_ops, other_ops) = (written_ops(&base, &base_outline), written_ops(&other, &other_outline));
        let found = lay_beside(
            Laid { profile: &base, outline: &base_outline, ops: &base_ops },
            Laid { profile: &other, outline: &other_outline, ops: &other_ops },
            1,
        );
        for (item, ops) in found.stands_for.iter().enumerate() {
            for op in ops {
                assert!(found.fates[*op as usize].into.contains(&(item as u32)));
            }
        }
        found.fates.iter().map(|fate| format!("{:?} {:?}", fate.fate, fate.into)).collect()
    }

    #[test]
    fn a_generated_kernel_takes_the_ops_that_it_names() {
        let compiled = ["triton_op 15 triton_red_fused__to_copy_add_mean_mul_pow_rsqrt_0"];
        assert_eq!(fates(NAIVE, &compiled), vec!["Fused [0]"; 8]);
        let two =
            ["a 15 triton_red_fused__to_copy_mean_pow_0", "b 15 triton_poi_fused__to_copy_add_mul_rsqrt_1"];
        let found = fates(NAIVE, &two);
        assert_eq!(found[..3], ["Fused [0]"; 3]);
        assert_eq!(found[3..], ["Fused [1]"; 5]);
    }

    #[test]
    fn what_runs_as_it_did_is_kept_even_where_a_kernel_names_such_an_op() {
        let base = ["aten::mm 50", "aten::add 9", "triton_x 5 triton_poi_fused_add_relu_0"];
        assert_eq!(fates(&base, &base), ["Kept [0]", "Kept [1]", "Kept [2]"]);
        let other = ["aten::mm 50", "triton_y 5 triton_poi_fused_add_mm_relu_1"];
        assert_eq!(fates(&base[..2], &other), ["Kept [0]", "Fused [1]"]);
    }

    #[test]
    fn layers_that_repeat_have_a_kernel_each() {
        let layer = ["aten::pow 5", "aten::mean 5", "aten::mul 5"];
        let mut base = vec!["aten::mm 50"];
        base.extend(layer);
        base.push("aten::mm 51");
        base.extend(layer);
        let other = [
            "aten::mm 50",
            "triton_a 5 triton_red_fused_mean_mul_pow_0",
            "aten::mm 51",
            "triton_a 5 triton_red_fused_mean_mul_pow_0",
        ];
        let found = fates(&base, &other);
        assert_eq!(found[1..4], ["Fused [1]"; 3]);
        assert_eq!(found[5..], ["Fused [3]"; 3]);
        // Without an op between them too: then what is complete gives way.
        let found = fates(&[layer, layer].concat(), &[other[1], other[3]]);
        assert_eq!(found[..3], ["Fused [0]"; 3]);
        assert_eq!(found[3..], ["Fused [1]"; 3]);
    }

    #[test]
    fn a_node_of_the_backward_pass_is_replaced_by_nothing() {
        let base = ["aten::mm 50", "autograd::engine::evaluate_function:_ViewBackward0 2", "aten::mm 51"];
        let other = ["aten::mm 50", "vendor::attention_backward 99", "aten::mm 51"];
        assert_eq!(fates(&base, &other), ["Kept [0]", "Eliminated []", "Kept [2]"]);
        let base = ["aten::mm 50", "aten::bmm 20", "aten::mm 51"];
        assert_eq!(fates(&base, &other), ["Kept [0]", "Replaced [1]", "Kept [2]"]);
    }

    #[test]
    fn what_no_kernel_names_was_eliminated() {
        let compiled = ["x 15 triton_per_fused_add_mean_mul_pow_rsqrt_0"];
        let found = fates(NAIVE, &compiled);
        assert_eq!(
            (found[0].as_str(), found[1].as_str(), found[6].as_str()),
            ("Eliminated []", "Fused [0]", "Eliminated []")
        );
    }

    #[test]
    fn parts_of_a_composite_are_the_same_ops_one_level_down() {
        let composite = [
            "aten::rms_norm",
            ".aten::_fused_rms_norm",
            "..aten::to 25",
            "..aten::pow 26",
            "..aten::mean 15",
            "..aten::add_ 2",
            "..aten::rsqrt 2",
            "..aten::mul 33",
            "..aten::mul 25",
            "..aten::type_as 18",
        ];
        let found = fates(NAIVE, &composite);
        assert!(found.iter().all(|fate| fate.starts_with("Kept")), "{found:?}");
        assert_eq!((found[6].as_str(), found[7].as_str()), ("Kept [7]", "Kept [6]"));
    }

    #[test]
    fn a_vendor_kernel_replaces_the_whole_region_and_the_other_way_round() {
        let vendor = ["_C::rms_norm 5 vllm::rms_norm_kernel"];
        assert_eq!(fates(NAIVE, &vendor), vec!["Replaced [0]"; 8]);
        assert_eq!(fates(&vendor, NAIVE), ["Replaced [0, 1, 2, 3, 4, 5, 6, 7]"]);
        let fused = ["aten::rms_norm", ".aten::_fused_rms_norm 18 vectorized_layer_norm_kernel"];
        assert_eq!(fates(NAIVE, &fused), vec!["Replaced [0]"; 8]);
        let compiled = ["triton_op 15 triton_red_fused__to_copy_add_mean_mul_pow_rsqrt_0"];
        assert_eq!(fates(&fused, &compiled), ["Replaced [0]"]);
    }

    #[test]
    fn what_replaces_an_op_lies_between_the_same_neighbours() {
        let base = ["aten::mm 9", "aten::tanh 2", "aten::bmm 9", "aten::relu 2", "aten::softmax 3"];
        let other = ["aten::mm 9", "lib::tanh_like 2", "aten::bmm 9", "lib::relu_like 2", "aten::softmax 3"];
        let wanted = ["Kept [0]", "Replaced [1]", "Kept [2]", "Replaced [3]", "Kept [4]"];
        assert_eq!(fates(&base, &other), wanted);
    }

    #[test]
    fn ops_without_device_work_are_told_apart() {
        let base = ["aten::view", "aten::mul 10", "aten::add 5"];
        assert_eq!(fates(&base, &["aten::mul 10"]), ["HostOnly []", "Kept [0]", "Eliminated []"]);
    }
}

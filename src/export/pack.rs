//! The part of a trace that a comparison rests on, packed: small enough for a
//! link or a report, and whoever compares it gets the figures of the whole.
//!
//! The part is a trace in itself: Chrome JSON, gzip. It holds every instance of
//! the region, also those that do not count, with what the host did in it and
//! the device work that it led to. What rests on other rows, such as work that
//! no launch leads to, is noted at its top ([`PartOf`]). Whether the figures
//! are those of the whole is found out by measuring what was packed, not
//! claimed. Where not all instances have room, some that are spread evenly are
//! packed; then they are others, and the note says so.
//!
//! Left out: all around the regions, Python frames outside of them, the folders
//! of their files, counters, instants, the rows by which a device repeats
//! annotations, args that no figure rests on, and metadata but for how the trace
//! was recorded. So a pack holds no environment, no command line and no path of
//! the machine that recorded it.

use super::chrome::{Part, Writing, chrome_json_of};
use crate::analysis::secret::masked;
use crate::ingest::json::Reader;
use crate::lowering::attribution::{Attribution, slices_under};
use crate::lowering::comparison::{Problem, RegionChoice};
use crate::lowering::neff::has_runs;
use crate::lowering::part::{KEY, PartOf};
use crate::lowering::profile::{Evidence, Level, PathProfile, RegionKind};
use crate::lowering::{profile, region};
use crate::trace::{Link, SliceId, Trace, TrackId};
use flate2::{Compression, write::GzEncoder};
use serde::{Deserialize, Serialize};
use std::io::Write;

/// Bytes of text for each byte that the pack may have: text packs to a
/// twentieth or so, and what is far larger need not be tried.
const TEXT_FOR_A_BYTE: usize = 60;
/// Longest text of a part.
const MOST_TEXT: usize = 64 << 20;
/// Times that another number of instances is tried.
const TRIES: usize = 8;

/// Args that figures rest on, or that a person looks for beside a kernel.
const ARGS: &[&str] = &[
    "Input Dims",
    "Input dims",
    "Input type",
    "Input Types",
    "Concrete Inputs",
    "correlation",
    "correlation_id",
    "device",
    "stream",
    "grid",
    "block",
    "est. achieved occupancy %",
    "warps per SM",
    "blocks per SM",
    "bytes",
    "memory bandwidth (GB/s)",
    "flops",
    "kernel_flop",
    "bytes_accessed",
    "kernel_details",
    "hlo_op",
    "hlo_module",
    "run_id",
    "neff_cache_key",
];

/// Joins an op with its device work where nothing else does.
const EXTERNAL_ID: &str = "External id";

/// A trace to take a part of.
#[derive(Clone, Copy)]
pub struct Whole<'a> {
    pub trace: &'a Trace,
    pub attribution: &'a Attribution,
    /// Name of its file.
    pub file: &'a str,
    /// The regions that are wanted, as they were measured.
    pub regions: &'a [&'a PathProfile],
}

/// A part of a trace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackedTrace {
    /// File name of the whole trace, without folders.
    pub file: String,
    /// The part: Chrome JSON, gzip.
    pub gzip: Vec<u8>,
    /// Instances of the regions in the part, and in the whole, as far as they
    /// count.
    pub instances: u32,
    pub of: u32,
    /// A comparison of the part gives the figures of the whole.
    pub same: bool,
    /// Device profiles of its NEFFs are open, and no part of it.
    pub lacks_profiles: bool,
}

/// Why there is no pack.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum PackProblem {
    /// A device profile is no list of events, of which a part could be taken.
    DeviceProfile { file: String },
    /// One instance of each path alone takes more bytes than are allowed.
    TooLarge { bytes: u64, most_bytes: u64 },
    /// There is nothing to compare.
    Compare(Problem),
}

/// Which rows a part has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Breadth {
    /// Those under the instances.
    Under,
    /// On the same tracks also all others that are there meanwhile.
    Around,
}

/// Takes the part that the regions need; all of their instances, or as many as
/// fit into `most_bytes`.
///
/// # Errors
/// When even one instance of each region does not fit: its bytes, about.
pub fn pack(whole: Whole<'_>, most_bytes: usize) -> Result<PackedTrace, usize> {
    let all: Vec<Vec<SliceId>> = whole.regions.iter().map(|region| roots(whole, region)).collect();
    let counts: Vec<usize> = whole.regions.iter().map(|region| region.instances.len()).collect();
    let of: usize = counts.iter().sum();
    let mut note = note(whole, of, of);
    let mut gzip = written(whole, &all, &note, Breadth::Under, most_bytes);
    if let Ok(bytes) = &gzip
        && !gives_the_same(whole, bytes)
    {
        // How rows nest can hang on others that cross them.
        let wide = written(whole, &all, &note, Breadth::Around, most_bytes);
        if wide.as_ref().is_ok_and(|bytes| gives_the_same(whole, bytes)) {
            gzip = wide;
        } else {
            note.same = false;
            gzip = written(whole, &all, &note, Breadth::Under, most_bytes);
        }
    }
    let mut taken = counts;
    for _ in 0..TRIES {
        let over = match &gzip {
            Ok(_) => break,
            Err(bytes) => *bytes as f64 / most_bytes.max(1) as f64,
        };
        if taken.iter().all(|count| *count <= 1) {
            break;
        }
        for count in &mut taken {
            *count = ((*count as f64 / over * 0.95) as usize).clamp(1, (*count - 1).max(1));
        }
        let some: Vec<Vec<SliceId>> =
            whole.regions.iter().zip(&taken).map(|(region, count)| spread_roots(region, *count)).collect();
        (note.instances, note.same) = (taken.iter().sum::<usize>() as u32, false);
        gzip = written(whole, &some, &note, Breadth::Under, most_bytes);
        if gzip.as_ref().is_ok_and(|bytes| measured_again(whole, bytes).is_none()) {
            gzip = written(whole, &some, &note, Breadth::Around, most_bytes);
        }
    }
    Ok(PackedTrace {
        file: note.part_of.clone(),
        gzip: gzip?,
        instances: note.instances,
        of: note.of,
        same: note.same,
        lacks_profiles: false,
    })
}

/// What the part says of the whole. A part of a part is one of the same whole.
fn note(whole: Whole<'_>, instances: usize, of: usize) -> PartOf {
    let around = PartOf::read(whole.trace);
    let name = masked(whole.file.rsplit(['/', '\\']).next().unwrap_or(whole.file));
    let is_sample = around.as_ref().is_some_and(|around| !around.same);
    let mut note = PartOf {
        part_of: around.as_ref().map_or(&*name, |around| &around.part_of).to_owned(),
        instances: instances as u32,
        of: around.filter(|_| is_sample).map_or(of as u32, |around| around.of),
        same: !is_sample,
        ..PartOf::default()
    };
    if let Some(first) = whole.regions.first() {
        note.set_facts(&whole.attribution.levels, &first.recording, &first.orphans);
    }
    note
}

/// All instances of a region, those that do not count too.
fn roots(whole: Whole<'_>, measured: &PathProfile) -> Vec<SliceId> {
    region::roots(whole.trace, whole.attribution, &measured.region)
}

/// Some of the instances that count, spread evenly: the first, the last and
/// the median one among them; of one, the median one.
fn spread_roots(measured: &PathProfile, count: usize) -> Vec<SliceId> {
    let (all, middle) = (&measured.instances, measured.median_instance as usize);
    let mut places: Vec<usize> = match count {
        0 | 1 => vec![middle],
        _ => (0..count).map(|i| i * (all.len() - 1) / (count - 1)).collect(),
    };
    if !places.contains(&middle) {
        let nearest = (1..places.len()).min_by_key(|at| places[*at].abs_diff(middle));
        if let Some(nearest) = nearest {
            places[nearest] = middle;
        }
    }
    places.into_iter().filter_map(|at| all.get(at)).map(|instance| instance.root).collect()
}

/// The packed part with these instances, or the bytes that it would have.
fn written(
    whole: Whole<'_>,
    roots: &[Vec<SliceId>],
    note: &PartOf,
    breadth: Breadth,
    most_bytes: usize,
) -> Result<Vec<u8>, usize> {
    let trace = whole.trace;
    let mut slices = slices(whole, roots);
    if breadth == Breadth::Around {
        slices = around(trace, roots, &slices);
    }
    let most_text = most_bytes.saturating_mul(TEXT_FOR_A_BYTE).min(MOST_TEXT);
    // Writing to a text fails for no note.
    let value = serde_json::to_string(note).unwrap_or_default();
    let count = slices.len();
    let levels = &whole.attribution.levels;
    let has_folders = whole.regions.iter().all(|region| region.region.kind != RegionKind::Frame);
    let with_external_ids = rests_on_external_ids(whole);
    let writing = Writing {
        note: Some((KEY, &value)),
        has_arg: &|key| ARGS.contains(&key) || with_external_ids && key == EXTERNAL_ID,
        has_flow: &|link| !is_told_by_ids(trace, link),
        name: &|slice, name| {
            if has_folders && levels.of(slice) == Level::Frame { without_folders(name) } else { name }
        },
        most_bytes: most_text,
    };
    /// Of a slice in a part that is not written, about.
    const BYTES_OF_A_SLICE: usize = 10;
    let text = chrome_json_of(trace, &Part::Slices(slices), writing)
        .map_err(|_| count.saturating_mul(BYTES_OF_A_SLICE).max(most_bytes.saturating_mul(2)))?;
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Into memory, which takes all.
    let gzip = encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish()).unwrap_or_default();
    if gzip.len() > most_bytes { Err(gzip.len()) } else { Ok(gzip) }
}

/// Whether these ids join anything: each slice has its own, which packs badly.
fn rests_on_external_ids(whole: Whole<'_>) -> bool {
    let works = whole.attribution.works();
    works.iter().any(|work| work.evidence == Evidence::ExternalId) || has_runs(whole.trace)
}

/// A Python function without the folders of its file, which may be a person's
/// own and tell nothing that is compared.
fn without_folders(name: &str) -> &str {
    let file = name.find(".py(").map_or("", |end| &name[..end]);
    file.rfind(['/', '\\']).map_or(name, |at| &name[at + 1..])
}

/// Rows under some instances, with the device work that they led to.
fn slices(whole: Whole<'_>, roots: &[Vec<SliceId>]) -> Vec<SliceId> {
    let Whole { trace, attribution, .. } = whole;
    let levels = &attribution.levels;
    let mut found = Vec::new();
    for &root in roots.iter().flatten() {
        found.push(root);
        for at in attribution.rows_under(trace, root) {
            let ids = slices_under(trace, root, &trace.rows[at]).map(SliceId);
            found.extend(
                ids.filter(|slice| levels.of(*slice) != Level::Device && !levels.is_mirror(trace, *slice)),
            );
        }
        found.extend(attribution.under(trace, root).flatten().map(|work| work.device));
        if attribution.is_xla {
            found.extend(calls_around(trace, root));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// What a part has, and all that is on the same tracks at the same times.
fn around(trace: &Trace, roots: &[Vec<SliceId>], part: &[SliceId]) -> Vec<SliceId> {
    let mut tracks: Vec<TrackId> = part.iter().map(|slice| trace.track_of(*slice)).collect();
    tracks.dedup();
    let mut times: Vec<(i64, i64)> = part
        .iter()
        .chain(roots.iter().flatten())
        .map(|slice| (trace.slices.start[slice.index()], trace.slices.end(*slice)))
        .collect();
    times.sort_unstable();
    // As few as cover the same.
    let mut spans: Vec<(i64, i64)> = Vec::new();
    for (start, end) in times {
        match spans.last_mut() {
            Some(last) if start <= last.1 => last.1 = last.1.max(end),
            _ => spans.push((start, end)),
        }
    }
    let is_meanwhile = |slice: &SliceId| {
        let (start, end) = (trace.slices.start[slice.index()], trace.slices.end(*slice));
        let at = spans.partition_point(|span| span.1 < start);
        spans.get(at).is_some_and(|span| span.0 <= end)
    };
    let rows = tracks.iter().flat_map(|track| trace.tracks[track.index()].slices.clone());
    rows.map(SliceId).filter(is_meanwhile).collect()
}

/// Calls of compiled functions around a slice: in traces of XLA they say what
/// the rows in them are.
fn calls_around(trace: &Trace, root: SliceId) -> impl Iterator<Item = SliceId> + '_ {
    let parent =
        |slice: &SliceId| Some(trace.slices.parent[slice.index()]).filter(|parent| *parent != SliceId::NONE);
    std::iter::successors(parent(&root), parent)
        .filter(|slice| trace.slice_name(*slice).starts_with(crate::lowering::XLA_CALL))
}

/// Whether a reader finds the same link by the ids of both ends.
fn is_told_by_ids(trace: &Trace, link: &Link) -> bool {
    let id = |slice: SliceId| trace.slices.correlation.get(slice).filter(|id| *id != 0);
    let category = |slice: SliceId| trace.strings.get(trace.slices.cat[slice.index()]).to_ascii_lowercase();
    let from = category(link.from.slice);
    id(link.to.slice).is_some_and(|to| id(link.from.slice) == Some(to))
        && (from.ends_with("_runtime") || from.ends_with("_driver"))
        && ["kernel", "gpu_memcpy", "gpu_memset"].contains(&category(link.to.slice).as_str())
}

/// Whether a part, measured, has the figures of the whole.
fn gives_the_same(whole: Whole<'_>, gzip: &[u8]) -> bool {
    let found = measured_again(whole, gzip).unwrap_or_default();
    found.len() == whole.regions.len()
        && found.iter().zip(whole.regions).all(|(found, measured)| figures(found) == figures(measured))
}

/// The regions, measured in a part; `None` where it lacks one.
fn measured_again(whole: Whole<'_>, gzip: &[u8]) -> Option<Vec<PathProfile>> {
    let mut text = Vec::new();
    std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(gzip), &mut text).ok()?;
    let mut reader = Reader::new(whole.file);
    reader.push(&text);
    let part = reader.finish();
    let attribution = Attribution::new(&part);
    let choice = |measured: &&PathProfile| RegionChoice::Key(measured.region.clone());
    whole.regions.iter().map(|measured| profile(&part, &attribution, &choice(measured))).collect()
}

/// A profile without what names places in its trace, and without what is added
/// to it from elsewhere.
fn figures(profile: &PathProfile) -> PathProfile {
    let mut all = profile.clone();
    all.instances.iter_mut().for_each(|instance| (instance.root, instance.start) = (SliceId::NONE, 0));
    all.left_out.iter_mut().for_each(|left| left.root = SliceId::NONE);
    all.nodes.iter_mut().for_each(|node| node.slice = SliceId::NONE);
    all.items.iter_mut().for_each(|item| item.slice = SliceId::NONE);
    all.orphans.examples.clear();
    all.recording.synthetic = false;
    all.neffs = None;
    all
}

#[cfg(test)]
#[path = "pack_tests.rs"]
mod tests;

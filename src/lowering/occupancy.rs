//! How kernels fill the device: their grids and blocks, and what the profiler
//! estimates of the warps that run at once.

use super::profile::{Figure, Item, ItemKind, KernelShape, Reason};
use super::shapes::ArgsReader;
use crate::analysis::json_text::{each_member, elements, readable};

/// Below so many warps on each multiprocessor a share of 0 % can be what was
/// meant: a percent of the 64 that fit. Above, it stands for "not computed".
const WARPS_OF_A_PERCENT: f64 = 0.64;

/// What a profiler wrote of one kernel.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
struct Written {
    occupancy: Option<f64>,
    warps_per_sm: Option<f64>,
    blocks: Option<f64>,
    threads_per_block: Option<f64>,
}

impl Written {
    /// Adds what XLA writes in one text: `… grid:559,1,1 block:128,1,1 occ_pct:75`.
    fn add_details(&mut self, details: &str) {
        let product = |sides: &str| {
            let all: Option<f64> = sides.split(',').map(|side| side.parse::<f64>().ok()).product();
            all.filter(|all| all.is_finite() && *all > 0.0)
        };
        let percent =
            |text: &str| text.parse().ok().filter(|percent: &f64| percent.is_finite() && *percent > 0.0);
        for (key, value) in details.split_ascii_whitespace().filter_map(|word| word.split_once(':')) {
            match key {
                "grid" => self.blocks = product(value),
                "block" => self.threads_per_block = product(value),
                "occ_pct" => self.occupancy = percent(value).map(|percent| percent / 100.0),
                _ => {}
            }
        }
    }
}

/// Means over the kernels of the items, weighted by their time. A figure that
/// one kernel does not have is not known.
pub fn kernel_shape(args: &mut ArgsReader, items: &[Item]) -> KernelShape {
    let kernels: Vec<(f64, Written)> = items
        .iter()
        .filter(|item| item.kind == ItemKind::Kernel)
        .map(|item| (item.median_ns.max(1) as f64, written(args.args(item.slice))))
        .collect();
    let mean = |of: fn(&Written) -> Option<f64>| {
        let (mut sum, mut time) = (0.0, 0.0);
        for (ns, kernel) in &kernels {
            let Some(value) = of(kernel) else { return Figure::Unknown(Reason::NotWritten) };
            sum += value * ns;
            time += ns;
        }
        if kernels.is_empty() { Figure::Unknown(Reason::NoKernels) } else { Figure::Known(sum / time) }
    };
    KernelShape {
        occupancy: mean(|kernel| kernel.occupancy),
        warps_per_sm: mean(|kernel| kernel.warps_per_sm),
        blocks: mean(|kernel| kernel.blocks),
        threads_per_block: mean(|kernel| kernel.threads_per_block),
    }
}

fn written(args: &[u8]) -> Written {
    let number = |value: &[u8]| readable(value).parse().ok().filter(|value: &f64| value.is_finite());
    let product = |list: &[u8]| {
        let sides = elements(list);
        let all: Option<f64> = sides.iter().map(|side| number(side)).product();
        all.filter(|all| !sides.is_empty() && *all > 0.0)
    };
    let mut found = Written::default();
    for (key, value) in each_member(args) {
        match key {
            b"\"est. achieved occupancy %\"" => {
                found.occupancy = number(value).map(|percent| percent / 100.0);
            }
            b"\"warps per SM\"" => found.warps_per_sm = number(value).filter(|warps| *warps > 0.0),
            b"\"grid\"" => found.blocks = product(value),
            b"\"block\"" => found.threads_per_block = product(value),
            b"\"kernel_details\"" => found.add_details(&readable(value)),
            _ => {}
        }
    }
    let few_warps = found.warps_per_sm.is_some_and(|warps| warps <= WARPS_OF_A_PERCENT);
    found.occupancy = found.occupancy.filter(|share| *share > 0.0 || few_warps);
    found
}

#[cfg(test)]
mod tests {
    use super::super::attribution::Attribution;
    use super::super::comparison::RegionChoice;
    use super::super::measure::profile;
    use super::super::profile::{RegionKey, RegionKind};
    use super::super::sample::trace;
    use super::*;

    fn shape(kernels: &[&str]) -> KernelShape {
        let mut lines = vec!["cpu norm 0 900 user_annotation".to_owned()];
        for (i, args) in kernels.iter().enumerate() {
            lines.push(format!("cpu cudaLaunchKernel {} 10 cuda_runtime {}", 20 + i * 20, i + 1));
            lines.push(format!("gpu k{i} {} {} kernel {} {args}", 1000 + i * 100, 10 * (i + 1), i + 1));
        }
        let trace = trace(&lines.iter().map(String::as_str).collect::<Vec<_>>());
        let key = RegionKey { kind: RegionKind::Annotation, name: "norm".to_owned() };
        profile(&trace, &Attribution::new(&trace), &RegionChoice::Key(key)).unwrap().kernel_shape
    }

    #[test]
    fn means_are_weighted_by_time() {
        // 10 ns of one and 20 ns of the other.
        let found = shape(&[
            r#""grid":[16,2,1],"block":[128,1,1],"warps per SM":4.0,"est. achieved occupancy %":90"#,
            r#""grid":[4,1,1],"block":[32,8,1],"warps per SM":1.0,"est. achieved occupancy %":30"#,
        ]);
        assert_eq!(found.occupancy, Figure::Known(0.5));
        assert_eq!(found.warps_per_sm, Figure::Known(2.0));
        assert_eq!(found.blocks, Figure::Known(40.0 / 3.0));
        assert_eq!(found.threads_per_block, Figure::Known(640.0 / 3.0));
    }

    #[test]
    fn what_is_no_size_is_not_taken_from_a_text() {
        let written = |details: &str| {
            let mut written = Written::default();
            written.add_details(details);
            (written.blocks, written.threads_per_block, written.occupancy)
        };
        assert_eq!(written("grid:559,1,1 block:128,1,1 occ_pct:75"), (Some(559.0), Some(128.0), Some(0.75)));
        assert_eq!(written("grid:nan,1,1 block:0,0,0 occ_pct:inf"), (None, None, None));
    }

    #[test]
    fn nought_is_a_share_only_where_hardly_a_warp_runs() {
        let few = shape(&[r#""warps per SM":0.03,"est. achieved occupancy %":0"#]);
        assert_eq!((few.occupancy, few.blocks), (Figure::Known(0.0), Figure::Unknown(Reason::NotWritten)));
        let not_computed = shape(&[r#""warps per SM":37.9,"est. achieved occupancy %":0"#]);
        assert_eq!(not_computed.occupancy, Figure::Unknown(Reason::NotWritten));
    }

    #[test]
    fn details_of_xla_are_read_from_one_text() {
        let found =
            shape(&[r#""kernel_details":"regs:32 static_shared:0 grid:559,1,1 block:32,4,1 occ_pct:75""#]);
        assert_eq!((found.occupancy, found.blocks), (Figure::Known(0.75), Figure::Known(559.0)));
        assert_eq!(found.threads_per_block, Figure::Known(128.0));
        assert_eq!(found.warps_per_sm, Figure::Unknown(Reason::NotWritten));
    }

    #[test]
    fn one_kernel_without_a_figure_leaves_it_unknown() {
        let found = shape(&[r#""grid":[16,2,1],"est. achieved occupancy %":90"#, r#""grid":[0,0,0]"#]);
        assert_eq!(found.occupancy, Figure::Unknown(Reason::NotWritten));
        assert_eq!(found.blocks, Figure::Unknown(Reason::NotWritten));
    }
}

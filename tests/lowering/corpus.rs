//! Public traces. They are not part of the project: where the folder is
//! absent, these tests say so and pass.

use super::support::{known, median_us, profile_of, read, shared};
use lowerscope::lowering::comparison::RegionChoice;
use lowerscope::lowering::profile::{Evidence, Level, PathProfile, RegionKind};
use lowerscope::lowering::region::regions;
use lowerscope::lowering::{Attribution, profile};

fn count(profile: &PathProfile, level: Level) -> usize {
    profile.nodes.iter().filter(|node| node.level == level).count()
}

fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 0.05 + f64::EPSILON * expected, "{found} is not {expected}");
}

#[test]
fn a_norm_on_two_devices_has_the_figures_of_another_reader() {
    let Some(shared) = shared() else { return };
    for (device, busy, span, host) in [("h100", 150.5, 160.5, 128.2), ("mi300", 116.6, 116.9, 110.4)] {
        let file = format!("corpus/tracelens/{device}__Qwen_Qwen1.5-0.5B-Chat__1016005.json.gz");
        let trace = read(&shared.join(file));
        let profile = profile_of(&trace, RegionKind::Module, "Qwen2RMSNorm");
        assert_eq!(profile.instances.len(), 49, "{device} {:?}", profile.left_out);
        assert_eq!((count(&profile, Level::Launch), count(&profile, Level::Op)), (8, 16), "{device}");
        assert_eq!(profile.items.len(), 8, "{device}");
        close(median_us(&profile, |instance| instance.busy_ns), busy);
        close(median_us(&profile, |instance| instance.span_ns), span);
        close(median_us(&profile, |instance| instance.host_ns), host);
        close(known(profile.bytes_moved) / 1e6, 329.9);
        close(known(profile.bytes_min) / 1e6, 36.6);
        assert!(profile.items.iter().all(|item| item.evidence == Evidence::Correlation));
        assert!(profile.recording.with_stack && profile.recording.has_device);
    }
}

/// Every region of every trace of the corpus can be measured.
#[test]
fn every_region_of_every_trace_can_be_measured() {
    let Some(shared) = shared() else { return };
    let mut folders = vec![shared.join("corpus"), shared.join("captures")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                folders.push(path);
            } else if name.ends_with(".json") || name.ends_with(".json.gz") {
                if std::fs::metadata(&path).unwrap().len() < 8 << 20 {
                    measure_all(&path);
                }
            }
        }
    }
}

fn measure_all(path: &std::path::Path) {
    let trace = read(path);
    if trace.slices.is_empty() {
        return;
    }
    let t = std::time::Instant::now();
    let attribution = Attribution::new(&trace);
    let t1 = t.elapsed();
    let regions = regions(&trace, &attribution);
    let t2 = t.elapsed();
    println!(
        "\n{} {} slices, attribution {t1:?}, regions {:?} {} works {:?} {:?}",
        path.display(),
        trace.slices.len(),
        t2 - t1,
        regions.len(),
        attribution.works().len(),
        attribution.orphans
    );
    for region in regions.iter().take(6).chain(regions.last()) {
        let t = std::time::Instant::now();
        let profile = profile(&trace, &attribution, &RegionChoice::Key(region.key.clone()));
        let Some(p) = profile else {
            println!("  NONE {region:?}");
            continue;
        };
        let i = &p.instances[p.median_instance as usize];
        println!(
            "  {:?} {} n={} of {} nodes {} items {} host {} busy {} span {} starved {} launch {} guard {} py {:?} queue {:?} moved {:?} min {:?} {:?}",
            region.key.kind,
            region.key.name.chars().take(50).collect::<String>(),
            p.instances.len(),
            region.count,
            p.nodes.len(),
            p.items.len(),
            i.host_ns,
            i.busy_ns,
            i.span_ns,
            i.starved_ns,
            i.launch_ns,
            i.guard_ns,
            i.python_ns,
            i.queue_ns,
            p.bytes_moved,
            p.bytes_min,
            t.elapsed()
        );
    }
}

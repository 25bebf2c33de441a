//! `lowerscope compare` on our own recordings of one norm written three ways,
//! and on public traces, which are not part of the project: where they are
//! absent, those tests say so and pass.

#![expect(clippy::print_stdout, reason = "says what was skipped")]

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A public trace, if it is there.
fn corpus(file: &str) -> Option<String> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let folder = std::env::var_os("LOWERSCOPE_SHARED").map_or(beside, PathBuf::from);
    let path = folder.join("corpus").join(file);
    if !path.is_file() {
        println!("skipped: no corpus");
    }
    path.is_file().then(|| path.to_string_lossy().into_owned())
}

fn trace(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("examples/traces/rmsnorm");
    let found = [".json", ".json.gz"].map(|ending| folder.join(format!("{name}{ending}")));
    found.into_iter().find(|path| path.is_file()).unwrap().to_string_lossy().into_owned()
}

fn run(traces: &[&str], options: &[&str]) -> Output {
    let files = traces.iter().map(|names| {
        let files: Vec<String> = names.split(',').map(trace).collect();
        files.join(",")
    });
    run_files(files, options)
}

fn run_files(files: impl Iterator<Item = String>, options: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lowerscope"))
        .arg("compare")
        .args(files)
        .args(options)
        .env("LC_ALL", "en")
        .output()
        .unwrap()
}

fn json(traces: &[&str], options: &[&str]) -> Value {
    let output = run(traces, &[&["--json"], options].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

const BF16: &[&str] = &["layer_naive_bf16", "layer_fused_bf16", "layer_compiled_bf16"];

#[test]
fn three_ways_to_write_a_norm_have_the_times_and_ops_that_were_recorded() {
    let found = json(BF16, &[]);
    assert_eq!((found["region"].as_str(), found["judged_by"].as_str()), (Some("rmsnorm"), Some("host_span")));
    let micros = |value: &Value| (value.as_f64().unwrap() / 1000.0).round() as i64;
    let paths: Vec<_> = found["paths"]
        .as_array()
        .unwrap()
        .iter()
        .map(|path| {
            let total = &path["total_ns"];
            (
                path["name"].as_str().unwrap(),
                path["instances"].as_i64().unwrap(),
                [micros(&total["median"]), micros(&total["p10"]), micros(&total["p90"])],
                path["ops"].as_i64().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        paths,
        [
            ("naive", 20, [1461, 1153, 1627], 28),
            ("fused", 20, [1222, 1006, 1540], 36),
            ("compiled", 20, [340, 331, 400], 5),
        ]
    );
    for path in found["paths"].as_array().unwrap() {
        assert!(path["launches"].is_null() && path["unknown"]["launches"].is_string());
    }
}

#[test]
fn the_fusion_map_names_the_one_kernel_and_the_same_ops_one_level_down() {
    let found = json(BF16, &[]);
    let rows = |path: &str| -> Vec<(String, i64, String, String)> {
        let all = found["fusion"].as_array().unwrap().iter().filter(|row| row["path"] == path);
        all.map(|row| {
            let text = |key: &str| row[key].as_str().unwrap().to_owned();
            let into = row["into"].as_array().unwrap().iter().filter_map(Value::as_str).collect::<Vec<_>>();
            (text("op"), row["count"].as_i64().unwrap(), text("fate"), into.join(" "))
        })
        .collect()
    };
    const KERNEL: &str = "graph_0_cpp_fused__to_copy_add_mean_mul_pow_rsqrt_0";
    let wanted = [("to", 2), ("pow", 1), ("mean", 1), ("add", 1), ("rsqrt", 1), ("mul", 2)];
    let wanted =
        wanted.map(|(op, count)| (format!("aten::{op}"), count, "fused".to_owned(), KERNEL.to_owned()));
    assert_eq!(rows("compiled"), wanted);
    assert!(rows("fused").iter().all(|(.., fate, _)| fate == "kept"), "{:?}", rows("fused"));
    let f32 = json(&["layer_naive_f32", "layer_compiled_f32"], &[]);
    let fates = f32["fusion"].as_array().unwrap();
    let to = fates.iter().find(|row| row["op"] == "aten::to").unwrap();
    assert_eq!(to["fate"], "host_only", "a cast to the same type does nothing");
}

#[test]
fn terms_add_up_to_the_difference() {
    let found = json(BF16, &[]);
    for explanation in found["explanation"].as_array().unwrap() {
        let terms = explanation["terms"].as_array().unwrap();
        let sum: i64 = terms.iter().map(|term| term["ns"].as_i64().unwrap()).sum();
        assert_eq!(sum, explanation["delta_ns"].as_i64().unwrap());
        assert!(terms.len() > 1);
    }
}

#[test]
fn a_kernel_for_the_whole_region_has_the_bytes_of_its_interface_marked_as_inferred() {
    for (traces, at) in [(BF16, 2), (&["layer_compiled_f32", "layer_naive_f32"], 0)] {
        let found = json(traces, &[]);
        let (path, naive) = (&found["paths"][at], &found["paths"][usize::from(at == 0)]);
        assert_eq!(
            (path["bytes_evidence"].as_str(), path["bytes_moved"].is_i64()),
            (Some("interface"), true)
        );
        assert_eq!(
            (naive["bytes_evidence"].as_str(), &path["bytes_moved"]),
            (Some("input_dims"), &naive["bytes_min"])
        );
        assert!(path["inputs"].is_null() && path["unknown"]["flops"].is_string());
        for explanation in found["explanation"].as_array().unwrap() {
            assert_eq!(explanation["terms"][0]["term"], "traffic");
        }
        let caveats = found["verdict"]["caveats"].as_array().unwrap();
        assert!(caveats.iter().any(|caveat| caveat.as_str().unwrap().contains("inferred")));
    }
    let traffic = &json(BF16, &[])["verdict"]["evidence"][0];
    assert_eq!(traffic["rests_on"], serde_json::json!(["input_dims", "interface"]));
}

#[test]
fn far_apart_is_clear_and_near_host_times_of_single_recordings_are_a_hint() {
    let verdict = |traces: &[&str]| {
        let verdict = &json(traces, &[])["verdict"];
        (verdict["winner"].as_str().map(str::to_owned), verdict["certainty"].as_str().unwrap().to_owned())
    };
    assert_eq!(verdict(BF16), (Some("compiled".to_owned()), "clear".to_owned()));
    assert_eq!(
        verdict(&["layer_naive_f32", "layer_fused_f32"]),
        (Some("naive".to_owned()), "hint".to_owned())
    );
    assert_eq!(verdict(&["layer_naive_bf16", "layer_fused_bf16"]), (None, "none".to_owned()));
    assert_eq!(verdict(&["layer_naive_bf16", "layer_naive_f32"]), (None, "refused".to_owned()));
}

#[test]
fn the_same_recording_is_not_distinguishable_from_itself() {
    let found = json(&["layer_naive_bf16", "layer_naive_bf16"], &[]);
    assert_eq!(found["verdict"]["certainty"], "none");
    assert_eq!(found["explanation"][0]["delta_ns"], 0);
}

#[test]
fn a_path_may_hold_several_recordings() {
    let found = json(&["layer_naive_bf16,layer_fused_bf16", "layer_compiled_bf16"], &[]);
    assert_eq!(
        (found["paths"][0]["recordings"].as_i64(), found["paths"][0]["instances"].as_i64()),
        (Some(2), Some(40))
    );
}

#[test]
fn a_slower_path_fails_a_job_only_beyond_what_is_allowed() {
    let status = |traces: &[&str], percent: &str| run(traces, &["--fail-if-slower", percent]).status.code();
    assert_eq!(status(&["layer_compiled_bf16", "layer_naive_bf16"], "10"), Some(3));
    assert_eq!(status(&["layer_compiled_bf16", "layer_naive_bf16"], "1000"), Some(0));
    assert_eq!(status(&["layer_naive_bf16", "layer_compiled_bf16"], "10"), Some(0));
    assert_eq!(status(&["layer_naive_bf16", "layer_fused_bf16"], "0"), Some(0), "not distinguishable");
}

#[test]
fn words_say_what_to_do_when_nothing_can_be_compared() {
    let output = run(&["layer_naive_bf16", "layer_fused_bf16"], &["--region", "rmsnrom"]);
    assert_eq!(output.status.code(), Some(1));
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert!(complaint.contains("rmsnrom") && complaint.contains("rmsnorm"), "{complaint}");
}

#[test]
fn no_text_is_missing() {
    for options in [&["--markdown"][..], &["--json"], &[]] {
        for traces in
            [BF16, &["layer_naive_f32", "layer_fused_f32"], &["layer_naive_bf16", "layer_naive_f32"]]
        {
            let text = String::from_utf8(run(traces, options).stdout).unwrap();
            for id in
                ["verdict-", "claim-", "caveat-", "term-", "fate-", "reason-", "bound-", "cli-", "compare-"]
            {
                assert!(!text.contains(id), "{id} in {text}");
            }
        }
    }
}

#[test]
fn every_metric_is_documented_and_has_a_value_or_a_reason() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/compare.md");
    let docs = std::fs::read_to_string(docs).unwrap();
    let found = json(BF16, &[]);
    for path in found["paths"].as_array().unwrap() {
        let metrics = path["metrics"].as_object().unwrap();
        assert!(metrics.len() > 30, "{}", metrics.len());
        for (key, value) in metrics {
            assert!(docs.contains(&format!("`{key}`")), "{key}");
            assert!(value.is_number() || path["unknown"][key].is_string(), "{key}");
        }
    }
}

fn public(files: &[&str], options: &[&str]) -> Option<Value> {
    let files: Option<Vec<String>> = files.iter().map(|file| corpus(file)).collect();
    let output = run_files(files?.into_iter(), &[&["--json"], options].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

#[test]
fn the_same_norm_on_two_devices_has_the_known_figures() {
    const FILES: &[&str] = &[
        "tracelens/h100__Qwen_Qwen1.5-0.5B-Chat__1016005.json.gz",
        "tracelens/mi300__Qwen_Qwen1.5-0.5B-Chat__1016005.json.gz",
    ];
    let Some(found) = public(FILES, &["--region", "Qwen2RMSNorm"]) else { return };
    let micros = |value: &Value| (value.as_f64().unwrap() / 100.0).round() / 10.0;
    let figures: Vec<_> = found["paths"]
        .as_array()
        .unwrap()
        .iter()
        .map(|path| {
            let counts = ["instances", "launches", "ops"].map(|key| path[key].as_i64().unwrap());
            let times = [
                micros(&path["device_busy_ns"]),
                micros(&path["device_span_ns"]),
                micros(&path["host_span_ns"]["median"]),
            ];
            (counts, times)
        })
        .collect();
    assert_eq!(figures, [([49, 8, 16], [150.5, 160.5, 128.2]), ([49, 8, 16], [116.6, 116.9, 110.4])]);
    let (moved, least) = (&found["paths"][0]["bytes_moved"], &found["paths"][0]["bytes_min"]);
    assert_eq!((moved.as_f64().unwrap() / 1e5).round() / 10.0, 329.9);
    assert_eq!((least.as_f64().unwrap() / 1e5).round() / 10.0, 36.6);
    assert_eq!(found["verdict"]["bottleneck"]["h100"], "traffic");
    let kept = found["fusion"].as_array().unwrap();
    assert!(kept.iter().all(|row| row["fate"] == "kept"), "{kept:?}");
    assert_eq!(found["verdict"]["certainty"], "clear");
    let other_device = found["verdict"]["caveats"].as_array().unwrap();
    assert!(other_device.iter().any(|caveat| caveat.as_str().unwrap().contains("another device")));
}

#[test]
fn a_library_call_with_one_kernel_is_one_item() {
    const FILE: &str = "tracelens/perf_model__normalization__normalization_layer_test.json.gz";
    let Some(found) = public(&[FILE, FILE], &["--region", "aten::rms_norm"]) else { return };
    let path = &found["paths"][0];
    assert_eq!((path["launches"].as_i64(), path["items"].as_array().unwrap().len()), (Some(1), 1));
    assert_eq!(path["items"][0]["op"], "aten::_fused_rms_norm");
    assert_eq!(found["verdict"]["certainty"], "none", "it is itself");
}

#[test]
fn compiled_code_of_one_kernel_is_found_in_an_old_trace() {
    const FILE: &str = "hta/triton_example__triton_example.json.gz";
    let Some(found) = public(&[FILE, FILE], &[]) else { return };
    assert_eq!(found["region"], "Torch-Compiled Region: 0/0");
    let item = &found["paths"][0]["items"][0];
    assert_eq!(
        (item["name"].as_str(), item["median_ns"].as_i64()),
        (Some("triton_poi_fused_add_cos_sin_0"), Some(1760))
    );
}

#[test]
fn two_runs_in_the_old_schema_are_laid_beside_each_other() {
    const FILES: &[&str] =
        &["hta/trace_diff__control__control.json.gz", "hta/trace_diff__test__test.json.gz"];
    let Some(found) = public(FILES, &["--region", "## forward ##"]) else { return };
    for path in found["paths"].as_array().unwrap() {
        assert!(path["launches"].as_i64().unwrap() > 100, "{}", path["launches"]);
    }
    let paths = found["paths"].as_array().unwrap();
    let lost: Vec<_> = paths.iter().map(|path| path["unattributed"]["count"].as_i64().unwrap()).collect();
    assert_eq!(lost, [0, 614], "as many have no launch of their correlation id");
    let kept = found["fusion"].as_array().unwrap().iter().filter(|row| row["fate"] == "kept").count();
    assert!(kept > 20, "{kept}");
}

#[test]
fn ranks_of_one_job_can_be_compared() {
    const FILES: &[&str] = &[
        "param/dlrm_kineto__worker0_step_12.1694128201545.pt.trace.json.gz",
        "param/dlrm_kineto__worker1_step_12.1694128201556.pt.trace.json.gz",
        "param/dlrm_kineto__worker2_step_12.1694128201554.pt.trace.json.gz",
    ];
    let Some(found) = public(FILES, &[]) else { return };
    assert_eq!(found["paths"].as_array().unwrap().len(), 3);
    for explanation in found["explanation"].as_array().unwrap() {
        let terms = explanation["terms"].as_array().unwrap().iter().map(|term| term["ns"].as_i64().unwrap());
        assert_eq!(terms.sum::<i64>(), explanation["delta_ns"].as_i64().unwrap());
    }
}

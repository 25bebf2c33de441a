//! `lowerscope compare` on real Neuron device profiles, which are not part of
//! the project: where they are absent, the tests say so and pass.

use serde_json::Value;
use std::io::Write;
use std::process::Command;

mod support;

/// A profile, if it is there.
fn corpus(way: &str, size: &str) -> Option<String> {
    Some(support::neuron_file(&format!("{way}_{size}__"))?.to_string_lossy().into_owned())
}

fn compared(files: &[String], options: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_lowerscope"))
        .arg("compare")
        .args(files)
        .args(options)
        .env("LC_ALL", "en")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json(files: &[String]) -> Value {
    serde_json::from_str(&compared(files, &["--json"])).unwrap()
}

fn pair(size: &str) -> Option<[String; 2]> {
    Some([corpus("baseline", size)?, corpus("fused", size)?])
}

fn share(path: &Value) -> f64 {
    (path["metrics"]["dma_share"].as_f64().unwrap() * 1000.0).round() / 10.0
}

#[test]
fn a_fused_attention_block_is_faster_because_of_hbm_traffic() {
    let Some(files) = pair("fp32_s512") else { return };
    let found = json(&files);
    assert_eq!((found["region"].as_str(), found["baseline"].as_str()), (Some("sg00"), Some("baseline")));
    let paths = found["paths"].as_array().unwrap();
    for (path, [total, read, written, instructions], dma, bound) in [
        (&paths[0], [58_710, 2_949_120, 2_359_296, 458], 43.2, "traffic"),
        (&paths[1], [38_092, 851_968, 262_144, 442], 30.7, "latency"),
    ] {
        let whole = |value: &Value| value.as_i64().unwrap();
        assert_eq!(whole(&path["total_ns"]["median"]), total);
        assert_eq!(whole(&path["metrics"]["hbm_read_bytes"]), read);
        assert_eq!(whole(&path["metrics"]["hbm_written_bytes"]), written);
        assert_eq!(whole(&path["bytes_moved"]), read + written);
        assert_eq!(whole(&path["bytes_min"]), 1_114_112);
        assert_eq!(path["bytes_evidence"], "counter");
        assert_eq!(whole(&path["neuron"]["instructions"]), instructions);
        assert_eq!(whole(&path["neuron"]["opcodes"]["MATMUL"]), 60);
        assert_eq!(share(path), dma);
        assert_eq!(found["verdict"]["bottleneck"][path["name"].as_str().unwrap()], bound);
        assert!(path["launches"].is_null() && path["unknown"]["launches"].is_string());
    }
    let verdict = &found["verdict"];
    assert_eq!((verdict["winner"].as_str(), verdict["certainty"].as_str()), (Some("fused"), Some("hint")));
    assert_eq!((verdict["ratio"].as_f64().unwrap() * 100.0).round(), 154.0);
    let evidence = verdict["evidence"].as_array().unwrap();
    assert!(evidence[0]["text"].as_str().unwrap().starts_with("HBM read 2,949,120 → 851,968 B"));
    assert_eq!(evidence[0]["rests_on"][0], "counter");
    assert!(evidence[1]["text"].as_str().unwrap().contains("8 of 13 DMA_DIRECT2D"));
    let gone: Vec<&Value> = found["fusion"].as_array().unwrap().iter().collect();
    assert!(gone.iter().all(|row| row["fate"] == "kept"));
}

#[test]
fn terms_add_up_and_beside_them_is_what_the_bytes_alone_would_be() {
    for (size, alone) in [("fp32_s512", -20_000..-19_000), ("bf16_s1024", -60_000..-57_000)] {
        let Some(files) = pair(size) else { return };
        let found = json(&files);
        let explanation = &found["explanation"][0];
        let terms = explanation["terms"].as_array().unwrap();
        let names: Vec<_> = terms.iter().map(|term| term["term"].as_str().unwrap()).collect();
        assert_eq!(names, ["engines", "dma_alone", "waiting"]);
        let sum: i64 = terms.iter().map(|term| term["ns"].as_i64().unwrap()).sum();
        assert_eq!(sum, explanation["delta_ns"].as_i64().unwrap());
        let traffic = explanation["traffic_alone_ns"].as_i64().unwrap();
        assert!(alone.start - 1100 < traffic && traffic < alone.end, "{size}: {traffic}");
    }
}

#[test]
fn the_longer_block_reads_as_its_summaries_say() {
    let Some(files) = pair("bf16_s1024") else { return };
    let found = json(&files);
    for (file, path) in files.iter().zip(found["paths"].as_array().unwrap()) {
        let own: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
        let summary = &own["summary"];
        let summary = summary.get(0).unwrap_or(summary);
        let told = |key: &str| summary[key].as_f64().unwrap();
        let metric = |key: &str| path["metrics"][key].as_f64().unwrap();
        assert_eq!(path["total_ns"]["median"].as_f64().unwrap(), (told("total_time") * 1e9).round());
        assert_eq!(metric("hbm_read_bytes"), told("hbm_read_bytes"));
        assert_eq!(metric("hbm_written_bytes"), told("hbm_write_bytes"));
        assert_eq!(metric("hardware_flops"), told("hardware_flops"));
        assert!((metric("dma_share") - told("dma_active_time_percent")).abs() < 0.001);
        let near = |own: f64, file: f64| assert!((own / file - 1.0).abs() < 0.01, "{own} {file}");
        near(metric("mfu"), told("mfu_estimated_percent"));
        near(metric("active_time_ns"), told("total_active_time") * 1e9);
        near(metric("engine_active_ns_tensor"), told("tensor_engine_active_time") * 1e9);
    }
    let text = compared(&files, &[]);
    assert!(text.contains("HBM read 9,273,344 → 884,736 B"), "{text}");
    let markdown = compared(&files, &["--markdown"]);
    assert!(markdown.contains("| Instructions | DMA\\_DIRECT2D | 39 | 6 |"), "{markdown}");
}

#[test]
fn profiles_of_other_shapes_are_not_judged() {
    let (Some(one), Some(other)) = (corpus("baseline", "fp32_s512"), corpus("fused", "bf16_s1024")) else {
        return;
    };
    let found = json(&[one, other]);
    assert_eq!(found["verdict"]["certainty"], "refused");
    assert!(found["verdict"]["winner"].is_null());
}

#[test]
fn several_runs_of_a_neff_are_recordings_of_one_path() {
    let (Some(one), Some(other)) = (corpus("baseline", "fp32_s512"), corpus("fused", "fp32_s512")) else {
        return;
    };
    let found =
        json(&[[one.clone(), one.clone(), one].join(","), [other.clone(), other.clone(), other].join(",")]);
    assert_eq!(
        (found["paths"][0]["recordings"].as_i64(), found["paths"][0]["instances"].as_i64()),
        (Some(3), Some(3))
    );
    assert_eq!(found["verdict"]["certainty"], "clear");
}

/// A file of our own; removed when it is dropped.
struct Made(tempfile::NamedTempFile);

impl Made {
    fn new(text: &[u8]) -> Self {
        let mut file = tempfile::Builder::new().suffix(".json").tempfile().unwrap();
        file.write_all(text).unwrap();
        Self(file)
    }

    fn path(&self) -> String {
        self.0.path().to_string_lossy().into_owned()
    }
}

#[test]
fn a_cut_file_is_not_called_faster_and_fails_the_gate() {
    let Some([base, other]) = pair("fp32_s512") else { return };
    let text = std::fs::read(other).unwrap();
    let cut = Made::new(&text[..text.len() / 10]);
    let found = json(&[base.clone(), cut.path()]);
    assert_eq!(found["verdict"]["certainty"], "refused");
    assert!(found["verdict"]["winner"].is_null());
    let output = Command::new(env!("CARGO_BIN_EXE_lowerscope"))
        .args(["compare", &base, &cut.path(), "--fail-if-slower", "5"])
        .env("LC_ALL", "en")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("was cut off") && !said.contains("gone"), "{said}");
}

#[test]
fn subgraphs_of_other_names_are_compared() {
    let Some([base, other]) = pair("fp32_s512") else { return };
    let text = String::from_utf8(std::fs::read(other).unwrap()).unwrap().replace("sg00", "sg02");
    let renamed = Made::new(text.as_bytes());
    let found = json(&[base, renamed.path()]);
    assert_eq!(
        (found["region"].as_str(), found["verdict"]["certainty"].as_str()),
        (Some("sg00"), Some("hint"))
    );
}

/// A made-up profile of one core, which runs this subgraph.
fn made_up(folder: &std::path::Path, name: &str, subgraph: &str) -> String {
    let path = folder.join(format!("{name}.json"));
    let row = format!(
        r#"{{"id":5100000000000000001,"timestamp":0,"duration":100,"opcode":"COPY","label":"Vector","subgroup":"Vector","subgraph":"{subgraph}","fully_qualified_subgraph":"/{subgraph}"}}"#
    );
    std::fs::write(&path, format!(r#"{{"instruction":[{row}],"metadata":[{{"num_physical_cores":1}}]}}"#))
        .unwrap();
    path.to_string_lossy().into_owned()
}

#[test]
fn a_whole_profile_is_chosen_by_the_name_that_any_of_the_files_has_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let files = [made_up(folder.path(), "one", "sg00"), made_up(folder.path(), "two", "sg03")];
    for name in ["sg00", "sg03"] {
        let found: Value = serde_json::from_str(&compared(&files, &["--json", "--region", name])).unwrap();
        let took: Vec<_> =
            found["paths"].as_array().unwrap().iter().map(|path| &path["total_ns"]["median"]).collect();
        assert_eq!(took, [100, 100], "{name}");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_lowerscope"))
        .arg("compare")
        .args(&files)
        .args(["--region", "sg07"])
        .env("LC_ALL", "en")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains("sg00") && said.contains("sg03"), "{said}");
}

use super::*;
use crate::analysis::sample::read;
use crate::lowering::profile::RegionKey;

fn packed(text: &str, kind: RegionKind, name: &str) -> String {
    let trace = read(text);
    let attribution = Attribution::new(&trace);
    let key = RegionKey { kind, name: name.to_owned() };
    let measured = profile(&trace, &attribution, &RegionChoice::Key(key)).unwrap();
    let whole = Whole { trace: &trace, attribution: &attribution, file: "dir/a.json", regions: &[&measured] };
    let found = pack(whole, 1 << 20).unwrap();
    assert!(found.same && found.file == "a.json", "{found:?}");
    let mut text = String::new();
    std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(&found.gzip[..]), &mut text).unwrap();
    text
}

const TRACE: &str = r#"{"env":{"HF_TOKEN":"hf_secret"},"cmdline":"python --key sk-secret","traceName":"/home/ann/secret.json",
    "record_shapes":1,"deviceProperties":[{"id":0,"name":"NVIDIA H100"}],"traceEvents":[
    {"ph":"X","pid":1,"tid":1,"ts":0,"dur":50,"name":"/home/ann/secret/train.py(3): step","cat":"python_function"},
    {"ph":"X","pid":1,"tid":1,"ts":1,"dur":9,"name":"/home/ann/secret/a.py(7): before","cat":"python_function"},
    {"ph":"X","pid":1,"tid":1,"ts":20,"dur":20,"name":"norm","cat":"user_annotation"},
    {"ph":"X","pid":1,"tid":1,"ts":21,"dur":18,"name":"/home/ann/secret/norm.py(9): forward","cat":"python_function","args":{"Python id":7}},
    {"ph":"X","pid":1,"tid":1,"ts":22,"dur":9,"name":"aten::mul","cat":"cpu_op",
     "args":{"External id":5,"Input Dims":[[8,4]],"Input type":["float"],"API_KEY":"sk-secret","Call stack":"/home/ann/secret/a.py(1)"}},
    {"ph":"X","pid":1,"tid":1,"ts":23,"dur":3,"name":"cudaLaunchKernel","cat":"cuda_runtime","args":{"correlation":7}},
    {"ph":"X","pid":0,"tid":7,"ts":30,"dur":4,"name":"mul_kernel","cat":"kernel","args":{"correlation":7,"grid":[1,1,1]}},
    {"ph":"s","pid":1,"tid":1,"ts":23,"id":7,"name":"ac2g","cat":"ac2g"},
    {"ph":"f","pid":0,"tid":7,"ts":30,"id":7,"name":"ac2g","cat":"ac2g","bp":"e"},
    {"ph":"X","pid":0,"tid":7,"ts":90,"dur":4,"name":"lost_kernel","cat":"kernel","args":{"correlation":70}}]}"#;

#[test]
fn nothing_of_the_machine_or_its_secrets_is_packed() {
    let text = packed(TRACE, RegionKind::Annotation, "norm");
    for secret in ["secret", "hf_", "sk-", "ann", "): before", "lost", "External id", "Python id"] {
        let found = text.replace("user_annotation", "").contains(secret);
        assert!(!found, "{secret}: {text}");
    }
    for wanted in ["norm.py(9): forward", "mul_kernel", "Input Dims", "NVIDIA H100", r#""orphans":1"#] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
    // Ids of both ends say what the flow says.
    assert!(!text.contains("ac2g"));
}

#[test]
fn a_function_that_is_the_region_keeps_its_name() {
    let text = packed(TRACE, RegionKind::Frame, "/home/ann/secret/norm.py(9): forward");
    assert!(text.contains("/home/ann/secret/norm.py(9): forward"));
}

#[test]
fn of_some_instances_the_first_the_last_and_the_median_one_are_taken() {
    let mut measured = crate::lowering::profile_sample::profile(&[]);
    let one = measured.instances[0].clone();
    measured.instances =
        (0..20).map(|i| crate::lowering::profile::Instance { root: SliceId(i), ..one.clone() }).collect();
    measured.median_instance = 7;
    let taken = |count| spread_roots(&measured, count).iter().map(|slice| slice.0).collect::<Vec<_>>();
    assert_eq!(taken(1), [7]);
    assert_eq!(taken(3), [0, 7, 19]);
    assert_eq!(taken(5), [0, 4, 7, 14, 19]);
    assert_eq!(taken(20), (0..20).collect::<Vec<_>>());
}

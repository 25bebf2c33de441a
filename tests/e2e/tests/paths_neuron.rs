//! Two Neuron device profiles, dropped together, become a comparison.

use e2e::timeline::{is_alike, pixel};
use e2e::{Look, Page, Scheme, Site, run};
use std::time::Duration;

const SOON: Duration = Duration::from_secs(20);
const LOOK: Look = Look { width: 1440, height: 1600, scale: 1.0, scheme: Scheme::Dark };

/// An instruction in the schema of the tools.
fn instruction(id: usize, lane: &str, opcode: &str, start: u32, dur: u32) -> String {
    let engine = if lane == "TensorMatrix" { "Tensor" } else { lane };
    format!(
        r#"{{"timestamp":{start},"duration":{dur},"id":{id},"label":"{lane}","subgroup":"{engine}","opcode":"{opcode}",
        "evt_wait_time":0,"hlo_name":"","layer":"","raw_bir_id":0,"fully_qualified_subgraph":"/sg00","subgraph":"sg00"}}"#
    )
}

/// A profile whose intermediates pass through HBM `passes` times.
fn profile(passes: u32) -> String {
    let mut instructions = vec![instruction(1, "Sync", "DMA_DIRECT2D", 0, 500)];
    let mut packets = Vec::new();
    let mut at = 500;
    for pass in 0..=passes {
        packets.push(format!(
            r#"{{"timestamp":{at},"duration":4000,"id":{},"subgroup":"Q0-E64","dma_engine":"64","dma_queue":"0",
            "queue_type":"hardware_dynamic","variable":"unknown","source":[["unknown"]],"dest":["unknown"],
            "read_size":65536,"write_size":65536,"transfer_size":65536,"transfer_rate":1000000000,"subgraph":"sg00"}}"#,
            1000 + pass
        ));
        let id = instructions.len() + 1;
        instructions.push(instruction(id, "TensorMatrix", "MATMUL", at + 4000, 3000));
        instructions.push(instruction(id + 1, "Vector", "COPY", at + 5000, 3000));
        instructions.push(instruction(id + 2, "Vector", "EVENT_SEMAPHORE", at + 8000, 1500));
        at += 10_000;
    }
    let bytes = 65_536 * (passes + 1);
    format!(
        r#"{{"instruction":[{}],"dma":[{}],
        "neff_node":[{{"variable_name":"x","type":"IN","format":"NC","shape":"[128 64]","size":"32768"}}],
        "metadata":[{{"data_version":8,"num_physical_cores":1,"pe_clock_others":1.2}}],
        "summary":[{{"total_time":{},"hbm_read_bytes":{bytes},"hbm_write_bytes":{bytes},
        "inputs_outputs_weights_size_bytes":65536}}]}}"#,
        instructions.join(","),
        packets.join(","),
        f64::from(at) * 1e-9
    )
}

const CANVAS: &str = ".nstack canvas";

/// Room behind the end of the longest path, in CSS pixels.
const MARGIN: f64 = 76.0;

/// A place of the first path's lane: a part of its length, below the words.
async fn on_lane(page: &Page, lane: &str, part: f64) -> (f64, f64) {
    let found = page
        .evaluate(&format!(
            "(() => {{ const lane = [...document.querySelectorAll('.nstack .lane')].find(l => l.textContent.trim() === {lane:?}); \
             const l = lane.getBoundingClientRect(), c = document.querySelector('{CANVAS}').getBoundingClientRect(); \
             return [c.left + (c.width - {MARGIN}) * {part}, l.top + l.height / 2 + 4]; }})()"
        ))
        .await;
    (found[0].as_f64().unwrap_or_default(), found[1].as_f64().unwrap_or_default())
}

#[test]
fn each_of_several_profiles_has_its_numbers_beside_the_dots() {
    run(Site::start(), LOOK, async |page| {
        page.element("header.hdr", SOON).await;
        let files = [("one.json", profile(3)), ("two.json", profile(1)), ("three.json", profile(0))];
        page.drop_files(&files).await;
        page.element(".dumb.several", SOON).await;
        let of_tensor =
            "[...document.querySelectorAll('.dumb .nm')].findIndex(n => n.textContent === 'Tensor')";
        let numbers = format!(
            "(() => {{ const all = [...document.querySelectorAll('.dumb .val')].map(v => v.textContent.trim()); \
             const at = 3 * ({of_tensor} + 1); return [...all.slice(0, 3), ...all.slice(at, at + 3)].join(' '); }})()"
        );
        assert_eq!(page.evaluate(&numbers).await, "A B C 12.0 6.0 3.0");
    });
}

#[test]
fn two_device_profiles_are_compared_in_neuron_s_terms() {
    run(Site::start(), LOOK, async |page| {
        page.element("header.hdr", SOON).await;
        let files = [("block_unfused.json", profile(3)), ("block_fused.json", profile(0))];
        page.drop_files(&files).await;
        page.element(".dumb", SOON).await;
        let verdict = page.text_of(".verdict h1", SOON).await;
        assert!(verdict.contains("fused was 3.9× faster than unfused"), "{verdict}");
        assert!(page.text_of(".verdict .lead", SOON).await.starts_with("HBM traffic fell by 393,216 B"));
        assert!(page.text_of(".why li", SOON).await.contains("HBM read 262,144 → 65,536 B"));
        page.wait_until("document.querySelectorAll('.nlevels .eng').length >= 6", SOON).await;
        assert_eq!(page.evaluate("document.querySelectorAll('.nlevels .op.oc').length").await, 6);
        // Boxes may be too narrow for their texts; the list has all.
        let listed = page.text_of(".engs > div", SOON).await;
        assert!(listed.contains("Tensor") && listed.contains("12"), "{listed}");
        let gone = "[...document.querySelectorAll('.op.oc.part')].map(op => op.textContent).join()";
        assert!(page.evaluate(gone).await.as_str().unwrap_or_default().contains("MATMUL1, 3 gone"));
        assert!(page.text_of(".onerun", SOON).await.contains("one run"));
        page.element(".nstack canvas", SOON).await;
        let lanes = "[...document.querySelectorAll('.nstack .lane')].map(lane => lane.textContent.trim())";
        page.wait_until(&format!("{lanes}.includes('TensorMatrix')"), SOON).await;
        let opcodes = "[...document.querySelectorAll('.metrics th[scope=row]')].map(th => th.textContent)";
        page.wait_until(&format!("{opcodes}.includes('EVENT_SEMAPHORE')"), SOON).await;
        // Boxes of engines are as wide as these worked: 12 µs and 3.
        let width = |path: usize| {
            let column = "[...document.querySelectorAll('.nlevels .kern')]";
            let tensor = "e => e.title.startsWith('Tensor')";
            format!(
                "([...{column}[{path}].querySelectorAll('.eng')].find({tensor}).getBoundingClientRect().width + 2)"
            )
        };
        let times = page.evaluate(&format!("{} / {}", width(0), width(1))).await.as_f64().unwrap();
        assert!((times - 4.0).abs() < 0.1, "{times}");
        // The lane of products is painted where the file has them, four times
        // from 4.5 to 7.5 µs and every 10 µs, and nowhere else.
        let mut painted = Vec::new();
        for ns in [6000, 16_000, 26_000, 36_000, 2000, 10_000, 22_000, 39_000] {
            painted.push(
                pixel(page, CANVAS, on_lane(page, "TensorMatrix", f64::from(ns) / 40_500.0).await).await,
            );
        }
        let (work, rest) = painted.split_at(4);
        assert!(work.iter().all(|at| is_alike(at, &work[0])), "{painted:?}");
        assert!(rest.iter().all(|at| !is_alike(at, &work[0])), "{painted:?}");
        // An opcode lights up with all that it leads to.
        let hot = "document.querySelectorAll('.nlevels .rib path.hot').length";
        page.evaluate(
            "document.querySelector('.nlevels .op.oc').dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))",
        )
        .await;
        page.wait_until(&format!("{hot} > 0"), SOON).await;
        page.screenshot("paths-neuron-dark").await;
        page.set_look(Look { width: 720, height: 1000, scheme: Scheme::Light, ..LOOK }).await.unwrap();
        page.screenshot("paths-neuron-720").await;
    });
}

//! The timeline: moving, selecting, keys, marks, areas, tracks.

use e2e::{Look, Page, Site, run};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

const SOON: Duration = Duration::from_secs(20);

/// Two threads, a device stream with flows to it, a counter, instants. Steps
/// of 1 ms; "step 3" lies from 3 ms to 4 ms.
fn trace() -> String {
    let mut events = String::from(
        r#"{"ph":"M","pid":1,"tid":0,"name":"process_name","args":{"name":"python"}},
{"ph":"M","pid":1,"tid":1,"name":"thread_name","args":{"name":"main"}},
{"ph":"M","pid":1,"tid":2,"name":"thread_name","args":{"name":"worker"}},
{"ph":"M","pid":2,"tid":0,"name":"process_name","args":{"name":"GPU 0"}},
{"ph":"M","pid":2,"tid":7,"name":"thread_name","args":{"name":"stream 7"}}"#,
    );
    let mut add = |event: String| {
        let _ = write!(events, ",\n{event}");
    };
    for step in 0..10 {
        let at = step * 1000;
        add(format!(
            r#"{{"ph":"X","pid":1,"tid":1,"ts":{at},"dur":1000,"name":"step {step}","cat":"step"}}"#
        ));
        for op in 0..4 {
            let (ts, id) = (at + 100 + op * 200, step * 4 + op);
            add(format!(
                r#"{{"ph":"X","pid":1,"tid":1,"ts":{ts},"dur":150,"name":"aten::op{op}","cat":"cpu_op","args":{{"id":{id}}}}}"#
            ));
            add(format!(
                r#"{{"ph":"s","pid":1,"tid":1,"ts":{},"id":{id},"name":"ac2g","cat":"ac2g"}}"#,
                ts + 20
            ));
            add(format!(
                r#"{{"ph":"f","bp":"e","pid":2,"tid":7,"ts":{},"id":{id},"name":"ac2g","cat":"ac2g"}}"#,
                ts + 300
            ));
            add(format!(
                r#"{{"ph":"X","pid":2,"tid":7,"ts":{},"dur":120,"name":"kernel{op}","cat":"kernel"}}"#,
                ts + 300
            ));
        }
        add(format!(r#"{{"ph":"X","pid":1,"tid":2,"ts":{},"dur":300,"name":"load","cat":"io"}}"#, at + 50));
        add(format!(r#"{{"ph":"C","pid":1,"ts":{at},"name":"queue","args":{{"length":{step}}}}}"#));
        add(format!(r#"{{"ph":"i","s":"t","pid":1,"tid":2,"ts":{},"name":"tick"}}"#, at + 500));
    }
    format!("{{\"traceEvents\":[{events}]}}")
}

fn folder() -> PathBuf {
    let dir = std::env::temp_dir().join(format!("lowerscope-e2e-{}", std::process::id()));
    fs::create_dir_all(&dir).unwrap();
    fs::write(dir.join("steps.json"), trace()).unwrap();
    dir
}

/// Opens the trace and waits until it is drawn as it is.
fn on_the_timeline(look: Look, test: impl AsyncFnOnce(&Page)) {
    let dir = folder();
    run(Site::with_folders(&[("/traces/", &dir)]), look, async |page| {
        let url = format!("{}#url={}", page.site.page_url(), page.site.url("/traces/steps.json"));
        // Another document than the one that is open, so that the hash is read.
        page.driver.goto("about:blank").await.unwrap();
        page.driver.goto(&url).await.unwrap();
        page.wait_until("document.getElementById('timeline-stage')", SOON).await;
        page.wait_until("window.__lowerscope && JSON.parse(__lowerscope.state()).strips > 4", SOON).await;
        drawn(page).await;
        test(page).await;
    });
}

async fn state(page: &Page) -> Value {
    let text = page.evaluate("__lowerscope.state()").await;
    serde_json::from_str(text.as_str().unwrap()).unwrap()
}

async fn drawn(page: &Page) {
    page.wait_until("JSON.parse(__lowerscope.state()).exact", SOON).await;
}

/// Waits until the state has it.
async fn state_has(page: &Page, condition: &str) {
    page.wait_until(&format!("(s => {condition})(JSON.parse(__lowerscope.state()))"), SOON).await;
}

fn ticks(value: &Value) -> i64 {
    value.as_str().unwrap().parse().unwrap()
}

async fn span(page: &Page) -> (i64, i64) {
    let state = state(page).await;
    (ticks(&state["start"]), ticks(&state["end"]))
}

/// Middle of the first box on screen with a name, in pixels of the window.
async fn place_of(page: &Page, name: &str) -> (f64, f64) {
    drawn(page).await;
    page.wait_until(&format!("JSON.parse(__lowerscope.find('{name}')).length > 0"), SOON).await;
    let found = page
        .evaluate(&format!(
            "(() => {{ const b = JSON.parse(__lowerscope.find('{name}'))[0]; \
             const r = document.getElementById('timeline-stage').getBoundingClientRect(); \
             return [r.left + b.x + b.width / 2, r.top + b.y + b.height / 2]; }})()"
        ))
        .await;
    (found[0].as_f64().unwrap(), found[1].as_f64().unwrap())
}

async fn stage_corner(page: &Page) -> (f64, f64) {
    let rect = page
        .evaluate("(r => [r.left, r.top])(document.getElementById('timeline-stage').getBoundingClientRect())")
        .await;
    (rect[0].as_f64().unwrap(), rect[1].as_f64().unwrap())
}

const SHIFT: u32 = 8;
const CTRL: u32 = 2;

async fn mouse(page: &Page, kind: &str, (x, y): (f64, f64), buttons: u32, modifiers: u32) {
    let button = if kind == "mouseMoved" && buttons == 0 { "none" } else { "left" };
    let event = json!({
        "type": kind, "x": x, "y": y, "button": button, "buttons": buttons,
        "clickCount": 1, "modifiers": modifiers,
    });
    page.driver.cdp().send_raw("Input.dispatchMouseEvent", event).await.unwrap();
}

async fn click(page: &Page, at: (f64, f64)) {
    mouse(page, "mouseMoved", at, 0, 0).await;
    mouse(page, "mousePressed", at, 1, 0).await;
    mouse(page, "mouseReleased", at, 0, 0).await;
}

async fn drag(page: &Page, from: (f64, f64), to: (f64, f64), modifiers: u32) {
    mouse(page, "mouseMoved", from, 0, modifiers).await;
    mouse(page, "mousePressed", from, 1, modifiers).await;
    for step in 1..=5 {
        let part = f64::from(step) / 5.0;
        let at = (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
        mouse(page, "mouseMoved", at, 1, modifiers).await;
    }
    mouse(page, "mouseReleased", to, 0, modifiers).await;
}

async fn wheel(page: &Page, (x, y): (f64, f64), dx: f64, dy: f64, modifiers: u32) {
    let event =
        json!({ "type": "mouseWheel", "x": x, "y": y, "deltaX": dx, "deltaY": dy, "modifiers": modifiers });
    page.driver.cdp().send_raw("Input.dispatchMouseEvent", event).await.unwrap();
}

/// A key by its place and what it gives, which need not be those of one layout.
async fn key_event(page: &Page, kind: &str, code: &str, key: &str) {
    let mut event = json!({ "type": kind, "code": code, "key": key });
    if key.chars().count() == 1 && kind == "keyDown" {
        event["text"] = json!(key);
    }
    if key == "Enter" {
        event["windowsVirtualKeyCode"] = json!(13);
    }
    page.driver.cdp().send_raw("Input.dispatchKeyEvent", event).await.unwrap();
}

async fn press(page: &Page, code: &str, key: &str) {
    key_event(page, "keyDown", code, key).await;
    key_event(page, "keyUp", code, key).await;
}

#[test]
fn wheel_drag_and_keys_move_the_view() {
    on_the_timeline(Look::default(), async |page| {
        let corner = stage_corner(page).await;
        let at = (corner.0 + 500.0, corner.1 + 60.0);
        let whole = span(page).await;
        wheel(page, at, 0.0, -300.0, CTRL).await;
        state_has(page, &format!("BigInt(s.end) - BigInt(s.start) < {}n", (whole.1 - whole.0) / 2)).await;
        let zoomed = span(page).await;
        drag(page, at, (at.0 - 200.0, at.1), 0).await;
        let panned = span(page).await;
        assert!(panned.0 > zoomed.0, "dragging to the left shows later times");
        assert!(((panned.1 - panned.0) - (zoomed.1 - zoomed.0)).abs() <= 2, "and keeps the zoom");
        wheel(page, at, 120.0, 0.0, 0).await;
        state_has(page, &format!("BigInt(s.start) > {}n", panned.0)).await;
        let before = span(page).await;
        wheel(page, at, 0.0, 120.0, SHIFT).await;
        state_has(page, &format!("BigInt(s.start) > {}n", before.0)).await;
        press(page, "Digit0", "0").await;
        state_has(page, &format!("s.start === '{}' && s.end === '{}'", whole.0, whole.1)).await;
    });
}

#[test]
fn movement_keys_go_by_their_place_on_the_keyboard_and_work_while_held() {
    on_the_timeline(Look::default(), async |page| {
        let whole = span(page).await;
        // As an AZERTY keyboard sends it.
        key_event(page, "keyDown", "KeyW", "z").await;
        state_has(page, &format!("BigInt(s.end) - BigInt(s.start) < {}n", (whole.1 - whole.0) / 3)).await;
        key_event(page, "keyUp", "KeyW", "z").await;
        tokio_sleep(300).await;
        let zoomed = span(page).await;
        tokio_sleep(200).await;
        assert_eq!(span(page).await, zoomed, "it ends with the key");
        press(page, "KeyD", "d").await;
        state_has(page, &format!("BigInt(s.start) > {}n", zoomed.0)).await;
        press(page, "KeyS", "s").await;
        state_has(page, &format!("BigInt(s.end) - BigInt(s.start) > {}n", zoomed.1 - zoomed.0)).await;
    });
}

async fn tokio_sleep(ms: u64) {
    let until = std::time::Instant::now() + Duration::from_millis(ms);
    while std::time::Instant::now() < until {
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_click_selects_and_keys_move_the_selection() {
    on_the_timeline(Look::default(), async |page| {
        click(page, place_of(page, "step 3").await).await;
        state_has(page, "s.selected?.name === 'step 3' && s.selected.dur === '1000000'").await;
        press(page, "Period", ".").await;
        state_has(page, "s.selected?.name === 'step 4'").await;
        press(page, "Comma", ",").await;
        press(page, "Comma", ",").await;
        state_has(page, "s.selected?.name === 'step 2'").await;
        press(page, "ArrowDown", "ArrowDown").await;
        state_has(page, "s.selected?.name.startsWith('aten::op')").await;
        press(page, "ArrowRight", "ArrowRight").await;
        state_has(page, "s.selected?.name.startsWith('aten::op')").await;
        press(page, "Escape", "Escape").await;
        state_has(page, "s.selected === null").await;
    });
}

#[test]
fn brackets_follow_the_flow_and_its_arrow_is_drawn() {
    on_the_timeline(Look::default(), async |page| {
        // Close enough for names on the ops.
        click(page, place_of(page, "step 3").await).await;
        press(page, "KeyF", "f").await;
        click(page, place_of(page, "aten::op2").await).await;
        state_has(page, "s.selected?.name === 'aten::op2' && s.frame.arrows === 1").await;
        press(page, "BracketRight", "]").await;
        state_has(page, "s.selected?.name === 'kernel2'").await;
        press(page, "BracketLeft", "[").await;
        state_has(page, "s.selected?.name === 'aten::op2'").await;
        press(page, "KeyL", "l").await;
        press(page, "Digit0", "0").await;
        state_has(page, "s.frame.arrows === 40").await;
    });
}

#[test]
fn f_shows_the_selection_and_a_double_click_the_slice() {
    on_the_timeline(Look::default(), async |page| {
        let whole = span(page).await;
        click(page, place_of(page, "step 3").await).await;
        press(page, "KeyF", "f").await;
        state_has(page, "BigInt(s.end) - BigInt(s.start) < 2000000n && BigInt(s.start) < 3000000n").await;
        press(page, "Backspace", "Backspace").await;
        state_has(page, &format!("s.start === '{}'", whole.0)).await;
        let at = place_of(page, "step 5").await;
        click(page, at).await;
        let twice =
            json!({ "type": "mousePressed", "x": at.0, "y": at.1, "button": "left", "clickCount": 2 });
        page.driver.cdp().send_raw("Input.dispatchMouseEvent", twice.clone()).await.unwrap();
        let mut up = twice;
        up["type"] = json!("mouseReleased");
        page.driver.cdp().send_raw("Input.dispatchMouseEvent", up).await.unwrap();
        state_has(page, "BigInt(s.end) - BigInt(s.start) < 2000000n && BigInt(s.end) > 6000000n").await;
    });
}

#[test]
fn marks_have_numbers_times_and_notes() {
    on_the_timeline(Look::default(), async |page| {
        let (x, y) = place_of(page, "step 3").await;
        mouse(page, "mouseMoved", (x, y), 0, 0).await;
        press(page, "KeyM", "m").await;
        state_has(page, "s.marks.length === 1 && s.marks[0].number === 1").await;
        let time = ticks(&state(page).await["marks"][0]["time"]);
        assert!((3_000_000..4_000_000).contains(&time), "{time}");
        mouse(page, "mouseMoved", (x + 150.0, y), 0, 0).await;
        press(page, "KeyM", "m").await;
        state_has(page, "s.marks.length === 2").await;
        // The flag on the ruler opens the list.
        let flag = page
            .evaluate("(r => r.top + 10)(document.querySelector('.ruler canvas').getBoundingClientRect())")
            .await;
        click(page, (x + 5.0, flag.as_f64().unwrap())).await;
        page.element(".marks-list input", SOON).await;
        page.driver.action_chain().send_keys("norm starts").perform().await.unwrap();
        state_has(page, "s.marks[0].note === 'norm starts'").await;
        press(page, "Enter", "Enter").await;
        page.wait_until("!document.querySelector('.marks-list')", SOON).await;
    });
}

#[test]
fn areas_are_dragged_with_shift_or_on_the_ruler_and_taken_from_the_selection() {
    on_the_timeline(Look::default(), async |page| {
        let (x, y) = place_of(page, "step 3").await;
        drag(page, (x, y), (x + 200.0, y + 10.0), SHIFT).await;
        state_has(page, "s.area?.tracks.length === 1").await;
        let ruler = page
            .evaluate("(r => r.bottom - 6)(document.querySelector('.ruler canvas').getBoundingClientRect())")
            .await;
        let ruler = ruler.as_f64().unwrap();
        drag(page, (x + 300.0, ruler), (x + 20.0, ruler), 0).await;
        state_has(page, "s.area?.tracks.length === 0 && BigInt(s.area.start) < BigInt(s.area.end)").await;
        press(page, "Escape", "Escape").await;
        state_has(page, "s.area === null").await;
        click(page, (x, y)).await;
        press(page, "KeyR", "r").await;
        state_has(page, "s.area?.start === '3000000' && s.area.end === '4000000'").await;
    });
}

#[test]
fn tracks_are_filtered_hidden_pinned_and_folded() {
    on_the_timeline(Look::default(), async |page| {
        let strips = state(page).await["strips"].as_u64().unwrap();
        let filter = page.element(".track-filter input", SOON).await;
        filter.send_keys("stream").await.unwrap();
        state_has(page, "s.strips === 2").await;
        // Keys belong to the field.
        filter.send_keys("m").await.unwrap();
        state_has(page, "s.marks.length === 0 && s.filter === 'streamm'").await;
        page.wait_until("document.querySelector('.label-none')", SOON).await;
        press(page, "Escape", "Escape").await;
        state_has(page, &format!("s.strips === {strips}")).await;
        click(page, place_of(page, "step 3").await).await;
        press(page, "KeyP", "p").await;
        state_has(page, "s.pinned.length === 1").await;
        page.wait_until("document.querySelector('.label-pins .lab')", SOON).await;
        press(page, "KeyP", "p").await;
        state_has(page, "s.pinned.length === 0").await;
        let button = page.element(".lab.process .lab-toggle", SOON).await;
        button.click().await.unwrap();
        state_has(page, &format!("s.strips < {strips}")).await;
        assert_eq!(button.attr("aria-expanded").await.unwrap().as_deref(), Some("false"));
        button.click().await.unwrap();
        state_has(page, &format!("s.strips === {strips}")).await;
    });
}

#[test]
fn the_canvas_says_what_is_selected_and_the_minimap_is_a_slider() {
    on_the_timeline(Look::default(), async |page| {
        click(page, place_of(page, "step 3").await).await;
        page.wait_until(
            "document.getElementById('timeline-selected').textContent.includes('step 3, 1 ms')",
            SOON,
        )
        .await;
        let before = span(page).await;
        press(page, "KeyF", "f").await;
        state_has(page, &format!("s.start !== '{}'", before.0)).await;
        let zoomed = span(page).await;
        page.evaluate("document.querySelector('.mini canvas').focus()").await;
        press(page, "ArrowRight", "ArrowRight").await;
        state_has(page, &format!("BigInt(s.start) > {}n", zoomed.0)).await;
        state_has(page, "s.selected.name === 'step 3'").await;
    });
}

#[test]
fn the_first_frame_is_marked_for_measurements() {
    on_the_timeline(Look::default(), async |page| {
        let marks = page.evaluate("performance.getEntriesByName('lowerscope:first-frame').length").await;
        assert!(marks.as_u64().unwrap() >= 1);
        let draws = page.evaluate("JSON.parse(__lowerscope.draws()).length").await;
        assert!(draws.as_u64().unwrap() >= 1);
    });
}

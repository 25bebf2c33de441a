//! Traces for tests of the timeline, and what the page tells of it
//! (`window.__lowerscope`).

use crate::folder::folder_with;
use crate::gestures::Place;
use crate::page::{Look, Page, run};
use crate::site::Site;
use serde_json::Value;
use std::fmt::Write as _;
use std::time::Duration;

/// Long enough for a busy machine.
const SOON: Duration = Duration::from_secs(20);

/// Two threads, a device stream with flows to it, a counter, instants. Steps
/// of 1 ms; "step 3" lies from 3 ms to 4 ms.
pub fn steps_trace() -> String {
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
            let (start, end) = (ts + 20, ts + 300);
            add(format!(r#"{{"ph":"s","pid":1,"tid":1,"ts":{start},"id":{id},"name":"ac2g","cat":"ac2g"}}"#));
            add(format!(
                r#"{{"ph":"f","bp":"e","pid":2,"tid":7,"ts":{end},"id":{id},"name":"ac2g","cat":"ac2g"}}"#
            ));
            add(format!(
                r#"{{"ph":"X","pid":2,"tid":7,"ts":{end},"dur":120,"name":"kernel{op}","cat":"kernel"}}"#
            ));
        }
        let load = at + 50;
        add(format!(r#"{{"ph":"X","pid":1,"tid":2,"ts":{load},"dur":300,"name":"load","cat":"io"}}"#));
        add(format!(r#"{{"ph":"C","pid":1,"ts":{at},"name":"queue","args":{{"length":{step}}}}}"#));
        let tick = at + 500;
        add(format!(r#"{{"ph":"i","s":"t","pid":1,"tid":2,"ts":{tick},"name":"tick"}}"#));
    }
    format!("{{\"traceEvents\":[{events}]}}")
}

/// One slice on each of many threads, and one thread with deep nesting.
pub fn many_tracks_trace(threads: u32, depth: u32) -> String {
    let mut events = String::new();
    for thread in 0..threads {
        let _ = write!(events, r#"{{"ph":"X","pid":1,"tid":{thread},"ts":0,"dur":100,"name":"op"}},"#);
    }
    for level in 0..depth {
        let dur = 100 * depth - 2 * level;
        let _ =
            write!(events, r#"{{"ph":"X","pid":2,"tid":1,"ts":{level},"dur":{dur},"name":"deep {level}"}},"#);
    }
    format!("[{}]", events.trim_end_matches(','))
}

/// Opens a trace, waits until it is drawn as it is, and runs the test.
///
/// # Panics
///
/// When the test does, or the trace is not drawn in time.
pub fn on_the_timeline(look: Look, trace: &str, test: impl AsyncFnOnce(&Page)) {
    let dir = folder_with(&[("trace.json", trace.as_bytes())]);
    run(Site::with_folders(&[("/traces/", dir.path())]), look, async |page| {
        let url = format!("{}#url={}", page.site.page_url(), page.site.url("/traces/trace.json"));
        // Another document than the one that is open, so that the hash is read.
        for address in ["about:blank", url.as_str()] {
            if let Err(error) = page.driver.goto(address).await {
                panic!("{address}: {error}");
            }
        }
        page.wait_until("document.getElementById('timeline-stage')", SOON).await;
        page.wait_until("window.__lowerscope", SOON).await;
        drawn(page).await;
        test(page).await;
    });
}

/// The view and what is drawn of it.
pub async fn state(page: &Page) -> Value {
    let text = page.evaluate("__lowerscope.state()").await;
    serde_json::from_str(text.as_str().unwrap_or_default()).unwrap_or_default()
}

/// Waits until the frame on screen is one for this view.
pub async fn drawn(page: &Page) {
    page.wait_until("JSON.parse(__lowerscope.state()).exact", SOON).await;
}

/// Waits until the state `s` has it, as a JavaScript expression.
pub async fn state_has(page: &Page, condition: &str) {
    page.wait_until(&format!("(s => {condition})(JSON.parse(__lowerscope.state()))"), SOON).await;
}

/// A time of the state.
///
/// # Panics
///
/// When it is none.
pub fn ticks(value: &Value) -> i64 {
    match value.as_str().and_then(|text| text.parse().ok()) {
        Some(ticks) => ticks,
        None => panic!("{value} is no time"),
    }
}

/// Start and end of what is in view.
pub async fn span(page: &Page) -> (i64, i64) {
    let state = state(page).await;
    (ticks(&state["start"]), ticks(&state["end"]))
}

/// The middle of the first box on screen with a name.
pub async fn place_of(page: &Page, name: &str) -> Place {
    drawn(page).await;
    page.wait_until(&format!("JSON.parse(__lowerscope.find('{name}')).length > 0"), SOON).await;
    let script = format!(
        "(() => {{ const b = JSON.parse(__lowerscope.find('{name}'))[0]; \
         const r = document.getElementById('timeline-stage').getBoundingClientRect(); \
         return [r.left + b.x + b.width / 2, r.top + b.y + b.height / 2]; }})()"
    );
    pair(&page.evaluate(&script).await)
}

/// Red, green and blue of a canvas at a place of the page.
pub async fn pixel(page: &Page, canvas: &str, (x, y): Place) -> Vec<i64> {
    let script = format!(
        "(() => {{ const c = document.querySelector({canvas:?}), r = c.getBoundingClientRect(); \
         const k = c.width / r.width; \
         const at = c.getContext('2d').getImageData(Math.round(({x} - r.left) * k), Math.round(({y} - r.top) * k), 1, 1); \
         return [...at.data].slice(0, 3); }})()"
    );
    numbers(&page.evaluate(&script).await)
}

/// Red, green and blue of the background of the first element that a selector
/// finds and whose parent has a text.
pub async fn swatch(page: &Page, selector: &str, text: &str) -> Vec<i64> {
    let script = format!(
        "(() => {{ const found = [...document.querySelectorAll({selector:?})]; \
         const of = found.find(e => e.parentElement.textContent.trim() === {text:?}); \
         const c = document.createElement('canvas').getContext('2d'); \
         c.fillStyle = getComputedStyle(of).backgroundColor; c.fillRect(0, 0, 1, 1); \
         return [...c.getImageData(0, 0, 1, 1).data].slice(0, 3); }})()"
    );
    numbers(&page.evaluate(&script).await)
}

/// Whether two colours are one, but for rounding.
pub fn is_alike(a: &[i64], b: &[i64]) -> bool {
    a.len() == 3 && b.len() == 3 && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 3)
}

fn numbers(value: &Value) -> Vec<i64> {
    value.as_array().into_iter().flatten().filter_map(Value::as_i64).collect()
}

/// The top left corner of an element.
pub async fn corner_of(page: &Page, selector: &str) -> Place {
    let script =
        format!("(r => [r.left, r.top])(document.querySelector('{selector}').getBoundingClientRect())");
    pair(&page.evaluate(&script).await)
}

/// The middle of an element.
pub async fn middle_of(page: &Page, selector: &str) -> Place {
    let script = format!(
        "(r => [r.left + r.width / 2, r.top + r.height / 2])\
         (document.querySelector('{selector}').getBoundingClientRect())"
    );
    pair(&page.evaluate(&script).await)
}

fn pair(value: &Value) -> Place {
    (value[0].as_f64().unwrap_or_default(), value[1].as_f64().unwrap_or_default())
}

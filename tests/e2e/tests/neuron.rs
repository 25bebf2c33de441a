//! What the page shows of a Neuron device profile. The profile is made up, in
//! the schema of Neuron's tools: one matrix product, a transpose, a reduction
//! and an exponential, 9.8 µs.

use e2e::timeline::{corner_of, drawn, is_alike, on_the_timeline, pixel, place_of, span, state_has, swatch};
use e2e::{Look, Page, Scheme};
use std::time::Duration;

const SOON: Duration = Duration::from_secs(20);
const PROFILE: &str = include_str!("neuron/device.json");

fn look(width: u32, scheme: Scheme) -> Look {
    Look { width, height: 900, scale: 1.0, scheme }
}

async fn turn_to(page: &Page, tab: &str) {
    page.element(&format!("#drawer-{tab}"), SOON).await;
    page.evaluate(&format!("document.querySelector('#drawer-{tab}').click()")).await;
    page.wait_until(
        &format!("document.querySelector('#drawer-{tab}').getAttribute('aria-selected') === 'true'"),
        SOON,
    )
    .await;
}

/// Clicks the first element that a selector finds and that holds a text.
async fn click(page: &Page, selector: &str, text: &str) {
    let found =
        format!("[...document.querySelectorAll({selector:?})].find(e => e.textContent.includes({text:?}))");
    page.wait_until(&found, SOON).await;
    page.evaluate(&format!("{found}.click()")).await;
}

async fn has(page: &Page, selector: &str, text: &str) {
    let found =
        format!("[...document.querySelectorAll({selector:?})].some(e => e.textContent.includes({text:?}))");
    page.wait_until(&found, SOON).await;
}

#[test]
fn a_profile_opens_on_its_summary() {
    on_the_timeline(look(1440, Scheme::Light), PROFILE, async |page| {
        let front = "document.querySelector('.dtabs [aria-selected=true]').id";
        page.wait_until(&format!("{front} === 'drawer-neuron-summary'"), SOON).await;
        has(page, ".nbar", "Tensor").await;
        has(page, ".nbar", "19.3 %").await;
        has(page, ".nfacts", "8.19 kB").await;
        has(page, ".nfacts", "this file counts no such bytes").await;
        has(page, ".nwarnings", "--enable-dge-notifs").await;
        has(page, ".nmetrics .hint", "all agree").await;
        page.screenshot("neuron-light-1440").await;
        page.set_look(look(720, Scheme::Dark)).await.unwrap();
        page.screenshot("neuron-dark-720").await;
    });
}

#[test]
fn what_came_of_a_profile_is_not_called_the_whole() {
    let part = &PROFILE[..PROFILE.len() * 9 / 10];
    on_the_timeline(look(1440, Scheme::Light), part, async |page| {
        has(page, ".table-bar", "what came of the profile").await;
        has(page, ".table-bar .chip.warn", "of the part of the file that came").await;
        has(page, ".nmetrics th", "From the rows that came").await;
        turn_to(page, "neuron-tables").await;
        has(page, ".table-bar .chip.warn", "of the part of the file that came").await;
        page.screenshot("neuron-incomplete").await;
    });
}

#[test]
fn the_summary_follows_what_is_in_view() {
    on_the_timeline(look(1440, Scheme::Light), PROFILE, async |page| {
        has(page, ".table-bar", "whole profile").await;
        // Past the set-up.
        let before = span(page).await;
        click(page, ".ntools .btn", "Skip the start").await;
        drawn(page).await;
        let after = span(page).await;
        assert!(before.0 < 100 && after.0 > 2500, "{before:?} {after:?}");
        click(page, ".choice .btn", "In view").await;
        has(page, ".table-bar", "from 2.").await;
        has(page, ".nmetrics th", "this part").await;
    });
}

#[test]
fn advice_leads_to_what_it_rests_on() {
    on_the_timeline(look(1440, Scheme::Dark), PROFILE, async |page| {
        turn_to(page, "neuron-advice").await;
        has(page, ".nadvice h3", "only transpose").await;
        has(page, ".nadvice p", "20 %").await;
        page.screenshot("neuron-advice-dark").await;
        let rule = "[...document.querySelectorAll('.nadvice > li')].find(li => li.textContent.includes('only transpose'))";
        page.evaluate(&format!("{rule}.querySelector('.acts .btn').click()")).await;
        drawn(page).await;
        let (start, end) = span(page).await;
        assert!(start > 5500 && start <= 6400 && (7000..7500).contains(&end), "{start} {end}");
        // A time becomes the area, and the advice stays what it was.
        let waits = "[...document.querySelectorAll('.nadvice > li')].find(li => li.textContent.includes('Vector waits'))";
        page.evaluate(&format!("{waits}.querySelector('.acts .btn').click()")).await;
        state_has(page, "s.area !== null").await;
        has(page, ".nadvice h3", "only transpose").await;
    });
}

#[test]
fn the_hierarchy_and_the_timeline_lead_to_each_other() {
    on_the_timeline(look(1440, Scheme::Light), PROFILE, async |page| {
        turn_to(page, "neuron-hierarchy").await;
        has(page, ".ibox", "aten__linear_dot.1").await;
        has(page, ".nnotes", "no id of any level").await;
        // Boxes are as wide as the ops worked: 1.3 µs, 0.6, 1.2 and 0.9.
        let width = |op: &str| {
            let found = "[...document.querySelectorAll('.ibox.l-framework')]";
            format!("{found}.find(e => e.title.includes('{op}')).getBoundingClientRect().width")
        };
        let [dot, transpose, reduce, exp] =
            ["linear_dot.1", "t_transpose.2", "softmax_reduce.3", "softmax_exp.4"].map(&width);
        for (op, times) in [(&transpose, 0.6 / 1.3), (&reduce, 1.2 / 1.3), (&exp, 0.9 / 1.3)] {
            let found = page.evaluate(&format!("({op} + 1) / ({dot} + 1)")).await.as_f64().unwrap();
            assert!((found - times).abs() < 0.02, "{found} {times}");
        }
        // 4 of the 4.09 µs in which anything worked, as all tables say.
        has(page, ".nnotes", "(2.2 % of the active time)").await;
        let share =
            format!("{}.title", width("linear_dot.1").trim_end_matches(".getBoundingClientRect().width"));
        page.wait_until(&format!("{share}.includes('(31.8 % of all active time)')"), SOON).await;
        page.screenshot("neuron-hierarchy-light").await;
        click(page, ".ibox.l-framework", "aten__softmax_reduce.3").await;
        state_has(page, "s.selected !== null").await;
        has(page, ".table-bar [role=status]", "aten__softmax_reduce.3").await;
        // And back: a slice chooses its node.
        let matmul = place_of(page, "MATMUL").await;
        page.click(matmul).await;
        has(page, ".table-bar [role=status]", "Instruction MATMUL").await;
        page.wait_until("document.querySelector('.ibox.on')?.textContent.includes('MATMUL')", SOON).await;
        click(page, ".table-bar .btn", "Highlight all").await;
        page.wait_until("document.querySelector('#search').value.includes('raw_bir_id')", SOON).await;
        click(page, ".table-bar .btn", "Table").await;
        has(page, ".tbl td", "%dot.1").await;
    });
}

#[test]
fn tables_sort_and_lead_to_slices() {
    on_the_timeline(look(1440, Scheme::Light), PROFILE, async |page| {
        turn_to(page, "neuron-tables").await;
        has(page, ".tbl td", "aten__linear_dot.1").await;
        click(page, ".choice .btn", "Instructions").await;
        has(page, ".tbl td", "EVENT_SEMAPHORE").await;
        has(page, ".tbl td", "wait").await;
        click(page, ".tbl th button", "Opcode").await;
        let first = "document.querySelector('.tbl tbody tr:not(.gap) td').textContent";
        page.wait_until(&format!("{first} === 'ACTIVATE'"), SOON).await;
        click(page, ".tbl td", "TENSOR_REDUCE").await;
        state_has(page, "s.selected !== null").await;
        click(page, ".choice .btn", "NEFF tensors").await;
        has(page, ".tbl td", "[16 32]").await;
        page.screenshot("neuron-tables-light").await;
    });
}

const STAGE: &str = "#timeline-stage";
const KEYS: &str = ".ntools .nlegend .key";

/// What is painted in the first box of a name, below the words in it.
async fn colour_of(page: &Page, name: &str) -> Vec<i64> {
    let (x, y) = place_of(page, name).await;
    pixel(page, STAGE, (x, y + 6.0)).await
}

async fn assert_colour(page: &Page, name: &str, entry: &str) {
    let (painted, told) = (colour_of(page, name).await, swatch(page, KEYS, entry).await);
    assert!(is_alike(&painted, &told), "{name} is {painted:?}, {entry} {told:?}");
}

/// What is painted at the foot of the folded queue when both of its engines
/// move packets, from 3.3 to 3.4 µs.
async fn queue_colour(page: &Page) -> Vec<i64> {
    let label = "[...document.querySelectorAll('.lab.thread')].find(l => l.textContent.includes('qSyncIO0'))";
    let foot = page.evaluate(&format!("{label}.getBoundingClientRect().bottom")).await.as_f64().unwrap();
    pixel(page, STAGE, (x_of(page, 3350).await, foot - 6.0)).await
}

/// Where a time is on the page.
async fn x_of(page: &Page, ns: i64) -> f64 {
    let (left, _) = corner_of(page, STAGE).await;
    let (start, end) = span(page).await;
    let wide = page.evaluate(&format!("document.querySelector('{STAGE}').clientWidth")).await;
    left + (ns - start) as f64 / (end - start) as f64 * wide.as_f64().unwrap()
}

#[test]
fn an_open_queue_says_which_engine_each_row_is() {
    on_the_timeline(look(1440, Scheme::Light), PROFILE, async |page| {
        let label =
            "[...document.querySelectorAll('.lab.thread')].find(l => l.textContent.includes('qSyncIO0'))";
        page.wait_until(label, SOON).await;
        assert_eq!(page.evaluate(&format!("{label}.querySelectorAll('.lab-row').length")).await, 0);
        page.evaluate(&format!("{label}.querySelector('.lab-toggle').click()")).await;
        let names = format!("[...{label}.querySelectorAll('.lab-row')].map(name => name.textContent).join()");
        page.wait_until(&format!("{names} === 'DMA-E64,DMA-E65,DMA-E66,DMA-E67'"), SOON).await;
        // The row beside a name holds the packets of that engine, of which
        // this is the only one that has one at the time.
        drawn(page).await;
        for (engine, ns) in [("DMA-E66", 4450), ("DMA-E64", 3150), ("DMA-E67", 4500)] {
            let row =
                format!("[...{label}.querySelectorAll('.lab-row')].find(n => n.textContent === '{engine}')");
            let middle = format!("(r => r.top + r.height / 2)({row}.getBoundingClientRect())");
            let y = page.evaluate(&middle).await.as_f64().unwrap();
            page.click((x_of(page, ns).await, y)).await;
            has(page, ".what .kind", &format!("qSyncIO0 · {engine}")).await;
        }
        page.screenshot("neuron-queue-light").await;
    });
}

#[test]
fn colours_can_stand_for_engines() {
    on_the_timeline(look(1440, Scheme::Dark), PROFILE, async |page| {
        has(page, ".ntools .nlegend li", "MATMUL").await;
        // A slice has the colour that the legend gives to its opcode.
        for opcode in ["MATMUL", "TENSOR_REDUCE", "ACTIVATE"] {
            assert_colour(page, opcode, opcode).await;
        }
        assert!(is_alike(&queue_colour(page).await, &swatch(page, KEYS, "DMA").await));
        let before = colour_of(page, "LDWEIGHTS").await;
        page.evaluate(
            "(() => { const s = document.querySelector('.ntools select');
             s.value = [...s.options].find(o => o.textContent === 'engine').value;
             s.dispatchEvent(new Event('change', { bubbles: true })); })()",
        )
        .await;
        has(page, ".ntools .nlegend li", "Vector").await;
        page.wait_until("!document.querySelector('.ntools .nlegend').textContent.includes('MATMUL')", SOON)
            .await;
        drawn(page).await;
        for (opcode, engine) in [("MATMUL", "Tensor"), ("LDWEIGHTS", "Tensor"), ("TENSOR_REDUCE", "Vector")] {
            assert_colour(page, opcode, engine).await;
        }
        assert!(is_alike(&queue_colour(page).await, &swatch(page, KEYS, "DMA").await));
        assert!(!is_alike(&before, &colour_of(page, "LDWEIGHTS").await), "the colour stayed {before:?}");
        page.screenshot("neuron-engines-dark").await;
    });
}

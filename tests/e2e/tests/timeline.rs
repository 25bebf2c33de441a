//! The timeline: moving, selecting, keys, marks, areas.

use e2e::timeline::{corner_of, on_the_timeline, place_of, span, state, state_has, steps_trace, ticks};
use e2e::{CTRL, Look, SHIFT};
use std::time::Duration;

const SOON: Duration = Duration::from_secs(20);

/// Lets the page go on.
async fn pause(ms: u64) {
    tokio::time::sleep(Duration::from_millis(ms)).await;
}

#[test]
fn wheel_drag_and_keys_move_the_view() {
    on_the_timeline(Look::default(), &steps_trace(), async |page| {
        let corner = corner_of(page, "#timeline-stage").await;
        let at = (corner.0 + 500.0, corner.1 + 60.0);
        let whole = span(page).await;
        page.wheel(at, 0.0, -300.0, CTRL).await;
        state_has(page, &format!("BigInt(s.end) - BigInt(s.start) < {}n", (whole.1 - whole.0) / 2)).await;
        let zoomed = span(page).await;
        page.drag(at, (at.0 - 200.0, at.1), 0).await;
        let panned = span(page).await;
        assert!(panned.0 > zoomed.0, "dragging to the left shows later times");
        assert!(((panned.1 - panned.0) - (zoomed.1 - zoomed.0)).abs() <= 2, "and keeps the zoom");
        page.wheel(at, 120.0, 0.0, 0).await;
        state_has(page, &format!("BigInt(s.start) > {}n", panned.0)).await;
        let before = span(page).await;
        page.wheel(at, 0.0, 120.0, SHIFT).await;
        state_has(page, &format!("BigInt(s.start) > {}n", before.0)).await;
        page.press("Digit0", "0").await;
        state_has(page, &format!("s.start === '{}' && s.end === '{}'", whole.0, whole.1)).await;
    });
}

#[test]
fn movement_keys_go_by_their_place_on_the_keyboard_and_work_while_held() {
    on_the_timeline(Look::default(), &steps_trace(), async |page| {
        let whole = span(page).await;
        // As an AZERTY keyboard sends it.
        page.key_event("keyDown", "KeyW", "z").await;
        state_has(page, &format!("BigInt(s.end) - BigInt(s.start) < {}n", (whole.1 - whole.0) / 3)).await;
        page.key_event("keyUp", "KeyW", "z").await;
        pause(300).await;
        let zoomed = span(page).await;
        pause(200).await;
        assert_eq!(span(page).await, zoomed, "it ends with the key");
        page.press("KeyD", "d").await;
        state_has(page, &format!("BigInt(s.start) > {}n", zoomed.0)).await;
        page.press("KeyS", "s").await;
        state_has(page, &format!("BigInt(s.end) - BigInt(s.start) > {}n", zoomed.1 - zoomed.0)).await;
    });
}

#[test]
fn a_click_selects_and_keys_move_the_selection() {
    on_the_timeline(Look::default(), &steps_trace(), async |page| {
        page.click(place_of(page, "step 3").await).await;
        state_has(page, "s.selected?.name === 'step 3' && s.selected.dur === '1000000'").await;
        page.press("Period", ".").await;
        state_has(page, "s.selected?.name === 'step 4'").await;
        page.press("Comma", ",").await;
        page.press("Comma", ",").await;
        state_has(page, "s.selected?.name === 'step 2'").await;
        page.press("ArrowDown", "ArrowDown").await;
        state_has(page, "s.selected?.name.startsWith('aten::op')").await;
        page.evaluate("window.before = JSON.stringify(JSON.parse(__lowerscope.state()).selected)").await;
        page.press("ArrowRight", "ArrowRight").await;
        state_has(
            page,
            "s.selected?.name.startsWith('aten::op') && JSON.stringify(s.selected) !== window.before",
        )
        .await;
        page.press("Escape", "Escape").await;
        state_has(page, "s.selected === null").await;
    });
}

#[test]
fn brackets_follow_the_flow_and_its_arrow_is_drawn() {
    on_the_timeline(Look::default(), &steps_trace(), async |page| {
        // Close enough for names on the ops.
        page.click(place_of(page, "step 3").await).await;
        page.press("KeyF", "f").await;
        page.click(place_of(page, "aten::op2").await).await;
        state_has(page, "s.selected?.name === 'aten::op2' && s.frame.arrows === 1").await;
        page.press("BracketRight", "]").await;
        state_has(page, "s.selected?.name === 'kernel2'").await;
        page.press("BracketLeft", "[").await;
        state_has(page, "s.selected?.name === 'aten::op2'").await;
        page.press("KeyL", "l").await;
        page.press("Digit0", "0").await;
        state_has(page, "s.frame.arrows === 40").await;
    });
}

#[test]
fn f_shows_the_selection_and_a_double_click_the_slice() {
    on_the_timeline(Look::default(), &steps_trace(), async |page| {
        let whole = span(page).await;
        page.click(place_of(page, "step 3").await).await;
        page.press("KeyF", "f").await;
        state_has(page, "BigInt(s.end) - BigInt(s.start) < 2000000n && BigInt(s.start) < 3000000n").await;
        page.press("Backspace", "Backspace").await;
        state_has(page, &format!("s.start === '{}'", whole.0)).await;
        page.double_click(place_of(page, "step 5").await).await;
        state_has(page, "BigInt(s.end) - BigInt(s.start) < 2000000n && BigInt(s.end) > 6000000n").await;
    });
}

#[test]
fn marks_have_numbers_times_and_notes() {
    on_the_timeline(Look::default(), &steps_trace(), async |page| {
        let (x, y) = place_of(page, "step 3").await;
        page.hover((x, y)).await;
        page.press("KeyM", "m").await;
        state_has(page, "s.marks.length === 1 && s.marks[0].number === 1").await;
        let time = ticks(&state(page).await["marks"][0]["time"]);
        assert!((3_000_000..4_000_000).contains(&time), "{time}");
        // It asks for its note at once; Escape leaves it without one.
        page.element(".marks-list input:focus", SOON).await;
        page.press("Escape", "Escape").await;
        page.wait_until("!document.querySelector('.marks-list')", SOON).await;
        page.hover((x + 150.0, y)).await;
        page.press("KeyM", "m").await;
        state_has(page, "s.marks.length === 2").await;
        page.press("Escape", "Escape").await;
        page.wait_until("!document.querySelector('.marks-list')", SOON).await;
        // The flag on the ruler opens the list.
        let (_, ruler) = corner_of(page, ".ruler canvas").await;
        page.click((x + 5.0, ruler + 10.0)).await;
        page.element(".marks-list input", SOON).await;
        page.driver.action_chain().send_keys("norm starts").perform().await.unwrap();
        state_has(page, "s.marks[0].note === 'norm starts'").await;
        page.press("Enter", "Enter").await;
        page.wait_until("!document.querySelector('.marks-list')", SOON).await;
    });
}

#[test]
fn areas_are_dragged_with_shift_or_on_the_ruler_and_taken_from_the_selection() {
    on_the_timeline(Look::default(), &steps_trace(), async |page| {
        let (x, y) = place_of(page, "step 3").await;
        page.drag((x, y), (x + 200.0, y + 10.0), SHIFT).await;
        state_has(page, "s.area?.tracks.length === 1").await;
        let ruler = corner_of(page, ".ruler canvas").await.1 + 20.0;
        page.drag((x + 300.0, ruler), (x + 20.0, ruler), 0).await;
        state_has(page, "s.area?.tracks.length === 0 && BigInt(s.area.start) < BigInt(s.area.end)").await;
        page.press("Escape", "Escape").await;
        state_has(page, "s.area === null").await;
        page.click((x, y)).await;
        page.press("KeyR", "r").await;
        state_has(page, "s.area?.start === '3000000' && s.area.end === '4000000'").await;
    });
}

#[test]
fn the_canvas_says_what_is_selected_and_the_minimap_is_a_slider() {
    on_the_timeline(Look::default(), &steps_trace(), async |page| {
        page.click(place_of(page, "step 3").await).await;
        page.wait_until(
            "document.getElementById('timeline-selected').textContent.includes('step 3, 1 ms')",
            SOON,
        )
        .await;
        let before = span(page).await;
        page.press("KeyF", "f").await;
        state_has(page, &format!("s.start !== '{}'", before.0)).await;
        let zoomed = span(page).await;
        page.evaluate("document.querySelector('.mini canvas').focus()").await;
        page.press("ArrowRight", "ArrowRight").await;
        state_has(page, &format!("BigInt(s.start) > {}n", zoomed.0)).await;
        state_has(page, "s.selected.name === 'step 3'").await;
    });
}

#[test]
fn the_first_frame_is_marked_for_measurements() {
    on_the_timeline(Look::default(), &steps_trace(), async |page| {
        // What is held is exact before it is drawn, in the next frame.
        page.wait_until("performance.getEntriesByName('lowerscope:first-frame').length >= 1", SOON).await;
        page.wait_until("JSON.parse(__lowerscope.draws()).length >= 1", SOON).await;
    });
}

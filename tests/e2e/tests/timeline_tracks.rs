//! The timeline: tracks, names, minimap, card, search, sharpness, fingers.

use e2e::timeline::{
    corner_of, drawn, many_tracks_trace, middle_of, on_the_timeline, place_of, span, state, state_has,
    steps_trace,
};
use e2e::{Look, Scheme};
use std::time::Duration;

const SOON: Duration = Duration::from_secs(20);

#[test]
fn tracks_are_filtered_hidden_pinned_and_folded() {
    on_the_timeline(Look::default(), &steps_trace(), async |page| {
        let strips = state(page).await["strips"].as_u64().unwrap();
        let filter = page.element(".track-filter input", SOON).await;
        filter.send_keys("stream").await.unwrap();
        state_has(page, "s.strips === 2").await;
        // Keys belong to the field.
        filter.send_keys("m").await.unwrap();
        state_has(page, "s.marks.length === 0 && s.filter === 'streamm'").await;
        page.wait_until("document.querySelector('.label-none')", SOON).await;
        page.press("Escape", "Escape").await;
        state_has(page, &format!("s.strips === {strips}")).await;
        page.click(place_of(page, "step 3").await).await;
        page.press("KeyP", "p").await;
        state_has(page, "s.pinned.length === 1").await;
        page.wait_until("document.querySelector('.label-pins .lab')", SOON).await;
        page.press("KeyP", "p").await;
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
fn names_are_dragged_to_another_place_and_their_edge_to_another_height() {
    on_the_timeline(Look::default(), &steps_trace(), async |page| {
        let names = "[...document.querySelectorAll('.label-sheet .lab.thread')]\
            .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)\
            .map(e => e.querySelector('.lab-name').textContent).join()";
        assert_eq!(page.evaluate(names).await, "stream 7,main,worker,queue");
        let (x, y) = middle_of(page, ".lab.thread:has(.lab-name[title^=main]) .lab-name").await;
        page.drag((x, y), (x, y + 75.0), 0).await;
        page.wait_until(&format!("{names} === 'stream 7,worker,main,queue'"), SOON).await;
        // The lower edge of "main", which has two rows.
        let before = state(page).await["maxScroll"].clone();
        let edge = "(() => { const e = [...document.querySelectorAll('.lab-resize')]\
            .find(e => e.parentElement.textContent.includes('main')).getBoundingClientRect();\
            return [e.left + 40, e.top + 3]; })()";
        let edge = page.evaluate(edge).await;
        let edge = (edge[0].as_f64().unwrap(), edge[1].as_f64().unwrap());
        page.drag(edge, (edge.0, edge.1 - 22.0), 0).await;
        page.wait_until("document.querySelector('.labels').textContent.includes('main')", SOON).await;
        page.hover((edge.0 + 400.0, edge.1)).await;
        state_has(page, &format!("s.maxScroll <= {before}")).await;
        page.wait_until("JSON.parse(__lowerscope.find('aten::op1')).length === 0", SOON).await;
    });
}

#[test]
fn a_menu_of_a_track_does_what_its_pointer_gestures_do() {
    on_the_timeline(Look::default(), &steps_trace(), async |page| {
        page.evaluate("document.querySelector('.lab.thread [aria-haspopup=menu]').focus()").await;
        page.press("Enter", "Enter").await;
        page.wait_until("document.activeElement?.getAttribute('role') === 'menuitem'", SOON).await;
        page.press("ArrowDown", "ArrowDown").await;
        page.wait_until("document.activeElement.textContent === 'Hide'", SOON).await;
        page.press("Enter", "Enter").await;
        state_has(page, "s.hidden === 1").await;
        page.element(".ruler .corner button", SOON).await.click().await.unwrap();
        state_has(page, "s.hidden === 0").await;
    });
}

#[test]
fn the_window_of_the_minimap_is_dragged_and_resized() {
    on_the_timeline(Look::default(), &steps_trace(), async |page| {
        page.click(place_of(page, "step 3").await).await;
        page.press("KeyF", "f").await;
        state_has(page, "BigInt(s.end) - BigInt(s.start) < 2000000n").await;
        let before = span(page).await;
        let mini = corner_of(page, ".mini canvas").await;
        let width = page.evaluate("document.querySelector('.mini canvas').clientWidth").await;
        let per_ms = width.as_f64().unwrap() / 10.0;
        let middle = (mini.0 + per_ms * 3.5, mini.1 + 20.0);
        page.drag(middle, (middle.0 + per_ms * 4.0, middle.1), 0).await;
        state_has(page, "BigInt(s.start) > 6000000n && BigInt(s.start) < 8000000n").await;
        let after = span(page).await;
        assert!(((after.1 - after.0) - (before.1 - before.0)).abs() < 1000, "the zoom stays");
        page.click((mini.0 + per_ms * 1.5, mini.1 + 20.0)).await;
        state_has(page, "BigInt(s.start) < 1500000n && BigInt(s.end) > 1500000n").await;
    });
}

#[test]
fn a_card_tells_what_is_below_the_pointer() {
    on_the_timeline(Look::default(), &steps_trace(), async |page| {
        page.hover(place_of(page, "step 3").await).await;
        page.element(".hover-card", SOON).await;
        page.wait_until("document.querySelector('.hover-card').textContent.includes('step 3')", SOON).await;
        page.wait_until("document.querySelector('.hover-card').textContent.includes('1 ms')", SOON).await;
        let below = "(() => { const c = document.querySelector('.hover-card').getBoundingClientRect();\
            const s = document.getElementById('timeline-stage').getBoundingClientRect();\
            return c.left >= s.left && c.right <= s.right; })()";
        assert_eq!(page.evaluate(below).await, true, "the card stays on the stage");
        let (x, y) = corner_of(page, ".hdr").await;
        page.hover((x + 5.0, y + 5.0)).await;
        page.wait_until("!document.querySelector('.hover-card')", SOON).await;
    });
}

#[test]
fn a_search_lights_up_its_hits_in_frame_and_minimap() {
    on_the_timeline(Look::default(), &steps_trace(), async |page| {
        let before = state(page).await["frame"]["number"].as_u64().unwrap();
        page.element("#search", SOON).await.send_keys("kernel2").await.unwrap();
        state_has(page, &format!("s.frame.overviewHits === 10 && s.frame.number > {before}")).await;
        page.screenshot("timeline-search").await;
    });
}

#[test]
fn thousands_of_tracks_have_few_elements_and_deep_ones_scroll() {
    on_the_timeline(Look::default(), &many_tracks_trace(3000, 700), async |page| {
        assert!(state(page).await["strips"].as_u64().unwrap() > 3000);
        let labels = page.evaluate("document.querySelectorAll('.lab').length").await;
        assert!(labels.as_u64().unwrap() < 120, "{labels}");
        let (x, y) = middle_of(page, "#timeline-stage").await;
        page.wheel((x, y), 0.0, 1e6, 0).await;
        state_has(page, "s.scroll === s.maxScroll").await;
        drawn(page).await;
        place_of(page, "deep 699").await;
        let labels = page.evaluate("document.querySelectorAll('.lab').length").await;
        assert!(labels.as_u64().unwrap() < 120, "{labels}");
        let name = middle_of(page, ".label-sheet .lab.thread:last-child .lab-name").await;
        assert!(name.1 > y - 400.0, "the name of a tall track stays in view: {name:?}");
    });
}

#[test]
fn canvases_have_the_pixels_of_the_screen() {
    let look = Look { width: 1000, height: 700, scale: 2.0, scheme: Scheme::Dark };
    on_the_timeline(look, &steps_trace(), async |page| {
        let sharp = "[...document.querySelectorAll('.timeline canvas')]\
            .every(c => Math.abs(c.width - c.clientWidth * devicePixelRatio) <= 1)";
        assert_eq!(page.evaluate(sharp).await, true);
        page.screenshot("timeline-dark-2x").await;
        page.set_look(Look { scale: 1.0, ..look }).await.unwrap();
        page.wait_until(&format!("devicePixelRatio === 1 && {sharp}"), SOON).await;
    });
}

#[test]
fn two_fingers_zoom_and_one_pans() {
    on_the_timeline(Look::default(), &steps_trace(), async |page| {
        let whole = span(page).await;
        let (x, y) = middle_of(page, "#timeline-stage").await;
        page.touch("touchStart", &[(x - 50.0, y), (x + 50.0, y)]).await;
        for step in 1..=5 {
            let by = 50.0 + f64::from(step) * 30.0;
            page.touch("touchMove", &[(x - by, y), (x + by, y)]).await;
        }
        page.touch("touchEnd", &[]).await;
        state_has(page, &format!("BigInt(s.end) - BigInt(s.start) < {}n", (whole.1 - whole.0) / 2)).await;
        let zoomed = span(page).await;
        page.touch("touchStart", &[(x, y)]).await;
        for step in 1..=5 {
            page.touch("touchMove", &[(x - f64::from(step) * 30.0, y)]).await;
        }
        page.touch("touchEnd", &[]).await;
        state_has(page, &format!("BigInt(s.start) > {}n", zoomed.0)).await;
    });
}

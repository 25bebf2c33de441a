//! The page opens.

use e2e::{Look, Scheme, Site, run};
use std::time::Duration;

#[test]
fn the_page_opens_in_light_and_dark_without_a_console_error() {
    run(Site::start(), Look::default(), async |page| {
        page.wait_until("document.body.innerText.trim().length > 0", Duration::from_secs(10)).await;
        assert!(!page.element("#boot-failed", Duration::ZERO).await.is_displayed().await.unwrap());
        page.screenshot("opens-light-1280").await;
        let dark = Look { width: 2560, height: 1440, scale: 2.0, scheme: Scheme::Dark };
        page.set_look(dark).await.unwrap();
        assert_eq!(page.evaluate("[innerWidth, devicePixelRatio]").await, serde_json::json!([2560, 2]));
        page.screenshot("opens-dark-2560").await;
    });
}

#[test]
fn a_worker_is_found_below_a_sub_path_and_listens() {
    run(Site::start(), Look::default(), async |page| {
        let start = "lowerscope.startEngineWorker().then(worker => worker.constructor.name, String)";
        assert_eq!(page.evaluate(start).await, "Worker");
    });
}

#[test]
#[should_panic(expected = "the page wrote errors to the console")]
fn an_error_in_the_console_fails_a_test() {
    run(Site::start(), Look::default(), async |page| {
        page.evaluate("console.error('seen')").await;
    });
}

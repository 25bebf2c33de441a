//! One browser with the page open.

use crate::site::{Site, screenshot_dir};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::json;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use thirtyfour::prelude::*;
use thirtyfour::{BrowserLogEntry, ChromeCapabilities, ChromiumLikeCapabilities, LoggingPrefsLogLevel};
use xtask::chromium::{self, Driver};

/// The colour scheme that the browser claims the system prefers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scheme {
    Light,
    Dark,
}

/// What the page is looked at with.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Look {
    /// Of the page's viewport, in CSS pixels.
    pub width: u32,
    /// Of the page's viewport, in CSS pixels.
    pub height: u32,
    /// Device pixels per CSS pixel.
    pub scale: f64,
    pub scheme: Scheme,
}

impl Default for Look {
    fn default() -> Look {
        Look { width: 1280, height: 800, scale: 1.0, scheme: Scheme::Light }
    }
}

/// An open page, and the browser around it.
pub struct Page {
    pub driver: WebDriver,
    pub site: Site,
}

/// Opens the page in a fresh browser, runs `test`, closes the browser and fails
/// when the page wrote an error to its console.
///
/// # Panics
///
/// When `test` does, when the browser cannot be started, and on console errors.
pub fn run(site: Site, look: Look, test: impl AsyncFnOnce(&Page)) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap_or_else(|error| panic!("no async runtime: {error}"));
    let chromedriver = Driver::start().unwrap_or_else(|error| panic!("{error:#}"));
    let driver = runtime
        .block_on(async { WebDriver::new(chromedriver.url(), capabilities(look)?).await })
        .unwrap_or_else(|error| panic!("could not start the browser: {error}"));
    let page = Page { driver: driver.clone(), site };
    // The browser must close even when the test fails.
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        runtime.block_on(async {
            page.open(look).await.unwrap_or_else(|error| panic!("could not open the page: {error}"));
            test(&page).await;
            let errors = page.console_errors().await;
            assert!(errors.is_empty(), "the page wrote errors to the console: {errors:#?}");
        });
    }));
    // A browser that crashed has closed as well.
    let _ = runtime.block_on(driver.quit());
    if let Err(panic) = outcome {
        resume_unwind(panic);
    }
}

impl Page {
    async fn open(&self, look: Look) -> WebDriverResult<()> {
        self.set_look(look).await?;
        self.driver.goto(self.site.page_url()).await
    }

    /// Changes size, scale and colour scheme while the page is open.
    ///
    /// # Errors
    ///
    /// When the browser does not answer.
    pub async fn set_look(&self, look: Look) -> WebDriverResult<()> {
        let tools = self.driver.cdp();
        let metrics = json!({
            "width": look.width,
            "height": look.height,
            "deviceScaleFactor": look.scale,
            "mobile": false,
        });
        tools.send_raw("Emulation.setDeviceMetricsOverride", metrics).await?;
        let value = if look.scheme == Scheme::Dark { "dark" } else { "light" };
        let media = json!({ "features": [{ "name": "prefers-color-scheme", "value": value }] });
        tools.send_raw("Emulation.setEmulatedMedia", media).await?;
        Ok(())
    }

    /// Waits until `selector` matches an element, and gives it.
    ///
    /// # Panics
    ///
    /// When it does not within `timeout`.
    pub async fn element(&self, selector: &str, timeout: Duration) -> WebElement {
        let start = Instant::now();
        loop {
            match self.driver.find(By::Css(selector)).await {
                Ok(element) => return element,
                Err(error) => assert!(start.elapsed() < timeout, "no {selector} within {timeout:?}: {error}"),
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Waits until `selector` matches an element, and gives its visible text:
    /// found and read in one step, so that a new drawing cannot come between.
    ///
    /// # Panics
    ///
    /// When it does not within `timeout`.
    pub async fn text_of(&self, selector: &str, timeout: Duration) -> String {
        let start = Instant::now();
        let expression = format!("document.querySelector({})?.innerText ?? null", json!(selector));
        loop {
            if let Some(text) = self.evaluate(&expression).await.as_str() {
                return text.to_owned();
            }
            assert!(start.elapsed() < timeout, "no {selector} within {timeout:?}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Opens an address in another document than the one that is open.
    ///
    /// # Panics
    ///
    /// When the browser does not answer.
    pub async fn goto(&self, address: &str) {
        for address in ["about:blank", address] {
            self.driver.goto(address).await.unwrap_or_else(|error| panic!("{address}: {error}"));
        }
    }

    /// Waits until the tab of this title is in front.
    ///
    /// # Panics
    ///
    /// When it is not within `timeout`.
    pub async fn front_is(&self, title: &str, timeout: Duration) {
        let front = "document.querySelector('[role=tab][aria-selected=true]')?.title";
        self.wait_until(&format!("{front} === {}", json!(title)), timeout).await;
    }

    /// Drops files, given as names and contents, once the page takes them.
    ///
    /// # Panics
    ///
    /// When the page does not start within half a minute.
    pub async fn drop_files(&self, files: &[(impl AsRef<str>, impl AsRef<[u8]>)]) {
        self.element("header.hdr", Duration::from_secs(30)).await;
        let files: Vec<_> = files
            .iter()
            .map(|(name, bytes)| (name.as_ref(), BASE64_STANDARD.encode(bytes.as_ref())))
            .collect();
        self.evaluate(&format!(
            "(() => {{
                const data = new DataTransfer();
                for (const [name, text] of {}) {{
                    const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
                    data.items.add(new File([bytes], name));
                }}
                for (const kind of ['dragenter', 'drop'])
                    window.dispatchEvent(new DragEvent(kind, {{ dataTransfer: data, bubbles: true, cancelable: true }}));
            }})()",
            json!(files)
        ))
        .await;
    }

    /// Waits until the JavaScript expression is true.
    ///
    /// # Panics
    ///
    /// When it is not within `timeout`, or cannot be evaluated.
    pub async fn wait_until(&self, expression: &str, timeout: Duration) {
        let start = Instant::now();
        while !self.evaluate(&format!("Boolean({expression})")).await.as_bool().unwrap_or_default() {
            assert!(start.elapsed() < timeout, "not within {timeout:?}: {expression}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// The value of a JavaScript expression in the page.
    ///
    /// # Panics
    ///
    /// When it throws.
    pub async fn evaluate(&self, expression: &str) -> serde_json::Value {
        match self.driver.execute(format!("return ({expression});"), Vec::new()).await {
            Ok(value) => value.json().clone(),
            Err(error) => panic!("{expression}: {error}"),
        }
    }

    /// Writes a picture of the viewport to `target/e2e-screenshots/{name}.png`.
    ///
    /// # Panics
    ///
    /// When the browser gives none or it cannot be written.
    pub async fn screenshot(&self, name: &str) -> PathBuf {
        let dir = screenshot_dir();
        let path = dir.join(format!("{name}.png"));
        fs::create_dir_all(&dir).unwrap_or_else(|error| panic!("{}: {error}", dir.display()));
        if let Err(error) = self.driver.screenshot(&path).await {
            panic!("{}: {error}", path.display());
        }
        path
    }

    /// What the page wrote to its console at the level of errors since the last
    /// call: exceptions, failed requests, `console.error`.
    ///
    /// # Panics
    ///
    /// When the browser does not answer.
    pub async fn console_errors(&self) -> Vec<BrowserLogEntry> {
        match self.driver.browser_log().await {
            Ok(entries) => entries.into_iter().filter(|entry| entry.level == "SEVERE").collect(),
            Err(error) => panic!("no console log: {error}"),
        }
    }
}

/// What a browser of ours is started with.
///
/// # Errors
///
/// When a setting cannot be written as JSON.
pub fn capabilities(look: Look) -> WebDriverResult<ChromeCapabilities> {
    let mut capabilities = ChromeCapabilities::new();
    if let Some(path) = chromium::find_browser() {
        capabilities.set_binary(&path.to_string_lossy())?;
    }
    // chromedriver gives every session an empty profile of its own.
    for switch in chromium::SWITCHES {
        capabilities.add_arg(switch)?;
    }
    capabilities.add_arg(&format!("--window-size={},{}", look.width, look.height))?;
    capabilities.set_browser_log_level(LoggingPrefsLogLevel::All)?;
    Ok(capabilities)
}

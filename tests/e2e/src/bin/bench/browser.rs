//! A Chromium that one comparison runs in.

use anyhow::{Context, Result, bail};
use e2e::thirtyfour::prelude::*;
use e2e::{Look, capabilities};
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};
use xtask::chromium::Driver;

/// A usual window.
const LOOK: Look = Look { width: 1600, height: 900, scale: 1.0, scheme: e2e::Scheme::Light };
/// How often a page is asked whether it is done. Rare, for the question itself
/// costs the page time.
const ASK_EVERY: Duration = Duration::from_millis(200);

pub struct Browser {
    driver: WebDriver,
    version: String,
}

impl Browser {
    /// # Errors
    ///
    /// When there is no Chromium or it does not start.
    pub async fn start(chromedriver: &Driver) -> Result<Browser> {
        let driver = WebDriver::new(chromedriver.url(), capabilities(LOOK)?).await?;
        let product = driver.cdp().send_raw("Browser.getVersion", json!({})).await?;
        let version = product["product"].as_str().and_then(|text| text.rsplit('/').next());
        let version = format!("Chromium {}", version.unwrap_or("of unknown version"));
        Ok(Browser { driver, version })
    }

    /// Such as "Chromium 140.0.7339.0".
    pub fn version(&self) -> &str {
        &self.version
    }

    pub async fn quit(self) {
        // One that crashed has closed as well.
        let _ = self.driver.quit().await;
    }

    /// Opens a page in a new tab with a process of its own, closes the one
    /// before, and runs `early` in the page before anything of it.
    pub async fn open(&self, url: &str, early: &str) -> Result<()> {
        let before = self.driver.window().await?;
        let tab = self.driver.new_tab().await?;
        self.driver.switch_to_window(before).await?;
        self.driver.close_window().await?;
        self.driver.switch_to_window(tab).await?;
        let tools = self.driver.cdp();
        let metrics =
            json!({ "width": LOOK.width, "height": LOOK.height, "deviceScaleFactor": 1, "mobile": false });
        tools.send_raw("Emulation.setDeviceMetricsOverride", metrics).await?;
        tools.send_raw("Page.addScriptToEvaluateOnNewDocument", json!({ "source": early })).await?;
        self.driver.goto(url).await.with_context(|| format!("could not open {url}"))
    }

    /// Forgets everything that was downloaded and compiled.
    pub async fn clear_cache(&self) -> Result<()> {
        self.driver.cdp().send_raw("Network.clearBrowserCache", json!({})).await?;
        Ok(())
    }

    /// Calls an async function of the page and waits for what it gives.
    /// `call` is an expression.
    ///
    /// # Errors
    ///
    /// When it throws or takes longer than `limit`, or the tab has crashed.
    pub async fn run(&self, call: &str, limit: Duration) -> Result<Value> {
        let script = format!(
            "const done = globalThis.__done = {{}};
             (async () => {call})().then(
                value => {{ done.value = value ?? null; }},
                error => {{ done.error = String(error); }});"
        );
        self.driver.execute(script, Vec::new()).await.with_context(|| format!("in {call}"))?;
        let start = Instant::now();
        loop {
            let done = self.driver.execute("return globalThis.__done;", Vec::new()).await;
            let done = done.with_context(|| format!("the tab crashed in {call}"))?.json().clone();
            if let Some(error) = done.get("error") {
                bail!("{call}: {error}");
            }
            if let Some(value) = done.get("value") {
                return Ok(value.clone());
            }
            if start.elapsed() > limit {
                bail!("not within {} s: {call}", limit.as_secs());
            }
            tokio::time::sleep(ASK_EVERY).await;
        }
    }

    /// The value of an expression.
    pub async fn value(&self, expression: &str) -> Result<Value> {
        let value = self.driver.execute(format!("return ({expression});"), Vec::new()).await;
        Ok(value.with_context(|| format!("in {expression}"))?.json().clone())
    }

    /// Waits until an expression is true.
    pub async fn wait_until(&self, expression: &str, limit: Duration) -> Result<()> {
        let start = Instant::now();
        while self.value(&format!("Boolean({expression})")).await? != true {
            if start.elapsed() > limit {
                bail!("not within {} s: {expression}", limit.as_secs());
            }
            tokio::time::sleep(ASK_EVERY / 4).await;
        }
        Ok(())
    }

    /// Picks a file of the disk in a file input, as a person would.
    pub async fn pick(&self, selector: &str, file: &Path) -> Result<()> {
        self.pick_all(selector, &[file]).await
    }

    /// Puts several files into a file input at once.
    pub async fn pick_all(&self, selector: &str, files: &[&Path]) -> Result<()> {
        let input = self.driver.find(By::Css(selector)).await?;
        // The driver takes a line for each.
        let lines: Vec<_> = files.iter().map(|file| file.to_string_lossy()).collect();
        Ok(input.send_keys(lines.join("\n")).await?)
    }
}

//! What a person does with mouse, fingers and keys, through the browser's own
//! input pipeline.

use crate::page::Page;
use serde_json::{Value, json};

/// Modifiers of pointer and wheel events.
pub const CTRL: u32 = 2;
pub const SHIFT: u32 = 8;

/// Pixels of the window.
pub type Place = (f64, f64);

impl Page {
    async fn input(&self, method: &str, event: Value) {
        if let Err(error) = self.driver.cdp().send_raw(method, event).await {
            panic!("{method}: {error}");
        }
    }

    /// Moves, presses or releases the mouse: `mouseMoved`, `mousePressed`,
    /// `mouseReleased`. `buttons` are those that are held.
    pub async fn mouse(&self, kind: &str, (x, y): Place, buttons: u32, modifiers: u32, clicks: u32) {
        let button = if kind == "mouseMoved" && buttons == 0 { "none" } else { "left" };
        let event = json!({
            "type": kind, "x": x, "y": y, "button": button, "buttons": buttons,
            "clickCount": clicks, "modifiers": modifiers,
        });
        self.input("Input.dispatchMouseEvent", event).await;
    }

    /// Moves the mouse with no button held.
    pub async fn hover(&self, at: Place) {
        self.mouse("mouseMoved", at, 0, 0, 0).await;
    }

    pub async fn click(&self, at: Place) {
        self.hover(at).await;
        self.mouse("mousePressed", at, 1, 0, 1).await;
        self.mouse("mouseReleased", at, 0, 0, 1).await;
    }

    pub async fn double_click(&self, at: Place) {
        self.click(at).await;
        self.mouse("mousePressed", at, 1, 0, 2).await;
        self.mouse("mouseReleased", at, 0, 0, 2).await;
    }

    /// Drags in five steps.
    pub async fn drag(&self, from: Place, to: Place, modifiers: u32) {
        self.mouse("mouseMoved", from, 0, modifiers, 0).await;
        self.mouse("mousePressed", from, 1, modifiers, 1).await;
        for step in 1..=5 {
            let part = f64::from(step) / 5.0;
            let at = (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
            self.mouse("mouseMoved", at, 1, modifiers, 1).await;
        }
        self.mouse("mouseReleased", to, 0, modifiers, 1).await;
    }

    /// Turns the wheel.
    pub async fn wheel(&self, (x, y): Place, dx: f64, dy: f64, modifiers: u32) {
        let event = json!({
            "type": "mouseWheel", "x": x, "y": y, "deltaX": dx, "deltaY": dy, "modifiers": modifiers,
        });
        self.input("Input.dispatchMouseEvent", event).await;
    }

    /// Fingers on the screen: `touchStart`, `touchMove`, `touchEnd`.
    pub async fn touch(&self, kind: &str, fingers: &[Place]) {
        let points: Vec<Value> =
            fingers.iter().enumerate().map(|(id, (x, y))| json!({ "x": x, "y": y, "id": id })).collect();
        self.input("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points })).await;
    }

    /// A key by its place and what it gives, which need not be those of one
    /// layout: `keyDown`, `keyUp`.
    pub async fn key_event(&self, kind: &str, code: &str, key: &str) {
        let mut event = json!({ "type": kind, "code": code, "key": key });
        if key.chars().count() == 1 && kind == "keyDown" {
            event["text"] = json!(key);
        }
        if key == "Enter" {
            event["windowsVirtualKeyCode"] = json!(13);
            if kind == "keyDown" {
                event["text"] = json!("\r");
            }
        }
        self.input("Input.dispatchKeyEvent", event).await;
    }

    pub async fn press(&self, code: &str, key: &str) {
        self.key_event("keyDown", code, key).await;
        self.key_event("keyUp", code, key).await;
    }
}

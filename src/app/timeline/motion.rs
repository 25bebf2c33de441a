//! Movement while keys are held: it begins at once, gets faster, and ends with
//! the key. A short press still moves a visible bit.

use crate::app::timeline::paint::colours::matches;
use crate::timeline::keys::Command;

/// Widths of the view in a second, at first and after [`RAMP_MS`].
const PAN: (f64, f64) = (0.7, 2.4);
/// Powers of e in a second.
const ZOOM: (f64, f64) = (1.6, 4.5);
const RAMP_MS: f64 = 900.0;
/// A press lasts at least so long.
const SHORTEST_MS: f64 = 110.0;
/// What a press does where motion is not wanted.
const STILL_PAN: f64 = 0.2;
const STILL_ZOOM: f64 = 1.4;

/// Keys that are held.
#[derive(Default)]
pub struct Motion {
    held: Vec<Key>,
}

struct Key {
    command: Command,
    since_ms: f64,
    released: bool,
}

/// How far to move now.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// To later times, in widths of the view.
    pub pan_widths: f64,
    /// Factor of the span.
    pub zoom: f64,
}

/// Whether a command moves as long as its key is held.
pub fn is_motion(command: Command) -> bool {
    matches!(command, Command::ZoomIn | Command::ZoomOut | Command::PanLeft | Command::PanRight)
}

impl Motion {
    /// A key went down, or repeats. Gives the step to take at once where the
    /// person wants no motion.
    pub fn press(&mut self, command: Command, now_ms: f64) -> Option<Step> {
        if matches("(prefers-reduced-motion: reduce)") {
            return Some(step(command, STILL_PAN, STILL_ZOOM.ln()));
        }
        match self.held.iter_mut().find(|key| key.command == command) {
            Some(key) => key.released = false,
            None => self.held.push(Key { command, since_ms: now_ms, released: false }),
        }
        None
    }

    pub fn release(&mut self, command: Command) {
        for key in self.held.iter_mut().filter(|key| key.command == command) {
            key.released = true;
        }
    }

    pub fn release_all(&mut self) {
        self.held.clear();
    }

    /// What to move for the time that passed; `None` while nothing is held.
    pub fn step(&mut self, now_ms: f64, passed_ms: f64) -> Option<Step> {
        self.held.retain(|key| !key.released || now_ms - key.since_ms < SHORTEST_MS);
        if self.held.is_empty() {
            return None;
        }
        let seconds = passed_ms / 1000.0;
        let mut all = Step { pan_widths: 0.0, zoom: 1.0 };
        for key in &self.held {
            let ramp = ((now_ms - key.since_ms) / RAMP_MS).clamp(0.0, 1.0);
            let at = |(slow, fast): (f64, f64)| (slow + (fast - slow) * ramp * ramp) * seconds;
            let one = step(key.command, at(PAN), at(ZOOM));
            all.pan_widths += one.pan_widths;
            all.zoom *= one.zoom;
        }
        Some(all)
    }
}

fn step(command: Command, pan: f64, zoom: f64) -> Step {
    let (pan_widths, zoom) = match command {
        Command::PanLeft => (-pan, 1.0),
        Command::PanRight => (pan, 1.0),
        Command::ZoomIn => (0.0, (-zoom).exp()),
        Command::ZoomOut => (0.0, zoom.exp()),
        _ => (0.0, 1.0),
    };
    Step { pan_widths, zoom }
}

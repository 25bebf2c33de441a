//! The keys of the timeline, in one table: what a key press means, and what
//! the help dialog lists.
//!
//! Movement goes by the key's place on the keyboard, so that W, A, S and D lie
//! the same under the hand on every layout; everything else goes by the
//! character that the key gives. Keys that work without a trace (`/`, `?`)
//! belong to the page.

/// What a key is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Command {
    /// Goes on while the key is held.
    ZoomIn,
    ZoomOut,
    PanLeft,
    PanRight,

    ZoomInOnce,
    ZoomOutOnce,
    FitSelection,
    FitAll,
    /// The view before the last jump.
    Back,
    /// Begin and end of the trace, at the same zoom.
    ToStart,
    ToEnd,
    ScrollUp,
    ScrollDown,

    /// Neighbours in a row and across rows.
    Left,
    Right,
    Up,
    Down,
    PreviousOnTrack,
    NextOnTrack,
    FlowBack,
    FlowOn,
    /// The next one of several flows that begin or end at the same slice.
    OtherFlowBack,
    OtherFlowOn,

    Mark,
    AreaFromSelection,
    /// Arrows of the selection, all, none.
    ArrowMode,
    TogglePin,

    /// The next hit; without a search the details of the selection.
    NextHit,
    PreviousHit,
    Escape,
}

/// Heading under which the help dialog lists a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Group {
    Move,
    Select,
    Mark,
    Find,
}

impl Group {
    pub const ALL: [Group; 4] = [Group::Move, Group::Select, Group::Mark, Group::Find];

    /// Fluent id of the heading.
    pub fn message(self) -> &'static str {
        match self {
            Group::Move => "timeline-keys-move",
            Group::Select => "timeline-keys-select",
            Group::Mark => "timeline-keys-mark",
            Group::Find => "timeline-keys-find",
        }
    }
}

/// How a key is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trigger {
    /// `KeyboardEvent.code`: a place on the keyboard.
    Place(&'static str),
    /// `KeyboardEvent.key`: a character, whatever it takes to type it.
    Gives(&'static str),
    /// The same with Shift, for keys that give no character.
    ShiftAnd(&'static str),
}

/// A line of the table.
#[derive(Debug, Clone, Copy)]
pub struct Binding {
    pub command: Command,
    pub triggers: &'static [Trigger],
    /// What stands on the keys, as the help shows it.
    pub caps: &'static [&'static str],
    /// Fluent id of what it does.
    pub message: &'static str,
    pub group: Group,
}

use Command::*;
use Trigger::{Gives, Place, ShiftAnd};

const fn bind(
    group: Group,
    command: Command,
    triggers: &'static [Trigger],
    caps: &'static [&'static str],
    message: &'static str,
) -> Binding {
    Binding { command, triggers, caps, message, group }
}

/// Every key, in the order of the help dialog.
pub const BINDINGS: &[Binding] = &[
    bind(Group::Move, ZoomIn, &[Place("KeyW")], &["W"], "timeline-key-zoom-in"),
    bind(Group::Move, ZoomOut, &[Place("KeyS")], &["S"], "timeline-key-zoom-out"),
    bind(Group::Move, PanLeft, &[Place("KeyA")], &["A"], "timeline-key-pan-left"),
    bind(Group::Move, PanRight, &[Place("KeyD")], &["D"], "timeline-key-pan-right"),
    bind(Group::Move, ZoomInOnce, &[Gives("+"), Gives("=")], &["+"], "timeline-key-zoom-in-once"),
    bind(Group::Move, ZoomOutOnce, &[Gives("-"), Gives("_")], &["−"], "timeline-key-zoom-out-once"),
    bind(Group::Move, FitSelection, &[Gives("f")], &["F"], "timeline-key-fit-selection"),
    bind(
        Group::Move,
        FitAll,
        &[Gives("0"), Place("Digit0"), Place("Numpad0")],
        &["0"],
        "timeline-key-fit-all",
    ),
    bind(Group::Move, Back, &[Gives("Backspace")], &["⌫"], "timeline-key-back"),
    bind(Group::Move, ToStart, &[Gives("Home")], &["Home"], "timeline-key-to-start"),
    bind(Group::Move, ToEnd, &[Gives("End")], &["End"], "timeline-key-to-end"),
    bind(Group::Move, ScrollUp, &[Gives("PageUp")], &["Page ↑"], "timeline-key-scroll-up"),
    bind(Group::Move, ScrollDown, &[Gives("PageDown")], &["Page ↓"], "timeline-key-scroll-down"),
    bind(Group::Select, Left, &[Gives("ArrowLeft")], &["←"], "timeline-key-left"),
    bind(Group::Select, Right, &[Gives("ArrowRight")], &["→"], "timeline-key-right"),
    bind(Group::Select, Up, &[Gives("ArrowUp")], &["↑"], "timeline-key-up"),
    bind(Group::Select, Down, &[Gives("ArrowDown")], &["↓"], "timeline-key-down"),
    bind(Group::Select, PreviousOnTrack, &[Gives(",")], &[","], "timeline-key-previous-on-track"),
    bind(Group::Select, NextOnTrack, &[Gives(".")], &["."], "timeline-key-next-on-track"),
    bind(Group::Select, FlowBack, &[Gives("[")], &["["], "timeline-key-flow-back"),
    bind(Group::Select, FlowOn, &[Gives("]")], &["]"], "timeline-key-flow-on"),
    bind(Group::Select, OtherFlowBack, &[Gives("{")], &["{"], "timeline-key-other-flow-back"),
    bind(Group::Select, OtherFlowOn, &[Gives("}")], &["}"], "timeline-key-other-flow-on"),
    bind(Group::Select, Escape, &[Gives("Escape")], &["Esc"], "timeline-key-escape"),
    bind(Group::Mark, Mark, &[Gives("m")], &["M"], "timeline-key-mark"),
    bind(Group::Mark, AreaFromSelection, &[Gives("r")], &["R"], "timeline-key-area-from-selection"),
    bind(Group::Mark, ArrowMode, &[Gives("l")], &["L"], "timeline-key-arrows"),
    bind(Group::Mark, TogglePin, &[Gives("p")], &["P"], "timeline-key-pin"),
    bind(Group::Find, NextHit, &[Gives("Enter")], &["Enter"], "timeline-key-next-hit"),
    bind(Group::Find, PreviousHit, &[ShiftAnd("Enter")], &["Shift", "Enter"], "timeline-key-previous-hit"),
];

/// A key press, as the browser tells it.
#[derive(Debug, Clone, Copy)]
pub struct Press<'a> {
    pub code: &'a str,
    pub key: &'a str,
    pub shift: bool,
    /// Ctrl, Alt or Meta: those belong to the browser.
    pub modified: bool,
}

/// What a key press means on the timeline.
pub fn command_of(press: Press<'_>) -> Option<Command> {
    if press.modified {
        return None;
    }
    let fits = |trigger: &Trigger| match *trigger {
        Place(code) => code == press.code,
        Gives("Enter") => press.key == "Enter" && !press.shift,
        Gives(key) => same_key(key, press.key),
        ShiftAnd(key) => press.shift && key == press.key,
    };
    // Places first: on some layouts they give the character of another key.
    let by_place = BINDINGS.iter().find(|b| b.triggers.iter().any(|t| matches!(t, Place(_)) && fits(t)));
    // A character wins over the digit row, which gives others on some layouts.
    let by_character = BINDINGS.iter().find(|b| b.triggers.iter().any(|t| !matches!(t, Place(_)) && fits(t)));
    match (by_place, by_character) {
        (Some(place), Some(character)) if place.command == FitAll => Some(character.command),
        (place, character) => place.or(character).map(|binding| binding.command),
    }
}

fn same_key(wanted: &str, given: &str) -> bool {
    // Letters with caps lock or Shift are the same key.
    wanted == given || (wanted.len() == 1 && given.len() == 1 && wanted.eq_ignore_ascii_case(given))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press<'a>(code: &'a str, key: &'a str) -> Press<'a> {
        Press { code, key, shift: false, modified: false }
    }

    #[test]
    fn movement_goes_by_place_on_the_keyboard() {
        assert_eq!(command_of(press("KeyW", "z")), Some(ZoomIn), "AZERTY");
        assert_eq!(command_of(press("KeyA", "q")), Some(PanLeft), "AZERTY");
        assert_eq!(command_of(press("KeyS", "o")), Some(ZoomOut), "Dvorak");
        assert_eq!(command_of(press("Semicolon", "m")), Some(Mark), "AZERTY");
    }

    #[test]
    fn the_zero_key_works_where_it_gives_another_character() {
        assert_eq!(command_of(press("Digit0", "à")), Some(FitAll), "AZERTY");
        assert_eq!(command_of(press("Numpad0", "0")), Some(FitAll));
        assert_eq!(command_of(Press { shift: true, ..press("Digit0", "=") }), Some(ZoomInOnce), "German");
    }

    #[test]
    fn shift_tells_the_way_through_hits() {
        let enter = press("Enter", "Enter");
        assert_eq!(command_of(enter), Some(NextHit));
        assert_eq!(command_of(Press { shift: true, ..enter }), Some(PreviousHit));
    }

    #[test]
    fn keys_of_the_browser_are_left_alone() {
        assert_eq!(command_of(Press { modified: true, ..press("KeyF", "f") }), None);
        assert_eq!(command_of(press("KeyX", "x")), None);
        assert_eq!(command_of(press("KeyF", "F")), Some(FitSelection), "caps lock");
    }

    #[test]
    fn no_key_has_two_meanings() {
        let all: Vec<_> = BINDINGS.iter().flat_map(|b| b.triggers).collect();
        for (i, trigger) in all.iter().enumerate() {
            assert!(!all[..i].contains(trigger), "{trigger:?}");
        }
    }

    #[test]
    fn every_key_has_its_text() {
        let texts = crate::text::Texts::new("en");
        let messages = BINDINGS.iter().map(|b| b.message).chain(Group::ALL.map(Group::message));
        for message in messages {
            assert!(texts.has(message), "{message}");
        }
    }
}

//! Handles: indices into the columns of one [`super::Trace`]. A handle used
//! with another trace finds some other thing or panics; nothing checks it.

use serde::{Deserialize, Serialize};

macro_rules! handle {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(pub u32);

        impl $name {
            /// No such thing.
            pub const NONE: $name = $name(u32::MAX);

            /// Position in its column.
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// `None` for [`Self::NONE`].
            pub fn some(self) -> Option<$name> {
                (self != Self::NONE).then_some(self)
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::NONE
            }
        }
    };
}

handle!(/// A slice, in drawing order.
    SliceId);
handle!(/// A track, in display order.
    TrackId);
handle!(/// A process, in display order.
    ProcessId);
handle!(/// A text of the string table.
    StringId);
handle!(/// An instant, by track and time.
    InstantId);
handle!(/// A counter.
    CounterId);
handle!(/// A link between two slices.
    LinkId);

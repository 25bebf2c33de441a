# The timeline: canvases, track names, marks, keys.

timeline-name = Timeline of { $file }, { $tracks ->
    [one] one track
   *[other] { $tracks } tracks
}. Arrow keys move between slices. The Tables tab has the same rows.
timeline-mini-name = Visible part of the trace
timeline-mini-value = { $start } to { $end } of { $length }
timeline-ruler-name = Ruler, { $start } to { $end }, { $marks ->
    [0] no marks
    [one] one mark
   *[other] { $marks } marks
}
timeline-events = { $n ->
    [one] one event
   *[other] { $n } events
}
timeline-in-view = { $span } in view
timeline-zoom-in = Zoom in
timeline-zoom-out = Zoom out
timeline-fit = Whole trace
timeline-file-ends = The file ends here

# Track names.
timeline-tracks = Tracks
timeline-filter = Filter tracks
timeline-filter-clear = Clear the filter
timeline-filter-none = No track matches “{ $text }”.
timeline-filter-all = Show all tracks
timeline-unnamed-process = no process
timeline-unnamed-track = no thread
timeline-pid = pid { $pid }
timeline-threads = { $n ->
    [one] one track
   *[other] { $n } tracks
}
timeline-tid = thread { $tid }
timeline-tid-short = tid { $tid }
timeline-kind-async = async
timeline-kind-counter = counter
timeline-kind-states = thread states
timeline-kind-objects = objects
timeline-pinned = pinned
timeline-busy = busy { $share }
timeline-busy-help = Share of the trace’s length that any slice of this track covers
timeline-empty-track = nothing here
timeline-instants = { $n ->
    [one] one instant
   *[other] { $n } instants
}
timeline-lanes = { $n ->
    [one] one extra lane for overlapping slices
   *[other] { $n } extra lanes for overlapping slices
}
timeline-expand = Unfold { $name }
timeline-collapse = Fold { $name }
timeline-pin = Pin { $name } on top
timeline-unpin = Unpin { $name }
timeline-hide = Hide { $name }
timeline-menu = More for { $name }
timeline-menu-pin = Pin on top
timeline-menu-unpin = Unpin
timeline-menu-hide = Hide
timeline-menu-fold = Fold to one row
timeline-menu-unfold = Unfold
timeline-menu-up = Move up
timeline-menu-down = Move down
timeline-menu-lower = Lower
timeline-menu-higher = Higher
timeline-menu-full = Full height
timeline-menu-fold-all = Fold all processes
timeline-menu-unfold-all = Unfold all
timeline-menu-area = Statistics of this track in view
timeline-menu-show-hidden = Show { $n ->
    [one] the hidden one
   *[other] all { $n } hidden
}
timeline-resize = Height of { $name }
timeline-hidden-count = { $n } hidden
timeline-deeper = +{ $n } deeper

# The card at the pointer.
timeline-card-starts = starts { $time }
timeline-card-at = at { $time }
timeline-card-in = in
timeline-card-merged = { $n ->
    [one] one slice here
   *[other] { $n } slices here, this is the longest
}
timeline-card-merged-instants = { $n ->
    [one] one instant here
   *[other] { $n } instants here, this is the first
}
timeline-card-process = any slice of its threads
timeline-card-details = details
timeline-card-zoom = zoom
timeline-card-mark = mark
timeline-card-repaired = its duration could not be used
timeline-card-clipped = drawn a little shorter than recorded
timeline-card-unfinished = no end is known
timeline-card-no-begin = no begin is known

# What a screen reader says of the selection.
timeline-say-slice = { $name }, { $duration }, at { $time }, { $track }
timeline-say-instant = { $name }, at { $time }, { $track }
timeline-say-no-more = Nothing further this way
timeline-say-no-flow = No flow this way
timeline-say-mark = Mark { $number } at { $time }
timeline-say-area = Area of { $length } selected
timeline-say-arrows-none = No flow arrows
timeline-say-arrows-selection = Flow arrows of the selection
timeline-say-arrows-all = All flow arrows

timeline-arrow-after = after { $delay }
timeline-arrow-early = { $delay } before its end
timeline-arrow-kind = { $kind }, { $delay }
timeline-arrows-left-out = { $n } arrows more are not drawn

# Marks.
timeline-marks = Marks
timeline-mark-add = Add a mark
timeline-mark-note = Note
timeline-mark-note-of = Note of mark { $number }
timeline-mark-go = Go to mark { $number }
timeline-mark-remove = Remove mark { $number }
timeline-mark-distance = { $delta } after mark { $number }
timeline-mark-open = Mark { $number }: { $note }
timeline-marks-close = Close

# Keys, for the help dialog.
timeline-keys-move = Move
timeline-keys-select = Select
timeline-keys-mark = Mark and show
timeline-keys-find = Find
timeline-key-zoom-in = Zoom in, as long as it is held
timeline-key-zoom-out = Zoom out
timeline-key-pan-left = Earlier
timeline-key-pan-right = Later
timeline-key-zoom-in-once = Zoom in by a step
timeline-key-zoom-out-once = Zoom out by a step
timeline-key-fit-selection = Zoom to the selection
timeline-key-fit-all = Whole trace; once more: with outliers
timeline-key-back = Back to the view before
timeline-key-to-start = Begin of the trace; once more: with outliers
timeline-key-to-end = End of the trace; once more: with outliers
timeline-key-scroll-up = Scroll tracks up
timeline-key-scroll-down = Scroll tracks down
timeline-key-left = Neighbour before
timeline-key-right = Neighbour after
timeline-key-up = Row above
timeline-key-down = Row below
timeline-key-previous-on-track = Previous slice of the row
timeline-key-next-on-track = Next slice of the row
timeline-key-flow-back = Back along the flow
timeline-key-flow-on = On along the flow
timeline-key-other-flow-back = The next of several flows back
timeline-key-other-flow-on = The next of several flows on
timeline-key-escape = Let go: area, selection, search
timeline-key-mark = Mark the pointer’s time, or the selection’s start, with a note; Esc when there is none
timeline-key-area-from-selection = Statistics of the selection’s time
timeline-key-arrows = Flow arrows: of the selection, all, none
timeline-key-pin = Pin the selection’s track
timeline-key-next-hit = Next hit; without a search: details
timeline-key-previous-hit = Previous hit

# The drawer: details, statistics, tables, health, metadata.

drawer-label = Drawer
drawer-height = Height of the drawer
drawer-open = Open the drawer (Q)
drawer-close = Fold the drawer (Q)
drawer-details = Details
drawer-selection = Selection
drawer-tables = Tables
drawer-health = Health
drawer-metadata = Metadata

details-nothing = Nothing is selected.
details-nothing-hint = Click a slice, or press the arrow keys on the timeline.
details-what = What it is
details-args = Args
kind-slice = slice
kind-instant = instant
kind-counter = counter

fact-duration = Duration
fact-self = Self
fact-start = Starts
fact-time = At
fact-thread = Thread time
fact-children = Children
fact-depth = Depth
fact-lane = lane { $lane }
fact-scope = Scope
fact-event = Event
fact-absolute = Absolute
fact-gap = no value
scope-thread = thread
scope-process = process
scope-global = whole trace

same-count = { $count } with this name
same-spread = { $low }–{ $high }, p10–p90
same-total = median { $median }, total { $total }
same-label = Histogram of { $count } durations, { $min } to { $max }

args-raw = As JSON
args-copy = Copy as JSON
args-copy-one = Copy { $key }
args-none = The event has no args.
args-more = more
args-less = less
args-left-out = { $n } more in the JSON
args-all = Show all { $count }
stack-title = Call stack
stack-copy = Copy the stack
stack-cut = The stack runs in a circle; it is cut where the first frame repeats.

chain-title = How it got here
chain-this = this
chain-more = { $count } more
chain-delay = { $delay } later
# It began before the other one ended.
chain-delay-early = { $delay } before its end
level-module = Module
level-op = Op
level-launch = Launch
level-kernel = Kernel
level-copy = Copy
level-runtime = Runtime
level-python = Python
level-step = Step
level-graph = Graph
level-backward = Backward
level-slice = Slice
evidence-title = How strongly the file ties the two
evidence-containment = containment
evidence-flow = flow
evidence-correlation = correlation
evidence-external-id = external id
# Kinds of dependences between instructions, in Neuron's words.
dependence-flow = flow dependence
dependence-anti = anti dependence
dependence-output = output dependence
dependence-ordered = ordered
dependence-other = predecessor
evidence-dma-trigger = time of trigger

links-in = Links in
links-out = Links out
links-children = Inside
links-more = { $count } more
links-beyond = { $count } further ones are not listed.
links-nowhere = not in the file
links-in-lost = What led here is not in the file.
links-title = { $name }, id { $id }

column-name = Name
column-category = Category
column-count = Count
column-total = Total
column-self = Self
column-average = Average
column-min = Min
column-p50 = Median
column-p90 = p90
column-max = Max
column-share = Share
column-track = Track
column-depth = Depth
column-start = Starts
column-duration = Duration

table-copy = Copy
table-save = Save CSV

area-nothing = No area is selected.
area-nothing-hint = Drag over the timeline with Shift held, or press R on a slice.
area-everything = Take the whole trace
area-label = Statistics by name
area-clear = Clear the area
area-json = Chrome JSON
area-json-text = Save what lies in the area as a trace that other viewers open
area-json-large = This area is too large for one file: choose a shorter one.
area-summary = { $span } · { $slices ->
    [one] one slice
   *[other] { $slices } slices
}, { $names ->
    [one] one name
   *[other] { $names } names
} · busy { $busy }, { $share }
area-cut = { $count ->
    [one] one slice reaches
   *[other] { $count } slices reach
} over an edge and { $count ->
    [one] counts
   *[other] count
} with the part inside
area-unfinished = { $count ->
    [one] one unfinished slice is
   *[other] { $count } unfinished slices are
} left out of averages
area-left-out = { $n } more names with less time are not listed

slices-label = Slices
slices-which = Which slices
slices-visible = In view
slices-area = Selected area
slices-all = All
slices-none = No slices
slices-range = { $first }–{ $last } of { $total }
slices-previous = Previous page
slices-next = Next page

health-good = Nothing had to be repaired and nothing is lost: { $events ->
    [one] one event
   *[other] { $events } events
}, { $slices ->
    [one] one slice
   *[other] { $slices } slices
}, { $instants ->
    [one] one instant
   *[other] { $instants } instants
} and { $links ->
    [one] one link
   *[other] { $links } links
}.
health-summary = { $events ->
    [one] One event was
   *[other] { $events } events were
} read into { $slices ->
    [one] one slice
   *[other] { $slices } slices
}, { $instants ->
    [one] one instant
   *[other] { $instants } instants
} and { $links ->
    [one] one link
   *[other] { $links } links
}.
health-nothing = Nothing had to be repaired and nothing is lost.
health-found = What was found
health-first = First at byte
health-done = What was done
health-text = First characters
health-more = + { $count }
health-place = { $byte }
health-place-event = { $byte } (event { $event })
level-error = Lost:
level-warn = Repaired:
level-info = Note:

metadata-file = File
metadata-title = In the file
metadata-none = The file has no metadata.
metadata-hidden = { $count ->
    [one] One entry that may name people or machines is hidden.
   *[other] { $count } entries that may name people or machines are hidden.
}
metadata-show = Show
metadata-name = Name
metadata-format = Format
metadata-size = Size
metadata-packed = { $text }, packed { $packed }
metadata-length = Length
metadata-events = Events
metadata-slices = Slices
metadata-instants = Instants
metadata-links = Links
metadata-tracks = Tracks
metadata-base = Base time
metadata-rank = Rank
metadata-rank-value = { $rank }
metadata-rank-guessed = { $rank }, from the file’s name
metadata-read = Read in
metadata-speed = { $took }, { $rate }
metadata-memory = Memory

slices-saved-part = The first { $count } slices were saved, { $left } more were not. Choose a shorter part.

# The frame of the page: header, tabs, menus, dialogs, notes.

app-title = Lowerscope
app-title-trace = { $file } · Lowerscope
app-start = Start over

open-button = Open
open-files = Files …
open-files-keys = Ctrl O
open-folder = Folder …
open-url = From URL
open-examples = Examples

search-label = Search slices, categories and args
search-placeholder = Search
search-at-count = { $index } of { $hits }
search-where = { $name } by name, { $category } by category, { $args } by args
search-previous = Previous hit (Shift Enter)
search-next = Next hit (Enter)
search-none = Nothing found
search-at = Hit { $index } of { $hits }: { $name }

theme-button = Theme: { $theme }
theme-system = as the system
theme-light = light
theme-dark = dark

# Of this language, in this language: they are also shown beside the others.
language-short = En
language-switch = Show the page in English

help-button = Help and keys
help-title = Keys
help-position = Keys for moving go by their place on the keyboard, so W, A, S and D lie the same under the hand on every layout.
help-search = Search: all words must match, in a name, a category or the args. name:, cat: and arg:KEY=VALUE in front of a word narrow it down, quotes keep spaces in it ("void at::native"), = in front wants the whole in that case (name:=aten::mm).
help-privacy = Traces are read in this browser and go nowhere else. Lowerscope has no server.
keys-pointer = Pointer
pointer-wheel = Scroll
pointer-zoom = Zoom at the pointer; so does a pinch
pointer-pan = Move in time
pointer-drag = Move
pointer-area = Select an area for statistics
keys-page = Page
keys-search = Search
keys-open = Open files
keys-paste = Open files or addresses from the clipboard
keys-drawer = Fold the drawer, bring it back
keys-help = This list
cap-wheel = wheel
cap-drag = drag

tabs-label = Open traces
tabs-open = Open another trace
tabs-close = Close (Delete)
tabs-warnings = { $count ->
    [one] One note on how this file was read
   *[other] { $count } notes on how this file was read
}

dialog-close = Close
url-title = Open from URL
url-label = Address of a trace
url-note = Several addresses, one a line, open side by side. The host must allow other pages to read the file.
url-open = Open
url-empty = Type an address first.
url-wrong = “{ $url }” is not an address that begins with https:// or http://.

copy = Copy
copied = Copied
copy-failed = The browser did not allow copying ({ $reason }).
copy-report = Copy report
copy-command = Copy the command
copy-header = Copy the header
save-failed = The browser did not save the file ({ $reason }).

opened-announce = { $file } is open: { $events ->
    [one] one event
   *[other] { $events } events
}, { $length }.{ $warnings ->
    [0] {""}
    [one] {" "}One note on how it was read.
   *[other] {" "}{ $warnings } notes on how it was read.
}
failed-announce = { $file } could not be opened

crash-title = The reader stopped
crash-text = Something went wrong in the part that reads and holds the traces, so they are closed. A report helps to mend it; it holds the lines below and nothing of your traces.
crash-again = Open them again
panic-title = Something went wrong in the page
panic-text = What is on screen may be wrong from here on. A report helps to mend it; it holds the lines below and nothing of your traces.
panic-reload = Load the page again

report-size = { $bytes } bytes of JSON, { $events ->
    [one] one event
   *[other] { $events } events
}
report-byte = byte { $byte }
report-event = event { $event }

## Links of the view

share = Share
share-text = A link of this view
share-title = A link of this view
share-link = Send this link: it opens what you see now.
share-copy = Copy link
share-length = { $count } characters
share-long = Some programs cut links as long as this.
share-holds = The link holds
share-addresses =
    { $count ->
        [one] the address of the trace
       *[other] the addresses of { $count } traces
    }
share-parts =
    { $count ->
        [one] a small trace, whole
       *[other] { $count } small traces, whole
    }
share-ranges =
    { $count ->
        [one] the visible range
       *[other] the visible ranges of { $count } traces
    }
share-selections = what is selected
share-marks =
    { $count ->
        [one] a mark with its note
       *[other] { $count } marks with their notes
    }
share-tracks = pinned, hidden and folded tracks
share-searches = the search
share-comparisons =
    { $count ->
        [one] the comparison: paths, region, baseline
       *[other] { $count } comparisons: paths, region, baseline
    }
share-page = the open tab, theme and language
share-lacks = It cannot hold
share-lacks-text = These files lie on your machine. Whoever opens the link is asked to add them, and then sees this view:
share-private = What follows the # of a link is never sent to a server. An address that needs a login needs it there too.
share-typed = Notes, searches, filters and names that you typed are in the link word for word.
share-typed-secret = A note, search, filter or name that you typed looks like a password or a key, and is in the link word for word. Change it before you send the link.
share-nothing = Nothing is open.
share-which = What goes into the link
share-plain = The view, and where its traces are
share-pack = The compared part of the traces too
share-packing = Packing the compared part…
share-pack-holds = the part of { $file } that is compared: { $count } of { $of } instances, { $size }
share-pack-comparison = the comparison in front: paths, regions, baseline
share-pack-some = Not all instances have room, so that figures differ from those you see. Compare fewer paths, or a smaller region, to send all of them.
share-pack-differs = Of { $file } some figures come out otherwise: they rest on rows outside of the region.
share-pack-profiles = Device profiles of the NEFFs are not in it: whoever opens the link does not see into them.
share-pack-lacks = Without the rest of the traces, and without ranges, marks and selections on them.

pack-device-profile = { $file } is a Neuron device profile, of which no part can be put into a link. Send the link together with the file.
pack-too-large = Even one instance of each path takes { $size } when packed, { $over } more than the { $most } that have room in a link. Compare fewer paths, or a smaller region.
pack-no-region = A trace does not have the compared region any more.
pack-nothing = There is no comparison to put into the link.
pack-damaged-title = The trace in this link is damaged
pack-damaged-text = The part of { $file } that the link should hold cannot be read: the link was changed on its way. Copy it again whole from where it was made, or ask for the report, a file that holds the same.
pack-cut-title = This link was cut on its way
pack-cut-text = Of the link { $count } characters came, and it ends in the middle of { $file }: some chat and mail programs cut long links. Copy it whole from where it was made and open that, or ask for the report, a file that holds the same.
pack-too-long-title = The traces in this link are too long
pack-too-long-text = A link may hold { $count } characters of traces, and with { $file } it has more. Ask for the report, or for the file itself.
part = part
part-text = A part of { $file }, made for one comparison: { $count } of { $of } instances that count, and nothing around them.

link-newer = A newer version made this link: what this one knows of it was opened.
link-left-out = Parts of this link could not be understood and were left out.
link-too-many = The link names { $count } traces. Only its first { $most } can be opened.
open-full = { $count } tabs are open, and links and other pages open no more than { $most } in all: close some, then try again.
link-selection-gone = What the link had selected is not in this file.
link-file-differs = { $file } is not the file that the link was made of: its content or its size differs.

wanted-title =
    The link is about files on somebody’s machine
wanted-text = Drop them here, or open them, to see the view of the link. They stay on your machine.
wanted-hash = First digits of the file’s SHA-256
wanted-dismiss = Go on without

hosts-title = Fetch from another host?
hosts-text =
    { $count ->
        [one] This link wants to load traces from a host that is not this page’s own. The host learns that you opened them.
       *[other] This link wants to load traces from { $count } hosts that are not this page’s own. They learn that you opened them.
    }
hosts-always =
    { $count ->
        [one] Do not ask again for this host
       *[other] Do not ask again for these hosts
    }
hosts-open = Load
hosts-cancel = Do not load

sender-title = A page hands over a trace
sender-text = { $origin } wants to open a trace here:
sender-many = { $origin } has opened { $count } traces within a minute, and goes on:
sender-others = and { $count } more
sender-turned-away = { $count } more came, for which there was no room.
sender-ignored = { $origin } was refused three times. Until this page is loaded again, nothing that it sends is taken.
sender-note = It is read on this machine and not sent anywhere. This page will take traces from there without asking from now on.
sender-note-file = It is read on this machine and not sent anywhere. You will be asked again next time.
sender-note-many = They are read on this machine and not sent anywhere. Each takes memory.
sender-file = A file on this computer, or a page without an address,
sender-open = Open
sender-refuse = Do not open
sender-trace = trace.json

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

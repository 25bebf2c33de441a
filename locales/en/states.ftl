# What fills the window when no timeline does: empty, dragging, loading, failed.

empty-title = Drop traces here
empty-text = One to look at, two or more to compare. They stay on this computer.
empty-open = Open files
empty-reads = Reads trace-event JSON of PyTorch, JAX, ONNX Runtime, Chrome and many others, also in gzip, zip, tar or zstd.

example-block = A normalised MLP, operator by operator
example-block-text = PyTorch on a CPU, 20 calls
example-rmsnorm = RMSNorm, three ways
example-rmsnorm-text = naive, torch rms_norm, torch.compile
example-neuron = RMSNorm on Trainium
example-neuron-text = three ways, with device profiles
example-llama = Training steps of a small Llama
example-llama-text = PyTorch with Python stacks

drop-badge = { $count ->
    [one] one file
   *[other] { $count } files
}
drop-title = Let go to open { $count ->
    [one] one file
   *[other] { $count } files
}
drop-letters = { $count ->
    [2] { $first } and { $last }
   *[other] { $first } to { $last }
}
drop-beside = { $count ->
    [one] It opens as { $letters }
   *[other] They open as { $letters }
}, next to { $file }.
drop-alone = { $count ->
    [one] It opens as { $letters }.
   *[other] They open as { $letters }.
}
drop-alt-before = Hold{" "}
drop-alt-after = {" "}to replace what is open.
folder = Folder
set-of-tables = { $count } tables
folder-without-traces = There is no file in that folder that could be a trace.

loading-label = Reading { $file }
loading-starting = Starting
loading-waiting = Waits for the file before it
loading-reading = Reading
loading-building = Sorting and nesting
loading-size = { $size }
loading-size-unknown = Size not known
loading-cancel = Cancel
loading-read = { $read } of JSON
loading-read-of = { $read } of about { $total } of JSON
loading-rate-left = { $rate }, { $left } left
loading-events = Events
loading-so-far = { $count } so far
loading-tracks = Tracks
loading-memory = Memory

bare-title = There are no events in { $file }
bare-text = It is a trace, but an empty one: nothing was recorded. Perhaps the profiler was stopped before anything ran, or its schedule never reached an active step.
bare-cut-text = The file ends before its first event. Record or download it again.
bare-metadata-title = There is nothing to draw in { $file }
bare-metadata-text = { $events ->
    [one] Its only event has
   *[other] Its { $events } events have
} no place in time. Metadata and health are in the drawer.

choose-title = { $file } holds { $count ->
    [one] one file
   *[other] { $count } files
}
choose-text = Each one that you choose opens as a trace of its own.
choose-list = Files in the archive
choose-open = { $count ->
    [0] Open
    [one] Open one
   *[other] Open { $count }
}
choose-all = Tick all
choose-none = Tick none

failed-another = Open another file
failed-retry = Try again
failed-close = Close
failed-bytes = First bytes
blocked-title = { $host } does not let this page read the file
blocked-checking = The browser gave the page no answer. Looking for the reason …
blocked-checking-title = The page got nothing to read from { $host }
blocked-text = The host answers, but not with this header, and without it the browser hides the answer from the page, even one that says “not found”:
blocked-next = If the site is yours, add the header. If not, download the file and drop it here.
blocked-behind-title = { $host } sends on to a host that does not let this page read the file
blocked-behind-text = { $host } itself lets the page read its answer, but sends on to another address. The host there, or one after it, answers without this header, and the browser does not tell the page which one it is:
blocked-behind-next = Open the address in a tab to see where it ends: that host has to send the header, as have all on the way. If the site is not yours, download the file and drop it here.
blocked-passed-title = { $host } answers now
blocked-passed-text = When the page asked before, nothing came that it could read. Try again.
blocked-unreachable-title = { $host } cannot be reached
blocked-unreachable-text = No answer came from { $host }. Check the address, the network, and whether the site needs a VPN or a login.
blocked-mixed-title = { $host } is not encrypted
blocked-mixed-text = This page came over https, and browsers let such a page read https addresses only. Try the address with https, or download the file and drop it here.
blocked-download = Download the file

cut-event-title = The file ends in the middle of an event.
cut-download-title = The download broke off; open the address again for the whole file.
cut-title = The file ends before its end.
cut-text = { $events ->
    [0] No event before byte { $byte } is whole
    [one] The one event before byte { $byte } is shown
   *[other] All { $events } events before byte { $byte } are shown
}; { $lost ->
    [0] nothing else was begun.
   *[other] { $lost } is lost.
}
cut-dismiss = Close this note

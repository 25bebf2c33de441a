# A saved report.

report-save = Save report
report-save-text = One HTML file with the verdict, the pictures, the figures and the traces' parts that are compared; it is read without network and without this page
report-open = Open in Lowerscope
report-waiting = Waiting for the page to start…
report-sent = The traces are handed over. If the page asks whether to open them, confirm there.
report-blocked = The browser does not let this file open a window: allow it, or save the traces below and drop them on the page.
report-silent = The page does not answer. Save the traces below and drop them on it, or drop this file.
report-zoom = drag to move, Ctrl and the wheel or + and − to zoom
report-zoom-in = Zoom in
report-zoom-out = Zoom out
report-zoom-all = Show all
report-metrics = medians of an instance, with the difference to the baseline
report-fates = What became of each op
report-files = Traces in this file
report-files-text = what the comparison needs of them; drop this file on Lowerscope to open them
report-no-traces = The traces are not in this file: they are too large.
report-part = { $count } of { $of } instances
report-foot = Made by Lowerscope. Nothing in this file connects to anything.
report-made = The report is saved
report-made-bare = The report is saved, without the traces: they are too large, or cannot be read again
report-packing = Making the report…

## Files

share-files = As a file
share-part = What is in view, as Chrome JSON
picture-svg = Picture (SVG)
picture-png = Picture (PNG)
picture-save-svg = Save picture as SVG
picture-save-png = Save picture as PNG
picture-no-canvas = the browser could not draw a picture of this size: make the window smaller, or save it as SVG
picture-no-frame = The picture could not be made: the trace was closed or the view changed. Try again.

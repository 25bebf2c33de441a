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
report-fates = What became of each op
report-files = Traces in this file
report-files-text = what the comparison needs of them; drop this file on Lowerscope to open them
report-no-traces = The traces are not in this file: they are too large.
report-part = { $count } of { $of } instances
report-foot = Made by Lowerscope. Nothing in this file connects to anything.
report-made = The report is saved
report-packing = Making the report…

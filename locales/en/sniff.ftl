# A file that is no trace: what it is and what to do.
# Two messages for each format: ID-title and ID-text.
# $file: the name of the file. $detail: what more its bytes tell, or "none".
# Where there is a command, it is shown below the text.

sniff-empty-title = { $file } is empty
sniff-empty-text = There is nothing in it. Perhaps the profiler was not stopped, or the download did not finish.

sniff-zeros-title = { $file } holds only zeros
sniff-zeros-text = Its space was reserved and never filled: a download, copy or recording that did not finish. Get the file again.

sniff-utf16-title = { $file } is text in UTF-16
sniff-utf16-text = Trace events are UTF-8. Windows PowerShell writes UTF-16 when output is redirected with ">". Convert the file first:

sniff-ntff-title = { $file } is a raw Neuron profile
sniff-ntff-text = Its layout is not published and tied to the version of the tools. Where these are, up to SDK 2.33, export it together with the NEFF that ran; then open ntff.json.

sniff-neuron-system-part-title = { $file } is part of a Neuron system profile
sniff-neuron-system-part-text = Its layout is not published. If there is a trace.json in the same folder, open that. Otherwise export the folder where the Neuron tools are; then open system_profile.json.

sniff-xplane-title = { $file } is an XProf profile
sniff-xplane-text = XPlane profiles of TensorBoard and XProf are not read yet. A file that ends in .trace.json.gz usually lies beside it, under plugins/profile: open that. If there is none, make one where XProf is installed:

sniff-perfetto-title = { $file } is a Perfetto trace
sniff-perfetto-text = Perfetto's protobuf form is not read yet. Convert it with Perfetto's own tool (get.perfetto.dev/traceconv), then open trace.json.

sniff-hlo-proto-title = { $file } is an HLO module
sniff-hlo-proto-text = It holds what XLA compiled, in protobuf; there are no times in it. Open the trace of the run instead.

sniff-pprof-title = { $file } is a pprof profile
sniff-pprof-text = It holds how often each stack was seen, not when, so there is no timeline in it. Open it with the pprof tool, or record a trace instead.

sniff-onnx-title = { $file } is an ONNX model
sniff-onnx-text = A model has no times in it. Run it in ONNX Runtime with SessionOptions.enable_profiling = True, then open the JSON that it writes.

sniff-tfevents-title = { $file } is a TensorBoard event log
sniff-tfevents-text = It holds scalars and summaries. Traces lie in the folder plugins/profile beside it, in files that end in .trace.json.gz: open one of those.

sniff-arrow-title = { $file } is an Arrow table
sniff-arrow-text = Arrow tables are not read. Export the profile as trace-event JSON from the tool that made it.

sniff-nsys-report-title = { $file } is a report of Nsight Systems
sniff-nsys-report-text = Its layout is not published, and the JSON that nsys exports is no trace-event JSON either. Export it as SQLite and convert that with the script nsys2json (github.com/chenyu-jiang/nsys2json); then open trace.json. For PyTorch, torch.profiler writes a file that can be opened at once.

sniff-nsys-sqlite-title = { $file } is a database of Nsight Systems
sniff-nsys-sqlite-text = Databases are not read. Convert it with the script nsys2json (github.com/chenyu-jiang/nsys2json), then open trace.json.

sniff-ncu-report-title = { $file } is a report of Nsight Compute
sniff-ncu-report-text = It holds counters of single kernels, not a timeline. Open it in Nsight Compute; for a timeline record a trace with torch.profiler or Nsight Systems.

sniff-rocpd-title = { $file } is a database of rocprofv3
sniff-rocpd-text = Databases are not read. Convert it to a Perfetto trace, and that with traceconv json IN trace.json; then open trace.json.

sniff-sqlite-title = { $file } is an SQLite database
sniff-sqlite-text = Databases are not read. If a profiler wrote it, export trace-event JSON with that profiler's own tools.

sniff-torch-memory-snapshot-title = { $file } is a memory snapshot of PyTorch
sniff-torch-memory-snapshot-text = It tells who held which memory, not what ran when. Open it at pytorch.org/memory_viz; for a timeline use torch.profiler and export_chrome_trace.

sniff-torch-memory-timeline-title = { $file } looks like a memory timeline of PyTorch
sniff-torch-memory-timeline-text = It holds numbers by time and category, not events. Open what export_chrome_trace of the same profiler wrote.

sniff-torch-checkpoint-title = { $file } is a PyTorch checkpoint
sniff-torch-checkpoint-text = It holds weights; there are no times in it. Run the model under torch.profiler, then open what export_chrome_trace wrote.

sniff-pickle-title = { $file } is a Python pickle
sniff-pickle-text = Pickles can run any code when they are read, so they are not. If it is a memory snapshot of PyTorch, open it at pytorch.org/memory_viz.

sniff-torch-trace-log-title = { $file } is a log of torch.compile
sniff-torch-trace-log-text = It is what TORCH_TRACE writes and is not read yet. tlparse makes a trace of the compilation of it: open chromium_events.json in its output folder.

sniff-torch-log-title = { $file } is a log of PyTorch
sniff-torch-log-text = It is what TORCH_LOGS prints and is not read yet. Record a trace with torch.profiler, then open what export_chrome_trace wrote.

sniff-torch-execution-trace-title = { $file } is an execution trace of PyTorch
sniff-torch-execution-trace-text = It holds which operators ran and their tensors, without their durations. Open the profiler's trace of the same run.

sniff-tritonparse-title = { $file } is a log of tritonparse
sniff-tritonparse-text = It holds what Triton compiled, without times, and is not read yet. Open the profiler's trace of the same run.

sniff-hlo-text-title = { $file } is HLO text
sniff-hlo-text-text = It shows what XLA compiled; there are no times in it. Open the trace of the run instead.

sniff-mlir-title = { $file } is MLIR
sniff-mlir-text = It shows a stage of compilation; there are no times in it. Open the trace of the run instead.

sniff-firefox-title = { $file } is a profile for the Firefox Profiler
sniff-firefox-text = It holds samples in a form that is not read. Open it at profiler.firefox.com.

sniff-speedscope-title = { $file } is a speedscope profile
sniff-speedscope-text = It is in speedscope's own form, which is not read. Open it at speedscope.app, or export trace-event JSON from the profiler that made it.

sniff-cpuprofile-title = { $file } is a JavaScript CPU profile
sniff-cpuprofile-text = The form .cpuprofile is not read. Record in the Performance panel of Chrome's developer tools and save that: it is a trace.

sniff-heapsnapshot-title = { $file } is a JavaScript heap snapshot
sniff-heapsnapshot-text = It tells what is in memory, not what ran when. Open it in the Memory panel of Chrome's developer tools.

sniff-perf-data-title = { $file } is a recording of perf
sniff-perf-data-text = It holds samples in a form that is not read. perf report shows them; for a timeline record a trace instead.

sniff-python-profile-title = { $file } is a profile of cProfile
sniff-python-profile-text = It holds sums by function, no timeline. Run the script under viztracer, then open trace.json.

sniff-jfr-title = { $file } is a recording of Java Flight Recorder
sniff-jfr-text = It is not read. Open it in JDK Mission Control.

sniff-go-trace-title = { $file } is an execution trace of Go
sniff-go-trace-text = It is not read. go tool trace opens it.

sniff-ftrace-title = { $file } is a trace of the Linux kernel
sniff-ftrace-text = The text form of ftrace is not read. The Perfetto UI opens it.

sniff-other-packing-title = { $file } is packed with { $detail }
sniff-other-packing-text = Only gzip, zstd, zip and tar are unpacked here. Unpack it first, then open what comes out.

sniff-executable-title = { $file } is a program
sniff-executable-text = It holds code, no times. Run it under a profiler, then open what the profiler wrote.

sniff-image-title = { $file } is a picture
sniff-image-text = It is a picture ({ $detail }), not the trace that it may show. Open the file that the profiler wrote.

sniff-pdf-title = { $file } is a PDF
sniff-pdf-text = It is a document, not a trace. Open the file that the profiler wrote.

sniff-numpy-title = { $file } is NumPy data
sniff-numpy-text = It holds arrays, no trace. Open the file that the profiler wrote.

sniff-hdf5-title = { $file } is an HDF5 file
sniff-hdf5-text = HDF5 is not read. If a profiler wrote it, export trace-event JSON with that profiler's own tools.

sniff-weights-title = { $file } holds the weights of a model
sniff-weights-text = It is a { $detail } file; there are no times in it. Run the model under a profiler, then open what the profiler wrote.

sniff-office-title = { $file } is an office document
sniff-office-text = It is a document, not a trace. Open the file that the profiler wrote.

sniff-html-title = { $file } is a web page
sniff-html-text = { $detail ->
    [none] It is a page, not the trace that it may link to. Download the file itself; on GitHub that is the button "Download raw file".
   *[other] It is a page ("{ $detail }"), not the trace that it may link to. Download the file itself; on GitHub that is the button "Download raw file".
}

sniff-server-error-title = { $file } is an error from a server
sniff-server-error-text = { $detail ->
    [none] The server sent this instead of the file. Check the address, and whether you must be signed in.
   *[other] The server answered "{ $detail }" instead of sending the file. Check the address, and whether you must be signed in.
}

sniff-git-lfs-title = { $file } is a placeholder of Git LFS
sniff-git-lfs-text = { $detail ->
    [none] The real file lies on the Git LFS server. Fetch it in the repository, or download it from the web page of the file.
   *[other] The real file has { $detail } bytes and lies on the Git LFS server. Fetch it in the repository, or download it from the web page of the file.
}

sniff-xml-title = { $file } is XML
sniff-xml-text = XML is not read. Open trace-event JSON, as PyTorch, JAX, Chrome and many others write it.

sniff-csv-title = { $file } is a table
sniff-csv-text = { $detail ->
    [none] Tables in CSV are not read. Open trace-event JSON, as PyTorch, JAX, Chrome and many others write it.
   *[other] It is a table in CSV with the columns { $detail } and so on, which is not read. Open trace-event JSON, as PyTorch, JAX, Chrome and many others write it.
}

sniff-other-json-title = { $file } is JSON, but no trace
sniff-other-json-text = { $detail ->
    [none] There are no trace events in it: a trace is an array of events, or an object with "traceEvents".
   *[other] There are no trace events in it: a trace is an array of events, or an object with "traceEvents". Its first keys are { $detail }.
}

sniff-text-title = { $file } is text, but no trace
sniff-text-text = { $detail ->
    [none] A trace begins with a brace or a bracket. Open trace-event JSON, as PyTorch, JAX, Chrome and many others write it.
   *[other] It begins with "{ $detail }", but a trace begins with a brace or a bracket. Open trace-event JSON, as PyTorch, JAX, Chrome and many others write it.
}

# Nothing known.
sniff-unknown-title = { $file } is not a trace
sniff-unknown-text = It is binary data of a kind that is not known here. Read are trace-event JSON files, plain or packed with gzip, zstd, zip or tar.

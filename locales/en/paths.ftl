# The paths view: how a region was lowered, side by side.

paths-compare = Compare
paths-compare-text = Compare how the open traces lowered the same region
paths-compare-of = Compare paths of { $name }
paths-count = { $count ->
    [one] 1 path
   *[other] { $count } paths
}
paths-waiting = Comparing …
paths-baseline = baseline
paths-baseline-label = Baseline
paths-add = Add a path
paths-add-again = is a path already
paths-search-list = Search this list
paths-show = Show
paths-show-of = Show in its timeline: { $what }
paths-slice-gone = The trace of that slice is not open any more.
paths-this-slice = this slice
paths-no-regions = None of the open traces has a region to compare: no annotations, modules or ops.
paths-first-of = { $count } of the { $all } traces are compared: more do not fit side by side. Others can take their places, or be added as further recordings of a path.
paths-some-share = { $count } of the { $all } traces are compared: the others do not have { $region }.
paths-table = Table
paths-table-text = The same as a table
paths-list-and = { $first } and { $last }

region-label = Region
region-choose = Choose the region
region-in-all = In all paths
region-in-some = In some
region-row = { $kind }, { $count } ×, { $total }
region-annotation = annotation
region-module = module
region-compiled = compiled region
region-op = op
region-frame = function
interface-label = Interface
interface-same = same in { $count ->
    [2] both
   *[other] all { $count }
}
interface-differs = shapes differ
interface-partly = { $count ->
    [one] one not recorded
   *[other] { $count } not recorded
}
interface-partly-text = Not all of the traces say which tensors go in and out. Record with record_shapes=True.
interface-unknown = shapes not recorded
interface-unknown-text = The traces do not say which tensors go in and out. Record with record_shapes=True.
instances-label = Instances
baseline-choose = Choose the baseline
judge-label = Judge by
judge-choose = Choose what paths are judged by
judge-auto = the best there is
judge-auto-hint = device, or host where there is none

path-menu = More on path { $path }
path-show-median = Show the median instance in its timeline
path-make-baseline = Make it the baseline
path-remove = Remove this path
path-fewer-recordings = Take the last recording out
path-more-recordings = Another recording of path { $path }
path-other-region = Another region in this trace
path-use-selected = The selected slice, and all like it

measure-host-span = Host span
measure-device-span = Device span
measure-device-busy = Device busy

reason-no-shapes = Not known: ops were recorded without shapes. Record with record_shapes=True.
reason-no-device = The trace has no device rows. Record with ProfilerActivity.CUDA (or that of your device) beside CPU.
reason-no-launches = The trace has no rows of launches. Record with ProfilerActivity.CPU beside the device.
reason-some-without-shapes = Not known: some ops have no shapes, such as those inside a fused kernel, so what they read and write is not in the trace.
reason-no-peak = Peak rates of this device are not known.
reason-no-stacks = Python rows are missing: record with with_stack=True.
reason-no-flop-rule = Not known: for some op its shapes do not say how many operations it takes.
reason-not-written = Not known: the profiler did not write it beside every kernel. Those of AMD devices write no occupancy, and kernels of a replayed graph can lack it.
reason-xla-shapes = Not known: traces of XLA do not say the shapes of its ops.
reason-no-kernels = The region has no kernels.

paths-evidence-correlation = correlation
paths-evidence-external-id = external id
paths-evidence-flow = flow
paths-evidence-containment = containment
paths-evidence-name = name parse
paths-evidence-side-file = side file
paths-evidence-input-dims = input dims
paths-evidence-timestamps = timestamps
paths-evidence-interface = region's inputs and outputs
paths-evidence-strength = Strength of this evidence: { $strength } of 5

fate-kept = kept
fate-fused = fused
fate-replaced = replaced
fate-eliminated = eliminated
fate-host-only = host only
fate-unknown = not told

bound-host = host-bound
bound-host-text = The device waits for launches.
bound-traffic = traffic-bound
bound-traffic-text = Memory traffic decides: much more is moved than must be, or the rate is near the peak.
bound-latency = latency-bound
bound-latency-text = Many tiny pieces of device work: starting them takes the time.
bound-sync = sync-bound
bound-sync-text = It waits for a synchronisation.
bound-work = work-bound
bound-work-text = On the CPU: the work of the ops themselves takes most of the time.
bound-dispatch = dispatch-bound
bound-dispatch-text = On the CPU: what is around the ops takes most of the time.
bound-unknown = bound not known

verdict-label = Verdict
verdict-proofs = What that rests on
verdict-clear = { $winner } is <em>{ $ratio }× faster</em> than { $against } { $side ->
    [host] on the host
   *[device] on the device
}
verdict-hint = { $winner } looks <em>{ $ratio }× faster</em> than { $against } { $side ->
    [host] on the host
   *[device] on the device
}, but this is no proof
verdict-hint-one = In what was recorded once, { $winner } was <em>{ $ratio }× faster</em> than { $against } { $side ->
    [host] on the host
   *[device] on the device
}
verdict-none = { $count ->
    [2] The two paths cannot be told apart
   *[other] The fastest paths cannot be told apart
} by their time { $side ->
    [host] on the host
   *[device] on the device
}
verdict-refused = These paths do not do the same work, so none is called faster
verdict-refused-cut = Not all of the run is in these files, so none is called faster
verdict-alone = { $name } takes <em>{ $time }</em> { $side ->
    [host] on the host
   *[device] on the device
}
verdict-range = { $low }–{ $high }×, p10–p90 of { $mine } and { $theirs } instances
verdict-lead-traffic = { $name } moves { $to } instead of { $from } per instance. Memory traffic alone explains { $part } of the { $delta } { $direction ->
    [saved] saved
   *[lost] lost
}.
verdict-lead-traffic-all = { $name } moves { $to } instead of { $from } per instance. Memory traffic explains all of the { $delta } { $direction ->
    [saved] saved
   *[lost] lost
}: at the baseline’s rate it would be { $part }.
verdict-lead-term = Of the { $delta } that { $name } { $direction ->
    [saved] saves
   *[lost] loses
}, { $part } are this: { $term }.
verdict-lead-more = { $name } { $direction ->
    [saved] saves
   *[lost] loses
} { $delta }: { $part } by { $term }, of which other parts take back { $back }.
verdict-lead-structure = Their structure differs all the same: { $claim }.

certainty-clear = clear: intervals do not overlap
certainty-clear-text = p10–p90 of the two do not overlap, and the ratio is well above the noise.
certainty-hint = a hint, no proof
certainty-hint-text = The times differ, but not by enough, or not often enough, to be sure.
certainty-hint-one = a hint: only one instance
certainty-hint-one-text = One instance says nothing of how much the next would differ. Record more steps.
certainty-hint-recording = a hint: too few recordings
certainty-hint-recording-text = Instances of one process do not show how processes differ. Record each path several times, in turns, and add the files as further recordings of their paths.
certainty-hint-host = a hint: host times
certainty-hint-host-text = Host times vary between processes and with what the profiler records.
certainty-hint-tied = a hint: others are as good
certainty-hint-tied-text = The interval of another path overlaps that of the fastest.
certainty-hint-small = a hint: small ratio
certainty-hint-small-text = So small a difference is often gone in the next recording.
certainty-none = not distinguishable: intervals overlap
certainty-none-text = The spread within each path is as large as what lies between them.
certainty-refused = not comparable
certainty-refused-text = Read with care: it says why. Everything is drawn all the same.

claim-structure = Structure: does not vary between recordings
claim-timing = Timing: varies between recordings
claim-launches = Launches: { $to } instead of { $from }
claim-fused = { $ops } ops became { $items ->
    [one] one kernel; no intermediate reaches memory
   *[other] { $items } kernels
}
claim-same-ops = The same ops run, one level down: { $name } is made of them
claim-traffic = { $ratios ->
    [known] Traffic went from { $fromratio }× to { $toratio }× the minimum
   *[unknown] Traffic went from { $from } to { $to }
}: { $time }
claim-efficiency = Rate reached: { $to } instead of { $from }
claim-busy = Busy: { $to } instead of { $from }
claim-idle = Gaps between pieces of work: { $to } instead of { $from }
claim-host = Host: { $to } instead of { $from }
claim-ops = Ops: { $to } instead of { $from }

caveats-title = Read with care
caveats-none = Nothing found that would speak against this comparison.
caveat-stacks = { $paths } { $count ->
    [one] was
   *[other] were
} recorded with Python stacks, which makes host times longer.
caveat-memory = { $paths } { $count ->
    [one] was
   *[other] were
} recorded with memory events, which makes host times longer.
caveat-shapes-differ = { $paths } has other shapes or types than the baseline: it does other work.
caveat-shapes-unknown = The trace of { $paths } does not say all shapes (generated code on a CPU, replayed graphs and XLA have none), so nobody can say that the work is the same. Record with record_shapes=True where it is off.
caveat-one-instance = { $paths } { $count ->
    [one] has
   *[other] have
} but one instance. Record more steps.
caveat-few-instances = { $paths } { $count ->
    [one] has
   *[other] have
} few instances: percentiles say little.
caveat-one-recording = Fewer than three recordings of a path: instances of one process do not show how processes differ. Record several in turns, and add them as recordings of the same path.
caveat-sample = { $path } is a part of a recording: { $count } of its { $of } instances, so that its figures are not those of the whole.
caveat-host-times = Host times are compared: they vary between processes, and the profiler makes them longer.
caveat-small-ratio = The difference is small: it may be gone in the next recording.
caveat-other-device = { $paths } ran on another device than the baseline.
caveat-device-unknown = The traces do not say on which device they were recorded.
caveat-graph-replay = { $paths } { $count ->
    [one] replays
   *[other] replay
} a graph: single launches are not seen.
caveat-warm-up = { $count ->
    [one] One warm-up instance
   *[other] { $count } warm-up instances
} of { $path } left out (at most { $time }).
caveat-entry-differs = The first op of { $paths } works on a tensor of another size than that of the baseline. What else goes in is not known, so the work may not be the same.
caveat-tied = { $count ->
    [one] { $paths } is
   *[other] { $paths } are
} as good: the interval overlaps that of the fastest, so this names the fastest by its median alone.
caveat-rows-differ = { $count ->
    [one] One instance
   *[other] { $count } instances
} of { $path } ran other rows than those shown: too few ran the same. Times are of all of them, the lowering is that of the median one.
caveat-other-groups = { $count ->
    [one] One instance
   *[other] { $count } instances
} of { $path } left out: other ops or shapes than those that count.
caveat-cut = { $count ->
    [one] One instance
   *[other] { $count } instances
} of { $path } left out: the recording begins or ends within.
caveat-orphans = { $count ->
    [one] One piece
   *[other] { $count } pieces
} of device work in the trace of { $path } ({ $time }) have no launch in it and count nowhere: { $before } launched before the recording began, { $without } without an id to look it up by.
caveat-host-bound = Run alone, { $path } waits for the host: { $host } of host work feed { $device } of device work. Here the queue hides it.
caveat-more-kernels = { $paths } is faster though it runs more kernels.
caveat-bytes-inferred = Bytes of { $paths } are inferred (≈): its trace does not say them. Its one piece of work does all of the region, so it reads what goes in and writes what comes out, each at least once, as another path tells.
caveat-device-and-none = Some paths ran on a device and some on the CPU: their times mean different things.

intervals-title = { $measure } per instance
intervals-log = p10–p90 and median, log scale
intervals-linear = p10–p90 and median
intervals-row = { $name }: median { $median }, p10 to p90 { $low } to { $high }, { $count ->
    [one] one instance
   *[other] { $count } instances
}

heads-title = Paths
heads-median = { $measure }, median
delta-faster = { $ratio }× faster
delta-slower = { $ratio }× slower
delta-faster-overlap = { $ratio }× faster, but they overlap
delta-slower-overlap = { $ratio }× slower, but they overlap
delta-faster-hint = perhaps { $ratio }× faster
delta-slower-hint = perhaps { $ratio }× slower
delta-refused = not compared
delta-same = the same
delta-equal = same
delta-gone = gone
delta-new = new
spark-label = Histogram of { $count } instances, p10 to p90 { $low } to { $high }
chip-launches = { $count ->
    [one] 1 launch
   *[other] { $count } launches
}
chip-launches-unknown = launches not known
chip-ops = { $count ->
    [one] 1 op works
   *[other] { $count } ops work
}
chip-bytes = { $bytes } moved
chip-bytes-times = { $bytes }, { $ratio }× the minimum
chip-bytes-unknown = bytes not known
chip-recordings = { $count } recordings
chip-host-bound = host-bound if alone

levels-title = Lowering
levels-what = from the region down to the device, one row per level
levels-only = Only what differs
levels-only-text = Folds ops that cost nothing, and those that are the same on all paths
levels-folded = { $count ->
    [one] One op folded
   *[other] { $count } ops folded
}
levels-window = Ops { $first }–{ $last } of { $count }
levels-largest = Largest first
levels-largest-text = Pages through the ops by the size of their device work, not in the order of the program
levels-size = Size: { $size }
levels-size-text = Sort and size device work by time, count or bytes
levels-size-time = time
levels-size-count = count
levels-size-bytes = bytes
levels-previous = Earlier ops
levels-next = Later ops
levels-column = Lowering of { $name }
levels-op = { $name }: { $fate }
levels-op-into = { $name }: { $fate } → { $items }
levels-op-time = { $name }: { $fate }, { $time } → { $items }
levels-mapping = { $ops } → { $items } { $fate }{ $lost ->
    [0] {""}
   *[other] , { $lost } eliminated
}
levels-no-ops = no ops in this region
levels-nothing-differs = nothing differs
levels-no-items = no device work here
levels-items = { $count } pieces of device work
levels-less = { $time } less
levels-more-items = + { $count } more
legend-kept = runs on its own
legend-absorbed = absorbed
legend-stripes = fused: stripes name its ops, not their shares
paths-level-step = Step
paths-level-annotation = Annotation
paths-level-module = Module
paths-level-frame = Function
paths-level-compiled = Compiled region
paths-level-op = Op
paths-level-launch = Launch
paths-level-runtime = Runtime call
paths-level-device = Device
paths-level-instruction = Instruction
paths-level-ops-of = Ops of { $path }
paths-level-ops-text = as written
paths-level-dispatched = Dispatched
paths-level-dispatched-text = what ran
paths-level-launches = Launches
paths-level-kernels = Kernels
paths-level-work = Work
paths-level-kernels-text = to one scale
paths-level-size-text = widths: { $size }
paths-level-window-text = to one scale, gaps left out
paths-level-not-compiled = not compiled
paths-level-no-launches = no launches: the ops do the work
paths-level-launches-unknown = launches not recorded
paths-level-host-time = { $time } on the host
paths-level-launch-time = { $time } in the launch
paths-level-node = { $name }, { $time }
paths-level-item = { $kind } { $name }, { $time }{ $count ->
    [0] , new on this path
    [one] {" "}· does { $ops }
   *[other] {" "}· stands for { $count } ops: { $ops }
}
item-kernel = Kernel
item-copy = Copy
item-fill = Fill
item-op = Op
item-neff = NEFF

table-op = Op
table-path = Path
table-level = Level
table-name = Name
table-start = Start
table-time = Time
table-evidence = Evidence
table-more = More rows

fall-title = Where the difference comes from
fall-what = medians, steps add up exactly
fall-base = { $path }, baseline
fall-this = This path
legend-saves = − saves time
legend-costs = + costs time
term-traffic = Memory traffic
term-traffic-text = bytes saved ÷ { $rate }, the rate that the baseline reaches
term-efficiency = Efficiency
term-efficiency-text = the rest of busy: faster or slower for the same bytes
term-busy = Busy
term-busy-text = all of the change in busy time; bytes are not known
term-idle = Gaps
term-idle-text = nothing runs between the pieces of work of one instance
term-host = Host
term-host-text = late launches; on a CPU what is around the ops

paths-stack-title = One instance of each
paths-stack-what = host and device each start at 0; the queue between them is folded away
paths-stack-own-scale = Own scales
paths-stack-own-scale-text = Each path over the whole width, not all on one scale
paths-stack-own-axis = each path over the whole width
paths-stack-fit = Fit
paths-stack-host = host
paths-stack-device = device
paths-stack-busy = busy
paths-stack-no-device = no device rows
paths-stack-label = Timelines of one instance of each of { $count } paths. Keys: W and S zoom, A and D move, left and right step to other instances. The table has the same rows.
paths-stack-median = Instance { $number } of { $count }, the median one
paths-stack-instance = Instance { $number } of { $count }
paths-stack-instance-sums = Instance { $number } of { $count }: only its sums so far
paths-stack-show = Show it in its timeline
paths-stack-previous = Path { $path }: the instance before
paths-stack-next = Path { $path }: the next instance

metrics-title = Metrics
metrics-what = medians per instance; bold is best; bars share one scale per row
metrics-name = Metric
metrics-sort-name = Sort by name. Once more turns the order around, a third time restores the groups.
metrics-sort-base = Sort by value, unit by unit. Once more turns the order around, a third time restores the groups.
metrics-sort-path = Sort by how much it differs from the baseline. Once more turns the order around, a third time restores the groups.
metrics-device = Device
metrics-host = Host
metrics-structure = Structure
metrics-memory = Memory
metrics-arithmetic = Arithmetic
metrics-kernels = Kernels
metric-inferred = ≈ { $value }
metric-inferred-mark = inferred
metric-inferred-text = Inferred: the trace does not say the bytes. The one piece of work does all of the region, so it moves its inputs and outputs at least once.
metrics-unknown = { $metrics } of { $paths }: { $why }
metric-with-text = { $name }: { $text }
metric-not-measured = Not measured on this path.
metric-launches = Launches
metric-launches-text = Calls that start device work.
metric-distinct-kernels = Distinct kernels
metric-distinct-kernels-text = Device items of different names.
metric-device-busy = Busy
metric-device-busy-text = Time in which at least one piece of device work runs.
metric-device-span = Span
metric-device-span-text = From the first device start to the last device end.
metric-device-idle = Idle in span
metric-device-idle-text = Span without busy: no device work runs.
metric-starved = Starved
metric-starved-text = Idle time in which the device waited for the host to launch.
metric-gaps = Gaps
metric-gaps-text = Times that the device falls idle within the span.
metric-host-span = Span
metric-host-span-text = Duration of the region on the host.
metric-python = In Python
metric-python-text = In Python rows, without what they call.
metric-dispatch = Dispatch
metric-dispatch-text = In ops on the host, without launches and the work itself.
metric-launch-calls = In launch calls
metric-launch-calls-text = In calls that start device work.
metric-queue = In the queue
metric-queue-text = From the end of a launch call to the start of its work, median.
metric-guard = Guards
metric-guard-text = Guards and prologue of compiled code.
metric-syncs = Synchronisations
metric-syncs-text = Calls that wait for the device.
metric-cpu-fallbacks = CPU fallbacks
metric-cpu-fallbacks-text = Ops that ran on the CPU between device ops.
metric-ops = Op rows
metric-ops-text = Rows of ops at all levels, those that ops call among them.
metric-leaf-ops = Leaf ops
metric-leaf-ops-text = Ops that call no other op.
metric-depth = Depth
metric-depth-text = Levels of ops within ops.
metric-fusion-ratio = Ops per kernel
metric-fusion-ratio-text = Ops of the baseline that a piece of device work stands for.
metric-bytes-moved = Bytes moved
metric-bytes-moved-text = What all pieces of device work read and write at least, from the shapes of their ops.
metric-bytes-min = Minimum
metric-bytes-min-text = Inputs and outputs of the region, each once.
metric-amplification = Moved ÷ minimum
metric-amplification-text = How many times more is moved than must be.
metric-achieved = Rate reached
metric-achieved-text = Bytes moved over busy time.
metric-useful = Useful rate
metric-useful-text = The minimum of bytes over busy time: what the caller gets.
metric-peak-share = Of the peak
metric-peak-share-text = Rate reached as a share of what the device's memory can do.
metric-temporaries = Intermediates
metric-temporaries-text = Tensors that one piece of device work writes and another reads, at least, from the shapes of the ops.
metric-flops = FLOPs
metric-flops-text = Floating-point operations that the ops ask for, from their shapes: two for a multiply-add, one for each element of an elementwise op. Moving and converting is none.
metric-flops-per-s = FLOP/s reached
metric-flops-per-s-text = FLOPs over busy time.
metric-intensity = Arithmetic intensity
metric-intensity-text = FLOPs over bytes moved: low means that memory decides.
metric-occupancy = Occupancy
metric-occupancy-text = Of the warps that fit on a multiprocessor, the share that runs at once: the profiler's estimate, mean over the kernels by their time.
metric-warps = Warps per SM
metric-warps-text = Warps of a kernel's whole grid by multiprocessor, mean over the kernels by their time.
metric-blocks = Blocks
metric-blocks-text = Blocks of a kernel's grid, mean over the kernels by their time.
metric-threads = Threads per block
metric-threads-text = Threads of a kernel's block, mean over the kernels by their time.

names-title = By name
names-what = ops and device work; an op holds the ops that it calls
names-against = Baseline against { $path }
names-choose = Choose the other path
names-all = All instances
names-all-text = Also warm-up and instances that ran other ops or shapes, not only those that the comparison rests on
names-waiting = Counting names…
names-summary = { $names ->
    [one] One name
   *[other] { $names } names
}. Instances: { $base } of the baseline, { $other } of the other path. Differences are those of one instance. Choose a row to see its durations.
names-left-out = { $count ->
    [one] One name that takes least is left out.
   *[other] { $count } names that take least are left out.
}
names-kind = Kind
names-change = Change
names-delta = Δ an instance
names-count-base = Count, base
names-count-other = Count, other
names-total-base = Total, base
names-total-other = Total, other
names-mean-base = Mean, base
names-mean-other = Mean, other
names-p50-base = p50, base
names-p50-other = p50, other
names-p90-base = p90, base
names-p90-other = p90, other
names-added = added
names-gone = gone
names-changed = changed
names-same = same
names-figure-label = Durations of { $name } on both paths. { $base }; { $other }
names-figure-side = { $path }: { $count } ×, median { $median }
names-figure-none = { $path }: none
names-figure-log = shares of each path, log scale
names-figure-linear = shares of each path

export-button = Export
export-markdown = Copy as Markdown
export-csv = Save metrics as CSV
export-json = Save everything as JSON

problem-gone = A trace of this comparison is not open any more. Open it again, or choose other paths.
problem-closed = { $count ->
    [one] The trace of { $paths } has
   *[other] The traces of { $paths } have
} been closed. What is shown was measured before that: links into it lead nowhere, and nothing can be measured anew until the file is open again and chosen as a path.
problem-path-gone = The trace of path { $path } is not open any more.
problem-no-paths = There is no path to show. Open a trace and choose Compare.
problem-too-many = At most four paths stand side by side.
problem-no-region = Path { $path } has no region “{ $region }”.
problem-near = Regions there with a similar name:
alone-title = One path so far
alone-text = Record the same region another way, for instance compiled or with a fused op, and open that trace too. Paths are found by their name, so give the region one; shapes tell whether the work is the same, and several instances tell how much times vary.
alone-code =
    with torch.profiler.profile(record_shapes=True) as prof:
        for _ in range(20):
            with torch.profiler.record_function("rmsnorm"):
                y = layer(x)
    prof.export_chrome_trace("rmsnorm_compiled.json")

paths-example-seen = RMSNorm on a CPU, written three ways: plain PyTorch operators, torch.rms_norm, and the plain operators under torch.compile. Drop your own traces anywhere to compare them.

## Pictures

picture-ops-left-out = { $count ->
    [one] { $count } smaller op is not shown
   *[other] { $count } smaller ops are not shown
}
picture-spread = { $measure }, { $low }–{ $high } in { $count ->
    [one] { $count } instance
   *[other] { $count } instances
}
picture-timeline = { $file }: { $length } from { $from }

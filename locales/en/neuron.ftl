# Profiles of AWS Neuron: summary, advice, hierarchy, tables, colours.

drawer-neuron-summary = Summary
drawer-neuron-advice = Advice
drawer-neuron-hierarchy = Hierarchy
drawer-neuron-tables = Breakdown

# What is looked at.
neuron-which = What to sum up
neuron-span = { $span }, from { $start } to { $end }
neuron-span-all = whole profile, { $span }
neuron-span-came = what came of the profile, { $span }
neuron-came = of the part of the file that came
neuron-came-help = The file breaks off, so rows are missing: sums, shares and times are of those that came. The file’s own figures are of the whole profile.
neuron-span-tracks = on { $count ->
    [one] one track
   *[other] { $count } tracks
} only: { $names }
neuron-not-selected = Not, or not in full, in this selection: { $engines }
neuron-go-to = Go to { $name }

# Why a figure is not known.
neuron-why-not-in-file = not in this file
neuron-why-missing = the tool could not tell
neuron-why-whole-only = told of the whole profile only
neuron-why-not-selected = not in this selection of tracks
neuron-why-no-elements = this file does not count what matrix multiplications calculate
neuron-why-no-peak = clock, array or bandwidth are not in the file
neuron-why-no-hlo-stats = no HLO statistics in the NEFF
neuron-why-no-bytes = this file counts no such bytes
neuron-why-no-instructions = no instructions in this file
neuron-why-no-dma = no DMA rows in this file
neuron-why-no-variable = DMA rows do not name it
neuron-why-nothing-there = nothing to divide by

# Summary.
neuron-engines = Engines
neuron-engines-hint = share of the time; Σ adds up overlaps
neuron-engine-core = { $engine }, { $core }
neuron-engine-sum = Σ { $sum }
neuron-engine-count = { $n ->
    [one] one instruction
   *[other] { $n } instructions
}
neuron-part-active = works
neuron-part-semaphore = EVENT_SEMAPHORE
neuron-part-semaphore-text = Rows of this opcode are waiting for a semaphore; they count as no work.
neuron-part-before = waits to start
neuron-part-before-text = An instruction was next and waited for what it depends on (evt_wait_time). Overlapping waits count once.
neuron-part-idle = nothing
neuron-part-idle-text = No instruction ran and none was recorded as waiting.
neuron-dma = DMA
neuron-dma-count = { $n ->
    [one] one packet
   *[other] { $n } packets
}
neuron-dma-transfers = { $n ->
    [one] one transfer
   *[other] { $n } transfers
}
neuron-dma-alone = { $time } with no engine at work
neuron-cores = By core
neuron-memory = Memory
neuron-time = Time
neuron-active = Active
neuron-active-text = Any engine worked, or DMA was in flight.
neuron-dma-active = DMA active
neuron-hbm-read = HBM read
neuron-hbm-written = HBM written
neuron-spill-saved = Spilt to HBM
neuron-spill-reloaded = Reloaded from HBM
neuron-least-traffic = Inputs, outputs, weights
neuron-traffic-times = traffic is { $times }× that
neuron-mbu = MBU
neuron-mbu-text = Memory bandwidth utilisation: HBM bytes a second, of what one HBM stack can do.
neuron-flops = FLOPs
neuron-model-flops = Model
neuron-model-flops-text = What the model needs, by its HLO: two for each multiplication and addition of a matrix product.
neuron-useful-flops = Executed, useful
neuron-useful-flops-text = All Tensor instructions but those that only transpose.
neuron-transpose-flops = Transposes
neuron-transpose-flops-text = Matrix instructions that move data and compute nothing.
neuron-hardware-flops = Hardware
neuron-hardware-flops-text = All matrix instructions, transposes too.
neuron-mfu = MFU
neuron-mfu-text = Model FLOPs utilisation: useful FLOPs a second, of the peak of the Tensor engine in BF16. Elementwise work has hardly any, so for it a low figure says nothing.
neuron-hfu = HFU
neuron-hfu-text = Hardware FLOPs utilisation: the same for all matrix instructions, transposes too.
neuron-roofline = Roofline
neuron-roofline-text = { $intensity } useful FLOPs for each byte of HBM traffic; memory and the Tensor engine are equally busy at { $ridge }.
neuron-roofline-core = Peak and ridge are those of all physical cores together; of one core, as the file’s peak_flops_bandwidth_ratio tells it, the ridge is { $ridge }.
neuron-roofline-memory = Below the ridge: HBM limits it first.
neuron-roofline-compute = Above the ridge: the Tensor engine limits it first.
neuron-roofline-reached = { $rate } of { $roof } possible at this intensity ({ $share })
neuron-roofline-unknown = No roofline: { $why }.
neuron-roofline-label = Roofline: { $rate } at { $intensity } FLOP for each byte, of { $roof } possible
neuron-throttled = Throttled
neuron-queues = DMA by queue
neuron-variables = DMA by tensor
neuron-unnamed = not named in the file
neuron-more-tables = All of them
neuron-warnings = Warnings of the file
neuron-warning-dynamic-dma = DMA figures may be off: descriptors that hardware made at run time were not recorded. Capture again with --enable-dge-notifs, or with NEURON_RT_ENABLE_DGE_NOTIFICATIONS=1; then DMA rows also name their tensors.
neuron-warning-compiler-metrics = The NEFF lacks the compiler’s own metrics. Compile again with a current compiler to have them.
neuron-warning-hlo-stats = The NEFF has no HLO statistics, as is usual for NKI kernels. Model FLOPs and MFU by HLO are therefore unknown; executed FLOPs without transposes stand in for them.
neuron-warning-other = { $message }
neuron-metrics = Metrics
neuron-metrics-hint = the file’s figure, and ours from its rows
neuron-metrics-count = { $compared ->
    [one] one figure drawn again from the rows
   *[other] { $compared } figures drawn again from the rows
}{ $differ ->
    [0] , all agree
   *[other] , { $differ } differ
}
neuron-metric = Metric
neuron-in-file = File, whole profile
neuron-ours = From rows
neuron-ours-area = From rows, this part
neuron-ours-came = From the rows that came
neuron-differs = { $percent } off
neuron-meaning = Meaning
neuron-group-overall_stats = Overall
neuron-group-data_movement = Data movement
neuron-group-software_data_movement = DMA made by software
neuron-group-hardware_data_movement = DMA made by hardware
neuron-group-tensor_engine = Tensor engine
neuron-group-vector_engine = Vector engine
neuron-group-scalar_engine = Scalar engine
neuron-group-sync_engine = Sync engine
neuron-group-gpsimd_engine = GpSimd engine
neuron-group-cc_engine = Collectives
neuron-group-system = System
neuron-group-throttling_nc0 = Throttling, nc0
neuron-group-throttling_nc1 = Throttling, nc1
neuron-group-server_upload = Upload
neuron-group-summary = Activity
neuron-group-dma_queue = DMA queues
neuron-group-none = Other
neuron-no-summary = This file has nothing to sum up.

bare-neuron-title = { $file } has totals and no times
bare-neuron-text = They are below, under Summary. To have a timeline, export the profile itself as JSON.

# Advice.
neuron-advice-none = No rule has anything to say of this part.
neuron-advice-none-hint = Rules speak only where there is something to show.
neuron-advice-figure = { $figure }, the rule speaks { $below ->
    [yes] below
   *[no] above
} { $threshold }
neuron-advice-aws = AWS’s rule
neuron-advice-ours = our rule
neuron-advice-try = Try
neuron-advice-at-most = about { $time }
neuron-advice-at-most-help = The time that this is about: no more than that is to be gained.
neuron-evidence-show = Show
neuron-evidence-time = { $length } from { $start }
neuron-evidence-slice = { $name }, { $length } at { $start }
neuron-evidence-table = Table

neuron-advice-low-mfu-title = The Tensor engine is busy, but reaches little of its peak
neuron-advice-low-mfu-text = While it was active ({ $active }, { $count } MATMUL), it did { $figure } of the useful FLOPs that its array can do in BF16.
neuron-advice-low-mfu-try = Use BF16 or FP8 where FP32 is not needed (FP32 runs at a quarter of the rate), move more columns for each weight load, fill all 128 rows and columns of the array.
neuron-advice-low-nki-title = Most of the work does not come from NKI
neuron-advice-low-nki-text = { $count } of { $all } instructions have a line of NKI source; they are { $figure } of the engines’ work.
neuron-advice-low-nki-try = See below which compiler-made instructions take longest, and whether the kernel can take them in.
neuron-advice-throttled-title = The hardware throttled itself
neuron-advice-throttled-text = For { $time } ({ $figure }) utilisation was limited, down to { $limit }.
neuron-advice-throttled-try = Compare runs only with equal throttling. Spread matrix work more evenly, or capture a later execution (--profile-nth-exec).
neuron-advice-transposes-title = Many matrix instructions only transpose
neuron-advice-transposes-text = { $count ->
    [one] One transpose makes { $figure } of all hardware FLOPs and runs for { $time }.
   *[other] { $count } transposes make { $figure } of all hardware FLOPs and run for { $time }.
}
neuron-advice-transposes-try = Keep the operand in the layout that the next matmul wants: swap which side is stationary, store weights transposed, or let DMA transpose on load.
neuron-advice-spill-reload-title = Much of what is read was spilt before
neuron-advice-spill-reload-text = { $bytes } of what HBM gives back ({ $figure }) are intermediates that did not fit into SBUF.
neuron-advice-spill-reload-try = Use smaller tiles, free tensors earlier, or fuse the ops that need the intermediate.
neuron-advice-small-dma-title = Many DMA packets are small
neuron-advice-small-dma-text = { $count } of { $packets } packets are below { $small }, most often { $size }; they take { $figure } of all packets’ time. Such packets also hold up others.
neuron-advice-small-dma-try = Make the innermost stretch of each access contiguous, at least { $small } for each partition; join loads of neighbouring tiles.
neuron-advice-slow-collectives-title = Collectives take longer than others of their kind
neuron-advice-slow-collectives-text = { $count ->
    [one] One collective takes
   *[other] { $count } collectives take
} twice the median of the same operation and size, or more; the farthest, { $operation } (output { $size }), { $figure } its median of { $median } ({ $all } of this kind).
neuron-advice-slow-collectives-try = See what runs beside it: other DMA, a collective on the same cores, or one participant that comes late.
neuron-advice-waiting-on-dma-title = Engines have nothing to do while DMA runs
neuron-advice-waiting-on-dma-text = For { $time } ({ $figure } of the time) data was in flight and no engine computed; data was in flight for { $moving } in all. Fetches of instructions are left out; set-up, waits and starting a DMA count as no computing.
neuron-advice-waiting-on-dma-try = Start loads one tile ahead (double buffering), split the first load so that work begins earlier, or keep in SBUF what is stored and loaded again.
neuron-advice-serialised-title = { $waiting } waits while { $working } works
neuron-advice-serialised-text = For { $time } ({ $figure } of the time) { $waiting } waited and { $working } was busy; { $overlap } of their work overlaps.
neuron-advice-serialised-try = Cut the data into tiles, so that { $waiting } can work on one while { $working } is at the next, or move some of the steps to the engine that waits.
neuron-advice-reloaded-title = Tensors are loaded more than once
neuron-advice-reloaded-text = { $count ->
    [one] One tensor is
   *[other] { $count } tensors are
} loaded again, { $tensor } { $figure }; that is { $bytes } more than needed.
neuron-advice-reloaded-try = Keep it in SBUF over the loop, or change the loop order so that it is used up before the next one is loaded.
neuron-advice-traffic-title = More goes through HBM than has to
neuron-advice-traffic-text = { $bytes } were read and written; inputs, outputs and weights are { $least }. That is { $figure } as much.
neuron-advice-traffic-try = Look for intermediates that are stored and loaded again, and fuse the steps around them.
neuron-advice-start-up-title = A large part of the profile is set-up
neuron-advice-start-up-text = { $time } ({ $figure }) pass before the first real work.
neuron-advice-start-up-try = Skip it when you compare times, and capture a later execution (--profile-nth-exec=2).

# Hierarchy.
neuron-hierarchy-label = Hierarchy of ops
neuron-level-framework = Framework
neuron-level-hlo = HLO
neuron-level-penguin = Penguin
neuron-level-bir = BIR
neuron-level-instruction = Instruction
neuron-level-none = no op known
neuron-missing-op = no { $level } id
neuron-hierarchy-levels = Ids in this file: { $levels }
neuron-hierarchy-level-share = { $level } { $share }
neuron-hierarchy-level-missing = { $level } none
neuron-hierarchy-without = { $n } of { $all } instructions have no id of any level ({ $share } of the active time): set-up, tear-down, and what the compiler does not tell
neuron-hierarchy-rest = { $n } more, { $time }
neuron-hierarchy-record = To have framework and HLO levels, compile with NEURON_FRAMEWORK_DEBUG=1, XLA_IR_DEBUG=1 and XLA_HLO_DEBUG=1; for NKI lines with NKI_DEBUG_INFO=True.
neuron-hierarchy-left-out = { $n ->
    [one] one smaller row is left out
   *[other] { $n } smaller rows are left out
}
neuron-hierarchy-icicle = Icicle
neuron-hierarchy-table = Table
neuron-hierarchy-find = Highlight all
neuron-hierarchy-find-help = Searches for every instruction of it: hits stand out on the timeline
neuron-hierarchy-longest = Go to the longest
neuron-hierarchy-zoom = Only this
neuron-hierarchy-all = All
neuron-hierarchy-node = { $level } { $name }: { $time } active ({ $share } of all active time), { $sum } in sum, { $n ->
    [one] one instruction
   *[other] { $n } instructions
}
neuron-hierarchy-hint = Width is time in which any of it worked. Arrow keys move, Enter shows it on the timeline.

# Tables.
neuron-tables-which = Which table
neuron-table-operators = Operators
neuron-table-instructions = Instructions
neuron-table-dma-queues = DMA queues
neuron-table-dma-variables = DMA tensors
neuron-table-tensors = NEFF tensors
neuron-table-layers = Layers
neuron-table-memory = HBM by category
neuron-table-sections = Sections
neuron-sections-all = All sections
neuron-section-drawn = not kept row by row
neuron-section-fields-left-out = { $n ->
    [one] one field is left out
   *[other] { $n } fields are left out
}
neuron-col-section = Section
neuron-col-rows = Rows
neuron-col-layer = Layer
neuron-col-start = Start
neuron-col-duration = Duration
neuron-col-tensor = Tensor active
neuron-col-vector = Vector active
neuron-col-scalar = Scalar active
neuron-col-gpsimd = GpSimd active
neuron-col-sync = Sync active
neuron-col-mfu = MFU
neuron-col-hfu = HFU
neuron-col-category = Category
neuron-col-nc = NeuronCore
neuron-col-device = Device
neuron-col-hbm = HBM in use
neuron-table-rows = { $n ->
    [one] one row
   *[other] { $n } rows
}
neuron-kind-work = work
neuron-kind-wait = wait
neuron-col-name = Name
neuron-col-level = Level
neuron-col-lanes = Lane
neuron-col-opcode = Opcode
neuron-col-opcodes = Mostly
neuron-col-kind = Kind
neuron-col-core = Core
neuron-col-queue = Queue
neuron-col-variable = Tensor
neuron-col-route = From → to
neuron-col-role = Role
neuron-col-shape = Shape
neuron-col-format = Layout
neuron-col-instructions = Instructions
neuron-col-packets = Packets
neuron-col-transfers = Transfers
neuron-col-bytes = Bytes moved
neuron-col-packet-size = B/packet
neuron-col-active = Active
neuron-col-active-help = Time in which any of it worked; waits left out, overlaps counted once
neuron-col-waited = Waited
neuron-col-waited-help = Time in which any of it waited; overlaps counted once
neuron-col-sum = Sum
neuron-col-sum-help = All durations added up: what overlaps counts more than once
neuron-col-mean = Mean
neuron-col-longest = Longest
neuron-col-share = Share
neuron-col-share-help = Active, as part of the time in which anything in this table worked. Rows that overlap in time add up to more than 100 %.
neuron-col-share-bytes = Share
neuron-col-share-bytes-help = Bytes, as part of all bytes of its core
neuron-col-within = Within
neuron-col-rate = Rate
neuron-col-hbm-read = HBM read
neuron-col-hbm-write = HBM written
neuron-col-flops = Useful FLOPs
neuron-col-size = Size
neuron-col-loaded = Loaded
neuron-col-loads = Loads
neuron-col-repeat = Times loaded
neuron-table-help = Active: time in which any of it ran. Sum: overlaps added up.

# Timeline.
neuron-colour-by = Colour by
neuron-colour-name = opcode
neuron-colour-engine = engine
neuron-colour-hlo = HLO op
neuron-colour-layer = layer
neuron-colour-nki-line = NKI line
neuron-colour-work = work or wait
neuron-legend = Colours
neuron-legend-wait = wait
neuron-skip-start = Skip the start
neuron-skip-start-help = The first { $time } hold set-up and waiting only

# Command line.
cli-summary = Of Neuron profiles: engines, memory, FLOPs, advice and the file’s metrics
cli-neuron-summary = Summary
cli-neuron-summary-came = Summary of the part of the file that came
cli-neuron-engine = { $engine }: works { $active } ({ $share }), EVENT_SEMAPHORE { $semaphore }, waits to start { $before }; { $n } instructions
cli-neuron-dma = DMA: active { $active } ({ $share }), { $alone } of it with no engine at work; { $packets } packets, { $bytes }
cli-neuron-operators = Operators (active, share of all active time)
cli-neuron-operators-more = { $n ->
    [one] one more
   *[other] { $n } more
}
cli-neuron-advice = Advice
cli-neuron-advice-none = none
cli-neuron-metrics = Metrics (file, from rows)

# Comparison of Neuron device profiles.

region-neff = whole profile
region-neff-came = what came of the profile
region-layer = layer

measure-total-time = Total time
measure-active-time = Active time

reason-no-host = A device profile has no host rows: launches and host times are in a system profile or a trace of the framework.
reason-no-instructions = The profile has no instructions.
reason-no-dma = The profile has no rows of DMA.
reason-no-elements = The file does not count what matrix multiplications calculate.
reason-on-chip = Engines work in on-chip memory: bytes of HBM are those of DMA.
reason-no-byte-counts = The file counts no bytes: neither its instructions nor its summary say them.
reason-no-hlo-stats = The NEFF has no HLO statistics, as with NKI kernels.
reason-not-in-file = The file does not say.
reason-tool-could-not-tell = The tool that wrote the file could not tell (NaN or null).
reason-whole-only = The file tells it of the whole profile only.
reason-nothing-there = There is nothing to take a share of.
reason-no-profile = Not every NEFF of this path has an open device profile: open those too.

paths-evidence-cache-key = NEFF cache key
paths-evidence-opcode = opcode match
paths-evidence-counter = hardware counter

bound-compute = compute-bound
bound-compute-text = One engine works at least half of the time.
bound-neuron-traffic-text = HBM traffic decides: at least twice of what must be is moved, or the rate is near the peak.
bound-neuron-latency-text = No engine works even half of the time, and little more is moved than must be: what remains is waiting for one another.

claim-hbm-traffic = HBM read { $fromread } → { $toread }, written { $fromwritten } → { $towritten }{ $time ->
    [none] {""}
   *[other] : { $time } at the rate reached before
}
claim-opcodes-gone = { $opcodes } { $count ->
    [one] is
   *[other] are
} gone
claim-opcode-gone = { $gone } of { $count } { $name }
claim-pause = { $engine } paused { $from } between two pieces of work; now { $to }
claim-part = { $term }: { $to } instead of { $from }

neuron-paths-lead-traffic = HBM traffic fell by { $saved }, from { $from } to { $to }. At the { $rate } that { $base } reaches while its DMA is active, that alone would be { $part } of the { $delta }.
neuron-paths-lead-traffic-all = HBM traffic fell by { $saved }, from { $from } to { $to }. At the { $rate } that { $base } reaches while its DMA is active, that would be { $part }: more than all of the { $delta }, as DMA and engines work at the same time.
neuron-paths-lead-matrix = The matrix work is the same: { $count } MATMUL on every path.
neuron-paths-lead-term = Of the { $delta }, { $part } are this: { $term }.
neuron-paths-range = { $from } → { $to }, { $percent } { $way ->
    [less] less
   *[more] more
}
certainty-hint-neff = one run each: no interval, so a hint and no proof
certainty-hint-neff-text = One run of a NEFF says nothing of how much the next would differ. Profile several runs and add them to their path.

caveat-one-run = { $paths } { $count ->
    [one] was
   *[other] were
} profiled once: profile more runs of { $count ->
    [one] its NEFF
   *[other] their NEFFs
} and add them.
caveat-synthetic = { $paths } { $count ->
    [one] is
   *[other] are
} synthetic: made up by a script, so that the times say nothing about any hardware.
chip-neffs = { $all ->
    [one] { $joined ->
        [0] NEFF without its device profile
       *[other] NEFF joined with its device profile
    }
   *[other] { $joined } of { $all } NEFFs joined with device profiles
}
caveat-neffs-unjoined = Of the { $all } NEFFs of { $path } only { $joined } { $joined ->
    [one] has
   *[other] have
} an open device profile, so that what their engines did is not summed up: open the others too.
caveat-profiled-run = The NEFFs of { $path } took { $ran } in the trace and { $profiled } when they were profiled: the difference counts as waiting.
caveat-throttled = Throttling was active for { $times }.
caveat-throttled-of = { $time } in { $path }
caveat-dma-notes = DMA values of { $paths } may be off, and their rows do not say what they move: capture with --enable-dge-notifs.
caveat-no-names = { $paths } { $count ->
    [one] names
   *[other] name
} no HLO ops, so nothing above the instruction can be shown. Compile with NEURON_FRAMEWORK_DEBUG=1 and XLA_HLO_DEBUG=1, and profile that NEFF.
caveat-neuron-cores = { $path } ran on another number of physical cores than the baseline.
caveat-neuron-clock = { $path } ran at another clock than the baseline.
caveat-neuron-core = { $path } ran on another NeuronCore than the baseline.
caveat-neuron-data-version = { $path } was written in another data version than the baseline: what its figures mean may differ.
caveat-neff-and-trace = A device profile is one run of one NEFF; a trace of the host is something else. They are drawn, not judged.
caveat-cut-off = { $paths } { $count ->
    [one] was cut off
   *[other] were cut off
}: the rest of the run is missing. Export or copy the file again. Drawn, not judged.
caveat-times-disagree = In { $path } the rows last { $rows }, but the file says that the run took { $told }: they are not of the same run, or rows are missing. Drawn, not judged.
caveat-no-rows = { $path } has neither instructions nor DMA: only the totals of its file are told.
caveat-no-instructions = { $path } has no instructions: what engines did is not known, and the difference cannot be told apart.
caveat-no-dma = { $path } has no rows of DMA: waiting and DMA that nothing hides cannot be told apart.
caveat-tensors-unknown = { $paths } { $count ->
    [one] does
   *[other] do
} not name the tensors of { $count ->
    [one] its NEFF
   *[other] their NEFFs
} (section neff_node), so nobody can say that the work is the same.
caveat-chip-unknown = { $paths } { $count ->
    [one] does
   *[other] do
} not say of which chip { $count ->
    [one] it is
   *[other] they are
} (section metadata).

term-engines = Engines busy
term-engines-text = at least one engine works, each moment once
term-dma-alone = DMA exposed
term-dma-alone-text = DMA is in flight and no engine works
term-waiting = Waiting
term-waiting-text = no engine works, nothing is in flight

term-no-engine = No engine busy
term-no-engine-text = no engine works; whether DMA is in flight is not told on every path
term-untold = Not told apart
term-untold-text = a profile has no instructions, or only some of them came, so that its time has no parts

metrics-engines = Engines, active
metrics-waits = Engines, waiting
metrics-instructions = Instructions
metrics-utilisation = FLOPs and utilisation

metric-total-time = Total time
metric-total-time-text = Time of the run on the device, idle time included, as the file says it
metric-active-time = Active
metric-active-time-text = Time in which any engine works or DMA is in flight
metric-idle-time = Idle
metric-idle-time-text = Total time without active time
metric-throttled = Throttled
metric-throttled-text = Time in which the hardware limited its own use
metric-hbm-read = HBM read
metric-hbm-read-text = Bytes that DMA read from HBM, by hardware counter: the file's figure
metric-hbm-written = HBM written
metric-hbm-written-text = Bytes that DMA wrote to HBM, by hardware counter: the file's figure
metric-spilled = Spilled
metric-spilled-text = Bytes of intermediates that did not fit on chip: saved to HBM and loaded again
metric-dma-active = DMA active
metric-dma-active-text = Time with at least one DMA packet in flight
metric-dma-alone = DMA exposed
metric-dma-alone-text = Time with DMA in flight while no engine works
metric-dma-share = DMA active share
metric-dma-share-text = DMA active of the total time
metric-dma-packets = DMA packets
metric-dma-packets-text = Packets of all queues, fetches of instructions included
metric-dma-rate = HBM rate
metric-dma-rate-text = HBM bytes read and written a second, while DMA is active
metric-engine-active-tensor = Tensor
metric-engine-active-tensor-text = Time in which the Tensor engine executes instructions, waits left out
metric-engine-active-vector = Vector
metric-engine-active-vector-text = Time in which the Vector engine executes instructions, waits left out
metric-engine-active-scalar = Scalar
metric-engine-active-scalar-text = Time in which the Scalar engine executes instructions, waits left out
metric-engine-active-gpsimd = GpSimd
metric-engine-active-gpsimd-text = Time in which the GpSimd engine executes instructions, waits left out
metric-engine-active-sync = Sync
metric-engine-active-sync-text = Time in which the Sync engine executes instructions, waits left out
metric-engine-active-other = Other
metric-engine-active-other-text = Time in which what has no known engine executes instructions
metric-engine-wait-tensor = Tensor waits
metric-engine-wait-tensor-text = Time in which the Tensor engine only waits: for a semaphore, or before an instruction
metric-engine-wait-vector = Vector waits
metric-engine-wait-vector-text = Time in which the Vector engine only waits: for a semaphore, or before an instruction
metric-engine-wait-scalar = Scalar waits
metric-engine-wait-scalar-text = Time in which the Scalar engine only waits: for a semaphore, or before an instruction
metric-engine-wait-gpsimd = GpSimd waits
metric-engine-wait-gpsimd-text = Time in which the GpSimd engine only waits: for a semaphore, or before an instruction
metric-engine-wait-sync = Sync waits
metric-engine-wait-sync-text = Time in which the Sync engine only waits: for a semaphore, or before an instruction
metric-engine-wait-other = Others wait
metric-engine-wait-other-text = Time in which what has no known engine only waits
metric-instructions = All
metric-instructions-text = Executed instructions of all engines, set-up and waits included
metric-opcode-text = Executed instructions with this opcode
metric-model-flops = Model FLOPs
metric-model-flops-text = Operations that the model needs, from HLO statistics
metric-useful-flops = Useful FLOPs
metric-useful-flops-text = Operations of the Tensor engine without transposes
metric-transpose-flops = Transpose FLOPs
metric-transpose-flops-text = Operations of the Tensor engine that only move data
metric-hardware-flops = Hardware FLOPs
metric-hardware-flops-text = Operations of the Tensor engine, all of them
metric-mfu = MFU
metric-mfu-text = Model FLOPs utilisation: useful operations of what the Tensor engine could do in the total time
metric-hfu = HFU
metric-hfu-text = Hardware FLOPs utilisation: all operations of what the Tensor engine could do in the total time
metric-mbu = MBU
metric-mbu-text = Memory bandwidth utilisation: HBM bytes of what one HBM stack could move in the total time

item-instructions = Engine work
item-queue = DMA queue
paths-level-neff = NEFF

neuron-paths-engines = Active time by engine
neuron-paths-legend-runs = runs
neuron-paths-legend-gone = gone
neuron-paths-engines-unit = { $unit }, { $base } ○ → others ●
neuron-paths-engine-row = { $engine }: { $times }
neuron-paths-engine-of = { $path } { $time }
neuron-paths-one-run = one run: no distribution
neuron-paths-add-runs = add more runs of this NEFF
neuron-paths-add-runs-text = Open further profiles of this NEFF, then add them to this path as recordings, by the menu of its name
heads-one-run = { $measure }, one run
heads-runs = { $measure }, median of { $count } runs
chip-instructions = { $count ->
    [one] 1 instruction
   *[other] { $count } instructions
}
chip-packets = { $count ->
    [one] 1 DMA packet
   *[other] { $count } DMA packets
}
neuron-paths-levels-what = from the NEFF down to the engines, one row per level
neuron-paths-level-names = Framework, HLO
neuron-paths-level-opcodes = Opcodes
neuron-paths-level-opcodes-text = instructions, by name
neuron-paths-level-engines = Engine time
neuron-paths-level-engines-text = end to end, one scale
neuron-paths-not-here = not in this profile
neuron-paths-names-here = in this profile: see its hierarchy
neuron-paths-how-names = how to record them
neuron-paths-how-names-text = Compile with NEURON_FRAMEWORK_DEBUG=1 and XLA_HLO_DEBUG=1, and profile that NEFF: instructions then name the op that they come from
neuron-paths-op = { $name }: { $count } instructions, { $time }
neuron-paths-op-beside = { $name }: { $count } instead of { $base } instructions, { $time }
neuron-paths-op-gone = { $count }, { $gone } gone
neuron-paths-op-more = { $count }, { $more } more
neuron-paths-op-all-gone = all { $gone } gone
neuron-paths-work = { $count } do the work
neuron-paths-same = { $same } the same{ $gone ->
    [0] {""}
   *[other] , { $gone } gone
}{ $more ->
    [0] {""}
   *[other] , { $more } more
}
neuron-paths-less = { $time } less
neuron-paths-less-text = engine time, overlaps counted twice
neuron-paths-engine-title = { $engine }: { $time } active, { $wait } waiting, { $count } instructions
neuron-paths-queue-title = { $engine }: { $time } active, { $count } packets
neuron-paths-lanes = Engines and queues
neuron-paths-lanes-what = all from their start, one scale; hatched is waiting
neuron-paths-lanes-waits = waits
neuron-paths-lanes-label = Timelines of engines and queues of { $count } profiles. Keys: W and S zoom, A and D move. The table of metrics has the same figures.
neuron-paths-lanes-less = { $time } less
neuron-paths-lanes-more = { $time } more
neuron-paths-piece-bytes = { $name }, { $bytes } in { $count } packets

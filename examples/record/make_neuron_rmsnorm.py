"""RMSNorm three ways on a made-up Trainium2: traces of PyTorch's Neuron
backend, and the device profile of every NEFF that they run.

    python make_neuron_rmsnorm.py --out ../traces/neuron_rmsnorm --facts ../../tests/lowering/neuron_rmsnorm.json

SYNTHETIC: nothing here was recorded.  Fields are those that the profilers
write, times come from the model in `neuron_device.py`, and every file says
`"synthetic": true`.  The paths, for x of 2048 rows and 2048 columns in bf16:

======== ================================================================
naive    one NEFF for each operator; what is between two goes through HBM
rms_norm one NEFF for `aten::_fused_rms_norm`; one tile on chip at a time
compiled one NEFF of `torch.compile`; tiles are loaded while others are
         worked on
======== ================================================================

The same on every run: no clock, no random numbers.  `--facts` writes what the
model says of each NEFF, for tests.
"""

import argparse
import gzip
import json
from pathlib import Path

from neuron_device import PARTITIONS, Program, Run, Step, cache_key, device_json, facts

ROWS, COLUMNS = 2048, 2048
TILES = ROWS // PARTITIONS
TILE_BYTES = PARTITIONS * COLUMNS * 2
COLUMN_BYTES = PARTITIONS * 2
X = f"[{ROWS},{COLUMNS}]:BFloat16:S(C)"
R = f"[{ROWS},1]:BFloat16:S(C)"
W = f"[{COLUMNS}]:BFloat16:S(C)"
BIG, SMALL, ROW = ROWS * COLUMNS * 2, ROWS * 2, COLUMNS * 2
SHAPES = {"x": (f"[{ROWS} {COLUMNS}]", BIG), "r": (f"[{ROWS} 1]", SMALL), "weight": (f"[{COLUMNS}]", ROW)}


def tensors(*names):
    """Name, shape and bytes; what follows a colon has the shape of the name."""
    return tuple((n.split(":")[0], *SHAPES[n.split(":")[-1]]) for n in names)


def step(engine, opcode, elements, hlo, op, activation=""):
    return Step(engine, opcode, elements, hlo, op, activation)


BF16 = f"bf16[{ROWS},{COLUMNS}]"
COLUMN = f"bf16[{ROWS},1]"


def square(op):
    return step("Scalar", "ACTIVATE", COLUMNS, f"%multiply.1 = {BF16} multiply(%x, %x)", op, "SQUARE")


def scale(op, number, what):
    return step("Vector", "TENSOR_SCALAR", COLUMNS, f"%multiply.{number} = {BF16} multiply(%x, %{what})", op)


def weigh(op, number):
    return step("Vector", "TENSOR_TENSOR", COLUMNS, f"%multiply.{number} = {BF16} multiply(%h, %weight)", op)


def root(op):
    return step("Scalar", "ACTIVATE", 1, f"%rsqrt.4 = {COLUMN} rsqrt(%add.3)", op, "RSQRT")


# One pass over a tile: the sum of squares comes with the squares.
WHOLE = lambda op: (square(op), root(op), scale(op, 5, "rsqrt.4"), weigh(op, 6))

NAIVE = (
    ("aten::pow", Program("pow", cache_key("pow", X, "2"), TILES, TILE_BYTES, TILE_BYTES, (square("aten__pow"),), 4,
                          inputs=tensors("x"), outputs=tensors("y:x")), [[ROWS, COLUMNS]], ["", "2"]),
    ("aten::mean", Program("mean", cache_key("mean", X), TILES, TILE_BYTES, COLUMN_BYTES,
                           (step("Vector", "TENSOR_REDUCE", COLUMNS, f"%reduce.2 = {COLUMN} reduce(%x)", "aten__mean"),),
                           4, inputs=tensors("x"), outputs=tensors("y:r")), [[ROWS, COLUMNS]], ["", "[-1]", "True", ""]),
    ("aten::add", Program("add", cache_key("add", R, "1e-06"), 1, SMALL, SMALL,
                          (step("Vector", "TENSOR_SCALAR", TILES, f"%add.3 = {COLUMN} add(%x, %eps)", "aten__add"),),
                          1, inputs=tensors("x:r"), outputs=tensors("y:r")), [[ROWS, 1]], ["", "1e-06", "1"]),
    ("aten::rsqrt", Program("rsqrt", cache_key("rsqrt", R), 1, SMALL, SMALL, (root("aten__rsqrt"),), 1,
                            inputs=tensors("x:r"), outputs=tensors("y:r")), [[ROWS, 1]], [""]),
    ("aten::mul", Program("mul", cache_key("mul", X, R), TILES, TILE_BYTES + COLUMN_BYTES, TILE_BYTES,
                          (scale("aten__mul", 5, "r"),), 4, inputs=tensors("x", "r"), outputs=tensors("y:x")),
     [[ROWS, COLUMNS], [ROWS, 1]], ["", ""]),
    ("aten::mul", Program("mul_weight", cache_key("mul", X, W), TILES, TILE_BYTES, TILE_BYTES,
                          (weigh("aten__mul", 6),), 4, ROW, tensors("x", "weight"), tensors("y:x")),
     [[ROWS, COLUMNS], [COLUMNS]], ["", ""]),
)
RMS_NORM = Program("rms_norm", cache_key("_fused_rms_norm", X, W, "1e-06"), TILES, TILE_BYTES, TILE_BYTES,
                   WHOLE("aten___fused_rms_norm"), 1, ROW, tensors("x", "weight"), tensors("y:x"))
COMPILED = Program("model_default_0", cache_key("model_default_0", X, W), TILES, TILE_BYTES, TILE_BYTES,
                   WHOLE("aten__mul"), 4, ROW, tensors("x", "weight"), tensors("y:x"))

# The device takes this long from one NEFF to another.
SWITCH_NS = 6_200
# From the end of a dispatch to the start of the run, where the device is free.
QUEUE_NS = 9_000
STEPS = 11
# Runs of one NEFF differ a little, by parts in a thousand; the median is 0.
JITTER = (3, -4, 0, 7, -6, 1, -2, 9, -8, 2, -1)


class Kineto:
    """Events of a trace; times in ns."""

    def __init__(self):
        self.events, self.ids, self.now, self.device_free, self.last_neff = [], 0, 1_000_000, 0, None
        for pid, tid, name, value in (
            (4000, 0, "process_name", "python"), (4000, 4000, "thread_name", "thread 4000 (python)"),
            (0, 0, "process_name", "NeuronCore 0 (synthetic)"), (0, 0, "thread_name", "Stream 0"),
        ):
            self.events.append({"ph": "M", "name": name, "pid": pid, "tid": tid, "ts": 0, "args": {"name": value}})

    def row(self, cat, name, start, took, args, pid=4000, tid=4000):
        event = {"ph": "X", "cat": cat, "name": name, "pid": pid, "tid": tid,
                 "ts": start / 1000, "dur": took / 1000, "args": args}
        self.events.append(event)
        return event

    def next_id(self):
        self.ids += 1
        return self.ids

    def op(self, name, took, dims=None, values=None, cat="cpu_op"):
        """Begins an op; gives its event, which gets its duration later, and id."""
        own = self.next_id()
        args = {"External id": own, "Record function id": 0, "Ev Idx": own - 1}
        if dims is not None:
            types = ["c10::BFloat16"] * len(dims) + ["Scalar"] * (len(values) - len(dims))
            args |= {"Input Dims": dims + [[]] * (len(values) - len(dims)), "Input type": types,
                     "Concrete Inputs": values}
        return self.row(cat, name, self.now, took, args), own

    def dispatch(self, name, external, program, jitter):
        """The call that queues a NEFF, and its run on the device."""
        args = {"External id": external, "neff_cache_key": program.key}
        self.row("privateuse1_runtime", name, self.now, 5_200, {"External id": external})
        self.now += 5_200
        took = RUNS[program.name].total_ns
        took += took * jitter // 1000
        switch = SWITCH_NS if self.last_neff not in (None, program.name) else 0
        start = max(self.now + QUEUE_NS, self.device_free + switch)
        args |= {"nrt_sequence_id": external, "nc_idx": 0}
        self.row("privateuse1_driver", name, start, took, args, pid=0, tid=0)
        self.device_free, self.last_neff = start + took, program.name


def naive(trace, jitter):
    for name, program, dims, values in NAIVE:
        event, own = trace.op(name, 0, dims, values)
        start = trace.now
        trace.now += 4_100
        trace.dispatch(name, own, program, jitter)
        trace.now += 1_300
        event["dur"] = (trace.now - start) / 1000
        trace.now += 1_900


NORM_DIMS = [[ROWS, COLUMNS], [], [COLUMNS]]


def rms_norm(trace, jitter):
    outer, _ = trace.op("aten::rms_norm", 0)
    outer_at = trace.now
    types = ["c10::BFloat16", "ScalarList", "c10::BFloat16", "Scalar"]
    args = {"Input Dims": NORM_DIMS + [[]], "Input type": types, "Concrete Inputs": ["", f"[{COLUMNS}]", "", "1e-06"]}
    outer["args"] |= args
    trace.now += 2_300
    fused_at = trace.now
    fused, own = trace.op("aten::_fused_rms_norm", 0)
    fused["args"] |= args
    trace.now += 4_700
    trace.dispatch("aten::_fused_rms_norm", own, RMS_NORM, jitter)
    trace.now += 1_200
    fused["dur"] = (trace.now - fused_at) / 1000
    trace.now += 600
    outer["dur"] = (trace.now - outer_at) / 1000


def compiled(trace, jitter):
    region, own = trace.op("Torch-Compiled Region: 0/0", 0)
    region["args"] |= {"Input Dims": [[ROWS, COLUMNS], [COLUMNS]], "Input type": ["c10::BFloat16"] * 2,
                       "Concrete Inputs": ["", ""]}
    start = trace.now
    trace.op("TorchDynamo Cache Lookup", 14_000)
    trace.now += 21_000
    trace.dispatch("model_default_0", own, COMPILED, jitter)
    trace.now += 3_000
    region["dur"] = (trace.now - start) / 1000


def trace_of(write) -> dict:
    trace = Kineto()
    for number, jitter in enumerate(JITTER):
        step_at = trace.now
        step_row, _ = trace.op(f"ProfilerStep#{number + 3}", 0, cat="user_annotation")
        trace.now += 8_000
        region_at = trace.now
        region, _ = trace.op("rmsnorm", 0, cat="user_annotation")
        trace.now += 6_000
        write(trace, jitter)
        trace.now += 2_000
        region["dur"] = (trace.now - region_at) / 1000
        wait = trace.now
        trace.now = max(trace.now, trace.device_free) + 12_000
        trace.row("user_annotation", "torch.neuron.synchronize", wait, trace.now - wait, {"External id": trace.next_id()})
        trace.now += 5_000
        step_row["dur"] = (trace.now - step_at) / 1000
        trace.now += 20_000
    # Parents before children where they begin together.
    trace.events.sort(key=lambda e: (e["ts"], -e.get("dur", 0)))
    return {"schemaVersion": 1, "synthetic": True, "deviceProperties": [], "record_shapes": 1,
            "displayTimeUnit": "ms", "baseTimeNanoseconds": 1_767_225_600_000_000_000,
            "traceName": "trace.json", "traceEvents": trace.events}


RUNS = {program.name: Run(program) for program in [*(p for _, p, _, _ in NAIVE), RMS_NORM, COMPILED]}


def write(path: Path, value: dict):
    text = json.dumps(value, separators=(",", ":")).encode()
    with open(path, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as packed:
        packed.write(text)
    print(f"{path.name}: {len(text)} bytes, {path.stat().st_size} packed")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--facts", type=Path)
    options = parser.parse_args()
    out = options.out
    out.mkdir(parents=True, exist_ok=True)
    for name, path in (("naive", naive), ("rms_norm", rms_norm), ("compiled", compiled)):
        write(out / f"rmsnorm_{name}.json.gz", trace_of(path))
    for run in RUNS.values():
        write(out / f"neff_{run.program.name}.json.gz", device_json(run))
    if options.facts:
        told = {name: facts(run) for name, run in RUNS.items()}
        options.facts.write_text(json.dumps(told, indent=1) + "\n")


if __name__ == "__main__":
    main()

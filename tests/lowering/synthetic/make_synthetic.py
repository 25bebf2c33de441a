"""Write the synthetic traces of this folder: small, made up, always the same.

    python make_synthetic.py

No program was profiled.  Each file holds a few runs of the annotation ``norm``
(or ``mlp``) in the form of a PyTorch profiler trace of a GPU, with times chosen
so that what a comparison must say follows by hand; ``README.md`` says what
that is.  Times below are microseconds.
"""

import json
from pathlib import Path

HERE = Path(__file__).parent
RUNS = 6
PERIOD = 1000.0
# Of the calls on the host.
CALL, LAUNCH = 4.0, 2.0
X, WEIGHT, ROW = [1024, 1024], [1024], [1024, 1]
# Name of the op, its inputs, what the kernel is called.
NORM = [
    ("pow", [X], "pow_tensor_scalar_kernel"),
    ("mean", [X], "reduce_kernel_mean"),
    ("add", [ROW], "add_scalar_kernel"),
    ("rsqrt", [ROW], "rsqrt_kernel"),
    ("mul", [X, ROW], "mul_broadcast_kernel"),
    ("mul", [X, WEIGHT], "mul_kernel"),
]


class Trace:
    """Events of one file."""

    def __init__(self):
        self.events = []
        self.correlation = 100

    def slice(self, cat, name, start, dur, tid, **args):
        device = cat in ("kernel", "gpu_memcpy", "gpu_memset")
        self.events.append(
            {
                "ph": "X", "cat": cat, "name": name, "pid": 0 if device else 1000, "tid": tid,
                "ts": round(start, 3), "dur": round(dur, 3), "args": args,
            }
        )

    def host(self, cat, name, start, dur, **args):
        self.slice(cat, name, start, dur, 1000, **args)

    def op(self, name, start, dur, dims, concrete=None):
        """A framework op with float32 inputs of these shapes."""
        self.host(
            "cpu_op", name, start, dur,
            **{
                "Input Dims": dims,
                "Input type": ["float" if shape else "Scalar" for shape in dims],
                "Concrete Inputs": concrete or [""] * len(dims),
            },
        )

    def launch(self, start, call="cudaLaunchKernel", cat="cuda_runtime"):
        """A call that starts device work; its correlation id."""
        self.correlation += 1
        self.host(cat, call, start, LAUNCH, correlation=self.correlation)
        return self.correlation

    def kernel(self, name, start, dur, stream=7, correlation=None, **more):
        args = {
            "device": 0, "context": 1, "stream": stream, "grid": [1024, 1, 1], "block": [128, 1, 1],
            "blocks per SM": 10.24, "warps per SM": 40.96, "est. achieved occupancy %": 64, **more,
        }
        if correlation is not None:
            args["correlation"] = correlation
        self.slice("kernel", name, start, dur, stream, **args)

    def write(self, name):
        head = {
            "schemaVersion": 1,
            "deviceProperties": [{"id": 0, "name": "Synthetic GPU", "numSms": 100}],
            "record_shapes": 1,
        }
        lines = ",\n".join(json.dumps(event) for event in self.events)
        text = json.dumps(head)[:-1] + ', "traceEvents": [\n' + lines + "\n]}\n"
        (HERE / f"{name}.json").write_text(text)


def runs():
    """Number and start of each run."""
    return [(run, run * PERIOD) for run in range(RUNS)]


def longer(run):
    """By how much each kernel of a run takes longer: medians lie between."""
    return 0.02 * run


def concrete(op, dims):
    """Values of the arguments that are no tensors, as the profiler writes them."""
    if op == "mean":
        return dims + [[], [], []], ["", "[-1]", "True", ""]
    if op in ("pow", "add"):
        return dims + [[]], ["", "2" if op == "pow" else "1e-06"]
    return dims, None


def eager(trace, at, run, dur, apart, rows=1024):
    """The norm op by op.  ``apart``: from launch to launch; kernels of ``dur``
    begin at once when the device is free."""
    step = max(apart, CALL)
    trace.host("user_annotation", "norm", at, 6 * step + 10)
    free = 0.0
    for i, (op, shapes, kernel) in enumerate(NORM):
        start = at + 5 + i * step
        dims = [[rows] + shape[1:] if len(shape) > 1 else shape for shape in shapes]
        trace.op(f"aten::{op}", start, CALL, *concrete(op, dims))
        correlation = trace.launch(start + 1)
        begin = max(start + 1 + LAUNCH + 1, free)
        trace.kernel(kernel, begin, dur + longer(run), correlation=correlation)
        free = begin + dur + longer(run)


def compiled(trace, at, kernels):
    """The norm as generated kernels: name, shapes, duration of each."""
    trace.host("user_annotation", "norm", at, 60)
    trace.host("cpu_op", "Torch-Compiled Region: 0/0", at + 2, 56)
    free = 0.0
    for i, (name, dims, dur) in enumerate(kernels):
        start = at + 10 + i * 10
        trace.op(name, start, 6, dims)
        correlation = trace.launch(start + 2, "cuLaunchKernel", "cuda_driver")
        begin = max(start + 6, free)
        trace.kernel(name, begin, dur, correlation=correlation)
        free = begin + dur


def norm_eager():
    """Kernels of 4 that wait for their launches, which come every 10."""
    trace = Trace()
    for run, at in runs():
        eager(trace, at, run, dur=4, apart=10)
    return trace


def norm_graph():
    """The same kernels, replayed as one graph with 1 between them."""
    trace = Trace()
    for run, at in runs():
        trace.host("user_annotation", "norm", at, 20)
        correlation = trace.launch(at + 5, "cudaGraphLaunch")
        for i, (_, _, kernel) in enumerate(NORM):
            start = at + 10 + i * (5 + longer(run))
            # In a replay occupancy is not computed.
            trace.kernel(
                kernel, start, 4 + longer(run), correlation=correlation,
                **{"graph id": 1, "graph node id": i + 1, "est. achieved occupancy %": 0},
            )
    return trace


def norm_orphans():
    """As ``norm_eager``, with work whose launches are not in the file."""
    trace = Trace()
    for i in range(3):
        trace.kernel("launched_before_the_recording", -50.0 + i * 10, 5, correlation=1 + i)
    for i in range(2):
        trace.kernel("without_any_id", -20.0 + i * 10, 3)
    for run, at in runs():
        eager(trace, at, run, dur=4, apart=10)
    return trace


def norm_small():
    """As ``norm_eager`` on half of the rows: other work."""
    trace = Trace()
    for run, at in runs():
        eager(trace, at, run, dur=2, apart=10, rows=512)
    return trace


def norm_many():
    """Six kernels of 5 back to back: 30."""
    trace = Trace()
    for run, at in runs():
        eager(trace, at, run, dur=5, apart=4)
    return trace


def norm_few():
    """Two kernels of 14.95 back to back: all but as long as the six of
    ``norm_many``, far within the spread of the runs."""
    trace = Trace()
    for run, at in runs():
        wait = 3 * longer(run)
        compiled(
            trace, at,
            [("triton_red_fused_mean_pow_0", [X, ROW], 14.95 + wait),
             ("triton_poi_fused_add_mul_rsqrt_1", [X, ROW, WEIGHT, X], 14.95 + wait)],
        )
    return trace


def norm_one():
    """One kernel of 40: too few blocks to fill the device."""
    trace = Trace()
    for run, at in runs():
        compiled(trace, at, [("triton_red_fused_add_mean_mul_pow_rsqrt_0", [X, WEIGHT, X], 40 + longer(run))])
    return trace


def norm_split():
    """The reduction split in two: 8 and 4 for the same work as the one of 40."""
    trace = Trace()
    for run, at in runs():
        compiled(
            trace, at,
            [("triton_red_fused_mean_pow_0", [X, ROW], 8 + longer(run)),
             ("triton_poi_fused_add_mul_rsqrt_1", [X, ROW, WEIGHT, X], 4 + longer(run))],
        )
    return trace


def mlp(second_stream, apart):
    """Two products of 20.  ``apart``: from the start of one to that of the other."""
    trace = Trace()
    for run, at in runs():
        trace.host("user_annotation", "mlp", at, 30)
        for i in range(2):
            start = at + 5 + i * 10
            trace.op("aten::mm", start, 6, [[1024, 1024], [1024, 4096]])
            correlation = trace.launch(start + 2)
            stream = 7 if i == 0 else second_stream
            trace.kernel(f"gemm_{'gate' if i == 0 else 'up'}", at + 30 + i * apart, 20 + longer(run),
                         stream=stream, correlation=correlation)
    return trace


class Jax:
    """Events of one file in the form of JAX: no categories, numbers as text."""

    LINES = {
        "python": (701, 1), "Stream #14(Compute)": (1, 14), "XLA Modules": (1, 101),
        "Framework Name Scope": (1, 102),
    }

    def __init__(self):
        self.correlation = 500
        self.events = [
            {"ph": "M", "pid": 701, "name": "process_name", "args": {"name": "/host:CPU"}},
            {"ph": "M", "pid": 1, "name": "process_name", "args": {"name": "/device:GPU:0"}},
        ]
        for line, (pid, tid) in self.LINES.items():
            self.events.append({"ph": "M", "pid": pid, "tid": tid, "name": "thread_name", "args": {"name": line}})

    def slice(self, line, name, start, dur, **args):
        pid, tid = self.LINES[line]
        self.events.append({"ph": "X", "pid": pid, "tid": tid, "name": name, "ts": round(start, 3),
                            "dur": round(dur, 3), "args": args})

    def call(self, function, start, dur, launches=0):
        """A call of a compiled function; ids of the launches in it."""
        for inset in (0, 0.2):
            self.slice("python", f"PjitFunction({function})", start + inset, dur - 2 * inset)
        self.slice("python", "ParseArguments", start + 1, 1)
        ids = []
        for i in range(launches):
            self.correlation += 1
            self.slice("python", "cuLaunchKernel", start + 3 + 2 * i, 1, correlation_id=str(self.correlation))
            ids.append(self.correlation)
        return ids

    def kernel(self, function, op, start, dur, correlation, **more):
        self.slice(
            "Stream #14(Compute)", op.replace(".", "_"), start, dur,
            hlo_module=f"jit_{function}", hlo_op=op, correlation_id=str(correlation),
            kernel_details="regs:32 static_shared:0 dynamic_shared:0 grid:1024,1,1 block:128,1,1 occ_pct:75", **more,
        )

    def write(self, name):
        lines = ",\n".join(json.dumps(event) for event in self.events)
        (HERE / f"{name}.json").write_text('{"displayTimeUnit": "ns", "traceEvents": [\n' + lines + "\n]}\n")


def jax_eager():
    """Five functions of one kernel of 6 each, launched in their calls."""
    trace = Jax()
    for run, at in runs():
        trace.slice("python", "norm", at, 120)
        for i, function in enumerate(("square", "mean", "add", "rsqrt", "multiply")):
            start = at + 5 + i * 20
            (correlation,) = trace.call(function, start, 10, launches=1)
            trace.kernel(function, f"wrapped_{function}", start + 5, 6 + longer(run), correlation)
    return trace


def jax_jit():
    """One function of two kernels, 8 and 10.  Another thread launched them after
    the last call: only the name of the module and the order of its runs tell."""
    trace = Jax()
    for run, at in runs():
        trace.slice("python", "norm", at, 30)
        trace.call("norm", at + 5, 15)
        late = RUNS * PERIOD + run * 50
        first, second = 8 + longer(run), 10 + longer(run)
        trace.kernel("norm", "reduce_fusion", late, first, 9000 + 2 * run, bytes_accessed="4198400", flops="2096128")
        trace.kernel("norm", "multiply_fusion.1", late + first, second, 9001 + 2 * run,
                     bytes_accessed="8396800", flops="2099200")
        trace.slice("XLA Modules", "jit_norm(1234)", late, first + second)
        trace.slice("Framework Name Scope", "jit(norm)", late, first + second)
        trace.slice("Framework Name Scope", "variance", late, first)
    return trace


def main():
    norm_eager().write("norm_eager")
    norm_graph().write("norm_graph")
    norm_orphans().write("norm_orphans")
    norm_small().write("norm_small")
    norm_many().write("norm_many")
    norm_few().write("norm_few")
    norm_one().write("norm_one")
    norm_split().write("norm_split")
    mlp(7, 21).write("mlp_one_stream")
    mlp(8, 5).write("mlp_two_streams")
    jax_eager().write("jax_gpu_eager")
    jax_jit().write("jax_gpu_jit")


if __name__ == "__main__":
    main()

"""A made-up NeuronCore that runs tiles of an elementwise program.

Nothing here was measured.  A small model of engines, DMA and buffers gives
every instruction and packet a time, and the sums that a profile's summary
tells are taken from these rows, so that a file agrees with itself.

The model: one DMA system that moves one transfer at a time over 16 DMA
engines; engines that work in order; `buffers` tiles that fit on chip at once.
With one buffer a tile is loaded, worked on and stored before the next one
comes; with more, DMA and engines work at the same time.
"""

import hashlib
import json
from dataclasses import dataclass, field

# Trainium2 with two physical cores in a logical one: a quarter of the chip's
# 2.9 TB/s of HBM, of which 16 DMA engines reach less than half.
HBM_BYTES_PER_S = 2_900_000_000_000 // 4
DMA_ENGINES = 16
DMA_BYTES_PER_S = 320_000_000_000
CLOCK_GHZ = 1.2
# What an instruction takes beside its elements, in cycles.
OVERHEAD_CYCLES = 64
PARTITIONS = 128

ENGINES = ("Tensor", "Vector", "Scalar", "GpSimd", "Sync")
START_UP_NS = 2_600
TEAR_DOWN_NS = 1_100
SET_UP = ("WRITE", "DRAIN", "NOTIFY")


def engine_ns(elements: int) -> int:
    """Time for so many elements in each partition, one a cycle."""
    return round((elements + OVERHEAD_CYCLES) / CLOCK_GHZ)


def dma_ns(size: int) -> int:
    return max(60, round(size / DMA_BYTES_PER_S * 1e9))


@dataclass(frozen=True)
class Step:
    """What an engine does for each tile."""

    engine: str
    opcode: str
    elements: int
    hlo: str
    op_type: str
    activation: str = ""

    @property
    def ns(self) -> int:
        return engine_ns(self.elements)


@dataclass(frozen=True)
class Program:
    """A NEFF: tiles of this size are loaded, worked on and stored."""

    name: str
    key: str
    tiles: int
    load_bytes: int
    store_bytes: int
    steps: tuple
    buffers: int
    # Bytes of a weight row that is loaded once and spread over partitions.
    weight_bytes: int = 0
    inputs: tuple = ()
    outputs: tuple = ()

    @property
    def hash(self) -> str:
        return self.key.rsplit(":", 1)[1]


def cache_key(name: str, *tensors: str) -> str:
    text = f"{name}--" + "_".join(tensors)
    digest = hashlib.sha256(f"synthetic {text}".encode()).hexdigest()[:32]
    return f"{text}:{digest}"


@dataclass
class Run:
    """One execution, row by row; times in ns from its start."""

    program: Program
    instructions: list = field(default_factory=list)
    transfers: list = field(default_factory=list)
    packets: list = field(default_factory=list)
    semaphores: list = field(default_factory=list)
    pending: list = field(default_factory=list)
    total_ns: int = 0

    def __post_init__(self):
        self._free = dict.fromkeys(ENGINES, START_UP_NS)
        self._dma_free = START_UP_NS
        self._ids = 0
        self._play()

    # Ids do not fit a double, as real ones do not.
    def _id(self) -> int:
        self._ids += 1
        seed = hashlib.sha256(f"{self.program.key} {self._ids}".encode()).digest()
        return int.from_bytes(seed[:8], "big") >> 1 | 1 << 61

    def _set_up(self):
        for place, engine in enumerate(ENGINES):
            at = 100 + 40 * place
            for opcode in SET_UP:
                took = 24 + 6 * place
                self._instruction(engine, opcode, at, took)
                at += took + 30
            self._instruction(engine, "EVENT_SEMAPHORE", at, START_UP_NS - at - 10)
        fetch = {"queue": "qInstr", "kind": "instruction", "read": 16384, "variable": "unknown"}
        self._packets(fetch, 150, dma_ns(16384 * DMA_ENGINES) // 2, 4, None)

    def _instruction(self, engine, opcode, start, took, step=None, after=(), **more):
        row = {
            "engine": engine, "opcode": opcode, "start": start, "took": took,
            "wait": 0, "step": step, "after": [x for x in after if x], "id": self._id(), **more,
        }
        self.instructions.append(row)
        return row

    def _work(self, engine, opcode, took, ready, step=None, after=(), **more):
        """Runs on an engine once it is free and its inputs are ready."""
        free = self._free[engine]
        start = max(free, ready)
        row = self._instruction(engine, opcode, start, took, step, after, **more)
        row["wait"] = start - free
        self._free[engine] = start + took
        return row

    def _packets(self, what, start, took, count, transfer):
        for at in range(count):
            # Engines begin one after the other and end within the transfer.
            lag = at * 6 if took > 400 else 0
            self.packets.append({
                **what, "start": start + lag, "took": max(20, took - lag), "engine": at,
                "size": what["read"] // count, "transfer": transfer, "place": at, "id": self._id(),
            })

    def _dma(self, queue, variable, size, ready, is_load):
        trigger = self._work("Sync", "DMA_DIRECT2D", 52, max(START_UP_NS, ready - 52), hbm=(size, is_load))
        start = max(self._dma_free, trigger["start"] + trigger["took"])
        took = dma_ns(size)
        self._dma_free = start + took
        what = {"queue": queue, "kind": "data", "read": size, "variable": variable, "is_load": is_load}
        transfer = {**what, "start": start, "took": took, "id": self._id(), "trigger": trigger["start"]}
        self.transfers.append(transfer)
        count = DMA_ENGINES if size >= 512 * DMA_ENGINES else 1
        self._packets(what, start, took, count, transfer["id"])
        self.pending += [(start, +1), (start + took, -1)]
        trigger["trigger"] = start
        return start, start + took, trigger

    def _spread_weight(self):
        """A row times a column of ones: every partition gets the row."""
        program = self.program
        _, ready, cause = self._dma("qSyncIOParam0", "weight", program.weight_bytes, START_UP_NS, True)
        ones = self._work("GpSimd", "MEMSET", engine_ns(1), START_UP_NS)
        load = self._work("Tensor", "LDWEIGHTS", 64, max(ready, ones["start"] + ones["took"]),
                          after=(ones["id"], cause["id"]))
        columns = program.weight_bytes // 2
        last = ready
        for _ in range(max(1, columns // 512)):
            matmul = self._work("Tensor", "MATMUL", engine_ns(512) // 2, 0, after=(load["id"],),
                                elements=PARTITIONS * 512)
            done = matmul["start"] + matmul["took"]
            copy = self._work("Scalar", "ACTIVATE", engine_ns(512), done, after=(matmul["id"],),
                              activation="COPY")
            last = copy["start"] + copy["took"]
        return last

    def _play(self):
        program = self.program
        self._set_up()
        weight_ready = self._spread_weight() if program.weight_bytes else START_UP_NS
        stored = []  # end of each tile's store
        waiting = []  # tiles that are worked on: (ready, tile, id of the last instruction)
        next_load = 0
        while len(stored) < program.tiles:
            room = next_load < program.tiles and next_load - len(stored) < program.buffers
            load_ready = START_UP_NS
            if room and next_load >= program.buffers:
                load_ready = stored[next_load - program.buffers]
            if room and (not waiting or max(load_ready, self._dma_free) < waiting[0][0]):
                _, ready, cause = self._dma("qSyncIO0", "x", program.load_bytes, load_ready, True)
                before = cause["id"]
                for step in program.steps:
                    needs = max(ready, weight_ready) if "weight" in step.hlo else ready
                    row = self._work(step.engine, step.opcode, step.ns, needs, step, (before,))
                    ready, before = row["start"] + row["took"], row["id"]
                    self.semaphores.append((ready, ENGINES.index(step.engine), next_load + 1))
                waiting.append((ready, next_load, before))
                next_load += 1
            else:
                ready, _, before = waiting.pop(0)
                _, end, trigger = self._dma("qSyncIO1", "y", program.store_bytes, ready, False)
                trigger["after"].append(before)
                stored.append(end)
        end = max([stored[-1], *self._free.values()])
        for place, engine in enumerate(ENGINES):
            self._instruction(engine, "EVENT_SEMAPHORE", self._free[engine], end + 40 - self._free[engine])
            self._instruction(engine, "EVENT_SEMAPHORE_RANGE_CLEAR", end + 60 + 12 * place, 210)
        self.total_ns = end + TEAR_DOWN_NS
        self._instruction("Sync", "NOTIFY", self.total_ns - 12, 12)


def union_ns(spans) -> int:
    """Time that any of these spans covers."""
    total, until = 0, -1
    for start, end in sorted(spans):
        total += max(0, end - max(start, until))
        until = max(until, end)
    return total


def merged(spans):
    found = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1][1] = max(found[-1][1], end)
        else:
            found.append([start, end])
    return found


def spans(run: Run, engine=None):
    return [(r["start"], r["start"] + r["took"]) for r in run.instructions
            if r["opcode"] != "EVENT_SEMAPHORE" and engine in (None, r["engine"])]


def facts(run: Run) -> dict:
    """What a run adds up to, for the summary and for tests."""
    packets = [(p["start"], p["start"] + p["took"]) for p in run.packets]
    compute = spans(run)
    active = union_ns(compute + packets)
    engines = union_ns(compute)
    return {
        "total_ns": run.total_ns,
        "engines_ns": engines,
        "dma_ns": union_ns(packets),
        "dma_alone_ns": active - engines,
        "waiting_ns": run.total_ns - active,
        "hbm_read_bytes": sum(t["read"] for t in run.transfers if t["is_load"]),
        "hbm_write_bytes": sum(t["read"] for t in run.transfers if not t["is_load"]),
        "instructions": len(run.instructions),
        "packets": len(run.packets),
        **{f"{e.lower()}_ns": union_ns(spans(run, e)) for e in ENGINES},
    }


def instruction_row(run: Run, at: int, row: dict) -> dict:
    step, label = row["step"], row["engine"]
    if row["opcode"] == "MATMUL":
        label = "TensorMatrix"
    found = {
        "timestamp": row["start"], "duration": row["took"], "evt_wait_time": row["wait"], "id": row["id"],
        "label": label, "subgroup": row["engine"], "opcode": row["opcode"], "operands": " ", "pc": at,
        "subgraph": "sg00", "fully_qualified_subgraph": "/sg00", "crc_in": 65535, "crc_out": 65535,
        "instruction_type": "", "hlo_name": "", "layer": "", "hlo_attrs": "", "bir_id": "", "raw_bir_id": 0,
        "bir_instruction_name": "", "penguin_id": "", "raw_penguin_id": 0,
        "activation_fn": row.get("activation", ""),
    }
    if step:
        place = run.program.steps.index(step) + 1
        name = step.hlo.split(" ", 1)[0].lstrip("%")
        found |= {
            "hlo_name": step.hlo, "layer": f"{step.op_type}_{name}", "activation_fn": step.activation,
            "hlo_attrs": json.dumps([{"op_type": step.op_type, "source_file": "rmsnorm.py",
                                      "source_line": str(20 + place)}], separators=(",", ":")),
            "raw_framework_id": [place], "raw_hlo_id": place, "raw_penguin_id": place,
            "penguin_id": f"sg0000:{place}", "raw_bir_id": place, "bir_id": f"sg0000:{place}",
            "bir_instruction_name": f"I-{place}-0", "sbuf_read_bytes": PARTITIONS * step.elements * 2,
            "sbuf_write_bytes": PARTITIONS * step.elements * 2,
        }
    if "elements" in row:
        found |= {"elements": row["elements"], "instruction_type": "REGULAR"}
    if "hbm" in row:
        size, is_load = row["hbm"]
        found["hbm_read_bytes" if is_load else "hbm_write_bytes"] = size
    if "trigger" in row:
        found["trigger"] = row["trigger"]
    if row["after"]:
        found["predecessors"] = [{"id": x, "type": "FLOW_DEPENDENCE"} for x in row["after"]]
    return found


def dma_rows(run: Run) -> list:
    found = []
    for t in run.transfers:
        kind = "weight" if t["variable"] == "weight" else "input" if t["is_load"] else "output"
        found.append({
            "aggregated": "yes", "id": t["id"], "timestamp": t["start"], "duration": t["took"],
            "subgroup": t["queue"], "dma_engine": "0", "dma_queue": "1", "queue_type": "data", "op": "copy",
            "block_id": 0, "variable": t["variable"], "subgraph": "sg00", "is_cc_dma": "no",
            "source": [[kind.upper() if t["is_load"] else "SB"]], "dest": ["SB" if t["is_load"] else kind.upper()],
            "read_size": t["read"], "write_size": t["read"], "transfer_size": t["read"],
            "transfer_rate": round(t["read"] / t["took"] * 1e9), "trigger": t["trigger"], "duplicate": "no",
            "crc": 1, "semaphore_id": "-1",
        })
    for p in run.packets:
        found.append({
            "aggregated": "no", "id": p["id"], "packet_aggregation_id": p["transfer"] or 1, "packet_idx": p["place"],
            "timestamp": p["start"], "duration": p["took"], "subgroup": f"{p['queue']}-E{p['engine']}",
            "dma_engine": str(p["engine"]), "dma_queue": "14" if p["kind"] == "instruction" else "1",
            "queue_type": p["kind"], "op": "", "variable": p["variable"], "subgraph": "sg00", "is_cc_dma": "no",
            "source": [["unknown"]], "dest": ["unknown"], "read_size": p["size"], "write_size": p["size"],
            "transfer_size": p["size"], "transfer_rate": round(p["size"] / p["took"] * 1e9), "duplicate": "no",
            "crc": 1, "semaphore_id": "-1",
        })
    return sorted(found, key=lambda row: (row["timestamp"], row["id"]))


def summary(run: Run) -> dict:
    found, program = facts(run), run.program
    total = run.total_ns
    moved = found["hbm_read_bytes"] + found["hbm_write_bytes"]
    inputs, outputs = sum(t[2] for t in program.inputs), sum(t[2] for t in program.outputs)
    flops = 2 * sum(r.get("elements", 0) for r in run.instructions)
    rows = {
        "total_time": total * 1e-9, "total_active_time": (total - found["waiting_ns"]) * 1e-9,
        "total_active_time_percent": (total - found["waiting_ns"]) / total,
        "dma_active_time": found["dma_ns"] * 1e-9, "dma_active_time_percent": found["dma_ns"] / total,
        "static_dma_packet_count": found["packets"], "dma_transfer_count": len(run.transfers),
        "hbm_read_bytes": found["hbm_read_bytes"], "hbm_write_bytes": found["hbm_write_bytes"],
        "spill_save_bytes": 0, "spill_reload_bytes": 0,
        "inputs_outputs_weights_size_bytes": inputs + outputs, "inputs_and_weights_size_bytes": inputs,
        "weight_size_bytes": program.weight_bytes, "mbu_estimated_percent": moved / (total * 1e-9 * HBM_BYTES_PER_S),
        "hardware_flops": flops, "transpose_flops": 0, "model_flops": 0,
        "matmul_instruction_count": sum(r["opcode"] == "MATMUL" for r in run.instructions),
        "neuroncore_cycle_count": round(total * CLOCK_GHZ), "nc_idx": 0, "nd_idx": 0,
        "instance_type": "trn2.48xlarge (synthetic)",
    }
    for engine in ENGINES:
        own = [r for r in run.instructions if r["engine"] == engine]
        name, active = engine.lower(), found[f"{engine.lower()}_ns"]
        rows |= {
            f"{name}_engine_active_time": active * 1e-9, f"{name}_engine_active_time_percent": active / total,
            f"{name}_engine_instruction_time":
                sum(r["took"] for r in own if r["opcode"] != "EVENT_SEMAPHORE") * 1e-9,
            f"{name}_engine_instruction_count": len(own),
        }
    return rows


GROUPS = {"total": "overall_stats", "dma": "data_movement", "hbm": "data_movement", "tensor": "tensor_engine",
          "vector": "vector_engine", "scalar": "scalar_engine", "gpsimd": "gpsimd_engine", "sync": "sync_engine"}


def device_json(run: Run) -> dict:
    """All sections of a device profile, data version 8."""
    program, total = run.program, run.total_ns
    values = summary(run)
    level, pending = 0, []
    for time, change in sorted(run.pending):
        level += change
        pending.append({"timestamp": time, "value": level, "subgraph": "sg00"})
    layers = []
    for step in program.steps:
        own = [(r["start"], r["start"] + r["took"]) for r in run.instructions if r["step"] == step]
        name = f"{step.op_type}_{step.hlo.split(' ', 1)[0].lstrip('%')}"
        start, end = min(s for s, _ in own), max(e for _, e in own)
        layers.append({
            "name": f"/sg00/{name}", "fully_qualified_subgraph": "/sg00", "start": start, "end": end,
            "duration": end - start, f"{step.engine.lower()}_engine_active_time": union_ns(own),
            f"{step.engine.lower()}_engine_active_percent": union_ns(own) / (end - start),
            f"{step.engine.lower()}_engine_instruction_count": len(own),
        })
    nodes = [{"variable_name": name, "type": role, "format": "NC", "shape": shape, "size": str(size), "sg_name": ""}
             for role, tensors in (("IN", program.inputs), ("OUT", program.outputs))
             for name, shape, size in tensors]
    return {
        "profile_info": [{"profile_name": program.name, "neff_name": f"neff_{program.hash}.neff",
                          "ntff_filename": f"{program.hash}_instid_0_vnc_0.ntff", "profile_type": "normal",
                          "profiler_version": "synthetic"}],
        "metadata": [{"synthetic": True, "data_version": 8, "first_hw_timestamp": 0, "last_hw_timestamp": total,
                      "ticks_per_nanosec": 1000, "pe_clock_freq": 2.4, "pe_clock_others": CLOCK_GHZ,
                      "pe_num_rows": 128, "pe_num_cols": 128, "num_physical_cores": 2, "num_subgraphs": 1,
                      "vnc_enabled": True, "hbm_ddr_bandwidth": HBM_BYTES_PER_S,
                      "dma_ddr_bandwidth": 435_000_000_000, "is_simulation": True}],
        "neff_header": [{"hash": program.hash, "network_name": f"{program.name}.neff", "major_version": "2",
                         "minor_version": "0", "number_of_neuroncores_per_lnc": "2"}],
        "model_info": [{"sg_name": "sg00", "nc_idx": 0, "nd_idx": 0, "dma_queue_count": 4,
                        "neuroncore_cycle_count": round(total * CLOCK_GHZ)}],
        "summary": [values],
        "summary_groups": [{key: GROUPS.get(key.split("_")[0], "overall_stats") for key in values}],
        "summary_group_order": [{group: at for at, group in enumerate(dict.fromkeys(GROUPS.values()))}],
        "terminology": [{"total_time": "Made up by a model, as all of this file: nothing was measured."}],
        "warnings": [{"category": "Synthetic", "message": "This profile was made up by a script. Nothing was measured."}],
        "layer_summary": layers,
        "active_time": [{"engine": e.lower(), "subgraph": "sg00", "pcore_idx": 0, "start_ts": s, "end_ts": t,
                         "duration_ns": t - s} for e in ENGINES for s, t in merged(spans(run, e))],
        "dma_queues_info": [{"q_name": q, "q_type": k, "q_idx": i, "q_eng_idx": 0, "subgraph": "sg00"}
                            for i, (q, k) in enumerate((("qSyncIO0", "input"), ("qSyncIO1", "output"),
                                                        ("qSyncIOParam0", "weights"), ("qInstr", "instruction")))],
        "pending_dma": pending,
        "semaphore_update": [{"id": str(2 + e), "timestamp": t, "value": v, "subgraph": "sg00"}
                             for t, e, v in sorted(run.semaphores)],
        "neff_node": nodes,
        "nc_mem_usage": [{"usage_type": "Tensors", "amount_bytes": sum(t[2] for t in program.inputs + program.outputs),
                          "nc": 0, "nd": 0}],
        "instruction": [instruction_row(run, at, row)
                        for at, row in enumerate(sorted(run.instructions, key=lambda r: (r["start"], r["id"])))],
        "dma": dma_rows(run),
    }

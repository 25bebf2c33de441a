#!/usr/bin/env python3
"""Makes the Parquet sets of these tests: one made-up profile in the schema that
Neuron Explorer documents for its tables.

Nothing here was recorded. No set of a real profile was at hand; the rows are
those of `../e2e/tests/neuron/device.json`, which is made up too, under the
names and types of the schema.

    pip install pyarrow
    python3 tests/neuron/make_parquet.py

Writes beside itself, into `parquet/`:

* `profile.json`: the same rows as a device profile, for comparison;
* `csv/`: its event tables as Explorer exports them from a visible range;
* `v7/`: schema 7.4.0, plain types, snappy, large tables split;
* `v12/`: schema 12.0.1 with every liberty that the schema or Parquet allows:
  other widths, decimals, numbers as text, unsigned ids, dictionaries, nested
  lists, nulls, further and missing columns, several codecs and page versions,
  several row groups, shares in percent;
* `system/`: the tables of a system profile;
* `odd/`: files that must end in a plain sentence.
"""

import csv
import decimal
import json
import pathlib
import shutil

import pyarrow as pa
import pyarrow.parquet as pq

HERE = pathlib.Path(__file__).parent
OUT = HERE / "parquet"
SOURCE = HERE / "../e2e/tests/neuron/device.json"

I32, I64, F32, F64, STR, BOOL = pa.int32(), pa.int64(), pa.float32(), pa.float64(), pa.string(), pa.bool_()


def profile():
    """The made-up device profile, with a transfer around each run of packets."""
    sections = json.loads(SOURCE.read_text())
    transfers, packets = [], sections["dma"]
    for packet in packets:
        queue = packet["subgroup"].split("-")[0]
        last = transfers[-1] if transfers else None
        if not last or (last["subgroup"], last["variable"]) != (queue, packet["variable"]):
            last = dict(packet, aggregated="yes", subgroup=queue, id=5200000000000000001 + 2 * len(transfers))
            for key in ("packet_idx", "crc", "dma_engine", "dma_queue"):
                last.pop(key)
            last.update(read_size=0, write_size=0, transfer_size=0)
            transfers.append(last)
        end = packet["timestamp"] + packet["duration"]
        last["duration"] = max(last["duration"], end - last["timestamp"])
        for key in ("read_size", "write_size", "transfer_size"):
            last[key] += packet[key]
        last["transfer_rate"] = last["transfer_size"] * 1_000_000_000 // last["duration"]
        packet["packet_aggregation_id"] = last["id"]
    sections["dma"] = transfers + packets
    sections["metadata"][0]["instance_type"] = "made-up.2xlarge"
    return sections


def or_none(value):
    return None if value in ("", [], " ") else value


def times(row):
    return {"start_ts": row["timestamp"], "end_ts": row["timestamp"] + row["duration"], "duration_ns": row["duration"]}


def instruction(row):
    texts = ("opcode", "operands", "penguin_id", "bir_id", "hlo_attrs", "hlo_name", "layer")
    numbers = ("id", "pc", "raw_hlo_id", "raw_penguin_id", "raw_bir_id")
    read = ("hbm_read_bytes", "hbm_write_bytes", "sbuf_read_bytes", "sbuf_write_bytes", "psum_read_bytes", "psum_write_bytes")
    out = times(row) | {
        "engine": row["subgroup"].lower(),
        "timeline_track": row["label"],
        "pcore_idx": 0,
        "evt_wait_time_ns": row["evt_wait_time"],
        "bir_instruction_name": or_none(row.get("bir_instruction_name")),
        "raw_framework_id": (row.get("raw_framework_id") or [None])[0],
        "tensor_instruction_type": or_none(row.get("instruction_type")),
        "tensor_elements": row.get("elements"),
        "scalar_activation_fn": or_none(row.get("activation_fn")),
        "performance_mode": None,
        "stack_frame_ids": None,
    }
    return out | {key: or_none(row.get(key)) for key in texts} | {key: row.get(key) for key in numbers + read}


def dma(row, is_transfer):
    names = lambda places: "[" + ", ".join(sum((p if isinstance(p, list) else [p] for p in places), [])) + "]"
    out = times(row) | {
        "id": row["id"],
        "pcore_idx": 0,
        "queue_name": row["subgroup"],
        "queue_idx": 0,
        "queue_type": row["queue_type"],
        "variable": row["variable"],
        "read_bytes": row["read_size"],
        "write_bytes": row["write_size"],
        "transfer_bytes": row["transfer_size"],
        "throughput": float(row["transfer_rate"]),
    }
    if is_transfer:
        return out | {
            "block_id": 0,
            "op": row["op"],
            "source": names(row["source"]),
            "dest": names(row["dest"]),
            "semaphore_id": row["semaphore_id"],
            "is_transpose_mode": False,
        }
    return out | {
        "engine_idx": int(row["dma_engine"]),
        "packet_idx": row["packet_idx"],
        "packet_aggregation_id": row["packet_aggregation_id"],
        "crc": row["crc"],
    }


def tables(sections, version):
    """Rows by table, in the names of the schema."""
    flows = [
        {"in_id": before["id"], "out_id": row["id"], "in_table": "instruction", "out_table": "instruction",
         "dependency_type": before["type"], "gap_time": 0}
        for row in sections["instruction"] for before in row.get("predecessors", [])
    ]
    flows.append({"in_id": 1, "out_id": 2, "in_table": "instruction", "out_table": "dma_block",
                  "dependency_type": "FLOW_DEPENDENCE", "gap_time": 7})
    metadata = sections["metadata"][0]
    summary = {key: value for key, value in sections["summary"][0].items() if key not in ("runtime_version", "throttle_active_nc0_time_ns")}
    spans = [row for row in sections["instruction"] if row.get("raw_hlo_id")]
    usage = sections["instruction_usage"][0]
    return {
        "Instruction": [instruction(row) for row in sections["instruction"]],
        "DmaPacketAggregated": [dma(row, True) for row in sections["dma"] if row["aggregated"] == "yes"],
        "DmaPacket": [dma(row, False) for row in sections["dma"] if row["aggregated"] == "no"],
        "ActiveTime": sections["active_time"],
        "Flow": flows,
        "PendingDma": [dict(row, pcore_idx=0) for row in sections["pending_dma"]],
        "SemaphoreUpdate": [dict(row, pcore_idx=0, update_source="Tensor") for row in sections["semaphore_update"]],
        "DmaQueuesInfo": [
            {"name": row["q_name"], "type": row["q_type"], "pcore_idx": 0, "idx": row["q_idx"],
             "engine_idx": row["q_eng_idx"], "axi_port": row["q_axi_port"], "dram_channel": row["q_dram_channel"]}
            for row in sections["dma_queues_info"]
        ],
        "DmaUsage": [{"timestamp": 3100 + 100 * i, "current_throughput": 2.5e9 * i, "total_transfer_bytes": 1024 * i, "pcore_idx": 0} for i in range(4)],
        "HbmUsage": [{"timestamp": 3100 + 100 * i, "current_throughput": 1.5e9 * i, "total_transfer_bytes": 512 * i, "pcore_idx": 0} for i in range(4)],
        "HbmUsageSummaryByType": [{"neuron_device_idx": 0, "neuroncore_idx": 1, "usage_type": "Weights", "usage_bytes": 1024}],
        "SbufUsage": [
            {"timestamp": usage["timestamp"], "avg_util_percent": usage["usage_avg"], "pcore_idx": 0}
            | {f"partition_{i}_util_percent": usage[f"partition_{i}_usage"] for i in (0, 32, 64, 96)}
        ],
        "PsumUsage": [{"timestamp": 5200, "avg_util_percent": 0.05, "bank_0_util_percent": 0.4, "pcore_idx": 0}],
        "Throttle": [
            {"duration": row["duration"], "k": row["k"], "n": row["n"], "timestamp": row["timestamp"],
             "type": f"activity_{row['type']}", "pcore_idx": 0}
            for row in sections["ham"]
        ],
        "TensorInfo": [
            {"variable_name": row["variable_name"], "type": row["type"], "format": row["format"], "shape": row["shape"],
             "size": int(row["size"]), "node": 0, "pcore_idx": 0}
            | {key: row.get(key) for key in ("load_to_sbuf_avg_size_bytes", "load_to_sbuf_total_size_bytes", "load_to_sbuf_dma_count")}
            | {"load_to_sbuf_repeat_factor": row.get("load_to_sbuf_repeat_factor")}
            for row in sections["neff_node"]
        ],
        "Metadata": [{
            "profile_schema_version": version,
            "ntff_version": metadata["ntff_version"],
            "num_physical_cores": metadata["num_physical_cores"],
            "vnc_enabled": False,
            "first_hw_timestamp": metadata["first_hw_timestamp"],
            "last_hw_timestamp": metadata["last_hw_timestamp"],
            "first_ts": "1970-01-01 00:00:00+00:00",
            "last_ts": "1970-01-01 00:00:00.0000098+00:00",
            "dma_ddr_bandwidth": float(metadata["dma_ddr_bandwidth"]),
            "hbm_ddr_bandwidth": float(metadata["hbm_ddr_bandwidth"]),
            "tensor_engine_num_rows": metadata["pe_num_rows"],
            "tensor_engine_num_cols": metadata["pe_num_cols"],
            "tensor_engine_clock_freq": metadata["pe_clock_freq"],
            "neuroncore_clock_freq": metadata["pe_clock_others"],
            "ticks_per_nanosec": metadata["ticks_per_nanosec"],
            "instance_type": metadata["instance_type"],
            "runtime_version": "2.31.0",
            "profile_name": "made up",
            "is_simulation": False,
        }],
        "NeffHeader": [{"network_name": "made_up.neff", "header_size": 1024, "major_version": 1, "neuroncore_count": 1}],
        "Summary": [summary],
        "Warning": sections["warnings"],
        "OpcodeSummary": [{"engine": "tensor", "opcode": "MATMUL", "instruction_count": 2, "instruction_time_ns": 900,
                           "active_time_ns": 800, "active_time_percent": 0.08}],
        "ExecutionInfo": [{"execution_index": 0, "neff_name": "made_up.neff", "execution_start_ts": 0,
                           "execution_end_ts": 9800, "num_subgraphs": 1, "row_count": 60}],
        "HloInstruction": [
            {"id": row["id"], "raw_hlo_id": row["raw_hlo_id"], "hlo_name": row["hlo_name"], "start_ts": row["timestamp"],
             "end_ts": row["timestamp"] + row["duration"], "time_intervals": f"[[{row['timestamp']}, {row['timestamp'] + row['duration']}]]",
             "element_count_per_interval": [row.get("elements", 0)], "transpose_element_count_per_interval": [],
             "hbm_transfer_size_per_interval": [row.get("hbm_read_bytes", 0), None]}
            for row in spans
        ],
        "CcInstruction": [{"start_ts": 100, "end_ts": 400, "duration_ns": 300, "core_idx": 8, "description": "DMA_ADVANCE"}],
        "Error": [{"description": "DMA2D OOB", "error_type_id": 4, "timestamp": 6000, "type": "Errors", "pcore_idx": 0}],
        "SchemaFields": [
            {"table_name": "Summary", "table_description": "Metrics.", "field_name": "total_time",
             "field_description": "Made up: how long the run took.", "field_type": "number", "field_required": False},
            {"table_name": "Instruction", "table_description": "Instructions.", "field_name": "opcode",
             "field_description": "Made up: what it does.", "field_type": "string", "field_required": True},
        ],
    }


PLAIN_TYPES = {int: I64, float: F64, str: STR, bool: BOOL, list: pa.list_(I64)}


def plain(rows):
    """A table with the schema's own types."""
    columns = {}
    for key in dict.fromkeys(key for row in rows for key in row):
        values = [row.get(key) for row in rows]
        kinds = {type(value) for value in values if value is not None}
        kind = F64 if kinds == {int, float} else PLAIN_TYPES[kinds.pop()] if kinds else STR
        columns[key] = pa.array(values, kind)
    return pa.table(columns)


def write(table, path, **options):
    path.parent.mkdir(parents=True, exist_ok=True)
    options = {"store_schema": False, "write_statistics": False} | options
    pq.write_table(table, path, **options)


def write_v7(all_tables):
    for name, rows in all_tables.items():
        table = plain(rows)
        parts = {"Instruction": 2, "DmaPacket": 3}.get(name, 1)
        size = -(-len(rows) // parts)
        for part in range(parts):
            file = f"{name}_{part}.parquet" if parts > 1 else f"{name}.parquet"
            write(table.slice(part * size, size), OUT / "v7" / file, compression="snappy")


def recast(table, column, kind):
    at = table.column_names.index(column)
    values = [None if value is None else convert(value, kind) for value in table[column].to_pylist()]
    return table.set_column(at, column, pa.array(values, kind))


def convert(value, kind):
    if pa.types.is_decimal(kind):
        return decimal.Decimal(str(value))
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        return str(value)
    if pa.types.is_floating(kind):
        return float(value)
    return value if pa.types.is_temporal(kind) else int(value)


def write_v12(all_tables):
    casts = {
        "Instruction": {
            "start_ts": pa.decimal128(20, 0), "end_ts": pa.timestamp("ns"), "duration_ns": I32, "id": pa.uint64(),
            "evt_wait_time_ns": pa.decimal128(12, 2), "pc": STR, "raw_hlo_id": pa.uint32(), "tensor_elements": F64,
            "pcore_idx": pa.int8(), "hlo_name": pa.large_string(), "hbm_read_bytes": STR,
        },
        "DmaPacket": {"start_ts": STR, "transfer_bytes": F32, "engine_idx": STR, "id": pa.uint64(), "crc": pa.uint16()},
        "DmaPacketAggregated": {"throughput": F32, "read_bytes": pa.decimal128(38, 3), "queue_idx": I32},
        "ActiveTime": {"start_ts": I32, "end_ts": pa.uint32(), "duration_ns": STR},
        "TensorInfo": {"size": STR, "load_to_sbuf_repeat_factor": pa.decimal128(5, 2)},
        "Metadata": {"tensor_engine_num_rows": STR, "hbm_ddr_bandwidth": F32, "num_physical_cores": pa.int8()},
        "SemaphoreUpdate": {"id": I32, "value": pa.int16()},
    }
    codecs = ["zstd", "none", "gzip", "lz4", "snappy"]
    for at, (name, rows) in enumerate(all_tables.items()):
        table = plain(rows)
        for column, kind in casts.get(name, {}).items():
            table = recast(table, column, kind)
        if name == "Instruction":
            table = table.drop_columns(["timeline_track", "end_ts"])
            tags = pa.array([None if i % 3 == 0 else [{"key": "n", "values": list(range(i % 3))}] for i in range(len(table))],
                            pa.list_(pa.struct([("key", STR), ("values", pa.list_(I32))])))
            notes = pa.array([[("a", 1), ("b", None)] if i % 2 else [] for i in range(len(table))], pa.map_(STR, I32))
            table = table.append_column("tags", tags).append_column("notes", notes)
        if name in ("SbufUsage", "PsumUsage"):
            for column in [c for c in table.column_names if c.endswith("_percent")]:
                at_column = table.column_names.index(column)
                table = table.set_column(at_column, column, pa.array([value * 100 for value in table[column].to_pylist()], F32))
        codec = "zstd" if name in ("Instruction", "DmaPacket") else codecs[at % len(codecs)]
        encodings = {}
        if name == "DmaPacket":
            encodings = {"use_dictionary": False, "column_encoding": {
                "id": "DELTA_BINARY_PACKED", "duration_ns": "DELTA_BINARY_PACKED", "variable": "DELTA_BYTE_ARRAY",
                "queue_name": "DELTA_LENGTH_BYTE_ARRAY", "throughput": "BYTE_STREAM_SPLIT"}}
        write(table, OUT / "v12" / f"{name}.parquet", compression=codec, row_group_size=5,
              data_page_version="2.0" if at % 2 == 0 else "1.0", version="2.6", **encodings)
    write(pa.table({"when": pa.array([1, 2], I64), "what": pa.array(["new", None])}), OUT / "v12/BrandNew.parquet", compression="zstd")


def write_system():
    start = 1_766_072_156_000_000_000
    events = [
        {"id": 9007199254740993, "name": "nrt_execute", "start_ts": start + 123, "end_ts": start + 1123, "duration_ns": 1000,
         "trace_event_source": "neuron_rt", "instance_id": "i-1", "process_id": 7, "thread_id": 8, "nc_idx": 0,
         "flow_id": ["9007199254740993"], "worker_gid": None},
        {"id": 9007199254740994, "name": "kbl_exec_wait", "start_ts": start + 223, "end_ts": start + 723, "duration_ns": 500,
         "trace_event_source": "neuron_rt", "instance_id": "i-1", "process_id": 7, "thread_id": 8, "nc_idx": 0,
         "flow_id": None, "worker_gid": None},
        {"id": 9007199254740995, "name": "nc_exec_running", "start_ts": start + 300, "end_ts": start + 700, "duration_ns": 400,
         "trace_event_source": "neuron_hw", "instance_id": "i-1", "process_id": 7, "thread_id": 0, "nc_idx": 0,
         "pcore_idx": 4, "flow_id": ["9007199254740993"], "worker_gid": None},
    ]
    flows = pa.array([row.pop("flow_id") for row in events], pa.list_(STR))
    write(plain(events).append_column("flow_id", flows), OUT / "system/SystemProfileEvents_0.parquet", compression="zstd")
    write(plain([{"timestamp": start + 100, "util_percent": 12.5, "cpu_id": "average", "instance_id": "i-1"}]), OUT / "system/CpuUsage.parquet")
    write(plain([{"timestamp": start + 100, "used_bytes": 5, "used_percent": 0.5, "instance_id": "i-1"}]), OUT / "system/HostMemUsage.parquet")
    write(plain([{"first_ts_ns": str(start), "last_ts_ns": str(start + 2000), "ntff_version": 6}]), OUT / "system/SystemProfileMetadata.parquet")


def write_csv(sections):
    rows = {
        "Instruction": [instruction(row) for row in sections["instruction"]],
        "DmaPacketAggregated": [dma(row, True) | {"timeline_track": row["subgroup"]} for row in sections["dma"] if row["aggregated"] == "yes"],
        "DmaPacket": [dma(row, False) | {"timeline_track": row["subgroup"]} for row in sections["dma"] if row["aggregated"] == "no"],
        "SemaphoreUpdate": [dict(row, timeline_track="Semaphore") for row in sections["semaphore_update"]],
    }
    for name, table in rows.items():
        path = OUT / "csv" / f"{name}.csv"
        path.parent.mkdir(parents=True, exist_ok=True)
        columns = ["timeline_track"] + [key for key in table[0] if key != "timeline_track"]
        with path.open("w", newline="") as file:
            out = csv.DictWriter(file, columns, lineterminator="\n")
            out.writeheader()
            out.writerows(table)


def write_odd():
    one = pa.table({"start_ts": pa.array([1, 2, 3], I64), "opcode": ["COPY"] * 3})
    write(one, OUT / "odd/brotli.parquet", compression="brotli")
    whole = OUT / "odd/whole.parquet"
    write(one, whole, compression="zstd")
    data = whole.read_bytes()
    (OUT / "odd/cut.parquet").write_bytes(data[: len(data) // 2])
    (OUT / "odd/encrypted.parquet").write_bytes(b"PARE" + data[4:-4] + b"PARE")
    # Every byte of the only page's data is another one.
    first = data.index(b"\x28\xb5\x2f\xfd")
    (OUT / "odd/damaged.parquet").write_bytes(data[:first] + bytes(255 - byte for byte in data[first:first + 20]) + data[first + 20:])
    whole.unlink()
    # More text than so few bytes may become.
    write(pa.table({"value": pa.array([7] * 10_000_000, I64)}), OUT / "odd/many_rows.parquet", compression="zstd")


def main():
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir()
    sections = profile()
    (OUT / "profile.json").write_text(json.dumps(sections) + "\n")
    write_csv(sections)
    write_v7(tables(sections, "7.4.0"))
    write_v12(tables(sections, "12.0.1"))
    write_system()
    write_odd()


main()

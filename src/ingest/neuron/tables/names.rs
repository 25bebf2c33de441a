//! Which section of a profile a table's rows belong to.

/// A table's place among the sections of device and system profiles.
pub struct Section {
    pub name: String,
    pub is_transfers: bool,
}

/// Tables by name, and the sections whose rows they hold. All others are
/// sections of their own.
const TABLES: &[(&str, &str)] = &[
    ("ActiveTime", "active_time"),
    ("CpuUsage", "cpu_util"),
    ("DmaPacket", "dma"),
    (TRANSFERS, "dma"),
    ("DmaQueuesInfo", "dma_queues_info"),
    ("HbmUsageSummaryByType", "nc_mem_usage"),
    ("HostMemUsage", "mem_usage"),
    ("Instruction", "instruction"),
    ("Metadata", "metadata"),
    ("NeffHeader", "neff_header"),
    ("PendingDma", "pending_dma"),
    ("SemaphoreUpdate", "semaphore_update"),
    ("Summary", "summary"),
    ("SystemProfileEvents", "trace_event"),
    ("SystemProfileHbmUsage", "device_mem_usage"),
    ("TensorInfo", "neff_node"),
    ("Throttle", "ham"),
    ("Warning", "warnings"),
];

const TRANSFERS: &str = "DmaPacketAggregated";

/// Tables of system profiles.
const SYSTEM: &[&str] = &[
    "CpuUsage",
    "DeviceProfileList",
    "HostMemUsage",
    "SystemProfileEvents",
    "SystemProfileHbmUsage",
    "SystemProfileMetadata",
];

/// By the name of the file; where that says nothing, by the columns.
pub fn section(file: &str, has: impl Fn(&str) -> bool) -> Section {
    let name = table_name(file);
    if let Some((_, section)) = TABLES.iter().find(|table| table.0 == name) {
        return Section { name: (*section).to_owned(), is_transfers: name == TRANSFERS };
    }
    let is_packets = has("packet_aggregation_id") || has("packet_idx");
    let is_transfers = !is_packets && has("transfer_bytes");
    let name = if is_one(&name) {
        &name
    } else if has("opcode") {
        "instruction"
    } else if is_packets || is_transfers {
        return Section { name: "dma".to_owned(), is_transfers };
    } else if has("id") && has("value") && has("timestamp") {
        "semaphore_update"
    } else if has("value") && has("timestamp") {
        "pending_dma"
    } else {
        &name
    };
    Section { name: name.to_owned(), is_transfers: false }
}

/// Whether a file is a table of a system profile.
pub fn is_of_system(file: &str) -> bool {
    SYSTEM.contains(&table_name(file).as_str())
}

/// Further tables by name, so that their columns are not taken for those of
/// others.
fn is_one(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "AssemblyInstruction",
        "BirInstruction",
        "CcInstruction",
        "CcOp",
        "CcStream",
        "CoreBarriers",
        "DmaUsage",
        "DmaUsageSummary",
        "Error",
        "ExecutionInfo",
        "Flow",
        "FrameworkInstruction",
        "FrameworkNode",
        "HbmUsage",
        "HloInstruction",
        "KernelInstructions",
        "KernelIterationVariables",
        "KernelStackFrames",
        "OpcodeSummary",
        "PenguinInstruction",
        "PsumUsage",
        "SbufAllocation",
        "SbufUsage",
        "SchemaFields",
        "StackFrame",
        "StackFrameFileLocation",
        "StackFrameFileName",
        "StackFrameFunctionName",
        "ThrottleSummary",
    ];
    NAMES.contains(&name)
}

/// The name of a file without its folders, its ending and the number of its
/// part.
fn table_name(file: &str) -> String {
    let name = file.rsplit(['/', '\\']).next().unwrap_or_default();
    let ending = |ending: &str| {
        let at = name.len().checked_sub(ending.len())?;
        name.get(at..)?.eq_ignore_ascii_case(ending).then(|| &name[..at])
    };
    let name = ending(".csv").or_else(|| ending(".parquet")).unwrap_or(name);
    let part = name.rsplit_once('_').filter(|(table, number)| {
        !table.is_empty() && !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    });
    part.map_or(name, |(table, _)| table).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_by_name_whichever_part_they_are() {
        let name = |file: &str| section(file, |_| false).name;
        assert_eq!(name("profiles/global/a@latest/Instruction_12.parquet"), "instruction");
        assert_eq!(name("BirInstruction_0.PARQUET"), "BirInstruction");
        assert_eq!(name("Summary.csv"), "summary");
        assert_eq!(name("my_table_x.csv"), "my_table_x");
        assert!(section("DmaPacketAggregated_1.csv", |_| false).is_transfers);
        assert!(is_of_system("a/CpuUsage_0.parquet") && !is_of_system("Instruction.parquet"));
    }

    #[test]
    fn files_with_other_names_are_told_by_their_columns() {
        let of = |columns: &[&str]| {
            let found = section("download (3).csv", |name| columns.contains(&name));
            (found.name, found.is_transfers)
        };
        assert_eq!(of(&["opcode", "id"]), ("instruction".to_owned(), false));
        assert_eq!(of(&["packet_idx", "transfer_bytes"]), ("dma".to_owned(), false));
        assert_eq!(of(&["transfer_bytes"]), ("dma".to_owned(), true));
        assert_eq!(of(&["value", "timestamp"]), ("pending_dma".to_owned(), false));
        assert_eq!(of(&["a"]).0, "download (3)");
    }
}

//! What a verdict has to be read with.

use serde::{Deserialize, Serialize};

/// Why a verdict is not clearer, or what to read with care.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Caveat {
    StacksOn {
        paths: Vec<u32>,
    },
    MemoryOn {
        paths: Vec<u32>,
    },
    ShapesDiffer {
        path: u32,
    },
    ShapesUnknown {
        paths: Vec<u32>,
    },
    OneInstance {
        paths: Vec<u32>,
    },
    FewInstances {
        paths: Vec<u32>,
    },
    OneRecording,
    /// The trace is a part of another, with fewer instances.
    Sample {
        path: u32,
        instances: u32,
        of: u32,
    },
    HostTimes,
    SmallRatio,
    OtherDevice {
        paths: Vec<u32>,
    },
    DeviceUnknown,
    GraphReplay {
        paths: Vec<u32>,
    },
    WarmUpLeftOut {
        path: u32,
        count: u32,
        longest_ns: i64,
    },
    OtherGroupsLeftOut {
        path: u32,
        count: u32,
    },
    CutLeftOut {
        path: u32,
        count: u32,
    },
    /// Many instances count for times though they did not run the rows shown.
    RowsDiffer {
        path: u32,
        count: u32,
    },
    /// Inputs are not known, but the first op works on more or less data.
    EntryDiffers {
        path: u32,
    },
    /// These are as good as the fastest: their intervals overlap its own.
    Tied {
        paths: Vec<u32>,
    },
    Orphans {
        path: u32,
        count: u64,
        total_ns: i64,
        /// Of them, work whose launch was before the recording began.
        launch_not_recorded: u64,
    },
    /// Run alone it would wait for the host.
    HostBoundAlone {
        path: u32,
        host_ns: i64,
        device_ns: i64,
    },
    FasterWithMoreKernels {
        path: u32,
    },
    /// The trace does not say the bytes: one piece of work does all of the
    /// region, so they are taken for the region's inputs and outputs.
    BytesInferred {
        paths: Vec<u32>,
    },
    DeviceAndNoDevice,
    /// The hardware limited itself: paths with the time.
    Throttled {
        times: Vec<(u32, i64)>,
    },
    /// DMA was not recorded in full, or does not say what it moves.
    DmaNotes {
        paths: Vec<u32>,
    },
    /// Of device profiles: one run says nothing of how the next would differ.
    OneRun {
        paths: Vec<u32>,
    },
    /// No instruction names the op that it comes from.
    NoNames {
        paths: Vec<u32>,
    },
    /// Something that must be the same for times to mean the same is not.
    NeuronFactDiffers {
        path: u32,
        fact: NeuronFact,
    },
    /// Device profiles of single NEFFs beside other traces.
    NeffAndTrace,
    /// They were made up, not recorded.
    Synthetic {
        paths: Vec<u32>,
    },
    /// Not all NEFFs of a path have a device profile that is open.
    NeffsUnjoined {
        path: u32,
        joined: u32,
        all: u32,
    },
    /// The profiled runs took another time than those of the trace.
    ProfiledRunDiffers {
        path: u32,
        ran_ns: i64,
        profiled_ns: i64,
    },
    /// The file ends in the middle.
    CutOff {
        paths: Vec<u32>,
    },
    /// Rows last much longer or shorter than the file says that the run did.
    TimesDisagree {
        path: u32,
        rows_ns: i64,
        told_ns: i64,
    },
    /// The file has no instructions, or no DMA.
    SectionsMissing {
        path: u32,
        instructions: bool,
        dma: bool,
    },
    /// A device profile does not name the tensors of its NEFF with their shapes.
    TensorsUnknown {
        paths: Vec<u32>,
    },
    /// A device profile does not say which chip it is of.
    ChipUnknown {
        paths: Vec<u32>,
    },
}

impl Caveat {
    /// A file does not hold all of the run, so that its times mean nothing.
    pub fn is_incomplete(&self) -> bool {
        matches!(self, Self::CutOff { .. } | Self::TimesDisagree { .. })
    }
}

/// Of a Neuron device profile: what times depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum NeuronFact {
    /// Physical cores within a logical one.
    Cores,
    Clock,
    /// Another NeuronCore of the machine.
    Core,
    DataVersion,
}

//! Reads what AWS Neuron's tools export: device profiles and system profiles
//! as JSON, summaries, tables, and what is inside a NEFF.
//!
//! A push parser in two halves, like that of trace events. While bytes come,
//! `sections` splits the text into rows, in whatever order the sections stand,
//! and `device` files each row by its section: times, ids and texts become
//! typed rows, and the row as written stays as args. When the text has ended,
//! `build` finds the unit of times, puts rows on cores and lanes, and joins
//! what depends on each other. Tables (`tables`) go the same way; events of a
//! system profile (`system`) are written as trace events.
//!
//! Nothing is lost: every row is drawn, kept as text, or counted in the
//! trace's health.
//!
//! Absent on purpose: raw profiles (NTFF, protobuf), whose layout is not
//! published; figures drawn from the rows (see `analysis`).

mod build;
mod device;
mod field;
mod neff;
mod place;
mod pool;
mod raw;
mod resync;
mod sections;
mod series;
mod summary;
mod system;
mod system_row;
mod tables;
#[cfg(test)]
mod tests;

use crate::neuron::ProfileKind;
use crate::trace::Trace;
use device::Collected;
use neff::NeffReader;
use sections::Sections;
use summary::SummaryText;
use system::{System, SystemFinisher};
use tables::Tables;
pub use tables::{Form as TableForm, is_of_system};

/// Reads one file of Neuron's tools, pushed in chunks of any size.
#[derive(Debug)]
pub struct Reader(Inner);

#[derive(Debug)]
enum Inner {
    Device(Sections, Box<Collected>),
    Tables(Tables, Box<Collected>),
    SystemTables(Tables, Box<System>),
    System(Box<System>),
    Summary(SummaryText),
    Neff(Box<NeffReader>),
}

/// Builds the trace step by step once the bytes have come.
#[derive(Debug)]
pub struct Finisher(Building);

#[derive(Debug)]
enum Building {
    Rows(Box<build::Finisher>),
    System(Box<SystemFinisher>),
    Ready(Box<Trace>),
}

impl Reader {
    /// A reader for this kind of file. `name` is the file's: a table may be
    /// told by it alone.
    pub fn new(kind: ProfileKind, name: &str) -> Self {
        Self(match kind {
            ProfileKind::Device => Inner::Device(Sections::default(), Box::default()),
            ProfileKind::Neff => Inner::Neff(Box::new(NeffReader::new(name))),
            ProfileKind::System => Inner::System(Box::new(System::new(name))),
            ProfileKind::Summary => Inner::Summary(SummaryText::default()),
            ProfileKind::Tables => return Self::of_tables(name, TableForm::Csv),
        })
    }

    /// A reader for tables, of which this is the first. Those of system and of
    /// device profiles need readers of their own: see [`is_of_system`].
    pub fn of_tables(name: &str, form: TableForm) -> Self {
        let mut tables = Tables::default();
        Self(if is_of_system(name) {
            let mut system = Box::new(System::new(name));
            tables.begin(name, form, system.sink());
            Inner::SystemTables(tables, system)
        } else {
            let mut collected = Box::<Collected>::default();
            collected.profile.kind = ProfileKind::Tables;
            tables.begin(name, form, &mut *collected);
            Inner::Tables(tables, collected)
        })
    }

    /// Takes the next bytes of the text.
    pub fn push(&mut self, chunk: &[u8]) {
        match &mut self.0 {
            Inner::Device(sections, collected) => sections.push(chunk, &mut **collected),
            Inner::Tables(tables, collected) => tables.push(chunk, &mut **collected),
            Inner::SystemTables(tables, system) => tables.push(chunk, system.sink()),
            Inner::System(system) => system.push(chunk),
            Inner::Summary(summary) => summary.push(chunk),
            Inner::Neff(neff) => neff.push(chunk),
        }
    }

    /// Reads tables, of which further ones may follow.
    pub fn takes_tables(&self) -> bool {
        matches!(self.0, Inner::Tables(..) | Inner::SystemTables(..))
    }

    /// The next bytes are those of another table of the same profile.
    pub fn begin_table(&mut self, file: &str, form: TableForm) {
        match &mut self.0 {
            Inner::Tables(tables, collected) => tables.begin(file, form, &mut **collected),
            Inner::SystemTables(tables, system) => tables.begin(file, form, system.sink()),
            _ => {}
        }
    }

    /// Rows so far.
    pub fn events(&self) -> u64 {
        match &self.0 {
            Inner::Device(sections, _) => sections.rows(),
            Inner::Tables(tables, _) | Inner::SystemTables(tables, _) => tables.rows(),
            Inner::System(system) => system.rows(),
            Inner::Summary(_) => 0,
            Inner::Neff(neff) => neff.files(),
        }
    }

    /// Lanes so far, about.
    pub fn tracks(&self) -> usize {
        match &self.0 {
            Inner::Device(_, collected) | Inner::Tables(_, collected) => collected.tracks(),
            Inner::System(system) | Inner::SystemTables(_, system) => system.tracks(),
            Inner::Summary(_) | Inner::Neff(_) => 0,
        }
    }

    /// Rows by time so far, coarsely: at most 64 values, the greatest 255.
    pub fn density(&self) -> Vec<u8> {
        match &self.0 {
            Inner::Device(_, collected) | Inner::Tables(_, collected) => collected.density.scaled(),
            Inner::System(system) | Inner::SystemTables(_, system) => system.density(),
            Inner::Summary(_) | Inner::Neff(_) => Vec::new(),
        }
    }

    /// Bytes of text so far.
    pub fn text_bytes(&self) -> u64 {
        match &self.0 {
            Inner::Device(sections, _) => sections.text_bytes(),
            Inner::Tables(tables, _) | Inner::SystemTables(tables, _) => tables.text_bytes(),
            Inner::System(system) => system.text_bytes(),
            Inner::Summary(summary) => summary.text_bytes(),
            Inner::Neff(neff) => neff.bytes(),
        }
    }

    /// Bytes held, about.
    pub fn memory_bytes(&self) -> usize {
        match &self.0 {
            Inner::Device(sections, collected) => sections.memory_bytes() + collected.memory_bytes(),
            Inner::Tables(tables, collected) => tables.memory_bytes() + collected.memory_bytes(),
            Inner::SystemTables(tables, system) => tables.memory_bytes() + system.memory_bytes(),
            Inner::System(system) => system.memory_bytes(),
            Inner::Summary(summary) => summary.memory_bytes(),
            Inner::Neff(neff) => neff.memory_bytes(),
        }
    }

    /// Ends the text; the trace is then built step by step.
    pub fn into_finisher(self) -> Finisher {
        Finisher(match self.0 {
            Inner::Device(sections, mut collected) => {
                let total = sections.finish(&mut *collected);
                Building::Rows(Box::new(build::Finisher::new(*collected, total)))
            }
            Inner::Tables(mut tables, mut collected) => {
                let total = tables.finish(&mut *collected);
                Building::Rows(Box::new(build::Finisher::new(*collected, total)))
            }
            Inner::SystemTables(mut tables, mut system) => {
                let total = tables.finish(system.sink());
                Building::System(Box::new(system.into_finisher_of_rows(total)))
            }
            Inner::System(system) => Building::System(Box::new(system.into_finisher())),
            Inner::Summary(summary) => Building::Ready(Box::new(summary.finish())),
            Inner::Neff(neff) => Building::Ready(Box::new(neff.finish())),
        })
    }

    /// Ends the text and builds the trace in one go.
    pub fn finish(self) -> Trace {
        let mut finisher = self.into_finisher();
        while finisher.step() {}
        finisher.into_trace()
    }
}

impl Finisher {
    /// Does one step; false when all is done.
    pub fn step(&mut self) -> bool {
        match &mut self.0 {
            Building::Rows(finisher) => finisher.step(),
            Building::System(finisher) => finisher.step(),
            Building::Ready(_) => false,
        }
    }

    /// Share of the work that is done, 0 to 1.
    pub fn progress(&self) -> f64 {
        match &self.0 {
            Building::Rows(finisher) => finisher.progress(),
            Building::System(finisher) => finisher.progress(),
            Building::Ready(_) => 1.0,
        }
    }

    /// The trace; complete only once [`Finisher::step`] has said false.
    pub fn into_trace(self) -> Trace {
        match self.0 {
            Building::Rows(finisher) => finisher.into_trace(),
            Building::System(finisher) => finisher.into_trace(),
            Building::Ready(trace) => *trace,
        }
    }
}

//! Notes of the unpacking: each finds the entry that it is about, and says why
//! an entry has nothing in it.

use super::Load;
use crate::engine::entry::Ended;
use crate::engine::protocol::LoadFailure;
use crate::ingest::container::{ContainerNote, NoteKind, Severity};

/// Message of a file in which there is nothing.
const EMPTY: &str = "sniff-empty";

impl Load {
    pub(super) fn take_ended(&mut self, ended: Vec<Ended>, new: Vec<ContainerNote>) {
        let mut notes = std::mem::take(&mut self.waiting);
        notes.extend(new);
        let is_open = ended.is_empty() && self.entry.is_some();
        for mut ended in ended {
            if let Ended::Refused(failure) = &mut ended {
                explain_emptiness(failure, &notes);
            }
            match ended {
                Ended::Building(mut building) => {
                    self.text_done += building.text_bytes;
                    self.events_done += building.events;
                    building.packed_bytes = self.packed_done - self.packed_ended;
                    self.packed_ended = self.packed_done;
                    self.building.push_back(*building);
                }
                Ended::Refused(failure) => self.refuse(failure),
                Ended::Table(tables) => self.tables.put(*tables),
                Ended::Packed(table) => self.tables.add_packed(table),
            }
        }
        for note in notes {
            let is_named = self.building.iter().any(|building| building.name == note.name);
            if is_open && !is_named && note.kind.health_rule().is_some() {
                self.waiting.push(note);
            } else {
                self.take_note(note);
            }
        }
    }

    /// A note belongs to the entry that it names; what names the file as a
    /// whole belongs to the last one.
    pub(super) fn take_note(&mut self, note: ContainerNote) {
        let is_refusal = note.kind.severity() == Severity::Refused;
        if note.kind.health_rule().is_none() {
            if is_refusal || note.kind == NoteKind::ArchiveEmpty {
                let file = note.name.clone();
                // It says why the bytes were not understood, if they were seen.
                self.refused.retain(|failure| failure.file != file);
                self.refuse(LoadFailure {
                    file,
                    message: note.kind.message_id().to_owned(),
                    args: note.arguments(),
                    command: None,
                    first_bytes: Vec::new(),
                });
            }
            return;
        }
        let named = self.building.iter_mut().rposition(|building| building.name == note.name);
        let at = named.or_else(|| self.building.len().checked_sub(1));
        match at.and_then(|at| self.building.get_mut(at)) {
            Some(building) => building.notes.push(note),
            // Told when the tables are built.
            None if !self.tables.is_empty() => self.waiting.push(note),
            None => {}
        }
    }
}

/// An entry is empty because its packing is cut or damaged: then that is the
/// word on it.
fn explain_emptiness(failure: &mut LoadFailure, notes: &[ContainerNote]) {
    if failure.message != EMPTY {
        return;
    }
    let lost = notes.iter().rev().find(|note| note.kind.leaves_nothing());
    if let Some(note) = lost {
        failure.file.clone_from(&note.name);
        failure.message = format!("{}-empty", note.kind.message_id());
        failure.args = note.arguments();
    }
}

pub(super) fn new_notes(all: &[ContainerNote], seen: &mut usize) -> Vec<ContainerNote> {
    let new = all.get(*seen..).unwrap_or_default().to_vec();
    *seen = all.len();
    new
}

//! On which core a row was.
//!
//! Rows name a subgraph (`sg00`), a physical core, or neither. Which subgraph
//! ran on which core is known only when all sections have come.

use crate::ingest::json::number::exact_u64;
use crate::trace::{StringId, StringTable};

/// A core or subgraph as rows name it: index into [`Places`].
pub type PlaceId = u8;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Named {
    Nothing,
    Core(u8),
    Subgraph(StringId),
}

/// All cores and subgraphs that rows name.
#[derive(Debug)]
pub struct Places {
    all: Vec<Named>,
    last: PlaceId,
    /// Subgraph and core of rows that name both.
    pairs: Vec<(StringId, u8)>,
}

impl Default for Places {
    fn default() -> Self {
        Self { all: vec![Named::Nothing], last: 0, pairs: Vec::new() }
    }
}

/// A place once all is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resolved {
    pub core: u8,
    /// [`StringId::NONE`] where rows name the core alone.
    pub subgraph: StringId,
}

impl Places {
    /// A row without core and subgraph.
    pub const NOTHING: PlaceId = 0;

    /// The place of a row; `path` (`/sg00/layer`) counts where `subgraph` is
    /// missing, and the core's number wins over both.
    pub fn of_row(
        &mut self,
        strings: &mut StringTable,
        subgraph: &[u8],
        path: &[u8],
        core: Option<i64>,
    ) -> PlaceId {
        let name = if subgraph.is_empty() { first_of_path(path) } else { subgraph };
        let core = core.and_then(|core| u8::try_from(core).ok());
        if core.is_none() && self.is_last(strings, name) {
            return self.last;
        }
        let id = if name.is_empty() {
            StringId::NONE
        } else {
            strings.find_bytes(name).unwrap_or_else(|| strings.intern(&String::from_utf8_lossy(name)))
        };
        let named = match core {
            Some(core) => {
                if id != StringId::NONE && !self.pairs.contains(&(id, core)) && self.pairs.len() < MOST {
                    self.pairs.push((id, core));
                }
                Named::Core(core)
            }
            None if id == StringId::NONE => Named::Nothing,
            None => Named::Subgraph(id),
        };
        self.last = self.find(named);
        self.last
    }

    fn is_last(&self, strings: &StringTable, name: &[u8]) -> bool {
        match self.all[usize::from(self.last)] {
            Named::Subgraph(last) => strings.get(last).as_bytes() == name,
            Named::Nothing => name.is_empty(),
            Named::Core(_) => false,
        }
    }

    fn find(&mut self, named: Named) -> PlaceId {
        if let Some(at) = self.all.iter().position(|known| *known == named) {
            return at as PlaceId;
        }
        if self.all.len() >= MOST {
            return Self::NOTHING;
        }
        self.all.push(named);
        self.all.len() as PlaceId - 1
    }

    /// Every place's core. `cores` is how many the file says there are.
    pub fn resolve(&self, strings: &StringTable, cores: u8) -> Vec<Resolved> {
        let subgraph_of = |core: u8| {
            let paired = self.pairs.iter().find(|pair| pair.1 == core);
            paired.map_or(StringId::NONE, |pair| pair.0)
        };
        let of_subgraph = |name: StringId| {
            let paired = self.pairs.iter().find(|pair| pair.0 == name);
            paired.map_or_else(|| numbered(strings.get(name), cores), |pair| pair.1)
        };
        let resolve = |named: &Named| match *named {
            Named::Nothing => Resolved { core: 0, subgraph: StringId::NONE },
            Named::Core(core) => Resolved { core, subgraph: subgraph_of(core) },
            Named::Subgraph(name) => Resolved { core: of_subgraph(name), subgraph: name },
        };
        self.all.iter().map(resolve).collect()
    }
}

/// Places of one file at most.
const MOST: usize = 255;

/// `sg01` is what the second core ran, where there are several cores; one core
/// runs its subgraphs one after the other.
fn numbered(name: &str, cores: u8) -> u8 {
    if cores < 2 {
        return 0;
    }
    let digits = name.trim_start_matches(|c: char| !c.is_ascii_digit());
    exact_u64(digits.as_bytes()).map_or(0, |number| (number % u64::from(cores)) as u8)
}

fn first_of_path(path: &[u8]) -> &[u8] {
    let path = path.strip_prefix(b"/").unwrap_or(path);
    path.split(|byte| *byte == b'/').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subgraph_is_on_the_core_that_other_rows_name_with_it() {
        let (mut places, mut strings) = (Places::default(), StringTable::default());
        let mut place = |name: &str, path: &str, core| {
            places.of_row(&mut strings, name.as_bytes(), path.as_bytes(), core)
        };
        let seen = [
            place("sg00", "", None),
            place("", "/sg01/_dot.3", None),
            place("sg00", "/sg00", None),
            place("", "", None),
            place("sg01", "", Some(3)),
        ];
        assert_eq!(seen, [1, 2, 1, 0, 3]);
        let cores = |cores| places.resolve(&strings, cores).iter().map(|at| at.core).collect::<Vec<_>>();
        assert_eq!(cores(2), [0, 0, 3, 3]);
        let alone = Places { pairs: Vec::new(), ..places };
        let cores = |cores| alone.resolve(&strings, cores).iter().map(|at| at.core).collect::<Vec<_>>();
        assert_eq!((cores(2), cores(1)), (vec![0, 0, 1, 3], vec![0, 0, 0, 3]));
    }
}

//! Tables that belong together: those of one folder are one profile, however
//! they came in.

use super::Named;
use crate::app::client::Source;
use crate::app::words::tv;
use std::rc::Rc;

/// Endings of tables.
const TABLES: &[&str] = &["parquet", "csv"];

impl Source {
    /// Bytes, where they are known before it is read; else 0.
    pub fn size(&self) -> u64 {
        match self {
            Source::File(file) | Source::Packed(file, _) => file.size() as u64,
            Source::Url(_) => 0,
            Source::Set(parts) => parts.iter().map(|(_, part)| part.size()).sum(),
        }
    }
}

/// The same with each folder's tables in the place of the first of them.
pub fn joined(all: Vec<Named>) -> Vec<Named> {
    let mut out: Vec<Vec<Named>> = Vec::new();
    for named in all {
        let folder = folder_of(&named).map(str::to_owned);
        let set =
            folder.and_then(|folder| out.iter_mut().find(|set| folder_of(&set[0]) == Some(folder.as_str())));
        match set {
            Some(set) => set.push(named),
            None => out.push(vec![named]),
        }
    }
    out.into_iter().map(one).collect()
}

/// The folder that a table lies in; `None` for what is no table.
fn folder_of(named: &Named) -> Option<&str> {
    let path = match &named.source {
        Source::File(_) => &named.name,
        Source::Url(url) => url.split(['?', '#']).next().unwrap_or(url),
        Source::Set(_) | Source::Packed(..) => return None,
    };
    let (_, ending) = path.rsplit_once('.')?;
    let is_table = TABLES.iter().any(|table| ending.eq_ignore_ascii_case(table));
    is_table.then(|| path.rsplit_once('/').map_or("", |(folder, _)| folder))
}

fn one(mut set: Vec<Named>) -> Named {
    if set.len() == 1 {
        return set.remove(0);
    }
    let folder = folder_of(&set[0]).unwrap_or_default();
    let name = folder.rsplit('/').next().unwrap_or_default();
    let name = match name {
        "" => tv("set-of-tables", &[("count", set.len().into())]),
        name => name.to_owned(),
    };
    // The engine tells sets apart by folder as well, and these are one.
    let file = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
    let parts: Rc<[(String, Source)]> =
        set.into_iter().map(|named| (file(&named.name), named.source)).collect();
    Named { name, source: Source::Set(parts) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test]
    fn tables_of_a_folder_are_one_and_all_else_stays() {
        let url = |path: &str| Named::url(format!("https://host/{path}"));
        let all =
            ["a/x.json", "a/Flow.parquet?v=1", "b/Flow.parquet", "a/Summary.PARQUET", "a/b.csv"].map(url);
        let names: Vec<_> = joined(all.into()).into_iter().map(|named| named.name).collect();
        assert_eq!(names, ["x.json", "a", "Flow.parquet"]);
    }
}

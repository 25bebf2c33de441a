//! Rows as they travel between worker and page: each name and each list of
//! tensors once, since the ops of a region repeat. A comparison of thousands of
//! rows becomes a tenth as large, and the page makes few allocations of it.
//!
//! Used by serde's `with`: [`nodes`] and [`items`].

use super::profile::{Evidence, Figure, Item, ItemKind, Level, Node, Tensor};
use crate::trace::SliceId;
use rustc_hash::FxHashMap;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::hash::Hash;
use std::sync::Arc;

#[derive(Serialize, Deserialize)]
struct PackedNode {
    level: Level,
    name: u32,
    parent: Option<u32>,
    depth: u32,
    inputs: u32,
    median_ns: i64,
    self_ns: i64,
    start_ns: i64,
    slice: SliceId,
}

#[derive(Serialize, Deserialize)]
struct PackedItem {
    kind: ItemKind,
    name: u32,
    node: u32,
    launch: Option<u32>,
    evidence: Evidence,
    median_ns: i64,
    start_ns: i64,
    bytes: Figure,
    slice: SliceId,
}

/// Values by number, each once.
struct Once<'a, T: ?Sized> {
    values: Vec<&'a T>,
    numbers: FxHashMap<&'a T, u32>,
}

impl<'a, T: ?Sized + Hash + Eq> Once<'a, T> {
    fn new() -> Self {
        Self { values: Vec::new(), numbers: FxHashMap::default() }
    }

    fn number(&mut self, value: &'a T) -> u32 {
        *self.numbers.entry(value).or_insert_with(|| {
            self.values.push(value);
            self.values.len() as u32 - 1
        })
    }
}

fn shared<T: ?Sized, E: Error>(values: &[Arc<T>], number: u32) -> Result<Arc<T>, E> {
    let found = values.get(number as usize).cloned();
    found.ok_or_else(|| E::custom("a row names a text that was not sent"))
}

/// Rows of host work: names, lists of tensors, rows.
pub mod nodes {
    use super::*;

    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(rows: &[Node], serializer: S) -> Result<S::Ok, S::Error> {
        let (mut names, mut lists) = (Once::<str>::new(), Once::<[Tensor]>::new());
        let packed: Vec<PackedNode> = rows
            .iter()
            .map(|row| PackedNode {
                level: row.level,
                name: names.number(&row.name),
                parent: row.parent,
                depth: row.depth,
                inputs: lists.number(&row.inputs),
                median_ns: row.median_ns,
                self_ns: row.self_ns,
                start_ns: row.start_ns,
                slice: row.slice,
            })
            .collect();
        (names.values, lists.values, packed).serialize(serializer)
    }

    /// # Errors
    /// Those of the deserializer, and when a row names what was not sent.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Node>, D::Error> {
        let (names, lists, packed) =
            <(Vec<Box<str>>, Vec<Box<[Tensor]>>, Vec<PackedNode>)>::deserialize(deserializer)?;
        let names: Vec<Arc<str>> = names.into_iter().map(Arc::from).collect();
        let lists: Vec<Arc<[Tensor]>> = lists.into_iter().map(Arc::from).collect();
        let node = |row: PackedNode| {
            Ok(Node {
                level: row.level,
                name: shared(&names, row.name)?,
                parent: row.parent,
                depth: row.depth,
                inputs: shared(&lists, row.inputs)?,
                median_ns: row.median_ns,
                self_ns: row.self_ns,
                start_ns: row.start_ns,
                slice: row.slice,
            })
        };
        packed.into_iter().map(node).collect()
    }
}

/// Rows of device work: names, rows.
pub mod items {
    use super::*;

    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(rows: &[Item], serializer: S) -> Result<S::Ok, S::Error> {
        let mut names = Once::<str>::new();
        let packed: Vec<PackedItem> = rows
            .iter()
            .map(|row| PackedItem {
                kind: row.kind,
                name: names.number(&row.name),
                node: row.node,
                launch: row.launch,
                evidence: row.evidence,
                median_ns: row.median_ns,
                start_ns: row.start_ns,
                bytes: row.bytes,
                slice: row.slice,
            })
            .collect();
        (names.values, packed).serialize(serializer)
    }

    /// # Errors
    /// Those of the deserializer, and when a row names what was not sent.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Item>, D::Error> {
        let (names, packed) = <(Vec<Box<str>>, Vec<PackedItem>)>::deserialize(deserializer)?;
        let names: Vec<Arc<str>> = names.into_iter().map(Arc::from).collect();
        let item = |row: PackedItem| {
            Ok(Item {
                kind: row.kind,
                name: shared(&names, row.name)?,
                node: row.node,
                launch: row.launch,
                evidence: row.evidence,
                median_ns: row.median_ns,
                start_ns: row.start_ns,
                bytes: row.bytes,
                slice: row.slice,
            })
        };
        packed.into_iter().map(item).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::profile::InstanceRows;
    use super::super::profile_sample::profile;
    use super::*;

    fn rows() -> InstanceRows {
        let line = ["aten::mul 10 vectorized_elementwise_kernel_of_a_long_name"; 100];
        let mut found = profile(&line);
        let list: Arc<[Tensor]> =
            Arc::from([Tensor { dims: vec![8, 4096], dtype: "bf16".to_owned(), bytes: Some(65536) }]);
        for node in &mut found.nodes[1..] {
            node.inputs = Arc::clone(&list);
        }
        InstanceRows { nodes: found.nodes, items: found.items }
    }

    #[test]
    fn rows_arrive_as_they_were_with_each_text_once() {
        let rows = rows();
        let bytes = postcard::to_allocvec(&rows).unwrap();
        assert_eq!(postcard::from_bytes::<InstanceRows>(&bytes).unwrap(), rows);
        let texts: usize = rows.items.iter().map(|item| item.name.len()).sum();
        assert!(bytes.len() < texts, "{} of {texts} bytes of names alone", bytes.len());
        let back: InstanceRows = postcard::from_bytes(&bytes).unwrap();
        assert!(Arc::ptr_eq(&back.items[0].name, &back.items[99].name));
    }

    #[test]
    fn a_row_that_names_what_was_not_sent_is_an_error() {
        let item = PackedItem {
            kind: ItemKind::Kernel,
            name: 7,
            node: 0,
            launch: None,
            evidence: Evidence::Name,
            median_ns: 1,
            start_ns: 0,
            bytes: Figure::Known(1.0),
            slice: SliceId(0),
        };
        let nodes: (Vec<String>, Vec<Vec<Tensor>>, Vec<PackedNode>) = (vec![], vec![], vec![]);
        let bytes = postcard::to_allocvec(&(nodes, (vec!["only"], vec![item]))).unwrap();
        assert!(postcard::from_bytes::<InstanceRows>(&bytes).is_err());
    }
}

//! The hierarchy as rows of cells, for the page's table and for CSV.

use super::hierarchy::{Hierarchy, Node};
use super::levels::Level;
use super::op_row::{OpRow, or_nothing};
use super::table::{Cell, Word};

pub use super::op_row::COLUMNS;

/// One cell for each column.
pub fn cells(tree: &Hierarchy, node: &Node) -> Vec<Cell> {
    // An opcode has no opcodes of its own.
    let has_opcodes = node.level != Level::Instruction;
    let row = OpRow {
        name: node.name.clone(),
        opcodes: if has_opcodes { or_nothing(node.opcodes.clone()) } else { Cell::Nothing },
        level: Word::Level(node.level),
        lanes: or_nothing(node.lanes.clone()),
        instructions: node.instructions,
        ticks: node.ticks,
        sum: node.sum,
        share: tree.share(node.ticks),
        hbm: node.hbm,
    };
    row.cells()
}

#[cfg(test)]
mod tests {
    use super::super::hierarchy::hierarchy;
    use super::super::made_up::profile;
    use super::super::scope::Scope;
    use super::super::table::{TableKind, table};
    use super::*;

    /// Two ops that overlap for 5 of 25 ticks, and one of no name after them.
    #[test]
    fn a_share_is_the_same_in_the_hierarchy_and_in_the_table_of_operators() {
        let (trace, profile) = profile(|made| {
            let (dot, add) = (made.text("_dot.3"), made.text("_add.4"));
            made.instruction("TensorMatrix", "MATMUL", 0, 15, |row| row.layer = dot);
            made.instruction("Tensor", "LDWEIGHTS", 2, 10, |row| row.layer = dot);
            made.instruction("Vector", "TENSOR_TENSOR", 10, 10, |row| row.layer = add);
            made.instruction("Vector", "EVENT_SEMAPHORE", 20, 500, |row| row.layer = add);
            made.instruction("Sync", "DRAIN", 600, 5, |_| {});
        });
        let scope = Scope::whole(&trace, &profile);
        let tree = hierarchy(&scope);
        assert_eq!((tree.active, tree.without_ids_active), (25, 5));
        let of_tree: Vec<(String, Cell)> = tree
            .nodes
            .iter()
            .filter(|node| node.depth == 0)
            .map(|node| (node.name.clone(), cells(&tree, node)[7].clone()))
            .collect();
        let wanted = [("_dot.3", 0.6), ("_add.4", 0.4), ("", 0.2)];
        assert_eq!(of_tree, wanted.map(|(name, share)| (name.to_owned(), Cell::Share(share))));
        let operators = table(&scope, TableKind::Operators);
        let of_table: Vec<(String, Cell)> = operators
            .rows
            .iter()
            .map(|row| match &row.cells[0] {
                Cell::Text(name) => (name.clone(), row.cells[7].clone()),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(of_table, of_tree);
    }

    #[test]
    fn every_node_has_a_cell_for_each_column() {
        let (trace, profile) = profile(|made| {
            made.instruction("Vector", "COPY", 0, 5, |_| {});
        });
        let tree = hierarchy(&Scope::whole(&trace, &profile));
        assert_eq!(cells(&tree, &tree.nodes[0]).len(), COLUMNS.len());
    }
}

//! How a column is nested: its name, and where its lists begin and end.

use super::Problem;
use parquet::basic::{ConvertedType, LogicalType, Repetition};
use parquet::schema::types::{ColumnDescriptor, Type};

/// The nesting of one column.
#[derive(Debug)]
pub struct Shape {
    /// Names of the groups around it and its own, with dots between; lists do
    /// not name their inside.
    pub name: String,
    /// For each list around the values, from the outside: the level at which
    /// it has something in it.
    filled_at: Vec<i16>,
    /// The level at which there is a value.
    value_at: i16,
}

impl Shape {
    /// # Errors
    /// When the schema does not lead to the column.
    pub fn of(root: &Type, column: &ColumnDescriptor) -> Result<Self, Problem> {
        let mut shape = Self { name: String::new(), filled_at: Vec::new(), value_at: column.max_def_level() };
        let (mut node, mut level, mut unnamed) = (root, 0, 0u8);
        for part in column.path().parts() {
            let child = node.is_group().then(|| node.get_fields().iter().find(|field| field.name() == part));
            let child = child.flatten().ok_or_else(|| Problem::damaged("a column without a place"))?;
            let info = child.get_basic_info();
            match info.repetition() {
                Repetition::REQUIRED => {}
                Repetition::OPTIONAL => level += 1,
                Repetition::REPEATED => {
                    level += 1;
                    shape.filled_at.push(level);
                }
            }
            if unnamed > 0 {
                unnamed -= 1;
                // A list whose repeated group is itself what is listed.
                if child.is_group() && child.get_fields().len() > 1 {
                    unnamed = 0;
                }
            } else {
                if !shape.name.is_empty() {
                    shape.name.push('.');
                }
                shape.name.push_str(part);
            }
            let is = |logical: &LogicalType, converted| {
                info.logical_type_ref() == Some(logical) || info.converted_type() == converted
            };
            if child.is_group() && is(&LogicalType::List, ConvertedType::LIST) {
                unnamed = 2;
            } else if child.is_group() && is(&LogicalType::Map, ConvertedType::MAP) {
                unnamed = 1;
            }
            node = child;
        }
        let fits = level == shape.value_at && shape.filled_at.len() == column.max_rep_level() as usize;
        if fits { Ok(shape) } else { Err(Problem::damaged("a column without a place")) }
    }

    /// Whether a flat column has a value at this level.
    pub fn is_value(&self, level: i16) -> bool {
        level == self.value_at
    }

    pub fn is_flat(&self) -> bool {
        self.filled_at.is_empty()
    }

    /// Writes one record as lists inside lists, `value` each value in turn.
    /// False, and nothing written, when it is null as a whole.
    ///
    /// # Errors
    /// When the levels make no sense.
    pub fn write(
        &self,
        levels: &[(i16, i16)],
        out: &mut Vec<u8>,
        mut value: impl FnMut(&mut Vec<u8>),
    ) -> Result<bool, Problem> {
        let wrong = || Problem::damaged("lists that do not end as they began");
        let depth = self.filled_at.len();
        let (mut open, mut is_empty) = (0, false);
        for (i, &(repetition, definition)) in levels.iter().enumerate() {
            let repetition = usize::try_from(repetition).map_err(|_| wrong())?;
            if i == 0 {
                if definition < self.filled_at[0] - 1 {
                    return Ok(false);
                }
            } else {
                if repetition == 0 || repetition > open || (is_empty && repetition == open) {
                    return Err(wrong());
                }
                while open > repetition {
                    out.push(b']');
                    open -= 1;
                }
                out.push(b',');
            }
            is_empty = false;
            while open < depth && definition >= self.filled_at[open] - 1 {
                out.push(b'[');
                open += 1;
                if definition < self.filled_at[open - 1] {
                    is_empty = true;
                    break;
                }
            }
            if is_empty {
                continue;
            }
            if open == depth && self.is_value(definition) {
                value(out);
            } else {
                out.extend_from_slice(b"null");
            }
        }
        out.extend(std::iter::repeat_n(b']', open));
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(shape: &Shape, levels: &[(i16, i16)]) -> Option<String> {
        let (mut out, mut next) = (Vec::new(), 0);
        let is_there = shape.write(levels, &mut out, |out| {
            next += 1;
            out.extend_from_slice(next.to_string().as_bytes());
        });
        is_there.unwrap().then(|| String::from_utf8(out).unwrap())
    }

    #[test]
    fn levels_become_lists() {
        // Optional lists of optional lists of optional values.
        let shape = Shape { name: String::new(), filled_at: vec![2, 4], value_at: 5 };
        let text = |levels: &[(i16, i16)]| written(&shape, levels).unwrap();
        assert_eq!(written(&shape, &[(0, 0)]), None);
        assert_eq!(text(&[(0, 1)]), "[]");
        assert_eq!(text(&[(0, 2)]), "[null]");
        assert_eq!(text(&[(0, 3)]), "[[]]");
        assert_eq!(text(&[(0, 5), (2, 4), (1, 5), (1, 2), (1, 3)]), "[[1,null],[2],null,[]]");
    }

    #[test]
    fn levels_that_make_no_sense_are_an_error() {
        let shape = Shape { name: String::new(), filled_at: vec![1], value_at: 1 };
        for levels in [[(0, 0), (1, 1)], [(0, 1), (2, 1)], [(0, 1), (0, 1)], [(0, 1), (-1, 1)]] {
            assert!(shape.write(&levels, &mut Vec::new(), |_| {}).is_err(), "{levels:?}");
        }
    }
}

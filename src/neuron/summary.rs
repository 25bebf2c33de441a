//! The file's own metrics, their groups and definitions.

use rustc_hash::FxHashMap;

/// Value of a metric.
#[derive(Debug, Clone, PartialEq)]
pub enum MetricValue {
    Number(f64),
    /// Versions and the like.
    Text(String),
    /// NaN, null: the tool could not tell.
    Missing,
}

/// One metric of the file.
#[derive(Debug, Clone, PartialEq)]
pub struct Metric {
    pub key: String,
    pub value: MetricValue,
}

/// Metrics in file order, with what the file says about them.
///
/// Times are in seconds unless the key ends in `_ns`; keys that end in
/// `_percent` hold fractions from 0 to 1.
#[derive(Debug, Clone, Default)]
pub struct Summary {
    pub metrics: Vec<Metric>,
    index: FxHashMap<String, u32>,
    /// Metric, or pattern that ends in `*`, to group.
    pub groups: Vec<(String, String)>,
    /// Group to place; groups without one come last.
    pub group_order: Vec<(String, i64)>,
    /// Metric to definition.
    pub definitions: Vec<(String, String)>,
    group_index: FxHashMap<String, u32>,
    definition_index: FxHashMap<String, u32>,
}

impl Summary {
    /// Adds a metric; of several with one key the last counts.
    pub fn push(&mut self, key: &str, value: MetricValue) {
        if let Some(&at) = self.index.get(key) {
            self.metrics[at as usize].value = value;
            return;
        }
        self.index.insert(key.to_owned(), self.metrics.len() as u32);
        self.metrics.push(Metric { key: key.to_owned(), value });
    }

    pub fn push_group(&mut self, metric: &str, group: &str) {
        self.group_index.insert(metric.to_owned(), self.groups.len() as u32);
        self.groups.push((metric.to_owned(), group.to_owned()));
    }

    pub fn push_definition(&mut self, metric: &str, definition: &str) {
        self.definition_index.insert(metric.to_owned(), self.definitions.len() as u32);
        self.definitions.push((metric.to_owned(), definition.to_owned()));
    }

    pub fn is_empty(&self) -> bool {
        self.metrics.is_empty()
    }

    /// Value of a metric that is a number; `None` when it is absent, NaN or
    /// text.
    pub fn number(&self, key: &str) -> Option<f64> {
        match self.get(key)? {
            MetricValue::Number(value) => Some(*value),
            _ => None,
        }
    }

    pub fn get(&self, key: &str) -> Option<&MetricValue> {
        Some(&self.metrics.get(*self.index.get(key)? as usize)?.value)
    }

    /// Group of a metric by the file's map, patterns included; `None` when no
    /// entry fits.
    pub fn group_of(&self, metric: &str) -> Option<&str> {
        if let Some(&at) = self.group_index.get(metric) {
            return self.groups.get(at as usize).map(|entry| entry.1.as_str());
        }
        let lower = metric.to_ascii_lowercase();
        let fits = |pattern: &str| pattern.strip_suffix('*').is_some_and(|stem| lower.starts_with(stem));
        let found = self.groups.iter().filter(|entry| fits(&entry.0)).max_by_key(|entry| entry.0.len());
        found.map(|entry| entry.1.as_str())
    }

    /// What the file says that a metric means.
    pub fn definition(&self, metric: &str) -> Option<&str> {
        let at = *self.definition_index.get(metric)?;
        self.definitions.get(at as usize).map(|entry| entry.1.as_str())
    }

    /// Place of a group among the others; the greatest for one without.
    pub fn group_place(&self, group: &str) -> i64 {
        self.group_order.iter().find(|entry| entry.0 == group).map_or(i64::MAX, |entry| entry.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_are_found_by_key_and_groups_by_pattern() {
        let mut summary = Summary::default();
        summary.push("total_time", MetricValue::Number(1e-3));
        summary.push("mfu_estimated_percent", MetricValue::Missing);
        summary.push("total_time", MetricValue::Number(2e-3));
        summary.push_group("total_time", "overall_stats");
        summary.push_group("qsync*", "dma_queue");
        summary.push_group("qsyncio0*", "io");
        summary.push_definition("total_time", "how long");
        summary.group_order.push(("overall_stats".to_owned(), 0));
        assert_eq!((summary.metrics.len(), summary.number("total_time")), (2, Some(2e-3)));
        assert_eq!(summary.number("mfu_estimated_percent"), None);
        assert_eq!(summary.group_of("qSyncIO0_bytes"), Some("io"));
        assert_eq!((summary.group_of("total_time"), summary.group_of("x")), (Some("overall_stats"), None));
        assert_eq!((summary.group_place("overall_stats"), summary.group_place("io")), (0, i64::MAX));
        assert_eq!(summary.definition("total_time"), Some("how long"));
    }
}

//! Our own traces, which come with the page.

use super::client::Source;
use super::open::{Named, address};

/// Some traces that go together.
pub struct Example {
    /// Message ids.
    pub title: &'static str,
    pub text: &'static str,
    /// Files in `examples/traces/`.
    files: &'static [&'static str],
}

/// The first one's first file is what the page opens by itself.
pub const EXAMPLES: &[Example] = &[
    Example {
        title: "example-block",
        text: "example-block-text",
        files: &["rmsnorm_block_naive_f32_stack.json.gz"],
    },
    Example {
        title: "example-rmsnorm",
        text: "example-rmsnorm-text",
        files: &[
            "rmsnorm_layer_naive_f32_stack.json.gz",
            "rmsnorm_layer_fused_f32_stack.json.gz",
            "rmsnorm_layer_compiled_f32_stack.json.gz",
        ],
    },
    Example { title: "example-llama", text: "example-llama-text", files: &["llama_eager_stack.json.gz"] },
];

impl Example {
    pub fn files(&self) -> Vec<Named> {
        self.files.iter().filter_map(|file| named(file)).collect()
    }

    pub fn icon(&self) -> &'static str {
        if self.files.len() > 1 { "paths" } else { "columns" }
    }
}

/// What to open when nothing else is asked for.
pub fn first() -> Option<Named> {
    named(EXAMPLES.first()?.files.first()?)
}

fn named(file: &str) -> Option<Named> {
    let url = address::absolute(&format!("traces/{file}"))?;
    Some(Named { name: file.to_owned(), source: Source::Url(url) })
}

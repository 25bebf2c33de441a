//! Why the part of a trace that a comparison rests on cannot be packed, in
//! words.

use super::{Texts, format};
use crate::export::pack::PackProblem;
use crate::lowering::comparison::Problem;

/// What is wrong, and what to do.
pub fn problem(texts: &Texts, problem: &PackProblem) -> String {
    match problem {
        PackProblem::DeviceProfile { file } => texts.with("pack-device-profile", &[("file", file.into())]),
        PackProblem::TooLarge { bytes, most_bytes } => texts.with(
            "pack-too-large",
            &[
                ("size", format::bytes(*bytes).into()),
                ("over", format::bytes(bytes.saturating_sub(*most_bytes)).into()),
                ("most", format::bytes(*most_bytes).into()),
            ],
        ),
        PackProblem::Compare(Problem::NoRegion { .. }) => texts.get("pack-no-region"),
        PackProblem::Compare(Problem::Gone { .. } | Problem::NoPaths | Problem::TooManyPaths) => {
            texts.get("pack-nothing")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_problem_says_what_to_do() {
        let texts = Texts::new("en");
        let large = PackProblem::TooLarge { bytes: 60_000, most_bytes: 48_000 };
        let said = problem(&texts, &large);
        assert!(
            said.contains("60 kB") && said.contains("12 kB") && said.contains("smaller region"),
            "{said}"
        );
        let device = PackProblem::DeviceProfile { file: "neff_mul.json".to_owned() };
        assert!(problem(&texts, &device).contains("neff_mul.json"));
        for why in [Problem::NoPaths, Problem::NoRegion { path: 0, near: Vec::new() }] {
            let said = problem(&texts, &PackProblem::Compare(why));
            assert!(said.contains(' '), "{said}");
        }
    }
}

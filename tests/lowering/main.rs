//! Profiles of real recordings against figures that were computed otherwise.

#![expect(clippy::print_stdout, reason = "says what was skipped")]

mod corpus;
mod neuron_rmsnorm;
mod pack;
mod rmsnorm;
mod support;
mod synthetic;

//! Owns the open traces and answers the page's questions about them. The only
//! thing that the page talks to: in a Web Worker there, in process in tests
//! and in the command line tool, with the same code and the same answers.

pub mod protocol;
pub mod wire;

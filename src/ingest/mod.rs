//! Bytes in, trace out. Sans-IO: bytes are pushed, nothing is opened here.
//!
//! [`container`] unpacks, [`sniff`] tells what the content is, [`json`] reads
//! trace events, [`neuron`] profiles of AWS Neuron; [`reader`] chooses between
//! them.

pub mod container;
pub mod json;
pub mod neuron;
pub mod parquet;
pub mod reader;
pub mod sniff;

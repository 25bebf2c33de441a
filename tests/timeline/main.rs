//! Frames against plain references: what a frame shows is what a look at each
//! slice would give.

mod bands;
mod corpus;
mod crowd;
mod extremes;
mod links;
mod rows;
mod sketch;

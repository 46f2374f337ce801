//! What agents give their models, rewritten on this crate. Each is as long as it is there: where a
//! result of a tool comes in, to what their own types need.

pub mod codex;

//! `translate_result`: a test for every row of the contract's tables, in their order.

mod call;
mod check;
mod deep;
#[path = "../every/mod.rs"]
mod every;
mod every_kind;
mod list;
#[cfg(feature = "raw")]
mod over_text;

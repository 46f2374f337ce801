//! `translate_result`: a test for every row of the contract's tables, in their order.

mod call;
mod check;
mod deep;
mod every_kind;
mod list;

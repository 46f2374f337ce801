//! Agreement of `mcp-result` with the systems whose rules it writes down: each runs its own code,
//! on the same generated results.

pub mod agents;
pub mod agreement;
pub mod dspy;
pub mod python;
pub mod rmcp_types;
pub mod untouched;

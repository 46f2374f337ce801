//! The contract, pinned for the client's own conversion.

use downstream::{Failed, value_of};
use mcp_result::{ResultMode, contract::Answer};

mcp_result::conversion_tests!(|suite| suite
    .retain(|case| matches!(case.question, ResultMode::Text | ResultMode::Structured))
    .skip("unknown_body_is_no_empty_success")
    .check_values(
        |result, &mode| match value_of(&result, mode == ResultMode::Structured) {
            Ok(value) => Answer::Value(value.to_string()),
            Err(Failed::Tool) => Answer::Tool(None),
            Err(Failed::Pending) => Answer::Incomplete(None),
            Err(Failed::Malformed) => Answer::Malformed(None),
        }
    ));

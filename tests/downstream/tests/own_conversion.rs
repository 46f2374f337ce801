//! The contract, pinned for the client's own conversion.

use downstream::{Failed, output};
use mcp_result::ContentForm;
use mcp_result::ResultMode::{Structured, Text};
use mcp_result::contract::Answer;

mcp_result::conversion_tests!(|suite| suite
    .retain(|case| [Text, Structured].contains(&case.question.mode())
        && case.question.content() == ContentForm::Text)
    .skip("unknown_body_is_no_empty_success")
    .check_values(
        |result, asked| match output(&result, asked.mode() == Structured) {
            Ok(value) => Answer::Value(value.to_string()),
            Err(Failed::Tool) => Answer::Tool(None),
            Err(Failed::Pending) => Answer::Incomplete(None),
            Err(Failed::Malformed) => Answer::Malformed(None),
        }
    ));

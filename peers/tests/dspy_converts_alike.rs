//! Converting agrees with DSPy in both of its modes, on what the Python SDK makes of a result.

use std::cell::{Cell, RefCell};

use mcp_result::{ConvertError, Converted, Output, ResultMode, convert_result};
use mcp_result_peers::agreement::agree_on;
use mcp_result_peers::dspy::{Answer, Dspy, Outcome, is_beyond_the_sdk};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use serde_json::{Value, json};

const TEXT_REGRESSIONS: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/proptest-regressions/dspy_text.txt"
);
const STRUCTURED_REGRESSIONS: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/proptest-regressions/dspy_structured.txt"
);

#[test]
fn results_are_converted_as_dspy_does_it_in_text_mode() {
    agree_in(ResultMode::Text, "text", TEXT_REGRESSIONS);
}

#[test]
fn results_are_converted_as_dspy_does_it_in_structured_mode() {
    agree_in(ResultMode::Structured, "structured", STRUCTURED_REGRESSIONS);
}

fn agree_in(mode: ResultMode, their_mode: &str, regressions: &'static str) {
    let dspy = RefCell::new(Dspy::start());
    let (as_sent, empty_texts) = (Cell::new(0), Cell::new(0));
    agree_on(
        &mcp_result_peers::agreement::typed_call_result(),
        regressions,
        |result| {
            let (read, theirs) = match dspy.borrow_mut().convert(result, their_mode) {
                Answer::Converted { read, outcome } => (read, outcome),
                Answer::Rejected(_) if is_beyond_the_sdk(result) => {
                    return Err(TestCaseError::reject("the SDK does not read this"));
                }
                Answer::Rejected(reason) => return Err(TestCaseError::fail(reason)),
            };
            as_sent.set(as_sent.get() + u32::from(read == read_back(result)));
            let ours = convert_result(read, mode);
            if is_lone_empty_text(&ours) && theirs == Outcome::Output(json!([])) {
                empty_texts.set(empty_texts.get() + 1);
                return Ok(());
            }
            prop_assert!(
                agree(&ours, &theirs),
                "mcp-result: {ours:?}\nDSPy: {theirs:?}"
            );
            Ok(())
        },
    );
    assert_ne!(empty_texts.get(), 0, "the known difference was never met");
    println!(
        "mode {their_mode}: {} results came through the SDK as sent, {} times DSPy gave [] for an empty text",
        as_sent.get(),
        empty_texts.get(),
    );
}

fn agree(ours: &Result<Converted, ConvertError>, theirs: &Outcome) -> bool {
    match (ours, theirs) {
        (Ok(ours), Outcome::Output(theirs)) => ours.output.clone().into_value() == *theirs,
        (Err(ConvertError::Tool(error)), Outcome::ToolError(message)) => {
            let texts: Vec<_> = error.texts().collect();
            // DSPy prints several texts, or none, as a list of Python.
            match texts.as_slice() {
                [text] => *message == format!("Failed to call a MCP tool: {text}"),
                _ => message.starts_with("Failed to call a MCP tool: ["),
            }
        }
        _ => false,
    }
}

/// The value as it comes back as text, for that is how Python's came: serde_json without
/// `float_roundtrip` reads some numbers as their neighbours.
fn read_back(value: &Value) -> Value {
    serde_json::from_str(&value.to_string()).expect("the strategies' values can be read back")
}

fn is_lone_empty_text(ours: &Result<Converted, ConvertError>) -> bool {
    ours.as_ref()
        .is_ok_and(|ours| ours.output == Output::Text(String::new()))
}

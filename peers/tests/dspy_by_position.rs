//! DSPy's conversion on this crate gives the very objects that DSPy's own gives: Python keeps them, and
//! learns from `find-output` at which positions they are.

use std::cell::{Cell, RefCell};

use mcp_result_peers::agreement::{CASES, agree_on};
use mcp_result_peers::dspy::is_beyond_the_sdk;
use mcp_result_peers::python::Python;
use proptest::test_runner::TestCaseError;
use serde_json::{Value, json};

const TEXT_REGRESSIONS: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/proptest-regressions/position_text.txt"
);
const STRUCTURED_REGRESSIONS: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/proptest-regressions/position_structured.txt"
);

#[test]
fn the_same_objects_come_back_in_text_mode() {
    agree_in("text", TEXT_REGRESSIONS);
}

#[test]
fn the_same_objects_come_back_in_structured_mode() {
    agree_in("structured", STRUCTURED_REGRESSIONS);
}

fn agree_in(mode: &str, regressions: &'static str) {
    let python = RefCell::new(compare());
    let (failures, empty_texts) = (Cell::new(0), Cell::new(0));
    agree_on(
        &mcp_result_peers::agreement::typed_call_result(),
        regressions,
        |result| {
            let answer = python.borrow_mut().ask(&json!([result, mode]));
            match answer["verdict"].as_str() {
                Some("same") => {}
                Some("same failure") => failures.set(failures.get() + 1),
                Some("an empty text for an empty list") => empty_texts.set(empty_texts.get() + 1),
                Some(difference) => return Err(TestCaseError::fail(difference.to_owned())),
                None if is_beyond_the_sdk(result) => {
                    return Err(TestCaseError::reject("the SDK does not read this"));
                }
                None => return Err(TestCaseError::fail(answer.to_string())),
            }
            Ok(())
        },
    );
    let (failures, empty_texts) = (failures.get(), empty_texts.get());
    assert!(failures > 0 && empty_texts > 0, "a case was never met");
    println!(
        "mode {mode}: {CASES} results, {failures} the same failure, {empty_texts} times DSPy gave [] for an empty text"
    );
}

/// The comparison tells objects apart that are equal but not the same.
#[test]
fn objects_are_compared_by_identity() {
    let image = json!({"type": "image", "data": "AA==", "mimeType": "image/png"});
    let result = json!({"content": [image, image]});
    assert_eq!(verdict(&result, "text"), "same");
    let script = r#"
import sys
sys.path.append("src")
import compare
a, b = [1], [1]
assert a == b and not compare.are_the_same([a], [b])
assert compare.are_the_same([a, b], [a, b]) and not compare.are_the_same([a, b], [b, a])
"#;
    let status = std::process::Command::new(".venv/bin/python")
        .args(["-c", script])
        .status();
    assert!(status.unwrap().success());
}

/// The difference that is meant: DSPy takes it for a success.
#[test]
fn a_result_that_is_not_final_is_refused() {
    let result =
        json!({"content": [{"type": "text", "text": "a"}], "resultType": "input_required"});
    let verdict = verdict(&result, "structured");
    assert!(verdict.contains("result is not final"), "{verdict}");
    assert!(verdict.contains("theirs: 'a', None"), "{verdict}");
}

fn compare() -> Python {
    Python::start("src/compare.py", &[env!("CARGO_BIN_EXE_find-output")])
}

fn verdict(result: &Value, mode: &str) -> String {
    let answer = compare().ask(&json!([result, mode]));
    answer["verdict"].as_str().expect("a verdict").to_owned()
}

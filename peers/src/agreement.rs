//! Runs a comparison over generated results, and reports a disagreement with the input that was
//! found first and the smallest one.

use std::cell::RefCell;
use std::fmt::Display;

use proptest::strategy::Strategy;
use proptest::test_runner::{
    Config, FileFailurePersistence, TestCaseError, TestCaseResult, TestError, TestRunner,
};
use serde_json::Value;

/// How many results have to be compared.
pub const CASES: u32 = 5_000;

/// Compares until [`CASES`] results were accepted by the peer. `compare` rejects a result that the
/// peer does not read.
///
/// # Panics
///
/// On a disagreement, with both inputs and what `compare` said of each.
pub fn agree_on(
    results: &impl Strategy<Value = Value>,
    regressions: &'static str,
    compare: impl Fn(&Value) -> TestCaseResult,
) {
    let first = RefCell::new(None);
    let mut runner = TestRunner::new(Config {
        cases: CASES,
        max_global_rejects: 20 * CASES,
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct(regressions))),
        ..Config::default()
    });
    let outcome = runner.run(results, |result| {
        let outcome = compare(&result);
        if let Err(TestCaseError::Fail(reason)) = &outcome {
            first
                .borrow_mut()
                .get_or_insert_with(|| disagreement(&result, reason));
        }
        outcome
    });
    match outcome {
        Ok(()) => {}
        Err(TestError::Fail(reason, smallest)) => panic!(
            "found: {}\nshrunk: {}",
            first.take().unwrap_or_default(),
            disagreement(&smallest, &reason),
        ),
        Err(TestError::Abort(reason)) => panic!("{reason}"),
    }
}

fn disagreement(input: &Value, outcomes: &impl Display) -> String {
    format!("{input}\n{outcomes}")
}

/// Call results whose annotations are valid too, so that typed SDKs read them; without a `priority` that is
/// an integer, which the Python SDK writes as a float.
pub fn typed_call_result() -> impl Strategy<Value = Value> {
    mcp_result::strategy::call_result().prop_map(|mut result| {
        let blocks = result.get_mut("content").and_then(Value::as_array_mut);
        for block in blocks.into_iter().flatten() {
            let is_typed = block.get("annotations").is_some_and(is_typed);
            if let Some(members) = block.as_object_mut().filter(|_| !is_typed) {
                members.remove("annotations");
            }
        }
        result
    })
}

fn is_typed(annotations: &Value) -> bool {
    let roles = ["user", "assistant"];
    let is_role = |role: &Value| roles.iter().any(|name| role == name);
    let is_audience = |audience: &Value| {
        audience
            .as_array()
            .is_some_and(|audience| audience.iter().all(is_role))
    };
    annotations.is_object()
        && annotations.get("audience").is_none_or(is_audience)
        && annotations.get("priority").is_none_or(Value::is_f64)
        && annotations.get("lastModified").is_none()
}

//! Bugs that change the order of members.

use mcp_result::contract::{self, Answer};
use mcp_result::{Output, convert_result, strip_for_legacy_peer};
use serde_json::{Value, json};

use crate::{assert_broken, assert_stripping_breaks, strip};

/// Whether this build's `serde_json` keeps the order of members. Where it does not, no
/// implementation over `Value` can have these bugs.
fn order_is_kept() -> bool {
    json!({"b": 0, "a": 0})
        .as_object()
        .unwrap()
        .keys()
        .eq(["b", "a"])
}

#[test]
fn removal_changes_the_order_of_members() {
    let [of_conversion, of_stripping]: [&[_]; 2] = if order_is_kept() {
        [
            &[
                "member_order_is_kept",
                "structured_value_is_shown_where_there_is_nothing_to_read",
            ],
            &["member_order_stays"],
        ]
    } else {
        [&[], &[]]
    };
    let remove = |result: &mut Value, name: &str| {
        // With `preserve_order`, this puts the last member in the place of the removed one.
        result.as_object_mut().unwrap().remove(name);
    };
    let report = contract::conversion().check_values(|result, &asked| {
        match convert_result(result.clone(), asked) {
            Ok(converted) if matches!(converted.output, Output::Structured(_)) => {
                let mut rest = result;
                remove(&mut rest, "structuredContent");
                contract::Outcome {
                    answer: converted.output.into(),
                    rest: Some(rest.to_string()),
                }
            }
            other => other.into(),
        }
    });
    assert_broken(&report, of_conversion);
    assert_stripping_breaks(of_stripping, |mut result, to| {
        let mut sent = result.clone();
        let Ok(stripped) = strip_for_legacy_peer(&mut sent, to.kind(), to.peer()) else {
            return Answer::Refused(None);
        };
        if stripped.result_type() {
            remove(&mut result, "resultType");
            return strip(result, to.kind(), to.peer());
        }
        for (tool, _) in stripped.output_schemas() {
            remove(&mut result["tools"][tool], "outputSchema");
        }
        Answer::Sent(
            if stripped.output_schemas().is_empty() {
                sent
            } else {
                result
            }
            .to_string(),
        )
    });
}

/// An implementation over text can have this bug in every build, and an exact check sees it there.
#[cfg(feature = "raw")]
#[test]
fn members_are_sorted() {
    use std::collections::BTreeMap;

    use mcp_result::raw;
    use serde_json::value::RawValue;

    let report = contract::conversion().exact().check(|json, &asked| {
        match raw::convert_result(json, asked) {
            Ok(raw::Output::Structured(value)) => {
                let sorted = serde_json::from_str::<BTreeMap<String, &RawValue>>(value.get());
                let sorted = sorted.map(|members| {
                    let member = |(name, value): (&String, &&RawValue)| {
                        format!("{}:{value}", Value::from(name.as_str()))
                    };
                    format!(
                        "{{{}}}",
                        members.iter().map(member).collect::<Vec<_>>().join(",")
                    )
                });
                Answer::Structured(sorted.unwrap_or_else(|_| value.get().to_owned()))
            }
            Ok(output) => output.into(),
            Err(error) => Answer::from(&error),
        }
    });
    assert_broken(
        &report,
        &[
            "false_is_error_goes_on",
            "member_order_is_kept",
            "structured_value_is_returned_as_sent",
            "structured_value_is_shown_where_there_is_nothing_to_read",
        ],
    );
}

//! The laws of `convert_result`, one property each.

use mcp_result::strategy::{call_result, json, list_result, malformed_call_result};
use mcp_result::{ConvertError, Converted, Output, ResultMode, convert_result};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use serde_json::Value;

#[path = "model/convert.rs"]
mod model;

const MODES: [ResultMode; 4] = [
    ResultMode::Text,
    ResultMode::Structured,
    ResultMode::NonNullStructured,
    ResultMode::Content,
];

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 1_000,
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/proptest-regressions/laws_convert.txt"
        )))),
        ..ProptestConfig::default()
    }
}

/// Whatever may stand under `result`: valid, near-misses, another method's, arbitrary.
fn any_result() -> impl Strategy<Value = Value> {
    prop_oneof![
        4 => call_result(),
        5 => malformed_call_result(),
        1 => list_result(),
        1 => json(),
    ]
}

/// The result with this member; `None` for what is no object.
fn with(mut result: Value, name: &str, value: Value) -> Option<Value> {
    result.as_object_mut()?.insert(name.into(), value);
    Some(result)
}

fn without(mut result: Value, name: &str) -> Value {
    if let Value::Object(members) = &mut result {
        members.retain(|key, _| key != name);
    }
    result
}

/// Equal, and in the same order, and with the same zeros: what `==` on values does not tell.
fn exact(value: &Value) -> String {
    value.to_string()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn law_1_structured_returns_exactly_the_present_member(result in call_result(), value in json()) {
        let result = with(without(result, "isError"), "structuredContent", value.clone()).unwrap();
        let converted = convert_result(result.clone(), ResultMode::Structured).unwrap();
        prop_assert!(matches!(converted.output, Output::Structured(_)));
        prop_assert_eq!(exact(&converted.into_value()), exact(&value));

        let nonnull = convert_result(result, ResultMode::NonNullStructured).unwrap().output;
        prop_assert_eq!(matches!(nonnull, Output::Structured(_)), !value.is_null());
    }

    #[test]
    fn law_2_structured_without_the_member_equals_text(result in any_result()) {
        let result = without(result, "structuredContent");
        let text = convert_result(result.clone(), ResultMode::Text);
        prop_assert_eq!(&convert_result(result.clone(), ResultMode::Structured), &text);
        prop_assert_eq!(&convert_result(result.clone(), ResultMode::NonNullStructured), &text);

        if let Some(result) = with(result, "structuredContent", Value::Null) {
            prop_assert_eq!(
                convert_result(result.clone(), ResultMode::NonNullStructured),
                convert_result(result, ResultMode::Text)
            );
        }
    }

    #[test]
    fn law_3_is_error_true_is_the_tools_error_in_every_mode(result in any_result()) {
        if let Some(result) = with(result, "isError", Value::Bool(true)) {
            for mode in MODES {
                let error = convert_result(result.clone(), mode).unwrap_err();
                prop_assert!(matches!(error, ConvertError::Tool(_)), "{:?}: {}", mode, error);
            }
        }
    }

    #[test]
    fn law_4_nothing_is_lost(result in any_result()) {
        for mode in MODES {
            let Converted { output, rest } = match convert_result(result.clone(), mode) {
                Ok(converted) => converted,
                Err(error) => {
                    prop_assert_eq!(exact(error.result()), exact(&result));
                    prop_assert_eq!(exact(&error.into_result()), exact(&result));
                    continue;
                }
            };
            let blocks = |of: &Value| match of.get("content") {
                Some(Value::Array(blocks)) => blocks.clone(),
                _ => Vec::new(),
            };
            let is_text = |block: &Value| block["type"] == "text";
            let mut left = blocks(&result);
            match output {
                Output::Structured(value) => {
                    prop_assert_eq!(exact(&rest), exact(&without(result.clone(), "structuredContent")));
                    prop_assert_eq!(with(rest, "structuredContent", value).unwrap(), result.clone());
                    continue;
                }
                Output::Text(text) => {
                    left.retain(|block| !is_text(block));
                    let taken: Vec<_> = blocks(&result).into_iter().filter(is_text).collect();
                    prop_assert_eq!(taken.len(), 1);
                    prop_assert_eq!(&taken[0]["text"], &text);
                }
                Output::Texts(texts) => {
                    left.retain(|block| !is_text(block));
                    let taken = blocks(&result).into_iter().filter(is_text);
                    prop_assert_eq!(taken.map(|block| block["text"].clone()).collect::<Vec<_>>(), texts);
                }
                Output::Blocks(taken) => {
                    left.retain(|block| mode != ResultMode::Content && is_text(block));
                    let mut expected = blocks(&result);
                    expected.retain(|block| mode == ResultMode::Content || !is_text(block));
                    prop_assert_eq!(exact(&taken.into()), exact(&expected.into()));
                }
            }
            let mut expected = result.clone();
            if let Some(content @ Value::Array(_)) = expected.get_mut("content") {
                *content = left.into();
            }
            prop_assert_eq!(exact(&rest), exact(&expected));
        }
    }

    #[test]
    fn law_5_text_does_not_depend_on_structured_content(result in any_result(), value in json(), other in json()) {
        let output = |result| convert_result(result, ResultMode::Text).map(|converted| {
            (converted.output, without(converted.rest, "structuredContent"))
        }).map_err(|error| error.to_string());

        let absent = without(result.clone(), "structuredContent");
        if let Some(present) = with(result.clone(), "structuredContent", value) {
            let changed = with(result, "structuredContent", other).unwrap();
            prop_assert_eq!(output(present.clone()), output(changed));
            if absent.get("content").is_some_and(Value::is_array) {
                prop_assert_eq!(output(present), output(absent));
            }
        }
    }

    #[test]
    fn law_6_convert_agrees_with_the_table(result in any_result()) {
        for mode in MODES {
            prop_assert_eq!(
                model::actual(&result, mode),
                model::expected(&result, mode),
                "{:?}", mode
            );
        }
    }
}

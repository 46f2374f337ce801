//! The laws of `convert_result`, one property each.

use mcp_result::rules::{find_output, find_output_of_failure};
use mcp_result::strategy::{call_result, json, list_result, malformed_call_result};
use mcp_result::{
    ContentForm, Conversion, ConvertError, Converted, Output, Presence, ResultMode, convert_result,
};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use serde_json::Value;

mod audience;
mod every;
#[path = "model/convert.rs"]
mod model;

use self::audience::result_for_someone;
use self::model::Outcome;

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
        4 => result_for_someone(),
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
    fn law_2_structured_without_the_member_equals_text_or_content(result in any_result()) {
        let result = without(result, "structuredContent");
        for (form, mode) in [(ContentForm::Text, ResultMode::Text), (ContentForm::Blocks, ResultMode::Content)] {
            let structured = Conversion::from(ResultMode::Structured).with_content(form);
            let non_null = Conversion::from(ResultMode::NonNullStructured).with_content(form);
            let expected = convert_result(result.clone(), mode);
            prop_assert_eq!(&convert_result(result.clone(), structured), &expected);
            prop_assert_eq!(&convert_result(result.clone(), non_null), &expected);

            if let Some(result) = with(result.clone(), "structuredContent", Value::Null) {
                prop_assert_eq!(convert_result(result.clone(), non_null), convert_result(result, mode));
            }
        }
    }

    #[test]
    fn law_3_is_error_true_is_the_tools_error_in_every_mode(result in any_result()) {
        if let Some(result) = with(result, "isError", Value::Bool(true)) {
            for conversion in every::conversion() {
                let error = convert_result(result.clone(), conversion).unwrap_err();
                prop_assert!(matches!(error, ConvertError::Tool(_)), "{:?}: {}", conversion, error);
            }
        }
    }

    #[test]
    fn law_4_nothing_is_lost(result in any_result()) {
        for conversion in every::conversion() {
            let Converted { output, rest } = match convert_result(result.clone(), conversion) {
                Ok(converted) => converted,
                Err(error) => {
                    prop_assert_eq!(exact(error.result()), exact(&result));
                    prop_assert_eq!(exact(&error.into_result()), exact(&result));
                    continue;
                }
            };
            if let Output::Structured(value) = output {
                prop_assert_eq!(exact(&rest), exact(&without(result.clone(), "structuredContent")));
                prop_assert_eq!(with(rest, "structuredContent", value).unwrap(), result.clone());
                continue;
            }
            // Beside the blocks everything is left.
            let mut expected = result.clone();
            if let Some(content @ Value::Array(_)) = expected.get_mut("content") {
                *content = blocks(&rest).into();
            }
            prop_assert_eq!(exact(&rest), exact(&expected));

            // Every block is in the output or in the rest, once, and in order.
            let (all, left) = (blocks(&result), blocks(&rest));
            prop_assert!(is_subsequence(&left, &all));
            match output {
                Output::Blocks(taken) => {
                    prop_assert!(is_subsequence(&taken, &all));
                    prop_assert_eq!(sorted(&[taken, left].concat()), sorted(&all));
                }
                output => {
                    let is_text = |block: &&Value| block["type"] == "text";
                    let texts = all.iter().filter(is_text).map(|block| block["text"].clone());
                    let texts: Vec<_> = texts.collect();
                    prop_assert_eq!(all.iter().filter(|block| !is_text(block)).count(), left.len());
                    prop_assert!(!left.iter().any(|block| is_text(&block)));
                    prop_assert_eq!(matches!(output, Output::Text(_)), texts.len() == 1);
                    let given = match output.into_value() {
                        Value::Array(given) => given,
                        text => vec![text],
                    };
                    prop_assert_eq!(given, texts);
                }
            }
        }
    }

    #[test]
    fn law_5_text_does_not_depend_on_structured_content(result in any_result(), value in json(), other in json()) {
        // Where the tool failed, its error may read as the value.
        let outcome = |result| match model::actual(&result, ResultMode::Text.into()) {
            Outcome::Converted { output, rest } => Ok((output, without(rest, "structuredContent"))),
            Outcome::Failed(failure) => Err(failure),
        };
        let absent = without(result.clone(), "structuredContent");
        if let Some(present) = with(result.clone(), "structuredContent", value) {
            let changed = with(result, "structuredContent", other).unwrap();
            prop_assert_eq!(outcome(present.clone()), outcome(changed));
            if absent.get("content").is_some_and(Value::is_array) {
                prop_assert_eq!(outcome(present), outcome(absent));
            }
        }
    }

    #[test]
    fn law_6_convert_agrees_with_the_table(result in any_result()) {
        for conversion in every::conversion() {
            prop_assert_eq!(
                model::actual(&result, conversion),
                model::expected(&result, conversion),
                "{:?}", conversion
            );
        }
    }

    #[test]
    fn a_model_is_shown_what_is_for_it_or_else_the_value(
        result in prop_oneof![2 => result_for_someone(), 1 => call_result()],
    ) {
        let all = blocks(&result);
        let is_shown = |block: &&Value| model::is_for_model(block) && model::holds_something(block);
        let Ok(Converted { output, .. }) = convert_result(result.clone(), ResultMode::Model) else {
            return Ok(());
        };
        match output {
            Output::Blocks(shown) => {
                prop_assert!(shown.iter().all(model::is_for_model));
                let left_out = all.iter().filter(|block| !shown.contains(block));
                prop_assert!(!left_out.clone().any(model::is_for_model));
                let is_something = shown.iter().any(model::holds_something);
                prop_assert_eq!(is_something, all.iter().any(|block| is_shown(&block)));
                let value = Presence::of_member(&result, "structuredContent").into_option();
                prop_assert!(is_something || value.is_none_or(Value::is_null));
            }
            Output::Structured(value) => {
                prop_assert!(!value.is_null());
                prop_assert!(!all.iter().any(|block| is_shown(&block)));
            }
            other => prop_assert!(false, "{other:?}"),
        }
    }

    #[test]
    fn a_failure_converts_as_if_it_had_not_failed(result in any_result()) {
        let Some(failed) = with(result, "isError", Value::Bool(true)) else { return Ok(()) };
        let fine = with(failed.clone(), "isError", Value::Bool(false)).unwrap();
        for conversion in every::conversion() {
            prop_assert_eq!(
                find_output_of_failure(&failed, conversion),
                find_output(&fine, conversion)
            );
            let Err(ConvertError::Tool(error)) = convert_result(failed.clone(), conversion) else {
                return Err(TestCaseError::fail("no error"));
            };
            match (error.clone().convert(conversion), convert_result(fine.clone(), conversion)) {
                (Ok(converted), Ok(Converted { output, rest })) => {
                    prop_assert_eq!(converted.output, output);
                    let rest = with(rest, "isError", Value::Bool(true)).unwrap();
                    prop_assert_eq!(exact(&converted.rest), exact(&rest));
                }
                (Err(given_back), Err(_)) => {
                    prop_assert_eq!(exact(given_back.result()), exact(&failed));
                    prop_assert_eq!(given_back, error);
                }
                (converted, expected) => prop_assert!(false, "{converted:?} instead of {expected:?}"),
            }
        }
    }

    #[test]
    fn what_is_found_is_what_is_moved(result in any_result()) {
        for conversion in every::conversion() {
            let found = model::pointed_at(&result, conversion);
            let moved = match model::actual(&result, conversion) {
                Outcome::Converted { output, .. } => Ok(output),
                Outcome::Failed(failure) => Err(failure),
            };
            prop_assert_eq!(found, moved, "{:?}", conversion);
        }
    }

    #[test]
    fn only_the_structured_modes_have_a_content_form(result in any_result()) {
        for mode in [ResultMode::Text, ResultMode::Content, ResultMode::Model] {
            let with_form = |form| {
                convert_result(result.clone(), Conversion::from(mode).with_content(form))
            };
            prop_assert_eq!(with_form(ContentForm::Text), with_form(ContentForm::Blocks));
        }
    }

    #[test]
    fn every_output_is_a_text(result in any_result()) {
        for conversion in every::conversion() {
            let Ok(Converted { output, .. }) = convert_result(result.clone(), conversion) else {
                continue;
            };
            prop_assert_eq!(output.clone().into_text(), model::text(&output));
        }
    }
}

fn blocks(of: &Value) -> Vec<Value> {
    match of.get("content") {
        Some(Value::Array(blocks)) => blocks.clone(),
        _ => Vec::new(),
    }
}

/// Whether the blocks stand in `all`, in order.
fn is_subsequence(blocks: &[Value], all: &[Value]) -> bool {
    let mut all = all.iter().map(exact);
    let mut blocks = blocks.iter().map(exact);
    blocks.all(|block| all.any(|found| found == block))
}

fn sorted(blocks: &[Value]) -> Vec<String> {
    let mut blocks: Vec<_> = blocks.iter().map(exact).collect();
    blocks.sort_unstable();
    blocks
}

//! The laws of `convert_result`, one property each.

use every::conversions;
use mcp_result::rules::{Fault, Place, find_output};
use mcp_result::strategy::{call_result, json, list_result, malformed_call_result};
use mcp_result::{
    ContentForm, Conversion, ConvertError, Converted, Output, ResultMode, convert_result,
};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use serde_json::Value;

mod every;

#[path = "model/convert.rs"]
mod model;

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

fn blocks(result: &Value) -> Vec<Value> {
    match result.get("content") {
        Some(Value::Array(blocks)) => blocks.clone(),
        _ => Vec::new(),
    }
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
        let without_member = without(result.clone(), "structuredContent");
        let with_null = with(result, "structuredContent", Value::Null);
        for (form, mode) in [(ContentForm::Text, ResultMode::Text), (ContentForm::Blocks, ResultMode::Content)] {
            let structured = Conversion::from(ResultMode::Structured).with_content(form);
            let non_null = Conversion::from(ResultMode::NonNullStructured).with_content(form);
            let expected = convert_result(without_member.clone(), mode);
            prop_assert_eq!(&convert_result(without_member.clone(), structured), &expected);
            prop_assert_eq!(&convert_result(without_member.clone(), non_null), &expected);

            if let Some(result) = with_null.clone() {
                prop_assert_eq!(
                    convert_result(result.clone(), non_null),
                    convert_result(result, mode)
                );
            }
        }
    }

    #[test]
    fn the_other_modes_ignore_the_form_of_content(result in any_result()) {
        for mode in [ResultMode::Text, ResultMode::Content, ResultMode::Model] {
            let blocks = Conversion::from(mode).with_content(ContentForm::Blocks);
            prop_assert_eq!(convert_result(result.clone(), blocks), convert_result(result.clone(), mode));
        }
    }

    #[test]
    fn law_3_is_error_true_is_the_tools_error_in_every_mode(result in any_result()) {
        if let Some(result) = with(result, "isError", Value::Bool(true)) {
            for conversion in conversions() {
                let error = convert_result(result.clone(), conversion).unwrap_err();
                prop_assert!(matches!(error, ConvertError::Tool(_)), "{:?}: {}", conversion, error);
            }
        }
    }

    /// Every block is in the output or in the rest, once and in order; a structured value that was
    /// taken, put back into the rest, gives the input.
    #[test]
    fn law_4_nothing_is_lost(result in any_result()) {
        for conversion in conversions() {
            let Converted { output, rest } = match convert_result(result.clone(), conversion) {
                Ok(converted) => converted,
                Err(error) => {
                    prop_assert_eq!(exact(error.result()), exact(&result));
                    prop_assert_eq!(exact(&error.into_result()), exact(&result));
                    continue;
                }
            };
            let taken: Vec<Value> = match output {
                Output::Structured(value) => {
                    prop_assert_eq!(exact(&rest), exact(&without(result.clone(), "structuredContent")));
                    prop_assert_eq!(with(rest, "structuredContent", value).unwrap(), result.clone());
                    continue;
                }
                Output::Text(text) => vec![text.into()],
                Output::Texts(texts) => texts.into_iter().map(Value::from).collect(),
                Output::Blocks(blocks) => blocks,
            };
            let mut taken = taken.into_iter().peekable();
            let mut left = blocks(&rest).into_iter().peekable();
            for block in blocks(&result) {
                let text = block.get("text").filter(|_| block["type"] == "text");
                let is_taken = taken.next_if(|taken| exact(taken) == exact(&block) || text == Some(taken));
                prop_assert!(is_taken.is_some() || left.next_if(|left| exact(left) == exact(&block)).is_some());
            }
            prop_assert_eq!((taken.next(), left.next()), (None, None));

            let mut expected = result.clone();
            if let Some(content @ Value::Array(_)) = expected.get_mut("content") {
                *content = blocks(&rest).into();
            }
            prop_assert_eq!(exact(&rest), exact(&expected));
        }
    }

    #[test]
    fn law_5_text_does_not_depend_on_structured_content(result in any_result(), value in json(), other in json()) {
        let output = |result| convert_result(result, ResultMode::Text).map(|converted| {
            (converted.output, without(converted.rest, "structuredContent"))
        }).map_err(|error| match error {
            // What it reads as may be the structured value.
            ConvertError::Tool(_) => "tool".to_owned(),
            error => error.to_string(),
        });

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
        for conversion in conversions() {
            prop_assert_eq!(
                model::actual(&result, conversion),
                model::expected(&result, conversion),
                "{:?}", conversion
            );
        }
    }

    #[test]
    fn a_model_is_shown_something_where_there_is_something(result in any_result()) {
        let Ok(converted) = convert_result(result.clone(), ResultMode::Model) else { return Ok(()) };
        let content = blocks(&result);
        let holds = content.iter().any(|block| model::is_for_model(block) && model::holds_something(block));
        let structured = result.get("structuredContent").filter(|value| !value.is_null());
        match (converted.output, structured) {
            (Output::Blocks(shown), _) if holds => prop_assert!(shown.iter().any(model::holds_something)),
            (output, Some(value)) => prop_assert_eq!(output, Output::Structured(value.clone())),
            (output, None) => prop_assert!(matches!(output, Output::Blocks(_))),
        }
    }

    #[test]
    fn a_failure_converts_as_if_it_had_not_failed(result in any_result()) {
        let Some(failed) = with(result.clone(), "isError", Value::Bool(true)) else { return Ok(()) };
        let passed = with(result, "isError", Value::Bool(false)).unwrap();
        for conversion in conversions() {
            let Err(ConvertError::Tool(error)) = convert_result(failed.clone(), conversion) else {
                return Err(TestCaseError::fail("no error of the tool"));
            };
            match (error.convert(conversion), convert_result(passed.clone(), conversion)) {
                (Ok(converted), Ok(expected)) => {
                    prop_assert_eq!(converted.output, expected.output);
                    prop_assert_eq!(&converted.rest["isError"], &Value::Bool(true));
                    let flags = [converted.rest, expected.rest].map(|rest| exact(&without(rest, "isError")));
                    prop_assert_eq!(&flags[0], &flags[1]);
                }
                (Err(error), Err(_)) => prop_assert_eq!(exact(error.result()), exact(&failed)),
                (converted, expected) => prop_assert!(false, "{:?}, not {:?}", converted, expected),
            }
        }
    }

    #[test]
    fn what_is_found_is_what_is_moved(result in any_result()) {
        for conversion in conversions() {
            let content = blocks(&result);
            let at = |positions: Vec<usize>| positions.into_iter().map(|at| content[at].clone());
            let text = |block: Value| block["text"].as_str().unwrap().to_owned();
            let found = match find_output(&result, conversion) {
                Ok(Place::Structured) => Ok(Output::Structured(result["structuredContent"].clone())),
                Ok(Place::Text(position)) => Ok(Output::Text(text(content[position].clone()))),
                Ok(Place::Texts(positions)) => Ok(Output::Texts(at(positions).map(text).collect())),
                Ok(Place::Blocks(positions)) => Ok(Output::Blocks(at(positions).collect())),
                Ok(Place::AllBlocks) => Ok(Output::Blocks(content.clone())),
                Err(fault) => Err(fault),
            };
            match (found, convert_result(result.clone(), conversion)) {
                (Ok(found), Ok(converted)) => prop_assert_eq!(found, converted.output),
                (Err(Fault::Tool), Err(ConvertError::Tool(_))) => {}
                (Err(fault), Err(error)) => prop_assert_eq!(fault.to_string(), error.to_string()),
                (found, converted) => prop_assert!(false, "{:?}, not {:?}", found, converted),
            }
        }
    }
}

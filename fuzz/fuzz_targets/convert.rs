//! The laws of `convert_result`, over any JSON.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use mcp_result::{ConvertError, Converted, Malformed, Output, ResultMode, convert_result};
use serde_json::Value;

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mcp_result_fuzz::mutate(data, size, max_size, seed)
});

const MODES: [ResultMode; 5] = [
    ResultMode::Text,
    ResultMode::Structured,
    ResultMode::NonNullStructured,
    ResultMode::Content,
    ResultMode::Model,
];

fuzz_target!(|text: &[u8]| {
    let Ok(result) = serde_json::from_slice::<Value>(text) else {
        return;
    };
    for mode in MODES {
        match convert_result(result.clone(), mode) {
            Ok(converted) => check_output(&result, mode, converted),
            Err(error) => check_error(&result, mode, error),
        }
    }
    check_modes_against_each_other(&result);
    check_that_text_does_not_see_structured_content(&result);
});

fn check_output(result: &Value, mode: ResultMode, converted: Converted) {
    assert_ne!(result.get("isError"), Some(&Value::Bool(true)));
    assert!(
        matches!(result.get("resultType"), None | Some(Value::Null))
            || result["resultType"] == "complete"
    );
    let content = result.get("content").and_then(Value::as_array);
    let blocks = content.map_or(&[][..], Vec::as_slice);
    let structured = result.get("structuredContent");
    let structured = match mode {
        ResultMode::Structured => structured,
        ResultMode::NonNullStructured => structured.filter(|value| !value.is_null()),
        ResultMode::Model if blocks.iter().any(holds_something_for_model) => None,
        ResultMode::Model => structured.filter(|value| !value.is_null()),
        _ => None,
    };
    let (texts, others): (Vec<_>, Vec<_>) = blocks
        .iter()
        .cloned()
        .partition(|block| block.get("type").is_some_and(|t| t == "text"));
    let Converted { output, rest } = converted;
    let mut expected_rest = result.clone();
    let mut leave = |left: Vec<Value>| {
        if content.is_some() {
            expected_rest["content"] = left.into();
        }
    };
    match output {
        Output::Structured(value) => {
            assert_eq!(Some(&value), structured);
            let members = expected_rest.as_object_mut().unwrap();
            members.retain(|name, _| name != "structuredContent");
        }
        _ if structured.is_some() => panic!("structuredContent was passed over"),
        Output::Blocks(taken) if mode == ResultMode::Content => {
            assert_eq!(taken, blocks);
            leave(Vec::new());
        }
        Output::Blocks(taken) if mode == ResultMode::Model => {
            let (shown, left): (Vec<_>, _) = blocks.iter().cloned().partition(is_for_model);
            assert_eq!(taken, shown);
            leave(left);
        }
        Output::Text(text) => {
            assert_eq!(texts.len(), 1);
            assert_eq!(texts[0]["text"], text);
            assert!(!text.is_empty() || others.is_empty());
            leave(others);
        }
        Output::Texts(taken) => {
            assert!(taken.len() > 1);
            assert!(texts.iter().map(|block| &block["text"]).eq(&taken));
            leave(others);
        }
        Output::Blocks(taken) => {
            assert!(
                texts.is_empty()
                    || (texts.len() == 1 && texts[0]["text"] == "" && !others.is_empty())
            );
            assert_eq!(taken, others);
            leave(texts);
        }
    }
    assert_eq!(rest, expected_rest);
    assert_eq!(rest.to_string(), expected_rest.to_string());
}

fn is_for_model(block: &Value) -> bool {
    match block.pointer("/annotations/audience") {
        Some(Value::String(audience)) => audience == "assistant",
        Some(Value::Array(audience)) => {
            audience.is_empty() || audience.contains(&Value::from("assistant"))
        }
        _ => true,
    }
}

fn holds_something_for_model(block: &Value) -> bool {
    let text = match block["type"].as_str() {
        None => return false,
        Some("text") => &block["text"],
        Some("resource") if block["resource"].get("blob").is_none() => &block["resource"]["text"],
        Some(_) => return is_for_model(block),
    };
    is_for_model(block) && text.as_str().is_some_and(|text| !text.is_empty())
}

fn check_error(result: &Value, mode: ResultMode, error: ConvertError) {
    assert_eq!(error.result(), result);
    assert!(!error.to_string().is_empty());
    match &error {
        ConvertError::Tool(tool) => {
            assert_eq!(result["isError"], true);
            let display = tool.to_string();
            assert!(tool.texts().all(|text| display.contains(text)));
            assert_eq!(
                tool.structured_content().into_option(),
                result.get("structuredContent")
            );
            assert_eq!(tool.meta().into_option(), result.get("_meta"));
        }
        ConvertError::Incomplete(incomplete) => {
            assert_eq!(result["resultType"], incomplete.result_type());
            assert_ne!(incomplete.result_type(), "complete");
        }
        ConvertError::Malformed(malformed) => {
            let unchecked = matches!(mode, ResultMode::Content | ResultMode::Model);
            assert!(!unchecked || malformed.pointer().matches('/').count() < 2);
            check_pointer(malformed);
        }
        other => panic!("{other:?}"),
    }
    if result.get("isError") == Some(&Value::Bool(true)) {
        assert!(matches!(error, ConvertError::Tool(_)));
    }
    assert_eq!(error.into_result(), *result);
}

/// It has fixed names and indices only, and what it points at is what was found.
fn check_pointer(error: &Malformed) {
    let pointer = error.pointer();
    match pointer.split('/').skip(1).collect::<Vec<_>>()[..] {
        [] | ["isError" | "resultType" | "content"] => {}
        ["content", index] | ["content", index, "type" | "text"] => {
            assert_eq!(index.parse::<usize>().unwrap().to_string(), index);
        }
        _ => panic!("{pointer}"),
    }
    let (parent, _) = pointer.rsplit_once('/').unwrap_or_default();
    assert!(error.result().pointer(parent).is_some());
    let found = match error.result().pointer(pointer) {
        None => "nothing",
        Some(Value::Null) => "null",
        Some(Value::Bool(_)) => "boolean",
        Some(Value::Number(_)) => "number",
        Some(Value::String(_)) => "string",
        Some(Value::Array(_)) => "array",
        Some(Value::Object(_)) => "object",
    };
    assert_eq!(error.found(), found);
    assert_ne!(error.found(), error.expected());
}

fn check_modes_against_each_other(result: &Value) {
    let convert = |mode| convert_result(result.clone(), mode);
    let structured = result.get("structuredContent");
    if structured.is_none() {
        assert_eq!(convert(ResultMode::Structured), convert(ResultMode::Text));
    }
    let same_as = if structured.is_none_or(Value::is_null) {
        ResultMode::Text
    } else {
        ResultMode::Structured
    };
    assert_eq!(convert(ResultMode::NonNullStructured), convert(same_as));
}

fn check_that_text_does_not_see_structured_content(result: &Value) {
    let Value::Object(members) = result else {
        return;
    };
    let output = |result| {
        convert_result(result, ResultMode::Text)
            .map(|converted| converted.output)
            .map_err(|error| match error {
                // What it reads as may be the structured value.
                ConvertError::Tool(_) => "tool".to_owned(),
                error => error.to_string(),
            })
    };
    let present = members.contains_key("structuredContent");
    if present || members.get("content").is_some_and(Value::is_array) {
        let mut other = result.clone();
        other["structuredContent"] = "other".into();
        assert_eq!(output(other), output(result.clone()));
    }
}

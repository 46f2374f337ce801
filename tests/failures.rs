//! A tool's failure in the form of a success, and errors that leave the function which owns the text.

use mcp_result::{
    ContentForm, Conversion, ConvertError, Converted, Output, ResultMode, ToolError, convert_result,
};
use serde_json::{Value, json};

mod every;

fn text(text: &str) -> Value {
    json!({"type": "text", "text": text})
}

fn image() -> Value {
    json!({"type": "image", "data": "aGk=", "mimeType": "image/png"})
}

#[track_caller]
fn failure(result: &Value) -> ToolError {
    match convert_result(result.clone(), ResultMode::Text) {
        Err(ConvertError::Tool(error)) => error,
        other => panic!("{other:?}"),
    }
}

#[cfg(feature = "raw")]
fn failure_over_text(json: &str) -> mcp_result::raw::ToolError<'_> {
    match mcp_result::raw::convert_result(json, ResultMode::Text) {
        Err(mcp_result::raw::ConvertError::Tool(error)) => error,
        other => panic!("{other:?}"),
    }
}

/// What the failed result converts to, over its text too.
#[track_caller]
fn converts(result: &Value, conversion: impl Into<Conversion>, output: Output, rest: Value) {
    let conversion = conversion.into();
    #[cfg(feature = "raw")]
    {
        let json = result.to_string();
        let error = failure_over_text(&json);
        let converted = error.convert(conversion).unwrap();
        let expected = output.clone().into_value().to_string();
        assert_eq!(converted.clone().into_json(), expected);
        assert_eq!(converted.into_text(), output.clone().into_text());
        // The error is still there.
        assert_eq!(error.result(), &json);
    }
    let converted = failure(result).convert(conversion);
    assert_eq!(converted, Ok(Converted { output, rest }), "{result}");
}

/// Every conversion gives the tool's error back.
#[track_caller]
fn is_given_back(result: &Value) {
    for conversion in every::conversion() {
        let error = failure(result);
        let given_back = error.clone().convert(conversion).unwrap_err();
        assert_eq!(given_back, error);
        assert_eq!(given_back.into_result(), *result);
        #[cfg(feature = "raw")]
        {
            let json = result.to_string();
            let error = failure_over_text(&json);
            assert_eq!(error.convert(conversion).unwrap_err(), &error);
        }
    }
}

#[test]
fn a_failure_converts_in_every_form_of_a_success() {
    let result = json!({
        "isError": true,
        "_meta": {"a": 1},
        "content": [image(), text("no such city")],
        "structuredContent": {"code": 7},
    });
    let without_value = json!({
        "isError": true,
        "_meta": {"a": 1},
        "content": [image(), text("no such city")],
    });
    let without_blocks = json!({
        "isError": true,
        "_meta": {"a": 1},
        "content": [],
        "structuredContent": {"code": 7},
    });
    let blocks = || Output::Blocks(vec![image(), text("no such city")]);
    let structured = || Output::Structured(json!({"code": 7}));
    converts(
        &result,
        ResultMode::Text,
        Output::Text("no such city".into()),
        json!({
            "isError": true,
            "_meta": {"a": 1},
            "content": [image()],
            "structuredContent": {"code": 7},
        }),
    );
    converts(
        &result,
        ResultMode::Structured,
        structured(),
        without_value.clone(),
    );
    converts(
        &result,
        ResultMode::NonNullStructured,
        structured(),
        without_value,
    );
    converts(
        &result,
        ResultMode::Content,
        blocks(),
        without_blocks.clone(),
    );
    converts(&result, ResultMode::Model, blocks(), without_blocks);
}

#[test]
fn a_failure_whose_detail_is_in_the_value_is_shown_to_a_model() {
    for content in [json!([]), json!([text("")]), json!(null)] {
        converts(
            &json!({"isError": true, "content": content, "structuredContent": {"code": 7}}),
            ResultMode::Model,
            Output::Structured(json!({"code": 7})),
            json!({"isError": true, "content": content}),
        );
    }
}

#[test]
fn a_failure_keeps_the_content_form() {
    let result = json!({"isError": true, "content": [text("a"), image()]});
    converts(
        &result,
        Conversion::from(ResultMode::Structured).with_content(ContentForm::Blocks),
        Output::Blocks(vec![text("a"), image()]),
        json!({"isError": true, "content": []}),
    );
    converts(
        &result,
        ResultMode::Structured,
        Output::Text("a".into()),
        json!({"isError": true, "content": [image()]}),
    );
}

#[test]
fn a_failure_without_content_converts_to_no_blocks() {
    for result in [
        json!({"isError": true}),
        json!({"isError": true, "content": null}),
        json!({"isError": true, "content": []}),
        // The failure makes it a tool's result.
        json!({"isError": true, "task": {}}),
    ] {
        for conversion in every::conversion() {
            converts(&result, conversion, Output::Blocks(vec![]), result.clone());
        }
    }
}

#[test]
fn a_failure_that_is_malformed_is_given_back() {
    is_given_back(&json!({"isError": true, "resultType": 7}));
    is_given_back(&json!({"isError": true, "resultType": 7, "structuredContent": {"code": 7}}));
    is_given_back(&json!({"isError": true, "content": "oops"}));
    is_given_back(&json!({"isError": true, "content": {"text": "oops"}}));
    // Steps 7 and 4 decide for themselves.
    let result = json!({"isError": true, "content": [text("a"), null], "structuredContent": 3});
    let error = failure(&result);
    assert_eq!(error.clone().convert(ResultMode::Text), Err(error));
    let structured = failure(&result).convert(ResultMode::Structured).unwrap();
    assert_eq!(structured.output, Output::Structured(json!(3)));
    let blocks = failure(&result).convert(ResultMode::Content).unwrap();
    assert_eq!(blocks.output, Output::Blocks(vec![text("a"), json!(null)]));
}

#[test]
fn a_failure_that_is_not_final_is_given_back() {
    for result_type in ["input_required", "task", ""] {
        is_given_back(&json!({
            "isError": true,
            "resultType": result_type,
            "content": [text("a")],
            "structuredContent": {"code": 7},
        }));
    }
    converts(
        &json!({"isError": true, "resultType": "complete", "content": [text("a")]}),
        ResultMode::Text,
        Output::Text("a".into()),
        json!({"isError": true, "resultType": "complete", "content": []}),
    );
}

#[test]
fn a_failure_that_cannot_be_converted_is_a_conversions_error() {
    fn convert(result: Value) -> Result<Converted, ConvertError> {
        match convert_result(result, ResultMode::Text) {
            Err(ConvertError::Tool(error)) => Ok(error.convert(ResultMode::Text)?),
            other => other,
        }
    }
    let result = json!({"isError": true, "content": "oops"});
    match convert(result.clone()) {
        Err(ConvertError::Tool(error)) => assert_eq!(error.into_result(), result),
        other => panic!("{other:?}"),
    }
    assert!(convert(json!({"isError": true, "content": [text("a")]})).is_ok());
}

#[test]
fn an_agent_shows_a_failure_as_a_success_flagged() {
    let shown = |result: Value| match convert_result(result, ResultMode::Model) {
        Ok(shown) => (shown.output.into_text(), false),
        Err(ConvertError::Tool(error)) => match error.convert(ResultMode::Model) {
            Ok(shown) => (shown.output.into_text(), true),
            Err(error) => (error.to_string(), true),
        },
        Err(error) => (error.to_string(), true),
    };
    let result = |is_error| json!({"content": [text("a"), image()], "isError": is_error});
    let text = "a\n[image: image/png]".to_owned();
    assert_eq!(shown(result(false)), (text.clone(), false));
    assert_eq!(shown(result(true)), (text, true));
    let malformed = json!({"content": "oops", "isError": true});
    assert_eq!(
        shown(malformed),
        ("tool call failed without a text".into(), true)
    );
}

#[cfg(feature = "raw")]
mod over_text {
    use std::borrow::Cow;
    use std::error::Error;
    use std::thread;

    use mcp_result::raw::{self, ConvertError, StripError, convert_result, strip_for_legacy_peer};
    use mcp_result::{ProtocolVersion, ResultKind, ResultMode};
    use serde::de::IgnoredAny;

    const RESULTS: [(&str, &str); 4] = [
        (
            r#"{"isError":true,"content":[{"type":"text","text":"no such city"}]}"#,
            "tool call failed: no such city",
        ),
        (
            r#"{"resultType":"task"}"#,
            r#"result is not final: its resultType is "task""#,
        ),
        (
            r#"{"content":[3]}"#,
            r#"malformed result: expected object at "/content/0", found number"#,
        ),
        (
            r#"{"content":[}"#,
            "not JSON: expected value at line 1 column 13",
        ),
    ];

    /// The text is gone when the error arrives.
    fn call(json: &str, mode: ResultMode) -> Result<String, Box<dyn Error + Send + Sync>> {
        let response = json.to_owned();
        let output = convert_result(&response, mode).map_err(ConvertError::into_owned)?;
        Ok(output.into_text().into_owned())
    }

    #[test]
    fn an_owned_error_leaves_the_function_that_owns_the_text() {
        for (json, wording) in RESULTS {
            for mode in [ResultMode::Text, ResultMode::Structured] {
                let error = thread::spawn(move || call(json, mode).unwrap_err());
                let error = error.join().unwrap();
                assert_eq!(error.to_string(), wording);
                assert!(error.source().is_none());
                let error = error.downcast::<ConvertError<'static>>().unwrap();
                assert_eq!(error.result(), json);
            }
        }
    }

    #[test]
    fn an_owned_error_is_the_error_it_was_made_of() {
        for (json, _) in RESULTS {
            let error = convert_result(json, ResultMode::Text).unwrap_err();
            let owned = error.clone().into_owned();
            assert_eq!(owned, error);
            assert_eq!(owned.to_string(), error.to_string());
            assert_eq!(owned.result(), json);
            assert_ne!(owned.result().as_ptr(), error.result().as_ptr());
            assert_eq!(error.result().as_ptr(), json.as_ptr());
        }
    }

    #[test]
    fn each_case_can_be_owned_alone() {
        fn boxed<E: Error + 'static>(error: E) -> Box<dyn Error> {
            Box::new(error)
        }
        for (json, wording) in RESULTS {
            let json = json.to_owned();
            let owned = match convert_result(&json, ResultMode::Text).unwrap_err() {
                ConvertError::Tool(error) => {
                    let error = error.into_owned();
                    assert!(error.texts().eq(["no such city"]));
                    assert!(matches!(error.result(), Cow::Owned(text) if *text == json));
                    assert_eq!(error.clone().into_result(), json);
                    boxed(error)
                }
                ConvertError::Incomplete(error) => {
                    let error = error.into_owned();
                    assert_eq!(error.result_type(), "task");
                    assert_eq!(error.clone().into_result(), json);
                    boxed(error)
                }
                ConvertError::Malformed(error) => {
                    let error = error.into_owned();
                    assert_eq!(error.pointer(), "/content/0");
                    assert_eq!(error.clone().into_result(), json);
                    boxed(error)
                }
                ConvertError::NotJson(error) => {
                    let expected = serde_json::from_str::<IgnoredAny>(&json).unwrap_err();
                    let error = error.into_owned();
                    assert_eq!(error.line(), expected.line());
                    assert_eq!(error.column(), expected.column());
                    assert_eq!(error.result(), json);
                    boxed(error)
                }
                other => panic!("{other:?}"),
            };
            drop(json);
            assert_eq!(owned.to_string(), wording);
        }
    }

    #[test]
    fn an_owned_error_of_stripping_leaves_the_function_that_owns_the_text() {
        fn send(json: &str) -> Result<String, Box<dyn Error>> {
            let result = json.to_owned();
            let peer = ProtocolVersion::V2025_11_25;
            let stripped = strip_for_legacy_peer(&result, ResultKind::ToolsCall, peer);
            Ok(stripped.map_err(StripError::into_owned)?.json().to_owned())
        }
        for (json, wording) in [
            (
                r#"{"resultType":"task"}"#,
                r#"not for a peer below 2026-07-28: expected resultType "complete", found "task""#,
            ),
            (
                r#"{"content":[}"#,
                "not JSON: expected value at line 1 column 13",
            ),
        ] {
            let error = send(json).unwrap_err();
            assert_eq!(error.to_string(), wording);
            assert!(error.is::<StripError<'static>>());
        }
        assert_eq!(send(r#"{"resultType":"complete"}"#).unwrap(), "{}");
    }

    #[test]
    fn what_a_failure_converts_to_is_part_of_its_text() {
        let json = r#"{"isError":true,"structuredContent": [ 1E400 ] ,"content":[ {"type":"x"} ]}"#;
        let error = super::failure_over_text(json);
        let within = |part: &str| json.as_bytes().as_ptr_range().contains(&part.as_ptr());
        match error.convert(ResultMode::Structured).unwrap() {
            raw::Output::Structured(value) => {
                assert!(value.get() == "[ 1E400 ]" && within(value.get()));
            }
            other => panic!("{other:?}"),
        }
        match error.convert(ResultMode::Model).unwrap() {
            raw::Output::Blocks(blocks) => assert!(within(blocks[0].get())),
            other => panic!("{other:?}"),
        }
        // Of an owned error it is part of the copy.
        let owned = error.into_owned();
        match owned.convert(ResultMode::Structured).unwrap() {
            raw::Output::Structured(value) => {
                assert!(value.get() == "[ 1E400 ]" && !within(value.get()));
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn over_text_a_failure_reads_as_the_tokens_of_its_value() {
        for (value, wording) in [
            (
                r#"{ "b" : 1.50, "a":1E400 }"#,
                r#"tool call failed: {"b":1.50,"a":1E400}"#,
            ),
            (r#""\u00e9""#, "tool call failed: é"),
            (r#""\ud800""#, r#"tool call failed: "\ud800""#),
            (" null ", "tool call failed without a text"),
            (r#""""#, "tool call failed without a text"),
        ] {
            let json = format!(
                r#"{{"isError":true,"content":[{{"type":"text","text":"\ud800"}}],"structuredContent":{value}}}"#
            );
            assert_eq!(super::failure_over_text(&json).to_string(), wording);
        }
    }
}

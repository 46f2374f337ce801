//! `convert_result`: a test for every row of the contract's steps, in their order.

use mcp_result::rules::{Fault, find_output};
use mcp_result::{
    ContentForm, Conversion, ConvertError, Converted, Output, ResultMode, convert_result,
};
use serde_json::{Value, json};

mod every;
#[cfg(feature = "raw")]
mod over_text;

/// Every JSON type, and its falsy and empty values.
const VALUES: [(&str, &str); 11] = [
    ("object", r#"{"a":1}"#),
    ("array", "[1,null]"),
    ("string", r#""3""#),
    ("number", "3"),
    ("boolean", "true"),
    ("null", "null"),
    ("object", "{}"),
    ("array", "[]"),
    ("string", r#""""#),
    ("number", "0"),
    ("boolean", "false"),
];

fn json_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn text(text: &str) -> Value {
    json!({"type": "text", "text": text})
}

fn image() -> Value {
    json!({"type": "image", "data": "aGk=", "mimeType": "image/png", "annotations": {"priority": 0}})
}

fn blocks(blocks: &[Value]) -> Output {
    Output::Blocks(blocks.to_vec())
}

#[track_caller]
fn output(result: &Value, conversion: impl Into<Conversion>) -> Output {
    let conversion = conversion.into();
    let output = convert_result(result.clone(), conversion).unwrap().output;
    #[cfg(feature = "raw")]
    over_text::converts(result, conversion, &output);
    output
}

#[track_caller]
fn converts(result: &Value, conversion: impl Into<Conversion>, output: Output, rest: Value) {
    let conversion = conversion.into();
    #[cfg(feature = "raw")]
    over_text::converts(result, conversion, &output);
    let converted = convert_result(result.clone(), conversion);
    assert_eq!(
        converted,
        Ok(Converted { output, rest }),
        "{conversion:?} of {result}"
    );
}

/// The error that [`find_output`] finds, too, and which holds the result untouched.
#[track_caller]
fn error(result: &Value, conversion: Conversion) -> ConvertError {
    let error = convert_result(result.clone(), conversion);
    let error = error.expect_err(&format!("{conversion:?} of {result}"));
    let fault = find_output(result, conversion).unwrap_err();
    match (&error, &fault) {
        (ConvertError::Tool(_), Fault::Tool) => {}
        (ConvertError::Incomplete(error), Fault::Incomplete(result_type)) => {
            assert_eq!(error.result_type(), result_type);
        }
        (ConvertError::Malformed(error), Fault::Malformed(mismatch)) => {
            assert_eq!(error.pointer(), mismatch.pointer());
            assert_eq!(error.expected(), mismatch.expected());
            assert_eq!(error.found(), mismatch.found());
        }
        _ => panic!("{error:?}, but {fault:?}"),
    }
    #[cfg(feature = "raw")]
    over_text::fails(result, conversion, &fault);
    assert_eq!(error.clone().into_result(), *result);
    error
}

/// In each of the modes, the error is about the pointer.
#[track_caller]
fn malformed(result: &Value, modes: &[ResultMode], pointer: &str, expected: &str, found: &str) {
    for mode in modes {
        match error(result, (*mode).into()) {
            ConvertError::Malformed(error) => assert_eq!(
                (error.pointer(), error.expected(), error.found()),
                (pointer, expected, found),
                "{mode:?} of {result}",
            ),
            other => panic!("{mode:?} of {result} is {other:?}"),
        }
    }
}

#[track_caller]
fn is_the_tools_error(result: &Value) {
    for conversion in every::conversion() {
        match error(result, conversion) {
            ConvertError::Tool(_) => {}
            other => panic!("{conversion:?} of {result} is {other:?}"),
        }
    }
}

#[track_caller]
fn is_incomplete(result: &Value, result_type: &str) {
    for conversion in every::conversion() {
        match error(result, conversion) {
            ConvertError::Incomplete(error) => assert_eq!(error.result_type(), result_type),
            other => panic!("{conversion:?} of {result} is {other:?}"),
        }
    }
}

/// The names of the members, in the order that the map keeps.
fn names(value: &Value) -> Vec<&str> {
    value
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}

/// Names that were written in this order, in the order that the map keeps: theirs with
/// serde_json's `preserve_order`, the alphabet's without.
fn written<'a>(names: &[&'a str]) -> Vec<&'a str> {
    let mut names = names.to_vec();
    let probe = json!({"b": 0, "a": 0});
    if probe.as_object().unwrap().keys().next().unwrap() == "a" {
        names.sort_unstable();
    }
    names
}

// The modes.

#[test]
fn text_is_the_default_mode() {
    assert_eq!(ResultMode::default(), ResultMode::Text);
}

#[test]
fn structured_content_is_returned_exactly_as_sent_in_structured_mode() {
    for (value_type, sent) in VALUES {
        let value: Value = sent.parse().unwrap();
        let result = json!({"content": [text("t")], "structuredContent": value});
        let rest = json!({"content": [text("t")]});
        match output(&result, ResultMode::Structured) {
            Output::Structured(value) => {
                assert_eq!((json_type(&value), &*value.to_string()), (value_type, sent));
            }
            other => panic!("{sent} became {other:?}"),
        }
        converts(
            &result,
            ResultMode::Structured,
            Output::Structured(value),
            rest,
        );
    }
}

#[test]
fn structured_content_is_returned_exactly_as_sent_in_non_null_structured_mode_but_for_null() {
    for (value_type, sent) in VALUES {
        let value: Value = sent.parse().unwrap();
        let result = json!({"content": [text("t")], "structuredContent": value});
        match output(&result, ResultMode::NonNullStructured) {
            Output::Structured(value) => {
                assert_ne!(sent, "null");
                assert_eq!((json_type(&value), &*value.to_string()), (value_type, sent));
            }
            other => {
                assert_eq!(sent, "null");
                assert_eq!(other, Output::Text("t".into()));
            }
        }
    }
}

#[test]
fn structured_content_stays_in_the_rest_in_text_mode() {
    for (_, sent) in VALUES {
        let value: Value = sent.parse().unwrap();
        converts(
            &json!({"content": [text("t")], "structuredContent": value}),
            ResultMode::Text,
            Output::Text("t".into()),
            json!({"content": [], "structuredContent": value}),
        );
    }
}

#[test]
fn structured_content_stays_in_the_rest_in_content_mode() {
    for (_, sent) in VALUES {
        let value: Value = sent.parse().unwrap();
        converts(
            &json!({"content": [text("t")], "structuredContent": value}),
            ResultMode::Content,
            blocks(&[text("t")]),
            json!({"content": [], "structuredContent": value}),
        );
    }
}

#[test]
fn a_value_that_is_only_text_is_never_structured() {
    for (_, sent) in VALUES {
        for mode in every::CONVERTING_MODE {
            converts(
                &json!({"content": [text(sent)]}),
                mode,
                Output::Text(sent.into()),
                json!({"content": []}),
            );
        }
    }
}

#[test]
fn explicit_null_is_returned() {
    converts(
        &json!({"structuredContent": null}),
        ResultMode::Structured,
        Output::Structured(Value::Null),
        json!({}),
    );
}

#[test]
fn explicit_null_counts_as_absent_in_non_null_structured_mode() {
    converts(
        &json!({"structuredContent": null, "content": [text("t")]}),
        ResultMode::NonNullStructured,
        Output::Text("t".into()),
        json!({"structuredContent": null, "content": []}),
    );
}

#[test]
fn a_structured_value_and_a_text_differ() {
    assert_ne!(
        output(&json!({"structuredContent": "3"}), ResultMode::Structured),
        output(&json!({"content": [text("3")]}), ResultMode::Structured),
    );
}

// What is left.

#[test]
fn the_rest_of_a_structured_value_is_everything_but_the_value() {
    converts(
        &json!({
            "_meta": {"a": 1},
            "content": [text("t"), image()],
            "isError": false,
            "resultType": "complete",
            "structuredContent": {"b": 2},
            "x": null,
        }),
        ResultMode::Structured,
        Output::Structured(json!({"b": 2})),
        json!({
            "_meta": {"a": 1},
            "content": [text("t"), image()],
            "isError": false,
            "resultType": "complete",
            "x": null,
        }),
    );
}

#[test]
fn the_rest_of_a_text_has_the_images() {
    converts(
        &json!({"content": [image(), text("t"), image()], "_meta": {"a": 1}}),
        ResultMode::Text,
        Output::Text("t".into()),
        json!({"content": [image(), image()], "_meta": {"a": 1}}),
    );
}

#[test]
fn the_rest_of_several_texts_has_the_images() {
    converts(
        &json!({"content": [text("a"), image(), text("b")]}),
        ResultMode::Text,
        Output::Texts(vec!["a".into(), "b".into()]),
        json!({"content": [image()]}),
    );
}

#[test]
fn the_rest_of_blocks_has_no_blocks() {
    converts(
        &json!({"content": [image()], "_meta": {"a": 1}}),
        ResultMode::Text,
        blocks(&[image()]),
        json!({"content": [], "_meta": {"a": 1}}),
    );
}

#[test]
fn the_rest_of_blocks_beside_an_empty_text_has_that_text() {
    let empty = json!({"type": "text", "text": "", "annotations": {"priority": 1}});
    converts(
        &json!({"content": [image(), empty]}),
        ResultMode::Text,
        blocks(&[image()]),
        json!({"content": [empty]}),
    );
}

#[test]
fn absent_content_stays_absent_and_null_stays_null() {
    for mode in every::MODE {
        converts(&json!({}), mode, blocks(&[]), json!({}));
        converts(
            &json!({"content": null}),
            mode,
            blocks(&[]),
            json!({"content": null}),
        );
        converts(
            &json!({"content": []}),
            mode,
            blocks(&[]),
            json!({"content": []}),
        );
    }
}

#[test]
fn the_other_members_of_a_text_block_go_with_its_text() {
    converts(
        &json!({"content": [{"type": "text", "text": "t", "annotations": {"priority": 1}}]}),
        ResultMode::Text,
        Output::Text("t".into()),
        json!({"content": []}),
    );
}

#[test]
fn the_rest_keeps_the_order_of_its_members() {
    let order = [
        "z",
        "structuredContent",
        "y",
        "content",
        "isError",
        "_meta",
        "a",
    ];
    let mut result = json!({});
    for name in order {
        result[name] = match name {
            "content" => json!([text("t")]),
            "isError" => json!(false),
            _ => json!({}),
        };
    }
    let converted = convert_result(result.clone(), ResultMode::Structured).unwrap();
    let without_value = ["z", "y", "content", "isError", "_meta", "a"];
    assert_eq!(names(&converted.rest), written(&without_value));
    let converted = convert_result(result, ResultMode::Text).unwrap();
    assert_eq!(names(&converted.rest), written(&order));
}

#[test]
fn what_is_returned_is_moved() {
    let address = |value: &Value| value.as_str().unwrap().as_ptr();

    let result = json!({"structuredContent": "a value"});
    let sent = address(&result["structuredContent"]);
    let converted = convert_result(result, ResultMode::Structured).unwrap();
    assert_eq!(address(&converted.into_value()), sent);

    let result = json!({"content": [text("a text")]});
    let sent = address(&result["content"][0]["text"]);
    let converted = convert_result(result, ResultMode::Text).unwrap();
    assert_eq!(address(&converted.into_value()), sent);

    let result = json!({"content": [text("one"), text("two")]});
    let sent = address(&result["content"][1]["text"]);
    let converted = convert_result(result, ResultMode::Text).unwrap();
    assert_eq!(address(&converted.into_value()[1]), sent);

    for mode in [ResultMode::Text, ResultMode::Content] {
        let result = json!({"content": [image()]});
        let sent = address(&result["content"][0]["data"]);
        let converted = convert_result(result, mode).unwrap();
        assert_eq!(address(&converted.into_value()[0]["data"]), sent);
    }
}

#[test]
fn plain_json_is_the_output_without_where_it_came_from() {
    for (output, value) in [
        (Output::Structured(json!({"a": null})), json!({"a": null})),
        (Output::Structured(Value::Null), Value::Null),
        (Output::Text("3".into()), json!("3")),
        (Output::Text(String::new()), json!("")),
        (
            Output::Texts(vec!["3".into(), String::new()]),
            json!(["3", ""]),
        ),
        (blocks(&[]), json!([])),
        (blocks(&[image()]), json!([image()])),
    ] {
        assert_eq!(output.clone().into_value(), value);
        let rest = json!({"_meta": 1});
        assert_eq!(Converted { output, rest }.into_value(), value);
    }
}

// Step 1.

#[test]
fn a_result_that_is_no_object_is_malformed() {
    malformed(&json!(null), &every::MODE, "", "object", "null");
    malformed(&json!(true), &every::MODE, "", "object", "boolean");
    malformed(&json!(false), &every::MODE, "", "object", "boolean");
    malformed(&json!(0), &every::MODE, "", "object", "number");
    malformed(&json!("isError"), &every::MODE, "", "object", "string");
    malformed(&json!([]), &every::MODE, "", "object", "array");
    malformed(
        &json!([{"isError": true}]),
        &every::MODE,
        "",
        "object",
        "array",
    );
}

// Step 2.

#[test]
fn is_error_true_is_the_tools_error_in_every_mode() {
    is_the_tools_error(&json!({"isError": true}));
    is_the_tools_error(&json!({"isError": true, "content": [text("t")]}));
    is_the_tools_error(&json!({"isError": true, "structuredContent": {"a": 1}}));
}

#[test]
fn is_error_true_is_the_tools_error_whatever_else_is_in_the_result() {
    is_the_tools_error(&json!({"isError": true, "resultType": "input_required"}));
    is_the_tools_error(&json!({"isError": true, "resultType": 7}));
    is_the_tools_error(&json!({"isError": true, "content": "malformed"}));
    is_the_tools_error(&json!({"isError": true, "content": [null]}));
    is_the_tools_error(&json!({"isError": true, "task": {}}));
}

#[test]
fn is_error_false_null_or_absent_goes_on() {
    for mode in every::CONVERTING_MODE {
        for is_error in [json!(false), json!(null)] {
            converts(
                &json!({"content": [text("t")], "isError": is_error}),
                mode,
                Output::Text("t".into()),
                json!({"content": [], "isError": is_error}),
            );
        }
        converts(
            &json!({"content": [text("t")]}),
            mode,
            Output::Text("t".into()),
            json!({"content": []}),
        );
    }
}

#[test]
fn is_error_is_never_coerced() {
    for (is_error, found) in [
        (json!("true"), "string"),
        (json!("false"), "string"),
        (json!(""), "string"),
        (json!(1), "number"),
        (json!(0), "number"),
        (json!([]), "array"),
        (json!({}), "object"),
    ] {
        let result = json!({"content": [text("t")], "structuredContent": 3, "isError": is_error});
        malformed(&result, &every::MODE, "/isError", "boolean", found);
    }
}

#[test]
fn a_malformed_is_error_decides_before_the_result_type() {
    for result_type in [json!("input_required"), json!(7)] {
        malformed(
            &json!({"isError": 1, "resultType": result_type}),
            &every::MODE,
            "/isError",
            "boolean",
            "number",
        );
    }
}

// Step 3.

#[test]
fn result_type_complete_null_or_absent_goes_on() {
    for mode in every::CONVERTING_MODE {
        for result_type in [json!("complete"), json!(null)] {
            converts(
                &json!({"content": [text("t")], "resultType": result_type}),
                mode,
                Output::Text("t".into()),
                json!({"content": [], "resultType": result_type}),
            );
        }
    }
}

#[test]
fn another_result_type_is_incomplete() {
    for result_type in [
        "input_required",
        "task",
        "other",
        "Complete",
        "complete ",
        "",
    ] {
        is_incomplete(&json!({"resultType": result_type}), result_type);
        is_incomplete(
            &json!({"resultType": result_type, "content": [text("t")], "structuredContent": 3}),
            result_type,
        );
    }
}

#[test]
fn an_incomplete_result_is_never_an_empty_success() {
    is_incomplete(
        &json!({"resultType": "input_required", "content": [], "isError": false}),
        "input_required",
    );
}

#[test]
fn a_result_type_that_is_no_string_is_malformed() {
    for (result_type, found) in [
        (json!(true), "boolean"),
        (json!(false), "boolean"),
        (json!(0), "number"),
        (json!(["complete"]), "array"),
        (json!({}), "object"),
    ] {
        let result = json!({"content": [], "structuredContent": 3, "resultType": result_type});
        malformed(&result, &every::MODE, "/resultType", "string", found);
    }
}

#[test]
fn the_result_type_decides_before_malformed_content() {
    is_incomplete(
        &json!({"resultType": "task", "content": "malformed"}),
        "task",
    );
    malformed(
        &json!({"resultType": 7, "content": "malformed"}),
        &every::MODE,
        "/resultType",
        "string",
        "number",
    );
}

// Step 4.

#[test]
fn content_is_not_looked_at_beside_a_structured_value() {
    for content in [
        json!("malformed"),
        json!({}),
        json!(7),
        json!([null]),
        json!(null),
    ] {
        for mode in [ResultMode::Structured, ResultMode::NonNullStructured] {
            converts(
                &json!({"structuredContent": 3, "content": content}),
                mode,
                Output::Structured(json!(3)),
                json!({"content": content}),
            );
        }
    }
    converts(
        &json!({"structuredContent": 3, "task": {}}),
        ResultMode::Structured,
        Output::Structured(json!(3)),
        json!({"task": {}}),
    );
}

#[test]
fn nothing_is_ever_unwrapped() {
    for value in [
        json!({"result": 3}),
        json!({"value": null}),
        json!({"structuredContent": 3}),
        json!([[3]]),
    ] {
        converts(
            &json!({"structuredContent": value}),
            ResultMode::Structured,
            Output::Structured(value),
            json!({}),
        );
    }
}

// Step 5.

#[test]
fn no_content_is_no_blocks_beside_structured_content_whatever_its_value() {
    for (_, sent) in VALUES {
        let value: Value = sent.parse().unwrap();
        for mode in [ResultMode::Text, ResultMode::Content] {
            let result = json!({"structuredContent": value, "toolResult": 1});
            converts(&result, mode, blocks(&[]), result.clone());
            let result = json!({"structuredContent": value, "toolResult": 1, "content": null});
            converts(&result, mode, blocks(&[]), result.clone());
        }
    }
    let result = json!({"structuredContent": null, "toolResult": 1});
    converts(
        &result,
        ResultMode::NonNullStructured,
        blocks(&[]),
        result.clone(),
    );
}

#[test]
fn no_content_is_no_blocks_beside_a_boolean_is_error() {
    for mode in every::MODE {
        let result = json!({"isError": false, "toolResult": 1});
        converts(&result, mode, blocks(&[]), result.clone());
        let result = json!({"isError": false, "toolResult": 1, "content": null});
        converts(&result, mode, blocks(&[]), result.clone());
    }
}

#[test]
fn a_null_is_error_does_not_make_a_tools_result_of_a_task() {
    malformed(
        &json!({"isError": null, "task": {}}),
        &every::MODE,
        "/content",
        "array",
        "nothing",
    );
    malformed(
        &json!({"isError": null, "task": {}, "content": null}),
        &every::MODE,
        "/content",
        "array",
        "null",
    );
}

#[test]
fn no_content_is_no_blocks_when_there_is_no_unknown_member() {
    for result in [
        json!({}),
        json!({"content": null}),
        json!({"_meta": {}}),
        json!({"resultType": "complete"}),
        json!({"resultType": null}),
        json!({"content": null, "_meta": null, "resultType": "complete"}),
        json!({"isError": null}),
        json!({"isError": null, "content": null, "_meta": {}, "resultType": null}),
    ] {
        for mode in every::MODE {
            converts(&result, mode, blocks(&[]), result.clone());
        }
    }
}

#[test]
fn a_body_of_another_kind_is_no_empty_success() {
    for name in [
        "task",
        "toolResult",
        "tools",
        "Content",
        "structured_content",
        "meta",
        "",
    ] {
        malformed(
            &json!({name: {}}),
            &every::MODE,
            "/content",
            "array",
            "nothing",
        );
        malformed(
            &json!({name: null}),
            &every::MODE,
            "/content",
            "array",
            "nothing",
        );
        malformed(
            &json!({name: {}, "content": null, "_meta": {}, "resultType": "complete"}),
            &every::MODE,
            "/content",
            "array",
            "null",
        );
    }
}

#[test]
fn an_empty_array_is_content_whatever_is_beside_it() {
    let result = json!({"content": [], "task": {}});
    for mode in every::MODE {
        converts(&result, mode, blocks(&[]), result.clone());
    }
}

#[test]
fn content_that_is_no_array_is_malformed() {
    for (content, found) in [
        (json!("t"), "string"),
        (json!(""), "string"),
        (text("t"), "object"),
        (json!({}), "object"),
        (json!(0), "number"),
        (json!(false), "boolean"),
        (json!(true), "boolean"),
    ] {
        malformed(
            &json!({"content": content}),
            &every::MODE,
            "/content",
            "array",
            found,
        );
        malformed(
            &json!({"content": content, "isError": false}),
            &every::MODE,
            "/content",
            "array",
            found,
        );
        malformed(
            &json!({"content": content, "structuredContent": null}),
            &[
                ResultMode::Text,
                ResultMode::NonNullStructured,
                ResultMode::Content,
                ResultMode::Model,
            ],
            "/content",
            "array",
            found,
        );
    }
}

// Step 6.

#[test]
fn content_mode_returns_every_block_in_order_and_untouched() {
    let content = [
        text("a"),
        image(),
        json!({"type": "text", "text": "", "annotations": {"priority": 1}}),
        json!({"type": "audio", "data": "aGk=", "mimeType": "audio/wav"}),
        json!({"type": "resource_link", "uri": "a:b", "name": "n"}),
        json!({"type": "resource", "resource": {"uri": "a:b", "text": "t"}}),
        json!({"type": "hologram", "x": null}),
    ];
    converts(
        &json!({"content": content, "structuredContent": 3}),
        ResultMode::Content,
        blocks(&content),
        json!({"content": [], "structuredContent": 3}),
    );
}

#[test]
fn content_mode_does_not_check_the_blocks() {
    let content = [
        json!(null),
        json!("text"),
        json!({}),
        json!({"type": 1}),
        json!({"type": "text"}),
        json!({"type": "text", "text": null}),
    ];
    converts(
        &json!({"content": content}),
        ResultMode::Content,
        blocks(&content),
        json!({"content": []}),
    );
}

#[test]
fn a_structured_mode_with_blocks_gives_every_block_where_there_is_no_structured_value() {
    let contents = [
        vec![],
        vec![text("t")],
        vec![text(""), image()],
        vec![text("a"), image(), text("b")],
        vec![json!(null), json!({"type": "text"}), json!({"type": 3})],
    ];
    for content in contents {
        for mode in [ResultMode::Structured, ResultMode::NonNullStructured] {
            converts(
                &json!({"content": content, "_meta": {}}),
                Conversion::from(mode).with_content(ContentForm::Blocks),
                blocks(&content),
                json!({"content": [], "_meta": {}}),
            );
        }
        converts(
            &json!({"content": content, "structuredContent": null}),
            Conversion::from(ResultMode::NonNullStructured).with_content(ContentForm::Blocks),
            blocks(&content),
            json!({"content": [], "structuredContent": null}),
        );
    }
}

#[test]
fn a_structured_mode_with_blocks_returns_the_structured_value_that_there_is() {
    for (_, sent) in VALUES {
        let value: Value = sent.parse().unwrap();
        converts(
            &json!({"content": [image()], "structuredContent": value}),
            Conversion::from(ResultMode::Structured).with_content(ContentForm::Blocks),
            Output::Structured(value),
            json!({"content": [image()]}),
        );
    }
}

#[test]
fn the_other_modes_ignore_the_content_form() {
    for content in [
        json!([]),
        json!([image(), text("t")]),
        json!([text("a"), text("b")]),
        json!([text(""), image()]),
    ] {
        for result in [
            json!({"content": content}),
            json!({"content": content, "structuredContent": [1]}),
        ] {
            for mode in [ResultMode::Text, ResultMode::Content, ResultMode::Model] {
                let conversion = Conversion::from(mode).with_content(ContentForm::Blocks);
                assert_eq!(output(&result, conversion), output(&result, mode));
            }
        }
    }
}

#[test]
fn a_conversion_is_a_mode_with_the_default_options() {
    assert_eq!(Conversion::default(), ResultMode::Text.into());
    assert_eq!(ContentForm::default(), ContentForm::Text);
    for mode in every::MODE {
        let conversion = Conversion::from(mode);
        assert_eq!(conversion.mode(), mode);
        assert_eq!(conversion.content(), ContentForm::Text);
        let blocks = conversion.with_content(ContentForm::Blocks);
        assert_eq!(blocks.mode(), mode);
        assert_eq!(blocks.content(), ContentForm::Blocks);
        assert_eq!(blocks.with_content(ContentForm::Text), conversion);
    }
}

// Step 7.

#[test]
fn a_block_that_is_no_object_is_malformed() {
    for (block, found) in [
        (json!(null), "null"),
        (json!(true), "boolean"),
        (json!(3), "number"),
        (json!("text"), "string"),
        (json!([text("t")]), "array"),
    ] {
        let result = json!({"content": [text("t"), image(), image(), block]});
        malformed(
            &result,
            &every::CONVERTING_MODE,
            "/content/3",
            "object",
            found,
        );
    }
}

#[test]
fn a_block_without_a_string_type_is_malformed() {
    for (block, found) in [
        (json!({}), "nothing"),
        (json!({"text": "t"}), "nothing"),
        (json!({"type": null, "text": "t"}), "null"),
        (json!({"type": 1}), "number"),
        (json!({"type": ["text"]}), "array"),
        (json!({"type": {}}), "object"),
        (json!({"type": false}), "boolean"),
    ] {
        let result = json!({"content": [text("t"), image(), image(), block]});
        malformed(
            &result,
            &every::CONVERTING_MODE,
            "/content/3/type",
            "string",
            found,
        );
    }
}

#[test]
fn a_text_block_without_a_string_text_is_malformed() {
    for (block, found) in [
        (json!({"type": "text"}), "nothing"),
        (json!({"type": "text", "Text": "t"}), "nothing"),
        (json!({"type": "text", "text": null}), "null"),
        (json!({"type": "text", "text": 3}), "number"),
        (json!({"type": "text", "text": false}), "boolean"),
        (json!({"type": "text", "text": ["t"]}), "array"),
        (json!({"type": "text", "text": {}}), "object"),
    ] {
        let result = json!({"content": [text("t"), image(), image(), block]});
        malformed(
            &result,
            &every::CONVERTING_MODE,
            "/content/3/text",
            "string",
            found,
        );
    }
}

#[test]
fn the_first_malformed_block_is_named() {
    malformed(
        &json!({"content": [image(), {"type": "text"}, null, {}]}),
        &every::CONVERTING_MODE,
        "/content/1/text",
        "string",
        "nothing",
    );
    malformed(
        &json!({"content": [null, {"type": "text"}]}),
        &every::CONVERTING_MODE,
        "/content/0",
        "object",
        "null",
    );
    let mut content = vec![image(); 12];
    content[10] = json!({});
    malformed(
        &json!({"content": content}),
        &every::CONVERTING_MODE,
        "/content/10/type",
        "string",
        "nothing",
    );
}

// Step 8.

#[test]
fn one_text_is_returned_as_text() {
    for content in [
        vec![text("t")],
        vec![text("t"), image()],
        vec![image(), text("t"), image()],
    ] {
        assert_eq!(
            output(&json!({"content": content}), ResultMode::Text),
            Output::Text("t".into()),
        );
    }
}

#[test]
fn a_lone_empty_text_is_returned_as_text() {
    converts(
        &json!({"content": [text("")]}),
        ResultMode::Text,
        Output::Text(String::new()),
        json!({"content": []}),
    );
}

#[test]
fn a_blank_text_is_not_empty() {
    for blank in [" ", "\n", "\u{0}", "\u{feff}"] {
        assert_eq!(
            output(
                &json!({"content": [text(blank), image()]}),
                ResultMode::Text
            ),
            Output::Text(blank.into()),
        );
    }
}

#[test]
fn an_empty_text_yields_to_other_blocks() {
    for content in [[text(""), image()], [image(), text("")]] {
        converts(
            &json!({"content": content}),
            ResultMode::Text,
            blocks(&[image()]),
            json!({"content": [text("")]}),
        );
    }
}

#[test]
fn several_texts_are_returned_in_order_with_the_empty_ones() {
    for (texts, content) in [
        (
            vec!["b", "", "a"],
            vec![text("b"), image(), text(""), text("a")],
        ),
        (vec!["", ""], vec![text(""), text("")]),
        (vec!["", ""], vec![text(""), text(""), image()]),
        (vec!["", "a"], vec![text(""), text("a"), image()]),
    ] {
        assert_eq!(
            output(&json!({"content": content}), ResultMode::Text),
            Output::Texts(texts.into_iter().map(String::from).collect()),
        );
    }
}

#[test]
fn blocks_without_a_text_are_returned_untouched() {
    let content = [
        image(),
        json!({"type": "audio", "data": "aGk=", "mimeType": "audio/wav"}),
        json!({"type": "resource_link", "uri": "a:b", "name": "n", "unknown": [null]}),
        json!({"type": "resource", "resource": {"uri": "a:b", "blob": "aGk="}}),
        json!({"type": "hologram", "text": 7}),
        json!({"type": ""}),
    ];
    converts(
        &json!({"content": content}),
        ResultMode::Text,
        blocks(&content),
        json!({"content": []}),
    );
}

#[test]
fn only_the_type_text_is_text() {
    for block_type in ["Text", "TEXT", "text ", "texts", "resource", "markdown", ""] {
        let content = [json!({"type": block_type, "text": "t"})];
        assert_eq!(
            output(&json!({"content": content}), ResultMode::Text),
            blocks(&content),
        );
    }
    let embedded = [json!({"type": "resource", "resource": {"uri": "a:b", "text": "t"}})];
    assert_eq!(
        output(&json!({"content": embedded}), ResultMode::Text),
        blocks(&embedded),
    );
}

#[test]
fn text_is_never_parsed() {
    for json in [r#"{"a":1}"#, "[1]", "null", "3", r#""t""#] {
        assert_eq!(
            output(&json!({"content": [text(json)]}), ResultMode::Structured),
            Output::Text(json.into()),
        );
    }
}

#[test]
fn without_structured_content_the_structured_modes_convert_the_content() {
    for content in [
        json!([]),
        json!([text("t")]),
        json!([text("")]),
        json!([text(""), image()]),
        json!([text("a"), text("b")]),
        json!([image()]),
        json!(null),
    ] {
        let result = json!({"content": content, "_meta": {}});
        let text_mode = convert_result(result.clone(), ResultMode::Text);
        assert!(text_mode.is_ok());
        for mode in every::CONVERTING_MODE {
            assert_eq!(convert_result(result.clone(), mode), text_mode);
        }
    }
}

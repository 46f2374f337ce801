//! The wording of every error, and what an error gives back.

use core::error::Error;

use mcp_result::{
    ConvertError, NotForLegacyPeer, Presence, ProtocolVersion, ResultKind, ResultMode,
    convert_result, strip_for_legacy_peer,
};
use serde_json::{Value, json};

/// The error of a result, after checking what holds of every one.
#[track_caller]
fn error(result: &Value) -> ConvertError {
    let error = convert_result(result.clone(), ResultMode::Text).unwrap_err();
    assert_eq!(error.result(), result);
    assert_eq!(error.clone().into_result(), *result);
    // It speaks for its case, so the case is no source to be printed again.
    assert!(error.source().is_none());
    let (case, lent, given) = match error.clone() {
        ConvertError::Tool(e) => (e.to_string(), e.result().clone(), e.into_result()),
        ConvertError::Incomplete(e) => (e.to_string(), e.result().clone(), e.into_result()),
        ConvertError::Malformed(e) => (e.to_string(), e.result().clone(), e.into_result()),
        other => panic!("{other:?}"),
    };
    assert_eq!((error.to_string(), &lent, &given), (case, result, result));
    error
}

#[track_caller]
fn reads(result: &Value, wording: &str) {
    assert_eq!(error(result).to_string(), wording);
}

#[track_caller]
fn tool_error(result: &Value) -> mcp_result::ToolError {
    match error(result) {
        ConvertError::Tool(error) => error,
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn not_for_a_legacy_peer(result: &Value, reason: &NotForLegacyPeer, wording: &str) {
    let error = strip_for_legacy_peer(
        &mut result.clone(),
        ResultKind::ToolsCall,
        ProtocolVersion::V2025_11_25,
    )
    .unwrap_err();
    assert_eq!(error, *reason);
    assert_eq!(error.to_string(), wording);
    assert!(error.source().is_none());
}

#[test]
fn a_tool_error_reads_as_its_text() {
    reads(
        &json!({"isError": true, "content": [{"type": "text", "text": "no such city"}]}),
        "tool call failed: no such city",
    );
}

#[test]
fn a_tool_error_with_several_texts_reads_as_a_line_each() {
    reads(
        &json!({"isError": true, "content": [
            {"type": "text", "text": "one"},
            {"type": "image", "data": "aGk=", "mimeType": "image/png"},
            {"type": "text", "text": "two"},
        ]}),
        "tool call failed: one\ntwo",
    );
}

#[test]
fn a_tool_error_leaves_empty_texts_out() {
    reads(
        &json!({"isError": true, "content": [
            {"type": "text", "text": ""},
            {"type": "text", "text": "one"},
            {"type": "text", "text": ""},
            {"type": "text", "text": "two"},
            {"type": "text", "text": ""},
        ]}),
        "tool call failed: one\ntwo",
    );
    reads(
        &json!({"isError": true, "content": [{"type": "text", "text": ""}]}),
        "tool call failed without a text",
    );
}

#[test]
fn a_tool_error_without_a_text_reads_as_its_embedded_texts() {
    let embedded =
        |text: Value| json!({"type": "resource", "resource": {"uri": "a:b", "text": text}});
    reads(
        &json!({"isError": true, "structuredContent": {"code": 7}, "content": [
            {"type": "text", "text": ""},
            embedded(json!("one")),
            embedded(json!("")),
            embedded(json!(3)),
            {"type": "image", "data": "aGk=", "mimeType": "image/png"},
            embedded(json!("two")),
        ]}),
        "tool call failed: one\ntwo",
    );
    // Beside a text they are not read.
    reads(
        &json!({"isError": true, "content": [embedded(json!("one")), {"type": "text", "text": "t"}]}),
        "tool call failed: t",
    );
}

#[test]
fn a_tool_error_without_any_text_reads_as_its_structured_value() {
    let contents = [
        json!([]),
        json!(null),
        json!("oops"),
        json!([{"type": "text", "text": ""}]),
        json!([{"type": "resource", "resource": {"uri": "a:b", "text": ""}}]),
        json!([{"type": "image", "data": "aGk=", "mimeType": "image/png"}]),
    ];
    for content in contents {
        for (value, wording) in [
            (json!({"code": 7}), r#"tool call failed: {"code":7}"#),
            (json!([1, "a"]), r#"tool call failed: [1,"a"]"#),
            (json!("no such city"), "tool call failed: no such city"),
            (json!(0), "tool call failed: 0"),
            (json!(false), "tool call failed: false"),
            (json!({}), "tool call failed: {}"),
            // What says nothing.
            (json!(""), "tool call failed without a text"),
            (json!(null), "tool call failed without a text"),
        ] {
            reads(
                &json!({"isError": true, "content": content, "structuredContent": value}),
                wording,
            );
        }
    }
}

#[test]
fn a_tool_error_without_a_text_says_so() {
    for content in [json!(null), json!([]), json!({}), json!("oops"), json!(7)] {
        reads(
            &json!({"isError": true, "content": content}),
            "tool call failed without a text",
        );
    }
    reads(&json!({"isError": true}), "tool call failed without a text");
}

#[test]
fn a_tool_error_never_reads_as_base64_data() {
    reads(
        &json!({"isError": true, "content": [
            {"type": "image", "data": "aGk=", "mimeType": "image/png"},
            {"type": "audio", "data": "aGk=", "mimeType": "audio/wav"},
            {"type": "resource", "resource": {"uri": "a:b", "blob": "aGk="}},
        ]}),
        "tool call failed without a text",
    );
}

#[test]
fn malformed_content_does_not_hide_the_tools_error() {
    let result = json!({"isError": true, "resultType": 7, "content": [
        null,
        "text",
        {},
        {"type": 1, "text": "no"},
        {"text": "no"},
        {"type": "text"},
        {"type": "text", "text": null},
        {"type": "text", "text": "no such city"},
        {"type": "Text", "text": "no"},
        ["text"],
    ]});
    reads(&result, "tool call failed: no such city");
    assert_eq!(
        tool_error(&result).texts().collect::<Vec<_>>(),
        ["no such city"]
    );
}

#[test]
fn a_tool_error_lends_its_texts_in_order() {
    let error = tool_error(&json!({"isError": true, "content": [
        {"type": "text", "text": "b"},
        {"type": "text", "text": ""},
        {"type": "text", "text": "a"},
    ]}));
    assert_eq!(error.texts().collect::<Vec<_>>(), ["b", "", "a"]);
}

#[test]
fn a_tool_error_lends_its_content_as_sent() {
    let content = json!([{"type": "image", "x": 1}, null, {"type": "text", "text": "a"}]);
    let error = tool_error(&json!({"isError": true, "content": content}));
    assert_eq!(Value::from(error.content()), content);
}

#[test]
fn a_tool_error_has_no_content_when_it_is_no_array() {
    for content in [
        json!(null),
        json!({"0": 1}),
        json!("oops"),
        json!(true),
        json!(7),
    ] {
        let error = tool_error(&json!({"isError": true, "content": content}));
        assert_eq!(error.content(), &[] as &[Value]);
        assert_eq!(error.texts().next(), None);
    }
    assert_eq!(
        tool_error(&json!({"isError": true})).content(),
        &[] as &[Value]
    );
}

#[test]
fn a_tool_error_lends_its_structured_content() {
    let error = tool_error(&json!({"isError": true, "structuredContent": {"code": 7}}));
    assert_eq!(
        error.structured_content(),
        Presence::Present(&json!({"code": 7}))
    );
    let error = tool_error(&json!({"isError": true, "structuredContent": null}));
    assert_eq!(error.structured_content(), Presence::Present(&Value::Null));
    let error = tool_error(&json!({"isError": true}));
    assert_eq!(error.structured_content(), Presence::Absent);
}

#[test]
fn a_tool_error_lends_its_meta() {
    let error = tool_error(&json!({"isError": true, "_meta": {"a": 1}}));
    assert_eq!(error.meta(), Presence::Present(&json!({"a": 1})));
    let error = tool_error(&json!({"isError": true, "_meta": null}));
    assert_eq!(error.meta(), Presence::Present(&Value::Null));
    let error = tool_error(&json!({"isError": true, "meta": {"a": 1}}));
    assert_eq!(error.meta(), Presence::Absent);
}

#[test]
fn an_incomplete_result_reads_as_its_result_type() {
    for (result_type, wording) in [
        (
            "input_required",
            r#"result is not final: its resultType is "input_required""#,
        ),
        ("task", r#"result is not final: its resultType is "task""#),
        ("", r#"result is not final: its resultType is """#),
        (
            "a\n\"b",
            r#"result is not final: its resultType is "a\n\"b""#,
        ),
    ] {
        let result = json!({"resultType": result_type});
        reads(&result, wording);
        match error(&result) {
            ConvertError::Incomplete(error) => assert_eq!(error.result_type(), result_type),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_malformed_result_reads_as_where_what_was_expected_and_what_was_found() {
    let block = |block: Value| {
        let image = json!({"type": "image"});
        json!({"content": [image, image, image, block]})
    };
    for (result, wording) in [
        (
            json!([]),
            r#"malformed result: expected object at "", found array"#,
        ),
        (
            json!({"isError": "true"}),
            r#"malformed result: expected boolean at "/isError", found string"#,
        ),
        (
            json!({"resultType": 7}),
            r#"malformed result: expected string at "/resultType", found number"#,
        ),
        (
            json!({"content": false}),
            r#"malformed result: expected array at "/content", found boolean"#,
        ),
        (
            json!({"task": {}}),
            r#"malformed result: expected array at "/content", found nothing"#,
        ),
        (
            block(json!("text")),
            r#"malformed result: expected object at "/content/3", found string"#,
        ),
        (
            block(json!({"type": null})),
            r#"malformed result: expected string at "/content/3/type", found null"#,
        ),
        (
            block(json!({"text": "a"})),
            r#"malformed result: expected string at "/content/3/type", found nothing"#,
        ),
        (
            block(json!({"type": "text", "text": {}})),
            r#"malformed result: expected string at "/content/3/text", found object"#,
        ),
        (
            block(json!({"type": "text"})),
            r#"malformed result: expected string at "/content/3/text", found nothing"#,
        ),
    ] {
        reads(&result, wording);
    }
}

#[test]
fn a_malformed_result_does_not_read_as_its_payload() {
    let error = error(&json!({"content": [{"type": ["secret"], "data": "secret"}], "x": "secret"}));
    assert!(!error.to_string().contains("secret"));
}

#[test]
fn a_version_that_does_not_parse_is_quoted() {
    for (text, wording) in [
        (
            "DRAFT-2026-v1",
            r#"invalid protocol version: expected a date as YYYY-MM-DD, found "DRAFT-2026-v1""#,
        ),
        (
            "",
            r#"invalid protocol version: expected a date as YYYY-MM-DD, found """#,
        ),
        (
            "a\n\"b",
            r#"invalid protocol version: expected a date as YYYY-MM-DD, found "a\n\"b""#,
        ),
    ] {
        let error = text.parse::<ProtocolVersion>().unwrap_err();
        assert_eq!(error.to_string(), wording);
    }
}

#[test]
fn a_result_that_is_not_final_is_not_for_a_legacy_peer() {
    not_for_a_legacy_peer(
        &json!({"resultType": "input_required"}),
        &NotForLegacyPeer::ResultType("input_required".into()),
        r#"not for a peer below 2026-07-28: expected resultType "complete", found "input_required""#,
    );
    not_for_a_legacy_peer(
        &json!({"resultType": "task"}),
        &NotForLegacyPeer::ResultType("task".into()),
        r#"not for a peer below 2026-07-28: expected resultType "complete", found "task""#,
    );
}

#[test]
fn content_that_cannot_hold_the_value_is_not_for_a_legacy_peer() {
    not_for_a_legacy_peer(
        &json!({"structuredContent": 3, "content": "prose"}),
        &NotForLegacyPeer::Content,
        r#"not for a peer below 2026-07-28: expected an array at "/content" to hold the structuredContent as text, found something else"#,
    );
}

#[test]
fn a_value_too_deep_to_be_read_back_is_not_for_a_legacy_peer() {
    let deep = (0..128).fold(json!(0), |value, _| json!([value]));
    not_for_a_legacy_peer(
        &json!({"structuredContent": deep}),
        &NotForLegacyPeer::Depth,
        r#"not for a peer below 2026-07-28: expected at most 127 levels at "/structuredContent" to write it as text, found more"#,
    );
}

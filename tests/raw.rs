//! The functions over JSON text: what they keep to the byte, and what they read that a `Value`
//! cannot hold.

use std::borrow::Cow;

use mcp_result::raw::{
    ConvertError, Output, StripError, Stripped, convert_result, strip_for_legacy_peer,
};
use mcp_result::{
    NotForLegacyPeer, Peer, Presence, ProtocolVersion, ResultKind, ResultMode, TextFallback,
};
use serde::de::IgnoredAny;
use serde_json::Value;
use serde_json::value::RawValue;

mod every;

const LEGACY: ProtocolVersion = ProtocolVersion::V2025_11_25;

#[track_caller]
fn structured(json: &str) -> &str {
    match convert_result(json, ResultMode::Structured) {
        Ok(Output::Structured(value)) => value.get(),
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn text(json: &str) -> Cow<'_, str> {
    match convert_result(json, ResultMode::Text) {
        Ok(Output::Text(text)) => text,
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn blocks(json: &str, mode: ResultMode) -> Vec<&str> {
    match convert_result(json, mode) {
        Ok(Output::Blocks(blocks)) => blocks.iter().map(|block| block.get()).collect(),
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn assert_malformed(json: &str, pointer: &str, expected: &str, found: &str) {
    match convert_result(json, ResultMode::Text) {
        Err(ConvertError::Malformed(error)) => {
            assert_eq!(
                (error.pointer(), error.expected(), error.found()),
                (pointer, expected, found)
            );
            assert_eq!(error.result(), json);
        }
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn strip_call(json: &str) -> Stripped<'_> {
    strip_for_legacy_peer(json, ResultKind::ToolsCall, LEGACY).unwrap()
}

#[track_caller]
fn assert_call(json: &str, sent: &str) {
    let stripped = strip_call(json);
    assert_eq!(stripped.json(), sent);
    assert_eq!(stripped.is_unchanged(), json == sent);
}

#[track_caller]
fn assert_list(json: &str, sent: &str) {
    let stripped = strip_for_legacy_peer(json, ResultKind::ToolsList, LEGACY).unwrap();
    assert_eq!(stripped.json(), sent);
    assert_eq!(stripped.is_unchanged(), json == sent);
}

#[test]
fn structured_content_keeps_its_bytes() {
    for value in [
        r#"{ "b" : 1.50,"a":-0,  "b": 1E400 }"#,
        "18446744073709551617",
        "1E400",
        "-0.0",
        "\"\\u00e9\\/\"",
        "[\n]",
        "null",
    ] {
        let json = format!(r#" {{"content":[] , "structuredContent" :  {value} , "x":1}} "#);
        assert_eq!(structured(&json), value);
    }
}

#[test]
fn a_text_is_borrowed_where_it_has_no_escapes() {
    assert!(matches!(
        text(r#"{"content":[{"type":"text","text":"é 3"}]}"#),
        Cow::Borrowed("é 3")
    ));
    let escaped = text(r#"{"content":[{"type":"text","text":"\u00e9\n"}]}"#);
    assert_eq!(escaped, Cow::<str>::Owned("é\n".to_owned()));
}

#[test]
fn blocks_keep_their_bytes() {
    let json = r#"{"content":[ {"type":"image" , "data":""} ,{"type" :"x","n":1.0}]}"#;
    let expected = [
        r#"{"type":"image" , "data":""}"#,
        r#"{"type" :"x","n":1.0}"#,
    ];
    assert_eq!(blocks(json, ResultMode::Text), expected);
    assert_eq!(blocks(json, ResultMode::Content), expected);
}

#[test]
fn content_without_an_array_has_no_blocks_in_a_tools_result() {
    for json in [
        "{}",
        r#"{"isError":null}"#,
        r#"{"content":null,"_meta":{},"resultType":"complete"}"#,
        r#"{"content":null,"x":1,"isError":false}"#,
        r#"{"x":1,"structuredContent":null}"#,
    ] {
        assert!(blocks(json, ResultMode::Text).is_empty());
        assert!(blocks(json, ResultMode::Content).is_empty());
    }
    assert_malformed(r#"{"task":{}}"#, "/content", "array", "nothing");
    let null = r#"{"isError":null,"task":{}}"#;
    assert_malformed(null, "/content", "array", "nothing");
    assert_malformed(
        r#"{"x":1,"content":null,"_meta":{}}"#,
        "/content",
        "array",
        "null",
    );
}

#[test]
fn the_first_malformed_block_is_pointed_at() {
    assert_malformed(
        r#"{"content":[{"type":"text","text":"a"},{"type":"x"},{"type":"text","text":null},0]}"#,
        "/content/2/text",
        "string",
        "null",
    );
}

#[test]
fn an_incomplete_result_is_told_by_its_type() {
    let json = r#"{"resultType":"t\u0061sk","content":[]}"#;
    for mode in [ResultMode::Text, ResultMode::Structured] {
        let Err(ConvertError::Incomplete(error)) = convert_result(json, mode) else {
            panic!()
        };
        assert_eq!(error.result_type(), "task");
        assert_eq!(error.result(), json);
    }
    for kind in [ResultKind::ToolsCall, ResultKind::Other] {
        let error = strip_for_legacy_peer(json, kind, LEGACY).unwrap_err();
        assert_eq!(
            error,
            StripError::NotForLegacyPeer(NotForLegacyPeer::ResultType("task".to_owned()))
        );
    }
}

#[test]
fn a_tools_error_lends_slices_of_its_result() {
    let json = r#"{"isError":true,"_meta":{"a":1.0},"structuredContent":1E400,"content":[
        0, {"type":"text","text":"a\n"} , {"type":"text"},{"type":"image"},{"text":"b","type":"text"}]}"#;
    let Err(ConvertError::Tool(error)) = convert_result(json, ResultMode::Structured) else {
        panic!()
    };
    assert_eq!(error.result(), json);
    assert_eq!(error.texts().collect::<Vec<_>>(), ["a\n", "b"]);
    assert_eq!(
        error
            .content()
            .iter()
            .map(|block| block.get())
            .collect::<Vec<_>>(),
        [
            "0",
            r#"{"type":"text","text":"a\n"}"#,
            r#"{"type":"text"}"#,
            r#"{"type":"image"}"#,
            r#"{"text":"b","type":"text"}"#
        ]
    );
    assert_eq!(
        error.meta().map(RawValue::get),
        Presence::Present(r#"{"a":1.0}"#)
    );
    assert_eq!(
        error.structured_content().map(RawValue::get),
        Presence::Present("1E400")
    );
}

#[test]
fn the_last_of_duplicate_members_counts() {
    assert_eq!(
        structured(r#"{"structuredContent":1,"content":[],"structuredContent":2}"#),
        "2"
    );
    assert_eq!(
        text(r#"{"content":3,"content":[{"type":"x","type":"text","text":3,"text":"b"}]}"#),
        "b"
    );
    assert!(matches!(
        convert_result(
            r#"{"isError":true,"isError":false,"content":[]}"#,
            ResultMode::Text
        ),
        Ok(Output::Blocks(_))
    ));
    assert_malformed(
        r#"{"content":[],"content":0}"#,
        "/content",
        "array",
        "number",
    );
}

#[test]
fn escaped_names_are_names() {
    assert_eq!(structured(r#"{"structured\u0043ontent":[]}"#), "[]");
    assert_eq!(
        text(r#"{"c\u006fntent":[{"\u0074ype":"te\u0078t","text":""}]}"#),
        ""
    );
    assert_call(
        r#"{"structured\u0043ontent":{}}"#,
        r#"{"structured\u0043ontent":{}}"#,
    );
    assert_list(
        r#"{"tools":[{"output\u0053chema":{}}]}"#,
        r#"{"tools":[{}]}"#,
    );
}

#[test]
fn numbers_out_of_range_are_read() {
    let json = r#"{"_meta":1E400,"content":[{"type":"x","n":-1e999}],"structuredContent":[1E400]}"#;
    assert_eq!(structured(json), "[1E400]");
    assert_eq!(
        blocks(json, ResultMode::Text),
        [r#"{"type":"x","n":-1e999}"#]
    );
    let sent = strip_call(json);
    assert_eq!(
        sent.json(),
        r#"{"_meta":1E400,"content":[{"type":"text","text":"[1E400]"},{"type":"x","n":-1e999}]}"#
    );
    assert_malformed("1E400", "", "object", "number");
    assert_malformed(r#"{"isError":1E400}"#, "/isError", "boolean", "number");
}

#[test]
fn lone_surrogates_are_read_where_no_rule_needs_the_text() {
    let json =
        r#"{"\ud800":"\udc00","structuredContent":"\ud800","content":[{"type":"x","y":"\ud800"}]}"#;
    assert_eq!(structured(json), r#""\ud800""#);
    assert_eq!(
        blocks(json, ResultMode::Text),
        [r#"{"type":"x","y":"\ud800"}"#]
    );
    let stripped = strip_call(json);
    let sent: Value = serde_json::from_str(
        &stripped
            .json()
            .replace(r#""\ud800":"\udc00","#, "")
            .replace(r#","y":"\ud800""#, ""),
    )
    .unwrap();
    assert_eq!(sent["content"][0]["text"], r#""\ud800""#);
}

#[test]
fn a_lone_surrogate_is_malformed_where_a_rule_needs_the_text() {
    let found = "string with a lone surrogate";
    assert_malformed(
        r#"{"content":[{"type":"text","text":"a\ud800"}]}"#,
        "/content/0/text",
        "string",
        found,
    );
    assert_malformed(
        r#"{"content":[{"type":"\ud800"}]}"#,
        "/content/0/type",
        "string",
        found,
    );
    assert_malformed(r#"{"resultType":"\ud800"}"#, "/resultType", "string", found);
    let json = r#"{"isError":true,"content":[{"type":"text","text":"\ud800"},{"type":"text","text":"b"}]}"#;
    let error = convert_result(json, ResultMode::Text).unwrap_err();
    assert_eq!(error.to_string(), "tool call failed: b");
    assert_eq!(
        blocks(
            r#"{"content":[{"type":"text","text":"\ud800"}]}"#,
            ResultMode::Content
        ),
        [r#"{"type":"text","text":"\ud800"}"#]
    );
    assert_call(r#"{"resultType":"\ud800"}"#, r#"{"resultType":"\ud800"}"#);
}

#[test]
fn any_depth_is_read() {
    let deep = format!("{}{}", "[".repeat(200_000), "]".repeat(200_000));
    let json = format!(
        r#"{{"_meta":{deep},"content":[{{"type":"x","y":{deep}}}],"structuredContent":{{"z":{deep}}}}}"#
    );
    assert_eq!(structured(&json), format!(r#"{{"z":{deep}}}"#));
    assert_eq!(blocks(&json, ResultMode::Text).len(), 1);
    assert_call(&json, &json);
}

#[test]
fn what_is_nested_deeper_than_127_levels_is_not_written_as_text() {
    for (levels, written) in [(127, true), (128, false), (100_000, false)] {
        let deep = format!("{}\"[[{{\\\"[\"{}", "[".repeat(levels), "]".repeat(levels));
        let json = format!(r#"{{"structuredContent":{deep},"content":[]}}"#);
        match strip_for_legacy_peer(&json, ResultKind::ToolsCall, LEGACY) {
            Ok(stripped) => assert!(written && stripped.text_added()),
            Err(error) => {
                assert!(!written);
                assert_eq!(error, StripError::NotForLegacyPeer(NotForLegacyPeer::Depth));
            }
        }
        let mirror = serde_json::to_string(&deep).unwrap();
        let json = format!(
            r#"{{"structuredContent":{deep},"content":[{{"type":"text","text":{mirror}}}]}}"#
        );
        assert!(!strip_call(&json).text_added());
    }
}

#[test]
fn depth_is_counted_in_levels_outside_of_strings() {
    let deep = |levels| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
    for (value, is_too_deep) in [
        (format!("[{}[]]", "[],{},".repeat(200)), false),
        (format!(r#"["{}"]"#, deep(200)), false),
        (format!(r#"["\"",{}]"#, deep(126)), false),
        (format!(r#"["\"",{}]"#, deep(127)), true),
        (format!(r#"["a",{}]"#, deep(127)), true),
        (format!(r#"[{{"a":{}}}]"#, deep(125)), false),
        (format!(r#"[{{"a":{}}}]"#, deep(126)), true),
    ] {
        let json = format!(r#"{{"structuredContent":{value}}}"#);
        let stripped = strip_for_legacy_peer(&json, ResultKind::ToolsCall, LEGACY);
        assert_eq!(stripped.is_err(), is_too_deep, "{json}");
    }
}

#[test]
fn text_that_is_not_json_is_an_error_with_line_and_column() {
    for (json, line, column) in [
        ("", 1, 0),
        ("{\"content\":[]}\n x", 2, 2),
        ("{\"a\":1,}", 1, 8),
        ("{\"a\" 1}", 1, 6),
        ("[1 2]", 1, 4),
        ("\u{feff}{}", 1, 1),
        ("{\"content\":[{\"type\":\"text\",\"text\":\"\t\"}]}", 1, 35),
        ("{\"a\tb\":1}", 1, 3),
        ("{\"tools\":[{\"outputSchema\":{\"type\":01}}]}", 1, 36),
    ] {
        let message = serde_json::from_str::<IgnoredAny>(json).unwrap_err();
        let message = format!("not JSON: {message}");
        for conversion in every::conversion() {
            let error = convert_result(json, conversion).unwrap_err();
            assert_eq!(error.to_string(), message);
            assert_eq!(error.result(), json);
            let ConvertError::NotJson(error) = error else {
                panic!("{error:?}")
            };
            assert_eq!((error.line(), error.column()), (line, column), "{json}");
            assert_eq!(error.result(), json);
        }
        for kind in every::KIND {
            for version in [LEGACY, ProtocolVersion::V2026_07_28] {
                let error = strip_for_legacy_peer(json, kind, version).unwrap_err();
                assert_eq!(error.to_string(), message);
            }
        }
    }
}

#[test]
fn a_removed_member_goes_with_one_comma() {
    for (json, sent) in [
        (r#"{"resultType":"complete"}"#, "{}"),
        (r#"{ "resultType" : "complete" }"#, "{  }"),
        (r#"{"resultType":"complete","a":1}"#, r#"{"a":1}"#),
        (r#"{"resultType":"complete" , "a":1}"#, r#"{ "a":1}"#),
        (r#"{"a":1,"resultType":"complete"}"#, r#"{"a":1}"#),
        (r#"{"a":1 , "resultType":"complete" }"#, r#"{"a":1 }"#),
        (
            r#"{"a":1,"resultType":"complete","b":2}"#,
            r#"{"a":1,"b":2}"#,
        ),
        (
            r#"{"resultType":1,"resultType":"complete","b":2}"#,
            r#"{"b":2}"#,
        ),
        (
            r#"{"resultType":1,"b":2,"resultType":"complete"}"#,
            r#"{"b":2}"#,
        ),
        (
            r#"{"resultType":"complete","resultType":"custom"}"#,
            r#"{"resultType":"complete","resultType":"custom"}"#,
        ),
    ] {
        assert_call(json, sent);
        assert_list(json, sent);
        let stripped = strip_for_legacy_peer(json, ResultKind::Other, LEGACY).unwrap();
        assert_eq!(stripped.json(), sent);
    }
}

#[test]
fn the_text_takes_the_removed_values_tokens_to_the_front() {
    for (json, sent) in [
        (
            r#"{"structuredContent":[1.0 ,"é\n"],"content":[ {"type":"image"}]}"#,
            r#"{"content":[{"type":"text","text":"[1.0,\"é\\n\"]"}, {"type":"image"}]}"#,
        ),
        // A pretty-printed value is written as any other: its tokens, and nothing between them.
        (
            "{\"structuredContent\":[\n  1.50 ,\t{ \"a b\" : [ ] ,\r\n \"\\u00e9 \\\" \\\\\" : { } }, -0,1E400\n]}",
            r#"{"content":[{"type":"text","text":"[1.50,{\"a b\":[],\"\\u00e9 \\\" \\\\\":{}},-0,1E400]"}]}"#,
        ),
        (
            r#"{"structuredContent":[{"a":1 , "a" : 2}, "\ud800 "]}"#,
            r#"{"content":[{"type":"text","text":"[{\"a\":1,\"a\":2},\"\\ud800 \"]"}]}"#,
        ),
        (
            r#"{"content":[ ],"structuredContent":null,"isError":true}"#,
            r#"{"content":[{"type":"text","text":"null"} ],"isError":true}"#,
        ),
        (
            r#"{"content": null ,"structuredContent":0}"#,
            r#"{"content": [{"type":"text","text":"0"}]}"#,
        ),
        (
            r#"{"structuredContent":0}"#,
            r#"{"content":[{"type":"text","text":"0"}]}"#,
        ),
        (
            r#"{"structuredContent":1,"structuredContent":0,"resultType":"complete"}"#,
            r#"{"content":[{"type":"text","text":"0"}]}"#,
        ),
        (
            r#"{"a":1 ,"structuredContent":0 }"#,
            r#"{"a":1,"content":[{"type":"text","text":"0"}] }"#,
        ),
        (
            r#"{"structuredContent":0,"a":1}"#,
            r#"{"a":1,"content":[{"type":"text","text":"0"}]}"#,
        ),
        (
            r#"{"content":1,"content":[],"structuredContent":0}"#,
            r#"{"content":1,"content":[{"type":"text","text":"0"}]}"#,
        ),
    ] {
        let stripped = strip_call(json);
        assert_eq!(stripped.json(), sent);
        assert!(stripped.text_added());
        assert!(!stripped.is_unchanged());
        assert!(stripped.structured_content().is_present());
    }
}

#[test]
fn a_first_text_that_mirrors_the_value_is_not_repeated() {
    for (value, text) in [
        ("[1, 2]", r#""[1, 2]""#),
        ("[1, 2]", r#""[1,2]""#),
        ("[1, 2]", r#""\u005b1,2]""#),
        (r#"["a/b"]"#, r#""[\"a\/b\"]""#),
        ("[39.430133835633676]", r#""[39.430133835633676]""#),
        ("1E400", r#""1E400""#),
        (r#""""#, r#""\"\"""#),
        (r#"["\ud800"]"#, r#""[\"\\ud800\"]""#),
        // What no `Value` can hold, but for white space.
        ("[1E400, 1]", r#""[1E400,1]""#),
        ("[1E400,1]", r#"" [ 1E400 ,\n1 ]\t""#),
        (r#"[ "\ud800 \" " ]"#, r#""[\"\\ud800 \\\" \"]""#),
    ] {
        let json = format!(
            r#"{{"content":[{{"type":"text","text":{text}}}],"structuredContent":{value}}}"#
        );
        let sent = format!(r#"{{"content":[{{"type":"text","text":{text}}}]}}"#);
        assert_call(&json, &sent);
    }
    for (value, text) in [
        ("[1]", r#""[2]""#),
        ("[1]", r#"" prose""#),
        ("\"a\"", r#""a""#),
        ("\"\"", r#""""#),
        ("[1]", "[1]"),
        (r#"["a b"]"#, r#""[\"ab\"]""#),
        (r#"["\" a"]"#, r#""[\"\\\"a\"]""#),
    ] {
        let json = format!(
            r#"{{"content":[{{"type":"text","text":{text}}}],"structuredContent":{value}}}"#
        );
        assert!(strip_call(&json).text_added(), "{json}");
    }
}

#[test]
fn the_fallback_is_the_peers() {
    let peer = Peer::from(LEGACY).with_text_fallback(TextFallback::WhenEmpty);
    let json = r#"{"content":[{"type":"image"}],"structuredContent":[1]}"#;
    let stripped = strip_for_legacy_peer(json, ResultKind::ToolsCall, peer).unwrap();
    assert_eq!(stripped.json(), r#"{"content":[{"type":"image"}]}"#);
    assert!(!stripped.text_added());
    let Presence::Present(value) = stripped.structured_content() else {
        panic!()
    };
    assert_eq!(value.get(), "[1]");
}

#[test]
fn content_that_cannot_hold_the_text_is_an_error() {
    let json = r#"{"content":"a","structuredContent":[1]}"#;
    let error = strip_for_legacy_peer(json, ResultKind::ToolsCall, LEGACY).unwrap_err();
    assert_eq!(
        error,
        StripError::NotForLegacyPeer(NotForLegacyPeer::Content)
    );
    assert_eq!(error.to_string(), NotForLegacyPeer::Content.to_string());
}

#[test]
fn output_schemas_without_an_object_root_go_and_every_other_byte_stays() {
    let json = r#"{"tools": [ {"name":"a", "outputSchema" : {"type":"array"} }, 3, {"outputSchema":{"type":"object" }},
        {"outputSchema":true,"name":"b"}, {"outputSchema":{"type":"object","type":["object"]}}, {"outputSchema":{"type":"array"},"outputSchema":{"type":"object"}},
        {"outputSchema":1E400,"x":{"outputSchema":1},"outputSchema":{}} ], "nextCursor":"1"}"#;
    let stripped = strip_for_legacy_peer(json, ResultKind::ToolsList, LEGACY).unwrap();
    assert_eq!(
        stripped.json(),
        r#"{"tools": [ {"name":"a" }, 3, {"outputSchema":{"type":"object" }},
        {"name":"b"}, {}, {"outputSchema":{"type":"array"},"outputSchema":{"type":"object"}},
        {"x":{"outputSchema":1}} ], "nextCursor":"1"}"#
    );
    assert_eq!(
        stripped.output_schemas(),
        [
            (0, r#"{"type":"array"}"#),
            (3, "true"),
            (4, r#"{"type":"object","type":["object"]}"#),
            (6, "{}"),
        ]
    );
}

#[test]
fn only_the_last_list_of_tools_counts() {
    assert_list(
        r#"{"tools":[{"outputSchema":1}],"tools":[{"outputSchema":2}]}"#,
        r#"{"tools":[{"outputSchema":1}],"tools":[{}]}"#,
    );
    let json = r#"{"tools":[{"outputSchema":1}],"tools":null}"#;
    assert_list(json, json);
}

#[test]
fn members_of_other_kinds_of_results_stay() {
    let tools = r#"{"tools":[{"outputSchema":[]}]}"#;
    assert_call(tools, tools);
    let structured = r#"{"structuredContent":[]}"#;
    assert_list(structured, structured);
    for json in ["[1]", " null ", "\"a\"", "1E400", "{}"] {
        assert_call(json, json);
        assert_list(json, json);
    }
}

#[test]
fn private_keys_of_serde_json_are_names_like_others() {
    let json = r#"{"$serde_json::private::RawValue":"[]","structuredContent":{"$serde_json::private::Number":"1"}}"#;
    assert_eq!(structured(json), r#"{"$serde_json::private::Number":"1"}"#);
    assert_call(json, json);
}

#[test]
fn a_private_key_may_come_first_once_a_member_is_removed() {
    assert_call(
        r#"{"structuredContent":[],"$serde_json::private::RawValue":true,"content":[{"type":"text","text":"[]"}]}"#,
        r#"{"$serde_json::private::RawValue":true,"content":[{"type":"text","text":"[]"}]}"#,
    );
}

/// Without `float_roundtrip`, serde_json reads these as numbers that it writes in another way.
#[test]
fn a_number_keeps_its_bytes_as_text_where_serde_json_reads_its_neighbour() {
    for number in ["5.574620507224353e-235", "103456789012345678901234567890"] {
        assert_call(
            &format!(r#"{{"structuredContent":{number}}}"#),
            &format!(r#"{{"content":[{{"type":"text","text":"{number}"}}]}}"#),
        );
    }
}

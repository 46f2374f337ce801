//! Mode `Model`, and an output as one text: what a model is shown.

use mcp_result::rules::find_output;
use mcp_result::{Converted, Output, ResultMode, block_text, convert_result};
use serde_json::{Value, json};

#[cfg(feature = "raw")]
mod over_text;

fn text(text: &str) -> Value {
    json!({"type": "text", "text": text})
}

fn image() -> Value {
    json!({"type": "image", "data": "aGk=", "mimeType": "image/png"})
}

/// A block with these annotations.
fn annotated(mut block: Value, annotations: Value) -> Value {
    block["annotations"] = annotations;
    block
}

fn for_user(block: Value) -> Value {
    annotated(block, json!({"audience": ["user"]}))
}

#[track_caller]
fn shows(result: &Value, output: Output, rest: Value) {
    #[cfg(feature = "raw")]
    over_text::converts(result, ResultMode::Model.into(), &output);
    let converted = convert_result(result.clone(), ResultMode::Model);
    assert_eq!(converted, Ok(Converted { output, rest }), "{result}");
}

/// Beside the value, the model is shown these blocks, and not those that are left.
#[track_caller]
fn shows_blocks(content: &[Value], shown: &[Value], left: &[Value]) {
    for value in [
        None,
        Some(json!({"a": 1})),
        Some(json!(null)),
        Some(json!([])),
    ] {
        let mut result = json!({"content": content});
        let mut rest = json!({"content": left});
        if let Some(value) = value {
            result["structuredContent"] = value.clone();
            rest["structuredContent"] = value;
        }
        shows(&result, Output::Blocks(shown.to_vec()), rest);
    }
}

/// None of the blocks holds something: the model is shown the value, or these blocks without one.
#[track_caller]
fn holds_nothing(content: &[Value], shown: &[Value], left: &[Value]) {
    for value in [
        json!({"a": 1}),
        json!([]),
        json!(0),
        json!(false),
        json!(""),
    ] {
        shows(
            &json!({"content": content, "structuredContent": value}),
            Output::Structured(value),
            json!({"content": content}),
        );
    }
    shows(
        &json!({"content": content, "structuredContent": null}),
        Output::Blocks(shown.to_vec()),
        json!({"content": left, "structuredContent": null}),
    );
    shows(
        &json!({"content": content}),
        Output::Blocks(shown.to_vec()),
        json!({"content": left}),
    );
}

// Whom a block is for.

#[test]
fn a_block_that_says_nothing_of_an_audience_is_for_the_model() {
    for block in [
        text("a"),
        annotated(text("a"), json!({})),
        annotated(text("a"), json!({"priority": 1, "Audience": ["user"]})),
        json!({"type": "text", "text": "a", "audience": ["user"]}),
        json!({"type": "text", "text": "a", "_meta": {"annotations": {"audience": ["user"]}}}),
        json!({"type": "resource", "resource": {"text": "a", "annotations": {"audience": ["user"]}}}),
    ] {
        shows_blocks(
            std::slice::from_ref(&block),
            std::slice::from_ref(&block),
            &[],
        );
    }
}

#[test]
fn a_block_for_the_assistant_is_for_the_model() {
    for audience in [
        json!(["assistant"]),
        json!(["user", "assistant"]),
        json!(["assistant", "user"]),
        json!([3, null, "assistant"]),
        json!("assistant"),
    ] {
        let block = annotated(text("a"), json!({"audience": audience}));
        shows_blocks(
            std::slice::from_ref(&block),
            std::slice::from_ref(&block),
            &[],
        );
    }
}

#[test]
fn a_block_for_nobody_or_in_no_known_way_is_for_the_model() {
    for annotations in [
        json!({"audience": []}),
        json!({"audience": null}),
        json!({"audience": 3}),
        json!({"audience": false}),
        json!({"audience": {}}),
        json!({"audience": {"user": true, "0": "user"}}),
        json!(null),
        json!("user"),
        json!(["user"]),
        json!([{"audience": ["user"]}]),
        json!({"audience": {"audience": ["user"]}}),
    ] {
        let block = annotated(text("a"), annotations);
        shows_blocks(
            std::slice::from_ref(&block),
            std::slice::from_ref(&block),
            &[],
        );
    }
}

#[test]
fn a_block_for_others_alone_is_left() {
    for audience in [
        json!(["user"]),
        json!(["user", "user"]),
        json!(["Assistant"]),
        json!([""]),
        json!([null]),
        json!([["assistant"]]),
        json!([{"assistant": true}]),
        json!("user"),
        json!("Assistant"),
        json!(""),
        json!("assistant "),
    ] {
        for other in [text("a"), image(), json!({"type": "x"})] {
            let other = annotated(other, json!({"audience": audience}));
            shows_blocks(
                &[other.clone(), text("b"), other.clone()],
                &[text("b")],
                &[other.clone(), other.clone()],
            );
            holds_nothing(
                std::slice::from_ref(&other),
                &[],
                std::slice::from_ref(&other),
            );
        }
    }
}

// What holds something.

#[test]
fn blocks_are_shown_in_order_and_untouched() {
    let content = [
        text("a"),
        image(),
        annotated(text(""), json!({"priority": 1})),
        json!({"type": "audio", "data": "aGk=", "mimeType": "audio/wav"}),
        json!({"type": "resource_link", "uri": "a:b", "name": "n", "unknown": [null]}),
        json!({"type": "resource", "resource": {"uri": "a:b", "text": "t"}}),
        json!({"type": "hologram", "x": null}),
    ];
    shows_blocks(&content, &content, &[]);
}

#[test]
fn one_block_that_holds_something_is_enough() {
    for block in [
        text("a"),
        text(" "),
        text("\u{0}"),
        image(),
        json!({"type": "image"}),
        json!({"type": "x-chart"}),
        json!({"type": ""}),
        json!({"type": "Text", "text": ""}),
        json!({"type": "resource_link"}),
        json!({"type": "resource", "resource": {"text": "a"}}),
        json!({"type": "resource", "resource": {"blob": "aGk="}}),
        json!({"type": "resource", "resource": {"blob": ""}}),
        json!({"type": "resource", "resource": {"blob": null, "text": ""}}),
        json!({"type": "resource", "resource": {"blob": "aGk=", "text": 3}}),
    ] {
        shows_blocks(
            std::slice::from_ref(&block),
            std::slice::from_ref(&block),
            &[],
        );
        let content = [text(""), block.clone(), json!({})];
        shows_blocks(&content, &content, &[]);
    }
}

#[test]
fn a_block_without_something_to_read_holds_nothing() {
    for block in [
        text(""),
        json!({"type": "text"}),
        json!({"type": "text", "text": null}),
        json!({"type": "text", "text": 3}),
        json!({"type": "text", "text": ["a"]}),
        json!({"type": "text", "Text": "a"}),
        json!({"type": "text", "resource": {"text": "a", "blob": "aGk="}}),
        json!({"type": "resource"}),
        json!({"type": "resource", "text": "a", "blob": "aGk="}),
        json!({"type": "resource", "resource": {}}),
        json!({"type": "resource", "resource": {"uri": "a:b"}}),
        json!({"type": "resource", "resource": {"text": ""}}),
        json!({"type": "resource", "resource": {"text": null}}),
        json!({"type": "resource", "resource": {"text": {"blob": 1}}}),
        json!({"type": "resource", "resource": "text"}),
        json!({"type": "resource", "resource": ["text", "blob"]}),
        json!({"type": "resource", "resource": [{"text": "a"}]}),
        json!({"type": "resource", "resource": null}),
    ] {
        holds_nothing(
            std::slice::from_ref(&block),
            std::slice::from_ref(&block),
            &[],
        );
        holds_nothing(&[text(""), block.clone()], &[text(""), block], &[]);
    }
}

#[test]
fn what_is_no_block_holds_nothing_and_is_shown_unchecked() {
    for block in [
        json!(null),
        json!("text"),
        json!(3),
        json!(true),
        json!([]),
        json!(["text", "a"]),
        json!([{"type": "image"}]),
        json!({}),
        json!({"text": "a"}),
        json!({"type": null, "text": "a"}),
        json!({"type": 1}),
        json!({"type": ["text"]}),
    ] {
        holds_nothing(
            std::slice::from_ref(&block),
            std::slice::from_ref(&block),
            &[],
        );
        shows_blocks(&[block.clone(), text("a")], &[block, text("a")], &[]);
    }
}

#[test]
fn a_block_for_the_user_does_not_keep_the_value_from_the_model() {
    let content = [for_user(text("For you.")), text(""), for_user(image())];
    let left = [for_user(text("For you.")), for_user(image())];
    holds_nothing(&content, &[text("")], &left);
}

#[test]
fn nothing_is_shown_where_nothing_was_meant_for_the_model() {
    shows(
        &json!({"content": [for_user(text("a"))], "_meta": {}}),
        Output::Blocks(vec![]),
        json!({"content": [for_user(text("a"))], "_meta": {}}),
    );
    for result in [
        json!({}),
        json!({"content": null}),
        json!({"content": [], "isError": false}),
    ] {
        shows(&result, Output::Blocks(vec![]), result.clone());
    }
}

#[test]
fn a_value_without_content_is_shown() {
    for value in [json!({"a": 1}), json!([]), json!("")] {
        for content in [None, Some(json!(null)), Some(json!([]))] {
            let mut rest = json!({"_meta": {}});
            if let Some(content) = content {
                rest["content"] = content;
            }
            let mut result = rest.clone();
            result["structuredContent"] = value.clone();
            shows(&result, Output::Structured(value.clone()), rest);
        }
    }
}

#[test]
fn text_beside_a_value_is_the_servers_choice() {
    shows(
        &json!({"content": [text("Found 2.")], "structuredContent": ["a", "b"]}),
        Output::Blocks(vec![text("Found 2.")]),
        json!({"content": [], "structuredContent": ["a", "b"]}),
    );
}

#[test]
fn a_malformed_result_is_malformed_for_a_model_too() {
    for (result, pointer) in [
        (json!({"content": "a", "structuredContent": 3}), "/content"),
        (
            json!({"content": {}, "structuredContent": {"a": 1}}),
            "/content",
        ),
        (json!({"task": {}}), "/content"),
        (json!({"isError": "true", "content": []}), "/isError"),
        (json!({"resultType": 1, "content": []}), "/resultType"),
    ] {
        let fault = find_output(&result, ResultMode::Model).unwrap_err();
        assert!(
            fault.to_string().contains(&format!("{pointer:?}")),
            "{fault}"
        );
        #[cfg(feature = "raw")]
        over_text::fails(&result, ResultMode::Model.into(), &fault);
        assert!(convert_result(result, ResultMode::Model).is_err());
    }
}

#[cfg(feature = "raw")]
#[test]
fn of_duplicate_members_the_last_counts() {
    use mcp_result::raw::{Output, convert_result};

    let user = r#""annotations":{"audience":["user"]}"#;
    let assistant = r#""annotations":{"audience":["user"],"audience":"assistant"}"#;
    for (block, is_shown, holds_something) in [
        (
            format!(r#"{{"type":"text","text":"a",{user},{assistant}}}"#),
            true,
            true,
        ),
        (
            format!(r#"{{"type":"text","text":"a",{assistant},{user}}}"#),
            false,
            false,
        ),
        (
            format!(r#"{{"type":"text","text":"a",{user},"annotations":0}}"#),
            true,
            true,
        ),
        (
            r#"{"type":"text","text":"a","text":""}"#.into(),
            true,
            false,
        ),
        (r#"{"type":"text","text":"","text":"a"}"#.into(), true, true),
        (r#"{"type":"text","type":3,"text":"a"}"#.into(), true, false),
        (
            r#"{"type":"resource","resource":{"blob":""},"resource":{"text":""}}"#.into(),
            true,
            false,
        ),
        (
            r#"{"type":"resource","resource":{"text":"a"},"resource":"b"}"#.into(),
            true,
            false,
        ),
    ] {
        let json = format!(r#"{{"content":[{block}],"structuredContent":{{"b":1}}}}"#);
        let value: Value = serde_json::from_str(&json).unwrap();
        let expected = mcp_result::convert_result(value, ResultMode::Model).unwrap();
        match convert_result(&json, ResultMode::Model).unwrap() {
            Output::Structured(_) => {
                assert!(!holds_something, "{block}");
                assert!(matches!(expected.output, mcp_result::Output::Structured(_)));
            }
            Output::Blocks(blocks) => {
                assert!(holds_something && is_shown, "{block}");
                assert_eq!(blocks[0].get(), block);
                assert!(matches!(expected.output, mcp_result::Output::Blocks(_)));
            }
            other => panic!("{other:?}"),
        }
    }
}

#[cfg(feature = "raw")]
#[test]
fn what_no_value_can_hold_is_shown_as_it_is_sent() {
    use mcp_result::raw::{Output, convert_result};

    for (json, shown) in [
        // A lone surrogate is something, and no audience that is known.
        (
            r#"{"content":[{"type":"text","text":"\ud800"}],"structuredContent":1}"#,
            Some(r#"{"type":"text","text":"\ud800"}"#),
        ),
        (
            r#"{"content":[{"type":"text","text":"a","annotations":{"audience":"\ud800"}}],"structuredContent":1}"#,
            None,
        ),
        (
            r#"{"content":[{"type":"\ud800","text":"a"}],"structuredContent":1}"#,
            None,
        ),
        (
            r#"{"content":[{"type":"x","n":1E400}],"structuredContent":1}"#,
            Some(r#"{"type":"x","n":1E400}"#),
        ),
        (
            r#"{"content":[{"t\u0079pe":"te\u0078t","text":"","annotations":{"audience":["\u0061ssistant"]}}],"structuredContent":1}"#,
            None,
        ),
        (
            r#"{"content":[{"type":"text","text":"a","annotations":{"\u0061udience":["\u0061ssistant"]}}],"structuredContent":1}"#,
            Some(
                r#"{"type":"text","text":"a","annotations":{"\u0061udience":["\u0061ssistant"]}}"#,
            ),
        ),
    ] {
        match (convert_result(json, ResultMode::Model).unwrap(), shown) {
            (Output::Blocks(blocks), Some(shown)) => assert_eq!(blocks[0].get(), shown),
            (Output::Structured(value), None) => assert_eq!(value.get(), "1"),
            (other, _) => panic!("{other:?} of {json}"),
        }
    }
}

// A block's text.

/// Over a value, and over its text.
#[track_caller]
fn has_text(block: &Value, expected: Option<&str>) {
    assert_eq!(block_text(block), expected, "{block}");
    #[cfg(feature = "raw")]
    {
        let json = serde_json::value::to_raw_value(block).unwrap();
        let found = mcp_result::raw::block_text(&json);
        assert_eq!(found.as_deref(), expected, "{block}");
    }
}

#[test]
fn a_text_block_and_an_embedded_text_resource_have_a_text() {
    has_text(&text("a\n\"é\" 😀"), Some("a\n\"é\" 😀"));
    has_text(&text(""), Some(""));
    has_text(&for_user(text("a")), Some("a"));
    let embedded = json!({"type": "resource", "resource": {"uri": "a:b", "text": "a\\"}});
    has_text(&embedded, Some("a\\"));
    has_text(
        &json!({"type": "resource", "resource": {"text": ""}}),
        Some(""),
    );
    let both = json!({"type": "resource", "text": "no", "resource": {"text": "a", "blob": "aGk="}});
    has_text(&both, Some("a"));
    let both = json!({"type": "text", "text": "a", "resource": {"text": "no"}});
    has_text(&both, Some("a"));
}

#[test]
fn any_other_block_has_no_text() {
    for block in [
        image(),
        json!({"type": "image", "text": "a"}),
        json!({"type": "Text", "text": "a"}),
        json!({"type": "resource_link", "text": "a", "resource": {"text": "a"}}),
        json!({"type": "text"}),
        json!({"type": "text", "text": null}),
        json!({"type": "text", "text": 3}),
        json!({"type": "text", "resource": {"text": "a"}}),
        json!({"type": "resource"}),
        json!({"type": "resource", "text": "a"}),
        json!({"type": "resource", "resource": {"blob": "aGk="}}),
        json!({"type": "resource", "resource": {"text": ["a"]}}),
        json!({"type": "resource", "resource": ["text"]}),
        json!({"type": "resource", "resource": "text"}),
        json!({"text": "a"}),
        json!({"type": ["text"], "text": "a"}),
        json!({}),
        json!([]),
        json!(["text"]),
        json!("text"),
        json!(null),
        json!(3),
    ] {
        has_text(&block, None);
    }
}

// An output as one text.

/// As the output of a conversion, over text too.
#[track_caller]
fn reads(output: &Output, expected: &str) {
    assert_eq!(output.clone().into_text(), expected, "{output:?}");
    #[cfg(feature = "raw")]
    {
        use mcp_result::raw::convert_result;

        let (result, mode) = match output {
            Output::Structured(value) => {
                (json!({"structuredContent": value}), ResultMode::Structured)
            }
            Output::Text(one) => (json!({"content": [text(one)]}), ResultMode::Text),
            Output::Texts(texts) => {
                let blocks: Vec<_> = texts.iter().map(|one| text(one)).collect();
                (json!({"content": blocks}), ResultMode::Text)
            }
            Output::Blocks(blocks) => (json!({"content": blocks}), ResultMode::Content),
        };
        let json = result.to_string();
        let raw = convert_result(&json, mode).unwrap();
        assert_eq!(raw.clone().into_text(), expected, "{json}");
        assert_eq!(raw.into_json(), output.clone().into_value().to_string());
    }
}

#[test]
fn a_text_reads_as_itself() {
    for one in ["", "a", "\n", "null", "[1]"] {
        reads(&Output::Text(one.into()), one);
    }
}

#[test]
fn several_texts_read_as_a_line_each() {
    reads(&Output::Texts(vec!["a".into(), "b".into()]), "a\nb");
    reads(
        &Output::Texts(vec![String::new(), "a\n".into(), String::new()]),
        "\na\n\n",
    );
}

#[test]
fn a_structured_string_reads_as_itself_and_any_other_value_as_its_compact_json() {
    for (value, expected) in [
        (json!("a \"b\""), "a \"b\""),
        (json!(""), ""),
        (json!("null"), "null"),
        (json!(null), "null"),
        (json!(false), "false"),
        (json!(0), "0"),
        (json!(-0.5), "-0.5"),
        (json!([]), "[]"),
        (json!({}), "{}"),
        (
            json!([1, {"a": ["é\n", null]}]),
            r#"[1,{"a":["é\n",null]}]"#,
        ),
    ] {
        reads(&Output::Structured(value), expected);
    }
}

#[test]
fn a_block_without_a_text_reads_as_its_type_and_what_it_is_about() {
    for (block, expected) in [
        (image(), "[image: image/png]"),
        (
            json!({"type": "audio", "data": "aGk=", "mimeType": "audio/wav"}),
            "[audio: audio/wav]",
        ),
        (
            json!({"type": "resource_link", "uri": "file:///a.txt", "name": "a", "mimeType": "text/plain"}),
            "[resource_link: file:///a.txt]",
        ),
        (
            json!({"type": "resource", "resource": {"uri": "file:///a.bin", "mimeType": "a/b", "blob": "aGk="}}),
            "[resource: file:///a.bin]",
        ),
        (
            json!({"type": "resource", "resource": {"mimeType": "a/b", "blob": "aGk="}}),
            "[resource: a/b]",
        ),
        // The block's own first, and a URI before a MIME type.
        (
            json!({"type": "x", "uri": "a:1", "mimeType": "a/1", "resource": {"uri": "a:2", "mimeType": "a/2"}}),
            "[x: a:1]",
        ),
        (
            json!({"type": "x", "mimeType": "a/1", "resource": {"uri": "a:2", "mimeType": "a/2"}}),
            "[x: a:2]",
        ),
        (
            json!({"type": "x", "mimeType": "a/1", "resource": {"mimeType": "a/2"}}),
            "[x: a/1]",
        ),
        (
            json!({"type": "x", "resource": {"mimeType": "a/2"}}),
            "[x: a/2]",
        ),
        // What is empty or no string says nothing.
        (
            json!({"type": "x", "uri": "", "mimeType": 3, "resource": {"uri": null, "mimeType": "a/2"}}),
            "[x: a/2]",
        ),
        (json!({"type": "x", "uri": "", "mimeType": ""}), "[x]"),
        (json!({"type": "x", "resource": "a:b"}), "[x]"),
        (json!({"type": "x", "resource": ["uri"]}), "[x]"),
        (json!({"type": "x-chart"}), "[x-chart]"),
        (json!({"type": "image", "data": "aGk="}), "[image]"),
        (json!({"type": ""}), "[]"),
        // A text block and an embedded text resource that have none.
        (json!({"type": "text"}), "[text]"),
        (
            json!({"type": "text", "text": 3, "uri": "a:b"}),
            "[text: a:b]",
        ),
        (
            json!({"type": "resource", "resource": {"uri": "a:b", "text": null}}),
            "[resource: a:b]",
        ),
        // No type.
        (json!({"uri": "a:b"}), "[block]"),
        (json!({"type": null, "text": "a"}), "[block]"),
        (json!({"type": ["text"]}), "[block]"),
        (json!(null), "[block]"),
        (json!("text"), "[block]"),
        (json!(["text"]), "[block]"),
        (json!(7), "[block]"),
    ] {
        reads(&Output::Blocks(vec![block]), expected);
    }
}

#[test]
fn a_data_uri_reads_up_to_its_comma() {
    for (uri, expected) in [
        (
            "data:image/png;base64,iVBORw0KGgo=",
            "[image: data:image/png;base64]",
        ),
        (
            "DATA:image/png;base64,iVBORw0KGgo=",
            "[image: DATA:image/png;base64]",
        ),
        ("data:,hello", "[image: data:]"),
        ("data:text/plain", "[image: data:text/plain]"),
        ("data:a,b,c", "[image: data:a]"),
        ("database:a,b", "[image: database:a,b]"),
        ("file:///a,b", "[image: file:///a,b]"),
        ("é,b", "[image: é,b]"),
        ("dataé:a,b", "[image: dataé:a,b]"),
        (",", "[image: ,]"),
    ] {
        let block = json!({"type": "image", "uri": uri});
        reads(&Output::Blocks(vec![block]), expected);
        let block = json!({"type": "image", "resource": {"uri": uri}});
        reads(&Output::Blocks(vec![block]), expected);
    }
}

#[test]
fn blocks_read_as_a_line_each_with_the_texts_that_clients_forget() {
    reads(&Output::Blocks(vec![]), "");
    reads(&Output::Blocks(vec![text("")]), "");
    reads(
        &Output::Blocks(vec![
            text("A cat:"),
            image(),
            json!({"type": "resource", "resource": {"uri": "file:///a.txt", "text": "Meow."}}),
            text(""),
            json!(null),
        ]),
        "A cat:\n[image: image/png]\nMeow.\n\n[block]",
    );
}

#[test]
fn base64_data_is_never_read() {
    let data = "aGVsbG8gd29ybGQ=";
    let blocks = vec![
        json!({"type": "image", "data": data, "mimeType": "image/png"}),
        json!({"type": "audio", "data": data}),
        json!({"type": "resource", "resource": {"blob": data}}),
        json!({"type": "image", "uri": format!("data:image/png;base64,{data}")}),
    ];
    assert!(!Output::Blocks(blocks).into_text().contains(data));
}

#[test]
fn from_a_result_to_a_text_it_is_two_calls() {
    for (result, expected) in [
        (
            json!({"content": [], "structuredContent": {"rows": []}}),
            r#"{"rows":[]}"#,
        ),
        (
            json!({"content": [
                for_user(text("Done.")),
                {"type": "resource", "resource": {"uri": "a:b", "text": "fn main() {}"}},
            ]}),
            "fn main() {}",
        ),
        (
            json!({"content": [text("a"), image()]}),
            "a\n[image: image/png]",
        ),
    ] {
        let shown = convert_result(result, ResultMode::Model).unwrap();
        assert_eq!(shown.output.into_text(), expected);
    }
}

#[cfg(feature = "raw")]
#[test]
fn over_text_a_structured_value_keeps_its_tokens_and_what_is_no_unicode_its_spelling() {
    use mcp_result::raw::convert_result;

    for (value, text, json) in [
        (
            r#"{ "b" : 1.50, "a" : [ -0, 1E400 ] }"#,
            r#"{"b":1.50,"a":[-0,1E400]}"#,
            None,
        ),
        (r#"{"a":1, "a":2}"#, r#"{"a":1,"a":2}"#, None),
        (r#""\u00e9 \/""#, "é /", None),
        (r#""\ud800""#, r#""\ud800""#, None),
        (r#"[ "a\n b" ]"#, r#"["a\n b"]"#, None),
        (
            "18446744073709551617",
            "18446744073709551617",
            Some("18446744073709551617"),
        ),
    ] {
        let result = format!(r#"{{"structuredContent":{value}}}"#);
        let output = convert_result(&result, ResultMode::Structured).unwrap();
        assert_eq!(output.clone().into_text(), text);
        assert_eq!(output.into_json(), json.unwrap_or(value));
    }
    let blocks = r#"{"content":[{"type":"text","text":"\ud800","uri":"a:b"},{"type":"\ud800"},{"type":"x","uri":"\ud800","mimeType":"a\/b"}]}"#;
    let output = convert_result(blocks, ResultMode::Content).unwrap();
    assert_eq!(output.into_text(), "[text: a:b]\n[block]\n[x: a/b]");
}

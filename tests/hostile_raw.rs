//! Hostile input through the functions over JSON text. What a `Value` cannot hold at all (depth, huge
//! numbers, lone surrogates), what is no JSON and duplicate members are in `raw.rs`.

use std::borrow::Cow;

use mcp_result::raw::{
    ConvertError, Output, StripError, Stripped, TranslateError, convert_result,
    strip_for_legacy_peer, translate_result,
};
use mcp_result::{NotForLegacyPeer, ProtocolVersion, ResultKind, ResultMode};

const LEGACY: ProtocolVersion = ProtocolVersion::V2025_11_25;
const MODERN: ProtocolVersion = ProtocolVersion::V2026_07_28;
const MANY: usize = 100_000;

#[track_caller]
fn strip(json: &str, kind: ResultKind) -> Stripped<'_> {
    strip_for_legacy_peer(json, kind, LEGACY).unwrap()
}

/// An array of a hundred thousand elements, each of the two in turn.
fn many(even: &str, odd: &str) -> String {
    let pairs = vec![format!("{even},{odd}"); MANY / 2];
    format!("[{}]", pairs.join(","))
}

#[test]
fn a_byte_order_mark_is_no_json_and_stays_within_a_string() {
    for json in ["\u{feff}{\"content\":[]}", "{\"content\":[]}\u{feff}"] {
        assert!(matches!(
            convert_result(json, ResultMode::Text),
            Err(ConvertError::NotJson(_))
        ));
        assert!(matches!(
            strip_for_legacy_peer(json, ResultKind::ToolsCall, LEGACY),
            Err(StripError::NotJson(_))
        ));
    }
    let json = "{\"structuredContent\":\"\u{feff}\"}";
    match convert_result(json, ResultMode::Structured) {
        Ok(Output::Structured(value)) => assert_eq!(value.get(), "\"\u{feff}\""),
        other => panic!("{other:?}"),
    }
}

#[test]
fn nul_and_control_characters_survive_as_escapes_only() {
    for control in '\0'..' ' {
        let text = |text: &str| format!(r#"{{"content":[{{"type":"text","text":"{text}"}}]}}"#);
        let json = text(&format!("\\u{:04x}", u32::from(control)));
        match convert_result(&json, ResultMode::Text) {
            Ok(Output::Text(text)) => assert_eq!(text, control.to_string()),
            other => panic!("{other:?}"),
        }
        let json = text(&control.to_string());
        for mode in [ResultMode::Text, ResultMode::Structured] {
            assert!(matches!(
                convert_result(&json, mode),
                Err(ConvertError::NotJson(_))
            ));
        }
    }
}

#[test]
fn a_ten_megabyte_text_is_borrowed() {
    let long = "é😀 ".repeat(1_500_000);
    let json = format!(r#"{{"content":[{{"type":"text","text":"{long}"}}]}}"#);
    match convert_result(&json, ResultMode::Text) {
        Ok(Output::Text(Cow::Borrowed(text))) => assert!(text == long),
        _ => panic!(),
    }
    let json = format!(r#"{{"structuredContent":"{long}"}}"#);
    let sent = strip(&json, ResultKind::ToolsCall).into_json();
    let written = format!(r#"{{"content":[{{"type":"text","text":"\"{long}\""}}]}}"#);
    assert!(sent == written);
}

#[test]
fn a_hundred_thousand_blocks_convert_and_make_room_for_the_text() {
    let blocks = many(r#"{"type":"text","text":""}"#, r#"{"type":"image"}"#);
    let json = format!(r#"{{"content":{blocks},"structuredContent":null}}"#);
    match convert_result(&json, ResultMode::Text) {
        Ok(Output::Texts(texts)) => assert_eq!(texts.len(), MANY / 2),
        _ => panic!(),
    }
    match convert_result(&json, ResultMode::Content) {
        Ok(Output::Blocks(blocks)) => assert_eq!(blocks.len(), MANY),
        _ => panic!(),
    }
    let sent = strip(&json, ResultKind::ToolsCall).into_json();
    let written = format!(
        r#"{{"content":[{{"type":"text","text":"null"}},{}}}"#,
        &blocks[1..]
    );
    assert!(sent == written);

    let blocks = blocks.replace(r#""text":"""#, r#""text":null"#);
    let json = format!(r#"{{"content":{blocks}}}"#);
    match convert_result(&json, ResultMode::Text) {
        Err(ConvertError::Malformed(error)) => assert_eq!(error.pointer(), "/content/0/text"),
        _ => panic!(),
    }
}

#[test]
fn a_hundred_thousand_tools_are_stripped() {
    let kept = r#"{"outputSchema":{"type":"object"}}"#;
    let json = format!(
        r#"{{"tools":{}}}"#,
        many(kept, r#"{"name":"t","outputSchema":{"type":"array"}}"#)
    );
    let stripped = strip(&json, ResultKind::ToolsList);
    let schemas = stripped.output_schemas();
    assert_eq!(schemas.len(), MANY / 2);
    assert!(
        schemas
            .iter()
            .all(|&(index, schema)| index % 2 == 1 && schema == r#"{"type":"array"}"#)
    );
    let sent = format!(r#"{{"tools":{}}}"#, many(kept, r#"{"name":"t"}"#));
    assert!(stripped.into_json() == sent);
}

#[test]
fn a_hundred_thousand_duplicates_go_with_the_last() {
    let duplicates = r#""structuredContent":0,"#.repeat(MANY);
    let json = format!(r#"{{{duplicates}"content":[],"structuredContent":1}}"#);
    let stripped = strip(&json, ResultKind::ToolsCall);
    let text = r#"{"content":[{"type":"text","text":"1"}]}"#;
    assert_eq!(stripped.json(), text);
}

#[test]
fn members_named_like_pointers_are_unknown_members() {
    for name in ["/content", "content/0", "~1content", "~0", "/", ""] {
        let json = format!(r#"{{"{name}":[]}}"#);
        match convert_result(&json, ResultMode::Text) {
            Err(ConvertError::Malformed(error)) => assert_eq!(error.pointer(), "/content"),
            other => panic!("{other:?}"),
        }
        assert_eq!(strip(&json, ResultKind::ToolsCall).json(), json);
    }
}

#[test]
fn a_text_that_is_cut_off_is_no_json_wherever_it_is() {
    let deep = "[".repeat(200) + &"]".repeat(200);
    let texts = [
        (
            ResultKind::ToolsCall,
            format!(
                r#" {{"resultType":"complete","content":[{{"type":"x","data":"","annotations":{{"a":null,"b":[]}},"_meta":{{}}}},{{"type":"audio","resource":{{"size":null}}}}],"structuredContent":[{{"a":1.50,"\ud83d\ude00":"é"}}],"_meta":null,"x":{deep}}}"#
            ),
        ),
        (
            ResultKind::ToolsList,
            r#"{"tools":[{"title":null,"inputSchema":{"properties":{"a":true,"b":false},"required":null},"outputSchema":{"oneOf":[{"type":"object"}]}},{"outputSchema":null,"annotations":{"title":null}}],"ttlMs":0,"nextCursor":null}"#.to_owned(),
        ),
        (
            ResultKind::PromptsList,
            r#"{"prompts":[{"arguments":[{"description":null}],"icons":null}]}"#.to_owned(),
        ),
    ];
    for (kind, json) in texts {
        for peer in [LEGACY, MODERN] {
            assert!(translate_result(&json, kind, MODERN, peer).is_ok());
            for end in (0..json.len()).filter(|end| json.is_char_boundary(*end)) {
                match translate_result(&json[..end], kind, MODERN, peer) {
                    Err(TranslateError::NotJson(error)) => assert_eq!(error.result(), &json[..end]),
                    other => panic!("{other:?} of {}", &json[..end]),
                }
            }
        }
    }
}

#[test]
fn a_hundred_thousand_tools_and_blocks_are_translated() {
    let kept = r#"{"outputSchema":{"type":"object"}}"#;
    let changed = r#"{"_meta":null,"name":"t","outputSchema":{"anyOf":[{"type":"object"}],"properties":{"a":true}}}"#;
    let sent = r#"{"name":"t","outputSchema":{"anyOf":[{"type":"object"}],"properties":{"a":{}},"type":"object"}}"#;
    let json = format!(r#"{{"tools":{}}}"#, many(kept, changed));
    let translated = translate_result(&json, ResultKind::ToolsList, MODERN, LEGACY).unwrap();
    assert!(translated == format!(r#"{{"tools":{}}}"#, many(kept, sent)));

    let kept = r#"{"type":"text","text":""}"#;
    let changed = r#"{"type":"x","_meta":{"a":1}}"#;
    let sent = r#"{"type":"text","text":"{\"type\":\"x\"}","_meta":{"a":1}}"#;
    let json = format!(r#"{{"content":{}}}"#, many(kept, changed));
    let translated = translate_result(&json, ResultKind::ToolsCall, MODERN, LEGACY).unwrap();
    assert!(translated == format!(r#"{{"content":{}}}"#, many(kept, sent)));
}

#[test]
fn a_hundred_thousand_duplicates_and_properties_are_translated() {
    let duplicates = r#""_meta":0,"#.repeat(MANY);
    let json = format!(
        r#"{{{duplicates}"content":[{{{duplicates}"type":"text","_meta":null}}],"_meta":null}}"#
    );
    let sent = translate_result(&json, ResultKind::ToolsCall, MODERN, LEGACY).unwrap();
    assert_eq!(sent, r#"{"content":[{"type":"text"}]}"#);

    let properties: Vec<_> = (0..MANY).map(|i| format!(r#""{i}":true"#)).collect();
    let json = format!(
        r#"{{"tools":[{{"inputSchema":{{"properties":{{{}}}}}}}]}}"#,
        properties.join(",")
    );
    let sent = translate_result(&json, ResultKind::ToolsList, MODERN, LEGACY).unwrap();
    assert!(sent == json.replace("true", "{}"));
}

#[test]
fn deep_text_is_translated_without_recursion() {
    const LEVELS: usize = 100_000;
    let on_a_small_stack = std::thread::Builder::new().stack_size(64 * 1024);
    let test = on_a_small_stack.spawn(|| {
        let deep = "[".repeat(LEVELS) + &"]".repeat(LEVELS);
        let object = r#"{"a":"#.repeat(LEVELS) + "0" + &"}".repeat(LEVELS);
        for deep in [&deep, &object] {
            let places = [
                (ResultKind::ToolsCall, "{\"content\":D,\"x\":D}"),
                (ResultKind::ToolsCall, "{\"content\":[D,{\"type\":\"x\",\"_meta\":D}]}"),
                (ResultKind::ToolsCall, "{\"content\":[{\"type\":\"text\",\"annotations\":D,\"resource\":D}]}"),
                (ResultKind::PromptsGet, "{\"messages\":[{\"content\":{\"type\":\"x\",\"y\":D}}]}"),
                (ResultKind::PromptsList, "{\"prompts\":[{\"arguments\":[D]}]}"),
                (ResultKind::ToolsList, "{\"tools\":[{\"inputSchema\":{\"properties\":{\"a\":D}}}]}"),
            ];
            for (kind, json) in places {
                let json = json.replace('D', deep);
                let sent = translate_result(&json, kind, MODERN, LEGACY).unwrap();
                assert!(sent.as_ptr() == json.as_ptr());
            }
            for fails in [true, false] {
                let json = format!(r#"{{"structuredContent":[{deep}],"content":[0],"isError":{fails}}}"#);
                let error = translate_result(&json, ResultKind::ToolsCall, MODERN, LEGACY);
                let depth = TranslateError::NotForLegacyPeer(NotForLegacyPeer::Depth);
                assert!(error == Err(depth));
            }
        }
        let any_of = r#"{"anyOf":["#.repeat(LEVELS) + r#"{"type":"object"}"# + &"]}".repeat(LEVELS);
        let reference = format!(
            r##"{{"a":{object},"b":{{"type":"object"}},"b":{object},"$ref":"#/$defs/A","$defs":{{"A":{{"type":"object"}}}}}}"##
        );
        let tool = |schema: &str| format!(r#"{{"tools":[{{"outputSchema":{schema}}}]}}"#);
        for (schema, is_proven) in [(&deep, false), (&object, false), (&any_of, false), (&reference, true)] {
            let json = tool(schema);
            let sent = translate_result(&json, ResultKind::ToolsList, MODERN, LEGACY).unwrap();
            let typed = format!(r#"{},"type":"object"}}"#, &schema[..schema.len() - 1]);
            assert!(sent == if is_proven { tool(&typed) } else { r#"{"tools":[{}]}"#.to_owned() });
        }
    });
    test.unwrap().join().unwrap();
}

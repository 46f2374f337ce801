//! Hostile input through the functions over JSON text. What a `Value` cannot hold at all (depth, huge
//! numbers, lone surrogates), what is no JSON and duplicate members are in `raw.rs`.

use std::borrow::Cow;

use mcp_result::raw::{
    ConvertError, Output, StripError, Stripped, convert_result, strip_for_legacy_peer,
};
use mcp_result::{ProtocolVersion, ResultKind, ResultMode};

const LEGACY: ProtocolVersion = ProtocolVersion::V2025_11_25;
const MILLION: usize = 1_000_000;

#[track_caller]
fn strip(json: &str, kind: ResultKind) -> Stripped<'_> {
    strip_for_legacy_peer(json, kind, LEGACY).unwrap()
}

/// An array of a million elements, each of the two in turn.
fn million(even: &str, odd: &str) -> String {
    let pairs = vec![format!("{even},{odd}"); MILLION / 2];
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
fn a_million_blocks_convert_and_make_room_for_the_text() {
    let blocks = million(r#"{"type":"text","text":""}"#, r#"{"type":"image"}"#);
    let json = format!(r#"{{"content":{blocks},"structuredContent":null}}"#);
    match convert_result(&json, ResultMode::Text) {
        Ok(Output::Texts(texts)) => assert_eq!(texts.len(), MILLION / 2),
        _ => panic!(),
    }
    match convert_result(&json, ResultMode::Content) {
        Ok(Output::Blocks(blocks)) => assert_eq!(blocks.len(), MILLION),
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
fn a_million_tools_are_stripped() {
    let kept = r#"{"outputSchema":{"type":"object"}}"#;
    let json = format!(
        r#"{{"tools":{}}}"#,
        million(kept, r#"{"name":"t","outputSchema":{"type":"array"}}"#)
    );
    let stripped = strip(&json, ResultKind::ToolsList);
    let schemas = stripped.output_schemas();
    assert_eq!(schemas.len(), MILLION / 2);
    assert!(
        schemas
            .iter()
            .all(|&(index, schema)| index % 2 == 1 && schema == r#"{"type":"array"}"#)
    );
    let sent = format!(r#"{{"tools":{}}}"#, million(kept, r#"{"name":"t"}"#));
    assert!(stripped.into_json() == sent);
}

#[test]
fn a_million_duplicates_go_with_the_last() {
    let duplicates = r#""structuredContent":0,"#.repeat(MILLION);
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

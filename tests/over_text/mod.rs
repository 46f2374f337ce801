//! The same over JSON text: a value's compact JSON converts and is stripped as the value is.

#![allow(dead_code)] // each test asks for some of it
#![cfg(feature = "raw")]

use std::collections::BTreeMap;

use mcp_result::raw::{ConvertError, Output, StripError, convert_result, strip_for_legacy_peer};
use mcp_result::rules::Fault;
use mcp_result::{Conversion, NotForLegacyPeer, Peer, ResultKind, Stripped};
use serde_json::Value;
use serde_json::value::RawValue;

/// What the output holds, written as JSON, numbers as they are spelled.
fn written(output: Output) -> mcp_result::Output {
    let spelled = |value: &RawValue| Value::from(value.get());
    match output {
        Output::Structured(value) => mcp_result::Output::Structured(spelled(value)),
        Output::Text(text) => mcp_result::Output::Text(text.into()),
        Output::Texts(texts) => {
            mcp_result::Output::Texts(texts.into_iter().map(Into::into).collect())
        }
        Output::Blocks(blocks) => {
            mcp_result::Output::Blocks(blocks.into_iter().map(spelled).collect())
        }
    }
}

fn written_value(output: &mcp_result::Output) -> mcp_result::Output {
    let spelled = |value: &Value| Value::from(value.to_string());
    match output {
        mcp_result::Output::Structured(value) => mcp_result::Output::Structured(spelled(value)),
        mcp_result::Output::Blocks(blocks) => {
            mcp_result::Output::Blocks(blocks.iter().map(spelled).collect())
        }
        texts => texts.clone(),
    }
}

#[track_caller]
pub(crate) fn converts(result: &Value, conversion: Conversion, expected: &mcp_result::Output) {
    let json = result.to_string();
    let output = convert_result(&json, conversion).unwrap();
    assert_eq!(
        written(output),
        written_value(expected),
        "{conversion:?} of {json}"
    );
}

#[track_caller]
pub(crate) fn fails(result: &Value, conversion: Conversion, expected: &Fault) {
    let json = result.to_string();
    let error = convert_result(&json, conversion).unwrap_err();
    assert_eq!(error.result(), json);
    match (&error, expected) {
        (ConvertError::Tool(_), Fault::Tool) => {}
        (ConvertError::Incomplete(error), Fault::Incomplete(result_type)) => {
            assert_eq!(error.result_type(), result_type);
        }
        (ConvertError::Malformed(error), Fault::Malformed(mismatch)) => {
            assert_eq!(error.pointer(), mismatch.pointer());
            assert_eq!(error.expected(), mismatch.expected());
            assert_eq!(error.found(), mismatch.found());
        }
        _ => panic!("{error:?} instead of {expected:?}"),
    }
}

/// An object's members, each as it is spelled.
fn members(json: &str) -> Option<BTreeMap<String, String>> {
    let members: BTreeMap<String, Box<RawValue>> = serde_json::from_str(json).ok()?;
    let spelled = |(name, value): (String, Box<RawValue>)| (name, value.get().to_owned());
    Some(members.into_iter().map(spelled).collect())
}

/// The text of the first block.
fn first_text(json: &str) -> String {
    let content = members(json).unwrap().remove("content").unwrap();
    let blocks: Vec<Box<RawValue>> = serde_json::from_str(&content).unwrap();
    let text = members(blocks[0].get()).unwrap().remove("text").unwrap();
    serde_json::from_str(&text).unwrap()
}

/// `expected` is what the value becomes, and what was stripped of it.
#[track_caller]
pub(crate) fn strips(
    result: &Value,
    kind: ResultKind,
    peer: Peer,
    (expected, expected_stripped): (&Value, &Stripped),
) {
    let json = result.to_string();
    let stripped = strip_for_legacy_peer(&json, kind, peer).unwrap();
    let (sent, mut expected) = (stripped.json(), expected.to_string());
    if stripped.text_added() {
        // A map may order the members of the block that is added, and put new content elsewhere.
        let text = Value::from(first_text(&expected));
        let (sorted, added) = (
            format!(r#"{{"text":{text},"type":"text"}}"#),
            format!(r#"{{"type":"text","text":{text}}}"#),
        );
        expected = expected.replacen(&sorted, &added, 1);
    }
    assert!(
        sent == expected || members(sent).is_some() && members(sent) == members(&expected),
        "{kind:?} of {json} is {sent} instead of {expected}"
    );
    assert_eq!(stripped.is_unchanged(), expected_stripped.is_unchanged());
    assert_eq!(stripped.is_unchanged(), sent.as_ptr() == json.as_ptr());
    assert_eq!(stripped.result_type(), expected_stripped.result_type());
    assert_eq!(stripped.text_added(), expected_stripped.text_added());
    assert_eq!(
        stripped
            .structured_content()
            .map(|value| value.get().to_owned()),
        expected_stripped.structured_content().map(Value::to_string)
    );
    let schemas = stripped.output_schemas().iter();
    let schemas: Vec<_> = schemas
        .map(|(tool, schema)| (*tool, (*schema).to_owned()))
        .collect();
    let expected_schemas = expected_stripped.output_schemas().iter();
    let expected_schemas: Vec<_> = expected_schemas
        .map(|(tool, schema)| (*tool, schema.to_string()))
        .collect();
    assert_eq!(schemas, expected_schemas);
}

#[track_caller]
pub(crate) fn is_refused(
    result: &Value,
    kind: ResultKind,
    peer: Peer,
    expected: &NotForLegacyPeer,
) {
    let json = result.to_string();
    match strip_for_legacy_peer(&json, kind, peer) {
        Err(StripError::NotForLegacyPeer(error)) => assert_eq!(error, *expected, "{json}"),
        other => panic!("{other:?}"),
    }
}

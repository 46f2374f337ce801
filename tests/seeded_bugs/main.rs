//! Bugs that real systems have had, or that nothing but a case of the contract would show: a check
//! reports each under the rules that it breaks, and under no other.

mod conversion;
mod field;
#[cfg(feature = "raw")]
mod mirror;
mod model;
mod order;
mod stripping;
mod translation;

use std::collections::BTreeSet;

use mcp_result::contract::{self, Answer, Recipient, Report};
use mcp_result::{
    Conversion, Peer, ProtocolVersion, ResultKind, ResultMode, convert_result,
    strip_for_legacy_peer,
};
use serde_json::Value;

/// This crate's conversion, which the bugs are put into.
pub(crate) fn convert(result: Value, asked: impl Into<Conversion>) -> Answer {
    match convert_result(result, asked) {
        Ok(converted) => converted.output.into(),
        Err(error) => Answer::from(&error),
    }
}

/// This crate's stripping, which the bugs are put into.
pub(crate) fn strip(mut result: Value, kind: ResultKind, peer: Peer) -> Answer {
    match strip_for_legacy_peer(&mut result, kind, peer) {
        Ok(_) => Answer::Sent(result.to_string()),
        Err(_) => Answer::Refused(None),
    }
}

pub(crate) fn is_structured(asked: Conversion) -> bool {
    matches!(
        asked.mode(),
        ResultMode::Structured | ResultMode::NonNullStructured
    )
}

/// The same question in another mode.
pub(crate) fn in_mode(mode: ResultMode, asked: Conversion) -> Conversion {
    Conversion::from(mode).with_content(asked.content())
}

/// The peer as it is, but at another version.
pub(crate) fn at(version: ProtocolVersion, to: &Recipient) -> Peer {
    let peer = Peer::from(version).with_text_fallback(to.text_fallback);
    if to.tasks { peer.with_tasks() } else { peer }
}

pub(crate) fn is_falsy(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(value) => !value,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => text.is_empty(),
        Value::Array(elements) => elements.is_empty(),
        Value::Object(members) => members.is_empty(),
    }
}

pub(crate) fn is_text(block: &Value) -> bool {
    block["type"] == "text" && block["text"].is_string()
}

pub(crate) fn has_text(result: &Value) -> bool {
    result["content"]
        .as_array()
        .is_some_and(|blocks| blocks.iter().any(is_text))
}

/// Removes members in the way that keeps the order of the others.
pub(crate) fn remove(value: &mut Value, name: &str) {
    if let Some(members) = value.as_object_mut() {
        members.retain(|member, _| member != name);
    }
}

#[track_caller]
pub(crate) fn assert_broken(report: &Report, rules: &[&str]) {
    let broken: BTreeSet<_> = report
        .failures
        .iter()
        .map(|failure| failure.rule.as_str())
        .collect();
    assert_eq!(broken, rules.iter().copied().collect(), "{report}");
}

#[track_caller]
pub(crate) fn assert_conversion_breaks(rules: &[&str], bug: impl Fn(Value, Conversion) -> Answer) {
    assert_broken(
        &contract::conversion().check_values(|result, &asked| bug(result, asked)),
        rules,
    );
}

#[track_caller]
pub(crate) fn assert_stripping_breaks(rules: &[&str], bug: impl Fn(Value, &Recipient) -> Answer) {
    assert_broken(&contract::stripping().check_values(bug), rules);
}

#[test]
fn the_implementations_have_no_bug_of_their_own() {
    assert_conversion_breaks(&[], convert);
    assert_stripping_breaks(&[], |result, to| strip(result, to.kind(), to.peer()));
}

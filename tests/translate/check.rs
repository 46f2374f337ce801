//! What the tests of translation share: versions, values, and the check of one translation.

use mcp_result::{Change, NotForLegacyPeer, Peer, ProtocolVersion, ResultKind, translate_result};
use serde_json::{Value, json};

pub(crate) use crate::every::{KIND, LEGACY_VERSION};

#[path = "../model/mirror.rs"]
mod mirror;

#[path = "../model/provable.rs"]
pub(crate) mod provable;

#[path = "../model/translate.rs"]
mod model;

#[path = "../model/undo.rs"]
pub(crate) mod undo;

pub(crate) const V2024_11_05: ProtocolVersion = ProtocolVersion::V2024_11_05;
pub(crate) const V2025_03_26: ProtocolVersion = ProtocolVersion::V2025_03_26;
pub(crate) const V2025_06_18: ProtocolVersion = ProtocolVersion::V2025_06_18;
pub(crate) const V2025_11_25: ProtocolVersion = ProtocolVersion::V2025_11_25;
pub(crate) const V2026_07_28: ProtocolVersion = ProtocolVersion::V2026_07_28;

/// The kinds that have an array of their own, and its name.
pub(crate) const LISTS: [(ResultKind, &str); 5] = [
    (ResultKind::ToolsList, "tools"),
    (ResultKind::PromptsList, "prompts"),
    (ResultKind::ResourcesList, "resources"),
    (ResultKind::ResourceTemplatesList, "resourceTemplates"),
    (ResultKind::ResourcesRead, "contents"),
];

pub(crate) const NULLS: [&str; 13] = [
    "_meta",
    "annotations",
    "arguments",
    "description",
    "execution",
    "icons",
    "instructions",
    "isError",
    "mimeType",
    "nextCursor",
    "outputSchema",
    "size",
    "title",
];

pub(crate) fn version(text: &str) -> ProtocolVersion {
    text.parse().unwrap()
}

pub(crate) fn all_versions() -> Vec<ProtocolVersion> {
    let others = [
        "0000-01-01",
        "2025-03-25",
        "2025-12-31",
        "2026-07-27",
        "9999-12-31",
    ]
    .map(version);
    [&LEGACY_VERSION[..], &[V2026_07_28], &others].concat()
}

pub(crate) fn text(text: &str) -> Value {
    json!({"type": "text", "text": text})
}

/// The text block of a value's compact JSON.
pub(crate) fn written(value: &Value) -> Value {
    text(&value.to_string())
}

pub(crate) fn image() -> Value {
    json!({"type": "image", "data": "aGk=", "mimeType": "image/png"})
}

/// Nested in this many arrays.
pub(crate) fn nested(levels: usize) -> Value {
    (0..levels).fold(json!(0), |value, _| json!([value]))
}

/// A result of this kind with a list of one element; of `tools/call`, with one block, and of
/// `prompts/get`, with one message.
pub(crate) fn with_element(kind: ResultKind, element: &Value) -> Value {
    match kind {
        ResultKind::ToolsCall => json!({"content": [element]}),
        ResultKind::PromptsGet => json!({"messages": [{"content": element}]}),
        _ => {
            let (_, list) = LISTS.iter().find(|(other, _)| *other == kind).unwrap();
            json!({*list: [element]})
        }
    }
}

pub(crate) fn added(pointer: &str) -> Change {
    let pointer = pointer.to_owned();
    Change::Added { pointer }
}

pub(crate) fn removed(pointer: &str, value: Value) -> Change {
    let pointer = pointer.to_owned();
    Change::Removed { pointer, value }
}

pub(crate) fn replaced(pointer: &str, value: Value) -> Change {
    let pointer = pointer.to_owned();
    Change::Replaced { pointer, value }
}

/// Translates; checks that the JSON is the expected one, the order of its members included, that the
/// changes undo it, and that translating again changes nothing.
#[track_caller]
pub(crate) fn translates_from(
    from: ProtocolVersion,
    result: &Value,
    kind: ResultKind,
    peer: impl Into<Peer>,
    expected: &Value,
) -> Vec<Change> {
    let peer = peer.into();
    let mut sent = result.clone();
    let translated = translate_result(&mut sent, kind, from, peer).unwrap();
    assert_eq!(sent, *expected, "{kind:?} of {result}");
    assert_eq!(sent.to_string(), expected.to_string());
    assert_eq!(translated.is_unchanged(), sent == *result);
    assert_eq!(model::expected(result, kind, from, peer), Ok(sent.clone()));
    #[cfg(feature = "raw")]
    crate::over_text::agrees(result, kind, from, peer, Ok(expected));

    let again = translate_result(&mut sent, kind, peer.version(), peer).unwrap();
    assert_eq!(again.changes(), []);
    assert_eq!(sent.to_string(), expected.to_string());

    let changes = translated.changes().to_vec();
    undo::undo(&mut sent, translated.into_changes());
    assert_eq!(sent, *result);
    changes
}

/// The same, where it makes no difference in which version the result is written.
#[track_caller]
pub(crate) fn translates(
    result: &Value,
    kind: ResultKind,
    peer: impl Into<Peer>,
    expected: &Value,
) -> Vec<Change> {
    let peer = peer.into();
    for from in all_versions() {
        translates_from(from, result, kind, peer, expected);
    }
    translates_from(V2025_11_25, result, kind, peer, expected)
}

/// To a modern peer, what it takes for granted is there already.
pub(crate) fn as_modern(result: &Value, kind: ResultKind) -> Value {
    let mut result = result.clone();
    if kind != ResultKind::ModernOnly {
        result["resultType"] = json!("complete");
    }
    let is_cached = LISTS.iter().any(|(other, _)| *other == kind);
    if is_cached {
        result["ttlMs"] = json!(0);
        result["cacheScope"] = json!("private");
    }
    result
}

/// Nothing changes, whatever the peer.
#[track_caller]
pub(crate) fn stays(result: &Value, kind: ResultKind) {
    for peer in all_versions() {
        let result = if peer.is_legacy() {
            result.clone()
        } else {
            as_modern(result, kind)
        };
        assert_eq!(translates(&result, kind, peer, &result), []);
    }
}

#[track_caller]
pub(crate) fn is_refused(
    result: &Value,
    kind: ResultKind,
    peer: impl Into<Peer>,
    error: &NotForLegacyPeer,
) {
    let peer = peer.into();
    for from in all_versions() {
        let mut left = result.clone();
        let refused = translate_result(&mut left, kind, from, peer);
        assert_eq!(refused.as_ref(), Err(error), "{kind:?} of {result}");
        assert_eq!(left.to_string(), result.to_string());
        #[cfg(feature = "raw")]
        crate::over_text::agrees(result, kind, from, peer, Err(error));
        assert_eq!(
            model::expected(result, kind, from, peer),
            refused.map(|_| left)
        );
    }
}

//! The laws of `translate_result`, over any JSON, every kind, and each pair of versions.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use mcp_result::{
    Change, NotForLegacyPeer, Peer, ProtocolVersion, ResultKind, TextFallback, raw,
    strip_for_legacy_peer, translate_result,
};
use serde_json::{Value, json};
use std::borrow::Cow;

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mcp_result_fuzz::mutate(data, size, max_size, seed)
});

const KINDS: [ResultKind; 10] = [
    ResultKind::ToolsList,
    ResultKind::ToolsCall,
    ResultKind::PromptsList,
    ResultKind::PromptsGet,
    ResultKind::ResourcesList,
    ResultKind::ResourceTemplatesList,
    ResultKind::ResourcesRead,
    ResultKind::ModernOnly,
    ResultKind::Tasks,
    ResultKind::Other,
];
const VERSIONS: [ProtocolVersion; 5] = [
    ProtocolVersion::V2024_11_05,
    ProtocolVersion::V2025_03_26,
    ProtocolVersion::V2025_06_18,
    ProtocolVersion::V2025_11_25,
    ProtocolVersion::V2026_07_28,
];

fuzz_target!(|text: &[u8]| {
    let Ok(result) = serde_json::from_slice::<Value>(text) else {
        return;
    };
    let text = std::str::from_utf8(text).expect("JSON is UTF-8");
    let is_comparable = !mcp_result_fuzz::may_have_a_private_name(text.as_bytes());
    for kind in KINDS {
        for from in [VERSIONS[3], VERSIONS[4]] {
            for version in VERSIONS {
                let peer = Peer::from(version);
                let when_empty = peer.with_text_fallback(TextFallback::WhenEmpty);
                for peer in [peer, when_empty, peer.with_tasks()] {
                    check(&result, kind, from, peer);
                    if is_comparable {
                        check_over_text(text, &result, kind, from, peer);
                    }
                }
            }
        }
    }
});

fn check(result: &Value, kind: ResultKind, from: ProtocolVersion, peer: Peer) {
    let mut sent = result.clone();
    let changes = match translate_result(&mut sent, kind, from, peer) {
        Ok(translated) => translated.into_changes(),
        Err(error) => {
            assert_eq!(sent, *result);
            return check_refusal(result, kind, peer, &error);
        }
    };
    assert_eq!(changes.is_empty(), sent == *result);

    let mut twice = sent.clone();
    let again = translate_result(&mut twice, kind, peer.version(), peer).expect("translated");
    assert!(again.is_unchanged(), "{again:?}");
    assert_eq!(twice, sent);

    if kind == ResultKind::ModernOnly || !result.is_object() {
        assert!(changes.is_empty());
    }
    if kind == ResultKind::Other {
        let is_own = |change: &Change| matches!(change.pointer(), "/resultType" | "/_meta");
        assert!(changes.iter().all(is_own));
    }
    if kind == ResultKind::ToolsCall {
        check_texts(result, &sent);
    }
    if peer.version().is_legacy() {
        check_that_stripping_finds_nothing(&sent, kind, peer);
    }
    undo(&mut sent, changes);
    assert_eq!(sent, *result);
}

/// Text becomes what its value does, but for how the JSON in its new texts is spelled.
fn check_over_text(
    text: &str,
    result: &Value,
    kind: ResultKind,
    from: ProtocolVersion,
    peer: Peer,
) {
    let mut expected = result.clone();
    let translated = translate_result(&mut expected, kind, from, peer);
    let sent = match (raw::translate_result(text, kind, from, peer), translated) {
        (Ok(sent), Ok(translated)) => {
            assert_eq!(matches!(sent, Cow::Borrowed(_)), translated.is_unchanged());
            sent
        }
        (Err(raw::TranslateError::NotForLegacyPeer(error)), Err(expected)) => {
            return assert_eq!(error, expected);
        }
        (sent, expected) => panic!("{sent:?} instead of {expected:?}"),
    };
    let again = raw::translate_result(&sent, kind, peer.version(), peer).expect("translated");
    assert_eq!(again.as_ptr(), sent.as_ptr());

    let mut sent: Value = serde_json::from_str(&sent).expect("JSON");
    let blocks = |result: &Value| {
        let content = result.get("content");
        content.and_then(Value::as_array).map_or(0, Vec::len)
    };
    if blocks(&sent) != blocks(&expected) {
        // As decimals, numbers are equal or not where doubles are not or are.
        let said = result["content"].to_string();
        return assert!(said.contains(|char: char| char.is_ascii_digit()));
    }
    read_texts(&mut sent);
    read_texts(&mut expected);
    assert_eq!(sent, expected);
}

/// Reads the texts that are JSON, until they read as they are written: a double may read back as its
/// neighbour, and that as the next, or as the first again, of which the lower one is taken.
fn read_texts(result: &mut Value) {
    let lists = ["content", "messages"].into_iter();
    let lists: Vec<_> = lists.filter(|list| result.get(list).is_some()).collect();
    for list in lists {
        let elements = result[list].as_array_mut().into_iter().flatten();
        for element in elements.filter_map(Value::as_object_mut) {
            let block = match element.get_mut("content") {
                Some(Value::Object(block)) if list == "messages" => block,
                _ => element,
            };
            if let Some(Value::String(text)) = block.get_mut("text") {
                let read = |text: &str| serde_json::from_str::<Value>(text).ok();
                for _ in 0..100 {
                    match read(text).map(|json| json.to_string()) {
                        Some(json) if json != *text => *text = json,
                        _ => break,
                    }
                }
                if let Some(json) = read(text) {
                    *text = json.to_string().min(text.clone());
                }
            }
        }
    }
}

fn check_refusal(result: &Value, kind: ResultKind, peer: Peer, error: &NotForLegacyPeer) {
    assert!(peer.version().is_legacy());
    match error {
        NotForLegacyPeer::ResultType(result_type) => {
            assert_eq!(result["resultType"], *result_type);
            assert_ne!(result_type, "complete");
        }
        NotForLegacyPeer::Content => {
            assert_eq!(kind, ResultKind::ToolsCall);
            assert!(!result["content"].is_array() && !result["content"].is_null());
        }
        // A parser reads at most 127 levels, and the result has one itself.
        other => panic!("{other:?}"),
    }
}

/// Every text is still there, in order.
fn check_texts(result: &Value, sent: &Value) {
    let texts = |result: &Value| -> Vec<Value> {
        let blocks = result
            .get("content")
            .and_then(Value::as_array)
            .into_iter()
            .flatten();
        let texts = blocks.filter(|block| block.get("type") == Some(&json!("text")));
        texts.map(|block| block["text"].clone()).collect()
    };
    let mut after = texts(sent).into_iter();
    for text in texts(result) {
        assert!(after.any(|after| after == text), "{text} is lost");
    }
}

/// But for the body of another request than `tools/call`, and for a task.
fn check_that_stripping_finds_nothing(sent: &Value, kind: ResultKind, peer: Peer) {
    if kind == ResultKind::ToolsCall && sent.get("content").is_none_or(Value::is_null) {
        return;
    }
    let mut stripped = sent.clone();
    let report = strip_for_legacy_peer(&mut stripped, kind, peer).expect("stripped");
    assert!(report.is_unchanged(), "{report:?}");
}

fn undo(result: &mut Value, changes: Vec<Change>) {
    for change in changes.into_iter().rev() {
        let pointer = change.pointer().to_owned();
        let (parent, name) = pointer.rsplit_once('/').expect("a member");
        let name = name.replace("~1", "/").replace("~0", "~");
        match change {
            Change::Replaced { value, .. } => *result.pointer_mut(&pointer).expect("there") = value,
            Change::Removed { value, .. } => {
                let parent = result.pointer_mut(parent).expect("there");
                let old = parent
                    .as_object_mut()
                    .expect("an object")
                    .insert(name, value);
                assert_eq!(old, None);
            }
            Change::Added { .. } => match result.pointer_mut(parent).expect("there") {
                Value::Array(elements) => {
                    elements.remove(name.parse().expect("an index"));
                }
                Value::Object(members) => {
                    members.remove(&name).expect("a member");
                }
                other => panic!("{pointer} in {other}"),
            },
        }
    }
}

//! The laws of `translate_result`, over any JSON, every kind, and each pair of versions.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use mcp_result::{
    Change, NotForLegacyPeer, Peer, ProtocolVersion, ResultKind, TextFallback,
    strip_for_legacy_peer, translate_result,
};
use serde_json::{Value, json};

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
    for kind in KINDS {
        for from in [VERSIONS[3], VERSIONS[4]] {
            for version in VERSIONS {
                for fallback in [TextFallback::Lossless, TextFallback::WhenEmpty] {
                    let peer = Peer::from(version).with_text_fallback(fallback);
                    check(&result, kind, from, peer);
                }
                check(&result, kind, from, Peer::from(version).with_tasks());
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

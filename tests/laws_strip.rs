//! The laws of `strip_for_legacy_peer`, one property each.

use mcp_result::strategy::{
    call_result, json, legacy_version, list_result, malformed_call_result, malformed_list_result,
    object, protocol_version,
};
use mcp_result::{
    NotForLegacyPeer, Peer, Presence, ProtocolVersion, ResultKind, ResultMode, Stripped,
    TextFallback, convert_result, strip_for_legacy_peer,
};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::FileFailurePersistence;
use serde_json::{Value, json};

mod every;

#[path = "model/mirror.rs"]
mod mirror;
#[path = "model/strip.rs"]
mod model;

/// The members that stripping may change.
const TOUCHED: [&str; 4] = ["resultType", "structuredContent", "content", "outputSchema"];

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 1_000,
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/proptest-regressions/laws_strip.txt"
        )))),
        ..ProptestConfig::default()
    }
}

/// Any result, most often of the kind's own method.
fn result_of_kind() -> impl Strategy<Value = (Value, ResultKind)> {
    let call = || prop_oneof![2 => call_result(), 1 => malformed_call_result(), 1 => too_deep()];
    let list = || prop_oneof![list_result(), malformed_list_result()];
    prop_oneof![
        5 => (call(), Just(ResultKind::ToolsCall)),
        3 => (list(), Just(ResultKind::ToolsList)),
        1 => (prop_oneof![call(), list(), json().boxed()], select(every::KIND.as_slice())),
    ]
}

/// Structured content about as deep as text can hold.
fn too_deep() -> impl Strategy<Value = Value> {
    (call_result(), json(), 120_usize..130).prop_map(|(mut result, leaf, levels)| {
        let around = levels - mirror::depth(&leaf).min(levels);
        let value = (0..around).fold(leaf, |value, _| json!([value]));
        result["structuredContent"] = value;
        result
    })
}

fn peer_at(version: impl Strategy<Value = ProtocolVersion>) -> impl Strategy<Value = Peer> {
    (
        version,
        select(every::TEXT_FALLBACK.as_slice()),
        any::<bool>(),
    )
        .prop_map(|(version, fallback, tasks)| {
            let peer = Peer::from(version).with_text_fallback(fallback);
            if tasks { peer.with_tasks() } else { peer }
        })
}

fn peer() -> impl Strategy<Value = Peer> {
    peer_at(legacy_version())
}

fn strip(
    result: &Value,
    kind: ResultKind,
    peer: impl Into<Peer>,
) -> Result<(Value, Stripped), NotForLegacyPeer> {
    let mut sent = result.clone();
    match strip_for_legacy_peer(&mut sent, kind, peer) {
        Ok(stripped) => Ok((sent, stripped)),
        Err(error) => {
            assert_eq!(exact(&sent), exact(result), "changed though {error}");
            Err(error)
        }
    }
}

/// Equal, and in the same order, and with the same zeros: what `==` on values does not tell.
fn exact(value: &Value) -> String {
    value.to_string()
}

/// The members of a value that are not named, in order.
fn members_but(value: &Value, names: &[&str]) -> Vec<(String, String)> {
    let members = value.as_object().into_iter().flatten();
    let others = members.filter(|(name, _)| !names.contains(&name.as_str()));
    others
        .map(|(name, value)| (name.clone(), exact(value)))
        .collect()
}

fn blocks(result: &Value) -> &[Value] {
    result
        .get("content")
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn law_1_modern_is_identity(
        (result, kind) in result_of_kind(),
        peer in peer_at(protocol_version().prop_map(|version| version.max(ProtocolVersion::V2026_07_28))),
    ) {
        let (sent, stripped) = strip(&result, kind, peer).unwrap();
        prop_assert_eq!(exact(&sent), exact(&result));
        prop_assert_eq!(stripped, Stripped::default());
    }

    #[test]
    fn law_2_stripping_twice_is_stripping_once((result, kind) in result_of_kind(), peer in peer()) {
        if let Ok((once, _)) = strip(&result, kind, peer) {
            let (twice, stripped) = strip(&once, kind, peer).unwrap();
            prop_assert_eq!(exact(&twice), exact(&once));
            prop_assert!(stripped.is_unchanged());
            prop_assert_eq!(stripped, Stripped::default());
        }
    }

    #[test]
    fn law_3_every_legacy_version_is_sent_the_same(
        (result, kind) in result_of_kind(),
        version in legacy_version(),
        other in legacy_version(),
        peer in peer(),
    ) {
        let sent_to = |version| {
            let other = Peer::from(version).with_text_fallback(peer.text_fallback());
            strip(&result, kind, if peer.has_tasks() { other.with_tasks() } else { other })
        };
        prop_assert_eq!(sent_to(version), sent_to(other));
        prop_assert_eq!(sent_to(version), sent_to(ProtocolVersion::V2025_06_18));
    }

    /// That an error leaves the result untouched is asserted in [`strip`], for every law.
    #[test]
    fn law_4_nothing_is_lost((result, kind) in result_of_kind(), peer in peer()) {
        let Ok((mut sent, stripped)) = strip(&result, kind, peer) else { return Ok(()) };

        if let Presence::Present(removed) = stripped.structured_content() {
            if peer.text_fallback() == TextFallback::Lossless || blocks(&result).is_empty() {
                prop_assert!(mirror::is_said(&sent["content"][0], removed));
            }
            sent["structuredContent"] = removed.clone();
        }
        if stripped.text_added() {
            let content = sent["content"].as_array_mut().unwrap();
            content.remove(0);
            if content.is_empty() && result.get("content") != Some(&json!([])) {
                let content = result.get("content").cloned();
                prop_assert!(content.is_none_or(|content| content.is_null()));
                sent["content"] = Value::Null;
            }
        }
        if stripped.result_type() {
            sent["resultType"] = json!("complete");
        }
        for (index, schema) in stripped.output_schemas() {
            sent["tools"][index]["outputSchema"] = schema.clone();
        }
        let mut result = result;
        if result.is_object() && result.get("content").is_none() && sent.get("content").is_some() {
            result["content"] = Value::Null;
        }
        prop_assert_eq!(sent, result);
    }

    #[test]
    fn law_5_nothing_is_left_that_a_legacy_peer_refuses((result, kind) in result_of_kind(), peer in peer()) {
        let Ok((sent, _)) = strip(&result, kind, peer) else { return Ok(()) };
        if kind != ResultKind::ModernOnly && !(kind == ResultKind::Tasks && peer.has_tasks()) {
            prop_assert_ne!(sent.get("resultType"), Some(&json!("complete")));
            prop_assert_ne!(sent.get("resultType"), Some(&json!("input_required")));
            prop_assert!(peer.has_tasks() || sent.get("resultType") != Some(&json!("task")));
        }
        if kind == ResultKind::ToolsCall {
            prop_assert!(sent.get("structuredContent").is_none_or(Value::is_object));
        }
        if let (ResultKind::ToolsList, Some(Value::Array(tools))) = (kind, sent.get("tools")) {
            for schema in tools.iter().filter_map(|tool| tool.get("outputSchema")) {
                prop_assert_eq!(schema.get("type"), Some(&json!("object")));
            }
        }
    }

    #[test]
    fn law_6_everything_else_stays((result, kind) in result_of_kind(), peer in peer()) {
        let Ok((sent, stripped)) = strip(&result, kind, peer) else { return Ok(()) };
        let touched: &[&str] = match kind {
            ResultKind::ToolsCall => &TOUCHED[..3],
            ResultKind::ToolsList => &["resultType", "tools"],
            _ => &TOUCHED[..1],
        };
        prop_assert_eq!(members_but(&sent, touched), members_but(&result, touched));

        let added = usize::from(stripped.text_added());
        prop_assert_eq!(blocks(&sent).len(), blocks(&result).len() + added);
        prop_assert_eq!(&blocks(&sent)[added..], blocks(&result));

        match (result.get("tools"), sent.get("tools")) {
            (Some(Value::Array(before)), Some(Value::Array(after))) => {
                prop_assert_eq!(before.len(), after.len());
                for (before, after) in before.iter().zip(after) {
                    prop_assert_eq!(members_but(before, &TOUCHED[3..]), members_but(after, &TOUCHED[3..]));
                }
            }
            (before, after) => prop_assert_eq!(before, after),
        }
    }

    #[test]
    fn law_7_object_output_is_untouched(
        result in prop_oneof![call_result(), malformed_call_result()],
        output in object(),
        peer in peer(),
    ) {
        let mut result = result;
        if !result.is_object() {
            return Ok(());
        }
        result["structuredContent"] = output;
        let Ok((sent, stripped)) = strip(&result, ResultKind::ToolsCall, peer) else { return Ok(()) };
        prop_assert_eq!(members_but(&sent, &["resultType"]), members_but(&result, &["resultType"]));
        prop_assert_eq!(stripped.structured_content(), Presence::Absent);

        let output = |result| convert_result(result, ResultMode::Structured)
            .map(|converted| converted.output)
            .map_err(|error| error.to_string());
        prop_assert_eq!(output(sent), output(result));
    }

    #[test]
    fn strip_agrees_with_the_table((result, kind) in result_of_kind(), peer in peer()) {
        let sent = strip(&result, kind, peer).map(|(sent, _)| exact(&sent));
        let expected = model::expected(&result, kind, peer);
        prop_assert_eq!(sent, expected.map(|expected| exact(&expected)));
    }
}

/// Found by the second law: comparing `null` with an empty text panicked.
#[test]
fn an_empty_text_is_no_mirror_of_null() {
    let result = json!({"content": [{"type": "text", "text": ""}], "structuredContent": null});
    let (sent, stripped) =
        strip(&result, ResultKind::ToolsCall, ProtocolVersion::V2024_11_05).unwrap();
    assert!(stripped.text_added());
    assert_eq!(sent["content"][0]["text"], "null");
    assert_eq!(blocks(&sent)[1..], *blocks(&result));
}

/// Found likewise: so did comparing it with a text that starts otherwise.
#[test]
fn a_text_that_parses_to_null_is_a_mirror_of_null() {
    let block = json!({"type": "text", "text": " null "});
    let result = json!({"content": [block], "structuredContent": null});
    let (sent, stripped) =
        strip(&result, ResultKind::ToolsCall, ProtocolVersion::V2024_11_05).unwrap();
    assert!(!stripped.text_added());
    assert_eq!(sent, json!({"content": [block]}));
}

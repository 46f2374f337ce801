//! The laws of `strip_for_legacy_peer`, over any JSON.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use mcp_result::{
    NotForLegacyPeer, Peer, ProtocolVersion, ResultKind, ResultMode, Stripped, TextFallback,
    convert_result, strip_for_legacy_peer,
};
use serde_json::{Value, json};

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mcp_result_fuzz::mutate(data, size, max_size, seed)
});

const KINDS: [ResultKind; 3] = [
    ResultKind::ToolsList,
    ResultKind::ToolsCall,
    ResultKind::Other,
];
const LEGACY: [ProtocolVersion; 4] = [
    ProtocolVersion::V2024_11_05,
    ProtocolVersion::V2025_03_26,
    ProtocolVersion::V2025_06_18,
    ProtocolVersion::V2025_11_25,
];

fuzz_target!(|text: &[u8]| {
    let Ok(result) = serde_json::from_slice::<Value>(text) else {
        return;
    };
    for kind in KINDS {
        check_modern_peer(&result, kind);
        for fallback in [TextFallback::Lossless, TextFallback::WhenEmpty] {
            check_legacy_peer(&result, kind, fallback);
        }
    }
});

fn strip(
    result: &Value,
    kind: ResultKind,
    peer: impl Into<Peer>,
) -> (Value, Result<Stripped, NotForLegacyPeer>) {
    let mut stripped = result.clone();
    let report = strip_for_legacy_peer(&mut stripped, kind, peer);
    (stripped, report)
}

fn check_modern_peer(result: &Value, kind: ResultKind) {
    let (stripped, report) = strip(result, kind, ProtocolVersion::V2026_07_28);
    assert_eq!(report, Ok(Stripped::default()));
    assert_eq!(stripped, *result);
}

fn check_legacy_peer(result: &Value, kind: ResultKind, fallback: TextFallback) {
    let peer = |version| Peer::from(version).with_text_fallback(fallback);
    let (stripped, report) = strip(result, kind, peer(LEGACY[0]));
    for version in &LEGACY[1..] {
        assert_eq!(
            strip(result, kind, peer(*version)),
            (stripped.clone(), report.clone())
        );
    }
    match report {
        Err(error) => {
            assert_eq!(stripped, *result);
            check_refusal(result, kind, &error);
        }
        Ok(report) => {
            let (again, nothing) = strip(&stripped, kind, peer(LEGACY[0]));
            assert_eq!((&again, nothing), (&stripped, Ok(Stripped::default())));
            check_kind(&stripped, kind);
            check_text(result, &stripped, &report, fallback);
            assert_eq!(
                comparable(undo(stripped.clone(), &report)),
                comparable(result.clone())
            );
            check_locality(result, &stripped, kind, &report);
            if result
                .get("structuredContent")
                .is_some_and(Value::is_object)
            {
                check_that_object_output_converts_alike(result, &stripped);
            }
        }
    }
}

fn check_refusal(result: &Value, kind: ResultKind, error: &NotForLegacyPeer) {
    assert!(!error.to_string().is_empty());
    match error {
        NotForLegacyPeer::ResultType(result_type) => {
            assert_eq!(result["resultType"], *result_type);
            assert!(matches!(result_type.as_str(), "input_required" | "task"));
        }
        NotForLegacyPeer::Content => {
            assert_eq!(kind, ResultKind::ToolsCall);
            assert!(!result["content"].is_array() && !result["content"].is_null());
            assert!(!result["structuredContent"].is_object());
        }
        // A parser reads at most 127 levels, and the result has one itself.
        other => panic!("{other:?}"),
    }
}

fn check_kind(stripped: &Value, kind: ResultKind) {
    if stripped.is_object() {
        assert_ne!(stripped.get("resultType"), Some(&"complete".into()));
    }
    match kind {
        ResultKind::ToolsList => {
            let tools = stripped.get("tools").and_then(Value::as_array);
            for schema in tools
                .into_iter()
                .flatten()
                .filter_map(|tool| tool.get("outputSchema"))
            {
                assert_eq!(schema["type"], "object");
            }
        }
        ResultKind::ToolsCall => {
            assert!(
                stripped
                    .get("structuredContent")
                    .is_none_or(Value::is_object)
            );
        }
        _ => {}
    }
}

/// With `Lossless`, what was removed is in the first block.
fn check_text(result: &Value, stripped: &Value, report: &Stripped, fallback: TextFallback) {
    let removed = report.structured_content().into_option();
    assert!(removed.is_some() || !report.text_added());
    let Some(removed) = removed else {
        return;
    };
    assert_eq!(Some(removed), result.get("structuredContent"));
    let had_blocks = result
        .get("content")
        .and_then(|content| content.get(0))
        .is_some();
    if fallback == TextFallback::Lossless || !had_blocks {
        let text = stripped["content"][0]["text"].as_str().unwrap();
        let compact = removed.to_string();
        assert!(
            text == compact
                || serde_json::from_str::<Value>(text).is_ok_and(|parsed| parsed == *removed)
                || mcp_result::rules::mirrors(text, removed) // white space, and numbers that do not read back
        );
        assert!(!report.text_added() || text == compact);
    }
    assert!(had_blocks || report.text_added());
}

fn undo(mut result: Value, report: &Stripped) -> Value {
    if report.text_added() {
        let blocks = result["content"].as_array_mut().unwrap();
        assert_eq!(blocks.remove(0)["type"], "text");
    }
    if let Some(value) = report.structured_content().into_option() {
        result["structuredContent"] = value.clone();
    }
    for (index, schema) in report.output_schemas() {
        result["tools"][index]["outputSchema"] = schema.clone();
    }
    if report.result_type() {
        result["resultType"] = json!("complete");
    }
    result
}

/// No `content`, a null one and an empty one are the same.
fn comparable(mut result: Value) -> Value {
    if let Value::Object(members) = &mut result {
        let content = members.get("content");
        if content.is_some_and(|content| content.is_null() || *content == json!([])) {
            members.remove("content");
        }
    }
    result
}

/// The other members stay in order, and so do the blocks.
fn check_locality(result: &Value, stripped: &Value, kind: ResultKind, report: &Stripped) {
    let (Value::Object(before), Value::Object(after)) = (result, stripped) else {
        return assert_eq!(result, stripped);
    };
    let own = |name: &str| match kind {
        ResultKind::ToolsList => matches!(name, "resultType" | "tools"),
        ResultKind::ToolsCall => matches!(name, "resultType" | "structuredContent" | "content"),
        _ => name == "resultType",
    };
    let others = before.iter().filter(|(name, _)| !own(name));
    assert!(others.eq(after.iter().filter(|(name, _)| !own(name))));
    if let (Some(Value::Array(before)), Some(Value::Array(after))) =
        (before.get("content"), after.get("content"))
    {
        assert_eq!(after[usize::from(report.text_added())..], before[..]);
    }
    if let (Some(Value::Array(before)), Some(Value::Array(after))) =
        (before.get("tools"), after.get("tools"))
    {
        assert_eq!(before.len(), after.len());
        for (before, after) in before.iter().zip(after) {
            match (before, after) {
                (Value::Object(before), Value::Object(after)) => {
                    let others = before.iter().filter(|(name, _)| *name != "outputSchema");
                    assert!(others.eq(after.iter().filter(|(name, _)| *name != "outputSchema")));
                }
                (before, after) => assert_eq!(before, after),
            }
        }
    }
}

fn check_that_object_output_converts_alike(before: &Value, after: &Value) {
    let output = |result: &Value| {
        convert_result(result.clone(), ResultMode::Structured)
            .map(|converted| converted.output)
            .map_err(|error| error.to_string())
    };
    assert_eq!(output(before), output(after));
}

//! A first text that is not the value's compact JSON, found out in the middle of a scalar.

use mcp_result::{ProtocolVersion, ResultKind, strip_for_legacy_peer};
use serde_json::{Value, json};

/// Without its `std` feature, serde_json panics (debug) or goes on (release) where a writer refuses a scalar's text: a
/// comparison that wrote into the expected text took `0` for mirrored by an empty text.
#[test]
fn text_that_differs_within_a_scalar_does_not_mirror_the_value() {
    for (value, text) in [
        (json!(0), ""),
        (json!(0), "none"),
        (json!(12), "1"),
        (json!(1.5), "1"),
        (json!(false), ""),
        (json!(null), "nul"),
        (json!(""), ""),
        (json!("hello"), "hello"),
        (json!("hello"), "\"hell"),
        (json!("\n"), "\"\\"),
        (json!([0]), "[]"),
        (json!([{"a": "b"}]), "[{\"a\":}]"),
        (json!([{"a": "b"}]), "[{:\"b\"}]"),
    ] {
        let mut result = json!({
            "content": [{"type": "text", "text": text}],
            "structuredContent": value,
        });
        let version = ProtocolVersion::V2025_11_25;
        let stripped = strip_for_legacy_peer(&mut result, ResultKind::ToolsCall, version).unwrap();
        assert!(stripped.text_added(), "{value} beside {text:?}");
        let content = result["content"].as_array().unwrap();
        assert_eq!(content[1], json!({"type": "text", "text": text}));
        let added = content[0]["text"].as_str().unwrap();
        assert_eq!(serde_json::from_str::<Value>(added).unwrap(), value);
    }
}

//! Comparing a first block's text with the structured content must stop early without a panic.

use mcp_result::{ProtocolVersion, ResultKind, strip_for_legacy_peer};
use serde_json::{Value, json};

#[test]
fn text_that_differs_within_a_number_does_not_panic() {
    for value in [
        "-1.1805916207174113e+21",
        "39.430133835633676",
        "[1.5]",
        "[true,null]",
    ] {
        let value: Value = serde_json::from_str(value).unwrap();
        for text in ["-1180591620717411303424", "3", "[1.", "[true,nul", ""] {
            let mut result = json!({
                "content": [{"type": "text", "text": text}],
                "structuredContent": value,
            });
            strip_for_legacy_peer(
                &mut result,
                ResultKind::ToolsCall,
                ProtocolVersion::V2025_11_25,
            )
            .unwrap();
        }
    }
}

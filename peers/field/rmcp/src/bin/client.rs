//! rmcp's client: the result of `call_tool`, written as rmcp writes it.

use std::error::Error;

use rmcp::model::{CallToolRequestParams, ProtocolVersion};
use rmcp::service::{ClientLifecycleMode, ClientServiceExt};
use rmcp::transport::TokioChildProcess;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader, stdin};
use tokio::process::Command;

const MODERN: &str = "2026-07-28";

fn about() -> Value {
    let float = "A priority is a float: 1 is given as 1.0.";
    json!({
        "version": "rmcp 3.11.0",
        "versions": ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", MODERN],
        "gives": "the whole result, `call_tool`",
        "by_design": {
            "error: Unexpected response type": "A result that rmcp's types do not hold is an error.",
            "blocks_form_gives_every_block/one_text": float,
            "any_other_audience_is_for_the_model/annotations_without_audience": float,
        },
    })
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    if arguments[0] == "about" {
        println!("{}", about());
        return Ok(());
    }
    let (version, server) = (&arguments[0], &arguments[1..]);
    let mut command = Command::new(&server[0]);
    command.args(&server[1..]);
    let lifecycle = if version == MODERN {
        let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
        ClientLifecycleMode::Discover { preferred_versions }
    } else {
        ClientLifecycleMode::Initialize
    };
    let transport = TokioChildProcess::new(command)?;
    let client = ().serve_with_lifecycle(transport, lifecycle).await?;
    let mut cases = BufReader::new(stdin()).lines();
    while let Some(case) = cases.next_line().await? {
        let case: Value = serde_json::from_str(&case)?;
        let call = client.call_tool(CallToolRequestParams::new("case"));
        let mut answer = match call.await {
            Ok(result) => json!({"result": serde_json::to_string(&result)?}),
            Err(error) => json!({"error": error.to_string()}),
        };
        answer["id"] = case["id"].clone();
        println!("{answer}");
    }
    Ok(())
}

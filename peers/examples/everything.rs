//! An rmcp client that calls tools of the Everything server over standard input and output, and
//! converts what comes back in each mode. Run `peers/setup` once, which installs the server.

use std::error::Error;
use std::process::Stdio;

use mcp_result::{ResultMode, convert_result};
use mcp_result_peers::untouched::Untouched;
use rmcp::model::{CallToolRequest, CallToolRequestParams, ClientRequest};
use rmcp::{Peer, RoleClient, ServiceExt};
use serde_json::{Value, json};
use tokio::process::Command;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let server = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/node_modules/.bin/mcp-server-everything"
    );
    let mut server = Command::new(server)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()?;
    let (stdout, stdin) = server
        .stdout
        .take()
        .zip(server.stdin.take())
        .ok_or("no pipes")?;
    let client = ().serve(Untouched::new(stdout, stdin)).await?;

    for (tool, arguments) in [
        ("get-structured-content", json!({"location": "Chicago"})),
        ("echo", json!({"message": "hello"})),
        ("get-tiny-image", json!({})),
        ("get-structured-content", json!({"location": "Atlantis"})),
    ] {
        println!("\n{tool} {arguments}");
        let result = call_tool(&client, tool, arguments).await?;
        for mode in [
            ResultMode::Text,
            ResultMode::Structured,
            ResultMode::NonNullStructured,
            ResultMode::Content,
            ResultMode::Model,
        ] {
            match convert_result(result.clone(), mode) {
                Ok(converted) => println!("{mode}: {}", short(&converted.into_value())),
                Err(error) => println!("{mode}: {error}"),
            }
        }
    }
    client.cancel().await?;
    Ok(())
}

/// The result of a tool, as the server sent it.
async fn call_tool(
    client: &Peer<RoleClient>,
    tool: &'static str,
    arguments: Value,
) -> Result<Value, Box<dyn Error>> {
    let arguments = serde_json::from_value(arguments)?;
    let params = CallToolRequestParams::new(tool).with_arguments(arguments);
    let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
    Ok(serde_json::to_value(client.send_request(request).await?)?)
}

/// The value's JSON, cut where an image would fill the screen.
fn short(value: &Value) -> String {
    value.to_string().chars().take(160).collect()
}

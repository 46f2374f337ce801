//! rig's bridge: what the tool that it makes of an MCP tool gives the model, and the host in the context.

use std::error::Error;

use rig_core::message::{DocumentSourceKind, MimeType, ToolResultContent};
use rig_core::tool::{DynamicTool, ToolContext, ToolOutput};
use rig_rmcp::{McpCallToolResult, McpStructuredContent, tools_from_server};
use rmcp::ServiceExt;
use rmcp::transport::TokioChildProcess;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader, stdin};
use tokio::process::Command;

const OWN_BLOCKS: &str = "A text is given to the model without its annotations.";

fn about() -> Value {
    json!({
        "version": "rig-rmcp 0.44.0, rmcp 2.2.0",
        "versions": ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"],
        "modes": ["content", "non_null_structured", "non_null_structured/blocks"],
        "gives": "texts, images and JSON for the model, and the structured value for the host, `tools_from_server`",
        "by_design": {
            "error: Unexpected response type": "A result that rmcp's types do not hold is an error.",
            "content_mode_gives_every_block/*": OWN_BLOCKS,
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
    let mut command = Command::new(&arguments[1]);
    command.args(&arguments[2..]);
    let client = ().serve(TokioChildProcess::new(command)?).await?;
    let mcp_tool = tools_from_server(client.list_all_tools().await?, client.peer()).remove(0);
    let tool = DynamicTool::try_from(mcp_tool)?;
    let mut cases = BufReader::new(stdin()).lines();
    while let Some(case) = cases.next_line().await? {
        let case: Value = serde_json::from_str(&case)?;
        let mut context = ToolContext::new();
        let called = tool.execute_with(&mut context, json!({})).await;
        let mut answer = match called {
            Ok(output) => {
                let structured = context.result::<McpStructuredContent>()?;
                let structured = structured.map(|structured| structured.0);
                json!({"any": answers(&output, structured.as_ref())})
            }
            Err(_) if context.result::<McpCallToolResult>()?.is_some() => json!({"tool": null}),
            Err(error) => json!({"error": error.to_string()}),
        };
        answer["id"] = case["id"].clone();
        println!("{answer}");
    }
    Ok(())
}

/// What an output may have been made of: where the structured value stands, a block may have stood that said it.
fn answers(output: &ToolOutput, structured: Option<&Value>) -> Vec<Value> {
    let blocks: Vec<_> = output.as_content().iter().map(block).collect();
    let mut contents = vec![blocks.clone()];
    if blocks == [json!({"type": "text", "text": ""})] {
        contents.push(Vec::new());
    }
    if let Some(value) = structured
        && let Some(place) = blocks.iter().position(|block| block == value)
    {
        let mut others = blocks.clone();
        others.remove(place);
        let mut mirrored = blocks;
        mirrored[place] = json!({"type": "text", "text": value.to_string()});
        contents = vec![others, mirrored];
    }
    let whole = contents.into_iter().map(|content| {
        let mut result = json!({"content": content});
        if let Some(value) = structured {
            result["structuredContent"] = value.clone();
        }
        json!({"result": result.to_string()})
    });
    whole.collect()
}

/// A part for the model, as the block that it was made from; other blocks are JSON there.
fn block(content: &ToolResultContent) -> Value {
    match content {
        ToolResultContent::Text(text) => json!({"type": "text", "text": text.text}),
        ToolResultContent::Image(image) => {
            let data = match &image.data {
                DocumentSourceKind::Base64(data) => data.as_str(),
                _ => "",
            };
            let mime_type = image.media_type.as_ref().map(MimeType::to_mime_type);
            json!({"type": "image", "data": data, "mimeType": mime_type})
        }
        ToolResultContent::Json { value } => value.clone(),
    }
}

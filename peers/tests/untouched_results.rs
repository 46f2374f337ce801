//! The embedding example's transport hands on every result as the server sent it.

use mcp_result_peers::untouched::Untouched;
use rmcp::ServiceExt;
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, ClientRequest, CustomResult, ServerResult,
};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, split};

/// Answers `initialize` as a server would, and each `tools/call` with the next of the results.
async fn serve(stream: DuplexStream, results: Vec<Value>) {
    let mut results = results.into_iter();
    let (reader, mut writer) = split(stream);
    let mut lines = BufReader::new(reader).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        let request: Value = serde_json::from_str(&line).unwrap();
        let result = match request["method"].as_str() {
            Some("initialize") => Some(json!({
                "protocolVersion": "2025-11-25",
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "test", "version": "1"},
            })),
            Some("tools/call") => results.next(),
            _ => None,
        };
        if let Some(result) = result {
            let answer = json!({"jsonrpc": "2.0", "id": request["id"], "result": result});
            writer
                .write_all(format!("{answer}\n").as_bytes())
                .await
                .unwrap();
        }
    }
}

#[tokio::test]
async fn results_arrive_as_the_server_sent_them() {
    let results = vec![
        json!({"content": [{"type": "text", "text": "a", "unit": "K"}], "took": 3}),
        json!({"structuredContent": null, "isError": null}),
        json!({"content": [{"type": "video"}], "tools": []}),
        json!({"resultType": "task", "task": {}}),
        json!({}),
        json!([]),
        json!(null),
    ];
    let (ours, theirs) = tokio::io::duplex(4096);
    tokio::spawn(serve(theirs, results.clone()));
    let (reader, writer) = split(ours);
    let client = ().serve(Untouched::new(reader, writer)).await.unwrap();

    for result in results {
        let request = CallToolRequest::new(CallToolRequestParams::new("a"));
        let answer = client
            .send_request(ClientRequest::CallToolRequest(request))
            .await;
        let ServerResult::CustomResult(CustomResult(arrived)) = answer.unwrap() else {
            panic!("rmcp read {result}");
        };
        assert_eq!(arrived, result);
    }
}

//! This crate, as an adapter: it asks the fake server by itself, and answers as a server.

use std::fs;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::time::Duration;

use mcp_result::contract::{Answer, Outcome};
use mcp_result::{
    NotForLegacyPeer, Peer, ProtocolVersion, ResultKind, TextFallback, convert_result,
    strip_for_legacy_peer, translate_result,
};
use serde_json::{Value, json};

use crate::case::asked;
use crate::fake::{MODERN, TOOL};
use crate::program::Program;

/// What its server answers: every method of the cases but those of the handshake.
pub const METHODS: [&str; 12] = [
    "tools/call",
    "tools/list",
    "prompts/get",
    "prompts/list",
    "resources/list",
    "resources/read",
    "resources/templates/list",
    "completion/complete",
    "tasks/get",
    "tasks/result",
    "ping",
    "vendor/method",
];

const LIMIT: Duration = Duration::from_secs(2);

/// Calls the tool of a server for each case, and converts what it answers.
pub fn client(version: &str, server: &[String]) -> io::Result<()> {
    let mut server = Program::start(server, Path::new("."), Path::new("/dev/null"))?;
    let mut ask = |method: &str, params: Value| -> io::Result<Value> {
        let request = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        let answer = server
            .send(&request.to_string())
            .and_then(|()| server.receive(LIMIT));
        Ok(serde_json::from_str(&answer.map_err(io::Error::other)?)?)
    };
    if version < MODERN {
        ask(
            "initialize",
            json!({"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}),
        )?;
    }
    for case in io::stdin().lock().lines() {
        let case: Value = serde_json::from_str(&case?)?;
        let mut answer = match ask("tools/call", json!({"name": TOOL, "arguments": {}})) {
            Ok(mut response) => {
                let converted = convert_result(response["result"].take(), asked(&case));
                written(&Outcome::from(converted).answer)
            }
            Err(error) => json!({"error": error.to_string()}),
        };
        answer["id"] = case["id"].clone();
        println!("{answer}");
    }
    Ok(())
}

fn written(answer: &Answer) -> Value {
    match answer {
        Answer::Structured(value) => json!({"structured": value}),
        Answer::Text(text) => json!({"text": text}),
        Answer::Texts(texts) => json!({"texts": texts}),
        Answer::Blocks(blocks) => json!({"blocks": blocks}),
        Answer::Tool(texts) => json!({"tool": texts}),
        Answer::Incomplete(result_type) => json!({"incomplete": result_type}),
        other => json!({"error": other.to_string()}),
    }
}

/// Answers each request with the result of a file, stripped or translated for the client's version.
pub fn server(function: &str, result: &Path) -> io::Result<()> {
    let mut version = ProtocolVersion::V2026_07_28;
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let message: Value = serde_json::from_str(&line?)?;
        let (Some(id), Some(method)) = (message.get("id"), message["method"].as_str()) else {
            continue;
        };
        let answer = if method == "initialize" {
            let asked = message["params"]["protocolVersion"].as_str();
            version = ProtocolVersion::of_peer(asked);
            json!({"result": {"protocolVersion": asked, "capabilities": {"tools": {}}, "serverInfo": {"name": "s", "version": "1"}}})
        } else {
            let result: Value = serde_json::from_str(&fs::read_to_string(result)?)?;
            sent(
                function,
                result,
                ResultKind::of_method(method),
                Peer::from(version).with_text_fallback(TextFallback::Lossless),
            )
        };
        let members = answer.to_string();
        writeln!(output, r#"{{"jsonrpc":"2.0","id":{id},{}"#, &members[1..])?;
        output.flush()?;
    }
    Ok(())
}

fn sent(function: &str, mut result: Value, kind: ResultKind, peer: Peer) -> Value {
    let sent: Result<(), NotForLegacyPeer> = if function == "strip" {
        strip_for_legacy_peer(&mut result, kind, peer).map(drop)
    } else {
        translate_result(&mut result, kind, ProtocolVersion::V2026_07_28, peer).map(drop)
    };
    match sent {
        Ok(()) => json!({"result": result}),
        Err(error) => {
            json!({"error": {"code": error.json_rpc_code(), "message": error.to_string()}})
        }
    }
}

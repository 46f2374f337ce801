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

const LIMIT: Duration = Duration::from_secs(10);

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

/// Answers each request with the result of a file, stripped or translated for the client: `strip FILE FALLBACK [tasks]`, or
/// `translate FILE FALLBACK FROM [tasks]`.
pub fn server(arguments: &[&str]) -> io::Result<()> {
    let (from, file, fallback, options) = match *arguments {
        ["strip", file, fallback, ref options @ ..] => (None, file, fallback, options),
        ["translate", file, fallback, from, ref options @ ..] => {
            let from = from.parse::<ProtocolVersion>();
            (
                Some(from.map_err(io::Error::other)?),
                file,
                fallback,
                options,
            )
        }
        _ => return Err(io::Error::other("see README.md")),
    };
    let fallback: TextFallback = fallback.parse().map_err(io::Error::other)?;
    let mut handshake = None;
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let message: Value = serde_json::from_str(&line?)?;
        let (Some(id), Some(method)) = (message.get("id"), message["method"].as_str()) else {
            continue;
        };
        let params = &message["params"];
        let told = params.pointer("/_meta/io.modelcontextprotocol~1protocolVersion");
        let told = told
            .and_then(Value::as_str)
            .map(|version| ProtocolVersion::of_peer(Some(version)));
        let answer = if let Some(version) = told.or(handshake) {
            let mut peer = Peer::from(version).with_text_fallback(fallback);
            if options.contains(&"tasks") {
                peer = peer.with_tasks();
            }
            let result = serde_json::from_str(&fs::read_to_string(file)?)?;
            sent(result, ResultKind::of_method(method), from, peer)
        } else {
            let asked = params["protocolVersion"].as_str();
            handshake = Some(ProtocolVersion::of_peer(asked));
            json!({"result": {"protocolVersion": asked, "capabilities": {"tools": {}}, "serverInfo": {"name": "s", "version": "1"}}})
        };
        let members = answer.to_string();
        writeln!(output, r#"{{"jsonrpc":"2.0","id":{id},{}"#, &members[1..])?;
        output.flush()?;
    }
    Ok(())
}

fn sent(mut result: Value, kind: ResultKind, from: Option<ProtocolVersion>, peer: Peer) -> Value {
    let sent: Result<(), NotForLegacyPeer> = match from {
        None => strip_for_legacy_peer(&mut result, kind, peer).map(drop),
        Some(from) => translate_result(&mut result, kind, from, peer).map(drop),
    };
    match sent {
        Ok(()) => json!({"result": result}),
        Err(error) => {
            json!({"error": {"code": error.json_rpc_code(), "message": error.to_string()}})
        }
    }
}

//! A server on standard input and output that answers each call of its tool with the bytes of a file.

use std::fs;
use std::io::{self, BufRead, Write};
use std::path::Path;

use serde_json::{Value, json};

/// Below, there is a handshake; from there on, each request tells its version.
pub const MODERN: &str = "2026-07-28";

/// The one tool that the server has.
pub const TOOL: &str = "case";

const METHOD_NOT_FOUND: i32 = -32601;

/// Serves a session in a protocol version, until the client goes.
pub fn serve(version: &str, result: &Path) -> io::Result<()> {
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let message: Value = serde_json::from_str(&line?)?;
        let (Some(id), Some(method)) = (message.get("id"), message["method"].as_str()) else {
            continue;
        };
        let answer = match method {
            // Not read: it may be JSON that this program could not write again.
            "tools/call" => format!(r#""result":{}"#, one_line(&fs::read_to_string(result)?)),
            _ => match own_result(method, version) {
                Some(result) => format!(r#""result":{result}"#),
                None => {
                    format!(r#""error":{{"code":{METHOD_NOT_FOUND},"message":"no such method"}}"#)
                }
            },
        };
        writeln!(output, r#"{{"jsonrpc":"2.0","id":{id},{answer}}}"#)?;
        output.flush()?;
    }
    Ok(())
}

/// Line ends in JSON text are white space between tokens, but end a message.
fn one_line(json: &str) -> String {
    json.replace(['\r', '\n'], " ")
}

fn own_result(method: &str, version: &str) -> Option<Value> {
    let is_modern = version >= MODERN;
    let server = json!({"name": "field", "version": "1"});
    let capabilities = json!({"tools": {}});
    let mut result = match method {
        "initialize" if !is_modern => {
            json!({"protocolVersion": version, "capabilities": capabilities, "serverInfo": server})
        }
        "server/discover" if is_modern => json!({
            "supportedVersions": [version],
            "capabilities": capabilities,
            "_meta": {"io.modelcontextprotocol/serverInfo": server},
        }),
        "tools/list" => json!({"tools": [{
            "name": TOOL,
            "description": "Answers with the result of a case.",
            "inputSchema": {"type": "object", "properties": {}},
        }]}),
        "ping" if !is_modern => json!({}),
        _ => return None,
    };
    if is_modern {
        result["resultType"] = "complete".into();
        result["ttlMs"] = 3_600_000.into();
        result["cacheScope"] = "private".into();
    }
    Some(result)
}

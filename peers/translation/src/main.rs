//! One of results.json: served by rmcp (`serve 0`), or stripped or translated by this crate, for a peer of a
//! protocol version (`strip 0 2025-11-25`).

use std::env;
use std::error::Error;

use mcp_result::{
    NotForLegacyPeer, ProtocolVersion, ResultKind, strip_for_legacy_peer, translate_result,
};
use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CreateTaskResult, InputRequiredResult,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::transport::stdio;
use rmcp::{ErrorData, RoleServer, ServiceExt};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct Case {
    method: String,
    result: Value,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let mut cases: Vec<Case> = serde_json::from_str(include_str!("../results.json"))?;
    let Case { method, mut result } = cases.swap_remove(arguments[1].parse()?);
    if arguments[0] == "serve" {
        Server { result }.serve(stdio()).await?.waiting().await?;
        return Ok(());
    }
    let kind = ResultKind::of_method(&method);
    let peer: ProtocolVersion = arguments[2].parse()?;
    let sent: Result<(), NotForLegacyPeer> = if arguments[0] == "strip" {
        strip_for_legacy_peer(&mut result, kind, peer).map(drop)
    } else {
        translate_result(&mut result, kind, ProtocolVersion::V2026_07_28, peer).map(drop)
    };
    let answer = match sent {
        Ok(()) => json!({"result": result}),
        Err(error) => {
            json!({"error": {"code": error.json_rpc_code(), "message": error.to_string()}})
        }
    };
    println!("{answer}");
    Ok(())
}

/// Answers with the result, as far as rmcp's types hold it.
struct Server {
    result: Value,
}

impl Server {
    fn read<T: DeserializeOwned>(&self) -> Result<T, ErrorData> {
        T::deserialize(&self.result)
            .map_err(|error| ErrorData::internal_error(format!("rmcp's types: {error}"), None))
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        self.read()
    }

    async fn call_tool(
        &self,
        _: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        Ok(match self.result["resultType"].as_str() {
            Some("input_required") => self.read::<InputRequiredResult>()?.into(),
            Some("task") => self.read::<CreateTaskResult>()?.into(),
            _ => self.read::<CallToolResult>()?.into(),
        })
    }
}

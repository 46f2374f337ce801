//! rmcp's server: a handler that answers with the result of a file, as far as rmcp's types hold it.

use std::error::Error;
use std::path::PathBuf;

use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CreateTaskResult, InputRequiredResult,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::transport::stdio;
use rmcp::{ErrorData, RoleServer, ServiceExt};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

fn about() -> Value {
    json!({
        "version": "rmcp 3.11.0",
        "versions": ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"],
        "methods": ["tools/call", "tools/list"],
        "gives": "what the server sends of the typed result that a handler returns",
        "by_design": by_design(),
    })
}

fn by_design() -> Value {
    let removed = "An output schema without the type `object` is removed.";
    let not_written = "No text is written beside a structured object.";
    json!({
        "schema_of_objects_gets_a_type": removed,
        "reference_has_to_lead_to_objects": removed,
        "proof_has_limits": removed,
        "object_is_written_before_2025_06_18": not_written,
        "value_is_written_behind_a_failure": not_written,
        "value_that_stays_fills_empty_content": not_written,
    })
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let argument = std::env::args().nth(1).unwrap_or_default();
    if argument == "about" {
        println!("{}", about());
        return Ok(());
    }
    let result = PathBuf::from(argument);
    Server { result }.serve(stdio()).await?.waiting().await?;
    Ok(())
}

struct Server {
    result: PathBuf,
}

impl Server {
    fn text(&self) -> Result<String, ErrorData> {
        std::fs::read_to_string(&self.result)
            .map_err(|error| ErrorData::internal_error(error.to_string(), None))
    }

    /// The result in rmcp's types, if they hold all of it.
    fn read<T: DeserializeOwned + Serialize>(&self) -> Result<T, ErrorData> {
        let not_held =
            |reason: String| ErrorData::internal_error(format!("not held: {reason}"), None);
        let text = self.text()?;
        let result: T = serde_json::from_str(&text).map_err(|error| not_held(error.to_string()))?;
        let (given, mut held): (Value, Value) = (
            serde_json::from_str(&text).unwrap_or_default(),
            serde_json::to_value(&result).unwrap_or_default(),
        );
        // The types add what every result has to say.
        if let (Some(given), Some(held)) = (given.as_object(), held.as_object_mut()) {
            held.retain(|name, _| given.contains_key(name));
        }
        if given == held {
            Ok(result)
        } else {
            Err(not_held("a member".to_owned()))
        }
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
        let result: Value = serde_json::from_str(&self.text()?).unwrap_or_default();
        Ok(match result["resultType"].as_str() {
            Some("input_required") => self.read::<InputRequiredResult>()?.into(),
            Some("task") => self.read::<CreateTaskResult>()?.into(),
            _ => self.read::<CallToolResult>()?.into(),
        })
    }
}

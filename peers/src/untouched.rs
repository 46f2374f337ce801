//! A client transport for rmcp that leaves the results of `tools/call` as the server sent them.

use std::collections::HashSet;
use std::io;
use std::sync::Arc;

use rmcp::RoleClient;
use rmcp::model::{
    ClientRequest, CustomResult, JsonRpcMessage, JsonRpcResponse, RequestId, ServerJsonRpcMessage,
    ServerResult,
};
use rmcp::service::TxJsonRpcMessage;
use rmcp::transport::Transport;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader, Lines};
use tokio::sync::Mutex;

/// A JSON-RPC message a line, as over standard input and output; it is no transport for HTTP. The
/// result of a `tools/call` request arrives as [`ServerResult::CustomResult`], whatever it is; all
/// others as rmcp reads them.
pub struct Untouched<R, W> {
    lines: Lines<BufReader<R>>,
    writer: Arc<Mutex<W>>,
    calls: HashSet<RequestId>,
}

impl<R: AsyncRead, W> Untouched<R, W> {
    pub fn new(reader: R, writer: W) -> Self {
        Self {
            lines: BufReader::new(reader).lines(),
            writer: Arc::new(Mutex::new(writer)),
            calls: HashSet::new(),
        }
    }

    fn read(&mut self, line: &str) -> Option<ServerJsonRpcMessage> {
        match serde_json::from_str::<JsonRpcResponse<Value>>(line) {
            Ok(response) if self.calls.remove(&response.id) => {
                let result = ServerResult::CustomResult(CustomResult(response.result));
                Some(JsonRpcMessage::response(result, response.id))
            }
            _ => serde_json::from_str(line).ok(),
        }
    }
}

impl<R, W> Transport<RoleClient> for Untouched<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleClient>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        if let JsonRpcMessage::Request(request) = &message
            && let ClientRequest::CallToolRequest(_) = request.request
        {
            self.calls.insert(request.id.clone());
        }
        let writer = Arc::clone(&self.writer);
        async move {
            let mut line = serde_json::to_vec(&message)?;
            line.push(b'\n');
            let mut writer = writer.lock().await;
            writer.write_all(&line).await?;
            writer.flush().await
        }
    }

    async fn receive(&mut self) -> Option<ServerJsonRpcMessage> {
        loop {
            let line = self.lines.next_line().await.ok()??;
            if let Some(message) = self.read(&line) {
                return Some(message);
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.writer.lock().await.shutdown().await
    }
}

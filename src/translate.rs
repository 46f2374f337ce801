//! [`translate_result`]: what a peer on any protocol version is sent.

use core::fmt;

use alloc::string::String;
use alloc::vec::Vec;
use serde_json::{Map, Value};

use crate::change::Translated;
use crate::find::{outer_block, parts_of_result};
use crate::json::{Json, text_block};
use crate::peer::{NotForLegacyPeer, Peer, ResultKind};
use crate::rules::block::{block_as_text, block_type_since, takes_block_type};
use crate::rules::member::{
    Holder, RequiredMember, is_never_null, is_translated, list_of, required_member,
    required_members, written_in,
};
use crate::rules::output_schema::{OutputSchema, boolean_schema, output_schema};
use crate::rules::stripping::{can_take_text, legacy_text, written};
use crate::rules::structured_content::{
    StructuredContent, legacy_failure_text, structured_content,
};
use crate::token::ValueTokens;
use crate::version::ProtocolVersion;

/// Translates a result (the value under `result` of a JSON-RPC response) from the protocol version that
/// it is written in to that of the peer that it is sent to, in place.
///
/// A result that is valid under the official schema of `from`, has no member that only another version
/// defines, and whose schemas are JSON Schemas, is then valid under the official schema of the peer's
/// version, and the clients that it is tried with take it (TypeScript SDK 1.8 to 2.4, Python SDK 1.16 to
/// 2.3). Between equal versions it is no identity: it repairs what clients reject, and fills empty content.
///
/// [`strip_for_legacy_peer`](crate::strip_for_legacy_peer) does what rmcp does; this is for gateways,
/// proxies, bridges and servers whose results have to be understood, whichever side is older.
///
/// # What is changed
///
/// The rows apply in this order. *Below* means that the peer's version is older.
///
/// Every kind:
///
/// | what | to a peer at 2026-07-28 or later | to a legacy peer |
/// |---|---|---|
/// | `resultType` | absent or `null`: becomes `"complete"` | `"complete"` and `null` are removed. Any other string is an error (but `"task"` stays for a peer that has negotiated tasks). Anything else stays |
/// | `ttlMs`, `cacheScope`, in the lists of tools, prompts, resources and resource templates, and in `resources/read` | absent or `null`: become `0` and `"private"`, the most careful values | removed |
/// | an optional member that is `null`: `_meta`, `annotations`, `arguments`, `description`, `execution`, `icons`, `instructions`, `isError`, `mimeType`, `nextCursor`, `outputSchema`, `size`, `title` | removed in the result, of the methods that [`ResultKind`] names (of any other, only `_meta`); in the elements of `tools`, `prompts` (and of their `arguments`), `resources`, `resourceTemplates` and `contents`; in content blocks of the five known types and their `resource`. In `annotations` objects in these places every `null` member goes | the same |
///
/// `tools/list`, to a legacy peer:
///
/// | what | rule |
/// |---|---|
/// | `outputSchema` | below 2025-06-18 removed. Else it stays if its root `type` is `"object"`, gets that type if every value that it accepts is provably an object, and is removed if not: [`rules::output_schema`](crate::rules::output_schema) |
/// | a boolean among the values of the root `properties` of `inputSchema`, and of an `outputSchema` that stays | `true` becomes `{}`, `false` becomes `{"not": {}}` |
/// | `properties` or `required` that is `null`, at the root of these schemas | removed |
///
/// `tools/call`:
///
/// | what | to a peer at 2026-07-28 or later | to a legacy peer |
/// |---|---|---|
/// | `content` absent or `null` | becomes `[]` | the same |
/// | `structuredContent` is `null`, and the result is written in a version below 2026-07-28 | removed, and no text is written: it means nothing | the same |
/// | `structuredContent` otherwise | stays | below 2025-06-18, or no object, or beside `isError: true`: removed, and written as text as [`TextFallback`](crate::TextFallback) says: before the other blocks, unless the first one mirrors it; beside `isError: true` behind them, unless the first or the last one mirrors it |
/// | `structuredContent` that stays, where `content` has no blocks | its compact JSON becomes the first block, if it is at most 127 levels deep | the same |
/// | a block whose `type` the peer's version does not define (`audio` below 2025-03-26, `resource_link` below 2025-06-18, any but the five known types) | stays | becomes a text block: [`rules::block_as_text`](crate::rules::block_as_text) |
///
/// `prompts/get`: the last row, for the `content` of each message.
///
/// # What stays as it is
///
/// - Whatever no row names, and what is malformed.
/// - What is no object; results of methods that exist only since 2026-07-28
///   ([`ResultKind::ModernOnly`]); those of `tasks/*`, for a peer that has negotiated tasks.
/// - To a peer at 2026-07-28 or later, a result that is not final: its `resultType` is a string other
///   than `"complete"`.
/// - A `tools/call` body without `content` that is no tool's result by step 5 of
///   [`convert_result`](crate::convert_result), such as `{"task": …}`: with an empty `content` it would
///   become an empty success.
///
/// A result that has a string `resultType` counts as written in 2026-07-28, whatever `from` says.
///
/// What is removed or replaced is moved into [`Translated`], never cloned. It is linear, and to translate
/// again changes nothing. It does not recurse but where the `annotations` and `_meta` of a replaced block
/// are cloned, at most 126 levels deep.
///
/// # Errors
///
/// [`NotForLegacyPeer`], and the result is untouched: for a legacy peer, the result is not final
/// ([`ResultType`](NotForLegacyPeer::ResultType)); or a value has to be written as text, but `content` is
/// no array ([`Content`](NotForLegacyPeer::Content)), or the value is nested deeper than 127 levels
/// ([`Depth`](NotForLegacyPeer::Depth)). A peer at 2026-07-28 or later never gets an error.
///
/// # Example
///
/// ```
/// use mcp_result::{Change, ProtocolVersion, ResultKind, translate_result};
/// use serde_json::json;
///
/// // A server of 2025-11-25 answers a client of 2026-07-28.
/// let mut result = json!({"structuredContent": {"count": 2}, "isError": null});
/// let from = ProtocolVersion::V2025_11_25;
/// translate_result(&mut result, ResultKind::ToolsCall, from, ProtocolVersion::V2026_07_28)?;
/// assert_eq!(result, json!({
///     "resultType": "complete",
///     "content": [{"type": "text", "text": r#"{"count":2}"#}],
///     "structuredContent": {"count": 2},
/// }));
///
/// // A server of 2026-07-28 lists its tools to a client of 2025-06-18.
/// let mut result = json!({
///     "resultType": "complete", "ttlMs": 60_000, "cacheScope": "public",
///     "tools": [{
///         "name": "shape",
///         "inputSchema": {"type": "object", "properties": {"options": true}},
///         "outputSchema": {"oneOf": [{"type": "object"}, {"const": {}}]},
///     }],
/// });
/// let from = ProtocolVersion::V2026_07_28;
/// let translated =
///     translate_result(&mut result, ResultKind::ToolsList, from, ProtocolVersion::V2025_06_18)?;
/// assert_eq!(result, json!({
///     "tools": [{
///         "name": "shape",
///         "inputSchema": {"type": "object", "properties": {"options": {}}},
///         "outputSchema": {"type": "object", "oneOf": [{"type": "object"}, {"const": {}}]},
///     }],
/// }));
/// assert!(translated.changes().contains(&Change::Replaced {
///     pointer: "/tools/0/inputSchema/properties/options".to_owned(),
///     value: json!(true),
/// }));
/// # Ok::<(), mcp_result::NotForLegacyPeer>(())
/// ```
///
/// # Source
///
/// The JSON Schemas of the MCP specification, 2024-11-05 to 2026-07-28; SEP-2106 (structured content and
/// output schemas of any JSON type), SEP-2322 (`resultType`); and what the clients of these versions
/// take, the TypeScript and the Python SDK.
pub fn translate_result(
    result: &mut Value,
    kind: ResultKind,
    from: ProtocolVersion,
    to: impl Into<Peer>,
) -> Result<Translated, NotForLegacyPeer> {
    let peer = to.into();
    let mut translation = Translation {
        kind,
        version: peer.version(),
        translated: Translated::default(),
    };
    if let Value::Object(members) = result {
        let result_type = members.get("resultType").and_then(Value::as_str);
        if is_translated(result_type, kind, peer)? {
            if kind != ResultKind::ToolsCall {
                translation.result(members, None);
            } else if !is_another_body(members) {
                let output = CallOutput::decide(members, written_in(result_type, from), peer)?;
                translation.result(members, Some(output));
            }
        }
    }
    Ok(translation.translated)
}

/// Whether a body without `content` is another one than a tool's result, such as that of a task.
fn is_another_body(members: &Map<String, Value>) -> bool {
    matches!(members.get("content"), None | Some(Value::Null))
        && !parts_of_result(members).is_call_result()
}

/// What becomes of a tool's output.
struct CallOutput {
    structured_content: StructuredContent,
    /// The text to add, and where among the blocks.
    text: Option<(usize, String)>,
}

impl CallOutput {
    fn decide(
        members: &Map<String, Value>,
        from: ProtocolVersion,
        peer: Peer,
    ) -> Result<Self, NotForLegacyPeer> {
        let mut output = Self {
            structured_content: StructuredContent::Stays,
            text: None,
        };
        let Some(value) = members.get("structuredContent") else {
            return Ok(output);
        };
        let content = members.get("content");
        let takes_text = can_take_text(content.map(Json::kind).into());
        let blocks = content
            .and_then(Value::as_array)
            .map_or(&[][..], Vec::as_slice);
        let (first, last) = (outer_block(blocks.first()), outer_block(blocks.last()));
        let is_error = members.get("isError") == Some(&Value::Bool(true));
        let fallback = peer.text_fallback();
        output.structured_content = structured_content(value, is_error, from, peer.version());
        let text = match output.structured_content {
            StructuredContent::Stays if takes_text.is_ok() && blocks.is_empty() => {
                written(ValueTokens::new(value)).ok()
            }
            StructuredContent::Stays | StructuredContent::Goes => None,
            StructuredContent::BecomesText => {
                takes_text?;
                if is_error {
                    legacy_failure_text(value, first, last, fallback)?
                } else {
                    legacy_text(value, first, fallback)?
                }
            }
        };
        output.text = text.map(|text| (if is_error { blocks.len() } else { 0 }, text));
        Ok(output)
    }
}

struct Translation {
    kind: ResultKind,
    version: ProtocolVersion,
    translated: Translated,
}

impl Translation {
    fn result(&mut self, members: &mut Map<String, Value>, output: Option<CallOutput>) {
        for &name in required_members(self.kind) {
            match required_member(name, members.get(name).into(), self.version) {
                RequiredMember::Stays => {}
                RequiredMember::Goes => self.translated.remove(members, name, format_args!("")),
                RequiredMember::Becomes(value) => {
                    self.translated.put(members, name, value, format_args!(""));
                }
            }
        }
        self.nulls(members, Holder::of_result(self.kind), format_args!(""));
        if let Some(output) = output {
            self.output(members, output);
        }
        let Some(list) = list_of(self.kind) else {
            return;
        };
        let elements = members.get_mut(list).and_then(Value::as_array_mut);
        for (index, element) in elements.into_iter().flatten().enumerate() {
            self.element(element, format_args!("/{list}/{index}"));
        }
    }

    /// The rows of a tool's output.
    fn output(&mut self, members: &mut Map<String, Value>, output: CallOutput) {
        if matches!(members.get("content"), None | Some(Value::Null)) {
            let none = Value::Array(Vec::new());
            self.translated
                .put(members, "content", none, format_args!(""));
        }
        if output.structured_content != StructuredContent::Stays {
            self.translated
                .remove(members, "structuredContent", format_args!(""));
        }
        if let (Some((index, text)), Some(Value::Array(blocks))) =
            (output.text, members.get_mut("content"))
        {
            self.translated
                .insert(blocks, index, text_block(text), format_args!("/content"));
        }
    }

    /// The row of nulls, for an object and its `annotations`.
    fn nulls(&mut self, members: &mut Map<String, Value>, holder: Holder, at: fmt::Arguments<'_>) {
        self.translated
            .remove_nulls(members, |name| is_never_null(name, holder), at);
        if let (Holder::Defined, Some(Value::Object(annotations))) =
            (holder, members.get_mut("annotations"))
        {
            self.nulls(
                annotations,
                Holder::Annotations,
                format_args!("{at}/annotations"),
            );
        }
    }

    /// The rows of an element of the kind's list.
    fn element(&mut self, element: &mut Value, at: fmt::Arguments<'_>) {
        match (self.kind, element) {
            (ResultKind::ToolsCall, block) => self.block(block, at),
            (ResultKind::PromptsGet, message) => {
                if let Some(block) = message.get_mut("content") {
                    self.block(block, format_args!("{at}/content"));
                }
            }
            (kind, Value::Object(members)) => {
                self.nulls(members, Holder::Defined, at);
                match kind {
                    ResultKind::ToolsList if self.version.is_legacy() => self.schemas(members, at),
                    ResultKind::PromptsList => self.arguments(members, at),
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// The row of nulls, for the arguments of a prompt.
    fn arguments(&mut self, prompt: &mut Map<String, Value>, at: fmt::Arguments<'_>) {
        let arguments = prompt.get_mut("arguments").and_then(Value::as_array_mut);
        for (index, argument) in arguments.into_iter().flatten().enumerate() {
            if let Value::Object(argument) = argument {
                self.nulls(
                    argument,
                    Holder::Defined,
                    format_args!("{at}/arguments/{index}"),
                );
            }
        }
    }

    /// The rows of a tool's schemas, for a legacy peer.
    fn schemas(&mut self, tool: &mut Map<String, Value>, at: fmt::Arguments<'_>) {
        let fate = tool
            .get("outputSchema")
            .map(|schema| output_schema(schema, self.version));
        if fate == Some(OutputSchema::Goes) {
            self.translated.remove(tool, "outputSchema", at);
        }
        for (name, fate) in [("inputSchema", None), ("outputSchema", fate)] {
            let Some(Value::Object(schema)) = tool.get_mut(name) else {
                continue;
            };
            if fate == Some(OutputSchema::GetsType) {
                self.translated
                    .put(schema, "type", "object".into(), format_args!("{at}/{name}"));
            }
            if let Some(Value::Object(properties)) = schema.get_mut("properties") {
                self.translated.replace_each(
                    properties,
                    |property| Some(boolean_schema(property.as_bool()?).into()),
                    format_args!("{at}/{name}/properties"),
                );
            }
            self.nulls(schema, Holder::Schema, format_args!("{at}/{name}"));
        }
    }

    /// The rows of a content block.
    fn block(&mut self, block: &mut Value, at: fmt::Arguments<'_>) {
        let Value::Object(members) = block else {
            return;
        };
        let Some(Value::String(block_type)) = members.get("type") else {
            return;
        };
        let is_taken = takes_block_type(block_type, self.version);
        if block_type_since(block_type).is_some() {
            self.nulls(members, Holder::Defined, at);
            if let Some(Value::Object(resource)) = members.get_mut("resource") {
                self.nulls(resource, Holder::Defined, format_args!("{at}/resource"));
            }
        }
        let new = if is_taken {
            None
        } else {
            block_as_text(members)
        };
        if let Some(new) = new {
            self.translated.replace(block, new, at);
        }
    }
}

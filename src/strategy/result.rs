//! Results of each kind, as a server on a given protocol version writes them.

use alloc::vec;
use alloc::vec::Vec;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::block::{base64, blocks, unknown_type, uri};
use super::json::{array_of, json, null, object, one, one_of, string};
use super::member::{Member, member, object_with, optional};
use super::schema::{object_schema, untyped_object_schema};
use super::{mirrored, of_call};
use crate::peer::ResultKind;
use crate::version::ProtocolVersion;

/// A result of this kind that is valid under the official JSON Schema of this protocol version, that has
/// no member which only another version defines, and whose schemas are JSON Schemas. Of the methods
/// that [`ResultKind`] does not name, one that is valid for any.
pub fn valid_result(kind: ResultKind, version: ProtocolVersion) -> BoxedStrategy<Value> {
    let is_of_field = false;
    Form {
        version,
        is_of_field,
    }
    .result(kind)
}

/// The same, as servers in the field write it: optional members that are `null`, boolean schemas of
/// properties, `properties` and `required` that are `null`, blocks of unknown types and of types that
/// only newer versions have, a `content` that is absent or `null`, and a `structuredContent` that is
/// `null`.
pub fn field_result(kind: ResultKind, version: ProtocolVersion) -> BoxedStrategy<Value> {
    let is_of_field = true;
    Form {
        version,
        is_of_field,
    }
    .result(kind)
}

const ALWAYS: ProtocolVersion = ProtocolVersion::V2024_11_05;
const V2025_03_26: ProtocolVersion = ProtocolVersion::V2025_03_26;
const V2025_06_18: ProtocolVersion = ProtocolVersion::V2025_06_18;
const V2025_11_25: ProtocolVersion = ProtocolVersion::V2025_11_25;

#[derive(Clone, Copy)]
struct Form {
    version: ProtocolVersion,
    is_of_field: bool,
}

impl Form {
    fn result(self, kind: ResultKind) -> BoxedStrategy<Value> {
        let mut members = match kind {
            ResultKind::ToolsList => vec![member("tools", array_of(self.tool()))],
            ResultKind::ToolsCall => return mirrored(self.call_result(), true).boxed(),
            ResultKind::PromptsList => vec![member("prompts", array_of(self.prompt()))],
            ResultKind::PromptsGet => vec![
                self.optional(ALWAYS, "description", string()),
                member("messages", array_of(self.message())),
            ],
            ResultKind::ResourcesList => vec![member("resources", array_of(self.resource()))],
            ResultKind::ResourceTemplatesList => {
                vec![member("resourceTemplates", array_of(self.template()))]
            }
            ResultKind::ResourcesRead => vec![member("contents", array_of(self.contents()))],
            ResultKind::Tasks => vec![member("taskId", string()), member("status", one("working"))],
            _ => vec![],
        };
        if matches!(kind.method(), Some(method) if method.ends_with("list")) {
            members.push(self.optional(ALWAYS, "nextCursor", string()));
        }
        let is_cached = |method: &str| method.ends_with("list") || method == "resources/read";
        if !self.version.is_legacy() && kind.method().is_some_and(is_cached) {
            members.push(member("ttlMs", one_of(json!([0, 1, 60_000]))));
            members.push(member("cacheScope", one_of(json!(["private", "public"]))));
        }
        self.body(members)
    }

    fn call_result(self) -> BoxedStrategy<Value> {
        let structured_content = if self.version.is_legacy() {
            object().boxed()
        } else {
            json().boxed()
        };
        let content = blocks(self.block());
        let content = if self.is_of_field {
            optional("content", 0.9, prop_oneof![9 => content, 1 => null()])
        } else {
            member("content", content)
        };
        self.body(vec![
            content,
            self.optional(V2025_06_18, "structuredContent", structured_content),
            self.optional(ALWAYS, "isError", one_of(json!([false, true]))),
        ])
        .prop_map(of_call)
        .boxed()
    }

    fn body(self, mut members: Vec<Member>) -> BoxedStrategy<Value> {
        if !self.version.is_legacy() {
            members.push(member("resultType", one("complete")));
        }
        members.push(self.optional(ALWAYS, "_meta", object()));
        object_with(members)
    }

    /// A member that this version may have, if it does.
    fn optional(
        self,
        since: ProtocolVersion,
        name: &'static str,
        value: impl Strategy<Value = Value> + 'static,
    ) -> Member {
        match (self.version >= since, self.is_of_field) {
            (true, false) => optional(name, 0.4, value),
            (true, true) => optional(name, 0.5, prop_oneof![3 => value, 1 => null()]),
            (false, false) => Just(None).boxed(),
            (false, true) => optional(name, 0.1, null()),
        }
    }

    /// What most objects may have.
    fn described(self, members: Vec<Member>) -> BoxedStrategy<Value> {
        let mut all = vec![
            self.optional(V2025_06_18, "title", string()),
            self.optional(ALWAYS, "description", string()),
            self.optional(
                V2025_11_25,
                "icons",
                one_of(json!([[], [{"src": "data:,"}]])),
            ),
            self.optional(V2025_06_18, "_meta", object()),
        ];
        all.extend(members);
        object_with(all)
    }

    fn tool(self) -> BoxedStrategy<Value> {
        let is_modern = !self.version.is_legacy();
        let has_booleans = is_modern || self.is_of_field;
        let schema = || object_schema(has_booleans, self.is_of_field);
        let output = if is_modern {
            let other = one_of(
                json!([{}, {"type": "array"}, {"type": ["object", "null"]}, {"$ref": "#/a"}]),
            );
            prop_oneof![2 => schema(), 3 => untyped_object_schema(), 1 => other].boxed()
        } else {
            schema()
        };
        let hints = object_with(vec![
            self.optional(ALWAYS, "title", string()),
            self.optional(ALWAYS, "readOnlyHint", one(true)),
        ]);
        let mut members = vec![
            member("name", string()),
            member("inputSchema", schema()),
            self.optional(V2025_06_18, "outputSchema", output),
            self.optional(V2025_03_26, "annotations", hints),
        ];
        if self.version == V2025_11_25 {
            members.push(self.optional(
                ALWAYS,
                "execution",
                one_of(json!([{}, {"taskSupport": "optional"}])),
            ));
        }
        self.described(members)
    }

    fn prompt(self) -> BoxedStrategy<Value> {
        let argument = object_with(vec![
            member("name", string()),
            self.optional(V2025_06_18, "title", string()),
            self.optional(ALWAYS, "description", string()),
            optional("required", 0.3, one(true)),
        ]);
        self.described(vec![
            member("name", string()),
            self.optional(ALWAYS, "arguments", array_of(argument)),
        ])
    }

    fn message(self) -> BoxedStrategy<Value> {
        object_with(vec![
            member("role", one_of(json!(["user", "assistant"]))),
            member("content", self.block()),
        ])
    }

    fn resource(self) -> BoxedStrategy<Value> {
        self.described(vec![
            member("uri", uri()),
            member("name", string()),
            self.optional(ALWAYS, "mimeType", one("text/plain")),
            self.optional(ALWAYS, "size", one_of(json!([0, 7]))),
            self.annotations(),
        ])
    }

    fn template(self) -> BoxedStrategy<Value> {
        self.described(vec![
            member("uriTemplate", one("file:///{path}")),
            member("name", string()),
            self.optional(ALWAYS, "mimeType", one("text/plain")),
            self.annotations(),
        ])
    }

    fn contents(self) -> BoxedStrategy<Value> {
        let body = prop_oneof![member("text", string()), member("blob", base64())];
        object_with(vec![
            member("uri", uri()),
            self.optional(ALWAYS, "mimeType", one("text/plain")),
            self.optional(V2025_06_18, "_meta", object()),
            body.boxed(),
        ])
    }

    fn annotations(self) -> Member {
        let annotations = object_with(vec![
            self.optional(
                ALWAYS,
                "audience",
                one_of(json!([[], ["user"], ["user", "assistant"]])),
            ),
            self.optional(ALWAYS, "priority", one_of(json!([0, 0.5, 1]))),
            self.optional(V2025_06_18, "lastModified", one("2025-01-12T15:00:58Z")),
        ]);
        self.optional(ALWAYS, "annotations", annotations)
    }

    /// A block of a type that this version has; in the field, of any type.
    fn block(self) -> BoxedStrategy<Value> {
        let block_of = |block_type: BoxedStrategy<Value>, mut members: Vec<Member>| {
            members.extend([
                member("type", block_type),
                self.annotations(),
                self.optional(V2025_06_18, "_meta", object()),
            ]);
            object_with(members)
        };
        let block = |name, members| block_of(one(name).boxed(), members);
        let media = |name, mime_type| {
            let members = vec![member("data", base64()), member("mimeType", one(mime_type))];
            block(name, members)
        };
        let has = |since| u32::from(self.is_of_field || self.version >= since);
        let link = vec![
            member("uri", uri()),
            member("name", string()),
            self.optional(V2025_06_18, "title", string()),
            self.optional(V2025_06_18, "size", one_of(json!([0, 7]))),
        ];
        prop_oneof![
            3 => block("text", vec![member("text", prop_oneof![one(""), string()])]),
            1 => media("image", "image/png"),
            1 => block("resource", vec![member("resource", self.contents())]),
            has(V2025_03_26) => media("audio", "audio/wav"),
            has(V2025_06_18) => block("resource_link", link),
            u32::from(self.is_of_field) => block_of(unknown_type().boxed(), vec![optional("text", 0.5, json())]),
        ]
        .boxed()
    }
}

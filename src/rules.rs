//! The contract's decisions, each once: building blocks for SDKs with types of their own.
//!
//! [`convert_result`](crate::convert_result) and [`strip_for_legacy_peer`](crate::strip_for_legacy_peer)
//! find the parts of a JSON value, ask these functions, and move or cut what they say. An SDK whose
//! results are structs has the parts already, and asks directly: nothing has to be cloned or built for
//! it. Each is total, and looks at nothing but what it is given.
//!
//! | decision | asked with |
//! |---|---|
//! | what becomes of a `resultType` | [`result_type`] |
//! | whether an `outputSchema` stays | [`is_legacy_output_schema`], [`is_legacy_output_schema_object`] |
//! | whether `structuredContent` stays | [`is_legacy_structured_content`] |
//! | which text takes its place | [`legacy_text`], beside `isError: true` [`legacy_failure_text`] |
//! | whether a text says the value already | [`mirrors`] |
//! | where the output of a conversion is | [`find_output`], [`find_output_of_failure`] |
//!
//! Those of [`translate_result`](crate::translate_result):
//!
//! | decision | asked with |
//! |---|---|
//! | whether a result is translated, sent as it is, or refused | [`is_translated`] |
//! | what becomes of a `resultType`, a `ttlMs`, a `cacheScope` | [`required_members`], [`required_member`] |
//! | which members that are `null` go | [`is_never_null`], by name and [`Holder`] |
//! | what becomes of an `outputSchema` | [`output_schema`], [`output_schema_object`] |
//! | which schema takes the place of a boolean one | [`boolean_schema`] |
//! | what becomes of `structuredContent` | [`structured_content`] |
//! | whether a peer takes a block | [`takes_block_type`], [`block_type_since`] |
//! | which block takes its place | [`block_as_text`] |
//!
//! # A server's last step, in types of its own
//!
//! ```
//! use mcp_result::rules::{self, FirstBlock, ResultType};
//! use mcp_result::{NotForLegacyPeer, Peer, ResultKind};
//! use serde_json::Value;
//!
//! enum Block { Text(String), Image(Vec<u8>) }
//! struct CallResult { content: Vec<Block>, structured: Option<Value>, result_type: Option<String> }
//!
//! fn strip(result: &mut CallResult, peer: Peer) -> Result<(), NotForLegacyPeer> {
//!     if !peer.version().is_legacy() {
//!         return Ok(());
//!     }
//!     let result_type = result.result_type.as_deref();
//!     if rules::result_type(result_type, ResultKind::ToolsCall, peer)? == ResultType::Goes {
//!         result.result_type = None;
//!     }
//!     let structured = result.structured.as_ref();
//!     if let Some(value) = structured.filter(|value| !rules::is_legacy_structured_content(value)) {
//!         let first = FirstBlock::of(result.content.first(), |block| match block {
//!             Block::Text(text) => Some(text.as_str()),
//!             Block::Image(_) => None,
//!         });
//!         if let Some(text) = rules::legacy_text(value, first, peer.text_fallback())? {
//!             result.content.insert(0, Block::Text(text));
//!         }
//!         result.structured = None;
//!     }
//!     Ok(())
//! }
//! ```

pub(crate) mod block;
pub(crate) mod conversion;
pub(crate) mod failure;
pub(crate) mod member;
pub(crate) mod mirror;
pub(crate) mod output_schema;
pub(crate) mod rendering;
pub(crate) mod stripping;
pub(crate) mod structured_content;

pub use self::block::{block_as_text, block_type_since, takes_block_type};
pub use self::member::{
    Holder, RequiredMember, is_never_null, is_translated, required_member, required_members,
};
pub use self::mirror::mirrors;
pub use self::output_schema::{OutputSchema, boolean_schema, output_schema, output_schema_object};
pub use self::stripping::{
    FirstBlock, ResultType, is_legacy_output_schema, is_legacy_output_schema_object,
    is_legacy_structured_content, legacy_text, result_type,
};
pub use self::structured_content::{StructuredContent, legacy_failure_text, structured_content};
pub use crate::fault::{Fault, Mismatch};
pub use crate::find::{Place, find_output, find_output_of_failure};

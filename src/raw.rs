//! Feature `raw`: the same three functions over JSON text, byte-exact.
//!
//! [`convert_result`], [`strip_for_legacy_peer`] and [`translate_result`] follow the same rules as the functions of the
//! crate's root, with the same code, but read the result as text and build no
//! [`Value`](serde_json::Value) of it (but of an output schema that has to be proven): what they return are slices of the input. Prefer them
//!
//! - where *exactly as the server sent it* has to hold for numbers beyond 64 bits, decimals, `-0`,
//!   `1E400`, the order of keys, duplicate keys and white space, in every build;
//! - where a large result is only passed on, or one member of it is wanted: what the mode does not
//!   need is scanned past.
//!
//! Prefer the functions over `Value` where the result is a `Value` already.
//!
//! # What the input may be
//!
//! One JSON text, white space around it allowed. All of it is validated, whatever the mode and the
//! peer; text that is not JSON is [`NotJson`]. The scan accepts what a parser that builds a `Value`
//! refuses: numbers out of range (`1E400`), lone surrogates in escapes (`"\ud800"`), and any depth
//! of nesting; scanning needs a byte or two of memory for each level. A lone surrogate is malformed
//! only in a string that a rule has to read: a text block's `text`, a block's `type`, the `resultType`.
//! To translate, it makes such a string one that no rule knows.
//!
//! Of duplicate members the last one counts, as in `Value`. A removed member is removed with its
//! duplicates; what the earlier ones held is not handed back apart, but the input is still the caller's.
//! The duplicates that come before a member that stays, or is changed, stay as they are.
//!
//! # serde_json's private keys
//!
//! This feature turns on serde_json's `raw_value`, for every crate in the build. From then on an
//! object whose first key is `$serde_json::private::RawValue` is no longer an object when it is
//! parsed as a `Value`: serde_json replaces it by the JSON that its value holds as a string.
//! (`arbitrary_precision` does the same with `$serde_json::private::Number`.) The functions of this
//! module read keys as they are written.

mod block;
mod convert;
mod edit;
mod element;
mod error;
mod find;
mod legacy;
mod members;
mod new_block;
mod output;
mod schema;
mod text_block;
mod translate;
mod value;

pub use block::block_text;
pub use convert::convert_result;
pub use error::{
    ConvertError, Incomplete, Malformed, NotJson, StripError, ToolError, TranslateError,
};
pub use legacy::{Stripped, strip_for_legacy_peer};
pub use output::Output;
pub use translate::translate_result;

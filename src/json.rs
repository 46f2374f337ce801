//! What the rules ask of a JSON value, so that each rule is written once for every form of JSON.

use core::mem;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use serde_json::{Map, Value};

/// A JSON value, as far as the rules look at it.
pub(crate) trait Json {
    fn kind(&self) -> Kind;

    /// The text of a string; `None` for every other kind.
    fn as_text(&self) -> Option<Cow<'_, str>>;

    /// Whether it is the string without characters.
    fn is_empty_text(&self) -> bool;

    /// The elements of an array; none of every other kind.
    fn elements(&self) -> Vec<&Self>;
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Kind {
    Null,
    False,
    True,
    Number,
    String,
    Array,
    Object,
}

impl Kind {
    /// The type's name in JSON Schema.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::False | Self::True => "boolean",
            Self::Number => "number",
            Self::String => "string",
            Self::Array => "array",
            Self::Object => "object",
        }
    }
}

impl Json for Value {
    fn kind(&self) -> Kind {
        match self {
            Value::Null => Kind::Null,
            Value::Bool(false) => Kind::False,
            Value::Bool(true) => Kind::True,
            Value::Number(_) => Kind::Number,
            Value::String(_) => Kind::String,
            Value::Array(_) => Kind::Array,
            Value::Object(_) => Kind::Object,
        }
    }

    fn as_text(&self) -> Option<Cow<'_, str>> {
        self.as_str().map(Cow::Borrowed)
    }

    fn is_empty_text(&self) -> bool {
        self.as_str() == Some("")
    }

    fn elements(&self) -> Vec<&Self> {
        self.as_array().into_iter().flatten().collect()
    }
}

/// A text block. (`json!` would clone the text.)
pub(crate) fn text_block(text: String) -> Value {
    let members = [("type", "text".into()), ("text", Value::String(text))];
    Value::Object(
        members
            .map(|(name, value)| (name.into(), value))
            .into_iter()
            .collect(),
    )
}

/// Removes a member and keeps the order of the others, which `Map::remove` does not under
/// serde_json's `preserve_order`.
pub(crate) fn take_member(members: &mut Map<String, Value>, name: &str) -> Option<Value> {
    let value = mem::take(members.get_mut(name)?);
    members.retain(|key, _| key != name);
    Some(value)
}

/// Drops a value of any depth without recursion.
pub(crate) fn drop_flat(value: Value) {
    let mut values = vec![value];
    while let Some(value) = values.pop() {
        match value {
            Value::Array(elements) => values.extend(elements),
            Value::Object(members) => values.extend(members.into_values()),
            _ => {}
        }
    }
}

//! What the rules ask of a JSON value, so that each rule is written once for every form of JSON.

use core::mem;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec;
use serde_json::{Map, Value};

/// A JSON value, as far as the rules look at it.
pub(crate) trait Json {
    fn kind(&self) -> Kind;

    /// The text of a string; `None` for every other kind.
    fn as_text(&self) -> Option<Cow<'_, str>>;
}

#[derive(Clone, Copy, Eq, PartialEq)]
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
}

/// Removes a member and keeps the order of the others, which `Map::remove` does not under
/// serde_json's `preserve_order`.
pub(crate) fn take_member(members: &mut Map<String, Value>, name: &str) -> Option<Value> {
    let value = mem::take(members.get_mut(name)?);
    members.retain(|key, _| key != name);
    Some(value)
}

/// How many levels a value is nested, counted without recursion.
pub(crate) fn levels(value: &Value) -> usize {
    let mut levels = 0;
    let mut values = vec![(value, 1)];
    while let Some((value, level)) = values.pop() {
        match value {
            Value::Array(elements) => values.extend(elements.iter().map(|v| (v, level + 1))),
            Value::Object(members) => values.extend(members.values().map(|v| (v, level + 1))),
            _ => continue,
        }
        levels = levels.max(level);
    }
    levels
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

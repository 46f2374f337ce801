//! A value of the text as a [`RawValue`].

use core::iter;

use serde::Deserialize;
use serde::de::value::{BorrowedStrDeserializer, Error, MapDeserializer};
use serde_json::value::RawValue;

use crate::text::Broken;

/// A value that has been read, without reading it again where `serde_json` lets us: it deserializes a
/// `RawValue` from a map with a private name, and does not look at what that map holds.
pub(super) fn raw_value(value: &str) -> Result<&RawValue, Broken> {
    let name = "$serde_json::private::RawValue";
    let member = (name, BorrowedStrDeserializer::<Error>::new(value));
    <&RawValue>::deserialize(MapDeserializer::new(iter::once(member)))
        .or_else(|_| serde_json::from_str(value))
        .map_err(|_| Broken)
}

//! Reads the members of a case.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

pub(super) fn text(value: &Value, name: &str) -> Option<String> {
    value.get(name)?.as_str().map(ToOwned::to_owned)
}

pub(super) fn texts(value: &Value) -> Option<Vec<String>> {
    let texts = value.as_array()?.iter();
    texts
        .map(|text| text.as_str().map(ToOwned::to_owned))
        .collect()
}

//! Reads a tool's schema, to decide what becomes of it.

use core::mem;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::{Map, Value};

use crate::json::{Kind, drop_flat};
use crate::rules::output_schema::is_provably_an_object;
use crate::text::{TextTokens, as_text};
use crate::token::{Part, Token};

/// Whether every value that the schema accepts is provably an object.
pub(super) fn is_provable(schema: &str) -> bool {
    let schema = read(schema);
    let is_provable = schema.as_object().is_some_and(is_provably_an_object);
    drop_flat(schema);
    is_provable
}

/// The schema as a value, of any depth. What a proof does not look at, which is every scalar that is no
/// text, is `null`; `serde_json` would refuse the whole schema for some, and take some names for its own.
fn read(schema: &str) -> Value {
    let mut open: Vec<(String, Value)> = Vec::new();
    let mut name = String::new();
    for token in TextTokens::new(schema) {
        let value = match token {
            Token::Name(part) => {
                name = as_text(part).map_or_else(String::new, Cow::into_owned);
                continue;
            }
            Token::Open(part) => {
                let value = match part.kind() {
                    Kind::Array => Value::Array(Vec::new()),
                    _ => Value::Object(Map::new()),
                };
                open.push((mem::take(&mut name), value));
                continue;
            }
            Token::Close(_) => {
                let Some((name_of_closed, closed)) = open.pop() else {
                    break;
                };
                name = name_of_closed;
                closed
            }
            Token::Scalar(part) => as_text(part).map_or(Value::Null, Value::from),
            Token::Broken => break,
        };
        match open.last_mut() {
            Some((_, Value::Array(elements))) => elements.push(value),
            Some((_, Value::Object(members))) => {
                let duplicate = members.insert(mem::take(&mut name), value);
                drop_flat(duplicate.unwrap_or_default());
            }
            _ => return value,
        }
    }
    Value::Null
}

//! Whether a result that an implementation sends is the expected one.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::Value;

use super::compare::{compact, is_same};
use crate::text::{TextTokens, as_text};
use crate::token::{Token, Tokens};

/// Whether two results are the same but for the order of the members of their new blocks and, unless the
/// check is exact, how the JSON in the texts of these is spelled. `made` is what a case says was changed.
pub(super) fn is_same_sent(expected: &str, got: &str, made: &str, exact: bool) -> bool {
    if is_same(expected, got, exact) {
        return true;
    }
    let (mut expected, mut got) = (expected.to_string(), got.to_string());
    for pointer in new_blocks(made) {
        let (Some(a), Some(b)) = (take(&mut expected, &pointer), take(&mut got, &pointer)) else {
            return false;
        };
        if !is_same_block(&a, &b, exact) {
            return false;
        }
    }
    is_same(&expected, &got, exact)
}

/// The pointers of the blocks that were added or replaced.
fn new_blocks(made: &str) -> Vec<String> {
    match serde_json::from_str(made) {
        Ok(Value::Object(removed)) if removed.contains_key("textAdded") => {
            [String::from("/content/0")].into()
        }
        Ok(Value::Array(changes)) => {
            let pointers = changes.iter().filter_map(|change| {
                let pointer = change.get("added").or_else(|| change.get("replaced"))?;
                pointer.as_str().filter(|pointer| is_of_block(pointer))
            });
            pointers.map(String::from).collect()
        }
        _ => Vec::new(),
    }
}

/// Whether two lists of changes have the same ones, in whatever order.
pub(super) fn are_same_changes(expected: &str, got: &str) -> bool {
    let sorted = |changes| match serde_json::from_str(changes) {
        Ok(Value::Array(changes)) => {
            let mut changes: Vec<_> = changes.iter().map(Value::to_string).collect();
            changes.sort();
            Some(changes)
        }
        _ => None,
    };
    sorted(expected).is_some_and(|expected| sorted(got) == Some(expected))
}

fn is_of_block(pointer: &str) -> bool {
    let names: Vec<_> = pointer.split('/').collect();
    matches!(
        names[..],
        ["", "content", _] | ["", "messages", _, "content"]
    )
}

fn is_same_block(expected: &str, got: &str, exact: bool) -> bool {
    let members = |block| children(block).map(|members| members.into_iter().collect());
    let (Some(expected), Some(got)): (Option<BTreeMap<_, _>>, Option<BTreeMap<_, _>>) =
        (members(expected), members(got))
    else {
        return false;
    };
    expected.keys().eq(got.keys())
        && expected
            .iter()
            .zip(got.values())
            .all(|((name, expected), got)| {
                is_same(expected, got, exact)
                    || name == "text" && !exact && is_same_json_in(expected, got)
            })
}

/// Whether two strings hold the same JSON, the second one in compact form.
fn is_same_json_in(expected: &str, got: &str) -> bool {
    let (Some(expected), Some(got)) = (as_text(expected), as_text(got)) else {
        return false;
    };
    is_same(&expected, &got, false) && compact(&got).as_deref() == Some(&got)
}

/// Takes the value out that the pointer leads to, and leaves a null in its place.
fn take(json: &mut String, pointer: &str) -> Option<String> {
    let mut value = json.as_str();
    for name in pointer.split('/').skip(1) {
        let mut named = children(value)?.into_iter().rev();
        value = named.find(|(child, _)| child == name)?.1;
    }
    let start = value.as_ptr().addr() - json.as_ptr().addr();
    let taken = value.to_string();
    json.replace_range(start..start + taken.len(), "null");
    Some(taken)
}

/// The members of an object, or the elements of an array by their indexes.
fn children(json: &str) -> Option<Vec<(Cow<'_, str>, &str)>> {
    let mut tokens = TextTokens::new(json);
    let Token::Open(_) = tokens.next()? else {
        return None;
    };
    let mut children = Vec::new();
    let mut name = None;
    loop {
        let start = match tokens.next()? {
            Token::Close(_) => return Some(children),
            Token::Broken => return None,
            Token::Name(part) => {
                name = Some(as_text(part)?);
                continue;
            }
            Token::Scalar(part) => tokens.at() - part.len(),
            Token::Open(rest) => json.len() - rest.len(),
        };
        while tokens.level() > 1 {
            tokens.next()?;
        }
        let index = || Cow::Owned(format!("{}", children.len()));
        let child = json.get(start..tokens.at())?;
        children.push((name.take().unwrap_or_else(index), child));
    }
}

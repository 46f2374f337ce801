//! Values nested far deeper than any parser reads, and what can be done with them without recursion.

use std::thread;

use serde_json::Value;

pub(crate) const LEVELS: usize = 100_000;

pub(crate) fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(64 * 1024).spawn(test);
    thread.unwrap().join().unwrap();
}

/// Arrays and now and then an object, `levels` of them, around a string; outermost an array.
pub(crate) fn deep_array(levels: usize) -> Value {
    nest(levels, 1)
}

/// The same with an object outermost.
pub(crate) fn deep_object(levels: usize) -> Value {
    nest(levels, 0)
}

/// `json!` would serialize what it is given, and so recurse.
pub(crate) fn nest(levels: usize, first_object: usize) -> Value {
    (0..levels).rev().fold("leaf".into(), |value, level| {
        if level % 16 == first_object {
            object([("deep", value)])
        } else {
            Value::Array(vec![value])
        }
    })
}

pub(crate) fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    let members = members.map(|(name, member)| (name.to_owned(), member));
    Value::Object(members.into_iter().collect())
}

pub(crate) fn with(mut result: Value, name: &str, member: Value) -> Value {
    let members = result.as_object_mut().unwrap();
    assert!(members.insert(name.to_owned(), member).is_none());
    result
}

/// `==` without recursion, the order of members included.
pub(crate) fn same(one: &Value, other: &Value) -> bool {
    let mut left = vec![(one, other)];
    while let Some(pair) = left.pop() {
        match pair {
            (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
                left.extend(one.iter().zip(other));
            }
            (Value::Object(one), Value::Object(other)) if one.keys().eq(other.keys()) => {
                left.extend(one.values().zip(other.values()));
            }
            (Value::Array(_) | Value::Object(_), _) => return false,
            (one, other) if one == other => {}
            _ => return false,
        }
    }
    true
}

pub(crate) fn drop_flat(value: Value) {
    let mut left = vec![value];
    while let Some(value) = left.pop() {
        match value {
            Value::Array(elements) => left.extend(elements),
            Value::Object(members) => left.extend(members.into_iter().map(|(_, member)| member)),
            _ => {}
        }
    }
}

/// `assert!` of [`same`] that drops both without recursion.
#[track_caller]
pub(crate) fn assert_same(one: Value, other: Value) {
    let same = same(&one, &other);
    drop_flat(one);
    drop_flat(other);
    assert!(same);
}

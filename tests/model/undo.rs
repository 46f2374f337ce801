//! How changes are undone.

use mcp_result::Change;
use serde_json::Value;

/// Undoes changes, in reverse order.
pub(crate) fn undo(result: &mut Value, changes: Vec<Change>) {
    for change in changes.into_iter().rev() {
        let pointer = change.pointer().to_owned();
        let (parent, name) = pointer.rsplit_once('/').unwrap();
        let name = name.replace("~1", "/").replace("~0", "~");
        match change {
            Change::Replaced { value, .. } => *result.pointer_mut(&pointer).unwrap() = value,
            Change::Removed { value, .. } => {
                let parent = result.pointer_mut(parent).unwrap();
                assert!(
                    parent
                        .as_object_mut()
                        .unwrap()
                        .insert(name, value)
                        .is_none()
                );
            }
            Change::Added { .. } => match result.pointer_mut(parent).unwrap() {
                Value::Array(elements) => drop(elements.remove(name.parse().unwrap())),
                Value::Object(members) => assert!(members.remove(&name).is_some()),
                other => panic!("{pointer} in {other}"),
            },
        }
    }
}

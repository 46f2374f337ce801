//! `Presence` in a client's own types: their JSON Schema, and where a round trip is not the identity.

use std::collections::BTreeMap;

use mcp_result::Presence;
use schemars::{JsonSchema, schema_for};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Deserialize, JsonSchema, Serialize)]
#[serde(rename_all = "camelCase")]
struct ToolResult {
    content: Vec<Value>,
    #[schemars(with = "Option<Value>")]
    #[serde(default, skip_serializing_if = "Presence::is_absent")]
    structured_content: Presence<Value>,
}

#[test]
fn the_schema_is_that_of_an_optional_member() {
    let schema = schema_for!(ToolResult);
    assert_eq!(schema.get("required"), Some(&json!(["content"])));
    assert_eq!(
        schema.pointer("/properties/structuredContent"),
        Some(&json!(true))
    );
}

#[derive(Debug, Deserialize, PartialEq, Serialize)]
struct Flat {
    #[serde(flatten, default, skip_serializing_if = "Presence::is_absent")]
    members: Presence<BTreeMap<String, u8>>,
}

#[test]
fn an_absent_flattened_map_comes_back_as_an_empty_one() {
    let members = Presence::Absent;
    let text = serde_json::to_string(&Flat { members }).unwrap();
    assert_eq!(text, "{}");
    let members = Presence::Present(BTreeMap::new());
    assert_eq!(
        serde_json::from_str::<Flat>(&text).unwrap(),
        Flat { members }
    );
}

#[derive(Debug, Deserialize, PartialEq, Serialize)]
#[serde(untagged)]
enum Count {
    One(u8),
    List(Vec<u8>),
}

#[derive(Debug, Deserialize, PartialEq, Serialize)]
struct Report {
    #[serde(default, skip_serializing_if = "Presence::is_absent")]
    count: Presence<Count>,
    code: u8,
}

impl Report {
    fn new(count: Count) -> Self {
        let count = Presence::Present(count);
        Self { count, code: 7 }
    }
}

#[derive(Debug, Deserialize, PartialEq, Serialize)]
struct Outer {
    #[serde(flatten)]
    report: Report,
}

#[derive(Debug, Deserialize, PartialEq, Serialize)]
#[serde(untagged)]
enum Untagged {
    Report(Report),
}

#[test]
fn ron_puts_the_value_in_a_list_inside_flatten_and_untagged() {
    let report = || Report::new(Count::One(3));
    let listed = || Report::new(Count::List(vec![3]));

    let text = ron::to_string(&report()).unwrap();
    assert_eq!(ron::from_str::<Report>(&text).unwrap(), report());

    let text = ron::to_string(&Outer { report: report() }).unwrap();
    let read: Outer = ron::from_str(&text).unwrap();
    assert_eq!(read, Outer { report: listed() });

    let text = ron::to_string(&Untagged::Report(report())).unwrap();
    let read: Untagged = ron::from_str(&text).unwrap();
    assert_eq!(read, Untagged::Report(listed()));
}

#[derive(Debug, Deserialize, PartialEq, Serialize)]
struct Bytes {
    #[serde(default, skip_serializing_if = "Presence::is_absent")]
    first: Presence<u8>,
    second: u8,
}

#[test]
fn in_a_format_without_names_a_skipped_field_shifts_those_behind_it() {
    let first = Presence::Present(3);
    let bytes = postcard::to_allocvec(&Bytes { first, second: 7 }).unwrap();
    assert_eq!(postcard::from_bytes::<Bytes>(&bytes).unwrap().first, first);

    let first = Presence::Absent;
    let bytes = postcard::to_allocvec(&Bytes { first, second: 7 }).unwrap();
    assert_eq!(bytes, [7]);
    assert!(postcard::from_bytes::<Bytes>(&bytes).is_err());
}

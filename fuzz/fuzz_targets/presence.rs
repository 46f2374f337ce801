//! The laws of `Presence`, through structs that a user derives.
#![no_main]

use std::collections::BTreeMap;

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use mcp_result::Presence;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mcp_result_fuzz::mutate(data, size, max_size, seed)
});

#[derive(Deserialize, Serialize)]
struct Flat {
    #[serde(default, skip_serializing_if = "Presence::is_absent")]
    value: Presence<Value>,
    #[serde(default, skip_serializing_if = "Presence::is_absent")]
    option: Presence<Option<Value>>,
    #[serde(flatten)]
    inner: Inner,
}

#[derive(Deserialize, Serialize)]
struct Inner {
    #[serde(default, skip_serializing_if = "Presence::is_absent")]
    nested: Presence<Value>,
    #[serde(flatten)]
    others: BTreeMap<String, Value>,
}

#[derive(Deserialize, Serialize)]
#[serde(tag = "kind")]
enum Tagged {
    #[serde(rename = "a")]
    A {
        #[serde(default, skip_serializing_if = "Presence::is_absent")]
        value: Presence<Value>,
        #[serde(flatten)]
        others: BTreeMap<String, Value>,
    },
}

#[derive(Deserialize, Serialize)]
#[serde(untagged)]
enum Untagged {
    Flat(Flat),
    Other(Value),
}

/// Without `default`.
#[derive(Deserialize)]
struct Required {
    value: Presence<Value>,
}

/// Without `skip_serializing_if`.
#[derive(Serialize)]
struct Unskipped {
    value: Presence<Value>,
}

fuzz_target!(|text: &[u8]| {
    if mcp_result_fuzz::may_have_a_private_name(text) {
        return;
    }
    let Ok(json) = serde_json::from_slice::<Value>(text) else {
        return;
    };
    if let Value::Object(members) = &json {
        let flat: Flat = round_trip(text, &json);
        assert_eq!(flat.value.as_ref().into_option(), members.get("value"));
        assert_eq!(
            flat.inner.nested.as_ref().into_option(),
            members.get("nested")
        );
        let option = flat.option.into_option();
        assert_eq!(
            option.map(Option::unwrap_or_default).as_ref(),
            members.get("option")
        );

        if let Untagged::Other(_) = round_trip(text, &json) {
            panic!("a flat struct takes every object");
        }
        if json["kind"] == "a" {
            let Tagged::A { value, .. } = round_trip(text, &json);
            assert_eq!(value.as_ref().into_option(), members.get("value"));
        }
        check_that_it_fails_closed(&json, members.get("value"));
    }
    assert_eq!(
        Presence::of_member(&json, "value").into_option(),
        json.get("value")
    );
    let alone: Presence<Value> = serde_json::from_value(json.clone()).unwrap();
    assert_eq!(alone, Presence::Present(json.clone()));
    assert_eq!(serde_json::to_value(&alone).unwrap(), json);
});

/// Reads a value; its own text has each member once, the original may not.
fn round_trip<T: DeserializeOwned + Serialize>(text: &[u8], json: &Value) -> T {
    let read: T = T::deserialize(json).unwrap();
    assert_eq!(serde_json::to_value(&read).unwrap(), *json);
    if let Ok(read) = serde_json::from_slice::<T>(text) {
        assert_eq!(serde_json::to_value(&read).unwrap(), *json);
    }
    read
}

fn check_that_it_fails_closed(json: &Value, member: Option<&Value>) {
    match (Required::deserialize(json), member) {
        (Ok(required), Some(member)) => {
            assert_eq!(required.value, Presence::Present(member.clone()))
        }
        (Err(error), None) => assert_eq!(error.to_string(), "missing field `value`"),
        _ => panic!("a member that is not there was read, or one that is was not"),
    }
    let unskipped = Unskipped {
        value: member.cloned().into(),
    };
    assert_eq!(serde_json::to_value(&unskipped).is_ok(), member.is_some());
}

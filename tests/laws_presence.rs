//! The laws of `Presence`, one property each.

use mcp_result::Presence;
use mcp_result::strategy::{falsy, json};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 1_000,
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/proptest-regressions/laws_presence.txt"
        )))),
        ..ProptestConfig::default()
    }
}

/// A struct with a member that may be omitted.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
struct Ours<T> {
    #[serde(default = "absent", skip_serializing_if = "Presence::is_absent")]
    value: Presence<T>,
}

fn absent<T>() -> Presence<T> {
    Presence::Absent
}

/// The same struct where the member has to be there, to see what serde itself makes of a value.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
struct Plain<T> {
    value: T,
}

#[derive(Debug, Deserialize, Serialize)]
struct Flattened<S> {
    #[serde(flatten)]
    inner: S,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(untagged)]
enum Untagged<S> {
    Only(S),
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(tag = "tag")]
enum Tagged<S> {
    Only(S),
}

/// Written and read again, through text and through a value, by itself and inside each kind of
/// type that buffers what it reads.
fn trips<S: Clone + Serialize + DeserializeOwned>(value: &S) -> [Option<S>; 8] {
    fn text<C: Serialize + DeserializeOwned>(container: &C) -> Option<C> {
        serde_json::from_str(&serde_json::to_string(container).ok()?).ok()
    }
    fn tree<C: Serialize + DeserializeOwned>(container: &C) -> Option<C> {
        serde_json::from_value(serde_json::to_value(container).ok()?).ok()
    }
    let flattened = Flattened {
        inner: value.clone(),
    };
    let untagged = Untagged::Only(value.clone());
    let tagged = Tagged::Only(value.clone());
    [
        text(value),
        tree(value),
        text(&flattened).map(|Flattened { inner }| inner),
        tree(&flattened).map(|Flattened { inner }| inner),
        text(&untagged).map(|Untagged::Only(inner)| inner),
        tree(&untagged).map(|Untagged::Only(inner)| inner),
        text(&tagged).map(|Tagged::Only(inner)| inner),
        tree(&tagged).map(|Tagged::Only(inner)| inner),
    ]
}

fn presence(value: impl Strategy<Value = Value>) -> impl Strategy<Value = Presence<Value>> {
    proptest::option::weighted(0.8, value).prop_map(Presence::from)
}

proptest! {
    #![proptest_config(config())]

    /// Wherever the value's own round trip is.
    #[test]
    fn round_trip_is_identity(value in json()) {
        let own = trips(&Plain { value: value.clone() });
        let ours = trips(&Ours { value: Presence::Present(value.clone()) });
        for (own, ours) in own.into_iter().zip(ours) {
            prop_assert_eq!(ours, own.map(|own| Ours { value: Presence::Present(own.value) }));
        }

        let option = Some(value).filter(|value| !value.is_null());
        let own = trips(&Plain { value: option.clone() });
        let ours = trips(&Ours { value: Presence::Present(option) });
        for (own, ours) in own.into_iter().zip(ours) {
            prop_assert_eq!(ours, own.map(|own| Ours { value: Presence::Present(own.value) }));
        }
    }

    #[test]
    fn absent_null_and_every_falsy_value_stay_apart(
        one in presence(prop_oneof![3 => falsy(), 1 => json()]),
        other in presence(falsy()),
    ) {
        // With `arbitrary_precision`, `-0` by itself turns into `0` within some types.
        let survives = |value: &Value| {
            let own = trips(&Plain { value: value.clone() });
            own.iter().all(|own| own.as_ref().is_some_and(|own| own.value == *value))
        };
        if !one.as_ref().into_option().is_none_or(survives)
            || !other.as_ref().into_option().is_none_or(survives)
        {
            return Ok(());
        }
        let trips_of = |value: &Presence<Value>| trips(&Ours { value: value.clone() });
        prop_assert!(trips_of(&other).iter().all(Option::is_some));
        for (after, other_after) in trips_of(&one).iter().zip(trips_of(&other)) {
            prop_assert_eq!(after == &other_after, one == other);
        }
    }
}

#[test]
fn absent_stays_absent_in_every_container() {
    let value = Ours::<Value> {
        value: Presence::Absent,
    };
    assert_eq!(trips(&value), std::array::from_fn(|_| Some(value.clone())));
    let option = Ours::<Option<Value>> {
        value: Presence::Absent,
    };
    assert_eq!(
        trips(&option),
        std::array::from_fn(|_| Some(option.clone()))
    );
}

/// With `arbitrary_precision` serde_json tells the two apart, but not within every type.
#[test]
fn negative_zero_survives_wherever_it_does_by_itself() {
    for text in ["-0", "0"] {
        let value: Value = serde_json::from_str(text).unwrap();
        let own = trips(&Plain {
            value: value.clone(),
        });
        let ours = trips(&Ours {
            value: Presence::Present(value),
        });
        for (own, ours) in own.into_iter().zip(ours) {
            let own = own.map(|own| Ours {
                value: Presence::Present(own.value),
            });
            assert_eq!(ours, own);
        }
    }
}

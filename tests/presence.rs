//! `Presence`: an omitted member, an explicit null and a value stay apart, or there is an error.

use core::fmt;
use std::collections::HashMap;

use mcp_result::Presence;
use serde::de::value::{Error as ValueError, MapDeserializer, StrDeserializer, UnitDeserializer};
use serde::de::{DeserializeOwned, Deserializer, IntoDeserializer, Visitor};
use serde::{Deserialize, Serialize, forward_to_deserialize_any};
use serde_json::{Map, Number, Value, json};

/// As a user writes it.
#[derive(Debug, Deserialize, PartialEq, Serialize)]
struct Report {
    #[serde(default, skip_serializing_if = "Presence::is_absent")]
    value: Presence<Value>,
}

/// With both attributes forgotten.
#[derive(Debug, Deserialize, PartialEq, Serialize)]
struct Bare<T> {
    value: T,
}

#[derive(Debug, Deserialize, PartialEq, Serialize)]
struct Flattened<T> {
    id: u8,
    #[serde(flatten)]
    inner: T,
}

#[derive(Debug, Deserialize, PartialEq, Serialize)]
#[serde(untagged)]
enum Untagged<T> {
    Never { never: u8 },
    Inner(T),
}

#[derive(Debug, Deserialize, PartialEq, Serialize)]
#[serde(tag = "tag")]
enum InternallyTagged<T> {
    Inner(T),
}

#[derive(Debug, Deserialize, PartialEq, Serialize)]
#[serde(tag = "tag", content = "inner")]
enum AdjacentlyTagged<T> {
    Inner(T),
}

/// What comes back of a value that is written as JSON text.
fn round_trip<T: Serialize + DeserializeOwned>(value: &T) -> Option<T> {
    let text = serde_json::to_string(value).unwrap();
    serde_json::from_str(&text).ok()
}

#[track_caller]
fn round_trip_is_the_identity<T>(value: T, text: &str)
where
    T: Serialize + DeserializeOwned + PartialEq + fmt::Debug,
{
    let json: Value = text.parse().unwrap();
    assert_eq!(serde_json::to_value(&value).unwrap(), json);
    assert_eq!(serde_json::from_str::<T>(text).unwrap(), value);
    assert_eq!(serde_json::from_value::<T>(json).unwrap(), value);
    assert_eq!(round_trip(&value), Some(value));
}

#[track_caller]
fn missing_field<T: DeserializeOwned + fmt::Debug>(text: &str, name: &str) {
    let error = serde_json::from_str::<T>(text).unwrap_err().to_string();
    let expected = format!("missing field `{name}`");
    assert!(error.starts_with(&expected), "{error}");
    let json = text.parse::<Value>().unwrap();
    let error = serde_json::from_value::<T>(json).unwrap_err();
    assert_eq!(error.to_string(), expected);
}

#[track_caller]
fn cannot_be_written<T: Serialize>(value: &T) {
    const WORDING: &str = "an absent member cannot be serialized: its field needs \
        #[serde(default, skip_serializing_if = \"Presence::is_absent\")]";
    assert_eq!(
        serde_json::to_string(value).unwrap_err().to_string(),
        WORDING
    );
    assert_eq!(
        serde_json::to_value(value).unwrap_err().to_string(),
        WORDING
    );
}

/// Every JSON type, and its falsy and empty values.
fn values() -> Vec<Value> {
    vec![
        json!(null),
        json!(false),
        json!(true),
        json!(0),
        json!(-1),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(""),
        json!("3"),
        json!([]),
        json!([null, [0]]),
        json!({}),
        json!({"a": {"b": null}, "value": 1}),
    ]
}

/// Whether numbers keep their spelling, with serde_json's `arbitrary_precision`.
fn numbers_are_arbitrary() -> bool {
    "1.50".parse::<Number>().unwrap().to_string() == "1.50"
}

// The two states.

#[test]
fn absent_is_the_default() {
    assert_eq!(Presence::<u8>::default(), Presence::Absent);
}

#[test]
fn absent_null_and_every_falsy_value_stay_apart() {
    round_trip_is_the_identity(
        Report {
            value: Presence::Absent,
        },
        "{}",
    );
    for value in values() {
        let text = json!({"value": value}).to_string();
        let value = Presence::Present(value);
        assert_ne!(value, Presence::Absent);
        round_trip_is_the_identity(Report { value }, &text);
    }
}

#[test]
fn a_presence_of_an_option_tells_absent_null_and_a_value_apart() {
    #[derive(Debug, Deserialize, PartialEq, Serialize)]
    struct Patch {
        #[serde(default, skip_serializing_if = "Presence::is_absent")]
        name: Presence<Option<String>>,
    }
    let patch = |name| Patch { name };
    round_trip_is_the_identity(patch(Presence::Absent), "{}");
    round_trip_is_the_identity(patch(Presence::Present(None)), r#"{"name":null}"#);
    round_trip_is_the_identity(
        patch(Presence::Present(Some(String::new()))),
        r#"{"name":""}"#,
    );
}

#[test]
fn a_presence_of_a_type_without_null_refuses_null() {
    let error = serde_json::from_value::<Bare<Presence<bool>>>(json!({"value": null}));
    assert_eq!(
        error.unwrap_err().to_string(),
        "invalid type: null, expected a boolean",
    );
}

#[test]
fn a_nested_presence_is_the_inner_one_when_present() {
    #[derive(Debug, Deserialize, PartialEq, Serialize)]
    struct Nested {
        #[serde(default, skip_serializing_if = "Presence::is_absent")]
        value: Presence<Presence<Value>>,
    }
    let nested = |value| Nested { value };
    round_trip_is_the_identity(nested(Presence::Absent), "{}");
    for value in values() {
        let text = json!({"value": value}).to_string();
        round_trip_is_the_identity(nested(Presence::Present(Presence::Present(value))), &text);
    }
    cannot_be_written(&nested(Presence::Present(Presence::Absent)));
}

#[test]
fn an_option_of_unit_has_no_null_of_its_own() {
    // Both are written as null, and null is read as the first of them: with a presence as without.
    assert_eq!(round_trip(&None::<()>), Some(None));
    assert_eq!(round_trip(&Some(())), Some(None));
    let present = Presence::Present;
    assert_eq!(round_trip(&present(None::<()>)), Some(present(None)));
    assert_eq!(round_trip(&present(Some(()))), Some(present(None)));
}

#[test]
fn a_value_is_written_as_it_would_be_without_presence() {
    for value in values() {
        let text = serde_json::to_string(&value).unwrap();
        assert_eq!(
            serde_json::to_string(&Presence::Present(value)).unwrap(),
            text
        );
    }
}

#[test]
fn a_value_can_be_borrowed_from_the_input() {
    let input = String::from(r#"{"value":"borrowed"}"#);
    let report: Bare<Presence<&str>> = serde_json::from_str(&input).unwrap();
    assert_eq!(report.value, Presence::Present("borrowed"));
}

// Failing closed.

#[test]
fn an_omitted_member_without_default_is_a_missing_field() {
    missing_field::<Bare<Presence<Value>>>("{}", "value");
    missing_field::<Bare<Presence<Option<Value>>>>("{}", "value");
    missing_field::<Bare<Presence<()>>>("{}", "value");
    missing_field::<Bare<Presence<Presence<Value>>>>(r#"{"values":null}"#, "value");
}

#[test]
fn an_omitted_member_without_default_is_a_missing_field_inside_other_types() {
    type Inner = Bare<Presence<Option<Value>>>;
    missing_field::<Flattened<Inner>>(r#"{"id":1}"#, "value");
    missing_field::<InternallyTagged<Inner>>(r#"{"tag":"Inner"}"#, "value");
    missing_field::<AdjacentlyTagged<Inner>>(r#"{"tag":"Inner","inner":{}}"#, "value");
    missing_field::<AdjacentlyTagged<Presence<Value>>>(r#"{"tag":"Inner"}"#, "inner");
    // An untagged type keeps the reason to itself.
    let error = serde_json::from_str::<Untagged<Inner>>("{}").unwrap_err();
    assert_eq!(
        error.to_string(),
        "data did not match any variant of untagged enum Untagged",
    );
}

#[test]
fn serializing_absent_is_an_error_that_names_the_attribute() {
    cannot_be_written(&Presence::<Value>::Absent);
    cannot_be_written(&Bare {
        value: Presence::<u8>::Absent,
    });
    cannot_be_written(&[Presence::<u8>::Absent]);
    cannot_be_written(&Some(Presence::<u8>::Absent));
}

#[test]
fn serializing_absent_is_an_error_inside_other_types() {
    let inner = || Bare {
        value: Presence::<Value>::Absent,
    };
    cannot_be_written(&Flattened {
        id: 1,
        inner: inner(),
    });
    cannot_be_written(&Untagged::Inner(inner()));
    cannot_be_written(&InternallyTagged::Inner(inner()));
    cannot_be_written(&AdjacentlyTagged::Inner(inner()));
    cannot_be_written(&Untagged::Inner(Presence::<Value>::Absent));
    cannot_be_written(&InternallyTagged::Inner(Presence::<Report>::Absent));
}

#[test]
fn a_deserializer_that_does_not_know_newtype_structs_is_refused() {
    let unit = UnitDeserializer::<ValueError>::new();
    assert_eq!(
        Presence::<()>::deserialize(unit).unwrap_err().to_string(),
        "invalid type: unit value, expected newtype struct Presence",
    );
    let text = StrDeserializer::<ValueError>::new("a");
    assert_eq!(
        Presence::<String>::deserialize(text)
            .unwrap_err()
            .to_string(),
        "invalid type: string \"a\", expected newtype struct Presence",
    );
    let none: Option<Presence<Value>> = Option::deserialize(unit).unwrap();
    assert_eq!(none, None);
    let members = MapDeserializer::<_, ValueError>::new([("value", 3_u8)].into_iter());
    assert_eq!(
        Bare::<Presence<u8>>::deserialize(members)
            .unwrap_err()
            .to_string(),
        "invalid type: integer `3`, expected newtype struct Presence",
    );
    let sequence = vec![1_u8].into_deserializer();
    let sequence: Result<Presence<Vec<u8>>, ValueError> = Presence::deserialize(sequence);
    assert_eq!(
        sequence.unwrap_err().to_string(),
        "invalid type: sequence, expected newtype struct Presence",
    );
}

#[test]
fn a_deserializer_that_answers_for_what_is_not_there_is_refused() {
    /// Answers every question with "none".
    struct Nothing;

    impl<'de> Deserializer<'de> for Nothing {
        type Error = ValueError;

        fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
            visitor.visit_none()
        }

        forward_to_deserialize_any! {
            bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
            option unit unit_struct newtype_struct seq tuple tuple_struct map struct enum
            identifier ignored_any
        }
    }

    assert_eq!(Option::<u8>::deserialize(Nothing), Ok(None));
    assert_eq!(
        Presence::<Option<u8>>::deserialize(Nothing)
            .unwrap_err()
            .to_string(),
        "invalid type: Option value, expected newtype struct Presence",
    );
}

#[test]
fn serde_answers_for_a_missing_field_when_it_is_asked_for_an_option() {
    #[derive(Debug)]
    struct Asks(&'static str);

    impl<'de> Deserialize<'de> for Asks {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_option(Asks(""))
        }
    }

    impl<'de> Visitor<'de> for Asks {
        type Value = Self;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an option")
        }

        fn visit_none<E>(self) -> Result<Self, E> {
            Ok(Asks("none"))
        }

        fn visit_some<D: Deserializer<'de>>(self, _: D) -> Result<Self, D::Error> {
            Ok(Asks("some"))
        }
    }

    // The omitted member cannot be told from null, and no `default` was asked for.
    for (json, answer) in [
        (json!({}), "none"),
        (json!({"value": null}), "none"),
        (json!({"value": 3}), "some"),
    ] {
        let bare: Bare<Asks> = serde_json::from_value(json).unwrap();
        assert_eq!(bare.value.0, answer);
    }
    // So it is for an option, and for whatever asks as one.
    let bare: Bare<Option<Value>> = serde_json::from_str("{}").unwrap();
    assert_eq!(bare.value, None);
}

// Round trips inside other types.

#[test]
fn a_round_trip_inside_other_types_is_the_identity() {
    for value in values() {
        let inner = || Bare {
            value: Presence::Present(value.clone()),
        };
        let expect = |mut other: Value| {
            other["value"] = value.clone();
            other.to_string()
        };
        round_trip_is_the_identity(
            Flattened {
                id: 1,
                inner: inner(),
            },
            &expect(json!({"id": 1})),
        );
        round_trip_is_the_identity(Untagged::Inner(inner()), &expect(json!({})));
        round_trip_is_the_identity(
            InternallyTagged::Inner(inner()),
            &expect(json!({"tag": "Inner"})),
        );
        round_trip_is_the_identity(
            AdjacentlyTagged::Inner(inner()),
            &json!({"tag": "Inner", "inner": {"value": value}}).to_string(),
        );
    }
}

#[test]
fn an_absent_member_inside_other_types_stays_absent() {
    let inner = || Report {
        value: Presence::Absent,
    };
    round_trip_is_the_identity(
        Flattened {
            id: 1,
            inner: inner(),
        },
        r#"{"id":1}"#,
    );
    round_trip_is_the_identity(Untagged::Inner(inner()), "{}");
    round_trip_is_the_identity(InternallyTagged::Inner(inner()), r#"{"tag":"Inner"}"#);
    round_trip_is_the_identity(
        AdjacentlyTagged::Inner(inner()),
        r#"{"tag":"Inner","inner":{}}"#,
    );
}

#[test]
fn a_presence_can_be_the_inner_type_itself() {
    for value in values() {
        let text = value.to_string();
        round_trip_is_the_identity(Untagged::Inner(Presence::Present(value.clone())), &text);
        round_trip_is_the_identity(
            AdjacentlyTagged::Inner(Presence::Present(value.clone())),
            &json!({"tag": "Inner", "inner": value}).to_string(),
        );
    }
    let report = || {
        Presence::Present(Report {
            value: Presence::Present(json!(null)),
        })
    };
    round_trip_is_the_identity(
        InternallyTagged::Inner(report()),
        r#"{"tag":"Inner","value":null}"#,
    );
    let members: Map<_, _> = [("a".to_owned(), json!(null))].into_iter().collect();
    round_trip_is_the_identity(
        Flattened {
            id: 1,
            inner: Presence::Present(members),
        },
        r#"{"id":1,"a":null}"#,
    );
}

/// What comes back of a number inside each of the types, `None` where it cannot be read.
fn survivors<T, N>(number: &T, inner: impl Fn(T) -> N, back: impl Fn(N) -> T) -> [Option<T>; 4]
where
    T: Clone,
    N: Serialize + DeserializeOwned,
{
    let bare = || Bare {
        value: inner(number.clone()),
    };
    let flattened = round_trip(&Flattened {
        id: 1,
        inner: bare(),
    });
    let untagged = round_trip(&Untagged::Inner(bare()));
    let internally = round_trip(&InternallyTagged::Inner(bare()));
    let adjacently = round_trip(&AdjacentlyTagged::Inner(bare()));
    [
        flattened.map(|it| back(it.inner.value)),
        untagged.and_then(|it| match it {
            Untagged::Inner(it) => Some(back(it.value)),
            Untagged::Never { .. } => None,
        }),
        internally.map(|InternallyTagged::Inner(it)| back(it.value)),
        adjacently.map(|AdjacentlyTagged::Inner(it)| back(it.value)),
    ]
}

#[test]
fn a_decimal_inside_other_types_survives_wherever_it_does_without_presence() {
    let present = |presence: Presence<_>| presence.into_option().unwrap();

    let without = survivors(&1.5_f64, |n| n, |n| n);
    assert_eq!(survivors(&1.5, Presence::Present, present), without);
    if numbers_are_arbitrary() {
        // serde hands a map on, in which serde_json's number is no number any more.
        assert_eq!(without, [None, None, None, Some(1.5)]);
    } else {
        assert_eq!(without, [Some(1.5); 4]);
    }

    let present = |presence: Presence<_>| presence.into_option().unwrap();
    let value = json!(1.5);
    let without = survivors(&value, |n| n, |n| n);
    assert_eq!(survivors(&value, Presence::Present, present), without);
}

#[test]
fn a_decimal_survives() {
    for text in ["1.5", "-0.25"] {
        let number: Value = text.parse().unwrap();
        let text = json!({"value": number}).to_string();
        round_trip_is_the_identity(
            Report {
                value: Presence::Present(number),
            },
            &text,
        );
    }
}

// Members of a JSON value.

#[test]
fn a_member_is_present_when_its_key_exists_whatever_its_value() {
    for value in values() {
        let object = json!({"member": value, "other": 1});
        assert_eq!(
            Presence::of_member(&object, "member"),
            Presence::Present(&value)
        );
        assert_eq!(Presence::of_member(&object, "Member"), Presence::Absent);
        assert_eq!(Presence::of_member(&object, ""), Presence::Absent);
        assert_eq!(Presence::of_member(&object, "/member"), Presence::Absent);
    }
}

#[test]
fn a_value_that_is_no_object_has_no_members() {
    for value in [
        json!(null),
        json!(true),
        json!(3),
        json!("member"),
        json!(["member"]),
    ] {
        for name in ["member", "0", ""] {
            assert_eq!(Presence::of_member(&value, name), Presence::Absent);
        }
    }
}

// The way to `Option` and back.

#[test]
fn a_presence_is_an_option_and_back() {
    assert_eq!(Presence::from(Some(3)), Presence::Present(3));
    assert_eq!(Presence::from(None::<u8>), Presence::Absent);
    assert_eq!(Option::from(Presence::Present(3)), Some(3));
    assert_eq!(Option::<u8>::from(Presence::Absent), None);
    assert_eq!(Presence::Present(3).into_option(), Some(3));
    assert_eq!(Presence::<u8>::Absent.into_option(), None);
    // An option of an option stays one.
    assert_eq!(Presence::from(Some(None::<u8>)), Presence::Present(None));
}

#[test]
fn a_presence_is_absent_or_present() {
    let absent = Presence::<Option<u8>>::Absent;
    let null = Presence::Present(None::<u8>);
    assert_eq!((absent.is_absent(), absent.is_present()), (true, false));
    assert_eq!((null.is_absent(), null.is_present()), (false, true));
}

#[test]
fn a_value_can_be_mapped() {
    assert_eq!(Presence::Present("ab").map(str::len), Presence::Present(2));
    assert_eq!(Presence::<&str>::Absent.map(str::len), Presence::Absent);
}

#[test]
fn a_value_can_be_lent() {
    let name = Presence::Present(String::from("ab"));
    assert_eq!(name.as_ref(), Presence::Present(&"ab".to_owned()));
    assert_eq!(Presence::<String>::Absent.as_ref(), Presence::Absent);
}

#[test]
fn a_value_can_be_changed_in_place() {
    let mut count = Presence::Present(1);
    if let Presence::Present(count) = count.as_mut() {
        *count += 1;
    }
    assert_eq!(count, Presence::Present(2));
    assert_eq!(Presence::<u8>::Absent.as_mut(), Presence::Absent);
}

#[test]
fn a_presence_is_ordered_and_hashed_as_an_option() {
    assert!(Presence::Absent < Presence::Present(0));
    assert!(Presence::Present(0) < Presence::Present(1));
    let counts = HashMap::from([(Presence::Absent, 1), (Presence::Present(0), 2)]);
    assert_eq!(counts[&Presence::Absent], 1);
    assert_eq!(counts[&Presence::Present(0)], 2);
}

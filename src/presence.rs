//! [`Presence`]: an omitted JSON member told from an explicit `null`.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Visitor};
use serde::ser::{Error as _, Serialize, Serializer};
use serde_json::Value;

/// Whether a JSON member is there at all, whatever its value.
///
/// There are two states, not three: `Presence<Value>` is exact (`Present(Value::Null)` is an
/// explicit null), and `Presence<Option<T>>` tells absent, null and a value apart. Whatever is not
/// listed here goes through [`Option`].
///
/// # In your own struct
///
/// ```
/// use mcp_result::Presence;
/// use serde::{Deserialize, Serialize};
/// use serde_json::{Value, json};
///
/// #[derive(Deserialize, Serialize)]
/// struct Report {
///     #[serde(default, skip_serializing_if = "Presence::is_absent")]
///     value: Presence<Value>,
/// }
///
/// for (json, value) in [
///     (json!({}), Presence::Absent),
///     (json!({"value": null}), Presence::Present(Value::Null)),
///     (json!({"value": 0}), Presence::Present(json!(0))),
/// ] {
///     let report: Report = serde_json::from_value(json.clone())?;
///     assert_eq!(report.value, value);
///     assert_eq!(serde_json::to_value(&report)?, json);
/// }
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// # Errors
///
/// It fails closed, so that a forgotten attribute shows at once instead of turning *omitted* into
/// *null*:
///
/// - without `default`, an omitted member is serde's `missing field` error;
/// - without `skip_serializing_if`, serializing `Absent` is an error that names the attribute;
/// - a deserializer that does not know newtype structs is refused, since it might answer for
///   something that is not there.
///
/// The first relies on serde answering for a missing field only when it is asked for an `Option`;
/// `Presence` asks for a newtype struct.
///
/// # Round trips
///
/// In JSON, as a field of a struct, a round trip is the identity wherever it is for `T`, also where the
/// struct stands within `flatten`, `untagged` and internally tagged types. (With serde_json's
/// `arbitrary_precision`, non-integer numbers do not survive those by themselves, and `Option<()>` has no
/// null of its own.) It is not
///
/// - for a `Presence` that is flattened itself: an absent map comes back as `Present` of an empty one;
/// - in a format without names, such as postcard: a field that is skipped shifts those behind it;
/// - in a format without null, such as TOML: it leaves out `Present(None)`;
/// - in RON, within `flatten` and `untagged`: the value comes back in a list, or not at all.
///
/// # JSON Schema
///
/// For schemars, `#[schemars(with = "Option<Value>")]` on the field makes it an optional member of the
/// schema. (For a `Presence<T>` of another type that has no null, `Option<T>` would let null in as well.)
#[derive(Clone, Copy, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Presence<T> {
    /// The member was omitted.
    #[default]
    Absent,
    /// The member is there, with this value.
    Present(T),
}

impl<'a> Presence<&'a Value> {
    /// Reads a member of a JSON value. A value that is no object has no members.
    ///
    /// ```
    /// use mcp_result::Presence;
    /// use serde_json::{Value, json};
    ///
    /// let result = json!({"structuredContent": null});
    /// assert_eq!(Presence::of_member(&result, "structuredContent"), Presence::Present(&Value::Null));
    /// assert_eq!(Presence::of_member(&result, "content"), Presence::Absent);
    /// assert_eq!(Presence::of_member(&json!("text"), "content"), Presence::Absent);
    /// ```
    #[must_use]
    pub fn of_member(value: &'a Value, name: &str) -> Self {
        value.get(name).into()
    }
}

impl<T> Presence<T> {
    /// Whether the member was omitted.
    ///
    /// ```
    /// # use mcp_result::Presence;
    /// assert!(Presence::<()>::Absent.is_absent());
    /// ```
    #[must_use]
    pub const fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    /// Whether the member is there, whatever its value.
    ///
    /// ```
    /// # use mcp_result::Presence;
    /// assert!(Presence::Present(None::<u8>).is_present());
    /// ```
    #[must_use]
    pub const fn is_present(&self) -> bool {
        matches!(self, Self::Present(_))
    }

    /// Borrows the value.
    ///
    /// ```
    /// # use mcp_result::Presence;
    /// let name = Presence::Present(String::from("a"));
    /// assert_eq!(name.as_ref().map(String::len), Presence::Present(1));
    /// ```
    #[must_use]
    pub const fn as_ref(&self) -> Presence<&T> {
        match self {
            Self::Absent => Presence::Absent,
            Self::Present(value) => Presence::Present(value),
        }
    }

    /// Borrows the value mutably.
    ///
    /// ```
    /// # use mcp_result::Presence;
    /// let mut count = Presence::Present(1);
    /// count.as_mut().map(|count| *count += 1);
    /// assert_eq!(count, Presence::Present(2));
    /// ```
    pub const fn as_mut(&mut self) -> Presence<&mut T> {
        match self {
            Self::Absent => Presence::Absent,
            Self::Present(value) => Presence::Present(value),
        }
    }

    /// Applies a function to the value, if there is one.
    ///
    /// ```
    /// # use mcp_result::Presence;
    /// assert_eq!(Presence::Present(2).map(|n| n * 2), Presence::Present(4));
    /// assert_eq!(Presence::<i32>::Absent.map(|n| n * 2), Presence::Absent);
    /// ```
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Presence<U> {
        match self {
            Self::Absent => Presence::Absent,
            Self::Present(value) => Presence::Present(f(value)),
        }
    }

    /// The value, or `None` when the member was omitted.
    ///
    /// ```
    /// # use mcp_result::Presence;
    /// assert_eq!(Presence::Present(1).into_option(), Some(1));
    /// assert_eq!(Presence::<u8>::Absent.into_option(), None);
    /// ```
    #[must_use]
    pub fn into_option(self) -> Option<T> {
        self.into()
    }
}

impl<T> From<Option<T>> for Presence<T> {
    fn from(option: Option<T>) -> Self {
        option.map_or(Self::Absent, Self::Present)
    }
}

impl<T> From<Presence<T>> for Option<T> {
    fn from(presence: Presence<T>) -> Self {
        match presence {
            Presence::Absent => None,
            Presence::Present(value) => Some(value),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Presence<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Any hint but `Option`: for a missing field, serde answers that one with `None`.
        deserializer.deserialize_newtype_struct("Presence", PresenceVisitor(PhantomData))
    }
}

struct PresenceVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for PresenceVisitor<T> {
    type Value = Presence<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("newtype struct Presence")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, value: D) -> Result<Self::Value, D::Error> {
        T::deserialize(value).map(Presence::Present)
    }
}

impl<T: Serialize> Serialize for Presence<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Absent => Err(S::Error::custom(
                "an absent member cannot be serialized: its field needs \
                 #[serde(default, skip_serializing_if = \"Presence::is_absent\")]",
            )),
            Self::Present(value) => serializer.serialize_newtype_struct("Presence", value),
        }
    }
}

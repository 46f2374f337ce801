//! [`ParseNameError`]: enums that have a name in a configuration.

use core::error::Error;
use core::fmt;

use alloc::borrow::ToOwned;
use alloc::string::String;

/// A text that is no name of what was wanted.
///
/// ```
/// use mcp_result::ResultMode;
///
/// let error = "texts".parse::<ResultMode>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     r#"expected a result mode (text, structured, non_null_structured, content, model), found "texts""#,
/// );
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ParseNameError {
    what: &'static str,
    names: &'static [&'static str],
    found: String,
}

impl ParseNameError {
    pub(crate) fn new(what: &'static str, names: &'static [&'static str], found: &str) -> Self {
        let found = found.to_owned();
        Self { what, names, found }
    }
}

impl fmt::Display for ParseNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, names, found } = self;
        let names = names.join(", ");
        write!(f, "expected {what} ({names}), found {found:?}")
    }
}

impl Error for ParseNameError {}

/// Gives an enum's variants names: `Display`, `FromStr`, and serde as a string.
macro_rules! names {
    ($type:ident, $what:literal, $($variant:ident = $name:literal),+) => {
        impl core::fmt::Display for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(match self { $(Self::$variant => $name),+ })
            }
        }

        impl core::str::FromStr for $type {
            type Err = crate::name::ParseNameError;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                match name {
                    $($name => Ok(Self::$variant),)+
                    _ => Err(crate::name::ParseNameError::new($what, &[$($name),+], name)),
                }
            }
        }

        crate::name::serde_as_string!($type);
    };
}

/// Reads and writes what has `Display` and `FromStr` as a string.
macro_rules! serde_as_string {
    ($type:ident) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text =
                    <alloc::string::String as serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

pub(crate) use {names, serde_as_string};

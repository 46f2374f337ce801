//! JSON text: where its tokens and values end, how its strings read, and what the rules ask of it.

#[cfg(feature = "raw")]
mod compact;
mod end;
mod nesting;
#[cfg(feature = "raw")]
mod scanner;
pub(crate) mod string;
mod tokens;
#[cfg(feature = "raw")]
mod value;

use core::fmt::{self, Write};

use crate::json::Kind;
use crate::token::Part;

#[cfg(feature = "raw")]
pub(crate) use self::compact::{is_as_text, write_as_text};
#[cfg(feature = "raw")]
pub(crate) use self::scanner::{Broken, Member, Scanner};
pub(crate) use self::string::as_text;
#[cfg(feature = "raw")]
pub(crate) use self::string::string;
pub(crate) use self::tokens::TextTokens;

/// A part of JSON text, as it is spelled; where an array or an object opens, the text from there on.
impl Part for &str {
    fn kind(self) -> Kind {
        kind(self)
    }

    fn write(self, out: &mut impl Write) -> fmt::Result {
        out.write_str(self)
    }
}

/// The kind of the value that starts here, if one does.
fn kind(value: &str) -> Kind {
    value.bytes().next().map_or(Kind::Null, end::kind)
}

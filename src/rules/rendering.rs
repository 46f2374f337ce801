//! How a block without a text reads, for a model that reads only text.

use core::fmt::{self, Write};

use crate::json::Json;
use crate::presence::Presence;

/// What a block says of itself.
pub(crate) struct Described<'a, J: ?Sized> {
    pub(crate) block_type: Presence<&'a J>,
    /// The `uri` of the block, that of its `resource`, and the `mimeType`s of both.
    pub(crate) about: [Presence<&'a J>; 4],
}

impl<J: Json + ?Sized> Described<'_, J> {
    /// Writes `[type: about]`, where *about* is the first member that says something (a `data:` URI up
    /// to its comma); `[type]` where none does, `[block]` where the type is no string.
    pub(crate) fn write(&self, out: &mut impl Write) -> fmt::Result {
        let Some(block_type) = self.block_type.into_option().and_then(J::as_text) else {
            return out.write_str("[block]");
        };
        let about = self.about.iter();
        let mut about = about.filter_map(|member| member.into_option()?.as_text());
        match about.find(|about| !about.is_empty()) {
            Some(about) => write!(out, "[{block_type}: {}]", shortened(&about)),
            None => write!(out, "[{block_type}]"),
        }
    }
}

fn shortened(about: &str) -> &str {
    let scheme = about.get(..5);
    if scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:")) {
        about.split(',').next().unwrap_or(about)
    } else {
        about
    }
}

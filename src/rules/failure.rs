//! How a tool's error reads.

use core::fmt;

use alloc::borrow::Cow;

/// Writes a fixed phrase, and the lines of the first source that has some that are not empty. The
/// sources are, in this order: the text blocks, the embedded text resources, and a structured value
/// that is present and not `null`.
pub(crate) fn write_failure(
    f: &mut fmt::Formatter<'_>,
    sources: [&mut dyn Iterator<Item = Cow<'_, str>>; 3],
) -> fmt::Result {
    for source in sources {
        let mut lines = source.filter(|line| !line.is_empty());
        if let Some(first) = lines.next() {
            write!(f, "tool call failed: {first}")?;
            return lines.try_for_each(|line| write!(f, "\n{line}"));
        }
    }
    f.write_str("tool call failed without a text")
}

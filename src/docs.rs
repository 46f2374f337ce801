//! The pages of the folder `docs`, to be read beside the functions. This module is here to be read alone: no
//! code can use it.

// Where a page links another one as a file, that is a module here: of two definitions of a link, Markdown
// takes the first.

#[doc = "[The field]: field"]
#[doc = "[Translation]: translation"]
#[doc = ""]
#[doc = include_str!("../docs/comparison.md")]
pub mod comparison {}

#[doc = include_str!("../docs/exactness.md")]
pub mod exactness {}

#[doc = "[contract]: crate"]
#[doc = ""]
#[doc = include_str!("../docs/field.md")]
pub mod field {}

#[doc = include_str!("../docs/performance.md")]
pub mod performance {}

#[doc = "[Comparison]: comparison"]
#[doc = "[The field]: field"]
#[doc = "[Translation]: translation"]
#[doc = ""]
#[doc = include_str!("../docs/testing.md")]
pub mod testing {}

#[doc = include_str!("../docs/translation.md")]
pub mod translation {}

// The README links its pages as files, which works in the repository and in the package. In these docs the
// pages are modules: of two definitions of a link, Markdown takes the first.
#![doc = "[Comparison]: docs::comparison"]
#![doc = "[Exactness]: docs::exactness"]
#![doc = "[Performance]: docs::performance"]
#![doc = "[Testing]: docs::testing"]
#![doc = "[The field]: docs::field"]
#![doc = "[Translation]: docs::translation"]
#![doc = ""]
#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod change;
#[cfg(feature = "contract")]
pub mod contract;
mod conversion;
mod convert;
#[cfg(doc)]
pub mod docs;
mod error;
mod fault;
mod find;
mod json;
mod legacy;
mod name;
mod output;
mod peer;
mod presence;
#[cfg(feature = "raw")]
pub mod raw;
pub mod rules;
#[cfg(feature = "proptest")]
pub mod strategy;
mod take;
mod text;
mod token;
mod translate;
mod version;

pub use crate::change::{Change, Translated};
pub use crate::conversion::{ContentForm, Conversion, ResultMode};
pub use crate::convert::convert_result;
pub use crate::error::{ConvertError, Incomplete, Malformed, ToolError};
pub use crate::find::block_text;
pub use crate::legacy::{Stripped, strip_for_legacy_peer};
pub use crate::name::ParseNameError;
pub use crate::output::{Converted, Output};
pub use crate::peer::{NotForLegacyPeer, Peer, ResultKind, TextFallback};
pub use crate::presence::Presence;
pub use crate::translate::translate_result;
pub use crate::version::{ParseVersionError, ProtocolVersion};

// The README has examples for two features.
#![cfg_attr(
    any(not(doctest), all(feature = "contract", feature = "raw")),
    doc = include_str!("../README.md")
)]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod compact;
#[cfg(feature = "contract")]
pub mod contract;
mod convert;
mod error;
mod json;
mod legacy;
mod presence;
#[cfg(feature = "raw")]
pub mod raw;
#[cfg(feature = "proptest")]
pub mod strategy;
mod version;

pub use crate::convert::{Converted, Output, ResultMode, convert_result};
pub use crate::error::{ConvertError, Incomplete, Malformed, ToolError};
pub use crate::legacy::{
    NotForLegacyPeer, Peer, ResultKind, Stripped, TextFallback, strip_for_legacy_peer,
};
pub use crate::presence::Presence;
pub use crate::version::{ParseVersionError, ProtocolVersion};

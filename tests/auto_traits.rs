//! What every public type can be used for.

use std::panic::{RefUnwindSafe, UnwindSafe};

use mcp_result::rules::{
    Fault, FirstBlock, Holder, Mismatch, OutputSchema, Place, RequiredMember, ResultType,
    StructuredContent,
};
use mcp_result::{
    Change, ContentForm, Conversion, ConvertError, Converted, Incomplete, Malformed,
    NotForLegacyPeer, Output, ParseNameError, ParseVersionError, Peer, Presence, ProtocolVersion,
    ResultKind, ResultMode, Stripped, TextFallback, ToolError, Translated,
};
use serde_json::Value;

fn can_cross_threads_and_panics<T: Send + Sync + UnwindSafe + RefUnwindSafe + Unpin + 'static>() {}

fn is_an_error<T: core::error::Error + Send + Sync + 'static>() {}

fn is_a_plain_value<T: Copy + Eq + core::hash::Hash + core::fmt::Debug>() {}

fn can_be_compared_and_cloned<T: Clone + Eq + core::fmt::Debug>() {}

#[test]
fn every_type_can_cross_threads_and_panics() {
    can_cross_threads_and_panics::<Change>();
    can_cross_threads_and_panics::<ContentForm>();
    can_cross_threads_and_panics::<Conversion>();
    can_cross_threads_and_panics::<ConvertError>();
    can_cross_threads_and_panics::<Converted>();
    can_cross_threads_and_panics::<Fault>();
    can_cross_threads_and_panics::<FirstBlock<&str>>();
    can_cross_threads_and_panics::<Holder>();
    can_cross_threads_and_panics::<Incomplete>();
    can_cross_threads_and_panics::<Malformed>();
    can_cross_threads_and_panics::<Mismatch>();
    can_cross_threads_and_panics::<NotForLegacyPeer>();
    can_cross_threads_and_panics::<Output>();
    can_cross_threads_and_panics::<OutputSchema>();
    can_cross_threads_and_panics::<ParseNameError>();
    can_cross_threads_and_panics::<ParseVersionError>();
    can_cross_threads_and_panics::<Peer>();
    can_cross_threads_and_panics::<Place>();
    can_cross_threads_and_panics::<Presence<Value>>();
    can_cross_threads_and_panics::<ProtocolVersion>();
    can_cross_threads_and_panics::<RequiredMember>();
    can_cross_threads_and_panics::<ResultKind>();
    can_cross_threads_and_panics::<ResultMode>();
    can_cross_threads_and_panics::<ResultType>();
    can_cross_threads_and_panics::<Stripped>();
    can_cross_threads_and_panics::<StructuredContent>();
    can_cross_threads_and_panics::<TextFallback>();
    can_cross_threads_and_panics::<ToolError>();
    can_cross_threads_and_panics::<Translated>();
}

#[test]
fn every_error_is_an_error() {
    is_an_error::<ConvertError>();
    is_an_error::<Fault>();
    is_an_error::<Incomplete>();
    is_an_error::<Malformed>();
    is_an_error::<Mismatch>();
    is_an_error::<NotForLegacyPeer>();
    is_an_error::<ParseNameError>();
    is_an_error::<ParseVersionError>();
    is_an_error::<ToolError>();
}

#[test]
fn every_choice_is_a_plain_value() {
    is_a_plain_value::<ContentForm>();
    is_a_plain_value::<Conversion>();
    is_a_plain_value::<FirstBlock<&str>>();
    is_a_plain_value::<Holder>();
    is_a_plain_value::<OutputSchema>();
    is_a_plain_value::<Peer>();
    is_a_plain_value::<Presence<u8>>();
    is_a_plain_value::<ProtocolVersion>();
    is_a_plain_value::<ResultKind>();
    is_a_plain_value::<ResultMode>();
    is_a_plain_value::<ResultType>();
    is_a_plain_value::<StructuredContent>();
    is_a_plain_value::<TextFallback>();
}

#[test]
fn every_outcome_can_be_compared_and_cloned() {
    can_be_compared_and_cloned::<Change>();
    can_be_compared_and_cloned::<ConvertError>();
    can_be_compared_and_cloned::<Converted>();
    can_be_compared_and_cloned::<Fault>();
    can_be_compared_and_cloned::<Incomplete>();
    can_be_compared_and_cloned::<Malformed>();
    can_be_compared_and_cloned::<Mismatch>();
    can_be_compared_and_cloned::<NotForLegacyPeer>();
    can_be_compared_and_cloned::<Output>();
    can_be_compared_and_cloned::<ParseNameError>();
    can_be_compared_and_cloned::<ParseVersionError>();
    can_be_compared_and_cloned::<Place>();
    can_be_compared_and_cloned::<Presence<Value>>();
    can_be_compared_and_cloned::<RequiredMember>();
    can_be_compared_and_cloned::<Stripped>();
    can_be_compared_and_cloned::<ToolError>();
    can_be_compared_and_cloned::<Translated>();
}

#[cfg(feature = "raw")]
#[test]
fn every_type_over_json_text_can_cross_threads_and_panics() {
    use mcp_result::raw;

    can_cross_threads_and_panics::<raw::ConvertError<'static>>();
    can_cross_threads_and_panics::<raw::Incomplete<'static>>();
    can_cross_threads_and_panics::<raw::Malformed<'static>>();
    can_cross_threads_and_panics::<raw::NotJson<'static>>();
    can_cross_threads_and_panics::<raw::Output<'static>>();
    can_cross_threads_and_panics::<raw::StripError<'static>>();
    can_cross_threads_and_panics::<raw::Stripped<'static>>();
    can_cross_threads_and_panics::<raw::ToolError<'static>>();
}

#[cfg(feature = "raw")]
#[test]
fn every_error_over_json_text_is_an_error() {
    use mcp_result::raw;

    is_an_error::<raw::ConvertError<'static>>();
    is_an_error::<raw::Incomplete<'static>>();
    is_an_error::<raw::Malformed<'static>>();
    is_an_error::<raw::NotJson<'static>>();
    is_an_error::<raw::StripError<'static>>();
    is_an_error::<raw::ToolError<'static>>();
}

#[cfg(feature = "contract")]
#[test]
fn every_type_of_the_contract_can_cross_threads_and_panics() {
    use mcp_result::contract;

    can_cross_threads_and_panics::<contract::Answer>();
    can_cross_threads_and_panics::<contract::Case<ResultMode>>();
    can_cross_threads_and_panics::<contract::Crossing>();
    can_cross_threads_and_panics::<contract::Failure>();
    can_cross_threads_and_panics::<contract::Mismatch>();
    can_cross_threads_and_panics::<contract::Outcome>();
    can_cross_threads_and_panics::<contract::Recipient>();
    can_cross_threads_and_panics::<contract::Report>();
    can_cross_threads_and_panics::<contract::Rule>();
    can_cross_threads_and_panics::<contract::Suite<ResultMode>>();
    can_cross_threads_and_panics::<contract::Suite<contract::Recipient>>();
}

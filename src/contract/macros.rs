//! The macros that expand to a test for each rule.

/// Pins the contract of conversion in your crate: expands to one `#[test]` for each rule, named
/// after it, so that a test runner shows which rule broke.
///
/// Pass a function that checks your implementation with the [`Suite`](crate::contract::Suite) that
/// it is given; it may [`skip`](crate::contract::Suite::skip) and
/// [`retain`](crate::contract::Suite::retain) before. It cannot capture anything. A panic of the
/// implementation is caught, which takes `std`: a `no_std` crate needs `extern crate std` in its
/// tests.
///
/// ```
/// mod contract {
///     use mcp_result::convert_result;
///
///     mcp_result::conversion_tests!(|suite| suite
///         .check_values(|result, &asked| convert_result(result, asked)));
/// }
/// ```
#[macro_export]
macro_rules! conversion_tests {
    ($($check:expr)? $(,)?) => { $crate::__contract_tests! {
        conversion $crate::Conversion, [$($check)?]
        result_is_an_object
        true_is_error_is_the_tools_error
        is_error_comes_first
        tool_error_tells_its_texts
        false_is_error_goes_on
        is_error_is_never_coerced
        complete_result_type_goes_on
        other_result_type_is_incomplete
        result_type_comes_before_output
        result_type_is_a_string
        structured_value_is_returned_as_sent
        falsy_structured_value_is_returned
        explicit_null_is_returned
        null_counts_as_absent_on_request
        absent_structured_content_gives_content
        blocks_form_gives_every_block
        form_is_for_structured_modes
        structured_value_hides_content
        nothing_is_unwrapped
        text_mode_passes_over_structured_content
        rest_keeps_what_was_not_taken
        absent_content_is_no_blocks
        unknown_body_is_no_empty_success
        content_is_an_array
        content_mode_gives_every_block
        model_mode_gives_the_blocks_for_the_model
        audience_without_assistant_is_not_for_the_model
        any_other_audience_is_for_the_model
        structured_value_is_shown_where_there_is_nothing_to_read
        structured_null_is_not_shown
        block_that_holds_something_is_shown
        block_is_an_object
        block_has_a_string_type
        text_block_has_a_string_text
        first_malformed_block_is_named
        one_text_is_its_string
        text_beside_blocks_is_its_string
        lone_empty_text_is_an_empty_string
        empty_text_yields_to_blocks
        several_texts_are_a_list
        empty_texts_stay_in_the_list
        blocks_are_given_where_there_is_no_text
        no_blocks_are_an_empty_list
        text_is_never_parsed
        only_type_text_is_text
        unknown_blocks_are_kept
        member_order_is_kept
        numbers_are_kept
        last_duplicate_counts
        depth_does_not_matter
    } };
}

/// Pins the contract of stripping in your crate: expands to one `#[test]` for each rule, as
/// [`conversion_tests!`](crate::conversion_tests) does.
///
/// ```
/// mod contract {
///     use mcp_result::strip_for_legacy_peer;
///
///     mcp_result::stripping_tests!(|suite| suite.check_values(|mut result, to| {
///         let stripped = strip_for_legacy_peer(&mut result, to.kind(), to.peer());
///         (result, stripped)
///     }));
/// }
/// ```
#[macro_export]
macro_rules! stripping_tests {
    ($($check:expr)? $(,)?) => { $crate::__contract_tests! {
        stripping $crate::contract::Recipient, [$($check)?]
        modern_peer_gets_the_result_unchanged
        later_version_is_modern
        earlier_version_is_legacy
        absent_version_is_legacy
        version_that_is_no_date_is_legacy
        modern_method_gets_its_result_unchanged
        negotiated_task_stays
        complete_is_removed
        incomplete_result_is_refused
        other_result_type_stays
        object_schema_stays
        schema_of_another_type_is_removed
        schema_without_type_is_removed
        schema_with_a_list_of_types_is_removed
        schema_with_a_malformed_type_is_removed
        schema_that_is_no_object_is_removed
        tools_keep_their_place
        structured_object_stays
        structured_value_that_is_no_object_is_removed
        falsy_structured_value_is_removed
        structured_null_is_removed
        error_result_is_stripped_as_well
        value_is_written_where_there_are_no_blocks
        value_is_written_before_what_does_not_say_it
        image_does_not_say_the_value
        differing_number_does_not_say_the_value
        only_the_first_block_mirrors
        mirrored_value_is_not_written_twice
        when_empty_writes_beside_nothing
        written_text_is_compact_json
        content_that_cannot_hold_the_value_is_refused
        value_too_deep_to_read_back_is_refused
        method_decides_what_is_stripped
        everything_else_stays
        malformed_result_stays
        member_order_stays
        last_duplicate_is_stripped
    } };
}

/// Pins the contract of translation in your crate: expands to one `#[test]` for each rule, as
/// [`conversion_tests!`](crate::conversion_tests) does.
///
/// ```
/// mod contract {
///     use mcp_result::translate_result;
///
///     mcp_result::translation_tests!(|suite| suite.check_values(|mut result, asked| {
///         let (from, to) = (asked.from, &asked.to);
///         let translated = translate_result(&mut result, to.kind(), from, to.peer());
///         (result, translated)
///     }));
/// }
/// ```
#[macro_export]
macro_rules! translation_tests {
    ($($check:expr)? $(,)?) => { $crate::__contract_tests! {
        translation $crate::contract::Crossing, [$($check)?]
        modern_method_is_not_translated
        negotiated_task_is_not_translated
        result_that_is_not_final_stays_for_a_modern_peer
        body_that_is_no_tools_result_is_not_translated
        modern_peer_gets_a_result_type
        legacy_peer_gets_no_result_type
        result_that_is_not_final_is_refused
        task_is_for_who_negotiated_tasks
        malformed_result_type_is_not_translated
        modern_peer_gets_cache_hints
        legacy_peer_gets_no_cache_hints
        null_member_of_a_result_goes
        null_member_of_an_element_goes
        null_member_of_a_block_goes
        null_member_of_annotations_goes
        null_elsewhere_stays
        output_schema_goes_before_2025_06_18
        schema_of_type_object_is_sent
        schema_of_objects_gets_a_type
        other_schema_is_not_sent
        reference_has_to_lead_to_objects
        proof_has_limits
        boolean_property_becomes_an_object
        null_properties_go
        absent_content_becomes_empty
        null_of_an_older_server_means_nothing
        result_type_tells_the_version
        legacy_peer_gets_objects_alone
        object_is_written_before_2025_06_18
        value_is_written_behind_a_failure
        mirrored_value_is_not_written
        when_empty_writes_only_beside_nothing
        modern_peer_gets_any_value
        value_that_stays_fills_empty_content
        content_that_cannot_hold_the_text_is_refused
        value_too_deep_to_be_written_is_refused
        newer_block_becomes_text
        replaced_block_keeps_annotations_and_meta
        block_too_deep_to_be_written_stays
        blocks_of_prompts_are_translated
        method_decides_what_is_translated
        malformed_result_is_not_translated
        nothing_else_is_translated
        translated_members_keep_their_order
        last_duplicate_is_translated
    } };
}

/// Without a check, the names of the rules.
#[doc(hidden)]
#[macro_export]
macro_rules! __contract_tests {
    ($half:ident $question:ty, [] $($rule:ident)*) => { [$(stringify!($rule)),*] };
    ($half:ident $question:ty, [$check:expr] $($rule:ident)*) => { $(
        #[test]
        fn $rule() {
            let check: fn($crate::contract::Suite<$question>) -> $crate::contract::Report = $check;
            let suite = $crate::contract::$half().only(stringify!($rule)).catching(|run| {
                let _ = ::std::panic::catch_unwind(::std::panic::AssertUnwindSafe(run));
            });
            check(suite).assert();
        }
    )* };
}

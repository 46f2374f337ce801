//! The contract, pinned for what calls the crate.

use mcp_result::{convert_result, strip_for_legacy_peer};

mcp_result::conversion_tests!(
    |suite| suite.check_values(|result, &asked| convert_result(result, asked))
);

mcp_result::stripping_tests!(|suite| suite.check_values(|mut result, to| {
    let stripped = strip_for_legacy_peer(&mut result, to.kind(), to.peer());
    (result, stripped)
}));

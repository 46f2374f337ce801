//! The contract, pinned for what calls the crate.

use mcp_result::{contract, convert_result, strip_for_legacy_peer};

mcp_result::conversion_tests!(
    |suite| suite.check_values(|result, &mode| convert_result(result, mode))
);

#[test]
fn stripping() {
    let report = contract::stripping().check_values(|mut result, to| {
        let stripped = strip_for_legacy_peer(&mut result, to.kind(), to.peer());
        (result, stripped)
    });
    report.assert();
}

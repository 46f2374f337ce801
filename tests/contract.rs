//! The contract's files are well formed, and this crate meets every case of them.

use std::collections::{BTreeMap, BTreeSet};

use mcp_result::contract::{self, Answer, CONVERSION_JSON, Case, Outcome, STRIPPING_JSON, Suite};
use mcp_result::{ResultMode, convert_result, strip_for_legacy_peer};
use serde_json::Value;

mod conversion {
    use mcp_result::convert_result;

    mcp_result::conversion_tests!(
        |suite| suite.check_values(|result, &mode| convert_result(result, mode))
    );
}

mod stripping {
    use mcp_result::strip_for_legacy_peer;

    mcp_result::stripping_tests!(|suite| suite.check_values(|mut result, to| {
        let stripped = strip_for_legacy_peer(&mut result, to.kind(), to.peer());
        (result, stripped)
    }));
}

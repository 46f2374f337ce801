//! Gives what `translate_result` sends to real clients and to the official JSON Schemas, and beside it what
//! `strip_for_legacy_peer` sends: `mcp-result-accept 5000` for 5,000 generated results and all recorded
//! ones, each to a peer on every protocol version. It fails when anything that was translated is rejected,
//! but for calls that break their own tool's schema while the client has it in hand.

mod answer;
#[cfg(test)]
mod cases;
mod client;
mod generated;
mod input;
mod limits;
mod own_schema;
mod recorded;
#[cfg(test)]
mod same_values;
mod schema;
mod table;

use std::env;
use std::process::ExitCode;

use crate::answer::Answers;
use crate::input::Input;
use crate::table::Table;

fn main() -> ExitCode {
    env::set_current_dir(env!("CARGO_MANIFEST_DIR")).expect("the clients are there");
    let count = env::args()
        .nth(1)
        .map_or(5_000, |count| count.parse().expect("a count of results"));
    let mut inputs: Vec<Input> = generated::results(count);
    let recorded = recorded::results(count);
    println!(
        "{} generated and {} recorded results",
        inputs.len(),
        recorded.len()
    );
    inputs.extend(recorded);
    inputs.extend(limits::results());

    let answers = Answers::to_each_version(&inputs);
    println!("{answers}\n");
    let mut table = Table::new(&inputs, &answers);
    table.enter(schema::NAME, &schema::judge(&answers));
    for (client, verdicts) in client::judge_all(&answers) {
        table.enter(client, &verdicts);
    }
    println!("{table}");
    if answers.are_complete() && table.is_clean() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

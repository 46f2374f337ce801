//! Runs the contract's cases on the implementations of the field, and writes what came of it as a page.

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use implementations::{ALL, Implementation};
use run::Run;
use serde_json::json;

mod case;
mod fake;
mod implementations;
mod own;
mod page;
mod program;
mod run;
mod verdict;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let words: Vec<_> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["run", date, ref options @ ..] => return all(date, options),
        ["serve", version, result] => fake::serve(version, Path::new(result))?,
        [role, "about"] => println!("{}", about(role)),
        ["client", version, ..] => own::client(version, &arguments[2..])?,
        ["strip" | "translate", ..] => own::server(&words)?,
        _ => return Err("see README.md".into()),
    }
    Ok(ExitCode::SUCCESS)
}

/// What this crate's own adapter says of itself.
fn about(role: &str) -> serde_json::Value {
    let gives = match role {
        "client" => "`convert_result`",
        "strip" => "`strip_for_legacy_peer`",
        _ => "`translate_result`",
    };
    json!({"version": "mcp-result, as it is here", "takes": "any JSON", "gives": gives})
}

/// Runs what the options name, `--short` or names of implementations, or all.
fn all(date: &str, options: &[&str]) -> Result<ExitCode, Box<dyn Error>> {
    let home = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let (page, written) = (home.join("../../docs/field.md"), home.join("target/field"));
    fs::create_dir_all(&written)?;
    let place = run::Place { home, written };
    let is_short = options == ["--short"];
    let is_chosen = |it: &&Implementation| {
        options.is_empty() || is_short && it.in_short || options.contains(&it.name)
    };
    let (runs, missing) = run_each(ALL.iter().filter(is_chosen), &place);
    place.clear();
    let new = page::page(date, &runs, &missing);
    let mut complaints = needless_designs(&runs);
    if options.is_empty() {
        fs::write(&page, new)?;
    } else {
        fs::write(place.written.join("field.md"), new)?;
    }
    if is_short {
        complaints.extend(unsaid(&runs, &fs::read_to_string(page)?));
    }
    for complaint in &complaints {
        println!("{complaint}");
    }
    Ok(if missing.is_empty() && complaints.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// The runs, and who could not be run and why.
fn run_each(
    implementations: impl Iterator<Item = &'static Implementation>,
    place: &run::Place,
) -> (Vec<Run>, Vec<(&'static str, String)>) {
    let (mut runs, mut missing) = (Vec::new(), Vec::new());
    for implementation in implementations {
        let ran = run::install(implementation.environment, &place.home)
            .map_err(|reason| format!("could not be installed: {reason}"))
            .and_then(|()| run::run(implementation, place));
        match ran {
            Ok(run) => {
                println!("{} {} s", page::row(&run), run.took.as_secs());
                if let Err(error) = fs::write(
                    place.failures(run.implementation.name),
                    page::whole_failures(&run),
                ) {
                    println!("its failures could not be written: {error}");
                }
                runs.push(run);
            }
            Err(reason) => {
                println!("{}: {reason}", implementation.name);
                missing.push((implementation.name, reason));
            }
        }
    }
    (runs, missing)
}

/// What adapters say is by design though nothing of it fails, in none of the parts that an adapter stands for.
fn needless_designs(runs: &[Run]) -> Vec<String> {
    let mut needless = Vec::new();
    for run in runs {
        let of_adapter = |other: &&Run| other.implementation.command == run.implementation.command;
        let same: Vec<_> = runs.iter().filter(of_adapter).collect();
        let names = run.needless_designs().into_iter();
        let names = names.filter(|name| {
            same.iter()
                .all(|other| other.needless_designs().contains(name))
        });
        needless.extend(names.map(|name| {
            let implementation = run.implementation.name;
            format!("{implementation}: {name} is said to be by design, but nothing of it fails")
        }));
    }
    needless
}

/// What the page does not say of the runs.
fn unsaid(runs: &[Run], page: &str) -> Vec<String> {
    let mut unsaid = Vec::new();
    for run in runs {
        for statement in page::statements(run) {
            if !page.contains(&statement) {
                let name = run.implementation.name;
                unsaid.push(format!(
                    "docs/field.md does not say of {name}:\n{statement}"
                ));
            }
        }
    }
    unsaid
}

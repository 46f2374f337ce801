//! Runs the contract's cases on the implementations of the field, and writes what came of it as a page.

use std::collections::BTreeMap;
use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

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
    let version = concat!("mcp-result ", env!("CARGO_PKG_VERSION"));
    json!({"version": version, "takes": "any JSON", "gives": gives})
}

fn all(date: &str, options: &[&str]) -> Result<ExitCode, Box<dyn Error>> {
    let home = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let written = home.join("target/field");
    fs::create_dir_all(&written)?;
    let place = run::Place { home, written };
    let is_short = options.contains(&"--short");
    let names: Vec<_> = options
        .iter()
        .filter(|option| !option.starts_with('-'))
        .collect();
    let mut installed = BTreeMap::new();
    let (mut runs, mut missing) = (Vec::new(), Vec::new());
    for implementation in implementations::ALL {
        if is_short && !implementation.in_short
            || !names.is_empty() && !names.contains(&&implementation.name)
        {
            continue;
        }
        let install = || run::install(implementation.environment, &place.home);
        let ran = installed
            .entry(implementation.environment)
            .or_insert_with(install)
            .clone()
            .map_err(|reason| format!("could not be installed: {reason}"))
            .and_then(|()| run::run(implementation, &place));
        match ran {
            Ok(run) => {
                println!("{} {} s", page::row(&run), run.took.as_secs());
                runs.push(run);
            }
            Err(reason) => {
                println!("{}: {reason}", implementation.name);
                missing.push((implementation.name, reason));
            }
        }
    }
    place.clear();
    let path = place.home.join("../../docs/field.md");
    if is_short || !names.is_empty() {
        fs::write(
            place
                .written
                .join(format!("{}.md", options.join("-").replace(' ', "-"))),
            page::page(date, &runs, &missing),
        )?;
    } else {
        fs::write(&path, page::page(date, &runs, &missing))?;
    }
    let mut failed = !missing.is_empty();
    for run in &runs {
        // An adapter may stand for two parts.
        let same = |other: &&run::Run| other.implementation.command == run.implementation.command;
        for name in run.needless_designs() {
            if runs
                .iter()
                .filter(same)
                .all(|other| other.needless_designs().contains(&name))
            {
                println!(
                    "{}: {name} is said to be by design, but nothing of it fails",
                    run.implementation.name
                );
                failed = true;
            }
        }
    }
    if is_short {
        let page = fs::read_to_string(path)?;
        for run in &runs {
            if !page.contains(&page::row(run)) {
                println!(
                    "docs/field.md says something else of {}",
                    run.implementation.name
                );
                failed = true;
            }
        }
    }
    Ok(if failed {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

//! What came of the runs, as Markdown.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::case::Case;
use crate::run::Run;
use crate::verdict::{Told, Verdict};

/// What a case counts as.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
enum Column {
    Passed,
    Silent,
    WithError,
    ByDesign,
    NotApplicable,
}

fn column(run: &Run, case: &Case, verdict: &Verdict) -> Column {
    match verdict {
        Verdict::Passed => Column::Passed,
        Verdict::NotApplicable(_) => Column::NotApplicable,
        _ if run.design(case, verdict).is_some() => Column::ByDesign,
        Verdict::FailedSilently(_) => Column::Silent,
        Verdict::FailedWithError(_) => Column::WithError,
    }
}

/// The row of an implementation in the first table.
pub fn row(run: &Run) -> String {
    let mut counts = BTreeMap::new();
    for (case, verdict) in &run.verdicts {
        *counts.entry(column(run, case, verdict)).or_insert(0) += 1;
    }
    let count = |column| counts.get(&column).copied().unwrap_or(0);
    let asked = run.verdicts.len() - count(Column::NotApplicable);
    format!(
        "| {} | {} | {asked} | {} | {} | {} | {} | {} |",
        run.implementation.name,
        run.about["version"].as_str().unwrap_or_default(),
        count(Column::Passed),
        count(Column::Silent),
        count(Column::WithError),
        count(Column::ByDesign),
        count(Column::NotApplicable),
    )
}

/// All that the page says of an implementation, in parts that stand in it word for word.
pub fn statements(run: &Run) -> Vec<String> {
    let mut all = vec![row(run), gives(run), designs(run), not_applicable(run)];
    for column in [Column::Silent, Column::WithError] {
        let failed = failed(run, column);
        all.extend(failed.values().map(|failed| entry(failed)));
    }
    all
}

/// The whole page.
pub fn page(date: &str, runs: &[Run], missing: &[(&str, String)]) -> String {
    let mut page = include_str!("page.md").replace("{date}", date);
    let rows: Vec<_> = runs.iter().map(row).collect();
    page = page.replace("{rows}", &rows.join("\n"));
    let gives = runs.iter().map(gives);
    page = page.replace("{gives}", &gives.collect::<String>());
    let mut missed = String::new();
    for (name, reason) in missing {
        let _ = writeln!(missed, "**{name}** was not run: {}\n", code(reason));
    }
    page = page.replace("{missing}", &missed);
    page = page.replace("{designs}", &runs.iter().map(designs).collect::<String>());
    page = page.replace(
        "{not_applicable}",
        &runs.iter().map(not_applicable).collect::<String>(),
    );
    page = page.replace("{rules}", &rules(runs));
    page = page.replace("{silent}", &failures(runs, Column::Silent));
    page.replace("{with_error}", &failures(runs, Column::WithError))
        .trim_end()
        .to_owned()
        + "\n"
}

fn gives(run: &Run) -> String {
    let gives = run.about["gives"].as_str().unwrap_or_default();
    let versions = run.about["versions"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|version| version.as_str());
    let versions: Vec<_> = versions.collect();
    let versions = if versions.is_empty() {
        "any".to_owned()
    } else {
        versions.join(", ")
    };
    format!("| {} | {gives} | {versions} |\n", run.implementation.name)
}

fn designs(run: &Run) -> String {
    let mut sentences: BTreeMap<&str, Vec<&Case>> = BTreeMap::new();
    for (case, verdict) in &run.verdicts {
        if column(run, case, verdict) == Column::ByDesign {
            sentences
                .entry(run.design(case, verdict).unwrap_or_default())
                .or_default()
                .push(case);
        }
    }
    let mut list = String::new();
    for (sentence, cases) in sentences {
        let _ = writeln!(
            list,
            "- {}: {sentence} ({}; {})",
            run.implementation.name,
            count_of(cases.len()),
            rules_of(&cases)
        );
    }
    list
}

/// More are in the table by rule.
fn rules_of(cases: &[&Case]) -> String {
    const MOST: usize = 4;
    let mut rules: Vec<_> = cases
        .iter()
        .map(|case| format!("`{}`", case.rule))
        .collect();
    rules.sort();
    rules.dedup();
    if rules.len() > MOST {
        return format!("{} rules", rules.len());
    }
    rules.join(", ")
}

fn not_applicable(run: &Run) -> String {
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, verdict) in &run.verdicts {
        if let Verdict::NotApplicable(reason) = verdict {
            *reasons.entry(reason).or_default() += 1;
        }
    }
    if reasons.is_empty() {
        return String::new();
    }
    let reasons: Vec<_> = reasons
        .iter()
        .map(|(reason, count)| format!("{reason} ({count})"))
        .collect();
    format!("- {}: {}\n", run.implementation.name, reasons.join("; "))
}

/// Per rule, who fails it and how often.
fn rules(runs: &[Run]) -> String {
    let mut order: Vec<&str> = Vec::new();
    let mut fails: BTreeMap<(&str, Column), Vec<(&str, usize)>> = BTreeMap::new();
    for run in runs {
        for (case, verdict) in &run.verdicts {
            if !order.contains(&case.rule.as_str()) {
                order.push(&case.rule);
            }
            let column = column(run, case, verdict);
            let names = fails.entry((&case.rule, column)).or_default();
            match names.last_mut() {
                Some((name, count)) if *name == run.implementation.name => *count += 1,
                _ => names.push((run.implementation.name, 1)),
            }
        }
    }
    let names = |rule, column| {
        let names = fails.get(&(rule, column)).into_iter().flatten();
        names
            .map(|(name, count)| format!("{name} ({count})"))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let mut table = String::new();
    for rule in in_order(order) {
        let columns =
            [Column::Silent, Column::WithError, Column::ByDesign].map(|column| names(rule, column));
        if columns.iter().any(|names| !names.is_empty()) {
            let _ = writeln!(
                table,
                "| `{rule}` | {} | {} | {} |",
                columns[0], columns[1], columns[2]
            );
        }
    }
    table
}

/// The order of the contract, whatever runs came first.
fn in_order(mut rules: Vec<&str>) -> Vec<&str> {
    use mcp_result::contract::{conversion, stripping, translation};
    let all = [
        conversion().rules().to_vec(),
        stripping().rules().to_vec(),
        translation().rules().to_vec(),
    ];
    let place = |rule: &str| all.iter().flatten().position(|named| named.id == rule);
    rules.sort_by_key(|rule| place(rule));
    rules
}

/// The cases of a column, by rule.
fn failed(run: &Run, wanted: Column) -> BTreeMap<&str, Vec<(&Case, &Told)>> {
    let mut by_rule: BTreeMap<&str, Vec<(&Case, &Told)>> = BTreeMap::new();
    for (case, verdict) in &run.verdicts {
        if let Verdict::FailedSilently(told) | Verdict::FailedWithError(told) = verdict
            && column(run, case, verdict) == wanted
        {
            by_rule.entry(&case.rule).or_default().push((case, told));
        }
    }
    by_rule
}

/// What came out, said once where several implementations have the same.
fn failures(runs: &[Run], wanted: Column) -> String {
    let mut by_rule: BTreeMap<&str, Vec<(Vec<&str>, String)>> = BTreeMap::new();
    for run in runs {
        for (rule, failed) in failed(run, wanted) {
            let (said, entry) = (by_rule.entry(rule).or_default(), entry(&failed));
            match said.iter_mut().find(|(_, same)| *same == entry) {
                Some((names, _)) => names.push(run.implementation.name),
                None => said.push((vec![run.implementation.name], entry)),
            }
        }
    }
    let mut text = String::new();
    for rule in in_order(by_rule.keys().copied().collect()) {
        let _ = writeln!(text, "### `{rule}`\n");
        for (names, entry) in &by_rule[rule] {
            let _ = writeln!(text, "- **{}**: {entry}", names.join(", "));
        }
        text.push('\n');
    }
    text
}

/// Each failure of a run, whole, to be looked at by hand.
pub fn whole_failures(run: &Run) -> String {
    let mut text = String::new();
    for (case, verdict) in &run.verdicts {
        if let Verdict::FailedSilently(told) | Verdict::FailedWithError(told) = verdict {
            let column = column(run, case, verdict);
            let _ = writeln!(
                text,
                "{column:?} {}\n  input  {}\n  wanted {}\n  got    {}",
                case.id, case.input, told.wanted, told.got
            );
        }
    }
    text
}

/// The shortest input of the cases that a rule fails, what was wanted and what came out, and the other cases.
fn entry(failed: &[(&Case, &Told)]) -> String {
    let (case, told) = failed
        .iter()
        .min_by_key(|(case, _)| case.input.len())
        .expect("a case failed");
    let question = match case
        .text("version")
        .filter(|_| case.text("method").is_some())
    {
        Some(version) => format!("{} to {version}", case.text("method").unwrap_or_default()),
        None => format!("mode {}", case.mode()),
    };
    let mut entry = format!(
        "{question}, {}\n  wanted {}\n  got {}",
        code(&case.input),
        code(&told.wanted),
        code(&told.got)
    );
    let own = |case: &Case| format!("`{}`", case.id.rsplit('/').next().unwrap_or_default());
    let ids: Vec<_> = failed.iter().map(|(case, _)| own(case)).collect();
    if ids.len() > 1 {
        let _ = write!(entry, "\n  ({}: {})", count_of(ids.len()), ids.join(", "));
    } else {
        let _ = write!(entry, "\n  ({})", ids[0]);
    }
    entry
}

fn count_of(cases: usize) -> String {
    if cases == 1 {
        "1 case".to_owned()
    } else {
        format!("{cases} cases")
    }
}

/// As code, cut where it is long.
fn code(text: &str) -> String {
    const LONGEST: usize = 240;
    let line = without_machine(&text.replace(['\n', '\r'], " "));
    let cut = match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    };
    let fence = if cut.contains('`') { "``" } else { "`" };
    format!("{fence}{cut}{fence}")
}

/// Messages name folders and addresses of objects, which are others on another machine.
fn without_machine(text: &str) -> String {
    let text = text.replace(env!("CARGO_MANIFEST_DIR"), "peers/field");
    let mut parts = text.split(" at 0x");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        text + " at" + part.trim_start_matches(|digit: char| digit.is_ascii_hexdigit())
    })
}

//! Markdown tables.

pub fn print(header: &[&str], rows: &[Vec<String>]) {
    let header = header.iter().map(|&cell| cell.to_owned()).collect();
    let rule = vec!["---".to_owned(); Vec::len(&header)];
    for row in [&header, &rule].into_iter().chain(rows) {
        println!("| {} |", row.join(" | "));
    }
}

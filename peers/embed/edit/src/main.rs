//! Replaces statements in a copy of a crate: `edit <edits> <folder of the crate>`.
//!
//! An edit is a line `=== <file> <method> <word>`, and the lines that take the place of the first
//! statement of that method that mentions that word (of statements inside each other, the innermost)
//! and of the comment above it. Edits apply in their order, each to what those before it left.

use std::ops::Range;
use std::path::Path;
use std::{env, fs};

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Block, File, ImplItem, Item, Stmt};

fn main() {
    let [edits, folder] = <[String; 2]>::try_from(env::args().skip(1).collect::<Vec<_>>())
        .expect("usage: edit <edits> <folder of the crate>");
    let edits = fs::read_to_string(edits).expect("the edits can be read");
    for edit in edits.split("\n=== ").skip(1) {
        let (place, lines) = edit.split_once('\n').expect("an edit has lines");
        let [file, method, word] = <[&str; 3]>::try_from(place.split(' ').collect::<Vec<_>>())
            .unwrap_or_else(|_| panic!("expected `=== <file> <method> <word>`, found `{place}`"));
        let path = Path::new(&folder).join(file);
        let code = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
        let edited = replaced(&code, method, word, lines)
            .unwrap_or_else(|| panic!("{file} has no method {method} that mentions {word}"));
        fs::write(path, edited).expect("the copy can be written");
    }
}

fn replaced(code: &str, method: &str, word: &str, lines: &str) -> Option<String> {
    let mut search = Search { word, found: None };
    let file = syn::parse_file(code).expect("the file is Rust");
    for block in blocks(&file, method) {
        search.visit_block(block);
    }
    let old: Vec<_> = code.split_inclusive('\n').collect();
    let Range { mut start, end } = search.found?;
    while old[start - 1].trim_start().starts_with("//") {
        start -= 1;
    }
    let (before, after) = (old[..start].concat(), old[end..].concat());
    Some(format!("{before}{}\n{after}", lines.trim_end()))
}

/// The bodies of the methods of this name.
fn blocks<'a>(file: &'a File, method: &'a str) -> impl Iterator<Item = &'a Block> {
    let items = file.items.iter().filter_map(|item| match item {
        Item::Impl(item) => Some(&item.items),
        _ => None,
    });
    items.flatten().filter_map(move |item| match item {
        ImplItem::Fn(item) if item.sig.ident == method => Some(&item.block),
        _ => None,
    })
}

struct Search<'a> {
    word: &'a str,
    /// The lines of the statement, counted from 0.
    found: Option<Range<usize>>,
}

impl<'ast> Visit<'ast> for Search<'_> {
    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        if self.found.is_none() && mentions(statement.to_token_stream(), self.word) {
            visit::visit_stmt(self, statement);
            let span = statement.span();
            let lines = span.start().line - 1..span.end().line;
            self.found.get_or_insert(lines);
        }
    }
}

fn mentions(tokens: TokenStream, word: &str) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => mentions(group.stream(), word),
        TokenTree::Ident(ident) => ident == word,
        _ => false,
    })
}

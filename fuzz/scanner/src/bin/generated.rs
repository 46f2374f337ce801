//! Checks generated texts: `generated <millions> [seed]`. They are short and made to be nearly JSON, so
//! that there can be many; where one differs, the program panics and says which.

use std::time::Instant;

fn main() {
    let mut arguments = std::env::args()
        .skip(1)
        .map(|argument| argument.parse().unwrap());
    let millions: u64 = arguments.next().expect("how many million texts");
    let mut random = Random(arguments.next().unwrap_or(1) | 1);
    let start = Instant::now();
    let mut texts = 0_u64;
    let mut text = String::new();
    for million in 1..=millions {
        for _ in 0..1_000_000 {
            text.clear();
            random.text(&mut text);
            mcp_result_scanner::check(&text);
            texts += 1;
        }
        if million % 10 == 0 || million == millions {
            println!("{texts} texts in {} s", start.elapsed().as_secs());
        }
    }
}

/// A xorshift generator.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as usize % n
    }

    fn one_of(&mut self, parts: &[&'static str]) -> &'static str {
        parts[self.below(parts.len())]
    }

    fn text(&mut self, text: &mut String) {
        match self.below(8) {
            0 => self.tokens(text),
            1 => self.number(text),
            2 | 3 => self.string(text),
            _ => self.value(text, 3),
        }
        for _ in 0..self.below(8).saturating_sub(5) {
            self.change(text);
        }
    }

    fn tokens(&mut self, text: &mut String) {
        for _ in 0..=self.below(12) {
            text.push_str(self.one_of(&TOKENS));
        }
    }

    fn number(&mut self, text: &mut String) {
        for _ in 0..=self.below(10) {
            text.push_str(self.one_of(&["0", "1", "9", "+", "-", ".", "e", "E"]));
        }
    }

    /// A string, long enough now and then for every way in which one is read.
    fn string(&mut self, text: &mut String) {
        text.push('"');
        for _ in 0..self.below(6) {
            if self.below(3) == 0 {
                text.push_str(self.one_of(&ODD));
            } else {
                let part = self.one_of(&PLAIN);
                let longest = if self.below(8) == 0 { 120 } else { 12 };
                text.extend(std::iter::repeat_n(part, self.below(longest)));
            }
        }
        text.push('"');
    }

    fn value(&mut self, text: &mut String, levels: usize) {
        let count = self.below(4);
        match self.below(if levels == 0 { 4 } else { 8 }) {
            0 => text.push_str(self.one_of(&["null", "true", "false"])),
            1 => text.push_str(self.one_of(&["0", "-0", "12", "1.5", "1E400", "-2.50e-3"])),
            2 | 3 => self.string(text),
            4 | 5 => {
                text.push('[');
                for index in 0..count {
                    self.separator(text, index);
                    self.value(text, levels - 1);
                }
                text.push(']');
            }
            _ => {
                text.push('{');
                for index in 0..count {
                    self.separator(text, index);
                    self.string(text);
                    text.push(':');
                    self.value(text, levels - 1);
                }
                text.push('}');
            }
        }
        self.space(text);
    }

    fn separator(&mut self, text: &mut String, index: usize) {
        if index > 0 {
            text.push(',');
        }
        self.space(text);
    }

    fn space(&mut self, text: &mut String) {
        if self.below(4) == 0 {
            text.push_str(self.one_of(&[" ", "\n", "\r\n", "\t", "  \n    "]));
        }
    }

    /// Puts something in or out.
    fn change(&mut self, text: &mut String) {
        let at = self.below(text.len() + 1);
        if !text.is_char_boundary(at) {
            return;
        }
        match self.below(3) {
            0 => text.insert_str(at, self.one_of(&TOKENS)),
            1 => text.insert_str(at, self.one_of(&ODD)),
            _ if at < text.len() => drop(text.remove(at)),
            _ => {}
        }
    }
}

const TOKENS: [&str; 26] = [
    "[", "]", "{", "}", ",", ":", "\"\"", "\"a\"", "\"\\n\"", "0", "-1.5e3", "1e", "true", "null",
    "false", "nul", " ", "\n", "\t", "\r", "\u{c}", "\0", "\u{feff}", "'", "[[[[[[[[", "]]]]]]]]",
];

const PLAIN: [&str; 8] = ["a", "/", "!", "#", "\u{7f}", "é", "日", "😀"];

const ODD: [&str; 32] = [
    "\\\"",
    "\\\\",
    "\\/",
    "\\b",
    "\\f",
    "\\n",
    "\\r",
    "\\t",
    "\\u00e9",
    "\\u0000",
    "\\uD83D\\uDE00",
    "\\ud800",
    "\\uDC00",
    "\\ud800\\ud800",
    "\\ud800\\n",
    "\\ud800\\u+c00",
    "\\udbff\\udfff",
    "\\uFFFF",
    "\\u12",
    "\\u12g4",
    "\\u+123",
    "\\U0041",
    "\\x",
    "\\",
    "\"",
    "\n",
    "\0",
    "\u{1f}",
    "\u{80}",
    " ",
    "\\u2028",
    "\\uD7FF\\uE000",
];

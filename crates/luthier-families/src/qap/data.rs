//! The data of quadratic assignment problems, and files of QAPLIB.

use luthier::{Diagnostic, escape_name};
use std::path::Path;

/// min sum over i, k, j, l of A_ik B_jl x_ij x_kl over assignments x.
#[derive(Clone, Debug, PartialEq)]
pub struct Data {
    /// Facilities, and locations.
    pub size: usize,
    /// A, row by row.
    pub first: Vec<f64>,
    /// B, row by row.
    pub second: Vec<f64>,
}

/// Largest size: 64 facilities have 8 million variables.
const LARGEST: usize = 64;
/// Largest file: two matrices of the largest size with room to spare.
const MOST_BYTES: u64 = 1 << 20;
/// Magnitudes of entries.
const MOST: f64 = 1e12;

/// A word of a file with its place.
struct Word<'a> {
    text: &'a str,
    line: usize,
    column: usize,
}

/// Reads a file: n, then two n x n matrices, separated by blanks and line ends.
pub fn read(path: &Path) -> Result<Data, Diagnostic> {
    let shown = path.display().to_string();
    let whole = |problem: String| Diagnostic::of_file(&shown, problem);
    let found = path.metadata().map_err(|e| match e.kind() {
        std::io::ErrorKind::NotFound => whole("there is no such file".to_owned()),
        _ => whole(format!("cannot be read: {e}")),
    })?;
    if found.is_dir() {
        return Err(whole("is a directory; expected a .dat file of QAPLIB".to_owned()));
    }
    if found.len() > MOST_BYTES {
        return Err(whole(format!("has {} bytes; expected at most {MOST_BYTES}", found.len())));
    }
    let bytes = std::fs::read(path).map_err(|e| whole(format!("cannot be read: {e}")))?;
    let text = String::from_utf8(bytes).map_err(|_| whole("is no text; expected numbers".to_owned()))?;
    parse(&shown, &text)
}

/// Reads the text of a file; `path` stands for it in errors.
pub fn parse(path: &str, text: &str) -> Result<Data, Diagnostic> {
    let mut words = words(text);
    let form = "expected n, then two n x n matrices";
    let Some(first) = words.next() else {
        return Err(Diagnostic::of_file(path, format!("is empty; {form}")));
    };
    let size = first.text.parse::<usize>().ok().filter(|n| (2..=LARGEST).contains(n)).ok_or_else(|| {
        let problem = format!("'{}'; expected the size, from 2 to {LARGEST}", shown(first.text));
        at(path, text, &first, problem)
    })?;
    let expected = 2 * size * size;
    let mut numbers = Vec::with_capacity(expected);
    for word in words {
        if numbers.len() == expected {
            let problem = format!(
                "'{}' after the two {size} x {size} matrices; expected the end of the file",
                shown(word.text)
            );
            return Err(at(path, text, &word, problem));
        }
        let number = word.text.parse::<f64>().ok().filter(|v| v.abs() <= MOST);
        numbers.push(number.ok_or_else(|| {
            let problem = format!("'{}'; expected a number of at most {MOST:e}", shown(word.text));
            at(path, text, &word, problem)
        })?);
    }
    if numbers.len() < expected {
        let count = numbers.len();
        let problem = format!("ends after {count} of {expected} entries; {form}, here with n = {size}");
        return Err(Diagnostic::of_file(path, problem));
    }
    let second = numbers.split_off(size * size);
    Ok(Data { size, first: numbers, second })
}

/// A word in a message: not more of it than is needed.
fn shown(word: &str) -> String {
    escape_name(&word.chars().take(40).collect::<String>())
}

fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    text.lines().enumerate().flat_map(|(number, line)| {
        line.split_whitespace().map(move |word| {
            let column = word.as_ptr() as usize - line.as_ptr() as usize;
            Word { text: word, line: number + 1, column: line[..column].chars().count() + 1 }
        })
    })
}

fn at(path: &str, text: &str, word: &Word<'_>, problem: String) -> Diagnostic {
    /// Characters of a line that are shown.
    const SHOWN: usize = 100;
    let line = text.lines().nth(word.line - 1).unwrap_or_default();
    let skipped = word.column.saturating_sub(SHOWN / 2);
    let shown: String = line.chars().skip(skipped).take(SHOWN).collect();
    Diagnostic {
        line: word.line,
        column: word.column,
        excerpt: Some((escape_name(&shown.replace('\t', " ")), word.column - 1 - skipped)),
        ..Diagnostic::of_file(path, problem)
    }
}

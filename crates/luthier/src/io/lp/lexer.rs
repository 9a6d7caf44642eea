//! The words of a line: numbers, names and operators, each with its place.

use crate::error::Diagnostic;
use crate::io::lines::Here;
use crate::text::escape_name;

/// The sense of a comparison; strict ones mean the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Less,
    Equal,
    Greater,
}

impl Comparison {
    /// The comparison with its sides exchanged.
    pub(super) fn flipped(self) -> Comparison {
        match self {
            Comparison::Less => Comparison::Greater,
            Comparison::Equal => Comparison::Equal,
            Comparison::Greater => Comparison::Less,
        }
    }
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind<'l> {
    /// Without its sign; infinite for `inf` and `infinity`.
    Number(f64),
    Name(&'l str),
    Minus,
    Plus,
    Star,
    Compare(Comparison),
    Colon,
    /// `->`, `^` and `[`, which no linear program has.
    Foreign(&'static str),
}

/// A word or operator and where it begins in its line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Token<'l> {
    pub at: usize,
    /// As it is in the file.
    pub text: &'l str,
    pub kind: Kind<'l>,
}

/// Takes a line apart from left to right.
pub(super) struct Scanner<'l> {
    pub here: Here<'l>,
    at: usize,
}

impl<'l> Scanner<'l> {
    pub(super) fn new(here: Here<'l>, at: usize) -> Scanner<'l> {
        Scanner { here, at }
    }

    /// The next byte that is not blank.
    pub(super) fn peek(&mut self) -> Option<u8> {
        let rest = &self.here.text.as_bytes()[self.at..];
        self.at += rest.iter().position(|b| !b.is_ascii_whitespace()).unwrap_or(rest.len());
        self.here.text.as_bytes().get(self.at).copied()
    }

    /// Where the next token is.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// The next token of the line.
    pub(super) fn next(&mut self) -> Result<Option<Token<'l>>, Diagnostic> {
        let Some(first) = self.peek() else { return Ok(None) };
        let rest = &self.here.text[self.at..];
        let (kind, length) = match operator(rest.as_bytes(), first) {
            Some(operator) => operator,
            None => self.word(rest, first)?,
        };
        let token = Token { at: self.at, text: &rest[..length], kind };
        self.at += length;
        Ok(Some(token))
    }

    fn word(&self, rest: &'l str, first: u8) -> Result<(Kind<'l>, usize), Diagnostic> {
        if let length @ 1.. = number_length(rest.as_bytes()) {
            // Digits, point and exponent are always a number.
            let value = rest[..length].parse().unwrap_or(f64::INFINITY);
            return Ok((Kind::Number(value), length));
        }
        if let Some(found) = NOT_FIRST.iter().find(|b| **b == first) {
            let problem = format!("'{}'; expected a number, a name or an operator", char::from(*found));
            return Err(self.here.error(self.at, problem).hint(hint_of(*found)));
        }
        let name = &rest[..name_length(rest)];
        if let Some(character) = rest.chars().next().filter(|_| name.is_empty()) {
            let shown = escape_name(&character.to_string());
            let problem =
                format!("the character '{shown}', which cannot be seen; expected a number or a name");
            return Err(self.here.error(self.at, problem));
        }
        Ok((self.named(name)?, name.len()))
    }

    /// An infinite number or a name, which `nan` must not be taken for.
    fn named(&self, name: &'l str) -> Result<Kind<'l>, Diagnostic> {
        if name.eq_ignore_ascii_case("inf") || name.eq_ignore_ascii_case("infinity") {
            return Ok(Kind::Number(f64::INFINITY));
        }
        if name.eq_ignore_ascii_case("nan") {
            let problem = format!("'{name}' is not a number; expected a number such as 12.5, or a name");
            return Err(self.here.error(self.at, problem));
        }
        Ok(Kind::Name(name))
    }
}

/// Characters with which no name begins: they are part of a number, or of something that is not linear.
const NOT_FIRST: [u8; 7] = *b".,;/()]";

fn hint_of(first: u8) -> &'static str {
    match first {
        b'.' | b',' => "decimals have a point and at least one digit, such as 1.5",
        b';' => "statements of this format end with the line; files for lp_solve are another format",
        b'/' => "write fractions as decimals",
        _ => "write sums without parentheses",
    }
}

fn operator(rest: &[u8], first: u8) -> Option<(Kind<'static>, usize)> {
    let second = rest.get(1).copied();
    Some(match (first, second) {
        (b'-', Some(b'>')) => (Kind::Foreign("->"), 2),
        (b'-', _) => (Kind::Minus, 1),
        (b'+', _) => (Kind::Plus, 1),
        (b'*', _) => (Kind::Star, 1),
        (b':', _) => (Kind::Colon, 1),
        (b'^', _) => (Kind::Foreign("^"), 1),
        (b'[', _) => (Kind::Foreign("["), 1),
        (b'<', Some(b'=')) | (b'=', Some(b'<')) => (Kind::Compare(Comparison::Less), 2),
        (b'<', _) => (Kind::Compare(Comparison::Less), 1),
        (b'>', Some(b'=')) | (b'=', Some(b'>')) => (Kind::Compare(Comparison::Greater), 2),
        (b'>', _) => (Kind::Compare(Comparison::Greater), 1),
        (b'=', _) => (Kind::Compare(Comparison::Equal), 1),
        _ => return None,
    })
}

/// Bytes of the number at the beginning: digits with a point, then an exponent if it has digits. 0 if there is none.
fn number_length(bytes: &[u8]) -> usize {
    let digits = |from: usize| bytes.iter().skip(from).take_while(|b| b.is_ascii_digit()).count();
    let whole = digits(0);
    let point = usize::from(bytes.get(whole) == Some(&b'.'));
    let fraction = if point == 1 { digits(whole + 1) } else { 0 };
    if whole + fraction == 0 {
        return 0;
    }
    let mantissa = whole + point + fraction;
    if !matches!(bytes.get(mantissa), Some(b'e' | b'E')) {
        return mantissa;
    }
    let sign = usize::from(matches!(bytes.get(mantissa + 1), Some(b'+' | b'-')));
    match digits(mantissa + 1 + sign) {
        0 => mantissa,
        exponent => mantissa + 1 + sign + exponent,
    }
}

/// Whether a character can be part of a name: not those of operators, and none that cannot be seen.
pub(super) fn in_name(c: char) -> bool {
    !matches!(c, '+' | '-' | '*' | '^' | '<' | '>' | '=' | ':' | '\\')
        && !c.is_whitespace()
        && !c.is_control()
}

/// Whether a name can begin with this character.
pub(super) fn begins_name(c: char) -> bool {
    in_name(c) && !c.is_ascii_digit() && c != '[' && !(c.is_ascii() && NOT_FIRST.contains(&(c as u8)))
}

/// Bytes of the name at the beginning.
pub(super) fn name_length(text: &str) -> usize {
    text.find(|c| !in_name(c)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_the_longest_match() {
        for (text, length) in [
            ("1", 1),
            ("12.5x", 4),
            ("3e5x", 3),
            ("3ex", 1),
            ("3e+x", 1),
            ("3E-2", 4),
            (".5", 2),
            ("1.", 2),
            ("1.e3", 4),
            (".", 0),
            (".e5", 0),
            ("e5", 0),
            ("1.2.3", 3),
            ("1d5", 1),
            ("", 0),
        ] {
            assert_eq!(number_length(text.as_bytes()), length, "{text}");
        }
    }

    #[test]
    fn names_end_at_operators_and_what_cannot_be_seen() {
        for (text, length) in
            [("x[1,2]+y", 6), ("x_1:", 3), ("a\u{a0}b", 1), ("\u{fc}:", 2), ("a\u{7}", 1), ("a<b", 1)]
        {
            assert_eq!(name_length(text), length, "{text}");
        }
    }
}

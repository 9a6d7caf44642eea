//! Names in the raw layout, where a name is one word.

use std::borrow::Cow;
use std::fmt::Write;

/// A name as one word: itself, or, where it would be read as something else, in quotation marks with the escapes of JSON,
/// blanks included.
pub(super) fn quoted(name: &str) -> Cow<'_, str> {
    let breaks = |c: char| c.is_whitespace() || c.is_control();
    if !name.is_empty() && !name.starts_with(['"', '#']) && !name.contains(breaks) {
        return Cow::Borrowed(name);
    }
    let mut word = String::with_capacity(name.len() + 2);
    word.push('"');
    for c in name.chars() {
        match c {
            '"' | '\\' => word.extend(['\\', c]),
            // All of these are below U+10000, so that four digits hold them.
            c if breaks(c) => drop(write!(word, "\\u{:04x}", c as u32)),
            c => word.push(c),
        }
    }
    word.push('"');
    Cow::Owned(word)
}

/// The name that a word stands for; `None` if it begins with a quotation mark and is not such a word.
pub(super) fn unquoted(word: &str) -> Option<Cow<'_, str>> {
    if word.starts_with('"') {
        serde_json::from_str(word).ok().map(Cow::Owned)
    } else {
        Some(Cow::Borrowed(word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_word_and_come_back() {
        for plain in ["x", "x[1,2]", "größe", "a\"b", "a\\b", "x#1", "3.5", "None"] {
            assert_eq!(quoted(plain), plain);
            assert_eq!(unquoted(plain).unwrap(), plain);
        }
        let names = [
            "",
            " ",
            "a b",
            "\"",
            "\"q\"",
            "# Columns 3",
            "tab\there",
            "line\nfeed",
            "\u{85}\u{2028}\u{3000}",
            "\0",
            "\\ \"",
        ];
        for name in names {
            let word = quoted(name);
            assert!(word.starts_with('"') && !word.contains(char::is_whitespace), "{word}");
            assert_eq!(unquoted(&word).unwrap(), name);
        }
        assert_eq!(quoted("a b"), "\"a\\u0020b\"");
        for wrong in ["\"", "\"a", "\"a\"b", "\"\\x\""] {
            assert_eq!(unquoted(wrong), None, "{wrong}");
        }
    }
}

//! The sections of an LP file and the words that begin them.

use super::lexer::{in_name, name_length};
use crate::problem::Sense;

/// A section, in the order in which they usually come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd)]
pub(super) enum Section {
    #[default]
    Start,
    Objective,
    Constraints,
    Bounds,
    Integers,
    Binaries,
    End,
}

/// What the words at the beginning of a line announce.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Header {
    Objective(Sense),
    Section(Section),
    /// A section for which linear programs have no place, and what it stands for.
    Unsupported(&'static str),
}

const SEMI: Header = Header::Unsupported("semi-continuous variables");
const SETS: Header = Header::Unsupported("special ordered sets");
const GENERAL: Header = Header::Unsupported("general constraints");

/// All headers, in any mix of cases. Of two with a common beginning the longer one comes first.
const HEADERS: [(&str, Header); 38] = [
    ("minimize", Header::Objective(Sense::Minimize)),
    ("minimise", Header::Objective(Sense::Minimize)),
    ("minimum", Header::Objective(Sense::Minimize)),
    ("min", Header::Objective(Sense::Minimize)),
    ("maximize", Header::Objective(Sense::Maximize)),
    ("maximise", Header::Objective(Sense::Maximize)),
    ("maximum", Header::Objective(Sense::Maximize)),
    ("max", Header::Objective(Sense::Maximize)),
    ("subject to", Header::Section(Section::Constraints)),
    ("such that", Header::Section(Section::Constraints)),
    ("s.t.", Header::Section(Section::Constraints)),
    ("st.", Header::Section(Section::Constraints)),
    ("st", Header::Section(Section::Constraints)),
    ("bounds", Header::Section(Section::Bounds)),
    ("bound", Header::Section(Section::Bounds)),
    ("general constraints", GENERAL),
    ("general constraint", GENERAL),
    ("genconstr", GENERAL),
    ("generals", Header::Section(Section::Integers)),
    ("general", Header::Section(Section::Integers)),
    ("gen", Header::Section(Section::Integers)),
    ("integers", Header::Section(Section::Integers)),
    ("integer", Header::Section(Section::Integers)),
    ("int", Header::Section(Section::Integers)),
    ("binaries", Header::Section(Section::Binaries)),
    ("binary", Header::Section(Section::Binaries)),
    ("bin", Header::Section(Section::Binaries)),
    ("end", Header::Section(Section::End)),
    ("semi-continuous", SEMI),
    ("semis", SEMI),
    ("semi", SEMI),
    ("sos1", SETS),
    ("sos2", SETS),
    ("sos", SETS),
    ("pwlobj", Header::Unsupported("a piecewise-linear objective")),
    ("lazy constraints", Header::Unsupported("lazy constraints")),
    ("user cuts", Header::Unsupported("user cuts")),
    ("multi-objectives", Header::Unsupported("several objectives")),
];

pub(super) const NAMES: &str = "Subject To, Bounds, General, Binary or End";

/// The header at the beginning of a text, and its length.
pub(super) fn header(text: &str) -> Option<(Header, usize)> {
    HEADERS.iter().find_map(|(words, header)| Some((*header, phrase_length(text, words)?)))
}

/// Bytes of the words at the beginning of a text, if they are these; any blanks may be between them.
fn phrase_length(text: &str, words: &str) -> Option<usize> {
    let mut at = 0;
    for (k, word) in words.split(' ').enumerate() {
        let blanks = text[at..].len() - text[at..].trim_ascii_start().len();
        if (k > 0) != (blanks > 0) {
            return None;
        }
        at += blanks;
        let end = at + word.len();
        text.get(at..end).filter(|t| t.eq_ignore_ascii_case(word))?;
        at = end;
    }
    let ends = !text[at..].starts_with(in_name);
    ends.then_some(at)
}

/// Whether a name is a word of the format.
pub(super) fn is_reserved(name: &str) -> bool {
    name.eq_ignore_ascii_case("free")
        || HEADERS.iter().any(|(words, _)| words.split(' ').any(|w| w.eq_ignore_ascii_case(name)))
}

/// Whether a word begins an LP file.
pub(in crate::io) fn is_opening(word: &str) -> bool {
    let found = header(&word[..name_length(word)]);
    matches!(found, Some((Header::Objective(_), _)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_whole_words_in_any_case() {
        for (text, length) in [
            ("Minimize", 8),
            ("MAX 3 x", 3),
            ("Subject   To", 12),
            ("such\tthat x", 9),
            ("s.t.", 4),
            ("st", 2),
            ("ST.", 3),
            ("Semi-Continuous", 15),
            ("General Constraints", 19),
            ("general", 7),
        ] {
            assert_eq!(header(text).map(|h| h.1), Some(length), "{text}");
        }
        for text in ["minimizer", "subject", "subjectto", "st_1", "ends", "free", "s.t", "", "\u{fc}"] {
            assert_eq!(header(text), None, "{text}");
        }
        assert!(is_opening("Minimise") && is_opening("max\\comment") && is_opening("min-x"));
        assert!(!is_opening("minutes") && !is_opening("subject") && !is_opening(""));
        assert!(is_reserved("END") && is_reserved("To") && is_reserved("Free") && !is_reserved("freedom"));
    }
}

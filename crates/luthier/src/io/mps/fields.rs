//! The words of a data line, in both layouts.

/// How words are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// Separated by blanks.
    Free,
    /// In fixed columns.
    Fixed,
}

/// A word and where it begins in its line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Word<'a> {
    pub at: usize,
    pub text: &'a str,
}

/// Fields of a fixed-format line.
pub(super) const FIELD_COUNT: usize = 6;

/// The columns of the fields. Numbers may run on to the next field, and the last one to the end of the line.
const FIELDS: [(usize, usize); FIELD_COUNT] =
    [(1, 3), (4, 12), (14, 22), (24, 39), (39, 47), (49, usize::MAX)];

/// Words of a line that is read again and again into the same memory.
#[derive(Default)]
pub(super) struct Words {
    ranges: Vec<(u32, u32)>,
}

impl Words {
    /// Takes the words of a free-format line.
    pub(super) fn split(&mut self, line: &str) {
        self.ranges.clear();
        let bytes = line.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            if bytes[at].is_ascii_whitespace() {
                at += 1;
                continue;
            }
            let start = at;
            while at < bytes.len() && !bytes[at].is_ascii_whitespace() {
                at += 1;
            }
            self.ranges.push((start as u32, at as u32));
        }
    }

    pub(super) fn len(&self) -> usize {
        self.ranges.len()
    }

    /// Word `k` of the line that was split.
    pub(super) fn get<'a>(&self, line: &'a str, k: usize) -> Option<Word<'a>> {
        let (start, end) = *self.ranges.get(k)?;
        Some(Word { at: start as usize, text: line.get(start as usize..end as usize)? })
    }
}

/// How many words there are, in words.
pub(super) fn word_count(count: usize) -> String {
    if count == 1 { "1 word".to_owned() } else { format!("{count} words") }
}

/// Field `k` of a fixed-format line, without blanks around it; the error is where a character is cut in two.
pub(super) fn field(line: &str, k: usize) -> Result<Word<'_>, usize> {
    let (from, to) = FIELDS[k];
    let (from, to) = (from.min(line.len()), to.min(line.len()));
    let text = line.get(from..to).ok_or(from)?;
    let at = from + (text.len() - text.trim_ascii_start().len());
    Ok(Word { at, text: text.trim_ascii() })
}

/// Whether a fixed-format line has text between its fields, where nothing may stand.
pub(super) fn between_fields(line: &str) -> Option<usize> {
    let gaps = [(0, 1), (3, 4), (12, 14), (22, 24), (47, 49)];
    let bytes = line.as_bytes();
    gaps.into_iter()
        .flat_map(|(from, to)| from..to)
        .find(|k| bytes.get(*k).is_some_and(|b| !b.is_ascii_whitespace()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_where_the_format_says() {
        let line = " UP BND 1     X 1         12.5            ROW2      -1e3  ";
        let read: Vec<_> = (0..6).map(|k| field(line, k).unwrap()).collect();
        let texts: Vec<_> = read.iter().map(|w| w.text).collect();
        assert_eq!(texts, ["UP", "BND 1", "X 1", "12.5", "ROW2", "-1e3"]);
        assert_eq!((read[1].at, read[2].at), (4, 14));
        assert_eq!(field("", 3).unwrap().text, "");
        assert_eq!(field(" L  a\u{e4}\u{e4}\u{e4}\u{e4}\u{e4}", 1), Err(4));
        assert_eq!((between_fields(line), between_fields(" E X")), (None, Some(3)));
    }
}

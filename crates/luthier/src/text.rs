//! Text that is safe to show, and words that may have been meant.

/// A name made printable: characters that could steer a terminal, break lines or turn the direction of text are escaped.
pub fn escape_name(name: &str) -> String {
    let steers = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
    };
    name.chars()
        .flat_map(|c| if steers(c) { c.escape_default().collect::<Vec<_>>() } else { vec![c] })
        .collect()
}

/// Words longer than this are not worth comparing.
const LONGEST_WORD: usize = 255;

/// The candidate with the smallest edit distance, if it is close enough to be meant.
pub fn nearest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let close = |c: &str| 2 + c.len() / 4;
    let comparable = candidates
        .filter(|c| word.len().max(c.len()) <= LONGEST_WORD && word.len().abs_diff(c.len()) <= close(c));
    let scored = comparable.map(|c| (edit_distance(word, c), c));
    // A word of which nothing is left is another word.
    scored.min().filter(|(d, c)| *d <= close(c) && *d < word.chars().count()).map(|(_, c)| c)
}

/// "; did you mean 'x'?", or nothing.
pub(crate) fn did_you_mean(suggestion: Option<&str>) -> String {
    suggestion.map_or_else(String::new, |s| format!("; did you mean '{}'?", escape_name(s)))
}

fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, cb) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(ca != *cb);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[b.len()]
}

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

/// Characters of a name that messages show.
const SHOWN: usize = 80;

/// A name made printable for a message: as [`escape_name`] does it, and cut to a readable length.
pub(crate) fn shown(name: &str) -> String {
    match name.char_indices().nth(SHOWN) {
        Some((end, _)) => escape_name(&name[..end]) + "...",
        None => escape_name(name),
    }
}

/// Words longer than this are not worth comparing.
const LONGEST_WORD: usize = 255;

/// The candidate with the smallest edit distance, if it is close enough to be meant; of several the first in the
/// alphabet.
pub fn nearest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let close = |c: &str| 2 + c.len() / 4;
    let comparable = candidates
        .filter(|c| word.len().max(c.len()) <= LONGEST_WORD && word.len().abs_diff(c.len()) <= close(c));
    // Of words that are equally far, the one that is as long was rather meant.
    let mut best: Option<(usize, usize, &str)> = None;
    for candidate in comparable {
        // Nothing worse than the best so far is computed to its end: there may be millions of candidates.
        let most = best.map_or(close(candidate), |(distance, ..)| distance.min(close(candidate)));
        let scored = edit_distance(word, candidate, most)
            .map(|distance| (distance, word.len().abs_diff(candidate.len()), candidate));
        best = best.into_iter().chain(scored).min();
    }
    // A word of which nothing is left is another word.
    best.filter(|(distance, ..)| *distance < word.chars().count()).map(|(.., c)| c)
}

/// "; did you mean 'x'?", or nothing.
pub(crate) fn did_you_mean(suggestion: Option<&str>) -> String {
    suggestion.map_or_else(String::new, |s| format!("; did you mean '{}'?", shown(s)))
}

/// How many characters must be changed, added or removed to make one word of the other; `None` if more than `most`.
fn edit_distance(a: &str, b: &str, most: usize) -> Option<usize> {
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
        // The least of a row never falls from one to the next.
        if row.iter().all(|distance| *distance > most) {
            return None;
        }
    }
    row.last().copied().filter(|distance| *distance <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_found_if_it_is_near() {
        for (word, candidates, expected) in [
            ("ROW", &["ROWS", "COLUMNS"][..], Some("ROWS")),
            ("BOUND", &["ROWS", "BOUNDS", "BOUNTY"], Some("BOUNDS")),
            ("x12", &["x11", "x13", "x2"], Some("x11")),
            ("x12", &["x13", "x2", "x11"], Some("x11")),
            ("tetha", &["beta", "eta", "theta"], Some("theta")),
            ("ab", &["xy"], None),
            ("production", &["consumption"], None),
            ("capacity_north", &["capacity_nort", "capacity_south"], Some("capacity_nort")),
            ("", &["a"], None),
            ("a", &[], None),
        ] {
            assert_eq!(nearest(word, candidates.iter().copied()), expected, "{word}");
        }
    }

    #[test]
    fn distances_are_those_of_the_full_table_or_above_the_limit() {
        let words = ["", "a", "kitten", "sitting", "saturday", "sunday", "\u{fc}ber", "uber"];
        for (a, b) in words.iter().flat_map(|a| words.iter().map(move |b| (a, b))) {
            let full = edit_distance(a, b, usize::MAX).unwrap();
            for most in 0..10 {
                assert_eq!(edit_distance(a, b, most), (full <= most).then_some(full), "{a} {b} {most}");
            }
        }
        assert_eq!(edit_distance("kitten", "sitting", 9), Some(3));
        assert_eq!(edit_distance("\u{fc}ber", "uber", 9), Some(1));
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!(shown("caf\u{e9}\u{7}"), "caf\u{e9}\\u{7}");
        assert_eq!(shown(&"\u{e9}".repeat(80)), "\u{e9}".repeat(80));
        assert_eq!(shown(&"\u{e9}".repeat(81)), "\u{e9}".repeat(80) + "...");
    }
}

//! How text of unknown origin is shown.

use luthier::escape_name;
use std::borrow::Cow;

/// Characters of a long text that are shown where space is short; all of it is there to hover over. `cell` in
/// `script/table.js` cuts at the same place.
const LONGEST: usize = 120;

/// Text in which nothing is invisible or turns the direction of what follows.
pub(super) fn visible(text: &str) -> Cow<'_, str> {
    if text.is_ascii() && !text.bytes().any(|b| b.is_ascii_control()) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(escape_name(text))
}

/// The same, for text of several lines.
pub(super) fn visible_lines(text: &str) -> String {
    text.lines().map(visible).collect::<Vec<_>>().join("\n")
}

/// A text, or the beginning of a long one.
pub(super) fn brief(text: &str) -> Cow<'_, str> {
    cut(text).map_or(Cow::Borrowed(text), Cow::Owned)
}

/// The beginning of a long text; `None` if it is short enough to be shown as it is.
pub(super) fn cut(text: &str) -> Option<String> {
    text.char_indices().nth(LONGEST).map(|(end, _)| format!("{}\u{2026}", text.get(..end).unwrap_or(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_texts_are_cut() {
        assert_eq!(cut(&"\u{e9}".repeat(120)), None);
        assert_eq!(cut(&"\u{e9}".repeat(121)), Some("\u{e9}".repeat(120) + "\u{2026}"));
    }

    #[test]
    fn invisible_characters_are_named() {
        assert_eq!(visible("plain"), "plain");
        assert_eq!(visible("caf\u{e9} \u{1f3bb}"), "caf\u{e9} \u{1f3bb}");
        assert_eq!(visible("a\u{7}\u{2066}"), "a\\u{7}\\u{2066}");
    }
}

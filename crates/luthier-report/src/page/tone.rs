//! How something is meant.

/// Whether what is said is good news.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// As hoped for.
    Good,
    /// Something to think about.
    Warning,
    /// Not as it should be.
    Bad,
    /// Neither good nor bad.
    #[default]
    Neutral,
}

impl Tone {
    /// The class of the style sheet, and the word of the data.
    pub(super) fn class(self) -> &'static str {
        match self {
            Tone::Good => "good",
            Tone::Warning => "warning",
            Tone::Bad => "bad",
            Tone::Neutral => "neutral",
        }
    }

    /// A sign, for those who do not see the colour.
    pub(super) fn sign(self) -> &'static str {
        match self {
            Tone::Good => "\u{2713}",
            Tone::Warning => "!",
            Tone::Bad => "\u{2715}",
            Tone::Neutral => "i",
        }
    }
}

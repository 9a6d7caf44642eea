//! A certificate as a card.

use super::text::Text;
use super::tone::Tone;
use super::writer::Writer;

/// A certificate: its headline, and its lines as they stand in a terminal.
#[derive(Clone, Debug, PartialEq)]
pub struct Certificate {
    /// Whether something is certified.
    pub tone: Tone,
    /// The most important statement.
    pub headline: Text,
    /// The lines; their columns stay aligned.
    pub lines: Vec<String>,
}

impl Certificate {
    /// A card.
    pub fn new<T: Into<String>>(
        tone: Tone,
        headline: impl Into<Text>,
        lines: impl IntoIterator<Item = T>,
    ) -> Certificate {
        Certificate { tone, headline: headline.into(), lines: lines.into_iter().map(Into::into).collect() }
    }

    pub(super) fn write(&self, w: &mut Writer) {
        let classes = format!("certificate {}", self.tone.class());
        w.within("div", &[("class", &classes), ("role", "group"), ("aria-label", "Certificate")], |w| {
            w.within("p", &[("class", "headline")], |w| {
                w.element("span", &[("class", "sign"), ("aria-hidden", "true")], self.tone.sign());
                w.within("strong", &[], |w| self.headline.write(w));
            });
            w.within("div", &[("class", "lines")], |w| {
                self.lines.iter().for_each(|line| w.element("p", &[], line));
            });
        });
    }
}

//! Numbers that matter.

use super::text::Text;
use super::writer::Writer;

/// A number, or a few words, with what they mean.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// What it is.
    pub label: Text,
    /// The number.
    pub value: Text,
    /// What else there is to know, in small print; may be empty.
    pub note: Text,
}

impl Fact {
    /// A number with what it means.
    pub fn new(label: impl Into<Text>, value: impl Into<Text>) -> Fact {
        Fact { label: label.into(), value: value.into(), note: Text::new() }
    }

    /// Adds small print.
    pub fn note(mut self, note: impl Into<Text>) -> Fact {
        self.note = note.into();
        self
    }
}

/// A row of cards.
pub(super) fn write_facts(facts: &[Fact], w: &mut Writer) {
    w.within("dl", &[("class", "facts")], |w| {
        for fact in facts {
            w.within("div", &[("class", "fact")], |w| {
                w.within("dt", &[], |w| fact.label.write(w));
                w.within("dd", &[("class", "value")], |w| fact.value.write(w));
                if !fact.note.is_empty() {
                    w.within("dd", &[("class", "note")], |w| fact.note.write(w));
                }
            });
        }
    });
}

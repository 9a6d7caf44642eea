//! Things to notice.

use super::text::Text;
use super::tone::Tone;
use super::writer::Writer;

/// A verdict or a remark that stands out.
#[derive(Clone, Debug, PartialEq)]
pub struct Callout {
    /// How it is meant.
    pub tone: Tone,
    /// What it says.
    pub title: Text,
    /// What there is to add, a paragraph each.
    pub body: Vec<Text>,
}

impl Callout {
    /// A verdict without further words.
    pub fn new(tone: Tone, title: impl Into<Text>) -> Callout {
        Callout { tone, title: title.into(), body: Vec::new() }
    }

    /// Adds a paragraph.
    pub fn text(mut self, text: impl Into<Text>) -> Callout {
        self.body.push(text.into());
        self
    }

    pub(super) fn write(&self, w: &mut Writer) {
        let classes = format!("callout {}", self.tone.class());
        w.within("div", &[("class", &classes), ("role", "note")], |w| {
            w.element("span", &[("class", "sign"), ("aria-hidden", "true")], self.tone.sign());
            w.within("div", &[], |w| {
                w.within("p", &[("class", "callout-title")], |w| self.title.write(w));
                self.body.iter().for_each(|text| w.within("p", &[], |w| text.write(w)));
            });
        });
    }
}

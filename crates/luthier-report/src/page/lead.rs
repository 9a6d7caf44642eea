//! The beginning of a page.

use super::facts::{Fact, write_facts};
use super::text::Text;
use super::tone::Tone;
use super::writer::Writer;

/// What a page comes to: a verdict in plain words, large, and the few numbers behind it.
#[derive(Clone, Debug, PartialEq)]
pub struct Lead {
    /// How the verdict is meant.
    pub tone: Tone,
    /// The verdict.
    pub verdict: Text,
    /// What there is to add, a paragraph each.
    pub body: Vec<Text>,
    /// The numbers.
    pub facts: Vec<Fact>,
}

impl Lead {
    /// A verdict.
    pub fn new(tone: Tone, verdict: impl Into<Text>) -> Lead {
        Lead { tone, verdict: verdict.into(), body: Vec::new(), facts: Vec::new() }
    }

    /// Adds a paragraph.
    pub fn text(mut self, text: impl Into<Text>) -> Lead {
        self.body.push(text.into());
        self
    }

    /// Adds a number.
    pub fn fact(mut self, fact: Fact) -> Lead {
        self.facts.push(fact);
        self
    }

    pub(super) fn write(&self, w: &mut Writer) {
        let classes = format!("lead {}", self.tone.class());
        w.within("div", &[("class", &classes)], |w| {
            w.element("span", &[("class", "sign"), ("aria-hidden", "true")], self.tone.sign());
            w.within("div", &[], |w| {
                w.within("p", &[("class", "verdict")], |w| self.verdict.write(w));
                self.body.iter().for_each(|text| w.within("p", &[], |w| text.write(w)));
            });
        });
        if !self.facts.is_empty() {
            write_facts(&self.facts, w);
        }
    }
}

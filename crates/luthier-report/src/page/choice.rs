//! One of several variants of content.

use super::block::{Block, write_blocks};
use super::shown::{brief, visible};
use super::writer::Writer;

/// A choice that several places of a page share: the tolerance, a pair of parameters. Its controls and its variants switch
/// together; the one that is chosen is what is printed, and what is seen without scripts.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    group: String,
    label: String,
    options: Vec<String>,
    chosen: usize,
}

/// A control of a choice.
#[derive(Clone, Debug, PartialEq)]
pub struct Control {
    choice: Choice,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Buttons,
    Slider,
    List,
}

/// Content for every option of a choice.
#[derive(Clone, Debug, PartialEq)]
pub struct Variants {
    choice: Choice,
    variants: Vec<Vec<Block>>,
}

impl Choice {
    /// A choice by the name of its group, what is chosen in words, and the options in words. The first is chosen.
    pub fn new<T: Into<String>>(
        group: impl Into<String>,
        label: impl Into<String>,
        options: impl IntoIterator<Item = T>,
    ) -> Choice {
        let options = options.into_iter().map(|option| brief(&option.into()).into_owned()).collect();
        Choice { group: group.into(), label: brief(&label.into()).into_owned(), options, chosen: 0 }
    }

    /// Chooses another option to begin with.
    pub fn choose(mut self, option: usize) -> Choice {
        self.chosen = option.min(self.options.len().saturating_sub(1));
        self
    }

    /// A row of buttons, for a few options.
    pub fn buttons(&self) -> Control {
        Control { choice: self.clone(), kind: Kind::Buttons }
    }

    /// A slider, for options that have an order.
    pub fn slider(&self) -> Control {
        Control { choice: self.clone(), kind: Kind::Slider }
    }

    /// A list that opens, for many options.
    pub fn list(&self) -> Control {
        Control { choice: self.clone(), kind: Kind::List }
    }

    /// Content for every option, by its position.
    pub fn variants(&self, content: impl FnMut(usize) -> Vec<Block>) -> Variants {
        Variants { choice: self.clone(), variants: (0..self.options.len()).map(content).collect() }
    }

    fn chosen(&self) -> &str {
        self.options.get(self.chosen).map_or("", String::as_str)
    }
}

impl Control {
    pub(super) fn write(&self, w: &mut Writer) {
        let choice = &self.choice;
        let id = w.id();
        w.within("div", &[("class", "control"), ("data-group", &choice.group)], |w| {
            w.within("div", &[("class", "scripted")], |w| match self.kind {
                Kind::Buttons => choice.write_buttons(&id, w),
                Kind::Slider => choice.write_slider(&id, w),
                Kind::List => choice.write_list(&id, w),
            });
            // On paper and without scripts the option is told, but there is nothing to choose.
            w.within("p", &[("class", "chosen")], |w| {
                w.text(&format!("{}: ", choice.label));
                w.element("span", &[("class", "option")], choice.chosen());
            });
        });
    }
}

impl Choice {
    fn write_buttons(&self, id: &str, w: &mut Writer) {
        w.open("fieldset", &[]);
        w.element("legend", &[], &self.label);
        w.open("div", &[("class", "buttons")]);
        for (i, option) in self.options.iter().enumerate() {
            let value = i.to_string();
            let mut attributes = vec![("type", "radio"), ("name", id), ("value", value.as_str())];
            if i == self.chosen {
                attributes.push(("checked", ""));
            }
            w.within("label", &[], |w| {
                w.open("input", &attributes);
                w.element("span", &[], option);
            });
        }
        w.close("div");
        w.close("fieldset");
    }

    fn write_slider(&self, id: &str, w: &mut Writer) {
        let last = self.options.len().saturating_sub(1).to_string();
        let options: Vec<_> = self.options.iter().map(|option| visible(option)).collect();
        let options = serde_json::to_string(&options).unwrap_or_default();
        w.element("label", &[("for", id)], &self.label);
        let attributes = [
            ("type", "range"),
            ("id", id),
            ("min", "0"),
            ("max", last.as_str()),
            ("step", "1"),
            ("value", &self.chosen.to_string()),
            ("aria-valuetext", &visible(self.chosen())),
            ("data-options", &options),
        ];
        w.open("input", &attributes);
        w.element("output", &[("for", id), ("class", "option")], self.chosen());
    }

    fn write_list(&self, id: &str, w: &mut Writer) {
        w.element("label", &[("for", id)], &self.label);
        w.within("select", &[("id", id)], |w| {
            for (i, option) in self.options.iter().enumerate() {
                let value = i.to_string();
                let mut attributes = vec![("value", value.as_str())];
                if i == self.chosen {
                    attributes.push(("selected", ""));
                }
                w.element("option", &attributes, option);
            }
        });
    }
}

impl Variants {
    pub(super) fn write(&self, w: &mut Writer) {
        w.within("div", &[("class", "variants"), ("data-group", &self.choice.group)], |w| {
            for (i, blocks) in self.variants.iter().enumerate() {
                let attributes: &[_] = if i == self.choice.chosen {
                    &[("class", "variant")]
                } else {
                    &[("class", "variant"), ("hidden", "")]
                };
                w.within("div", attributes, |w| write_blocks(blocks, w));
            }
        });
    }
}

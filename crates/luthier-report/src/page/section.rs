//! Sections.

use super::anchor::anchor;
use super::block::{Block, write_blocks};
use super::text::Text;
use super::writer::Writer;

/// A part of a page with a heading, which the table of contents lists.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// What links call it.
    pub id: String,
    /// The heading.
    pub title: Text,
    /// The heading in the table of contents; the heading itself if this is empty.
    pub short: Text,
    /// The content.
    pub blocks: Vec<Block>,
}

impl Section {
    /// A section without content.
    pub fn new(id: impl Into<String>, title: impl Into<Text>) -> Section {
        Section { id: id.into(), title: title.into(), short: Text::new(), blocks: Vec::new() }
    }

    /// Gives a shorter heading for the table of contents.
    pub fn short(mut self, short: impl Into<Text>) -> Section {
        self.short = short.into();
        self
    }

    /// Adds content.
    pub fn with(mut self, block: impl Into<Block>) -> Section {
        self.blocks.push(block.into());
        self
    }

    /// Adds a heading inside of the section.
    pub fn heading(self, text: impl Into<Text>) -> Section {
        self.with(Block::heading(text))
    }

    /// Adds a paragraph.
    pub fn paragraph(self, text: impl Into<Text>) -> Section {
        self.with(Block::paragraph(text))
    }

    /// The heading in the table of contents.
    pub(super) fn listed(&self) -> &Text {
        if self.short.is_empty() { &self.title } else { &self.short }
    }

    pub(super) fn write(&self, w: &mut Writer) {
        let id = anchor(&self.id);
        let heading = w.id();
        w.within("section", &[("id", &id), ("aria-labelledby", &heading)], |w| {
            w.within("h2", &[("id", &heading)], |w| self.title.write(w));
            write_blocks(&self.blocks, w);
        });
    }
}

//! What sections are made of.

use super::callout::Callout;
use super::certificate::Certificate;
use super::choice::{Control, Variants};
use super::code::Code;
use super::download::{Download, write_downloads};
use super::facts::{Fact, write_facts};
use super::figure::{Figure, Grid};
use super::table::{BigTable, Table};
use super::text::Text;
use super::writer::Writer;

/// A piece of content.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A heading inside of a section.
    Heading(Text),
    /// A paragraph.
    Paragraph(Text),
    /// A list with bullets.
    List(Vec<Text>),
    /// Terms and what they mean.
    Definitions(Vec<(Text, Text)>),
    /// A row of numbers that matter.
    Facts(Vec<Fact>),
    /// Something to notice.
    Callout(Callout),
    /// A certificate as a card.
    Certificate(Certificate),
    /// A figure.
    Figure(Figure),
    /// Small figures side by side.
    Grid(Grid),
    /// A table with all its rows.
    Table(Table),
    /// A table to look around in.
    BigTable(BigTable),
    /// A control that chooses among variants.
    Control(Control),
    /// Content of which one variant is shown.
    Variants(Variants),
    /// Buttons for files.
    Downloads(Vec<Download>),
    /// What is typed or stands in a file.
    Code(Code),
    /// Content behind a line that opens it.
    Details(Details),
}

/// Content behind a line that opens it.
#[derive(Clone, Debug, PartialEq)]
pub struct Details {
    /// The line.
    pub summary: Text,
    /// The content.
    pub blocks: Vec<Block>,
}

impl Details {
    /// Content behind a line.
    pub fn new(summary: impl Into<Text>, blocks: Vec<Block>) -> Details {
        Details { summary: summary.into(), blocks }
    }

    fn write(&self, w: &mut Writer) {
        w.within("details", &[], |w| {
            w.within("summary", &[], |w| self.summary.write(w));
            write_blocks(&self.blocks, w);
        });
    }
}

impl Block {
    /// A heading inside of a section.
    pub fn heading(text: impl Into<Text>) -> Block {
        Block::Heading(text.into())
    }

    /// A paragraph.
    pub fn paragraph(text: impl Into<Text>) -> Block {
        Block::Paragraph(text.into())
    }

    pub(super) fn write(&self, w: &mut Writer) {
        match self {
            Block::Heading(text) => w.within("h3", &[], |w| text.write(w)),
            Block::Paragraph(text) => w.within("p", &[], |w| text.write(w)),
            Block::List(items) => write_list(items, w),
            Block::Definitions(definitions) => write_definitions(definitions, w),
            Block::Facts(facts) => write_facts(facts, w),
            Block::Callout(callout) => callout.write(w),
            Block::Certificate(certificate) => certificate.write(w),
            Block::Figure(figure) => figure.write(w),
            Block::Grid(grid) => grid.write(w),
            Block::Table(table) => table.write(w),
            Block::BigTable(table) => table.write(w),
            Block::Control(control) => control.write(w),
            Block::Variants(variants) => variants.write(w),
            Block::Downloads(downloads) => write_downloads(downloads, w),
            Block::Code(code) => code.write(w),
            Block::Details(details) => details.write(w),
        }
    }
}

/// Content, piece by piece.
pub(super) fn write_blocks(blocks: &[Block], w: &mut Writer) {
    blocks.iter().for_each(|block| block.write(w));
}

fn write_list(items: &[Text], w: &mut Writer) {
    w.within("ul", &[], |w| items.iter().for_each(|item| w.within("li", &[], |w| item.write(w))));
}

fn write_definitions(definitions: &[(Text, Text)], w: &mut Writer) {
    w.within("dl", &[("class", "definitions")], |w| {
        for (term, meaning) in definitions {
            w.within("dt", &[], |w| term.write(w));
            w.within("dd", &[], |w| meaning.write(w));
        }
    });
}

/// Kinds of content that stand for themselves.
macro_rules! blocks {
    ($($kind:ident),*) => {
        $(impl From<$kind> for Block {
            fn from(content: $kind) -> Block {
                Block::$kind(content)
            }
        })*
    };
}

blocks!(Callout, Certificate, Figure, Grid, Table, BigTable, Control, Variants, Code, Details);

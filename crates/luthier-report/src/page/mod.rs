//! Pages: one HTML file with all that it needs.
//!
//! A [`Page`] is sections of [`Block`]s. Text is escaped by construction: markup comes from literals of this crate and
//! from drawings that were checked ([`Svg`]), and nothing else has a way into it. The page opens without a network, and a
//! policy inside it forbids everything that it does not bring along.
//!
//! ```
//! use luthier_report::page::{Lead, Page, Section, Table, Text, Tone};
//!
//! let trials = Table::new().text("instance", ["a", "b"]).count("iterations", [120.0, 80.0]);
//! let page = Page::new("Transportation 30 x 45")
//!     .lead(Lead::new(Tone::Good, "1.4 times faster than the default"))
//!     .section(Section::new("trials", "Trials").paragraph(Text::from("All of ").strong("them")).with(trials));
//! assert!(page.html().starts_with("<!doctype html>"));
//! ```

mod anchor;
mod block;
mod callout;
mod certificate;
mod choice;
mod code;
mod contents;
mod document;
mod download;
mod facts;
mod figure;
mod json;
mod lead;
mod number;

mod policy;
mod section;
mod shown;
mod svg;
mod table;
mod text;
mod tone;
mod writer;

pub use block::{Block, Details};
pub use callout::Callout;
pub use certificate::Certificate;
pub use choice::{Choice, Control, Variants};
pub use code::Code;
pub use document::{ChartStyle, Page};
pub use download::Download;
pub use facts::Fact;
pub use figure::{Figure, Grid};
pub use lead::Lead;
pub use number::Digits;
pub use section::Section;
pub use svg::Svg;
pub use table::{BigTable, Column, Table, Values};
pub use text::Text;
pub use tone::Tone;

//! The report of a study: a verdict in plain words, then everything behind it.

mod distribution;
mod duel;
mod gallery;
mod growth;
mod importance;
mod lead;
mod map;
mod provenance;
mod race;
mod settings;
mod slices;
mod subject;
mod tolerances;
mod trajectory;
mod words;

use crate::Report;
use crate::page::{Callout, Page, Section, Text, Tone};
use gallery::Gallery;
use luthier_tune::Error;
use std::path::Path;
use subject::Subject;

/// How a report is made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// For a report that is written again and again: after how many seconds a browser reads it again.
    pub refresh: Option<u32>,
    /// The command that makes it, for those who want it again; may be empty.
    pub command: String,
}

/// Reads a study, which others may be working on, and makes its report.
pub fn report(directory: &Path, options: &Options) -> Result<Report, Error> {
    let subject = Subject::read(directory)?;
    let mut gallery = Gallery::default();
    let mut page = Page::new(format!("Tuning for {}", words::family(&subject)))
        .kicker("Luthier: report of a study")
        .lead(lead::lead(&subject));
    page.sections = sections(&subject, options, &mut gallery);
    page.written = luthier_tune::clock::utc(luthier_tune::clock::now());
    page.refresh = options.refresh.filter(|_| !subject.complete);
    page.footer = Text::from("Made by ").plain(luthier_tune::build());
    Ok(Report { html: page.with_charts().html(), figures: gallery.charts, complete: subject.complete })
}

/// All sections for which there is something to say.
fn sections(subject: &Subject, options: &Options, gallery: &mut Gallery) -> Vec<Section> {
    let sections = [
        lead::certificate(subject),
        map::section(subject, gallery),
        slices::section(subject, gallery),
        duel::section(subject, gallery),
        distribution::section(subject, gallery),
        tolerances::section(subject, gallery),
        growth::section(subject, gallery),
        importance::section(subject, gallery),
        trajectory::section(subject, gallery),
        race::section(subject, gallery),
        settings::section(subject),
        Some(provenance::section(subject, options)),
    ];
    sections.into_iter().flatten().collect()
}

/// Says why something is not shown.
fn absent(why: impl Into<Text>) -> Callout {
    Callout::new(Tone::Neutral, "Not shown").text(why)
}

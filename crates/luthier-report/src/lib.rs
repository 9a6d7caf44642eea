//! Reports: what a study found, as a page that needs nothing but a browser, and as figures for papers.
#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

pub mod chart;
pub mod files;
pub mod page;
pub mod reproduction;
pub mod study;

use chart::Chart;

/// A finished report.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The page.
    pub html: String,
    /// Its charts, for files of their own.
    pub figures: Vec<Chart>,
    /// Whether all that it is about was run.
    pub complete: bool,
}

/// The examples of the page about reports are compiled.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/reports.md")]
struct Reports;

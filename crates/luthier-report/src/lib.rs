//! Reports: what a study found, as a page that needs nothing but a browser, and as figures for papers.
#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

pub mod chart;
pub mod page;
pub mod reproduction;

//! What `luthier solve` can be told.

use super::{ReadFlags, Settings};
use clap::builder::FalseyValueParser;
use clap::{ArgAction, Args};
use std::path::PathBuf;

/// What `luthier solve` can be told.
#[derive(Args)]
pub struct SolveArguments {
    /// Model to solve: MPS or LP format, plain or compressed (.gz, .bz2, .zst); - is standard input. Without it, a
    /// built-in transportation problem (60 suppliers, 90 customers) is solved
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub settings: Settings,
    #[command(flatten)]
    pub output: OutputFlags,
    #[command(flatten)]
    pub talk: TalkFlags,
    #[command(flatten)]
    pub reading: ReadFlags,
}

/// Where a run starts from and where its answer goes.
#[derive(Args)]
#[command(next_help_heading = None)]
pub struct OutputFlags {
    /// One JSON document on standard output, and nothing else
    #[arg(long, env = "LUTHIER_JSON", value_parser = FalseyValueParser::new())]
    pub json: bool,
}

/// What is said while a run goes on.
#[derive(Args)]
#[command(next_help_heading = "Log")]
pub struct TalkFlags {
    /// No header and no progress on standard error; warnings and errors stay
    #[arg(short, long, env = "LUTHIER_QUIET", value_parser = FalseyValueParser::new())]
    pub quiet: bool,
    /// More: a line at least every second, all parameters; -vv: every check
    #[arg(short, long, env = "LUTHIER_VERBOSE", action = ArgAction::Count)]
    pub verbose: u8,
    /// Write the log to a file too, whatever the terminal shows
    #[arg(long, env = "LUTHIER_LOG", value_name = "FILE", hide_short_help = true)]
    pub log: Option<PathBuf>,
    /// Write the log to a file, as one JSON object a line
    #[arg(long, env = "LUTHIER_LOG_JSON", value_name = "FILE", hide_short_help = true)]
    pub log_json: Option<PathBuf>,
}

impl SolveArguments {
    /// The files that are to be written.
    pub fn outputs(&self) -> impl Iterator<Item = &PathBuf> {
        [&self.talk.log, &self.talk.log_json].into_iter().flatten()
    }
}

impl TalkFlags {
    /// Whether nobody wants to see progress.
    pub fn is_silent(&self) -> bool {
        self.quiet && self.log.is_none() && self.log_json.is_none()
    }
}

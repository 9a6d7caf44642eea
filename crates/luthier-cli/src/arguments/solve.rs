//! What `luthier solve` can be told.

use super::{ReadFlags, Settings};
use crate::model::is_dash;
use clap::builder::FalseyValueParser;
use clap::{ArgAction, Args, ValueEnum};
use std::path::PathBuf;

/// What `luthier solve` can be told.
#[derive(Args)]
pub struct SolveArguments {
    /// Models to solve, one after another: MPS or LP format, plain or compressed (.gz, .bz2, .zst); - is standard input.
    /// Without any, a built-in transportation problem (60 suppliers, 90 customers) is solved
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub settings: Settings,
    #[command(flatten)]
    pub output: OutputFlags,
    /// Most threads that work on a large model, small ones take one; 0: one for each core. The answer is the same with any number
    #[arg(long, env = "LUTHIER_THREADS", value_name = "N", default_value_t = 0, hide_short_help = true)]
    #[arg(value_parser = clap::value_parser!(u64).range(0..=1024))]
    pub threads: u64,
    #[command(flatten)]
    pub talk: TalkFlags,
    #[command(flatten)]
    pub reading: ReadFlags,
}

/// Where each of several models starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Warm {
    /// Each for itself.
    None,
    /// The answer to the one before.
    Chain,
}

/// Where a run starts from and where its answer goes.
#[derive(Args)]
#[command(next_help_heading = None)]
pub struct OutputFlags {
    /// Start from a solution in a file, matched by names; .json and .sol as --solution writes them
    #[arg(long, env = "LUTHIER_WARM_START", value_name = "FILE")]
    pub warm_start: Option<PathBuf>,
    /// Where each of several models starts from: chain, the answer to the one before, if it has the same rows and variables;
    /// none, zero or the file of --warm-start
    #[arg(long, env = "LUTHIER_WARM", value_name = "HOW", default_value = "none")]
    pub warm: Warm,
    /// Write the solution to a file, .json or .sol (HiGHS), plain or compressed; - is JSON on standard output. For several
    /// models a folder, where each one is MODEL.json
    #[arg(long, env = "LUTHIER_SOLUTION", value_name = "FILE")]
    pub solution: Option<PathBuf>,
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
    /// Whether the vectors go to standard output.
    pub fn prints_vectors(&self) -> bool {
        self.output.solution.as_deref().is_some_and(is_dash)
    }
}

impl TalkFlags {
    /// Whether nobody wants to see progress.
    pub fn is_silent(&self) -> bool {
        self.quiet && self.log.is_none() && self.log_json.is_none()
    }
}

//! What `luthier solve` can be told.

use super::{ReadFlags, Settings};
use crate::model::is_dash;
use clap::builder::FalseyValueParser;
use clap::{ArgAction, Args};
use std::path::{Path, PathBuf};

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
    /// Most threads that work on a large model, small ones take one; 0: one for each core. The answer is the same with any number
    #[arg(long, env = "LUTHIER_THREADS", value_name = "N", default_value_t = 0, hide_short_help = true)]
    #[arg(value_parser = clap::value_parser!(u64).range(0..=1024))]
    pub threads: u64,
    #[command(flatten)]
    pub talk: TalkFlags,
    #[command(flatten)]
    pub reading: ReadFlags,
}

/// Where a run starts from and where its answer goes.
#[derive(Args)]
#[command(next_help_heading = None)]
pub struct OutputFlags {
    /// Start from a solution in a file, matched by names; .json and .sol as --solution writes them
    #[arg(long, env = "LUTHIER_WARM_START", value_name = "FILE")]
    pub warm_start: Option<PathBuf>,
    /// Write the solution to a file, .json or .sol (HiGHS), plain or compressed; - is JSON on standard output
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
    /// The file that the solution goes to.
    pub fn solution_file(&self) -> Option<&Path> {
        self.output.solution.as_deref().filter(|path| !is_dash(path))
    }

    /// Whether the vectors go to standard output.
    pub fn prints_vectors(&self) -> bool {
        self.output.solution.as_deref().is_some_and(is_dash)
    }

    /// The files that are to be written.
    pub fn outputs(&self) -> impl Iterator<Item = &Path> {
        let logs = [&self.talk.log, &self.talk.log_json].into_iter().flatten();
        logs.map(PathBuf::as_path).chain(self.solution_file())
    }
}

impl TalkFlags {
    /// Whether nobody wants to see progress.
    pub fn is_silent(&self) -> bool {
        self.quiet && self.log.is_none() && self.log_json.is_none()
    }
}

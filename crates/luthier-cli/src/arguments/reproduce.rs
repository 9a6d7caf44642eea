//! What `luthier reproduce` can be told.

use clap::Args;
use clap::builder::FalseyValueParser;
use luthier_tune::reproduction::Scale;
use std::path::PathBuf;

/// What `luthier reproduce` can be told.
#[derive(Args)]
pub struct ReproduceArguments {
    /// 10 problems of each family and a coarse grid; the default
    #[arg(long, env = "LUTHIER_QUICK", conflicts_with = "full", value_parser = FalseyValueParser::new())]
    pub quick: bool,
    /// 100 problems of each family and the whole grid, as in the paper
    #[arg(long, env = "LUTHIER_FULL", value_parser = FalseyValueParser::new())]
    pub full: bool,
    /// One family alone: decay-decay-100, multipaths-90, decay-decay-200, transportation-30x45, transportation-60x90 or qap15;
    /// as often as needed
    #[arg(long, env = "LUTHIER_ONLY", value_name = "FAMILY")]
    pub only: Vec<String>,
    /// Folder of the studies and the report; the same command goes on with it [default: reproduction-quick.study, or -full]
    #[arg(long, env = "LUTHIER_STUDY", value_name = "DIR")]
    pub study: Option<PathBuf>,
    /// Write every figure as SVG and PNG into a folder too
    #[arg(long, env = "LUTHIER_FIGURES", value_name = "DIR")]
    pub figures: Option<PathBuf>,
    /// Threads; 0: one for each core
    #[arg(long, env = "LUTHIER_THREADS", value_name = "N", default_value_t = 0, hide_short_help = true)]
    #[arg(value_parser = clap::value_parser!(u64).range(0..=1024))]
    pub threads: u64,
    /// No progress on standard error; warnings, errors and the result stay
    #[arg(short, long, env = "LUTHIER_QUIET", value_parser = FalseyValueParser::new())]
    pub quiet: bool,
}

impl ReproduceArguments {
    /// How much is redone.
    pub fn scale(&self) -> Scale {
        if self.full { Scale::Full } else { Scale::Quick }
    }
}

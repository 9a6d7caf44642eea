//! What the commands about families can be told.

use clap::Args;
use clap::builder::{FalseyValueParser, PossibleValuesParser};
use std::path::PathBuf;

/// Endings of the files that can be generated.
const ENDINGS: [&str; 8] = ["mps", "mps.gz", "mps.bz2", "mps.zst", "lp", "lp.gz", "lp.bz2", "lp.zst"];

/// What `luthier generate` can be told.
#[derive(Args)]
pub struct GenerateArguments {
    /// The family: a specification such as transportation:60x90; `luthier families` lists them. Several: files and folders
    #[arg(required = true, value_name = "SPEC")]
    pub spec: Vec<String>,
    /// How many instances, from index 0 on; may be left out where a family has an end, for all
    #[arg(long, env = "LUTHIER_COUNT", value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub count: Option<u64>,
    /// Seed: another one gives other instances
    #[arg(long, env = "LUTHIER_SEED", value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// Folder for the instances and manifest.jsonl; made if it is not there. The same command continues what was interrupted
    #[arg(long, env = "LUTHIER_OUT", value_name = "FOLDER")]
    pub out: PathBuf,
    /// Format of the instances
    #[arg(long, env = "LUTHIER_FORMAT", value_name = "FORMAT", default_value = "mps.gz")]
    #[arg(value_parser = PossibleValuesParser::new(ENDINGS))]
    pub format: String,
    /// Leave out files of a folder that cannot be read, with a warning
    #[arg(long, env = "LUTHIER_SKIP_BROKEN", value_parser = FalseyValueParser::new())]
    pub skip_broken: bool,
    /// No progress on standard error; warnings and errors stay
    #[arg(short, long, env = "LUTHIER_QUIET", value_parser = FalseyValueParser::new())]
    pub quiet: bool,
}

/// What `luthier families` can be told.
#[derive(Args)]
pub struct FamiliesArguments {
    /// A family to explain, or a specification; several: files and folders
    #[arg(value_name = "SPEC")]
    pub spec: Vec<String>,
    /// Draw a few instances and show their sizes and ranges
    #[arg(long, env = "LUTHIER_PREVIEW", requires = "spec", value_parser = FalseyValueParser::new())]
    pub preview: bool,
    /// How many instances --preview draws
    #[arg(long, env = "LUTHIER_COUNT", value_name = "N", default_value_t = 5)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub count: u64,
    /// Seed of --preview
    #[arg(long, env = "LUTHIER_SEED", value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// Leave out files of a folder that cannot be read, with a warning
    #[arg(long, env = "LUTHIER_SKIP_BROKEN", value_parser = FalseyValueParser::new())]
    pub skip_broken: bool,
}

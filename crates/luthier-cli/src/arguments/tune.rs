//! What the commands about studies can be told.

use super::Settings;
use clap::Args;
use clap::builder::{FalseyValueParser, PossibleValuesParser};
use luthier_tune::{Measure, Split};
use std::path::PathBuf;

/// What `luthier tune` can be told.
#[derive(Args)]
pub struct TuneArguments {
    /// The problems: a folder, files, or a family such as transportation:60x90 (`luthier families` lists them). Without it,
    /// the built-in family transportation:30x45
    #[arg(value_name = "SPEC")]
    pub spec: Vec<String>,
    /// Parameters to tune with the values to try: NAME=V,V,.. or NAME=FROM..TO:COUNT, with log behind it for a logarithmic
    /// range; NAME alone has a grid of its own; `paper` and `default` are spaces with a name. As often as needed
    #[arg(long, env = "LUTHIER_SPACE", value_name = "SPACE", default_value = "default")]
    pub space: Vec<String>,
    /// Problems to tune on [default: 30; half of a folder]
    #[arg(long, env = "LUTHIER_TRAIN", value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub train: Option<u64>,
    /// Problems that the choice is tried on at the end: how many, or a family or folder of their own [default: 30; a sixth
    /// of a folder]
    #[arg(long, env = "LUTHIER_TEST", value_name = "N|SPEC")]
    pub test: Option<String>,
    /// Problems that are set aside and not run, for a certificate [default: 300; a third of a folder]
    #[arg(long, env = "LUTHIER_SEALED", value_name = "N", value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    pub sealed: Option<u64>,
    /// Seed of the family: another one gives other instances
    #[arg(long, env = "LUTHIER_SEED", value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// What the search may spend: a time (90s, 10m, 2h) or work (1e9passes); the final test comes on top
    #[arg(long, env = "LUTHIER_BUDGET", value_name = "BUDGET")]
    pub budget: Option<String>,
    /// How to search: auto, grid (exact), halving, sobol:COUNT, race:DELTA, profiles, full [default: auto; with --shard full]
    #[arg(long, env = "LUTHIER_SEARCH", value_name = "SEARCH")]
    pub search: Option<String>,
    #[command(flatten)]
    pub cost: CostFlags,
    /// Folder of the study; the same command goes on with it [default: named after the problems]
    #[arg(long, env = "LUTHIER_STUDY", value_name = "DIR")]
    pub study: Option<PathBuf>,
    /// Run a part of the problems alone, such as 2/8; `luthier merge` puts the parts together
    #[arg(long, env = "LUTHIER_SHARD", value_name = "I/N", hide_short_help = true)]
    pub shard: Option<String>,
    /// Threads; 0: one for each core
    #[arg(long, env = "LUTHIER_THREADS", value_name = "N", default_value_t = 0, hide_short_help = true)]
    #[arg(value_parser = clap::value_parser!(u64).range(0..=1024))]
    pub threads: u64,
    /// Runs side by side in a thread: 1, 4, 8 or 16 [default: by size]
    #[arg(long, env = "LUTHIER_LANES", value_name = "N", value_parser = lanes, hide_short_help = true)]
    pub lanes: Option<usize>,
    /// Which problems are set aside: content (a hash of them decides) or time (the last files by name)
    #[arg(
        long,
        env = "LUTHIER_SPLIT",
        value_name = "HOW",
        default_value = "content",
        hide_short_help = true
    )]
    #[arg(value_parser = PossibleValuesParser::new(Split::ALL.map(|(name, _)| name)))]
    pub split: String,
    /// What decides, beside its content, whether a problem is tuned on, tested on or sealed
    #[arg(long, env = "LUTHIER_SALT", value_name = "N", default_value_t = 0, hide_short_help = true)]
    pub salt: u64,
    /// Use results of a build that computes otherwise as if they were of this one
    #[arg(long, env = "LUTHIER_ALLOW_CHANGED", value_parser = FalseyValueParser::new(), hide_short_help = true)]
    pub allow_changed: bool,
    /// One JSON object a line on standard output, for everything that happens; trials are reported once they are stored
    #[arg(long, env = "LUTHIER_JSON", value_parser = FalseyValueParser::new())]
    pub json: bool,
    /// No progress on standard error; warnings, errors and the result stay
    #[arg(short, long, env = "LUTHIER_QUIET", value_parser = FalseyValueParser::new())]
    pub quiet: bool,
    #[command(flatten)]
    pub settings: Settings,
}

/// What is to be small.
#[derive(Args)]
pub struct CostFlags {
    /// What is to be small: iterations (their mean), passes (mean matrix passes), sgm (shifted geometric mean of iterations),
    /// par10 (mean iterations, unsolved ones count ten times the limit), seconds (noisy) [default: iterations]
    #[arg(long, env = "LUTHIER_COST", value_name = "COST", value_parser = measure)]
    pub cost: Option<Measure>,
    /// Count a problem as solved at this tolerance, if it is looser than that of the runs: 1e-2, 1e-3, .. 1e-8
    #[arg(long, env = "LUTHIER_SOLVED_AT", value_name = "TOLERANCE", value_parser = super::positive)]
    pub solved_at: Option<f64>,
}

/// What `luthier study` can be told.
#[derive(Args)]
pub struct StudyArguments {
    /// The folder of the study
    #[arg(value_name = "DIR")]
    pub study: PathBuf,
    #[command(flatten)]
    pub cost: CostFlags,
    /// The cost along one parameter, all others at their defaults; as often as needed [default: all that were measured]
    #[arg(long, env = "LUTHIER_PROFILE", value_name = "NAME")]
    pub profile: Vec<String>,
    /// How many settings to list
    #[arg(long, env = "LUTHIER_TOP", value_name = "N", default_value_t = 10)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub top: u64,
    /// Write all trials to a file: .csv or .jsonl; - is CSV on standard output
    #[arg(long, env = "LUTHIER_EXPORT", value_name = "FILE")]
    pub export: Option<PathBuf>,
    /// Leave seconds out of the export: the rest is the same on every machine
    #[arg(long, env = "LUTHIER_WITHOUT_TIMES", requires = "export", value_parser = FalseyValueParser::new())]
    pub without_times: bool,
    /// One JSON document on standard output
    #[arg(long, env = "LUTHIER_JSON", value_parser = FalseyValueParser::new())]
    pub json: bool,
}

/// What `luthier merge` can be told.
#[derive(Args)]
pub struct MergeArguments {
    /// The folder of the study that gets it all; made if it is not there
    #[arg(value_name = "TARGET")]
    pub target: PathBuf,
    /// The folders of the studies that are put together; they stay as they are
    #[arg(required = true, value_name = "SOURCE")]
    pub sources: Vec<PathBuf>,
}

fn measure(name: &str) -> Result<Measure, String> {
    Measure::parse(name).map_err(|e| e.to_string())
}

pub(super) fn lanes(text: &str) -> Result<usize, String> {
    let lanes = text.parse().ok().filter(|lanes| [1, 4, 8, 16].contains(lanes));
    lanes.ok_or_else(|| "expected 1, 4, 8 or 16".to_owned())
}

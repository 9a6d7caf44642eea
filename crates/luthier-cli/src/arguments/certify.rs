//! What the commands about guarantees can be told.

use clap::Args;
use clap::builder::FalseyValueParser;
use std::path::PathBuf;

/// What `luthier certify` can be told.
#[derive(Args)]
pub struct CertifyArguments {
    /// The folder of the study
    #[arg(value_name = "STUDY")]
    pub study: PathBuf,
    /// The confidence of all certificates of this study together
    #[arg(long, env = "LUTHIER_CONFIDENCE", value_name = "P", default_value_t = 0.95, value_parser = probability)]
    pub confidence: f64,
    /// Threads; 0: one for each core
    #[arg(long, env = "LUTHIER_THREADS", value_name = "N", default_value_t = 0, hide_short_help = true)]
    #[arg(value_parser = clap::value_parser!(u64).range(0..=1024))]
    pub threads: u64,
    /// Print the certificate as JSON instead of the card
    #[arg(long, env = "LUTHIER_JSON", value_parser = FalseyValueParser::new())]
    pub json: bool,
    /// No progress on standard error; warnings, errors and the card stay
    #[arg(short, long, env = "LUTHIER_QUIET", value_parser = FalseyValueParser::new())]
    pub quiet: bool,
}

/// What `luthier plan` can be told.
#[derive(Args)]
pub struct PlanArguments {
    /// A study with an answer, whose test problems tell how large and how even the gain is; without it, give --gain and --spread
    #[arg(value_name = "STUDY")]
    pub study: Option<PathBuf>,
    /// The speed-up that is to be certified
    #[arg(long, env = "LUTHIER_SPEEDUP", value_name = "X", default_value_t = 1.0, value_parser = super::positive)]
    pub speedup: f64,
    /// The speed-up that is expected
    #[arg(long, env = "LUTHIER_GAIN", value_name = "X", value_parser = super::positive)]
    pub gain: Option<f64>,
    /// Standard deviation of the logarithm of the speed-up from problem to problem
    #[arg(long, env = "LUTHIER_SPREAD", value_name = "S", value_parser = super::positive)]
    pub spread: Option<f64>,
    /// The largest cost that counts, in iterations
    #[arg(long, env = "LUTHIER_CAP", value_name = "T", value_parser = super::positive)]
    pub cap: Option<f64>,
    /// Settings that are declared; 1 for a sealed set
    #[arg(long, env = "LUTHIER_SETTINGS", value_name = "K", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub settings: u64,
    /// What so many problems can show
    #[arg(long, env = "LUTHIER_INSTANCES", value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub instances: Option<u64>,
    /// The confidence of the certificate
    #[arg(long, env = "LUTHIER_CONFIDENCE", value_name = "P", default_value_t = 0.95, value_parser = probability)]
    pub confidence: f64,
    /// One JSON document on standard output
    #[arg(long, env = "LUTHIER_JSON", value_parser = FalseyValueParser::new())]
    pub json: bool,
}

/// What `luthier monitor` can be told.
#[derive(Args)]
pub struct MonitorArguments {
    /// The certificate
    #[arg(value_name = "CERTIFICATE")]
    pub certificate: PathBuf,
    /// What deployed solves took, one JSON object a line with "iterations" and, if it was not, "solved": false; - is standard
    /// input
    #[arg(value_name = "FILE", default_value = "-")]
    pub solves: PathBuf,
    /// The probability of a false alarm, ever
    #[arg(long, env = "LUTHIER_DELTA", value_name = "P", default_value_t = 0.01, value_parser = probability)]
    pub delta: f64,
    /// One JSON object a line on standard output, for each solve
    #[arg(long, env = "LUTHIER_JSON", value_parser = FalseyValueParser::new())]
    pub json: bool,
}

/// A number between 0 and 1.
fn probability(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|p| *p > 0.0 && *p < 1.0);
    number.ok_or_else(|| "expected a number between 0 and 1, such as 0.95".to_owned())
}

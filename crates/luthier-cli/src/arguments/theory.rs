//! What `luthier theory` can be told.

use super::ReadFlags;
use clap::Args;
use clap::builder::{FalseyValueParser, PossibleValuesParser};
use luthier_tune::theory::{Constants, Counting, Growth};
use std::path::PathBuf;

/// What `luthier theory` can be told.
#[derive(Args)]
pub struct TheoryArguments {
    /// A model whose sizes are measured, or the folder of a study; without it the sizes below, or the paper's distributions
    #[arg(value_name = "MODEL|STUDY")]
    pub source: Option<PathBuf>,
    #[command(flatten)]
    pub sizes: SizeFlags,
    /// S, the limit on outer iterations [default: 100; of a study, what its iteration limit means]
    #[arg(long, env = "LUTHIER_OUTER", value_name = "S")]
    pub outer: Option<u64>,
    /// T, the limit on inner iterations between restarts
    #[arg(long, env = "LUTHIER_INNER", value_name = "T", default_value_t = 1000)]
    pub inner: u64,
    /// A bound on |K|_2 over all problems [default: that of the model; else 1, which scaling grants]
    #[arg(long, env = "LUTHIER_OPERATOR_NORM", value_name = "X")]
    pub operator_norm: Option<f64>,
    /// The first step size, 1/|K|_inf
    #[arg(long, env = "LUTHIER_FIRST_STEP", value_name = "X", default_value_t = 1.0, hide_short_help = true)]
    pub first_step: f64,
    /// The error that is allowed, in iterations [default: a tenth of the range of the cost]
    #[arg(long, env = "LUTHIER_EPSILON", value_name = "X")]
    pub epsilon: Option<f64>,
    /// The probability with which the statement may fail
    #[arg(long, env = "LUTHIER_DELTA", value_name = "P", default_value_t = 0.05)]
    pub delta: f64,
    /// The range of the cost, in iterations [default: S T]
    #[arg(long, env = "LUTHIER_COST_RANGE", value_name = "H")]
    pub cost_range: Option<f64>,
    /// Settings of a grid declared beforehand, for comparison [default: 121; of a study, those of its space]
    #[arg(long, env = "LUTHIER_SETTINGS", value_name = "K")]
    pub settings: Option<u64>,
    /// A constant that the paper leaves inside its O(): chain, degree, curves, curves-n, curves-t, samples; as often as needed
    #[arg(long, env = "LUTHIER_CONSTANT", value_name = "NAME=VALUE", value_parser = constant, hide_short_help = true)]
    pub constant: Vec<String>,
    /// How far step sizes may grow: doubling at every step, as the proof has it, or by the product of the algorithm's factors
    #[arg(
        long,
        env = "LUTHIER_GROWTH",
        value_name = "HOW",
        default_value = "doubling",
        hide_short_help = true
    )]
    #[arg(value_parser = PossibleValuesParser::new(Growth::NAMES.map(|(name, _)| name)))]
    pub growth: String,
    /// Which comparisons count: printed, as the proofs list them, or complete, with the signs that they leave out
    #[arg(
        long,
        env = "LUTHIER_COUNTING",
        value_name = "WHICH",
        default_value = "printed",
        hide_short_help = true
    )]
    #[arg(value_parser = PossibleValuesParser::new(Counting::NAMES.map(|(name, _)| name)))]
    pub counting: String,
    /// One JSON document on standard output
    #[arg(long, env = "LUTHIER_JSON", value_parser = FalseyValueParser::new())]
    pub json: bool,
    #[command(flatten)]
    pub reading: ReadFlags,
}

/// Sizes in the paper's form; they count over what is measured.
#[derive(Args)]
pub struct SizeFlags {
    /// n, the number of variables
    #[arg(long, env = "LUTHIER_VARIABLES", value_name = "N")]
    pub variables: Option<u64>,
    /// m1, the number of inequalities [default: 0]
    #[arg(long, env = "LUTHIER_INEQUALITIES", value_name = "M1")]
    pub inequalities: Option<u64>,
    /// m2, the number of equations [default: 0]
    #[arg(long, env = "LUTHIER_EQUALITIES", value_name = "M2")]
    pub equalities: Option<u64>,
    /// L, the number of finite lower bounds [default: as many as variables]
    #[arg(long, env = "LUTHIER_LOWER", value_name = "L")]
    pub lower: Option<u64>,
    /// U, the number of finite upper bounds [default: as many as variables]
    #[arg(long, env = "LUTHIER_UPPER", value_name = "U")]
    pub upper: Option<u64>,
}

impl SizeFlags {
    /// Whether any of them is given.
    pub fn given(&self) -> bool {
        [self.variables, self.inequalities, self.equalities, self.lower, self.upper]
            .iter()
            .any(Option::is_some)
    }
}

/// The text of a constant that can be set.
fn constant(text: &str) -> Result<String, String> {
    Constants::default().set(text).map(|()| text.to_owned()).map_err(|e| e.to_string())
}

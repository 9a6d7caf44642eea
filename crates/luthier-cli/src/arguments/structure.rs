//! What `luthier structure` can be told.

use super::{ReadFlags, Settings};
use clap::Args;
use clap::builder::FalseyValueParser;
use luthier_tune::structure::Same;

/// What `luthier structure` can be told.
#[derive(Args)]
pub struct StructureArguments {
    /// The problem: a model file (- is standard input), or an instance of a family such as transportation:5x8. Without it, one
    /// of the built-in family transportation:5x8
    #[arg(value_name = "INSTANCE")]
    pub instance: Option<String>,
    /// Seed of the family
    #[arg(long, env = "LUTHIER_SEED", value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// Which instance of the family
    #[arg(long, env = "LUTHIER_INDEX", value_name = "N", default_value_t = 0)]
    pub index: u64,
    /// The parameter, by name or symbol; all others stay as they are
    #[arg(long, env = "LUTHIER_PARAMETER", value_name = "NAME", default_value = "theta")]
    pub parameter: String,
    /// Its least value [default: that of its usual range]
    #[arg(long, env = "LUTHIER_FROM", value_name = "X", allow_negative_numbers = true)]
    pub from: Option<f64>,
    /// Its largest value [default: that of its usual range]
    #[arg(long, env = "LUTHIER_TO", value_name = "X", allow_negative_numbers = true)]
    pub to: Option<f64>,
    /// Values of the grid that is run first; with --map, of each side [default: 129; with --map 33]
    #[arg(long, env = "LUTHIER_POINTS", value_name = "N")]
    pub points: Option<usize>,
    /// Most values that are run, those of the grid included
    #[arg(long, env = "LUTHIER_RUNS", value_name = "N", default_value_t = 1000)]
    pub runs: usize,
    /// How well a boundary is to be known, as a part of the range
    #[arg(
        long,
        env = "LUTHIER_RESOLUTION",
        value_name = "PART",
        default_value_t = 1e-6,
        hide_short_help = true
    )]
    pub resolution: f64,
    /// Spread values on a logarithmic scale
    #[arg(long, alias = "log", env = "LUTHIER_LOG_SCALE", value_parser = FalseyValueParser::new())]
    pub log_scale: bool,
    /// When two runs are the same: counts (as many iterations) or decisions (all of them)
    #[arg(long, env = "LUTHIER_BY", value_name = "WHAT", default_value = "counts", value_parser = same)]
    pub by: Same,
    /// Look at step size (eta) and weight (omega) of plain PDHG together, on logarithmic scales
    #[arg(long, env = "LUTHIER_MAP", value_parser = FalseyValueParser::new())]
    #[arg(conflicts_with_all = ["parameter", "from", "to", "runs", "resolution", "log_scale", "by", "partings", "top"])]
    pub map: bool,
    /// With --map: step sizes [default: a tenth to ten times what surely converges]
    #[arg(long, env = "LUTHIER_ETA", value_name = "FROM..TO", requires = "map", value_parser = ends)]
    pub eta: Option<(f64, f64)>,
    /// With --map: weights [default: 0.01..100]
    #[arg(long, env = "LUTHIER_OMEGA", value_name = "FROM..TO", requires = "map", value_parser = ends)]
    pub omega: Option<(f64, f64)>,
    /// How many pieces to list, the longest first
    #[arg(long, env = "LUTHIER_TOP", value_name = "N", default_value_t = 10)]
    pub top: usize,
    /// How many boundaries to look into for the decision that flips; each takes two runs more
    #[arg(long, env = "LUTHIER_PARTINGS", value_name = "N", default_value_t = 8)]
    pub partings: usize,
    /// Threads; 0: one for each core
    #[arg(long, env = "LUTHIER_THREADS", value_name = "N", default_value_t = 0, hide_short_help = true)]
    #[arg(value_parser = clap::value_parser!(u64).range(0..=1024))]
    pub threads: u64,
    /// Runs side by side in a thread: 1, 4, 8 or 16 [default: by size]
    #[arg(long, env = "LUTHIER_LANES", value_name = "N", value_parser = super::tune::lanes, hide_short_help = true)]
    pub lanes: Option<usize>,
    /// One JSON document on standard output
    #[arg(long, env = "LUTHIER_JSON", value_parser = FalseyValueParser::new())]
    pub json: bool,
    /// No progress on standard error; warnings, errors and the result stay
    #[arg(short, long, env = "LUTHIER_QUIET", value_parser = FalseyValueParser::new())]
    pub quiet: bool,
    #[command(flatten)]
    pub settings: Settings,
    #[command(flatten)]
    pub reading: ReadFlags,
}

fn same(text: &str) -> Result<Same, String> {
    match text {
        "counts" => Ok(Same::Count),
        "decisions" => Ok(Same::Decisions),
        _ => Err("expected counts or decisions".to_owned()),
    }
}

/// Two numbers, as in 0.1..10; whether they make a range is found out later.
fn ends(text: &str) -> Result<(f64, f64), String> {
    let pair = text.split_once("..");
    let numbers = pair.and_then(|(from, to)| Some((from.trim().parse().ok()?, to.trim().parse().ok()?)));
    numbers.ok_or_else(|| "expected two numbers, such as 0.1..10".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_two_numbers() {
        assert_eq!(ends("0.1..10"), Ok((0.1, 10.0)));
        assert_eq!(ends("1e-3 .. 2"), Ok((1e-3, 2.0)));
        for wrong in ["", "1", "1..", "..2", "1...2..", "a..b"] {
            assert!(ends(wrong).is_err(), "{wrong}");
        }
    }
}

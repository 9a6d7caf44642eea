//! Numbers and decisions in words.

use luthier::{RestartCondition, Which};
use luthier_tune::structure::{Decision, Flip, RunEnd};

/// A number of things.
pub fn counted(count: usize, thing: &str) -> String {
    if count == 1 { format!("1 {thing}") } else { format!("{count} {thing}s") }
}

/// A value with as many digits as tell neighbours apart.
pub fn value(value: f64) -> String {
    if value != 0.0 && !(1e-3..1e6).contains(&value.abs()) {
        format!("{value:.6e}")
    } else {
        format!("{value:.8}")
    }
}

/// A value for the end of an axis.
pub fn short(value: f64) -> String {
    if value != 0.0 && !(1e-3..1e6).contains(&value.abs()) {
        format!("{value:.2e}")
    } else {
        format!("{}", (value * 1e4).round() / 1e4)
    }
}

/// How a run ended.
pub fn end(end: &RunEnd) -> String {
    if end.solved() { format!("{}", end.iterations) } else { format!("{} {}", end.iterations, end.status) }
}

/// What a run decides where another one decides something else.
pub fn decision(decision: Option<Decision>, flip: Flip) -> String {
    match decision {
        None if flip == Flip::Step => "takes the step at once".to_owned(),
        None => "goes on".to_owned(),
        Some(Decision::Rejected(1)) => "rejects it once".to_owned(),
        Some(Decision::Rejected(count)) => format!("rejects it {count} times"),
        Some(Decision::Restart { to, condition }) => {
            format!("restarts at the {} ({})", point(to), why(condition))
        }
        Some(Decision::Recovered) => "goes back after overflow".to_owned(),
        Some(Decision::Ended(status)) => format!("ends, {}", status.name().replace('_', " ")),
    }
}

/// The name of a point.
pub fn point(which: Which) -> &'static str {
    match which {
        Which::Current => "current point",
        Which::Average => "average",
    }
}

/// Why a run restarts, by the parameter that says when.
pub fn why(condition: RestartCondition) -> &'static str {
    match condition {
        RestartCondition::Sufficient => "sufficient_reduction",
        RestartCondition::Necessary => "necessary_reduction",
        RestartCondition::Artificial => "artificial_restart",
        RestartCondition::InnerLimit => "inner_limit",
        RestartCondition::Face => "face_share",
        RestartCondition::FirstCheck => "check_period",
    }
}

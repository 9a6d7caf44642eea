//! How many problems a statement takes: uniformly over a class by its pseudo-dimension, and over a declared grid.

use super::bound::{Bound, Constant, constant};
use super::case::Case;
use super::magnitude::Magnitude;
use std::f64::consts::E;

/// What the three forms of uniform convergence say.
const UNIFORM: &str = "With this many problems, with probability 1 - delta, mean and expected cost differ by at most epsilon \
     for all values of the parameters at once; the best on these problems is then within 2 epsilon of the best of all.";

fn common(case: &Case) -> Vec<Constant> {
    vec![
        constant("H", case.range(), "range of the cost"),
        constant("epsilon", case.error(), "error that is allowed, in units of the cost"),
        constant("delta", case.delta, "probability with which the statement may fail"),
    ]
}

/// ln(1/delta), also where 1/delta is no float.
fn rarity(case: &Case) -> f64 {
    -libm::log(case.delta)
}

/// A bound in (H/epsilon)^2, rounded up.
fn made(
    (name, source): (&'static str, &'static str),
    statement: &str,
    formula: &'static str,
    constants: Vec<Constant>,
    case: &Case,
    factor: f64,
) -> Bound {
    let ratio = case.range() / case.error();
    let value = Magnitude::of(ratio * ratio).times(Magnitude::of(factor)).rounded_up();
    Bound { name, source, statement: statement.to_owned(), formula, constants, value }
}

/// Problems for a class of this pseudo-dimension, by three forms of uniform convergence.
pub(super) fn uniform(case: &Case, dimension: f64) -> Vec<Bound> {
    let (ratio, rarity) = (case.range() / case.error(), rarity(case));
    let with_dimension = || {
        let mut all = vec![constant("P", dimension, "bound on the pseudo-dimension")];
        all.extend(common(case));
        all
    };
    let mut paper = with_dimension();
    paper.push(constant("samples", case.constants.samples, "chosen: the constant in the paper's O(..)"));
    vec![
        made(
            ("explicit", "Anthony and Bartlett 1999, theorems 17.1 and 18.4"),
            UNIFORM,
            "32 (H/epsilon)^2 (P ln(32 e H/epsilon) + ln(4 e (P+1)/delta))",
            with_dimension(),
            case,
            32.0 * (dimension * libm::log(32.0 * E * ratio)
                + libm::log(4.0 * E * (dimension + 1.0))
                + rarity),
        ),
        made(
            ("pollard", "Pollard 1984, Haussler 1992"),
            UNIFORM,
            "64 (H/epsilon)^2 (2 P ln(16 e H/epsilon) + ln(8/delta))",
            with_dimension(),
            case,
            64.0 * (2.0 * dimension * libm::log(16.0 * E * ratio) + libm::log(8.0) + rarity),
        ),
        made(
            ("paper", "the paper's O((H/epsilon)^2 (P + log(1/delta))), with the constant that was chosen"),
            UNIFORM,
            "samples (H/epsilon)^2 (P + ln(1/delta))",
            paper,
            case,
            case.constants.samples * (dimension + rarity),
        ),
    ]
}

/// Problems for statements that need no pseudo-dimension: about a grid that is declared beforehand, and about one setting
/// on problems that were not used to find it.
pub(super) fn declared(case: &Case) -> Vec<Bound> {
    let (settings, rarity) = (case.settings as f64, rarity(case));
    let mut grid = vec![constant("K", settings, "settings, declared before the first run")];
    grid.extend(common(case));
    vec![
        made(
            (
                "declared grid",
                "Hoeffding's inequality for each setting, and the sum of their probabilities to fail",
            ),
            "With this many problems, with probability 1 - delta, mean and expected cost differ by at most epsilon for all K \
             settings at once.",
            "(H/epsilon)^2 ln(2 K/delta) / 2",
            grid,
            case,
            (libm::log(2.0 * settings) + rarity) / 2.0,
        ),
        made(
            ("held-out problems", "Hoeffding's inequality"),
            "With this many problems that no search has seen, with probability 1 - delta, the expected cost of the chosen \
             setting is at most epsilon above its mean.",
            "(H/epsilon)^2 ln(1/delta) / 2",
            common(case),
            case,
            rarity / 2.0,
        ),
    ]
}

//! The lemma on the line search (lemma:adaptive-pdhg-iter-bound).
//!
//! The limit on a step size is never below 1/|K|_2, so that only larger ones are rejected; and a rejection shrinks it by
//! the factor 1 - (k+1)^-0.3 at least. Of R rejected sizes the last is above 1/|K|_2 and at most that factor to the power
//! R - 1 of the first, etahat: R < 1 + log(etahat |K|_2) / log(1/(1 - (k+1)^-0.3)).
//!
//! At k = 0 the printed factor is 0: one rejection makes the step size zero, and zero is accepted.

use super::bound::{Bound, constant};
use super::case::{Case, Growth};
use super::magnitude::Magnitude;

/// The exponents of the printed rule.
const REDUCTION: f64 = 0.3;
const GROWTH: f64 = 0.6;

/// Most rejections in the search after `k` accepted steps that begins with a step size of exp(`log_ratio`) / |K|_2: the
/// lemma's bound, rounded up, for a rule with this exponent in the place of 0.3.
pub fn rejections(log_ratio: f64, k: f64, exponent: f64) -> f64 {
    if !(log_ratio > 0.0) {
        return 0.0;
    }
    let shrinks = libm::pow(k + 1.0, -exponent);
    if shrinks >= 1.0 {
        return 1.0;
    }
    (log_ratio / -libm::log1p(-shrinks)).ceil()
}

/// log(etahat |K|_2), the most that it can be in any search of a run.
fn log_ratio(case: &Case) -> f64 {
    libm::log(case.first_step) + log_growth(case) + libm::log(case.operator_norm)
}

/// The logarithm of the factor by which all steps of a run together can let the step size grow.
fn log_growth(case: &Case) -> f64 {
    let (steps, ln_2) = (case.iterations(), std::f64::consts::LN_2);
    match case.growth {
        Growth::Doubling => steps * ln_2,
        // The first factor is 2; the sum of log(1 + k^-0.6) over k = 2..steps is below the integral of x^-0.6.
        Growth::Product => {
            let tail = (libm::pow(steps, 1.0 - GROWTH) - 1.0) / (1.0 - GROWTH);
            (ln_2 + tail).min(steps * ln_2)
        }
    }
}

/// B: most rounds of one search in a whole run. A search that rejects R times has R + 1 rounds.
pub(super) fn rounds(case: &Case) -> f64 {
    // Both the factor and the ratio are largest in the last search. The first search may reject once.
    rejections(log_ratio(case), case.iterations() - 1.0, REDUCTION).max(1.0) + 1.0
}

/// The bound on rejections of one search in a run of at most S T iterations.
pub(super) fn bound(case: &Case) -> Bound {
    let growth = match case.growth {
        Growth::Doubling => "S T ln 2: every accepted step may double it, as the proof takes it",
        Growth::Product => "ln 2 + ((S T)^0.4 - 1)/0.4: step k lets it grow by 1 + (k+1)^-0.6",
    };
    Bound {
        name: "rejections of one line search",
        source: "line-search lemma (lemma:adaptive-pdhg-iter-bound)",
        statement: "No search for a step size rejects more often than this in a run of S T iterations."
            .to_owned(),
        formula: "ceil(ln(etahat |K|_2) / ln(1/(1 - (S T)^-0.3)))",
        constants: vec![
            constant("S T", case.iterations(), "most iterations of a run"),
            constant(
                "first step",
                case.first_step,
                "1/|K|_inf, at most 1 where |K|_inf >= 1 as the paper assumes",
            ),
            constant("ln growth", log_growth(case), growth),
            constant("|K|_2", case.operator_norm, "bound on the operator norm of all problems"),
            constant(
                "ln(etahat |K|_2)",
                log_ratio(case),
                "the three above together; 0 where they are below it",
            ),
            constant("B", rounds(case), "rounds of a search: its rejections and the step that is accepted"),
        ],
        value: Magnitude::of(rounds(case) - 1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejections_by_hand() {
        // 1 - 2^-1 = 1/2: from 5 times the norm down to 5/8 are three rejections (5, 2.5, 1.25).
        assert_eq!(rejections(5f64.ln(), 1.0, 1.0), 3.0);
        assert_eq!(rejections(1.0f64.ln(), 1.0, 1.0), 0.0);
        assert_eq!(rejections(-3.0, 7.0, REDUCTION), 0.0);
        // At the first step the printed factor is 0.
        assert_eq!(rejections(5f64.ln(), 0.0, REDUCTION), 1.0);
        // k + 1 = 1024 and 0.3: 1/8 off each time. log 10 / log(8/7) = 17.2.
        assert_eq!(rejections(10f64.ln(), 1023.0, REDUCTION), 18.0);
        // More steps shrink less, also where 1 - (k+1)^-0.3 is 1 to the last digit.
        let far = rejections(10f64.ln(), 1e18, REDUCTION);
        assert!((far / (10f64.ln() * 1e18f64.powf(0.3)) - 1.0).abs() < 1e-4, "{far}");
        assert!(rejections(10f64.ln(), 1e60, REDUCTION).is_finite());
    }

    #[test]
    fn growth_is_bounded_by_its_closed_form() {
        for steps in [1u64, 2, 3, 10, 1000] {
            let case = Case { outer: 1, inner: steps, growth: Growth::Product, ..Case::default() };
            let exact: f64 = (1..=steps).map(|k| (k as f64).powf(-GROWTH).ln_1p()).sum();
            let doubling = log_growth(&Case { growth: Growth::Doubling, ..case });
            assert!(log_growth(&case) >= exact - 1e-12 && exact <= doubling + 1e-12, "{steps}");
        }
    }
}

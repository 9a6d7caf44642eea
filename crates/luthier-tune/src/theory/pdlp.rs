//! The theorems on theta, on alpha and on both: PDLP with at most S outer iterations of at most T inner ones.

use super::bound::{Bound, Constant, constant};
use super::case::{Case, Counting};
use super::line_search;
use super::magnitude::Magnitude;
use super::pfaffian::{FORMULA, Structure};
use serde::Serialize;

/// Which parameters of PDLP are tuned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tuned {
    /// theta, the smoothing of the primal weight.
    Theta,
    /// alpha, the exponent of the Pock-Chambolle scaling.
    Alpha,
    /// Both at once.
    Both,
}

impl Tuned {
    /// All of them.
    pub const ALL: [Tuned; 3] = [Tuned::Theta, Tuned::Alpha, Tuned::Both];

    /// Its symbols.
    pub fn name(self) -> &'static str {
        match self {
            Tuned::Theta => "theta",
            Tuned::Alpha => "alpha",
            Tuned::Both => "theta, alpha",
        }
    }

    /// The theorem about it.
    fn source(self) -> &'static str {
        match self {
            Tuned::Theta => "theorem on theta (thm:pdim-theta)",
            Tuned::Alpha => "theorem on alpha (thm:pdim-alpha-formal)",
            Tuned::Both => "theorem on both (thm:pdim-theta-alpha-full)",
        }
    }

    fn parameters(self) -> u32 {
        if self == Tuned::Both { 2 } else { 1 }
    }
}

/// Predicates of one round of a line search: projections, the sign of the denominator, the minimum, the acceptance.
fn per_round(case: &Case) -> f64 {
    case.sizes.projections() + 3.0
}

/// Predicates of one inner iteration beside its line search: the comparison of KKT errors, three of the termination test,
/// three of the restart test; with [`Counting::Complete`] also what makes these smooth. For the current point and for
/// the average, the signs of h - G x (m1) and of the reduced costs at finite bounds (L + U at most); and the signs of gap
/// and both objectives in the termination test.
fn per_iteration(case: &Case) -> f64 {
    match case.counting {
        Counting::Printed => 7.0,
        Counting::Complete => 7.0 + 2.0 * case.sizes.projections() + 3.0,
    }
}

/// Predicates of a whole run: all iterations, two for each update of the weight, and, where they count, the signs at the
/// first point.
pub(super) fn predicates(case: &Case) -> f64 {
    let start = if case.counting == Counting::Complete { case.sizes.projections() } else { 0.0 };
    let iteration = line_search::rounds(case) * per_round(case) + per_iteration(case);
    case.iterations() * iteration + 2.0 * case.outer as f64 + start
}

/// S T B: most rounds of all line searches of a run.
fn all_rounds(case: &Case) -> f64 {
    case.iterations() * line_search::rounds(case)
}

/// The part of the chain that comes from scaling with alpha: alpha, a power of every row norm, and two of every column norm.
fn scaling_chain(case: &Case) -> f64 {
    1.0 + case.sizes.rows() + 2.0 * case.sizes.variables as f64
}

/// The structure parameters.
pub(super) fn structure(case: &Case, tuned: Tuned) -> Structure {
    let predicates = predicates(case);
    let degree = Magnitude::power_of_two(case.constants.degree * all_rounds(case));
    let scaling = if tuned == Tuned::Theta { 0.0 } else { scaling_chain(case) };
    Structure {
        pieces: Magnitude::power_of_two(predicates),
        boundaries: Magnitude::of(predicates),
        chain: scaling + case.constants.chain * all_rounds(case),
        chain_degree: degree,
        degree,
        parameters: tuned.parameters(),
    }
}

/// What the main text states inside O(), with 1 for its constant. Its K~ is a logarithm that scaling makes zero or less;
/// below 1 it counts as 1.
fn order(case: &Case, tuned: Tuned) -> f64 {
    let norm = libm::log(case.operator_norm).max(1.0);
    let searches = libm::pow(case.iterations(), 2.3) * norm;
    let scaling = if tuned == Tuned::Theta { 0.0 } else { case.sizes.variables as f64 + case.sizes.rows() };
    (scaling + searches) * (scaling + searches) + searches * case.sizes.projections()
}

fn constants(case: &Case, tuned: Tuned, s: &Structure) -> Vec<Constant> {
    let wide = |name, value, source: &str| Constant { name, value, source: source.to_owned() };
    let chain = match tuned {
        Tuned::Theta => "length of the chain: chain S T B",
        _ => "length of the chain: 1 + m + 2n of the scaling, and chain S T B",
    };
    let printed = match case.counting {
        Counting::Printed => "S T (B (L+U+m1+3) + 7) + 2S, as the proof counts",
        Counting::Complete => {
            "S T (B (L+U+m1+3) + 7 + 2(L+U+m1) + 3) + 2S + (L+U+m1): also the signs that the proof leaves out"
        }
    };
    vec![
        constant("d", f64::from(s.parameters), "parameters that are tuned"),
        constant("B", line_search::rounds(case), "rounds of one line search: the lemma's rejections and 1"),
        wide("k_G", s.boundaries, &format!("predicates of a run: {printed}")),
        wide("k_F", s.pieces, "pieces: 2^k_G"),
        constant("q", s.chain, chain),
        wide("M", s.chain_degree, "degree of the chain: 2^(degree S T B)"),
        wide("Delta", s.degree, "degree of the functions: 2^(degree S T B)"),
        constant("chain", case.constants.chain, "chosen: the constant in q = O(..)"),
        constant("degree", case.constants.degree, "chosen: the constant in M, Delta <= 2^O(S T B)"),
        constant("order", order(case, tuned), "the O() of the main text with 1 for its constant"),
    ]
}

/// The bound on the pseudo-dimension.
pub(super) fn bound(case: &Case, tuned: Tuned) -> Bound {
    let s = structure(case, tuned);
    Bound {
        name: tuned.name(),
        source: tuned.source(),
        statement: format!(
            "The pseudo-dimension of the iteration counts of PDLP, as {} varies, is at most this, with the constants that were chosen.",
            if tuned == Tuned::Both { "(theta, alpha)" } else { tuned.name() }
        ),
        formula: FORMULA,
        constants: constants(case, tuned, &s),
        value: Magnitude::of(s.pseudo_dimension()),
    }
}

//! What the theorems are evaluated for.

use super::constants::Constants;
use crate::error::Error;
use serde::Serialize;

/// The largest size that is evaluated: far beyond what fits a machine, and no intermediate result overflows.
const LARGEST: u64 = 1_000_000_000_000;
/// The finest error, as a part of the range of the cost.
const FINEST: f64 = 1e-12;

/// Sizes of a linear program in the paper's form: min c'x with G x >= h, A x = b, l <= x <= u.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Sizes {
    /// n, the number of variables.
    pub variables: u64,
    /// m1, the number of rows of G.
    pub inequalities: u64,
    /// m2, the number of rows of A.
    pub equalities: u64,
    /// L, the number of finite lower bounds.
    pub lower: u64,
    /// U, the number of finite upper bounds.
    pub upper: u64,
}

impl Sizes {
    /// The largest of each, for a set of problems.
    pub fn largest(self, other: Sizes) -> Sizes {
        Sizes {
            variables: self.variables.max(other.variables),
            inequalities: self.inequalities.max(other.inequalities),
            equalities: self.equalities.max(other.equalities),
            lower: self.lower.max(other.lower),
            upper: self.upper.max(other.upper),
        }
    }

    /// L + U + m1: the projections of one step.
    pub(super) fn projections(&self) -> f64 {
        self.lower as f64 + self.upper as f64 + self.inequalities as f64
    }

    /// m = m1 + m2.
    pub(super) fn rows(&self) -> f64 {
        self.inequalities as f64 + self.equalities as f64
    }
}

/// How far step sizes may have grown when a line search begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Growth {
    /// By 2 with every step, as the proof of the lemma takes it.
    #[default]
    Doubling,
    /// By 1 + (k+1)^-0.6 with step k, as the algorithm has it: a smaller bound from the same proof.
    Product,
}

impl Growth {
    /// All of them with their names.
    pub const NAMES: [(&'static str, Growth); 2] =
        [("doubling", Growth::Doubling), ("product", Growth::Product)];
}

/// Which comparisons of a run are counted as predicates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Counting {
    /// Those that the paper's proofs list.
    #[default]
    Printed,
    /// Also the signs inside the positive parts, the reduced costs and the absolute values of the residuals.
    Complete,
}

impl Counting {
    /// All of them with their names.
    pub const NAMES: [(&'static str, Counting); 2] =
        [("printed", Counting::Printed), ("complete", Counting::Complete)];
}

/// What the theorems are evaluated for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Case {
    /// The largest sizes of the problems.
    pub sizes: Sizes,
    /// S, the limit on outer iterations (restarts and 1).
    pub outer: u64,
    /// T, the limit on inner iterations between restarts.
    pub inner: u64,
    /// A bound on |K|_2 over all problems; K~ in the paper is its logarithm.
    pub operator_norm: f64,
    /// The first step size, 1/|K|_inf; at most 1 where |K|_inf >= 1, as the paper assumes.
    pub first_step: f64,
    /// The range of the cost; `None`: S T, the most iterations.
    pub cost_range: Option<f64>,
    /// The error that is allowed, in units of the cost; `None`: a tenth of its range.
    pub epsilon: Option<f64>,
    /// The probability with which the statement may fail.
    pub delta: f64,
    /// Settings of a grid that is declared beforehand, for comparison.
    pub settings: u64,
    /// The choices behind the paper's O().
    pub constants: Constants,
    /// How far step sizes may have grown.
    pub growth: Growth,
    /// Which comparisons count.
    pub counting: Counting,
}

impl Default for Case {
    fn default() -> Case {
        Case {
            sizes: Sizes::default(),
            outer: 100,
            inner: 1000,
            operator_norm: 1.0,
            first_step: 1.0,
            cost_range: None,
            epsilon: None,
            delta: 0.05,
            settings: 121,
            constants: Constants::default(),
            growth: Growth::default(),
            counting: Counting::default(),
        }
    }
}

impl Case {
    /// S T, the most iterations of a run.
    pub fn iterations(&self) -> f64 {
        self.outer as f64 * self.inner as f64
    }

    /// H, the range of the cost.
    pub fn range(&self) -> f64 {
        self.cost_range.unwrap_or(self.iterations())
    }

    /// The error that is allowed.
    pub fn error(&self) -> f64 {
        self.epsilon.unwrap_or(self.range() / 10.0)
    }

    /// Checks that every number means something.
    pub(super) fn check(&self) -> Result<(), Error> {
        let sizes = &self.sizes;
        at_least_one("variables (n)", sizes.variables)?;
        if sizes.inequalities == 0 && sizes.equalities == 0 {
            return Err(bad("rows", "there are none: m1 and m2 are 0; expected at least one row"));
        }
        for (what, count) in [
            ("inequalities (m1)", sizes.inequalities),
            ("equalities (m2)", sizes.equalities),
            ("lower bounds (L)", sizes.lower),
            ("upper bounds (U)", sizes.upper),
        ] {
            at_most(what, count, LARGEST)?;
        }
        at_most("variables (n)", sizes.variables, LARGEST)?;
        for (what, count) in [("lower bounds (L)", sizes.lower), ("upper bounds (U)", sizes.upper)] {
            at_most(what, count, sizes.variables)?;
        }
        for (what, count) in [
            ("outer iterations (S)", self.outer),
            ("inner iterations (T)", self.inner),
            ("settings", self.settings),
        ] {
            at_least_one(what, count)?;
            at_most(what, count, LARGEST)?;
        }
        self.check_numbers()?;
        self.constants.check()
    }

    fn check_numbers(&self) -> Result<(), Error> {
        for (what, value) in [
            ("operator norm", self.operator_norm),
            ("first step size", self.first_step),
            ("range of the cost (H)", self.range()),
        ] {
            if !(value > 0.0 && value <= 1e100) {
                return Err(bad(what, &format!("it is {value}; expected a number above 0 and up to 1e100")));
            }
        }
        if !(self.delta > 0.0 && self.delta < 1.0) {
            let problem =
                format!("it is {}; expected a probability between 0 and 1, such as 0.05", self.delta);
            return Err(bad("delta", &problem));
        }
        let (range, error) = (self.range(), self.error());
        if !(error >= FINEST * range && error <= range) {
            let problem = format!(
                "it is {error}; expected an error in units of the cost, at most its range {range} and at least {FINEST} of it"
            );
            return Err(bad("epsilon", &problem));
        }
        Ok(())
    }
}

fn bad(what: &str, problem: &str) -> Error {
    Error::Question { what: what.to_owned(), problem: problem.to_owned() }
}

fn at_least_one(what: &str, count: u64) -> Result<(), Error> {
    if count == 0 { Err(bad(what, "there are 0; expected at least 1")) } else { Ok(()) }
}

fn at_most(what: &str, count: u64, most: u64) -> Result<(), Error> {
    if count > most { Err(bad(what, &format!("there are {count}; expected at most {most}"))) } else { Ok(()) }
}

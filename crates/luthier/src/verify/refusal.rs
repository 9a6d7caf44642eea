//! Why a point was not accepted.

use crate::problem::Problem;
use crate::text::shown;
use std::fmt;

/// A row or a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A row, from 0.
    Row(usize),
    /// A variable, from 0.
    Variable(usize),
}

impl Place {
    /// Its number among the rows or the variables.
    pub fn index(self) -> usize {
        match self {
            Place::Row(index) | Place::Variable(index) => index,
        }
    }

    /// The place in words, with its name in the problem.
    pub fn explain(self, problem: &Problem) -> String {
        let (kind, label) = match self {
            Place::Row(i) => ("row", problem.row_label(i)),
            Place::Variable(j) => ("variable", problem.column_label(j)),
        };
        format!("{kind} '{}'", shown(&label))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Row(i) => write!(f, "row {i}"),
            Place::Variable(j) => write!(f, "variable {j}"),
        }
    }
}

/// One test that a point did not pass.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Refusal {
    /// Rows or variables are too far outside their bounds.
    Primal {
        /// The residual: the norm of all, or where every row counts on its own that of the worst place.
        found: f64,
        /// What the tolerances allow.
        allowed: f64,
        /// Where the violation is worst.
        worst: Place,
    },
    /// Costs are not balanced by multipliers and reduced costs, or a multiplier belongs to a bound that is infinite.
    Dual {
        /// The residual: the norm of all, or where every column counts on its own that of the worst place.
        found: f64,
        /// What the tolerances allow.
        allowed: f64,
        /// Where the residual is worst; a row if its multiplier belongs to an infinite bound.
        worst: Place,
    },
    /// The objectives of the primal and the dual point are too far apart.
    Gap {
        /// Their difference.
        found: f64,
        /// What the tolerances allow.
        allowed: f64,
        /// Primal objective in the user's sense, constant included.
        objective: f64,
        /// Dual objective in the user's sense, constant included.
        dual_objective: f64,
    },
    /// Numbers are too large to be computed with.
    Overflow {
        /// What could not be computed.
        what: &'static str,
        /// Where, if in one place.
        place: Option<Place>,
    },
}

impl Refusal {
    /// The refusal in words, with the names of the problem.
    pub fn explain(&self, problem: &Problem) -> String {
        self.words(|place| place.explain(problem))
    }

    fn words(&self, show: impl Fn(Place) -> String) -> String {
        match *self {
            Refusal::Primal { found, allowed, worst } => {
                format!("primal residual {}; worst in {}", above(found, allowed), show(worst))
            }
            Refusal::Dual { found, allowed, worst } => {
                let why = match worst {
                    Place::Row(_) => ", whose multiplier belongs to a bound that is infinite",
                    Place::Variable(_) => "",
                };
                format!("dual residual {}; worst in {}{why}", above(found, allowed), show(worst))
            }
            Refusal::Gap { found, allowed, objective, dual_objective } => {
                let (objective, dual_objective) = apart(objective, dual_objective);
                format!(
                    "gap {} between the objectives {objective} of the primal and {dual_objective} of the dual point",
                    above(found, allowed)
                )
            }
            Refusal::Overflow { what, place } => {
                let place = place.map_or_else(String::new, |place| format!(" in {}", show(place)));
                format!("the {what}{place} is too large for 64-bit numbers")
            }
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words(|place| place.to_string()))
    }
}

fn above(found: f64, allowed: f64) -> String {
    let (found, allowed) = apart(found, allowed);
    format!("{found} is above the allowed {allowed}")
}

/// Two numbers with as few digits as show that they differ.
pub(super) fn apart(a: f64, b: f64) -> (String, String) {
    let shown = |digits: usize| (format!("{a:.digits$e}"), format!("{b:.digits$e}"));
    (1..17).map(shown).find(|(a, b)| a != b).unwrap_or_else(|| shown(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::ProblemBuilder;

    #[test]
    fn words_with_and_without_names() {
        let refusal = Refusal::Primal { found: 3.2e-3, allowed: 1e-4, worst: Place::Row(1) };
        assert_eq!(refusal.to_string(), "primal residual 3.2e-3 is above the allowed 1.0e-4; worst in row 1");
        let problem = ProblemBuilder::new(2, 1).row_names(vec!["a", "b\u{1b}"]).build().unwrap();
        assert!(refusal.explain(&problem).ends_with("worst in row 'b\\u{1b}'"));
        let refusal = Refusal::Dual { found: 1.0, allowed: 0.0, worst: Place::Variable(0) };
        assert!(refusal.explain(&problem).ends_with("worst in variable 'C1'"));
        let refusal = Refusal::Dual { found: 1.0, allowed: 0.0, worst: Place::Row(0) };
        assert!(
            refusal
                .explain(&problem)
                .ends_with("row 'a', whose multiplier belongs to a bound that is infinite")
        );
    }

    #[test]
    fn digits_show_the_difference() {
        assert_eq!(apart(1.00004e-4, 1e-4), ("1.00004e-4".into(), "1.00000e-4".into()));
        assert_eq!(apart(2.0, 2.0), ("2.0e0".into(), "2.0e0".into()));
    }
}

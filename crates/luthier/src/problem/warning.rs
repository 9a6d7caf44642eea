//! What was repaired or is remarkable about a problem's data.

use crate::text::shown;
use std::fmt;

/// Something about the data that was repaired or that may surprise. The problem is valid all the same.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Warning {
    /// Finite bounds at or beyond the threshold were taken as infinite.
    BoundTakenAsInfinite {
        /// Which bounds.
        field: &'static str,
        /// How many.
        count: usize,
        /// From which magnitude on.
        threshold: f64,
    },
    /// Bounds that crossed by rounding were merged at their midpoint.
    BoundsMerged {
        /// "row" or "column".
        field: &'static str,
        /// How many.
        count: usize,
    },
    /// Bounds cross: the problem is infeasible.
    BoundsCross {
        /// "row" or "column".
        field: &'static str,
        /// The first one.
        index: usize,
        /// Its name, if it has one.
        name: Option<String>,
    },
    /// Subnormal coefficients were dropped as zeros.
    SubnormalDropped {
        /// "matrix" or "objective".
        field: &'static str,
        /// How many.
        count: usize,
    },
    /// Largest and smallest coefficient differ so much that f64 arithmetic may not resolve both.
    WideRange {
        /// "matrix", "objective", "bound" or "right-hand side".
        field: &'static str,
        /// Smallest nonzero magnitude.
        smallest: f64,
        /// Largest magnitude.
        largest: f64,
    },
    /// Integer variables of a file are treated as continuous.
    IntegralityRelaxed {
        /// How many variables.
        count: usize,
        /// The first one.
        first: String,
    },
    /// Variables with a negative upper bound and no lower bound became unbounded below.
    NegativeUpperBound {
        /// How many variables.
        count: usize,
        /// The first one.
        first: String,
    },
    /// Objective rows after the first one were left out.
    RowsIgnored {
        /// How many rows.
        count: usize,
        /// The first one.
        first: String,
    },
    /// All sets of right-hand sides, ranges or bounds but the first were left out.
    SetIgnored {
        /// The section.
        section: &'static str,
        /// The name of the first that was left out.
        set: String,
        /// The name of the set that is used.
        used: String,
    },
    /// Entries or bounds that a file gives twice (lenient reading): entries were summed, of others the last one counts.
    Duplicates {
        /// "entries", "right-hand sides", "ranges" or "bounds".
        what: &'static str,
        /// How many.
        count: usize,
        /// The line of the first one.
        line: usize,
    },
    /// The file ends without its last section (lenient reading): it may be truncated.
    EndMissing {
        /// What is missing.
        expected: &'static str,
    },
    /// A section came out of order (lenient reading).
    SectionOrder {
        /// The section.
        section: &'static str,
        /// Where.
        line: usize,
    },
    /// Lines after the end of the model were left out.
    TextAfterEnd {
        /// The first of them.
        line: usize,
    },
}

impl Warning {
    /// A short name that does not change, for programs and for looking it up in the documentation.
    pub fn code(&self) -> &'static str {
        match self {
            Warning::BoundTakenAsInfinite { .. } => "bound_taken_as_infinite",
            Warning::BoundsMerged { .. } => "bounds_merged",
            Warning::BoundsCross { .. } => "bounds_cross",
            Warning::SubnormalDropped { .. } => "subnormal_dropped",
            Warning::WideRange { .. } => "wide_range",
            Warning::IntegralityRelaxed { .. } => "integrality_relaxed",
            Warning::NegativeUpperBound { .. } => "negative_upper_bound",
            Warning::RowsIgnored { .. } => "rows_ignored",
            Warning::SetIgnored { .. } => "set_ignored",
            Warning::Duplicates { .. } => "duplicates",
            Warning::EndMissing { .. } => "end_missing",
            Warning::SectionOrder { .. } => "section_order",
            Warning::TextAfterEnd { .. } => "text_after_end",
        }
    }

    /// Whether it was found while the matrix was built (and not when the problem was).
    pub(super) fn is_of_matrix(&self) -> bool {
        matches!(self, Warning::SubnormalDropped { field: "matrix", .. })
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::BoundTakenAsInfinite { field, count, threshold } => {
                write!(f, "{count} {field} of magnitude {threshold:e} or more taken as infinite")
            }
            Warning::BoundsMerged { field, count } => {
                write!(f, "{count} {field} bound pairs cross by rounding only; merged at their midpoint")
            }
            Warning::BoundsCross { field, index, name } => {
                let name = name.as_ref().map_or_else(String::new, |n| format!(" ('{}')", shown(n)));
                write!(f, "{field} {index}{name} has its lower bound above its upper bound: infeasible")
            }
            Warning::SubnormalDropped { field, count } => {
                write!(f, "{count} subnormal {field} coefficients dropped as zeros")
            }
            Warning::WideRange { field, smallest, largest } => write!(
                f,
                "{field} coefficients range from {smallest:e} to {largest:e}; expect numerical trouble, consider other units"
            ),
            Warning::IntegralityRelaxed { count, first } => write!(
                f,
                "INTEGRALITY IS IGNORED: {count} integer variables ('{}', ...) are treated as continuous",
                shown(first)
            ),
            Warning::NegativeUpperBound { count, first } => write!(
                f,
                "{count} variables ('{}', ...) have a negative upper bound and no lower bound; their lower bound is taken \
                 as -inf",
                shown(first)
            ),
            Warning::RowsIgnored { count, first } => {
                write!(f, "{count} objective rows after the first one ('{}', ...) are left out", shown(first))
            }
            Warning::SetIgnored { section, set, used } => write!(
                f,
                "only the first {section} set, '{}', is used; '{}' and any further ones are left out",
                shown(used),
                shown(set)
            ),
            Warning::Duplicates { what, count, line } => {
                let rule = if *what == "entries" { "summed" } else { "the last one counts" };
                write!(f, "{count} {what} given twice ({rule}), the first on line {line}")
            }
            Warning::EndMissing { expected } => {
                write!(f, "the file ends without {expected}; it may be truncated")
            }
            Warning::SectionOrder { section, line } => {
                write!(f, "section {section} on line {line} is out of order")
            }
            Warning::TextAfterEnd { line } => {
                write!(f, "line {line} and what follows come after the end of the model and are left out")
            }
        }
    }
}

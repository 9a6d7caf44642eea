//! The rules that make a problem valid.

use super::names::Twice;
use super::{NameTable, Names, Problem, Warning};
use crate::error::Error;
use crate::matrix::LARGEST;

/// Bounds that cross by at most this much, relative to their size, cross by rounding.
const ROUNDING: f64 = 1e-12;

/// Ratio of largest to smallest coefficient from which on a warning is given.
const WIDE: f64 = 1e20;

fn check_length(
    argument: &'static str,
    got: usize,
    expected: usize,
    reason: &'static str,
) -> Result<(), Error> {
    if got == expected { Ok(()) } else { Err(Error::Length { argument, got, expected, reason }) }
}

fn name_of(names: &Option<Names>, index: usize) -> Option<String> {
    names.as_ref().and_then(|n| n.get(index)).map(str::to_owned)
}

/// Names that are as many as there are rows or columns, and differ.
pub(super) fn names(field: &'static str, names: Option<Names>, count: usize) -> Result<Option<Names>, Error> {
    let Some(names) = names else { return Ok(None) };
    let argument = if field == "row" { "row_names" } else { "column_names" };
    check_length(argument, names.len(), count, "one name for each")?;
    match NameTable::new(names) {
        Ok(table) => Ok(Some(table.into_names())),
        Err(Twice { name, first, second }) => Err(Error::DuplicateName { field, name, first, second }),
    }
}

/// An objective: finite, not huge, subnormals dropped, no negative zeros.
pub(super) fn finite_vector(
    field: &'static str,
    mut values: Vec<f64>,
    count: usize,
    names: &Option<Names>,
    warnings: &mut Vec<Warning>,
) -> Result<Vec<f64>, Error> {
    check_length(field, values.len(), count, "one for each variable")?;
    let mut subnormal = 0;
    for (index, value) in values.iter_mut().enumerate() {
        if !(value.abs() < LARGEST) {
            let expected = "a finite number below 1e50 in magnitude";
            return Err(Error::BadNumber {
                field,
                index: Some(index),
                name: name_of(names, index),
                value: *value,
                expected,
            });
        }
        if value.is_subnormal() {
            subnormal += 1;
            *value = 0.0;
        }
        *value += 0.0; // -0.0 becomes 0.0
    }
    if subnormal > 0 {
        warnings.push(Warning::SubnormalDropped { field, count: subnormal });
    }
    Ok(values)
}

/// How bounds are read.
pub(super) struct BoundRule {
    /// Magnitude from which on they are infinite.
    pub infinity: f64,
    /// Whether crossing bounds are an error.
    pub strict: bool,
}

/// Pairs of bounds: no NaN, not infinite on the wrong side, huge ones infinite, rounding crossings merged.
pub(super) fn bounds(
    field: &'static str,
    (mut lower, mut upper): (Vec<f64>, Vec<f64>),
    count: usize,
    names: &Option<Names>,
    rule: &BoundRule,
    warnings: &mut Vec<Warning>,
) -> Result<(Vec<f64>, Vec<f64>), Error> {
    let (below, above) = match field {
        "row" => ("row_lower", "row_upper"),
        _ => ("lower", "upper"),
    };
    let reason = if field == "row" { "one for each row" } else { "one for each variable" };
    check_length(below, lower.len(), count, reason)?;
    check_length(above, upper.len(), count, reason)?;
    let (mut infinite, mut merged, mut crossed) = (0, 0, None);
    for index in 0..count {
        let (l, u) = (&mut lower[index], &mut upper[index]);
        infinite += usize::from(one_bound(below, l, f64::NEG_INFINITY, rule.infinity, index, names)?);
        infinite += usize::from(one_bound(above, u, f64::INFINITY, rule.infinity, index, names)?);
        if *l > *u {
            if *l - *u <= ROUNDING * l.abs().max(u.abs()).max(1.0) {
                let middle = *l + (*u - *l) / 2.0;
                (*l, *u) = (middle, middle);
                merged += 1;
            } else if rule.strict {
                let name = name_of(names, index);
                return Err(Error::CrossedBounds { field, index, name, lower: *l, upper: *u });
            } else {
                crossed = crossed.or(Some(index));
            }
        }
    }
    let field_of_bounds = if field == "row" { "row bounds" } else { "variable bounds" };
    if infinite > 0 {
        let (count, threshold) = (infinite, rule.infinity);
        warnings.push(Warning::BoundTakenAsInfinite { field: field_of_bounds, count, threshold });
    }
    if merged > 0 {
        warnings.push(Warning::BoundsMerged { field, count: merged });
    }
    if let Some(index) = crossed {
        warnings.push(Warning::BoundsCross { field, index, name: name_of(names, index) });
    }
    Ok((lower, upper))
}

/// Checks one bound whose own side is `own` (-inf for a lower one); true if it was finite and became infinite.
fn one_bound(
    field: &'static str,
    value: &mut f64,
    own: f64,
    infinity: f64,
    index: usize,
    names: &Option<Names>,
) -> Result<bool, Error> {
    let large = value.abs() >= infinity;
    if value.is_nan() || (value.is_finite() && !large && value.abs() >= LARGEST) {
        let expected = "a number below 1e50 in magnitude or an infinity";
        let name = name_of(names, index);
        return Err(Error::BadNumber { field, index: Some(index), name, value: *value, expected });
    }
    if large && (*value > 0.0) != (own > 0.0) {
        return Err(Error::WrongInfinity { field, index, name: name_of(names, index), value: *value });
    }
    let became = large && value.is_finite();
    *value = if large { own } else { *value + 0.0 };
    Ok(became)
}

/// Warns where the magnitudes of one kind of coefficient differ by 1e20 or more.
pub(super) fn wide_ranges(problem: &mut Problem) {
    let statistics = problem.statistics();
    let kinds = [
        ("matrix", statistics.matrix),
        ("objective", statistics.objective),
        ("bound", statistics.bounds),
        ("right-hand side", statistics.right_hand_side),
    ];
    for (field, range) in kinds {
        if let Some(r) = range.filter(|r| r.largest / r.smallest >= WIDE) {
            problem.warnings.push(Warning::WideRange { field, smallest: r.smallest, largest: r.largest });
        }
    }
}

//! What every bound asks of its input.

use super::error::BoundError;

/// Values that lie in [0, 1], at least one.
pub(super) fn units(values: &[f64]) -> Result<(), BoundError> {
    if values.is_empty() {
        return Err(BoundError::Empty);
    }
    within(values.iter().copied(), 1.0)
}

/// Values that lie in [0, most]. A NaN lies nowhere.
pub(super) fn within(values: impl Iterator<Item = f64>, most: f64) -> Result<(), BoundError> {
    for (index, found) in values.enumerate() {
        if !(found >= 0.0 && found <= most) {
            return Err(BoundError::Value { index, found, least: 0.0, most });
        }
    }
    Ok(())
}

/// A probability of error. Numbers so small that one over them overflows are refused: nothing is that certain.
pub(super) fn level(delta: f64) -> Result<(), BoundError> {
    if (f64::MIN_POSITIVE..1.0).contains(&delta) { Ok(()) } else { Err(BoundError::Level { found: delta }) }
}

/// A finite number above `least`.
pub(super) fn above(name: &'static str, found: f64, least: f64) -> Result<(), BoundError> {
    if found > least && found.is_finite() {
        return Ok(());
    }
    let expected = if least == 0.0 { "a finite number above 0" } else { "a larger finite number" };
    Err(BoundError::Number { name, found, expected })
}

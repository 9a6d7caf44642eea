//! Vectors that come from elsewhere.

use crate::error::Error;
use crate::problem::Problem;

/// Something that each row or each variable has a number of.
#[derive(Clone, Copy)]
pub(super) enum Each {
    Row,
    Variable,
}

/// An error unless the vector has one finite number for each row or variable.
pub(super) fn check(
    problem: &Problem,
    argument: &'static str,
    values: &[f64],
    each: Each,
) -> Result<(), Error> {
    let (expected, reason) = match each {
        Each::Row => (problem.rows(), "one for each row"),
        Each::Variable => (problem.columns(), "one for each variable"),
    };
    if values.len() != expected {
        return Err(Error::Length { argument, got: values.len(), expected, reason });
    }
    let Some(index) = values.iter().position(|v| !v.is_finite()) else { return Ok(()) };
    let name = match each {
        Each::Row => problem.row_name(index),
        Each::Variable => problem.column_name(index),
    };
    Err(Error::BadNumber {
        field: argument,
        index: Some(index),
        name: name.map(str::to_owned),
        value: values[index],
        expected: "a finite number",
    })
}

/// The vector times the power of two that brings its largest magnitude to between 1 and 2, so that nothing overflows that
/// is made from it; `None` if it is zero.
pub(super) fn normalised(ray: &[f64]) -> Option<Vec<f64>> {
    let largest = ray.iter().fold(0.0f64, |a, v| a.max(v.abs()));
    let exponent = libm::ilogb(largest);
    (largest > 0.0).then(|| ray.iter().map(|v| libm::scalbn(*v, -exponent)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rays_of_any_size_become_the_same() {
        let ray = [3.0, -0.375, 0.0];
        for exponent in [-1060, -1022, -300, 0, 1, 700, 1022] {
            let scaled: Vec<f64> = ray.iter().map(|v| libm::scalbn(*v, exponent)).collect();
            assert_eq!(normalised(&scaled), Some(vec![1.5, -0.1875, 0.0]), "2^{exponent}");
        }
        assert_eq!((normalised(&[0.0, -0.0]), normalised(&[])), (None, None));
    }
}

//! Means of times.

/// exp(mean of ln(t + shift)) - shift: a second more counts little beside the shift, and no problem dominates.
pub fn shifted_geometric(times: impl IntoIterator<Item = f64>, shift: f64) -> f64 {
    geometric(times.into_iter().map(|t| t + shift)) - shift
}

/// exp(mean of ln t); NaN of nothing.
pub fn geometric(values: impl IntoIterator<Item = f64>) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for value in values {
        sum += value.ln();
        count += 1.0;
    }
    (sum / count).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-12 * b.abs()
    }

    #[test]
    fn means_are_those_computed_by_hand() {
        assert!(near(geometric([1.0, 4.0]), 2.0));
        // (0 + 1)(3 + 1) = 4, root 2, minus 1.
        assert!(near(shifted_geometric([0.0, 3.0], 1.0), 1.0));
        // (7 + 1)(0 + 1)(7 + 1) = 64, cube root 4, minus 1.
        assert!(near(shifted_geometric([7.0, 0.0, 7.0], 1.0), 3.0));
        // (0.03 + 0.01)(0 + 0.01) = 0.0004, root 0.02, minus 0.01.
        assert!(near(shifted_geometric([0.03, 0.0], 0.01), 0.01));
        assert!(geometric([]).is_nan());
    }
}

//! Pieces: intervals on which all values that were run came to the same.

use super::runs::RunEnd;

/// A value of the parameter and what its run came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The value.
    pub value: f64,
    /// How the run ended.
    pub end: RunEnd,
    /// All decisions of the run as one number; only where runs are told apart by them.
    pub decisions: Option<u64>,
}

/// When two runs count as the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Same {
    /// They end after as many iterations, with the same status.
    #[default]
    Count,
    /// All their decisions are the same. Every step is looked at, which takes time.
    Decisions,
}

/// A longest stretch of neighbouring values that were run and came to the same. What other values between them would come to
/// is not known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    /// The least of these values.
    pub from: f64,
    /// The largest of them; the same one if there is one alone.
    pub to: f64,
    /// How many there are.
    pub samples: usize,
    /// How their runs ended.
    pub end: RunEnd,
}

/// How many pieces a grid shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resolution {
    /// Values of the grid (of each side, for a map).
    pub points: usize,
    /// Pieces on it (connected regions, for a map).
    pub pieces: usize,
}

/// Whether two samples came to the same.
pub(super) fn same(a: &Sample, b: &Sample) -> bool {
    a.end == b.end && a.decisions == b.decisions
}

/// The pieces of samples in order.
pub(super) fn pieces<'a>(samples: impl IntoIterator<Item = &'a Sample>) -> Vec<Piece> {
    let mut pieces: Vec<(Piece, &Sample)> = Vec::new();
    for sample in samples {
        match pieces.last_mut() {
            Some((piece, first)) if same(first, sample) => {
                (piece.to, piece.samples) = (sample.value, piece.samples + 1);
            }
            _ => {
                let piece = Piece { from: sample.value, to: sample.value, samples: 1, end: sample.end };
                pieces.push((piece, sample));
            }
        }
    }
    pieces.into_iter().map(|(piece, _)| piece).collect()
}

/// The grids inside a grid that take every second, fourth, .. of its values, as long as the ends stay: their strides, the
/// coarsest first. Grids with fewer than five values show nothing.
pub(super) fn strides(points: usize) -> Vec<usize> {
    let gaps = points - 1;
    let halvings = (0..gaps.trailing_zeros()).filter(|k| gaps >> (k + 1) >= 4);
    halvings.map(|k| 2 << k).rev().chain([1]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use luthier::Status;

    fn sample(value: f64, iterations: u64, decisions: Option<u64>) -> Sample {
        Sample { value, end: RunEnd { iterations, status: Status::Optimal }, decisions }
    }

    #[test]
    fn neighbours_that_came_to_the_same_are_one_piece() {
        let counts = [7, 7, 9, 7, 8, 8, 8];
        let samples: Vec<Sample> =
            counts.iter().enumerate().map(|(i, count)| sample(i as f64, *count, None)).collect();
        let found: Vec<_> =
            pieces(&samples).iter().map(|p| (p.from, p.to, p.samples, p.end.iterations)).collect();
        assert_eq!(found, [(0.0, 1.0, 2, 7), (2.0, 2.0, 1, 9), (3.0, 3.0, 1, 7), (4.0, 6.0, 3, 8)]);
        assert_eq!(pieces(&[]), []);
    }

    #[test]
    fn another_status_or_other_decisions_are_another_piece() {
        let limit = RunEnd { iterations: 5, status: Status::IterationLimit };
        let samples = [sample(0.0, 5, None), Sample { end: limit, ..sample(1.0, 5, None) }];
        assert_eq!(pieces(&samples).len(), 2);
        let samples = [sample(0.0, 5, Some(1)), sample(1.0, 5, Some(2)), sample(2.0, 5, Some(2))];
        assert_eq!(pieces(&samples).len(), 2);
    }

    #[test]
    fn grids_inside_a_grid_share_its_ends() {
        assert_eq!(strides(129), [32, 16, 8, 4, 2, 1]);
        assert_eq!(strides(13), [2, 1]);
        assert_eq!(strides(10), [1]);
        assert_eq!(strides(2), [1]);
    }
}

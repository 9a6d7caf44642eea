//! When a run tries to get onto the face that it is close to, and what that may cost.

/// Iterations before the first time; the time between two is at least this, and this part of the run.
const FIRST: u64 = 64;
const GROWTH: u64 = 4;

/// Relative errors above this are too far from any face.
const NEAR: f64 = 0.1;

/// Passes that are worth beginning with.
const WORTHWHILE: u64 = 8;

/// When to try next, and what was spent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Faces {
    share: f64,
    next: u64,
}

impl Faces {
    pub(super) fn new(share: f64) -> Faces {
        Faces { share, next: FIRST }
    }

    /// The passes that may be spent after `k` iterations, if it is time to try at a point with this error.
    pub(super) fn due(&mut self, k: u64, spent: u64, error: f64) -> Option<u64> {
        if k < self.next || !(error <= NEAR) {
            return None;
        }
        let allowed = ((k as f64 * self.share) as u64).saturating_sub(spent);
        if allowed < WORTHWHILE {
            return None;
        }
        self.next = k + FIRST.max(k / GROWTH);
        Some(allowed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tries_become_rare_and_cost_a_share() {
        let mut faces = Faces::new(0.25);
        let (mut count, mut spent) = (0, 0);
        for k in 1..=100_000 {
            if let Some(passes) = faces.due(k, spent, 0.01) {
                (count, spent) = (count + 1, spent + passes);
                assert!(4 * spent <= k);
            }
        }
        assert!((25..40).contains(&count), "{count}");
        assert!(spent > 20_000, "{spent}");
    }

    #[test]
    fn far_from_a_solution_there_is_no_face() {
        assert_eq!(Faces::new(0.5).due(1000, 0, 0.2), None);
        assert_eq!(Faces::new(0.5).due(1000, 0, f64::NAN), None);
        assert_eq!(Faces::new(0.0).due(1000, 0, 0.01), None);
        assert_eq!(Faces::new(0.5).due(1000, 100, 0.05), Some(400));
    }
}

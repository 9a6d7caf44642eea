//! When a run looks at the directions in which it drifts, and what that may cost.

/// Iterations before the first look; the time between looks is at least this, and grows with the run.
const FIRST: u64 = 16;
const GROWTH: u64 = 8;

/// Looks may cost this part of the run: one step of making a direction exact costs about as much as an iteration.
const SHARE: u64 = 8;

/// Most steps in one attempt.
const MOST_STEPS: u64 = 1000;

/// What showing a direction to the verifier costs, in iterations.
const SHOWING: u64 = 32;

/// Entries below these parts of the largest are dropped; each look tries the next one.
const THRESHOLDS: [f64; 3] = [1e-2, 0.0, 1e-4];

/// When to look next, and what was spent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Looks {
    next: u64,
    count: usize,
    spent: u64,
}

/// What one look may do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    /// Entries below this are dropped.
    pub threshold: f64,
    allowed: u64,
    spent: u64,
}

impl Looks {
    pub(crate) fn new() -> Looks {
        Looks { next: FIRST, count: 0, spent: 0 }
    }

    /// A look, if it is time for one after `k` iterations.
    pub(crate) fn due(&mut self, k: u64) -> Option<Look> {
        if k < self.next {
            return None;
        }
        self.next = k + FIRST.max(k / GROWTH);
        self.count += 1;
        let threshold = THRESHOLDS[self.count % THRESHOLDS.len()];
        Some(Look { threshold, allowed: (k / SHARE).saturating_sub(self.spent), spent: 0 })
    }

    /// Takes note of what a look cost.
    pub(crate) fn charge(&mut self, look: &Look) {
        self.spent += look.spent;
    }
}

impl Look {
    /// Steps that may still be made.
    pub(crate) fn steps(&self) -> u64 {
        self.allowed.saturating_sub(self.spent).min(MOST_STEPS)
    }

    pub(crate) fn spend(&mut self, steps: u64) {
        self.spent += steps;
    }

    /// Whether a direction may be shown to the verifier; the first one of a look always may.
    pub(crate) fn show(&mut self) -> bool {
        let may = self.spent == 0 || self.spent + SHOWING <= self.allowed;
        self.spent += if may { SHOWING } else { 0 };
        may
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_become_rare_and_cost_a_share() {
        let mut looks = Looks::new();
        let (mut count, mut spent) = (0, 0);
        for k in 1..=100_000 {
            if let Some(mut look) = looks.due(k) {
                let steps = look.steps();
                look.spend(steps);
                looks.charge(&look);
                (count, spent) = (count + 1, spent + steps);
                assert!(spent <= k / SHARE);
            }
        }
        assert!((60..90).contains(&count), "{count}");
        assert!(spent > 5_000, "{spent}");
    }
}

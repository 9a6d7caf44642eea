//! When a run looks at the directions in which it drifts, and what that may cost.

/// Iterations before the first look; the time between looks is at least this, and this part of the run.
const FIRST: u64 = 64;
const GROWTH: u64 = 4;

/// A run that made progress within this part of its iterations is not looked at: it is on its way somewhere.
const PROGRESS: u64 = 8;

/// Looks may cost this part of the run: one step of making a direction exact costs about as much as an iteration.
const SHARE: u64 = 6;

/// Most steps in one go.
const MOST_STEPS: u64 = 1000;

/// Steps that are saved up before a direction is made exact, unless the problem is so small that fewer will do.
const WORTHWHILE: u64 = 500;

/// A run that gives up may spend this part of its iterations on last looks.
const LAST_SHARE: u64 = 2;

/// Kinds of directions that take turns.
pub(crate) const TURNS: usize = 3;

/// What showing a direction to the verifier costs, in iterations.
const SHOWING: u64 = 32;

/// Entries below these parts of the largest are dropped; each look tries the next one.
const THRESHOLDS: [f64; 3] = [0.0, 1e-2, 1e-4];

/// When to look next, and what was spent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Looks {
    next: u64,
    count: usize,
    spent: u64,
    /// Residual over advantage of the best direction of each kind that was shown to the verifier.
    shown: [f64; 2],
}

/// What one look may do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    /// Entries below this are dropped.
    pub threshold: f64,
    /// How many looks there were before; what is tried takes turns.
    pub turn: usize,
    allowed: u64,
    /// What was spent, in iterations, and what of it were steps.
    spent: u64,
    pub steps_made: u64,
    shown: [f64; 2],
}

impl Looks {
    pub(crate) fn new() -> Looks {
        Looks { next: FIRST, count: 0, spent: 0, shown: [f64::INFINITY; 2] }
    }

    /// A look, if it is time for one after `k` iterations, the last `idle` of them without progress.
    pub(crate) fn due(&mut self, k: u64, idle: u64) -> Option<Look> {
        if k < self.next || idle < FIRST.max(k / PROGRESS) {
            return None;
        }
        self.next = k + FIRST.max(k / GROWTH);
        let turn = self.count;
        self.count += 1;
        Some(Look {
            threshold: THRESHOLDS[turn % THRESHOLDS.len()],
            turn: turn / THRESHOLDS.len(),
            allowed: (k / SHARE).saturating_sub(self.spent),
            shown: self.shown,
            ..Look::NOTHING
        })
    }

    /// The looks of a run that is about to give up after `k` iterations, one for each way to look.
    pub(crate) fn last(&self, k: u64) -> impl Iterator<Item = Look> + use<> {
        let allowed = k / (LAST_SHARE * (TURNS * THRESHOLDS.len()) as u64);
        (0..TURNS).flat_map(move |turn| {
            THRESHOLDS.map(|threshold| Look { threshold, turn, allowed, ..Look::NOTHING })
        })
    }

    /// Takes note of what a look did.
    pub(crate) fn charge(&mut self, look: &Look) {
        self.spent += look.spent;
        self.shown = look.shown;
    }
}

impl Look {
    const NOTHING: Look =
        Look { threshold: 0.0, turn: 0, allowed: 0, spent: 0, steps_made: 0, shown: [f64::INFINITY; 2] };

    /// Steps that may still be made on a problem of which no direction needs more than `enough`.
    pub(crate) fn steps(&self, enough: u64) -> u64 {
        let left = self.allowed.saturating_sub(self.spent);
        let begun = self.steps_made > 0;
        if !begun && left < WORTHWHILE.min(enough) { 0 } else { left.min(MOST_STEPS) }
    }

    pub(crate) fn spend(&mut self, steps: u64) {
        self.spent += steps;
        self.steps_made += steps;
    }

    /// Whether a direction of one kind may be shown to the verifier: only if it is clearly better than what was shown.
    pub(crate) fn show(&mut self, kind: usize, weakness: f64) -> bool {
        let better = weakness < 0.3 * self.shown[kind] || (weakness == 0.0 && self.shown[kind] > 0.0);
        if better {
            self.shown[kind] = weakness;
            self.spent += SHOWING;
        }
        better
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
            if let Some(mut look) = looks.due(k, k) {
                let steps = look.steps(100);
                look.spend(steps);
                looks.charge(&look);
                (count, spent) = (count + 1, spent + steps);
                assert!(spent <= k / SHARE);
            }
        }
        assert!((25..40).contains(&count), "{count}");
        assert!(spent > 5_000, "{spent}");
    }

    #[test]
    fn only_what_is_clearly_better_is_shown_again() {
        assert!(Looks::new().due(1000, 100).is_none(), "there was progress");
        let mut look = Looks::new().due(1000, 1000).unwrap();
        assert!(look.show(0, 1e-5) && !look.show(0, 0.9e-5) && look.show(0, 1e-6) && look.show(1, 1e-4));
        assert!(look.show(0, 0.0) && !look.show(0, 0.0));
    }
}

//! When a line of progress is due.

/// How much is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Whenever the iterations have doubled, and at least every five seconds.
    Doubling,
    /// As well at least every second, with all parameters in the header.
    Seconds,
    /// Every check.
    Checks,
}

impl Level {
    /// By how often -v was given.
    pub fn of_count(count: u8) -> Level {
        match count {
            0 => Level::Doubling,
            1 => Level::Seconds,
            _ => Level::Checks,
        }
    }

    /// Most seconds between two lines.
    fn seconds(self) -> f64 {
        if self == Level::Doubling { 5.0 } else { 1.0 }
    }
}

/// When the next line is due.
pub struct Cadence {
    level: Level,
    next_iteration: u64,
    next_second: f64,
}

impl Cadence {
    pub fn new(level: Level) -> Cadence {
        Cadence { level, next_iteration: 1, next_second: level.seconds() }
    }

    /// Whether a line is due at a check; if so, the next one is planned.
    pub fn is_due(&mut self, iterations: u64, seconds: f64) -> bool {
        let due =
            self.level == Level::Checks || iterations >= self.next_iteration || seconds >= self.next_second;
        if due {
            self.next_iteration = 2 * iterations.max(1);
            self.next_second = seconds + self.level.seconds();
        }
        due
    }

    /// Seconds until a sign of life is due without any check; if it is due now, the next one is planned.
    pub fn wait(&mut self, seconds: f64) -> Option<f64> {
        if seconds < self.next_second {
            return Some(self.next_second - seconds);
        }
        self.next_second = seconds + self.level.seconds();
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_at_doublings_and_by_time() {
        let mut cadence = Cadence::new(Level::Doubling);
        let due: Vec<u64> = (1..=20).filter(|&k| cadence.is_due(k, 0.0)).collect();
        assert_eq!(due, [1, 2, 4, 8, 16]);
        assert!(!cadence.is_due(21, 4.9) && cadence.is_due(22, 5.0) && !cadence.is_due(23, 9.9));
        assert_eq!(cadence.wait(9.0), Some(1.0));
        assert_eq!((cadence.wait(10.0), cadence.wait(10.0)), (None, Some(5.0)));
        let mut every = Cadence::new(Level::of_count(2));
        assert!((1..=20).all(|k| every.is_due(k, 0.0)));
        let mut seconds = Cadence::new(Level::of_count(1));
        assert!(seconds.is_due(100, 0.0) && !seconds.is_due(150, 0.9) && seconds.is_due(151, 1.0));
    }
}

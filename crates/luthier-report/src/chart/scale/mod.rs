//! From values to positions: linear and logarithmic scales, what range they show, and where their ticks are.

mod ticks;

pub use ticks::{Ticks, ticks};

/// How values are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Equal differences are equally far apart.
    Linear,
    /// Equal factors are equally far apart.
    Log,
}

/// Values beyond this size are not drawn: differences of them are no numbers.
const LARGEST: f64 = 1e300;

impl Kind {
    /// Whether a value has a place: it is a number, and above zero on a logarithmic scale.
    pub fn shows(self, value: f64) -> bool {
        let sized = value.abs() <= LARGEST;
        sized && (self == Kind::Linear || value >= 1.0 / LARGEST)
    }

    /// Whether a value has a position: what is around values that are shown may be a little larger than any of them.
    fn has(self, value: f64) -> bool {
        value.abs() <= 1e4 * LARGEST && (self == Kind::Linear || value >= 1e-4 / LARGEST)
    }

    /// The range that shows the values, with a little air around them, and the wanted limits, without.
    pub fn range(self, values: impl IntoIterator<Item = f64>, limits: &[f64]) -> (f64, f64) {
        let (low, high) = extremes(values.into_iter().filter(|v| self.shows(*v)));
        let (least, most) = extremes(limits.iter().copied().filter(|v| self.shows(*v)));
        let (lowest, highest) = (low.min(least), high.max(most));
        if !(lowest <= highest) {
            return if self == Kind::Log { (1.0, 10.0) } else { (0.0, 1.0) };
        }
        if self.is_point(lowest, highest) {
            return self.around(lowest);
        }
        let air = |end: f64, sign: f64, is_limit: bool| match (is_limit, self) {
            (true, _) => end,
            (false, Kind::Linear) => end + sign * 0.04 * (highest - lowest),
            (false, Kind::Log) => {
                let end = end * libm::exp10(sign * 0.04 * decades(lowest, highest));
                end.clamp(1e-3 / LARGEST, 1e3 * LARGEST)
            }
        };
        (air(lowest, -1.0, least <= low), air(highest, 1.0, most >= high))
    }

    /// Whether a range is too narrow to tell its ends apart.
    fn is_point(self, low: f64, high: f64) -> bool {
        high - low <= 1e-9 * low.abs().max(high.abs()) || high - low < 1.0 / LARGEST
    }

    /// A range around one value.
    fn around(self, value: f64) -> (f64, f64) {
        match self {
            Kind::Log => (value / 2.0, value * 2.0),
            Kind::Linear if value.abs() < 1e-290 => (-1.0, 1.0),
            Kind::Linear => (value - 0.2 * value.abs(), value + 0.2 * value.abs()),
        }
    }
}

/// How many powers of ten lie between two values. Their quotient may be no number.
fn decades(from: f64, to: f64) -> f64 {
    libm::log10(to) - libm::log10(from)
}

/// The smallest and the largest; infinities the wrong way around for none.
fn extremes(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)))
}

/// A scale: a range of values, and the positions of its ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    kind: Kind,
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Scale {
    /// A scale that puts the low end of a range at a position and the high end at another.
    pub fn new(kind: Kind, (low, high): (f64, f64), from: f64, to: f64) -> Self {
        let usable = kind.has(low) && kind.has(high) && low < high;
        let (low, high) = if usable { (low, high) } else { kind.range([low], &[]) };
        Scale { kind, low, high, from, to }
    }

    /// How values are laid out.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The values at both ends, the smaller first.
    pub fn range(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// The positions of both ends.
    pub fn ends(&self) -> (f64, f64) {
        (self.from, self.to)
    }

    /// Where a value is, in parts of the way from the low end to the high end.
    pub fn part(&self, value: f64) -> Option<f64> {
        if !self.kind.has(value) {
            return None;
        }
        Some(match self.kind {
            Kind::Linear => (value - self.low) / (self.high - self.low),
            Kind::Log => decades(self.low, value) / decades(self.low, self.high),
        })
    }

    /// The position of a value that has one; it may lie outside of the ends.
    pub fn position(&self, value: f64) -> Option<f64> {
        self.part(value).map(|part| self.from + part * (self.to - self.from))
    }

    /// The position of a value, or the end that is nearest to it: for the ends of intervals, which may be infinite or, on a
    /// logarithmic scale, zero. `None` if it is no number.
    pub fn nearest(&self, value: f64) -> Option<f64> {
        if value.is_nan() {
            return None;
        }
        let inside = value.max(self.low).min(self.high);
        self.position(inside)
    }

    /// The value at a part of the way from the low end to the high end.
    pub fn value(&self, part: f64) -> f64 {
        match self.kind {
            Kind::Linear => self.low + part * (self.high - self.low),
            Kind::Log => self.low * libm::exp10(part * decades(self.low, self.high)),
        }
    }

    /// About so many ticks.
    pub fn ticks(&self, about: usize) -> Ticks {
        ticks(self.kind, (self.low, self.high), about)
    }
}

//! A series: points in order, and how they are joined.

/// A point of a series.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) interval: Option<(f64, f64)>,
    pub(super) tip: Option<String>,
}

impl Point {
    /// A point. On an axis of categories the value is the index of the category.
    pub fn new(x: f64, y: f64) -> Self {
        Point { x, y, interval: None, tip: None }
    }

    /// With an interval around y; its ends may be infinite.
    pub fn interval(mut self, low: f64, high: f64) -> Self {
        self.interval = Some((low, high));
        self
    }

    /// With other words for those who point at it than the values.
    pub fn tip(mut self, tip: impl Into<String>) -> Self {
        self.tip = Some(tip.into());
        self
    }
}

/// How points are joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Steps {
    /// By straight lines.
    #[default]
    Straight,
    /// A value holds until the next point.
    After,
    /// Not at all: markers alone.
    Apart,
}

/// How intervals are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Spread {
    /// A band behind the line.
    #[default]
    Band,
    /// A bar at every point.
    Bars,
}

/// A series of points.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    pub(super) name: String,
    pub(super) points: Vec<Point>,
    pub(super) steps: Steps,
    pub(super) spread: Spread,
}

impl Series {
    /// A series with its points in the order in which they are joined.
    pub fn new(name: impl Into<String>, points: impl IntoIterator<Item = Point>) -> Self {
        let points = points.into_iter().collect();
        Series { name: name.into(), points, steps: Steps::default(), spread: Spread::default() }
    }

    /// With points joined in this way.
    pub fn steps(mut self, steps: Steps) -> Self {
        self.steps = steps;
        self
    }

    /// With intervals drawn in this way.
    pub fn spread(mut self, spread: Spread) -> Self {
        self.spread = spread;
        self
    }
}

impl From<(f64, f64)> for Point {
    fn from((x, y): (f64, f64)) -> Self {
        Point::new(x, y)
    }
}

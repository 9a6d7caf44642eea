//! Scatter: the same thing measured twice, a point for each, against the diagonal.

mod draw;

use super::axis::Axis;
use super::drawing::{About, Chart};

/// A point; a coordinate that is `None` was not reached, and the point sits on the cap.
#[derive(Clone, Debug, PartialEq)]
pub struct Dot {
    pub(super) x: Option<f64>,
    pub(super) y: Option<f64>,
    pub(super) tip: Option<String>,
}

impl Dot {
    /// A point.
    pub fn new(x: Option<f64>, y: Option<f64>) -> Self {
        Dot { x, y, tip: None }
    }

    /// With other words for those who point at it than the values.
    pub fn tip(mut self, tip: impl Into<String>) -> Self {
        self.tip = Some(tip.into());
        self
    }
}

/// Points that share a colour and a marker.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    pub(super) name: String,
    pub(super) dots: Vec<Dot>,
}

impl Group {
    /// A group of points.
    pub fn new(name: impl Into<String>, dots: impl IntoIterator<Item = Dot>) -> Self {
        Group { name: name.into(), dots: dots.into_iter().collect() }
    }
}

/// A chart of points with equal axes, the diagonal, and lines at twice and half of it.
#[derive(Clone, Debug, PartialEq)]
pub struct ScatterChart {
    about: About,
    x: Axis,
    y: Axis,
    groups: Vec<Group>,
    caps: (Option<f64>, Option<f64>),
    width: f64,
}

impl ScatterChart {
    /// An empty chart. Both axes should be of the same kind, which is that of the first; they show the same range.
    pub fn new(id: &str, title: &str, x: Axis, y: Axis) -> Self {
        let numeric = |axis: Axis| Axis { categories: None, reversed: false, ..axis };
        let kind = x.kind;
        let (x, y) = (numeric(x), Axis { kind, ..numeric(y) });
        ScatterChart {
            about: About::new(id, title),
            x,
            y,
            groups: Vec::new(),
            caps: (None, None),
            width: 540.0,
        }
    }

    /// With a description of what there is to see, for those who cannot see it.
    pub fn describe(mut self, description: impl Into<String>) -> Self {
        self.about.description = description.into();
        self
    }

    /// With a group of points.
    pub fn group(mut self, group: Group) -> Self {
        self.groups.push(group);
        self
    }

    /// With the limits that were set to both measurements. Points that did not get there sit on these lines.
    pub fn caps(mut self, x: Option<f64>, y: Option<f64>) -> Self {
        self.caps = (x, y);
        self
    }

    /// With another width in pixels than 540. The plot is a square.
    pub fn width(mut self, width: u32) -> Self {
        self.width = f64::from(width.clamp(240, 4000));
        self
    }

    /// Draws it.
    pub fn draw(&self) -> Chart {
        draw::draw(self)
    }
}

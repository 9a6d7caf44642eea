//! Lines: one or more series against a common axis, with bands or bars of uncertainty.

mod draw;
mod notes;
mod series;
mod trace;

use super::axis::Axis;
use super::drawing::{About, Chart};
use super::spot::Spot;
pub use series::{Point, Series, Spread, Steps};

/// A straight line across the plot, with a few words at it: the default, a cap.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    pub(super) is_vertical: bool,
    pub(super) value: f64,
    pub(super) label: String,
}

impl Rule {
    /// At a value of the horizontal axis.
    pub fn vertical(value: f64, label: impl Into<String>) -> Self {
        Rule { is_vertical: true, value, label: label.into() }
    }

    /// At a value of the vertical axis.
    pub fn horizontal(value: f64, label: impl Into<String>) -> Self {
        Rule { is_vertical: false, value, label: label.into() }
    }
}

/// A chart of lines.
#[derive(Clone, Debug, PartialEq)]
pub struct LineChart {
    about: About,
    x: Axis,
    y: Axis,
    series: Vec<Series>,
    rules: Vec<Rule>,
    spots: Vec<Spot>,
    size: (f64, f64),
}

impl LineChart {
    /// An empty chart. The id tells it apart from others on a page.
    pub fn new(id: &str, title: &str, x: Axis, y: Axis) -> Self {
        let about = About::new(id, title);
        LineChart {
            about,
            x,
            y,
            series: Vec::new(),
            rules: Vec::new(),
            spots: Vec::new(),
            size: (640.0, 400.0),
        }
    }

    /// With a description of what there is to see, for those who cannot see it.
    pub fn describe(mut self, description: impl Into<String>) -> Self {
        self.about.description = description.into();
        self
    }

    /// With a series.
    pub fn series(mut self, series: Series) -> Self {
        self.series.push(series);
        self
    }

    /// With a line across the plot. The axis reaches as far.
    pub fn rule(mut self, rule: Rule) -> Self {
        self.rules.push(rule);
        self
    }

    /// With a sign at a point.
    pub fn spot(mut self, spot: Spot) -> Self {
        self.spots.push(spot);
        self
    }

    /// With another size in pixels than 640 by 400.
    pub fn size(mut self, width: u32, height: u32) -> Self {
        self.size = (f64::from(width.clamp(240, 4000)), f64::from(height.clamp(160, 4000)));
        self
    }

    /// Draws it.
    pub fn draw(&self) -> Chart {
        draw::draw(self)
    }
}

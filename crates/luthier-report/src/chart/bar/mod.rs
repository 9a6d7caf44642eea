//! Bars: a value for each name, side by side or as steps of a path.

mod draw;
mod placed;

use super::axis::Axis;
use super::drawing::{About, Chart};
use super::line::Rule;

/// A bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    pub(super) name: String,
    pub(super) value: f64,
    pub(super) interval: Option<(f64, f64)>,
    pub(super) label: Option<String>,
    pub(super) tip: Option<String>,
}

impl Bar {
    /// A bar with its name and its value.
    pub fn new(name: impl Into<String>, value: f64) -> Self {
        Bar { name: name.into(), value, interval: None, label: None, tip: None }
    }

    /// With an interval around the value; its ends may be infinite.
    pub fn interval(mut self, low: f64, high: f64) -> Self {
        self.interval = Some((low, high));
        self
    }

    /// With other words at its end than the value.
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// With other words for those who point at it than name and value.
    pub fn tip(mut self, tip: impl Into<String>) -> Self {
        self.tip = Some(tip.into());
        self
    }
}

/// A chart of horizontal bars, the first on top.
#[derive(Clone, Debug, PartialEq)]
pub struct BarChart {
    about: About,
    values: Axis,
    names: String,
    bars: Vec<Bar>,
    rules: Vec<Rule>,
    baseline: f64,
    is_path: bool,
    width: f64,
}

impl BarChart {
    /// An empty chart over an axis of values.
    pub fn new(id: &str, title: &str, values: Axis) -> Self {
        BarChart {
            about: About::new(id, title),
            values: Axis { categories: None, reversed: false, ..values },
            names: String::new(),
            bars: Vec::new(),
            rules: Vec::new(),
            baseline: 0.0,
            is_path: false,
            width: 640.0,
        }
    }

    /// With a description of what there is to see, for those who cannot see it.
    pub fn describe(mut self, description: impl Into<String>) -> Self {
        self.about.description = description.into();
        self
    }

    /// With a name for the axis of names.
    pub fn names(mut self, label: impl Into<String>) -> Self {
        self.names = label.into();
        self
    }

    /// With a bar.
    pub fn bar(mut self, bar: Bar) -> Self {
        self.bars.push(bar);
        self
    }

    /// With bars.
    pub fn bars(mut self, bars: impl IntoIterator<Item = Bar>) -> Self {
        self.bars.extend(bars);
        self
    }

    /// With a line at a value; only vertical ones cross the values.
    pub fn rule(mut self, rule: Rule) -> Self {
        self.rules.push(rule);
        self
    }

    /// Bars begin at this value; at 0 if nothing is said, and at the low end if the axis does not show that.
    pub fn baseline(mut self, value: f64) -> Self {
        self.baseline = value;
        self
    }

    /// The values are those along a path: every bar but the first begins where the one before ended.
    pub fn path(mut self) -> Self {
        self.is_path = true;
        self
    }

    /// With another width in pixels than 640. The height follows from the bars.
    pub fn width(mut self, width: u32) -> Self {
        self.width = f64::from(width.clamp(240, 4000));
        self
    }

    /// Draws it.
    pub fn draw(&self) -> Chart {
        draw::draw(self)
    }
}

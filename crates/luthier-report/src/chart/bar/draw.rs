//! Drawing of bars: what goes where, and in which order.

use super::placed::{GAP, Placed, label, place};
use super::{Bar, BarChart};
use crate::chart::axes::{Frame, Height, Plot, Room, nothing};
use crate::chart::axis::Axis;
use crate::chart::drawing::{Chart, left_out};
use crate::chart::geometry::Rect;
use crate::chart::labels::Places;
use crate::chart::line::Rule;
use crate::chart::scale::Scale;
use crate::chart::style::size::TICK;
use crate::chart::svg::Element;
use crate::chart::text;

/// The height of a row, and of a row among very many.
const ROW: (f64, f64) = (26.0, 17.0);

pub(super) fn draw(chart: &BarChart) -> Chart {
    let shown: Vec<&Bar> = chart.bars.iter().filter(|bar| chart.values.shows(bar.value)).collect();
    // Bars stand on their baseline: no air below it.
    let axis = chart.values.clone().including(chart.baseline);
    let names = Axis::categories(chart.names.clone(), shown.iter().map(|bar| bar.name.clone())).reversed();
    let plot = Plot { x: &axis, y: &names, x_range: range(chart, &axis, &shown), y_range: names.range([]) };
    let frame = frame(chart, &plot, &shown);
    let placed = place(chart, &shown, &frame);
    let mut body = Element::group("bar-chart").child(frame.grid());
    if chart.is_path {
        body = body.children(placed.iter().zip(placed.iter().skip(1)).map(|(from, to)| from.link(to)));
    }
    body = body.children(placed.iter().map(|bar| bar.draw(chart)));
    let line = |x: f64| Element::line((x, frame.area.y), (x, frame.area.bottom()));
    let rules = chart.vertical_rules().filter_map(|rule| frame.x.position(rule.value));
    body = body.children(rules.map(|x| line(x).attr("class", "rule")));
    body = body.children(frame.x.position(chart.begin(&frame)).map(|x| line(x).attr("class", "axis")));
    body = body.children(placed.iter().map(|bar| bar.words(chart)));
    if shown.is_empty() {
        body.push(nothing(frame.area));
    }
    body = body.children(notes(chart, &placed, &frame)).child(frame.axes(&plot));
    let lost = left_out(
        chart.bars.len() - shown.len(),
        "bar has no place on the axis and is not shown",
        "bars have no place on the axis and are not shown",
    );
    chart.about.chart(frame.size, body, &lost)
}

/// The range that shows all bars with their intervals.
fn range(chart: &BarChart, axis: &Axis, shown: &[&Bar]) -> (f64, f64) {
    let ends = shown.iter().filter_map(|bar| bar.interval).flat_map(|(low, high)| [low, high]);
    let rules = chart.vertical_rules().map(|rule| rule.value);
    let (low, high) = axis.range(shown.iter().map(|bar| bar.value).chain(ends).chain(rules));
    if shown.iter().all(|bar| bar.value >= chart.baseline) {
        return (low, high);
    }
    // Bars that go left have their values there. The plot is about three quarters of the figure.
    let share = (widest_label(chart, shown) + 2.0 * GAP) / (0.75 * chart.width);
    (Scale::new(axis.kind, (low, high), 0.0, 1.0).value(-share), high)
}

/// The width of the widest value.
fn widest_label(chart: &BarChart, shown: &[&Bar]) -> f64 {
    shown.iter().map(|bar| text::width(&label(bar, chart.width), TICK)).fold(0.0, f64::max)
}

/// A frame with a row for each bar, and room for values right of it.
fn frame(chart: &BarChart, plot: &Plot, shown: &[&Bar]) -> Frame {
    let row = if shown.len() <= 40 { ROW.0 } else { ROW.1 };
    let height = Height::Plot((row * shown.len() as f64 + 8.0).max(50.0));
    Frame::new(
        plot,
        Room { width: chart.width, top: 0.0, right: widest_label(chart, shown) + GAP + 8.0, height },
    )
}

impl BarChart {
    /// The lines across the values that have a place.
    fn vertical_rules(&self) -> impl Iterator<Item = &Rule> {
        self.rules.iter().filter(|rule| rule.is_vertical && self.values.shows(rule.value))
    }

    /// Where bars begin: at the baseline, or at the low end if the axis does not show that.
    pub(super) fn begin(&self, frame: &Frame) -> f64 {
        if self.values.shows(self.baseline) { self.baseline } else { frame.x.range().0 }
    }
}

/// Words at the rules.
fn notes(chart: &BarChart, placed: &[Placed], frame: &Frame) -> Vec<Element> {
    let mut places = Places::new(frame.area);
    for bar in placed {
        let (left, right) = bar.extent(chart);
        places.avoid(Rect { x: left, y: bar.y - 8.0, w: right - left, h: 16.0 });
    }
    let named = chart.vertical_rules().filter(|rule| !rule.label.is_empty());
    named.filter_map(|rule| Some(places.at_vertical(frame.x.position(rule.value)?, &rule.label))).collect()
}

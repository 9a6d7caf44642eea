//! Drawing of lines: what goes where, and in which order.

use super::notes;
use super::trace::Trace;
use super::{LineChart, Point, Rule};
use crate::chart::axes::{Height, Plot, Room, below_legend, nothing};
use crate::chart::drawing::{Chart, left_out};
use crate::chart::svg::Element;

pub(super) fn draw(chart: &LineChart) -> Chart {
    let (x_range, y_range) = ranges(chart);
    let plot = Plot { x: &chart.x, y: &chart.y, x_range, y_range };
    let room = Room { width: chart.size.0, top: 0.0, right: 0.0, height: Height::Figure(chart.size.1) };
    let (frame, legend) = below_legend(&plot, room, &chart.keys());
    let traces: Vec<Trace> = (0..chart.series.len()).filter_map(|i| Trace::new(chart, i, &frame)).collect();
    let mut body = Element::group("line-chart").child(frame.grid());
    body = body.children(traces.iter().filter_map(|trace| trace.bands(&frame)));
    body = body.children(notes::rules(chart, &frame));
    body = body.children(traces.iter().map(|trace| trace.draw(&frame)));
    if traces.iter().all(Trace::is_empty) {
        body.push(nothing(frame.area));
    }
    body = body.children(notes::notes(chart, &frame, &traces)).child(frame.axes(&plot)).child(legend);
    chart.about.chart(frame.size, body, &lost(chart))
}

/// The ranges that show all data, with their intervals, and what is said about them.
fn ranges(chart: &LineChart) -> ((f64, f64), (f64, f64)) {
    let shown = || chart.points().filter(|point| chart.shows(point));
    let rules = |vertical: bool| {
        let rules = chart.rules.iter().filter(move |rule| rule.is_vertical == vertical);
        rules.map(|rule| rule.value)
    };
    let spots = || chart.spots.iter().filter(|spot| chart.x.shows(spot.x) && chart.y.shows(spot.y));
    let ends = shown().filter_map(|point| point.interval).flat_map(|(low, high)| [low, high]);
    let x = shown().map(|point| point.x).chain(rules(true)).chain(spots().map(|spot| spot.x));
    let y = shown().map(|point| point.y).chain(ends).chain(rules(false)).chain(spots().map(|spot| spot.y));
    (chart.x.range(x), chart.y.range(y))
}

/// What could not be shown.
fn lost(chart: &LineChart) -> Vec<String> {
    left_out(
        chart.points().filter(|point| !chart.shows(point)).count(),
        "point has no place on the axes and is not shown",
        "points have no place on the axes and are not shown",
    )
}

impl LineChart {
    fn points(&self) -> impl Iterator<Item = &Point> {
        self.series.iter().flat_map(|series| &series.points)
    }

    /// Whether a point has a place.
    pub(super) fn shows(&self, point: &Point) -> bool {
        self.x.shows(point.x) && self.y.shows(point.y)
    }

    /// Whether a line across the plot has a place.
    pub(super) fn has(&self, rule: &Rule) -> bool {
        let axis = if rule.is_vertical { &self.x } else { &self.y };
        axis.shows(rule.value)
    }
}

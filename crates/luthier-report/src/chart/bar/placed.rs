//! Bars where they are drawn.

use super::{Bar, BarChart};
use crate::chart::axes::Frame;
use crate::chart::format;
use crate::chart::style::size::TICK;
use crate::chart::svg::{Element, polyline};
use crate::chart::text;

/// From the end of a bar to its value.
pub(super) const GAP: f64 = 6.0;
/// The thickest bar, and the part of its row that a bar fills.
const THICKNESS: (f64, f64) = (16.0, 0.6);

/// A bar where it is drawn.
pub(super) struct Placed<'a> {
    bar: &'a Bar,
    /// The value at which it begins.
    from: f64,
    /// From where it begins to its value.
    ends: (f64, f64),
    interval: Option<(f64, f64)>,
    /// The middle of its row.
    pub y: f64,
    thickness: f64,
    class: &'static str,
    /// Whether its value stands left of it.
    has_words_left: bool,
}

/// The words at the end of a bar.
pub(super) fn label(bar: &Bar, width: f64) -> String {
    let words = bar.label.clone().unwrap_or_else(|| format::short(bar.value));
    text::fit(&words, TICK, 0.25 * width)
}

/// All bars that are shown, each in its row.
pub(super) fn place<'a>(chart: &BarChart, bars: &[&'a Bar], frame: &Frame) -> Vec<Placed<'a>> {
    let mut before = chart.begin(frame);
    let mut placed = Vec::new();
    let thickness = (THICKNESS.1 * frame.area.h / bars.len().max(1) as f64).min(THICKNESS.0);
    for (i, bar) in bars.iter().enumerate() {
        let x = frame.x.position(before).zip(frame.x.position(bar.value));
        let (Some(ends), Some(y)) = (x, frame.y.position(i as f64)) else { continue };
        let interval = bar.interval.and_then(|(low, high)| frame.x.nearest(low).zip(frame.x.nearest(high)));
        let class = class(chart, i, before, bar.value);
        let mut step =
            Placed { bar, from: before, ends, interval, y, thickness, class, has_words_left: false };
        // The value stands where the bar ends, if there is room.
        step.has_words_left =
            ends.1 < ends.0 && step.left() - GAP - step.words_width(chart) > frame.area.x + GAP;
        placed.push(step);
        if chart.is_path {
            before = bar.value;
        }
    }
    placed
}

/// The colour of a bar: along a path the beginning, what goes down and what goes up differ.
fn class(chart: &BarChart, index: usize, before: f64, value: f64) -> &'static str {
    match (chart.is_path, index) {
        (false, _) => "s0",
        (true, 0) => "s6",
        (true, _) if value <= before => "s2",
        (true, _) => "s1",
    }
}

impl Placed<'_> {
    /// The right end of the bar and its interval.
    fn right(&self) -> f64 {
        let bar = self.ends.0.max(self.ends.1);
        self.interval.map_or(bar, |(low, high)| bar.max(low).max(high))
    }

    /// The left end of the bar and its interval.
    fn left(&self) -> f64 {
        let bar = self.ends.0.min(self.ends.1);
        self.interval.map_or(bar, |(low, high)| bar.min(low).min(high))
    }

    fn words_width(&self, chart: &BarChart) -> f64 {
        text::width(&label(self.bar, chart.width), TICK)
    }

    /// The left and the right end of all that is drawn.
    pub fn extent(&self, chart: &BarChart) -> (f64, f64) {
        let words = GAP + self.words_width(chart);
        match self.has_words_left {
            true => (self.left() - words, self.right()),
            false => (self.left(), self.right() + words),
        }
    }

    /// The bar and its interval.
    pub fn draw(&self, chart: &BarChart) -> Element {
        let Placed { ends: (from, to), y, thickness, bar, .. } = *self;
        let rect = Element::new("rect")
            .attr("class", format!("mark bar {}", self.class))
            .num("x", from.min(to))
            .num("y", y - thickness / 2.0)
            // A bar of no length is still there to be seen.
            .num("width", (to - from).abs().max(1.0))
            .num("height", thickness)
            .attr("data-y", text::brief(&bar.name))
            .attr("data-v", format::exact(bar.value))
            .attr("data-from", format::exact(self.from));
        let rect = match bar.interval {
            Some((low, high)) => {
                rect.attr("data-low", format::exact(low)).attr("data-high", format::exact(high))
            }
            None => rect,
        };
        let rect = rect.attr("data-tip", bar.tip.clone().unwrap_or_else(|| self.tip(chart)));
        Element::new("g").child(rect).children(self.interval.map(|interval| stem(interval, y)))
    }

    /// The value.
    pub fn words(&self, chart: &BarChart) -> Element {
        let (x, anchor) = match self.has_words_left {
            true => (self.left() - GAP, "end"),
            false => (self.right() + GAP, "start"),
        };
        let words = Element::words((x, self.y + 0.36 * TICK), &label(self.bar, chart.width));
        words.attr("class", "note rim").attr("text-anchor", anchor).attr("pointer-events", "none")
    }

    fn tip(&self, chart: &BarChart) -> String {
        let value = format!("{} {}", text::brief(&chart.values.label), format::reading(self.bar.value));
        let mut lines = vec![text::brief(&self.bar.name), value.trim().to_owned()];
        let ends = self.bar.interval.map(|(low, high)| (format::reading(low), format::reading(high)));
        lines.extend(ends.map(|(low, high)| format!("{low} to {high}")));
        lines.retain(|line| !line.is_empty());
        lines.join("\n")
    }

    /// From the end of a step of a path to the beginning of the next.
    pub fn link(&self, next: &Placed) -> Element {
        let (x, half) = (self.ends.1, self.thickness / 2.0);
        Element::line((x, self.y + half), (x, next.y - half)).attr("class", "link")
    }
}

/// An interval across a bar.
fn stem((low, high): (f64, f64), y: f64) -> Element {
    let end = |x: f64| polyline(&[(x, y - 3.5), (x, y + 3.5)], false);
    let data = [polyline(&[(low, y), (high, y)], false), end(low), end(high)].concat();
    Element::path(data).attr("class", "stem").attr("pointer-events", "none")
}

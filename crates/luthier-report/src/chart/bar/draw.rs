//! Drawing of bars.

use super::{Bar, BarChart};
use crate::chart::axes::{Frame, Height, Plot, Room, nothing};
use crate::chart::axis::Axis;
use crate::chart::drawing::Chart;
use crate::chart::format;
use crate::chart::geometry::Rect;
use crate::chart::labels::Places;
use crate::chart::style::size::TICK;
use crate::chart::svg::{Element, polyline};
use crate::chart::text;

/// The height of a row, of a row among very many, and the part of it that a bar fills.
const ROW: (f64, f64, f64) = (26.0, 17.0, 0.6);
/// From the end of a bar to its value.
const GAP: f64 = 6.0;

/// A bar where it is drawn.
struct Placed<'a> {
    bar: &'a Bar,
    /// The value at which it begins.
    from: f64,
    /// Its horizontal extent, from where it begins to its value.
    ends: (f64, f64),
    interval: Option<(f64, f64)>,
    /// The middle of its row.
    y: f64,
    thickness: f64,
    class: &'static str,
    /// Whether the value stands left of the bar.
    has_label_left: bool,
}

pub(super) fn draw(chart: &BarChart) -> Chart {
    let shown: Vec<&Bar> = chart.bars.iter().filter(|bar| chart.values.shows(bar.value)).collect();
    let ends = || shown.iter().filter_map(|bar| bar.interval).flat_map(|(low, high)| [low, high]);
    let rules = || chart.rules.iter().filter(|rule| rule.is_vertical && chart.values.shows(rule.value));
    let values = shown.iter().map(|bar| bar.value).chain(ends()).chain(rules().map(|rule| rule.value));
    // Bars stand on their baseline: no air below it.
    let axis = chart.values.clone().including(chart.baseline);
    let names = Axis::categories(chart.names.clone(), shown.iter().map(|bar| bar.name.clone())).reversed();
    let plot = Plot { x: &axis, y: &names, x_range: axis.range(values), y_range: names.range([]) };
    let labels = shown.iter().map(|bar| text::width(&label(bar, chart.width), TICK)).fold(0.0, f64::max);
    let row = if shown.len() <= 40 { ROW.0 } else { ROW.1 };
    let height = Height::Plot((row * shown.len() as f64 + 8.0).max(50.0));
    let frame = Frame::new(&plot, Room { width: chart.width, top: 0.0, right: labels + GAP + 8.0, height });
    let placed = place(chart, &shown, &frame);
    let mut body = Element::group("bar-chart").child(frame.grid());
    body = body.children(
        placed.iter().zip(placed.iter().skip(1)).filter(|_| chart.is_path).map(|(a, b)| link(a, b)),
    );
    body = body.children(placed.iter().map(|bar| bar.draw(chart)));
    let x_of = |value: f64| frame.x.position(value);
    let line = |x: f64| Element::line((x, frame.area.y), (x, frame.area.bottom()));
    body = body.children(rules().filter_map(|rule| x_of(rule.value)).map(|x| line(x).attr("class", "rule")));
    body = body.children(x_of(baseline(chart, &frame)).map(|x| line(x).attr("class", "axis")));
    if shown.is_empty() {
        body.push(nothing(frame.area));
    }
    body = body.children(notes(chart, &placed, &frame)).child(frame.axes(&plot));
    let notes = match chart.bars.len() - shown.len() {
        0 => Vec::new(),
        n => vec![format!("{n} bars have no place on the axis and are not shown.")],
    };
    chart.about.chart(frame.size, body, &notes)
}

/// Where bars begin: at the baseline, or at the low end if the axis does not show that.
fn baseline(chart: &BarChart, frame: &Frame) -> f64 {
    if chart.values.shows(chart.baseline) { chart.baseline } else { frame.x.range().0 }
}

/// The words at the end of a bar.
fn label(bar: &Bar, width: f64) -> String {
    let words = bar.label.clone().unwrap_or_else(|| format::short(bar.value));
    text::fit(&words, TICK, 0.25 * width)
}

fn place<'a>(chart: &BarChart, bars: &[&'a Bar], frame: &Frame) -> Vec<Placed<'a>> {
    let mut before = baseline(chart, frame);
    let mut placed = Vec::new();
    let thickness = ROW.2 * (frame.area.h / bars.len().max(1) as f64).min(ROW.0);
    for (i, bar) in bars.iter().enumerate() {
        let (Some(from), Some(to), Some(y)) =
            (frame.x.position(before), frame.x.position(bar.value), frame.y.position(i as f64))
        else {
            continue;
        };
        let interval =
            bar.interval.and_then(|(low, high)| Some((frame.x.nearest(low)?, frame.x.nearest(high)?)));
        let class = match (chart.is_path, i) {
            (false, _) => "s0",
            (true, 0) => "s6",
            (true, _) if bar.value <= before => "s2",
            (true, _) => "s1",
        };
        let mut step = Placed {
            bar,
            from: before,
            ends: (from, to),
            interval,
            y,
            thickness,
            class,
            has_label_left: false,
        };
        // The value stands where the bar ends, if there is room.
        let reach = step.left() - 2.0 * GAP - text::width(&label(bar, chart.width), TICK);
        step.has_label_left = to < from && reach > frame.area.x;
        placed.push(step);
        if chart.is_path {
            before = bar.value;
        }
    }
    placed
}

impl Placed<'_> {
    /// The right end of all that is drawn.
    fn right(&self) -> f64 {
        let bar = self.ends.0.max(self.ends.1);
        self.interval.map_or(bar, |(low, high)| bar.max(low).max(high))
    }

    /// The left end of all that is drawn.
    fn left(&self) -> f64 {
        let bar = self.ends.0.min(self.ends.1);
        self.interval.map_or(bar, |(low, high)| bar.min(low).min(high))
    }

    /// The bar, its interval and its value.
    fn draw(&self, chart: &BarChart) -> Element {
        let Placed { ends: (from, to), y, thickness, .. } = *self;
        let rect = Element::new("rect")
            .attr("class", format!("mark bar {}", self.class))
            .num("x", from.min(to))
            .num("y", y - thickness / 2.0)
            // A bar of no length is still there to be seen.
            .num("width", (to - from).abs().max(1.0))
            .num("height", thickness)
            .attr("data-y", text::brief(&self.bar.name))
            .attr("data-v", format::exact(self.bar.value))
            .attr("data-from", format::exact(self.from));
        let rect = match self.bar.interval {
            Some((low, high)) => {
                rect.attr("data-low", format::exact(low)).attr("data-high", format::exact(high))
            }
            None => rect,
        };
        let rect = rect.attr("data-tip", self.bar.tip.clone().unwrap_or_else(|| self.tip(chart)));
        let words = label(self.bar, chart.width);
        let (x, anchor) = match self.has_label_left {
            true => (self.left() - GAP, "end"),
            false => (self.right() + GAP, "start"),
        };
        let words =
            Element::words((x, y + 0.36 * TICK), &words).attr("class", "note").attr("text-anchor", anchor);
        Element::new("g").child(rect).children(self.interval.map(|interval| stem(interval, y))).child(words)
    }

    fn tip(&self, chart: &BarChart) -> String {
        let value = format!("{} {}", text::brief(&chart.values.label), format::reading(self.bar.value));
        let mut lines = vec![text::brief(&self.bar.name), value.trim().to_owned()];
        let ends = self.bar.interval.map(|(low, high)| (format::reading(low), format::reading(high)));
        lines.extend(ends.map(|(low, high)| format!("{low} to {high}")));
        lines.retain(|line| !line.is_empty());
        lines.join("\n")
    }
}

/// An interval across a bar.
fn stem((low, high): (f64, f64), y: f64) -> Element {
    let end = |x: f64| polyline(&[(x, y - 3.5), (x, y + 3.5)], false);
    let data = [polyline(&[(low, y), (high, y)], false), end(low), end(high)].concat();
    Element::path(data).attr("class", "stem").attr("pointer-events", "none")
}

/// From the end of a step of a path to the beginning of the next.
fn link(from: &Placed, to: &Placed) -> Element {
    let x = from.ends.1;
    Element::line((x, from.y + from.thickness / 2.0), (x, to.y - to.thickness / 2.0)).attr("class", "link")
}

/// Words at the rules.
fn notes(chart: &BarChart, placed: &[Placed], frame: &Frame) -> Vec<Element> {
    let mut places = Places::new(frame.area);
    for bar in placed {
        let words = GAP + text::width(&label(bar.bar, chart.width), TICK);
        let left = bar.left() - if bar.has_label_left { words } else { 0.0 };
        let w = bar.right() + words - left;
        places.avoid(Rect { x: left, y: bar.y - 8.0, w, h: 16.0 });
    }
    let named = chart.rules.iter().filter(|rule| rule.is_vertical && !rule.label.is_empty());
    let at = |value: f64| frame.x.position(value).filter(|_| chart.values.shows(value));
    named.filter_map(|rule| Some(places.at_vertical(at(rule.value)?, &rule.label))).collect()
}

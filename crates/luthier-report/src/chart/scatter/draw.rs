//! Drawing of scatter charts.

use super::{Dot, Group, ScatterChart};
use crate::chart::axes::{Frame, Height, Plot, Room, below_legend, nothing};
use crate::chart::axis::Axis;
use crate::chart::drawing::{Chart, left_out};
use crate::chart::labels::Places;
use crate::chart::legend::{Key, SAMPLE};
use crate::chart::marker::Shape;
use crate::chart::palette::SERIES_COLOURS;
use crate::chart::scale::Kind;
use crate::chart::style::size::TICK;
use crate::chart::svg::{Element, number, polyline};
use crate::chart::text;

/// The radius of a point.
const RADIUS: f64 = 3.4;
/// Lines through the origin: how many times the diagonal they are, and their names.
const GUIDES: [(f64, &str); 3] = [(1.0, "equal"), (2.0, "2×"), (0.5, "½×")];

pub(super) fn draw(chart: &ScatterChart) -> Chart {
    let limits = Limits::of(chart);
    let plot = Plot { x: &chart.x, y: &chart.y, x_range: limits.range, y_range: limits.range };
    let (frame, legend) = square(chart, &plot);
    let mut body = Element::group("scatter-chart").child(frame.grid());
    body = body.children(GUIDES.iter().filter_map(|(factor, _)| guide(*factor, &frame)));
    body = body.children(limits.lines(&frame));
    let drawn = chart.groups.iter().enumerate().map(|(i, group)| dots(chart, group, i, &limits, &frame));
    body = body.children(drawn);
    if limits.shown == 0 {
        body.push(nothing(frame.area));
    }
    body = body.children(GUIDES.iter().filter_map(|(factor, name)| guide_name(*factor, name, &frame)));
    body = body.children(cap_names(&limits, &frame)).child(frame.axes(&plot)).child(legend);
    chart.about.chart(frame.size, body, &limits.notes)
}

/// A frame whose plot is as high as wide, and the legend above it.
fn square(chart: &ScatterChart, plot: &Plot) -> (Frame, Element) {
    let keys = keys(chart);
    let of = |height: f64| {
        below_legend(
            plot,
            Room { width: chart.width, top: 0.0, right: 0.0, height: Height::Plot(height) },
            &keys,
        )
    };
    // The height decides how many labels there are on the left, and so the width: twice is enough to agree.
    let first = of(0.8 * chart.width).0.area.w;
    of(of(first).0.area.w)
}

/// What the axes show, and where points sit that did not get there.
struct Limits {
    range: (f64, f64),
    caps: (Option<f64>, Option<f64>),
    shown: usize,
    notes: Vec<String>,
}

impl Limits {
    fn of(chart: &ScatterChart) -> Self {
        let all = || chart.groups.iter().flat_map(|group| &group.dots);
        let shows = |value: Option<f64>| value.is_none_or(|value| chart.x.shows(value));
        let is_shown = |dot: &&Dot| shows(dot.x) && shows(dot.y);
        let values = || all().filter(is_shown).flat_map(|dot| [dot.x, dot.y]).flatten();
        let highest = values().fold(f64::NEG_INFINITY, f64::max);
        let needs = |pick: fn(&Dot) -> Option<f64>| all().any(|dot| pick(dot).is_none());
        // Without a cap, points that did not get there sit a little beyond all others.
        let beyond = match (chart.x.kind, highest) {
            (_, most) if !most.is_finite() => 1.0,
            (Kind::Log, most) => 1.6 * most,
            (Kind::Linear, most) => most + 0.08 * most.abs(),
        };
        let beyond = if chart.x.shows(beyond) { beyond } else { highest };
        let cap = |cap: Option<f64>, is_needed: bool| {
            cap.filter(|cap| chart.x.shows(*cap)).or_else(|| is_needed.then_some(beyond))
        };
        let caps = (cap(chart.caps.0, needs(|dot| dot.x)), cap(chart.caps.1, needs(|dot| dot.y)));
        let limits: Vec<f64> = [&chart.x, &chart.y].iter().flat_map(|axis| axis.limits.clone()).collect();
        let range = chart.x.kind.range(values().chain(caps.0).chain(caps.1), &limits);
        let shown = all().filter(is_shown).count();
        let notes = left_out(
            all().count() - shown,
            "point has no place on the axes and is not shown",
            "points have no place on the axes and are not shown",
        );
        Limits { range, caps, shown, notes }
    }

    /// The cap lines.
    fn lines(&self, frame: &Frame) -> Vec<Element> {
        let area = frame.area;
        let x = self.caps.0.and_then(|cap| frame.x.position(cap));
        let y = self.caps.1.and_then(|cap| frame.y.position(cap));
        let vertical = x.map(|x| Element::line((x, area.y), (x, area.bottom())));
        let horizontal = y.map(|y| Element::line((area.x, y), (area.right(), y)));
        vertical.into_iter().chain(horizontal).map(|line| line.attr("class", "rule")).collect()
    }
}

/// The ends of the line at a factor, as far as it is in the plot, from low to high.
fn ends(factor: f64, frame: &Frame) -> Option<[(f64, f64); 2]> {
    let (low, high) = frame.x.range();
    // Where y is in range too; below zero a factor turns the order around, and only the diagonal makes sense.
    let sensible = factor == 1.0 || low >= 0.0;
    let (from, to) = (low.max(low / factor), high.min(high / factor));
    let at = |x: f64| Some((frame.x.position(x)?, frame.y.position(x * factor)?));
    if sensible && from < to { Some([frame.area.clamp(at(from)?), frame.area.clamp(at(to)?)]) } else { None }
}

fn guide(factor: f64, frame: &Frame) -> Option<Element> {
    let class = if factor == 1.0 { "axis" } else { "guide" };
    Some(Element::path(polyline(&ends(factor, frame)?, false)).attr("class", class))
}

/// The name of a line, along it, near its low end, where there are fewer points.
fn guide_name(factor: f64, name: &str, frame: &Frame) -> Option<Element> {
    let [from, to] = ends(factor, frame)?;
    let angle = libm::atan2(to.1 - from.1, to.0 - from.0);
    // On linear axes all lines meet at the low end.
    let part = if frame.x.kind() == Kind::Log { 0.05 } else { 0.8 };
    let length = libm::hypot(to.0 - from.0, to.1 - from.1);
    if length < 60.0 {
        return None;
    }
    let at = (from.0 + part * (to.0 - from.0), from.1 + part * (to.1 - from.1));
    let turn = format!("rotate({} {} {})", number(angle.to_degrees()), number(at.0), number(at.1));
    let words = Element::words((at.0, at.1 - 0.3 * TICK), name).attr("class", "note rim");
    Some(words.attr("transform", turn))
}

/// The classes and the shape of a group.
fn look(index: usize) -> (String, Shape) {
    (format!("s{}", index % SERIES_COLOURS), Shape::of_series(index))
}

fn dots(chart: &ScatterChart, group: &Group, index: usize, limits: &Limits, frame: &Frame) -> Element {
    let (class, shape) = look(index);
    let draw = |dot: &Dot| {
        let (x, y) = (dot.x.or(limits.caps.0)?, dot.y.or(limits.caps.1)?);
        let at = (frame.x.position(x)?, frame.y.position(y)?);
        let missed = match (dot.x, dot.y) {
            (Some(_), Some(_)) => None,
            (None, Some(_)) => Some("x"),
            (Some(_), None) => Some("y"),
            (None, None) => Some("both"),
        };
        let kind = if missed.is_some() { "mark open" } else { "mark dot" };
        let mark = shape.draw(at, RADIUS).attr("class", format!("{kind} {class}"));
        let mark = mark.attr("data-x", chart.x.exact(x)).attr("data-y", chart.y.exact(y));
        let mark = missed.into_iter().fold(mark, |mark, missed| mark.attr("data-missed", missed));
        Some(mark.attr("data-tip", dot.tip.clone().unwrap_or_else(|| tip(chart, group, dot))))
    };
    let elements = group.dots.iter().filter_map(draw);
    Element::group("series").attr("data-series", text::brief(&group.name)).children(elements)
}

fn tip(chart: &ScatterChart, group: &Group, dot: &Dot) -> String {
    let value = |axis: &Axis, value: Option<f64>| {
        let value = value.map_or_else(|| "not reached".to_owned(), |value| axis.reading(value));
        format!("{} {value}", text::brief(&axis.label))
    };
    let lines = [text::brief(&group.name), value(&chart.x, dot.x), value(&chart.y, dot.y)];
    lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Words at the cap lines.
fn cap_names(limits: &Limits, frame: &Frame) -> Vec<Element> {
    let mut places = Places::new(frame.area);
    let x = limits.caps.0.and_then(|cap| frame.x.position(cap));
    let y = limits.caps.1.and_then(|cap| frame.y.position(cap));
    let below = y.map(|y| places.beside((frame.area.x + 2.0, y + 10.0), 0.0, "cap"));
    let left = x.map(|x| places.beside((x - 34.0, frame.area.bottom() - 12.0), 0.0, "cap"));
    below.into_iter().chain(left).collect()
}

/// Entries of the legend.
fn keys(chart: &ScatterChart) -> Vec<Key> {
    let middle = (SAMPLE / 2.0, 0.0);
    let named = chart.groups.iter().enumerate().filter(|(_, group)| !group.name.is_empty());
    let key = |(i, group): (usize, &Group)| {
        let (class, shape) = look(i);
        let sample = shape.draw(middle, RADIUS).attr("class", format!("dot {class}"));
        Key { sample: vec![sample], name: group.name.clone() }
    };
    let mut keys: Vec<Key> = named.map(key).collect();
    let missed = |dot: &Dot| dot.x.is_none() || dot.y.is_none();
    if let Some(i) = chart.groups.iter().position(|group| group.dots.iter().any(missed)) {
        let (class, shape) = look(i);
        let sample = shape.draw(middle, RADIUS).attr("class", format!("open {class}"));
        keys.push(Key { sample: vec![sample], name: "not solved, at the cap".to_owned() });
    }
    keys
}

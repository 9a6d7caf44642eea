//! Drawing of lines.

use super::{LineChart, Point, Rule, Series, Spread, Steps};
use crate::chart::axes::{Frame, Height, Plot, Room, nothing};
use crate::chart::axis::Axis;
use crate::chart::drawing::Chart;
use crate::chart::labels::Places;
use crate::chart::legend::{self, Key, SAMPLE};
use crate::chart::marker::Shape;
use crate::chart::palette::series_class;
use crate::chart::svg::{Element, polyline};
use crate::chart::text;

/// Up to so many points every one has a visible mark.
const MARKED: usize = 60;
/// So many points of a long line can be pointed at.
const HITS: usize = 200;
/// The radius of a mark, of what is around a point of a line without marks, and of a sign.
const RADII: (f64, f64, f64) = (3.2, 6.0, 5.5);

/// A series with what is needed to draw it.
struct Trace<'a> {
    series: &'a Series,
    index: usize,
    /// Runs of points without a gap.
    runs: Vec<Vec<(&'a Point, (f64, f64))>>,
}

pub(super) fn draw(chart: &LineChart) -> Chart {
    let values = Values::of(chart);
    let plot = Plot { x: &chart.x, y: &chart.y, x_range: values.x, y_range: values.y };
    let keys = keys(chart);
    let top = legend::lay_out(&keys, (0.0, 0.0), chart.size.0 - 90.0).height;
    let room = Room { width: chart.size.0, top, right: 0.0, height: Height::Figure(chart.size.1) };
    let frame = Frame::new(&plot, room);
    let legend = legend::lay_out(&keys, (frame.area.x, 6.0), chart.size.0 - 90.0);
    let traces: Vec<Trace> =
        chart.series.iter().enumerate().map(|(i, series)| Trace::new(series, i, &frame, chart)).collect();
    let mut body = Element::group("line-chart").child(frame.grid());
    body = body.children(traces.iter().filter_map(|trace| trace.bands(&frame)));
    body = body.children(
        chart.rules.iter().filter(|rule| chart.has(rule)).filter_map(|rule| draw_rule(rule, &frame)),
    );
    body = body.children(traces.iter().map(|trace| trace.draw(chart, &frame)));
    if traces.iter().all(|trace| trace.runs.is_empty()) {
        body.push(nothing(frame.area));
    }
    body = body.children(notes(chart, &frame, &traces)).child(frame.axes(&plot)).child(legend.element);
    chart.about.chart(frame.size, body, &values.notes)
}

/// The ranges of the data, and what could not be shown.
struct Values {
    x: (f64, f64),
    y: (f64, f64),
    notes: Vec<String>,
}

impl Values {
    fn of(chart: &LineChart) -> Self {
        let points = || chart.series.iter().flat_map(|series| &series.points);
        let shown = || points().filter(|point| chart.shows(point));
        let rules = |vertical: bool| {
            chart.rules.iter().filter(move |rule| rule.is_vertical == vertical).map(|rule| rule.value)
        };
        let spots = || chart.spots.iter().filter(|spot| chart.x.shows(spot.x) && chart.y.shows(spot.y));
        let x = shown().map(|point| point.x).chain(rules(true)).chain(spots().map(|spot| spot.x));
        let ends = shown().filter_map(|point| point.interval).flat_map(|(low, high)| [low, high]);
        let y =
            shown().map(|point| point.y).chain(ends).chain(rules(false)).chain(spots().map(|spot| spot.y));
        let lost = points().filter(|point| !chart.shows(point)).count();
        let notes = match lost {
            0 => Vec::new(),
            1 => vec!["One point has no place on the axes and is not shown.".to_owned()],
            n => vec![format!("{n} points have no place on the axes and are not shown.")],
        };
        Values { x: chart.x.range(x), y: chart.y.range(y), notes }
    }
}

impl LineChart {
    fn shows(&self, point: &Point) -> bool {
        self.x.shows(point.x) && self.y.shows(point.y)
    }

    fn has(&self, rule: &Rule) -> bool {
        let axis = if rule.is_vertical { &self.x } else { &self.y };
        axis.shows(rule.value)
    }
}

impl<'a> Trace<'a> {
    fn new(series: &'a Series, index: usize, frame: &Frame, chart: &LineChart) -> Self {
        let place = |point: &Point| Some((frame.x.position(point.x)?, frame.y.position(point.y)?));
        let mut runs = vec![Vec::new()];
        for point in &series.points {
            match place(point).filter(|_| chart.shows(point)) {
                Some(at) => runs.last_mut().into_iter().for_each(|run| run.push((point, at))),
                None => runs.push(Vec::new()),
            }
        }
        runs.retain(|run| !run.is_empty());
        Trace { series, index, runs }
    }

    /// The corners of a line along points.
    fn joined(&self, points: impl Iterator<Item = (f64, f64)>) -> Vec<(f64, f64)> {
        let mut line: Vec<(f64, f64)> = Vec::new();
        for (x, y) in points {
            if let (Steps::After, Some((_, before))) = (self.series.steps, line.last()) {
                line.push((x, *before));
            }
            line.push((x, y));
        }
        line
    }

    /// The bands behind the line.
    fn bands(&self, frame: &Frame) -> Option<Element> {
        if self.series.spread != Spread::Band {
            return None;
        }
        let mut group = Element::new("g");
        for run in &self.runs {
            let ends = |pick: fn((f64, f64)) -> f64| {
                let at = run.iter().filter_map(|(point, (x, _))| Some((*x, pick(point.interval?))));
                self.joined(at.filter_map(|(x, value)| Some((x, frame.y.nearest(value)?))))
            };
            let (low, high) = (ends(|(low, _)| low), ends(|(_, high)| high));
            if low.len() > 1 && low.len() == high.len() {
                let around: Vec<(f64, f64)> = high.into_iter().chain(low.into_iter().rev()).collect();
                let class = format!("band {}", series_class(self.index));
                group.push(Element::path(polyline(&around, true)).attr("class", class));
            }
        }
        (!group.is_empty()).then_some(group)
    }

    /// The line, its bars and its marks.
    fn draw(&self, chart: &LineChart, frame: &Frame) -> Element {
        let class = series_class(self.index);
        let mut group = Element::group("series").attr("data-series", text::brief(&self.series.name));
        for run in self.runs.iter().filter(|run| run.len() > 1 && self.series.steps != Steps::Apart) {
            let line = self.joined(run.iter().map(|(_, at)| *at));
            group.push(Element::path(polyline(&line, false)).attr("class", format!("line {class}")));
        }
        let all: Vec<&(&Point, (f64, f64))> = self.runs.iter().flatten().collect();
        // A single band is no area: there it is a bar.
        let alone = self.runs.iter().filter(|run| run.len() == 1).flatten();
        let barred: Vec<_> = if self.series.spread == Spread::Bars { all.clone() } else { alone.collect() };
        for (point, (x, _)) in barred {
            let ends =
                point.interval.and_then(|(low, high)| Some((frame.y.nearest(low)?, frame.y.nearest(high)?)));
            group = group.children(
                ends.map(|(low, high)| whisker(*x, low, high).attr("class", format!("whisker {class}"))),
            );
        }
        let is_marked =
            all.len() <= MARKED && self.series.steps != Steps::After || self.series.steps == Steps::Apart;
        let marks = sample(&all, if is_marked { all.len() } else { HITS });
        group.children(marks.map(|(point, at)| {
            let mark = match is_marked {
                true => self.shape().draw(*at, RADII.0).attr("class", format!("mark dot {class}")),
                false => {
                    Shape::Circle.draw(*at, RADII.1).attr("class", "mark hit").attr("pointer-events", "all")
                }
            };
            described(mark, point, &self.series.name, chart)
        }))
    }

    fn shape(&self) -> Shape {
        Shape::of_series(self.index)
    }
}

/// At most so many items, evenly spread, the first and the last among them.
fn sample<'a, T>(items: &'a [&'a T], most: usize) -> impl Iterator<Item = &'a T> {
    let (n, most) = (items.len(), most.max(2));
    let kept = n.min(most);
    let index = move |i: usize| if n <= most { i } else { i * (n - 1) / (most - 1) };
    (0..kept).filter_map(move |i| items.get(index(i)).copied())
}

/// A vertical bar with ends.
fn whisker(x: f64, low: f64, high: f64) -> Element {
    let data = [
        polyline(&[(x, low), (x, high)], false),
        polyline(&[(x - 3.0, low), (x + 3.0, low)], false),
        polyline(&[(x - 3.0, high), (x + 3.0, high)], false),
    ];
    Element::path(data.concat())
}

/// A mark with its values and words for those who point at it.
fn described(mark: Element, point: &Point, series: &str, chart: &LineChart) -> Element {
    let tip = point.tip.clone().unwrap_or_else(|| {
        let value = |axis: &Axis, value: f64| format!("{} {}", text::brief(&axis.label), axis.reading(value));
        let mut lines = vec![text::brief(series), value(&chart.x, point.x), value(&chart.y, point.y)];
        lines.extend(
            point
                .interval
                .map(|(low, high)| format!("{} to {}", chart.y.reading(low), chart.y.reading(high))),
        );
        lines.retain(|line| !line.trim().is_empty());
        lines.join("\n")
    });
    let mark = mark.attr("data-x", chart.x.exact(point.x)).attr("data-y", chart.y.exact(point.y));
    let mark = match point.interval {
        Some((low, high)) => mark.attr("data-low", chart.y.exact(low)).attr("data-high", chart.y.exact(high)),
        None => mark,
    };
    mark.attr("data-tip", tip)
}

fn draw_rule(rule: &Rule, frame: &Frame) -> Option<Element> {
    let area = frame.area;
    let (from, to) = if rule.is_vertical {
        let x = frame.x.position(rule.value)?;
        ((x, area.y), (x, area.bottom()))
    } else {
        let y = frame.y.position(rule.value)?;
        ((area.x, y), (area.right(), y))
    };
    Some(Element::line(from, to).attr("class", "rule"))
}

/// Signs, and the words at signs and rules.
fn notes(chart: &LineChart, frame: &Frame, traces: &[Trace]) -> Vec<Element> {
    let mut places = Places::new(frame.area);
    for trace in traces {
        for run in &trace.runs {
            places.avoid_line(&trace.joined(run.iter().map(|(_, at)| *at)));
        }
    }
    let at = |spot: &crate::chart::Spot| Some((frame.x.position(spot.x)?, frame.y.position(spot.y)?));
    let placed: Vec<_> = chart
        .spots
        .iter()
        .filter_map(|spot| Some((spot, at(spot)?)))
        .filter(|(_, at)| frame.area.contains(*at))
        .collect();
    let mut elements: Vec<Element> = placed.iter().map(|(spot, at)| spot.sign.draw(*at, RADII.2)).collect();
    for (_, (x, y)) in &placed {
        let r = RADII.2 + 2.0;
        places.avoid(crate::chart::geometry::Rect { x: x - r, y: y - r, w: 2.0 * r, h: 2.0 * r });
    }
    for (spot, at) in placed.iter().filter(|(spot, _)| !spot.label.is_empty()) {
        elements.push(places.beside(*at, RADII.2, &spot.label));
    }
    for rule in chart.rules.iter().filter(|rule| chart.has(rule) && !rule.label.is_empty()) {
        let scale = if rule.is_vertical { &frame.x } else { &frame.y };
        let Some(at) = scale.position(rule.value) else { continue };
        elements.push(if rule.is_vertical {
            places.at_vertical(at, &rule.label)
        } else {
            places.at_horizontal(at, &rule.label)
        });
    }
    elements
}

/// Entries of the legend; a single series without a name needs none.
fn keys(chart: &LineChart) -> Vec<Key> {
    let named = chart.series.iter().enumerate().filter(|(_, series)| !series.name.is_empty());
    let key = |(i, series): (usize, &Series)| {
        let class = series_class(i);
        let line = Element::path(polyline(&[(0.0, 0.0), (SAMPLE, 0.0)], false))
            .attr("class", format!("line {class}"));
        let dot =
            Shape::of_series(i).draw((SAMPLE / 2.0, 0.0), RADII.0).attr("class", format!("dot {class}"));
        let sample = match series.steps {
            Steps::Apart => vec![dot],
            Steps::After => vec![line],
            Steps::Straight if series.points.len() > MARKED => vec![line],
            Steps::Straight => vec![line, dot],
        };
        Key { sample, name: series.name.clone() }
    };
    named.map(key).collect()
}

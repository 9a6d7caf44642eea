//! A series where it is drawn.

use super::{LineChart, Point, Series, Spread, Steps};
use crate::chart::axes::Frame;
use crate::chart::axis::Axis;
use crate::chart::geometry::Rect;
use crate::chart::legend::{Key, SAMPLE};
use crate::chart::marker::Shape;
use crate::chart::palette::series_class;
use crate::chart::svg::{Element, polyline};
use crate::chart::text;

/// Up to so many points every one has a visible mark.
const MARKED: usize = 60;
/// So many points of a long line can be pointed at.
const HITS: usize = 200;
/// The radius of a mark, and of what is around a point of a line without marks.
const RADII: (f64, f64) = (3.2, 6.0);
/// The distance of bars at the same category.
const BESIDE: f64 = 7.0;

/// A point and its place.
type Placed<'a> = (&'a Point, (f64, f64));

/// A series with the places of its points.
pub(super) struct Trace<'a> {
    chart: &'a LineChart,
    series: &'a Series,
    index: usize,
    /// Runs of points without a gap.
    runs: Vec<Vec<Placed<'a>>>,
}

impl<'a> Trace<'a> {
    /// The series of an index.
    pub fn new(chart: &'a LineChart, index: usize, frame: &Frame) -> Option<Self> {
        let series = chart.series.get(index)?;
        let aside = aside(chart, index, frame);
        let place = |point: &Point| Some((frame.x.position(point.x)? + aside, frame.y.position(point.y)?));
        let mut runs = vec![Vec::new()];
        for point in &series.points {
            match place(point).filter(|_| chart.shows(point)) {
                Some(at) => runs.last_mut().into_iter().for_each(|run| run.push((point, at))),
                None => runs.push(Vec::new()),
            }
        }
        runs.retain(|run| !run.is_empty());
        Some(Trace { chart, series, index, runs })
    }

    /// Whether nothing of it can be shown.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// The lines that join the points.
    pub fn lines(&self) -> impl Iterator<Item = Vec<(f64, f64)>> {
        self.runs.iter().map(|run| self.joined(run.iter().map(|(_, at)| *at)))
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

    /// The bars of uncertainty: where they stand, and both ends.
    pub fn bars(&self, frame: &Frame) -> Vec<(f64, f64, f64)> {
        // A band of a single point is no area: there it is a bar.
        let has_bars = |run: &&Vec<Placed>| self.series.spread == Spread::Bars || run.len() == 1;
        let bar = |(point, (x, _)): &Placed| {
            let (low, high) = point.interval?;
            Some((*x, frame.y.nearest(low)?, frame.y.nearest(high)?))
        };
        self.runs.iter().filter(has_bars).flatten().filter_map(bar).collect()
    }

    /// The bands behind the line.
    pub fn bands(&self, frame: &Frame) -> Option<Element> {
        if self.series.spread != Spread::Band {
            return None;
        }
        let class = format!("band {}", series_class(self.index));
        let mut group = Element::new("g");
        for run in &self.runs {
            let edge = |pick: fn((f64, f64)) -> f64| {
                let at = run.iter().filter_map(|(point, (x, _))| Some((*x, pick(point.interval?))));
                self.joined(at.filter_map(|(x, value)| Some((x, frame.y.nearest(value)?))))
            };
            let (low, high) = (edge(|(low, _)| low), edge(|(_, high)| high));
            if low.len() > 1 && low.len() == high.len() {
                let around: Vec<(f64, f64)> = high.into_iter().chain(low.into_iter().rev()).collect();
                group.push(Element::path(polyline(&around, true)).attr("class", class.clone()));
            }
        }
        (!group.is_empty()).then_some(group)
    }

    /// The line, its bars and its marks.
    pub fn draw(&self, frame: &Frame) -> Element {
        let class = series_class(self.index);
        let group = Element::group("series").attr("data-series", text::brief(&self.series.name));
        let lines = self.lines().filter(|line| line.len() > 1 && self.series.steps != Steps::Apart);
        let lines =
            lines.map(|line| Element::path(polyline(&line, false)).attr("class", format!("line {class}")));
        let bars = self.bars(frame).into_iter().map(|bar| whisker(bar, frame.area));
        let bars = bars.map(|bar| bar.attr("class", format!("whisker {class}")));
        group.children(lines).children(bars).children(self.marks())
    }

    /// Marks at all points, or places to point at along a line that has too many for marks.
    fn marks(&self) -> Vec<Element> {
        let all: Vec<&Placed> = self.runs.iter().flatten().collect();
        if self.series.has_marks() {
            let class = format!("mark dot {}", series_class(self.index));
            let mark = |at| Shape::of_series(self.index).draw(at, RADII.0).attr("class", class.clone());
            return all.iter().map(|(point, at)| self.described(mark(*at), point)).collect();
        }
        let hit =
            |at| Shape::Circle.draw(at, RADII.1).attr("class", "mark hit").attr("pointer-events", "all");
        sample(&all, HITS).map(|(point, at)| self.described(hit(*at), point)).collect()
    }

    /// A mark with its values and words for those who point at it.
    fn described(&self, mark: Element, point: &Point) -> Element {
        let LineChart { x, y, .. } = self.chart;
        let mark = mark.attr("data-x", x.exact(point.x)).attr("data-y", y.exact(point.y));
        let mark = match point.interval {
            Some((low, high)) => mark.attr("data-low", y.exact(low)).attr("data-high", y.exact(high)),
            None => mark,
        };
        mark.attr("data-tip", point.tip.clone().unwrap_or_else(|| self.tip(point)))
    }

    fn tip(&self, point: &Point) -> String {
        let LineChart { x, y, .. } = self.chart;
        let value = |axis: &Axis, value: f64| format!("{} {}", text::brief(&axis.label), axis.reading(value));
        let mut lines = vec![text::brief(&self.series.name), value(x, point.x), value(y, point.y)];
        lines.extend(point.interval.map(|(low, high)| format!("{} to {}", y.reading(low), y.reading(high))));
        lines.retain(|line| !line.trim().is_empty());
        lines.join("\n")
    }
}

impl Series {
    /// Whether every point has a visible mark.
    fn has_marks(&self) -> bool {
        match self.steps {
            Steps::Apart => true,
            Steps::Straight => self.points.len() <= MARKED,
            Steps::After => self.points.len() == 1,
        }
    }
}

impl LineChart {
    /// Entries of the legend; a series without a name has none.
    pub(super) fn keys(&self) -> Vec<Key> {
        let named = self.series.iter().enumerate().filter(|(_, series)| !series.name.is_empty());
        let key = |(i, series): (usize, &Series)| {
            let class = series_class(i);
            let line = Element::path(polyline(&[(0.0, 0.0), (SAMPLE, 0.0)], false));
            let line = (series.steps != Steps::Apart).then(|| line.attr("class", format!("line {class}")));
            let mark = Shape::of_series(i).draw((SAMPLE / 2.0, 0.0), RADII.0);
            let mark = series.has_marks().then(|| mark.attr("class", format!("dot {class}")));
            Key { sample: line.into_iter().chain(mark).collect(), name: series.name.clone() }
        };
        named.map(key).collect()
    }
}

/// How far a series stands beside its categories, so that the bars of several do not cover one another.
fn aside(chart: &LineChart, index: usize, frame: &Frame) -> f64 {
    let has_bars = |series: &Series| chart.x.categories.is_some() && series.spread == Spread::Bars;
    if !chart.series.get(index).is_some_and(has_bars) {
        return 0.0;
    }
    let before = chart.series.iter().take(index).filter(|series| has_bars(series)).count();
    let all = chart.series.iter().filter(|series| has_bars(series)).count();
    let categories = chart.x.categories.as_ref().map_or(1, Vec::len).max(1);
    let most = 0.7 * frame.area.w / (categories * all.max(1)) as f64;
    BESIDE.min(most) * (before as f64 - (all as f64 - 1.0) / 2.0)
}

/// At most so many items, evenly spread, the first and the last among them.
fn sample<'a, T>(items: &'a [&'a T], most: usize) -> impl Iterator<Item = &'a T> {
    let (n, most) = (items.len(), most.max(2));
    let index = move |i: usize| if n <= most { i } else { i * (n - 1) / (most - 1) };
    (0..n.min(most)).filter_map(move |i| items.get(index(i)).copied())
}

/// A vertical bar with ends. One that goes on beyond the plot has no end there.
fn whisker((x, low, high): (f64, f64, f64), area: Rect) -> Element {
    let end = |y: f64| match y > area.y && y < area.bottom() {
        true => polyline(&[(x - 3.0, y), (x + 3.0, y)], false),
        false => String::new(),
    };
    Element::path([polyline(&[(x, low), (x, high)], false), end(low), end(high)].concat())
}

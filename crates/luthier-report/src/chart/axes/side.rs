//! One axis, laid out: which ticks it has and how their labels are set.

use super::{GAP, tick_width, with_tip};
use crate::chart::axis::Axis;
use crate::chart::format;
use crate::chart::scale::Scale;
use crate::chart::style::size::TICK;
use crate::chart::svg::{Element, number};
use crate::chart::text;

/// Length of a tick, and of a tick without label.
const LENGTHS: (f64, f64) = (4.0, 2.5);
/// The longest label of a category below the plot.
const LONGEST: f64 = 140.0;
/// The least distance of lines of labels.
const LINE: f64 = 13.0;

/// A tick with its label.
#[derive(Clone, Debug)]
pub(super) struct Tick {
    pub value: f64,
    label: String,
    full: String,
}

/// How labels below the plot are set.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Setting {
    Level,
    Slanted,
}

/// An axis that is laid out.
pub(super) struct Side {
    pub ticks: Vec<Tick>,
    minor: Vec<f64>,
    setting: Setting,
    /// How far labels reach away from the plot.
    pub extent: f64,
    /// How far labels reach beyond the right end of the plot.
    pub overhang: f64,
    /// How far labels reach beyond the left end of the plot.
    pub reach: f64,
    /// Whether ticks go on as lines through the plot.
    pub has_grid: bool,
}

impl Side {
    /// The axis left of a plot of a height, with labels no wider than there is room.
    pub fn vertical(axis: &Axis, range: (f64, f64), height: f64, room: f64) -> Self {
        let (ticks, minor) = match &axis.categories {
            Some(names) => (every(names, (LINE * names.len() as f64 / height).ceil(), room), Vec::new()),
            None => numbers(axis, range, (height / 56.0) as usize),
        };
        let extent = ticks.iter().map(|tick| tick_width(&tick.label)).fold(0.0, f64::max);
        let has_grid = axis.categories.is_none();
        Side { ticks, minor, setting: Setting::Level, extent, overhang: 0.0, reach: 0.0, has_grid }
    }

    /// The axis below a plot of a width.
    pub fn horizontal(axis: &Axis, range: (f64, f64), width: f64) -> Self {
        match &axis.categories {
            Some(names) => Side::names_below(names, width),
            None => Side::numbers_below(axis, range, width),
        }
    }

    /// As many numbers as do not touch.
    fn numbers_below(axis: &Axis, range: (f64, f64), width: f64) -> Self {
        let scale = Scale::new(axis.kind, range, 0.0, width);
        let mut about = ((width / 62.0) as usize).max(2);
        let (mut ticks, mut minor) = numbers(axis, range, about);
        while about > 2 && touch(&scale, &ticks) {
            about -= 1;
            (ticks, minor) = numbers(axis, range, about);
        }
        while ticks.len() > 2 && touch(&scale, &ticks) {
            ticks = ticks.into_iter().step_by(2).collect();
        }
        let reach = |tick: &Tick| {
            let at = scale.position(tick.value).unwrap_or(0.0);
            let at = if axis.reversed { width - at } else { at };
            at + tick_width(&tick.label) / 2.0 - width
        };
        let overhang = ticks.iter().map(reach).fold(0.0, f64::max);
        Side { ticks, minor, setting: Setting::Level, extent: TICK, overhang, reach: 0.0, has_grid: true }
    }

    /// Names side by side if there is room. Numbers are thinned out; names are slanted.
    fn names_below(names: &[String], width: f64) -> Self {
        let band = width / names.len().max(1) as f64;
        let widest = names.iter().map(|name| tick_width(name)).fold(0.0, f64::max);
        let are_numbers = names.iter().all(|name| name.parse::<f64>().is_ok());
        let level = |ticks, overhang| Side {
            ticks,
            minor: Vec::new(),
            setting: Setting::Level,
            extent: TICK,
            overhang,
            reach: 0.0,
            has_grid: false,
        };
        if are_numbers {
            let ticks = every(names, ((widest + 8.0) / band).ceil(), f64::INFINITY);
            return level(ticks, (widest - band).max(0.0) / 2.0);
        }
        if widest + 8.0 <= band || band >= LONGEST {
            return level(every(names, 1.0, band - 8.0), 0.0);
        }
        let ticks = every(names, (LINE / band).ceil(), LONGEST.min(0.3 * width));
        let longest = ticks.iter().map(|tick| tick_width(&tick.label)).fold(0.0, f64::max);
        let extent = (longest + TICK) * std::f64::consts::FRAC_1_SQRT_2;
        Side { setting: Setting::Slanted, extent, reach: extent - band / 2.0, ..level(ticks, 0.0) }
    }

    /// Ticks and labels below the plot, whose lower edge is at y.
    pub fn draw_below(&self, scale: &Scale, y: f64) -> Vec<Element> {
        let short = self.minor.iter().filter_map(|v| scale.position(*v));
        let short = short.map(|x| Element::line((x, y), (x, y + LENGTHS.1)).attr("class", "axis"));
        let placed = self.ticks.iter().filter_map(|tick| Some((tick, scale.position(tick.value)?)));
        let long = placed.flat_map(|(tick, x)| {
            let line = Element::line((x, y), (x, y + LENGTHS.0)).attr("class", "axis");
            let words = match self.setting {
                Setting::Level => {
                    Element::words((x, y + GAP + 0.85 * TICK), &tick.label).attr("text-anchor", "middle")
                }
                Setting::Slanted => {
                    let at = (x + 0.3 * TICK, y + GAP + 0.6 * TICK);
                    let turn = format!("rotate(-45 {} {})", number(at.0), number(at.1));
                    Element::words(at, &tick.label).attr("text-anchor", "end").attr("transform", turn)
                }
            };
            [line, tick.described(words)]
        });
        short.chain(long).collect()
    }

    /// Ticks and labels left of the plot, whose left edge is at x.
    pub fn draw_left(&self, scale: &Scale, x: f64) -> Vec<Element> {
        let short = self.minor.iter().filter_map(|v| scale.position(*v));
        let short = short.map(|y| Element::line((x - LENGTHS.1, y), (x, y)).attr("class", "axis"));
        let placed = self.ticks.iter().filter_map(|tick| Some((tick, scale.position(tick.value)?)));
        let long = placed.flat_map(|(tick, y)| {
            let line = Element::line((x - LENGTHS.0, y), (x, y)).attr("class", "axis");
            let words = Element::words((x - GAP, y + 0.36 * TICK), &tick.label).attr("text-anchor", "end");
            [line, tick.described(words)]
        });
        short.chain(long).collect()
    }
}

impl Tick {
    /// The label with its class, its value, and all of its text if it was shortened.
    fn described(&self, words: Element) -> Element {
        let words = words.attr("class", "tick").attr("data-v", format::exact(self.value));
        with_tip(words, &self.label, &self.full)
    }
}

/// About so many numbers, and ticks between them.
fn numbers(axis: &Axis, range: (f64, f64), about: usize) -> (Vec<Tick>, Vec<f64>) {
    let found = Scale::new(axis.kind, range, 0.0, 1.0).ticks(about.max(2));
    let tick = |(value, label): (f64, String)| Tick { value, full: label.clone(), label };
    (found.major.into_iter().zip(found.labels).map(tick).collect(), found.minor)
}

/// Every so many of the names, no wider than there is room.
fn every(names: &[String], stride: f64, room: f64) -> Vec<Tick> {
    let stride = (stride as usize).max(1);
    let tick = |(i, name): (usize, &String)| Tick {
        value: i as f64,
        label: text::fit(name, TICK, room),
        full: name.clone(),
    };
    names.iter().enumerate().step_by(stride).map(tick).collect()
}

/// Whether labels side by side touch.
fn touch(scale: &Scale, ticks: &[Tick]) -> bool {
    let span = |tick: &Tick| {
        let (at, half) = (scale.position(tick.value).unwrap_or(0.0), tick_width(&tick.label) / 2.0 + 5.0);
        (at - half, at + half)
    };
    ticks.iter().zip(ticks.iter().skip(1)).any(|(a, b)| span(a).1 > span(b).0)
}

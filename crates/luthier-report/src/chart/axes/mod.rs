//! The frame of a plot: where it is, its axes, its grid.

mod side;

use super::axis::Axis;
use super::geometry::Rect;
use super::legend::{self, Key};
use super::scale::Scale;
use super::style::size::{LABEL, TICK};
use super::svg::{Element, number};
use super::text;
use side::Side;

/// Room for the name of an axis.
const NAME: f64 = LABEL + 8.0;
/// From the plot to the labels of ticks.
pub(super) const GAP: f64 = 7.0;
/// The least air at an edge of the figure.
const EDGE: f64 = 8.0;

/// How high a plot is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Height {
    /// The whole figure.
    Figure(f64),
    /// The plot alone; the figure follows.
    Plot(f64),
}

/// The room that a figure has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    /// The width of the figure.
    pub width: f64,
    /// What is taken above the plot.
    pub top: f64,
    /// What is taken right of the plot.
    pub right: f64,
    /// How high it is.
    pub height: Height,
}

/// A plot that is laid out.
pub(super) struct Frame {
    /// Where data are drawn.
    pub area: Rect,
    /// From left to right.
    pub x: Scale,
    /// From bottom to top.
    pub y: Scale,
    /// The size of the figure.
    pub size: (f64, f64),
    sides: (Side, Side),
}

/// What decides the frame: both axes with the ranges of their data.
pub(super) struct Plot<'a> {
    pub x: &'a Axis,
    pub y: &'a Axis,
    pub x_range: (f64, f64),
    pub y_range: (f64, f64),
}

impl Frame {
    /// Finds margins in which all labels have room.
    pub fn new(plot: &Plot, room: Room) -> Self {
        let top = room.top + EDGE;
        // What the labels below take is known only once the width is; a guess decides how many ticks there are on the left.
        let guess = match room.height {
            Height::Figure(height) => (height - top - NAME - 30.0).max(60.0),
            Height::Plot(height) => height,
        };
        let left_side = Side::vertical(plot.y, plot.y_range, guess, 0.34 * room.width);
        let left = EDGE + name_room(plot.y) + left_side.extent + GAP;
        let width = (room.width - left - room.right.max(EDGE + 6.0)).max(60.0);
        let below = Side::horizontal(plot.x, plot.x_range, width);
        let left = left.max(below.reach + EDGE);
        let right = room.right.max(below.overhang + EDGE);
        let width = (room.width - left - right).max(60.0);
        let bottom = GAP + below.extent + name_room(plot.x) + EDGE;
        let height = match room.height {
            Height::Figure(height) => (height - top - bottom).max(60.0),
            Height::Plot(height) => height,
        };
        let area = Rect { x: left, y: top, w: width, h: height };
        let x_ends = if plot.x.reversed { (area.right(), area.x) } else { (area.x, area.right()) };
        let y_ends = if plot.y.reversed { (area.y, area.bottom()) } else { (area.bottom(), area.y) };
        Frame {
            area,
            x: Scale::new(plot.x.kind, plot.x_range, x_ends.0, x_ends.1),
            y: Scale::new(plot.y.kind, plot.y_range, y_ends.0, y_ends.1),
            size: (left + width + right, top + height + bottom),
            sides: (below, left_side),
        }
    }

    /// The grid, to be drawn below the data.
    pub fn grid(&self) -> Element {
        let Rect { x, y, w, h } = self.area;
        let frame = Element::new("rect")
            .attr("class", "frame")
            .num("x", x)
            .num("y", y)
            .num("width", w)
            .num("height", h);
        let mut group = Element::group("lines");
        let is_inside = |at: &f64, from: f64, to: f64| *at > from + 0.5 && *at < to - 0.5;
        if self.sides.0.has_grid {
            let at = self.sides.0.ticks.iter().filter_map(|tick| self.x.position(tick.value));
            let lines = at.filter(|at| is_inside(at, x, x + w)).map(|at| Element::line((at, y), (at, y + h)));
            group = group.children(lines.map(|line| line.attr("class", "grid")));
        }
        if self.sides.1.has_grid {
            let at = self.sides.1.ticks.iter().filter_map(|tick| self.y.position(tick.value));
            let lines = at.filter(|at| is_inside(at, y, y + h)).map(|at| Element::line((x, at), (x + w, at)));
            group = group.children(lines.map(|line| line.attr("class", "grid")));
        }
        group.child(frame)
    }

    /// Both axes with their ticks and names.
    pub fn axes(&self, plot: &Plot) -> Element {
        let Rect { x, y, w, h } = self.area;
        let (below, left) = &self.sides;
        let foot = y + h + GAP + below.extent + NAME - 4.0;
        let x_axis = Element::group("x-axis")
            .child(Element::line((x, y + h), (x + w, y + h)).attr("class", "axis"))
            .children(below.draw_below(&self.x, y + h))
            .children(level_name(&plot.x.label, (x + w / 2.0, foot), self.size.0));
        let y_axis = Element::group("y-axis")
            .child(Element::line((x, y), (x, y + h)).attr("class", "axis"))
            .children(left.draw_left(&self.y, x))
            .children(upright_name(&plot.y.label, (EDGE + LABEL, y + h / 2.0), self.size.1));
        Element::group("axes").child(x_axis).child(y_axis)
    }
}

/// The frame of a plot with a legend above it, and the legend.
pub(super) fn below_legend(plot: &Plot, room: Room, keys: &[Key]) -> (Frame, Element) {
    // The legend begins where the plot does, which does not depend on the legend.
    let left = Frame::new(plot, room).area.x;
    let legend = legend::lay_out(keys, (left, 6.0), (room.width - left - EDGE).max(120.0));
    // A legend of many rows makes the figure higher, not the plot lower.
    let height = match room.height {
        Height::Figure(height) => Height::Figure(height + (legend.height - 3.0 * legend::ROW).max(0.0)),
        plot => plot,
    };
    (Frame::new(plot, Room { top: room.top + legend.height, height, ..room }), legend.element)
}

/// The name of an axis from left to right, around a middle unless it would reach beyond the figure.
fn level_name(name: &str, (x, y): (f64, f64), width: f64) -> Option<Element> {
    let (shown, x) = centred(name, x, width)?;
    let words = Element::words((x, y), &shown).attr("class", "label").attr("text-anchor", "middle");
    Some(with_tip(words, &shown, name))
}

/// The name of an axis from bottom to top.
pub(super) fn upright_name(name: &str, (x, y): (f64, f64), height: f64) -> Option<Element> {
    let (shown, y) = centred(name, y, height)?;
    let words = Element::words((x, y), &shown).attr("class", "label").attr("text-anchor", "middle");
    let words = words.attr("transform", format!("rotate(-90 {} {})", number(x), number(y)));
    Some(with_tip(words, &shown, name))
}

/// What is shown of a name, and its middle, so that it stays within a length.
fn centred(name: &str, middle: f64, length: f64) -> Option<(String, f64)> {
    let shown = text::fit(name, LABEL, length - 2.0 * EDGE);
    let half = text::width(&shown, LABEL) / 2.0;
    (!name.is_empty()).then(|| (shown, middle.min(length - EDGE - half).max(EDGE + half)))
}

/// The room for the name of an axis, if it has one.
fn name_room(axis: &Axis) -> f64 {
    if axis.label.is_empty() { 0.0 } else { NAME }
}

/// Text that was shortened tells all of it to those who point at it.
fn with_tip(words: Element, shown: &str, full: &str) -> Element {
    if shown == full { words } else { words.attr("data-tip", full) }
}

/// A message in the middle of a plot that has nothing to show.
pub(super) fn nothing(area: Rect) -> Element {
    let middle = (area.x + area.w / 2.0, area.y + area.h / 2.0);
    Element::words(middle, "no data").attr("class", "note empty").attr("text-anchor", "middle")
}

/// The width of text at the size of ticks.
fn tick_width(label: &str) -> f64 {
    text::width(label, TICK)
}

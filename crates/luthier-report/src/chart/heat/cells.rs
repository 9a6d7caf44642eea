//! Cells of a heat map, each where it is drawn.

use super::{Cell, HeatMap, Value};
use crate::chart::axes::Frame;
use crate::chart::format;
use crate::chart::geometry::Rect;
use crate::chart::palette::{Rgb, sequential};
use crate::chart::scale::Scale;
use crate::chart::style::size::CELL;
use crate::chart::svg::{Element, polyline};
use crate::chart::text;

/// Columns and rows of a map, with a cell for every pair.
pub(super) struct Table<'a> {
    pub columns: usize,
    pub rows: usize,
    cells: Vec<Option<&'a Cell>>,
}

impl<'a> Table<'a> {
    pub fn new(map: &'a HeatMap) -> Self {
        let count = |names: &Option<Vec<String>>| names.as_ref().map_or(0, Vec::len);
        let (columns, rows) = (count(&map.x.categories), count(&map.y.categories));
        let mut cells = vec![None; columns * rows];
        for cell in map.cells.iter().filter(|cell| cell.x < columns && cell.y < rows) {
            if let Some(slot) = cells.get_mut(cell.y * columns + cell.x) {
                *slot = Some(cell);
            }
        }
        Table { columns, rows, cells }
    }

    /// The cell of a pair.
    pub fn get(&self, x: usize, y: usize) -> Option<&'a Cell> {
        if x >= self.columns {
            return None;
        }
        self.cells.get(y * self.columns + x).copied().flatten()
    }

    /// All pairs.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |y| (0..columns).map(move |x| (x, y)))
    }
}

/// How cells are drawn.
pub(super) struct Painter<'a> {
    pub map: &'a HeatMap,
    pub frame: &'a Frame,
    pub colours: Scale,
    /// The size of a cell.
    pub size: (f64, f64),
    /// Whether values are printed in cells.
    pub prints: bool,
}

impl Painter<'_> {
    /// Where a cell is.
    pub fn place(&self, x: usize, y: usize) -> Rect {
        // Neighbours share an edge, at half a pixel: nothing shines through between them.
        let edge = |scale: &Scale, i: f64| libm::round(2.0 * scale.position(i).unwrap_or(0.0)) / 2.0;
        let span = |scale: &Scale, i: usize| {
            let (a, b) = (edge(scale, i as f64 - 0.5), edge(scale, i as f64 + 0.5));
            (a.min(b), (a - b).abs())
        };
        let ((x, w), (y, h)) = (span(&self.frame.x, x), span(&self.frame.y, y));
        Rect { x, y, w, h }
    }

    /// The colour of a value.
    fn colour(&self, value: f64) -> Option<Rgb> {
        self.colours.part(value).map(sequential)
    }

    /// A cell, with all that is known of it.
    pub fn draw(&self, x: usize, y: usize, cell: Option<&Cell>) -> Vec<Element> {
        let place = self.place(x, y);
        let value = cell.map_or(Value::Missing, |cell| cell.value);
        let colour = value.number().and_then(|number| self.colour(number));
        let mut elements = vec![self.area(place, colour, (x, y), cell)];
        match (value, colour) {
            (Value::AtLeast(_), Some(_)) => elements.push(corner(place)),
            (_, None) => elements.push(hatch(place)),
            _ => {}
        }
        elements
    }

    /// The area of a cell, with its values for machines and its words for readers.
    fn area(&self, place: Rect, colour: Option<Rgb>, (x, y): (usize, usize), cell: Option<&Cell>) -> Element {
        let value = cell.map_or(Value::Missing, |cell| cell.value);
        let area = Element::new("rect")
            .num("x", place.x)
            .num("y", place.y)
            .num("width", place.w)
            .num("height", place.h);
        let area = match colour {
            Some(colour) => area.attr("class", "mark cell").attr("fill", colour.hex()),
            None => area.attr("class", "mark missing").attr("pointer-events", "all"),
        };
        let area = area.attr("data-x", self.map.x.exact(x as f64)).attr("data-y", self.map.y.exact(y as f64));
        let area = match value {
            Value::Known(number) => area.attr("data-v", format::exact(number)),
            Value::AtLeast(number) => area.attr("data-v", format::exact(number)).attr("data-bound", "lower"),
            Value::Missing => area,
        };
        let tip = cell.and_then(|cell| cell.tip.clone()).unwrap_or_else(|| self.tip(x, y, value));
        area.attr("data-tip", tip)
    }

    fn tip(&self, x: usize, y: usize, value: Value) -> String {
        let HeatMap { x: columns, y: rows, colours, .. } = self.map;
        let at = |axis: &crate::chart::Axis, i: usize| {
            format!("{} {}", text::brief(&axis.label), axis.reading(i as f64))
        };
        let what = text::brief(&colours.label);
        let value = match value {
            Value::Known(number) => format!("{what} {}", format::reading(number)),
            Value::AtLeast(number) => format!("{what} at least {}", format::reading(number)),
            Value::Missing => format!("{what} not known"),
        };
        format!("{}, {}\n{}", at(columns, x).trim(), at(rows, y).trim(), value.trim())
    }

    /// The value as text in its cell, in a colour that is legible there.
    pub fn printed(&self, x: usize, y: usize, cell: Option<&Cell>) -> Option<Element> {
        let value = cell?.value;
        let colour = self.colour(value.number()?)?;
        let place = self.place(x, y);
        let class = if colour.is_light() { "ink-dark" } else { "ink-light" };
        let at = (place.x + place.w / 2.0, place.y + place.h / 2.0 + 0.36 * CELL);
        let words = Element::words(at, &printed(value)?).attr("class", class).attr("text-anchor", "middle");
        Some(words.attr("pointer-events", "none"))
    }
}

/// A value in few characters.
pub(super) fn printed(value: Value) -> Option<String> {
    match value {
        Value::Known(number) => Some(format::short(number)),
        Value::AtLeast(number) => Some(format!("≥{}", format::short(number))),
        Value::Missing => None,
    }
}

/// Lines across a place of which nothing is known. They go on in the place beside it.
pub(super) fn hatch(place: Rect) -> Element {
    let Rect { x, y, w, h } = place;
    let step = 6.0;
    let (first, last) = (libm::ceil((x + y) / step) as i64, libm::floor((x + w + y + h) / step) as i64);
    let line = |i: i64| {
        // From the lower left to the upper right: those points of x + y = c that are in the place.
        let c = step * i as f64 - x - y;
        let from = if c <= h { (x, y + c) } else { (x + c - h, y + h) };
        let to = if c <= w { (x + c, y) } else { (x + w, y + c - w) };
        polyline(&[from, to], false)
    };
    Element::path((first..=last).map(line).collect()).attr("class", "hatch").attr("pointer-events", "none")
}

/// A corner cut off: the value is a lower bound.
pub(super) fn corner(place: Rect) -> Element {
    let Rect { x, y, w, h } = place;
    let leg = (0.4 * w.min(h)).clamp(3.0, 8.0);
    let corners = [(x + w - leg, y), (x + w, y), (x + w, y + leg)];
    Element::path(polyline(&corners, true)).attr("class", "bound").attr("pointer-events", "none")
}

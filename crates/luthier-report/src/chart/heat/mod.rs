//! Heat maps: a value for every pair of categories.

mod cells;
mod draw;
mod outline;
mod signs;

use super::axis::Axis;
use super::drawing::{About, Chart};
use super::spot::Sign;

/// The value of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// Known.
    Known(f64),
    /// Known to be at least this.
    AtLeast(f64),
    /// Not known.
    Missing,
}

impl Value {
    /// The number, if there is one.
    pub(super) fn number(self) -> Option<f64> {
        match self {
            Value::Known(value) | Value::AtLeast(value) => Some(value),
            Value::Missing => None,
        }
    }
}

/// A cell: its column and its row (the first is the lowest), and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    pub(super) x: usize,
    pub(super) y: usize,
    pub(super) value: Value,
    pub(super) tip: Option<String>,
    pub(super) is_in_set: bool,
}

impl Cell {
    /// A cell of a column and a row.
    pub fn new(x: usize, y: usize, value: Value) -> Self {
        Cell { x, y, value, tip: None, is_in_set: false }
    }

    /// With other words for those who point at it than the value.
    pub fn tip(mut self, tip: impl Into<String>) -> Self {
        self.tip = Some(tip.into());
        self
    }

    /// Whether the cell belongs to the set that has an outline.
    pub fn in_set(mut self, is_in_set: bool) -> Self {
        self.is_in_set = is_in_set;
        self
    }
}

/// A heat map.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatMap {
    about: About,
    x: Axis,
    y: Axis,
    colours: Axis,
    cells: Vec<Cell>,
    spots: Vec<(Sign, usize, usize, String)>,
    set: String,
    width: f64,
}

impl HeatMap {
    /// An empty map over the categories of two axes. The third axis names what colours stand for; it is linear or
    /// logarithmic. An axis without categories has no cells.
    pub fn new(id: &str, title: &str, x: Axis, y: Axis, colours: Axis) -> Self {
        let categorical = |axis: Axis| Axis { categories: Some(axis.categories.unwrap_or_default()), ..axis };
        HeatMap {
            about: About::new(id, title),
            x: categorical(x),
            y: categorical(y),
            colours: Axis { categories: None, ..colours },
            cells: Vec::new(),
            spots: Vec::new(),
            set: "confidence set".to_owned(),
            width: 640.0,
        }
    }

    /// With a description of what there is to see, for those who cannot see it.
    pub fn describe(mut self, description: impl Into<String>) -> Self {
        self.about.description = description.into();
        self
    }

    /// With a cell. A pair without a cell is missing; of two cells for a pair the last counts.
    pub fn cell(mut self, cell: Cell) -> Self {
        self.cells.push(cell);
        self
    }

    /// With cells.
    pub fn cells(mut self, cells: impl IntoIterator<Item = Cell>) -> Self {
        self.cells.extend(cells);
        self
    }

    /// With a sign on a cell, and what it means for the legend.
    pub fn spot(mut self, sign: Sign, x: usize, y: usize, meaning: impl Into<String>) -> Self {
        self.spots.push((sign, x, y, meaning.into()));
        self
    }

    /// With another name in the legend for the set of cells that has an outline.
    pub fn set_name(mut self, name: impl Into<String>) -> Self {
        self.set = name.into();
        self
    }

    /// With another width in pixels than 640. The height follows from the rows.
    pub fn width(mut self, width: u32) -> Self {
        self.width = f64::from(width.clamp(240, 4000));
        self
    }

    /// Draws it.
    pub fn draw(&self) -> Chart {
        draw::draw(self)
    }
}

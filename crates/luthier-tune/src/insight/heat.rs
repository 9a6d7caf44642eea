//! The cost over two parameters.

use super::best_set::best_set_of;
use super::table::{Score, Table};
use crate::search::incumbent;
use crate::space::{Axis, SettingId};
use crate::standings::number;
use crate::study::View;
use luthier::params::{Parameter, Value};
use std::collections::HashSet;

/// The cost over two axes of a space.
#[derive(Clone, Debug)]
pub struct HeatMap {
    /// The axis to the right.
    pub across: HeatAxis,
    /// The axis downwards.
    pub down: HeatAxis,
    /// Rows of cells, by the values downwards, then by those to the right.
    pub cells: Vec<Vec<Cell>>,
    /// The parameters that vary inside of a cell, which shows the best that was found over all of their values. Empty if the
    /// space has no more than the two axes.
    pub over: Vec<&'static Parameter>,
    /// Training instances.
    pub instances: usize,
    /// The confidence of the set of best settings; `None` if there is no such set, and no cell is marked.
    pub confidence: Option<f64>,
}

/// One of the two axes.
#[derive(Clone, Debug)]
pub struct HeatAxis {
    /// Its place among the axes of the space.
    pub axis: usize,
    /// Its parameter.
    pub parameter: &'static Parameter,
    /// Its values, in ascending order where they are numbers.
    pub values: Vec<Value>,
    /// The place of the default's value, if that is not on the axis and stands here to show the default alone.
    pub added: Option<usize>,
}

/// What is known about the cost of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CellCost {
    /// The mean over the instances of the cell.
    Known(f64),
    /// At least this: runs were laid aside, and count as what they had cost by then.
    AtLeast(f64),
    /// Nothing.
    Absent,
}

/// One pair of values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// The setting whose cost is shown; `None` where the space has none.
    ///
    /// Where the space has further axes: of the settings that were run to their ends on all training instances, the one with the
    /// least cost; if there are none, of those that were begun on the most instances the one that looks best on them.
    pub setting: Option<SettingId>,
    /// Its cost.
    pub cost: CellCost,
    /// The same in multiples of what the default costs on the same instances: comparable also between cells that rest on
    /// different instances. At least this, where the cost is.
    pub relative: Option<f64>,
    /// Training instances that it rests on: those on which it was begun.
    pub instances: usize,
    /// Those of them on which it was laid aside.
    pub laid_aside: usize,
    /// Whether the default is in this cell.
    pub default: bool,
    /// Whether the best setting so far is in this cell.
    pub best: bool,
    /// Whether a setting of this cell may be the best: see [`best_set`](super::best_set()).
    pub in_best_set: bool,
}

impl HeatMap {
    /// All cells with a cost that is known.
    pub fn known(&self) -> impl Iterator<Item = &Cell> {
        self.cells.iter().flatten().filter(|cell| matches!(cell.cost, CellCost::Known(_)))
    }
}

/// The mean cost over two axes of the space, by their places; `None` if there are no such axes, or if they are the same.
pub fn heat_map(view: &View, across: usize, down: usize) -> Option<HeatMap> {
    let axes = view.space.axes();
    if across == down {
        return None;
    }
    let sides = [HeatAxis::new(view, across, axes.get(across)?), HeatAxis::new(view, down, axes.get(down)?)];
    let mut filler = Filler::new(view, &sides);
    filler.fill(&sides);
    let (confidence, cells) = (filler.confidence, filler.cells);
    let others = (0..axes.len()).filter(|axis| *axis != across && *axis != down);
    let over = others.map(|axis| &axes[axis]).filter(|axis| axis.values.len() > 1);
    let over = over.map(|axis| axis.parameter).collect();
    let [across, down] = sides;
    let cells = cells.into_iter().map(|row| row.into_iter().map(|best| best.cell).collect()).collect();
    Some(HeatMap { across, down, cells, over, instances: view.train.len(), confidence })
}

impl HeatAxis {
    fn new(view: &View, place: usize, axis: &Axis) -> HeatAxis {
        let base = axis.parameter.value(view.space.base());
        let missing = !axis.values.contains(&base);
        let mut values: Vec<Value> = axis.values.iter().copied().chain(missing.then_some(base)).collect();
        values.sort_by(|a, b| number(*a).total_cmp(&number(*b)));
        let added = values.iter().position(|value| missing && *value == base);
        HeatAxis { axis: place, parameter: axis.parameter, values, added }
    }

    /// Where each value of the axis of the space stands.
    fn places(&self, axis: &Axis) -> Vec<usize> {
        let place = |value: &Value| self.values.iter().position(|v| v == value).unwrap_or(0);
        axis.values.iter().map(place).collect()
    }
}

/// The best that is known of a cell so far.
#[derive(Clone, Copy)]
struct Candidate {
    cell: Cell,
    score: Option<Score>,
}

struct Filler<'v> {
    view: &'v View,
    table: Table<'v>,
    best_set: HashSet<SettingId>,
    confidence: Option<f64>,
    leader: Option<SettingId>,
    cells: Vec<Vec<Candidate>>,
}

impl<'v> Filler<'v> {
    fn new(view: &'v View, [across, down]: &[HeatAxis; 2]) -> Filler<'v> {
        let table = Table::new(view);
        let best_set = best_set_of(view, &table);
        let confidence = best_set.as_ref().map(|set| set.confidence);
        let best_set = best_set.map(|set| set.settings.into_iter().collect()).unwrap_or_default();
        let leader = incumbent(&view.field()).map(|best| best.setting);
        let cell = Cell {
            setting: None,
            cost: CellCost::Absent,
            relative: None,
            instances: 0,
            laid_aside: 0,
            default: false,
            best: false,
            in_best_set: false,
        };
        let empty = Candidate { cell, score: None };
        let cells = vec![vec![empty; across.values.len()]; down.values.len()];
        Filler { view, table, best_set, confidence, leader, cells }
    }

    /// Goes through all points of the grid, and the default.
    fn fill(&mut self, sides: &[HeatAxis; 2]) {
        let space = &self.view.space;
        let places = sides.each_ref().map(|side| side.places(&space.axes()[side.axis]));
        for id in 1..=space.size() {
            let steps = space.steps(SettingId(id)).unwrap_or_default();
            let place = |side: usize| Some(places[side][*steps.get(sides[side].axis)?]);
            if let (Some(column), Some(row)) = (place(0), place(1)) {
                self.meet(row, column, space.distinct(SettingId(id)));
            }
        }
        let place = |side: &HeatAxis| {
            let base = side.parameter.value(space.base());
            side.values.iter().position(|value| *value == base)
        };
        if let [Some(column), Some(row)] = sides.each_ref().map(place) {
            self.meet(row, column, SettingId::DEFAULT);
        }
    }

    /// A setting of a cell.
    fn meet(&mut self, row: usize, column: usize, setting: SettingId) {
        let score = self.table.score(setting);
        let all = self.view.train.len();
        let in_best_set = self.best_set.contains(&setting);
        let own = &mut self.cells[row][column];
        own.cell.default |= setting == SettingId::DEFAULT;
        own.cell.best |= Some(setting) == self.leader;
        own.cell.in_best_set |= in_best_set;
        if own.cell.setting.is_none() || rank(&score, all) < rank(&own.score, all) {
            own.score = score;
            own.cell = shown(own.cell, setting, score);
        }
    }
}

/// Complete ones first, then those that were begun on the most instances; then those that look best.
fn rank(score: &Option<Score>, all: usize) -> (bool, usize, f64) {
    match score {
        None => (true, usize::MAX, f64::INFINITY),
        Some(score) => {
            let complete = score.begun == all && score.aside == 0;
            let cost = if complete { score.cost } else { score.relative.unwrap_or(f64::INFINITY) };
            (!complete, all - score.begun, cost)
        }
    }
}

/// A cell that shows this setting.
fn shown(cell: Cell, setting: SettingId, score: Option<Score>) -> Cell {
    let Some(score) = score else { return Cell { setting: Some(setting), ..cell } };
    let cost = if score.aside == 0 { CellCost::Known(score.cost) } else { CellCost::AtLeast(score.cost) };
    Cell {
        setting: Some(setting),
        cost,
        relative: score.relative,
        instances: score.begun,
        laid_aside: score.aside,
        ..cell
    }
}

//! The cost over two parameters: a cell for each pair of values.

use super::charts::Paper;
use crate::console::{STRONG, styled};
use crate::shades::{SHADES, background, character, shade};
use luthier::params::Parameter;
use luthier_tune::insight::{Cell, CellCost, HeatAxis, HeatMap};
use luthier_tune::{Comparison, SettingId, View};

/// Marks the default.
const DEFAULT: char = 'D';
/// Marks the best setting.
const BEST: char = 'B';
/// Before a cost that is at least so large.
const AT_LEAST: char = '>';
/// Before a cost that rests on fewer problems.
const FEWER: char = '~';

/// A cell, ready to be drawn.
struct Drawn {
    /// What it costs, and from where that is known; `None` if nothing is.
    cost: Option<(f64, char)>,
    mark: char,
}

/// How much room a cell has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Room {
    /// This much, for a shade, a number and a mark.
    Number(usize),
    /// For a shade and a mark.
    Mark,
    /// For one of the two.
    One,
}

/// The map with a heading and a legend; nothing if fewer than two cells are known, or if it is wider than the paper.
pub fn lines(view: &View, map: &HeatMap, paper: Paper) -> Vec<String> {
    let cells = drawn(view, map);
    let costs = || cells.iter().flatten().filter_map(|cell| Some(cell.cost?.0));
    let (least, most) = costs().fold((f64::INFINITY, 0.0), |(a, b): (f64, f64), c| (a.min(c), b.max(c)));
    let chart = Chart { map, cells, least, most, paper };
    match chart.room().filter(|_| chart.known() > 1) {
        None => Vec::new(),
        Some(room) => {
            let rows = (0..chart.cells.len()).map(|row| chart.row(row, room));
            let mut lines = vec![String::new(), heading(view, map), String::new()];
            lines.extend(chart.above(room));
            lines.extend(rows);
            lines.extend(chart.below(room));
            lines.push(String::new());
            lines.push(chart.legend(room, view.cost.measure.unit()));
            lines
        }
    }
}

fn heading(view: &View, map: &HeatMap) -> String {
    let words = view.cost.measure.words();
    let (first, rest) = words.split_at(words.len().min(1));
    let words = format!("{}{rest}", first.to_uppercase());
    let over = match map.over.as_slice() {
        [] => String::new(),
        others => {
            let names: Vec<String> = others.iter().map(|p| name(p)).collect();
            format!(", the best over {}", names.join(", "))
        }
    };
    format!(
        "{words}: {} to the right, {} downwards{over}:",
        name(map.across.parameter),
        name(map.down.parameter)
    )
}

fn name(parameter: &Parameter) -> String {
    if parameter.symbol.is_empty() { parameter.name.to_owned() } else { parameter.symbol.to_owned() }
}

/// What to draw in each cell.
fn drawn(view: &View, map: &HeatMap) -> Vec<Vec<Drawn>> {
    let default = Comparison::new(&view.cost, &view.ledger, &view.train, SettingId::DEFAULT);
    let default = default.map_or(f64::NAN, |comparison| comparison.cost);
    let cost = |cell: &Cell| {
        let whole = cell.instances == map.instances;
        // Fewer problems may be easier ones: what counts is how the default does on them.
        let relative = || cell.relative.map(|times| times * default).filter(|cost| cost.is_finite());
        match cell.cost {
            CellCost::Absent => None,
            CellCost::Known(cost) if whole => Some((cost, ' ')),
            CellCost::AtLeast(cost) if whole => Some((cost, AT_LEAST)),
            CellCost::Known(_) => relative().map(|cost| (cost, FEWER)),
            CellCost::AtLeast(_) => relative().map(|cost| (cost, AT_LEAST)),
        }
    };
    let mark = |cell: &Cell| match cell {
        cell if cell.best => BEST,
        cell if cell.default => DEFAULT,
        _ => ' ',
    };
    let row = |row: &Vec<Cell>| row.iter().map(|cell| Drawn { cost: cost(cell), mark: mark(cell) }).collect();
    map.cells.iter().map(row).collect()
}

struct Chart<'m> {
    map: &'m HeatMap,
    cells: Vec<Vec<Drawn>>,
    least: f64,
    most: f64,
    paper: Paper,
}

impl Chart<'_> {
    fn known(&self) -> usize {
        self.cells.iter().flatten().filter(|cell| cell.cost.is_some()).count()
    }

    fn text(&self, cell: &Drawn) -> String {
        let plain = |(cost, from): (f64, char)| format!("{}{}", from.to_string().trim(), short(cost));
        cell.cost.map_or_else(String::new, plain)
    }

    /// The most room for each cell with which the map fits.
    fn room(&self) -> Option<Room> {
        let numbers = self.cells.iter().flatten().map(|cell| self.text(cell).len()).max()?;
        let values = texts(&self.map.across).iter().map(String::len).max()?;
        let whole = Room::Number((numbers + 3).max(values + 1));
        let fits = |room: &Room| self.labels() + self.width(*room) <= self.paper.width;
        [whole, Room::Mark, Room::One].into_iter().find(fits)
    }

    /// Columns that all cells of a row take.
    fn width(&self, room: Room) -> usize {
        let each = match room {
            Room::Number(width) => width + 1,
            Room::Mark => 2,
            Room::One => 1,
        };
        each * self.map.across.values.len()
    }

    /// Columns before the cells.
    fn labels(&self) -> usize {
        texts(&self.map.down).iter().map(String::len).max().unwrap_or(0) + 4
    }

    fn row(&self, row: usize, room: Room) -> String {
        let label = texts(&self.map.down).into_iter().nth(row).unwrap_or_default();
        let cells: String = self.cells[row].iter().map(|cell| self.cell(cell, room)).collect();
        let line = format!("{label:>space$} |{cells}", space = self.labels() - 2);
        line.trim_end().to_owned()
    }

    fn cell(&self, cell: &Drawn, room: Room) -> String {
        let shade = cell.cost.map(|(cost, _)| shade(cost, self.least, self.most));
        // Where there are colours, they are the shades.
        let sign = shade.filter(|_| !self.paper.colors).map_or(' ', character);
        let text = match room {
            Room::Number(width) => {
                format!(" {sign}{:>space$}{}", self.text(cell), cell.mark, space = width - 2)
            }
            Room::Mark => format!("{sign}{}", cell.mark),
            Room::One if cell.mark == ' ' => sign.to_string(),
            Room::One => cell.mark.to_string(),
        };
        match shade.filter(|_| self.paper.colors) {
            Some(shade) => styled(background(shade), &text),
            None => text,
        }
    }

    /// The values above the cells, where there is room for them.
    fn above(&self, room: Room) -> Option<String> {
        let Room::Number(width) = room else { return None };
        let value = |text: &String| format!(" {text:>space$} ", space = width - 1);
        let values: String = texts(&self.map.across).iter().map(value).collect();
        Some(styled(STRONG, format!("{:>space$}{values}", "", space = self.labels()).trim_end()))
    }

    /// The first and the last value below the cells, where there is no room for all.
    fn below(&self, room: Room) -> Option<String> {
        if matches!(room, Room::Number(_)) {
            return None;
        }
        let values = texts(&self.map.across);
        let (first, last) = (values.first()?, values.last()?);
        let space = self.width(room).saturating_sub(first.len()).max(last.len() + 1);
        Some(format!("{:>labels$}{first}{last:>space$}", "", labels = self.labels()))
    }

    fn legend(&self, room: Room, unit: &str) -> String {
        let has = |mark: char| self.cells.iter().flatten().any(|cell| cell.mark == mark);
        let from = |sign: char| {
            let is = |cell: &Drawn| cell.cost.is_some_and(|(_, from)| from == sign);
            matches!(room, Room::Number(_)) && self.cells.iter().flatten().any(is)
        };
        let best = if has(DEFAULT) { "B best" } else { "B best, the default" };
        let words = [
            (has(BEST), best),
            (has(DEFAULT), "D default"),
            (from(AT_LEAST), "> at least"),
            (from(FEWER), "~ on fewer problems"),
        ];
        let words: Vec<&str> = words.into_iter().filter(|(is, _)| *is).map(|(_, word)| word).collect();
        format!("  {} {unit}; {}", self.scale(), words.join(", "))
    }

    /// What shades stand for.
    fn scale(&self) -> String {
        let last = SHADES.len() - 1;
        if !self.paper.colors {
            let (few, many) = (character(0), character(last));
            return format!("{few} {} to {many} {}", short(self.least), short(self.most));
        }
        let swatch = |shade: usize| {
            let part = shade as f64 / last as f64;
            let cost = self.least * (self.most / self.least.max(f64::MIN_POSITIVE)).powf(part);
            styled(background(shade), &format!(" {} ", short(cost)))
        };
        (0..SHADES.len()).step_by(2).map(swatch).collect()
    }
}

/// The values of an axis.
fn texts(axis: &HeatAxis) -> Vec<String> {
    axis.values.iter().map(ToString::to_string).collect()
}

/// A cost in at most four characters, or five where it is huge.
fn short(cost: f64) -> String {
    match cost {
        c if c < 9.995 => format!("{c:.2}"),
        c if c < 99.95 => format!("{c:.1}"),
        c if c < 9_999.5 => format!("{c:.0}"),
        c if c < 999_500.0 => format!("{:.0}k", c / 1e3),
        c if c < 999.5e6 => format!("{:.0}M", c / 1e6),
        c => format!("{c:.0e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn costs_are_short() {
        let shown = [0.0, 1.234, 12.34, 99.96, 123.4, 9999.4, 12_345.0, 999_600.0, 45.6e6, 3e12].map(short);
        assert_eq!(shown, ["0.00", "1.23", "12.3", "100", "123", "9999", "12k", "1M", "46M", "3e12"]);
    }
}

//! The cost over two parameters.

use super::gallery::{Gallery, show};
use super::subject::Subject;
use super::words::{categories, parameter};
use crate::chart::{self, Axis, Cell, Chart, Sign, format};
use crate::page::{Block, Choice, Digits, Section, Table, Text};
use luthier_tune::View;
use luthier_tune::insight::{self, CellCost, HeatAxis, HeatMap, heat_map, pairs};

/// Pairs of parameters that are shown at most.
const PAIRS: usize = 10;

/// The section, if there are two parameters to show.
pub fn section(subject: &Subject, gallery: &mut Gallery) -> Option<Section> {
    let view = &subject.view;
    let maps: Vec<HeatMap> = pairs(view)
        .into_iter()
        .take(PAIRS)
        .filter_map(|(a, b)| heat_map(view, a, b))
        .filter(has_cells)
        .collect();
    let first = maps.first()?;
    let section =
        Section::new("map", "The cost over two parameters").short("Heat map").paragraph(reading(first));
    let names: Vec<String> = maps.iter().map(pair).collect();
    let mut blocks = Vec::new();
    for (place, map) in maps.iter().enumerate() {
        let chart = draw(subject, map);
        let (caption, numbers) = (caption(view, map), numbers(view, map));
        let figure =
            if place == 0 { gallery.hang(chart, caption, numbers) } else { show(&chart, caption, numbers) };
        blocks.push(vec![Block::from(figure)]);
    }
    if blocks.len() == 1 {
        let only = blocks.into_iter().flatten();
        return Some(only.fold(section, Section::with));
    }
    let choice = Choice::new("pair", "Parameters", names);
    let variants = choice.variants(|option| blocks.get_mut(option).map(std::mem::take).unwrap_or_default());
    Some(section.with(choice.list()).with(variants))
}

fn has_cells(map: &HeatMap) -> bool {
    map.cells.iter().flatten().any(|cell| cell.cost != CellCost::Absent)
}

fn pair(map: &HeatMap) -> String {
    format!("{} and {}", map.across.parameter.name, map.down.parameter.name)
}

fn reading(map: &HeatMap) -> Text {
    let text = Text::from("Each cell is a setting. Dark is cheap. ");
    match map.confidence {
        Some(confidence) => text.plain(format!(
            "The outline holds the settings that may be the best one: that the truly best setting of the space is not among \
             them has a probability of at most {:.0}%, if problems are independent draws.",
            100.0 * (1.0 - confidence)
        )),
        None => text.plain("Which settings may be the best cannot be said yet."),
    }
}

fn caption(view: &View, map: &HeatMap) -> String {
    let mut caption = format!(
        "{}, over {} problems that were tuned on.",
        capital(view.cost.measure.words()),
        map.instances
    );
    if !map.over.is_empty() {
        let names: Vec<&str> = map.over.iter().map(|p| p.name).collect();
        caption +=
            &format!(" Each cell shows the best that was found over all values of {}.", names.join(", "));
    }
    if map.cells.iter().flatten().any(|cell| matches!(cell.cost, CellCost::AtLeast(_))) {
        caption += " Where runs were laid aside early the cost is at least what is shown.";
    }
    caption
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn draw(subject: &Subject, map: &HeatMap) -> Chart {
    let label = subject.view.cost.measure.words();
    let title = format!("{} over {}", capital(label), pair(map));
    let id = format!("map-{}-{}", map.across.parameter.name, map.down.parameter.name);
    let axis = |axis: &HeatAxis| categories(&parameter(axis.parameter), &axis.values);
    let mut chart = chart::HeatMap::new(&id, &title, axis(&map.across), axis(&map.down), Axis::log(label));
    if let Some(confidence) = map.confidence {
        chart = chart.set_name(format!("may be the best ({:.0}%)", 100.0 * confidence));
    }
    for (row, cells) in map.cells.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            let value = match cell.cost {
                CellCost::Known(cost) => chart::Value::Known(cost),
                CellCost::AtLeast(cost) => chart::Value::AtLeast(cost),
                CellCost::Absent => chart::Value::Missing,
            };
            let drawn = Cell::new(column, row, value).tip(tip(subject, cell)).in_set(cell.in_best_set);
            chart = chart.cell(drawn);
            for (is, sign, meaning) in
                [(cell.default, Sign::Star, "default"), (cell.best, Sign::Ring, "best")]
            {
                if is {
                    chart = chart.spot(sign, column, row, meaning);
                }
            }
        }
    }
    chart.draw()
}

fn tip(subject: &Subject, cell: &insight::Cell) -> String {
    let Some(setting) = cell.setting else { return "no such setting".to_owned() };
    let words = subject.view.space.words(setting);
    let cost = match cell.cost {
        CellCost::Known(cost) => format!("{} {}", format::reading(cost), subject.unit()),
        CellCost::AtLeast(cost) => format!("at least {} {}", format::reading(cost), subject.unit()),
        CellCost::Absent => "not run".to_owned(),
    };
    let relative = match cell.relative {
        Some(relative) => format!("\n{relative:.2} times the default on the same problems"),
        None => String::new(),
    };
    let aside = match cell.laid_aside {
        0 => String::new(),
        aside => format!(", {aside} of them laid aside"),
    };
    format!("{words}\n{cost}{relative}\n{} problems{aside}", cell.instances)
}

fn numbers(view: &View, map: &HeatMap) -> Table {
    let cells = || {
        map.cells.iter().enumerate().flat_map(|(r, row)| row.iter().enumerate().map(move |(c, x)| (r, c, x)))
    };
    let cost = |cell: &insight::Cell| match cell.cost {
        CellCost::Known(cost) | CellCost::AtLeast(cost) => cost,
        CellCost::Absent => f64::NAN,
    };
    let known = |cell: &insight::Cell| match cell.cost {
        CellCost::Known(_) => "exactly",
        CellCost::AtLeast(_) => "at least",
        CellCost::Absent => "not run",
    };
    let name = |values: &[luthier::params::Value], place: usize| {
        values.get(place).map_or_else(String::new, |v| v.to_string())
    };
    Table::new()
        .text(map.across.parameter.name, cells().map(|(_, c, _)| name(&map.across.values, c)))
        .text(map.down.parameter.name, cells().map(|(r, _, _)| name(&map.down.values, r)))
        .text("setting", cells().map(|(_, _, x)| x.setting.map_or_else(String::new, |s| view.space.words(s))))
        .number(view.cost.measure.unit(), Digits::Significant(6), cells().map(|(_, _, x)| cost(x)))
        .text("known", cells().map(|(_, _, x)| known(x)))
        .number(
            "times the default",
            Digits::Fixed(3),
            cells().map(|(_, _, x)| x.relative.unwrap_or(f64::NAN)),
        )
        .count("problems", cells().map(|(_, _, x)| x.instances as f64))
        .text("may be the best", cells().map(|(_, _, x)| if x.in_best_set { "yes" } else { "no" }))
}

//! Drawing of heat maps.

use super::cells::{Painter, Table, corner, hatch, printed};
use super::outline::outline;
use super::signs;
use super::{Cell, HeatMap, Value};
use crate::chart::axes::{Frame, Height, Plot, Room, below_legend, nothing, upright_name};
use crate::chart::drawing::{Chart, left_out};
use crate::chart::geometry::Rect;
use crate::chart::legend::{Key, SAMPLE};
use crate::chart::palette::sequential;
use crate::chart::scale::{Scale, Ticks};
use crate::chart::style::size::{CELL, LABEL, TICK};
use crate::chart::svg::{Element, polyline};
use crate::chart::text;

/// Width of the colour bar, and its distance from the plot.
const BAR: (f64, f64) = (14.0, 16.0);
/// The least and the largest height of a row.
const ROW: (f64, f64) = (13.0, 40.0);

pub(super) fn draw(map: &HeatMap) -> Chart {
    let table = Table::new(map);
    let colours = Scale::new(map.colours.kind, range(map), 0.0, 1.0);
    let ticks = colours.ticks(5);
    let plot = Plot { x: &map.x, y: &map.y, x_range: map.x.range([]), y_range: map.y.range([]) };
    let keys = keys(map, &table);
    let right = right_of_plot(&ticks, map);
    // About as high as wide cells look best, as long as there is room.
    let column = (map.width - right - 90.0) / table.columns.max(1) as f64;
    let most = (480.0 / table.rows.max(1) as f64).max(ROW.0);
    let row = (0.7 * column).clamp(ROW.0, ROW.1).min(most);
    let height = Height::Plot((row * table.rows as f64).max(90.0));
    let (frame, legend) = below_legend(&plot, Room { width: map.width, top: 0.0, right, height }, &keys);
    let size = (frame.area.w / table.columns.max(1) as f64, frame.area.h / table.rows.max(1) as f64);
    let prints = has_room(&table, size);
    let painter = Painter { map, frame: &frame, colours, size, prints };
    let mut body = Element::group("heat-map").child(frame.grid()).child(cells(&table, &painter));
    if table.columns * table.rows == 0 {
        body.push(nothing(frame.area));
    }
    body = body
        .children(outline(&table, &painter))
        .child(signs::draw(&painter, &table))
        .child(frame.axes(&plot));
    let body = body.child(colour_bar(map, &frame, &colours, &ticks)).child(legend);
    map.about.chart(frame.size, body, &lost(map, &table))
}

/// The range of colours: from the lowest to the highest value and no further.
fn range(map: &HeatMap) -> (f64, f64) {
    let numbers = map.cells.iter().filter_map(|cell| cell.value.number());
    let limits: Vec<f64> = numbers.chain(map.colours.limits.iter().copied()).collect();
    map.colours.kind.range([], &limits)
}

/// The room that the colour bar takes with its labels.
fn right_of_plot(ticks: &Ticks, map: &HeatMap) -> f64 {
    let widest = ticks.labels.iter().map(|label| text::width(label, TICK)).fold(0.0, f64::max);
    let name = if map.colours.label.is_empty() { 0.0 } else { LABEL + 8.0 };
    BAR.0 + BAR.1 + 8.0 + widest + name + 8.0
}

/// Whether every value fits into its cell.
fn has_room(table: &Table, (width, height): (f64, f64)) -> bool {
    let values = table.pairs().filter_map(|(x, y)| printed(table.get(x, y)?.value));
    let widest = values.map(|value| text::width(&value, CELL)).fold(0.0, f64::max);
    widest + 5.0 <= width && CELL + 5.0 <= height
}

/// All cells, then all values, so that no cell covers a value.
fn cells(table: &Table, painter: &Painter) -> Element {
    let drawn = table.pairs().flat_map(|(x, y)| painter.draw(x, y, table.get(x, y)));
    let group = Element::group("cells").children(drawn);
    if !painter.prints {
        return group;
    }
    let free = |(x, y): &(usize, usize)| signs::leave_room(painter, table, *x, *y);
    group.children(table.pairs().filter(free).filter_map(|(x, y)| painter.printed(x, y, table.get(x, y))))
}

/// The colours with the values that they stand for.
fn colour_bar(map: &HeatMap, frame: &Frame, colours: &Scale, ticks: &Ticks) -> Element {
    let Rect { y, h, .. } = frame.area;
    let (left, steps) = (frame.area.right() + BAR.1, 64);
    let height = h / f64::from(steps);
    let step = |i: i32| {
        // Each reaches a little under the next: no seams.
        let top = y + h - height * f64::from(i + 1);
        let reach = (height + 0.6).min(y + h - top);
        let colour = sequential((f64::from(i) + 0.5) / f64::from(steps));
        let rect = Element::new("rect").num("x", left).num("y", top).num("width", BAR.0).num("height", reach);
        rect.attr("fill", colour.hex()).attr("class", "cell")
    };
    let mut group = Element::group("colour-bar").children((0..steps).map(step));
    let right = left + BAR.0;
    for (value, label) in ticks.major.iter().zip(&ticks.labels) {
        let Some(at) = colours.part(*value).map(|part| y + h - part * h) else { continue };
        group.push(Element::line((right, at), (right + 4.0, at)).attr("class", "axis"));
        let words = Element::words((right + 7.0, at + 0.36 * TICK), label).attr("class", "tick");
        group.push(words.attr("data-v", crate::chart::format::exact(*value)));
    }
    let middle = (frame.size.0 - 8.0, y + h / 2.0);
    group.children(upright_name(&map.colours.label, middle, frame.size.1))
}

/// Entries of the legend: only what occurs.
fn keys(map: &HeatMap, table: &Table) -> Vec<Key> {
    let middle = (SAMPLE / 2.0, 0.0);
    let mut keys: Vec<Key> = Vec::new();
    for (sign, _, _, meaning) in &map.spots {
        if !meaning.is_empty() && !keys.iter().any(|key| key.name == *meaning) {
            let sample = Element::group("on-cell").child(sign.draw(middle, 5.0));
            keys.push(Key { sample: vec![sample], name: meaning.clone() });
        }
    }
    let cells = || table.pairs().map(|(x, y)| table.get(x, y));
    let sample = Rect { x: 5.0, y: -6.0, w: 16.0, h: 12.0 };
    let frame = || {
        Element::new("rect")
            .num("x", sample.x)
            .num("y", sample.y)
            .num("width", sample.w)
            .num("height", sample.h)
    };
    if cells().flatten().any(|cell| cell.is_in_set) {
        let edge = [(5.0, -5.0), (21.0, -5.0), (21.0, 5.0), (5.0, 5.0)];
        let sample = Element::path(polyline(&edge, true)).attr("class", "outline");
        keys.push(Key { sample: vec![sample], name: map.set.clone() });
    }
    if cells().flatten().any(|cell| matches!(cell.value, Value::AtLeast(_))) {
        let ground = frame().attr("fill", sequential(0.55).hex()).attr("class", "cell");
        keys.push(Key { sample: vec![ground, corner(sample)], name: "at least this".to_owned() });
    }
    let is_shown = |number| map.colours.kind.shows(number);
    if !cells().all(|cell| cell.and_then(|cell| cell.value.number()).is_some_and(is_shown)) {
        let sample = vec![hatch(sample), frame().attr("class", "frame")];
        keys.push(Key { sample, name: "not known".to_owned() });
    }
    keys
}

/// What could not be shown.
fn lost(map: &HeatMap, table: &Table) -> Vec<String> {
    let has_place = |cell: &&Cell| cell.x < table.columns && cell.y < table.rows;
    let shows = |cell: &&Cell| cell.value.number().is_none_or(|number| map.colours.kind.shows(number));
    let outside = map.cells.iter().filter(|cell| !has_place(cell)).count();
    let odd = map.cells.iter().filter(|cell| has_place(cell) && !shows(cell)).count();
    let away =
        ("cell lies outside of the axes and is not shown", "cells lie outside of the axes and are not shown");
    let pale = ("cell has a value without a colour", "cells have a value without a colour");
    [left_out(outside, away.0, away.1), left_out(odd, pale.0, pale.1)].concat()
}

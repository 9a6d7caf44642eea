//! The outline of a set of cells.

use super::cells::{Painter, Table};
use crate::chart::svg::{Element, polyline};

/// Lines between cells in the set and cells out of it. `None` if no cell is in the set.
pub(super) fn outline(table: &Table, painter: &Painter) -> Option<Element> {
    let is_in = |x: Option<usize>, y: Option<usize>| {
        let cell = x.zip(y).and_then(|(x, y)| table.get(x, y));
        cell.is_some_and(|cell| cell.is_in_set)
    };
    let mut data = String::new();
    for (x, y) in table.pairs().filter(|(x, y)| is_in(Some(*x), Some(*y))) {
        let place = painter.place(x, y);
        let (left, top, right, bottom) = (place.x, place.y, place.right(), place.bottom());
        // The upper neighbour on the screen is that of the next row, unless rows run downward.
        let (above, below) = match painter.map.y.reversed {
            false => (y.checked_add(1), y.checked_sub(1)),
            true => (y.checked_sub(1), y.checked_add(1)),
        };
        let (before, after) = match painter.map.x.reversed {
            false => (x.checked_sub(1), x.checked_add(1)),
            true => (x.checked_add(1), x.checked_sub(1)),
        };
        let edges = [
            (is_in(before, Some(y)), [(left, top), (left, bottom)]),
            (is_in(after, Some(y)), [(right, top), (right, bottom)]),
            (is_in(Some(x), above), [(left, top), (right, top)]),
            (is_in(Some(x), below), [(left, bottom), (right, bottom)]),
        ];
        for (_, edge) in edges.iter().filter(|(is_inside, _)| !is_inside) {
            data.push_str(&polyline(edge, false));
        }
    }
    let line = |class: &str| Element::path(data.clone()).attr("class", class).attr("pointer-events", "none");
    (!data.is_empty()).then(|| Element::new("g").child(line("casing")).child(line("outline")))
}

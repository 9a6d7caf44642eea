//! Signs on the cells of a heat map.

use super::HeatMap;
use super::cells::{Painter, Table, printed};
use crate::chart::style::size::CELL;
use crate::chart::svg::Element;
use crate::chart::text;

/// The radius of a sign beside a value, and the room it needs there.
const BESIDE: (f64, f64) = (4.5, 17.0);
/// The radius of the smallest and of the largest sign in place of a value.
const ALONE: (f64, f64) = (2.5, 6.0);

/// How many signs are on a cell.
fn count(map: &HeatMap, x: usize, y: usize) -> usize {
    map.spots.iter().filter(|(_, column, row, _)| (*column, *row) == (x, y)).count()
}

/// The width of the value that is printed in a cell.
fn words(table: &Table, x: usize, y: usize) -> f64 {
    let value = table.get(x, y).and_then(|cell| printed(cell.value));
    value.map_or(0.0, |value| text::width(&value, CELL))
}

/// Whether the signs of a cell leave room for its value: there are none, or they fit beside it.
pub(super) fn leave_room(painter: &Painter, table: &Table, x: usize, y: usize) -> bool {
    let beside = (painter.size.0 - words(table, x, y)) / 2.0;
    match count(painter.map, x, y) {
        0 => true,
        1 | 2 => beside >= BESIDE.1,
        _ => false,
    }
}

/// All signs: beside the value if there is room, else side by side in its place.
pub(super) fn draw(painter: &Painter, table: &Table) -> Element {
    let mut group = Element::group("on-cell");
    let spots = &painter.map.spots;
    for (i, (sign, x, y, _)) in spots.iter().enumerate() {
        if *x >= table.columns || *y >= table.rows {
            continue;
        }
        let place = painter.place(*x, *y);
        let earlier = spots.iter().take(i).filter(|spot| (spot.1, spot.2) == (*x, *y)).count();
        let all = count(painter.map, *x, *y) as f64;
        let (cx, cy) = (place.x + place.w / 2.0, place.y + place.h / 2.0);
        let (aside, radius) = if painter.prints && leave_room(painter, table, *x, *y) {
            let aside = words(table, *x, *y) / 2.0 + BESIDE.1 - BESIDE.0 - 2.0;
            (if earlier == 0 { -aside } else { aside }, BESIDE.0)
        } else {
            let share = (place.w / all.max(1.0)).min(20.0);
            (share * (earlier as f64 + 0.5 - all / 2.0), (0.3 * share.min(place.h)).clamp(ALONE.0, ALONE.1))
        };
        group.push(sign.draw((cx + aside, cy), radius).attr("pointer-events", "none"));
    }
    group
}

//! Nugent 15: flows between 15 facilities, and a 3 x 5 grid of locations.

use super::data::Data;

/// Facilities, and locations.
const SIZE: usize = 15;
/// Locations in a row of the grid.
const WIDTH: usize = 5;

/// Flows between facilities, as published by Nugent, Vollmann and Ruml (1968) and in QAPLIB.
#[rustfmt::skip]
const FLOWS: [[u8; SIZE]; SIZE] = [
    [0, 10, 0, 5, 1, 0, 1, 2, 2, 2, 2, 0, 4, 0, 0],
    [10, 0, 1, 3, 2, 2, 2, 3, 2, 0, 2, 0, 10, 5, 0],
    [0, 1, 0, 10, 2, 0, 2, 5, 4, 5, 2, 2, 5, 5, 5],
    [5, 3, 10, 0, 1, 1, 5, 0, 0, 2, 1, 0, 2, 5, 0],
    [1, 2, 2, 1, 0, 3, 5, 5, 5, 1, 0, 3, 0, 5, 5],
    [0, 2, 0, 1, 3, 0, 2, 2, 1, 5, 0, 0, 2, 5, 10],
    [1, 2, 2, 5, 5, 2, 0, 6, 0, 1, 5, 5, 5, 1, 0],
    [2, 3, 5, 0, 5, 2, 6, 0, 5, 2, 10, 0, 5, 0, 0],
    [2, 2, 4, 0, 5, 1, 0, 5, 0, 0, 10, 5, 10, 0, 2],
    [2, 0, 5, 2, 1, 5, 1, 2, 0, 0, 0, 4, 0, 0, 5],
    [2, 2, 2, 1, 0, 0, 5, 10, 10, 0, 0, 5, 0, 5, 0],
    [0, 0, 2, 0, 3, 0, 5, 0, 5, 4, 5, 0, 3, 3, 0],
    [4, 10, 5, 2, 0, 2, 5, 5, 10, 0, 0, 3, 0, 10, 2],
    [0, 5, 5, 5, 5, 5, 1, 0, 0, 0, 5, 3, 10, 0, 4],
    [0, 0, 5, 0, 5, 10, 0, 0, 2, 5, 0, 0, 2, 4, 0],
];

/// The problem; distances are counted along the grid.
pub fn nugent_15() -> Data {
    let place = |k: usize| (k / WIDTH, k % WIDTH);
    let distance = |k: usize, l: usize| {
        let (a, b) = (place(k), place(l));
        (a.0.abs_diff(b.0) + a.1.abs_diff(b.1)) as f64
    };
    let pairs = || (0..SIZE).flat_map(|i| (0..SIZE).map(move |k| (i, k)));
    Data {
        size: SIZE,
        first: pairs().map(|(i, k)| f64::from(FLOWS[i][k])).collect(),
        second: pairs().map(|(j, l)| distance(j, l)).collect(),
    }
}

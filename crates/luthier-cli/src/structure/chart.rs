//! Small charts of characters.

use super::words::short;
use crate::shades::{self, SHADES, character, scaled};
use luthier_tune::structure::{Line, Map, RunEnd};

/// Size of the chart along a parameter.
const SIZE: [usize; 2] = [72, 12];

/// For runs without an answer.
const UNSOLVED: char = 'x';

/// Iterations against the parameter.
pub fn line(found: &Line) -> Vec<String> {
    let [width, height] = SIZE;
    let counts = || found.samples.iter().map(|sample| sample.end.iterations);
    let (Some(least), Some(most)) = (counts().min(), counts().max()) else { return Vec::new() };
    let mut rows = vec![vec![' '; width]; height];
    for sample in &found.samples {
        let column = scaled(found.range.part(sample.value), width);
        let part = (sample.end.iterations - least) as f64 / (most - least).max(1) as f64;
        let cell = &mut rows[height - 1 - scaled(part, height)][column];
        // What is wrong must not be hidden by what is right.
        *cell = if sample.end.solved() && *cell != UNSOLVED { '*' } else { UNSOLVED };
    }
    let axis = |row: usize| match row {
        0 => most.to_string(),
        row if row + 1 == height => least.to_string(),
        _ => String::new(),
    };
    let drawn = rows.iter().enumerate().map(|(row, cells)| {
        let cells: String = cells.iter().collect();
        format!("{:>10} |{}", axis(row), cells.trim_end())
    });
    let (from, to) = (short(found.range.from), short(found.range.to));
    let below = format!("{:>10}  {from}{to:>space$}", "", space = width - from.len());
    drawn.chain([format!("{:>10} +{}", "", "-".repeat(width)), below]).collect()
}

/// Iterations as shades: step sizes to the right, weights upwards.
pub fn map(found: &Map) -> Vec<String> {
    let (least, most) = extremes(found);
    let rows = (0..found.omega.len()).rev().map(|row| {
        let cells: String =
            (0..found.eta.len()).map(|column| shade(found.at(column, row), least, most)).collect();
        let last = row + 1 == found.omega.len();
        let axis = if row == 0 || last { short(found.omega[row]) } else { String::new() };
        format!("{axis:>10} |{}", cells.trim_end())
    });
    let (Some(from), Some(to)) = (found.eta.first(), found.eta.last()) else { return Vec::new() };
    let (from, to, width) = (short(*from), short(*to), found.eta.len());
    let space = width.saturating_sub(from.len()).max(to.len() + 1);
    let below = format!("{:>10}  {from}{to:>space$}", "");
    let lines = rows.chain([format!("{:>10} +{}", "", "-".repeat(width)), below]);
    let legend = format!(
        "{:>10}  {} {least} iterations, {} {most}; {UNSOLVED} not solved",
        "",
        SHADES[0],
        SHADES[SHADES.len() - 1]
    );
    lines.chain([legend]).collect()
}

/// The least and the most iterations of runs with an answer.
fn extremes(found: &Map) -> (u64, u64) {
    let counts = || found.cells.iter().flatten().filter(|end| end.solved()).map(|end| end.iterations);
    (counts().min().unwrap_or(0), counts().max().unwrap_or(0))
}

fn shade(end: Option<RunEnd>, least: u64, most: u64) -> char {
    match end {
        None => ' ',
        Some(end) if !end.solved() => UNSOLVED,
        Some(end) => {
            let count = |iterations: u64| iterations.max(1) as f64;
            character(shades::shade(count(end.iterations), count(least), count(most)))
        }
    }
}

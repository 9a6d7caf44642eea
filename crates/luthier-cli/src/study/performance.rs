//! The performance profile of a setting and the default: which part of the problems each solves within so many times the
//! cost of the better one.

use super::charts::Paper;
use crate::console::{GOOD, STRONG, styled};
use luthier_tune::insight::{Performance, PerformanceStep};

/// Rows of the chart.
const HEIGHT: usize = 9;

/// Columns beside the chart.
const LABELS: usize = 8;

/// The chart with a heading and a legend; nothing if the two cost the same everywhere, or if there is no room.
pub fn lines(found: &Performance, problems: &str, name: &str, paper: Paper) -> Vec<String> {
    let (Some(first), Some(last)) = (found.steps.first(), found.steps.last()) else { return Vec::new() };
    let width = paper.width.saturating_sub(LABELS + 1);
    if found.steps.len() < 2 || width < 2 * HEIGHT {
        return Vec::new();
    }
    let (count, s) = (found.instances, if found.instances == 1 { "" } else { "s" });
    let heading =
        format!("Solved within R times the cost of the better one, of {count} problem{s} to {problems} on:");
    let mut lines = vec![String::new(), heading, String::new()];
    lines.extend(rows(&found.steps, last.ratio, width));
    lines.push(format!("{:>LABELS$}+{}", "", "-".repeat(width)));
    let most = format!("{:.2}", last.ratio);
    lines.push(format!("{:>LABELS$} R = 1{most:>space$}", "", space = width - 5));
    lines.push(String::new());
    let percent = |part: f64| format!("{:.0}%", 100.0 * part);
    let told = |first: f64, last: f64| format!("no worse on {}, solves {}", percent(first), percent(last));
    let key = |sign: char| styled(style(sign), &sign.to_string());
    lines.push(format!("  {} {name}: {}", key('T'), told(first.setting, last.setting)));
    lines.push(format!("  {} default: {}; * both", key('D'), told(first.default, last.default)));
    lines
}

/// The rows of the chart, all problems at the top.
fn rows(steps: &[PerformanceStep], most: f64, width: usize) -> Vec<String> {
    let mut cells = vec![vec![' '; width]; HEIGHT];
    let row = |part: f64| ((1.0 - part) * (HEIGHT - 1) as f64).round() as usize;
    for column in 0..width {
        // Even steps of the logarithm; the last one is not lost to a rounding.
        let ratio = most.powf(column as f64 / (width - 1) as f64) * (1.0 + 1e-12);
        let Some(step) = steps.iter().rev().find(|step| step.ratio <= ratio) else { continue };
        let (setting, default) = (row(step.setting), row(step.default));
        cells[default][column] = 'D';
        cells[setting][column] = if setting == default { '*' } else { 'T' };
    }
    let label = |row: usize| match row {
        0 => "100%",
        row if 2 * row == HEIGHT - 1 => "50%",
        row if row == HEIGHT - 1 => "0%",
        _ => "",
    };
    let line = |(row, cells): (usize, &Vec<char>)| {
        let text: String = cells.iter().collect();
        format!("{:>space$} |{}", label(row), painted(text.trim_end()), space = LABELS - 1)
    };
    cells.iter().enumerate().map(line).collect()
}

/// Signs of one kind that stand together, in their style.
fn painted(text: &str) -> String {
    let mut pieces: Vec<(char, String)> = Vec::new();
    for sign in text.chars() {
        match pieces.last_mut() {
            Some((last, piece)) if *last == sign => piece.push(sign),
            _ => pieces.push((sign, sign.to_string())),
        }
    }
    let paint = |(sign, piece): &(char, String)| {
        if *sign == ' ' { piece.clone() } else { styled(style(*sign), piece) }
    };
    pieces.iter().map(paint).collect()
}

fn style(sign: char) -> anstyle::Style {
    if sign == 'T' { GOOD } else { STRONG }
}

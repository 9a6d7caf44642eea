//! The charts of a study: the cost over two parameters, and the chosen setting beside the default.

use super::{heat, performance};
use crate::console::columns;
use crate::exit::Failure;
use luthier_tune::insight::{self, Chosen, best_set, chosen, heat_map, pairs};
use luthier_tune::{Reader, SettingId, Side, View};
use std::io::Write;
use terminal_size::terminal_size_of;

/// Where nothing says how wide a line may be.
const COLUMNS: usize = 80;

/// No chart is wider than this.
const MOST: usize = 160;

/// What a chart is drawn on.
#[derive(Clone, Copy, Debug)]
pub struct Paper {
    /// Columns.
    pub width: usize,
    /// Whether there are colours.
    pub colors: bool,
}

impl Paper {
    /// Standard output.
    pub fn new(colors: bool) -> Paper {
        let width = columns(|| terminal_size_of(std::io::stdout())).unwrap_or(COLUMNS);
        Paper { width: width.min(MOST), colors }
    }
}

/// Shows what there is to show.
pub fn show(out: &mut impl Write, view: &View, reader: &Reader, paper: Paper) -> Result<(), Failure> {
    for line in heat_lines(view, paper).into_iter().chain(performance_lines(view, reader, paper)?) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// The cost over the two parameters that matter most.
fn heat_lines(view: &View, paper: Paper) -> Vec<String> {
    let map = pairs(view).first().and_then(|(across, down)| heat_map(view, *across, *down));
    let Some(map) = map else { return Vec::new() };
    let mut lines = heat::lines(view, &map, paper);
    if let (false, Some(set)) = (lines.is_empty(), best_set(view)) {
        let (left, all, confidence) = (set.settings.len(), set.considered, 100.0 * set.confidence);
        lines.push(format!("  {left} of {all} settings may be the best ({confidence:.0}% confidence)."));
    }
    lines
}

/// The chosen setting beside the default: on the problems to test on, or else on those to tune on.
fn performance_lines(view: &View, reader: &Reader, paper: Paper) -> Result<Vec<String>, Failure> {
    let chosen = chosen(view, reader)?;
    let Some(setting) = chosen.setting() else { return Ok(Vec::new()) };
    let of = |side| Some((insight::performance(view, setting, side, None)?, side));
    let Some((found, side)) = of(Side::Test).or_else(|| of(Side::Train)) else { return Ok(Vec::new()) };
    let problems = if side == Side::Test { "test" } else { "tune" };
    Ok(performance::lines(&found, problems, &name(view, &chosen, setting), paper))
}

/// What to call a setting.
fn name(view: &View, chosen: &Chosen, setting: SettingId) -> String {
    let what = match chosen {
        Chosen::Adopted(_) => "tuned",
        Chosen::SoFar(_) => "best so far",
        Chosen::NoImprovement(_) | Chosen::Nothing => "best in training, not adopted",
    };
    format!("{what} ({})", view.space.words(setting))
}

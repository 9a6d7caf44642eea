//! How the search went.

use super::gallery::Gallery;
use super::subject::Subject;
use super::words::grouped;
use crate::chart::{Axis, Chart, LineChart, Point, Series, Steps};
use crate::page::{Section, Table};
use luthier_tune::insight::{Replay, ReplayEnd, replay};

/// The section, if the search began.
pub fn section(subject: &Subject, gallery: &mut Gallery) -> Option<Section> {
    let replay = replay(&subject.view)?;
    if replay.rounds.is_empty() {
        return None;
    }
    let search = subject.view.search.map_or_else(String::new, |search| search.to_string());
    let end = match replay.end {
        ReplayEnd::Done(_) => String::new(),
        ReplayEnd::Missing(trials) => {
            format!(" It is not at its end: {} trials of its last round are not known.", grouped(trials))
        }
    };
    let caption = format!(
        "Settings that can still win, by the matrix passes spent (search {search}, replayed from the stored trials).{end}"
    );
    let figure = gallery.hang(draw(&replay), caption, numbers(&replay));
    Some(Section::new("race", "How the search went").short("The race").with(figure))
}

fn draw(replay: &Replay) -> Chart {
    let (x, y) = (Axis::linear("matrix passes").including(0.0), Axis::log("settings that can win"));
    let first = Point::new(0.0, replay.settings as f64).tip(format!("{} settings", replay.settings));
    let rounds = replay.rounds.iter().filter_map(|round| {
        let after = round.after?;
        let tip =
            format!("{}\n{} trials\n{} → {after} settings", round.name, grouped(round.trials), round.before);
        Some(Point::new(round.passes as f64, after as f64).tip(tip))
    });
    let series =
        Series::new("settings that can win", std::iter::once(first).chain(rounds)).steps(Steps::After);
    LineChart::new("race", "Settings that can win, by work", x, y).series(series).draw()
}

fn numbers(replay: &Replay) -> Table {
    let rounds = &replay.rounds;
    Table::new()
        .text("round", rounds.iter().map(|r| r.name.clone()))
        .count("settings before", rounds.iter().map(|r| r.before as f64))
        .count("settings after", rounds.iter().map(|r| r.after.map_or(f64::NAN, |a| a as f64)))
        .count("trials", rounds.iter().map(|r| r.trials as f64))
        .count("matrix passes so far", rounds.iter().map(|r| r.passes as f64))
}

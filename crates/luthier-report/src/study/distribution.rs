//! How costs are distributed: the part of problems that is solved within a cost, and who is ahead by how much.

use super::gallery::{Gallery, show};
use super::subject::Subject;
use super::tolerances::tolerance_choice;
use crate::chart::{Axis, Chart, LineChart, Point, Series, Spread, Steps, format};
use crate::page::{Block, Digits, Figure, Grid, Section, Table};
use luthier_tune::SettingId;
use luthier_tune::insight::{Ecdf, Performance, ecdf, performance};

const READING: &str = "Left: of all problems, the part that is solved within a cost, with a 95% band (Dvoretzky, Kiefer, Wolfowitz). \
    Right: the part that each of the two solves within a factor of the cheaper one; at factor 1 the part on which it is \
    the cheaper one or equal.";

/// The section, if both were run on the same problems.
pub fn section(subject: &Subject, gallery: &mut Gallery) -> Option<Section> {
    let section = Section::new("distribution", "How costs are distributed").short("Distribution");
    let Some((choice, rungs)) = tolerance_choice(subject) else {
        let figures = figures(subject, None, gallery, true);
        return (!figures.is_empty()).then(|| section.with(grid(subject, figures)));
    };
    let mut grids = Vec::new();
    for (rung, is_goal) in rungs {
        let figures = figures(subject, Some(rung), gallery, is_goal);
        grids.push((!figures.is_empty()).then(|| grid(subject, figures)));
    }
    if grids.iter().all(Option::is_none) {
        return None;
    }
    let variants = choice.variants(|option| {
        let grid = grids.get_mut(option).and_then(Option::take);
        grid.map_or_else(Vec::new, |grid| vec![Block::from(grid)])
    });
    Some(section.with(choice.buttons()).with(variants))
}

fn grid(subject: &Subject, figures: Vec<Figure>) -> Grid {
    let title = format!("Default and tuned on {}", subject.side_words());
    Grid::new(title, figures).columns(2).caption(READING)
}

fn figures(subject: &Subject, rung: Option<usize>, gallery: &mut Gallery, is_goal: bool) -> Vec<Figure> {
    let (view, side) = (&subject.view, subject.side());
    let Some(setting) = subject.setting else { return Vec::new() };
    let of = |setting| ecdf(view, setting, side, rung);
    let mut charts = Vec::new();
    if let (Some(default), Some(tuned)) = (of(SettingId::DEFAULT), of(setting)) {
        let lines = [("default", &default), ("tuned", &tuned)];
        charts.push((draw_ecdf(subject, lines, rung), ecdf_numbers(subject, lines)));
    }
    if let Some(performance) = performance(view, setting, side, rung) {
        charts.push((draw_performance(&performance, rung), performance_numbers(&performance)));
    }
    let hang = |(chart, numbers): (Chart, Table)| match is_goal {
        true => gallery.hang(chart, "", numbers),
        false => show(&chart, "", numbers),
    };
    charts.into_iter().map(hang).collect()
}

/// An identifier that is its own for each tolerance.
fn id(name: &str, rung: Option<usize>) -> String {
    let tolerance = rung.and_then(|rung| luthier::LADDER.get(rung));
    tolerance.map_or_else(|| name.to_owned(), |tolerance| format!("{name}-{tolerance:e}"))
}

fn draw_ecdf(subject: &Subject, lines: [(&str, &Ecdf); 2], rung: Option<usize>) -> Chart {
    let unit = subject.unit();
    let (x, y) = (Axis::log(unit), Axis::linear("part of problems solved").including(0.0).including(1.0));
    let mut chart = LineChart::new(&id("ecdf", rung), "Solved within a cost", x, y).size(560, 380);
    for (name, ecdf) in lines {
        let points = ecdf.steps.iter().map(|step| {
            let tip =
                format!("{name}: {:.1}% within {} {unit}", 100.0 * step.part, format::reading(step.cost));
            Point::new(step.cost, step.part).interval(step.band.0, step.band.1).tip(tip)
        });
        chart = chart.series(Series::new(name, points).steps(Steps::After).spread(Spread::Band));
    }
    chart.draw()
}

fn ecdf_numbers(subject: &Subject, lines: [(&str, &Ecdf); 2]) -> Table {
    let steps = || lines.iter().flat_map(|(name, ecdf)| ecdf.steps.iter().map(move |step| (*name, step)));
    Table::new()
        .text("setting", steps().map(|(name, _)| name))
        .number(subject.unit(), Digits::Significant(6), steps().map(|(_, s)| s.cost))
        .number("part solved", Digits::Fixed(4), steps().map(|(_, s)| s.part))
        .number("from", Digits::Fixed(4), steps().map(|(_, s)| s.band.0))
        .number("to", Digits::Fixed(4), steps().map(|(_, s)| s.band.1))
}

fn draw_performance(performance: &Performance, rung: Option<usize>) -> Chart {
    let x = Axis::log("factor of the cheaper one").including(1.0);
    let y = Axis::linear("part of problems").including(0.0).including(1.0);
    let lines = [("default", false), ("tuned", true)];
    let mut chart = LineChart::new(&id("profile", rung), "Performance profile", x, y).size(560, 380);
    for (name, is_tuned) in lines {
        let points = performance.steps.iter().map(|step| {
            let part = if is_tuned { step.setting } else { step.default };
            let tip = format!("{name}: {:.1}% within {:.3} times the cheaper one", 100.0 * part, step.ratio);
            Point::new(step.ratio, part).tip(tip)
        });
        chart = chart.series(Series::new(name, points).steps(Steps::After));
    }
    chart.draw()
}

fn performance_numbers(performance: &Performance) -> Table {
    let steps = &performance.steps;
    Table::new()
        .number("factor", Digits::Significant(6), steps.iter().map(|s| s.ratio))
        .number("default", Digits::Fixed(4), steps.iter().map(|s| s.default))
        .number("tuned", Digits::Fixed(4), steps.iter().map(|s| s.setting))
}

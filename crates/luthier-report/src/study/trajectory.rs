//! Residuals of one problem along two runs.

use super::absent;
use super::gallery::Gallery;
use super::subject::Subject;
use crate::chart::{Axis, Chart, LineChart, Point, Rule, Series};
use crate::page::{Digits, Grid, Section, Table, Text};
use luthier_tune::insight::{Trajectories, Trajectory, TrajectoryPoint, trajectories};

/// Operations that a report may spend on the two runs: a second or two.
const LIMIT: f64 = 1.5e9;

/// A residual with its name and symbol.
type Residual = (&'static str, &'static str, fn(&TrajectoryPoint) -> f64);

const RESIDUALS: [Residual; 3] = [
    ("primal", "Primal residual", |p| p.primal),
    ("dual", "Dual residual", |p| p.dual),
    ("gap", "Gap", |p| p.gap),
];

/// The section, if there is a tuned setting.
pub fn section(subject: &Subject, gallery: &mut Gallery) -> Option<Section> {
    let section = Section::new("trajectory", "One problem, step by step").short("Trajectories");
    let runs = match trajectories(&subject.view, subject.setting?, LIMIT) {
        Ok(runs) => runs,
        Err(why) => return Some(section.with(absent(format!("The two runs were not repeated: {why}.")))),
    };
    let tolerance = subject.view.question.parameters.relative_tolerance;
    let figures = RESIDUALS
        .map(|residual| gallery.hang(draw(&runs, &residual, tolerance), "", numbers(&runs, &residual)));
    let title = Text::from("Relative residuals of ").name(luthier::escape_name(&runs.label));
    let grid = Grid::new(title, figures.into()).columns(2).caption(
        "The problem on which the speed-up is the median. Residuals at the checks of each run, relative as in the test of \
         optimality; a run ends when all three are below the tolerance.",
    );
    Some(section.with(grid))
}

fn draw(runs: &Trajectories, (name, title, of): &Residual, tolerance: f64) -> Chart {
    let id = format!("trajectory-{name}");
    let (x, y) = (Axis::linear("iterations").including(0.0), Axis::log("relative residual"));
    let mut chart = LineChart::new(&id, title, x, y).size(520, 340);
    for (setting, run) in [("default", &runs.default), ("tuned", &runs.setting)] {
        let points = run.points.iter().map(|p| {
            let tip = format!("{setting}, iteration {}\n{title} {:.3e}", p.iteration, of(p));
            Point::new(p.iteration as f64, of(p)).tip(tip)
        });
        chart = chart.series(Series::new(setting, points));
    }
    chart.rule(Rule::horizontal(tolerance, "tolerance")).draw()
}

fn numbers(runs: &Trajectories, (_, title, of): &Residual) -> Table {
    let named: [(&str, &Trajectory); 2] = [("default", &runs.default), ("tuned", &runs.setting)];
    let points = || named.iter().flat_map(|(name, run)| run.points.iter().map(move |p| (*name, p)));
    Table::new()
        .text("setting", points().map(|(name, _)| name))
        .count("iteration", points().map(|(_, p)| p.iteration as f64))
        .number(*title, Digits::Significant(6), points().map(|(_, p)| of(p)))
}

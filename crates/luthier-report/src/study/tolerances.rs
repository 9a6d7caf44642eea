//! The speed-up at every tolerance that runs passed on their way.

use super::gallery::Gallery;
use super::subject::Subject;
use crate::chart::{Axis, Chart, LineChart, Point, Rule, Series, Spread, Steps};
use crate::page::{Choice, Digits, Section, Table};
use luthier_tune::insight::{LadderStep, ladder};
use luthier_tune::{Comparison, Measure};

/// The tolerances that can be chosen on the page, with their steps of the ladder and whether each is that of the study. `None`
/// if there is but one.
pub fn tolerance_choice(subject: &Subject) -> Option<(Choice, Vec<(usize, bool)>)> {
    let steps = ladder(&subject.view, subject.setting?, subject.side());
    if steps.len() < 2 || !has_ladder(subject) {
        return None;
    }
    let goal = subject.view.question.tolerance();
    let nearest = steps.iter().rposition(|step| step.tolerance >= goal * (1.0 - 1e-9)).unwrap_or(0);
    let names = steps.iter().map(|step| format!("{:e}", step.tolerance));
    let choice = Choice::new("tolerance", "Solved means a tolerance of", names).choose(nearest);
    Some((choice, steps.iter().enumerate().map(|(place, step)| (step.rung, place == nearest)).collect()))
}

/// The ladder is recorded in iterations alone.
fn has_ladder(subject: &Subject) -> bool {
    matches!(subject.view.cost.measure, Measure::Iterations | Measure::Geometric | Measure::Par10)
}

/// The section, if runs passed more than one tolerance.
pub fn section(subject: &Subject, gallery: &mut Gallery) -> Option<Section> {
    let steps = ladder(&subject.view, subject.setting?, subject.side());
    if steps.len() < 2 || !has_ladder(subject) {
        return None;
    }
    let caption = format!(
        "How many times the iterations of the tuned setting the default needs until each tolerance is first met, on {}. Bars \
         are 95% intervals (an estimate). One run labels every tolerance that it passes.",
        subject.side_words()
    );
    let figure = gallery.hang(draw(&steps), caption, numbers(&steps));
    Some(Section::new("tolerances", "At every tolerance").short("Tolerances").with(figure))
}

/// One of the two comparisons of a step, with its name.
type Named = (&'static str, fn(&LadderStep) -> &Comparison);

fn draw(steps: &[LadderStep]) -> Chart {
    let names: Vec<String> = steps.iter().map(|step| format!("{:e}", step.tolerance)).collect();
    let axis = Axis::categories("tolerance", names);
    let measures: [Named; 2] =
        [("mean", |step| &step.mean), ("shifted geometric mean", |step| &step.geometric)];
    let title = "Default needs, times what tuned does, at each tolerance";
    let mut chart = LineChart::new("tolerances", title, axis, Axis::linear("times").including(1.0));
    for (name, of) in measures {
        let points = steps.iter().enumerate().map(|(place, step)| point(place, step, of(step), name));
        chart = chart.series(Series::new(name, points).steps(Steps::Straight).spread(Spread::Bars));
    }
    chart.rule(Rule::horizontal(1.0, "no difference")).draw()
}

fn point(place: usize, step: &LadderStep, c: &Comparison, name: &str) -> Point {
    let interval = c.interval_words().map_or_else(String::new, |words| format!(" ({words})"));
    let tip = format!(
        "tolerance {:e}, {name}\nthe default needs {:.3} times as much{interval}\nsolved: default {}, tuned {} of {}",
        step.tolerance, c.ratio, c.default_solved, c.solved, c.instances
    );
    let point = Point::new(place as f64, c.ratio).tip(tip);
    match c.interval {
        Some((low, high)) => point.interval(low, high),
        None => point,
    }
}

fn numbers(steps: &[LadderStep]) -> Table {
    let end = |c: &Comparison, of: fn((f64, f64)) -> f64| c.interval.map_or(f64::NAN, of);
    Table::new()
        .text("tolerance", steps.iter().map(|s| format!("{:e}", s.tolerance)))
        .number("ratio of means", Digits::Fixed(3), steps.iter().map(|s| s.mean.ratio))
        .number("from", Digits::Fixed(3), steps.iter().map(|s| end(&s.mean, |i| i.0)))
        .number("to", Digits::Fixed(3), steps.iter().map(|s| end(&s.mean, |i| i.1)))
        .number("ratio of geometric means", Digits::Fixed(3), steps.iter().map(|s| s.geometric.ratio))
        .number("default, iterations", Digits::Significant(6), steps.iter().map(|s| s.mean.default_cost))
        .number("tuned, iterations", Digits::Significant(6), steps.iter().map(|s| s.mean.cost))
        .count("solved by default", steps.iter().map(|s| s.mean.default_solved as f64))
        .count("solved by tuned", steps.iter().map(|s| s.mean.solved as f64))
        .count("problems", steps.iter().map(|s| s.mean.instances as f64))
}

//! The default against the tuned setting, problem by problem.

use super::gallery::{Gallery, show};
use super::subject::Subject;
use super::tolerances::tolerance_choice;
use super::words::count;
use crate::chart::{Axis, Chart, Dot, Group, ScatterChart, format};
use crate::page::{Block, Digits, Figure, Section, Table};
use luthier_tune::Measure;
use luthier_tune::insight::{DuelPoint, duel};

/// The section, if both were run on the same problems.
pub fn section(subject: &Subject, gallery: &mut Gallery) -> Option<Section> {
    let section =
        Section::new("duel", "Default against tuned, problem by problem").short("Problem by problem");
    let Some((choice, rungs)) = tolerance_choice(subject) else {
        let figure = figure(subject, None, gallery, true)?;
        return Some(section.with(figure));
    };
    let mut figures = Vec::new();
    for (rung, is_goal) in rungs {
        figures.push(figure(subject, Some(rung), gallery, is_goal));
    }
    if figures.iter().all(Option::is_none) {
        return None;
    }
    let variants = choice.variants(|option| {
        let figure = figures.get_mut(option).and_then(Option::take);
        figure.map_or_else(Vec::new, |figure| vec![Block::from(figure)])
    });
    Some(section.with(choice.buttons()).with(variants))
}

fn figure(subject: &Subject, rung: Option<usize>, gallery: &mut Gallery, is_goal: bool) -> Option<Figure> {
    let points = duel(&subject.view, subject.setting?, subject.side(), rung);
    if points.is_empty() {
        return None;
    }
    let chart = draw(subject, &points, rung);
    let better = points.iter().filter(|p| p.cost < p.default_cost).count();
    let worse = points.iter().filter(|p| p.cost > p.default_cost).count();
    let caption = format!(
        "{} ({}): tuned is better on {better}, worse on {worse}. Below the diagonal tuned needs less; the dashed lines are \
         factors of two; what was not solved stands hollow on the cap.",
        count(points.len(), "problem", "problems"),
        subject.side_words()
    );
    let numbers = numbers(subject, &points);
    Some(if is_goal { gallery.hang(chart, caption, numbers) } else { show(&chart, caption, numbers) })
}

fn draw(subject: &Subject, points: &[DuelPoint], rung: Option<usize>) -> Chart {
    let unit = subject.unit();
    let tolerance = rung.and_then(|rung| luthier::LADDER.get(rung).copied());
    let goal = tolerance.unwrap_or_else(|| subject.view.question.tolerance());
    let id = rung.map_or_else(|| "duel".to_owned(), |_| format!("duel-{goal:e}"));
    let title = format!("Default against tuned, {unit} to {goal:e}");
    let (x, y) = (Axis::log(format!("default ({unit})")), Axis::log(format!("tuned ({unit})")));
    let dots = points.iter().map(|p| {
        let at = |cost: f64, solved: bool| solved.then_some(cost);
        Dot::new(at(p.default_cost, p.default_solved), at(p.cost, p.solved)).tip(tip(p, unit))
    });
    let cap = match subject.view.cost.measure {
        Measure::Iterations | Measure::Geometric | Measure::Par10 => Some(subject.view.cost.limit as f64),
        Measure::Passes | Measure::Seconds => None,
    };
    let unsolved = points.iter().any(|p| !p.solved || !p.default_solved);
    let cap = cap.filter(|_| unsolved);
    ScatterChart::new(&id, &title, x, y).group(Group::new("problems", dots)).caps(cap, cap).draw()
}

fn tip(p: &DuelPoint, unit: &str) -> String {
    let name = luthier::escape_name(&p.label);
    let words =
        |cost: f64, solved: bool| if solved { format::reading(cost) } else { "not solved".to_owned() };
    let ratio = p.default_cost / p.cost;
    format!(
        "{name}\ndefault {}, tuned {} {unit}\nthe default needs {ratio:.2} times as much",
        words(p.default_cost, p.default_solved),
        words(p.cost, p.solved)
    )
}

fn numbers(subject: &Subject, points: &[DuelPoint]) -> Table {
    let unit = subject.unit();
    let solved = |solved: bool| if solved { "yes" } else { "no" };
    Table::new()
        .text("problem", points.iter().map(|p| p.label.clone()))
        .text("fingerprint", points.iter().map(|p| p.fingerprint.to_string()))
        .number(format!("default, {unit}"), Digits::Significant(6), points.iter().map(|p| p.default_cost))
        .text("solved by default", points.iter().map(|p| solved(p.default_solved)))
        .number(format!("tuned, {unit}"), Digits::Significant(6), points.iter().map(|p| p.cost))
        .text("solved by tuned", points.iter().map(|p| solved(p.solved)))
        .number("default needs, times", Digits::Fixed(3), points.iter().map(|p| p.default_cost / p.cost))
}

//! Which parameters matter, and which change gained what.

use super::absent;
use super::gallery::Gallery;
use super::subject::Subject;
use crate::chart::{Axis, Bar, BarChart, Chart, format};
use crate::page::{Digits, Figure, Section, Table};
use luthier_tune::insight::{Ablation, AxisEffect, Importance, Scale, ablation, effects, importance};
use luthier_tune::{SettingId, View};

/// The section, if more than the default is known.
pub fn section(subject: &Subject, gallery: &mut Gallery) -> Option<Section> {
    let view = &subject.view;
    if view.train.is_empty() || view.space.axes().is_empty() {
        return None;
    }
    let mut section = Section::new("importance", "Which parameters matter").short("Importance");
    match importance(view, Scale::Log) {
        Ok(importance) => section = section.with(shares(view, &importance, gallery)),
        Err(why) => {
            section = section.with(absent(format!("The shares of the variance take a whole grid: {why}.")));
            let mut effects = effects(view, subject.setting.unwrap_or(SettingId::DEFAULT));
            effects.sort_by(|a, b| b.factor.total_cmp(&a.factor));
            if !effects.is_empty() {
                section = section.with(single(&effects, gallery));
            }
        }
    }
    if let Some(path) = subject.setting.and_then(|setting| ablation(view, setting)) {
        section = section.heading("From the default to the tuned setting");
        section = if path.steps.is_empty() {
            let why = "The settings on the way were not run on all problems, so that it is told backwards.";
            section.paragraph(why).with(taken_back(&path, gallery))
        } else {
            left_out(section.with(walk(subject, &path, gallery)), &path)
        };
    }
    Some(section)
}

/// Shares of the variance.
fn shares(view: &View, importance: &Importance, gallery: &mut Gallery) -> Figure {
    let axes = view.space.axes();
    let name = |axis: usize| axes.get(axis).map_or("", |a| a.parameter.name);
    let alone = importance.axes.iter().map(|a| (a.parameter.name.to_owned(), a.share));
    let pairs =
        importance.pairs.iter().map(|p| (format!("{} and {}", name(p.axes.0), name(p.axes.1)), p.share));
    let mut shares: Vec<(String, f64)> = alone.chain(pairs).collect();
    if axes.len() > 2 {
        shares.push(("three and more together".to_owned(), importance.rest));
    }
    shares.sort_by(|a, b| b.1.total_cmp(&a.1));
    let bars = shares.iter().map(|(name, share)| {
        let label = format!("{:.1}%", 100.0 * share);
        Bar::new(name, *share).tip(format!("{name}\n{label} of the variance")).label(label)
    });
    let title = "Share of the variance of the logarithm of the cost";
    let chart =
        BarChart::new("importance", title, Axis::linear("share of the variance").including(0.0)).bars(bars);
    let caption = format!(
        "Exact functional analysis of variance over all {} points of the grid: how much of the variation of the cost each \
         parameter explains on its own, and how much pairs of them explain beyond that.",
        importance.points
    );
    let numbers = Table::new().text("parameters", shares.iter().map(|s| s.0.clone())).number(
        "share",
        Digits::Fixed(4),
        shares.iter().map(|s| s.1),
    );
    gallery.hang(chart.draw(), caption, numbers)
}

/// What each parameter changes on its own.
fn single(effects: &[AxisEffect], gallery: &mut Gallery) -> Figure {
    let bars = effects.iter().map(|e| {
        let label = format!("{:.2} times", e.factor);
        let tip = format!(
            "{}\nworst value costs {label} what the best one does\n{} values",
            e.parameter.name, e.values
        );
        Bar::new(e.parameter.name, e.factor).tip(tip).label(label)
    });
    let title = "Worst value against the best one, each parameter alone";
    let chart =
        BarChart::new("effects", title, Axis::linear("times").including(1.0)).baseline(1.0).bars(bars);
    let numbers = Table::new()
        .text("parameter", effects.iter().map(|e| e.parameter.name))
        .number("worst over best", Digits::Fixed(3), effects.iter().map(|e| e.factor))
        .count("values", effects.iter().map(|e| e.values as f64));
    let caption =
        "All other parameters as in the setting shown; as far as settings were run on all problems.";
    gallery.hang(chart.draw(), caption, numbers)
}

/// What each change of the tuned setting is worth on its own.
fn taken_back(path: &Ablation, gallery: &mut Gallery) -> Figure {
    let effects = &path.effects;
    let bars = effects.iter().map(|e| {
        let label = format!("{:.2} times", e.factor);
        Bar::new(e.parameter, e.factor).tip(format!("{}\n{}", e.parameter, e.words())).label(label)
    });
    let title = "The cost without each change, in multiples of the cost with it";
    let chart =
        BarChart::new("ablation", title, Axis::linear("times").including(1.0)).baseline(1.0).bars(bars);
    let numbers = Table::new().text("parameter", effects.iter().map(|e| e.parameter)).number(
        "without it, times",
        Digits::Fixed(3),
        effects.iter().map(|e| e.factor),
    );
    gallery.hang(chart.draw(), "Each parameter back at its default, all other changes made.", numbers)
}

/// The path, one change after the other.
fn walk(subject: &Subject, path: &Ablation, gallery: &mut Gallery) -> Figure {
    let chart = draw_walk(subject, path);
    let caption = format!(
        "Each step makes the change that lowers the cost most, of those whose settings were run on all {} problems compared.",
        path.instances
    );
    let steps = &path.steps;
    let numbers = Table::new()
        .text("parameter", steps.iter().map(|s| s.parameter.name))
        .text("from", steps.iter().map(|s| s.from.to_string()))
        .text("to", steps.iter().map(|s| s.to.to_string()))
        .number(subject.unit(), Digits::Significant(6), steps.iter().map(|s| s.comparison.cost))
        .number("times cheaper than before", Digits::Fixed(3), steps.iter().map(|s| s.factor));
    gallery.hang(chart, caption, numbers)
}

fn draw_walk(subject: &Subject, path: &Ablation) -> Chart {
    let unit = subject.unit();
    let label = subject.view.cost.measure.words();
    let bar =
        |name: String, cost: f64, tip: String| Bar::new(&name, cost).label(format::short(cost)).tip(tip);
    let first = bar(
        "default".to_owned(),
        path.default_cost,
        format!("default\n{} {unit}", format::reading(path.default_cost)),
    );
    let steps = path.steps.iter().map(|step| {
        let change = format!("{} {} → {}", step.parameter.name, step.from, step.to);
        let cost = step.comparison.cost;
        let tip =
            format!("{change}\n{} {unit}, {:.3} times less than before", format::reading(cost), step.factor);
        bar(change, cost, tip)
    });
    BarChart::new("ablation", "From the default to the tuned setting", Axis::linear(label).including(0.0))
        .bar(first)
        .bars(steps)
        .path()
        .draw()
}

/// Says which changes could not be placed on the path.
fn left_out(section: Section, path: &Ablation) -> Section {
    if path.left.is_empty() {
        return section;
    }
    let names: Vec<&str> = path.left.iter().map(|m| m.parameter.name).collect();
    section.paragraph(format!(
        "The path ends here: settings that also change {} were not all run on the problems compared.",
        names.join(", ")
    ))
}

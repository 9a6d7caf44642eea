//! The cost along each single parameter.

use super::gallery::Gallery;
use super::subject::Subject;
use super::words::{parameter, places};
use crate::chart::{Axis, Chart, LineChart, Point, Series, Sign, Spot, Spread, Steps, format};
use crate::page::{Digits, Figure, Grid, Section, Table};
use luthier::params::Value;
use luthier_tune::insight::{Slice, slices};
use luthier_tune::{ProfilePoint, SettingId};

/// The section, if some parameter was varied.
pub fn section(subject: &Subject, gallery: &mut Gallery) -> Option<Section> {
    let mut slices = slices(&subject.view, subject.setting);
    // A mean over fewer problems is another mean.
    let all = subject.view.train.len();
    for slice in &mut slices {
        slice.around_default.retain(|p| p.comparison.instances == all);
        slice.around_tuned.retain(|p| p.comparison.instances == all);
    }
    let figures: Vec<Figure> = slices
        .iter()
        .filter(|slice| slice.around_default.len() > 1 || slice.around_tuned.len() > 1)
        .map(|slice| gallery.hang(draw(subject, slice), "", numbers(subject, slice)))
        .collect();
    if figures.is_empty() {
        return None;
    }
    let caption = "Means over all problems that were tuned on, of settings that were run to their ends on all of them; bands and \
                   bars are 95% intervals of the mean over the family (Student's t: an estimate, no guarantee). The star is \
                   the default.";
    let grid = Grid::new("The cost along single parameters", figures).columns(2).caption(caption);
    Some(Section::new("parameters", "Each parameter alone").short("Parameters").with(grid))
}

/// The values on both lines, in ascending order as they come.
fn values(slice: &Slice) -> Vec<Value> {
    let mut values: Vec<Value> = slice.around_default.iter().map(|p| p.value).collect();
    for point in &slice.around_tuned {
        if !values.contains(&point.value) {
            values.push(point.value);
        }
    }
    values
}

fn draw(subject: &Subject, slice: &Slice) -> Chart {
    let values = values(slice);
    let name = parameter(slice.parameter);
    let places = places(&name, &values);
    let place = |value: &Value| places.of(values.iter().position(|v| v == value).unwrap_or(0));
    let label = subject.view.cost.measure.words();
    let title = format!("{label} against {}", slice.parameter.name);
    let is_categorical = places.numbers.is_none();
    let id = format!("slice-{}", slice.parameter.name);
    let mut chart =
        LineChart::new(&id, &title, places.axis.clone(), Axis::linear(label).including(0.0)).size(520, 340);
    let lines =
        [("all else as in the default", &slice.around_default), ("all else as tuned", &slice.around_tuned)];
    for (words, points) in lines.into_iter().filter(|(_, points)| points.len() > 1) {
        let points = points.iter().map(|p| point(subject, p, place(&p.value)));
        let (steps, spread) =
            if is_categorical { (Steps::Apart, Spread::Bars) } else { (Steps::Straight, Spread::Band) };
        chart = chart.series(Series::new(words, points).steps(steps).spread(spread));
    }
    if let Some(default) = slice.around_default.iter().find(|p| p.setting == SettingId::DEFAULT) {
        chart = chart.spot(Spot::new(Sign::Star, place(&default.value), default.comparison.cost, "default"));
    }
    chart.draw()
}

fn point(subject: &Subject, p: &ProfilePoint, place: f64) -> Point {
    let cost = format::reading(p.comparison.cost);
    let band = p
        .band
        .map_or_else(String::new, |(a, b)| format!(" ({} to {})", format::reading(a), format::reading(b)));
    let words = subject.view.space.words(p.setting);
    let tip = format!("{words}\n{cost} {}{band}\n{} problems", subject.unit(), p.comparison.instances);
    let point = Point::new(place, p.comparison.cost).tip(tip);
    match p.band {
        Some((low, high)) => point.interval(low, high),
        None => point,
    }
}

fn numbers(subject: &Subject, slice: &Slice) -> Table {
    let lines = [("default", &slice.around_default), ("tuned", &slice.around_tuned)];
    let points = || lines.iter().flat_map(|(around, points)| points.iter().map(move |p| (*around, p)));
    let end = |p: &ProfilePoint, of: fn((f64, f64)) -> f64| p.band.map_or(f64::NAN, of);
    Table::new()
        .text("all else as in", points().map(|(around, _)| around))
        .text(slice.parameter.name, points().map(|(_, p)| p.value.to_string()))
        .number(subject.unit(), Digits::Significant(6), points().map(|(_, p)| p.comparison.cost))
        .number("from", Digits::Significant(6), points().map(|(_, p)| end(p, |b| b.0)))
        .number("to", Digits::Significant(6), points().map(|(_, p)| end(p, |b| b.1)))
        .count("problems", points().map(|(_, p)| p.comparison.instances as f64))
}

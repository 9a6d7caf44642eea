//! Lines across the plot, signs at points, and the words at both.

use super::trace::Trace;
use super::{LineChart, Rule};
use crate::chart::axes::Frame;
use crate::chart::geometry::Rect;
use crate::chart::labels::Places;
use crate::chart::spot::Spot;
use crate::chart::svg::Element;

/// The radius of a sign.
const RADIUS: f64 = 5.5;

/// The ends of a line across the plot.
fn ends(rule: &Rule, frame: &Frame) -> Option<[(f64, f64); 2]> {
    let area = frame.area;
    Some(if rule.is_vertical {
        let x = frame.x.position(rule.value)?;
        [(x, area.y), (x, area.bottom())]
    } else {
        let y = frame.y.position(rule.value)?;
        [(area.x, y), (area.right(), y)]
    })
}

/// The lines across the plot.
pub(super) fn rules(chart: &LineChart, frame: &Frame) -> Vec<Element> {
    let placed = chart.rules.iter().filter(|rule| chart.has(rule)).filter_map(|rule| ends(rule, frame));
    placed.map(|[from, to]| Element::line(from, to).attr("class", "rule")).collect()
}

/// Signs, and the words at signs and rules.
pub(super) fn notes(chart: &LineChart, frame: &Frame, traces: &[Trace]) -> Vec<Element> {
    let place = |spot: &Spot| {
        let at = (frame.x.position(spot.x)?, frame.y.position(spot.y)?);
        frame.area.contains(at).then_some(at)
    };
    let spots: Vec<(&Spot, (f64, f64))> =
        chart.spots.iter().filter_map(|spot| Some((spot, place(spot)?))).collect();
    let mut places = taken(chart, frame, traces);
    for (_, (x, y)) in &spots {
        let r = RADIUS + 2.0;
        places.avoid(Rect { x: x - r, y: y - r, w: 2.0 * r, h: 2.0 * r });
    }
    let signs = spots.iter().map(|(spot, at)| spot.sign.draw(*at, RADIUS).attr("pointer-events", "none"));
    let mut elements: Vec<Element> = signs.collect();
    for (spot, at) in spots.iter().filter(|(spot, _)| !spot.label.is_empty()) {
        elements.push(places.beside(*at, RADIUS, &spot.label));
    }
    for rule in chart.rules.iter().filter(|rule| chart.has(rule) && !rule.label.is_empty()) {
        let scale = if rule.is_vertical { &frame.x } else { &frame.y };
        elements.extend(scale.position(rule.value).map(|at| match rule.is_vertical {
            true => places.at_vertical(at, &rule.label),
            false => places.at_horizontal(at, &rule.label),
        }));
    }
    elements
}

/// Places that keep away from lines, their bars, and the lines across the plot.
fn taken(chart: &LineChart, frame: &Frame, traces: &[Trace]) -> Places {
    let mut places = Places::new(frame.area);
    traces.iter().flat_map(|trace| trace.lines()).for_each(|line| places.avoid_line(&line));
    traces.iter().flat_map(|trace| trace.bars(frame)).for_each(|(x, low, high)| {
        places.avoid_line(&[(x, low), (x, high)]);
    });
    let rules = chart.rules.iter().filter(|rule| chart.has(rule));
    rules.filter_map(|rule| ends(rule, frame)).for_each(|ends| places.avoid_line(&ends));
    places
}

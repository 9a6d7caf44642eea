//! Legends: what the marks mean, in rows above the plot.

use super::style::size::TICK;
use super::svg::Element;
use super::text;

/// Height of a row.
const ROW: f64 = 18.0;
/// Width of a sample.
pub(super) const SAMPLE: f64 = 26.0;
/// From a sample to its name, and from a name to the next sample.
const GAPS: (f64, f64) = (5.0, 16.0);

/// An entry: a sample of the mark, drawn around (`SAMPLE` / 2, 0), and what it means.
#[derive(Clone, Debug)]
pub(super) struct Key {
    pub sample: Vec<Element>,
    pub name: String,
}

/// A legend that is laid out.
pub(super) struct Legend {
    pub element: Element,
    pub height: f64,
}

/// Puts entries into rows of a width, from a left edge and a top on.
pub(super) fn lay_out(keys: &[Key], (left, top): (f64, f64), width: f64) -> Legend {
    let mut element = Element::group("legend");
    let (mut x, mut row) = (0.0, 0.0);
    for key in keys {
        // No name takes more than half of a row, so that two always fit.
        let name = text::fit(&key.name, TICK, 0.5 * width - SAMPLE - GAPS.0 - GAPS.1);
        let entry = SAMPLE + GAPS.0 + text::width(&name, TICK);
        if x > 0.0 && x + entry > width {
            (x, row) = (0.0, row + 1.0);
        }
        let y = top + (row + 0.5) * ROW;
        let samples =
            Element::new("g").attr("transform", translate(left + x, y)).children(key.sample.clone());
        let words = Element::words((left + x + SAMPLE + GAPS.0, y + 4.0), &name).attr("class", "key");
        let words = if name == key.name { words } else { words.attr("data-tip", key.name.clone()) };
        element.push(samples);
        element.push(words);
        x += entry + GAPS.1;
    }
    let height = if keys.is_empty() { 0.0 } else { (row + 1.0) * ROW + 6.0 };
    Legend { element, height }
}

fn translate(x: f64, y: f64) -> String {
    format!("translate({} {})", super::svg::number(x), super::svg::number(y))
}

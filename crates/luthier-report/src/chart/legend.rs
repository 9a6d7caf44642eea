//! Legends: what the marks mean, in rows above the plot.

use super::style::size::TICK;
use super::svg::Element;
use super::text;

/// Height of a row.
pub(super) const ROW: f64 = 18.0;
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

/// Puts entries into rows of a width, from a left edge and a top on; into columns if there are several rows.
pub(super) fn lay_out(keys: &[Key], (left, top): (f64, f64), width: f64) -> Legend {
    // No name takes more than half of a row, so that two always fit.
    let fit = |key: &Key| text::fit(&key.name, TICK, 0.5 * width - SAMPLE - GAPS.0 - GAPS.1);
    let names: Vec<String> = keys.iter().map(fit).collect();
    let widths: Vec<f64> =
        names.iter().map(|name| SAMPLE + GAPS.0 + text::width(name, TICK) + GAPS.1).collect();
    let widest = widths.iter().copied().fold(1.0, f64::max);
    let columns = match widths.iter().sum::<f64>() <= width + GAPS.1 {
        true => keys.len().max(1),
        false => (((width + GAPS.1) / widest) as usize).max(1),
    };
    let rows = keys.len().div_ceil(columns);
    let mut element = Element::group("legend");
    let mut x = left;
    for (i, ((key, name), own)) in keys.iter().zip(&names).zip(&widths).enumerate() {
        let (row, column) = (i / columns, i % columns);
        x = if column == 0 { left } else { x };
        let y = top + (row as f64 + 0.5) * ROW;
        let sample = Element::new("g").attr("transform", translate(x, y)).children(key.sample.clone());
        let words = Element::words((x + SAMPLE + GAPS.0, y + 4.0), name).attr("class", "key");
        let words = if *name == key.name { words } else { words.attr("data-tip", key.name.clone()) };
        element.push(sample);
        element.push(words);
        x += if rows > 1 { widest } else { *own };
    }
    let height = if keys.is_empty() { 0.0 } else { rows as f64 * ROW + 6.0 };
    Legend { element, height }
}

fn translate(x: f64, y: f64) -> String {
    format!("translate({} {})", super::svg::number(x), super::svg::number(y))
}

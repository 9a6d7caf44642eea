//! Reading charts back.

#![allow(dead_code)] // Every test uses a part of it.

use luthier_report::chart::Chart;
use roxmltree::{Document, Node};

/// A mark as it is found in a drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    pub series: String,
    pub class: String,
    pub x: Option<String>,
    pub y: Option<String>,
    pub v: Option<String>,
    pub low: Option<String>,
    pub high: Option<String>,
    pub tip: String,
    /// The middle of what is drawn.
    pub at: (f64, f64),
    /// Left, top, right, bottom.
    pub extent: [f64; 4],
}

/// A number of an attribute.
pub fn num(node: Node, name: &str) -> f64 {
    node.attribute(name).unwrap_or_else(|| panic!("no {name}")).parse().unwrap()
}

/// Reads a value exactly.
pub fn value(text: &Option<String>) -> f64 {
    text.as_ref().unwrap().parse().unwrap()
}

/// All marks of a chart, in the order of drawing.
pub fn marks(chart: &Chart) -> Vec<Mark> {
    let text = chart.svg();
    let document = Document::parse(&text).unwrap();
    let is_mark = |node: &Node| node.attribute("class").is_some_and(|class| class.starts_with("mark"));
    document.descendants().filter(is_mark).map(read).collect()
}

fn read(node: Node) -> Mark {
    let get = |name: &str| node.attribute(name).map(str::to_owned);
    let extent = extent(node);
    let series = node.ancestors().find_map(|above| above.attribute("data-series")).unwrap_or("");
    Mark {
        series: series.to_owned(),
        class: get("class").unwrap(),
        x: get("data-x"),
        y: get("data-y"),
        v: get("data-v"),
        low: get("data-low"),
        high: get("data-high"),
        tip: get("data-tip").expect("a mark without a tip"),
        at: ((extent[0] + extent[2]) / 2.0, (extent[1] + extent[3]) / 2.0),
        extent,
    }
}

/// What a mark covers.
fn extent(node: Node) -> [f64; 4] {
    match node.tag_name().name() {
        "circle" => {
            let (x, y, r) = (num(node, "cx"), num(node, "cy"), num(node, "r"));
            [x - r, y - r, x + r, y + r]
        }
        "rect" => {
            let (x, y) = (num(node, "x"), num(node, "y"));
            [x, y, x + num(node, "width"), y + num(node, "height")]
        }
        "path" => {
            let data = node.attribute("d").unwrap().replace(['M', 'L', 'Z'], " ");
            let numbers: Vec<f64> = data.split_whitespace().map(|n| n.parse().unwrap()).collect();
            let of = |i: usize| numbers.iter().copied().skip(i).step_by(2).collect::<Vec<f64>>();
            let least = |v: &[f64]| v.iter().copied().fold(f64::INFINITY, f64::min);
            let most = |v: &[f64]| v.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let (x, y) = (of(0), of(1));
            [least(&x), least(&y), most(&x), most(&y)]
        }
        other => panic!("a mark that is a {other}"),
    }
}

/// Left, top, right, bottom of the plot.
pub fn area(chart: &Chart) -> [f64; 4] {
    let text = chart.svg();
    let document = Document::parse(&text).unwrap();
    let frame = document.descendants().find(|node| node.attribute("class") == Some("frame")).unwrap();
    extent(frame)
}

/// Values and positions of the ticks of an axis (`x-axis` or `y-axis`), from their labels.
pub fn ticks(chart: &Chart, axis: &str) -> Vec<(f64, f64)> {
    let text = chart.svg();
    let document = Document::parse(&text).unwrap();
    let group = document.descendants().find(|node| node.attribute("class") == Some(axis)).unwrap();
    let labels = group.descendants().filter(|node| node.attribute("class") == Some("tick"));
    let (name, offset) = if axis == "x-axis" { ("x", 0.0) } else { ("y", -0.36 * 11.0) };
    labels.map(|label| (num(label, "data-v"), num(label, name) + offset)).collect()
}

/// The position of a value, from the outermost ticks of an axis.
pub fn position(ticks: &[(f64, f64)], value: f64, is_log: bool) -> f64 {
    let of = |v: f64| if is_log { v.log10() } else { v };
    let (first, last) = (ticks.first().unwrap(), ticks.last().unwrap());
    let part = (of(value) - of(first.0)) / (of(last.0) - of(first.0));
    first.1 + part * (last.1 - first.1)
}

/// All text that is drawn.
pub fn words(chart: &Chart) -> Vec<String> {
    let text = chart.svg();
    let document = Document::parse(&text).unwrap();
    let texts = document.descendants().filter(|node| node.tag_name().name() == "text");
    texts.map(|node| node.text().unwrap_or("").to_owned()).collect()
}

//! Charts as geometry: marks are where the axes say, inside the plot, and words do not cover one another.

mod gallery;
mod marks;

use luthier_report::chart::*;
use marks::{Mark, area, marks, num, position, ticks, value};
use roxmltree::{Document, Node};

/// Half a pixel for rounding, a little more for shapes whose middle is not that of their corners.
const NEAR: f64 = 1.2;

fn assert_at(chart: &Chart, (log_x, log_y): (bool, bool)) {
    let (x, y) = (ticks(chart, "x-axis"), ticks(chart, "y-axis"));
    let found = marks(chart);
    assert!(!found.is_empty(), "{}", chart.id());
    for mark in &found {
        let expected = (position(&x, value(&mark.x), log_x), position(&y, value(&mark.y), log_y));
        let off = (mark.at.0 - expected.0).abs().max((mark.at.1 - expected.1).abs());
        assert!(off < NEAR, "{}: {mark:?} is not at {expected:?}", chart.id());
    }
}

#[test]
fn marks_are_where_the_ticks_say() {
    assert_at(&gallery::parameter(), (false, false));
    assert_at(&gallery::distribution(), (true, false));
    assert_at(&gallery::profile(), (true, false));
    assert_at(&gallery::certificate(), (true, false));
    assert_at(&gallery::residuals(), (false, true));
    assert_at(&gallery::race(), (false, false));
    assert_at(&gallery::scatter(), (true, true));
    let points = (0..5).map(|i| (f64::from(i), f64::from(i * i)).into());
    let back = Axis::linear("x").reversed();
    let chart =
        LineChart::new("back", "", back, Axis::linear("y").reversed()).series(Series::new("", points)).draw();
    assert_at(&chart, (false, false));
    let found = marks(&chart);
    assert!(found[0].at.0 > found[4].at.0 && found[0].at.1 < found[4].at.1);
}

#[test]
fn categories_are_at_their_ticks() {
    let points = [(0.0, 1.0), (2.0, 3.0), (1.0, 2.0)].map(Point::from);
    let axis = Axis::categories("tolerance", ["1e-2", "1e-4", "1e-6"]);
    let chart = LineChart::new("names", "", axis, Axis::linear("y")).series(Series::new("", points)).draw();
    let x = ticks(&chart, "x-axis");
    let found = marks(&chart);
    for (mark, index) in found.iter().zip([0, 2, 1]) {
        assert!((mark.at.0 - x[index].1).abs() < NEAR, "{mark:?}");
    }
    assert_eq!(found[1].x.as_deref(), Some("1e-6"));
}

#[test]
fn bars_go_from_where_they_begin_to_their_value() {
    for (chart, is_log) in [
        (gallery::importance(), false),
        (gallery::ablation(), false),
        (
            BarChart::new("factors", "", Axis::log("×"))
                .baseline(1.0)
                .bar(Bar::new("a", 3.0))
                .bar(Bar::new("b", 0.5))
                .draw(),
            true,
        ),
    ] {
        let x = ticks(&chart, "x-axis");
        let text = chart.svg();
        let document = Document::parse(&text).unwrap();
        let bars = document
            .descendants()
            .filter(|node| node.attribute("class").is_some_and(|c| c.starts_with("mark")));
        for bar in bars {
            let (from, to) = (num(bar, "data-from"), num(bar, "data-v"));
            let (left, right) = (position(&x, from.min(to), is_log), position(&x, from.max(to), is_log));
            assert!(
                (num(bar, "x") - left).abs() < NEAR
                    && (num(bar, "x") + num(bar, "width") - right).abs() < NEAR
            );
        }
    }
}

#[test]
fn a_path_of_bars_goes_on_where_it_was() {
    let chart = gallery::ablation();
    let text = chart.svg();
    let document = Document::parse(&text).unwrap();
    let bars =
        document.descendants().filter(|node| node.attribute("class").is_some_and(|c| c.starts_with("mark")));
    let steps: Vec<(f64, f64)> = bars.map(|bar| (num(bar, "data-from"), num(bar, "data-v"))).collect();
    assert_eq!(steps[0].0, 0.0);
    assert!(steps.windows(2).all(|pair| pair[0].1 == pair[1].0), "{steps:?}");
}

#[test]
fn cells_fill_the_plot_without_gaps() {
    let chart = gallery::heat_map();
    let [left, top, right, bottom] = area(&chart);
    let found = marks(&chart);
    let covered: f64 = found.iter().map(|m| (m.extent[2] - m.extent[0]) * (m.extent[3] - m.extent[1])).sum();
    let whole = (right - left) * (bottom - top);
    assert!((covered / whole - 1.0).abs() < 0.005, "{covered} of {whole}");
    let (x, y) = (ticks(&chart, "x-axis"), ticks(&chart, "y-axis"));
    let tenth = |text: &Option<String>| 10.0 * value(text);
    for mark in &found {
        let expected = (position(&x, tenth(&mark.x), false), position(&y, tenth(&mark.y), false));
        assert!((mark.at.0 - expected.0).abs() < NEAR && (mark.at.1 - expected.1).abs() < NEAR, "{mark:?}");
    }
}

#[test]
fn marks_are_inside_the_plot() {
    for chart in gallery::all() {
        let [left, top, right, bottom] = area(&chart);
        let inside = |mark: &Mark| {
            let (x, y) = mark.at;
            x >= left - NEAR && x <= right + NEAR && y >= top - NEAR && y <= bottom + NEAR
        };
        for mark in marks(&chart) {
            assert!(inside(&mark), "{}: {mark:?}", chart.id());
        }
    }
}

#[test]
fn scatter_has_equal_axes() {
    let chart = gallery::scatter();
    let [left, top, right, bottom] = area(&chart);
    assert!(((right - left) - (bottom - top)).abs() < 1.0);
    let (x, y) = (ticks(&chart, "x-axis"), ticks(&chart, "y-axis"));
    for value in [100.0, 1000.0, 10_000.0] {
        let (across, up) = (position(&x, value, true) - left, bottom - position(&y, value, true));
        assert!((across - up).abs() < NEAR, "{value}: {across} {up}");
    }
}

/// Left, top, right, bottom of words that are not turned, with widths as for DejaVu Sans.
fn boxes(document: &Document, class: &str) -> Vec<([f64; 4], String)> {
    let is_level = |node: &Node| node.has_tag_name("text") && node.attribute("transform").is_none();
    let has_class =
        |node: &Node| node.attribute("class").is_some_and(|all| all.split(' ').any(|one| one == class));
    let texts = document.descendants().filter(|node| is_level(node) && has_class(node));
    let read = |node: Node| {
        let text = node.text().unwrap_or("").to_owned();
        // Narrower than it is: a little overlap of empty corners is none.
        let width = 0.5 * 11.0 * text.chars().count() as f64;
        let x = match node.attribute("text-anchor") {
            Some("middle") => num(node, "x") - width / 2.0,
            Some("end") => num(node, "x") - width,
            _ => num(node, "x"),
        };
        ([x, num(node, "y") - 8.0, x + width, num(node, "y")], text)
    };
    texts.map(read).collect()
}

fn assert_apart(chart: &Chart, class: &str) {
    let text = chart.svg();
    let document = Document::parse(&text).unwrap();
    let found = boxes(&document, class);
    for (i, (a, one)) in found.iter().enumerate() {
        for (b, other) in found.iter().skip(i + 1) {
            let meet = a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
            assert!(!meet, "{}: '{one}' and '{other}' cover one another", chart.id());
        }
        let (width, height) = chart.size();
        let fits = a[0] >= 0.0 && a[1] >= 0.0 && a[2] <= f64::from(width) && a[3] <= f64::from(height);
        assert!(fits, "{}: '{one}' is cut off", chart.id());
    }
}

#[test]
fn words_do_not_cover_one_another_and_are_not_cut_off() {
    for chart in gallery::all() {
        for class in ["tick", "note", "key"] {
            assert_apart(&chart, class);
        }
    }
}

#[test]
fn labels_stay_apart_at_every_size_and_range() {
    let ranges = [(0.0, 1.0), (0.0, 1e7), (1e-9, 1e-8), (-1e5, 1e5), (123_456.0, 123_457.0), (1e-12, 1e12)];
    for (low, high) in ranges {
        for (width, height) in [(240, 160), (320, 200), (640, 400), (1200, 300)] {
            for is_log in [false, true] {
                let axis =
                    |name: &str| if is_log && low > 0.0 { Axis::log(name) } else { Axis::linear(name) };
                let series = Series::new("data", [(low, low).into(), (high, high).into()]);
                let chart =
                    LineChart::new("range", "", axis("x"), axis("y")).series(series).size(width, height);
                assert_apart(&chart.draw(), "tick");
            }
        }
    }
}

#[test]
fn many_categories_are_thinned_out_or_slanted() {
    for count in [1, 5, 20, 60, 300] {
        let numbers = Axis::categories("θ", (0..count).map(|i| format!("{}", f64::from(i) / 8.0)));
        let cells = (0..count as usize).map(|i| Cell::new(i, 0, Value::Known(i as f64)));
        let one = || Axis::categories("", ["a"]);
        let map = HeatMap::new("numbers", "", numbers, one(), Axis::linear("")).cells(cells.clone());
        assert_apart(&map.draw(), "tick");
        let names = Axis::categories("rule", (0..count).map(|i| format!("a rather long name, number {i}")));
        let chart = HeatMap::new("names", "", names, one(), Axis::linear("")).cells(cells).draw();
        assert_apart(&chart, "tick");
        let x = ticks(&chart, "x-axis");
        assert!(
            x.windows(2).all(|pair| pair[1].1 - pair[0].1 >= 12.0),
            "{count}: slanted labels are too dense"
        );
    }
}

//! Charts of names that want to be markup, and of data that cannot be drawn.

mod marks;

use luthier_report::chart::*;
use marks::{area, marks, value};
use roxmltree::{Document, Node};

/// Names that have broken other programs.
fn hostile() -> Vec<String> {
    let mut names: Vec<String> = [
        "</script><img src=x onerror=alert(1)>",
        "\"><svg onload=alert(1)>",
        "' onmouseover='alert(1)",
        "]]><!-- &amp; &#0; <![CDATA[",
        "nul \0, bell \u{7}, escape \u{1b}[31m, delete \u{7f}, next line \u{85}",
        "tab\tline\nreturn\r",
        "\u{FFFE}\u{FFFF}\u{1FFFE}",
        "\u{202E}desrever\u{202C} \u{2066}isolated\u{2069}",
        "😀👨‍👩‍👧‍👦🏳️‍🌈",
        "שלום עולם, مرحبا بالعالم",
        "漢字かな交じり文",
        "e\u{301}\u{301}\u{301}\u{301}",
        "",
        "   ",
    ]
    .map(str::to_owned)
    .into();
    names.push("long ".repeat(2048));
    names.push("<".repeat(10_240));
    names
}

/// Charts of all kinds with a name in every place that takes one.
fn charts_with(name: &str) -> Vec<Chart> {
    let points = [Point::new(0.0, 1.0).tip(name), Point::new(1.0, 2.0).interval(1.0, 3.0)];
    let line = LineChart::new(name, name, Axis::categories(name, [name, "b"]), Axis::linear(name))
        .describe(name)
        .series(Series::new(name, points.clone()))
        .series(Series::new(name, points).spread(Spread::Bars))
        .rule(Rule::horizontal(1.5, name))
        .rule(Rule::vertical(0.5, name))
        .spot(Spot::new(Sign::Ring, 1.0, 2.0, name));
    let axis = || Axis::categories(name, [name, "b", name]);
    let heat = HeatMap::new(name, name, axis(), axis(), Axis::linear(name))
        .cell(Cell::new(0, 0, Value::Known(1.0)).tip(name).in_set(true))
        .cell(Cell::new(1, 1, Value::Known(2.0)))
        .spot(Sign::Star, 1, 1, name)
        .set_name(name);
    let dots = [Dot::new(Some(1.0), Some(2.0)).tip(name), Dot::new(None, Some(2.0))];
    let scatter =
        ScatterChart::new(name, name, Axis::log(name), Axis::log(name)).group(Group::new(name, dots));
    let bars = [Bar::new(name, 1.0).label(name), Bar::new(name, 2.0).tip(name)];
    let bar =
        BarChart::new(name, name, Axis::linear(name)).names(name).bars(bars).rule(Rule::vertical(1.0, name));
    vec![line.draw(), heat.draw(), scatter.draw(), bar.draw()]
}

#[test]
fn no_name_becomes_markup() {
    let plain: Vec<Vec<String>> = charts_with("plain").iter().map(|chart| shape(&chart.svg())).collect();
    for name in hostile() {
        for (chart, plain) in charts_with(&name).iter().zip(&plain) {
            let text = chart.svg();
            let found = shape(&text);
            let allowed: Vec<&String> = plain.iter().collect();
            for tag in &found {
                assert!(allowed.contains(&tag), "{name:.40}: {tag}");
            }
            assert!(!text.contains("<img") && !text.contains("</script"), "{name:.40}");
            Document::parse(&chart.standalone()).unwrap();
        }
    }
}

/// Every element with the names of its attributes.
fn shape(text: &str) -> Vec<String> {
    let document = Document::parse(text).unwrap();
    let mut tags: Vec<String> = document
        .descendants()
        .filter(Node::is_element)
        .flat_map(|node| {
            let tag = node.tag_name().name().to_owned();
            node.attributes().map(move |a| format!("{tag} {}", a.name())).collect::<Vec<_>>()
        })
        .collect();
    // Words that are shortened have a tip.
    tags.push("text data-tip".to_owned());
    tags.sort();
    tags.dedup();
    tags
}

#[test]
fn names_are_kept_as_far_as_they_can_be_shown() {
    let name = "</script><img src=x onerror=alert(1)> \"&'";
    for chart in charts_with(name) {
        let text = chart.svg();
        let document = Document::parse(&text).unwrap();
        assert!(document.descendants().any(|node| node.text() == Some(name)), "{}", chart.id());
        assert!(document.descendants().any(|node| node.attribute("data-tip") == Some(name)));
        assert_eq!(chart.title(), name);
    }
}

#[test]
fn long_names_are_shortened_where_they_are_drawn_and_kept_for_those_who_point() {
    let name = "long ".repeat(2048);
    for chart in charts_with(&name) {
        let text = chart.svg();
        let document = Document::parse(&text).unwrap();
        for node in document.descendants().filter(|node| node.has_tag_name("text")) {
            assert!(node.text().unwrap_or("").chars().count() < 130, "{:?}", node.text());
        }
        let full = |node: &Node| node.attribute("data-tip") == Some(&name);
        assert!(
            document.descendants().any(|node| node.has_tag_name("text") && full(&node)),
            "{}",
            chart.id()
        );
        let (width, height) = chart.size();
        assert!(width <= 700 && height <= 700, "{width} x {height}");
    }
}

#[test]
fn characters_that_xml_forbids_are_replaced() {
    let chart = charts_with("a\0b\u{1b}c\u{FFFF}d\u{202E}e\u{85}f").remove(0);
    let text = chart.svg();
    let document = Document::parse(&text).unwrap();
    let expected = "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}e\u{FFFD}f";
    let desc = document.descendants().find(|node| node.has_tag_name("desc")).unwrap();
    assert_eq!(desc.text(), Some(expected));
}

#[test]
fn lines_of_a_tip_survive_parsing() {
    let series = Series::new("", [Point::new(1.0, 1.0).tip("one\ntwo \"three\"\nfour")]);
    let chart = LineChart::new("tips", "", Axis::linear(""), Axis::linear("")).series(series).draw();
    assert_eq!(marks(&chart)[0].tip, "one\ntwo \"three\"\nfour");
}

#[test]
fn ids_are_safe_whatever_they_were() {
    for name in hostile() {
        let id = charts_with(&name)[0].id().to_owned();
        assert!(id.starts_with(|c: char| c.is_ascii_alphabetic()) && id.len() <= 90, "{id}");
        assert!(id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_'), "{id}");
    }
}

/// Values that have no place on some axis, or are hard to give one.
const ODD: [f64; 12] = [
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    0.0,
    -0.0,
    -1.0,
    f64::MAX,
    f64::MIN,
    f64::MIN_POSITIVE,
    5e-324,
    1e300,
    1.0,
];

fn axes() -> [fn(&'static str) -> Axis; 2] {
    [|name| Axis::linear(name), |name| Axis::log(name)]
}

/// Charts of all kinds with two values, on both kinds of axes.
fn charts_of(a: f64, b: f64) -> Vec<Chart> {
    let mut charts = Vec::new();
    for axis in axes() {
        let points = [Point::new(a, b).interval(b, a), Point::new(b, a).interval(a, a)];
        for steps in [Steps::Straight, Steps::After, Steps::Apart] {
            let series = Series::new("s", points.clone()).steps(steps);
            let line = LineChart::new("l", "", axis("x"), axis("y").including(a)).series(series);
            let line = line.rule(Rule::vertical(a, "v")).rule(Rule::horizontal(b, "h"));
            charts.push(line.spot(Spot::new(Sign::Star, a, b, "spot")).draw());
        }
        let names = || Axis::categories("", ["p", "q"]);
        let map = HeatMap::new("h", "", names(), names(), axis("c"));
        charts
            .push(map.cell(Cell::new(0, 0, Value::Known(a))).cell(Cell::new(1, 0, Value::AtLeast(b))).draw());
        let dots = [Dot::new(Some(a), Some(b)), Dot::new(None, Some(a)), Dot::new(Some(b), None)];
        let scatter = ScatterChart::new("s", "", axis("x"), axis("y")).group(Group::new("g", dots));
        charts.push(scatter.clone().draw());
        charts.push(scatter.caps(Some(a), Some(b)).draw());
        let bars = BarChart::new("b", "", axis("v")).baseline(a);
        let bars =
            bars.bar(Bar::new("one", a).interval(b, a)).bar(Bar::new("two", b)).rule(Rule::vertical(b, "r"));
        charts.push(bars.clone().draw());
        charts.push(bars.path().draw());
    }
    charts
}

#[test]
fn odd_values_are_left_out_and_never_become_coordinates() {
    for a in ODD {
        for b in ODD {
            for chart in charts_of(a, b) {
                assert_numbers(&chart, (a, b));
            }
        }
    }
}

/// All coordinates are finite and not far from the figure.
fn assert_numbers(chart: &Chart, data: (f64, f64)) {
    let text = chart.svg();
    let document = Document::parse(&text).unwrap();
    for node in document.descendants().filter(Node::is_element) {
        for attribute in node.attributes() {
            let is_place =
                ["x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "width", "height", "d", "transform", "r"];
            if !is_place.contains(&attribute.name()) {
                continue;
            }
            let separators = |c: char| !(c.is_ascii_digit() || matches!(c, '.' | '-'));
            for number in attribute.value().split(separators).filter(|part| !part.is_empty()) {
                let number: f64 =
                    number.parse().unwrap_or_else(|_| panic!("{data:?}: {}", attribute.value()));
                assert!(number.abs() <= 1000.0, "{}: {data:?}: {} {number}", chart.id(), attribute.name());
            }
            assert!(!attribute.value().contains("NaN") && !attribute.value().contains("inf"), "{data:?}");
        }
    }
    let [left, top, right, bottom] = area(chart);
    for mark in marks(chart) {
        let (x, y) = mark.at;
        let inside = x >= left - 1.5 && x <= right + 1.5 && y >= top - 1.5 && y <= bottom + 1.5;
        assert!(inside, "{}: {data:?}: {mark:?}", chart.id());
    }
}

#[test]
fn what_is_left_out_is_said() {
    let points = [(1.0, 0.0), (2.0, -3.0), (3.0, f64::NAN), (4.0, 5.0), (5.0, 7.0)].map(Point::from);
    let series = Series::new("s", points);
    let chart =
        LineChart::new("l", "", Axis::linear("x"), Axis::log("y")).describe("Words.").series(series).draw();
    assert_eq!(chart.description(), "Words. 3 points have no place on the axes and are not shown.");
    assert_eq!(marks(&chart).iter().map(|mark| value(&mark.y)).collect::<Vec<_>>(), [5.0, 7.0]);
    let bars = [Bar::new("a", f64::NAN), Bar::new("b", 1.0)];
    let chart = BarChart::new("b", "", Axis::linear("v")).bars(bars).draw();
    assert_eq!(chart.description(), "One bar has no place on the axis and is not shown.");
    let dots = [Dot::new(Some(0.0), Some(1.0)), Dot::new(Some(1.0), Some(2.0))];
    let chart =
        ScatterChart::new("s", "", Axis::log("x"), Axis::log("y")).group(Group::new("g", dots)).draw();
    assert_eq!(chart.description(), "One point has no place on the axes and is not shown.");
    let map = HeatMap::new("h", "", Axis::categories("", ["a"]), Axis::categories("", ["b"]), Axis::log("c"));
    let chart = map.cell(Cell::new(0, 0, Value::Known(0.0))).cell(Cell::new(7, 0, Value::Missing)).draw();
    assert_eq!(
        chart.description(),
        "One cell lies outside of the axes and is not shown. One cell has a value without a colour."
    );
    assert_eq!(marks(&chart)[0].class, "mark missing");
}

#[test]
fn a_gap_in_the_data_is_a_gap_in_the_line() {
    let ys = [1.0, 2.0, f64::NAN, 4.0, 5.0, 6.0];
    let points = ys.iter().enumerate().map(|(i, y)| Point::new(i as f64, *y));
    let chart =
        LineChart::new("l", "", Axis::linear(""), Axis::linear("")).series(Series::new("", points)).draw();
    let text = chart.svg();
    let document = Document::parse(&text).unwrap();
    let lines = document.descendants().filter(|node| node.attribute("class") == Some("line s0 d0"));
    let corners: Vec<usize> =
        lines.map(|line| line.attribute("d").unwrap().matches(['M', 'L']).count()).collect();
    assert_eq!(corners, [2, 3]);
}

#[test]
fn nothing_at_all_is_said_to_be_nothing() {
    let none = || Axis::categories("", Vec::<String>::new());
    let charts = [
        LineChart::new("l", "", Axis::linear(""), Axis::log("")).draw(),
        LineChart::new("l", "", none(), Axis::log("")).series(Series::new("empty", [])).draw(),
        HeatMap::new("h", "", none(), none(), Axis::log("")).cell(Cell::new(0, 0, Value::Known(1.0))).draw(),
        HeatMap::new("h", "", Axis::linear(""), Axis::log(""), none()).draw(),
        ScatterChart::new("s", "", Axis::log(""), Axis::log("")).group(Group::new("", [])).draw(),
        BarChart::new("b", "", Axis::linear("")).draw(),
    ];
    for chart in charts {
        assert!(chart.svg().contains(">no data</text>"), "{}", chart.svg());
        assert!(marks(&chart).is_empty());
        assert_numbers(&chart, (0.0, 0.0));
    }
}

#[test]
fn one_value_and_equal_values_have_a_range_around_them() {
    for value in [0.0, 1.0, -5.0, 1e-200, 1e200] {
        for count in [1, 3] {
            let points = (0..count).map(|i| Point::new(f64::from(i), value));
            let series = Series::new("s", points);
            let chart = LineChart::new("l", "", Axis::linear("x"), Axis::linear("y")).series(series).draw();
            let found = marks(&chart);
            assert_eq!(found.len(), count as usize);
            let [_, top, _, bottom] = area(&chart);
            assert!(found.iter().all(|mark| mark.at.1 > top + 20.0 && mark.at.1 < bottom - 20.0), "{value}");
        }
    }
}

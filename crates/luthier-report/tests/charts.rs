//! Charts as markup: what a page and its tests rely on.

mod gallery;
mod marks;

use luthier_report::chart::*;
use marks::{marks, value, words};
use roxmltree::{Document, Node};
use std::collections::BTreeSet;

#[test]
fn markup_for_a_page_keeps_the_contract() {
    for chart in gallery::all() {
        let text = chart.svg();
        let document = Document::parse(&text).unwrap();
        let root = document.root_element();
        let (width, height) = chart.size();
        assert!(text.starts_with("<svg class=\"chart\" role=\"img\" "), "{}", chart.id());
        assert_eq!(root.attribute("viewBox"), Some(format!("0 0 {width} {height}").as_str()));
        assert_eq!(root.attribute("tabindex"), Some("0"));
        let labels: Vec<&str> = root.attribute("aria-labelledby").unwrap().split(' ').collect();
        let ids = |name: &str| {
            root.children().find(|node| node.has_tag_name(name)).unwrap().attribute("id").unwrap()
        };
        assert_eq!(labels, [ids("title"), ids("desc")]);
        assert_eq!(
            root.children().find(|node| node.has_tag_name("title")).unwrap().text(),
            Some(chart.title())
        );
    }
}

#[test]
fn markup_for_a_page_has_nothing_that_a_strict_policy_forbids() {
    let elements = ["svg", "title", "desc", "g", "line", "path", "rect", "circle", "text"];
    for chart in gallery::all() {
        let text = chart.svg();
        let document = Document::parse(&text).unwrap();
        for node in document.descendants().filter(Node::is_element) {
            assert!(elements.contains(&node.tag_name().name()), "{}", node.tag_name().name());
            for attribute in node.attributes() {
                let name = attribute.name();
                assert!(name != "style" && name != "href" && !name.starts_with("on"), "{name}");
                assert!(!attribute.value().contains("url("), "{}", attribute.value());
            }
        }
    }
}

#[test]
fn ids_are_unique_on_a_page() {
    let mut ids = BTreeSet::new();
    for chart in gallery::all() {
        let text = chart.svg();
        let document = Document::parse(&text).unwrap();
        for id in document.descendants().filter_map(|node| node.attribute("id")) {
            assert!(ids.insert(id.to_owned()), "{id}");
        }
    }
}

#[test]
fn all_classes_have_rules_in_both_themes() {
    let structure =
        ["line-chart", "heat-map", "scatter-chart", "bar-chart", "series", "mark", "lines", "axes"];
    let groups = ["x-axis", "y-axis", "legend", "cells", "on-cell", "colour-bar", "label", "chart"];
    let (light, dark) = (style(Theme::Light, ""), style(Theme::Dark, ":root[data-theme=dark] "));
    for chart in gallery::all() {
        let text = chart.svg();
        let document = Document::parse(&text).unwrap();
        let classes = document.descendants().filter_map(|node| node.attribute("class"));
        for class in classes.flat_map(|classes| classes.split(' ')) {
            if structure.contains(&class) || groups.contains(&class) {
                continue;
            }
            assert!(light.contains(&format!(".{class}{{")), "{class}");
            assert!(dark.contains(&format!(".{class}{{")), "{class}");
        }
    }
    assert!(dark.lines().all(|line| line.starts_with(":root[data-theme=dark] .chart ")));
    assert!(!light.contains("var(") && !dark.contains("var("));
}

#[test]
fn files_have_their_rules_and_say_what_they_are() {
    for chart in gallery::all() {
        let text = chart.standalone();
        assert!(text.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg "));
        let document = Document::parse(&text).unwrap();
        let root = document.root_element();
        assert_eq!(root.tag_name().namespace(), Some("http://www.w3.org/2000/svg"));
        let rules = root.children().find(|node| node.tag_name().name() == "style").unwrap().text().unwrap();
        assert!(rules.contains("font-family:\"DejaVu Sans\"") && rules.contains(Theme::Light.paper()));
        assert!(chart.standalone_with(Theme::Dark).contains(Theme::Dark.paper()));
    }
}

/// Numbers whose shortest decimals are hard to get right.
const HARD: [f64; 8] = [0.1 + 0.2, 1.0 / 3.0, 834.25, 1e-7, 123_456_789.123_456_78, 2.0, 5e-17, f64::MAX];

#[test]
fn values_of_lines_read_back_exactly() {
    let points =
        HARD.iter().enumerate().map(|(i, y)| Point::new(i as f64 / 3.0, *y).interval(y * 0.7, y * 1.9));
    let chart =
        LineChart::new("hard", "", Axis::linear("x"), Axis::log("y")).series(Series::new("a", points)).draw();
    let found = marks(&chart);
    assert_eq!(found.len(), HARD.len() - 1, "the largest has no place");
    for (i, mark) in found.iter().enumerate() {
        assert_eq!((value(&mark.x), value(&mark.y)), (i as f64 / 3.0, HARD[i]));
        assert_eq!((value(&mark.low), value(&mark.high)), (HARD[i] * 0.7, HARD[i] * 1.9));
        assert_eq!(mark.series, "a");
    }
    assert!(chart.description().contains("One point has no place"), "{}", chart.description());
}

#[test]
fn long_lines_have_all_vertices_and_at_most_200_places_to_point_at() {
    let points = (0..5000).map(|i| (f64::from(i), f64::from(i * i % 977)).into());
    let series = Series::new("", points.collect::<Vec<Point>>());
    let chart = LineChart::new("long", "", Axis::linear("x"), Axis::linear("y")).series(series).draw();
    let found = marks(&chart);
    assert_eq!(found.len(), 200);
    assert!(found.iter().all(|mark| mark.class == "mark hit"));
    assert_eq!((value(&found[0].x), value(&found[199].x)), (0.0, 4999.0));
    let text = chart.svg();
    let document = Document::parse(&text).unwrap();
    let line = document.descendants().find(|node| node.attribute("class") == Some("line s0 d0")).unwrap();
    assert_eq!(line.attribute("d").unwrap().matches(['M', 'L']).count(), 5000);
}

#[test]
fn values_of_cells_read_back_exactly_with_their_names() {
    let names = ["0.2", "0.4", "many \"quotes\" & <tags>"];
    let (x, y) = (Axis::categories("theta", names), Axis::categories("alpha", ["a", "b"]));
    let map = HeatMap::new("cells", "", x, y, Axis::linear("cost"));
    let cells = [(0, 0, Value::Known(HARD[0])), (1, 0, Value::AtLeast(HARD[1])), (2, 1, Value::Missing)];
    let chart = map.cells(cells.map(|(x, y, value)| Cell::new(x, y, value))).draw();
    let found = marks(&chart);
    assert_eq!(found.len(), 6);
    let get = |x: &str, y: &str| {
        found.iter().find(|mark| mark.x.as_deref() == Some(x) && mark.y.as_deref() == Some(y)).unwrap()
    };
    assert_eq!(value(&get("0.2", "a").v), HARD[0]);
    assert_eq!(value(&get("0.4", "a").v), HARD[1]);
    assert!(get("0.4", "a").tip.contains("at least 0.333333"));
    assert_eq!(get("many \"quotes\" & <tags>", "b").v, None);
    assert_eq!(get("0.2", "b").class, "mark missing");
    assert_eq!(get("0.2", "a").tip, "theta 0.2, alpha a\ncost 0.3");
    let printed = words(&chart);
    assert!(printed.contains(&"0.3".to_owned()) && printed.contains(&"≥0.333".to_owned()), "{printed:?}");
    assert!(printed.contains(&"at least this".to_owned()) && printed.contains(&"not known".to_owned()));
}

#[test]
fn values_of_points_and_bars_read_back_exactly() {
    let dots = [Dot::new(Some(HARD[0]), Some(HARD[4])), Dot::new(None, Some(3.5)), Dot::new(None, None)];
    let chart = ScatterChart::new("dots", "", Axis::log("x"), Axis::log("y")).group(Group::new("g", dots));
    let found = marks(&chart.caps(Some(1e10), Some(2e10)).draw());
    let values: Vec<(f64, f64)> = found.iter().map(|mark| (value(&mark.x), value(&mark.y))).collect();
    assert_eq!(values, [(HARD[0], HARD[4]), (1e10, 3.5), (1e10, 2e10)]);
    assert_eq!(found[0].class, "mark dot s0");
    assert!(found[1].class == "mark open s0" && found[1].tip.contains("x not reached"), "{}", found[1].tip);
    let bars = [Bar::new("one", HARD[0]).interval(0.1, 0.5), Bar::new("two", -HARD[1]).tip("mine\nand more")];
    let found = marks(&BarChart::new("bars", "", Axis::linear("gain")).bars(bars).draw());
    assert_eq!((value(&found[0].v), value(&found[1].v)), (HARD[0], -HARD[1]));
    assert_eq!((value(&found[0].low), value(&found[0].high)), (0.1, 0.5));
    assert_eq!(found[0].tip, "one\ngain 0.3\n0.1 to 0.5");
    assert_eq!(found[1].tip, "mine\nand more");
}

#[test]
fn the_outline_is_between_cells_in_the_set_and_cells_out_of_it() {
    let axis = || Axis::categories("", ["0", "1", "2"]);
    let in_set = |x: usize, y: usize| (x, y) == (1, 1) || (x, y) == (2, 1);
    let cells =
        (0..9).map(|i| (i % 3, i / 3)).map(|(x, y)| Cell::new(x, y, Value::Known(1.0)).in_set(in_set(x, y)));
    let chart =
        HeatMap::new("set", "", axis(), axis(), Axis::linear("")).cells(cells).set_name("my set").draw();
    let text = chart.svg();
    let document = Document::parse(&text).unwrap();
    let outline =
        document.descendants().filter(|node| node.attribute("class") == Some("outline")).collect::<Vec<_>>();
    // One in the plot, one in the legend. Two cells side by side have six edges around them, none between them.
    assert_eq!(outline.len(), 2);
    let data = outline[0].attribute("d").unwrap();
    assert_eq!(data.matches('M').count(), 6);
    let found = marks(&chart);
    let between =
        found.iter().find(|mark| mark.x.as_deref() == Some("1") && mark.y.as_deref() == Some("1")).unwrap();
    let inner =
        format!("M{} {}L{} {}", between.extent[2], between.extent[1], between.extent[2], between.extent[3]);
    let outer =
        format!("M{} {}L{} {}", between.extent[0], between.extent[1], between.extent[0], between.extent[3]);
    assert!(!data.contains(&inner) && data.contains(&outer), "{data}");
    assert!(words(&chart).contains(&"my set".to_owned()));
}

#[test]
fn what_is_said_in_the_plot_is_drawn() {
    let found = words(&gallery::parameter());
    for expected in
        ["default θ = 0.5", "default", "best", "α = 0.5", "θ (weight smoothing)", "iterations (mean)"]
    {
        assert!(found.contains(&expected.to_owned()), "{expected} in {found:?}");
    }
}

#[test]
fn the_same_data_give_the_same_bytes() {
    for (a, b) in gallery::all().iter().zip(gallery::all()) {
        assert_eq!((a.svg(), a.standalone()), (b.svg(), b.standalone()));
    }
}

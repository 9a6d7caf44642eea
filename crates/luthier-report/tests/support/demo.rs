//! A page with everything that pages can have.

use luthier_report::page::*;
use std::f64::consts::TAU;
use std::fmt::Write;

/// Names that would like to be something else.
pub fn hostile_names() -> Vec<String> {
    let mut names: Vec<String> = [
        "</script><img src=x onerror=alert(1)>",
        "</SCRIPT><IMG SRC=x ONERROR=alert(1)>",
        "<!--<script>alert(1)//",
        "]]><svg onload=alert(1)>",
        "\" onmouseover=\"alert(1)",
        "' onfocus='alert(1)' autofocus='",
        "&lt;b&gt;&amp;&#60;",
        "javascript:alert(1)",
        "right\u{202e}to left",
        "two\u{2028}lines",
        "violin \u{1f3bb}",
        "=1+1",
        "-2.5",
        "+cmd|' /C calc'!A0",
        "comma, \"quote\"",
        "{{constructor.constructor('alert(1)')()}}",
    ]
    .map(str::to_owned)
    .to_vec();
    names.push("long ".repeat(2000));
    names
}

/// Colours of the demonstration's charts, as charts of the crate bring theirs.
pub fn chart_style() -> ChartStyle {
    let rules = |ink: &str, line: &str, mark: &str| {
        format!(
            ".chart text {{ fill: {ink}; font: 11px system-ui, sans-serif; }}\n.chart .axis {{ stroke: {line}; }}\n\
             .chart .mark {{ fill: {mark}; }}\n.chart .curve {{ fill: none; stroke: {mark}; stroke-width: 1.5; }}\n"
        )
    };
    ChartStyle { light: rules("#57606a", "#d0d4d9", "#0b5cad"), dark: rules("#9aa4af", "#3a4149", "#74b4f5") }
}

/// A chart of points on a curve.
pub fn points(width: f64, height: f64, count: usize, phase: f64, name: &str) -> Svg {
    let mut svg = format!(
        "<svg class=\"chart\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" tabindex=\"0\" role=\"img\"><title>{}</title>",
        name.replace('&', "&amp;").replace('<', "&lt;")
    );
    let (bottom, right) = (height - 24.0, width - 8.0);
    write!(svg, "<line class=\"axis\" x1=\"40\" y1=\"{bottom}\" x2=\"{right}\" y2=\"{bottom}\"/>").unwrap();
    write!(svg, "<line class=\"axis\" x1=\"40\" y1=\"8\" x2=\"40\" y2=\"{bottom}\"/>").unwrap();
    write!(svg, "<text x=\"{right}\" y=\"{}\" text-anchor=\"end\">iterations</text>", height - 6.0).unwrap();
    let at = |i: usize| {
        let t = i as f64 / (count - 1) as f64;
        let y = 0.5 + 0.4 * (TAU * (t + phase)).sin() * (1.0 - 0.6 * t);
        (48.0 + t * (right - 56.0), 8.0 + (1.0 - y) * (bottom - 16.0), y)
    };
    let path: Vec<String> = (0..count).map(|i| format!("{:.1} {:.1}", at(i).0, at(i).1)).collect();
    write!(svg, "<path class=\"curve\" d=\"M{}\"/>", path.join("L")).unwrap();
    for i in 0..count {
        let (x, y, value) = at(i);
        write!(
            svg,
            "<circle class=\"mark\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" data-tip=\"point {i}&#10;value {value:.3}\" \
             data-x=\"{i}\" data-y=\"{value:.3}\"/>"
        )
        .unwrap();
    }
    Svg::new(svg + "</svg>")
}

fn numbers(rows: usize) -> Table {
    let values = (0..rows).map(|i| (i as f64 / 7.0).sin());
    Table::new().count("point", (0..rows).map(|i| i as f64)).number("value", Digits::Fixed(3), values)
}

/// Rows in a scrambled order, with names that hold numbers.
fn trials(rows: usize) -> Table {
    let scrambled = move |i: usize| (i * 7919 + 13) % rows.max(1);
    let iterations = (0..rows).map(|i| if i % 97 == 5 { f64::NAN } else { scrambled(i) as f64 });
    let seconds = (0..rows).map(|i| scrambled(i) as f64 * 1.25e-5);
    let status = (0..rows).map(|i| if i % 97 == 5 { (Tone::Bad, "limit") } else { (Tone::Good, "optimal") });
    Table::new()
        .caption("Every trial of the study.")
        .text("instance", (0..rows).map(|i| format!("transport-{}", scrambled(i) % 1000)))
        .status("status", status)
        .count("iterations", iterations)
        .hint("Until the tolerance was reached\nnothing where it was not")
        .number("seconds", Digits::Significant(3), seconds)
        .mark(2)
}

fn tolerances() -> Choice {
    let options = ["1e-2", "1e-3", "1e-4", "1e-5", "1e-6", "1e-7", "1e-8"];
    Choice::new("tolerance", "Tolerance", options).choose(4)
}

fn figures() -> Section {
    let tolerance = tolerances();
    let pairs = Choice::new(
        "pair",
        "Parameters",
        ["\u{3b8} and \u{3b1}", "\u{3b8} and \u{3c9}", "\u{3b1} and \u{3c9}"],
    );
    let small = |i: usize| {
        let title = format!("Group {}", i + 1);
        Figure::new(points(280.0, 160.0, 14, i as f64 / 6.0, &title), title)
    };
    Section::new("figures", "How many iterations it takes")
        .short("Iterations")
        .paragraph(
            Text::from("The cost falls where the primal weight \u{3c9}")
                .below("0")
                .plain(" is small. See ")
                .link("trials", "all trials")
                .plain(" for the rows behind it."),
        )
        .with(tolerance.buttons())
        .with(tolerance.variants(|i| {
            let svg = points(760.0, 300.0, 40, i as f64 / 7.0, "Cost along a parameter");
            let figure = Figure::new(svg, format!("Iterations until 1e-{}.", i + 2))
                .caption("Every point is the mean over 60 training problems; the curve joins them.")
                .numbers(numbers(40), format!("cost-1e-{}", i + 2));
            vec![figure.into()]
        }))
        .heading("Small multiples")
        .with(tolerance.slider())
        .with(tolerance.variants(|i| {
            let grid =
                Grid::new(format!("Six groups of problems at 1e-{}.", i + 2), (0..6).map(small).collect());
            vec![grid.columns(3).caption("All on the same scale.").into()]
        }))
        .with(pairs.list())
        .with(pairs.variants(|i| vec![Block::paragraph(format!("Pair number {}.", i + 1))]))
        .with(
            Figure::new(points(760.0, 240.0, 300, 0.3, "Many"), "Many points.").numbers(numbers(300), "many"),
        )
}

fn words() -> Section {
    let card = [
        "problems    transportation 30 x 45, seed 7",
        "setting     theta=0.9 ruiz=4 restart_artificial=0.3",
        "evidence    120 sealed problems, run for this alone; 60 training problems; 240 declared settings",
        "",
        "Each of these is wrong with a probability of at most 0.31%:",
        "  speed-up       at least 1.312 times faster (shifted geometric mean of iterations); seen 1.447 (sealed set)",
        "  win rate       better than the default on at least 88.3% of problems; seen 95.8% (sealed set)",
    ];
    Section::new("certificate", "What is certain")
        .with(Certificate::new(Tone::Good, "Certified: at least 1.31 times faster than the default", card))
        .with(Callout::new(Tone::Good, "The certificate was recomputed by another way and agrees."))
        .with(
            Callout::new(Tone::Warning, "Two problems were not solved.").text(
                Text::from("They count with the limit of ")
                    .strong("100 000 iterations")
                    .plain(", for both settings."),
            ),
        )
        .with(Callout::new(Tone::Bad, "One claim does not hold."))
        .with(Callout::new(Tone::Neutral, "The theory says nothing at these sizes."))
        .with(Block::Definitions(vec![
            ("sealed".into(), "problems that tuning never ran".into()),
            (Text::new().code("theta"), "exponent of the step-size rule".into()),
        ]))
        .with(Block::List(vec!["one".into(), Text::from("two, ").emphasis("with a stress")]))
        .with(Block::Facts(vec![
            Fact::new("problems", "180"),
            Fact::new("settings", "240").note("of 240 declared"),
        ]))
}

fn use_it() -> Section {
    let toml = "# 1.45 times faster on 120 sealed problems\ntheta = 0.9\nruiz = 4\n\n[restart]\n\tartificial = 0.3\n";
    let session = "$ luthier solve tonight.mps --params tuned.toml\noptimal after 1240 iterations\n$ luthier verify study\n";
    Section::new("use", "Using it")
        .with(Code::file("tuned.toml", toml))
        .with(Code::console("In a terminal", session))
        .with(Block::Downloads(vec![Download::new("All trials (CSV)", "All Trials", numbers(5))]))
        .with(Details::new("How this was measured", vec![Block::paragraph("With care.")]))
}

fn names() -> Section {
    let names = hostile_names();
    let lengths: Vec<f64> = names.iter().map(|name| name.len() as f64).collect();
    let paragraph = names.iter().fold(Text::from("Named: "), |text, name| text.name(name).plain(" "));
    let table = Table::new()
        .caption("Names that are just names.")
        .text("name", names.clone())
        .count("bytes", lengths);
    let evil = Svg::new("<svg onload=\"alert(1)\"><script>alert(2)</script></svg>");
    Section::new("names", names.first().map_or("", String::as_str))
        .short("Names")
        .paragraph(paragraph)
        .with(table.clone())
        .with(table.big("names"))
        .with(Choice::new(names.concat(), "Name", names.clone()).slider())
        .with(Code::file(names.first().map_or("", String::as_str), names.join("\n")))
        .with(Figure::new(evil, "Not a drawing."))
}

/// The page, with a table of so many rows.
pub fn page(rows: usize) -> Page {
    let lead = Lead::new(Tone::Good, Text::from("Tuned, the solver is ").strong("at least 1.31 times faster").plain(" on problems like yours."))
        .text("Measured on 120 problems that tuning never saw, and certified with 95% confidence. No problem became more than twice as slow.")
        .fact(Fact::new("certified speed-up", "1.31\u{d7}").note("seen 1.45\u{d7}"))
        .fact(Fact::new("better on", "88%").note("of problems, at least"))
        .fact(Fact::new("harm", "\u{2264} 2.4%").note("more than twice as slow"))
        .fact(Fact::new("evidence", "120").note("sealed problems"));
    let mut page = Page::new("Transportation 30 \u{d7} 45")
        .kicker("Luthier \u{b7} report of a study")
        .lead(lead)
        .section(words())
        .section(figures())
        .section(
            Section::new("trials", "All trials")
                .paragraph("Sort by a title, filter by words, or take all of it away.")
                .with(trials(rows).big("trials")),
        )
        .section(use_it());
    page.footer = "Made by Luthier 0.1.0.".into();
    page.written = "2026-01-01 12:00 UTC".to_owned();
    page.chart_style = chart_style();
    page
}

/// A name at every place that takes words.
fn everywhere(name: &str) -> Section {
    let table = || Table::new().caption(name).text(name, [name]).hint(name).status(name, [(Tone::Bad, name)]);
    let figure =
        || Figure::new(points(280.0, 100.0, 3, 0.0, name), name).caption(name).numbers(table(), name);
    let choice = Choice::new(name, name, [name, name]);
    let text = Text::from(name)
        .strong(name)
        .emphasis(name)
        .code(name)
        .name(name)
        .below(name)
        .above(name)
        .link(name, name);
    let blocks = vec![
        Block::heading(text.clone()),
        Block::Paragraph(text.clone()),
        Block::List(vec![text.clone()]),
        Block::Definitions(vec![(text.clone(), text.clone())]),
        Block::Facts(vec![Fact::new(name, name).note(name)]),
        Callout::new(Tone::Bad, name).text(name).into(),
        Certificate::new(Tone::Bad, name, [name]).into(),
        figure().into(),
        Grid::new(name, vec![figure()]).caption(name).into(),
        table().into(),
        table().big(name).into(),
        choice.buttons().into(),
        choice.slider().into(),
        choice.list().into(),
        choice.variants(|_| vec![Block::paragraph(name)]).into(),
        Block::Downloads(vec![Download::new(name, name, table())]),
        Code::file(name, name).into(),
        Code::console(name, format!("$ {name}")).into(),
    ];
    Section::new(name, name).short(name).with(Details::new(name, blocks))
}

/// The page with names from a bad place.
pub fn hostile_page() -> Page {
    let all = hostile_names().concat();
    let mut page = page(10).kicker(all.as_str()).section(names());
    page.sections.extend(hostile_names().iter().map(|name| everywhere(name)));
    page.lead =
        Some(Lead::new(Tone::Bad, all.as_str()).text(all.as_str()).fact(Fact::new("a", all.as_str())));
    (page.title, page.written, page.footer) = (all.clone(), all.clone(), all.into());
    page.refresh = Some(1000);
    page
}

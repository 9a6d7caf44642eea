//! The rules that give charts their colours and sizes of text.

use super::palette::{DASHES, ON_DARK, ON_LIGHT};

/// The ground that charts stand on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Dark on white.
    Light,
    /// Bright on dark.
    Dark,
}

/// Sizes of text in pixels. The rules below say the same to a browser.
pub(super) mod size {
    /// Names of axes.
    pub const LABEL: f64 = 12.0;
    /// Ticks, legends and notes in the plot.
    pub const TICK: f64 = 11.0;
    /// Values in cells.
    pub const CELL: f64 = 10.0;
}

/// The colours of a theme.
struct Inks {
    paper: &'static str,
    text: &'static str,
    muted: &'static str,
    axis: &'static str,
    grid: &'static str,
    missing: &'static str,
    series: &'static [&'static str],
}

impl Theme {
    /// The colour of the ground. A page with another one should keep close to it: text in charts has a rim of this colour.
    pub fn paper(self) -> &'static str {
        self.inks().paper
    }

    fn inks(self) -> Inks {
        match self {
            Theme::Light => Inks {
                paper: "#ffffff",
                text: "#1b1f24",
                muted: "#4b535d",
                axis: "#6b7280",
                grid: "#e3e6ea",
                missing: "#9aa2ac",
                series: &ON_LIGHT,
            },
            Theme::Dark => Inks {
                paper: "#14171c",
                text: "#e8ebef",
                muted: "#b3bbc5",
                axis: "#8b949e",
                grid: "#2b323a",
                missing: "#6d7681",
                series: &ON_DARK,
            },
        }
    }
}

/// The rules for everything in charts, each selector behind a prefix such as `:root[data-theme=dark] ` or nothing.
pub fn style(theme: Theme, prefix: &str) -> String {
    let inks = theme.inks();
    // Colours of series come first: what a mark is has a say after them.
    let colour = |(i, colour): (usize, &&str)| (format!(".s{i}"), format!("fill:{colour};stroke:{colour}"));
    let mut rules: Vec<Rule> = inks.series.iter().enumerate().map(colour).collect();
    rules.extend(common(&inks));
    rules.extend(for_lines(&inks));
    rules.extend(for_cells(&inks));
    for (i, dashes) in DASHES.iter().enumerate() {
        rules.push((format!(".line.d{i}"), format!("stroke-dasharray:{dashes}")));
    }
    let rule = |(selector, body): &(String, String)| format!("{prefix}.chart {selector}{{{body}}}\n");
    rules.iter().map(rule).collect()
}

/// A selector below `.chart`, and what it sets.
type Rule = (String, String);

/// Text, axes and grid.
fn common(inks: &Inks) -> Vec<Rule> {
    let Inks { paper, text, muted, axis, grid, .. } = inks;
    let rules = [
        ("text", format!("font-size:{}px;fill:{text};stroke:none", size::LABEL)),
        (".paper", format!("fill:{paper};stroke:none")),
        (".tick", format!("font-size:{}px;fill:{muted}", size::TICK)),
        (".key", format!("font-size:{}px", size::TICK)),
        (".note", format!("font-size:{}px", size::TICK)),
        (".empty", format!("fill:{muted}")),
        // A rim in the colour of the ground keeps text legible over lines.
        (".rim", format!("stroke:{paper};stroke-width:3px;stroke-linejoin:round;paint-order:stroke")),
        (".frame", format!("fill:none;stroke:{grid};stroke-width:1px")),
        (".grid", format!("stroke:{grid};stroke-width:1px")),
        (".axis", format!("fill:none;stroke:{axis};stroke-width:1px")),
        (".hit", "fill:none;stroke:none".to_owned()),
    ];
    rules.map(|(selector, body)| (selector.to_owned(), body)).into()
}

/// Series, bands, bars, and what is said about them.
fn for_lines(inks: &Inks) -> Vec<Rule> {
    let Inks { paper, text, muted, .. } = inks;
    let rules = [
        (".line", "stroke-width:1.8px;stroke-linejoin:round;stroke-linecap:butt".to_owned()),
        ("path.line", "fill:none".to_owned()),
        (".band", "fill-opacity:0.16;stroke:none".to_owned()),
        (".whisker", "fill:none;stroke-width:1.2px".to_owned()),
        (".dot", format!("stroke:{paper};stroke-width:0.8px")),
        (".open", format!("fill:{paper};stroke-width:1.4px")),
        (".rule", format!("fill:none;stroke:{muted};stroke-width:1.1px;stroke-dasharray:5 3")),
        (".guide", format!("fill:none;stroke:{muted};stroke-width:0.9px;stroke-dasharray:2 3")),
        (".spot", format!("fill:{text};stroke:{paper};stroke-width:1px")),
        (".ring", format!("fill:none;stroke:{text};stroke-width:1.8px")),
        (".ring-rim", format!("fill:none;stroke:{paper};stroke-width:4px")),
        (".bar", "fill-opacity:0.85;stroke:none".to_owned()),
        (".stem", format!("fill:none;stroke:{text};stroke-width:1.2px")),
        (".link", format!("stroke:{muted};stroke-width:1px;stroke-dasharray:2 2")),
    ];
    rules.map(|(selector, body)| (selector.to_owned(), body)).into()
}

/// Cells, whose colours are the same on every ground, and what lies on them.
fn for_cells(inks: &Inks) -> Vec<Rule> {
    let Inks { missing, .. } = inks;
    let rules = [
        (".cell", "stroke:none;shape-rendering:crispEdges".to_owned()),
        (".missing", "fill:none;stroke:none".to_owned()),
        (".hatch", format!("fill:none;stroke:{missing};stroke-width:0.9px")),
        (".ink-dark", format!("font-size:{}px;fill:#101418", size::CELL)),
        (".ink-light", format!("font-size:{}px;fill:#ffffff", size::CELL)),
        (".bound", "fill:#ffffff;stroke:#101418;stroke-width:0.8px".to_owned()),
        (".on-cell .spot", "fill:#ffffff;stroke:#101418;stroke-width:1.2px".to_owned()),
        (".on-cell .ring", "stroke:#ffffff;stroke-width:1.8px".to_owned()),
        (".on-cell .ring-rim", "stroke:#101418;stroke-width:4px".to_owned()),
        (".casing", "fill:none;stroke:#ffffff;stroke-width:4.5px;stroke-linecap:square".to_owned()),
        (".outline", "fill:none;stroke:#d8000f;stroke-width:2.2px;stroke-linecap:square".to_owned()),
    ];
    rules.map(|(selector, body)| (selector.to_owned(), body)).into()
}

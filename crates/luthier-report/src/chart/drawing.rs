//! A finished chart: for a page, as a file, as pixels.

use super::error::Error;
use super::raster;
use super::style::{Theme, style};
use super::svg::Element;

/// Fonts for files of their own; the first is the one that widths were computed for.
const FONTS: &str = "\"DejaVu Sans\",Verdana,\"Helvetica Neue\",Arial,sans-serif";

/// What all charts have besides their data.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct About {
    /// Tells the chart apart from others on a page.
    pub id: String,
    /// What it shows, in a few words.
    pub title: String,
    /// What there is to see in it, for those who cannot see it.
    pub description: String,
}

impl About {
    pub fn new(id: &str, title: &str) -> Self {
        About { id: slug(id), title: title.to_owned(), description: String::new() }
    }

    /// The drawn chart, with notes added to its description.
    pub fn chart(&self, (width, height): (f64, f64), body: Element, notes: &[String]) -> Chart {
        let parts = std::iter::once(&self.description).chain(notes);
        let description =
            parts.filter(|part| !part.is_empty()).map(String::as_str).collect::<Vec<_>>().join(" ");
        Chart { about: About { description, ..self.clone() }, width, height, body }
    }
}

/// What could not be shown, if anything was.
pub(super) fn left_out(count: usize, one: &str, more: &str) -> Vec<String> {
    match count {
        0 => Vec::new(),
        1 => vec![format!("One {one}.")],
        n => vec![format!("{n} {more}.")],
    }
}

/// A finished chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    about: About,
    width: f64,
    height: f64,
    body: Element,
}

impl Chart {
    /// The name that tells the chart apart from others on a page: letters, digits, `-` and `_`.
    pub fn id(&self) -> &str {
        &self.about.id
    }

    /// What it shows, in a few words.
    pub fn title(&self) -> &str {
        &self.about.title
    }

    /// What there is to see in it, and what could not be drawn.
    pub fn description(&self) -> &str {
        &self.about.description
    }

    /// Width and height in pixels at natural size.
    pub fn size(&self) -> (u32, u32) {
        (self.width.ceil() as u32, self.height.ceil() as u32)
    }

    /// An element for a page whose rules hold those of [`style`]: no rules of its own, no references, no scripts.
    pub fn svg(&self) -> String {
        let mut out = String::new();
        self.root()
            .attr("tabindex", "0")
            .child(self.title_element())
            .child(self.description_element())
            .child(self.body.clone())
            .write(&mut out);
        out
    }

    /// A file of its own, dark on white.
    pub fn standalone(&self) -> String {
        self.standalone_with(Theme::Light)
    }

    /// A file of its own.
    pub fn standalone_with(&self, theme: Theme) -> String {
        let rules = format!(".chart text{{font-family:{FONTS}}}\n{}", style(theme, ""));
        let (width, height) = self.size();
        let paper = Element::new("rect").attr("class", "paper");
        let paper = paper.num("width", f64::from(width)).num("height", f64::from(height));
        let root = self.root().attr("xmlns", "http://www.w3.org/2000/svg");
        let root = root.child(self.title_element()).child(self.description_element());
        let root = root.child(Element::new("style").text(&rules)).child(paper).child(self.body.clone());
        let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        root.write(&mut out);
        out.push('\n');
        out
    }

    /// A PNG image, dark on white, two pixels for each of the drawing. Its text is set in a font of ours, so that it is the
    /// same on every machine.
    pub fn png(&self) -> Result<Vec<u8>, Error> {
        self.png_with(Theme::Light)
    }

    /// A PNG image.
    pub fn png_with(&self, theme: Theme) -> Result<Vec<u8>, Error> {
        raster::png(self.id(), &self.standalone_with(theme))
    }

    fn root(&self) -> Element {
        let (width, height) = self.size();
        Element::new("svg")
            .attr("class", "chart")
            .attr("role", "img")
            .attr("aria-labelledby", format!("{0}-title {0}-desc", self.id()))
            .attr("id", self.id())
            .attr("viewBox", format!("0 0 {width} {height}"))
            .attr("width", width.to_string())
            .attr("height", height.to_string())
    }

    fn title_element(&self) -> Element {
        Element::new("title").attr("id", format!("{}-title", self.id())).text(self.title())
    }

    fn description_element(&self) -> Element {
        Element::new("desc").attr("id", format!("{}-desc", self.id())).text(self.description())
    }
}

/// A name that is safe as an id and in selectors.
fn slug(id: &str) -> String {
    let safe = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' };
    let slug: String = id.chars().take(80).map(safe).collect();
    match slug.starts_with(|c: char| c.is_ascii_alphabetic()) {
        true => slug,
        false => format!("chart-{slug}"),
    }
}

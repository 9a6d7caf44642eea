//! SVG as a tree of elements. Names of elements and attributes are fixed in the code; all other text is escaped when it is
//! written, so no text can become markup.

/// An element with its attributes and what is in it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Element {
    name: &'static str,
    attributes: Vec<(&'static str, String)>,
    children: Vec<Node>,
}

/// What an element may hold.
#[derive(Clone, Debug, PartialEq)]
enum Node {
    Element(Element),
    Text(String),
}

impl Element {
    /// An empty element.
    pub fn new(name: &'static str) -> Self {
        Element { name, attributes: Vec::new(), children: Vec::new() }
    }

    /// A group of a class.
    pub fn group(class: &str) -> Self {
        Element::new("g").attr("class", class)
    }

    /// A straight line.
    pub fn line(from: (f64, f64), to: (f64, f64)) -> Self {
        let ends = [("x1", from.0), ("y1", from.1), ("x2", to.0), ("y2", to.1)];
        ends.iter().fold(Element::new("line"), |line, (name, value)| line.num(name, *value))
    }

    /// A path along points.
    pub fn path(data: String) -> Self {
        Element::new("path").attr("d", data)
    }

    /// A line of text.
    pub fn words(at: (f64, f64), text: &str) -> Self {
        Element::new("text").num("x", at.0).num("y", at.1).text(text)
    }

    /// With an attribute.
    pub fn attr(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.attributes.push((name, value.into()));
        self
    }

    /// With an attribute that is a coordinate or a length.
    pub fn num(self, name: &'static str, value: f64) -> Self {
        self.attr(name, number(value))
    }

    /// With one more child.
    pub fn child(mut self, child: Element) -> Self {
        self.push(child);
        self
    }

    /// With more children.
    pub fn children(mut self, children: impl IntoIterator<Item = Element>) -> Self {
        self.children.extend(children.into_iter().map(Node::Element));
        self
    }

    /// With text.
    pub fn text(mut self, text: &str) -> Self {
        self.children.push(Node::Text(text.to_owned()));
        self
    }

    /// Adds a child.
    pub fn push(&mut self, child: Element) {
        self.children.push(Node::Element(child));
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.children.is_empty()
    }

    /// Writes the element as markup.
    pub fn write(&self, out: &mut String) {
        out.push('<');
        out.push_str(self.name);
        for (name, value) in &self.attributes {
            out.push(' ');
            out.push_str(name);
            out.push_str("=\"");
            escape(value, out);
            out.push('"');
        }
        if self.children.is_empty() {
            out.push_str("/>");
            return;
        }
        out.push('>');
        for child in &self.children {
            match child {
                Node::Element(element) => element.write(out),
                Node::Text(text) => escape(text, out),
            }
        }
        out.push_str("</");
        out.push_str(self.name);
        out.push('>');
    }
}

/// Appends text so that it is text both in an attribute and between tags. Characters that XML forbids, other controls, and
/// those that turn the direction of the text around them are replaced.
fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // A parser would read a line end in an attribute as a space.
            '\n' => out.push_str("&#10;"),
            '\t' => out.push(' '),
            c if is_harmful(c) => out.push('\u{FFFD}'),
            c => out.push(c),
        }
    }
}

/// Whether a character has no place in text that is shown.
fn is_harmful(c: char) -> bool {
    let turns = matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    // U+FFFE and U+FFFF, and their like in every plane, are no characters.
    turns || c.is_control() || (u32::from(c) & 0xFFFE) == 0xFFFE
}

/// A coordinate in hundredths of a pixel, without zeros at the end.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// The data of a path along points, closed if asked for.
pub(super) fn polyline(points: &[(f64, f64)], closed: bool) -> String {
    let mut data = String::new();
    for (i, (x, y)) in points.iter().enumerate() {
        data.push(if i == 0 { 'M' } else { 'L' });
        data.push_str(&number(*x));
        data.push(' ');
        data.push_str(&number(*y));
    }
    if closed && !points.is_empty() {
        data.push('Z');
    }
    data
}

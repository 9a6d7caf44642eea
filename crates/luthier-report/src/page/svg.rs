//! Drawings.

/// A drawing for a page. Only plain SVG is taken for one: elements that draw, in the right order, whose attributes neither
/// run anything nor point out of the page. Anything else is shown as the text that it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Svg {
    source: String,
    plain: bool,
}

impl Svg {
    /// A drawing from its source: one `svg` element.
    pub fn new(source: impl Into<String>) -> Svg {
        let source = source.into();
        let plain = is_plain(source.trim());
        Svg { source, plain }
    }

    /// Whether it is shown as a drawing.
    pub fn is_plain(&self) -> bool {
        self.plain
    }

    /// The markup, if it is safe.
    pub(super) fn markup(&self) -> Option<&str> {
        self.plain.then_some(self.source.trim())
    }

    /// The source, as text.
    pub(super) fn source(&self) -> &str {
        &self.source
    }
}

/// Elements that draw, or that hold what draws.
const ELEMENTS: [&str; 23] = [
    "circle",
    "clipPath",
    "defs",
    "desc",
    "ellipse",
    "g",
    "line",
    "linearGradient",
    "marker",
    "mask",
    "path",
    "pattern",
    "polygon",
    "polyline",
    "radialGradient",
    "rect",
    "stop",
    "svg",
    "symbol",
    "text",
    "title",
    "tspan",
    "use",
];

fn is_plain(source: &str) -> bool {
    Reader { rest: source }.document().is_some()
}

/// Reads the source from its beginning; every step is `None` where something else stands than is allowed.
struct Reader<'a> {
    rest: &'a str,
}

/// A tag that was read.
enum Tag<'a> {
    Open(&'a str),
    Empty(&'a str),
    Close(&'a str),
}

impl<'a> Reader<'a> {
    /// One `svg` element and nothing else.
    fn document(&mut self) -> Option<()> {
        let mut open: Vec<&str> = Vec::new();
        loop {
            match self.tag()? {
                Tag::Open(name) | Tag::Empty(name) if !may_stand(name, open.last().copied()) => return None,
                Tag::Open(name) => open.push(name),
                Tag::Empty(_) => {}
                Tag::Close(name) => (open.pop()? == name).then_some(())?,
            }
            if open.is_empty() {
                return self.rest.is_empty().then_some(());
            }
            self.until(|c| c == '<');
        }
    }

    fn tag(&mut self) -> Option<Tag<'a>> {
        self.take("<")?;
        if self.take("/").is_some() {
            let name = self.word();
            self.take(">")?;
            return Some(Tag::Close(name));
        }
        let name = self.word();
        loop {
            let space = self.until(|c| !c.is_ascii_whitespace());
            if self.take("/>").is_some() {
                return Some(Tag::Empty(name));
            }
            if self.take(">").is_some() {
                return Some(Tag::Open(name));
            }
            (!space.is_empty()).then_some(())?;
            self.attribute()?;
        }
    }

    fn attribute(&mut self) -> Option<()> {
        let name = self.word();
        self.take("=\"")?;
        let value = self.until(|c| c == '"' || c == '<');
        self.take("\"")?;
        is_harmless(name, value).then_some(())
    }

    fn word(&mut self) -> &'a str {
        self.until(|c| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':')))
    }

    /// Takes all up to a character, or all.
    fn until(&mut self, stop: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(stop).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    fn take(&mut self, expected: &str) -> Option<()> {
        self.rest = self.rest.strip_prefix(expected)?;
        Some(())
    }
}

/// Whether an element may stand inside another. Inside of titles a browser reads HTML, so they hold text alone.
fn may_stand(name: &str, inside: Option<&str>) -> bool {
    match inside {
        None => name == "svg",
        Some("title" | "desc") => false,
        Some(_) => ELEMENTS.contains(&name),
    }
}

fn is_harmless(name: &str, value: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let value = value.trim_start();
    let points_inside = value.split("url(").skip(1).all(|target| target.starts_with('#'));
    match name.as_str() {
        "" | "style" => false,
        "href" | "xlink:href" => value.starts_with('#'),
        // These say things about other elements' addresses; nothing that draws needs them.
        "xml:base" | "target" | "src" => false,
        name => !name.starts_with("on") && points_inside,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charts_are_drawings() {
        for source in [
            "<svg></svg>",
            " <svg class=\"chart\" viewBox=\"0 0 1 1\" tabindex=\"0\"><title>a &lt; b</title><g>\n<circle r=\"1\" \
             class=\"mark\" data-tip=\"x > 1&#10;y\"/><text x=\"1\">a<tspan>b</tspan></text></g></svg>\n",
            "<svg xmlns=\"http://www.w3.org/2000/svg\"><defs><clipPath id=\"c\"><rect/></clipPath></defs>\
             <g clip-path=\"url(#c)\"><use href=\"#a\" /></g></svg>",
        ] {
            assert!(Svg::new(source).is_plain(), "{source}");
        }
    }

    #[test]
    fn anything_else_is_text() {
        for inside in [
            "<script>alert(1)</script>",
            "<SCRIPT></SCRIPT>",
            "<style>a{}</style>",
            "<image href=\"#a\"/>",
            "<a href=\"#a\"></a>",
            "<foreignObject></foreignObject>",
            "<set attributeName=\"href\"/>",
            "<g onclick=\"alert(1)\"/>",
            "<g ONCLICK=\"alert(1)\"/>",
            "<g style=\"fill:red\"/>",
            "<g style='fill:red'/>",
            "<g x=1/>",
            "<g a=\"1\"b=\"2\"/>",
            "<use href=\"https://example.org/a.svg#b\"/>",
            "<use xlink:href=\" data:,\"/>",
            "<g fill=\"url(https://example.org/)\"/>",
            "<g fill=\"url(#a) url(b)\"/>",
            "<title><g/></title>",
            "<!-- a -->",
            "<![CDATA[a]]>",
            "<?a?>",
            "<g>",
            "</g>",
            "<g></svg>",
            "</svg><svg>",
            "<g data-tip=\"<\"/>",
        ] {
            assert!(!Svg::new(format!("<svg>{inside}</svg>")).is_plain(), "{inside}");
        }
        for source in
            ["", "text", "<g></g>", "<svg>", "<svg></svg> text", "<svg/><script/>", "\u{feff}<svg/>"]
        {
            assert!(!Svg::new(source).is_plain(), "{source}");
        }
    }
}

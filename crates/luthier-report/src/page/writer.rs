//! Markup in the making.

use super::shown::{visible, visible_lines};
use super::svg::Svg;

/// HTML that is being written. Names of elements and attributes are literals of the source, everything else is escaped; only
/// drawings that were checked go in as they are.
#[derive(Default)]
pub(super) struct Writer {
    html: String,
    ids: usize,
}

/// Attributes of an element: names and values.
pub(super) type Attributes<'a> = &'a [(&'static str, &'a str)];

impl Writer {
    /// Opens an element.
    pub(super) fn open(&mut self, tag: &'static str, attributes: Attributes) {
        self.html.push('<');
        self.html.push_str(tag);
        for (name, value) in attributes {
            self.html.push(' ');
            self.html.push_str(name);
            self.html.push_str("=\"");
            escape(value, &mut self.html);
            self.html.push('"');
        }
        self.html.push('>');
    }

    /// Closes an element.
    pub(super) fn close(&mut self, tag: &'static str) {
        self.html.push_str("</");
        self.html.push_str(tag);
        self.html.push('>');
    }

    /// An element around text.
    pub(super) fn element(&mut self, tag: &'static str, attributes: Attributes, text: &str) {
        self.within(tag, attributes, |w| w.text(text));
    }

    /// An element around what `inside` writes.
    pub(super) fn within(
        &mut self,
        tag: &'static str,
        attributes: Attributes,
        inside: impl FnOnce(&mut Writer),
    ) {
        self.open(tag, attributes);
        inside(self);
        self.close(tag);
    }

    /// Text: escaped, and what would steer its direction or is invisible made visible.
    pub(super) fn text(&mut self, text: &str) {
        escape(&visible(text), &mut self.html);
    }

    /// Text in which line breaks stay.
    pub(super) fn lines(&mut self, text: &str) {
        escape(&visible_lines(text), &mut self.html);
    }

    /// Markup from the source.
    pub(super) fn raw(&mut self, markup: &'static str) {
        self.html.push_str(markup);
    }

    /// A drawing.
    pub(super) fn drawing(&mut self, svg: &Svg) {
        match svg.markup() {
            Some(markup) => self.html.push_str(markup),
            None => self.within("pre", &[("class", "not-drawn")], |w| w.lines(svg.source())),
        }
    }

    /// The content of a script, style or data element: nothing in it may end the element or begin a comment.
    pub(super) fn content(&mut self, text: &str) {
        debug_assert!(!text.contains("</") && !text.contains("<!"));
        self.html.push_str(text);
    }

    /// An identifier that no other element of the page has.
    pub(super) fn id(&mut self) -> String {
        self.ids += 1;
        format!("_{}", self.ids)
    }

    /// What was written.
    pub(super) fn finish(self) -> String {
        self.html
    }
}

/// Appends text so that it is text, between tags and in quoted attributes.
fn escape(text: &str, html: &mut String) {
    for c in text.chars() {
        match c {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            // A parser would replace it; control characters that mean something are visible already.
            '\0' => html.push('\u{fffd}'),
            c => html.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl FnOnce(&mut Writer)) -> String {
        let mut writer = Writer::default();
        write(&mut writer);
        writer.finish()
    }

    #[test]
    fn text_and_values_of_attributes_cannot_become_markup() {
        let name = "</Script><img src=x onerror='alert(1)'>\"&amp;";
        let html = written(|w| w.element("p", &[("title", name)], name));
        let escaped = "&lt;/Script&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;&quot;&amp;amp;";
        assert_eq!(html, format!("<p title=\"{escaped}\">{escaped}</p>"));
    }

    #[test]
    fn what_steers_the_direction_of_text_is_visible() {
        assert_eq!(written(|w| w.text("a\u{202e}b\0")), "a\\u{202e}b\\u{0}");
        assert_eq!(written(|w| w.lines("a\r\nb\tc")), "a\nb\\tc");
    }

    #[test]
    fn identifiers_differ() {
        let mut writer = Writer::default();
        assert_ne!(writer.id(), writer.id());
    }
}

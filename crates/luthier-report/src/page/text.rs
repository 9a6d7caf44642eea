//! Running text.

use super::anchor::anchor;
use super::shown::{cut, visible};
use super::writer::Writer;

/// Text in parts, each with its role. What the parts say is never read as markup.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Text {
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq)]
enum Part {
    Plain(String),
    Strong(String),
    Emphasis(String),
    Code(String),
    Name(String),
    Below(String),
    Above(String),
    Link { section: String, words: String },
}

impl Text {
    /// No text yet.
    pub fn new() -> Text {
        Text::default()
    }

    /// Adds plain words.
    pub fn plain(self, words: impl Into<String>) -> Text {
        self.with(Part::Plain(words.into()))
    }

    /// Adds words that matter.
    pub fn strong(self, words: impl Into<String>) -> Text {
        self.with(Part::Strong(words.into()))
    }

    /// Adds words with a stress.
    pub fn emphasis(self, words: impl Into<String>) -> Text {
        self.with(Part::Emphasis(words.into()))
    }

    /// Adds something that is typed: a command, a key, a value.
    pub fn code(self, words: impl Into<String>) -> Text {
        self.with(Part::Code(words.into()))
    }

    /// Adds a name from outside: cut if it is long, with all of it to hover over.
    pub fn name(self, name: impl Into<String>) -> Text {
        self.with(Part::Name(name.into()))
    }

    /// Adds a subscript.
    pub fn below(self, words: impl Into<String>) -> Text {
        self.with(Part::Below(words.into()))
    }

    /// Adds a superscript.
    pub fn above(self, words: impl Into<String>) -> Text {
        self.with(Part::Above(words.into()))
    }

    /// Adds a link to a section of the page, by its identifier.
    pub fn link(self, section: impl Into<String>, words: impl Into<String>) -> Text {
        self.with(Part::Link { section: section.into(), words: words.into() })
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    fn with(mut self, part: Part) -> Text {
        self.parts.push(part);
        self
    }

    /// The words alone.
    pub(super) fn words(&self) -> String {
        self.parts.iter().map(Part::words).collect()
    }

    pub(super) fn write(&self, w: &mut Writer) {
        self.parts.iter().for_each(|part| part.write(w));
    }
}

impl Part {
    fn words(&self) -> &str {
        match self {
            Part::Plain(words) | Part::Strong(words) | Part::Emphasis(words) | Part::Code(words) => words,
            Part::Name(words) | Part::Below(words) | Part::Above(words) | Part::Link { words, .. } => words,
        }
    }

    fn write(&self, w: &mut Writer) {
        match self {
            Part::Plain(words) => w.text(words),
            Part::Strong(words) => w.element("strong", &[], words),
            Part::Emphasis(words) => w.element("em", &[], words),
            Part::Code(words) => w.element("code", &[], words),
            Part::Below(words) => w.element("sub", &[], words),
            Part::Above(words) => w.element("sup", &[], words),
            Part::Name(name) => write_name(name, w),
            Part::Link { section, words } => {
                w.element("a", &[("href", &format!("#{}", anchor(section)))], words);
            }
        }
    }
}

/// A name from outside: cut if it is long, and apart from the direction of the text around it.
pub(super) fn write_name(name: &str, w: &mut Writer) {
    match cut(name) {
        Some(beginning) => w.element("bdi", &[("title", &visible(name))], &beginning),
        None => w.element("bdi", &[], name),
    }
}

impl From<&str> for Text {
    fn from(words: &str) -> Text {
        Text::new().plain(words)
    }
}

impl From<String> for Text {
    fn from(words: String) -> Text {
        Text::new().plain(words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_their_elements_and_words_stay_words() {
        let text = Text::from("a ").strong("<b>").code("c").name("d").below("0").link("To There", "e");
        let mut writer = Writer::default();
        text.write(&mut writer);
        assert_eq!(
            writer.finish(),
            "a <strong>&lt;b&gt;</strong><code>c</code><bdi>d</bdi><sub>0</sub><a href=\"#to-there\">e</a>"
        );
        assert_eq!(text.words(), "a <b>cd0e");
    }

    #[test]
    fn long_names_are_cut_and_kept() {
        let mut writer = Writer::default();
        write_name(&"x".repeat(10_000), &mut writer);
        let (all, cut) = ("x".repeat(10_000), "x".repeat(120));
        assert_eq!(writer.finish(), format!("<bdi title=\"{all}\">{cut}\u{2026}</bdi>"));
    }
}

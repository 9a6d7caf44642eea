//! The page as a whole.

use super::contents::write_contents;
use super::lead::Lead;
use super::policy::policy;
use super::section::Section;
use super::shown::brief;
use super::text::{Text, write_name};
use super::writer::Writer;
use crate::chart::{Theme, style};

/// A page: a verdict, sections, and nothing that is not in its one file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// What it is about.
    pub title: String,
    /// What kind of page it is, in small print above the title; may be empty.
    pub kicker: Text,
    /// The verdict.
    pub lead: Option<Lead>,
    /// The content.
    pub sections: Vec<Section>,
    /// Small print at the end; may be empty.
    pub footer: Text,
    /// When it was written, in words; may be empty.
    pub written: String,
    /// For a page that is written again and again: after how many seconds the browser reads it again.
    pub refresh: Option<u32>,
    /// How charts look.
    pub chart_style: ChartStyle,
}

/// Style sheets of the charts of a page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChartStyle {
    /// On paper and on light screens.
    pub light: String,
    /// What is different on dark screens.
    pub dark: String,
}

/// The pieces see each other, and nothing outside sees them.
const SCRIPT: &str = concat!(
    "(() => {\n'use strict';\n",
    include_str!("script/number.js"),
    include_str!("script/state.js"),
    include_str!("script/theme.js"),
    include_str!("script/tip.js"),
    include_str!("script/chart.js"),
    include_str!("script/csv.js"),
    include_str!("script/table.js"),
    include_str!("script/explorer.js"),
    include_str!("script/choice.js"),
    include_str!("script/copy.js"),
    include_str!("script/contents.js"),
    include_str!("script/live.js"),
    "})();\n"
);

const STYLE: &str = concat!(
    include_str!("style/base.css"),
    include_str!("style/lead.css"),
    include_str!("style/blocks.css"),
    include_str!("style/table.css"),
    include_str!("style/controls.css"),
    include_str!("style/print.css"),
);

const DARK_STYLE: &str = include_str!("style/dark.css");

/// A bridge of a violin, of sorts, as the icon of the window.
const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E\
    %3Cpath d='M2 14c3-1 3-5 2-9 3-4 5-4 8 0-1 4-1 8 2 9' fill='none' stroke='%23a2561a' stroke-width='2'/%3E%3C/svg%3E";

impl Page {
    /// A page without content.
    pub fn new(title: impl Into<String>) -> Page {
        Page { title: title.into(), ..Page::default() }
    }

    /// With the looks of charts as [`chart`](crate::chart) draws them.
    pub fn with_charts(mut self) -> Page {
        self.chart_style = ChartStyle { light: style(Theme::Light, ""), dark: style(Theme::Dark, "") };
        self
    }

    /// Says what kind of page it is.
    pub fn kicker(mut self, kicker: impl Into<Text>) -> Page {
        self.kicker = kicker.into();
        self
    }

    /// Begins it with a verdict.
    pub fn lead(mut self, lead: Lead) -> Page {
        self.lead = Some(lead);
        self
    }

    /// Adds a section.
    pub fn section(mut self, section: Section) -> Page {
        self.sections.push(section);
        self
    }

    /// The file: HTML that needs nothing else.
    pub fn html(&self) -> String {
        let style = inline(&[STYLE, &self.chart_style.light]);
        let dark = inline(&[DARK_STYLE, &self.chart_style.dark]);
        let script = SCRIPT.replace('\r', "");
        let mut w = Writer::default();
        w.raw("<!doctype html>\n");
        w.within("html", &[("lang", "en")], |w| {
            w.within("head", &[], |w| self.write_head(&policy(&script, &[&style, &dark]), &style, &dark, w));
            w.within("body", &[], |w| {
                self.write_body(w);
                w.within("script", &[], |w| w.content(&script));
            });
        });
        w.raw("\n");
        w.finish()
    }

    fn write_head(&self, policy: &str, style: &str, dark: &str, w: &mut Writer) {
        w.open("meta", &[("charset", "utf-8")]);
        w.open("meta", &[("http-equiv", "Content-Security-Policy"), ("content", policy)]);
        w.open("meta", &[("name", "viewport"), ("content", "width=device-width, initial-scale=1")]);
        w.open("meta", &[("name", "color-scheme"), ("content", "light dark")]);
        w.element("title", &[], &brief(&self.title));
        w.open("link", &[("rel", "icon"), ("href", ICON)]);
        w.within("style", &[], |w| w.content(style));
        // The script may make it apply always or never. Paper is light.
        let attributes = [("id", "_dark"), ("media", "screen and (prefers-color-scheme: dark)")];
        w.within("style", &attributes, |w| w.content(dark));
    }

    fn write_body(&self, w: &mut Writer) {
        w.element("a", &[("class", "skip"), ("href", "#_main")], "Skip to the content");
        w.within("header", &[("class", "top")], |w| {
            w.within("div", &[("class", "bar")], |w| self.write_bar(w));
            w.within("h1", &[], |w| write_name(&self.title, w));
        });
        w.within("div", &[("class", "columns")], |w| {
            write_contents(&self.sections, w);
            w.within("main", &[("id", "_main"), ("tabindex", "-1")], |w| {
                if let Some(lead) = &self.lead {
                    lead.write(w);
                }
                self.sections.iter().for_each(|section| section.write(w));
            });
        });
        w.within("footer", &[], |w| {
            if !self.footer.is_empty() {
                w.within("p", &[], |w| self.footer.write(w));
            }
            if !self.written.is_empty() {
                w.element("p", &[], &format!("Written {}.", self.written));
            }
        });
    }

    fn write_bar(&self, w: &mut Writer) {
        w.within("p", &[("class", "kicker")], |w| self.kicker.write(w));
        if let Some(seconds) = self.refresh {
            let seconds = seconds.max(1).to_string();
            w.within("p", &[("class", "live"), ("data-refresh", &seconds)], |w| {
                w.element("span", &[("class", "pulse"), ("aria-hidden", "true")], "");
                w.element("span", &[("class", "state")], "Live");
                w.element("span", &[("class", "written")], &self.written);
                w.element("button", &[("type", "button"), ("class", "pause scripted")], "Pause");
            });
        }
        w.element("button", &[("type", "button"), ("class", "theme scripted")], "Theme: auto");
    }
}

/// Style sheets as the content of one element. A `<` has no meaning in them; as an escape it cannot end the element.
fn inline(sheets: &[&str]) -> String {
    sheets.concat().replace('\r', "").replace('<', "\\3c ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_of_charts_cannot_leave_their_element() {
        assert_eq!(inline(&["a{}", "</STYLE>\r\n"]), "a{}\\3c /STYLE>\n");
    }
}

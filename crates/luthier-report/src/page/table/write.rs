//! Tables as markup.

use super::{Column, Table, Values};
use crate::page::shown::{brief, cut, visible, visible_lines};
use crate::page::tone::Tone;
use crate::page::writer::Writer;

/// Whether the titles of the columns are buttons that sort.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Titles {
    Plain,
    Sorting,
}

impl Table {
    /// The whole table, in a box of its own that scrolls if it is too wide.
    pub(in crate::page) fn write(&self, w: &mut Writer) {
        self.write_box(Titles::Plain, self.rows(), w);
    }

    /// The first rows.
    pub(super) fn write_box(&self, titles: Titles, rows: usize, w: &mut Writer) {
        let words = self.caption.words();
        let label = if words.is_empty() { "Table".into() } else { visible(&words) };
        // What scrolls must be reachable with the keyboard.
        let attributes =
            [("class", "table-box"), ("role", "region"), ("aria-label", label.as_ref()), ("tabindex", "0")];
        w.within("div", &attributes, |w| {
            w.within("table", &[], |w| {
                if !self.caption.is_empty() {
                    w.within("caption", &[], |w| self.caption.write(w));
                }
                self.write_titles(titles, w);
                w.within("tbody", &[], |w| (0..rows).for_each(|row| self.write_row(row, w)));
            });
        });
    }

    fn write_titles(&self, titles: Titles, w: &mut Writer) {
        w.open("thead", &[]);
        w.open("tr", &[]);
        for column in &self.columns {
            column.write_title(titles, w);
        }
        w.close("tr");
        w.close("thead");
    }

    fn write_row(&self, row: usize, w: &mut Writer) {
        let attributes: &[_] = if self.marked.contains(&row) { &[("class", "marked")] } else { &[] };
        w.within("tr", attributes, |w| self.columns.iter().for_each(|column| column.write_cell(row, w)));
    }
}

impl Column {
    fn write_title(&self, titles: Titles, w: &mut Writer) {
        let mut attributes = vec![("scope", "col")];
        if self.is_number() {
            attributes.push(("class", "number"));
        }
        if titles == Titles::Sorting {
            attributes.push(("aria-sort", "none"));
        }
        let hint: Option<String> = self.hint.as_deref().map(visible_lines);
        let tip: Vec<_> = hint.iter().map(|hint| ("data-tip", hint.as_str())).collect();
        w.within("th", &attributes, |w| match titles {
            Titles::Sorting => {
                let attributes = [vec![("type", "button"), ("class", "sort")], tip].concat();
                w.element("button", &attributes, &brief(&self.title));
            }
            Titles::Plain if tip.is_empty() => w.text(&brief(&self.title)),
            Titles::Plain => {
                let attributes = [vec![("class", "hint"), ("tabindex", "0")], tip].concat();
                w.element("span", &attributes, &brief(&self.title));
            }
        });
    }

    fn write_cell(&self, row: usize, w: &mut Writer) {
        match &self.values {
            Values::Text(values) => write_words(None, values.get(row).map_or("", String::as_str), w),
            Values::Status(values) => match values.get(row) {
                Some((tone, words)) => write_words(Some(*tone), words, w),
                None => write_words(None, "", w),
            },
            Values::Number(values, digits) => {
                let number = digits.format(values.get(row).copied().unwrap_or(f64::NAN));
                w.element("td", &[("class", "number")], &number);
            }
        }
    }

    pub(super) fn is_number(&self) -> bool {
        matches!(self.values, Values::Number(..))
    }
}

/// A cell with words. `cell` in `script/table.js` makes the same.
fn write_words(tone: Option<Tone>, words: &str, w: &mut Writer) {
    let beginning = cut(words);
    let title: Vec<_> = beginning.iter().map(|_| visible(words)).collect();
    let attributes: Vec<_> = title.iter().map(|title| ("title", title.as_ref())).collect();
    let shown = beginning.as_deref().unwrap_or(words);
    w.within("td", &attributes, |w| match tone {
        Some(tone) => {
            let classes = format!("status {}", tone.class());
            w.element("span", &[("class", &classes)], shown);
        }
        None => w.text(shown),
    });
}

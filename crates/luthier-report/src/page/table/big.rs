//! Tables with many rows.

use super::write::Titles;
use super::{Table, write_data};
use crate::page::download::write_button;
use crate::page::writer::{Attributes, Writer};

/// Rows of a page of the table. `PAGE` in `script/table.js` is the same.
const PAGE: usize = 100;

/// A table to look around in: sorted by its titles, filtered by words, a page of rows at a time. Without scripts, and on
/// paper before anybody turned a page, it shows its first rows.
#[derive(Clone, Debug, PartialEq)]
pub struct BigTable {
    /// The table.
    pub table: Table,
    /// Name of the file that its rows are downloaded as, without an ending.
    pub file: String,
}

impl BigTable {
    pub(in crate::page) fn write(&self, w: &mut Writer) {
        let data = write_data(&self.table, w);
        w.within("div", &[("class", "explorer"), ("data-table", &data)], |w| {
            w.within("div", &[("class", "tools scripted")], |w| self.write_tools(&data, w));
            self.table.write_box(Titles::Sorting, self.table.rows().min(PAGE), w);
            self.write_pages(w);
        });
    }

    fn write_tools(&self, data: &str, w: &mut Writer) {
        w.within("label", &[("class", "filter")], |w| {
            w.element("span", &[], "Filter");
            let attributes = [("type", "search"), ("placeholder", &*self.example()), ("autocomplete", "off")];
            w.open("input", &attributes);
        });
        write_button(data, &self.file, "Download CSV", w);
    }

    /// What may be typed as a filter.
    fn example(&self) -> String {
        let simple = |title: &str| !title.is_empty() && title.chars().all(|c| c.is_ascii_lowercase());
        let number = self.table.columns.iter().find(|c| c.is_number() && simple(&c.title));
        number.map_or_else(|| "words".to_owned(), |column| format!("words, or {} > 100", column.title))
    }

    fn write_pages(&self, w: &mut Writer) {
        let rows = self.table.rows();
        let shown = match rows {
            0 => "No rows".to_owned(),
            rows => format!("Rows 1\u{2013}{} of {rows}", rows.min(PAGE)),
        };
        w.within("div", &[("class", "pages")], |w| {
            write_turn("previous scripted", "Previous", &[("disabled", "")], rows, w);
            w.element("span", &[("class", "position"), ("role", "status")], &shown);
            write_turn("next scripted", "Next", &[], rows, w);
        });
    }
}

/// A button that turns pages, if there are any to turn.
fn write_turn(class: &str, label: &str, more: Attributes, rows: usize, w: &mut Writer) {
    let one_page: Attributes = if rows <= PAGE { &[("hidden", "")] } else { &[] };
    let attributes = [&[("type", "button"), ("class", class)], more, one_page].concat();
    w.element("button", &attributes, label);
}

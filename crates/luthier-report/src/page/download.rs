//! Files that the browser makes from data in the page.

use super::anchor::anchor;
use super::shown::brief;
use super::table::{Table, write_data};
use super::writer::Writer;

/// A table to take away as a CSV file, without showing it.
#[derive(Clone, Debug, PartialEq)]
pub struct Download {
    /// What it is, as the words of the button.
    pub label: String,
    /// Name of the file, without its ending.
    pub file: String,
    /// What is in it. Numbers are written with all their digits.
    pub table: Table,
}

impl Download {
    /// A table to take away.
    pub fn new(label: impl Into<String>, file: impl Into<String>, table: Table) -> Download {
        Download { label: label.into(), file: file.into(), table }
    }
}

/// A row of buttons.
pub(super) fn write_downloads(downloads: &[Download], w: &mut Writer) {
    w.within("div", &[("class", "downloads scripted")], |w| {
        for download in downloads {
            let data = write_data(&download.table, w);
            write_button(&data, &download.file, &download.label, w);
        }
    });
}

/// A button that makes a file of the data of an element.
pub(super) fn write_button(data: &str, file: &str, label: &str, w: &mut Writer) {
    let file = anchor(file) + ".csv";
    let attributes =
        [("type", "button"), ("class", "download scripted"), ("data-csv", data), ("data-file", &file)];
    w.element("button", &attributes, &brief(label));
}

//! Tables.

mod big;
mod data;
mod write;

pub use big::BigTable;
pub(super) use data::write_data;

use super::number::Digits;
use super::text::Text;
use super::tone::Tone;

/// A table: columns with a title and a value for each row. It shows all of its rows; [`Table::big`] is for many.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// What it is about, shown above it.
    pub caption: Text,
    /// The columns. Where one is shorter than others, its last rows are empty.
    pub columns: Vec<Column>,
    /// Rows that stand out.
    pub marked: Vec<usize>,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// What is in it.
    pub title: String,
    /// An explanation, to hover over.
    pub hint: Option<String>,
    /// Its values, a row each.
    pub values: Values,
}

/// The values of a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Names and words.
    Text(Vec<String>),
    /// Words with a tone.
    Status(Vec<(Tone, String)>),
    /// Numbers; NaN where there is none.
    Number(Vec<f64>, Digits),
}

impl Values {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Values::Text(values) => values.len(),
            Values::Status(values) => values.len(),
            Values::Number(values, _) => values.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Table {
    /// A table without columns.
    pub fn new() -> Table {
        Table::default()
    }

    /// Says what the table is about.
    pub fn caption(mut self, caption: impl Into<Text>) -> Table {
        self.caption = caption.into();
        self
    }

    /// Adds a column of names or words.
    pub fn text<T: Into<String>>(
        self,
        title: impl Into<String>,
        values: impl IntoIterator<Item = T>,
    ) -> Table {
        self.column(title, Values::Text(values.into_iter().map(Into::into).collect()))
    }

    /// Adds a column of words with a tone.
    pub fn status<T: Into<String>>(
        self,
        title: impl Into<String>,
        values: impl IntoIterator<Item = (Tone, T)>,
    ) -> Table {
        let values = values.into_iter().map(|(tone, words)| (tone, words.into()));
        self.column(title, Values::Status(values.collect()))
    }

    /// Adds a column of numbers; NaN where there is none.
    pub fn number(
        self,
        title: impl Into<String>,
        digits: Digits,
        values: impl IntoIterator<Item = f64>,
    ) -> Table {
        self.column(title, Values::Number(values.into_iter().collect(), digits))
    }

    /// Adds a column of whole numbers; NaN where there is none.
    pub fn count(self, title: impl Into<String>, values: impl IntoIterator<Item = f64>) -> Table {
        self.number(title, Digits::Count, values)
    }

    /// Explains the column that was added last.
    pub fn hint(mut self, hint: impl Into<String>) -> Table {
        if let Some(column) = self.columns.last_mut() {
            column.hint = Some(hint.into());
        }
        self
    }

    /// Makes a row stand out.
    pub fn mark(mut self, row: usize) -> Table {
        self.marked.push(row);
        self
    }

    /// The table with controls to sort, filter and turn pages, and a download under this name.
    pub fn big(self, file: impl Into<String>) -> BigTable {
        BigTable { table: self, file: file.into() }
    }

    /// How many rows it has.
    pub fn rows(&self) -> usize {
        self.columns.iter().map(|column| column.values.len()).max().unwrap_or(0)
    }

    fn column(mut self, title: impl Into<String>, values: Values) -> Table {
        self.columns.push(Column { title: title.into(), hint: None, values });
        self
    }
}

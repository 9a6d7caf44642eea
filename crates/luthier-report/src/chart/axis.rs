//! What an axis shows.

use super::format;
use super::scale::Kind;
use super::text;

/// An axis: its name with its unit, and how values are laid out.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    pub(super) label: String,
    pub(super) kind: Kind,
    pub(super) categories: Option<Vec<String>>,
    pub(super) limits: Vec<f64>,
    pub(super) reversed: bool,
}

impl Axis {
    /// Equal differences are equally far apart.
    pub fn linear(label: impl Into<String>) -> Self {
        Axis::of(Kind::Linear, label, None)
    }

    /// Equal factors are equally far apart. Only values above zero have a place.
    pub fn log(label: impl Into<String>) -> Self {
        Axis::of(Kind::Log, label, None)
    }

    /// One place for each name; the value of the first is 0, of the next 1, and so on.
    pub fn categories<S: Into<String>>(label: impl Into<String>, names: impl IntoIterator<Item = S>) -> Self {
        Axis::of(Kind::Linear, label, Some(names.into_iter().map(Into::into).collect()))
    }

    fn of(kind: Kind, label: impl Into<String>, categories: Option<Vec<String>>) -> Self {
        Axis { label: label.into(), kind, categories, limits: Vec::new(), reversed: false }
    }

    /// The axis reaches at least to this value, and ends right there if the data go no further.
    pub fn including(mut self, value: f64) -> Self {
        self.limits.push(value);
        self
    }

    /// From right to left, or from top to bottom.
    pub fn reversed(mut self) -> Self {
        self.reversed = true;
        self
    }

    /// Whether a value has a place on the axis.
    pub(super) fn shows(&self, value: f64) -> bool {
        let (low, high) = self.range([]);
        self.kind.shows(value) && (self.categories.is_none() || (value >= low && value <= high))
    }

    /// The range that shows the values.
    pub(super) fn range(&self, values: impl IntoIterator<Item = f64>) -> (f64, f64) {
        match &self.categories {
            Some(names) => (-0.5, names.len().max(1) as f64 - 0.5),
            None => self.kind.range(values, &self.limits),
        }
    }

    /// The name at a value, if it is that of a category.
    fn category(&self, value: f64) -> Option<&str> {
        let names = self.categories.as_ref()?;
        let is_index = value >= 0.0 && value == libm::floor(value);
        names.get(value as usize).filter(|_| is_index).map(String::as_str)
    }

    /// The value for a reader.
    pub(super) fn reading(&self, value: f64) -> String {
        self.category(value).map_or_else(|| format::reading(value), text::brief)
    }

    /// The value for a machine: a number, or the name of the category.
    pub(super) fn exact(&self, value: f64) -> String {
        self.category(value).map_or_else(|| format::exact(value), text::brief)
    }
}

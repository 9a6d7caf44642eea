//! The answer to one problem as a start for another one.

use crate::engine::Start;
use crate::problem::{Labels, Problem};
use crate::text::shown;

/// What became of the last answer when a solver got another problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Carried {
    /// There was none.
    Nothing,
    /// It stays as it is.
    InPlace,
    /// Its numbers went with the names of rows and variables, which come in another order.
    ByName,
    /// It does not fit, for this reason, and the next solve starts from zero.
    Dropped(String),
}

/// Moves a start from one problem to another.
pub(super) fn carried(start: Option<Start>, from: &Problem, to: &Problem) -> (Option<Start>, Carried) {
    let Some(start) = start else { return (None, Carried::Nothing) };
    let rows = Places::new("rows", Labels::of_rows(from), Labels::of_rows(to));
    let columns = Places::new("variables", Labels::of_columns(from), Labels::of_columns(to));
    match (columns, rows) {
        (Err(reason), _) | (_, Err(reason)) => (None, Carried::Dropped(reason)),
        (Ok(Places(None)), Ok(Places(None))) => (Some(start), Carried::InPlace),
        (Ok(columns), Ok(rows)) => {
            (Some(Start { x: columns.moved(start.x), y: rows.moved(start.y), ..start }), Carried::ByName)
        }
    }
}

/// Where each number comes from; `None`: from the same place.
struct Places(Option<Vec<usize>>);

impl Places {
    fn new(what: &str, from: Labels<'_>, to: Labels<'_>) -> Result<Places, String> {
        if from.len() != to.len() {
            return Err(format!("it has {} {what}, the one before {}", to.len(), from.len()));
        }
        let (Some(old), Some(new)) = (from.names(), to.names()) else { return Ok(Places(None)) };
        if old == new {
            return Ok(Places(None));
        }
        let table = from.table();
        let places: Option<Vec<usize>> = new.iter().map(|name| table.find(name)).collect();
        // As many names, all different, all there: the same ones.
        places.map(|places| Places(Some(places))).ok_or_else(|| {
            let missing = new.iter().find(|name| table.find(name).is_none()).unwrap_or_default();
            format!("its {what} have other names, such as '{}'", shown(missing))
        })
    }

    fn moved(self, values: Vec<f64>) -> Vec<f64> {
        match self.0 {
            Some(places) => places.into_iter().map(|place| values[place]).collect(),
            None => values,
        }
    }
}

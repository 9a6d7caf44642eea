//! Step size and weight of plain PDHG: the iteration count over both.

use super::parameter::{check_base, check_range, find, with};
use super::pieces::{Resolution, strides};
use super::range::Range;
use super::regions;
use super::runs::{Bench, RunEnd, Running};
use crate::error::Error;
use luthier::params::Method;
use luthier::{Parameters, Problem};

/// The iteration count over a grid of step sizes (eta) and weights (omega).
#[derive(Clone, Debug)]
pub struct Map {
    /// The step sizes.
    pub eta: Vec<f64>,
    /// The weights.
    pub omega: Vec<f64>,
    /// How runs ended: for each weight a row of step sizes; `None` for those that were interrupted.
    pub cells: Vec<Option<RunEnd>>,
    /// Connected regions of the same end, on the grid and on coarser grids inside of it; empty if the map is not complete.
    /// Regions of the grid: connected by sides, so that one that is thinner than the grid may count as several.
    pub curve: Vec<Resolution>,
}

impl Map {
    /// How the run with these positions on the two axes ended.
    pub fn at(&self, eta: usize, omega: usize) -> Option<RunEnd> {
        if eta >= self.eta.len() { None } else { *self.cells.get(omega * self.eta.len() + eta)? }
    }

    /// Connected regions that the whole grid shows.
    pub fn regions(&self) -> usize {
        regions::count(&self.cells, self.eta.len())
    }

    /// Whether it was interrupted.
    pub fn interrupted(&self) -> bool {
        self.cells.iter().any(Option::is_none)
    }
}

/// Runs plain PDHG with every pair of these step sizes and weights. What `base` says about method, step size and weight does
/// not count; its limits do.
pub fn map(
    problem: &Problem,
    base: &Parameters,
    eta: &Range,
    omega: &Range,
    running: &Running<'_>,
) -> Result<Map, Error> {
    let base = Parameters {
        method: Method::Pdhg,
        initial_step_scale: 1.0,
        initial_weight_scale: 1.0,
        ..base.clone()
    };
    check_base(&base)?;
    let (step, weight) = (find("initial_step")?, find("initial_weight")?);
    check_range(&base, step, eta)?;
    check_range(&base, weight, omega)?;
    check_size(eta, omega)?;
    let (etas, omegas) = (eta.values(), omega.values());
    let mut settings = Vec::with_capacity(etas.len() * omegas.len());
    for weight_value in &omegas {
        let row = with(&base, weight, *weight_value)?;
        for step_value in &etas {
            settings.push(with(&row, step, *step_value)?);
        }
    }
    let cells = Bench { problem, running }.ends(&settings)?;
    let mut map = Map { eta: etas, omega: omegas, cells, curve: Vec::new() };
    if !map.interrupted() {
        map.curve = curve(&map);
    }
    Ok(map)
}

/// The most pairs: all of them are run.
const MOST: usize = 1_000_000;

fn check_size(eta: &Range, omega: &Range) -> Result<(), Error> {
    let pairs = eta.points.saturating_mul(omega.points);
    if pairs <= MOST {
        return Ok(());
    }
    let problem = format!("{pairs} pairs, expected at most {MOST}; ask for fewer values of each");
    Err(Error::Question { what: "the map".to_owned(), problem })
}

/// Regions against the values of a side, on the grids that both sides have.
fn curve(map: &Map) -> Vec<Resolution> {
    let (width, height) = (map.eta.len(), map.omega.len());
    let both = strides(height);
    let strides = strides(width).into_iter().filter(|stride| both.contains(stride));
    strides
        .map(|stride| {
            let rows = (0..height).step_by(stride);
            let cells: Vec<Option<RunEnd>> = rows
                .flat_map(|row| (0..width).step_by(stride).map(move |column| map.at(column, row)))
                .collect();
            let points = (width - 1) / stride + 1;
            Resolution { points, pieces: regions::count(&cells, points) }
        })
        .collect()
}

/// A step size with which plain PDHG converges: 1 / sqrt(largest row sum * largest column sum) of the absolute matrix, which is
/// at most 1 / |K|. 1 for a matrix without entries.
pub fn safe_step(problem: &Problem) -> f64 {
    let matrix = problem.matrix();
    let row = |i| matrix.row(i).map(|(_, v)| v.abs()).sum::<f64>();
    let column = |j| matrix.column(j).map(|(_, v)| v.abs()).sum::<f64>();
    let rows = (0..matrix.rows()).map(row).fold(0.0, f64::max);
    let columns = (0..matrix.columns()).map(column).fold(0.0, f64::max);
    let step = 1.0 / (rows.sqrt() * columns.sqrt());
    if step.is_finite() && step > 0.0 { step } else { 1.0 }
}

//! How much of the differences between settings is due to which parameter: functional analysis of variance on the grid.

use super::table::Table;
use crate::space::SettingId;
use crate::study::View;
use luthier::params::Parameter;

/// What varies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// The logarithm of the mean cost: effects that multiply the cost add up.
    Log,
    /// The mean cost.
    Plain,
}

/// How the variance of the cost over all points of the grid is made up. The shares of axes and pairs and the rest are 1
/// together. It is a description of the training set, exact and without any claim about other instances.
#[derive(Clone, Debug)]
pub struct Importance {
    /// What varies.
    pub scale: Scale,
    /// Points of the grid. Those that act alike count as often as they are there.
    pub points: u64,
    /// The variance over them.
    pub variance: f64,
    /// What each axis explains alone, in the order of the space.
    pub axes: Vec<AxisShare>,
    /// What two axes explain beyond what each of them does alone.
    pub pairs: Vec<PairShare>,
    /// What is left: three axes and more.
    pub rest: f64,
}

/// An axis and its part of the variance.
#[derive(Clone, Copy, Debug)]
pub struct AxisShare {
    /// The axis of the space.
    pub axis: usize,
    /// Its parameter.
    pub parameter: &'static Parameter,
    /// Its part of the variance.
    pub share: f64,
}

/// Two axes and their part of the variance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairShare {
    /// The axes of the space, in its order.
    pub axes: (usize, usize),
    /// Their part of the variance.
    pub share: f64,
}

/// How much each parameter matters; the error says in words why that cannot be told.
pub fn importance(view: &View, scale: Scale) -> Result<Importance, String> {
    let (space, values) = (&view.space, values(view, scale)?);
    let grid = Grid::new(space.axes().iter().map(|axis| axis.values.len()).collect(), &values);
    let variance = grid.variance(|position| values[position] - grid.mean);
    if !(variance > 0.0) {
        return Err("all settings cost the same".to_owned());
    }
    let count = space.axes().len();
    let alone: Vec<Vec<f64>> = (0..count).map(|axis| grid.marginal(&values, &[axis])).collect();
    let axis = |axis: usize| AxisShare {
        axis,
        parameter: space.axes()[axis].parameter,
        share: grid.variance(|position| alone[axis][grid.step(position, axis)] - grid.mean) / variance,
    };
    let pair = |(i, j): (usize, usize)| {
        let both = grid.marginal(&values, &[i, j]);
        let interaction = |position: usize| {
            let (a, b) = (grid.step(position, i), grid.step(position, j));
            both[grid.cell(position, &[i, j])] - alone[i][a] - alone[j][b] + grid.mean
        };
        PairShare { axes: (i, j), share: grid.variance(interaction) / variance }
    };
    let axes: Vec<AxisShare> = (0..count).map(axis).collect();
    let all_pairs = (0..count).flat_map(|i| (i + 1..count).map(move |j| (i, j)));
    let pairs: Vec<PairShare> = all_pairs.map(pair).collect();
    let explained: f64 =
        axes.iter().map(|a| a.share).sum::<f64>() + pairs.iter().map(|p| p.share).sum::<f64>();
    let rest = (1.0 - explained).max(0.0);
    Ok(Importance { scale, points: space.size(), variance, axes, pairs, rest })
}

/// What varies, at all points of the grid.
fn values(view: &View, scale: Scale) -> Result<Vec<f64>, String> {
    let (space, table) = (&view.space, Table::new(view));
    let cost = |id| table.mean(space.distinct(SettingId(id)));
    let costs: Vec<f64> = (1..=space.size()).filter_map(cost).collect();
    let missing = space.size() - costs.len() as u64;
    if missing > 0 {
        let all = space.size();
        return Err(format!(
            "{missing} of the {all} points of the grid were not run to the end on all training instances"
        ));
    }
    if scale == Scale::Log && costs.iter().any(|cost| !(*cost > 0.0)) {
        return Err("a setting costs nothing, which has no logarithm".to_owned());
    }
    let value = |cost: f64| if scale == Scale::Log { libm::log(cost) } else { cost };
    // Differences to the first: equal costs then have no variance at all.
    let first = costs.first().map_or(0.0, |cost| value(*cost));
    Ok(costs.into_iter().map(|cost| value(cost) - first).collect())
}

/// Points of a grid by their position, the last axis fastest.
struct Grid {
    counts: Vec<usize>,
    strides: Vec<usize>,
    size: usize,
    mean: f64,
}

impl Grid {
    fn new(counts: Vec<usize>, values: &[f64]) -> Grid {
        let mut strides = vec![1; counts.len()];
        for axis in (1..counts.len()).rev() {
            strides[axis - 1] = strides[axis] * counts[axis];
        }
        let size = values.len();
        Grid { counts, strides, size, mean: values.iter().sum::<f64>() / size as f64 }
    }

    fn step(&self, position: usize, axis: usize) -> usize {
        position / self.strides[axis] % self.counts[axis]
    }

    /// The place of a point among the values of some axes.
    fn cell(&self, position: usize, axes: &[usize]) -> usize {
        axes.iter().fold(0, |cell, axis| cell * self.counts[*axis] + self.step(position, *axis))
    }

    /// Means over all other axes.
    fn marginal(&self, values: &[f64], axes: &[usize]) -> Vec<f64> {
        let cells: usize = axes.iter().map(|axis| self.counts[*axis]).product();
        let mut sums = vec![0.0; cells];
        for (position, value) in values.iter().enumerate() {
            sums[self.cell(position, axes)] += value;
        }
        let each = self.size as f64 / cells as f64;
        sums.into_iter().map(|sum| sum / each).collect()
    }

    /// The mean square over all points.
    fn variance(&self, deviation: impl Fn(usize) -> f64) -> f64 {
        (0..self.size).map(|position| deviation(position).powi(2)).sum::<f64>() / self.size as f64
    }
}

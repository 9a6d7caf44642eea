//! The figures of the paper, from what was measured: lines and heat maps, in iterations and in seconds.

use crate::chart::{Axis, Cell, Chart, HeatMap, LineChart, Point, Series, Sign, Spot, Value, format};
use luthier_tune::reproduction::{self, Distribution, Measured, Preset, Sweep, Sweeps, Swept};

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Mean iterations.
    Iterations,
    /// Mean seconds.
    Seconds,
}

impl Unit {
    /// Both.
    pub const ALL: [Unit; 2] = [Unit::Iterations, Unit::Seconds];

    /// In a word.
    pub fn name(self) -> &'static str {
        match self {
            Unit::Iterations => "iterations",
            Unit::Seconds => "seconds",
        }
    }

    /// What was measured in it.
    pub fn of(self, measured: &Measured) -> Option<&Sweeps> {
        match self {
            Unit::Iterations => measured.iterations.as_ref(),
            Unit::Seconds => measured.seconds.as_ref(),
        }
    }

    fn label(self) -> &'static str {
        match self {
            Unit::Iterations => "mean iterations",
            Unit::Seconds => "mean run time (seconds)",
        }
    }
}

/// A distribution with what was measured of it under each preset.
pub struct Pair<'a> {
    /// The distribution.
    pub distribution: &'static Distribution,
    /// What was measured, as far as there is anything.
    pub measured: Vec<&'a Measured>,
}

/// All distributions that something was measured of.
pub fn pairs(measured: &[Measured]) -> Vec<Pair<'_>> {
    let of = |distribution: &'static Distribution| Pair {
        distribution,
        measured: measured.iter().filter(|m| m.experiment.distribution.name == distribution.name).collect(),
    };
    reproduction::DISTRIBUTIONS.iter().map(of).filter(|pair| !pair.measured.is_empty()).collect()
}

/// The mean along one parameter, with a line for each preset; `None` if nothing of it is complete.
pub fn line(pair: &Pair<'_>, sweep: Sweep, unit: Unit) -> Option<Chart> {
    let swept: Vec<(Preset, &Swept)> = pair
        .measured
        .iter()
        .filter_map(|m| Some((m.experiment.preset, of_sweep(unit.of(m)?, sweep))))
        .collect();
    if swept.is_empty() {
        return None;
    }
    let symbol = sweep.name();
    let title = format!("{}: {} against {symbol}", pair.distribution.title, unit.label());
    let id = format!("{}-{symbol}-{}", pair.distribution.name, unit.name());
    let mut chart =
        LineChart::new(&id, &title, Axis::linear(symbol), Axis::linear(unit.label()).including(0.0));
    for (preset, swept) in &swept {
        chart = chart.series(series(*preset, swept, sweep, unit));
        if let Some(best) = swept.best() {
            let label = format!("best, preset {}", preset.name());
            chart = chart.spot(Spot::new(Sign::Ring, value(best, sweep), best.mean.value, &label));
        }
        if let Some(default) = swept.default() {
            chart = chart.spot(Spot::new(Sign::Star, value(default, sweep), default.mean.value, "default"));
        }
    }
    Some(chart.draw())
}

fn of_sweep(sweeps: &Sweeps, sweep: Sweep) -> &Swept {
    match sweep {
        Sweep::Theta => &sweeps.theta,
        Sweep::Alpha => &sweeps.alpha,
        Sweep::Joint => &sweeps.joint,
    }
}

fn value(point: &reproduction::Point, sweep: Sweep) -> f64 {
    if sweep == Sweep::Alpha { point.alpha } else { point.theta }
}

fn series(preset: Preset, swept: &Swept, sweep: Sweep, unit: Unit) -> Series {
    let point = |p: &reproduction::Point| {
        Point::new(value(p, sweep), p.mean.value).interval(p.mean.low, p.mean.high).tip(tip(p, preset, unit))
    };
    Series::new(format!("preset {}", preset.name()), swept.points.iter().map(point))
}

/// What is said about a point when it is pointed at.
fn tip(point: &reproduction::Point, preset: Preset, unit: Unit) -> String {
    let mean = format::reading(point.mean.value);
    let (low, high) = (format::reading(point.mean.low), format::reading(point.mean.high));
    let unsolved = match point.unsolved {
        0 => String::new(),
        count => format!("\n{count} not solved"),
    };
    format!(
        "theta {}, alpha {}, preset {}\n{mean} {} ({low} to {high})\n{} problems{unsolved}",
        point.theta,
        point.alpha,
        preset.name(),
        unit.name(),
        point.instances
    )
}

/// The mean over both parameters, under one preset.
pub fn heat_map(measured: &Measured, unit: Unit) -> Option<Chart> {
    let grid = &unit.of(measured)?.joint;
    let (distribution, preset) = (measured.experiment.distribution, measured.experiment.preset);
    let title = format!("{}: {}, preset {}", distribution.title, unit.label(), preset.name());
    let id = format!("{}-joint-{}-{}", distribution.name, unit.name(), preset.name());
    let (thetas, alphas) = (values(grid, |p| p.theta), values(grid, |p| p.alpha));
    let names = |values: &[f64]| values.iter().map(f64::to_string).collect::<Vec<_>>();
    let place = |p: &reproduction::Point| {
        let find = |values: &[f64], v: f64| values.iter().position(|w| *w == v);
        Some((find(&alphas, p.alpha)?, find(&thetas, p.theta)?))
    };
    let cells = grid.points.iter().filter_map(|p| {
        let (column, row) = place(p)?;
        Some(Cell::new(column, row, Value::Known(p.mean.value)).tip(tip(p, preset, unit)))
    });
    let (across, up) = (Axis::categories("alpha", names(&alphas)), Axis::categories("theta", names(&thetas)));
    let mut chart = HeatMap::new(&id, &title, across, up, Axis::log(unit.label())).cells(cells);
    let marks = [(Sign::Star, grid.default(), "default"), (Sign::Ring, grid.best(), "best")];
    for (sign, point, meaning) in marks {
        if let Some((column, row)) = point.and_then(place) {
            chart = chart.spot(sign, column, row, meaning);
        }
    }
    Some(chart.draw())
}

/// The values of a parameter, in ascending order.
fn values(grid: &Swept, of: fn(&reproduction::Point) -> f64) -> Vec<f64> {
    let mut values: Vec<f64> = grid.points.iter().map(of).collect();
    values.sort_by(f64::total_cmp);
    values.dedup();
    values
}

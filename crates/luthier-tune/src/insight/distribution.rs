//! How costs are distributed: of one setting, and of a setting beside the default.

use super::CONFIDENCE;
use super::duel::{DuelPoint, duel, single};
use crate::space::SettingId;
use crate::split::Side;
use crate::study::View;

/// The empirical distribution function of the cost of a setting.
#[derive(Clone, Debug, PartialEq)]
pub struct Ecdf {
    /// Where it jumps, from the least cost to the largest. Unsolved instances are at infinity and have no step.
    pub steps: Vec<EcdfStep>,
    /// Instances that it rests on.
    pub instances: usize,
    /// Those of them that were not solved.
    pub unsolved: usize,
    /// Half the width of the band: sqrt(ln(2 / 0.05) / (2 N)), after Dvoretzky, Kiefer, Wolfowitz and Massart. If the
    /// instances are independent draws of one distribution and had no part in choosing the setting, the whole distribution
    /// function of the costs is inside the band, but for a probability of 5%.
    pub half_width: f64,
}

/// A jump of a distribution function.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EcdfStep {
    /// The cost.
    pub cost: f64,
    /// The part of instances that cost no more.
    pub part: f64,
    /// The band from here to the next step.
    pub band: (f64, f64),
}

/// The distribution of the cost of a setting on the instances of a side, to a tolerance as for [`duel()`]. `None` if none was
/// run, or if runs were laid aside: the others are the short ones, and would flatter.
pub fn ecdf(view: &View, setting: SettingId, side: Side, rung: Option<usize>) -> Option<Ecdf> {
    let (cost, instances) = (single(&view.cost, rung), view.instances.on(side));
    let of = |instance: &usize| {
        let (record, term) = (view.ledger.get(*instance, setting)?, view.term(&cost, *instance, setting)?);
        Some(if cost.solved(record) { term } else { f64::INFINITY })
    };
    let mut costs: Vec<f64> = instances.iter().filter_map(of).collect();
    if costs.is_empty() || view.laid_aside(&instances, setting) {
        return None;
    }
    costs.sort_by(f64::total_cmp);
    let half_width = half_width(costs.len());
    let step = |(cost, part): (f64, f64)| {
        let band = ((part - half_width).max(0.0), (part + half_width).min(1.0));
        EcdfStep { cost, part, band }
    };
    let unsolved = costs.iter().filter(|cost| cost.is_infinite()).count();
    let steps = steps(&costs).into_iter().map(step).collect();
    Some(Ecdf { steps, instances: costs.len(), unsolved, half_width })
}

/// The half width of a band around a distribution function.
fn half_width(count: usize) -> f64 {
    (libm::log(2.0 / (1.0 - CONFIDENCE)) / (2.0 * count as f64)).sqrt()
}

/// Each finite value of an ascending list, with the part of the list that is no larger.
fn steps(values: &[f64]) -> Vec<(f64, f64)> {
    let mut steps: Vec<(f64, f64)> = Vec::new();
    for (value, below) in values.iter().zip(1..).filter(|(value, _)| value.is_finite()) {
        let part = f64::from(below) / values.len() as f64;
        match steps.last_mut() {
            Some(last) if last.0 == *value => last.1 = part,
            _ => steps.push((*value, part)),
        }
    }
    steps
}

/// The performance profile of the default and a setting, after Dolan and Moré.
#[derive(Clone, Debug, PartialEq)]
pub struct Performance {
    /// Where one of the two jumps, in ascending order; the first is at a ratio of 1.
    pub steps: Vec<PerformanceStep>,
    /// Instances that it rests on.
    pub instances: usize,
}

/// A jump of a performance profile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PerformanceStep {
    /// The ratio to the better of the two.
    pub ratio: f64,
    /// The part of instances that the default solves at no more than this many times the cost of the better one.
    pub default: f64,
    /// The same for the setting.
    pub setting: f64,
}

/// The performance profile on the instances of a side on which both are known, to a tolerance as for [`duel()`]. Unsolved
/// instances never count. `None` without instances, or if runs of one of the two were laid aside.
pub fn performance(view: &View, setting: SettingId, side: Side, rung: Option<usize>) -> Option<Performance> {
    let (instances, points) = (view.instances.on(side), duel(view, setting, side, rung));
    let aside = [SettingId::DEFAULT, setting].iter().any(|setting| view.laid_aside(&instances, *setting));
    if points.is_empty() || aside {
        return None;
    }
    let (defaults, settings): (Vec<f64>, Vec<f64>) = points.iter().map(ratios).unzip();
    let mut jumps: Vec<f64> =
        defaults.iter().chain(&settings).copied().chain([1.0]).filter(|r| r.is_finite()).collect();
    jumps.sort_by(f64::total_cmp);
    jumps.dedup();
    let step = |ratio| PerformanceStep {
        ratio,
        default: part_below(&defaults, ratio),
        setting: part_below(&settings, ratio),
    };
    Some(Performance { steps: jumps.into_iter().map(step).collect(), instances: points.len() })
}

/// What default and setting cost in multiples of the better one.
fn ratios(point: &DuelPoint) -> (f64, f64) {
    let cost = |cost, solved| if solved { cost } else { f64::INFINITY };
    let (a, b) = (cost(point.default_cost, point.default_solved), cost(point.cost, point.solved));
    let best = a.min(b);
    let ratio = |cost: f64| match cost {
        cost if cost.is_infinite() => f64::INFINITY,
        cost if cost == best => 1.0,
        cost => cost / best,
    };
    (ratio(a), ratio(b))
}

fn part_below(ratios: &[f64], bound: f64) -> f64 {
    ratios.iter().filter(|ratio| **ratio <= bound).count() as f64 / ratios.len() as f64
}

//! The linear program of an auction: bids for bundles of items, accepted whole or in part, as far as the supply goes.

use crate::error::Error;
use luthier::{PaperForm, Problem};

/// A bid: a price for some units of some items.
#[derive(Clone, Debug)]
pub struct Bid {
    /// Items with their units; every item once.
    pub units: Vec<(usize, u64)>,
    /// What is paid for all of them.
    pub price: f64,
}

/// min -p'x with -U x >= -supply and 0 <= x <= 1. Accepting nothing is feasible and the box is bounded, so that there is
/// an optimum whatever the numbers.
pub fn problem(supply: &[u64], bids: &[Bid]) -> Result<Problem, Error> {
    let entry = |(column, bid): (usize, &Bid)| {
        bid.units.iter().map(|&(item, units)| (item, column, -(units as f64))).collect::<Vec<_>>()
    };
    let form = PaperForm {
        c: bids.iter().map(|bid| -bid.price).collect(),
        g: bids.iter().enumerate().flat_map(entry).collect(),
        h: supply.iter().map(|s| -(*s as f64)).collect(),
        lower: vec![0.0; bids.len()],
        upper: vec![1.0; bids.len()],
        ..PaperForm::default()
    };
    Ok(form.build()?)
}

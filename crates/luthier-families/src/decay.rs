//! Decay auctions: a bid grows by one more item, and by one more unit of it, until chance says stop.

use crate::error::Error;
use crate::packing::{self, Bid};
use crate::random::Random;
use crate::specification::Values;
use crate::table::{Description, Form, Parameter};
use crate::value::{Domain, Value};
use luthier::Problem;

const SIZES: Form = Form::Sizes([("items", 1..=1_000_000), ("bids", 1..=5_000_000)]);
const GUARANTEE: &str =
    "Feasible, since accepting no bid is; bounded, since every variable is between 0 and 1.";
const REFERENCE: &str = "Sandholm, Suri, Gilpin and Levine (2002), Winner determination in combinatorial auction generalizations; Sandholm (2002) for the single-unit form";

const DECAY_PARAMETER: Parameter = Parameter {
    name: "decay",
    default: Value::Real(0.75),
    domain: Domain::Real(0.0, 0.999),
    doc: "probability that a bid has one more item",
};
const PRICE_PARAMETER: Parameter = Parameter {
    name: "price",
    default: Value::Span(0.0, 1.0),
    domain: Domain::Span(0.0, 1e6),
    doc: "price of a bid per unit in it, uniform",
};

/// The family `decay-decay`.
pub const DECAY_DECAY: Description = Description {
    name: "decay-decay",
    form: SIZES,
    parameters: &[
        DECAY_PARAMETER,
        Parameter {
            name: "unit_decay",
            default: Value::Real(0.75),
            domain: Domain::Real(0.0, 0.999),
            doc: "probability that a bid has one more unit of an item, up to the item's supply",
        },
        Parameter {
            name: "supply",
            default: Value::Whole(1, 200),
            domain: Domain::Whole(1, 1_000_000),
            doc: "units of an item, whole and uniform",
        },
        PRICE_PARAMETER,
    ],
    summary: "Multi-unit combinatorial auction: a variable for each bid, a row for each item.",
    guarantee: GUARANTEE,
    reference: REFERENCE,
    example: "decay-decay:200x2000,decay=0.75",
};

/// The family `decay`.
pub const DECAY: Description = Description {
    name: "decay",
    form: SIZES,
    parameters: &[DECAY_PARAMETER, PRICE_PARAMETER],
    summary: "Combinatorial auction with one unit of each item: a variable for each bid, a row for each item.",
    guarantee: GUARANTEE,
    reference: REFERENCE,
    example: "decay:100x1000",
};

/// Most matrix entries that are to be expected: beyond, an instance does not fit into memory.
const MOST_ENTRIES: f64 = 2e8;

/// What is wrong with the values together, if anything.
pub fn objection(values: &Values) -> Option<String> {
    let (items, bids) = (values.size(0) as f64, values.size(1) as f64);
    let entries = bids * items.min(1.0 / (1.0 - values.real("decay")));
    (entries > MOST_ENTRIES).then(|| {
        format!("about {entries:.0} items in all bids are too many, expected at most {MOST_ENTRIES:.0}: fewer bids or less decay")
    })
}

/// Streams of draws.
const SUPPLY: u64 = 0;
const BIDS: u64 = 1;

/// Decay auctions of one size, with one unit or several of each item.
#[derive(Debug)]
pub struct Decay {
    items: usize,
    bids: usize,
    decay: f64,
    price: (f64, f64),
    units: Option<Units>,
}

/// What only auctions with several units have.
#[derive(Debug)]
struct Units {
    decay: f64,
    supply: (u64, u64),
}

impl Decay {
    pub fn several_units(values: &Values) -> Decay {
        let units = Units { decay: values.real("unit_decay"), supply: values.whole("supply") };
        Decay { units: Some(units), ..Decay::single_unit(values) }
    }

    pub fn single_unit(values: &Values) -> Decay {
        Decay {
            items: values.size(0) as usize,
            bids: values.size(1) as usize,
            decay: values.real("decay"),
            price: values.span("price"),
            units: None,
        }
    }

    pub fn instance(&self, seed: u64, index: u64) -> Result<Problem, Error> {
        let mut random = Random::new(seed, index, SUPPLY);
        let supply: Vec<u64> =
            (0..self.items).map(|_| self.units.as_ref().map_or(1, |u| random.whole(u.supply))).collect();
        let mut random = Random::new(seed, index, BIDS);
        let mut pool: Vec<usize> = (0..self.items).collect();
        let bids: Vec<Bid> = (0..self.bids).map(|_| self.bid(&mut random, &mut pool, &supply)).collect();
        packing::problem(&supply, &bids)
    }

    fn bid(&self, random: &mut Random, pool: &mut [usize], supply: &[u64]) -> Bid {
        let items = self.bundle(random, pool);
        let units: Vec<(usize, u64)> =
            items.into_iter().map(|item| (item, self.count(random, supply[item]))).collect();
        let total: u64 = units.iter().map(|u| u.1).sum();
        Bid { price: random.uniform(self.price) * total as f64, units }
    }

    /// Distinct items: the k-th is a uniform choice from those at k and behind in the pool, with which it changes places.
    /// The pool is as before in the end, so that a bid does not depend on those before it.
    fn bundle(&self, random: &mut Random, pool: &mut [usize]) -> Vec<usize> {
        let mut swaps = Vec::new();
        loop {
            let taken = swaps.len();
            let chosen = taken + random.below(pool.len() - taken);
            pool.swap(taken, chosen);
            swaps.push(chosen);
            if swaps.len() == pool.len() || !random.chance(self.decay) {
                break;
            }
        }
        let items = pool[..swaps.len()].to_vec();
        swaps.into_iter().enumerate().rev().for_each(|(taken, chosen)| pool.swap(taken, chosen));
        items
    }

    /// Units of one item; nothing is drawn once the supply is reached.
    fn count(&self, random: &mut Random, supply: u64) -> u64 {
        let Some(units) = &self.units else { return 1 };
        let mut count = 1;
        while count < supply && random.chance(units.decay) {
            count += 1;
        }
        count
    }
}

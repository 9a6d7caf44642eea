//! Multipaths auctions: bids for paths in a random network, with capacities on its edges.

mod network;
mod paths;

use crate::error::Error;
use crate::packing::{self, Bid};
use crate::random::Random;
use crate::specification::Values;
use crate::table::{Description, Form, Parameter};
use crate::value::{Domain, Value};
use luthier::Problem;
use network::{Network, Plan};
use paths::{Wish, cheapest};

/// The family `multipaths`.
pub const DESCRIPTION: Description = Description {
    name: "multipaths",
    form: Form::Sizes([("items", 10..=30_000), ("bids", 10..=5_000_000)]),
    parameters: &[
        Parameter {
            name: "edges_per_city",
            default: Value::Real(3.0),
            domain: Domain::Real(1.0, 1000.0),
            doc: "items per city of the network, rounded to a number of cities; at least `neighbours`",
        },
        Parameter {
            name: "neighbours",
            default: Value::Count(2),
            domain: Domain::Count(1, 10),
            doc: "each city is joined to this many nearest ones; the other edges are random",
        },
        Parameter {
            name: "capacity",
            default: Value::Whole(1, 100),
            domain: Domain::Whole(1, 1_000_000),
            doc: "capacity of an edge, whole and uniform",
        },
        Parameter {
            name: "factor",
            default: Value::Span(1.0, 1.5),
            domain: Domain::Span(1.0, 10.0),
            doc: "a bidder takes paths shorter than this multiple of the distance, uniform; it must be able to exceed 1.01",
        },
        Parameter {
            name: "demand",
            default: Value::Whole(1, 10),
            domain: Domain::Whole(1, 1_000_000),
            doc: "units that a bidder wants on each edge of a path, whole and uniform",
        },
        Parameter {
            name: "paths",
            default: Value::Count(5),
            domain: Domain::Count(1, 100),
            doc: "most paths that a bidder bids for",
        },
        Parameter {
            name: "price",
            default: Value::Real(10.0),
            domain: Domain::Real(0.0, 1e6),
            doc: "price of a unit per unit of length that is saved",
        },
    ],
    summary: "Multi-unit auction of paths: a variable for each bid, a row for each edge of a random network.",
    guarantee: "Feasible, since accepting no bid is; bounded, since every variable is between 0 and 1.",
    reference: "the paths distribution of CATS: Leyton-Brown, Pearson and Shoham (2000), Towards a universal test suite for combinatorial auction algorithms; with several units",
    example: "multipaths:90x2000",
};

/// Streams of draws. Networks are drawn from stream 16 + attempt.
const CAPACITY: u64 = 0;
const BIDDERS: u64 = 1;
const GAPS: u64 = 2;
const NETWORKS: u64 = 16;

/// Bidders without any path, per bid, before it is given up.
const PATIENCE: usize = 1000;

/// Multipaths auctions of one size.
#[derive(Debug)]
pub struct Multipaths {
    /// The specification, for errors.
    text: String,
    bids: usize,
    plan: Plan,
    capacity: (u64, u64),
    factor: (f64, f64),
    demand: (u64, u64),
    paths: usize,
    price: f64,
}

/// What is wrong with the values together, if anything.
pub fn objection(values: &Values) -> Option<String> {
    let (items, bids) = (values.size(0), values.size(1));
    let plan = Plan::new(values);
    if bids < items {
        return Some(format!(
            "{bids} bids for {items} items; expected as many bids as items or more, since every item has one"
        ));
    }
    if values.span("factor").1 < 1.01 {
        return Some("factor never exceeds 1.01, so that no path is short enough".to_owned());
    }
    let most = plan.cities * plan.neighbours;
    (most > plan.edges).then(|| {
        format!(
            "{} cities with {} neighbours each may have {most} edges, more than {items} items; expected more items, fewer neighbours or more edges_per_city",
            plan.cities, plan.neighbours
        )
    })
}

impl Multipaths {
    pub fn new(values: &Values) -> Multipaths {
        Multipaths {
            text: values.to_string(),
            bids: values.size(1) as usize,
            plan: Plan::new(values),
            capacity: values.whole("capacity"),
            factor: values.span("factor"),
            demand: values.whole("demand"),
            paths: values.count("paths") as usize,
            price: values.real("price"),
        }
    }

    pub fn instance(&self, seed: u64, index: u64) -> Result<Problem, Error> {
        let (capacity, bids) = self.auction(seed, index).map_err(|problem| {
            let family = self.text.clone();
            Error::Draw { family, seed, index, problem }
        })?;
        packing::problem(&capacity, &bids)
    }

    /// Capacities and bids, or what did not come about.
    fn auction(&self, seed: u64, index: u64) -> Result<(Vec<u64>, Vec<Bid>), String> {
        let network = self.plan.network(|attempt| Random::new(seed, index, NETWORKS + attempt))?;
        let mut random = Random::new(seed, index, CAPACITY);
        let capacity: Vec<u64> = (0..self.plan.edges).map(|_| random.whole(self.capacity)).collect();
        let mut bids = self.path_bids(&network, &capacity, &mut Random::new(seed, index, BIDDERS))?;
        self.fill_gaps(&network, &capacity, &mut bids, &mut Random::new(seed, index, GAPS));
        Ok((capacity, bids))
    }

    /// Bidders come until there are enough bids; those of the last one that are too many are left out.
    fn path_bids(
        &self,
        network: &Network,
        capacity: &[u64],
        random: &mut Random,
    ) -> Result<Vec<Bid>, String> {
        let mut bids = Vec::with_capacity(self.bids);
        let mut bidders = 0;
        while bids.len() < self.bids {
            bidders += 1;
            if bidders > PATIENCE * self.bids {
                return Err(format!("{bidders} bidders found too few paths; give a larger factor"));
            }
            let wish = self.wish(network, random);
            for path in cheapest(network, &wish, self.paths).into_iter().take(self.bids - bids.len()) {
                bids.push(self.bid(&wish, &path.edges, path.length, capacity));
            }
        }
        Ok(bids)
    }

    /// Draws in this order: one end, the other among the rest, the factor, the demand.
    fn wish(&self, network: &Network, random: &mut Random) -> Wish {
        let from = random.below(network.cities());
        let other = random.below(network.cities() - 1);
        let to = other + usize::from(other >= from);
        let limit = random.uniform(self.factor) * network.distance(from, to);
        Wish { from, to, limit, demand: random.whole(self.demand) }
    }

    fn bid(&self, wish: &Wish, edges: &[usize], length: f64, capacity: &[u64]) -> Bid {
        let units = edges.iter().map(|&edge| (edge, wish.demand.min(capacity[edge]))).collect();
        Bid { units, price: self.price * wish.demand as f64 * (wish.limit - length) }
    }

    /// An edge without bids gets one of its own, in the place of a random bid; where that one is the only bid for some edge, in
    /// the place of the next that is not. There is one as long as there are no fewer bids than edges.
    fn fill_gaps(&self, network: &Network, capacity: &[u64], bids: &mut [Bid], random: &mut Random) {
        let mut cover = vec![0usize; capacity.len()];
        bids.iter().flat_map(|bid| &bid.units).for_each(|u| cover[u.0] += 1);
        for edge in 0..capacity.len() {
            if cover[edge] > 0 {
                continue;
            }
            let start = random.below(bids.len());
            let (factor, demand) = (random.uniform(self.factor), random.whole(self.demand));
            let spare = |k: &usize| bids[*k].units.iter().all(|u| cover[u.0] > 1);
            let places = (start..bids.len()).chain(0..start);
            let Some(place) = places.into_iter().find(spare) else { return };
            bids[place].units.iter().for_each(|u| cover[u.0] -= 1);
            let (from, to, length) = network.edge(edge);
            let wish = Wish { from, to, limit: factor * length, demand };
            bids[place] = self.bid(&wish, &[edge], length, capacity);
            cover[edge] = 1;
        }
    }
}

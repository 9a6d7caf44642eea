//! Transportation: suppliers give at most what they have, customers get at least what they need, at least cost.

use crate::error::Error;
use crate::random::Random;
use crate::specification::Values;
use crate::table::{Description, Form, Parameter};
use crate::value::{Domain, Value};
use luthier::{PaperForm, Problem};

/// The family `transportation`.
pub const DESCRIPTION: Description = Description {
    name: "transportation",
    form: Form::Sizes([("suppliers", 1..=20_000), ("customers", 1..=20_000)]),
    parameters: &[
        Parameter {
            name: "supply",
            default: Value::Span(10.0, 30.0),
            domain: Domain::Span(0.001, 1e9),
            doc: "supply of a supplier, uniform",
        },
        Parameter {
            name: "demand",
            default: Value::Span(5.0, 20.0),
            domain: Domain::Span(0.001, 1e9),
            doc: "demand of a customer, uniform",
        },
        Parameter {
            name: "cost",
            default: Value::Span(0.0, 5.0),
            domain: Domain::Span(0.0, 1e9),
            doc: "random part of the cost of a way, uniform",
        },
        Parameter {
            name: "distance",
            default: Value::Real(0.5),
            domain: Domain::Real(0.0, 1e6),
            doc: "cost per unit of |i - j|, the difference of the positions of supplier and customer",
        },
        Parameter {
            name: "surplus",
            default: Value::Real(1.2),
            domain: Domain::Real(1.01, 1e6),
            doc: "where supply falls short in total, all supplies grow to this multiple of the total demand",
        },
    ],
    summary: "Transportation problem: suppliers x customers variables, a row for each supplier and each customer. All instances share their matrix.",
    guarantee: "Feasible, since supply covers demand in total and every way exists; bounded, since no cost is negative.",
    reference: "Hitchcock (1941), with the distributions of docs/families.md",
    example: "transportation:60x90",
};

/// Most ways: beyond, an instance does not fit into memory.
const MOST_WAYS: u64 = 50_000_000;

/// Streams of draws.
const SUPPLY: u64 = 0;
const DEMAND: u64 = 1;
const COST: u64 = 2;

/// Transportation problems of one size.
#[derive(Debug)]
pub struct Transportation {
    suppliers: usize,
    customers: usize,
    supply: (f64, f64),
    demand: (f64, f64),
    cost: (f64, f64),
    distance: f64,
    surplus: f64,
    /// An instance without numbers, whose matrix all share.
    template: Problem,
}

/// What is wrong with the sizes, if anything.
pub fn objection(values: &Values) -> Option<String> {
    let ways = values.size(0) * values.size(1);
    (ways > MOST_WAYS).then(|| {
        format!("{ways} variables (suppliers times customers) are too many, expected at most {MOST_WAYS}")
    })
}

impl Transportation {
    pub fn new(values: &Values) -> Result<Transportation, Error> {
        let (suppliers, customers) = (values.size(0) as usize, values.size(1) as usize);
        Ok(Transportation {
            suppliers,
            customers,
            supply: values.span("supply"),
            demand: values.span("demand"),
            cost: values.span("cost"),
            distance: values.real("distance"),
            surplus: values.real("surplus"),
            template: template(suppliers, customers)?,
        })
    }

    pub fn instance(&self, seed: u64, index: u64) -> Result<Problem, Error> {
        let draws = |stream, span: (f64, f64), count| {
            let mut random = Random::new(seed, index, stream);
            (0..count).map(move |_| random.uniform(span))
        };
        let mut supply: Vec<f64> = draws(SUPPLY, self.supply, self.suppliers).collect();
        let demand: Vec<f64> = draws(DEMAND, self.demand, self.customers).collect();
        let (total_supply, total_demand): (f64, f64) = (supply.iter().sum(), demand.iter().sum());
        if total_supply < total_demand {
            let growth = self.surplus * total_demand / total_supply;
            supply.iter_mut().for_each(|s| *s *= growth);
        }
        let ways = (0..self.suppliers).flat_map(|i| (0..self.customers).map(move |j| i.abs_diff(j) as f64));
        let cost = draws(COST, self.cost, self.suppliers * self.customers);
        let costs = ways.zip(cost).map(|(way, cost)| cost + self.distance * way).collect();
        let lower: Vec<f64> = supply.iter().map(|s| -s).chain(demand).collect();
        let upper = vec![f64::INFINITY; lower.len()];
        Ok(self.template.with_data().objective(costs).row_bounds(lower, upper).build()?)
    }
}

/// Variables x_ij, i first; rows -sum_j x_ij, then sum_i x_ij.
fn template(suppliers: usize, customers: usize) -> Result<Problem, Error> {
    let ways = suppliers * customers;
    let mut form = PaperForm { c: vec![0.0; ways], ..PaperForm::default() };
    form.g.reserve(2 * ways);
    for way in 0..ways {
        form.g.push((way / customers, way, -1.0));
        form.g.push((suppliers + way % customers, way, 1.0));
    }
    form.h = vec![0.0; suppliers + customers];
    form.lower = vec![0.0; ways];
    form.upper = vec![f64::INFINITY; ways];
    Ok(form.build()?)
}

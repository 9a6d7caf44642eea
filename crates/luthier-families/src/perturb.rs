//! Perturbations of one linear program: every number of a part is multiplied by a random factor of its own.

use crate::error::Error;
use crate::noise::Noise;
use crate::random::Random;
use crate::specification::Values;
use crate::table::{Description, Form, Parameter};
use crate::value::{Domain, Value};
use luthier::Problem;
use luthier::io::{ReadOptions, read};
use std::path::Path;

const fn noise(name: &'static str, doc: &'static str) -> Parameter {
    Parameter { name, default: Value::Noise(Noise::None), domain: Domain::Noise, doc }
}

/// The family `perturb`.
pub const DESCRIPTION: Description = Description {
    name: "perturb",
    form: Form::File("FILE"),
    parameters: &[
        noise("objective", "what every objective coefficient is multiplied by"),
        noise("rhs", "what every row's bounds are multiplied by, both by the same factor"),
        noise("bounds", "what every variable's bounds are multiplied by, both by the same factor"),
        noise("matrix", "what every entry of the matrix is multiplied by"),
    ],
    summary: "A linear program in a file with noise on its numbers; zeros stay zeros. Without noise on the matrix all instances share it.",
    guarantee: "No promise in general: noise on the objective keeps feasible problems feasible, and bounded if their feasible points are; noise on rows, bounds or the matrix may make them infeasible.",
    reference: "the user's own problem",
    example: "perturb:model.mps,objective=gauss(0.05)",
};

/// Streams of draws: each part has its own, so that noise on one does not change another.
pub const OBJECTIVE: u64 = 0;
const RHS: u64 = 1;
const BOUNDS: u64 = 2;
const MATRIX: u64 = 3;

/// A linear program with noise.
#[derive(Debug)]
pub struct Perturb {
    base: Problem,
    objective: Noise,
    rhs: Noise,
    bounds: Noise,
    matrix: Noise,
}

/// A specification without noise is a mistake.
pub fn objection(values: &Values) -> Option<String> {
    let silent = DESCRIPTION.parameters.iter().all(|p| values.noise(p.name).is_none());
    silent.then(|| "nothing is perturbed; expected objective=, rhs=, bounds= or matrix=".to_owned())
}

/// Numbers times their factors, one for every position.
pub fn perturbed(numbers: &[f64], noise: Noise, seed: u64, index: u64, stream: u64) -> Vec<f64> {
    let mut random = Random::new(seed, index, stream);
    numbers.iter().map(|v| scaled(*v, noise.factor(&mut random))).collect()
}

/// An infinite bound stays where it is, also under the factor 0.
fn scaled(number: f64, factor: f64) -> f64 {
    if number.is_finite() { number * factor } else { number }
}

impl Perturb {
    pub fn of_file(values: &Values, options: &ReadOptions) -> Result<Perturb, Error> {
        Ok(Perturb {
            base: read(Path::new(values.path()), options)?,
            objective: values.noise("objective"),
            rhs: values.noise("rhs"),
            bounds: values.noise("bounds"),
            matrix: values.noise("matrix"),
        })
    }

    pub fn instance(&self, seed: u64, index: u64) -> Result<Problem, Error> {
        let base = &self.base;
        let part = |numbers: &[f64], noise, stream| perturbed(numbers, noise, seed, index, stream);
        // The factors of a stream are the same for lower and upper bounds: equations stay equations, and no bounds cross.
        let mut builder = base
            .with_data()
            .objective(part(base.objective(), self.objective, OBJECTIVE))
            .row_bounds(part(base.row_lower(), self.rhs, RHS), part(base.row_upper(), self.rhs, RHS))
            .bounds(part(base.lower(), self.bounds, BOUNDS), part(base.upper(), self.bounds, BOUNDS));
        if !self.matrix.is_none() {
            builder = builder.triplets(self.entries(&mut Random::new(seed, index, MATRIX)));
        }
        Ok(builder.build()?)
    }

    /// Row by row, columns ascending.
    fn entries(&self, random: &mut Random) -> Vec<(usize, usize, f64)> {
        let matrix = self.base.matrix();
        let mut entries = Vec::with_capacity(matrix.nonzeros());
        for i in 0..matrix.rows() {
            let mut row: Vec<(usize, f64)> = matrix.row(i).collect();
            row.sort_unstable_by_key(|e| e.0);
            entries.extend(row.into_iter().map(|(j, v)| (i, j, v * self.matrix.factor(random))));
        }
        entries
    }
}

//! Quadratic assignment problems, linearised by Adams and Johnson.

mod data;
mod nugent;

use crate::error::Error;
use crate::noise::Noise;
use crate::perturb::{OBJECTIVE, perturbed};
use crate::specification::Values;
use crate::table::{Description, Form, Parameter};
use crate::value::{Domain, Value};
use data::Data;
use luthier::{PaperForm, Problem};
use std::path::Path;

const PARAMETERS: &[Parameter] = &[Parameter {
    name: "objective",
    default: Value::Noise(Noise::None),
    domain: Domain::Noise,
    doc: "what every cost is multiplied by; the paper's perturbed qap15 is taken as uniform(0.5)",
}];
const GUARANTEE: &str = "Feasible, since every assignment is a solution; bounded, since the rows keep every variable between 0 and 1. Without noise there is one instance only.";
const REFERENCE: &str = "Adams and Johnson (1994), Improved linear programming-based lower bounds for the quadratic assignment problem";

/// The family `qap15`.
pub const NUGENT: Description = Description {
    name: "qap15",
    form: Form::Nothing,
    parameters: PARAMETERS,
    summary: "Nugent 15, linearised by Adams and Johnson: 22,275 variables, 6,330 rows, optimum 1040.9940410 without noise. All instances share their matrix.",
    guarantee: GUARANTEE,
    reference: "Nugent, Vollmann and Ruml (1968) for the data; Adams and Johnson (1994) for the linearization",
    example: "qap15:objective=uniform(0.1)",
};

/// The family `qap`.
pub const DESCRIPTION: Description = Description {
    name: "qap",
    form: Form::File("FILE.dat"),
    parameters: PARAMETERS,
    summary: "A quadratic assignment problem of QAPLIB (n, then two n x n matrices), linearised by Adams and Johnson. All instances share their matrix.",
    guarantee: GUARANTEE,
    reference: REFERENCE,
    example: "qap:nug12.dat,objective=uniform(0.1)",
};

/// A quadratic assignment problem, with noise on its costs.
#[derive(Debug)]
pub struct Qap {
    base: Problem,
    noise: Noise,
}

impl Qap {
    pub(crate) fn nugent(values: &Values) -> Result<Qap, Error> {
        Ok(Qap { base: linearised(&nugent::nugent_15())?, noise: values.noise("objective") })
    }

    pub(crate) fn of_file(values: &Values) -> Result<Qap, Error> {
        let data = data::read(Path::new(values.path()))?;
        Ok(Qap { base: linearised(&data)?, noise: values.noise("objective") })
    }

    /// The linear program of data in the format of QAPLIB; `name` stands for it in errors.
    pub fn parse(name: &str, text: &str) -> Result<Problem, Error> {
        linearised(&data::parse(name, text)?)
    }

    pub(crate) fn is_single(&self) -> bool {
        self.noise.is_none()
    }

    pub(crate) fn instance(&self, seed: u64, index: u64) -> Result<Problem, Error> {
        let objective = perturbed(self.base.objective(), self.noise, seed, index, OBJECTIVE);
        Ok(self.base.with_data().objective(objective).build()?)
    }
}

/// Positions of variables and rows.
struct Layout(usize);

impl Layout {
    fn x(&self, i: usize, j: usize) -> usize {
        i * self.0 + j
    }

    /// The row that says: facility k is somewhere if i is at j.
    fn by_facility(&self, (i, j): (usize, usize), k: usize) -> usize {
        2 * self.0 + self.x(i, j) * (self.0 - 1) + k - usize::from(k > i)
    }

    /// The row that says: somebody is at l if i is at j.
    fn by_location(&self, (i, j): (usize, usize), l: usize) -> usize {
        let before = 2 * self.0 + self.0 * self.0 * (self.0 - 1);
        before + self.x(i, j) * (self.0 - 1) + l - usize::from(l > j)
    }
}

/// Variables x_ij, then y_ijkl for i < k and j != l, in the order of i, j, k, l.
fn linearised(data: &Data) -> Result<Problem, Error> {
    let n = data.size;
    let (a, b) = (|i: usize, k: usize| data.first[i * n + k], |j: usize, l: usize| data.second[j * n + l]);
    let pairs = || (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
    let layout = Layout(n);
    let mut form = PaperForm { c: pairs().map(|(i, j)| a(i, i) * b(j, j)).collect(), ..PaperForm::default() };
    for (i, j) in pairs() {
        let x = layout.x(i, j);
        form.a.push((i, x, 1.0));
        form.a.push((n + j, x, 1.0));
        form.a.extend((0..n).filter(|k| *k != i).map(|k| (layout.by_facility((i, j), k), x, -1.0)));
        form.a.extend((0..n).filter(|l| *l != j).map(|l| (layout.by_location((i, j), l), x, -1.0)));
    }
    for (i, j) in pairs() {
        for k in i + 1..n {
            for l in (0..n).filter(|l| *l != j) {
                let y = form.c.len();
                form.c.push(a(i, k) * b(j, l) + a(k, i) * b(l, j));
                form.a.push((layout.by_facility((i, j), k), y, 1.0));
                form.a.push((layout.by_facility((k, l), i), y, 1.0));
                form.a.push((layout.by_location((i, j), l), y, 1.0));
                form.a.push((layout.by_location((k, l), j), y, 1.0));
            }
        }
    }
    let rows = 2 * n + 2 * n * n * (n - 1);
    form.b = (0..rows).map(|row| if row < 2 * n { 1.0 } else { 0.0 }).collect();
    form.lower = vec![0.0; form.c.len()];
    form.upper = vec![f64::INFINITY; form.c.len()];
    Ok(form.build()?)
}

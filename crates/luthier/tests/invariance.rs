//! What must not change the answer: order, units, sense, copies, shifts.

mod support;

use luthier::{Parameters, Problem, ProblemBuilder, Sense, Status};
use support::families::{Random, random_lp};
use support::small::{close, solved};

fn parameters(preset: &str) -> Parameters {
    let preset = Parameters::preset(preset).unwrap();
    Parameters { iteration_limit: 300_000, ..preset.with_tolerance(1e-8) }
}

/// A problem in parts, to be put together differently.
#[derive(Clone)]
struct Parts {
    c: Vec<f64>,
    entries: Vec<(usize, usize, f64)>,
    rows: Vec<(f64, f64)>,
    columns: Vec<(f64, f64)>,
}

impl Parts {
    fn of(p: &Problem) -> Parts {
        let entries = (0..p.rows()).flat_map(|i| p.matrix().row(i).map(move |(j, v)| (i, j, v))).collect();
        let pairs = |a: &[f64], b: &[f64]| a.iter().copied().zip(b.iter().copied()).collect();
        Parts {
            c: p.objective().to_vec(),
            entries,
            rows: pairs(p.row_lower(), p.row_upper()),
            columns: pairs(p.lower(), p.upper()),
        }
    }

    fn build(self) -> ProblemBuilder {
        let split = |v: Vec<(f64, f64)>| v.into_iter().unzip::<f64, f64, Vec<f64>, Vec<f64>>();
        let (m, n) = (self.rows.len(), self.columns.len());
        let ((row_lower, row_upper), (lower, upper)) = (split(self.rows), split(self.columns));
        ProblemBuilder::new(m, n)
            .objective(self.c)
            .triplets(self.entries)
            .row_bounds(row_lower, row_upper)
            .bounds(lower, upper)
    }
}

/// Changes every one of some problems and asserts that the objective changes as said.
fn invariant(change: impl Fn(Parts, &mut Random) -> ProblemBuilder, objective: impl Fn(f64) -> f64) {
    for seed in 0..12 {
        let problem = random_lp(900 + seed, 6 + seed as usize % 5, 14);
        let changed = change(Parts::of(&problem), &mut Random::new(seed)).build().unwrap();
        for preset in ["paper", "halpern"] {
            let (a, b) = (solved(&problem, &parameters(preset)), solved(&changed, &parameters(preset)));
            assert_eq!((a.status, b.status), (Status::Optimal, Status::Optimal), "seed {seed}, {preset}");
            close(objective(a.objective), b.objective, 1e-5);
        }
    }
}

fn shuffled(count: usize, r: &mut Random) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    (1..count).rev().for_each(|k| order.swap(k, r.below(k + 1)));
    order
}

#[test]
fn order_of_rows_and_columns() {
    let permute = |parts: Parts, r: &mut Random| {
        let (rows, columns) = (shuffled(parts.rows.len(), r), shuffled(parts.columns.len(), r));
        let mut out = parts.clone();
        for (i, &to) in rows.iter().enumerate() {
            out.rows[to] = parts.rows[i];
        }
        for (j, &to) in columns.iter().enumerate() {
            (out.columns[to], out.c[to]) = (parts.columns[j], parts.c[j]);
        }
        out.entries.iter_mut().for_each(|e| (e.0, e.1) = (rows[e.0], columns[e.1]));
        out.build()
    };
    invariant(permute, |objective| objective);
}

#[test]
fn units_of_rows_columns_and_objective() {
    let scale = |mut parts: Parts, r: &mut Random| {
        let mut powers =
            |count: usize| (0..count).map(|_| 2f64.powi(r.below(13) as i32 - 6)).collect::<Vec<_>>();
        let (rows, columns) = (powers(parts.rows.len()), powers(parts.columns.len()));
        parts.entries.iter_mut().for_each(|e| e.2 *= rows[e.0] * columns[e.1]);
        parts.rows.iter_mut().zip(&rows).for_each(|(b, s)| *b = (b.0 * s, b.1 * s));
        parts.columns.iter_mut().zip(&columns).for_each(|(b, s)| *b = (b.0 / s, b.1 / s));
        parts.c.iter_mut().zip(&columns).for_each(|(c, s)| *c *= 8.0 * s);
        parts.build()
    };
    invariant(scale, |objective| 8.0 * objective);
}

#[test]
fn copies_of_rows_and_columns() {
    let duplicate = |mut parts: Parts, r: &mut Random| {
        let (m, n) = (parts.rows.len(), parts.columns.len());
        let row = r.below(m);
        // A column that is split in two halves of its box: x = x' + x'' with both in half of [l, u].
        let column = (0..n).find(|j| parts.columns[*j].0.is_finite()).unwrap();
        let (l, u) = parts.columns[column];
        (parts.columns[column], parts.c) =
            ((l / 2.0, u / 2.0), [parts.c.clone(), vec![parts.c[column]]].concat());
        parts.columns.push((l / 2.0, u / 2.0));
        let copies: Vec<_> = parts.entries.iter().filter(|e| e.1 == column).map(|e| (e.0, n, e.2)).collect();
        parts.entries.extend(copies);
        let copies: Vec<_> = parts.entries.iter().filter(|e| e.0 == row).map(|e| (m, e.1, e.2)).collect();
        parts.entries.extend(copies);
        parts.rows.push(parts.rows[row]);
        parts.build()
    };
    invariant(duplicate, |objective| objective);
}

#[test]
fn sense() {
    let negate = |mut parts: Parts, _: &mut Random| {
        parts.c.iter_mut().for_each(|c| *c = -*c);
        parts.build().sense(Sense::Maximize)
    };
    invariant(negate, |objective| -objective);
}

#[test]
fn shifts_and_a_constant() {
    let shift = |mut parts: Parts, r: &mut Random| {
        let by: Vec<f64> = parts.c.iter().map(|_| (r.uniform(-3.0, 3.0) * 8.0).round() / 8.0).collect();
        let mut activity = vec![0.0; parts.rows.len()];
        parts.entries.iter().for_each(|e| activity[e.0] += e.2 * by[e.1]);
        parts.rows.iter_mut().zip(&activity).for_each(|(b, a)| *b = (b.0 + a, b.1 + a));
        parts.columns.iter_mut().zip(&by).for_each(|(b, d)| *b = (b.0 + d, b.1 + d));
        let constant: f64 = parts.c.iter().zip(&by).map(|(c, d)| c * d).sum();
        parts.build().offset(7.0 - constant)
    };
    invariant(shift, |objective| objective + 7.0);
}

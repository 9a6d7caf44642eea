//! The JSON document about a solution. `docs/solution.schema.json` describes it, `docs/solution-files.md` explains it.

use super::layout::Layout;
use super::words;
use crate::certificate::Certificate;
use crate::params::{Parameter, Parameters, Value, find};
use crate::presolve::Summary;
use crate::problem::{Labels, Problem, Range, Sense};
use crate::run::{LADDER, Learned};
use crate::solution::{self, Solution};
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Write;

/// What the documents are called, in their first entry.
pub(super) const SCHEMA: &str = "luthier-solution";

/// The version of their layout. It grows only when something that was there changes its meaning or goes.
pub(super) const VERSION: u64 = 1;

/// Everything there is to say about a solution, as JSON.
#[derive(Serialize)]
pub struct Document<'a> {
    schema: &'static str,
    version: u64,
    luthier: &'static str,
    status: &'static str,
    status_detail: String,
    objective: Option<f64>,
    dual_objective: Option<f64>,
    quality: Quality<'a>,
    work: Work,
    timing: Timing,
    learned: Option<Lesson>,
    ladder: Vec<Rung>,
    presolve: Option<Presolve>,
    polish: Option<Polish>,
    parameters_changed: Changed,
    model: Model<'a>,
    warnings: Vec<Remark>,
    notices: Vec<Remark>,
    certificate: Option<Proof<'a>>,
    solution: Option<Vectors<'a>>,
}

#[derive(Serialize)]
struct Quality<'a> {
    primal_abs: f64,
    primal_rel: f64,
    dual_abs: f64,
    dual_rel: f64,
    gap_abs: f64,
    gap_rel: f64,
    largest_violation: f64,
    worst_row: Option<Cow<'a, str>>,
    largest_dual_residual: f64,
    worst_column: Option<Cow<'a, str>>,
    error: f64,
    norm: Option<Value>,
    relative_tolerance: f64,
    absolute_tolerance: f64,
    reduced_cost_rule: Option<Value>,
}

#[derive(Serialize)]
struct Work {
    iterations: u64,
    rejected_steps: u64,
    matrix_passes: u64,
    restarts: u64,
    checks: u64,
    proof_steps: u64,
    norm_steps: u64,
    face_passes: u64,
}

#[derive(Serialize)]
struct Timing {
    seconds: f64,
}

/// What the run found out about how to step.
#[derive(Serialize)]
struct Lesson {
    weight: f64,
    step: f64,
}

#[derive(Serialize)]
struct Rung {
    tolerance: f64,
    iteration: Option<u64>,
}

/// Sizes of what was left, and how often each reduction was made.
#[derive(Serialize)]
struct Presolve {
    rows: usize,
    columns: usize,
    nonzeros: usize,
    reductions: BTreeMap<&'static str, usize>,
}

/// Residuals as the tolerances that they just meet.
#[derive(Serialize)]
struct Polish {
    tolerance: f64,
    primal: Option<Polished>,
    dual: Option<Polished>,
    matrix_passes: u64,
}

#[derive(Serialize)]
struct Polished {
    before: f64,
    after: f64,
    replaced: bool,
}

struct Changed(Vec<(&'static Parameter, Value)>);

impl Serialize for Changed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(parameter, value)| (parameter.name, value)))
    }
}

#[derive(Serialize)]
struct Model<'a> {
    name: &'a str,
    fingerprint: String,
    rows: usize,
    columns: usize,
    nonzeros: usize,
    sense: &'static str,
    ranges: Ranges,
}

#[derive(Serialize)]
struct Ranges {
    matrix: Option<Magnitudes>,
    objective: Option<Magnitudes>,
    right_hand_side: Option<Magnitudes>,
    bounds: Option<Magnitudes>,
}

#[derive(Serialize)]
struct Magnitudes {
    smallest: f64,
    largest: f64,
}

#[derive(Serialize)]
struct Remark {
    code: &'static str,
    text: String,
}

#[derive(Serialize)]
struct Proof<'a> {
    kind: &'static str,
    explanation: String,
    entries: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    name: Cow<'a, str>,
    value: f64,
}

#[derive(Serialize)]
struct Vectors<'a> {
    columns: ColumnVectors<'a>,
    rows: RowVectors<'a>,
}

#[derive(Serialize)]
struct ColumnVectors<'a> {
    names: Labels<'a>,
    value: &'a [f64],
    reduced_cost: &'a [f64],
}

#[derive(Serialize)]
struct RowVectors<'a> {
    names: Labels<'a>,
    activity: &'a [f64],
    dual: &'a [f64],
}

impl<'a> Document<'a> {
    /// The document about a solution of this problem with these parameters; with the names and numbers of all rows and
    /// variables only if `vectors` says so. Numbers that are not finite become `null`.
    ///
    /// # Panics
    /// If the solution has a certificate for another problem, with more rows or columns.
    pub fn new(
        problem: &'a Problem,
        parameters: &Parameters,
        solution: &'a Solution,
        vectors: bool,
    ) -> Document<'a> {
        let status = solution.status.name();
        let (rows, columns) = (Labels::of_rows(problem), Labels::of_columns(problem));
        Document {
            schema: SCHEMA,
            version: VERSION,
            luthier: env!("CARGO_PKG_VERSION"),
            status,
            status_detail: words::detail(problem, parameters, solution),
            objective: words::has_objective(status).then_some(solution.objective),
            dual_objective: words::has_dual_objective(status).then_some(solution.dual_objective),
            quality: quality(rows, columns, parameters, solution),
            work: work(solution),
            timing: Timing { seconds: solution.seconds },
            learned: solution.learned.map(|Learned { weight, step }| Lesson { weight, step }),
            ladder: ladder(solution),
            presolve: solution.presolve.as_ref().map(presolve),
            polish: solution.polish.as_ref().map(polish),
            parameters_changed: Changed(parameters.changed()),
            model: model(problem),
            warnings: problem
                .warnings()
                .iter()
                .map(|w| Remark { code: w.code(), text: w.to_string() })
                .collect(),
            notices: solution
                .notices
                .iter()
                .map(|n| Remark { code: n.code(), text: n.to_string() })
                .collect(),
            certificate: solution.certificate.as_ref().map(|c| proof(problem, c)),
            solution: vectors.then_some(Vectors {
                columns: ColumnVectors {
                    names: columns,
                    value: &solution.x,
                    reduced_cost: &solution.reduced_costs,
                },
                rows: RowVectors { names: rows, activity: &solution.row_activity, dual: &solution.y },
            }),
        }
    }

    /// The document as text, without a line feed at its end.
    pub fn to_json(&self) -> String {
        let mut text = Vec::new();
        // Neither writing to memory nor these types can fail, and JSON is UTF-8.
        let _ = self.serialize(&mut serde_json::Serializer::with_formatter(&mut text, Layout::default()));
        String::from_utf8(text).unwrap_or_default()
    }

    /// Writes the document, with a line feed at its end.
    pub fn write(&self, mut out: impl Write) -> std::io::Result<()> {
        self.serialize(&mut serde_json::Serializer::with_formatter(&mut out, Layout::default()))?;
        out.write_all(b"\n")
    }
}

fn quality<'a>(
    rows: Labels<'a>,
    columns: Labels<'a>,
    parameters: &Parameters,
    solution: &Solution,
) -> Quality<'a> {
    let q = &solution.quality;
    let setting = |name: &str| find(name).ok().map(|parameter| parameter.value(parameters));
    Quality {
        primal_abs: q.primal_residual,
        primal_rel: q.relative_primal_residual,
        dual_abs: q.dual_residual,
        dual_rel: q.relative_dual_residual,
        gap_abs: q.gap,
        gap_rel: q.relative_gap,
        largest_violation: q.largest_violation,
        worst_row: q.worst_row.map(|i| rows.get(i)),
        largest_dual_residual: q.largest_dual_residual,
        worst_column: q.worst_column.map(|j| columns.get(j)),
        error: q.error,
        norm: setting("norm"),
        relative_tolerance: parameters.relative_tolerance,
        absolute_tolerance: parameters.absolute_tolerance,
        reduced_cost_rule: setting("reduced_cost_rule"),
    }
}

fn work(solution: &Solution) -> Work {
    let w = &solution.work;
    Work {
        iterations: w.iterations,
        rejected_steps: w.rejected_steps,
        matrix_passes: w.matrix_passes(),
        restarts: w.restarts,
        checks: w.checks,
        proof_steps: w.proof_steps,
        norm_steps: w.norm_steps,
        face_passes: w.face_passes,
    }
}

fn ladder(solution: &Solution) -> Vec<Rung> {
    let rungs = LADDER.iter().zip(solution.ladder);
    rungs.map(|(tolerance, iteration)| Rung { tolerance: *tolerance, iteration }).collect()
}

fn presolve(summary: &Summary) -> Presolve {
    Presolve {
        rows: summary.rows.1,
        columns: summary.columns.1,
        nonzeros: summary.nonzeros.1,
        reductions: summary.made().map(|(reduction, count)| (reduction.name(), count)).collect(),
    }
}

fn polish(polish: &solution::Polish) -> Polish {
    let side = |side: Option<solution::Polished>| {
        side.map(|s| Polished { before: s.before, after: s.after, replaced: s.replaced })
    };
    Polish {
        tolerance: polish.tolerance,
        primal: side(polish.primal),
        dual: side(polish.dual),
        matrix_passes: polish.work.matrix_passes(),
    }
}

fn model(problem: &Problem) -> Model<'_> {
    let s = problem.statistics();
    let magnitudes =
        |range: Option<Range>| range.map(|r| Magnitudes { smallest: r.smallest, largest: r.largest });
    Model {
        name: problem.name(),
        fingerprint: problem.fingerprint().to_string(),
        rows: s.rows,
        columns: s.columns,
        nonzeros: s.nonzeros,
        sense: match problem.sense() {
            Sense::Minimize => "minimize",
            Sense::Maximize => "maximize",
        },
        ranges: Ranges {
            matrix: magnitudes(s.matrix),
            objective: magnitudes(s.objective),
            right_hand_side: magnitudes(s.right_hand_side),
            bounds: magnitudes(s.bounds),
        },
    }
}

fn proof<'a>(problem: &'a Problem, certificate: &Certificate) -> Proof<'a> {
    let (rows, columns) = (Labels::of_rows(problem), Labels::of_columns(problem));
    let sparse = |labels: Labels<'a>, values: &[f64]| {
        let nonzero = values.iter().enumerate().filter(|(_, v)| **v != 0.0);
        nonzero.map(|(k, v)| Entry { name: labels.get(k), value: *v }).collect::<Vec<_>>()
    };
    let (kind, entries) = match certificate {
        Certificate::CrossedRow(i) => {
            let value = problem.row_lower()[*i] - problem.row_upper()[*i];
            ("crossed_row", vec![Entry { name: rows.get(*i), value }])
        }
        Certificate::CrossedColumn(j) => {
            let value = problem.lower()[*j] - problem.upper()[*j];
            ("crossed_column", vec![Entry { name: columns.get(*j), value }])
        }
        Certificate::DualRay(y) => ("dual_ray", sparse(rows, y)),
        Certificate::PrimalRay(x) => ("primal_ray", sparse(columns, x)),
    };
    Proof { kind, explanation: certificate.explain(problem), entries }
}

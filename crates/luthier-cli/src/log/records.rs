//! The log for programs: one JSON object a line.

use super::header::Header;
use luthier::presolve::Summary;
use luthier::{Polishing, Progress, Side, Solution};
use serde::Serialize;
use std::collections::BTreeMap;

/// One line.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Record<'a> {
    /// What is being solved, and how; the first line but for warnings.
    Header {
        version: &'static str,
        model: &'a str,
        fingerprint: String,
        rows: usize,
        variables: usize,
        nonzeros: usize,
        origin: &'a str,
        changed: BTreeMap<&'static str, String>,
        relative_tolerance: f64,
        absolute_tolerance: f64,
        start: &'a str,
        threads: usize,
    },
    /// Something a user should know.
    Warning { code: &'a str, text: &'a str },
    /// What presolving left, if it was asked for.
    Presolve { rows: usize, variables: usize, nonzeros: usize, reductions: BTreeMap<&'static str, usize> },
    /// A stage of polishing, if it was asked for: the side that it is about, or neither where the whole problem is solved
    /// further; the residual before, and the one that is wanted.
    Polish { side: Option<&'static str>, from: Option<f64>, to: f64 },
    /// Where the run stands.
    Progress {
        iterations: u64,
        matrix_passes: u64,
        restarts: u64,
        seconds: f64,
        primal_objective: f64,
        dual_objective: f64,
        primal_residual: f64,
        dual_residual: f64,
        gap: f64,
        weight: f64,
        step: f64,
    },
    /// How it ended; the last line.
    End {
        status: &'static str,
        reason: &'a str,
        objective: f64,
        dual_objective: f64,
        primal_residual: f64,
        dual_residual: f64,
        gap: f64,
        iterations: u64,
        matrix_passes: u64,
        restarts: u64,
        seconds: f64,
    },
}

impl<'a> Record<'a> {
    pub fn header(header: &Header<'a>) -> Record<'a> {
        let (problem, parameters) = (header.problem, header.parameters);
        Record::Header {
            version: env!("CARGO_PKG_VERSION"),
            model: header.label,
            fingerprint: problem.fingerprint().to_string(),
            rows: problem.rows(),
            variables: problem.columns(),
            nonzeros: problem.matrix().nonzeros(),
            origin: header.origin,
            changed: parameters.changed().iter().map(|(p, value)| (p.name, value.to_string())).collect(),
            relative_tolerance: parameters.relative_tolerance,
            absolute_tolerance: parameters.absolute_tolerance,
            start: header.start,
            threads: header.threads,
        }
    }

    pub fn presolve(summary: &Summary) -> Record<'a> {
        Record::Presolve {
            rows: summary.rows.1,
            variables: summary.columns.1,
            nonzeros: summary.nonzeros.1,
            reductions: summary.made().map(|(reduction, count)| (reduction.name(), count)).collect(),
        }
    }

    pub fn polish(stage: &Polishing) -> Record<'a> {
        match *stage {
            Polishing::Side { side, from, to } => {
                let side = if side == Side::Primal { "primal" } else { "dual" };
                Record::Polish { side: Some(side), from: Some(from), to }
            }
            Polishing::Closer { tolerance } => Record::Polish { side: None, from: None, to: tolerance },
        }
    }

    pub fn progress(p: &Progress) -> Record<'a> {
        Record::Progress {
            iterations: p.iterations,
            matrix_passes: p.matrix_passes,
            restarts: p.restarts,
            seconds: p.seconds,
            primal_objective: p.primal_objective,
            dual_objective: p.dual_objective,
            primal_residual: p.primal_residual,
            dual_residual: p.dual_residual,
            gap: p.gap,
            weight: p.omega,
            step: p.eta,
        }
    }

    pub fn end(s: &Solution, reason: &'a str) -> Record<'a> {
        Record::End {
            status: s.status.name(),
            reason,
            objective: s.objective,
            dual_objective: s.dual_objective,
            primal_residual: s.quality.relative_primal_residual,
            dual_residual: s.quality.relative_dual_residual,
            gap: s.quality.relative_gap,
            iterations: s.work.iterations,
            matrix_passes: s.work.matrix_passes(),
            restarts: s.work.restarts,
            seconds: s.seconds,
        }
    }
}

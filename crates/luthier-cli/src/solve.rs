//! `luthier solve`.

use crate::Failure;
use crate::arguments::SolveOptions;
use crate::builtin;
use crate::log::{ProgressLog, say};
use luthier::io::{ReadOptions, read};
use luthier::{Control, Error, Parameters, Problem, Range, Solution, Status, escape_name, solve_with};
use std::io::Write;
use std::process::ExitCode;

pub fn run(options: &SolveOptions) -> Result<ExitCode, Failure> {
    let parameters = parameters(options)?;
    let problem = match &options.file {
        Some(path) => read(path, &ReadOptions::default())?,
        None => builtin::transportation()?,
    };
    problem.warnings().iter().for_each(|w| say(&format!("warning: {w}")));
    let log = ProgressLog::new();
    let mut control = Control::default();
    if !options.quiet {
        introduce(options, &problem, &parameters);
        control.observer = Some(&log);
    }
    let solution = solve_with(&problem, &parameters, None, &control)?;
    if !options.quiet {
        say("");
    }
    report(&problem, &solution)?;
    Ok(exit_code(solution.status))
}

fn parameters(options: &SolveOptions) -> Result<Parameters, Error> {
    let mut parameters = Parameters::preset(&options.preset)?;
    if let Some(tolerance) = &options.tol {
        parameters.set("relative_tolerance", tolerance)?;
        parameters.set("absolute_tolerance", tolerance)?;
    }
    if let Some(seconds) = &options.time_limit {
        parameters.set("time_limit", seconds)?;
    }
    for (name, value) in &options.set {
        parameters.set(name, value)?;
    }
    parameters.validate()?;
    Ok(parameters)
}

/// The header: what is being solved, and how.
fn introduce(options: &SolveOptions, problem: &Problem, parameters: &Parameters) {
    let s = problem.statistics();
    let name = match (&options.file, problem.name()) {
        (None, _) => "built-in transportation problem".to_owned(),
        (Some(path), "") => path.display().to_string(),
        (Some(_), name) => escape_name(name),
    };
    let range =
        |r: Option<Range>| r.map_or("none".into(), |r| format!("[{:.0e}, {:.0e}]", r.smallest, r.largest));
    say(&format!("model   {name}: {} rows, {} variables, {} nonzeros", s.rows, s.columns, s.nonzeros));
    say(&format!(
        "ranges  matrix {}, objective {}, right-hand side {}, bounds {}",
        range(s.matrix),
        range(s.objective),
        range(s.right_hand_side),
        range(s.bounds)
    ));
    let changed: Vec<_> = parameters.changed().iter().map(|(p, v)| format!("{} = {v}", p.name)).collect();
    let changed = if changed.is_empty() { String::new() } else { format!(": {}", changed.join(", ")) };
    say(&format!(
        "method  preset {}{changed}; tolerance {:e} relative, {:e} absolute",
        options.preset, parameters.relative_tolerance, parameters.absolute_tolerance
    ));
    say("");
}

/// The answer, on standard output.
fn report(problem: &Problem, s: &Solution) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    for notice in &s.notices {
        say(&format!("warning: {notice}"));
    }
    writeln!(out, "status      {}", s.status)?;
    if let Some(certificate) = &s.certificate {
        writeln!(out, "because     {}", certificate.explain(problem))?;
    }
    if s.status != Status::Infeasible {
        writeln!(out, "objective   {:.10} (dual {:.10})", s.objective, s.dual_objective)?;
        quality(&mut out, problem, s)?;
    }
    let w = &s.work;
    writeln!(
        out,
        "work        {} iterations, {} matrix passes, {} restarts, {:.3} s",
        w.iterations,
        w.matrix_passes(),
        w.restarts,
        s.seconds
    )?;
    Ok(())
}

fn quality(out: &mut impl Write, problem: &Problem, s: &Solution) -> Result<(), Failure> {
    let q = &s.quality;
    let named = |kind: &str, index: Option<usize>, name: Option<&str>| match (index, name) {
        (Some(_), Some(name)) => format!(" ({kind} '{}')", escape_name(name)),
        (Some(i), None) => format!(" ({kind} {i})"),
        _ => String::new(),
    };
    let row = named("row", q.worst_row, q.worst_row.and_then(|i| problem.row_name(i)));
    let column = named("variable", q.worst_column, q.worst_column.and_then(|j| problem.column_name(j)));
    writeln!(
        out,
        "primal      residual {:.1e} relative, largest violation {:.1e}{row}",
        q.relative_primal_residual, q.largest_violation
    )?;
    writeln!(
        out,
        "dual        residual {:.1e} relative, largest {:.1e}{column}",
        q.relative_dual_residual, q.largest_dual_residual
    )?;
    writeln!(out, "gap         {:.1e} relative, {:.1e} absolute", q.relative_gap, q.gap)?;
    Ok(())
}

/// 0 solved, 1 stopped without proof, 3 infeasible, 4 unbounded.
fn exit_code(status: Status) -> ExitCode {
    ExitCode::from(match status {
        Status::Optimal => 0,
        Status::Infeasible => 3,
        Status::Unbounded => 4,
        _ => 1,
    })
}

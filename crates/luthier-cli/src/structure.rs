//! `luthier structure`: how the iterations of one problem depend on a parameter.

mod chart;
mod document;
mod report;
mod words;

use crate::arguments::StructureArguments;
use crate::console::{STRONG, print_json, say, styled};
use crate::exit::{Exit, Failure};
use crate::family;
use crate::model::{self, DASH, Model};
use crate::signals::Signals;
use luthier::params::{Domain, Parameter, Role, TABLE, Value};
use luthier::{Diagnostic, escape_name};
use luthier_tune::SweepOptions;
use luthier_tune::structure::{Level, LineOptions, Range, Running, Scale, line, map, safe_step};
use std::path::Path;

/// What is looked at when nothing is said.
const BUILT_IN: &str = "transportation:5x8";

/// Values of a grid, along a parameter and on each side of a map.
const POINTS: [usize; 2] = [129, 33];

/// Weights of a map.
const OMEGA: (f64, f64) = (0.01, 100.0);

/// How far a map goes below and above the step size that surely converges.
const AROUND: f64 = 10.0;

/// Runs and reports.
pub fn run(arguments: &StructureArguments) -> Result<Exit, Failure> {
    let parameters = arguments.settings.parameters()?;
    let model = instance(arguments)?;
    let signals = Signals::watch();
    let quiet = arguments.quiet || arguments.json;
    let report = |level: &Level| tell(level);
    let running = Running {
        sweep: SweepOptions {
            threads: usize::try_from(arguments.threads).unwrap_or(0),
            lanes: arguments.lanes,
        },
        interrupt: Some(signals.flag()),
        report: if quiet { None } else { Some(&report) },
    };
    let Model { problem, label } = &model;
    let interrupted = if arguments.map {
        let [eta, omega] = sides(arguments, safe_step(problem));
        introduce(quiet, &model, &format!("{} runs of plain pdhg", eta.points * omega.points));
        let found = map(problem, &parameters, &eta, &omega, &running)?;
        match arguments.json {
            true => print_json(&document::of_map(label, &found))?,
            false => report::map(label, &found)?,
        }
        found.interrupted()
    } else {
        let range = range(arguments)?;
        introduce(quiet, &model, &format!("{} values first, at most {} runs", range.points, arguments.runs));
        let options = options(arguments);
        let found = line(problem, &parameters, &arguments.parameter, &range, &options, &running)?;
        match arguments.json {
            true => print_json(&document::of_line(label, &found, &options))?,
            false => report::line(label, &found, &options, arguments.top)?,
        }
        found.interrupted
    };
    Ok(if interrupted { signals.exit().unwrap_or(Exit::NoProof) } else { Exit::Success })
}

fn options(arguments: &StructureArguments) -> LineOptions {
    LineOptions {
        most_runs: arguments.runs,
        resolution: arguments.resolution,
        by: arguments.by,
        partings: arguments.partings,
    }
}

/// The problem that was asked for.
fn instance(arguments: &StructureArguments) -> Result<Model, Failure> {
    let text = arguments.instance.as_deref().unwrap_or(BUILT_IN);
    let path = Path::new(text);
    if text != DASH && !path.is_file() {
        let specification = family::specification(&[text.to_owned()])?;
        let family = family::open(&specification, false)?;
        let problem = family.instance(arguments.seed, arguments.index)?;
        let label = escape_name(&family.label(arguments.seed, arguments.index));
        return Ok(Model { problem, label });
    }
    if arguments.index > 0 {
        let problem = format!("is one problem and has no instance {}; expected --index 0", arguments.index);
        return Err(Diagnostic::of_file(text, problem).into());
    }
    model::open(Some(path), &arguments.reading)
}

fn introduce(quiet: bool, model: &Model, plan: &str) {
    if quiet {
        return;
    }
    let problem = &model.problem;
    say(&format!(
        "{}{}: {} rows, {} columns, {} nonzeros; {plan}",
        styled(STRONG, &format!("{:<11}", "structure")),
        model.label,
        problem.rows(),
        problem.columns(),
        problem.matrix().nonzeros()
    ));
}

fn tell(level: &Level) {
    let pieces = words::counted(level.pieces, "piece");
    say(&format!("{:11}{} runs: {pieces}, {} boundaries to narrow down", "", level.runs, level.open));
}

/// The values of the parameter.
fn range(arguments: &StructureArguments) -> Result<Range, Failure> {
    let usual = usual(&arguments.parameter);
    let given = arguments.from.or(usual.map(|u| u.0)).zip(arguments.to.or(usual.map(|u| u.1)));
    let (from, to) = given.ok_or_else(|| luthier_tune::Error::Question {
        what: format!("parameter '{}'", escape_name(&arguments.parameter)),
        problem: "it has no usual range; expected --from and --to".to_owned(),
    })?;
    let scale = if arguments.log_scale { Scale::Log } else { Scale::Linear };
    Ok(Range { from, to, points: arguments.points.unwrap_or(POINTS[0]), scale })
}

/// The interval of a parameter that has ends, or that of its usual grid. What cannot be varied gets any: the library says what is
/// wrong with it.
fn usual(name: &str) -> Option<(f64, f64)> {
    let plain = name.replace('-', "_");
    let Some(parameter) = TABLE.iter().find(|p| p.name == plain || p.symbol == plain) else {
        return Some((0.0, 1.0));
    };
    match parameter.domain {
        _ if parameter.role == Role::Meaning => Some((0.0, 1.0)),
        Domain::Real(interval) if interval.to < f64::MAX && !interval.open => {
            Some((interval.from, interval.to))
        }
        Domain::Real(_) | Domain::AutoReal(_) => grid(parameter),
        _ => Some((0.0, 1.0)),
    }
}

/// The least and the largest number of the usual grid, if they differ.
fn grid(parameter: &Parameter) -> Option<(f64, f64)> {
    let values = parameter.grid.split(',').filter_map(|text| parameter.domain.parse(text));
    let numbers = values.filter_map(|value| if let Value::Real(v) = value { Some(v) } else { None });
    let finite: Vec<f64> = numbers.filter(|v| v.is_finite()).collect();
    let ends = finite.iter().copied().reduce(f64::min).zip(finite.iter().copied().reduce(f64::max));
    ends.filter(|(from, to)| from < to)
}

/// The step sizes and the weights of a map.
fn sides(arguments: &StructureArguments, safe: f64) -> [Range; 2] {
    let points = arguments.points.unwrap_or(POINTS[1]);
    let side = |(from, to)| Range { from, to, points, scale: Scale::Log };
    let eta = arguments.eta.unwrap_or((safe / AROUND, safe * AROUND));
    [side(eta), side(arguments.omega.unwrap_or(OMEGA))]
}

#[cfg(test)]
mod tests {
    use super::usual;

    #[test]
    fn usual_ranges_follow_from_the_table() {
        assert_eq!(usual("theta"), Some((0.0, 1.0)));
        assert_eq!(usual("pock-chambolle-alpha"), Some((0.0, 2.0)));
        assert_eq!(usual("beta_s"), Some((0.1, 0.4)));
        assert_eq!(usual("artificial_restart"), Some((0.2, 0.5)), "none is no number");
        assert_eq!(usual("eta"), None);
    }
}

//! What can be wrong with jobs, found before any of them runs.

use super::batch::{BatchOptions, Start, Trial};
use super::job::Job;
use super::lanes::LANE_COUNTS;
use crate::error::Error;
use crate::problem::Problem;
use std::sync::Arc;

pub(super) fn validate(jobs: &[Job<'_>], options: &BatchOptions) -> Result<(), Error> {
    if let Some(value) = options.lanes.filter(|l| !LANE_COUNTS.contains(l)) {
        return Err(Error::BadOption { option: "lanes", value, expected: "1, 4, 8 or 16" });
    }
    for (index, job) in jobs.iter().enumerate() {
        if !Arc::ptr_eq(job.trial.problem.matrix(), jobs[0].trial.problem.matrix()) {
            return Err(Error::DifferentMatrix { trial: index });
        }
        validate_job(job).map_err(|error| match jobs.len() {
            1 => error,
            _ => Error::Trial { trial: index, error: Box::new(error) },
        })?;
    }
    Ok(())
}

fn validate_job(job: &Job<'_>) -> Result<(), Error> {
    let trial = &job.trial;
    if trial.parameters.presolve {
        let expected =
            "false for runs over one matrix; presolving gives each another one, and is for single solves";
        let (name, value, expected) = ("presolve", "true".to_owned(), expected.to_owned());
        return Err(Error::BadParameter { name, value, expected });
    }
    if trial.parameters.polish_tolerance.is_finite() {
        let expected = "none for runs over one matrix; polishing is for single solves".to_owned();
        let (name, value) = ("polish_tolerance", trial.parameters.polish_tolerance.to_string());
        return Err(Error::BadParameter { name, value, expected });
    }
    match &job.from {
        Some(checkpoint) => trial.parameters.validate().and_then(|()| checkpoint.check(trial)),
        None => validate_trial(trial),
    }
}

/// What can be wrong with a trial.
pub(crate) fn validate_trial(trial: &Trial<'_>) -> Result<(), Error> {
    trial.parameters.validate()?;
    trial.start.map_or(Ok(()), |start| validate_start(trial.problem, start))
}

fn validate_start(problem: &Problem, start: &Start) -> Result<(), Error> {
    let parts = [
        ("start.x", &start.x, problem.columns(), "one for each variable"),
        ("start.y", &start.y, problem.rows(), "one for each row"),
    ];
    for (argument, values, expected, reason) in parts {
        if values.len() != expected {
            return Err(Error::Length { argument, got: values.len(), expected, reason });
        }
        if let Some(i) = values.iter().position(|v| !v.is_finite()) {
            let (value, expected) = (values[i], "a finite number");
            return Err(Error::BadNumber { field: argument, index: Some(i), name: None, value, expected });
        }
    }
    let Some(learned) = &start.learned else { return Ok(()) };
    for (field, value) in [("start.learned.weight", learned.weight), ("start.learned.step", learned.step)] {
        if !(value > 0.0 && value.is_finite()) {
            let expected = "a positive number";
            return Err(Error::BadNumber { field, index: None, name: None, value, expected });
        }
    }
    Ok(())
}

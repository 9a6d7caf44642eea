//! What can be wrong with jobs, found before any of them runs.

use super::batch::{BatchOptions, Start};
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
    trial.parameters.validate()?;
    match (&job.from, trial.start) {
        (Some(checkpoint), _) => checkpoint.check(trial),
        (None, Some(start)) => validate_start(trial.problem, start),
        (None, None) => Ok(()),
    }
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
    Ok(())
}

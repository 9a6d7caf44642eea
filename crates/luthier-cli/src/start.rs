//! Where a run starts: at zero, or at a point from a file.

use crate::arguments::SolveArguments;
use luthier::io::{Mismatch, read_solution};
use luthier::verify::{Tolerances, verify};
use luthier::{Error, Parameters, Problem, Start, escape_name};

/// A start with what there is to say about it.
pub struct Beginning {
    /// The point; none: zero.
    pub point: Option<Start>,
    /// What it is, in words.
    pub words: String,
    /// How the file and the model differ.
    pub mismatches: Vec<Mismatch>,
}

impl Beginning {
    pub fn at_zero() -> Beginning {
        Beginning { point: None, words: "from zero".to_owned(), mismatches: Vec::new() }
    }
}

/// The start that was asked for.
pub fn read(
    arguments: &SolveArguments,
    problem: &Problem,
    parameters: &Parameters,
) -> Result<Beginning, Error> {
    let Some(path) = &arguments.output.warm_start else { return Ok(Beginning::at_zero()) };
    let (point, mismatches) = read_solution(path, &arguments.reading.options())?.start(problem)?;
    let words = words(&escape_name(&path.display().to_string()), &point, problem, parameters)?;
    Ok(Beginning { point: Some(point), words, mismatches })
}

/// A start from somewhere, in words.
pub fn words(from: &str, point: &Start, problem: &Problem, parameters: &Parameters) -> Result<String, Error> {
    let error = verify(problem, &point.x, &point.y, &Tolerances::from(parameters))?.quality.error;
    Ok(format!("warm, from {from}, whose point meets a tolerance of {error:.1e}"))
}

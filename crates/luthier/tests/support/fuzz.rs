//! What must hold of any bytes: one function for each fuzz target. The fuzz project includes this file by its path, and
//! the test `fuzz` runs the same functions on a bounded number of inputs.

use luthier::io::{Format, ReadOptions, SolutionFile, parse, parse_solution, write_to};
use luthier::{Error, Parameters, Problem};

/// Longest message that is worth reading.
const LONGEST_MESSAGE: usize = 2000;

fn options(format: Option<Format>, lenient: bool) -> ReadOptions {
    ReadOptions { format, lenient, max_bytes: 1 << 22, ..ReadOptions::default() }
}

/// Errors are about the file, can be shown, and are not endless.
fn check_error(error: &Error) {
    let text = error.to_string();
    assert!(text.starts_with("fuzz"), "the file is named first: {text:?}");
    assert!(text.len() <= LONGEST_MESSAGE, "{} bytes: {text:?}", text.len());
    assert!(!text.contains(char::is_control), "{text:?}");
    if let Error::File(diagnostic) = error
        && let Some((line, at)) = &diagnostic.excerpt
    {
        assert!(diagnostic.line > 0 && !line.contains(char::is_control), "{line:?}");
        assert!(*at <= line.chars().count(), "{line:?} {at}");
    }
}

/// A problem that was read is valid.
fn check_problem(problem: &Problem) {
    let (rows, columns) = (problem.rows(), problem.columns());
    assert_eq!((problem.row_lower().len(), problem.row_upper().len()), (rows, rows));
    assert_eq!((problem.lower().len(), problem.upper().len()), (columns, columns));
    assert_eq!(problem.objective().len(), columns);
    assert!(problem.objective().iter().all(|v| v.is_finite()) && problem.offset().is_finite());
    let below = |v: &f64| !v.is_nan() && *v < f64::INFINITY;
    assert!(problem.row_lower().iter().chain(problem.lower()).all(below));
    let above = |v: &f64| !v.is_nan() && *v > f64::NEG_INFINITY;
    assert!(problem.row_upper().iter().chain(problem.upper()).all(above));
    for j in 0..columns {
        problem.matrix().column(j).for_each(|(i, v)| assert!(i < rows && v.is_finite() && v != 0.0));
    }
    assert_eq!(problem.row_names().map(|names| names.len()), Some(rows));
    assert_eq!(problem.column_names().map(|names| names.len()), Some(columns));
}

fn read(bytes: &[u8], format: Option<Format>, lenient: bool) -> Option<Problem> {
    match parse("fuzz", bytes, &options(format, lenient)) {
        Ok(problem) => {
            check_problem(&problem);
            Some(problem)
        }
        Err(error) => {
            check_error(&error);
            None
        }
    }
}

/// MPS of either layout. What is read strictly is read the same leniently.
pub fn mps(bytes: &[u8]) {
    for format in [None, Some(Format::FreeMps), Some(Format::FixedMps)] {
        let (strict, lenient) = (read(bytes, format, false), read(bytes, format, true));
        if let Some(strict) = strict {
            assert_eq!(lenient.map(|p| p.fingerprint()), Some(strict.fingerprint()));
        }
    }
}

/// The LP format. What is read strictly is read the same leniently.
pub fn lp(bytes: &[u8]) {
    let (strict, lenient) = (read(bytes, Some(Format::Lp), false), read(bytes, Some(Format::Lp), true));
    if let Some(strict) = strict {
        assert_eq!(lenient.map(|p| p.fingerprint()), Some(strict.fingerprint()));
    }
}

/// Solution files of either layout.
pub fn solution(bytes: &[u8]) {
    match parse_solution("fuzz", bytes, &options(None, false)) {
        Ok(file) => check_solution(&file),
        Err(error) => check_error(&error),
    }
}

fn check_solution(file: &SolutionFile) {
    let fits = |values: &Option<Vec<f64>>, count: usize| {
        values.iter().all(|v| v.len() == count && v.iter().all(|v| v.is_finite()))
    };
    assert!(fits(&Some(file.x.clone()), file.columns.len()));
    assert!(fits(&file.reduced_costs, file.columns.len()));
    assert!(fits(&file.y, file.rows.len()) && fits(&file.row_activity, file.rows.len()));
    assert!(file.objective.into_iter().chain(file.dual_objective).all(f64::is_finite));
}

/// Parameters in TOML. What is read is written, and read again the same.
pub fn params_toml(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match Parameters::from_toml("fuzz", text) {
        Ok(parameters) => {
            let written = parameters.to_toml();
            let again = Parameters::from_toml("fuzz", &written);
            assert_eq!(again.as_ref(), Ok(&parameters), "{written}");
        }
        Err(error) => check_error(&error),
    }
}

/// What is read can be written and read again: the same problem, in every format that can hold it.
pub fn round_trip(bytes: &[u8]) {
    let Some(problem) = read(bytes, None, true) else { return };
    for format in [Format::FreeMps, Format::FixedMps, Format::Lp] {
        let mut text = Vec::new();
        if let Err(error) = write_to(&problem, format, &mut text) {
            assert_eq!(error.kind(), std::io::ErrorKind::InvalidInput, "{error}");
            continue;
        }
        let shown = || String::from_utf8_lossy(&text).into_owned();
        let again = parse("fuzz", &text, &options(Some(format), false));
        let again = again.unwrap_or_else(|e| panic!("{e}\n{}", shown()));
        assert_eq!(again.fingerprint(), problem.fingerprint(), "{}", shown());
        assert_eq!(again.row_names(), problem.row_names(), "{}", shown());
        assert_eq!(again.column_names(), problem.column_names(), "{}", shown());
        assert_eq!(again.name(), problem.name(), "{}", shown());
    }
}

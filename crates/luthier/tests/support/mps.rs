//! Writes a problem as free-format MPS, for peers that read files.

use luthier::{Problem, Sense};
use std::fmt::Write;

/// The problem as minimisation.
pub fn to_mps(problem: &Problem) -> String {
    let sign = if problem.sense() == Sense::Maximize { -1.0 } else { 1.0 };
    let mut text = String::from("NAME bench\nROWS\n N obj\n");
    let kind = |i: usize| match (problem.row_lower()[i], problem.row_upper()[i]) {
        (l, u) if l == u => "E",
        (_, u) if u == f64::INFINITY => "G",
        (l, _) if l == f64::NEG_INFINITY => "L",
        _ => "R",
    };
    for i in 0..problem.rows() {
        let letter = if kind(i) == "R" { "L" } else { kind(i) };
        writeln!(text, " {letter} r{i}").unwrap();
    }
    text += "COLUMNS\n";
    for j in 0..problem.columns() {
        writeln!(text, " c{j} obj {}", sign * problem.objective()[j]).unwrap();
        for (i, v) in problem.matrix().column(j) {
            writeln!(text, " c{j} r{i} {v}").unwrap();
        }
    }
    text += "RHS\n";
    for i in 0..problem.rows() {
        let bound = if kind(i) == "G" { problem.row_lower()[i] } else { problem.row_upper()[i] };
        writeln!(text, " rhs r{i} {bound}").unwrap();
    }
    text += "RANGES\n";
    for i in (0..problem.rows()).filter(|i| kind(*i) == "R") {
        writeln!(text, " rng r{i} {}", problem.row_upper()[i] - problem.row_lower()[i]).unwrap();
    }
    text += "BOUNDS\n";
    for j in 0..problem.columns() {
        let (l, u) = (problem.lower()[j], problem.upper()[j]);
        if l == f64::NEG_INFINITY {
            writeln!(text, " MI bnd c{j}").unwrap();
        } else {
            writeln!(text, " LO bnd c{j} {l}").unwrap();
        }
        if u != f64::INFINITY {
            writeln!(text, " UP bnd c{j} {u}").unwrap();
        }
    }
    text + "ENDATA\n"
}

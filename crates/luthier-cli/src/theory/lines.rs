//! The bounds in words: one case with all formulas, or several in a table.

use super::cases::Asked;
use crate::console::{STRONG, styled};
use crate::exit::Failure;
use luthier_tune::theory::{Bound, Case, Magnitude, Report, Theorem};
use std::io::Write;

/// More problems than anyone has.
const VACUOUS: f64 = 1e6;

fn line(out: &mut impl Write, key: &str, text: &str) -> Result<(), Failure> {
    Ok(writeln!(out, "{}{text}", styled(STRONG, &format!("{key:<14}")))?)
}

fn number(value: f64) -> Magnitude {
    Magnitude::of(value)
}

/// What the bounds are about, beside sizes.
fn statement(case: &Case) -> String {
    format!(
        "error epsilon = {} of a cost up to H = {}, with probability 1 - delta = {}",
        number(case.error()),
        number(case.range()),
        number(1.0 - case.delta)
    )
}

fn run(case: &Case) -> String {
    format!("S = {} outer times T = {} inner iterations", case.outer, case.inner)
}

/// Which parameters a theorem is about.
fn tuned(theorem: &Theorem) -> String {
    let method = if theorem.structure.is_some() { "PDLP" } else { "PDHG" };
    format!("{method}: {}", theorem.pseudo_dimension.name)
}

/// The number of problems by one form of uniform convergence.
fn samples(theorem: &Theorem, form: &str) -> String {
    theorem.samples.iter().find(|b| b.name == form).map_or_else(String::new, |b| b.value.to_string())
}

/// One case, with the formula and the constants of every bound.
pub fn detail(out: &mut impl Write, asked: &Asked, report: &Report) -> Result<(), Failure> {
    let (case, sizes) = (&report.case, &report.case.sizes);
    line(out, "problems", &asked.name)?;
    let sizes = [
        ("n", sizes.variables),
        ("m1", sizes.inequalities),
        ("m2", sizes.equalities),
        ("L", sizes.lower),
        ("U", sizes.upper),
    ];
    line(out, "sizes", &sizes.map(|(name, size)| format!("{name} = {size}")).join(", "))?;
    line(out, "run", &format!("{}; |K|_2 <= {}", run(case), number(case.operator_norm)))?;
    line(out, "statement", &statement(case))?;
    asked.notes.iter().try_for_each(|note| line(out, "note", note))?;
    writeln!(out)?;
    let heading = format!(
        "{:<20} {:>17} {:>22} {:>22}",
        "tuned", "pseudo-dimension", "problems, explicit", "problems, paper"
    );
    writeln!(out, "{}", styled(STRONG, &heading))?;
    for theorem in &report.theorems {
        let (explicit, paper) = (samples(theorem, "explicit"), samples(theorem, "paper"));
        let value = theorem.pseudo_dimension.value;
        writeln!(out, "{:<20} {value:>17} {explicit:>22} {paper:>22}", tuned(theorem))?;
    }
    writeln!(out)?;
    verdict(out, std::slice::from_ref(report))?;
    writeln!(out, "\n{}", styled(STRONG, "Formulas; log is to base 2, ln to base e"))?;
    explain(out, &report.line_search)?;
    report.theorems.iter().try_for_each(|theorem| explain(out, &theorem.pseudo_dimension))?;
    // The forms are the same for all theorems: those of the last stand for all.
    if let Some(theorem) = report.theorems.last() {
        theorem.samples.iter().try_for_each(|bound| explain(out, bound))?;
    }
    report.declared.iter().try_for_each(|bound| explain(out, bound))
}

fn explain(out: &mut impl Write, bound: &Bound) -> Result<(), Failure> {
    writeln!(out, "\n{}", styled(STRONG, &format!("{}: {}", bound.name, bound.value)))?;
    writeln!(out, "  {}\n  from: {}\n  = {}", bound.statement, bound.source, bound.formula)?;
    for constant in &bound.constants {
        writeln!(out, "  {:<18} {:>18}  {}", constant.name, constant.value, constant.source)?;
    }
    Ok(())
}

/// Several cases, a line each.
pub fn table(out: &mut impl Write, reports: &[(Asked, Report)]) -> Result<(), Failure> {
    if let Some((asked, report)) = reports.first() {
        line(out, "run", &run(&report.case))?;
        line(out, "statement", &statement(&report.case))?;
        asked.notes.iter().try_for_each(|note| line(out, "note", note))?;
    }
    let names = reports.first().map_or_else(Vec::new, |(_, r)| r.theorems.iter().map(tuned).collect());
    let columns = |cells: Vec<String>| cells.iter().map(|cell| format!(" {cell:>19}")).collect::<String>();
    let titles = [
        ("Pseudo-dimension, at most", None),
        ("Problems needed, explicit form", Some("explicit")),
        ("Problems needed, the paper's order", Some("paper")),
    ];
    for (title, form) in titles {
        writeln!(out, "\n{}", styled(STRONG, &format!("{title:<34}{}", columns(names.clone()))))?;
        for (asked, report) in reports {
            let cell =
                |t: &Theorem| form.map_or_else(|| t.pseudo_dimension.value.to_string(), |f| samples(t, f));
            writeln!(out, "{:<34}{}", asked.name, columns(report.theorems.iter().map(cell).collect()))?;
        }
    }
    let sizes = ["n", "m1", "m2", "L", "U", "|K|_2 <=", "rejections <="];
    let columns = |cells: [String; 7]| cells.map(|cell| format!(" {cell:>13}")).concat();
    let heading = format!("{:<34}{}", "Sizes, and the line search", columns(sizes.map(str::to_owned)));
    writeln!(out, "\n{}", styled(STRONG, &heading))?;
    for (asked, report) in reports {
        let s = &report.case.sizes;
        let counts =
            [s.variables, s.inequalities, s.equalities, s.lower, s.upper].map(|count| count.to_string());
        let [n, m1, m2, l, u] = counts;
        let norm = number(report.case.operator_norm).to_string();
        let cells = [n, m1, m2, l, u, norm, report.line_search.value.to_string()];
        writeln!(out, "{:<34}{}", asked.name, columns(cells))?;
    }
    writeln!(out)?;
    let reports: Vec<Report> = reports.iter().map(|(_, report)| report.clone()).collect();
    verdict(out, &reports)?;
    writeln!(out, "\n--json has every formula and constant; with sizes or a model they are printed here.")?;
    Ok(())
}

/// What the numbers are good for.
fn verdict(out: &mut impl Write, reports: &[Report]) -> Result<(), Failure> {
    let Some(report) = reports.first() else { return Ok(()) };
    let all = reports.iter().flat_map(|r| &r.theorems).flat_map(|t| &t.samples);
    let fewest = all.map(|b| b.value.value().unwrap_or(f64::INFINITY)).fold(f64::INFINITY, f64::min);
    if fewest > VACUOUS {
        writeln!(
            out,
            "As numbers these bounds are vacuous: nobody has that many problems. What they say is that finitely many\n\
             problems suffice, polynomially many in every size, for every search over all values of the parameters."
        )?;
    } else {
        writeln!(out, "These bounds hold for every search over all values of the parameters.")?;
    }
    for bound in &report.declared {
        let who = match bound.constant("K") {
            Some(settings) => format!("for a grid of {settings} settings that is declared beforehand"),
            None => "for one setting, on problems that were held out,".to_owned(),
        };
        writeln!(out, "Not the paper's, and usable: {who} {} problems suffice.", bound.value)?;
    }
    Ok(())
}

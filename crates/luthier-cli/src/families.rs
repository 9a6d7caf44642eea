//! `luthier families`: all families, one explained, or a few of its instances.

use crate::arguments::FamiliesArguments;
use crate::console::{STRONG, styled};
use crate::exit::{Exit, Failure};
use crate::family;
use crate::statistics::range;
use luthier::{Problem, escape_name};
use luthier_families::{Description, Family, Specification, TABLE, Value, find};
use std::io::Write;

/// Lists, explains or draws.
pub fn run(arguments: &FamiliesArguments) -> Result<Exit, Failure> {
    let mut out = anstream::stdout().lock();
    match arguments.spec.as_slice() {
        [] => list(&mut out)?,
        [name] if !arguments.preview && find(name).is_some() => {
            find(name).map_or(Ok(()), |description| explain(&mut out, description))?;
        }
        words => {
            let specification = family::specification(words)?;
            describe(&mut out, &specification)?;
            if arguments.preview {
                let family = family::open(&specification, arguments.skip_broken)?;
                preview(&mut out, &family, arguments)?;
            }
        }
    }
    out.flush()?;
    Ok(Exit::Success)
}

fn list(out: &mut impl Write) -> Result<(), Failure> {
    for description in TABLE {
        explain(out, description)?;
        writeln!(out)?;
    }
    writeln!(
        out,
        "Explain one with `luthier families NAME`; look at instances with `luthier families SPEC --preview`."
    )?;
    Ok(())
}

fn explain(out: &mut impl Write, description: &Description) -> Result<(), Failure> {
    writeln!(out, "{}", styled(STRONG, description.name))?;
    writeln!(out, "  {}", description.summary)?;
    writeln!(out, "  write:    {}\n  example:  {}", description.usage(), description.example)?;
    if let luthier_families::Form::Sizes(sizes) = &description.form {
        let sizes =
            sizes.each_ref().map(|(what, range)| format!("{what} {} to {}", range.start(), range.end()));
        writeln!(out, "  sizes:    {}", sizes.join(", "))?;
    }
    for parameter in description.parameters {
        writeln!(out, "  {:<16} {:<8} {}", parameter.name, parameter.default.to_string(), parameter.doc)?;
        writeln!(out, "  {:25} ({})", "", parameter.domain)?;
    }
    writeln!(out, "  optimum:  {}\n  from:     {}", description.guarantee, description.reference)?;
    Ok(())
}

/// A specification as it was understood.
fn describe(out: &mut impl Write, specification: &Specification) -> Result<(), Failure> {
    let line = |key: &str| styled(STRONG, &format!("{key:<12}"));
    writeln!(out, "{}{}", line("family"), escape_name(&specification.to_string()))?;
    writeln!(out, "{}{}", line("what"), specification.description().summary)?;
    let values: Vec<String> =
        specification.values().map(|(p, v): (_, Value)| format!("{} = {v}", p.name)).collect();
    if !values.is_empty() {
        writeln!(out, "{}{}", line("parameters"), values.join(", "))?;
    }
    Ok(())
}

fn preview(out: &mut impl Write, family: &Family, arguments: &FamiliesArguments) -> Result<(), Failure> {
    let total = family.count().map_or_else(|| "without end".to_owned(), |count| count.to_string());
    writeln!(out, "{}{total}\n", styled(STRONG, &format!("{:<12}", "instances")))?;
    writeln!(
        out,
        "{}",
        styled(
            STRONG,
            "   index      rows  variables   nonzeros  matrix          objective       right-hand side  instance"
        )
    )?;
    for index in 0..arguments.count.min(family.count().unwrap_or(u64::MAX)) {
        let problem = family.instance(arguments.seed, index)?;
        let label = escape_name(&family.label(arguments.seed, index));
        writeln!(out, "{}", row(index, &problem, &label))?;
    }
    Ok(())
}

fn row(index: u64, problem: &Problem, label: &str) -> String {
    let s = problem.statistics();
    format!(
        "{index:>8} {:>9} {:>10} {:>10}  {:<15} {:<15} {:<16} {label}",
        s.rows,
        s.columns,
        s.nonzeros,
        range(s.matrix),
        range(s.objective),
        range(s.right_hand_side)
    )
}

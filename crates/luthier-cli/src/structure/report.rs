//! What was found, for people.

use super::chart;
use super::words::{counted, decision, end, short, value};
use crate::console::{STRONG, WARNING, styled};
use crate::exit::Failure;
use luthier_tune::structure::{Line, LineOptions, Map, Piece, Resolution, RunEnd, Same};
use std::io::Write;

/// What must be known to read any of this.
const UNKNOWN: &str = "Between values that were run nothing is known: there may be more pieces.";

/// A line: chart, pieces, how they grow with the grid, where runs part.
pub fn line(label: &str, found: &Line, options: &LineOptions, top: usize) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    let symbol = found.parameter.symbol;
    let name = if symbol.is_empty() { String::new() } else { format!(" ({symbol})") };
    let (from, to) = (short(found.range.from), short(found.range.to));
    writeln!(out, "iterations of {label} along {}{name} from {from} to {to}\n", found.parameter.name)?;
    chart::line(found).iter().try_for_each(|row| writeln!(out, "{row}"))?;
    writeln!(out)?;
    summary(&mut out, found, options)?;
    grids(&mut out, &found.curve, "pieces")?;
    list(&mut out, found, top)?;
    partings(&mut out, found)?;
    writeln!(out, "\n{UNKNOWN}")?;
    Ok(out.flush()?)
}

fn key(word: &str) -> String {
    styled(STRONG, &format!("{word:<11}"))
}

fn summary(out: &mut impl Write, found: &Line, options: &LineOptions) -> Result<(), Failure> {
    let (pieces, runs) = (found.pieces.len(), found.samples.len());
    let what = match options.by {
        Same::Count => "as many iterations",
        Same::Decisions => "the same decisions",
    };
    writeln!(out, "{}{} of {what}, in {}", key("pieces"), pieces, counted(runs, "run"))?;
    let known = pieces.saturating_sub(1).saturating_sub(found.open);
    writeln!(
        out,
        "{}{known} known to {:e} of the range, {} less well",
        key("boundaries"),
        options.resolution,
        found.open
    )?;
    ends(out, found.samples.iter().map(|sample| sample.end))?;
    interrupted(out, found.interrupted)
}

/// The least and the most iterations, and how many runs have an answer.
fn ends(out: &mut impl Write, ends: impl Iterator<Item = RunEnd> + Clone) -> Result<(), Failure> {
    let counts = || ends.clone().map(|end| end.iterations);
    let (Some(least), Some(most)) = (counts().min(), counts().max()) else { return Ok(()) };
    let unsolved = ends.clone().filter(|end| !end.solved()).count();
    let solved = match unsolved {
        0 => "all runs solved".to_owned(),
        _ => styled(WARNING, &format!("{unsolved} of {} not solved", counted(ends.count(), "run"))),
    };
    Ok(writeln!(out, "{}{least} to {most}; {solved}", key("iterations"))?)
}

fn interrupted(out: &mut impl Write, interrupted: bool) -> Result<(), Failure> {
    if interrupted {
        let note = "some runs are missing; the same command starts over";
        writeln!(out, "{}{note}", key("interrupted"))?;
    }
    Ok(())
}

/// Pieces against the values of the grid.
fn grids(out: &mut impl Write, curve: &[Resolution], pieces: &str) -> Result<(), Failure> {
    if curve.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{}", styled(STRONG, &format!("  {:>9}  {pieces:>9}", "grid")))?;
    for resolution in curve {
        writeln!(out, "  {:>9}  {:>9}", resolution.points, resolution.pieces)?;
    }
    Ok(())
}

/// The longest pieces, in the order of the parameter.
fn list(out: &mut impl Write, found: &Line, top: usize) -> Result<(), Failure> {
    let length = |piece: &Piece| found.range.part(piece.to) - found.range.part(piece.from);
    let mut longest: Vec<&Piece> = found.pieces.iter().collect();
    longest.sort_by(|a, b| length(b).total_cmp(&length(a)));
    longest.truncate(top);
    longest.sort_by(|a, b| a.from.total_cmp(&b.from));
    if longest.is_empty() {
        return Ok(());
    }
    let which = match found.pieces.len() {
        1 => "The one piece".to_owned(),
        all if all == longest.len() => format!("All {all} pieces"),
        all => format!("The {} longest of {all} pieces", longest.len()),
    };
    writeln!(out, "\n{which}:\n")?;
    let heading = format!("  {:>14}  {:>14}  {:>8}  {:>5}  iterations", "from", "to", "of range", "runs");
    writeln!(out, "{}", styled(STRONG, &heading))?;
    for piece in longest {
        let part = format!("{:.2}%", 100.0 * length(piece));
        let (from, to) = (value(piece.from), value(piece.to));
        writeln!(out, "  {from:>14}  {to:>14}  {part:>8}  {:>5}  {}", piece.samples, end(&piece.end))?;
    }
    Ok(())
}

/// The first decisions that differ.
fn partings(out: &mut impl Write, found: &Line) -> Result<(), Failure> {
    if found.partings.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nThe first decision in which neighbouring runs differ, at the boundaries known best:\n")?;
    let heading = format!("  {:>14}  {:>14}  {:>6}  the left run | the right run", "left", "right", "step");
    writeln!(out, "{}", styled(STRONG, &heading))?;
    for parting in &found.partings {
        let [left, right] =
            [parting.left_decision, parting.right_decision].map(|made| decision(made, parting.flip));
        let (from, to) = (value(parting.left), value(parting.right));
        writeln!(out, "  {from:>14}  {to:>14}  {:>6}  {left} | {right}", parting.iteration)?;
    }
    Ok(())
}

/// A map: chart, regions, how they grow with the grid.
pub fn map(label: &str, found: &Map) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    writeln!(
        out,
        "iterations of {label} with plain pdhg: step size eta to the right, weight omega upwards\n"
    )?;
    chart::map(found).iter().try_for_each(|row| writeln!(out, "{row}"))?;
    writeln!(out)?;
    let known = found.cells.iter().flatten().count();
    writeln!(
        out,
        "{}{} of as many iterations, connected by sides, in {}",
        key("regions"),
        found.regions(),
        counted(known, "run")
    )?;
    ends(&mut out, found.cells.iter().flatten().copied())?;
    interrupted(&mut out, found.interrupted())?;
    grids(&mut out, &found.curve, "regions")?;
    writeln!(out, "\n{}", UNKNOWN.replace("pieces", "regions"))?;
    Ok(out.flush()?)
}

//! Trials as text, for other programs.

use super::trials::{Entry, Trials};
use super::{InstanceRow, Reader, row};
use crate::error::Error;
use crate::record::Record;
use luthier::LADDER;
use std::io::Write;

/// What the lines of an export look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// Comma-separated values with a line of names. Nothing is written where there is no value; text that a spreadsheet would
    /// take for a formula has an apostrophe before it.
    Csv,
    /// An object of JSON per line. Numbers that JSON does not know are the texts `NaN`, `inf` and `-inf`.
    JsonLines,
}

/// A value of a line.
enum Cell<'a> {
    Text(&'a str),
    Count(u64),
    Number(f64),
    Missing,
}

/// Writes all trials, ordered by position of the instance and text of the setting. A problem that is several instances has its
/// trials under each of them. Seconds are noisy; without them the same trials give the same bytes.
pub fn export(reader: &Reader, out: &mut dyn Write, format: ExportFormat, times: bool) -> Result<(), Error> {
    let instances = reader.instances()?;
    let names = names(times);
    reader.database.read(|connection| {
        let trials = Trials::read(connection)?;
        // Damage is told before the first line is written.
        trials.each(|_| Ok(()))?;
        if format == ExportFormat::Csv {
            let cells: Vec<Cell<'_>> = names.iter().map(|name| Cell::Text(name)).collect();
            out.write_all(csv_line(&cells).as_bytes()).map_err(Error::Output)?;
        }
        let numbers = trials.problems().numbers();
        for instance in &instances {
            let Some(&problem) = numbers.get(instance.fingerprint.to_string().as_str()) else { continue };
            let mut lines = Vec::new();
            trials.of(problem, |entry| {
                lines.push((entry.setting.to_owned(), line(instance, &entry, format, &names)));
                Ok(())
            })?;
            lines.sort_unstable();
            lines.iter().try_for_each(|(_, line)| out.write_all(line.as_bytes())).map_err(Error::Output)?;
        }
        Ok(())
    })?;
    out.flush().map_err(Error::Output)
}

/// The names of the columns. Whoever asks for times gets one more, the last.
fn names(times: bool) -> Vec<String> {
    let before = ["label", "fingerprint", "group", "side", "setting", "status"];
    let work = [
        "iterations",
        "matrix_passes",
        "rejected_steps",
        "restarts",
        "checks",
        "proof_steps",
        "norm_steps",
        "face_passes",
    ];
    let after = ["primal", "dual", "gap", "objective", "build"];
    let mut names: Vec<String> = before.into_iter().chain(work).map(str::to_owned).collect();
    names.extend(LADDER.iter().map(|tolerance| format!("{tolerance:e}")));
    names.extend(after.map(str::to_owned));
    names.extend(times.then(|| "seconds".to_owned()));
    names
}

fn line(instance: &InstanceRow, entry: &Entry<'_>, format: ExportFormat, names: &[String]) -> String {
    let fingerprint = instance.fingerprint.to_string();
    let mut cells = vec![
        Cell::Text(&instance.label),
        Cell::Text(&fingerprint),
        Cell::Text(&instance.group),
        Cell::Text(instance.side.name()),
        Cell::Text(entry.setting),
        Cell::Text(row::name(entry.record.ending)),
    ];
    cells.extend(measured(&entry.record));
    cells.push(Cell::Text(entry.build));
    cells.push(Cell::Number(entry.record.seconds));
    // The seconds are last, and left out if nobody asked for them.
    cells.truncate(names.len());
    match format {
        ExportFormat::Csv => csv_line(&cells),
        ExportFormat::JsonLines => json_line(names, &cells),
    }
}

fn measured(record: &Record) -> Vec<Cell<'static>> {
    let work = &record.work;
    let counts = [
        work.iterations,
        work.matrix_passes(),
        work.rejected_steps,
        work.restarts,
        work.checks,
        work.proof_steps,
        work.norm_steps,
        work.face_passes,
    ];
    let residuals = record.residuals.map_or([None; 3], |r| [r.primal, r.dual, r.gap].map(Some));
    let mut cells: Vec<Cell<'_>> = counts.map(Cell::Count).into();
    cells.extend(record.ladder.map(|rung| rung.map_or(Cell::Missing, Cell::Count)));
    cells.extend(
        residuals.into_iter().chain([record.objective]).map(|v| v.map_or(Cell::Missing, Cell::Number)),
    );
    cells
}

fn csv_line(cells: &[Cell<'_>]) -> String {
    let cells: Vec<String> = cells.iter().map(csv).collect();
    cells.join(",") + "\n"
}

fn csv(cell: &Cell<'_>) -> String {
    match cell {
        Cell::Text(text) => csv_text(text),
        Cell::Count(count) => count.to_string(),
        Cell::Number(number) => format!("{number:?}"),
        Cell::Missing => String::new(),
    }
}

fn csv_text(text: &str) -> String {
    // A spreadsheet runs what begins like this, quoted or not.
    let guard = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
    if guard.is_empty() && !text.contains([',', '"', '\n', '\r']) {
        return text.to_owned();
    }
    format!("\"{guard}{}\"", text.replace('"', "\"\""))
}

fn json_line(names: &[String], cells: &[Cell<'_>]) -> String {
    let pair = |(name, cell): (&String, &Cell<'_>)| format!("{}:{}", json_text(name), json(cell));
    let pairs: Vec<String> = names.iter().zip(cells).map(pair).collect();
    format!("{{{}}}\n", pairs.join(","))
}

fn json(cell: &Cell<'_>) -> String {
    match cell {
        Cell::Text(text) => json_text(text),
        Cell::Count(count) => count.to_string(),
        Cell::Number(number) if number.is_finite() => format!("{number:?}"),
        Cell::Number(number) => json_text(&number.to_string()),
        Cell::Missing => "null".into(),
    }
}

fn json_text(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

//! A trial as a row of the table of trials, and back.

use super::fault::Fault;
use super::seal::{Checksum, Part};
use crate::record::{Ending, Record, Residuals};
use luthier::{Fingerprint, LADDER, Status, Work};
use rusqlite::Row;
use rusqlite::types::{FromSqlError, Value, ValueRef};

/// Columns of a record, in the order of [`encode`] and [`decode`].
pub(super) const COLUMNS: &str = "ending, iterations, rejected_steps, restarts, checks, proof_steps, norm_steps, face_passes, \
     ladder_2, ladder_3, ladder_4, ladder_5, ladder_6, ladder_7, ladder_8, primal, dual, gap, objective, seconds";

/// Columns before the ladder, and behind it.
const LADDER_AT: usize = 8;
const RESIDUALS_AT: usize = LADDER_AT + LADDER.len();
/// How many columns a record has.
pub(super) const WIDTH: usize = RESIDUALS_AT + 5;

/// The word for a trial that was laid aside.
pub(super) const CAPPED: &str = "capped";

/// In the place of a number that is none: SQLite would keep NULL, which says that there is no number.
const NAN: &str = "nan";

/// The word for an ending.
pub(super) fn name(ending: Ending) -> &'static str {
    match ending {
        Ending::Ended(status) => status.name(),
        Ending::Capped => CAPPED,
    }
}

fn parse_ending(name: &str) -> Option<Ending> {
    if name == CAPPED {
        return Some(Ending::Capped);
    }
    Status::parse(name).map(Ending::Ended)
}

/// The values of a record.
pub(super) fn encode(record: &Record) -> Vec<Value> {
    let work = &record.work;
    let counts = [
        work.iterations,
        work.rejected_steps,
        work.restarts,
        work.checks,
        work.proof_steps,
        work.norm_steps,
        work.face_passes,
    ];
    let residuals = record.residuals.map(|r| [r.primal, r.dual, r.gap]);
    let mut values = vec![Value::Text(name(record.ending).to_owned())];
    values.extend(counts.map(count));
    values.extend(record.ladder.map(|rung| rung.map_or(Value::Null, count)));
    values.extend(residuals.map_or([const { Value::Null }; 3], |r| r.map(number)));
    values.push(record.objective.map_or(Value::Null, number));
    values.push(number(record.seconds));
    values
}

/// The bit that SQLite takes for a sign is read back as it was.
fn count(count: u64) -> Value {
    Value::Integer(count as i64)
}

fn number(number: f64) -> Value {
    if number.is_nan() { Value::Text(NAN.to_owned()) } else { Value::Real(number) }
}

/// The record whose first column is `at`.
pub(super) fn decode(row: &Row<'_>, at: usize) -> Result<Record, Fault> {
    let ending = row.get_ref(at)?.as_str().map_err(kind)?;
    let ending = parse_ending(ending)
        .ok_or_else(|| Fault::Damage(format!("a trial has the unknown ending '{ending}'")))?;
    let count = |column: usize| row.get::<_, i64>(at + column).map(|v| v as u64);
    let work = Work {
        iterations: count(1)?,
        rejected_steps: count(2)?,
        restarts: count(3)?,
        checks: count(4)?,
        proof_steps: count(5)?,
        norm_steps: count(6)?,
        face_passes: count(7)?,
    };
    let mut ladder = [None; LADDER.len()];
    for (rung, column) in ladder.iter_mut().zip(at + LADDER_AT..) {
        *rung = row.get::<_, Option<i64>>(column)?.map(|v| v as u64);
    }
    let numbers: [Option<f64>; 5] = {
        let read = |k: usize| read_number(row.get_ref(at + RESIDUALS_AT + k)?);
        [read(0)?, read(1)?, read(2)?, read(3)?, read(4)?]
    };
    let (residuals, objective, seconds) = match numbers {
        [Some(primal), Some(dual), Some(gap), objective, Some(seconds)] => {
            (Some(Residuals { primal, dual, gap }), objective, seconds)
        }
        [None, None, None, objective, Some(seconds)] => (None, objective, seconds),
        _ => return Err(Fault::Damage("a trial has some of its residuals only".into())),
    };
    Ok(Record { ending, work, ladder, residuals, objective, seconds })
}

fn read_number(value: ValueRef<'_>) -> Result<Option<f64>, Fault> {
    match value {
        ValueRef::Null => Ok(None),
        ValueRef::Real(v) => Ok(Some(v)),
        ValueRef::Text(text) if text == NAN.as_bytes() => Ok(Some(f64::NAN)),
        _ => Err(kind(FromSqlError::InvalidType)),
    }
}

fn kind(error: FromSqlError) -> Fault {
    Fault::Damage(format!("a trial has a value of another kind: {error}"))
}

/// The checksum of a trial. It is about the texts themselves, so that the tables with their numbers are covered too.
pub(super) fn checksum(fingerprint: Fingerprint, setting: &str, record: &Record, build: &str) -> Checksum {
    let mut sum = Checksum::new(Part::Trials);
    sum.wide(fingerprint.0);
    sum.text(setting);
    sum.text(build);
    sum.text(name(record.ending));
    let work = &record.work;
    for count in [work.iterations, work.rejected_steps, work.restarts, work.checks, work.proof_steps] {
        sum.count(count);
    }
    // Left out where there are none, as in the sums of stores from before they were counted.
    if work.norm_steps > 0 || work.face_passes > 0 {
        sum.count(work.norm_steps);
    }
    if work.face_passes > 0 {
        sum.count(work.face_passes);
    }
    for rung in record.ladder {
        sum.maybe(rung, Checksum::count);
    }
    sum.maybe(record.residuals, |sum, r| [r.primal, r.dual, r.gap].into_iter().for_each(|v| sum.number(v)));
    sum.maybe(record.objective, Checksum::number);
    sum.number(record.seconds);
    sum
}

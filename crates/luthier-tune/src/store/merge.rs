//! Taking in the trials of another study that was asked the same.

use super::fault::Fault;
use super::trials::{Entry, Known, Trials, Writer};
use super::words::Words;
use super::{InstanceRow, Reader, Store, instances, questions, row};
use crate::error::Error;
use crate::record::{Ending, Record};
use luthier::{Fingerprint, Status};
use rusqlite::Connection;

/// What a merge came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Trials that were not known, or not as far.
    pub trials_new: u64,
    /// Trials about which as much was known.
    pub trials_known: u64,
    /// Instances that were not known.
    pub instances_new: u64,
}

/// Takes all instances and trials of a study into another one that was asked the same, or nothing. Records of one trial must
/// agree in everything but seconds, as far as both go. Notes are not taken over: they are about the study that made them.
pub fn merge(target: &mut Store, source: &Reader) -> Result<Merged, Error> {
    check_question(target.question(), source)?;
    let instances = source.instances()?;
    let file = target.database.file.clone();
    target.write(|transaction, ids| {
        let mut merged =
            Merged { instances_new: instances::add(transaction, ids, &instances)?, ..Merged::default() };
        let mut writer = Writer::new(transaction, ids)?;
        source.database.read(|connection| {
            Trials::read(connection)?.each(|entry| {
                let taken = take(transaction, &mut writer, &entry, &instances, &mut merged);
                // What goes wrong here is about the target, and not about the file that is read.
                taken.map_err(|fault| fault.at(&file).into())
            })
        })?;
        writer.finish()?;
        Ok(merged)
    })
}

/// A study can be merged with others that were asked the same, and with no others.
pub fn check_question(question: &str, source: &Reader) -> Result<(), Error> {
    if source.question() == question {
        return Ok(());
    }
    Err(Error::OtherQuestion {
        path: source.directory().display().to_string(),
        problem: questions::difference(source.question(), question),
    })
}

fn take(
    connection: &Connection,
    writer: &mut Writer<'_>,
    entry: &Entry<'_>,
    instances: &[InstanceRow],
    merged: &mut Merged,
) -> Result<(), Fault> {
    if let Some(known) = writer.known(entry.fingerprint, entry.setting)?
        && let Err(problem) = agree(&known.record, &entry.record)
    {
        return Err(contradiction(connection, &known, entry, instances, &problem)?.into());
    }
    match writer.put(entry)? {
        true => merged.trials_new += 1,
        false => merged.trials_known += 1,
    }
    Ok(())
}

fn contradiction(
    connection: &Connection,
    known: &Known,
    entry: &Entry<'_>,
    instances: &[InstanceRow],
    problem: &str,
) -> Result<Error, Fault> {
    let builds = Words::read(connection, "builds")?;
    let ours = builds.get(known.build).unwrap_or_default();
    Ok(Error::Contradiction {
        instance: label(entry.fingerprint, instances),
        setting: entry.setting.to_owned(),
        problem: format!("{problem} (builds '{ours}' and '{}')", entry.build),
    })
}

fn label(fingerprint: Fingerprint, instances: &[InstanceRow]) -> String {
    let found = instances.iter().find(|instance| instance.fingerprint == fingerprint);
    found.map_or_else(|| fingerprint.to_string(), |instance| instance.label.clone())
}

/// Whether two records can be of the same trial; if not, what contradicts.
fn agree(known: &Record, other: &Record) -> Result<(), String> {
    match (is_cut(known), is_cut(other)) {
        (false, false) => same(known, other),
        (true, false) => prefix(known, other),
        (false, true) => prefix(other, known),
        (true, true) if known.work.matrix_passes() <= other.work.matrix_passes() => prefix(known, other),
        (true, true) => prefix(other, known),
    }
}

/// Whether a run was ended from outside, so that it could have gone on.
fn is_cut(record: &Record) -> bool {
    match record.ending {
        Ending::Capped => true,
        Ending::Ended(status) => matches!(status, Status::TimeLimit | Status::Interrupted),
    }
}

/// Whether two whole records are one but for the seconds.
fn same(known: &Record, other: &Record) -> Result<(), String> {
    // The checksum knows what the store can tell apart.
    let sum = |record: &Record| {
        row::checksum(Fingerprint(0), "", &Record { seconds: 0.0, ..record.clone() }, "").finish()
    };
    if sum(known) == sum(other) {
        return Ok(());
    }
    let shown = |r: &Record| format!("{} after {} iterations", row::name(r.ending), r.work.iterations);
    let (a, b) = (shown(known), shown(other));
    if a == b {
        Err(format!("{a} in both records, which differ in other numbers"))
    } else {
        Err(format!("{a} here, {b} there"))
    }
}

/// Whether a record is what is known of another one at an earlier time.
fn prefix(early: &Record, late: &Record) -> Result<(), String> {
    let counts = |r: &Record| {
        let w = &r.work;
        [
            ("iterations", w.iterations),
            ("rejected steps", w.rejected_steps),
            ("restarts", w.restarts),
            ("checks", w.checks),
            ("proof steps", w.proof_steps),
            ("steps for a norm", w.norm_steps),
            ("passes for faces", w.face_passes),
        ]
    };
    let ends = (row::name(early.ending), row::name(late.ending));
    for ((name, before), (_, after)) in counts(early).into_iter().zip(counts(late)) {
        if before > after {
            return Err(format!(
                "{before} {name} in the record that is {}, only {after} in the one that is {}",
                ends.0, ends.1
            ));
        }
    }
    for ((before, after), tolerance) in early.ladder.iter().zip(&late.ladder).zip(luthier::LADDER) {
        let consistent = match (before, after) {
            (Some(a), Some(b)) => a == b,
            (Some(_), None) => false,
            // It must have come later than all that the other record saw.
            (None, Some(b)) => *b >= early.work.iterations,
            (None, None) => true,
        };
        if !consistent {
            let shown =
                |rung: &Option<u64>| rung.map_or_else(|| "never".to_owned(), |i| format!("at iteration {i}"));
            return Err(format!(
                "tolerance {tolerance:e} was met {} in one record, {} in the other",
                shown(before),
                shown(after)
            ));
        }
    }
    Ok(())
}

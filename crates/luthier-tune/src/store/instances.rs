//! The instances of a study.

use super::fault::Fault;
use super::seal::{Checksum, Part, Seal};
use super::words::{Ids, Words};
use crate::error::Error;
use crate::split::Side;
use luthier::Fingerprint;
use rusqlite::{Connection, Row};
use std::collections::HashMap;

/// Which of the two families of a study an instance comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Source {
    /// The family that is tuned to.
    Family,
    /// The family of instances to test on, where there is one of their own.
    Test,
}

/// An instance as a study knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstanceRow {
    /// Its name for people.
    pub label: String,
    /// The family it comes from.
    pub source: Source,
    /// Its index in that family.
    pub index: u64,
    /// Its content.
    pub fingerprint: Fingerprint,
    /// Instances of one group are always on the same side.
    pub group: String,
    /// What it is used for.
    pub side: Side,
    /// Rows of its matrix.
    pub rows: u64,
    /// Columns of its matrix.
    pub columns: u64,
    /// Entries of its matrix.
    pub nonzeros: u64,
}

impl Source {
    const ALL: [(&'static str, Source); 2] = [("family", Source::Family), ("test", Source::Test)];

    /// Its name.
    pub fn name(self) -> &'static str {
        Source::ALL.iter().find(|(_, s)| *s == self).map_or("", |(name, _)| name)
    }

    fn parse(name: &str) -> Option<Source> {
        Source::ALL.iter().find(|(n, _)| *n == name).map(|(_, source)| *source)
    }
}

/// All instances in the order in which they were added.
pub(super) fn read(connection: &Connection) -> Result<Vec<InstanceRow>, Fault> {
    let problems = Words::read(connection, "problems")?;
    let mut statement = connection.prepare(
        r#"SELECT id, label, source, "index", problem, "group", side, rows, columns, nonzeros, checksum
           FROM instances ORDER BY id"#,
    )?;
    let mut rows = statement.query([])?;
    let (mut instances, mut seal) = (Vec::new(), Seal::default());
    while let Some(row) = rows.next()? {
        let (id, written): (i64, i64) = (row.get(0)?, row.get(10)?);
        let instance = decode(row, &problems)?
            .ok_or_else(|| Fault::Damage(format!("instance {id} has values that mean nothing")))?;
        checksum(id, &instance).check(written, || format!("instance {id} ('{}')", instance.label))?;
        seal.add(written);
        instances.push(instance);
    }
    seal.check(connection, Part::Instances)?;
    Ok(instances)
}

fn decode(row: &Row<'_>, problems: &Words) -> rusqlite::Result<Option<InstanceRow>> {
    let source = Source::parse(row.get_ref(2)?.as_str()?);
    let fingerprint = problems.get(row.get(4)?).and_then(Fingerprint::parse);
    let side = Side::parse(row.get_ref(6)?.as_str()?);
    let (Some(source), Some(fingerprint), Some(side)) = (source, fingerprint, side) else { return Ok(None) };
    let count = |column: usize| row.get::<_, i64>(column).map(|v| v as u64);
    Ok(Some(InstanceRow {
        label: row.get(1)?,
        source,
        index: count(3)?,
        fingerprint,
        group: row.get(5)?,
        side,
        rows: count(7)?,
        columns: count(8)?,
        nonzeros: count(9)?,
    }))
}

/// Adds instances. One that is there already must be what it was. How many were new.
pub(super) fn add(connection: &Connection, ids: &mut Ids, instances: &[InstanceRow]) -> Result<u64, Fault> {
    let mut known: HashMap<(Source, u64), InstanceRow> =
        read(connection)?.into_iter().map(|i| ((i.source, i.index), i)).collect();
    let mut seal = Seal::read(connection, Part::Instances)?;
    let before = seal.rows;
    for instance in instances {
        let key = (instance.source, instance.index);
        if let Some(earlier) = known.get(&key) {
            check_same(earlier, instance)?;
            continue;
        }
        seal.add(insert(connection, ids, seal.rows + 1, instance)?);
        known.insert(key, instance.clone());
    }
    seal.write(connection, Part::Instances)?;
    Ok((seal.rows - before) as u64)
}

fn insert(connection: &Connection, ids: &mut Ids, id: i64, instance: &InstanceRow) -> Result<i64, Fault> {
    let problem = ids.problems.of(connection, &instance.fingerprint.to_string())?;
    let sum = checksum(id, instance).finish();
    let mut statement = connection.prepare_cached(
        r#"INSERT INTO instances (id, label, source, "index", problem, "group", side, rows, columns, nonzeros, checksum)
           VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)"#,
    )?;
    // Counts may use the bit that is a sign in SQLite; they are read back the same way.
    let signed = |v: u64| v as i64;
    statement.execute((
        id,
        &instance.label,
        instance.source.name(),
        signed(instance.index),
        problem,
        &instance.group,
        instance.side.name(),
        signed(instance.rows),
        signed(instance.columns),
        signed(instance.nonzeros),
        sum,
    ))?;
    Ok(sum)
}

fn check_same(earlier: &InstanceRow, now: &InstanceRow) -> Result<(), Error> {
    if earlier == now {
        return Ok(());
    }
    let problem = if earlier.fingerprint != now.fingerprint {
        format!("it was problem {} and is now {}", earlier.fingerprint, now.fingerprint)
    } else if earlier.side != now.side {
        format!("it was on the side '{}' and would now be on '{}'", earlier.side.name(), now.side.name())
    } else {
        "its label, its group or its size is not what it was".into()
    };
    Err(Error::InstanceChanged { label: earlier.label.clone(), problem })
}

fn checksum(id: i64, instance: &InstanceRow) -> Checksum {
    let mut sum = Checksum::new(Part::Instances);
    sum.count(id as u64);
    sum.text(&instance.label);
    sum.text(instance.source.name());
    sum.count(instance.index);
    sum.wide(instance.fingerprint.0);
    sum.text(&instance.group);
    sum.text(instance.side.name());
    for count in [instance.rows, instance.columns, instance.nonzeros] {
        sum.count(count);
    }
    sum
}

//! Small facts about a study, by key.

use super::fault::Fault;
use super::seal::{Checksum, Part, Seal};
use rusqlite::{Connection, OptionalExtension};

/// All notes, ordered by key.
pub(super) fn read(connection: &Connection) -> Result<Vec<(String, String)>, Fault> {
    let mut statement = connection.prepare("SELECT key, value, checksum FROM notes ORDER BY key")?;
    let mut rows = statement.query([])?;
    let (mut notes, mut seal) = (Vec::new(), Seal::default());
    while let Some(row) = rows.next()? {
        let (key, value): (String, String) = (row.get(0)?, row.get(1)?);
        let written = row.get(2)?;
        checksum(&key, &value).check(written, || format!("note '{key}'"))?;
        seal.add(written);
        notes.push((key, value));
    }
    seal.check(connection, Part::Notes)?;
    Ok(notes)
}

/// Writes a note in the place of an earlier one with this key.
pub(super) fn put(connection: &Connection, key: &str, value: &str) -> Result<(), Fault> {
    let mut seal = Seal::read(connection, Part::Notes)?;
    let earlier: Option<i64> = connection
        .query_row("SELECT checksum FROM notes WHERE key = ?1", [key], |row| row.get(0))
        .optional()?;
    if let Some(earlier) = earlier {
        seal.remove(earlier);
    }
    let sum = checksum(key, value).finish();
    let insert = "INSERT OR REPLACE INTO notes (key, value, checksum) VALUES (?1, ?2, ?3)";
    connection.execute(insert, (key, value, sum))?;
    seal.add(sum);
    seal.write(connection, Part::Notes)
}

fn checksum(key: &str, value: &str) -> Checksum {
    let mut sum = Checksum::new(Part::Notes);
    sum.text(key);
    sum.text(value);
    sum
}

//! Texts that many rows share, each stored once and known by a number.

use super::fault::Fault;
use rusqlite::Connection;
use std::collections::HashMap;

/// The texts of a table by their numbers, which count from 1.
pub(super) struct Words(Vec<String>);

impl Words {
    pub(super) fn read(connection: &Connection, table: &'static str) -> Result<Words, Fault> {
        let mut statement = connection.prepare(&format!("SELECT id, text FROM {table} ORDER BY id"))?;
        let mut rows = statement.query([])?;
        let mut words = Vec::new();
        while let Some(row) = rows.next()? {
            words.push(row.get(1)?);
            let id: i64 = row.get(0)?;
            if id != words.len() as i64 {
                return Err(Fault::Damage(format!("number {} of the {table} is missing", words.len())));
            }
        }
        Ok(Words(words))
    }

    pub(super) fn get(&self, id: i64) -> Option<&str> {
        usize::try_from(id).ok()?.checked_sub(1).and_then(|i| self.0.get(i)).map(String::as_str)
    }

    /// The numbers of all texts.
    pub(super) fn numbers(&self) -> HashMap<&str, i64> {
        self.0.iter().map(String::as_str).zip(1..).collect()
    }
}

/// The numbers of texts, for the writer. New ones are settled when the transaction that wrote them is.
pub(super) struct Numbers {
    table: &'static str,
    known: HashMap<String, i64>,
    fresh: Vec<String>,
}

impl Numbers {
    pub(super) fn read(connection: &Connection, table: &'static str) -> Result<Numbers, Fault> {
        let known: HashMap<String, i64> = Words::read(connection, table)?.0.into_iter().zip(1..).collect();
        Ok(Numbers { table, known, fresh: Vec::new() })
    }

    pub(super) fn get(&self, text: &str) -> Option<i64> {
        self.known.get(text).copied()
    }

    /// The number of a text, which is written if it is new.
    pub(super) fn of(&mut self, connection: &Connection, text: &str) -> Result<i64, Fault> {
        if let Some(id) = self.get(text) {
            return Ok(id);
        }
        let id = self.known.len() as i64 + 1;
        let insert = format!("INSERT INTO {} (id, text) VALUES (?1, ?2)", self.table);
        connection.prepare_cached(&insert)?.execute((id, text))?;
        self.known.insert(text.to_owned(), id);
        self.fresh.push(text.to_owned());
        Ok(id)
    }

    /// After a transaction: new texts are known from now on, or never were written.
    pub(super) fn settle(&mut self, committed: bool) {
        for text in self.fresh.drain(..) {
            if !committed {
                self.known.remove(&text);
            }
        }
    }
}

/// All that the writer knows by number.
pub(super) struct Ids {
    pub(super) problems: Numbers,
    pub(super) settings: Numbers,
    pub(super) builds: Numbers,
}

impl Ids {
    pub(super) fn read(connection: &Connection) -> Result<Ids, Fault> {
        Ok(Ids {
            problems: Numbers::read(connection, "problems")?,
            settings: Numbers::read(connection, "settings")?,
            builds: Numbers::read(connection, "builds")?,
        })
    }

    pub(super) fn settle(&mut self, committed: bool) {
        for numbers in [&mut self.problems, &mut self.settings, &mut self.builds] {
            numbers.settle(committed);
        }
    }
}

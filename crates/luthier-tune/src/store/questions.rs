//! What a study was asked, and was asked before.

use super::fault::Fault;
use super::seal::{Checksum, Part, Seal};
use luthier::escape_name;
use rusqlite::Connection;

/// A question, and when it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Seconds since 1970.
    pub at: u64,
    /// The text of `study.toml`.
    pub text: String,
}

/// All questions of a study in the order in which they were asked; the last one counts.
pub(super) struct Questions {
    pub(super) asked: Vec<Asked>,
    /// Whether the last one is in the folder too.
    pub(super) shown: bool,
}

impl Questions {
    pub(super) fn read(connection: &Connection) -> Result<Questions, Fault> {
        let mut statement =
            connection.prepare("SELECT id, asked, text, shown, checksum FROM questions ORDER BY id")?;
        let mut rows = statement.query([])?;
        let (mut questions, mut seal) = (Questions { asked: Vec::new(), shown: true }, Seal::default());
        while let Some(row) = rows.next()? {
            let (id, at, written): (i64, i64, i64) = (row.get(0)?, row.get(1)?, row.get(4)?);
            let asked = Asked { at: at as u64, text: row.get(2)? };
            questions.shown = row.get(3)?;
            checksum(id, &asked, questions.shown).check(written, || format!("question {id}"))?;
            seal.add(written);
            questions.asked.push(asked);
        }
        seal.check(connection, Part::Questions)?;
        Ok(questions)
    }

    /// The question that counts.
    pub(super) fn last(&self) -> Result<&str, Fault> {
        let last = self.asked.last().ok_or_else(|| Fault::Damage("it holds no question".into()))?;
        Ok(&last.text)
    }

    /// The question before the last one.
    pub(super) fn previous(&self) -> Option<&str> {
        let index = self.asked.len().checked_sub(2)?;
        self.asked.get(index).map(|asked| asked.text.as_str())
    }
}

/// Adds a question.
pub(super) fn add(connection: &Connection, asked: &Asked, shown: bool) -> Result<(), Fault> {
    let mut seal = Seal::read(connection, Part::Questions)?;
    let id = seal.rows + 1;
    let sum = checksum(id, asked, shown).finish();
    let insert = "INSERT INTO questions (id, asked, text, shown, checksum) VALUES (?1, ?2, ?3, ?4, ?5)";
    connection.execute(insert, (id, asked.at as i64, &asked.text, shown, sum))?;
    seal.add(sum);
    seal.write(connection, Part::Questions)
}

/// Says that the last question is in the folder now.
pub(super) fn mark_shown(connection: &Connection) -> Result<(), Fault> {
    let questions = Questions::read(connection)?;
    let (id, Some(last)) = (questions.asked.len() as i64, questions.asked.last()) else { return Ok(()) };
    let mut seal = Seal::read(connection, Part::Questions)?;
    seal.remove(checksum(id, last, questions.shown).finish());
    let sum = checksum(id, last, true).finish();
    connection.execute("UPDATE questions SET shown = 1, checksum = ?2 WHERE id = ?1", (id, sum))?;
    seal.add(sum);
    seal.write(connection, Part::Questions)
}

fn checksum(id: i64, asked: &Asked, shown: bool) -> Checksum {
    let mut sum = Checksum::new(Part::Questions);
    sum.count(id as u64);
    sum.count(asked.at);
    sum.text(&asked.text);
    sum.count(u64::from(shown));
    sum
}

/// Characters of a line that a message shows.
const SHOWN: usize = 80;

/// The first line in which two questions differ, in words.
pub(super) fn difference(found: &str, expected: &str) -> String {
    let (mut found, mut expected) = (found.lines(), expected.lines());
    for number in 1.. {
        match (found.next(), expected.next()) {
            (None, None) => break,
            (a, b) if a == b => {}
            (a, b) => return format!("line {number} is {}; expected {}", shown(a), shown(b)),
        }
    }
    "the ends of its lines differ".into()
}

fn shown(line: Option<&str>) -> String {
    let Some(line) = line else { return "missing".into() };
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("'{}...'", escape_name(&line[..end])),
        None => format!("'{}'", escape_name(line)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_shown() {
        assert_eq!(difference("a\nb\n", "a\nc\n"), "line 2 is 'b'; expected 'c'");
        assert_eq!(difference("a\n", "a\nc\n"), "line 2 is missing; expected 'c'");
        assert_eq!(difference("a\r\n", "a\n"), "the ends of its lines differ");
        assert!(difference(&"x".repeat(500), "y").len() < 200);
    }
}

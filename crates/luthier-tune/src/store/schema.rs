//! The tables of a store, version by version.

use super::fault::Fault;
use crate::error::Error;
use luthier::LADDER;
use rusqlite::{Connection, Transaction};
use std::path::Path;

/// Marks a database as ours: "Luth".
const APPLICATION: i64 = 0x4c75_7468;

/// From the tables of one version to those of the next.
type Migration = fn(&Transaction<'_>) -> rusqlite::Result<()>;

/// The way from an empty database to the present version, which is their number. A new version is one more entry; those that
/// are there never change.
const MIGRATIONS: &[Migration] = &[first, second, third];

/// No table has an index besides its own order, which is checked whenever a study is opened; an index could be damaged unnoticed.
/// What is long and repeats itself (settings, builds, fingerprints) has a number, so that trials are small.
fn first(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    const { assert!(LADDER.len() == 7) };
    transaction.execute_batch(
        r#"
        CREATE TABLE seals(part INTEGER PRIMARY KEY, rows INTEGER NOT NULL, sum INTEGER NOT NULL);
        INSERT INTO seals VALUES (1, 0, 0), (2, 0, 0), (3, 0, 0), (4, 0, 0);
        CREATE TABLE questions(
            id INTEGER PRIMARY KEY, asked INTEGER NOT NULL, text TEXT NOT NULL, shown INTEGER NOT NULL,
            checksum INTEGER NOT NULL);
        CREATE TABLE notes(key TEXT PRIMARY KEY, value TEXT NOT NULL, checksum INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE problems(id INTEGER PRIMARY KEY, text TEXT NOT NULL);
        CREATE TABLE settings(id INTEGER PRIMARY KEY, text TEXT NOT NULL);
        CREATE TABLE builds(id INTEGER PRIMARY KEY, text TEXT NOT NULL);
        CREATE TABLE instances(
            id INTEGER PRIMARY KEY, label TEXT NOT NULL, source TEXT NOT NULL, "index" INTEGER NOT NULL,
            problem INTEGER NOT NULL, "group" TEXT NOT NULL, side TEXT NOT NULL,
            rows INTEGER NOT NULL, columns INTEGER NOT NULL, nonzeros INTEGER NOT NULL, checksum INTEGER NOT NULL);
        CREATE TABLE trials(
            problem INTEGER NOT NULL, setting INTEGER NOT NULL, build INTEGER NOT NULL, ending TEXT NOT NULL,
            iterations INTEGER NOT NULL, rejected_steps INTEGER NOT NULL, restarts INTEGER NOT NULL,
            checks INTEGER NOT NULL, proof_steps INTEGER NOT NULL,
            ladder_2 INTEGER, ladder_3 INTEGER, ladder_4 INTEGER, ladder_5 INTEGER, ladder_6 INTEGER, ladder_7 INTEGER,
            ladder_8 INTEGER, primal REAL, dual REAL, gap REAL, objective REAL, seconds REAL NOT NULL,
            checksum INTEGER NOT NULL, PRIMARY KEY(problem, setting)) WITHOUT ROWID;
        "#,
    )
}

/// Trials of methods that estimate a norm first say what that took.
fn second(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    transaction.execute_batch("ALTER TABLE trials ADD COLUMN norm_steps INTEGER NOT NULL DEFAULT 0;")
}

/// Trials say what they spent on faces.
fn third(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    transaction.execute_batch("ALTER TABLE trials ADD COLUMN face_passes INTEGER NOT NULL DEFAULT 0;")
}

/// Makes the tables of an empty database.
pub(super) fn create(connection: &mut Connection) -> Result<(), Fault> {
    connection.pragma_update(None, "application_id", APPLICATION)?;
    migrate(connection, 0, MIGRATIONS)
}

/// Refuses what is no store, and what this build does not know. The version, which is at most the present one.
pub(super) fn check(connection: &Connection, file: &Path) -> Result<usize, Fault> {
    let pragma = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let (application, version) = (pragma("application_id")?, pragma("user_version")?);
    let path = file.display().to_string();
    let advice = "restore it from a copy, or give another folder";
    if application != APPLICATION {
        let found = if application == 0 && version == 0 && is_bare(connection)? {
            "it is empty".to_owned()
        } else {
            format!("it is an SQLite database of another application (id {application:#010x})")
        };
        return Err(Error::NotAStudy {
            path,
            problem: format!("{found}; expected the store of a study: {advice}"),
        }
        .into());
    }
    let known = MIGRATIONS.len();
    match usize::try_from(version) {
        Ok(version) if (1..=known).contains(&version) => Ok(version),
        Ok(version) if version > known => {
            let problem = format!(
                "made by a newer Luthier (version {version} of the store; this build knows up to {known}): upgrade Luthier"
            );
            Err(Error::Version { path, problem }.into())
        }
        _ => Err(Fault::Damage(format!("its version is {version}; expected 1 to {known}"))),
    }
}

/// Whether a version is the present one. Those who only read cannot change that.
pub(super) fn check_present(version: usize, file: &Path) -> Result<(), Fault> {
    let known = MIGRATIONS.len();
    if version == known {
        return Ok(());
    }
    let problem = format!(
        "made by an older Luthier (version {version} of the store; this build reads {known}): go on with the study once, which \
         brings it up to date"
    );
    Err(Error::Version { path: file.display().to_string(), problem }.into())
}

/// Brings a store of this version up to date, and refuses one whose tables are not as they were made.
pub(super) fn update(connection: &mut Connection, version: usize) -> Result<(), Fault> {
    migrate(connection, version, MIGRATIONS)
}

/// All of it or nothing: after a failure the store is as it was.
fn migrate(connection: &mut Connection, version: usize, migrations: &[Migration]) -> Result<(), Fault> {
    let transaction = connection.transaction()?;
    for migration in migrations.iter().skip(version) {
        migration(&transaction)?;
    }
    if tables(&transaction)? != expected(migrations)? {
        return Err(Fault::Damage("its tables are not those of its version".into()));
    }
    if version < migrations.len() {
        transaction.pragma_update(None, "user_version", migrations.len() as i64)?;
    }
    transaction.commit()?;
    Ok(())
}

/// How the tables look when they are made anew.
fn expected(migrations: &[Migration]) -> Result<Vec<String>, Fault> {
    let mut connection = Connection::open_in_memory()?;
    let transaction = connection.transaction()?;
    for migration in migrations {
        migration(&transaction)?;
    }
    tables(&transaction)
}

fn tables(connection: &Connection) -> Result<Vec<String>, Fault> {
    let text = "SELECT type || ' ' || name || ' ' || tbl_name || ' ' || coalesce(sql, '') FROM sqlite_schema ORDER BY rowid";
    let mut statement = connection.prepare(text)?;
    let rows = statement.query_map([], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

fn is_bare(connection: &Connection) -> Result<bool, Fault> {
    Ok(tables(connection)?.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fourth(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
        transaction.execute_batch(
            "ALTER TABLE notes ADD COLUMN written INTEGER; CREATE TABLE more(id INTEGER PRIMARY KEY);",
        )
    }

    fn failing(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
        third(transaction)?;
        transaction.execute_batch("INSERT INTO nowhere VALUES (1)")
    }

    fn version(connection: &Connection) -> i64 {
        connection.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap()
    }

    fn with_note() -> Connection {
        let mut connection = Connection::open_in_memory().unwrap();
        create(&mut connection).unwrap();
        connection.execute("INSERT INTO notes VALUES ('key', 'value', 7)", []).unwrap();
        connection
    }

    #[test]
    fn an_older_store_is_brought_up_to_date_and_keeps_its_rows() {
        let mut connection = with_note();
        assert_eq!(version(&connection), 3);
        migrate(&mut connection, 3, &[first, second, third, fourth]).unwrap();
        assert_eq!(version(&connection), 4);
        let note: (String, Option<i64>) = connection
            .query_row("SELECT value, written FROM notes", [], |r| Ok((r.get(0)?, r.get(1)?)))
            .unwrap();
        assert_eq!(note, ("value".to_owned(), None));
        // What is up to date stays as it is.
        migrate(&mut connection, 4, &[first, second, third, fourth]).unwrap();
        assert_eq!(version(&connection), 4);
    }

    #[test]
    fn a_migration_that_fails_leaves_the_store_as_it_was() {
        let mut connection = with_note();
        let before = tables(&connection).unwrap();
        assert!(migrate(&mut connection, 3, &[first, second, third, failing]).is_err());
        assert_eq!((version(&connection), tables(&connection).unwrap()), (3, before));
        migrate(&mut connection, 3, &[first, second, third, fourth]).unwrap();
        assert_eq!(version(&connection), 4);
    }

    #[test]
    fn a_reader_says_how_an_older_store_gets_up_to_date() {
        let file = Path::new("study.sqlite");
        check_present(MIGRATIONS.len(), file).unwrap();
        let error = check_present(0, file).unwrap_err().at(file);
        assert!(
            matches!(error, Error::Version { .. }) && error.to_string().contains("go on with the study once"),
            "{error}"
        );
    }

    #[test]
    fn tables_that_somebody_changed_are_refused() {
        let mut connection = with_note();
        connection
            .execute_batch("CREATE TRIGGER t AFTER INSERT ON notes BEGIN DELETE FROM trials; END")
            .unwrap();
        assert!(matches!(update(&mut connection, 3), Err(Fault::Damage(_))));
    }

    #[test]
    fn trials_of_the_first_version_took_no_steps_for_a_norm_and_none_for_faces() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, 0, &[first]).unwrap();
        let values = "1, 1, 1, 'optimal', 5, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 0.0, 0.0, 0.0, 0.0, 0.0, 7";
        connection.execute(&format!("INSERT INTO trials VALUES ({values})"), []).unwrap();
        update(&mut connection, 1).unwrap();
        let row = connection.query_row("SELECT iterations, norm_steps, face_passes FROM trials", [], |row| {
            Ok([row.get::<_, i64>(0)?, row.get(1)?, row.get(2)?])
        });
        assert_eq!(row.unwrap(), [5, 0, 0]);
    }
}

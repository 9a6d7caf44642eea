//! An instance of a study that is only looked at.

use crate::error::Error;
use crate::store::Source;
use crate::study::View;
use luthier::Problem;
use luthier::io::{ReadOptions, read};
use luthier_families::{Family, OpenOptions, Specification};
use std::path::Path;

/// An instance, which must still be what it was. Of a family of files the one file alone is read, by its name.
pub(super) fn problem(view: &View, instance: usize) -> Result<Problem, Error> {
    let row = &view.instances.rows()[instance];
    let question = &view.question;
    let family = match (row.source, &question.test_family) {
        (Source::Test, Some(family)) => family,
        _ => &question.family,
    };
    let specification = Specification::parse(family)?;
    let problem = match specification.description().name {
        "folder" => read(Path::new(&row.label), &ReadOptions::default())?,
        _ => Family::open(&specification, &OpenOptions::default())?.instance(question.seed, row.index)?,
    };
    let found = problem.fingerprint();
    if found != row.fingerprint {
        return Err(Error::Changed { label: row.label.clone(), recorded: row.fingerprint, found });
    }
    Ok(problem)
}

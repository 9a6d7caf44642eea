//! The history of a study: what a view leaves in the store.

use crate::certificate::{Opening, openings};
use crate::error::Error;
use crate::run::ADOPTED;
use crate::store::{Asked, Reader};

/// What was asked when, who answered, and what was noted.
#[derive(Clone, Debug, PartialEq)]
pub struct Chronicle {
    /// All questions with their times, the present one last.
    pub questions: Vec<Asked>,
    /// The builds that made the trials, with how many each made.
    pub builds: Vec<(String, u64)>,
    /// What the setting that the last answer adopted changes of the solver's defaults; empty for nothing. `None`: the study
    /// has had no answer yet.
    pub adopted: Option<String>,
    /// The openings of the sealed set, the first first.
    pub openings: Vec<Opening>,
}

impl Chronicle {
    /// Reads it.
    pub fn read(reader: &Reader) -> Result<Chronicle, Error> {
        let notes = reader.notes()?;
        let adopted = notes.iter().find(|(key, _)| key == ADOPTED).map(|(_, text)| text.clone());
        Ok(Chronicle {
            questions: reader.questions()?,
            builds: reader.builds()?,
            adopted,
            openings: openings(&notes)?,
        })
    }
}

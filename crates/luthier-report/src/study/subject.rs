//! What a report is about: all that is known of a study.

use luthier_tune::insight::{Chosen, Chronicle, chosen};
use luthier_tune::{
    Answer, CERTIFICATE, Certificate, Difference, Error, Reader, SettingId, Side, View, answer, recheck,
    spent,
};
use std::path::Path;
use std::time::Duration;

/// A study, read.
pub struct Subject {
    /// Its folder, as it was given.
    pub directory: String,
    /// Its question, instances and trials.
    pub view: View,
    /// What was asked when.
    pub chronicle: Chronicle,
    /// The answer by now.
    pub answer: Answer,
    /// Whether nothing is left to run.
    pub complete: bool,
    /// The setting to show beside the default, if there is one.
    pub setting: Option<SettingId>,
    /// Its certificate, if there is one.
    pub certificate: Option<Certified>,
    /// The time that was spent on it.
    pub spent: Duration,
}

/// What is in the file of the certificate.
pub enum Certified {
    /// A certificate, with what of it does not follow from the study: nothing, if it is right.
    Read(Box<Certificate>, Vec<Difference>),
    /// Something that is none.
    Broken(String),
}

impl Subject {
    /// Reads a study, at one moment.
    pub fn read(directory: &Path) -> Result<Subject, Error> {
        let reader = Reader::open(directory)?;
        let view = View::of(&reader)?;
        let (answer, complete) = answer(&view);
        let chosen = chosen(&view, &reader)?;
        let setting = match chosen {
            Chosen::Nothing => None,
            _ => chosen.setting().or(Some(answer.chosen)).filter(|s| *s != SettingId::DEFAULT),
        };
        Ok(Subject {
            directory: directory.display().to_string(),
            chronicle: Chronicle::read(&reader)?,
            certificate: certificate(directory, &reader),
            spent: spent(&reader.notes()?),
            view,
            answer,
            complete,
            setting,
        })
    }

    /// The side on which the default and the setting are compared: one that had no part in the choice, if it is known.
    pub fn side(&self) -> Side {
        let known = |setting| self.view.test.iter().any(|i| self.view.ledger.get(*i, setting).is_some());
        if self.setting.is_some_and(known) { Side::Test } else { Side::Train }
    }

    /// The same in words.
    pub fn side_words(&self) -> &'static str {
        match self.side() {
            Side::Test => "problems that it was not tuned on",
            Side::Train | Side::Sealed => "the problems that it was tuned on, which flatters it",
        }
    }

    /// What costs are counted in.
    pub fn unit(&self) -> &'static str {
        self.view.cost.measure.unit()
    }
}

/// The certificate beside a study, recomputed.
fn certificate(directory: &Path, reader: &Reader) -> Option<Certified> {
    let path = directory.join(CERTIFICATE);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return None,
        Err(error) => return Some(Certified::Broken(format!("{CERTIFICATE} cannot be read: {error}"))),
    };
    let checked = Certificate::parse(&path.display().to_string(), &text)
        .and_then(|certificate| Ok((recheck(&certificate, reader)?, certificate)));
    Some(match checked {
        Ok((differences, certificate)) => Certified::Read(Box::new(certificate), differences),
        Err(error) => Certified::Broken(error.to_string()),
    })
}

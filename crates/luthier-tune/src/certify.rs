//! Certifying what a study found: the sealed problems are run, and what they show is put down.

use crate::answer::is_known;
use crate::certificate::{CERTIFICATE, Certificate, Certified, can_be_capped, make, open};
use crate::error::Error;
use crate::question::Question;
use crate::run::{ADOPTED, Watch};
use crate::search::{Ask, Round};
use crate::space::SettingId;
use crate::split::Side;
use crate::store::Asked;
use crate::study::{Study, View};
use crate::sweep::SweepOptions;
use std::collections::{BTreeSet, HashSet};

impl Study {
    /// Runs the adopted setting and the default on the sealed problems, and writes `certificate.json`. `None` if the caller
    /// stopped it; the same call goes on.
    pub fn certify(
        &mut self,
        confidence: f64,
        options: &SweepOptions,
        watch: &mut dyn Watch,
    ) -> Result<Option<Certificate>, Error> {
        if !(confidence > 0.0 && confidence < 1.0) {
            return Err(refused(format!(
                "a confidence of {confidence} is not possible; expected a number between 0 and 1, such as 0.95"
            )));
        }
        let setting = self.adopted()?;
        let sealed = self.view().instances.on(Side::Sealed);
        self.check_sealed(&sealed)?;
        let (declared, at_once) = declared(&self.store.questions()?)?;
        let opening = open(&mut self.store, &self.view, setting, confidence)?;
        let asks = missing(self.view(), &sealed, setting);
        if !asks.is_empty() {
            let name = "the sealed problems, with the setting and with the default".to_owned();
            if !self.measure(Round { name, asks, alive: 1 }, options, watch)? {
                return Ok(None);
            }
        }
        let opening = opening.number;
        let certified = Certified { setting, sealed: &sealed, declared, at_once, confidence, opening };
        let certificate = make(self.view(), &certified)?;
        luthier::io::write_text(&self.directory().join(CERTIFICATE), &certificate.to_json())?;
        Ok(Some(certificate))
    }

    /// The setting of the study's last answer.
    fn adopted(&self) -> Result<SettingId, Error> {
        let text = self.store.noted(ADOPTED)?.ok_or_else(|| {
            refused("the study has no answer yet; expected a finished one: `luthier tune --study` goes on with it".to_owned())
        })?;
        match self.view().space.find(&text) {
            _ if !can_be_capped(self.view()) => Err(refused(
                "it asks for more than it did when it had its last answer; `luthier tune --study` finds the next one".to_owned(),
            )),
            Some(SettingId::DEFAULT) => Err(refused(
                "no improvement was found, so that there is no setting to certify: the default is compared with itself".to_owned(),
            )),
            Some(setting) => Ok(setting),
            None => Err(refused(
                "its space was changed since its last answer; `luthier tune --study` finds the next one".to_owned(),
            )),
        }
    }

    /// There must be sealed problems, and none of them may have had a part in the choice.
    fn check_sealed(&self, sealed: &[usize]) -> Result<(), Error> {
        let rows = self.view().instances.rows();
        if sealed.is_empty() {
            return Err(refused(
                "it has no sealed problems: nothing is left that had no part in the choice; tune with --sealed N".to_owned(),
            ));
        }
        let seen: HashSet<_> =
            self.view().train.iter().chain(&self.view().test).map(|i| rows[*i].fingerprint).collect();
        match sealed.iter().find(|i| seen.contains(&rows[**i].fingerprint)) {
            Some(both) => Err(refused(format!(
                "the sealed problem {} was tuned or tested on: a certificate that rests on it would mean nothing",
                luthier::escape_name(&rows[*both].label)
            ))),
            None => Ok(()),
        }
    }
}

fn refused(problem: String) -> Error {
    Error::Question { what: "this study cannot be certified".to_owned(), problem }
}

/// The settings of all spaces that were ever declared, and whether they and the training problems were declared at once.
fn declared(questions: &[Asked]) -> Result<(u64, bool), Error> {
    let (mut spaces, mut trained) = (BTreeSet::new(), BTreeSet::new());
    let mut settings = 0;
    for asked in questions {
        let question = Question::parse("study.toml", &asked.text)?;
        trained.insert(question.counts.train);
        if spaces.insert(question.space.clone()) {
            settings += question.space()?.settings().len() as u64;
        }
    }
    Ok((settings, spaces.len() == 1 && trained.len() == 1))
}

fn missing(view: &View, sealed: &[usize], setting: SettingId) -> Vec<Ask> {
    let pairs = sealed.iter().flat_map(|i| [SettingId::DEFAULT, setting].map(|s| (*i, s)));
    let wanted = pairs.filter(|(instance, setting)| !is_known(view, *instance, *setting));
    wanted.map(|(instance, setting)| Ask { instance, setting, until: None }).collect()
}

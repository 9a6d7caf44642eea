//! A study: a question, the instances behind it, and all that is known about its trials; in a directory that survives
//! whatever ends the process.

use crate::cost::{Cost, Term};
use crate::error::Error;
use crate::instances::Instances;
use crate::ledger::Ledger;
use crate::question::Question;
use crate::record::{Ending, Record};
use crate::search::{Ask, Field, Search};
use crate::space::{SettingId, Space};
use crate::split::Side;
use crate::store::{InstanceRow, Reader, Store};
use luthier::Fingerprint;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What makes the records of this build comparable with those of others.
pub fn build() -> String {
    format!("luthier {}, numerics {}", env!("CARGO_PKG_VERSION"), luthier::NUMERICS)
}

/// The part of a build that decides whether its records can be mixed with ours.
fn numerics(build: &str) -> &str {
    build.rsplit_once(", ").map_or(build, |(_, numerics)| numerics)
}

/// What is known about a question, without a hand on the store.
#[derive(Debug)]
pub struct View {
    /// What is asked.
    pub question: Question,
    /// The declared space.
    pub space: Arc<Space>,
    /// The search, as soon as it is decided which.
    pub search: Option<Search>,
    /// What is to be small.
    pub cost: Cost,
    /// The instances.
    pub instances: Arc<Instances>,
    /// What is known.
    pub ledger: Ledger,
    /// Positions of the training instances, in the order in which a search takes them.
    pub train: Vec<usize>,
    /// Positions of the test instances.
    pub test: Vec<usize>,
}

impl View {
    /// Reads a study that others may be writing.
    pub fn read(directory: &Path) -> Result<View, Error> {
        View::of(&Reader::open(directory)?)
    }

    /// The study of a reader, as it was at that moment.
    pub fn of(reader: &Reader) -> Result<View, Error> {
        let name = reader.directory().join("study.toml").display().to_string();
        View::about(reader, Question::parse(&name, reader.question())?)
    }

    /// What a study knows about a question: its own, or one that it was asked before.
    pub fn about(reader: &Reader, question: Question) -> Result<View, Error> {
        let instances = Instances::recorded(&question, reader.instances()?);
        let mut view = View::new(question, instances)?;
        view.take_in(reader.trials()?, true)?;
        view.decide(reader.noted(&view.search_key())?)?;
        Ok(view)
    }

    fn new(question: Question, instances: Instances) -> Result<View, Error> {
        let (space, cost) = (question.space()?, question.cost()?);
        let (train, test) = (instances.on(Side::Train), instances.on(Side::Test));
        let (space, instances, ledger) = (Arc::new(space), Arc::new(instances), Ledger::default());
        let search = question.search;
        Ok(View { question, search, space, cost, instances, ledger, train, test })
    }

    /// Where it is noted which search was decided on.
    pub(crate) fn search_key(&self) -> String {
        let bytes = self.question.to_toml().into_bytes();
        format!("search for question {:016x}", xxhash_rust::xxh3::xxh3_64(&bytes))
    }

    fn decide(&mut self, noted: Option<String>) -> Result<(), Error> {
        if let (None, Some(text)) = (self.search, noted) {
            self.search = Some(Search::parse(&text)?);
        }
        Ok(())
    }

    /// What a search sees.
    pub fn field(&self) -> Field<'_> {
        Field { space: &self.space, cost: &self.cost, ledger: &self.ledger, train: &self.train }
    }

    /// What a trial costs by some cost, if its end is known.
    pub(crate) fn term(&self, cost: &Cost, instance: usize, setting: SettingId) -> Option<f64> {
        match cost.term(self.ledger.get(instance, setting)?) {
            Term::Known(term) => Some(term),
            Term::AtLeast(_) => None,
        }
    }

    /// Whether runs of a setting were laid aside. Then those that were not are the short ones: a mean over them would flatter.
    pub(crate) fn laid_aside(&self, instances: &[usize], setting: SettingId) -> bool {
        let aside = |i: &usize| self.ledger.get(*i, setting).is_some_and(|r| r.ending == Ending::Capped);
        instances.iter().any(aside)
    }

    /// Takes stored trials into the ledger; those of settings and instances that are not asked for stay in the store.
    fn take_in(
        &mut self,
        trials: Vec<(Fingerprint, String, Record, String)>,
        foreign: bool,
    ) -> Result<(), Error> {
        let rows = self.instances.rows();
        let positions: HashMap<Fingerprint, usize> =
            rows.iter().enumerate().map(|(position, row)| (row.fingerprint, position)).collect();
        let mut settings: HashMap<String, Option<SettingId>> = HashMap::new();
        let ours = build();
        for (fingerprint, text, record, build) in trials {
            if !foreign && numerics(&build) != numerics(&ours) {
                return Err(Error::OtherBuild { theirs: build, ours });
            }
            let space = &self.space;
            let setting = *settings.entry(text).or_insert_with_key(|text| space.find(text));
            if let (Some(position), Some(setting)) = (positions.get(&fingerprint), setting) {
                self.ledger.put(*position, setting, record);
            }
        }
        Ok(())
    }
}

/// A study that this process works on.
pub struct Study {
    directory: PathBuf,
    pub(crate) store: Store,
    pub(crate) view: View,
    beginning: Beginning,
}

/// How a study was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Beginning {
    /// Whether it was there.
    pub resumed: bool,
    /// Whether it asks for more than it did.
    pub extended: bool,
    /// Trials that are known already.
    pub known: usize,
}

impl Study {
    /// Begins a study in a new or empty directory, or goes on with the one that is there. A study that asked for less (fewer
    /// instances, other settings) is extended; one about something else is an error. `holder` tells others who has it.
    /// With `foreign`, records of builds that compute otherwise are used as if they were ours.
    pub fn begin(directory: &Path, question: Question, holder: &str, foreign: bool) -> Result<Study, Error> {
        question.space()?;
        question.cost()?;
        let mut beginning = Beginning::default();
        // What cannot be had is said before anything is written: a question cannot be taken back.
        let (mut store, gathered) = if Store::exists(directory) {
            let mut store = Store::open(directory, holder)?;
            let earlier = asked(&store, directory)?;
            let question = question.keeping_split_of(&earlier);
            if let Some(conflict) = question.conflict(&earlier) {
                return Err(Error::Conflict { directory: directory.display().to_string(), conflict });
            }
            let gathered = Gathered::new(&question, store.instances()?)?;
            beginning.resumed = true;
            beginning.extended = question != earlier;
            if beginning.extended {
                store.set_question(&question.to_toml())?;
            }
            (store, gathered)
        } else {
            let gathered = Gathered::new(&question, Vec::new())?;
            (Store::create(directory, &question.to_toml(), holder)?, gathered)
        };
        let view = fill(&mut store, directory, gathered, foreign)?;
        beginning.known = view.ledger.iter().count();
        Ok(Study { directory: directory.to_owned(), store, view, beginning })
    }

    /// Goes on with a study as it is.
    pub fn resume(directory: &Path, holder: &str, foreign: bool) -> Result<Study, Error> {
        let mut store = Store::open(directory, holder)?;
        let gathered = Gathered::new(&asked(&store, directory)?, store.instances()?)?;
        let view = fill(&mut store, directory, gathered, foreign)?;
        let beginning = Beginning { resumed: true, extended: false, known: view.ledger.iter().count() };
        Ok(Study { directory: directory.to_owned(), store, view, beginning })
    }

    /// What is known.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// How it was found.
    pub fn beginning(&self) -> &Beginning {
        &self.beginning
    }

    /// Where it is.
    pub fn directory(&self) -> &Path {
        &self.directory
    }
}

/// Stores trials, then counts them as known.
pub(crate) fn record(
    store: &mut Store,
    (space, instances, ledger): (&Space, &[InstanceRow], &mut Ledger),
    trials: &[(Ask, Record)],
) -> Result<(), Error> {
    let texts: Vec<String> = trials.iter().map(|(ask, _)| space.text(ask.setting)).collect();
    let rows: Vec<_> = trials
        .iter()
        .zip(&texts)
        .map(|((ask, record), text)| (instances[ask.instance].fingerprint, text.as_str(), record))
        .collect();
    store.put(&rows, &build())?;
    for (ask, record) in trials {
        ledger.put(ask.instance, ask.setting, record.clone());
    }
    Ok(())
}

/// What a store asks.
fn asked(store: &Store, directory: &Path) -> Result<Question, Error> {
    Question::parse(&directory.join("study.toml").display().to_string(), store.question())
}

/// The instances that a question asks for.
struct Gathered {
    instances: Instances,
    /// Those that the store does not have.
    added: Vec<InstanceRow>,
}

impl Gathered {
    fn new(question: &Question, known: Vec<InstanceRow>) -> Result<Gathered, Error> {
        let mut instances = Instances::open(question, known)?;
        let added = instances.complete(question)?;
        Ok(Gathered { instances, added })
    }
}

/// Adds the instances that a store does not have, and reads what it knows about them.
fn fill(store: &mut Store, directory: &Path, gathered: Gathered, foreign: bool) -> Result<View, Error> {
    if !gathered.added.is_empty() {
        store.add_instances(&gathered.added)?;
    }
    let mut view = View::new(asked(store, directory)?, gathered.instances)?;
    view.take_in(store.trials()?, foreign)?;
    view.decide(store.noted(&view.search_key())?)?;
    Ok(view)
}

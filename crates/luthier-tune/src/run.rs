//! Working on a study: round after round, until its question is answered or the budget is spent.

use crate::answer::{Answer, best_so_far, conclude, follow_up};
use crate::budget::Budget;
use crate::error::Error;
use crate::record::Record;
use crate::search::{Ask, Choice, Incumbent, Plan, Round, Search, incumbent};
use crate::shard::Shard;
use crate::space::SettingId;
use crate::store::Store;
use crate::study::{Study, View, record};
use crate::sweep::{Sink, Sweep, SweepOptions};
use crate::tuned::tuned_toml;
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// Without a budget, a grid of no more trials than this is searched as a whole.
const SMALL_GRID: u64 = 1000;

/// How often the best so far is looked for.
const LOOK: Duration = Duration::from_millis(500);

/// Under this name a study notes the setting that its last answer adopted.
pub(crate) const ADOPTED: &str = "adopted setting";

/// Under this name a study notes the seconds that were spent on it.
pub(crate) const SPENT: &str = "seconds spent";

/// The name of the file that a study ends with.
pub const TUNED: &str = "tuned.toml";

/// How a study is worked on. None of it changes what a trial comes to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunOptions {
    /// Threads and lanes.
    pub sweep: SweepOptions,
    /// What the search may spend; the final test of the choice comes on top.
    pub budget: Option<Budget>,
    /// Run this part of the instances alone.
    pub shard: Option<Shard>,
}

/// How the work on a study ended.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// The question is answered.
    Complete(Answer),
    /// The budget is spent; the best setting so far, tested like a final one.
    OutOfBudget(Answer),
    /// The caller stopped it; nothing that was reported is lost.
    Interrupted,
    /// All that this shard can do is done; so many trials of this round are up to the others.
    Waiting(usize),
}

/// How far the work is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Trials that were run by this command.
    pub trials: u64,
    /// Matrix passes that this command made for them: those of a run that went on from where it was laid aside count once.
    pub passes: u64,
    /// Trials done, and to be done, in this round.
    pub round: (u64, u64),
    /// Settings that can still win.
    pub alive: u64,
    /// The best so far.
    pub incumbent: Option<Incumbent>,
    /// Since the command began.
    pub elapsed: Duration,
}

/// Watches the work on a study.
pub trait Watch {
    /// A round begins.
    fn round(&mut self, round: &Round, progress: &Progress);
    /// Trials are finished and stored.
    fn trials(&mut self, view: &View, trials: &[(Ask, Record)], progress: &Progress);
    /// Whether to stop now.
    fn interrupted(&mut self) -> bool;
}

impl Study {
    /// Works on the study, and writes `tuned.toml` if it comes to an answer.
    pub fn run(&mut self, options: &RunOptions, watch: &mut dyn Watch) -> Result<End, Error> {
        let began = Instant::now();
        let end = self.work(options, watch)?;
        let spent = spent(&self.store.notes()?) + began.elapsed();
        self.store.note(SPENT, &format!("{:.3}", spent.as_secs_f64()))?;
        Ok(end)
    }

    fn work(&mut self, options: &RunOptions, watch: &mut dyn Watch) -> Result<End, Error> {
        let tuned = self.directory().join(TUNED);
        let (store, view) = (&mut self.store, &mut self.view);
        let unit = view.cost.unit();
        let (instances, space) = (view.instances.clone(), view.space.clone());
        let mut sweep = Sweep::new(&instances, &space, unit, &options.sweep)?;
        let mut worker = Worker::new(store, view, watch, options);
        let choice = loop {
            match worker.plan()? {
                Plan::Done(choice) => break Some(choice),
                Plan::Run(round) => match worker.work(&mut sweep, round)? {
                    Ended::Round => {}
                    Ended::Budget => break worker.finished()?,
                    Ended::Interrupted => return Ok(End::Interrupted),
                    Ended::Shard(others) => return Ok(End::Waiting(others)),
                },
            }
        };
        let complete = choice.is_some();
        let choice = choice.unwrap_or_else(|| best_so_far(worker.view));
        worker.deadline = None;
        worker.passes = None;
        while let Some(round) = follow_up(worker.view, &choice) {
            match worker.work(&mut sweep, round)? {
                Ended::Round | Ended::Budget => {}
                Ended::Interrupted => return Ok(End::Interrupted),
                Ended::Shard(others) => return Ok(End::Waiting(others)),
            }
        }
        let answer = conclude(worker.view, &choice);
        worker.store.note(ADOPTED, &worker.view.space.text(answer.adopted))?;
        let text = tuned_toml(worker.view, &answer);
        luthier::io::write_text(&tuned, &text)?;
        Ok(if complete { End::Complete(answer) } else { End::OutOfBudget(answer) })
    }
}

impl Study {
    /// Runs trials to their ends, outside of any search. Whether all are known then: not if the caller stopped it.
    pub(crate) fn measure(
        &mut self,
        round: Round,
        options: &SweepOptions,
        watch: &mut dyn Watch,
    ) -> Result<bool, Error> {
        let (instances, space) = (self.view.instances.clone(), self.view.space.clone());
        let mut sweep = Sweep::new(&instances, &space, self.view.cost.unit(), options)?;
        let options = RunOptions { sweep: *options, ..RunOptions::default() };
        let mut worker = Worker::new(&mut self.store, &mut self.view, watch, &options);
        Ok(matches!(worker.work(&mut sweep, round)?, Ended::Round))
    }
}

/// The time that was spent on a study with these notes, as far as the commands came to an end.
pub fn spent(notes: &[(String, String)]) -> Duration {
    let noted = notes.iter().find(|(key, _)| key == SPENT).and_then(|(_, text)| text.parse().ok());
    noted.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()).unwrap_or_default()
}

/// The place of each instance among those that are run like it: shards share each kind evenly.
fn places(view: &View) -> HashMap<usize, usize> {
    let kinds = [&view.train, &view.test];
    kinds.into_iter().flat_map(|kind| kind.iter().copied().zip(0..)).collect()
}

/// How a round ended.
enum Ended {
    Round,
    Budget,
    Interrupted,
    Shard(usize),
}

/// One command's work.
struct Worker<'a> {
    store: &'a mut Store,
    view: &'a mut View,
    watch: &'a mut dyn Watch,
    options: &'a RunOptions,
    began: Instant,
    deadline: Option<Instant>,
    passes: Option<u64>,
    interrupted: bool,
    looked: Option<Instant>,
    progress: Progress,
}

impl<'a> Worker<'a> {
    fn new(
        store: &'a mut Store,
        view: &'a mut View,
        watch: &'a mut dyn Watch,
        options: &'a RunOptions,
    ) -> Worker<'a> {
        let began = Instant::now();
        let (deadline, passes) = match options.budget {
            Some(Budget::Time(time)) => (began.checked_add(time), None),
            Some(Budget::Passes(passes)) => (None, Some(passes)),
            None => (None, None),
        };
        let progress = Progress {
            trials: 0,
            passes: 0,
            round: (0, 0),
            alive: 0,
            incumbent: None,
            elapsed: Duration::ZERO,
        };
        let (interrupted, looked) = (false, None);
        Worker { store, view, watch, options, began, deadline, passes, interrupted, looked, progress }
    }

    /// What comes next. Which search it is may depend on what the default costs, which every search measures first.
    fn plan(&mut self) -> Result<Plan, Error> {
        if let Some(search) = self.view.search {
            return Ok(search.plan(&self.view.field()));
        }
        // Both searches that come into question begin with the default alone.
        let plan = Search::Grid.plan(&self.view.field());
        let unknown = |ask: &Ask| ask.setting == SettingId::DEFAULT;
        if matches!(&plan, Plan::Run(round) if round.asks.iter().any(unknown)) {
            return Ok(plan);
        }
        let search = self.choose()?;
        self.view.search = Some(search);
        Ok(search.plan(&self.view.field()))
    }

    /// The choice, if the search happens to be done.
    fn finished(&mut self) -> Result<Option<Choice>, Error> {
        Ok(match self.plan()? {
            Plan::Done(choice) => Some(choice),
            Plan::Run(_) => None,
        })
    }

    /// The whole grid if the budget allows for it, or if it is small; halving otherwise. Once chosen, it stays.
    fn choose(&mut self) -> Result<Search, Error> {
        let view = &self.view;
        let default = || view.train.iter().filter_map(|i| view.ledger.get(*i, SettingId::DEFAULT));
        let settings = view.space.settings().len() as u64;
        let fits = match self.options.budget {
            Some(Budget::Passes(budget)) => {
                let passes: u64 = default().map(|r| r.work.matrix_passes()).sum();
                settings.saturating_mul(passes) <= budget
            }
            Some(Budget::Time(budget)) => {
                let seconds: f64 = default().map(|r| r.seconds).sum();
                settings as f64 * seconds <= budget.as_secs_f64()
            }
            None => settings.saturating_mul(view.train.len() as u64) <= SMALL_GRID,
        };
        let search = if fits { Search::Grid } else { Search::Halving };
        self.store.note(&view.search_key(), &search.to_string())?;
        Ok(search)
    }

    /// Runs a round, or what of it is up to this shard.
    fn work(&mut self, sweep: &mut Sweep<'_>, mut round: Round) -> Result<Ended, Error> {
        let all = round.asks.len();
        if let Some(shard) = self.options.shard {
            let places = places(self.view);
            round.asks.retain(|ask| places.get(&ask.instance).is_some_and(|place| shard.has(*place)));
        }
        if round.asks.is_empty() {
            return Ok(Ended::Shard(all));
        }
        self.progress.alive = round.alive;
        self.progress.round = (0, round.asks.len() as u64);
        self.progress.elapsed = self.began.elapsed();
        self.watch.round(&round, &self.progress);
        sweep.run(&round.asks, self)?;
        Ok(match () {
            () if self.interrupted => Ended::Interrupted,
            () if self.late() || self.enough() => Ended::Budget,
            () => Ended::Round,
        })
    }

    fn late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn look(&mut self) {
        if self.looked.is_none_or(|looked| looked.elapsed() >= LOOK) {
            self.progress.incumbent = incumbent(&self.view.field());
            self.looked = Some(Instant::now());
        }
    }
}

impl Sink for Worker<'_> {
    fn take(&mut self, trials: Vec<(Ask, Record)>, passes: u64) -> Result<(), Error> {
        let view = &mut *self.view;
        record(self.store, (&view.space, view.instances.rows(), &mut view.ledger), &trials)?;
        self.progress.trials += trials.len() as u64;
        self.progress.passes += passes;
        self.progress.round.0 += trials.len() as u64;
        self.progress.elapsed = self.began.elapsed();
        self.look();
        self.watch.trials(self.view, &trials, &self.progress);
        Ok(())
    }

    fn stop(&mut self) -> bool {
        self.interrupted |= self.watch.interrupted();
        self.interrupted || self.late()
    }

    fn enough(&mut self) -> bool {
        self.passes.is_some_and(|passes| self.view.ledger.passes() >= passes)
    }
}

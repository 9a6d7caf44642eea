//! Studies from the library: what is run, what is kept, and whose records count.

use luthier::Parameters;
use luthier_tune::{
    Ask, Budget, Counts, End, Ending, Error, Measure, Progress, Question, Record, Round, RunOptions, Search,
    SettingId, Side, Split, Store, Study, View, Watch, build,
};
use std::path::Path;
use tempfile::tempdir;

fn question(search: Option<Search>) -> Question {
    let counts = Counts { train: 4, test: 3, sealed: 5 };
    Question {
        family: "transportation:4x6".to_owned(),
        seed: 1,
        test_family: None,
        counts,
        shares: counts,
        split: Split::Content,
        salt: 0,
        space: "weight_smoothing=0.2,0.5,0.8; initial_weight_scale=0.1,1,10".to_owned(),
        search,
        measure: Measure::Iterations,
        solved_at: None,
        preset: "paper".to_owned(),
        parameters: Parameters::default(),
    }
}

/// Counts what it sees, and may have had enough.
#[derive(Default)]
struct Counter {
    rounds: usize,
    trials: usize,
    enough: Option<usize>,
}

impl Watch for Counter {
    fn round(&mut self, _: &Round, _: &Progress) {
        self.rounds += 1;
    }

    fn trials(&mut self, view: &View, trials: &[(Ask, Record)], progress: &Progress) {
        self.trials += trials.len();
        assert_eq!(progress.trials, self.trials as u64);
        // What is reported is known.
        assert!(trials.iter().all(|(ask, _)| view.ledger.get(ask.instance, ask.setting).is_some()));
    }

    fn interrupted(&mut self) -> bool {
        self.enough.is_some_and(|enough| self.trials >= enough)
    }
}

fn begin(directory: &Path, search: Option<Search>) -> Study {
    Study::begin(directory, question(search), "a test", false).unwrap()
}

fn run(study: &mut Study, options: &RunOptions) -> (End, Counter) {
    let mut counter = Counter::default();
    let end = study.run(options, &mut counter).unwrap();
    (end, counter)
}

#[test]
fn sealed_instances_are_never_run() {
    for search in [Search::Full, Search::Grid, Search::Halving, Search::Race { delta: 0.1 }, Search::Profiles]
    {
        let folder = tempdir().unwrap();
        let mut study = begin(folder.path(), Some(search));
        let (end, _) = run(&mut study, &RunOptions::default());
        assert!(matches!(end, End::Complete(_)), "{search}: {end:?}");
        let view = study.view();
        let sides = |side| view.instances.on(side).len();
        assert_eq!([Side::Train, Side::Test, Side::Sealed].map(sides), [4, 3, 5]);
        let sealed = view.instances.on(Side::Sealed);
        assert!(view.ledger.iter().all(|(instance, _, _)| !sealed.contains(&instance)), "{search}");
    }
}

#[test]
fn by_seconds_nothing_is_laid_aside() {
    let folder = tempdir().unwrap();
    let asked = Question { measure: Measure::Seconds, ..question(Some(Search::Grid)) };
    let mut study = Study::begin(folder.path(), asked, "a test", false).unwrap();
    let (end, _) = run(&mut study, &RunOptions::default());
    assert!(matches!(end, End::Complete(_)), "{end:?}");
    assert!(study.view().ledger.iter().all(|(_, _, record)| record.ending != Ending::Capped));
}

/// Which search `auto` is depends on the budget of the command that first knows enough, and stays.
#[test]
fn a_search_that_was_decided_stays() {
    let folder = tempdir().unwrap();
    let mut study = begin(folder.path(), None);
    assert_eq!(study.view().search, None);
    let little = RunOptions { budget: Some(Budget::Passes(1)), ..RunOptions::default() };
    // The default is run in one wave; a budget of one pass allows for no grid.
    let (end, _) = run(&mut study, &little);
    assert!(matches!(end, End::OutOfBudget(_)), "{end:?}");
    assert_eq!(study.view().search, Some(Search::Halving));
    drop(study);
    let mut study = begin(folder.path(), None);
    assert_eq!(study.view().search, Some(Search::Halving));
    let (end, _) = run(&mut study, &RunOptions::default());
    assert!(matches!(end, End::Complete(_)), "{end:?}");
    // Without a budget, a grid as small as this one is searched as a whole.
    let other = tempdir().unwrap();
    let mut study = begin(other.path(), None);
    run(&mut study, &RunOptions::default());
    assert_eq!(study.view().search, Some(Search::Grid));
    assert_eq!(View::read(other.path()).unwrap().search, Some(Search::Grid));
}

#[test]
fn an_interrupted_run_goes_on_and_a_finished_one_runs_nothing() {
    let folder = tempdir().unwrap();
    let mut study = begin(folder.path(), Some(Search::Full));
    let mut counter = Counter { enough: Some(0), ..Counter::default() };
    let end = study.run(&RunOptions::default(), &mut counter).unwrap();
    assert_eq!((end, counter.trials), (End::Interrupted, 0));
    let (end, counter) = run(&mut study, &RunOptions::default());
    let End::Complete(answer) = end else { panic!("{end:?}") };
    let settings = study.view().space.settings().len();
    let tested = if answer.chosen == SettingId::DEFAULT { 1 } else { 2 };
    assert_eq!(counter.trials, settings * 4 + tested * 3);
    let (again, counter) = run(&mut study, &RunOptions::default());
    assert_eq!((again, counter.rounds), (End::Complete(answer), 0));
}

#[test]
fn records_of_a_build_that_computes_otherwise_are_refused_unless_they_are_wanted() {
    let folder = tempdir().unwrap();
    let mut study = begin(folder.path(), Some(Search::Full));
    run(&mut study, &RunOptions::default());
    let (fingerprint, record) = {
        let view = study.view();
        let record = view.ledger.get(view.train[0], SettingId::DEFAULT).unwrap().clone();
        (view.instances.rows()[view.train[0]].fingerprint, record)
    };
    drop(study);
    let mut store = Store::open(folder.path(), "a test").unwrap();
    store.put(&[(fingerprint, "weight_smoothing=0.123", &record)], "luthier 9.9.9, numerics 99").unwrap();
    drop(store);
    let again = |foreign| Study::begin(folder.path(), question(Some(Search::Full)), "a test", foreign);
    let error = again(false).err().unwrap();
    assert!(matches!(error, Error::OtherBuild { .. }), "{error}");
    let text = error.to_string();
    for part in ["luthier 9.9.9, numerics 99", &build(), "--allow-changed", "--study"] {
        assert!(text.contains(part), "{text}");
    }
    assert!(Study::resume(folder.path(), "a test", false).is_err());
    assert!(again(true).unwrap().beginning().resumed);
    // Looking at it does no harm.
    View::read(folder.path()).unwrap();
}

#[test]
fn a_view_is_to_be_looked_at() {
    let folder = tempdir().unwrap();
    let mut study = begin(folder.path(), Some(Search::Full));
    run(&mut study, &RunOptions::default());
    let view = View::read(folder.path()).unwrap();
    assert_eq!(
        (&view.question, view.ledger.iter().count()),
        (&study.view().question, study.view().ledger.iter().count())
    );
    assert!(study.view().instances.problem(0).is_ok());
    assert!(matches!(view.instances.problem(0), Err(Error::OnlyRead)));
}

/// What a search leaves undone is not done behind its back: the comparison of a choice that was made early rests on the
/// problems on which it was made.
#[test]
fn a_budget_that_is_spent_is_not_spent_again_on_the_training_problems() {
    let folder = tempdir().unwrap();
    let counts = Counts { train: 40, test: 2, sealed: 0 };
    let asked = Question { counts, shares: counts, ..question(Some(Search::Halving)) };
    let mut study = Study::begin(folder.path(), asked, "a test", false).unwrap();
    let mut early = 0;
    loop {
        // Each command ends with its first round.
        let passes = study.view().ledger.passes() + 1;
        let options = RunOptions { budget: Some(Budget::Passes(passes)), ..RunOptions::default() };
        let answer = match run(&mut study, &options).0 {
            End::OutOfBudget(answer) => answer,
            End::Complete(answer) => {
                assert_eq!(answer.train.unwrap().instances, 40);
                break;
            }
            end => panic!("{end:?}"),
        };
        let compared = answer.train.unwrap().instances;
        assert!(answer.finalists.iter().all(|(_, c)| c.instances == compared), "{answer:?}");
        if answer.chosen != SettingId::DEFAULT && compared < 40 {
            let view = study.view();
            let run = view.train.iter().filter(|i| view.ledger.get(**i, answer.chosen).is_some()).count();
            assert!(run < 40, "{answer:?}");
            early += 1;
        }
    }
    assert!(early > 0);
}

/// Settings run side by side over one matrix, so it is the instance that is presolved, once for all of them.
#[test]
fn trials_run_on_what_presolving_leaves() {
    let folder = tempdir().unwrap();
    let asked = Question {
        family: "decay-decay:15x40".to_owned(),
        preset: "fast".to_owned(),
        parameters: Parameters::preset("fast").unwrap(),
        space: "weight_smoothing=0.2,0.5".to_owned(),
        ..question(Some(Search::Full))
    };
    let mut study = Study::begin(folder.path(), asked, "a test", false).unwrap();
    let (end, _) = run(&mut study, &RunOptions::default());
    assert!(matches!(end, End::Complete(_)), "{end:?}");
    let (view, mut smaller) = (study.view(), 0);
    for (instance, setting, record) in view.ledger.iter() {
        let problem = view.instances.problem(instance).unwrap();
        let presolved = luthier::presolve::presolve(&problem, &Default::default(), &|| false);
        let parameters = Parameters { presolve: false, ..view.space.parameters(setting) };
        let alone = luthier::solve(presolved.problem(), &parameters).unwrap();
        assert_eq!((record.ending, record.work), (Ending::Ended(alone.status), alone.work));
        smaller += usize::from(presolved.summary().changed());
    }
    assert!(smaller > 0, "presolving changed none of them");
}

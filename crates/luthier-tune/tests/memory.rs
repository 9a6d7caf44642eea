//! Memory of a large study. The only test of its process, since it looks at the most memory that the process had.

use luthier::Parameters;
use luthier_tune::{
    Ask, Counts, End, Measure, Progress, Question, Record, Round, RunOptions, Search, Space, Study, View,
    Watch,
};

const INSTANCES: u64 = 200;

/// With 1,000 instances and 441 settings, 600 MiB of the gibibyte that such a study may take.
const MOST_PER_TRIAL: u64 = 1400;

struct Silent;

impl Watch for Silent {
    fn round(&mut self, _: &Round, _: &Progress) {}

    fn trials(&mut self, _: &View, _: &[(Ask, Record)], _: &Progress) {}

    fn interrupted(&mut self) -> bool {
        false
    }
}

/// All settings of a grid of 21 by 21 on problems that end after one iteration.
fn question() -> Question {
    let parameters = Parameters { iteration_limit: 1, ..Parameters::default() };
    let space = "weight_smoothing=0.02..1:21; pock_chambolle_alpha=0.1..1.9:21".to_owned();
    let counts = Counts { train: INSTANCES, test: 0, sealed: 0 };
    Question {
        family: "transportation:2x3".to_owned(),
        seed: 0,
        test_family: None,
        counts,
        shares: counts,
        split: luthier_tune::Split::Content,
        salt: 0,
        space: Space::parse(&[space], &parameters).unwrap().to_string(),
        search: Some(Search::Full),
        measure: Measure::Iterations,
        solved_at: None,
        preset: "paper".to_owned(),
        parameters,
    }
}

/// The most memory that this process had, in bytes.
fn peak() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(1024 * line.trim().trim_end_matches(" kB").parse::<u64>().ok()?)
}

#[test]
fn a_large_study_fits_in_memory_while_it_runs_and_when_it_is_resumed() {
    let Some(before) = peak() else {
        println!("skipped: this system does not tell the memory of a process in /proc/self/status");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let mut study = Study::begin(folder.path(), question(), "test", false).unwrap();
    let end = study.run(&RunOptions::default(), &mut Silent).unwrap();
    assert!(matches!(end, End::Complete(_)));
    let trials = study.view().ledger.iter().count() as u64;
    assert!(trials >= 441 * INSTANCES);
    drop(study);
    let running = (peak().unwrap() - before) / trials;
    let study = Study::resume(folder.path(), "test", false).unwrap();
    assert_eq!(study.beginning().known as u64, trials);
    let resumed = (peak().unwrap() - before) / trials;
    assert!(running < MOST_PER_TRIAL && resumed < MOST_PER_TRIAL, "{running} and {resumed} bytes per trial");
    println!("{running} bytes per trial, {resumed} when resumed");
}

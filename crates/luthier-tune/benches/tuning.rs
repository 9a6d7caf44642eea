//! What tuning costs: against trials one by one, by way of searching, and in memory.
//!
//! ```text
//! cargo bench -p luthier-tune --bench tuning                             # all of it
//! cargo bench -p luthier-tune --bench tuning -- speed                    # a part: speed, work, memory
//! cargo bench -p luthier-tune --bench tuning -- --rounds 1 --train 5     # fewer repetitions, fewer instances
//! cargo bench -p luthier-tune --bench tuning -- memory --seconds 600     # memory for this long
//! ```
//!
//! *Speed* interleaves its rows: in each round every row runs the same trials. Seconds are by the clock, CPU seconds those of
//! all threads; on a machine that others use, the second tell what the first would be without them. *Work* is counted in
//! iterations and depends on nothing but the seed. *Memory* is that of a process of its own.

use luthier::{BatchOptions, Control, Parameters, Trial, run_batch};
use luthier_tune::{
    Answer, Ask, Counts, End, Instances, Ledger, Measure, Progress, Question, Record, Round, RunOptions,
    Search, Side, Space, Study, SweepOptions, View, Watch,
};
use std::path::Path;
use std::time::{Duration, Instant};

/// The families, with microseconds per iteration of the paper's PyTorch implementation.
const FAMILIES: [(&str, f64); 2] = [("transportation:30x45", 391.0), ("decay-decay:200x2000", 725.0)];
const PRESETS: [&str; 2] = ["paper", "reference"];
/// Instances that had no part in a choice.
const FRESH: u64 = 50;

fn main() {
    let options = Options::from_arguments();
    if let Some(family) = &options.fill {
        return fill_memory(family, &options);
    }
    if options.wants("speed") {
        speed(&options);
    }
    if options.wants("work") {
        work(&options);
    }
    if options.wants("memory") {
        memory(&options);
    }
}

struct Options {
    part: String,
    rounds: u64,
    train: u64,
    seconds: u64,
    /// The family of a study whose memory is measured in this process.
    fill: Option<String>,
}

impl Options {
    fn from_arguments() -> Options {
        let mut options = Options { part: String::new(), rounds: 3, train: 20, seconds: 120, fill: None };
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            let mut number = || arguments.next().expect("a number").parse().expect("a number");
            match argument.as_str() {
                "--fill" => options.fill = arguments.next(),
                "--bench" => {}
                "--rounds" => options.rounds = number(),
                "--train" => options.train = number(),
                "--seconds" => options.seconds = number(),
                other => options.part = other.to_owned(),
            }
        }
        options
    }

    fn wants(&self, part: &str) -> bool {
        self.part.is_empty() || self.part == part
    }
}

fn question(family: &str, preset: &str, space: &str, search: Search, counts: Counts, seed: u64) -> Question {
    let parameters = Parameters::preset(preset).unwrap();
    let space = Space::parse(&[space.to_owned()], &parameters).unwrap().to_string();
    Question {
        family: family.to_owned(),
        seed,
        test_family: None,
        counts,
        shares: counts,
        split: luthier_tune::Split::Content,
        salt: 0,
        space,
        search: Some(search),
        measure: Measure::Iterations,
        solved_at: None,
        preset: preset.to_owned(),
        parameters,
    }
}

fn counts(train: u64, test: u64) -> Counts {
    Counts { train, test, sealed: 0 }
}

/// Keeps what a search ran, and what it took; the tests that follow it are left out.
#[derive(Default)]
struct Count {
    ledger: Ledger,
    passes: u64,
    over: bool,
}

impl Watch for Count {
    fn round(&mut self, round: &Round, _: &Progress) {
        self.over |= round.name.starts_with("the choice, ");
    }

    fn trials(&mut self, _: &View, trials: &[(Ask, Record)], progress: &Progress) {
        if !self.over {
            for (ask, record) in trials {
                self.ledger.put(ask.instance, ask.setting, record.clone());
            }
            self.passes = progress.passes;
        }
    }

    fn interrupted(&mut self) -> bool {
        false
    }
}

impl Count {
    fn iterations(&self) -> u64 {
        self.ledger.iter().map(|(_, _, record)| record.work.iterations).sum()
    }
}

/// Asks a question, from an empty folder to the answer.
fn tune(question: Question, threads: usize) -> (Count, Answer) {
    let folder = tempfile::tempdir().unwrap();
    let mut count = Count::default();
    let sweep = SweepOptions { threads, lanes: None };
    let mut study = Study::begin(folder.path(), question, "bench", false).unwrap();
    match study.run(&RunOptions { sweep, ..RunOptions::default() }, &mut count).unwrap() {
        End::Complete(answer) => (count, answer),
        other => panic!("{other:?}"),
    }
}

/// The same trials, a batch for each. Their iterations.
fn one_by_one(question: &Question) -> u64 {
    let mut instances = Instances::open(question, Vec::new()).unwrap();
    instances.complete(question).unwrap();
    let space = question.space().unwrap();
    let options = BatchOptions { lanes: Some(1), threads: 1 };
    let mut iterations = 0;
    for position in instances.on(Side::Train) {
        let problem = instances.problem(position).unwrap();
        for setting in space.settings() {
            let parameters = space.parameters(*setting);
            let trial = Trial { problem: &problem, parameters: &parameters, start: None };
            let solutions = run_batch(&[trial], &options, &Control::default()).unwrap();
            iterations += solutions[0].work.iterations;
        }
    }
    iterations
}

/// Seconds by the clock, CPU seconds, and iterations.
#[derive(Clone, Copy, Default)]
struct Time {
    seconds: f64,
    cpu: f64,
    iterations: u64,
}

impl Time {
    fn of(run: impl FnOnce() -> u64) -> Time {
        let (began, cpu) = (Instant::now(), cpu_seconds());
        let iterations = run();
        Time { seconds: began.elapsed().as_secs_f64(), cpu: cpu_seconds() - cpu, iterations }
    }

    fn microseconds(&self) -> f64 {
        1e6 * self.seconds / self.iterations as f64
    }

    fn cpu_microseconds(&self) -> f64 {
        1e6 * self.cpu / self.iterations as f64
    }
}

/// CPU seconds of all threads of this process; 0 where the system does not tell.
fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let ticks = |field: &str| field.parse::<f64>().unwrap_or(0.0);
    // The name of the process, in parentheses, may hold anything.
    let fields: Vec<f64> = text.rsplit(") ").next().unwrap_or("").split(' ').map(ticks).collect();
    fields.get(11).zip(fields.get(12)).map_or(0.0, |(user, system)| (user + system) / 100.0)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn speed(options: &Options) {
    println!(
        "\n## Speed: 11x11 settings on {} instances, median of {} rounds",
        options.train, options.rounds
    );
    println!(
        "\n| family, preset | iterations | one by one: us | tuner, 1 thread | tuner, all cores | CPU us: one by one | tuner | \
         times as fast, 1 thread | all cores | by CPU | times as fast as PyTorch |\n|---|---|---|---|---|---|---|---|---|---|---|"
    );
    for (family, pytorch) in FAMILIES {
        for preset in PRESETS {
            let rounds: Vec<[Time; 3]> = (0..options.rounds)
                .map(|seed| {
                    let question =
                        question(family, preset, "paper", Search::Full, counts(options.train, 0), seed);
                    let tuned = |threads| Time::of(|| tune(question.clone(), threads).0.iterations());
                    let times = [Time::of(|| one_by_one(&question)), tuned(1), tuned(0)];
                    assert!(times.iter().all(|t| t.iterations == times[0].iterations), "the same trials");
                    times
                })
                .collect();
            let of =
                |value: &dyn Fn(&[Time; 3]) -> f64| median(rounds.iter().map(value).collect::<Vec<f64>>());
            println!(
                "| {family}, {preset} | {:.0} | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} | {:.0} |",
                of(&|t| t[0].iterations as f64),
                of(&|t| t[0].microseconds()),
                of(&|t| t[1].microseconds()),
                of(&|t| t[2].microseconds()),
                of(&|t| t[0].cpu_microseconds()),
                of(&|t| t[2].cpu_microseconds()),
                of(&|t| t[0].seconds / t[1].seconds),
                of(&|t| t[0].seconds / t[2].seconds),
                of(&|t| t[0].cpu / t[2].cpu),
                of(&|t| pytorch / t[2].microseconds()),
            );
        }
    }
}

/// What a search took and found.
struct Found {
    count: Count,
    answer: Answer,
}

impl Found {
    fn new(question: Question) -> Found {
        let (count, answer) = tune(question, 0);
        Found { count, answer }
    }

    /// Cost of the default less that of the choice, in training and on fresh instances.
    fn gains(&self) -> [f64; 2] {
        let gain = |c: &Option<luthier_tune::Comparison>| c.map_or(0.0, |c| c.default_cost - c.cost);
        [gain(&self.answer.train), gain(&self.answer.test)]
    }

    fn ratios(&self) -> [f64; 2] {
        [&self.answer.train, &self.answer.test].map(|c| c.map_or(1.0, |c| c.ratio))
    }
}

fn work(options: &Options) {
    println!("\n## Work: 11x11 settings on {} instances, {FRESH} fresh ones", options.train);
    println!(
        "\n| family, preset, seed | full: iterations | grid | halving | started over | same answer of grid | gain in training, full: \
         iterations | lost by halving | fresh gain of full | of halving | times faster on fresh: full | halving |\n\
         |---|---|---|---|---|---|---|---|---|---|---|---|"
    );
    for (family, _) in FAMILIES {
        for preset in PRESETS {
            let mut sums = [0.0; 7];
            for seed in 0..options.rounds {
                let row = work_row(family, preset, seed, options);
                sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
            }
            let [full, grid, halving, trained, lost, fresh, fresh_halving] = sums;
            println!(
                "| **{family}, {preset}, all** | {full:.0} | {:.1}% | {:.1}% | | | {:.0} | {:.1}% | {:.0} | {:.0} | | |",
                100.0 * grid / full,
                100.0 * halving / full,
                trained / options.rounds as f64,
                100.0 * lost / trained,
                fresh / options.rounds as f64,
                fresh_halving / options.rounds as f64,
            );
        }
    }
}

/// Prints what one seed gives, and returns what is summed up.
fn work_row(family: &str, preset: &str, seed: u64, options: &Options) -> [f64; 7] {
    let ask = |search| question(family, preset, "paper", search, counts(options.train, FRESH), seed);
    let [full, grid, halving] =
        [Search::Full, Search::Grid, Search::Halving].map(|search| Found::new(ask(search)));
    let iterations = [&full, &grid, &halving].map(|found| found.count.iterations() as f64);
    // Passes of the records are those of runs without a break; what was made beyond that was made twice.
    let again = |found: &Found| found.count.passes - found.count.ledger.passes();
    let ([trained, fresh], [trained_halving, fresh_halving]) = (full.gains(), halving.gains());
    println!(
        "| {family}, {preset}, {seed} | {:.0} | {:.1}% | {:.1}% | {} | {} | {trained:.0} | {:.1}% | {fresh:.0} | {fresh_halving:.0} | \
         {:.2} | {:.2} |",
        iterations[0],
        100.0 * iterations[1] / iterations[0],
        100.0 * iterations[2] / iterations[0],
        again(&grid) + again(&halving),
        if grid.answer.chosen == full.answer.chosen { "yes" } else { "NO" },
        100.0 * (trained - trained_halving) / trained,
        full.ratios()[1],
        halving.ratios()[1],
    );
    let [full, grid, halving] = iterations;
    [full, grid, halving, trained, trained - trained_halving, fresh, fresh_halving]
}

/// Studies of 1,000 instances and 441 settings, each in a process of its own: one of qap15, as far as the time goes, and one
/// of problems so small that all of it can be run.
fn memory(options: &Options) {
    println!("\n## Memory: 1000 instances, 441 settings, at most {} seconds\n", options.seconds);
    println!(
        "| family | trials | most memory while tuning | store | with a resumed study |\n|---|---|---|---|---|"
    );
    let program = std::env::current_exe().unwrap();
    for family in ["qap15:objective=uniform(0.5)", "transportation:2x3"] {
        let seconds = options.seconds.to_string();
        let arguments = ["--fill", family, "--seconds", &seconds];
        let status = std::process::Command::new(&program).args(arguments).status().unwrap();
        assert!(status.success());
    }
}

fn fill_memory(family: &str, options: &Options) {
    let folder = tempfile::tempdir().unwrap();
    let space = "pock_chambolle_alpha=0.1..1.9:21; weight_smoothing=0.02..1:21";
    let mut question = question(family, "reference", space, Search::Full, counts(1000, 0), 0);
    // What a run holds does not grow with its iterations, so one is enough to see it.
    question.parameters.iteration_limit = 1;
    question.parameters.stall_limit = None;
    let mut until = Until { deadline: Instant::now() + Duration::from_secs(options.seconds) };
    let mut study = Study::begin(folder.path(), question, "bench", false).unwrap();
    study.run(&RunOptions::default(), &mut until).unwrap();
    let trials = study.view().ledger.iter().count();
    drop(study);
    let tuning = peak();
    let resumed = Study::resume(folder.path(), "bench", false).unwrap();
    assert_eq!(resumed.beginning().known, trials);
    println!("| {family} | {trials} | {tuning} | {} | {} |", bytes(folder_size(folder.path())), peak());
}

struct Until {
    deadline: Instant,
}

impl Watch for Until {
    fn round(&mut self, _: &Round, _: &Progress) {}

    fn trials(&mut self, _: &View, _: &[(Ask, Record)], _: &Progress) {}

    fn interrupted(&mut self) -> bool {
        Instant::now() >= self.deadline
    }
}

/// The most memory that this process had.
fn peak() -> String {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kilobytes.map_or_else(|| "unknown".to_owned(), |k| bytes(1024 * k))
}

fn folder_size(folder: &Path) -> u64 {
    let files = std::fs::read_dir(folder).unwrap();
    files.map(|file| file.unwrap().metadata().unwrap().len()).sum()
}

fn bytes(count: u64) -> String {
    format!("{:.0} MiB", count as f64 / (1 << 20) as f64)
}

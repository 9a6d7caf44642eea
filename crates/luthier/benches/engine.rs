//! Cost of an iteration: lanes against each other, and against OR-Tools PDLP, interleaved in one run.
//!
//! ```text
//! cargo bench --bench engine                          # all of it; OR-Tools if $LUTHIER_BENCH_PYTHON can import it
//! cargo bench --bench engine -- --rounds 3 qap        # fewer rounds, LPs whose name contains "qap"
//! cargo bench --bench engine -- --only "64, 8 lanes"  # only rows whose name contains this, as for a profile
//! cargo bench --bench engine -- --rounds 3 large      # LPs that run only when asked for, to compare storages
//! ```
//!
//! The cost of an iteration is the difference of two runs with different iteration limits, divided by the difference of
//! their iterations, so that setup does not count. The median over the rounds is printed, and the spread.

#[path = "../tests/support/families.rs"]
#[allow(dead_code)]
mod families;

use luthier::{BatchOptions, Control, Parameters, Problem, Storage, Trial, run_batch};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

fn main() {
    let options = Options::from_arguments();
    let mut peer = if options.only.is_empty() { Peer::start() } else { None };
    println!("median us per iteration and run over {} rounds, one thread (min .. max)", options.rounds);
    for (name, make) in instances().into_iter().filter(|(name, _)| options.wants_instance(name)) {
        let problem = make();
        let s = problem.statistics();
        let storage = problem.matrix().storage();
        println!(
            "\n{name}: {} rows, {} columns, {} nonzeros, values stored as {storage:?}",
            s.rows, s.columns, s.nonzeros
        );
        let path = peer.as_ref().map(|_| write_model(name, &problem));
        let rows = rows(&problem, &options);
        let limit = (3_000_000 / s.columns as u64).clamp(60, 3000);
        let mut table = Table::default();
        for _ in 0..options.rounds {
            for row in &rows {
                let cost = cost(|n| ours(&row.problem, row.lanes, row.period, n), limit);
                table.add(row.name.clone(), row.lanes, cost);
            }
            if let (Some(peer), Some(path)) = (&mut peer, &path) {
                table.add("OR-Tools PDLP, check every 64".into(), 1, cost(|n| peer.run(path, n), limit));
            }
        }
        table.print(&problem);
    }
}

/// One thing to measure on a problem.
struct Row {
    name: String,
    problem: Problem,
    lanes: usize,
    period: u64,
}

/// All numbers of lanes at both periods; the other storages at 1 and 8 lanes. Of large problems only few lanes, since
/// they are there to compare storages.
fn rows(problem: &Problem, options: &Options) -> Vec<Row> {
    let large = problem.columns() > 60_000;
    let mut rows = Vec::new();
    for period in if large { vec![64] } else { vec![1, 64] } {
        for lanes in if large { vec![1, 4] } else { vec![1, 4, 8, 16] } {
            let name = format!("luthier, check every {period}, {lanes} lanes");
            rows.push(Row { name, problem: problem.clone(), lanes, period });
        }
    }
    for other in [Storage::Few, Storage::Full].into_iter().filter(|s| *s != problem.matrix().storage()) {
        let Some(problem) = stored_as(problem, other) else { continue };
        for lanes in if large { [1, 4] } else { [1, 8] } {
            let name = format!("luthier stored as {other:?}, check every 64, {lanes} lanes");
            rows.push(Row { name, problem: problem.clone(), lanes, period: 64 });
        }
    }
    rows.retain(|row| row.name.contains(&options.only));
    rows
}

struct Options {
    rounds: usize,
    filter: String,
    only: String,
}

impl Options {
    fn from_arguments() -> Options {
        let mut options = Options { rounds: 7, filter: String::new(), only: String::new() };
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--bench" => {}
                "--rounds" => options.rounds = arguments.next().expect("a number").parse().expect("a number"),
                "--only" => options.only = arguments.next().expect("part of a row's name"),
                other => options.filter = other.to_owned(),
            }
        }
        options
    }

    fn wants_instance(&self, name: &str) -> bool {
        name.contains(&self.filter) && (!name.starts_with("large") || !self.filter.is_empty())
    }
}

type Make = fn() -> Problem;

fn instances() -> [(&'static str, Make); 6] {
    [
        ("transportation 60x90", || families::transportation(60, 90, 1)),
        ("decay-decay 200/2000", || families::decay_decay(200, 2000, 1)),
        ("qap15-sized", || families::qap(15, 1)),
        ("pds-10-sized", || families::multicommodity(11, 1400, 4430, 4, 1)),
        ("large decay-decay 5000/100000", || families::decay_decay(5000, 100_000, 1)),
        ("large decay-decay 20000/400000", || families::decay_decay(20_000, 400_000, 1)),
    ]
}

fn stored_as(problem: &Problem, storage: Storage) -> Option<Problem> {
    let matrix = problem.matrix().stored_as(storage)?;
    Some(problem.with_data().matrix(matrix).build().unwrap())
}

/// Seconds per iteration, from runs of a quarter of the limit and of the limit.
fn cost(mut run: impl FnMut(u64) -> (f64, u64), limit: u64) -> f64 {
    let (short, few) = run(limit / 4);
    let (long, many) = run(limit);
    (long - short) / (many - few) as f64
}

/// (seconds, iterations of all runs) of as many runs as lanes, which differ in theta.
fn ours(problem: &Problem, lanes: usize, period: u64, iterations: u64) -> (f64, u64) {
    let settings: Vec<_> = (0..lanes)
        .map(|lane| Parameters {
            weight_smoothing: 0.3 + 0.02 * lane as f64,
            check_period: period,
            iteration_limit: iterations,
            stall_limit: None,
            ..Parameters::default().with_tolerance(1e-30)
        })
        .collect();
    let trials: Vec<_> =
        settings.iter().map(|parameters| Trial { problem, parameters, start: None }).collect();
    let options = BatchOptions { lanes: Some(lanes), threads: 1 };
    let began = Instant::now();
    let solutions = run_batch(&trials, &options, &Control::default()).unwrap();
    (began.elapsed().as_secs_f64(), solutions.iter().map(|s| s.work.iterations).sum())
}

fn write_model(name: &str, problem: &Problem) -> String {
    let file = format!("luthier-bench-{}.mps", name.replace(['/', ' '], "-"));
    let path = std::env::temp_dir().join(file);
    luthier::io::write(problem, &path, None).unwrap();
    path.to_str().unwrap().to_owned()
}

/// OR-Tools in a Python process.
struct Peer {
    process: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Peer {
    fn start() -> Option<Peer> {
        let python = std::env::var("LUTHIER_BENCH_PYTHON").unwrap_or_else(|_| "python3".into());
        let found = Command::new(&python)
            .args(["-c", "import ortools.pdlp.python.pdlp"])
            .stderr(Stdio::null())
            .status();
        if !found.is_ok_and(|s| s.success()) {
            eprintln!(
                "OR-Tools is left out: `{python}` cannot import ortools; pip install ortools and set LUTHIER_BENCH_PYTHON"
            );
            return None;
        }
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/pdlp_peer.py");
        let pipes = Command::new(python).arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut process = pipes.unwrap();
        let (to, from) = (process.stdin.take().unwrap(), BufReader::new(process.stdout.take().unwrap()));
        Some(Peer { process, to, from })
    }

    fn run(&mut self, path: &str, iterations: u64) -> (f64, u64) {
        writeln!(self.to, "{path} {iterations}").unwrap();
        let mut line = String::new();
        self.from.read_line(&mut line).unwrap();
        let mut words = line.split_whitespace();
        (words.next().unwrap().parse().unwrap(), words.next().unwrap().parse().unwrap())
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[derive(Default)]
struct Table(Vec<(String, usize, Vec<f64>)>);

impl Table {
    fn add(&mut self, name: String, lanes: usize, seconds: f64) {
        match self.0.iter_mut().find(|row| row.0 == name) {
            Some(row) => row.2.push(seconds),
            None => self.0.push((name, lanes, vec![seconds])),
        }
    }

    fn print(&mut self, problem: &Problem) {
        for (name, lanes, seconds) in &mut self.0 {
            seconds.sort_by(f64::total_cmp);
            let us = |s: f64| 1e6 * s;
            let median = seconds[seconds.len() / 2];
            let nonzeros = problem.matrix().nonzeros() as f64;
            let bytes =
                if name.starts_with("luthier") { bytes_moved(problem, *lanes, name) } else { String::new() };
            println!(
                "{name:<52} {:>9.2} us ({:.2} .. {:.2}) {:>6.3} ns/nonzero {bytes}",
                us(median),
                us(seconds[0]),
                us(seconds[seconds.len() - 1]),
                1e9 * median / nonzeros,
            );
        }
    }
}

/// Kilobytes that one iteration of one run moves between caches: vectors as the passes touch them (every write is also a
/// read, sums every other time), the matrix in both orientations and the shared data divided among the lanes.
fn bytes_moved(problem: &Problem, lanes: usize, name: &str) -> String {
    let (m, n) = (problem.rows(), problem.columns());
    let storage = [Storage::Few, Storage::Full].into_iter().find(|s| name.contains(&format!("as {s:?}")));
    let matrix =
        storage.and_then(|s| problem.matrix().stored_as(s)).map_or(problem.matrix().bytes(), |m| m.bytes());
    // Sums take two iterates at a time, but take in every one at a check.
    let sum = if name.contains("every 64") { 1 } else { 2 };
    // Columns: x read, x_next written and gathered, the sum of x, the sum of K'y, T. Rows: y and K x read, those tried
    // written, y gathered, the sums of y and K x, S.
    let own = 8 * (n * (1 + 2 + 1 + sum + 2 + 1) + m * (2 + 4 + 1 + 2 * sum + 1));
    let shared = 8 * (3 * n + 2 * m) + matrix;
    format!("{:>8.0} kB", (own + shared / lanes) as f64 / 1e3)
}

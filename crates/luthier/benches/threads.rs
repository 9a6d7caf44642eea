//! What threads gain on one large LP: one thread against more, interleaved in one run.
//!
//! ```text
//! cargo bench --bench threads                              # 1 thread and as many as there are cores
//! cargo bench --bench threads -- --threads 1,2,4 --rounds 9
//! cargo bench --bench threads -- commodities               # LPs whose name contains this
//! ```
//!
//! Every iteration is timed on its own, from check to check, and the shortest and the median one of all rounds are printed: on a machine
//! that others use too, the shortest is the one that was not interrupted. Every run ends at the same point, bit for bit, or the
//! bench fails. CPU time says how much more work threads make, whatever else runs.
//! The power method, where there is one, makes 50 steps at most.

#[path = "../tests/support/families.rs"]
#[allow(dead_code)]
mod families;

use luthier::{Control, Flow, Observer, Parameters, Problem, Progress, Solution, SolveOptions, solve_with};
use std::sync::Mutex;
use std::time::Instant;

fn main() {
    let options = Options::from_arguments();
    println!("{} rounds; the shortest iteration, the median one, and the shortest set-up", options.rounds);
    for (name, make) in instances().into_iter().filter(|(name, _)| name.contains(&options.filter)) {
        let problem = make();
        let s = problem.statistics();
        println!("\n{name}: {} rows, {} columns, {} nonzeros", s.rows, s.columns, s.nonzeros);
        for preset in ["paper", "halpern"] {
            measure(&problem, preset, &options);
        }
    }
}

type Make = fn() -> Problem;

fn instances() -> [(&'static str, Make); 6] {
    [
        ("transportation 1000x1000", || families::transportation(1000, 1000, 1)),
        ("20 commodities, 44450 arcs", || families::multicommodity(20, 10_000, 44_450, 4, 1)),
        ("11 commodities, 20000 arcs", || families::multicommodity(11, 5000, 20_000, 4, 1)),
        ("11 commodities, 4430 arcs", || families::multicommodity(11, 1400, 4430, 4, 1)),
        ("transportation 150x150", || families::transportation(150, 150, 1)),
        ("11 commodities, 1000 arcs", || families::multicommodity(11, 300, 1000, 4, 1)),
    ]
}

/// What was seen of one number of threads.
struct Row {
    threads: usize,
    iterations: Vec<f64>,
    setup: f64,
    /// CPU seconds an iteration, of all threads together.
    cpu: f64,
}

fn measure(problem: &Problem, preset: &str, options: &Options) {
    let limit = (40_000_000 / problem.matrix().nonzeros() as u64).clamp(30, 2000);
    let row = |&threads| Row { threads, iterations: Vec::new(), setup: f64::INFINITY, cpu: f64::INFINITY };
    let mut rows: Vec<Row> = options.threads.iter().map(row).collect();
    let mut end = None;
    for _ in 0..options.rounds {
        for row in &mut rows {
            let (solution, times, cpu) = run(problem, preset, row.threads, limit);
            row.cpu = row.cpu.min(cpu);
            row.setup = row.setup.min((times[1] - times[0]).as_secs_f64());
            row.iterations.extend(times[1..].windows(2).map(|pair| (pair[1] - pair[0]).as_secs_f64()));
            let bits: Vec<u64> = solution.x.iter().chain(&solution.y).map(|v| v.to_bits()).collect();
            assert!(*end.get_or_insert_with(|| bits.clone()) == bits, "{} threads", row.threads);
        }
    }
    rows.iter_mut().for_each(|row| row.iterations.sort_by(f64::total_cmp));
    let (shortest, median, setup) = (rows[0].at(0.0), rows[0].at(0.5), rows[0].setup);
    for row in rows {
        println!(
            "{preset:<8} {} threads: {:>8.3} ms ({:.2} x), median {:>8.3} ms ({:.2} x), set-up {:>6.3} s ({:.2} x), CPU {:>8.3} ms",
            row.threads,
            1e3 * row.at(0.0),
            shortest / row.at(0.0),
            1e3 * row.at(0.5),
            median / row.at(0.5),
            row.setup,
            setup / row.setup,
            1e3 * row.cpu,
        );
    }
}

impl Row {
    fn at(&self, quantile: f64) -> f64 {
        self.iterations[(quantile * (self.iterations.len() - 1) as f64) as usize]
    }
}

/// The end of a run, when it began and was at each check, and CPU seconds an iteration.
fn run(problem: &Problem, preset: &str, threads: usize, iterations: u64) -> (Solution, Vec<Instant>, f64) {
    let parameters = Parameters {
        iteration_limit: u64::MAX,
        norm_limit: 50,
        check_period: 1,
        stall_limit: None,
        ..Parameters::preset(preset).unwrap().with_tolerance(1e-30)
    };
    let clock = Clock { iterations, times: Mutex::new(vec![Instant::now()]), cpu: Mutex::new(Vec::new()) };
    let control = Control { observer: Some(&clock), interrupt: None };
    let options = SolveOptions { threads, control, start: None };
    let solution = solve_with(problem, &parameters, &options).unwrap();
    let (times, cpu) = (clock.times.into_inner().unwrap(), clock.cpu.into_inner().unwrap());
    (solution, times, (cpu[1] - cpu[0]) / (iterations - 1) as f64)
}

/// Notes when it is called, and stops a run before the end, where it would look for a proof.
struct Clock {
    iterations: u64,
    times: Mutex<Vec<Instant>>,
    /// CPU seconds at the first and the last iteration.
    cpu: Mutex<Vec<f64>>,
}

impl Observer for Clock {
    fn progress(&self, progress: &Progress) -> Flow {
        self.times.lock().unwrap().push(Instant::now());
        if progress.iterations == 1 || progress.iterations == self.iterations {
            self.cpu.lock().unwrap().push(cpu_seconds());
        }
        if progress.iterations < self.iterations { Flow::Continue } else { Flow::Stop }
    }
}

/// CPU seconds of all threads that there are; not a number where the system does not tell.
fn cpu_seconds() -> f64 {
    let Ok(tasks) = std::fs::read_dir("/proc/self/task") else { return f64::NAN };
    let nanoseconds = |task: std::fs::DirEntry| -> Option<f64> {
        let text = std::fs::read_to_string(task.path().join("schedstat")).ok()?;
        text.split_whitespace().next()?.parse().ok()
    };
    1e-9 * tasks.flatten().filter_map(nanoseconds).sum::<f64>()
}

struct Options {
    rounds: usize,
    threads: Vec<usize>,
    filter: String,
}

impl Options {
    fn from_arguments() -> Options {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        let mut options = Options { rounds: 5, threads: vec![1, cores.max(2)], filter: String::new() };
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            let mut number = || arguments.next().expect("a number");
            match argument.as_str() {
                "--bench" => {}
                "--rounds" => options.rounds = number().parse().expect("a number"),
                "--threads" => {
                    options.threads = number().split(',').map(|n| n.parse().expect("numbers")).collect()
                }
                other => options.filter = other.to_owned(),
            }
        }
        options
    }
}

//! Bad inputs, table E from row 6 on: what happens while the solver runs. Every test is named after its row of the table.
//!
//! Left out:
//! - E6, "re-entrancy is an error": an observer may solve, since solves share nothing; it is tested that it works.
//! - E7, signals and broken pipes: a matter of the command line. The flag that a handler would set is tested.
//! - E8, the warning that threads were clamped: a batch has no place for warnings.
//! - E9, fork and multiprocessing: a matter of Python. There is no global state, and solves in threads are tested.
//! - E10, clock jumps: only `Instant`, which is monotonic, is read.
//! - E11, failing allocation: the standard library aborts on it, so a test cannot survive it.
//! - E12, an update that changes the sparsity: there is no update; `with_data` shares an immutable matrix and solving
//!   scales nothing in place. That a changed problem is solved as a fresh one is tested with E13.

mod support;

use luthier::params::Method;
use luthier::{
    BatchOptions, Control, Flow, Observer, Parameters, Progress, Sense, SolveOptions, Status, Step, Trial,
    run_batch, solve, solve_with,
};
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind, panic_any};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use support::every;
use support::memory;
use support::runs::{Watch, bits, endless, observed, small, unlimited};
use support::small::{INF, Row, close, lp, solved};

#[test]
fn e06_observer_that_panics() {
    let problem = small().build().unwrap();
    let parameters = Parameters::default();
    let before = bits(&solved(&problem, &parameters));
    let panics = Watch(
        |progress: &Progress| if progress.iterations == 3 { panic_any(4711u32) } else { Flow::Continue },
    );
    let control = Control { observer: Some(&panics), interrupt: None };
    for threads in [1, 2] {
        let trials = [Trial { problem: &problem, parameters: &parameters, start: None }; 12];
        let options = BatchOptions { lanes: Some(4), threads };
        let result = catch_unwind(AssertUnwindSafe(|| run_batch(&trials, &options, &control)));
        let payload = result.expect_err("the panic must reach the caller");
        assert_eq!(payload.downcast_ref::<u32>(), Some(&4711), "the original payload");
        // Nothing is poisoned.
        assert_eq!(bits(&solved(&problem, &parameters)), before);
    }
    let result = catch_unwind(AssertUnwindSafe(|| {
        solve_with(&problem, &parameters, &SolveOptions { control, ..SolveOptions::default() })
    }));
    assert_eq!(result.expect_err("the panic must reach the caller").downcast_ref::<u32>(), Some(&4711));
}

#[test]
fn e06_observer_of_steps_that_panics() {
    struct Steps;
    impl Observer for Steps {
        fn wants_steps(&self) -> bool {
            true
        }
        fn step(&self, step: &Step<'_>) {
            assert!(step.iteration < 5, "enough steps");
        }
    }
    let problem = small().build().unwrap();
    let control = Control { observer: Some(&Steps), interrupt: None };
    let result = catch_unwind(AssertUnwindSafe(|| {
        solve_with(&problem, &Parameters::default(), &SolveOptions { control, ..SolveOptions::default() })
    }));
    assert_eq!(
        result.expect_err("the panic must reach the caller").downcast_ref::<&str>(),
        Some(&"enough steps")
    );
}

#[test]
fn e06_observer_that_panics_ends_the_batch() {
    let problem = endless();
    let parameters = Parameters { iteration_limit: 20_000, ..Parameters::default() };
    let (panicked, after) = (AtomicBool::new(false), Mutex::new(HashSet::new()));
    let observer = Watch(|progress: &Progress| {
        if progress.trial == 0 && progress.iterations == 100 {
            panicked.store(true, Ordering::SeqCst);
            panic!("on purpose");
        }
        if panicked.load(Ordering::SeqCst) {
            after.lock().unwrap().insert(progress.trial);
        }
        Flow::Continue
    });
    let trials = [Trial { problem: &problem, parameters: &parameters, start: None }; 40];
    let control = Control { observer: Some(&observer), interrupt: None };
    let options = BatchOptions { lanes: Some(1), threads: 2 };
    assert!(catch_unwind(AssertUnwindSafe(|| run_batch(&trials, &options, &control))).is_err());
    let after = after.lock().unwrap().len();
    assert!(after <= 2, "{after} trials ran on after the panic");
}

#[test]
fn e06_observer_that_solves() {
    let problem = small().build().unwrap();
    let expected = bits(&solved(&problem, &Parameters::default()));
    let inner = Mutex::new(Vec::new());
    let solves = Watch(|progress: &Progress| {
        if progress.iterations == 5 {
            inner.lock().unwrap().push(bits(&solved(&problem, &Parameters::default())));
        }
        Flow::Continue
    });
    let outer = observed(&problem, &Parameters::default(), &solves);
    assert_eq!(bits(&outer), expected);
    assert_eq!(*inner.lock().unwrap(), [expected]);
}

#[test]
fn e06_observer_that_sleeps_does_not_defeat_the_time_limit() {
    let sleeps = Watch(|_: &Progress| {
        std::thread::sleep(Duration::from_millis(20));
        Flow::Continue
    });
    let began = Instant::now();
    let s = observed(&endless(), &Parameters { time_limit: 0.1, ..unlimited() }, &sleeps);
    assert_eq!(s.status, Status::TimeLimit);
    // Sleeping is counted: it takes at most a handful of calls.
    assert!((1..=6).contains(&s.work.iterations), "{:?}", s.work);
    assert!(began.elapsed() < Duration::from_secs(10));
}

#[test]
fn e06_observer_that_stops() {
    for method in [Method::Pdlp, Method::Pdhg, Method::Halpern] {
        let stops =
            Watch(|progress: &Progress| if progress.iterations >= 7 { Flow::Stop } else { Flow::Continue });
        let s = observed(&endless(), &Parameters { method, ..unlimited() }, &stops);
        assert_eq!((s.status, s.work.iterations, s.work.checks), (Status::Interrupted, 7, 7));
    }
}

#[test]
fn e06_observer_that_stops_one_trial_leaves_the_others_alone() {
    let problem = small().build().unwrap();
    let parameters = Parameters::default();
    let alone = bits(&solved(&problem, &parameters));
    let stops = Watch(|progress: &Progress| if progress.trial == 2 { Flow::Stop } else { Flow::Continue });
    let trials = [Trial { problem: &problem, parameters: &parameters, start: None }; 6];
    for threads in [1, 2] {
        let control = Control { observer: Some(&stops), interrupt: None };
        let solutions = run_batch(&trials, &BatchOptions { lanes: Some(4), threads }, &control).unwrap();
        for (index, s) in solutions.iter().enumerate() {
            every::check(&problem, &parameters, s);
            match index {
                2 => assert_eq!((s.status, s.work.iterations), (Status::Interrupted, 1)),
                _ => assert_eq!(bits(s), alone),
            }
        }
    }
}

#[test]
fn e06_observer_sees_finite_numbers_in_order() {
    let last = AtomicU64::new(0);
    let watches = Watch(|p: &Progress| {
        let numbers = [p.seconds, p.primal_objective, p.dual_objective, p.primal_residual, p.dual_residual];
        assert!(numbers.iter().chain(&[p.gap, p.omega, p.eta]).all(|v| v.is_finite()), "{p:?}");
        assert!(p.iterations > last.swap(p.iterations, Ordering::SeqCst));
        assert!(p.matrix_passes >= p.iterations && p.omega > 0.0 && p.eta > 0.0);
        Flow::Continue
    });
    let s = observed(&small().build().unwrap(), &Parameters::default(), &watches);
    assert_eq!(s.status, Status::Optimal);
    assert_eq!(last.load(Ordering::SeqCst), s.work.iterations - 1, "every check but that of the end");
}

#[test]
fn e07_interrupt_set_before() {
    let flag = AtomicBool::new(true);
    let control = Control { interrupt: Some(&flag), observer: None };
    let problem = small().build().unwrap();
    for (method, ruiz_iterations) in
        [(Method::Pdlp, 10), (Method::Pdlp, 0), (Method::Pdhg, 10), (Method::Halpern, 10)]
    {
        let parameters = Parameters { method, ruiz_iterations, ..Parameters::default() };
        let s =
            solve_with(&problem, &parameters, &SolveOptions { control, ..SolveOptions::default() }).unwrap();
        every::check(&problem, &parameters, &s);
        assert_eq!(s.status, Status::Interrupted);
        assert!(s.work.iterations <= 1);
        let trials = [Trial { problem: &problem, parameters: &parameters, start: None }; 20];
        let solutions = run_batch(&trials, &BatchOptions { lanes: Some(4), threads: 2 }, &control).unwrap();
        assert_eq!(solutions.len(), 20);
        assert!(solutions.iter().all(|s| s.status == Status::Interrupted));
    }
    assert!(flag.load(Ordering::SeqCst), "the flag is the caller's");
}

#[test]
fn e07_interrupt_set_during() {
    // By an observer: ends with the very step.
    let flag = AtomicBool::new(false);
    let sets = Watch(|progress: &Progress| {
        flag.store(progress.iterations >= 10, Ordering::SeqCst);
        Flow::Continue
    });
    let control = Control { interrupt: Some(&flag), observer: Some(&sets) };
    let s =
        solve_with(&endless(), &unlimited(), &SolveOptions { control, ..SolveOptions::default() }).unwrap();
    every::check(&endless(), &unlimited(), &s);
    assert_eq!((s.status, s.work.iterations), (Status::Interrupted, 10));

    // By another thread, with checks that never come.
    let flag = AtomicBool::new(false);
    let control = Control { interrupt: Some(&flag), observer: None };
    let parameters = Parameters { check_period: u64::MAX, ..unlimited() };
    let s = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(50));
            flag.store(true, Ordering::SeqCst);
        });
        solve_with(&endless(), &parameters, &SolveOptions { control, ..SolveOptions::default() }).unwrap()
    });
    every::check(&endless(), &parameters, &s);
    assert_eq!(s.status, Status::Interrupted);
    assert!(s.seconds < 30.0);
}

#[test]
fn e08_a_thousand_solves_at_once() {
    let problem = small().build().unwrap();
    let shared = bits(&solved(&problem, &Parameters::default()));
    std::thread::scope(|scope| {
        let solve_one = |index: usize| {
            // Half of them share the problem, half have their own.
            let own = (index % 2 == 1).then(|| small().build().unwrap());
            bits(&solved(own.as_ref().unwrap_or(&problem), &Parameters::default()))
        };
        let spawn = |index| {
            let builder = std::thread::Builder::new().stack_size(256 << 10);
            builder.spawn_scoped(scope, move || solve_one(index)).unwrap()
        };
        let handles: Vec<_> = (0..1000).map(spawn).collect();
        handles.into_iter().for_each(|handle| assert_eq!(handle.join().unwrap(), shared));
    });
}

#[test]
fn e08_any_number_of_threads_gives_the_same_results() {
    let problem = small().build().unwrap();
    let settings: Vec<_> = (0..23)
        .map(|k| Parameters { weight_smoothing: f64::from(k) / 22.0, ..Parameters::default() })
        .collect();
    let trials: Vec<_> =
        settings.iter().map(|parameters| Trial { problem: &problem, parameters, start: None }).collect();
    let alone: Vec<_> = settings.iter().map(|parameters| bits(&solved(&problem, parameters))).collect();
    for threads in [1, 2, 3, 0, 1000, 1_000_000, usize::MAX] {
        for lanes in [None, Some(1), Some(4), Some(16)] {
            let solutions =
                run_batch(&trials, &BatchOptions { lanes, threads }, &Control::default()).unwrap();
            let got: Vec<_> = solutions.iter().map(bits).collect();
            assert_eq!(got, alone, "{threads} threads, {lanes:?} lanes");
        }
    }
}

#[test]
fn e08_a_million_threads_are_clamped() {
    let (problem, parameters) = (small().build().unwrap(), Parameters::default());
    let cores = std::thread::available_parallelism().unwrap().get();
    let threads = Mutex::new(HashSet::new());
    let counts = Watch(|progress: &Progress| {
        // Long enough for all threads to be started before the first one is done.
        std::thread::sleep(Duration::from_millis(if progress.iterations == 1 { 20 } else { 0 }));
        threads.lock().unwrap().insert(std::thread::current().id());
        Flow::Continue
    });
    let trials = vec![Trial { problem: &problem, parameters: &parameters, start: None }; 64 * cores];
    let control = Control { observer: Some(&counts), interrupt: None };
    run_batch(&trials, &BatchOptions { lanes: None, threads: 1_000_000 }, &control).unwrap();
    let used = threads.lock().unwrap().len();
    assert!(used <= 16 * cores, "{used} threads on {cores} cores");
}

#[global_allocator]
static COUNTING: memory::Counting = memory::Counting;

#[test]
fn e13_many_solves_of_one_problem_are_identical_and_leak_nothing() {
    let problem = small().build().unwrap();
    let parameters = Parameters::default();
    let first = bits(&solved(&problem, &parameters));
    let held = memory::held();
    for _ in 0..3000 {
        let s = solve(&problem, &parameters).unwrap();
        assert_eq!(s.x[0].to_bits(), first.1[0]);
        assert_eq!(s.work, first.2);
    }
    assert_eq!(memory::held(), held);
    assert_eq!(bits(&solved(&problem, &parameters)), first);
}

#[test]
fn e13_a_chain_of_updates_is_as_fresh_problems() {
    let fresh = |step: usize| {
        let shift = (step % 17) as f64 / 16.0;
        let rows: [Row<'_>; 2] = [(-INF, &[1.0, 1.0], 4.0 + shift), (-INF, &[1.0, 3.0], 7.0 - shift)];
        let bounds = [(0.0, 3.0 - shift), (0.0, if step.is_multiple_of(3) { 9.0 } else { INF })];
        let sense = if step.is_multiple_of(5) { Sense::Minimize } else { Sense::Maximize };
        lp(&[3.0 - shift, 2.0], &rows, &bounds).sense(sense).offset(shift).build().unwrap()
    };
    let parameters = Parameters::default();
    let mut problem = fresh(0);
    for step in 1..500 {
        let wanted = fresh(step);
        let builder = problem.with_data().sense(wanted.sense()).offset(wanted.offset());
        let builder = builder.objective(wanted.objective().to_vec());
        let builder = builder.bounds(wanted.lower().to_vec(), wanted.upper().to_vec());
        problem =
            builder.row_bounds(wanted.row_lower().to_vec(), wanted.row_upper().to_vec()).build().unwrap();
        assert_eq!(problem.fingerprint(), wanted.fingerprint());
        assert_eq!(bits(&solved(&problem, &parameters)), bits(&solved(&wanted, &parameters)), "step {step}");
        // A refused update changes nothing.
        assert!(problem.with_data().objective(vec![f64::NAN; 2]).build().is_err());
    }
}

#[test]
fn e14_maximising_is_minimising_the_negative() {
    let maximise = small().offset(5.0).build().unwrap();
    let negative = vec![-3.0, -2.0];
    let minimise =
        maximise.with_data().sense(Sense::Minimize).objective(negative).offset(-5.0).build().unwrap();
    for parameters in [
        Parameters::default().with_tolerance(1e-8),
        Parameters::preset("reference").unwrap(),
        Parameters { method: Method::Pdhg, ..Parameters::default() },
        Parameters { iteration_limit: 3, ..Parameters::default() },
    ] {
        let (a, b) = (solved(&maximise, &parameters), solved(&minimise, &parameters));
        let negated = |v: &[f64]| v.iter().map(|v| -v).collect::<Vec<_>>();
        assert_eq!((a.status, &a.x, a.work, a.quality), (b.status, &b.x, b.work, b.quality));
        assert_eq!((a.objective, a.dual_objective), (-b.objective, -b.dual_objective));
        assert_eq!((a.y, a.reduced_costs), (negated(&b.y), negated(&b.reduced_costs)));
        assert_eq!(a.row_activity, b.row_activity);
    }
}

#[test]
fn e14_multipliers_are_changes_of_the_objective() {
    let parameters = Parameters::default().with_tolerance(1e-9);
    let maximise = small().offset(5.0).build().unwrap();
    let minimise = maximise.with_data().sense(Sense::Minimize).objective(vec![-3.0, -2.0]).build().unwrap();
    for (problem, sign) in [(&maximise, 1.0), (&minimise, -1.0)] {
        let s = solved(problem, &parameters);
        close(s.objective, 5.0 + sign * 11.0, 1e-7);
        close(s.dual_objective, s.objective, 1e-7);
        [(s.y[0], 2.0), (s.y[1], 0.0), (s.reduced_costs[0], 1.0), (s.reduced_costs[1], 0.0)]
            .into_iter()
            .for_each(|(got, wanted)| close(got, sign * wanted, 1e-6));
        // One tenth more of the right-hand side, and of the bound of x.
        let more = problem.with_data().row_bounds(vec![-INF; 2], vec![4.1, 7.0]).build().unwrap();
        close(solved(&more, &parameters).objective - s.objective, 0.1 * s.y[0], 1e-6);
        let more = problem.with_data().bounds(vec![0.0; 2], vec![3.1, INF]).build().unwrap();
        close(solved(&more, &parameters).objective - s.objective, 0.1 * s.reduced_costs[0], 1e-6);
    }
}

#[test]
fn e15_no_progress_is_a_stall() {
    for (method, limit) in
        [(Method::Pdlp, 500), (Method::Pdhg, 500), (Method::Halpern, 500), (Method::Pdlp, 1)]
    {
        let limits =
            Parameters { stall_limit: Some(limit), iteration_limit: 90_000, ..Parameters::default() };
        let s = solved(&endless(), &Parameters { method, ..limits });
        assert_eq!(s.status, Status::Stalled);
        assert!((limit..20_000).contains(&s.work.iterations), "{:?}", s.work);
        assert!(s.quality.error > 1e-4);
    }
    let s =
        solved(&endless(), &Parameters { stall_limit: None, iteration_limit: 2000, ..Parameters::default() });
    assert_eq!((s.status, s.work.iterations), (Status::IterationLimit, 2000));
}

#[test]
fn e15_a_fixed_point_that_misses_the_tolerance_is_a_stall() {
    // x = 1/3 to the last bit is a fixed point, but its activity is not exactly 1.
    let problem = lp(&[1.0], &[(1.0, &[3.0], 1.0), (0.1, &[0.3], 0.1)], &[(-INF, INF)]).build().unwrap();
    let s = solved(&problem, &Parameters::default().with_tolerance(1e-300));
    assert!(matches!(s.status, Status::Stalled | Status::Optimal), "{}", s.status);
    assert!(s.quality.error <= 1e-12);
}

#[test]
fn e15_progress_is_no_stall() {
    let s =
        solved(&small().build().unwrap(), &Parameters { stall_limit: Some(200), ..Parameters::default() });
    assert_eq!(s.status, Status::Optimal);
}

#[test]
fn e15_a_stall_comes_with_advice() {
    let s = solved(&endless(), &Parameters { stall_limit: Some(500), ..Parameters::default() });
    assert_eq!(s.status, Status::Stalled);
    assert!(!s.notices.is_empty());
}

//! Several threads on one large LP: the same bits, the same limits, and nothing left behind. What threads do with problems of all
//! shapes, also such that are too small for them, is tested beside the engine.

mod support;

use luthier::params::{Method, Norm};
use luthier::{
    BatchOptions, Control, Flow, Parameters, Problem, Progress, Solution, SolveOptions, Status, Trial,
    run_batch, solve_with,
};
use std::panic::{AssertUnwindSafe, catch_unwind, panic_any};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};
use support::families::{multicommodity, transportation};
use support::runs::{Watch, bits, unlimited};

/// Large enough for seven threads.
static LARGE: LazyLock<Problem> = LazyLock::new(|| multicommodity(11, 3000, 10_000, 4, 1));

/// Helpers are counted, so that only one test may have some.
static ALONE: Mutex<()> = Mutex::new(());

fn with_threads(parameters: &Parameters, threads: usize, control: Control<'_>) -> Solution {
    solve_with(&LARGE, parameters, &SolveOptions { threads, control, start: None }).unwrap()
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let _alone = ALONE.lock();
    let base =
        Parameters { iteration_limit: 40, norm_limit: 15, ..Parameters::default().with_tolerance(1e-9) };
    let reference = Parameters { iteration_limit: 70, ..Parameters::preset("reference").unwrap() };
    let halpern = Parameters { method: Method::Halpern, ..base.clone() };
    let pdhg = Parameters { method: Method::Pdhg, ..base.clone() };
    let componentwise = Parameters { norm: Norm::Componentwise, check_period: 11, ..base.clone() };
    for parameters in [base, reference, halpern, pdhg, componentwise] {
        let expected = bits(&with_threads(&parameters, 1, Control::default()));
        for threads in [0, 2, 3, 7] {
            let here = bits(&with_threads(&parameters, threads, Control::default()));
            assert!(here == expected, "{threads} threads, {:?}", parameters.method);
        }
    }
}

#[test]
fn threads_that_no_group_needs_work_on_the_groups() {
    let _alone = ALONE.lock();
    let settings: Vec<_> = (0..5)
        .map(|i| Parameters { iteration_limit: 20, weight_smoothing: 0.2 * i as f64, ..unlimited() })
        .collect();
    let trials: Vec<_> =
        settings.iter().map(|parameters| Trial { problem: &LARGE, parameters, start: None }).collect();
    let run = |lanes, threads, trials: &[Trial<'_>]| {
        let options = BatchOptions { lanes: Some(lanes), threads };
        run_batch(trials, &options, &Control::default()).unwrap().iter().map(bits).collect::<Vec<_>>()
    };
    let expected = run(1, 1, &trials);
    for (lanes, threads) in [(1, 2), (1, 7), (4, 2), (4, 5), (8, 3)] {
        assert!(run(lanes, threads, &trials) == expected, "{lanes} lanes, {threads} threads");
        assert!(run(lanes, threads, &trials[..1]) == expected[..1], "one trial, {threads} threads");
    }
}

/// The helpers that there are now.
#[cfg(target_os = "linux")]
fn helpers() -> usize {
    let tasks = std::fs::read_dir("/proc/self/task").unwrap();
    let name =
        |task: &std::fs::DirEntry| std::fs::read_to_string(task.path().join("comm")).unwrap_or_default();
    tasks.flatten().filter(|task| name(task).trim() == "luthier-helper").count()
}

#[cfg(target_os = "linux")]
#[test]
fn only_large_problems_have_helpers_and_only_while_they_run() {
    let _alone = ALONE.lock();
    let small = transportation(30, 45, 1);
    for (problem, threads, expected) in
        [(&*LARGE, 1, 0), (&*LARGE, 2, 1), (&*LARGE, 3, 2), (&*LARGE, 7, 6), (&small, 7, 0), (&small, 0, 0)]
    {
        let most = AtomicUsize::new(0);
        let counts = Watch(|_: &Progress| {
            most.fetch_max(helpers(), Ordering::SeqCst);
            Flow::Continue
        });
        let control = Control { observer: Some(&counts), interrupt: None };
        let parameters = Parameters { iteration_limit: 5, check_period: 1, ..unlimited() };
        let options = SolveOptions { threads, control, start: None };
        assert_eq!(options.threads_used(problem, &parameters), expected + 1);
        solve_with(problem, &parameters, &options).unwrap();
        assert_eq!(most.into_inner(), expected, "{threads} threads");
        assert_eq!(helpers(), 0);
    }
}

#[test]
fn limits_are_honoured() {
    let _alone = ALONE.lock();
    for method in [Method::Pdlp, Method::Halpern] {
        // The time, also where it is over before the set-up is.
        for time_limit in [0.0, 0.01, 0.3] {
            let parameters = Parameters { method, time_limit, check_period: u64::MAX, ..unlimited() };
            let began = Instant::now();
            let solution = with_threads(&parameters, 3, Control::default());
            assert_eq!(solution.status, Status::TimeLimit);
            assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
        }
        // The flag, set by another thread.
        let flag = AtomicBool::new(false);
        let control = Control { interrupt: Some(&flag), observer: None };
        let parameters = Parameters { method, check_period: u64::MAX, ..unlimited() };
        let solution = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(100));
                flag.store(true, Ordering::SeqCst);
            });
            with_threads(&parameters, 3, control)
        });
        assert_eq!(solution.status, Status::Interrupted);
        // The observer: ends with the very step.
        let stops = Watch(|p: &Progress| if p.iterations == 10 { Flow::Stop } else { Flow::Continue });
        let control = Control { observer: Some(&stops), interrupt: None };
        let solution = with_threads(&Parameters { method, check_period: 1, ..unlimited() }, 3, control);
        assert_eq!((solution.status, solution.work.iterations), (Status::Interrupted, 10));
    }
}

#[test]
fn an_observer_that_panics_ends_the_threads_too() {
    let _alone = ALONE.lock();
    let calls = AtomicU64::new(0);
    let panics = Watch(|_: &Progress| {
        if calls.fetch_add(1, Ordering::SeqCst) % 3 == 2 { panic_any(4711u32) } else { Flow::Continue }
    });
    let control = Control { observer: Some(&panics), interrupt: None };
    let parameters = Parameters { check_period: 1, ..unlimited() };
    for threads in [2, 3, 7] {
        let solve = || with_threads(&parameters, threads, control);
        let payload = catch_unwind(AssertUnwindSafe(solve)).expect_err("the panic must reach the caller");
        assert_eq!(payload.downcast_ref::<u32>(), Some(&4711), "the original payload");
        let trials = [Trial { problem: &LARGE, parameters: &parameters, start: None }; 2];
        let options = BatchOptions { lanes: Some(1), threads };
        let batch = || run_batch(&trials, &options, &control);
        assert!(catch_unwind(AssertUnwindSafe(batch)).is_err());
        #[cfg(target_os = "linux")]
        assert_eq!(helpers(), 0);
    }
}

//! A run that was laid aside and continued gives bit for bit what it would have given: whatever the caps, the lanes and the
//! threads, and however often. And the queue that does it: results as they come, time as it was spent, misuse as errors.

mod support;

use luthier::params::{Method, Norm, ReducedCostRule, TestedPoint};
use luthier::{
    BatchOptions, Checkpoint, Control, Error, Flow, Job, Outcome, Parameters, Pause, Problem, Progress,
    Queue, Solution, Start, Status, Trial, run_batch,
};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use support::every;
use support::families::{Random, decay_decay, qap, random_lp, transportation};
use support::runs::{Watch, bits, contradiction, endless, small, unlimited};

/// Settings that differ in everything that a run carries from round to round.
fn settings() -> Vec<Parameters> {
    let base = Parameters { iteration_limit: 400, ..Parameters::default().with_tolerance(1e-6) };
    let reference = Parameters { iteration_limit: 500, ..Parameters::preset("reference").unwrap() };
    vec![
        base.clone(),
        Parameters { check_period: 50, ..base.clone() },
        reference.clone(),
        Parameters {
            weight_smoothing: 0.1,
            check_period: 7,
            tested_point: TestedPoint::Either,
            ..base.clone()
        },
        Parameters { initial_step_scale: 100.0, pock_chambolle_alpha: 0.3, ..base.clone() },
        Parameters { method: Method::Pdhg, ..base.clone() },
        Parameters { norm: Norm::Componentwise, check_period: 3, ..base.clone() },
        Parameters { matrix_pass_limit: Some(333), stall_limit: Some(90), ..reference },
        Parameters { outer_limit: Some(5), ..base.clone() },
        Parameters { method: Method::Halpern, check_period: 16, ..base.clone() },
        Parameters { method: Method::Halpern, initial_step_scale: 3.0, check_period: 7, ..base.clone() },
        Parameters { method: Method::Halpern, reduced_cost_rule: ReducedCostRule::NearBound, ..base },
    ]
}

fn trials<'a>(problem: &'a Problem, settings: &'a [Parameters]) -> Vec<Trial<'a>> {
    settings.iter().map(|parameters| Trial { problem, parameters, start: None }).collect()
}

/// Everything of a solution that must not depend on how it was run.
fn all_of(s: &Solution) -> (impl PartialEq + std::fmt::Debug + use<>, String) {
    (bits(s), format!("{:?} {:?} {:?}", s.ladder, s.certificate, s.notices))
}

fn uninterrupted(trials: &[Trial<'_>]) -> Vec<Solution> {
    run_batch(trials, &BatchOptions::default(), &Control::default()).unwrap()
}

/// Works off jobs with so many threads; what became of each, in their order.
fn outcomes(jobs: Vec<Job<'_>>, lanes: usize, threads: usize, control: &Control<'_>) -> Vec<Outcome> {
    let all: Vec<_> = jobs.iter().map(|_| Mutex::new(None)).collect();
    let queue = Queue::new(jobs, &BatchOptions { lanes: Some(lanes), threads }).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                queue.work(control, &mut |job, outcome| {
                    assert!(all[job].lock().unwrap().replace(outcome).is_none(), "job {job} ended twice");
                });
            });
        }
    });
    assert!(queue.is_empty());
    all.into_iter().map(|outcome| outcome.into_inner().unwrap().expect("every job has an outcome")).collect()
}

fn outcome(job: Job<'_>, control: &Control<'_>) -> Outcome {
    outcomes(vec![job], 1, 1, control).swap_remove(0)
}

fn paused(job: Job<'_>) -> Box<Checkpoint> {
    match outcome(job, &Control::default()) {
        Outcome::Paused(checkpoint) => checkpoint,
        Outcome::Finished(solution) => panic!("{:?} after {:?}", solution.status, solution.work),
    }
}

fn finished(job: Job<'_>) -> Solution {
    match outcome(job, &Control::default()) {
        Outcome::Finished(solution) => *solution,
        Outcome::Paused(checkpoint) => panic!("laid aside after {:?}", checkpoint.work()),
    }
}

/// A little further than where a run stands.
fn next_pause(from: Option<&Checkpoint>, r: &mut Random) -> Pause {
    let (steps, passes) = from.map_or((0, 0), |c| (c.work().iterations, c.work().matrix_passes()));
    let most = [3, 40, 300][r.below(3)];
    let more = 1 + r.below(most) as u64;
    if r.below(2) == 0 { Pause::AtIterations(steps + more) } else { Pause::AtMatrixPasses(passes + more) }
}

/// Runs trials to their ends, laying each aside again and again; how often that was, too.
fn in_pieces(trials: &[Trial<'_>], lanes: usize, threads: usize, r: &mut Random) -> (Vec<Solution>, usize) {
    let mut solutions: Vec<Option<Solution>> = vec![None; trials.len()];
    let mut waiting: Vec<(usize, Option<Box<Checkpoint>>)> = (0..trials.len()).map(|i| (i, None)).collect();
    let mut pauses = 0;
    while !waiting.is_empty() {
        let order: Vec<usize> = waiting.iter().map(|(i, _)| *i).collect();
        let job = |(i, from): (usize, Option<Box<Checkpoint>>)| Job {
            trial: trials[i],
            pause: next_pause(from.as_deref(), r),
            from,
        };
        let jobs = waiting.drain(..).map(job).collect();
        for (i, outcome) in order.into_iter().zip(outcomes(jobs, lanes, threads, &Control::default())) {
            match outcome {
                Outcome::Finished(solution) => solutions[i] = Some(*solution),
                Outcome::Paused(checkpoint) => waiting.push((i, Some(checkpoint))),
            }
        }
        pauses += waiting.len();
        // So that runs meet other neighbours each time.
        waiting.reverse();
    }
    (solutions.into_iter().map(|s| s.expect("every trial ends")).collect(), pauses)
}

#[test]
fn pauses_change_no_bit() {
    let problems = [transportation(6, 9, 1), decay_decay(12, 60, 2), qap(4, 3), random_lp(5, 17, 30)];
    let settings = settings();
    let mut r = Random::new(4);
    let mut statuses = Vec::new();
    for problem in &problems {
        let trials = trials(problem, &settings);
        let expected = uninterrupted(&trials);
        statuses.extend(expected.iter().map(|s| s.status));
        for (lanes, threads) in [(1, 1), (4, 1), (8, 1), (4, 2), (1, 3)] {
            let (got, pauses) = in_pieces(&trials, lanes, threads, &mut r);
            assert!(pauses > trials.len(), "{pauses}");
            for ((got, expected), setting) in got.iter().zip(&expected).zip(&settings) {
                let changed = setting.changed();
                assert_eq!(all_of(got), all_of(expected), "{lanes} lanes, {threads} threads, {changed:?}");
            }
        }
    }
    for status in [Status::Optimal, Status::IterationLimit, Status::MatrixPassLimit, Status::OuterLimit] {
        assert!(statuses.contains(&status), "no run ended with {status}");
    }
}

#[test]
fn pauses_change_no_bit_where_there_is_no_solution() {
    let limits = Parameters { iteration_limit: 3000, stall_limit: Some(700), ..Parameters::default() };
    let settings = [limits.clone(), Parameters { check_period: 20, weight_smoothing: 0.9, ..limits }];
    let mut r = Random::new(5);
    for (problem, status) in [(contradiction(), Status::Infeasible), (endless(), Status::Stalled)] {
        let trials = trials(&problem, &settings);
        let expected = uninterrupted(&trials);
        assert!(expected.iter().all(|s| s.status == status && s.work.iterations > 0));
        for lanes in [1, 4] {
            let (got, _) = in_pieces(&trials, lanes, 1, &mut r);
            got.iter().zip(&expected).for_each(|(got, expected)| assert_eq!(all_of(got), all_of(expected)));
        }
    }
}

#[test]
fn a_start_point_counts_once() {
    let problem = transportation(5, 7, 2);
    let parameters = Parameters::default().with_tolerance(1e-6);
    let near = Start::from(&luthier::solve(&problem, &Parameters::default()).unwrap());
    let hopeless = Start::new(vec![1e12; 35], vec![0.5; 12]);
    let mut r = Random::new(6);
    // Dropped after some steps, be they made in one go or not.
    let far = Start::new(vec![100.0; 35], vec![50.0; 12]);
    for (start, notices) in [(&near, 0), (&hopeless, 1), (&far, 1)] {
        let trial = [Trial { problem: &problem, parameters: &parameters, start: Some(start) }];
        let expected = &uninterrupted(&trial)[0];
        assert_eq!(expected.notices.len(), notices);
        assert_eq!(all_of(&in_pieces(&trial, 1, 1, &mut r).0[0]), all_of(expected));
    }
}

#[test]
fn a_run_is_laid_aside_at_its_cap() {
    let problem = transportation(6, 9, 1);
    // The first steps are far too long, so that some are rejected.
    let parameters = Parameters { initial_step_scale: 100.0, ..Parameters::default().with_tolerance(1e-6) };
    let trial = Trial { problem: &problem, parameters: &parameters, start: None };
    let whole = &uninterrupted(&[trial])[0];
    assert!(whole.work.iterations > 100 && whole.work.rejected_steps > 0);
    let at = |pause| paused(Job { pause, ..Job::from(trial) });
    for cap in [1, 2, 17, 100] {
        let steps = at(Pause::AtIterations(cap));
        assert_eq!(steps.work().iterations, cap);
        let known = whole.ladder.map(|reached| reached.filter(|k| *k <= cap));
        assert_eq!(*steps.ladder(), known);
        assert_eq!(at(Pause::AtMatrixPasses(cap)).work().matrix_passes(), cap);
    }
    // No step at all, and no step back.
    assert_eq!(at(Pause::AtIterations(0)).work().matrix_passes(), 0);
    let there = at(Pause::AtIterations(40));
    let (work, seconds) = (*there.work(), there.seconds());
    let same = paused(Job { trial, pause: Pause::AtIterations(7), from: Some(there) });
    assert_eq!(*same.work(), work);
    assert!(same.seconds() >= seconds);
    let rest = finished(Job { from: Some(same), ..Job::from(trial) });
    assert_eq!(all_of(&rest), all_of(whole));
    // What ends in the step at the cap has ended.
    let last = Pause::AtIterations(whole.work.iterations);
    assert_eq!(all_of(&finished(Job { pause: last, ..Job::from(trial) })), all_of(whole));
    let limited = Parameters { iteration_limit: 30, ..parameters.clone() };
    let limited =
        Job { pause: Pause::AtIterations(30), ..Job::from(Trial { parameters: &limited, ..trial }) };
    assert_eq!(finished(limited).status, Status::IterationLimit);
}

#[test]
fn a_checkpoint_says_what_it_takes() {
    let problem = transportation(6, 9, 1);
    let parameters = Parameters::default();
    let trial = Trial { problem: &problem, parameters: &parameters, start: None };
    let bytes = paused(Job { pause: Pause::AtIterations(3), ..Job::from(trial) }).bytes();
    // Five vectors of columns and seven of rows.
    let least = 8 * (5 * problem.columns() + 7 * problem.rows());
    assert!((least..least + 4096).contains(&bytes), "{bytes}, {least}");
}

#[test]
fn checkpoints_and_queues_go_from_thread_to_thread() {
    fn send<T: Send>() {}
    fn sync<T: Sync>() {}
    send::<Checkpoint>();
    send::<Outcome>();
    send::<Job<'_>>();
    sync::<Queue<'_>>();
}

#[test]
fn results_come_when_they_are_there() {
    let problem = small().build().unwrap();
    let parameters = Parameters::default();
    let events = Mutex::new(Vec::new());
    let observer = Watch(|progress: &Progress| {
        events.lock().unwrap().push(("runs", progress.trial));
        Flow::Continue
    });
    let control = Control { observer: Some(&observer), interrupt: None };
    let job = Job::from(Trial { problem: &problem, parameters: &parameters, start: None });
    let queue =
        Queue::new(vec![job; 3], &BatchOptions { lanes: Some(1), ..BatchOptions::default() }).unwrap();
    assert_eq!((queue.lanes(), queue.is_empty()), (1, false));
    queue.work(&control, &mut |job, _| events.lock().unwrap().push(("done", job)));
    // Nothing is left to do.
    queue.work(&control, &mut |job, _| panic!("job {job} again"));
    let mut events = events.into_inner().unwrap();
    events.dedup();
    let expected = [("runs", 0), ("done", 0), ("runs", 1), ("done", 1), ("runs", 2), ("done", 2)];
    assert_eq!(events, expected);
}

#[test]
fn nothing_to_do_is_done_at_once() {
    let queue = Queue::new(Vec::new(), &BatchOptions::default()).unwrap();
    assert!(queue.is_empty());
    queue.work(&Control::default(), &mut |job, _| panic!("job {job} of none"));
}

#[test]
fn the_time_of_a_thread_is_shared_out() {
    let problem = transportation(20, 30, 3);
    let settings: Vec<_> = (0..12)
        .map(|k| Parameters { iteration_limit: 300 + 100 * k, ..Parameters::default().with_tolerance(1e-12) })
        .collect();
    for lanes in [1, 4, 8] {
        let jobs = trials(&problem, &settings).into_iter().map(Job::from).collect();
        let queue = Queue::new(jobs, &BatchOptions { lanes: Some(lanes), threads: 1 }).unwrap();
        let (mut sum, mut slept) = (0.0, 0.0);
        let began = Instant::now();
        queue.work(&Control::default(), &mut |_, outcome| {
            let Outcome::Finished(solution) = outcome else { panic!("never laid aside") };
            assert!(solution.lane_seconds > 0.0);
            sum += solution.lane_seconds;
            let now = Instant::now();
            std::thread::sleep(Duration::from_millis(5));
            slept += now.elapsed().as_secs_f64();
        });
        let wall = began.elapsed().as_secs_f64() - slept;
        assert!(0.3 * wall < sum && sum <= wall, "{lanes} lanes: {sum} of {wall}");
    }
}

#[test]
fn time_laid_aside_does_not_count() {
    let problem = endless();
    let parameters = Parameters { time_limit: 0.1, ..unlimited() };
    let trial = Trial { problem: &problem, parameters: &parameters, start: None };
    let (began, mut slept, mut pauses) = (Instant::now(), 0.0, 0);
    let mut from: Option<Box<Checkpoint>> = None;
    let solution = loop {
        let passes = from.as_ref().map_or(0, |c| c.work().matrix_passes());
        let job = Job { trial, pause: Pause::AtMatrixPasses(passes + 1000), from };
        match outcome(job, &Control::default()) {
            Outcome::Finished(solution) => break solution,
            Outcome::Paused(checkpoint) => from = Some(checkpoint),
        }
        pauses += 1;
        if pauses <= 3 {
            let now = Instant::now();
            std::thread::sleep(Duration::from_millis(60));
            slept += now.elapsed().as_secs_f64();
        }
    };
    let own = began.elapsed().as_secs_f64() - slept;
    assert_eq!(solution.status, Status::TimeLimit);
    assert!(pauses > 3, "{pauses}");
    assert!((0.1..=own).contains(&solution.seconds), "{} of {own}", solution.seconds);
    assert!(solution.lane_seconds > 0.02 && solution.lane_seconds <= own, "{}", solution.lane_seconds);
}

#[test]
fn an_interrupt_ends_jobs_where_they_are() {
    let problem = transportation(6, 9, 1);
    let parameters = Parameters::default().with_tolerance(1e-8);
    let trial = Trial { problem: &problem, parameters: &parameters, start: None };
    let checkpoint = paused(Job { pause: Pause::AtMatrixPasses(60), ..Job::from(trial) });
    let flag = AtomicBool::new(true);
    let control = Control { interrupt: Some(&flag), observer: None };
    let continued = Job { from: Some(checkpoint), ..Job::from(trial) };
    let jobs = vec![Job::from(trial), continued, Job::from(trial)];
    let solutions: Vec<_> = outcomes(jobs, 1, 1, &control)
        .into_iter()
        .map(|outcome| match outcome {
            Outcome::Finished(solution) => solution,
            Outcome::Paused(_) => panic!("laid aside instead of interrupted"),
        })
        .collect();
    assert!(solutions.iter().all(|s| s.status == Status::Interrupted));
    solutions.iter().for_each(|s| every::check(&problem, &parameters, s));
    assert_eq!(solutions[0].work.matrix_passes(), 0);
    // The point is that of a run which a limit stopped there.
    let limited = Parameters { matrix_pass_limit: Some(60), ..parameters.clone() };
    let expected = &uninterrupted(&[Trial { parameters: &limited, ..trial }])[0];
    assert_eq!(bits(expected).1, bits(&solutions[1]).1);
    assert_eq!(expected.work, solutions[1].work);
}

#[test]
fn a_checkpoint_of_another_run_is_refused() {
    let problem = transportation(6, 9, 1);
    let parameters = Parameters::default();
    let trial = Trial { problem: &problem, parameters: &parameters, start: None };
    let checkpoint = paused(Job { pause: Pause::AtIterations(20), ..Job::from(trial) });
    let refused = |problem: &Problem, parameters: &Parameters| {
        let trial = Trial { problem, parameters, start: None };
        let job = Job { from: Some(checkpoint.clone()), ..Job::from(trial) };
        match Queue::new(vec![job], &BatchOptions::default()) {
            Err(error @ Error::WrongCheckpoint { .. }) => error.to_string(),
            Err(error) => panic!("{error}"),
            Ok(_) => panic!("accepted"),
        }
    };
    let larger = refused(&transportation(6, 10, 1), &parameters);
    assert!(larger.contains("15 rows, 54 columns") && larger.contains("16 rows, 60 columns"), "{larger}");
    let sibling = refused(&transportation(6, 9, 2), &parameters);
    assert!(sibling.contains("another objective or other bounds"), "{sibling}");
    let setting = refused(&problem, &Parameters { weight_smoothing: 0.25, ..parameters.clone() });
    assert!(setting.contains("weight_smoothing = 0.5, the trial 0.25"), "{setting}");
    assert!(setting.contains("continue a run with the problem"), "{setting}");
    // Among several jobs the error says which one it is.
    let wrong = Parameters { check_period: 3, ..parameters.clone() };
    let wrong = Job { from: Some(checkpoint.clone()), ..Job::from(Trial { parameters: &wrong, ..trial }) };
    let several = Queue::new(vec![Job::from(trial), wrong], &BatchOptions::default());
    assert!(matches!(several.err(), Some(Error::Trial { trial: 1, .. })));
    // The same problem made anew is the same.
    let anew = transportation(6, 9, 1);
    let rest = finished(Job { from: Some(checkpoint), ..Job::from(Trial { problem: &anew, ..trial }) });
    assert_eq!(all_of(&rest), all_of(&uninterrupted(&[trial])[0]));
}

#[test]
fn a_panic_in_the_receiver_ends_the_queue() {
    let problem = small().build().unwrap();
    let parameters = Parameters::default();
    let job = Job::from(Trial { problem: &problem, parameters: &parameters, start: None });
    let queue =
        Queue::new(vec![job; 9], &BatchOptions { lanes: Some(1), ..BatchOptions::default() }).unwrap();
    let mut received = 0;
    let result = catch_unwind(AssertUnwindSafe(|| {
        queue.work(&Control::default(), &mut |_, _| {
            received += 1;
            assert!(received < 3, "enough results");
        });
    }));
    assert_eq!(result.unwrap_err().downcast_ref::<&str>(), Some(&"enough results"));
    assert!(queue.is_empty());
    queue.work(&Control::default(), &mut |job, _| panic!("job {job} after the end"));
}

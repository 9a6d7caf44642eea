//! The iteration count as a function of parameters, against every value run one by one.

use luthier::params::Method;
use luthier::{Parameters, Problem, solve};
use luthier_families::Family;
use luthier_tune::SweepOptions;
use luthier_tune::structure::{
    Decision, Event, Flip, Level, Line, LineOptions, Piece, Range, RunEnd, Running, Same, Scale, decisions,
    line, map, safe_step,
};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

fn problem() -> Problem {
    Family::parse("transportation:3x4").unwrap().instance(1, 0).unwrap()
}

fn range(points: usize) -> Range {
    Range { from: 0.0, to: 1.0, points, scale: Scale::Linear }
}

fn options(most_runs: usize) -> LineOptions {
    LineOptions { most_runs, resolution: 1e-4, ..LineOptions::default() }
}

fn theta(value: f64) -> Parameters {
    Parameters { weight_smoothing: value, ..Parameters::default() }
}

fn along(points: usize, options: &LineOptions) -> Line {
    line(&problem(), &Parameters::default(), "theta", &range(points), options, &Running::default()).unwrap()
}

/// The same by the plainest way there is.
fn one_by_one(problem: &Problem, parameters: &Parameters) -> RunEnd {
    let solution = solve(problem, parameters).unwrap();
    RunEnd { iterations: solution.work.iterations, status: solution.status }
}

fn count_of(line: &Line, value: f64) -> Option<RunEnd> {
    line.pieces.iter().find(|p| p.from <= value && value <= p.to).map(|p| p.end)
}

/// Short runs, whose pieces are long enough for all boundaries to be found.
fn short(value: f64) -> Parameters {
    theta(value).with_tolerance(0.1)
}

#[test]
fn pieces_agree_with_every_value_run_one_by_one() {
    let problem = problem();
    let range = Range { to: 0.3, ..range(17) };
    let found = line(&problem, &short(0.5), "theta", &range, &options(600), &Running::default()).unwrap();
    assert!(found.open == 0 && found.pieces.len() > 3, "{} {:?}", found.open, found.pieces);
    for sample in &found.samples {
        assert_eq!(one_by_one(&problem, &short(sample.value)), sample.end, "{}", sample.value);
        assert_eq!(count_of(&found, sample.value), Some(sample.end));
    }
    // Every boundary separates two values that differ, no further apart than was asked for.
    for pair in found.pieces.windows(2) {
        assert!(pair[1].from - pair[0].to <= 0.3 * 1e-4, "{pair:?}");
        assert_ne!(pair[0].end, pair[1].end);
    }
    // A finer grid may show what no value that was run did; all but a little of it is as the pieces say.
    let fine = 300;
    let values = (0..=fine).map(|i| 0.3 * f64::from(i) / f64::from(fine));
    let agrees = |value: &f64| count_of(&found, *value) == Some(one_by_one(&problem, &short(*value)));
    let agreeing = values.filter(agrees).count();
    assert!(agreeing >= 290, "{agreeing} of 301");
}

#[test]
fn pieces_cover_the_range_and_the_curve_is_that_of_its_grids() {
    let found = along(33, &options(600));
    assert_eq!((found.pieces[0].from, found.pieces.last().unwrap().to), (0.0, 1.0));
    assert_eq!(found.pieces.iter().map(|p: &Piece| p.samples).sum::<usize>(), found.samples.len());
    assert!(found.samples.windows(2).all(|pair| pair[0].value < pair[1].value));
    let points: Vec<usize> = found.curve.iter().map(|r| r.points).collect();
    assert_eq!(points, [5, 9, 17, 33]);
    for resolution in &found.curve {
        let ends: Vec<RunEnd> = (0..resolution.points)
            .map(|i| one_by_one(&problem(), &theta(i as f64 / (resolution.points - 1) as f64)))
            .collect();
        let pieces = 1 + ends.windows(2).filter(|pair| pair[0] != pair[1]).count();
        assert_eq!(resolution.pieces, pieces, "{resolution:?}");
    }
}

#[test]
fn threads_and_lanes_do_not_matter() {
    let expected = along(17, &options(150));
    for (threads, lanes) in [(1, Some(1)), (1, Some(4)), (2, Some(8)), (3, Some(16)), (0, None)] {
        let running = Running { sweep: SweepOptions { threads, lanes }, ..Running::default() };
        let base = Parameters::default();
        let found = line(&problem(), &base, "weight-smoothing", &range(17), &options(150), &running).unwrap();
        assert_eq!(found.samples, expected.samples);
        assert_eq!((found.pieces, found.curve), (expected.pieces.clone(), expected.curve.clone()));
        assert_eq!(found.partings, expected.partings);
    }
}

/// Where two runs stand at a step: the decisions about it and after it.
fn at(events: &[Event], iteration: u64) -> Vec<Decision> {
    events.iter().filter(|e| e.iteration == iteration).map(|e| e.decision).collect()
}

#[test]
fn runs_agree_before_they_part_and_differ_there() {
    let mut flips = Vec::new();
    // The matrix of transportation has one value alone, so that alpha does nothing there.
    for (family, name, set) in [
        ("transportation:3x4", "theta", (|p, v| p.weight_smoothing = v) as fn(&mut Parameters, f64)),
        ("decay-decay:20x40", "alpha", |p, v| p.pock_chambolle_alpha = v),
    ] {
        let problem = Family::parse(family).unwrap().instance(1, 0).unwrap();
        let options = LineOptions { partings: 20, ..options(300) };
        let found =
            line(&problem, &Parameters::default(), name, &range(17), &options, &Running::default()).unwrap();
        assert!(!found.partings.is_empty(), "{name}");
        for parting in &found.partings {
            let neighbours = |pair: &[Piece]| pair[0].to == parting.left && pair[1].from == parting.right;
            assert!(found.pieces.windows(2).any(neighbours), "{parting:?} is at a boundary");
            let run = |value| {
                let mut parameters = Parameters::default();
                set(&mut parameters, value);
                decisions(&problem, &parameters).unwrap()
            };
            let (left, right) = (run(parting.left), run(parting.right));
            let before = |events: &[Event]| {
                let until = events.iter().take_while(|e| e.iteration < parting.iteration);
                until.map(|e| (e.iteration, e.decision)).collect::<Vec<_>>()
            };
            let (left_before, right_before) = (before(&left), before(&right));
            assert_eq!(left_before.len(), right_before.len(), "{parting:?}");
            for (a, b) in left_before.iter().zip(&right_before) {
                assert!(a.0 == b.0 && a.1.leads_where(&b.1), "{parting:?}: {a:?} {b:?}");
            }
            let (left_now, right_now) = (at(&left, parting.iteration), at(&right, parting.iteration));
            assert!(parting.left_decision.is_none_or(|decision| left_now.contains(&decision)));
            assert!(parting.right_decision.is_none_or(|decision| right_now.contains(&decision)));
            match (parting.left_decision, parting.right_decision) {
                (Some(a), Some(b)) => assert!(!a.leads_where(&b), "{parting:?}"),
                (Some(a), None) => assert!(right_now.iter().all(|b| !a.leads_where(b)), "{parting:?}"),
                (None, Some(b)) => assert!(left_now.iter().all(|a| !a.leads_where(&b)), "{parting:?}"),
                (None, None) => panic!("{parting:?}"),
            }
            flips.push(parting.flip);
        }
    }
    assert!(flips.contains(&Flip::Step) && flips.contains(&Flip::End), "{flips:?}");
}

#[test]
fn decisions_are_those_that_the_solution_counts() {
    let (problem, parameters) = (problem(), Parameters::default());
    let solution = solve(&problem, &parameters).unwrap();
    let events = decisions(&problem, &parameters).unwrap();
    let rejected = events.iter().map(|e| if let Decision::Rejected(n) = e.decision { n } else { 0 });
    assert_eq!(rejected.sum::<u64>(), solution.work.rejected_steps);
    let restarts = events.iter().filter(|e| matches!(e.decision, Decision::Restart { .. })).count();
    assert_eq!(restarts as u64, solution.work.restarts);
    let end = Event { iteration: solution.work.iterations, decision: Decision::Ended(solution.status) };
    assert_eq!(events.last(), Some(&end));
    assert!(solution.work.rejected_steps > 0 && restarts > 0);
}

#[test]
fn decisions_tell_more_apart_than_counts() {
    let by = |by| along(17, &LineOptions { by, partings: 0, ..options(17) });
    let (counts, ways) = (by(Same::Count), by(Same::Decisions));
    assert!(ways.pieces.len() >= counts.pieces.len());
    assert!(ways.samples.iter().all(|s| s.decisions.is_some()));
    let ends = |line: &Line| line.samples.iter().map(|s| s.end).collect::<Vec<_>>();
    assert_eq!(ends(&ways), ends(&counts), "watching changes nothing");
    let problem = problem();
    for pair in ways.samples.windows(2) {
        let [a, b] = [&pair[0], &pair[1]].map(|s| decisions(&problem, &theta(s.value)).unwrap());
        let same = a.len() == b.len()
            && a.iter()
                .zip(&b)
                .all(|(x, y)| x.iteration == y.iteration && x.decision.leads_where(&y.decision));
        assert_eq!(pair[0].decisions == pair[1].decisions, same, "{pair:?}");
    }
}

#[test]
fn the_budget_is_honoured_to_the_last_run() {
    for most in [17, 18, 25, 60] {
        let levels = Mutex::new(Vec::new());
        let report = |level: &Level| levels.lock().unwrap().push(*level);
        let running = Running { report: Some(&report), ..Running::default() };
        let options = LineOptions { resolution: 1e-9, ..options(most) };
        let found =
            line(&problem(), &Parameters::default(), "theta", &range(17), &options, &running).unwrap();
        assert!(found.samples.len() <= most);
        assert!(found.open == 0 || found.samples.len() == most, "runs were left: {found:?}");
        let levels = levels.into_inner().unwrap();
        assert_eq!((levels[0].runs, levels[0].pieces), (17, found.curve.last().unwrap().pieces));
        let last = levels.last().unwrap();
        assert_eq!(
            (last.runs, last.pieces, last.open),
            (found.samples.len(), found.pieces.len(), found.open)
        );
    }
    assert!(along(17, &LineOptions { resolution: 1e-9, ..options(18) }).open > 0);
}

#[test]
fn where_all_counts_are_equal_there_is_one_piece() {
    // No run has an epoch in which the weight could change.
    let base = Parameters { iteration_limit: 3, artificial_restart: f64::INFINITY, ..Parameters::default() };
    let found = line(&problem(), &base, "theta", &range(9), &options(100), &Running::default()).unwrap();
    assert_eq!((found.pieces.len(), found.samples.len(), found.open), (1, 9, 0));
    assert!(found.partings.is_empty() && !found.pieces[0].end.solved());
    assert!(found.curve.iter().all(|r| r.pieces == 1));
}

#[test]
fn a_parameter_on_a_logarithmic_scale() {
    let range = Range { from: 0.01, to: 100.0, points: 9, scale: Scale::Log };
    let name = "initial_weight_scale";
    let found =
        line(&problem(), &Parameters::default(), name, &range, &options(60), &Running::default()).unwrap();
    assert_eq!((found.pieces[0].from, found.pieces.last().unwrap().to), (0.01, 100.0));
    for sample in &found.samples {
        let parameters = Parameters { initial_weight_scale: sample.value, ..Parameters::default() };
        assert_eq!(one_by_one(&problem(), &parameters), sample.end);
    }
}

#[test]
fn what_cannot_be_asked_is_said() {
    let problem = problem();
    let ask = |base: &Parameters, name: &str, range: Range, options: LineOptions| {
        line(&problem, base, name, &range, &options, &Running::default()).unwrap_err().to_string()
    };
    let base = Parameters::default();
    let pdhg = Parameters { method: Method::Pdhg, ..base.clone() };
    let timed = Parameters { time_limit: 1.0, ..base.clone() };
    let wide = Range { to: 1.5, ..range(9) };
    let cases = [
        (ask(&base, "thetta", range(9), options(99)), "did you mean 'theta'?"),
        (ask(&base, "xyzzy", range(9), options(99)), "expected one of pock_chambolle_alpha"),
        (ask(&base, "relative_tolerance", range(9), options(99)), "when a problem counts as solved"),
        (
            ask(&base, "ruiz_iterations", range(9), options(99)),
            "a whole number of at least 0, and no interval",
        ),
        (ask(&base, "method", range(9), options(99)), "no interval"),
        (ask(&base, "theta", Range { to: 0.0, ..range(9) }, options(99)), "the smaller one first"),
        (ask(&base, "theta", wide, options(99)), "expected a number from 0 to 1"),
        (ask(&base, "theta", range(9), options(8)), "the grid alone has 9 values"),
        (ask(&base, "theta", range(9), LineOptions { resolution: 0.0, ..options(9) }), "between 0 and 1"),
        (ask(&pdhg, "theta", range(9), options(99)), "it does nothing with method = pdhg"),
        (ask(&timed, "theta", range(9), options(99)), "expected none"),
    ];
    for (error, expected) in cases {
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn an_interrupt_leaves_what_is_known() {
    let stop = AtomicBool::new(false);
    let report = |_: &Level| stop.store(true, Ordering::Relaxed);
    let running = Running { interrupt: Some(&stop), report: Some(&report), ..Running::default() };
    let found =
        line(&problem(), &Parameters::default(), "theta", &range(17), &options(500), &running).unwrap();
    assert!(found.interrupted && found.partings.is_empty());
    assert_eq!(found.samples.len(), 17, "the grid was done before");
}

fn plain() -> Parameters {
    Parameters { iteration_limit: 400, ..Parameters::default() }
}

#[test]
fn a_map_is_what_plain_pdhg_does() {
    let problem = problem();
    let safe = safe_step(&problem);
    let eta = Range { from: safe / 10.0, to: 3.0 * safe, points: 9, scale: Scale::Log };
    let omega = Range { from: 0.1, to: 10.0, points: 5, scale: Scale::Log };
    let found = map(&problem, &plain(), &eta, &omega, &Running::default()).unwrap();
    assert_eq!((found.eta.len(), found.omega.len(), found.cells.len()), (9, 5, 45));
    let mut ends = Vec::new();
    for (row, weight) in found.omega.iter().enumerate() {
        for (column, step) in found.eta.iter().enumerate() {
            let parameters = Parameters {
                method: Method::Pdhg,
                initial_step: Some(*step),
                initial_weight: Some(*weight),
                ..plain()
            };
            let end = one_by_one(&problem, &parameters);
            assert_eq!(found.at(column, row), Some(end), "{step} {weight}");
            ends.push(end);
        }
    }
    assert!(ends.iter().any(|end| end.solved()) && ends.iter().any(|end| !end.solved()));
    assert_eq!((found.at(9, 0), found.at(0, 5)), (None, None));
    assert!(!found.interrupted() && found.regions() > 1);
    let points: Vec<usize> = found.curve.iter().map(|r| r.points).collect();
    assert_eq!(points, [9]);
    assert_eq!(found.curve[0].pieces, found.regions());
}

#[test]
fn maps_that_cannot_be_made_are_refused() {
    let range = |from, to, points| Range { from, to, points, scale: Scale::Log };
    let ask =
        |eta, omega| map(&problem(), &plain(), &eta, &omega, &Running::default()).unwrap_err().to_string();
    let good = range(0.1, 1.0, 3);
    assert!(ask(range(0.0, 1.0, 3), good).contains("a positive number"));
    assert!(ask(good, range(1.0, 1.0, 3)).contains("initial_weight from 1 to 1"));
    assert!(ask(range(0.1, 1.0, 2000), range(0.1, 1.0, 2000)).contains("4000000 pairs"));
}

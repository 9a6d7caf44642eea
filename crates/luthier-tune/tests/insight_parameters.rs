//! What a study tells about its parameters: importance, effects, and the way to the tuned setting.

mod views;

use luthier::Parameters;
use luthier_tune::insight::{Importance, Scale, ablation, effects, importance};
use luthier_tune::{Measure, SettingId};
use views::{setting, solved, view};

const GRID: &str = "weight_smoothing=0.2,0.5,0.8; initial_weight_scale=0.1,1; ruiz_iterations=4,10,20";

/// Three numbers that the three values of each axis stand for.
fn places(p: &Parameters) -> [u64; 3] {
    let theta = [0.2, 0.5, 0.8].iter().position(|v| *v == p.weight_smoothing);
    let scale = [0.1, 1.0].iter().position(|v| *v == p.initial_weight_scale);
    let rounds = [4, 10, 20].iter().position(|v| *v == p.ruiz_iterations);
    [theta, scale, rounds].map(|place| place.unwrap() as u64)
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-12
}

#[test]
fn costs_that_add_up_have_no_interactions() {
    let view = view(GRID, Measure::Iterations, [2, 0, 0], |i, p| {
        let [a, b, c] = places(p);
        Some(solved(1000 + 100 * a + 60 * b + 7 * c * c + i as u64))
    });
    let found = importance(&view, Scale::Plain).unwrap();
    // Variances of (0, 100, 200), (0, 60) and (0, 7, 28).
    let parts = [20_000.0 / 3.0, 900.0, (49.0 + 784.0) / 3.0 - (35.0f64 / 3.0).powi(2)];
    let total: f64 = parts.iter().sum();
    assert!((found.variance / total - 1.0).abs() < 1e-12 && found.points == 18);
    for (axis, part) in found.axes.iter().zip(parts) {
        assert!(close(axis.share, part / total), "{axis:?}");
    }
    assert!(found.pairs.iter().all(|pair| pair.share < 1e-12) && found.rest < 1e-12);
    // On the scale of logarithms it is factors that have none.
    let logs = importance(&view, Scale::Log).unwrap();
    assert!(logs.pairs.iter().any(|pair| pair.share > 1e-6));
}

#[test]
fn shares_make_up_the_whole_whatever_the_order_of_instances() {
    let cost = |i: usize, p: &Parameters| {
        let [a, b, c] = places(p);
        100 + (a * 37 + b * 101 + c * 59 + a * b * 83 + a * b * c * 71 + i as u64 * 13) % 211
    };
    for measure in [Measure::Iterations, Measure::Geometric] {
        let forth = view(GRID, measure, [5, 0, 0], |i, p| Some(solved(cost(i, p))));
        let back = view(GRID, measure, [5, 0, 0], |i, p| Some(solved(cost(4 - i, p))));
        for scale in [Scale::Log, Scale::Plain] {
            let [found, turned] = [&forth, &back].map(|view| importance(view, scale).unwrap());
            let shares = |found: &Importance| -> Vec<f64> {
                let axes = found.axes.iter().map(|a| a.share);
                axes.chain(found.pairs.iter().map(|p| p.share)).chain([found.rest]).collect()
            };
            let (forth, back) = (shares(&found), shares(&turned));
            assert!(close(forth.iter().sum(), 1.0) && forth.len() == 7);
            assert!(forth.iter().all(|share| *share > 1e-3), "{forth:?}");
            assert!(forth.iter().zip(&back).all(|(a, b)| close(*a, *b)));
        }
    }
}

#[test]
fn without_the_whole_grid_there_is_a_reason() {
    let missing = view(GRID, Measure::Iterations, [2, 0, 0], |i, p| {
        (places(p) != [0, 0, 2] || i == 0).then(|| solved(100 + places(p)[0]))
    });
    let reason = importance(&missing, Scale::Log).unwrap_err();
    assert_eq!(reason, "1 of the 18 points of the grid were not run to the end on all training instances");
    let equal = view(GRID, Measure::Iterations, [2, 0, 0], |_, _| Some(solved(100)));
    assert_eq!(importance(&equal, Scale::Log).unwrap_err(), "all settings cost the same");
    let nothing = view(GRID, Measure::Iterations, [1, 0, 0], |_, p| Some(solved(places(p)[0])));
    assert!(importance(&nothing, Scale::Log).unwrap_err().contains("no logarithm"));
    assert!(importance(&nothing, Scale::Plain).is_ok());
}

#[test]
fn effects_are_along_lines() {
    let view = view(GRID, Measure::Iterations, [2, 0, 0], |_, p| {
        let [a, b, c] = places(p);
        (b == 1 || c == 1).then(|| solved(100 * (1 + a) * (1 + c)))
    });
    let found = effects(&view, SettingId::DEFAULT);
    let factors: Vec<_> = found.iter().map(|e| (e.values, e.factor)).collect();
    assert_eq!(factors, [(3, 3.0), (2, 1.0), (3, 3.0)]);
    let around = effects(&view, setting(&view, "ruiz_iterations=4"));
    assert_eq!(around.iter().map(|e| e.values).collect::<Vec<_>>(), [3, 1, 3]);
}

/// What each set of changes of the default costs: theta 0.2, scale 0.1, 20 rounds.
fn ablated(p: &Parameters) -> Option<u64> {
    match (p.weight_smoothing == 0.2, p.initial_weight_scale == 0.1, p.ruiz_iterations == 20) {
        (false, false, false) => Some(1000),
        (true, false, false) => Some(900),
        (false, true, false) => Some(1200),
        (false, false, true) => Some(500),
        // Together with 20 rounds, the scale gains and theta loses.
        (true, false, true) => Some(550),
        (false, true, true) => Some(400),
        (true, true, false) => None,
        (true, true, true) => Some(200),
    }
}

#[test]
fn an_ablation_makes_the_best_change_first() {
    let view = view(GRID, Measure::Iterations, [3, 0, 0], |_, p| ablated(p).map(solved));
    let tuned = setting(&view, "initial_weight_scale=0.1,ruiz_iterations=20,weight_smoothing=0.2");
    let found = ablation(&view, tuned).unwrap();
    let steps: Vec<_> = found.steps.iter().map(|s| (s.parameter.name, s.comparison.cost, s.factor)).collect();
    assert_eq!(
        steps,
        [
            ("ruiz_iterations", 500.0, 2.0),
            ("initial_weight_scale", 400.0, 1.25),
            ("weight_smoothing", 200.0, 2.0)
        ]
    );
    assert_eq!((found.default_cost, found.instances, found.left.len()), (1000.0, 3, 0));
    assert_eq!((found.steps[0].from.to_string(), found.steps[0].to.to_string()), ("10".into(), "20".into()));
    assert_eq!(found.steps.last().unwrap().reached, tuned);
    assert!(found.steps.iter().all(|step| step.missing.is_empty()));
    // Without theta 400, without the scale 550; without the rounds nothing was measured.
    let worth: Vec<_> = found.effects.iter().map(|e| (e.parameter, e.factor)).collect();
    assert_eq!(worth, [("weight_smoothing", 2.0), ("initial_weight_scale", 2.75)]);
    assert!(ablation(&view, SettingId::DEFAULT).is_none());
}

#[test]
fn an_ablation_stops_where_nothing_was_measured() {
    let view = view(GRID, Measure::Iterations, [3, 0, 0], |i, p| {
        let changes = places(p) != [1, 1, 1];
        let single = [[0, 1, 1], [1, 0, 1]].contains(&places(p));
        let known = !changes || single || places(p) == [0, 0, 2];
        // What is known on one instance alone is not known.
        (known || i == 0).then(|| solved(ablated(p).unwrap_or(1)))
    });
    let tuned = setting(&view, "initial_weight_scale=0.1,ruiz_iterations=20,weight_smoothing=0.2");
    let found = ablation(&view, tuned).unwrap();
    assert_eq!(found.steps.iter().map(|s| s.parameter.name).collect::<Vec<_>>(), ["weight_smoothing"]);
    let first: Vec<_> = found.steps[0].missing.iter().map(|m| m.parameter.name).collect();
    assert_eq!(first, ["ruiz_iterations"]);
    let left: Vec<_> = found.left.iter().map(|m| (m.parameter.name, m.setting)).collect();
    let expected = |text| Some(setting(&view, text));
    assert_eq!(
        left,
        [
            ("initial_weight_scale", expected("initial_weight_scale=0.1,weight_smoothing=0.2")),
            ("ruiz_iterations", expected("ruiz_iterations=20,weight_smoothing=0.2"))
        ]
    );
}

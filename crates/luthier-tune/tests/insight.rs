//! What the pictures of a study show, on tables of costs that can be checked by hand.

mod views;

use luthier::Parameters;
use luthier::params::Value;
use luthier_tune::insight::{
    CONFIDENCE, CellCost, best_set, duel, ecdf, heat_map, ladder, pairs, performance, slices,
};
use luthier_tune::{Measure, SettingId, Side, View, bounds};
use views::{aside, setting, solved, unsolved, view};

/// The default is theta 0.5 and a scale of 1, and in the middle of it.
const GRID: &str = "weight_smoothing=0.8,0.5,0.2; initial_weight_scale=0.1,1,10";

/// 100 for each step away from theta 0.2 and scale 10, and 10 for each instance before.
fn valley(instance: usize, p: &Parameters) -> u64 {
    let theta = [0.2, 0.5, 0.8].iter().position(|v| *v == p.weight_smoothing).unwrap() as u64;
    let scale = [10.0, 1.0, 0.1].iter().position(|v| *v == p.initial_weight_scale).unwrap() as u64;
    100 * (1 + theta + scale) + 10 * instance as u64
}

fn costs(map: &luthier_tune::insight::HeatMap) -> Vec<Vec<CellCost>> {
    map.cells.iter().map(|row| row.iter().map(|cell| cell.cost).collect()).collect()
}

#[test]
fn a_heat_map_has_the_mean_of_every_setting_in_the_order_of_values() {
    let view = view(GRID, Measure::Iterations, [3, 0, 0], |i, p| Some(solved(valley(i, p))));
    let map = heat_map(&view, 0, 1).unwrap();
    assert_eq!(map.across.values, [0.2, 0.5, 0.8].map(Value::Real));
    assert_eq!(map.down.values, [0.1, 1.0, 10.0].map(Value::Real));
    assert_eq!((map.across.added, map.down.added, map.over.len()), (None, None, 0));
    let known = CellCost::Known;
    let expected = [[310.0, 410.0, 510.0], [210.0, 310.0, 410.0], [110.0, 210.0, 310.0]];
    assert_eq!(costs(&map), expected.map(|row| row.map(known).to_vec()));
    let marked = |of: fn(&luthier_tune::insight::Cell) -> bool| {
        let cells = map.cells.iter().flatten().enumerate();
        cells.filter(|(_, cell)| of(cell)).map(|(place, _)| place).collect::<Vec<_>>()
    };
    assert_eq!((marked(|c| c.default), marked(|c| c.best)), (vec![4], vec![6]));
    assert!(map.cells[2][0].in_best_set && map.cells.iter().flatten().all(|c| c.instances == 3));
    assert_eq!(map.cells[2][0].setting, Some(setting(&view, "initial_weight_scale=10,weight_smoothing=0.2")));
    assert_eq!(map.cells[1][0].relative, Some(210.0 / 310.0));
    // The other way round it is turned over its diagonal.
    let turned = heat_map(&view, 1, 0).unwrap();
    for (row, column) in (0..3).flat_map(|row| (0..3).map(move |column| (row, column))) {
        assert_eq!(turned.cells[row][column], map.cells[column][row]);
    }
    assert!(heat_map(&view, 0, 0).is_none() && heat_map(&view, 0, 2).is_none());
}

#[test]
fn a_default_off_the_axes_gets_a_place_of_its_own() {
    let space = "weight_smoothing=0.2,0.8; initial_weight_scale=1,10";
    let view = view(space, Measure::Iterations, [2, 0, 0], |i, p| Some(solved(valley(i, p))));
    let map = heat_map(&view, 0, 1).unwrap();
    assert_eq!(map.across.values, [0.2, 0.5, 0.8].map(Value::Real));
    assert_eq!((map.across.added, map.down.added), (Some(1), None));
    let (known, absent) = (CellCost::Known, CellCost::Absent);
    assert_eq!(costs(&map)[0], [known(205.0), known(305.0), known(405.0)]);
    assert_eq!(costs(&map)[1], [known(105.0), absent, known(305.0)]);
    assert!(map.cells[0][1].default && map.cells[0][1].setting == Some(SettingId::DEFAULT));
    assert_eq!(map.cells[1][1].setting, None);
}

#[test]
fn what_was_laid_aside_or_not_run_is_told() {
    let view = view(GRID, Measure::Iterations, [4, 0, 0], |i, p| {
        match (p.weight_smoothing, p.initial_weight_scale) {
            (0.8, 0.1) => None,
            (0.8, 1.0) => Some(if i < 3 { aside(250) } else { solved(850) }),
            (0.2, 0.1) => (i < 2).then(|| solved(100 * (i as u64 + 1))),
            _ => Some(solved(valley(i, p))),
        }
    });
    let map = heat_map(&view, 0, 1).unwrap();
    let cell = |row: usize, column: usize| map.cells[row][column];
    assert_eq!((cell(0, 2).cost, cell(0, 2).instances, cell(0, 2).relative), (CellCost::Absent, 0, None));
    assert!(cell(0, 2).in_best_set, "nothing is known against it");
    assert_eq!(cell(1, 2).cost, CellCost::AtLeast(400.0));
    assert_eq!((cell(1, 2).instances, cell(1, 2).laid_aside), (4, 3));
    assert_eq!((cell(0, 0).cost, cell(0, 0).instances), (CellCost::Known(150.0), 2));
    // The default costs 300 and 310 on these two.
    assert_eq!(cell(0, 0).relative, Some(300.0 / 610.0));
}

#[test]
fn a_cell_shows_the_best_over_all_other_parameters() {
    let space = "weight_smoothing=0.2,0.5; initial_weight_scale=1,10; ruiz_iterations=4,10,20";
    let rounds = |p: &Parameters| [20, 4, 10].iter().position(|v| *v == p.ruiz_iterations).unwrap() as u64;
    let view = view(space, Measure::Iterations, [2, 0, 0], |i, p| {
        // Where 20 rounds would be best, it was not run on all instances.
        let cut = p.weight_smoothing == 0.5 && p.ruiz_iterations == 20 && i == 1;
        (!cut).then(|| solved(valley(0, p) + 5 * rounds(p)))
    });
    let map = heat_map(&view, 0, 1).unwrap();
    assert_eq!(map.over.iter().map(|p| p.name).collect::<Vec<_>>(), ["ruiz_iterations"]);
    assert_eq!(costs(&map)[1], [CellCost::Known(100.0), CellCost::Known(205.0)]);
    assert_eq!(map.cells[1][0].setting.map(|s| view.space.parameters(s).ruiz_iterations), Some(20));
    assert_eq!(map.cells[1][1].setting.map(|s| view.space.parameters(s).ruiz_iterations), Some(4));
    assert!(map.cells[0][1].default, "the default is in this cell, whoever is shown there");
    assert_eq!(map.cells[0][1].cost, CellCost::Known(305.0));
}

#[test]
fn settings_that_act_alike_fill_all_their_cells() {
    let space = "method=pdlp,pdhg; weight_smoothing=0.2,0.5";
    let view = view(space, Measure::Iterations, [1, 0, 0], |_, p| {
        Some(solved(if p.method == luthier::params::Method::Pdhg { 900 } else { 100 }))
    });
    let map = heat_map(&view, 1, 0).unwrap();
    let row = map.down.values.iter().position(|v| *v == Value::Choice("pdhg")).unwrap();
    assert_eq!(costs(&map)[row], [CellCost::Known(900.0); 2]);
    assert_eq!(map.cells[row][0].setting, map.cells[row][1].setting);
}

#[test]
fn pairs_are_ordered_by_what_they_explain() {
    let space =
        "weight_smoothing=0.2,0.5; initial_weight_scale=1,10,100; ruiz_iterations=4,10; check_period=1";
    let cost = |p: &Parameters| {
        let scale = if p.initial_weight_scale == 1.0 { 1 } else { 3 };
        let rounds = if p.ruiz_iterations == 4 { 10 } else { 5 };
        scale * rounds * 10 + u64::from(p.weight_smoothing == 0.2)
    };
    let whole = view(space, Measure::Iterations, [2, 0, 0], |_, p| Some(solved(cost(p))));
    // The axis of the most values is across.
    assert_eq!(pairs(&whole), [(1, 2), (1, 0), (0, 2)]);
    // Where the grid is not complete, by lines through the default and the best.
    let lines = view(space, Measure::Iterations, [2, 0, 0], |_, p| {
        let changes = [p.weight_smoothing != 0.5, p.initial_weight_scale != 1.0, p.ruiz_iterations != 10];
        (changes.iter().filter(|c| **c).count() < 2).then(|| solved(cost(p)))
    });
    assert_eq!(pairs(&lines), [(1, 2), (1, 0), (0, 2)]);
    let single = view("weight_smoothing=0.2,0.5", Measure::Iterations, [1, 0, 0], |_, _| Some(solved(5)));
    assert!(pairs(&single).is_empty());
}

#[test]
fn the_best_set_is_that_of_all_pairs_on_small_grids() {
    // Costs that differ by noise and by a little more.
    let noise = |i: usize, s: u64| (i as u64 * 7919 + s * 104_729) % 83;
    let number = |p: &Parameters| (10.0 * p.weight_smoothing) as u64 + (10.0 * p.initial_weight_scale) as u64;
    let view =
        view(GRID, Measure::Iterations, [60, 0, 0], |i, p| Some(solved(valley(0, p) + noise(i, number(p)))));
    let found = best_set(&view).unwrap();
    assert_eq!((found.considered, found.instances, found.rivals), (9, 60, 9));
    assert_eq!((found.confidence, found.cap), (CONFIDENCE, 1024.0));
    let cost = |setting: &SettingId, i: &usize| view.ledger.get(*i, *setting).unwrap().work.iterations as f64;
    let rows: Vec<Vec<f64>> = view
        .space
        .settings()
        .iter()
        .map(|s| view.train.iter().map(|i| cost(s, i).min(found.cap)).collect())
        .collect();
    // A power of two below the limit, or the limit: 1, 2, .. 8192, 10000.
    let expected = bounds::best_settings(&rows, found.cap, 0.05 / 15.0).unwrap();
    let expected: Vec<SettingId> = expected.into_iter().map(|k| view.space.settings()[k]).collect();
    assert_eq!(found.settings, expected);
    let best = setting(&view, "initial_weight_scale=10,weight_smoothing=0.2");
    assert!(found.settings.contains(&best) && found.settings.len() < 9, "{:?}", found.settings);
}

#[test]
fn little_evidence_leaves_everything_possible() {
    for measure in [Measure::Iterations, Measure::Geometric, Measure::Par10, Measure::Passes] {
        let view = view(GRID, measure, [2, 0, 0], |i, p| Some(solved(valley(i, p))));
        assert_eq!(best_set(&view).unwrap().settings.len(), 9, "{measure:?}");
    }
    let view = view(GRID, Measure::Seconds, [2, 0, 0], |i, p| Some(solved(valley(i, p))));
    assert_eq!(best_set(&view), None);
}

#[test]
fn slices_go_through_the_default_and_through_the_tuned_setting() {
    let view = view(GRID, Measure::Iterations, [3, 0, 0], |i, p| Some(solved(valley(i, p))));
    let tuned = setting(&view, "initial_weight_scale=10,weight_smoothing=0.2");
    let found = slices(&view, Some(tuned));
    let costs = |points: &[luthier_tune::ProfilePoint]| -> Vec<(Value, f64)> {
        points.iter().map(|point| (point.value, point.comparison.cost)).collect()
    };
    let real = |pairs: [(f64, f64); 3]| pairs.map(|(value, cost)| (Value::Real(value), cost)).to_vec();
    assert_eq!(costs(&found[0].around_default), real([(0.2, 210.0), (0.5, 310.0), (0.8, 410.0)]));
    assert_eq!(costs(&found[0].around_tuned), real([(0.2, 110.0), (0.5, 210.0), (0.8, 310.0)]));
    assert_eq!(costs(&found[1].around_tuned), real([(0.1, 310.0), (1.0, 210.0), (10.0, 110.0)]));
    // 100, 110, 120: a standard error of 10 / sqrt(3), two degrees of freedom.
    let (low, high) = found[0].around_tuned[0].band.unwrap();
    let half = 4.303 * 10.0 / 3f64.sqrt();
    assert!((low - (110.0 - half)).abs() < 1e-9 && (high - (110.0 + half)).abs() < 1e-9);
    assert!(slices(&view, None).iter().all(|slice| slice.around_tuned.is_empty()));
}

/// Six to tune on, four to test on; the setting halves what the default takes, and fails on the last.
fn halved(measure: Measure) -> (View, SettingId) {
    let view = view("weight_smoothing=0.2", measure, [6, 4, 0], |i, p| {
        let tuned = p.weight_smoothing == 0.2;
        match i {
            9 if tuned => Some(unsolved()),
            _ => Some(solved(if tuned { 100 } else { 200 } * (i as u64 + 1))),
        }
    });
    let tuned = setting(&view, "weight_smoothing=0.2");
    (view, tuned)
}

#[test]
fn a_duel_has_both_costs_at_any_tolerance() {
    let (view, tuned) = halved(Measure::Geometric);
    let points = duel(&view, tuned, Side::Test, None);
    assert_eq!(points.len(), 4);
    assert_eq!((points[0].instance, points[0].label.as_str()), (6, "instance 6"));
    assert_eq!(points[0].fingerprint, view.instances.rows()[6].fingerprint);
    assert_eq!((points[0].default_cost, points[0].cost), (1400.0, 700.0));
    assert_eq!((points[3].cost, points[3].solved, points[3].default_solved), (10_000.0, false, true));
    let loose = duel(&view, tuned, Side::Test, Some(0));
    assert_eq!((loose[0].default_cost, loose[0].cost), (350.0, 175.0));
    assert_eq!((loose[3].cost, loose[3].solved), (5000.0, true));
    assert!(duel(&view, tuned, Side::Sealed, None).is_empty());
    let (view, tuned) = halved(Measure::Passes);
    assert_eq!(duel(&view, tuned, Side::Test, None)[0].cost, 770.0);
    assert_eq!(duel(&view, tuned, Side::Test, Some(0))[0].cost, 175.0);
}

#[test]
fn distributions_are_direct_counts() {
    let (view, tuned) = halved(Measure::Iterations);
    let found = ecdf(&view, tuned, Side::Test, None).unwrap();
    assert_eq!((found.instances, found.unsolved), (4, 1));
    let steps: Vec<_> = found.steps.iter().map(|step| (step.cost, step.part)).collect();
    assert_eq!(steps, [(700.0, 0.25), (800.0, 0.5), (900.0, 0.75)]);
    // ln 40 / 8, and its root.
    assert!((found.half_width - 0.679_051).abs() < 1e-6, "{}", found.half_width);
    assert_eq!(found.steps[1].band, (0.0, 1.0));
    let loose = ecdf(&view, tuned, Side::Test, Some(0)).unwrap();
    assert_eq!((loose.unsolved, loose.steps.last().unwrap().part), (0, 1.0));
    assert_eq!(ecdf(&view, tuned, Side::Sealed, None), None);
}

#[test]
fn equal_costs_are_one_step_of_a_distribution() {
    let view = view("weight_smoothing=0.2", Measure::Iterations, [50, 0, 0], |i, _| {
        Some(solved([300, 100, 200, 100, 100][i % 5]))
    });
    let found = ecdf(&view, SettingId::DEFAULT, Side::Train, None).unwrap();
    let steps: Vec<_> = found.steps.iter().map(|step| (step.cost, step.part)).collect();
    assert_eq!(steps, [(100.0, 0.6), (200.0, 0.8), (300.0, 1.0)]);
}

#[test]
fn performance_profiles_count_ratios_to_the_better_one() {
    let (view, tuned) = halved(Measure::Iterations);
    let found = performance(&view, tuned, Side::Test, None).unwrap();
    let steps: Vec<_> = found.steps.iter().map(|s| (s.ratio, s.default, s.setting)).collect();
    // The default is best on the last one alone, and within twice the best everywhere.
    assert_eq!(steps, [(1.0, 0.25, 0.75), (2.0, 1.0, 0.75)]);
    assert_eq!(found.instances, 4);
}

#[test]
fn runs_that_were_laid_aside_have_no_distribution() {
    let view = view("weight_smoothing=0.2", Measure::Iterations, [4, 0, 0], |i, p| {
        Some(if p.weight_smoothing == 0.2 && i == 2 { aside(50) } else { solved(100) })
    });
    let tuned = setting(&view, "weight_smoothing=0.2");
    assert!(ecdf(&view, tuned, Side::Train, None).is_none());
    assert!(performance(&view, tuned, Side::Train, None).is_none());
    assert!(ladder(&view, tuned, Side::Train).is_empty());
    assert!(ecdf(&view, SettingId::DEFAULT, Side::Train, None).is_some());
}

#[test]
fn the_ladder_goes_down_to_the_tolerance_of_the_runs() {
    let (view, tuned) = halved(Measure::Iterations);
    let steps = ladder(&view, tuned, Side::Train);
    assert_eq!(
        steps.iter().map(|s| (s.rung, s.tolerance)).collect::<Vec<_>>(),
        [(0, 1e-2), (1, 1e-3), (2, 1e-4)]
    );
    assert!(steps.iter().all(|step| (step.mean.ratio - 2.0).abs() < 1e-12 && step.mean.solved == 6));
    assert!(steps.iter().all(|step| step.geometric.ratio > 1.6 && step.geometric.ratio < 2.0));
    let solved: Vec<_> =
        ladder(&view, tuned, Side::Test).iter().map(|s| (s.mean.default_solved, s.mean.solved)).collect();
    assert_eq!(solved, [(4, 4), (4, 3), (4, 3)]);
}

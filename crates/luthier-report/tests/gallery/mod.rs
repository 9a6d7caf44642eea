//! A chart of every kind, with data like those of a study.

#![allow(dead_code)] // Every test uses a part of it.

use luthier_report::chart::*;

/// All of them.
pub fn all() -> Vec<Chart> {
    vec![
        parameter(),
        distribution(),
        profile(),
        tolerances(),
        certificate(),
        residuals(),
        race(),
        heat_map(),
        coarse_heat_map(),
        scatter(),
        importance(),
        ablation(),
    ]
}

/// Numbers between 0 and 1 that look random and are always the same.
pub fn noise(count: usize) -> Vec<f64> {
    let step = |state: &mut u64| {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Some((*state >> 11) as f64 / (1_u64 << 53) as f64)
    };
    std::iter::repeat_n((), count).scan(7, |state, ()| step(state)).collect()
}

/// Cost against a parameter, with a band.
pub fn parameter() -> Chart {
    let cost = |theta: f64| 780.0 + 900.0 * (theta - 0.32) * (theta - 0.32) + 8.0 * (40.0 * theta).sin();
    let points = |extra: f64, width: f64| {
        (0..=20).map(move |i| {
            let x = f64::from(i) / 20.0;
            let y = cost(x) * extra;
            Point::new(x, y).interval(y * (1.0 - width), y * (1.0 + width))
        })
    };
    LineChart::new(
        "theta",
        "Cost against theta",
        Axis::linear("θ (weight smoothing)"),
        Axis::linear("iterations (mean)"),
    )
    .describe("The cost is lowest near 0.3.")
    .series(Series::new("α = 1", points(1.0, 0.03)))
    .series(Series::new("α = 0.5", points(1.11, 0.04)))
    .series(Series::new("α = 1.5", points(1.27, 0.05)))
    .rule(Rule::vertical(0.5, "default θ = 0.5"))
    .spot(Spot::new(Sign::Star, 0.5, cost(0.5), "default"))
    .spot(Spot::new(Sign::Diamond, 0.35, cost(0.35), "best"))
    .draw()
}

/// Two distribution functions with bands.
pub fn distribution() -> Chart {
    let steps = |scale: f64, skip: usize| {
        let mut values: Vec<f64> =
            noise(160).into_iter().skip(skip).take(80).map(|u| scale * (1.0 + 3.0 * u * u)).collect();
        values.sort_by(f64::total_cmp);
        let n = values.len() as f64;
        let start = std::iter::once(Point::new(300.0, 0.0).interval(0.0, 0.15));
        let point = move |(i, x): (usize, f64)| {
            let y = (i + 1) as f64 / n;
            Point::new(x, y).interval((y - 0.15).max(0.0), (y + 0.15).min(1.0))
        };
        start.chain(values.into_iter().enumerate().map(point)).collect::<Vec<_>>()
    };
    LineChart::new(
        "ecdf",
        "Solved within a number of iterations",
        Axis::log("iterations"),
        Axis::linear("share of problems").including(0.0).including(1.0),
    )
    .series(Series::new("tuned", steps(420.0, 0)).steps(Steps::After))
    .series(Series::new("default", steps(610.0, 80)).steps(Steps::After))
    .rule(Rule::vertical(4000.0, "iteration limit"))
    .draw()
}

/// A performance profile of many settings.
pub fn profile() -> Chart {
    let series = |i: usize| {
        let best = 0.1 + 0.12 * i as f64;
        let points = (0..60).map(move |k| {
            let x = 10_f64.powf(f64::from(k) / 59.0);
            (x, (best + (1.0 - best) * (1.0 - x.powf(-1.5 - 0.2 * best))).min(1.0)).into()
        });
        Series::new(format!("setting {}", i + 1), points).steps(Steps::After)
    };
    let chart = LineChart::new(
        "profile",
        "Performance profile",
        Axis::log("cost in multiples of the best"),
        Axis::linear("share of problems").including(0.0).including(1.0),
    );
    (0..7).map(series).fold(chart, LineChart::series).draw()
}

/// Speed-up per tolerance.
pub fn tolerances() -> Chart {
    let names = (2..=8).map(|e| format!("1e-{e}"));
    let points = |start: f64| {
        (0..7).map(move |i| {
            let y = start + 0.09 * f64::from(i);
            Point::new(f64::from(i), y).interval(y - 0.08, y + 0.12)
        })
    };
    LineChart::new(
        "tolerances",
        "Speed-up per tolerance",
        Axis::categories("relative tolerance", names),
        Axis::linear("speed-up over the default (×)"),
    )
    .series(Series::new("iterations", points(1.1)).spread(Spread::Bars))
    .series(Series::new("seconds", points(1.02)).spread(Spread::Bars).steps(Steps::Apart))
    .rule(Rule::horizontal(1.0, "no change"))
    .size(560, 340)
    .draw()
}

/// What is certified against the number of problems.
pub fn certificate() -> Chart {
    let points = |k: f64| {
        [10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0, 2000.0]
            .into_iter()
            .map(move |n: f64| (n, 1.62 - k / n.sqrt()).into())
    };
    LineChart::new(
        "certificate",
        "Certified speed-up",
        Axis::log("sealed problems N"),
        Axis::linear("certified speed-up (×)"),
    )
    .series(Series::new("betting bound", points(2.2)))
    .series(Series::new("Hoeffding bound", points(5.5)))
    .rule(Rule::horizontal(1.62, "measured"))
    .rule(Rule::horizontal(1.0, "no change"))
    .rule(Rule::vertical(120.0, "this study"))
    .draw()
}

/// Residuals over many iterations.
pub fn residuals() -> Chart {
    let rough = noise(3000);
    let series = |name: &str, rate: f64, skip: usize| {
        let points = (0..1500).map(|i| {
            let wave =
                1.0 + 0.8 * (i as f64 / 23.0).sin() + 0.4 * rough.get(i + skip).copied().unwrap_or(0.5);
            (i as f64, wave.max(0.05) * (-rate * i as f64).exp()).into()
        });
        Series::new(name, points.collect::<Vec<Point>>())
    };
    LineChart::new(
        "residuals",
        "Residuals of one run",
        Axis::linear("iteration"),
        Axis::log("relative residual"),
    )
    .series(series("primal", 0.009, 0))
    .series(series("dual", 0.0075, 700))
    .series(series("gap", 0.011, 1400))
    .rule(Rule::horizontal(1e-4, "tolerance"))
    .draw()
}

/// How many settings are left in a race.
pub fn race() -> Chart {
    let alive = [
        (0.0, 121.0),
        (8e3, 121.0),
        (21e3, 96.0),
        (40e3, 60.0),
        (55e3, 31.0),
        (90e3, 17.0),
        (160e3, 9.0),
        (300e3, 4.0),
    ];
    LineChart::new(
        "race",
        "Settings left in the race",
        Axis::linear("work (matrix passes)"),
        Axis::linear("settings left").including(0.0),
    )
    .series(Series::new("", alive.map(Point::from)).steps(Steps::After))
    .size(640, 300)
    .draw()
}

/// A grid of two parameters with all that a heat map can show.
pub fn heat_map() -> Chart {
    let names = |n: u32| (0..n).map(|i| format!("{}", f64::from(i) / 10.0));
    let axes = (Axis::categories("θ", names(11)), Axis::categories("α", names(11)));
    let cost = |x: usize, y: usize| {
        700.0 + 18.0 * ((x as f64 - 3.0).powi(2) + 0.6 * (y as f64 - 6.0).powi(2)) + 4.0 * x as f64
    };
    let cells = (0..121).map(|i| (i % 11, i / 11)).filter(|(x, y)| x + y < 19).map(|(x, y)| {
        let known = cost(x, y);
        let value = if known > 1900.0 { Value::AtLeast(1900.0) } else { Value::Known(known) };
        Cell::new(x, y, value).in_set(known < 765.0)
    });
    HeatMap::new("grid", "Cost over theta and alpha", axes.0, axes.1, Axis::log("iterations (mean)"))
        .cells(cells)
        .spot(Sign::Star, 5, 5, "default")
        .spot(Sign::Diamond, 3, 6, "best")
        .set_name("95% confidence set")
        .draw()
}

/// Few cells with long names, and many without room for values.
pub fn coarse_heat_map() -> Chart {
    let x = Axis::categories(
        "restart rule",
        ["to the average", "to the current iterate", "adaptive, with artificial restarts", "never"],
    );
    let y = Axis::categories("θ", (0..40).map(|i| format!("{}", f64::from(i) / 40.0)));
    let cells = (0..160).map(|i| Cell::new(i % 4, i / 4, Value::Known((i % 4 * 7 + i / 4) as f64)));
    HeatMap::new("rules", "Cost over rules", x, y, Axis::linear(""))
        .cells(cells)
        .spot(Sign::Star, 1, 20, "default")
        .spot(Sign::Diamond, 1, 20, "best")
        .draw()
}

/// Two settings problem by problem.
pub fn scatter() -> Chart {
    let dots = |skip: usize, count: usize, factor: f64| {
        let all = noise(400);
        let pairs: Vec<f64> = all.into_iter().skip(skip).take(2 * count).collect();
        let dot = move |pair: &[f64]| {
            let x = 10_f64.powf(2.0 + 2.3 * pair[0]);
            let y = x * factor * 10_f64.powf(0.5 * pair[1] - 0.25);
            let reached = |v: f64| (v < 10_000.0).then_some(v);
            Dot::new(reached(x), reached(y))
        };
        pairs.chunks(2).map(dot).collect::<Vec<_>>()
    };
    ScatterChart::new(
        "pairs",
        "Default against tuned",
        Axis::log("iterations, default"),
        Axis::log("iterations, tuned"),
    )
    .group(Group::new("transportation", dots(0, 70, 0.7)))
    .group(Group::new("auctions", dots(150, 40, 1.0)))
    .caps(Some(10_000.0), Some(10_000.0))
    .draw()
}

/// What parameters matter.
pub fn importance() -> Chart {
    let bars = [
        ("ruiz_iterations", 0.41, 0.05),
        ("restart_sufficient", 0.22, 0.04),
        ("theta", 0.13, 0.04),
        ("initial_primal_weight", 0.08, 0.03),
        ("check_every", 0.02, 0.015),
        ("an option with a name that is far too long to be shown in full", 0.0, 0.01),
    ];
    BarChart::new("importance", "Importance of parameters", Axis::linear("share of the variance explained"))
        .bars(bars.map(|(name, v, w)| Bar::new(name, v).interval((v - w).max(0.0), v + w)))
        .draw()
}

/// From the default to the best, change by change.
pub fn ablation() -> Chart {
    let steps = [
        ("default", 1240.0),
        ("check_every = 32", 1010.0),
        ("theta = 0.3", 880.0),
        ("alpha = 0.8", 905.0),
        ("ruiz_iterations = 4", 760.0),
        ("step_exponent = 0.4", 731.0),
    ];
    BarChart::new("ablation", "From the default to the best", Axis::linear("iterations (mean)"))
        .names("changes made, one after another")
        .bars(steps.map(|(name, v)| Bar::new(name, v)))
        .path()
        .rule(Rule::vertical(731.0, "best"))
        .draw()
}

//! Claims about single parameters.

use super::super::measured::{Estimate, Point, Swept, mean};
use super::{Found, Rule, Sight, Truth};

pub(super) static RULES: [Rule; 8] = [
    Rule {
        number: 1,
        text: "Transportation 60x90: small theta is worst, improving towards theta = 1 (alpha = 1)",
        criterion: "the worst theta is at most 0.1; 0.02 costs more than 0.5, and 0.5 more than 1",
        look: |found| improves_with_theta(&found.iterations("transportation-60x90")?.theta),
    },
    Rule {
        number: 2,
        text: "Transportation 30x45: the same",
        criterion: "as for claim 1",
        look: |found| improves_with_theta(&found.iterations("transportation-30x45")?.theta),
    },
    Rule {
        number: 3,
        text: "Decay-decay: the best theta is 0.02, and smaller is better",
        criterion: "on both sizes no theta costs less than 0.02; 0.5 costs more than 0.02, and 1 more than 0.5",
        look: |found| {
            let mut sights = smaller_is_better("100 items", &found.iterations("decay-decay-100")?.theta)?;
            sights.extend(smaller_is_better("200 items", &found.iterations("decay-decay-200")?.theta)?);
            Some(sights)
        },
    },
    Rule {
        number: 4,
        text: "Perturbed QAP15: the best theta is 0.02, the worst is near 0.3, and it improves beyond",
        criterion: "no theta costs less than 0.02; the worst is between 0.2 and 0.4; 0.3 costs more than 1",
        look: |found| worst_in_the_middle(&found.iterations("qap15")?.theta),
    },
    Rule {
        number: 5,
        text: "Multipaths: the best theta is 0.2, with no obvious trend",
        criterion: "no theta costs less than 0.2; along a straight line through all points the mean changes by less than 10%",
        look: |found| no_trend(&found.iterations("multipaths-90")?.theta),
    },
    Rule {
        number: 6,
        text: "Transportation: the best alpha is about 0.5 (theta = 0.5)",
        criterion: "on both sizes the best alpha is between 0.4 and 0.6",
        look: |found| {
            let small = best_alpha("30x45", &found.iterations("transportation-30x45")?.alpha)?;
            let large = best_alpha("60x90", &found.iterations("transportation-60x90")?.alpha)?;
            Some(vec![small, large])
        },
    },
    Rule {
        number: 7,
        text: "Smaller alpha is preferable in general, most of all for auctions",
        criterion: "on every distribution alpha 1.5 costs more than 0.5, and by the largest factor on an auction",
        look: smaller_alpha,
    },
    Rule {
        number: 8,
        text: "A poor alpha blows iterations up by more than 10 times on auctions",
        criterion: "on decay-decay 200, the worst alpha costs more than 10 times the best one (theta = 0.5)",
        look: blow_up,
    },
];

/// A point in words.
fn at(point: &Point) -> String {
    format!("{} at {}", point.mean.count(), point.theta)
}

/// Whether one point costs more than another.
fn costs_more(swept: &Swept, of: &Point, than: &Point, names: (&str, &str)) -> Option<Sight> {
    let ratio = swept.ratio(of, than)?;
    let words = format!("{} costs {} times what {} does", names.0, ratio.factor(), names.1);
    Some(Sight::new(words, ratio.above(1.0)))
}

fn improves_with_theta(line: &Swept) -> Option<Vec<Sight>> {
    let (low, middle, high) = (line.at(0.02, 1.0)?, line.at(0.5, 1.0)?, line.at(1.0, 1.0)?);
    let worst = line.worst()?;
    let truth = if worst.theta <= 0.1 { Truth::Yes } else { line.ratio(worst, low)?.above(1.0).opposite() };
    Some(vec![
        Sight::note(format!("{}; {}; {}", at(low), at(middle), at(high))),
        Sight::new(format!("the worst theta is {} ({})", worst.theta, worst.mean.count()), truth),
        costs_more(line, low, middle, ("0.02", "0.5"))?,
        costs_more(line, middle, high, ("0.5", "1"))?,
    ])
}

impl Truth {
    /// What is so if something else is not.
    fn opposite(self) -> Truth {
        match self {
            Truth::Yes => Truth::No,
            Truth::No => Truth::Yes,
            Truth::Unclear => Truth::Unclear,
        }
    }
}

/// Whether a theta is the best one: another one that is better may be so by chance.
fn best_is(line: &Swept, theta: f64) -> Option<Sight> {
    let (best, wanted) = (line.best()?, line.at(theta, 1.0)?);
    let ratio = line.ratio(wanted, best)?;
    let truth = if best.theta == theta { Truth::Yes } else { ratio.above(1.0).opposite() };
    let words = format!(
        "the best theta is {} ({}); {theta} costs {} times that",
        best.theta,
        best.mean.count(),
        ratio.factor()
    );
    Some(Sight::new(words, truth))
}

fn smaller_is_better(name: &str, line: &Swept) -> Option<Vec<Sight>> {
    let (low, middle, high) = (line.at(0.02, 1.0)?, line.at(0.5, 1.0)?, line.at(1.0, 1.0)?);
    Some(vec![
        Sight::note(format!("{name}: {}; {}; {}", at(low), at(middle), at(high))),
        best_is(line, 0.02)?,
        costs_more(line, middle, low, ("0.5", "0.02"))?,
        costs_more(line, high, middle, ("1", "0.5"))?,
    ])
}

fn worst_in_the_middle(line: &Swept) -> Option<Vec<Sight>> {
    let (worst, end) = (line.worst()?, line.at(1.0, 1.0)?);
    let middle = line.at(0.3, 1.0)?;
    Some(vec![
        Sight::note(format!("{}; {}; {}", at(line.at(0.02, 1.0)?), at(middle), at(end))),
        best_is(line, 0.02)?,
        Sight::new(
            format!("the worst theta is {} ({})", worst.theta, worst.mean.count()),
            if (0.2..=0.4).contains(&worst.theta) {
                Truth::Yes
            } else {
                line.ratio(worst, middle)?.above(1.0).opposite()
            },
        ),
        costs_more(line, middle, end, ("0.3", "1"))?,
    ])
}

fn no_trend(line: &Swept) -> Option<Vec<Sight>> {
    let change = trend(line)?;
    let truth = match () {
        () if change.low > -0.1 && change.high < 0.1 => Truth::Yes,
        () if change.low >= 0.1 || change.high <= -0.1 => Truth::No,
        () => Truth::Unclear,
    };
    let percent = |v: f64| format!("{:.1}%", 100.0 * v);
    let words = format!(
        "from theta 0 to 1 a straight line changes by {} ({} to {})",
        percent(change.value),
        percent(change.low),
        percent(change.high)
    );
    let (best, worst) = (line.best()?, line.worst()?);
    let spread = line.ratio(worst, best)?;
    Some(vec![
        Sight::note(format!("the worst theta ({}) costs {} times the best", worst.theta, spread.factor())),
        best_is(line, 0.2)?,
        Sight::new(words, truth),
    ])
}

/// The slope of the cost along theta, relative to the mean: the mean over instances of the slopes of least squares.
fn trend(line: &Swept) -> Option<Estimate> {
    let view = &line.view;
    let count = line.points.len() as f64;
    let centre = line.points.iter().map(|p| p.theta).sum::<f64>() / count;
    let square: f64 = line.points.iter().map(|p| (p.theta - centre).powi(2)).sum();
    let level = line.points.iter().map(|p| p.mean.value).sum::<f64>() / count;
    let mut slopes = Vec::new();
    for instance in &view.train {
        let mut sum = 0.0;
        for point in &line.points {
            sum += (point.theta - centre) * view.term(&view.cost, *instance, point.setting)?;
        }
        slopes.push(sum / square / level);
    }
    Some(mean(&slopes))
}

fn best_alpha(name: &str, line: &Swept) -> Option<Sight> {
    let (best, wanted) = (line.best()?, line.at(0.5, 0.5)?);
    if line.worst()?.mean.value == best.mean.value {
        let words = format!("{name}: alpha makes no difference ({} at every alpha)", best.mean.count());
        return Some(Sight::new(words, Truth::No));
    }
    let ratio = line.ratio(wanted, best)?;
    let near = (0.4..=0.6).contains(&best.alpha);
    let words = format!(
        "{name}: the best alpha is {} ({}); 0.5 costs {} times that",
        best.alpha,
        best.mean.count(),
        ratio.factor()
    );
    Some(Sight::new(words, if near { Truth::Yes } else { ratio.above(1.0).opposite() }))
}

fn smaller_alpha(found: &Found<'_>) -> Option<Vec<Sight>> {
    let mut sights = Vec::new();
    let mut largest: Option<(f64, bool, &str)> = None;
    for (measured, sweeps) in found.all()? {
        let line = &sweeps.alpha;
        let ratio = line.ratio(line.at(0.5, 1.5)?, line.at(0.5, 0.5)?)?;
        let distribution = measured.experiment.distribution;
        let words = format!("{}: alpha 1.5 costs {} times what 0.5 does", distribution.name, ratio.factor());
        sights.push(Sight::new(words, ratio.above(1.0)));
        if largest.is_none_or(|(value, _, _)| ratio.value > value) {
            largest = Some((ratio.value, distribution.auction, distribution.name));
        }
    }
    let (_, auction, name) = largest?;
    sights.push(Sight::new(format!("the factor is largest on {name}"), Truth::of(auction)));
    Some(sights)
}

fn blow_up(found: &Found<'_>) -> Option<Vec<Sight>> {
    let mut sights = Vec::new();
    for name in ["decay-decay-200", "decay-decay-100", "multipaths-90"] {
        let sweeps = found.iterations(name)?;
        let (line, grid) = (&sweeps.alpha, &sweeps.joint);
        let along = line.ratio(line.worst()?, line.best()?)?;
        let over = grid.ratio(grid.worst()?, grid.best()?)?;
        let default = line.ratio(line.worst()?, line.default()?)?;
        let words = format!(
            "{name}: the worst alpha costs {} times the best, {} times the default; over the joint grid {}",
            along.factor(),
            default.factor(),
            over.factor()
        );
        let decides = name == "decay-decay-200";
        sights.push(if decides { Sight::new(words, along.above(10.0)) } else { Sight::note(words) });
    }
    Some(sights)
}

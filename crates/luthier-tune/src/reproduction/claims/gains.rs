//! Claims about what tuning both parameters gains, and about run time.

use super::super::measured::{Estimate, Measured, Point, Sweeps, Swept};
use super::{Found, Rule, Sight, Truth};

pub(super) static RULES: [Rule; 6] = [
    Rule {
        number: 9,
        text: "Transportation 30x45: the best of the joint grid improves on the default 1.12 times",
        criterion: "the interval of what was measured holds 1.12, and not 1",
        look: |found| gain_is("30x45", &found.iterations("transportation-30x45")?.joint, 1.12),
    },
    Rule {
        number: 10,
        text: "Transportation 60x90: 1.25 times",
        criterion: "the interval of what was measured holds 1.25, and not 1",
        look: |found| gain_is("60x90", &found.iterations("transportation-60x90")?.joint, 1.25),
    },
    Rule {
        number: 11,
        text: "Decay-decay 200 and perturbed QAP15: 1.63 and 2.45 times, in one order or the other",
        criterion: "the two intervals hold 1.63 and 2.45, in one order or the other, and not 1",
        look: two_gains,
    },
    Rule {
        number: 12,
        text: "The best regions differ substantially across distributions",
        criterion: "the best setting of one distribution costs on another at least 10% more than that one's own best",
        look: regions_differ,
    },
    Rule {
        number: 13,
        text: "Run time mirrors iterations",
        criterion: "over all settings of a distribution, mean seconds and mean iterations have a correlation of at least 0.95, or \
                    seconds per iteration have a standard deviation of at most 10%",
        look: time_mirrors,
    },
    Rule {
        number: 14,
        text: "The most dramatic improvements are with auctions",
        criterion: "the largest gain of the joint grid is on an auction, and its interval is above those of all others",
        look: auctions_gain_most,
    },
];

/// What the best of the joint grid gains over the default, on the instances that it was chosen on.
fn gain(grid: &Swept) -> Option<Estimate> {
    grid.ratio(grid.default()?, grid.best()?)
}

fn setting(point: &Point) -> String {
    format!("theta {}, alpha {}", point.theta, point.alpha)
}

/// The gain in words, with that on fresh instances.
fn gain_words(name: &str, grid: &Swept) -> Option<String> {
    let best = grid.best()?;
    let fresh = grid.fresh_ratio(grid.default()?, best);
    let fresh = fresh.map_or_else(String::new, |f| format!("; on fresh problems {}", f.factor()));
    Some(format!("{name}: {} with {}{fresh}", gain(grid)?.factor(), setting(best)))
}

fn gain_is(name: &str, grid: &Swept, claimed: f64) -> Option<Vec<Sight>> {
    Some(vec![Sight::new(gain_words(name, grid)?, is_gain(&gain(grid)?, claimed))])
}

/// Whether a gain is the claimed one: an interval that holds almost everything shows nothing.
fn is_gain(gain: &Estimate, claimed: f64) -> Truth {
    if gain.covers(claimed) { gain.above(1.0) } else { Truth::No }
}

fn two_gains(found: &Found<'_>) -> Option<Vec<Sight>> {
    let (auction, qap) = (&found.iterations("decay-decay-200")?.joint, &found.iterations("qap15")?.joint);
    let (a, q) = (gain(auction)?, gain(qap)?);
    // The order in which more of them fit.
    let fits = |(first, second)| [is_gain(&a, first), is_gain(&q, second)];
    let [one, other] = [fits((1.63, 2.45)), fits((2.45, 1.63))];
    let misses = |truths: &[Truth; 2]| truths.iter().filter(|t| **t != Truth::Yes).count();
    let [for_auction, for_qap] = if misses(&one) <= misses(&other) { one } else { other };
    Some(vec![
        Sight::new(gain_words("decay-decay-200", auction)?, for_auction),
        Sight::new(gain_words("qap15", qap)?, for_qap),
    ])
}

fn regions_differ(found: &Found<'_>) -> Option<Vec<Sight>> {
    let all = found.all()?;
    let mut sights = Vec::new();
    let mut largest: Option<(Estimate, String)> = None;
    for (measured, sweeps) in &all {
        let best = sweeps.joint.best()?;
        sights.push(Sight::note(format!("{}: {}", name(measured), setting(best))));
        for (other, theirs) in &all {
            let grid = &theirs.joint;
            let loss = grid.ratio(grid.at(best.theta, best.alpha)?, grid.best()?)?;
            if largest.as_ref().is_none_or(|(l, _)| loss.value > l.value) {
                let words = format!("the best setting of {} on {}", name(measured), name(other));
                largest = Some((loss, words));
            }
        }
    }
    let (loss, words) = largest?;
    let words = format!("{words} costs {} times what the best there does", loss.factor());
    sights.push(Sight::new(words, loss.above(1.1)));
    Some(sights)
}

fn name(measured: &Measured) -> &'static str {
    measured.experiment.distribution.name
}

fn time_mirrors(found: &Found<'_>) -> Option<Vec<Sight>> {
    let mut sights = Vec::new();
    for (measured, _) in found.all()? {
        let seconds = measured.seconds.as_ref()?;
        let pairs = times(seconds)?;
        let (r, spread) = (correlation(&pairs), spread(&pairs));
        let quickest = pairs.iter().map(|p| p.1).fold(f64::INFINITY, f64::min);
        let (_, chosen) = pairs.iter().min_by(|a, b| a.0.total_cmp(&b.0))?;
        let words = format!(
            "{}: correlation {r:.3} over {} settings, seconds per iteration deviate by {:.1}%; the setting with the fewest \
             iterations takes {:.2} times the seconds of the quickest",
            name(measured),
            pairs.len(),
            100.0 * spread,
            chosen / quickest
        );
        sights.push(Sight::new(words, Truth::of(r >= 0.95 || spread <= 0.1)));
    }
    Some(sights)
}

/// Mean iterations and mean seconds of the timed runs, for each point of all sweeps.
pub(in super::super) fn times(sweeps: &Sweeps) -> Option<Vec<(f64, f64)>> {
    let mut pairs = Vec::new();
    for swept in [&sweeps.theta, &sweeps.alpha, &sweeps.joint] {
        let view = &swept.view;
        for point in &swept.points {
            let mut iterations = 0.0;
            for instance in &view.train {
                iterations += view.ledger.get(*instance, point.setting)?.work.iterations as f64;
            }
            pairs.push((iterations / view.train.len() as f64, point.mean.value));
        }
    }
    Some(pairs)
}

/// Pearson's correlation.
fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let count = pairs.len() as f64;
    let (a, b) =
        (pairs.iter().map(|p| p.0).sum::<f64>() / count, pairs.iter().map(|p| p.1).sum::<f64>() / count);
    let sum = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>();
    let both = sum(&|p| (p.0 - a) * (p.1 - b));
    both / (sum(&|p| (p.0 - a).powi(2)) * sum(&|p| (p.1 - b).powi(2))).sqrt()
}

/// The standard deviation of seconds per iteration, in parts of their mean.
fn spread(pairs: &[(f64, f64)]) -> f64 {
    let rates: Vec<f64> = pairs.iter().map(|(iterations, seconds)| seconds / iterations).collect();
    let mean = rates.iter().sum::<f64>() / rates.len() as f64;
    let squares = rates.iter().map(|rate| (rate / mean - 1.0).powi(2)).sum::<f64>();
    (squares / rates.len() as f64).sqrt()
}

fn auctions_gain_most(found: &Found<'_>) -> Option<Vec<Sight>> {
    let mut sights = Vec::new();
    let (mut auctions, mut others): (Vec<Estimate>, Vec<Estimate>) = (Vec::new(), Vec::new());
    for (measured, sweeps) in found.all()? {
        sights.push(Sight::note(gain_words(name(measured), &sweeps.joint)?));
        let side = if measured.experiment.distribution.auction { &mut auctions } else { &mut others };
        side.push(gain(&sweeps.joint)?);
    }
    let largest = |gains: &[Estimate]| gains.iter().copied().max_by(|a, b| a.value.total_cmp(&b.value));
    let (auction, other) = (largest(&auctions)?, largest(&others)?);
    let truth = match () {
        () if auction.low > other.high => Truth::Yes,
        () if auction.high < other.low => Truth::No,
        () => Truth::Unclear,
    };
    let words =
        format!("the largest gain on an auction is {}, elsewhere {}", auction.factor(), other.factor());
    sights.push(Sight::new(words, truth));
    Some(sights)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn correlation_is_that_of_a_line() {
        let line: Vec<(f64, f64)> = (0..9).map(|k| (f64::from(k), 3.0 - 2.0 * f64::from(k))).collect();
        assert!((correlation(&line) + 1.0).abs() < 1e-12);
        assert!(correlation(&[(0.0, 0.0), (1.0, 1.0), (2.0, 0.0)]).abs() < 1e-12);
        assert!(spread(&[(1.0, 2.0), (3.0, 6.0)]) < 1e-12);
        assert!((spread(&[(1.0, 1.0), (1.0, 3.0)]) - 0.5).abs() < 1e-12);
    }
}

//! The bounds of certificates once more, written down as plainly as they are printed in docs/guarantees.md. Nothing here is
//! shared with the code that makes certificates.

/// Steps of a bisection: more than there are bits in a fraction.
const HALVINGS: usize = 70;

/// The place in [from, to] where a condition that holds at `from` stops holding.
fn last(from: f64, to: f64, holds: impl Fn(f64) -> bool) -> f64 {
    let (mut yes, mut no) = (from, to);
    if holds(to) {
        return to;
    }
    for _ in 0..HALVINGS {
        let middle = yes + (no - yes) / 2.0;
        if holds(middle) { yes = middle } else { no = middle }
    }
    yes
}

/// The least m for which no W_t(m) reaches 1/delta.
pub fn betting_lower(x: &[f64], delta: f64) -> f64 {
    let goal = (1.0 / delta).ln();
    let n = x.len() as f64;
    let mut bets = Vec::new();
    let (mut sum, mut squares, mut variance) = (0.5, 0.25, 0.25);
    for (t, value) in x.iter().enumerate() {
        bets.push((2.0 * goal / (n * variance)).sqrt());
        sum += value;
        let mean = sum / (t as f64 + 2.0);
        squares += (value - mean) * (value - mean);
        variance = squares / (t as f64 + 2.0);
    }
    let refuted = |m: f64| {
        let mut wealth = 0.0;
        x.iter().zip(&bets).any(|(value, bet)| {
            wealth += (1.0 + bet.min(0.99 / m) * (value - m)).ln();
            wealth >= goal
        })
    };
    if !refuted(f64::MIN_POSITIVE) { 0.0 } else { last(f64::MIN_POSITIVE, 1.0, refuted) }
}

/// One minus the lower bound of one minus x.
pub fn betting_upper(x: &[f64], delta: f64) -> f64 {
    1.0 - betting_lower(&mirrored(x), delta)
}

fn mirrored(x: &[f64]) -> Vec<f64> {
    x.iter().map(|v| 1.0 - v).collect()
}

/// P(Bin(n, p) <= k), summed term by term in logarithms.
fn binomial_at_most(k: u64, n: u64, p: f64) -> f64 {
    if k >= n || p <= 0.0 {
        return 1.0;
    }
    if p >= 1.0 {
        return 0.0;
    }
    let choose = |j: u64| {
        libm::lgamma(n as f64 + 1.0) - libm::lgamma(j as f64 + 1.0) - libm::lgamma((n - j) as f64 + 1.0)
    };
    (0..=k).map(|j| (choose(j) + j as f64 * p.ln() + (n - j) as f64 * (-p).ln_1p()).exp()).sum::<f64>().min(1.0)
}

/// The p with P(Bin(n, p) >= k) = delta.
pub fn proportion_lower(k: u64, n: u64, delta: f64) -> f64 {
    if k == 0 { 0.0 } else { last(0.0, 1.0, |p| 1.0 - binomial_at_most(k - 1, n, p) <= delta) }
}

/// The p with P(Bin(n, p) <= k) = delta.
pub fn proportion_upper(k: u64, n: u64, delta: f64) -> f64 {
    last(0.0, 1.0, |p| binomial_at_most(k, n, p) > delta)
}

/// The k-th smallest for the least k with P(Bin(n, q) <= k - 1) >= 1 - delta.
pub fn quantile_upper(x: &[f64], q: f64, delta: f64) -> Option<f64> {
    let mut sorted = x.to_vec();
    sorted.sort_by(f64::total_cmp);
    let n = x.len() as u64;
    let rank = (1..=n).find(|k| binomial_at_most(k - 1, n, q) >= 1.0 - delta && k - 1 < n)?;
    sorted.get(rank as usize - 1).copied()
}

fn mean(x: &[f64]) -> f64 {
    x.iter().sum::<f64>() / x.len() as f64
}

/// mean - sqrt(ln(1/delta) / 2n)
pub fn hoeffding_lower(x: &[f64], delta: f64) -> f64 {
    (mean(x) - ((1.0 / delta).ln() / (2.0 * x.len() as f64)).sqrt()).max(0.0)
}

/// mean - sqrt(2 V ln(2/delta) / n) - 7 ln(2/delta) / 3(n-1)
pub fn maurer_pontil_lower(x: &[f64], delta: f64) -> f64 {
    let (n, average, log) = (x.len() as f64, mean(x), (2.0 / delta).ln());
    if x.len() < 2 {
        return 0.0;
    }
    let variance = x.iter().map(|v| (v - average) * (v - average)).sum::<f64>() / (n - 1.0);
    (average - (2.0 * variance * log / n).sqrt() - 7.0 * log / (3.0 * (n - 1.0))).max(0.0)
}

/// One minus the largest alpha whose p-value for one minus x is above delta.
pub fn hoeffding_bentkus_lower(x: &[f64], delta: f64) -> f64 {
    let (n, average) = (x.len() as u64, mean(&mirrored(x)));
    let kl = |a: f64, b: f64| {
        let part = |a: f64, b: f64| if a > 0.0 { a * (a / b).ln() } else { 0.0 };
        part(a, b) + part(1.0 - a, 1.0 - b)
    };
    let p_value = |alpha: f64| {
        let exponential = (-(n as f64) * kl(average.min(alpha), alpha)).exp();
        let successes = (n as f64 * average).ceil() as u64;
        exponential.min(std::f64::consts::E * binomial_at_most(successes, n, alpha))
    };
    1.0 - last(average, 1.0, |alpha| alpha < 1.0 && p_value(alpha) > delta)
}

//! Small generators of the LP families, for tests and benchmarks.

use luthier::{PaperForm, Problem};

/// SplitMix64: a counter hashed to 64 bits.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        // Hashed, so that neighbouring seeds do not give one stream, shifted.
        Random(Random(!seed).bits())
    }

    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Uniform in [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn uniform(&mut self, from: f64, to: f64) -> f64 {
        from + (to - from) * self.unit()
    }

    /// A whole number below `count`.
    pub fn below(&mut self, count: usize) -> usize {
        (self.unit() * count as f64) as usize
    }
}

/// Transportation: supply U(10, 30), demand U(5, 20), cost U(0, 5) + 0.5 |i - j|.
pub fn transportation(suppliers: usize, customers: usize, seed: u64) -> Problem {
    let mut r = Random::new(seed);
    let mut supply: Vec<f64> = (0..suppliers).map(|_| r.uniform(10.0, 30.0)).collect();
    let demand: Vec<f64> = (0..customers).map(|_| r.uniform(5.0, 20.0)).collect();
    let (total_supply, total_demand) = (supply.iter().sum::<f64>(), demand.iter().sum::<f64>());
    if total_supply < total_demand {
        supply.iter_mut().for_each(|s| *s *= 1.2 * total_demand / total_supply);
    }
    let mut form = PaperForm::default();
    for i in 0..suppliers {
        for j in 0..customers {
            let column = form.c.len();
            form.c.push(r.uniform(0.0, 5.0) + 0.5 * (i as f64 - j as f64).abs());
            form.g.push((i, column, -1.0));
            form.g.push((suppliers + j, column, 1.0));
        }
    }
    form.h = supply.iter().map(|s| -s).chain(demand).collect();
    form.lower = vec![0.0; form.c.len()];
    form.upper = vec![f64::INFINITY; form.c.len()];
    form.build().unwrap()
}

/// Decay-decay multi-unit auction.
pub fn decay_decay(items: usize, bids: usize, seed: u64) -> Problem {
    let mut r = Random::new(seed);
    let supply: Vec<f64> = (0..items).map(|_| 1.0 + r.below(200) as f64).collect();
    let mut form = PaperForm::default();
    for bid in 0..bids {
        let mut chosen = vec![r.below(items)];
        while chosen.len() < items && r.unit() < 0.75 {
            let item = r.below(items);
            if !chosen.contains(&item) {
                chosen.push(item);
            }
        }
        let mut total = 0.0;
        for item in chosen {
            let mut units = 1.0;
            while units < supply[item] && r.unit() < 0.75 {
                units += 1.0;
            }
            total += units;
            form.g.push((item, bid, -units));
        }
        form.c.push(-r.unit() * total);
    }
    form.h = supply.iter().map(|s| -s).collect();
    form.lower = vec![0.0; bids];
    form.upper = vec![1.0; bids];
    form.build().unwrap()
}

/// Adams-Johnson linearization of a quadratic assignment problem with random symmetric data.
pub fn qap(n: usize, seed: u64) -> Problem {
    let mut r = Random::new(seed);
    let symmetric = |r: &mut Random, most: usize| {
        let mut m = vec![vec![0.0; n]; n];
        for i in 0..n {
            for j in 0..i {
                m[i][j] = r.below(most) as f64;
                m[j][i] = m[i][j];
            }
        }
        m
    };
    let (flow, distance) = (symmetric(&mut r, 6), symmetric(&mut r, 7));
    let x = |i: usize, j: usize| i * n + j;
    let mut form = PaperForm { c: vec![0.0; n * n], ..PaperForm::default() };
    // Rows: facilities, locations, then for every x_ij and k != i, then for every x_ij and l != j.
    let by_facility = |i: usize, j: usize, k: usize| 2 * n + x(i, j) * (n - 1) + k - usize::from(k > i);
    let by_location =
        |i: usize, j: usize, l: usize| 2 * n + n * n * (n - 1) + x(i, j) * (n - 1) + l - usize::from(l > j);
    for i in 0..n {
        for j in 0..n {
            form.a.push((i, x(i, j), 1.0));
            form.a.push((n + j, x(i, j), 1.0));
            for k in (0..n).filter(|k| *k != i) {
                form.a.push((by_facility(i, j, k), x(i, j), -1.0));
            }
            for l in (0..n).filter(|l| *l != j) {
                form.a.push((by_location(i, j, l), x(i, j), -1.0));
            }
        }
    }
    for i in 0..n {
        for j in 0..n {
            for k in i + 1..n {
                for l in (0..n).filter(|l| *l != j) {
                    let y = form.c.len();
                    form.c.push(2.0 * flow[i][k] * distance[j][l]);
                    form.a.push((by_facility(i, j, k), y, 1.0));
                    form.a.push((by_facility(k, l, i), y, 1.0));
                    form.a.push((by_location(i, j, l), y, 1.0));
                    form.a.push((by_location(k, l, j), y, 1.0));
                }
            }
        }
    }
    let rows = 2 * n + 2 * n * n * (n - 1);
    form.b = (0..rows).map(|i| if i < 2 * n { 1.0 } else { 0.0 }).collect();
    form.lower = vec![0.0; form.c.len()];
    form.upper = vec![f64::INFINITY; form.c.len()];
    form.build().unwrap()
}

/// A random LP with a known feasible point, all kinds of rows and bounds, and bounded optima (boxes are finite where
/// costs push).
pub fn random_lp(seed: u64, rows: usize, columns: usize) -> Problem {
    let mut r = Random::new(seed);
    let round = |v: f64| (v * 100.0).round() / 100.0;
    let x: Vec<f64> = (0..columns).map(|_| round(r.uniform(-2.0, 2.0))).collect();
    let mut triplets = Vec::new();
    for i in 0..rows {
        triplets.push((i, r.below(columns), round(r.uniform(0.5, 3.0))));
        for j in 0..columns {
            if r.unit() < 0.4 {
                triplets.push((i, j, round(r.uniform(-3.0, 3.0))));
            }
        }
    }
    let mut activity = vec![0.0; rows];
    triplets.iter().for_each(|&(i, j, v)| activity[i] += v * x[j]);
    let (mut row_lower, mut row_upper) = (vec![f64::NEG_INFINITY; rows], vec![f64::INFINITY; rows]);
    for i in 0..rows {
        match r.below(5) {
            0 => (row_lower[i], row_upper[i]) = (activity[i], activity[i]),
            1 => row_lower[i] = activity[i] - r.unit(),
            2 => row_upper[i] = activity[i] + r.unit(),
            3 => (row_lower[i], row_upper[i]) = (activity[i] - r.unit(), activity[i] + r.unit()),
            _ => row_lower[i] = activity[i],
        }
    }
    let c: Vec<f64> = (0..columns).map(|_| round(r.uniform(-5.0, 5.0))).collect();
    let (mut lower, mut upper) = (vec![f64::NEG_INFINITY; columns], vec![f64::INFINITY; columns]);
    for j in 0..columns {
        let kind = r.below(4);
        if c[j] > 0.0 || kind == 0 {
            lower[j] = x[j] - round(r.unit());
        }
        if c[j] < 0.0 || kind == 1 {
            upper[j] = x[j] + round(r.unit());
        }
    }
    luthier::ProblemBuilder::new(rows, columns)
        .objective(c)
        .triplets(triplets)
        .row_bounds(row_lower, row_upper)
        .bounds(lower, upper)
        .build()
        .unwrap()
}

/// Multicommodity flow on a random network: nodes x commodities balance rows, and a capacity row for every `every`-th
/// arc. 11 commodities, 1400 nodes, 4430 arcs, every 4th arc is about the size of pds-10.
pub fn multicommodity(commodities: usize, nodes: usize, arcs: usize, every: usize, seed: u64) -> Problem {
    let mut r = Random::new(seed);
    // A ring keeps the network connected; the other arcs are random.
    let ends: Vec<(usize, usize)> = (0..arcs)
        .map(|a| {
            let from = if a < nodes { a } else { r.below(nodes) };
            let to = if a < nodes { (a + 1) % nodes } else { (from + 1 + r.below(nodes - 1)) % nodes };
            (from, to)
        })
        .collect();
    let balance = commodities * nodes;
    let capacity = |arc: usize| balance + arc / every;
    let rows = balance + arcs.div_ceil(every);
    let (mut c, mut triplets) = (Vec::new(), Vec::new());
    let (mut lower, mut upper) = (vec![0.0; rows], vec![0.0; rows]);
    for k in 0..commodities {
        for (arc, &(from, to)) in ends.iter().enumerate() {
            let column = c.len();
            c.push(r.uniform(1.0, 20.0).round());
            triplets.push((k * nodes + from, column, 1.0));
            triplets.push((k * nodes + to, column, -1.0));
            if arc % every == 0 {
                triplets.push((capacity(arc), column, 1.0));
            }
        }
        for _ in 0..nodes / 10 {
            let (source, sink, flow) = (r.below(nodes), r.below(nodes), r.uniform(1.0, 10.0).round());
            for (node, sign) in [(source, 1.0), (sink, -1.0)] {
                lower[k * nodes + node] += sign * flow;
                upper[k * nodes + node] += sign * flow;
            }
        }
    }
    for row in balance..rows {
        (lower[row], upper[row]) = (f64::NEG_INFINITY, r.uniform(500.0, 2000.0).round());
    }
    let n = c.len();
    luthier::ProblemBuilder::new(rows, n)
        .objective(c)
        .triplets(triplets)
        .row_bounds(lower, upper)
        .bounds(vec![0.0; n], vec![f64::INFINITY; n])
        .build()
        .unwrap()
}

//! Random LPs in which every reduction of presolving finds something.

use super::families::Random;
use super::small::INF;
use luthier::{Problem, ProblemBuilder, Sense};

/// A problem that grows, with a feasible point and multipliers.
pub struct Sketch {
    r: Random,
    pub entries: Vec<(usize, usize, f64)>,
    pub rows: Vec<(f64, f64)>,
    pub bounds: Vec<(f64, f64)>,
    pub costs: Vec<f64>,
    x: Vec<f64>,
}

/// Ways to add something that can be taken out again, in the order of `Sketch::add`.
pub const KINDS: usize = 11;

impl Sketch {
    pub fn new(seed: u64) -> Sketch {
        let (r, entries, rows) = (Random::new(seed), Vec::new(), Vec::new());
        let mut sketch = Sketch { r, entries, rows, bounds: Vec::new(), costs: Vec::new(), x: Vec::new() };
        let (rows, columns) = (1 + sketch.r.below(4), 1 + sketch.r.below(5));
        (0..columns).for_each(|_| sketch.column());
        (0..rows).for_each(|_| sketch.row());
        // Costs of a dual feasible point, mostly.
        for j in 0..columns {
            sketch.costs[j] = sketch.small();
        }
        sketch
    }

    /// A small whole number or a half.
    fn small(&mut self) -> f64 {
        (self.r.below(17) as f64 - 8.0) / 2.0
    }

    fn factor(&mut self) -> f64 {
        [1.0, -1.0, 2.0, -0.5, 3.0, -4.0, 0.1, 7.0][self.r.below(8)]
    }

    /// A value and bounds around it.
    fn column(&mut self) {
        let x = self.small();
        let (below, above) = (self.small().abs(), self.small().abs());
        let bounds = match self.r.below(6) {
            0 => (-INF, INF),
            1 => (x - below, INF),
            2 => (-INF, x + above),
            3 => (x, INF),
            _ => (x - below, x + above),
        };
        self.x.push(x);
        self.bounds.push(bounds);
        self.costs.push(0.0);
    }

    fn activity(&self, i: usize) -> f64 {
        self.entries.iter().filter(|e| e.0 == i).map(|e| e.2 * self.x[e.1]).sum()
    }

    /// Bounds of a row around its activity.
    fn around(&mut self, activity: f64) -> (f64, f64) {
        let slack = self.small().abs();
        match self.r.below(6) {
            0 | 1 => (activity, activity),
            2 => (activity - slack, INF),
            3 => (-INF, activity + slack),
            4 => (activity - slack, activity + self.small().abs()),
            _ => (activity, INF),
        }
    }

    fn row(&mut self) {
        let i = self.rows.len();
        for j in 0..self.x.len() {
            let value = self.small();
            if self.r.below(2) == 0 && value != 0.0 {
                self.entries.push((i, j, value));
            }
        }
        let bounds = self.around(self.activity(i));
        self.rows.push(bounds);
    }

    fn some_column(&mut self) -> usize {
        self.r.below(self.x.len())
    }

    fn some_row(&mut self) -> usize {
        self.r.below(self.rows.len())
    }

    /// A row with these entries, bounded around the point.
    fn row_of(&mut self, entries: &[(usize, f64)], bounds: impl Fn(&mut Sketch, f64) -> (f64, f64)) {
        let i = self.rows.len();
        self.entries.extend(entries.iter().map(|(j, v)| (i, *j, *v)));
        let activity = self.activity(i);
        let bounds = bounds(self, activity);
        self.rows.push(bounds);
    }

    /// A column with these entries; rows move with it, so that the point stays feasible.
    fn column_of(&mut self, entries: &[(usize, f64)], cost: f64) {
        self.column();
        let (j, x) = (self.x.len() - 1, self.x[self.x.len() - 1]);
        self.costs[j] = cost;
        for (i, v) in entries {
            self.entries.push((*i, j, *v));
            let (lower, upper) = self.rows[*i];
            self.rows[*i] = (lower + v * x, upper + v * x);
        }
    }

    /// Adds something.
    pub fn add(&mut self, kind: usize) {
        let (factor, j, i) = (self.factor(), self.some_column(), self.some_row());
        match kind {
            0 => self.rows.push((-1.0, 0.0)),
            1 => self.row_of(&[(j, factor)], Sketch::around),
            2 => {
                self.bounds[j] = (self.x[j], self.x[j]);
            }
            3 => {
                let cost = self.small();
                self.column_of(&[], cost);
            }
            4 => {
                let far = 1000.0 * factor.abs();
                self.row_of(&[(j, factor)], |_, activity| (activity - far, activity + far));
            }
            5 => self.forcing(),
            6 => {
                let cost = if self.r.below(2) == 0 { 0.0 } else { self.small() };
                self.column_of(&[(i, factor)], cost);
            }
            7 => {
                let k = self.some_column();
                let second = self.factor();
                if j != k {
                    self.row_of(&[(j, factor), (k, second)], |_, activity| (activity, activity));
                }
            }
            8 => self.dominated(),
            9 => {
                let entries: Vec<_> =
                    self.entries.iter().filter(|e| e.0 == i).map(|e| (e.1, factor * e.2)).collect();
                self.row_of(&entries, Sketch::around);
            }
            _ => {
                let entries: Vec<_> =
                    self.entries.iter().filter(|e| e.1 == j).map(|e| (e.0, factor * e.2)).collect();
                let dearer = [0.0, 0.0, 1.0, -2.0][self.r.below(4)];
                self.column_of(&entries, factor * self.costs[j] + dearer);
            }
        }
    }

    /// A row that leaves its variables no choice: each is at a bound already.
    fn forcing(&mut self) {
        let side = if self.r.below(2) == 0 { 1.0 } else { -1.0 };
        let mut entries = Vec::new();
        for j in 0..self.x.len() {
            let factor = self.factor();
            if self.r.below(2) == 0 {
                let (lower, upper) = self.bounds[j];
                self.bounds[j] = if side * factor > 0.0 { (lower, self.x[j]) } else { (self.x[j], upper) };
                entries.push((j, factor));
            }
        }
        self.row_of(&entries, |_, activity| if side > 0.0 { (activity, INF) } else { (-INF, activity) });
    }

    /// A variable whose cost and signs agree.
    fn dominated(&mut self) {
        let mut entries = Vec::new();
        for i in 0..self.rows.len() {
            let (lower, upper) = self.rows[i];
            if lower == -INF || upper == INF {
                entries.push((i, if upper == INF { -1.5 } else { 2.5 }));
            }
        }
        let cost = self.small().abs();
        self.column_of(&entries, cost);
    }

    pub fn build(&mut self) -> Problem {
        let sense = if self.r.below(2) == 0 { Sense::Minimize } else { Sense::Maximize };
        let sign = sense.sign();
        let offset = self.small();
        let (row_lower, row_upper) = self.rows.iter().copied().unzip();
        let (lower, upper) = self.bounds.iter().copied().unzip();
        ProblemBuilder::new(self.rows.len(), self.x.len())
            .sense(sense)
            .objective(self.costs.iter().map(|c| sign * c).collect())
            .offset(offset)
            .triplets(self.entries.clone())
            .row_bounds(row_lower, row_upper)
            .bounds(lower, upper)
            .build()
            .unwrap()
    }
}

/// A random problem with some of each.
pub fn reducible(seed: u64) -> Problem {
    let mut sketch = Sketch::new(seed);
    for _ in 0..Random::new(seed ^ 0xABCD).below(12) {
        let kind = sketch.r.below(KINDS);
        sketch.add(kind);
    }
    sketch.build()
}

//! A plain dense simplex method with Bland's rule, for tiny problems: exact but for rounding, and nothing like the solver.

use luthier::Problem;

/// What the simplex method says about a problem.
#[derive(Clone, Debug)]
pub enum Answer {
    /// Values and multipliers, in the user's sense.
    Optimal(Vec<f64>, Vec<f64>),
    /// Multipliers that prove it.
    Infeasible(Vec<f64>),
    /// A direction that proves it, with a feasible point.
    Unbounded(Vec<f64>, Vec<f64>),
    /// It took too many steps.
    GivenUp,
}

const TINY: f64 = 1e-9;

/// Variables are those of the problem and then the activities of its rows; K x - r = 0.
struct Tableau {
    lower: Vec<f64>,
    upper: Vec<f64>,
    cost: Vec<f64>,
    value: Vec<f64>,
    /// Which variable each line of the tableau gives.
    basis: Vec<usize>,
    is_basic: Vec<bool>,
    /// basic_i = sum over the others of t_ij times them.
    t: Vec<Vec<f64>>,
}

enum Step {
    Done,
    Moved,
    /// The variable that enters and its direction.
    Ray(usize, f64),
}

impl Tableau {
    fn new(p: &Problem) -> Tableau {
        let (m, n) = (p.rows(), p.columns());
        let mut t = vec![vec![0.0; n + m]; m];
        (0..m).for_each(|i| p.matrix().row(i).for_each(|(j, v)| t[i][j] = v));
        let lower: Vec<f64> = p.lower().iter().chain(p.row_lower()).copied().collect();
        let upper: Vec<f64> = p.upper().iter().chain(p.row_upper()).copied().collect();
        let mut value: Vec<f64> = lower.iter().zip(&upper).map(|(l, u)| 0.0f64.max(*l).min(*u)).collect();
        // At a bound, if there is one.
        for j in 0..n {
            value[j] = if lower[j].is_finite() {
                lower[j]
            } else if upper[j].is_finite() {
                upper[j]
            } else {
                0.0
            };
        }
        let sign = p.sense().sign();
        let cost = p.objective().iter().map(|c| sign * c).chain(vec![0.0; m]).collect();
        let is_basic = (0..n + m).map(|k| k >= n).collect();
        let mut tableau = Tableau { lower, upper, cost, value, basis: (n..n + m).collect(), is_basic, t };
        tableau.refresh();
        tableau
    }

    fn refresh(&mut self) {
        for i in 0..self.basis.len() {
            let others = (0..self.value.len()).filter(|k| !self.is_basic[*k]);
            self.value[self.basis[i]] = others.map(|k| self.t[i][k] * self.value[k]).sum();
        }
    }

    /// The direction in which a basic variable is outside of its bounds.
    fn outside(&self, k: usize) -> f64 {
        let scale = TINY * (1.0 + self.value[k].abs());
        if self.value[k] > self.upper[k] + scale {
            1.0
        } else if self.value[k] < self.lower[k] - scale {
            -1.0
        } else {
            0.0
        }
    }

    /// The cost of the phase: of infeasibility or the true one.
    fn phase_cost(&self, k: usize, feasible: bool) -> f64 {
        if feasible {
            self.cost[k]
        } else if self.is_basic[k] {
            self.outside(k)
        } else {
            0.0
        }
    }

    fn reduced(&self, k: usize, feasible: bool) -> f64 {
        let basic = self.basis.iter().zip(&self.t).map(|(b, t)| self.phase_cost(*b, feasible) * t[k]);
        self.phase_cost(k, feasible) + basic.sum::<f64>()
    }

    fn step(&mut self, feasible: bool) -> Step {
        for k in 0..self.value.len() {
            if self.is_basic[k] || self.lower[k] == self.upper[k] {
                continue;
            }
            let d = self.reduced(k, feasible);
            let direction = -d.signum();
            let ahead = if direction > 0.0 { self.upper[k] } else { self.lower[k] };
            if d.abs() > TINY && ahead != self.value[k] {
                return self.enter(k, direction);
            }
        }
        Step::Done
    }

    fn enter(&mut self, k: usize, direction: f64) -> Step {
        let ahead = if direction > 0.0 { self.upper[k] } else { self.lower[k] };
        let (mut length, mut leaving) = ((ahead - self.value[k]).abs(), None);
        for i in 0..self.basis.len() {
            let (b, speed) = (self.basis[i], self.t[i][k] * direction);
            if speed.abs() < TINY {
                continue;
            }
            let goal = match self.outside(b) {
                o if o * speed > 0.0 => continue,
                0.0 if speed > 0.0 => self.upper[b],
                0.0 => self.lower[b],
                // From outside: to the far bound, so that infeasibility falls as long as it can.
                o if o > 0.0 => self.upper[b],
                _ => self.lower[b],
            };
            let way = ((goal - self.value[b]) / speed).max(0.0);
            let earlier = leaving
                .is_some_and(|l: (usize, f64)| way <= length && b < self.basis[l.0] && way >= length - 1e-12);
            if way.is_finite() && (way < length - 1e-12 || earlier) {
                (length, leaving) = (way, Some((i, goal)));
            }
        }
        if length.is_infinite() {
            return Step::Ray(k, direction);
        }
        match leaving {
            None => self.value[k] = ahead,
            Some((i, goal)) => {
                self.value[k] += direction * length;
                self.value[self.basis[i]] = goal;
                self.pivot(i, k);
            }
        }
        self.refresh();
        Step::Moved
    }

    fn pivot(&mut self, i: usize, k: usize) {
        let (old, p) = (self.basis[i], self.t[i][k]);
        let mut line: Vec<f64> = self.t[i].iter().map(|v| -v / p).collect();
        (line[old], line[k]) = (1.0 / p, 0.0);
        for (_, other) in self.t.iter_mut().enumerate().filter(|(r, _)| *r != i) {
            let factor = std::mem::take(&mut other[k]);
            other.iter_mut().zip(&line).for_each(|(v, l)| *v += factor * l);
        }
        self.t[i] = line;
        self.basis[i] = k;
        (self.is_basic[k], self.is_basic[old]) = (true, false);
    }

    fn run(&mut self, feasible: bool) -> Option<Step> {
        for _ in 0..5000 {
            if !feasible && self.basis.iter().all(|b| self.outside(*b) == 0.0) {
                return Some(Step::Moved);
            }
            match self.step(feasible) {
                Step::Moved => {}
                end => return Some(end),
            }
        }
        None
    }
}

/// Solves a problem.
pub fn simplex(p: &Problem) -> Answer {
    let crossed = |l: &[f64], u: &[f64]| l.iter().zip(u).any(|(l, u)| l > u);
    if crossed(p.lower(), p.upper()) || crossed(p.row_lower(), p.row_upper()) {
        return Answer::Infeasible(vec![0.0; p.rows()]);
    }
    let (n, sign) = (p.columns(), p.sense().sign());
    let mut tableau = Tableau::new(p);
    // The reduced cost of an activity is the multiplier of its row.
    let multipliers = |t: &Tableau, feasible| -> Vec<f64> {
        (n..n + p.rows())
            .map(|k| {
                if t.is_basic[k] {
                    if feasible { 0.0 } else { -t.outside(k) }
                } else {
                    t.reduced(k, feasible)
                }
            })
            .collect()
    };
    match tableau.run(false) {
        Some(Step::Moved) => {}
        Some(_) => return Answer::Infeasible(multipliers(&tableau, false)),
        None => return Answer::GivenUp,
    }
    match tableau.run(true) {
        Some(Step::Ray(k, direction)) => {
            let mut ray = vec![0.0; tableau.value.len()];
            ray[k] = direction;
            tableau.basis.iter().zip(&tableau.t).for_each(|(b, t)| ray[*b] = t[k] * direction);
            ray.truncate(n);
            Answer::Unbounded(tableau.value[..n].to_vec(), ray)
        }
        Some(_) => {
            let y = multipliers(&tableau, true).into_iter().map(|y| sign * y).collect();
            Answer::Optimal(tableau.value[..n].to_vec(), y)
        }
        None => Answer::GivenUp,
    }
}

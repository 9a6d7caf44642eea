//! Metrics that were computed already: trials over one matrix often need the same one.

use super::batch::Trial;
use crate::metric::Metric;
use crate::norm::{NormEstimate, PowerRule};
use crate::params::{Method, Parameters, PockChambolle};
use crate::problem::Problem;
use std::rc::Rc;

/// Most metrics that are kept, and most bytes of more than one.
const MOST: usize = 16;
const MOST_BYTES: usize = 64 << 20;

/// What a metric follows from, apart from the matrix.
#[derive(Clone, Copy, Debug)]
pub(super) struct Recipe<'a> {
    /// Plain PDHG has none.
    plain: bool,
    geometric_iterations: u64,
    curtis_reid_iterations: u64,
    ruiz_iterations: u64,
    pock_chambolle: PockChambolle,
    pock_chambolle_alpha: f64,
    /// Whose objective Ruiz equilibration looks at, if it does.
    objective: Option<&'a Problem>,
}

impl<'a> Recipe<'a> {
    pub(super) fn of(trial: &Trial<'a>) -> Recipe<'a> {
        Recipe::new(trial.problem, trial.parameters)
    }

    pub(super) fn new(problem: &'a Problem, parameters: &Parameters) -> Recipe<'a> {
        Recipe {
            plain: parameters.method == Method::Pdhg,
            geometric_iterations: parameters.geometric_iterations,
            curtis_reid_iterations: parameters.curtis_reid_iterations,
            ruiz_iterations: parameters.ruiz_iterations,
            pock_chambolle: parameters.pock_chambolle,
            pock_chambolle_alpha: parameters.pock_chambolle_alpha,
            objective: parameters.ruiz_objective.then_some(problem),
        }
    }
}

/// Recipes are equal only if they give the same bits.
impl PartialEq for Recipe<'_> {
    fn eq(&self, other: &Recipe<'_>) -> bool {
        let plain = |r: &Recipe<'_>| {
            let rounds = [r.geometric_iterations, r.curtis_reid_iterations, r.ruiz_iterations];
            let alpha = r.pock_chambolle_alpha.to_bits();
            (r.plain, rounds, r.pock_chambolle, alpha, r.objective.map(std::ptr::from_ref))
        };
        plain(self) == plain(other)
    }
}

/// The metrics that were computed last, oldest first.
#[derive(Default)]
pub(super) struct Metrics<'a> {
    kept: Vec<(Recipe<'a>, Rc<Metric>)>,
    norms: Vec<(Recipe<'a>, PowerRule, NormEstimate)>,
}

impl<'a> Metrics<'a> {
    pub(super) fn get(&self, recipe: &Recipe<'a>) -> Option<Rc<Metric>> {
        self.kept.iter().find(|(kept, _)| kept == recipe).map(|(_, metric)| metric.clone())
    }

    pub(super) fn keep(&mut self, recipe: Recipe<'a>, metric: &Rc<Metric>) {
        let bytes = 8 * (metric.rows.len() + metric.columns.len());
        let most = (MOST_BYTES / bytes.max(1)).clamp(1, MOST);
        while self.kept.len() >= most {
            self.kept.remove(0);
        }
        self.kept.push((recipe, metric.clone()));
    }

    /// The norm of the matrix under a metric.
    pub(super) fn norm(&self, recipe: &Recipe<'a>, rule: &PowerRule) -> Option<NormEstimate> {
        self.norms.iter().find(|(kept, with, _)| kept == recipe && with == rule).map(|(_, _, norm)| *norm)
    }

    pub(super) fn keep_norm(&mut self, recipe: Recipe<'a>, rule: PowerRule, norm: NormEstimate) {
        while self.norms.len() >= MOST {
            self.norms.remove(0);
        }
        self.norms.push((recipe, rule, norm));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::ProblemBuilder;

    fn metric(size: usize) -> Rc<Metric> {
        Rc::new(Metric { rows: vec![1.0; size], columns: Vec::new(), step: 1.0 })
    }

    #[test]
    fn recipes_tell_apart_what_makes_a_difference() {
        let problem = || ProblemBuilder::new(0, 1).build().unwrap();
        let (one, two) = (problem(), problem());
        let plain = Parameters::default();
        let looking = Parameters { ruiz_objective: true, ..plain.clone() };
        let recipe = Recipe::new;
        assert_eq!(recipe(&one, &plain), recipe(&two, &plain));
        assert_eq!(recipe(&one, &looking), recipe(&one, &looking));
        assert_ne!(recipe(&one, &looking), recipe(&two, &looking));
        assert_eq!(recipe(&one, &Parameters { check_period: 9, ..plain.clone() }), recipe(&one, &plain));
        let halpern = Parameters { method: Method::Halpern, ..plain.clone() };
        assert_eq!(recipe(&one, &halpern), recipe(&one, &plain));
        for other in [
            Parameters { method: Method::Pdhg, ..plain.clone() },
            Parameters { geometric_iterations: 3, ..plain.clone() },
            Parameters { curtis_reid_iterations: 3, ..plain.clone() },
            Parameters { ruiz_iterations: 3, ..plain.clone() },
            Parameters { pock_chambolle: PockChambolle::Off, ..plain.clone() },
            Parameters { pock_chambolle_alpha: 0.25, ..plain.clone() },
        ] {
            assert_ne!(recipe(&one, &other), recipe(&one, &plain));
        }
    }

    #[test]
    fn the_oldest_are_dropped() {
        let problem = ProblemBuilder::new(0, 1).build().unwrap();
        let parameters = |n| Parameters { ruiz_iterations: n, ..Parameters::default() };
        let recipes: Vec<_> = (0..20).map(|n| Recipe::new(&problem, &parameters(n))).collect();
        let kept = |size: usize| {
            let mut metrics = Metrics::default();
            recipes.iter().for_each(|recipe| metrics.keep(*recipe, &metric(size)));
            recipes.iter().map(|recipe| metrics.get(recipe).is_some()).collect::<Vec<_>>()
        };
        let last = |count: usize| (0..20).map(|n| n >= 20 - count).collect::<Vec<_>>();
        assert_eq!(kept(10), last(16));
        assert_eq!(kept(MOST_BYTES / 8 / 3), last(3));
        assert_eq!(kept(MOST_BYTES / 8 + 1), last(1));
    }
}

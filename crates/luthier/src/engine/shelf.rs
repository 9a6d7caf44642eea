//! A set-up that outlives its run: metric and norm, for as long as what they follow from stays the same.

use super::metrics::Recipe;
use crate::matrix::Matrix;
use crate::metric::Metric;
use crate::norm::{NormEstimate, PowerRule};
use crate::params::Parameters;
use crate::standard::Standard;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The set-up of the last run, for a next one that needs the same. Whether it does is told by comparing what the metric follows
/// from, so that nothing has to be thrown away when a problem changes.
#[derive(Debug, Default)]
pub(crate) struct Shelf(Mutex<Option<Kept>>);

#[derive(Debug)]
struct Kept {
    matrix: Arc<Matrix>,
    /// The objective, where the metric looks at it.
    c: Option<Vec<f64>>,
    parameters: Parameters,
    metric: Arc<Metric>,
    norm: Option<(PowerRule, NormEstimate)>,
}

impl Kept {
    fn fits(&self, lp: &Standard<'_>, parameters: &Parameters) -> bool {
        let recipe = |parameters| Recipe::new(lp.problem, parameters);
        let matrix = lp.problem.matrix();
        recipe(&self.parameters) == recipe(parameters)
            && self.c.as_ref().is_none_or(|c| *c == lp.c)
            && (Arc::ptr_eq(&self.matrix, matrix) || self.matrix == *matrix)
    }
}

impl Shelf {
    fn kept(&self) -> MutexGuard<'_, Option<Kept>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The metric of this problem: what is there, if it fits, or else what `compute` gives, which is kept.
    pub(super) fn metric(
        &self,
        lp: &Standard<'_>,
        parameters: &Parameters,
        compute: impl FnOnce() -> Option<Arc<Metric>>,
    ) -> Option<Arc<Metric>> {
        let mut kept = self.kept();
        if let Some(kept) = kept.as_ref().filter(|kept| kept.fits(lp, parameters)) {
            return Some(kept.metric.clone());
        }
        let metric = compute()?;
        *kept = Some(Kept {
            matrix: lp.problem.matrix().clone(),
            c: Recipe::new(lp.problem, parameters).looks_at_objective().then(|| lp.c.clone()),
            parameters: parameters.clone(),
            metric: metric.clone(),
            norm: None,
        });
        Some(metric)
    }

    /// The norm of the matrix under a metric that was given out. Where it is there already, it costs no steps any more.
    pub(super) fn norm(
        &self,
        metric: &Metric,
        rule: PowerRule,
        compute: impl FnOnce() -> Option<NormEstimate>,
    ) -> Option<NormEstimate> {
        let mut kept = self.kept();
        let fitting = kept.as_mut().filter(|kept| std::ptr::eq(&*kept.metric, metric));
        let Some(Kept { norm: place, .. }) = fitting else { return compute() };
        if let Some((_, norm)) = place.as_ref().filter(|(with, _)| *with == rule) {
            return Some(NormEstimate { steps: 0, ..*norm });
        }
        let norm = compute()?;
        *place = Some((rule, norm));
        Some(norm)
    }
}

//! What is run, one after the other.

use super::experiment::{Experiment, Preset, Scale, Sweep, experiments};
use crate::answer::answer;
use crate::error::Error;
use crate::store::{Reader, Store};
use crate::study::{Study, View};
use std::path::Path;

/// What of an experiment is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Iterations of a sweep, many runs side by side.
    Iterations(Sweep),
    /// Seconds of a sweep on a few instances, every run with a thread for itself.
    Seconds(Sweep),
}

/// One sweep of one experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The experiment.
    pub experiment: Experiment,
    /// What of it.
    pub part: Part,
}

/// All steps in the order in which they are run: iterations before seconds, the preset of the figures before that of the
/// text, so that what matters most is there first.
pub fn steps(scale: Scale, only: &[String]) -> Result<Vec<Step>, Error> {
    let experiments = experiments(scale, only)?;
    let parts: [fn(Sweep) -> Part; 2] = [Part::Iterations, Part::Seconds];
    let mut steps = Vec::new();
    for part in parts {
        for preset in Preset::ALL {
            for experiment in experiments.iter().filter(|e| e.preset == preset) {
                steps.extend(Sweep::ALL.map(|sweep| Step { experiment: *experiment, part: part(sweep) }));
            }
        }
    }
    Ok(steps)
}

impl Step {
    /// Whether seconds are measured.
    pub fn timed(&self) -> bool {
        matches!(self.part, Part::Seconds(_))
    }

    /// What is varied.
    pub fn sweep(&self) -> Sweep {
        match self.part {
            Part::Iterations(sweep) | Part::Seconds(sweep) => sweep,
        }
    }

    /// Whether all of it is known, the fresh instances included. It is read without a hand on the study.
    pub fn is_complete(&self, root: &Path) -> Result<bool, Error> {
        let folder = self.experiment.folder(root, self.timed());
        if !Store::exists(&folder) {
            return Ok(false);
        }
        let question = self.experiment.question(self.sweep(), self.timed())?;
        let view = View::about(&Reader::open(&folder)?, question)?;
        Ok(answer(&view).1)
    }

    /// Opens the study of this step inside the folder of the reproduction. `holder` tells others who has it.
    pub fn study(&self, root: &Path, holder: &str) -> Result<Study, Error> {
        let question = self.experiment.question(self.sweep(), self.timed())?;
        Study::begin(&self.experiment.folder(root, self.timed()), question, holder, false)
    }
}

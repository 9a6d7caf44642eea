//! Openings of the sealed set: each one spends confidence.

use super::digest;
use super::sample::counted;
use crate::error::Error;
use crate::space::SettingId;
use crate::split::Side;
use crate::store::Store;
use crate::study::View;
use luthier::Fingerprint;
use serde::{Deserialize, Serialize};

/// One look at the sealed set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Opening {
    /// Which one, from 1.
    pub number: u64,
    /// The setting that it was opened for.
    pub setting: String,
    /// A hash of the sealed instances.
    pub sealed: String,
    /// A hash of the training instances, which decide the cap.
    pub training: String,
    /// What was counted.
    pub counted: String,
    /// The confidence of all openings together.
    pub confidence: f64,
}

/// Under this and a number openings are noted in a study.
const KEY: &str = "opening of the sealed set ";

/// The openings that notes of a study tell of, the first first.
pub fn openings(notes: &[(String, String)]) -> Result<Vec<Opening>, Error> {
    let ours = notes.iter().filter(|(key, _)| key.starts_with(KEY));
    let mut openings = ours
        .map(|(key, value)| {
            serde_json::from_str(value).map_err(|e| Error::Question {
                what: format!("note '{key}' of the study"),
                problem: format!("is none that this version knows: {e}; expected what Luthier wrote"),
            })
        })
        .collect::<Result<Vec<Opening>, Error>>()?;
    openings.sort_by_key(|opening| opening.number);
    Ok(openings)
}

/// Notes that the sealed set is opened for a setting, before it is. To look again at the same is no further look.
pub(crate) fn open(
    store: &mut Store,
    view: &View,
    setting: SettingId,
    confidence: f64,
) -> Result<Opening, Error> {
    let earlier = openings(&store.notes()?)?;
    if let Some(other) = earlier.iter().find(|o| o.confidence != confidence) {
        return Err(Error::Question {
            what: format!("confidence {confidence}"),
            problem: format!(
                "the sealed set was opened with {} before, and all certificates of a study share one confidence; expected {}",
                other.confidence, other.confidence
            ),
        });
    }
    let number = earlier.len() as u64 + 1;
    let on = |side: Side| {
        let rows = view.instances.rows();
        prints(view.instances.on(side).into_iter().map(|position| rows[position].fingerprint))
    };
    let opening = Opening {
        number,
        setting: view.space.text(setting),
        sealed: on(Side::Sealed),
        training: on(Side::Train),
        counted: what_counts(counted(view).measure.unit(), view.question.tolerance()),
        confidence,
    };
    let same = |o: &&Opening| **o == Opening { number: o.number, ..opening.clone() };
    if let Some(same) = earlier.iter().find(same) {
        return Ok(same.clone());
    }
    // A struct of texts and numbers has a form in JSON.
    let text = serde_json::to_string(&opening).unwrap_or_default();
    store.note(&format!("{KEY}{number:06}"), &text)?;
    Ok(opening)
}

/// A hash of instances in their order.
pub(crate) fn prints(fingerprints: impl Iterator<Item = Fingerprint>) -> String {
    digest(fingerprints.map(|f| f.to_string()).collect::<String>().as_bytes())
}

/// What costs are counted in, and to which tolerance.
pub(crate) fn what_counts(unit: &str, tolerance: f64) -> String {
    format!("{unit} to {tolerance:e}")
}

/// The part of delta that the opening with this number may spend: all parts together are delta.
pub fn spend(delta: f64, number: u64) -> f64 {
    // 6 / pi^2 * sum 1/k^2 = 1
    6.0 * delta / (std::f64::consts::PI.powi(2) * (number as f64).powi(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_openings_together_spend_delta() {
        let total: f64 = (1..100_000).map(|k| spend(0.05, k)).sum();
        assert!(total < 0.05 && total > 0.0499, "{total}");
        assert!((spend(0.05, 1) - 0.030_396_355).abs() < 1e-9);
    }
}

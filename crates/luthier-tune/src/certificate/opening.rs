//! Openings of the sealed set: each one spends confidence.

use super::digest;
use crate::error::Error;
use crate::store::Store;
use crate::study::View;
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
pub(crate) fn open(store: &mut Store, view: &View, sealed: &[usize], setting: &str) -> Result<Opening, Error> {
    let rows = view.instances.rows();
    let prints: String = sealed.iter().map(|i| rows[*i].fingerprint.to_string()).collect();
    let sealed = digest(prints.as_bytes());
    let earlier = openings(&store.notes()?)?;
    if let Some(same) = earlier.iter().find(|o| o.setting == setting && o.sealed == sealed) {
        return Ok(same.clone());
    }
    let number = earlier.len() as u64 + 1;
    let opening = Opening { number, setting: setting.to_owned(), sealed };
    // A struct of texts and numbers has a form in JSON.
    let text = serde_json::to_string(&opening).unwrap_or_default();
    store.note(&format!("{KEY}{number:06}"), &text)?;
    Ok(opening)
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

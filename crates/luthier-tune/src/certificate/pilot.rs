//! What a study lets one expect of a certificate.

use super::sample::{Sample, cap};
use super::{Certificate, SHIFT};
use crate::error::Error;
use crate::run::ADOPTED;
use crate::space::SettingId;
use crate::split::Side;
use crate::store::Reader;
use crate::study::View;
use std::path::Path;

/// The gain that is expected, and how even it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pilot {
    /// The speed-up in the shifted geometric mean.
    pub gain: f64,
    /// The standard deviation of its logarithm from problem to problem.
    pub spread: f64,
    /// The largest that the logarithm can be.
    pub range: f64,
}

impl Pilot {
    /// From the test problems of a study, on which the default and the adopted setting were run; `None` without them, or if
    /// the default was adopted.
    pub fn of_study(directory: &Path) -> Result<Option<Pilot>, Error> {
        let adopted = Reader::open(directory)?.noted(ADOPTED)?;
        let view = View::read(directory)?;
        Ok(adopted.and_then(|setting| Pilot::new(&view, &view.test, &setting)))
    }

    /// From the sealed problems behind a certificate; `None` if they are too few.
    pub fn of_certificate(view: &View, certificate: &Certificate) -> Option<Pilot> {
        Pilot::new(view, &view.instances.on(Side::Sealed), &certificate.setting)
    }

    fn new(view: &View, instances: &[usize], setting: &str) -> Option<Pilot> {
        let cap = cap(view)?;
        let setting = view.space.find(setting).filter(|setting| *setting != SettingId::DEFAULT)?;
        let sample = Sample::new(view, instances, setting)?;
        let count = sample.pairs.len() as f64;
        if count < 2.0 {
            return None;
        }
        let logs: Vec<f64> =
            sample.capped(cap).iter().map(|(a, b)| libm::log((a + SHIFT) / (b + SHIFT))).collect();
        let mean = logs.iter().sum::<f64>() / count;
        let spread = (logs.iter().map(|l| (l - mean).powi(2)).sum::<f64>() / (count - 1.0)).sqrt();
        Some(Pilot { gain: libm::exp(mean), spread, range: Pilot::range_of(cap) })
    }

    /// The largest logarithm of a speed-up where costs end at a cap.
    pub fn range_of(cap: f64) -> f64 {
        libm::log((cap + SHIFT) / SHIFT)
    }
}

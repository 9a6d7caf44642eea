//! The cost along each parameter, around the default and around the tuned setting.

use crate::space::SettingId;
use crate::standings::{ProfilePoint, profiles, profiles_around};
use crate::study::View;
use luthier::params::Parameter;

/// The cost along one parameter.
#[derive(Clone, Debug)]
pub struct Slice {
    /// The axis of the space.
    pub axis: usize,
    /// Its parameter.
    pub parameter: &'static Parameter,
    /// With all other parameters at their defaults, as far as it was measured.
    pub around_default: Vec<ProfilePoint>,
    /// With all other parameters as in the tuned setting, as far as it was measured; empty if there is none.
    pub around_tuned: Vec<ProfilePoint>,
}

/// The cost along each axis of the space.
pub fn slices(view: &View, tuned: Option<SettingId>) -> Vec<Slice> {
    let mut around = tuned.map(|setting| profiles_around(view, setting)).unwrap_or_default().into_iter();
    let slice = |(axis, profile): (usize, crate::Profile)| Slice {
        axis,
        parameter: profile.parameter,
        around_default: profile.points,
        around_tuned: around.next().map(|profile| profile.points).unwrap_or_default(),
    };
    profiles(view).into_iter().enumerate().map(slice).collect()
}

//! Which setting to show beside the default.

use crate::certificate::can_be_capped;
use crate::error::Error;
use crate::run::ADOPTED;
use crate::search::incumbent;
use crate::space::SettingId;
use crate::standings::standings;
use crate::store::Reader;
use crate::study::View;

/// What became of a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// Its last answer adopted this setting.
    Adopted(SettingId),
    /// Its last answer adopted the default. What was best in training beside it, if anything was compared with it there.
    NoImprovement(Option<SettingId>),
    /// It has no answer to its present question. This setting leads so far; it may be the default.
    SoFar(SettingId),
    /// Nothing can be compared yet.
    Nothing,
}

impl Chosen {
    /// The setting to show beside the default, if there is one.
    pub fn setting(&self) -> Option<SettingId> {
        match self {
            Chosen::Adopted(setting) | Chosen::SoFar(setting) => Some(*setting),
            Chosen::NoImprovement(setting) => *setting,
            Chosen::Nothing => None,
        }
        .filter(|setting| *setting != SettingId::DEFAULT)
    }
}

/// Which setting a study adopted, or which one leads.
///
/// The last answer counts as long as its setting is in the space and the default is known on all training instances: a study
/// that has asked for more since has no answer.
pub fn chosen(view: &View, reader: &Reader) -> Result<Chosen, Error> {
    let adopted = reader.noted(ADOPTED)?.and_then(|text| view.space.find(&text));
    Ok(match adopted.filter(|_| can_be_capped(view)) {
        Some(SettingId::DEFAULT) => Chosen::NoImprovement(best_beside_default(view)),
        Some(setting) => Chosen::Adopted(setting),
        None => match incumbent(&view.field()) {
            Some(best) => Chosen::SoFar(best.setting),
            None => Chosen::Nothing,
        },
    })
}

/// What led in training, or came next to the default.
fn best_beside_default(view: &View) -> Option<SettingId> {
    let other = |setting: &SettingId| *setting != SettingId::DEFAULT;
    let leader = incumbent(&view.field()).map(|best| best.setting).filter(other);
    leader.or_else(|| standings(view).into_iter().map(|(setting, _)| setting).find(other))
}

//! One parameter at a time.

use crate::space::{SettingId, Space};

/// The settings that differ from the default in one parameter at most, the default first.
pub fn settings(space: &Space) -> Vec<SettingId> {
    let lines = (0..space.axes().len()).flat_map(|axis| space.line(axis));
    let mut settings: Vec<_> = lines.map(|(_, setting)| setting).chain([SettingId::DEFAULT]).collect();
    settings.sort();
    settings.dedup();
    settings
}

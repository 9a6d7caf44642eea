//! The family that a user means, and what there is to say about its files.

use crate::console::warn;
use crate::exit::Failure;
use luthier::escape_name;
use luthier::io::ReadOptions;
use luthier_families::{Family, OpenOptions, Specification};
use std::path::Path;

/// The specification in what was typed; several words are files that a shell found.
pub fn specification(words: &[String]) -> Result<Specification, Failure> {
    let text = match words {
        [one] => one.clone(),
        several => format!("folder:{}", several.join(",")),
    };
    Ok(Specification::parse(&text)?)
}

/// Opens the family and warns of broken files and duplicates.
pub fn open(specification: &Specification, skip_broken: bool) -> Result<Family, Failure> {
    let options = OpenOptions { reading: ReadOptions::default(), skip_broken };
    let family = Family::open(specification, &options)?;
    let Some(folder) = family.folder() else { return Ok(family) };
    folder.broken().iter().for_each(|broken| warn(&format!("skipped: {}", broken.error)));
    let shown = |index| escape_name(&folder.path(index).unwrap_or(Path::new("")).display().to_string());
    for duplicate in folder.duplicates() {
        let (again, first) = (shown(duplicate.index), shown(duplicate.of));
        warn(&format!("{again} has the content of {first}; it counts twice"));
    }
    Ok(family)
}

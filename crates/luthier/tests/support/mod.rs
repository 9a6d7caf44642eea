//! What several test files need.
#![allow(dead_code)]

pub mod every;
pub mod families;
pub mod files;
pub mod memory;
pub mod models;
pub mod plain;
pub mod real;
pub mod recorded;
pub mod reducible;
pub mod runs;
pub mod simplex;
pub mod small;
pub mod streams;
pub mod trace;

use std::path::PathBuf;

/// A folder of the shared data, or `None` with a message where it is absent.
pub fn shared(folder: &str) -> Option<PathBuf> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(folder);
    if path.is_dir() {
        return Some(path);
    }
    eprintln!("skipped: {} is not there", path.display());
    None
}

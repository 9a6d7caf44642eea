//! How a solution file differs from a model.

use crate::problem::Fingerprint;
use crate::text::shown;
use std::fmt;

/// A difference between a solution file and a model that a start can live with.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mismatch {
    /// The file has names that the model lacks; their values are left out.
    NotInModel {
        /// "variable" or "row".
        kind: &'static str,
        /// How many.
        count: usize,
        /// The first of them.
        first: Vec<String>,
    },
    /// The model has names that the file lacks; their values are taken as zero.
    NotInFile {
        /// "variable" or "row".
        kind: &'static str,
        /// How many.
        count: usize,
        /// The first of them.
        first: Vec<String>,
    },
    /// The file gives no multipliers; they are taken as zero.
    NoMultipliers,
    /// The file is of a model with other numbers, as yesterday's is.
    OtherData {
        /// Fingerprint in the file.
        file: Fingerprint,
        /// Fingerprint of the model.
        model: Fingerprint,
    },
}

impl Mismatch {
    /// A short name that does not change, for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Mismatch::NotInModel { .. } => "not_in_model",
            Mismatch::NotInFile { .. } => "not_in_file",
            Mismatch::NoMultipliers => "no_multipliers",
            Mismatch::OtherData { .. } => "other_data",
        }
    }

    /// Whether it is no more than worth knowing: a start from another day's solution is what warm starts are for.
    pub fn is_info(&self) -> bool {
        matches!(self, Mismatch::OtherData { .. })
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mismatch::NotInModel { kind, count, first } => {
                write!(
                    f,
                    "{} of the file {} in the model ({})",
                    counted(*count, kind),
                    not(*count),
                    list(first, *count)
                )
            }
            Mismatch::NotInFile { kind, count, first } => {
                write!(
                    f,
                    "{} of the model {} in the file ({})",
                    counted(*count, kind),
                    not(*count),
                    list(first, *count)
                )
            }
            Mismatch::NoMultipliers => f.write_str("the file gives no multipliers of the rows"),
            Mismatch::OtherData { file, model } => {
                write!(
                    f,
                    "the file is of a model with other numbers (fingerprint {file}, this model has {model})"
                )
            }
        }
    }
}

fn counted(count: usize, kind: &str) -> String {
    format!("{count} {kind}{}", if count == 1 { "" } else { "s" })
}

fn not(count: usize) -> &'static str {
    if count == 1 { "is not" } else { "are not" }
}

fn list(first: &[String], count: usize) -> String {
    let names: Vec<_> = first.iter().map(|name| format!("'{}'", shown(name))).collect();
    names.join(", ") + if count > first.len() { ", ..." } else { "" }
}

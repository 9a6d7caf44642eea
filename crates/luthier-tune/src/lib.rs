//! Tuning: from a family of linear programs to the parameters that solve it with the least work.
//!
//! A study asks which setting of a declared [`Space`] has the least [`Cost`] on training instances. A search plans rounds
//! of trials from what is known, a sweep runs them side by side, and a store keeps every finished one.
#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod answer;
pub mod bounds;
mod budget;
mod certificate;
mod certify;
pub mod clock;
mod comparison;
mod cost;
mod error;
pub mod insight;
mod instances;
mod ledger;
mod question;
mod recheck;
mod record;
pub mod reproduction;
mod run;
mod search;
mod shard;
mod space;
mod split;
mod standings;
mod store;
pub mod structure;
mod study;
mod subject;
mod sweep;
pub mod theory;
mod tuned;
mod verdict;

pub use answer::{Answer, Effect, answer};
pub use budget::Budget;
pub use certificate::{
    ASSUMPTION, Basis, CERTIFICATE, Certificate, Certified, Check, Evidence, Kind, Opening, Pilot, Statement,
    card, make, openings, spend,
};
pub use comparison::Comparison;
pub use cost::{Cost, Measure, Term, Unit};
pub use error::Error;
pub use instances::{Instances, available};
pub use ledger::Ledger;
pub use question::{AUTO, Question};
pub use recheck::{Difference, recheck};
pub use record::{Ending, Record, Residuals};
pub use run::{End, Progress, RunOptions, TUNED, Watch, spent};
pub use search::{Ask, Choice, Field, Incumbent, Plan, Round, Search, incumbent};
pub use shard::Shard;
pub use space::{Axis, SPACES, SettingId, Space};
pub use split::{Candidate, Counts, Side, Split, divide, divide_in_time, order, walk};
pub use standings::{Profile, ProfilePoint, profiles, profiles_around, standings};
pub use store::{
    Asked, ExportFormat, InstanceRow, Merged, Reader, Source, Store, StoredTrial, check_question, export,
    merge,
};
pub use study::{Beginning, Study, View, build};
pub use sweep::SweepOptions;
pub use tuned::tuned_toml;
pub use verdict::{Verdict, cost_words};

/// The examples of the page about tuning are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/tuning.md")]
struct Tuning;

//! Tuning: from a family of linear programs to the parameters that solve it with the least work.
//!
//! A study asks which setting of a declared [`Space`] has the least [`Cost`] on training instances. A search plans rounds
//! of trials from what is known, a sweep runs them side by side, and a store keeps every finished one.
#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod cost;
mod error;
mod ledger;
mod record;
mod search;
mod space;
mod store;
mod split;

pub use cost::{Cost, Measure, Term, Unit};
pub use error::Error;
pub use ledger::Ledger;
pub use record::{Ending, Record, Residuals};
pub use search::{Ask, Choice, Field, Incumbent, Plan, Round, Search, incumbent};
pub use space::{Axis, SettingId, Space};
pub use store::{
    Asked, ExportFormat, InstanceRow, Merged, Reader, Side, Source, Store, StoredTrial, export, merge,
};
pub use space::{Axis, SPACES, SettingId, Space};
pub use split::{Candidate, Counts, Side, divide, order, walk};

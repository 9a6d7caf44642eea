//! The paper's experiments as a report: every figure, and what became of the claims.

mod figures;
mod page;

pub use figures::{Pair, Unit, heat_map, line, pairs};
pub use page::report;

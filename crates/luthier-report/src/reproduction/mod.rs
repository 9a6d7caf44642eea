//! The paper's experiments as a report: every figure, and what became of the claims.

mod figures;

pub use figures::{Pair, Unit, heat_map, line, pairs};

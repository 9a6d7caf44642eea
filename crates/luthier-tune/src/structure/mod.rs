//! Structure: how the iteration count depends on a parameter.
//!
//! The count of a run is piecewise constant in every real parameter: it can only change where a decision of the run flips, a
//! step that is rejected, a restart, the end. Here that is looked at on real runs: [`line()`] walks along one parameter and
//! narrows down where the count changes, [`map`] looks at step size and weight of plain PDHG together, and a [`Parting`] names
//! the decision that flips first between two values. What is between two values that were run is not known.

mod decisions;
mod line;
mod map;
mod parameter;
mod parting;
mod pieces;
mod range;
mod regions;
mod runs;

pub use decisions::{Decision, Event};
pub use line::{Level, Line, LineOptions, line};
pub use map::{Map, map, safe_step};
pub use parting::{Flip, Parting};
pub use pieces::{Piece, Resolution, Same, Sample};
pub use range::{Range, Scale};
pub use runs::{RunEnd, Running, decisions};

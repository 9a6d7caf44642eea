//! A stage of polishing, in one line.

use crate::console::{STRONG, styled};
use luthier::{Polishing, Side};

/// What is about to be done.
pub fn line(stage: &Polishing) -> String {
    format!("{}   {}", styled(STRONG, "polish"), text(stage))
}

fn text(stage: &Polishing) -> String {
    match stage {
        Polishing::Side { side, from, to } => {
            format!("{}: from a residual of {from:.1e} to {to:.1e}, both relative", words(*side))
        }
        Polishing::Closer { tolerance } => {
            format!("the gap would grow too large; first on to a tolerance of {tolerance:.1e}")
        }
    }
}

/// A side in words.
fn words(side: Side) -> &'static str {
    match side {
        Side::Primal => "rows",
        Side::Dual => "reduced costs",
    }
}

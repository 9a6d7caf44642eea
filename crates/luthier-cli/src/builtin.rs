//! The built-in problem: an instance of a family, the same on every machine.

use luthier::Problem;
use luthier_families::{Error, Family};

/// The family that it is from.
const FAMILY: &str = "transportation:60x90";

/// 60 suppliers, 90 customers: 5,400 variables, 150 rows.
pub fn transportation() -> Result<Problem, Error> {
    Family::parse(FAMILY)?.instance(0, 0)
}

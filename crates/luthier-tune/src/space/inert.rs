//! Parameters that do nothing beside others: settings that differ in them alone are the same.

use luthier::Parameters;
use luthier::params::{Method, PockChambolle};

/// All that plain PDHG looks at.
const PDHG: [&str; 7] = [
    "method",
    "initial_step",
    "initial_step_scale",
    "initial_weight",
    "initial_weight_scale",
    "check_period",
    "check_first",
];

/// Whether a parameter does nothing under these parameters.
pub fn is_inert(name: &str, parameters: &Parameters) -> bool {
    // Spaces do not have it: runs side by side are not presolved.
    if name == "presolve" {
        return true;
    }
    match parameters.method {
        Method::Pdhg => !PDHG.contains(&name),
        Method::Pdlp => match name {
            "pock_chambolle_alpha" => parameters.pock_chambolle == PockChambolle::Off,
            "ruiz_objective" => parameters.ruiz_iterations == 0,
            "check_first" => parameters.check_period == 1,
            _ => false,
        },
    }
}

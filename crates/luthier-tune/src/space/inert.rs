//! Parameters that do nothing beside others: settings that differ in them alone are the same.

use luthier::Parameters;
use luthier::params::{Method, PockChambolle};

/// All that plain PDHG looks at.
const PDHG: [&str; 8] = [
    "method",
    "initial_step",
    "initial_step_scale",
    "initial_weight",
    "initial_weight_rule",
    "initial_weight_scale",
    "check_period",
    "check_first",
];

/// What only PDLP looks at.
const PDLP: [&str; 5] =
    ["step_reduction_exponent", "step_growth_exponent", "weight_smoothing", "kkt_weights", "tested_point"];

/// What only the Halpern method looks at.
const HALPERN: [&str; 10] = [
    "step_scale",
    "norm_tolerance",
    "norm_limit",
    "norm_correction",
    "reflection",
    "weight_proportional",
    "weight_integral",
    "weight_derivative",
    "weight_memory",
    "weight_window",
];

/// Whether a parameter does nothing under these parameters.
pub fn is_inert(name: &str, parameters: &Parameters) -> bool {
    // Spaces do not have it: all settings alike are presolved, or none is.
    if name == "presolve" {
        return true;
    }
    match parameters.method {
        Method::Pdhg => !PDHG.contains(&name) || is_idle(name, parameters),
        Method::Pdlp => HALPERN.contains(&name) || is_idle(name, parameters),
        Method::Halpern => match name {
            // The power method is spared where the step size is given.
            "norm_tolerance" | "norm_limit" => parameters.initial_step.is_some(),
            "weight_memory" => parameters.weight_integral == 0.0,
            _ => PDLP.contains(&name) || is_idle(name, parameters),
        },
    }
}

/// Whether a parameter that methods share does nothing.
fn is_idle(name: &str, parameters: &Parameters) -> bool {
    match name {
        "pock_chambolle_alpha" => parameters.pock_chambolle == PockChambolle::Off,
        "ruiz_objective" => parameters.ruiz_iterations == 0,
        "initial_weight_rule" => parameters.initial_weight.is_some(),
        "check_first" => parameters.check_period == 1,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luthier::params::{Role, TABLE};

    /// The parameters that may be tuned and do something.
    fn at_work(parameters: &Parameters) -> Vec<&'static str> {
        let tunable = TABLE.iter().filter(|p| p.role == Role::Way).map(|p| p.name);
        tunable.filter(|name| !is_inert(name, parameters)).collect()
    }

    #[test]
    fn methods_share_what_neither_has_alone() {
        let of = |method| at_work(&Parameters { method, check_period: 8, ..Parameters::default() });
        let (pdlp, halpern) = (of(Method::Pdlp), of(Method::Halpern));
        assert!(PDLP.iter().all(|name| pdlp.contains(name) && !halpern.contains(name)));
        assert!(HALPERN.iter().all(|name| halpern.contains(name) && !pdlp.contains(name)));
        let shared = |of: &[&'static str], own: &[&str]| {
            of.iter().filter(|name| !own.contains(name)).copied().collect::<Vec<_>>()
        };
        assert_eq!(shared(&pdlp, &PDLP), shared(&halpern, &HALPERN));
        assert_eq!(of(Method::Pdhg).len(), PDHG.len());
    }

    #[test]
    fn a_given_step_size_needs_no_norm() {
        let given = Parameters { method: Method::Halpern, initial_step: Some(0.1), ..Parameters::default() };
        assert!(is_inert("norm_limit", &given) && is_inert("norm_tolerance", &given));
        assert!(!is_inert("norm_correction", &given) && !is_inert("step_scale", &given));
        let free = Parameters { weight_integral: 0.0, ..given };
        assert!(is_inert("weight_memory", &free));
    }

    #[test]
    fn a_given_weight_needs_no_rule() {
        for method in [Method::Pdhg, Method::Pdlp, Method::Halpern] {
            let auto = Parameters { method, ..Parameters::default() };
            let given = Parameters { initial_weight: Some(2.0), ..auto.clone() };
            assert!(!is_inert("initial_weight_rule", &auto) && is_inert("initial_weight_rule", &given));
        }
    }
}

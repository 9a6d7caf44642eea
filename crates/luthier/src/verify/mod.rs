//! An independent check of answers: is this point optimal to these tolerances, does this certificate prove what it claims?
//!
//! Nothing here is shared with the computations of the solver. Everything is computed afresh from the data of the
//! [`Problem`](crate::Problem), with sums that keep what rounding takes away, one after the other in the order of rows and
//! columns, so that the answer is the same on every machine.
//!
//! ```
//! use luthier::verify::{Tolerances, verify};
//! use luthier::{Parameters, ProblemBuilder, solve};
//! let problem = ProblemBuilder::new(1, 2)
//!     .objective(vec![1.0, 2.0])
//!     .triplets(vec![(0, 0, 1.0), (0, 1, 1.0)])
//!     .row_bounds(vec![4.0], vec![f64::INFINITY])
//!     .build()?;
//! let parameters = Parameters::default();
//! let mut solution = solve(&problem, &parameters)?;
//! let tolerances = Tolerances::from(&parameters);
//! assert!(verify(&problem, &solution.x, &solution.y, &tolerances)?.accepted);
//!
//! solution.x[0] -= 1.0;
//! let checked = verify(&problem, &solution.x, &solution.y, &tolerances)?;
//! assert!(!checked.accepted);
//! assert!(checked.refusals[0].to_string().starts_with("primal residual"));
//! # Ok::<(), luthier::Error>(())
//! ```

mod certificate;
mod dual;
mod dual_ray;
mod implied;
mod input;
mod measure;
mod point;
mod primal;
mod primal_ray;
mod refusal;
mod sum;
mod tolerances;

pub use certificate::{
    CertificateCheck, Claim, Finding, UnboundedCheck, verify_certificate, verify_unbounded,
};
pub use point::{Verification, verify};
pub use refusal::{Place, Refusal};
pub use tolerances::Tolerances;

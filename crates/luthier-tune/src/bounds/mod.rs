//! The bounds behind certificates: what a finite number of observations proves about all instances of a kind.
//!
//! The values are independent draws of the same kind, scaled to [0, 1]. Every bound is one-sided and fails with probability
//! delta at most; two bounds that are to hold together share delta out. Numbers are rounded so that a bound is never better
//! than its formula. Where little is known the answers are weak (0 or 1), and never wrong or missing.
//!
//! | question | answer |
//! |---|---|
//! | the mean | [`betting_lower`], [`betting_upper`]; to compare with, [`hoeffding_lower`], [`chernoff_kl_lower`], [`hoeffding_bentkus_lower`], [`maurer_pontil_lower`] and their `_upper` |
//! | a probability, from counts | [`proportion_lower`], [`proportion_upper`] |
//! | a quantile | [`quantile_upper`], [`least_for_quantile`] |
//! | a setting against the default | [`speedup_lower`], [`mean_saving_lower`], [`win_rate_lower`], [`harm_upper`], [`solved_difference`], all at once [`Paired`] |
//! | a setting against all of a space | [`regret_upper`], [`best_settings`] |
//! | whether what was promised still holds | [`EProcess`] |
//! | how many instances are needed | [`plan`] |

mod betting;
mod e_process;
mod error;
mod hoeffding;
mod hoeffding_bentkus;
mod input;
mod maurer_pontil;
mod paired;
pub mod plan;
mod proportion;
mod quantile;
mod regret;
mod rounding;
pub mod special;

pub use betting::{betting_lower, betting_upper};
pub use e_process::{EProcess, Evidence};
pub use error::BoundError;
pub use hoeffding::{chernoff_kl_lower, chernoff_kl_upper, hoeffding_lower, hoeffding_upper};
pub use hoeffding_bentkus::{hoeffding_bentkus_lower, hoeffding_bentkus_upper};
pub use maurer_pontil::{maurer_pontil_lower, maurer_pontil_upper};
pub use paired::{
    Paired, SolvedDifference, harm_upper, mean_saving_lower, solved_difference, speedup_lower, win_rate_lower,
};
pub use proportion::{proportion_lower, proportion_upper};
pub use quantile::{least_for_quantile, quantile_upper};
pub(crate) use regret::beats;
pub use regret::{best_settings, regret_upper};

//! Luthier against other solvers.
//!
//! Every solver runs in a process of its own (a [`process`]) and is asked for one solve at a time (the [`protocol`]) on problems that
//! all read from the same file (the [`exchange`]). What it answers is [`check`]ed here, by one function for all, on the original
//! problem, and kept as a [`record`]; the [`report`] is made from records alone.
#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

pub mod check;
pub mod contender;
pub mod error;
pub mod exchange;
pub mod instance;
pub mod judgement;
pub mod mean;
pub mod process;
pub mod protocol;
pub mod race;
pub mod record;
pub mod report;
pub mod worker;

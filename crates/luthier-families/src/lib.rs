//! Families: seeded distributions of linear programs.
//!
//! An instance is a function of the family's specification, a seed and an index, and of nothing else: the same on every platform,
//! in any order, from any thread. The page `docs/families.md` states the generator, the distributions and the order of the
//! draws; golden fingerprints in the tests hold them still.
//!
//! ```
//! use luthier_families::Family;
//! let family = Family::parse("transportation:30x45")?;
//! let problem = family.instance(7, 0)?;
//! assert_eq!((problem.columns(), problem.rows()), (1350, 75));
//! # Ok::<(), luthier_families::Error>(())
//! ```
#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod decay;
mod error;
mod family;
mod folder;
mod multipaths;
mod noise;
mod packing;
mod perturb;
mod qap;
mod random;
mod specification;
mod table;
mod transportation;
mod value;

pub use error::Error;
pub use family::{Family, OpenOptions};
pub use folder::{Broken, Duplicate, Folder};
pub use noise::Noise;
pub use qap::Qap;
pub use random::Random;
pub use specification::{Argument, Specification};
pub use table::{Description, Form, Parameter, TABLE, find};
pub use value::{Domain, Value};

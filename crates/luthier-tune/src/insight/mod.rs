//! What the pictures of a study show, as numbers.
//!
//! Each function reads a [`View`](crate::View), runs nothing (but for [`trajectories`], which says beforehand what that
//! takes) and returns plain data. Intervals, bands and sets are at 95%; where no guarantee is behind one, its documentation
//! says so.
//!
//! | question | answer |
//! |---|---|
//! | which setting to show beside the default | [`chosen()`] |
//! | when was what asked, which builds ran it | [`Chronicle`] |
//! | the cost over two parameters, and over which two | [`heat_map`], [`pairs`] |
//! | which settings may be the best | [`best_set()`] |
//! | the cost along one parameter | [`slices()`] |
//! | the default and a setting on each instance | [`duel()`] |
//! | how costs are distributed | [`ecdf`], [`performance`] |
//! | the gain at looser tolerances | [`ladder()`] |
//! | which parameters matter | [`importance()`], [`effects`] |
//! | which change gained what | [`ablation()`] |
//! | what more instances prove | [`growth()`] |
//! | how the search went | [`replay`] |
//! | how two runs went | [`trajectories`] |

mod ablation;
mod best_set;
mod chosen;
mod chronicle;
mod distribution;
mod duel;
mod effects;
mod growth;
mod heat;
mod importance;
mod ladder;
mod problem;
mod race;
mod slices;
mod table;
mod trajectory;

pub use ablation::{Ablation, AblationStep, Missing, ablation};
pub use best_set::{BestSet, best_set};
pub use chosen::{Chosen, chosen};
pub use chronicle::Chronicle;
pub use distribution::{Ecdf, EcdfStep, Performance, PerformanceStep, ecdf, performance};
pub use duel::{DuelPoint, duel};
pub use effects::{AxisEffect, effects, pairs};
pub use growth::{Growth, GrowthBasis, GrowthPoint, growth};
pub use heat::{Cell, CellCost, HeatAxis, HeatMap, heat_map};
pub use importance::{AxisShare, Importance, PairShare, Scale, importance};
pub use ladder::{LadderStep, ladder};
pub use race::{Replay, ReplayEnd, ReplayRound, replay};
pub use slices::{Slice, slices};
pub use trajectory::{
    TRAJECTORY_POINTS, Trajectories, Trajectory, TrajectoryPlan, TrajectoryPoint, trajectories,
    trajectory_plan,
};

/// The confidence of all bands and sets.
pub const CONFIDENCE: f64 = 0.95;

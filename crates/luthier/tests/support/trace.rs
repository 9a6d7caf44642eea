//! Every step of runs, kept.

use luthier::{Observer, Step, Which};
use std::sync::Mutex;

/// A step with its own copy of the iterates.
#[derive(Clone, Debug)]
pub struct Kept {
    pub trial: usize,
    pub k: u64,
    pub outer: u64,
    pub t: u64,
    pub rejected: u64,
    pub eta: f64,
    pub eta_next: f64,
    pub omega: f64,
    pub kkt: Option<(f64, f64)>,
    pub current: Option<[f64; 4]>,
    pub restart: Option<Which>,
    pub terminates: bool,
    pub x: Vec<f64>,
    pub y: Vec<f64>,
}

/// Keeps every step.
#[derive(Default)]
pub struct Recorder(Mutex<Vec<Kept>>);

impl Recorder {
    /// The steps of all trials, in the order in which they were made.
    pub fn steps(self) -> Vec<Kept> {
        self.0.into_inner().unwrap()
    }
}

impl Observer for Recorder {
    fn wants_steps(&self) -> bool {
        true
    }

    fn step(&self, s: &Step<'_>) {
        self.0.lock().unwrap().push(Kept {
            trial: s.trial,
            k: s.iteration,
            outer: s.outer,
            t: s.inner,
            rejected: s.rejected,
            eta: s.eta,
            eta_next: s.eta_next,
            omega: s.omega,
            kkt: s.kkt,
            current: s.current,
            restart: s.restart,
            terminates: s.terminates,
            x: s.x.to_vec(),
            y: s.y.to_vec(),
        });
    }
}

//! The recorded iterates.

use luthier::{PaperForm, Problem};
use serde::Deserialize;

#[derive(Deserialize)]
pub struct File {
    pub name: String,
    pub rows_inequality: usize,
    pub c: Vec<f64>,
    pub q: Vec<f64>,
    pub lower: Vec<Option<f64>>,
    pub upper: Vec<Option<f64>>,
    pub entries: Vec<(usize, usize, f64)>,
    pub runs: Vec<RecordedRun>,
    pub pdhg: Vec<RecordedPdhg>,
}

#[derive(Deserialize)]
pub struct RecordedRun {
    pub preset: String,
    pub theta: f64,
    pub alpha: f64,
    pub row_metric: Vec<f64>,
    pub column_metric: Vec<f64>,
    pub initial_eta: f64,
    pub steps: Vec<RecordedStep>,
}

#[derive(Deserialize)]
pub struct RecordedPdhg {
    pub eta: f64,
    pub omega: f64,
    pub steps: Vec<RecordedPoint>,
}

#[derive(Deserialize)]
pub struct RecordedPoint {
    pub k: u64,
    pub x: Vec<f64>,
    pub y: Vec<f64>,
}

#[derive(Deserialize)]
pub struct RecordedStep {
    pub k: u64,
    pub outer: u64,
    pub t: u64,
    pub rejected: u64,
    pub eta: f64,
    pub eta_next: f64,
    pub omega: f64,
    pub x: Vec<f64>,
    pub y: Vec<f64>,
    pub kkt_current: Option<f64>,
    pub kkt_average: Option<f64>,
    pub pfeas: Option<f64>,
    pub dfeas: Option<f64>,
    pub primal_objective: Option<f64>,
    pub dual_objective: Option<f64>,
    pub restarts_to: Option<String>,
    #[serde(default)]
    pub terminates: bool,
}

/// All recorded files; none, with a message, where they are absent.
pub fn files() -> Vec<File> {
    let Some(folder) = super::shared("conformance") else { return Vec::new() };
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() >= 7);
    paths.iter().map(|p| serde_json::from_str(&std::fs::read_to_string(p).unwrap()).unwrap()).collect()
}

impl File {
    pub fn problem(&self) -> Problem {
        let m1 = self.rows_inequality;
        let (g, a): (Vec<_>, Vec<_>) = self.entries.iter().partition(|e| e.0 < m1);
        PaperForm {
            c: self.c.clone(),
            g,
            h: self.q[..m1].to_vec(),
            a: a.into_iter().map(|(i, j, v)| (i - m1, j, v)).collect(),
            b: self.q[m1..].to_vec(),
            lower: self.lower.iter().map(|l| l.unwrap_or(f64::NEG_INFINITY)).collect(),
            upper: self.upper.iter().map(|u| u.unwrap_or(f64::INFINITY)).collect(),
        }
        .build()
        .unwrap()
    }
}

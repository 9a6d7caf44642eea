//! The real LPs of the shared data, with their recorded answers.

use luthier::io::{ReadOptions, read};
use luthier::{Problem, Solution, Status};
use std::path::{Path, PathBuf};

/// One LP with its recorded answer.
pub struct Recorded {
    pub name: String,
    pub path: PathBuf,
    /// "optimal", "infeasible" or "unbounded".
    pub status: String,
    pub objective: Option<f64>,
}

impl Recorded {
    pub fn read(&self) -> Problem {
        read(&self.path, &ReadOptions::default()).unwrap()
    }

    /// How far an objective is from the recorded one, relative to its size.
    pub fn error(&self, objective: f64) -> Option<f64> {
        self.objective.map(|o| (objective - o).abs() / o.abs().max(1.0))
    }

    /// What is wrong with a solution, if anything: a claim that the record contradicts, or an objective that is off.
    pub fn objection(&self, s: &Solution) -> Option<String> {
        let claimed = match s.status {
            Status::Optimal => "optimal",
            Status::Infeasible => "infeasible",
            Status::Unbounded => "unbounded",
            Status::InfeasibleOrUnbounded if self.status != "optimal" => return None,
            Status::InfeasibleOrUnbounded => "infeasible or unbounded",
            _ => return None,
        };
        if claimed != self.status {
            return Some(format!("{}: {claimed}, but it is {}", self.name, self.status));
        }
        let error = self.error(s.objective).filter(|e| claimed == "optimal" && *e > 1e-3)?;
        Some(format!("{}: the objective {} is off by {error:.1e}", self.name, s.objective))
    }
}

/// All LPs of the manifest in this folder.
pub fn recorded(data: &Path) -> Vec<Recorded> {
    let manifest = std::fs::read_to_string(data.join("lp/manifest.csv")).unwrap();
    let rows = manifest.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>());
    rows.map(|row| Recorded {
        name: row[0].rsplit('/').next().unwrap().trim_end_matches(".mps.gz").to_owned(),
        path: data.join(row[0]),
        status: row[5].to_owned(),
        objective: row[6].parse().ok(),
    })
    .collect()
}

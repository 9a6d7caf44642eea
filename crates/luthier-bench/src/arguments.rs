//! What can be typed.

use clap::{Parser, Subcommand, ValueEnum};
use luthier_bench::instance::Half;
use std::path::PathBuf;

/// Luthier against other solvers, one thread each, on the same problems, with one check of all answers.
#[derive(Debug, Parser)]
#[command(name = "luthier-bench")]
pub struct Arguments {
    /// What else this program can be.
    #[command(subcommand)]
    pub role: Option<Role>,
    /// The file of records: what it has already is not run again.
    #[arg(long, value_name = "FILE", default_value = "bench.jsonl")]
    pub out: PathBuf,
    /// Only print the tables of this file.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Relative and absolute tolerances.
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "1e-4,1e-8")]
    pub tol: Vec<f64>,
    /// Seconds for each solve.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    pub limit: f64,
    /// Seconds beyond the limit after which a solver is killed.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    pub grace: f64,
    /// Which problems.
    #[arg(long, value_enum, default_value = "all")]
    pub set: Set,
    /// The folder with lp/manifest.csv and the real LPs.
    #[arg(long, value_name = "FOLDER", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data"))]
    pub data: PathBuf,
    /// A family instead of the usual ones; may be repeated.
    #[arg(long, value_name = "FAMILY")]
    pub family: Vec<String>,
    /// Instances of each family.
    #[arg(long, value_name = "COUNT", default_value_t = 5)]
    pub instances: u64,
    /// The seed of the instances of families.
    #[arg(long, default_value_t = 1_000_003)]
    pub seed: u64,
    /// Only problems with this in their names.
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub only: String,
    /// Only problems with at most this many nonzeros.
    #[arg(long, value_name = "NONZEROS")]
    pub small: Option<usize>,
    /// Only the half of the problems whose names have an odd, or an even, hash.
    #[arg(long, value_enum)]
    pub subset: Option<Half>,
    /// Who takes part: luthier, ortools, ortools-presolve, highs-pdlp, highs-hipdlp; all of them unless said.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub solvers: Vec<String>,
    /// The settings of luthier: key=value,key=value; preset=NAME may come first.
    #[arg(long, value_name = "SETTINGS", default_value = "")]
    pub luthier: String,
    /// Luthier once more, under a name, with other settings; may be repeated.
    #[arg(long, value_name = "NAME:SETTINGS")]
    pub variant: Vec<String>,
    /// Parameters that were tuned for a family; may be repeated.
    #[arg(long, value_name = "FAMILY=FILE")]
    pub tuned: Vec<String>,
}

/// Roles beside that of the bench.
#[derive(Clone, Copy, Debug, Subcommand)]
pub enum Role {
    /// Solve what is asked for on standard input; the bench starts such processes.
    #[command(hide = true)]
    Worker,
}

/// Which problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Set {
    /// The real LPs.
    Real,
    /// Instances of families.
    Families,
    /// Both.
    All,
}

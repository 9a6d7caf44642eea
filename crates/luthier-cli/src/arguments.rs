//! What a user can type.

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// Solve linear programs with first-order methods, every parameter exposed.
#[derive(Parser)]
#[command(name = "luthier", version, after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLES: &str = "Examples:
  luthier solve                                  solve a built-in transportation problem
  luthier solve model.mps --tol 1e-6             solve a free-format MPS file
  luthier solve model.mps --preset reference --set weight_smoothing=0.2
  luthier params weight_smoothing                explain a parameter";

#[derive(Subcommand)]
pub enum Command {
    /// Solve a linear program
    Solve(SolveOptions),
    /// List all parameters, or explain one
    Params {
        /// Name of a parameter
        name: Option<String>,
    },
}

#[derive(Args)]
pub struct SolveOptions {
    /// Free-format MPS file; without it, a built-in transportation problem (60 suppliers, 90 customers) is solved
    pub file: Option<PathBuf>,
    /// Parameters to start from: paper or reference
    #[arg(long, default_value = "paper")]
    pub preset: String,
    /// Set a parameter, as often as needed; see `luthier params`
    #[arg(long, value_name = "NAME=VALUE", value_parser = assignment)]
    pub set: Vec<(String, String)>,
    /// Relative and absolute tolerance at once
    #[arg(long, value_name = "TOLERANCE")]
    pub tol: Option<String>,
    /// Most seconds
    #[arg(long, value_name = "SECONDS")]
    pub time_limit: Option<String>,
    /// No progress log
    #[arg(short, long)]
    pub quiet: bool,
}

fn assignment(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE, such as weight_smoothing=0.2")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

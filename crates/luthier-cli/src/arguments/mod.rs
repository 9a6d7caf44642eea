//! What a user can type.

mod certify;
mod examples;
mod families;
mod reading;
mod report;
mod reproduce;
mod settings;
mod solve;
mod structure;
mod theory;
mod tune;

pub use certify::{CertifyArguments, MonitorArguments, PlanArguments};
pub use families::{FamiliesArguments, GenerateArguments};
pub use reading::{ReadFlags, format_of};
pub use report::ReportArguments;
pub use reproduce::ReproduceArguments;
pub use settings::Settings;
pub use solve::{SolveArguments, TalkFlags, Warm};
pub use structure::StructureArguments;
pub use theory::{SizeFlags, TheoryArguments};
pub use tune::{CostFlags, MergeArguments, StudyArguments, TuneArguments};

use clap::builder::FalseyValueParser;
use clap::{Arg, Args, ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};
use std::ffi::OsString;
use std::path::PathBuf;

/// Solve linear programs with first-order methods, tuned to the problems you have.
#[derive(Parser)]
#[command(name = "luthier", version, after_help = examples::SHORT, after_long_help = examples::LONG)]
#[command(subcommand_required = true, arg_required_else_help = true)]
pub struct Arguments {
    /// What is to be done.
    #[command(subcommand)]
    pub command: Command,
    /// When to use colours: auto means on a terminal, unless NO_COLOR is set or TERM is dumb
    #[arg(long, global = true, env = "LUTHIER_COLOR", value_name = "WHEN", default_value = "auto")]
    #[arg(hide_short_help = true)]
    pub color: ColorChoice,
}

/// The commands.
#[derive(Subcommand)]
pub enum Command {
    /// Solve a linear program
    #[command(after_help = examples::SOLVE, after_long_help = examples::SOLVE_LONG)]
    Solve(Box<SolveArguments>),
    /// Read models and say what is in them and what is remarkable, without solving
    #[command(after_help = examples::CHECK)]
    Check(CheckArguments),
    /// Recompute what a solution file says about a model, or a certificate about its study, and whether it is true
    #[command(after_help = examples::VERIFY)]
    Verify(VerifyArguments),
    /// Write a model in another format
    #[command(after_help = examples::CONVERT)]
    Convert(ConvertArguments),
    /// List all parameters, or explain one
    #[command(after_help = examples::PARAMS)]
    Params(ParamsArguments),
    /// List the families of problems, explain one, or look at a few instances
    #[command(after_help = examples::FAMILIES)]
    Families(FamiliesArguments),
    /// Write instances of a family into a folder
    #[command(after_help = examples::GENERATE)]
    Generate(GenerateArguments),
    /// Find the parameters that solve your kind of problem with the least work
    #[command(after_help = examples::TUNE, after_long_help = examples::TUNE_LONG)]
    Tune(Box<TuneArguments>),
    /// Say what a study holds, what is best so far and what is left; or export it
    #[command(after_help = examples::STUDY)]
    Study(StudyArguments),
    /// Put the trials of several studies of one question together
    #[command(after_help = examples::MERGE)]
    Merge(MergeArguments),
    /// Run the sealed problems of a study, and say what the tuned parameters will do on problems not yet seen
    #[command(after_help = examples::CERTIFY)]
    Certify(CertifyArguments),
    /// Say how many problems a wanted statement takes, and what a number of them can show
    #[command(after_help = examples::PLAN)]
    Plan(PlanArguments),
    /// Watch whether deployed solves are still like what was certified
    #[command(after_help = examples::MONITOR)]
    Monitor(MonitorArguments),
    /// Evaluate the bounds of the theory for given or measured sizes, with every constant named
    #[command(after_help = examples::THEORY)]
    Theory(Box<TheoryArguments>),
    /// Show how the iterations of one problem depend on a parameter: its pieces, and the decisions that flip between them
    #[command(after_help = examples::STRUCTURE, after_long_help = examples::STRUCTURE_LONG)]
    Structure(Box<StructureArguments>),
    /// Write what a study found as a page for a browser, and its charts as files
    #[command(after_help = examples::REPORT)]
    Report(ReportArguments),
    /// Redo the experiments of the paper, and hold its claims against what is measured
    #[command(after_help = examples::REPRODUCE)]
    Reproduce(ReproduceArguments),
    /// Print what a shell needs to complete commands and flags
    #[command(after_help = examples::COMPLETIONS)]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write the pages of all commands into a folder
    #[command(after_help = examples::MAN)]
    Man {
        /// The folder; it must exist
        #[arg(long, value_name = "FOLDER", env = "LUTHIER_OUT")]
        out: Option<PathBuf>,
    },
}

/// What `luthier check` can be told.
#[derive(Args)]
pub struct CheckArguments {
    /// Files to check; - is standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// One JSON document on standard output
    #[arg(long, env = "LUTHIER_JSON", value_parser = FalseyValueParser::new())]
    pub json: bool,
    #[command(flatten)]
    pub reading: ReadFlags,
}

/// What `luthier verify` can be told.
#[derive(Args)]
pub struct VerifyArguments {
    /// The model; - is standard input. Or a certificate
    #[arg(value_name = "MODEL")]
    pub model: PathBuf,
    /// The solution: .json or .sol, plain or compressed. Or the folder of the study that the certificate is about
    #[arg(value_name = "SOLUTION")]
    pub solution: PathBuf,
    /// Relative and absolute tolerance at once [default: what the file records, else 1e-4]
    #[arg(long, env = "LUTHIER_TOL", value_name = "TOLERANCE", value_parser = positive)]
    pub tol: Option<f64>,
    /// One JSON document on standard output
    #[arg(long, env = "LUTHIER_JSON", value_parser = FalseyValueParser::new())]
    pub json: bool,
    #[command(flatten)]
    pub reading: ReadFlags,
}

/// What `luthier convert` can be told.
#[derive(Args)]
pub struct ConvertArguments {
    /// The model; - is standard input
    #[arg(value_name = "IN")]
    pub input: PathBuf,
    /// Where it goes: .mps or .lp, with .gz, .bz2 or .zst behind it to compress; - is standard output, with --to
    #[arg(value_name = "OUT")]
    pub output: PathBuf,
    /// Format to write; without it, told by the name of OUT
    #[arg(long, env = "LUTHIER_TO", value_name = "FORMAT", value_parser = reading::format_names())]
    pub to: Option<String>,
    /// Replace OUT if it is there
    #[arg(long, env = "LUTHIER_FORCE", value_parser = FalseyValueParser::new())]
    pub force: bool,
    #[command(flatten)]
    pub reading: ReadFlags,
}

/// What `luthier params` can be told.
#[derive(Args)]
pub struct ParamsArguments {
    /// Name of a parameter
    pub name: Option<String>,
    /// One JSON document on standard output
    #[arg(long, env = "LUTHIER_JSON", value_parser = FalseyValueParser::new())]
    pub json: bool,
}

impl Arguments {
    /// Reads the command line and the environment; wrong usage, help and version come back as what clap has to say.
    pub fn read(line: &[OsString]) -> Result<Arguments, clap::Error> {
        let mut command = definition().color(wanted_color(line));
        if line.iter().any(|word| word == "-h") {
            command = command.mut_subcommands(|c| c.mut_args(|a| a.hide_env(true)));
        }
        let matches = command.try_get_matches_from_mut(line)?;
        Arguments::from_arg_matches(&matches).map_err(|e| e.format(&mut command))
    }
}

/// The whole definition, for parsing, completions and manual pages.
pub fn definition() -> clap::Command {
    let quiet_environment = |a: Arg| a.hide_env_values(true);
    let last_counts = |c: clap::Command| c.args_override_self(true).mut_args(quiet_environment);
    last_counts(Arguments::command()).mut_subcommands(last_counts)
}

/// A number above zero.
fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|v| *v > 0.0 && v.is_finite());
    number.ok_or_else(|| "expected a positive number, such as 1e-6".to_owned())
}

/// What --color asks for, also for what is said about a command line that cannot be read.
fn wanted_color(line: &[OsString]) -> ColorChoice {
    let words: Vec<_> = line.iter().map(|word| word.to_string_lossy()).collect();
    let separate = words.windows(2).rev().find(|pair| pair[0] == "--color").map(|pair| pair[1].to_string());
    let joined = words.iter().rev().find_map(|word| word.strip_prefix("--color=").map(str::to_owned));
    let asked = joined.or(separate).or_else(|| std::env::var("LUTHIER_COLOR").ok());
    match asked.as_deref() {
        Some("always") => ColorChoice::Always,
        Some("never") => ColorChoice::Never,
        _ => ColorChoice::Auto,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_sound() {
        definition().debug_assert();
    }

    #[test]
    fn every_flag_has_an_environment_variable_of_its_own_name() {
        for command in definition().get_subcommands() {
            for arg in command.get_arguments().filter(|a| !a.is_positional()) {
                let Some(long) = arg.get_long().filter(|l| !["help", "version"].contains(l)) else {
                    continue;
                };
                let expected = format!("LUTHIER_{}", long.to_ascii_uppercase().replace('-', "_"));
                assert_eq!(arg.get_env().and_then(|e| e.to_str()), Some(expected.as_str()), "{long}");
            }
        }
    }
}

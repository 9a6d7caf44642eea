//! Parameters as a user gives them: presets, files, tolerances, and a flag for every row of the table of parameters.

use clap::builder::{PossibleValuesParser, ValueParser};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use luthier::params::{Domain, PRESETS, Parameter, TABLE};
use luthier::{Parameters, escape_name};
use std::path::PathBuf;

/// The parameters that were asked for, by where that was.
#[derive(Debug, Default)]
pub struct Settings {
    /// The preset to start from.
    pub preset: String,
    /// A file of parameters, which count over the preset.
    pub file: Option<PathBuf>,
    /// What environment variables say, over the file.
    pub environment: Layer,
    /// What the command line says, over all.
    pub line: Layer,
}

/// Parameters from one place.
#[derive(Debug, Default)]
pub struct Layer {
    /// Relative and absolute tolerance at once.
    pub tolerance: Option<String>,
    /// Single parameters with their values, in the order in which they count; over the tolerance.
    pub assignments: Vec<(String, String)>,
}

/// Names for tolerances.
const ACCURACIES: [(&str, &str); 3] = [("low", "1e-4"), ("medium", "1e-6"), ("high", "1e-8")];

/// The heading of the flags that the table of parameters gives.
const HEADING: &str = "Parameters";

impl Args for Settings {
    fn augment_args(command: Command) -> Command {
        let command = command.args([tolerance(), accuracy(), preset(), file(), assignment()]);
        command.args(TABLE.iter().map(flag))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Settings::augment_args(command)
    }
}

fn tolerance() -> Arg {
    let arg = Arg::new("tol").long("tol").env("LUTHIER_TOL").value_name("TOLERANCE");
    arg.value_parser(|text: &str| super::positive(text).map(|_| text.to_owned()))
        .allow_negative_numbers(true)
        .help("Relative and absolute tolerance at once [default: 1e-4]")
}

fn accuracy() -> Arg {
    let arg = Arg::new("accuracy").long("accuracy").env("LUTHIER_ACCURACY").value_name("LEVEL");
    arg.value_parser(PossibleValuesParser::new(ACCURACIES.map(|a| a.0)))
        .help("Tolerance by intent: 1e-4, 1e-6 or 1e-8")
}

fn preset() -> Arg {
    let arg = Arg::new("preset").long("preset").env("LUTHIER_PRESET").value_name("NAME");
    arg.default_value("paper")
        .value_parser(PossibleValuesParser::new(PRESETS.iter().map(|p| p.0)))
        .help("Parameters to start from")
}

fn file() -> Arg {
    let arg = Arg::new("params").long("params").env("LUTHIER_PARAMS").value_name("FILE");
    arg.value_parser(ValueParser::path_buf()).help("Parameters from a TOML file; they count over the preset")
}

fn assignment() -> Arg {
    let arg = Arg::new("set").long("set").env("LUTHIER_SET").value_name("NAME=VALUE");
    arg.action(ArgAction::Append)
        .value_delimiter(',')
        .value_parser(assigned)
        .help("Set a parameter, as often as needed; see `luthier params`")
}

/// The flag of a parameter.
fn flag(parameter: &'static Parameter) -> Arg {
    let values = match parameter.domain {
        Domain::Choice(names) => PossibleValuesParser::new(names).into(),
        Domain::Switch => PossibleValuesParser::new(["true", "false"]).into(),
        _ => ValueParser::new(move |text: &str| in_domain(parameter, text)),
    };
    let ending = match parameter.domain {
        Domain::Choice(_) | Domain::Switch => String::new(),
        domain => format!(" ({domain})"),
    };
    Arg::new(parameter.name)
        .long(parameter.name.replace('_', "-"))
        .env(format!("LUTHIER_{}", parameter.name.to_ascii_uppercase()))
        .value_name("VALUE")
        .value_parser(values)
        .allow_negative_numbers(true)
        .help(format!("{}{ending} [default: {}]", parameter.doc, parameter.default_value()))
        .help_heading(HEADING)
        .hide_short_help(true)
}

fn in_domain(parameter: &Parameter, text: &str) -> Result<String, String> {
    match parameter.domain.parse(text) {
        Some(_) => Ok(text.to_owned()),
        None => Err(format!("expected {}", parameter.domain)),
    }
}

/// NAME=VALUE with a name and a value that exist; dashes in the name are as good as underscores.
fn assigned(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE, such as weight_smoothing=0.2")?;
    let (name, value) = (name.trim().replace('-', "_"), value.trim());
    Parameters::default().set(&name, value).map_err(|e| e.to_string())?;
    Ok((name, value.to_owned()))
}

impl FromArgMatches for Settings {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Settings, Error> {
        Ok(Settings {
            preset: matches.get_one::<String>("preset").cloned().unwrap_or_default(),
            file: matches.get_one::<PathBuf>("params").cloned(),
            environment: layer(matches, ValueSource::EnvVariable)?,
            line: layer(matches, ValueSource::CommandLine)?,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Settings::from_arg_matches(matches)?;
        Ok(())
    }
}

/// What one source says.
fn layer(matches: &ArgMatches, source: ValueSource) -> Result<Layer, Error> {
    let text = |id: &str| match matches.value_source(id) {
        Some(s) if s == source => matches.get_one::<String>(id).cloned(),
        _ => None,
    };
    let level = text("accuracy").and_then(|level| ACCURACIES.into_iter().find(|a| a.0 == level));
    let tolerance = match (text("tol"), level) {
        (Some(_), Some(_)) => {
            let problem = "--tol and --accuracy both set the tolerance; give one of them\n";
            return Err(Error::raw(ErrorKind::ArgumentConflict, problem));
        }
        (given, level) => given.or(level.map(|a| a.1.to_owned())),
    };
    let mut placed: Vec<(usize, (String, String))> = Vec::new();
    for name in TABLE.iter().map(|p| p.name) {
        if let (Some(value), Some(place)) = (text(name), matches.index_of(name)) {
            placed.push((place, (name.to_owned(), value)));
        }
    }
    if matches.value_source("set") == Some(source)
        && let (Some(places), Some(pairs)) =
            (matches.indices_of("set"), matches.get_many::<(String, String)>("set"))
    {
        placed.extend(places.zip(pairs.cloned()));
    }
    // What was typed last counts.
    placed.sort_by_key(|p| p.0);
    Ok(Layer { tolerance, assignments: placed.into_iter().map(|p| p.1).collect() })
}

impl Layer {
    fn apply(&self, parameters: &mut Parameters) -> Result<(), luthier::Error> {
        if let Some(tolerance) = &self.tolerance {
            parameters.set("relative_tolerance", tolerance)?;
            parameters.set("absolute_tolerance", tolerance)?;
        }
        self.assignments.iter().try_for_each(|(name, value)| parameters.set(name, value))
    }
}

impl Settings {
    /// The parameters that all this amounts to: command line over environment over file over preset.
    pub fn parameters(&self) -> Result<Parameters, luthier::Error> {
        let mut parameters = Parameters::preset(&self.preset)?;
        if let Some(file) = &self.file {
            parameters = parameters.overlaid(file)?;
        }
        for layer in [&self.environment, &self.line] {
            layer.apply(&mut parameters)?;
        }
        parameters.validate()?;
        Ok(parameters)
    }

    /// Where the parameters start from, in words.
    pub fn origin(&self) -> String {
        match &self.file {
            Some(file) => {
                let file = escape_name(&file.display().to_string());
                format!("preset {} unless {file} says otherwise", self.preset)
            }
            None => format!("preset {}", self.preset),
        }
    }
}

//! Spaces as text, such as `theta=0.1,0.5,1; ruiz_iterations=0..20:5`.

use super::check::{impossible, untunable};
use super::{Axis, Space, range};
use crate::error::{Error, shown};
use luthier::params::{Parameter, Role, TABLE, Value};
use luthier::{Parameters, nearest};

/// Spaces that have a name, with their text.
pub static SPACES: [(&str, &str); 2] = [
    // What gained most over the preset `paper` on the families; docs/tuning.md tells how it was found. A weight that
    // hardly moves needs a good start, so its scale is fine; testing both points cannot cost iterations.
    (
        "default",
        "weight_smoothing=0,0.05,0.2,0.5,1; initial_weight_scale=0.06,0.12,0.25,0.5,1,2,4,8,16; \
         pock_chambolle=power-sums,off; ruiz_iterations=2,10; necessary_reduction=0.3,0.8; \
         artificial_restart=0.36,none; tested_point=either",
    ),
    // The joint grid of the paper's figures, which holds the default.
    ("paper", "weight_smoothing=0.02,0.1..1:10; pock_chambolle_alpha=0.1..0.9:5,1,1.1..1.9:5"),
];

/// Flags of the command that set parameters without being one; they say what is asked for.
const FLAGS: [&str; 2] = ["tol", "accuracy"];

impl Space {
    /// Reads a space. Every text holds axes, separated by `;` or blanks. An axis is a parameter with values, `NAME=V,V,...`,
    /// a parameter alone, which means its default grid, or the name of one of [`SPACES`], which means all its axes. `NAME` is
    /// the parameter's name, with `-` as good as `_`, or its symbol. In place of a value there may be a range: `A..B:N` is N
    /// values from A to B, and `A..B:Nlog` (or `A..B:N:log`) has them evenly on a logarithmic scale; for whole numbers they
    /// are rounded.
    ///
    /// ```
    /// use luthier::Parameters;
    /// use luthier_tune::Space;
    /// let texts = ["theta=0.1,0.5..1:2".to_owned(), "ruiz-iterations=0..20:3".to_owned()];
    /// let space = Space::parse(&texts, &Parameters::default())?;
    /// assert_eq!(space.to_string(), "weight_smoothing=0.1,0.5,1; ruiz_iterations=0,10,20");
    /// # Ok::<(), luthier_tune::Error>(())
    /// ```
    pub fn parse(texts: &[String], base: &Parameters) -> Result<Space, Error> {
        let written = texts.join("; ");
        let mut axes = Vec::new();
        for piece in pieces(&written) {
            let named = SPACES.iter().find(|(name, _)| *name == piece);
            for text in named.map_or_else(|| vec![piece.clone()], |(_, text)| pieces(text)) {
                let axis = axis(&text).map_err(|problem| Error::Space { text: piece.clone(), problem })?;
                axes.push((piece.clone(), axis));
            }
        }
        if axes.is_empty() {
            return Err(Error::Space { text: written, problem: empty() });
        }
        let space = Space::declare(base.clone(), axes, &written)?;
        if space.settings().len() < 2 {
            let problem = "all of it is the default, and there is nothing to tune; expected a value that changes something, such as theta=0.2";
            return Err(Error::Space { text: written, problem: problem.to_owned() });
        }
        Ok(space)
    }
}

fn empty() -> String {
    format!(
        "there is nothing in it; expected parameters with values, such as theta=0.1,0.5,1, or a space with a name ({})",
        SPACES.map(|(name, _)| name).join(", ")
    )
}

/// The axes of a text, each without blanks. Blanks beside `=`, `,`, `:` and `..` separate nothing.
fn pieces(text: &str) -> Vec<String> {
    let marks = ["=", ",", ":", ".."];
    let mut pieces: Vec<String> = Vec::new();
    for part in text.split(';') {
        let first = pieces.len();
        for word in part.split_whitespace() {
            let begins = marks.iter().any(|mark| word.starts_with(mark));
            match pieces[first..].last_mut() {
                Some(last) if begins || marks.iter().any(|mark| last.ends_with(mark)) => last.push_str(word),
                _ => pieces.push(word.to_owned()),
            }
        }
    }
    pieces
}

/// Reads one axis; the error says what is wrong with it.
fn axis(text: &str) -> Result<Axis, String> {
    let (name, list) = text.split_once('=').map_or((text, None), |(name, list)| (name, Some(list)));
    let parameter = parameter(name, list.is_none())?;
    let mut values = Vec::new();
    let list = list.unwrap_or(parameter.grid);
    for item in list.split(',').filter(|_| !list.is_empty()) {
        values.extend(items(parameter, item)?);
    }
    Ok(Axis { parameter, values })
}

/// The parameter with this name or symbol. Where it stands alone, it may have been meant as the name of a space.
fn parameter(name: &str, alone: bool) -> Result<&'static Parameter, String> {
    if name.is_empty() {
        return Err("there is no name before '='; expected that of a parameter, such as theta=0.1".to_owned());
    }
    let plain = name.replace('-', "_");
    let found = TABLE.iter().find(|p| p.name == plain || p.symbol == plain);
    match found {
        Some(parameter) if parameter.role == Role::Meaning => Err(untunable(parameter.name, parameter.name)),
        Some(parameter) => Ok(parameter),
        None if FLAGS.contains(&name) => Err(untunable(name, name)),
        None => Err(unknown(name, &plain, alone)),
    }
}

fn unknown(name: &str, plain: &str, alone: bool) -> String {
    let tunable = TABLE.iter().filter(|p| p.role == Role::Way);
    let spaces = SPACES.iter().map(|(space, _)| *space).filter(|_| alone);
    let words = tunable.flat_map(|p| [p.name, p.symbol]).filter(|word| !word.is_empty()).chain(spaces);
    let hint = match nearest(plain, words) {
        Some(word) => format!("did you mean '{word}'?"),
        None => "`luthier params` lists them".to_owned(),
    };
    format!("there is no parameter '{}'; {hint}", shown(name))
}

/// What stands between two commas: a value or a range.
fn items(parameter: &Parameter, text: &str) -> Result<Vec<Value>, String> {
    if text.is_empty() {
        return Err("there is nothing beside a comma; expected values with single commas between them".into());
    }
    if text.contains('=') {
        return Err(format!("'{}' is where a value was expected; separate axes with ';'", shown(text)));
    }
    if text.contains("..") {
        return range::values(parameter, text);
    }
    match parameter.domain.parse(text) {
        // Zero has one sign.
        Some(Value::Real(v)) => Ok(vec![Value::Real(v + 0.0)]),
        Some(value) => Ok(vec![value]),
        None => Err(impossible(parameter, text)),
    }
}

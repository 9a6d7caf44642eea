//! What a study asks: all that decides which trials it consists of, and what they come to.

use crate::cost::{Cost, Measure, rung_of};
use crate::error::Error;
use crate::search::Search;
use crate::space::Space;
use crate::split::{Counts, Split};
use luthier::Parameters;
use luthier::params::TABLE;
use serde::{Deserialize, Serialize};

/// Version of the layout of `study.toml`.
const FORMAT: u32 = 1;

/// The name of the search that is chosen by the budget.
pub const AUTO: &str = "auto";

/// What a study asks.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The family: its canonical specification.
    pub family: String,
    /// The seed of its instances.
    pub seed: u64,
    /// A family of its own for the test instances.
    pub test_family: Option<String>,
    /// How many instances are trained on, looked at once, and sealed. For families of files: what part.
    pub counts: Counts,
    /// The counts that the study began with: what part of the instances is on which side never changes.
    pub shares: Counts,
    /// What decides which instance is on which side: its content, or its place in time.
    pub split: Split,
    /// What decides which instance is on which side, beside its content.
    pub salt: u64,
    /// The declared space, as text.
    pub space: String,
    /// How it is searched.
    /// `None`: grid or halving, as the budget allows.
    pub search: Option<Search>,
    /// What is to be small.
    pub measure: Measure,
    /// The tolerance that counts as solved, if it is not that of the runs.
    pub solved_at: Option<f64>,
    /// The preset that the parameters start from.
    pub preset: String,
    /// The parameters that everything is compared with; what they say about goal and limits holds for all trials.
    pub parameters: Parameters,
}

/// The same as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    format: u32,
    family: String,
    seed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    test_family: Option<String>,
    train: u64,
    test: u64,
    sealed: u64,
    shares: [u64; 3],
    #[serde(default)]
    split: Option<String>,
    salt: u64,
    space: String,
    search: String,
    cost: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    solved_at: Option<f64>,
    preset: String,
    /// Read here; written by those who know the table of parameters.
    #[serde(default, skip_serializing)]
    parameters: toml::Table,
}

impl Question {
    /// The space, read and checked.
    pub fn space(&self) -> Result<Space, Error> {
        Space::parse(std::slice::from_ref(&self.space), &self.parameters)
    }

    /// The cost of a trial.
    pub fn cost(&self) -> Result<Cost, Error> {
        let rung = self.solved_at.map(|tolerance| self.rung(tolerance)).transpose()?;
        Ok(Cost { measure: self.measure, rung, limit: self.parameters.iteration_limit })
    }

    /// The tolerance that counts as solved.
    pub fn tolerance(&self) -> f64 {
        self.solved_at.unwrap_or(self.parameters.relative_tolerance)
    }

    fn rung(&self, tolerance: f64) -> Result<usize, Error> {
        let rung = rung_of(tolerance).filter(|_| tolerance >= self.parameters.relative_tolerance);
        let bad =
            |problem: &str| Error::Question { what: "solved-at".to_owned(), problem: problem.to_owned() };
        let rung = rung.ok_or_else(|| {
            bad(&format!(
                "{tolerance:e} is not recorded; expected one of 1e-2, 1e-3, .., 1e-8 that is no tighter than the \
                 tolerance of the runs, {:e}",
                self.parameters.relative_tolerance
            ))
        })?;
        match self.measure {
            Measure::Iterations | Measure::Geometric | Measure::Par10 => Ok(rung),
            Measure::Passes | Measure::Seconds => Err(bad(&format!(
                "looser goals are recorded in iterations alone, not in {}; expected the cost iterations, sgm or par10",
                self.measure.name()
            ))),
        }
    }

    /// As text that [`Question::parse`] reads.
    pub fn to_toml(&self) -> String {
        let text = Text {
            format: FORMAT,
            family: self.family.clone(),
            seed: self.seed,
            test_family: self.test_family.clone(),
            train: self.counts.train,
            test: self.counts.test,
            sealed: self.counts.sealed,
            shares: [self.shares.train, self.shares.test, self.shares.sealed],
            split: Some(self.split.name().to_owned()),
            salt: self.salt,
            space: self.space.clone(),
            search: self.search.map_or_else(|| AUTO.to_owned(), |search| search.to_string()),
            cost: self.measure.name().to_owned(),
            solved_at: self.solved_at,
            preset: self.preset.clone(),
            parameters: toml::Table::new(),
        };
        // A struct of texts and numbers has a form in TOML.
        let top = toml::to_string(&text).unwrap_or_default();
        format!(
            "# What this study asks. Luthier wrote it; the same command goes on where the study stands.\n{}\n\n\
             # The default that settings are compared with, as far as it differs from Luthier's own.\n[parameters]\n{}",
            top,
            self.parameters.to_toml()
        )
    }

    /// Reads what [`Question::to_toml`] wrote; `name` stands for the text in errors.
    pub fn parse(name: &str, text: &str) -> Result<Question, Error> {
        let bad = |problem: String| Error::Question { what: name.to_owned(), problem };
        let read: Text = toml::from_str(text).map_err(|e| bad(format!("cannot be read: {e}")))?;
        if read.format != FORMAT {
            return Err(bad(format!(
                "has format {}; expected {FORMAT}: this study was made by another version of Luthier",
                read.format
            )));
        }
        let parameters = toml::to_string(&read.parameters).unwrap_or_default();
        let measure = Measure::parse(&read.cost)?;
        let split = Split::parse(read.split.as_deref().unwrap_or(Split::Content.name()))
            .ok_or_else(|| bad("is split in a way that this version does not know".to_owned()))?;
        Parameters::preset(&read.preset)?;
        Ok(Question {
            family: read.family,
            seed: read.seed,
            test_family: read.test_family,
            counts: Counts { train: read.train, test: read.test, sealed: read.sealed },
            shares: Counts { train: read.shares[0], test: read.shares[1], sealed: read.shares[2] },
            split,
            salt: read.salt,
            space: read.space,
            search: if read.search == AUTO { None } else { Some(Search::parse(&read.search)?) },
            measure,
            solved_at: read.solved_at,
            preset: read.preset,
            parameters: Parameters::from_toml(name, &parameters)?,
        })
    }

    /// The same question with the split of an earlier one: what was decided about instances stays.
    pub(crate) fn keeping_split_of(mut self, earlier: &Question) -> Question {
        self.shares = earlier.shares;
        let (mine, theirs) = (&mut self.counts, &earlier.counts);
        mine.train = mine.train.max(theirs.train);
        mine.test = mine.test.max(theirs.test);
        mine.sealed = mine.sealed.max(theirs.sealed);
        self
    }

    /// What stands in the way of going on with a study that asked this: trials of the two would not be the same.
    pub fn conflict(&self, earlier: &Question) -> Option<String> {
        let differ = |what: &str, now: &str, then: &str| {
            (now != then).then(|| format!("{what} is '{now}', but the study has '{then}'"))
        };
        let none = String::new();
        differ("the family", &self.family, &earlier.family)
            .or_else(|| differ("the split", self.split.name(), earlier.split.name()))
            .or_else(|| differ("the salt", &self.salt.to_string(), &earlier.salt.to_string()))
            .or_else(|| {
                // Seconds are measured with a thread for each run; others share one.
                let alone =
                    |q: &Question| if q.measure == Measure::Seconds { "alone" } else { "side by side" };
                differ("how runs are timed", alone(self), alone(earlier))
            })
            .or_else(|| differ("the seed", &self.seed.to_string(), &earlier.seed.to_string()))
            .or_else(|| {
                let of = |q: &Question| q.test_family.clone().unwrap_or(none.clone());
                differ("the family of the test", &of(self), &of(earlier))
            })
            .or_else(|| {
                TABLE.iter().find_map(|p| {
                    let (now, then) = (p.value(&self.parameters), p.value(&earlier.parameters));
                    differ(p.name, &now.to_string(), &then.to_string())
                })
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back_as_they_were() {
        for family in ["folder:past", "folder:a\n[parameters]\nb", "folder:\"quoted\"\\ \u{1} '''"] {
            let counts = Counts { train: 1, test: 1, sealed: 1 };
            let question = Question {
                family: family.to_owned(),
                seed: 3,
                test_family: Some(family.to_owned()),
                counts,
                shares: counts,
                split: Split::Content,
                salt: 0,
                space: "weight_smoothing=0.1".to_owned(),
                search: None,
                measure: Measure::Iterations,
                solved_at: Some(1e-3),
                preset: "paper".to_owned(),
                parameters: Parameters { iteration_limit: 77, ..Parameters::default() },
            };
            assert_eq!(Question::parse("study.toml", &question.to_toml()).unwrap(), question);
        }
    }
}

//! The problems: real ones with recorded answers, and instances of families.

use crate::error::Error;
use luthier::Problem;
use luthier::io::{ReadOptions, read};
use luthier_families::Family;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use xxhash_rust::xxh3::xxh3_64;

/// The families, unless others are named.
pub const FAMILIES: [&str; 6] = [
    "transportation:30x45",
    "transportation:60x90",
    "decay-decay:100x1000",
    "decay-decay:200x2000",
    "multipaths",
    "qap15:objective=uniform(0.5)",
];

/// A problem, with what is known of it before it is read.
#[derive(Clone)]
pub struct Instance {
    /// What it is called in records.
    pub name: String,
    /// The family that it is of, if any.
    pub family: Option<String>,
    /// "optimal", "infeasible" or "unbounded".
    pub recorded: String,
    /// Entries of its matrix.
    pub nonzeros: usize,
    source: Source,
}

#[derive(Clone)]
enum Source {
    File(PathBuf),
    Family { family: Arc<Family>, seed: u64, index: u64 },
}

impl Instance {
    /// The problem itself.
    pub fn problem(&self) -> Result<Problem, Error> {
        match &self.source {
            Source::File(path) => Ok(read(path, &ReadOptions::default())?),
            Source::Family { family, seed, index } => Ok(family.instance(*seed, *index)?),
        }
    }
}

/// The LPs of `lp/manifest.csv` in this folder.
pub fn real(data: &Path) -> Result<Vec<Instance>, Error> {
    let manifest = data.join("lp/manifest.csv");
    let text = std::fs::read_to_string(&manifest).map_err(Error::file(&manifest))?;
    let row = |line: &str| match line.split(',').collect::<Vec<_>>()[..] {
        [file, _, _, _, nonzeros, status, ..] => nonzeros.parse().ok().map(|nonzeros| Instance {
            name: file
                .rsplit('/')
                .next()
                .unwrap_or(file)
                .trim_end_matches(".gz")
                .trim_end_matches(".mps")
                .to_owned(),
            family: None,
            recorded: status.to_owned(),
            nonzeros,
            source: Source::File(data.join(file)),
        }),
        _ => None,
    };
    let instance = |line: &str| {
        row(line).ok_or_else(|| Error::Unknown {
            what: manifest.display().to_string(),
            found: line.to_owned(),
            expected: "file,set,rows,columns,nonzeros,status,...".into(),
        })
    };
    text.lines().skip(1).map(instance).collect()
}

/// The first instances of a family under a seed; families make problems that have an optimum.
pub fn of_family(text: &str, seed: u64, count: u64) -> Result<Vec<Instance>, Error> {
    let family = Arc::new(Family::parse(text)?);
    let instance = |index| {
        Ok(Instance {
            name: format!("{text}#{seed}-{index}"),
            family: Some(text.to_owned()),
            recorded: "optimal".to_owned(),
            nonzeros: family.instance(seed, index)?.matrix().nonzeros(),
            source: Source::Family { family: Arc::clone(&family), seed, index },
        })
    };
    (0..count.min(family.count().unwrap_or(count))).map(instance).collect()
}

/// Which instances take part.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Only those with this in their names.
    pub only: String,
    /// Only those with at most so many entries.
    pub most_nonzeros: Option<usize>,
    /// One half, fixed by the names.
    pub half: Option<Half>,
}

/// Half of all instances, by a hash of the name: settings are chosen on one and judged on the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Half {
    /// Names with an odd hash.
    Odd,
    /// Names with an even hash.
    Even,
}

impl Half {
    /// The half that a name is in.
    pub fn of(name: &str) -> Half {
        if xxh3_64(name.as_bytes()) % 2 == 1 { Half::Odd } else { Half::Even }
    }
}

impl Selection {
    /// Whether an instance takes part.
    pub fn takes(&self, instance: &Instance) -> bool {
        instance.name.contains(&self.only)
            && self.most_nonzeros.is_none_or(|most| instance.nonzeros <= most)
            && self.half.is_none_or(|half| half == Half::of(&instance.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_instance_is_in_one_half() {
        let all = of_family("transportation:2x3", 5, 20).unwrap();
        let half = |half| {
            let selection = Selection { half: Some(half), ..Selection::default() };
            all.iter().filter(|i| selection.takes(i)).map(|i| i.name.clone()).collect::<Vec<_>>()
        };
        let (odd, even) = (half(Half::Odd), half(Half::Even));
        assert_eq!(odd.len() + even.len(), 20);
        assert!(odd.len() > 4 && even.len() > 4 && odd.iter().all(|name| !even.contains(name)));
    }

    #[test]
    fn instances_are_restricted_by_name_and_size() {
        let instance = of_family("transportation:2x3", 5, 1).unwrap().remove(0);
        let takes = |only: &str, most| {
            Selection { only: only.into(), most_nonzeros: most, half: None }.takes(&instance)
        };
        assert_eq!((instance.name.as_str(), instance.nonzeros), ("transportation:2x3#5-0", 12));
        assert!(takes("", None) && takes("2x3", Some(12)));
        assert!(!takes("3x2", None) && !takes("", Some(11)));
    }
}

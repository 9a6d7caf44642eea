//! A family, ready to give instances.

use crate::decay::Decay;
use crate::error::Error;
use crate::folder::Folder;
use crate::multipaths::Multipaths;
use crate::perturb::Perturb;
use crate::qap::Qap;
use crate::specification::{Argument, Specification};
use crate::transportation::Transportation;
use luthier::Problem;
use luthier::io::ReadOptions;
use std::path::Path;

/// A distribution of linear programs. Instances are made when they are asked for, in any order and from any thread.
#[derive(Debug)]
pub struct Family {
    specification: Specification,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Transportation(Transportation),
    Decay(Decay),
    Multipaths(Multipaths),
    Qap(Qap),
    Perturb(Box<Perturb>),
    Folder(Folder),
}

/// How the files behind a specification are read.
#[derive(Clone, Debug, Default)]
pub struct OpenOptions {
    /// How models are read.
    pub reading: ReadOptions,
    /// Leave out files of a folder that cannot be read, instead of failing.
    pub skip_broken: bool,
}

impl Family {
    /// The family of a specification.
    pub fn parse(text: &str) -> Result<Family, Error> {
        Family::open(&Specification::parse(text)?, &OpenOptions::default())
    }

    /// The family of a specification that was read already; the files behind it are read now.
    pub fn open(specification: &Specification, options: &OpenOptions) -> Result<Family, Error> {
        let values = &specification.values;
        let kind = match values.description.name {
            "transportation" => Kind::Transportation(Transportation::new(values)?),
            "decay-decay" => Kind::Decay(Decay::several_units(values)),
            "decay" => Kind::Decay(Decay::single_unit(values)),
            "multipaths" => Kind::Multipaths(Multipaths::new(values)),
            "qap15" => Kind::Qap(Qap::nugent(values)?),
            "qap" => Kind::Qap(Qap::of_file(values)?),
            "perturb" => Kind::Perturb(Box::new(Perturb::of_file(values, &options.reading)?)),
            _ => Kind::Folder(Folder::open(values.path(), &options.reading, options.skip_broken)?),
        };
        Ok(Family { specification: specification.clone(), kind })
    }

    /// What it was made from; its `Display` is the canonical text.
    pub fn specification(&self) -> &Specification {
        &self.specification
    }

    /// How many instances there are; `None`: as many as you like.
    pub fn count(&self) -> Option<u64> {
        match &self.kind {
            Kind::Folder(folder) => Some(folder.count()),
            Kind::Qap(qap) if qap.is_single() => Some(1),
            _ => None,
        }
    }

    /// Instance `index` under a seed: a function of these and the specification (for families of files, also of what is in the
    /// files).
    pub fn instance(&self, seed: u64, index: u64) -> Result<Problem, Error> {
        if self.count().is_some_and(|count| index >= count) {
            return Err(self.no_such(index));
        }
        match &self.kind {
            Kind::Transportation(family) => family.instance(seed, index),
            Kind::Decay(family) => family.instance(seed, index),
            Kind::Multipaths(family) => family.instance(seed, index),
            Kind::Qap(family) => family.instance(seed, index),
            Kind::Perturb(family) => family.instance(seed, index),
            Kind::Folder(folder) => folder.instance(index).unwrap_or_else(|| Err(self.no_such(index))),
        }
    }

    fn no_such(&self, index: u64) -> Error {
        let hint = match &self.kind {
            Kind::Qap(_) => "; objective=uniform(0.5) makes more of it",
            _ => "",
        };
        let (family, count) = (self.specification.to_string(), self.count().unwrap_or(0));
        Error::NoSuchInstance { family, count, index, hint }
    }

    /// What to call an instance: its file, or the family, its size, the seed and the index.
    pub fn label(&self, seed: u64, index: u64) -> String {
        if let Some(path) = self.folder().and_then(|folder| folder.path(index)) {
            return path.display().to_string();
        }
        let name = self.specification.description().name;
        let what = match self.specification.argument() {
            Argument::Nothing => String::new(),
            Argument::Sizes(first, second) => format!("-{first}x{second}"),
            Argument::Path(path) => {
                let file = Path::new(path).file_name().map(|f| f.to_string_lossy().into_owned());
                format!("-{}", file.unwrap_or_default())
            }
        };
        format!("{name}{what}-seed{seed}-{index}")
    }

    /// The files behind it, if it is a family of files.
    pub fn folder(&self) -> Option<&Folder> {
        if let Kind::Folder(folder) = &self.kind { Some(folder) } else { None }
    }
}

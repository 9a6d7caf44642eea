//! The instances of a study: where they come from and on which side they stand.

use crate::error::Error;
use crate::question::Question;
use crate::split::{Candidate, Counts, Side, divide, order, walk};
use crate::store::{InstanceRow, Source};
use luthier::{Fingerprint, Problem};
use luthier_families::{Broken, Family, OpenOptions, Specification};
use std::collections::HashSet;

/// More files than this part that cannot be read are too many to go on without a word.
const BROKEN: f64 = 0.5;

/// Instances by their position in the study.
#[derive(Debug)]
pub struct Instances {
    family: Family,
    test_family: Option<Family>,
    seed: u64,
    rows: Vec<InstanceRow>,
}

impl Instances {
    /// Opens the families of a question, for instances that are known.
    pub fn open(question: &Question, rows: Vec<InstanceRow>) -> Result<Instances, Error> {
        let family = open(&question.family)?;
        let test_family = question.test_family.as_deref().map(open).transpose()?;
        Ok(Instances { family, test_family, seed: question.seed, rows })
    }

    /// All of them.
    pub fn rows(&self) -> &[InstanceRow] {
        &self.rows
    }

    /// Positions of those on a side, in the order in which a search takes them.
    pub fn on(&self, side: Side) -> Vec<usize> {
        (0..self.rows.len()).filter(|position| self.rows[*position].side == side).collect()
    }

    /// Files of the families that could not be read.
    pub fn broken(&self) -> impl Iterator<Item = &Broken> {
        let folders = [Some(&self.family), self.test_family.as_ref()].into_iter().flatten();
        folders.filter_map(Family::folder).flat_map(|folder| folder.broken())
    }

    /// An instance, which must still be what it was.
    pub fn problem(&self, position: usize) -> Result<Problem, Error> {
        let row = &self.rows[position];
        let problem = self.family_of(row.source).instance(self.seed, row.index)?;
        let found = problem.fingerprint();
        if found != row.fingerprint {
            return Err(Error::Changed { label: row.label.clone(), recorded: row.fingerprint, found });
        }
        Ok(problem)
    }

    fn family_of(&self, source: Source) -> &Family {
        match (source, &self.test_family) {
            (Source::Test, Some(family)) => family,
            _ => &self.family,
        }
    }

    /// Adds what is missing to have the instances that a question asks for; those that were added. Instances that are there
    /// stay where they are.
    pub fn complete(&mut self, question: &Question) -> Result<Vec<InstanceRow>, Error> {
        let before = self.rows.len();
        let mut wanted = question.counts;
        if self.test_family.is_some() {
            wanted.test = 0;
        }
        if self.missing(&wanted) {
            let added = match self.family.count() {
                None => self.draw(question, &wanted)?,
                Some(count) => self.choose(question, &wanted, count)?,
            };
            self.append(question, added);
        }
        self.complete_test(question)?;
        Ok(self.rows[before..].to_vec())
    }

    fn missing(&self, wanted: &Counts) -> bool {
        let sides = [(Side::Train, wanted.train), (Side::Test, wanted.test), (Side::Sealed, wanted.sealed)];
        sides.into_iter().any(|(side, count)| (self.on(side).len() as u64) < count)
    }

    /// From a family without end.
    fn draw(&self, question: &Question, wanted: &Counts) -> Result<Vec<InstanceRow>, Error> {
        let known: HashSet<Fingerprint> = self.rows.iter().map(|row| row.fingerprint).collect();
        let mut drawn = Vec::new();
        let sides = walk(question.salt, question.shares, *wanted, |index| {
            let row = self.row(Source::Family, index)?;
            let fingerprint = row.fingerprint;
            drawn.push(row);
            Ok::<_, Error>(fingerprint)
        })?;
        let place = |(index, _, side): &(u64, Fingerprint, Side)| {
            let row = drawn.iter().find(|row| row.index == *index)?;
            Some(InstanceRow { side: *side, ..row.clone() })
        };
        Ok(sides.iter().filter_map(place).filter(|row| !known.contains(&row.fingerprint)).collect())
    }

    /// From a family that ends: files, mostly.
    fn choose(&self, question: &Question, wanted: &Counts, count: u64) -> Result<Vec<InstanceRow>, Error> {
        let all = (0..count).map(|index| self.row(Source::Family, index)).collect::<Result<Vec<_>, _>>()?;
        let different: HashSet<Fingerprint> = all.iter().map(|row| row.fingerprint).collect();
        if (different.len() as u64) < wanted.total() {
            return Err(Error::TooFew {
                family: question.family.clone(),
                different: different.len() as u64,
                wanted: *wanted,
            });
        }
        let candidates: Vec<Candidate> = all
            .iter()
            .map(|row| Candidate { index: row.index, fingerprint: row.fingerprint, group: row.group.clone() })
            .collect();
        let known: Vec<_> = self.rows.iter().map(|row| (row.fingerprint, row.side)).collect();
        let sides = divide(question.salt, question.shares, &known, &candidates);
        let recorded: HashSet<Fingerprint> = known.iter().map(|(fingerprint, _)| *fingerprint).collect();
        let placed =
            all.into_iter().zip(sides).filter_map(|(row, side)| Some(InstanceRow { side: side?, ..row }));
        Ok(placed.filter(|row| !recorded.contains(&row.fingerprint)).collect())
    }

    /// The instances of a family of its own for the test.
    fn complete_test(&mut self, question: &Question) -> Result<(), Error> {
        let Some(family) = &self.test_family else { return Ok(()) };
        let have = self.on(Side::Test).len() as u64;
        let most = family.count().unwrap_or(question.counts.test);
        let mut known: HashSet<Fingerprint> = self.rows.iter().map(|row| row.fingerprint).collect();
        let mut added = Vec::new();
        for index in have.min(most)..most {
            let row = self.row(Source::Test, index)?;
            let trained =
                self.rows.iter().find(|r| r.fingerprint == row.fingerprint && r.source == Source::Family);
            if let Some(trained) = trained {
                return Err(Error::Overlap { test: row.label, train: trained.label.clone() });
            }
            if known.insert(row.fingerprint) {
                added.push(InstanceRow { side: Side::Test, ..row });
            }
        }
        self.rows.extend(added);
        Ok(())
    }

    /// Puts new instances behind the others, no more than are wanted: drawn ones as they were drawn, files in the order of
    /// the split, since the order of their names may mean something.
    fn append(&mut self, question: &Question, added: Vec<InstanceRow>) {
        let fingerprints: Vec<Fingerprint> = added.iter().map(|row| row.fingerprint).collect();
        let positions = match self.family.count() {
            None => (0..added.len()).collect(),
            Some(_) => order(question.salt, &fingerprints),
        };
        for position in positions {
            let row = &added[position];
            if (self.on(row.side).len() as u64) < question.counts.of(row.side) {
                self.rows.push(row.clone());
            }
        }
    }

    /// What there is to record about an instance; its side is decided later.
    fn row(&self, source: Source, index: u64) -> Result<InstanceRow, Error> {
        let family = self.family_of(source);
        let label = family.label(self.seed, index);
        let of_folder = family.folder().and_then(|folder| {
            Some((folder.fingerprint(index)?, folder.sizes(index)?, folder.group(index)?.to_owned()))
        });
        let (fingerprint, sizes, group) = match of_folder {
            Some(known) => known,
            None => {
                let problem = family.instance(self.seed, index)?;
                let sizes = [problem.rows(), problem.columns(), problem.matrix().nonzeros()];
                (problem.fingerprint(), sizes, String::new())
            }
        };
        let [rows, columns, nonzeros] = sizes.map(|size| size as u64);
        let side = Side::Train;
        Ok(InstanceRow { label, source, index, fingerprint, group, side, rows, columns, nonzeros })
    }
}

fn open(specification: &str) -> Result<Family, Error> {
    let options = OpenOptions { skip_broken: true, ..OpenOptions::default() };
    let family = Family::open(&Specification::parse(specification)?, &options)?;
    if let Some(folder) = family.folder() {
        let (broken, sound) = (folder.broken().len(), folder.count() as usize);
        if broken as f64 > BROKEN * (broken + sound) as f64 {
            let files = folder.broken().iter().map(|b| (b.path.display().to_string(), b.error.clone()));
            return Err(luthier_families::Error::Broken { files: files.collect() }.into());
        }
    }
    Ok(family)
}

/// How many instances a family has that ends, before any are chosen; `None` for one without end.
pub fn available(specification: &str) -> Result<Option<u64>, Error> {
    let family = open(specification)?;
    let Some(count) = family.count() else { return Ok(None) };
    let Some(folder) = family.folder() else { return Ok(Some(count)) };
    Ok(Some(count - folder.duplicates().len() as u64))
}

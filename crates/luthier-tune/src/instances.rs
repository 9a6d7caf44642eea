//! The instances of a study: where they come from and on which side they stand.

use crate::error::Error;
use crate::question::Question;
use crate::split::{Candidate, Counts, Side, Split, divide, divide_in_time, order, walk};
use crate::store::{InstanceRow, Source};
use luthier::{Fingerprint, Problem};
use luthier_families::{Broken, Family, Folder, OpenOptions, Specification};
use std::collections::{BTreeSet, HashMap, HashSet};

/// More files than this part that cannot be read are too many to go on without a word.
const BROKEN: f64 = 0.5;

/// Instances by their position in the study.
#[derive(Debug)]
pub struct Instances {
    /// `None`: they are looked at, and not run.
    families: Option<Families>,
    seed: u64,
    rows: Vec<InstanceRow>,
}

/// Where instances come from.
#[derive(Debug)]
struct Families {
    family: Family,
    test: Option<Family>,
}

impl Instances {
    /// Opens the families of a question, for instances that are known.
    pub fn open(question: &Question, rows: Vec<InstanceRow>) -> Result<Instances, Error> {
        let test = question.test_family.as_deref().map(open).transpose()?;
        let families = Some(Families { family: open(&question.family)?, test });
        Ok(Instances { families, seed: question.seed, rows })
    }

    /// Instances to be looked at, wherever the files behind them are.
    pub(crate) fn recorded(question: &Question, rows: Vec<InstanceRow>) -> Instances {
        Instances { families: None, seed: question.seed, rows }
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
        self.folders().flat_map(|folder| folder.broken())
    }

    /// Files of the families whose content another file has, which count once.
    pub fn duplicates(&self) -> usize {
        self.folders().map(|folder| folder.duplicates().len()).sum()
    }

    fn folders(&self) -> impl Iterator<Item = &Folder> {
        let all = self.families.iter().flat_map(|families| [Some(&families.family), families.test.as_ref()]);
        all.flatten().filter_map(Family::folder)
    }

    /// An instance, which must still be what it was.
    pub fn problem(&self, position: usize) -> Result<Problem, Error> {
        let row = &self.rows[position];
        let family = self.family_of(row.source)?;
        let index = match family.folder() {
            Some(folder) => find(folder, row)
                .ok_or_else(|| Error::Gone { label: row.label.clone(), recorded: row.fingerprint })?,
            None => row.index,
        };
        let problem = family.instance(self.seed, index)?;
        let found = problem.fingerprint();
        if found != row.fingerprint {
            return Err(Error::Changed { label: row.label.clone(), recorded: row.fingerprint, found });
        }
        Ok(problem)
    }

    fn test_family(&self) -> Option<&Family> {
        self.families.as_ref()?.test.as_ref()
    }

    fn family_of(&self, source: Source) -> Result<&Family, Error> {
        let families = self.families.as_ref().ok_or(Error::OnlyRead)?;
        Ok(match (source, &families.test) {
            (Source::Test, Some(family)) => family,
            _ => &families.family,
        })
    }

    /// Adds what is missing to have the instances that a question asks for; those that were added. Instances that are there
    /// stay where they are.
    pub fn complete(&mut self, question: &Question) -> Result<Vec<InstanceRow>, Error> {
        let before = self.rows.len();
        let mut wanted = question.counts;
        if self.test_family().is_some() {
            wanted.test = 0;
        }
        if self.missing(&wanted) {
            let count = self.family_of(Source::Family)?.count();
            let added = match count {
                None => self.draw(question, &wanted)?,
                Some(count) => self.choose(question, &wanted, count)?,
            };
            let ends = count.is_some();
            self.append(question, added, ends);
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
        if question.split == Split::Time {
            return Err(Error::Question {
                what: question.family.clone(),
                problem: "its instances have no order in time; expected files for a split by time".to_owned(),
            });
        }
        let known: HashSet<Fingerprint> = self.rows.iter().map(|row| row.fingerprint).collect();
        let mut drawn = HashMap::new();
        let sides = walk(question.salt, question.shares, *wanted, |index| {
            let row = self.row(Source::Family, index)?;
            let fingerprint = row.fingerprint;
            drawn.insert(index, row);
            Ok::<_, Error>(fingerprint)
        })?;
        let place = |(index, _, side): &(u64, Fingerprint, Side)| {
            Some(InstanceRow { side: *side, ..drawn.get(index)?.clone() })
        };
        Ok(sides.iter().filter_map(place).filter(|row| !known.contains(&row.fingerprint)).collect())
    }

    /// From a family that ends: files, mostly.
    fn choose(&self, question: &Question, wanted: &Counts, count: u64) -> Result<Vec<InstanceRow>, Error> {
        let all = (0..count).map(|index| self.row(Source::Family, index)).collect::<Result<Vec<_>, _>>()?;
        // What was there once counts, whether or not its file still is.
        let different: HashSet<Fingerprint> =
            all.iter().chain(&self.rows).map(|row| row.fingerprint).collect();
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
        let sides = match question.split {
            Split::Content => divide(question.salt, question.shares, &known, &candidates),
            Split::Time if known.is_empty() => divide_in_time(question.shares, &candidates),
            Split::Time => return Err(Error::Question {
                what: question.family.clone(),
                problem: "a study that is split by time cannot get more problems: new ones are later than those that \
                          are sealed; begin another study (--study)".to_owned(),
            }),
        };
        let recorded: HashSet<Fingerprint> = known.iter().map(|(fingerprint, _)| *fingerprint).collect();
        let placed =
            all.into_iter().zip(sides).filter_map(|(row, side)| Some(InstanceRow { side: side?, ..row }));
        Ok(placed.filter(|row| !recorded.contains(&row.fingerprint)).collect())
    }

    /// The instances of a family of its own for the test.
    fn complete_test(&mut self, question: &Question) -> Result<(), Error> {
        let Some(family) = self.test_family() else { return Ok(()) };
        let have = self.on(Side::Test).len() as u64;
        let most = family.count().unwrap_or(question.counts.test);
        // New files may stand before those that are known.
        let first = if family.folder().is_some() { 0 } else { have.min(most) };
        let mut known: HashSet<Fingerprint> = self.rows.iter().map(|row| row.fingerprint).collect();
        let of_family = self.rows.iter().filter(|row| row.source == Source::Family);
        let trained: HashMap<Fingerprint, &InstanceRow> =
            of_family.map(|row| (row.fingerprint, row)).collect();
        let mut added = Vec::new();
        for index in first..most {
            let row = self.row(Source::Test, index)?;
            if let Some(trained) = trained.get(&row.fingerprint) {
                return Err(Error::Overlap { test: row.label, train: trained.label.clone() });
            }
            if known.insert(row.fingerprint) {
                added.push(InstanceRow { side: Side::Test, ..row });
            }
        }
        self.push(added);
        Ok(())
    }

    /// Puts new instances behind the others, no more than are wanted: drawn ones as they were drawn, files in the order of
    /// the split, since the order of their names may mean something.
    fn append(&mut self, question: &Question, added: Vec<InstanceRow>, ends: bool) {
        let fingerprints: Vec<Fingerprint> = added.iter().map(|row| row.fingerprint).collect();
        let positions = if ends { order(question.salt, &fingerprints) } else { (0..added.len()).collect() };
        let mut have = Counts::default();
        self.rows.iter().for_each(|row| have.add(row.side, 1));
        let mut wanted = Vec::new();
        for row in positions.into_iter().map(|position| &added[position]) {
            if have.of(row.side) < question.counts.of(row.side) {
                have.add(row.side, 1);
                wanted.push(row.clone());
            }
        }
        self.push(wanted);
    }

    /// Puts instances behind the others. Where files came before those that are known, the place of one in the folder may be
    /// that of a known one; then it gets a number of its own.
    fn push(&mut self, added: Vec<InstanceRow>) {
        let mut taken: BTreeSet<(Source, u64)> =
            self.rows.iter().map(|row| (row.source, row.index)).collect();
        for mut row in added {
            if !taken.insert((row.source, row.index)) {
                let last = taken.range((row.source, 0)..=(row.source, u64::MAX)).next_back();
                row.index = last.map_or(0, |(_, last)| last + 1);
                taken.insert((row.source, row.index));
            }
            self.rows.push(row);
        }
    }

    /// What there is to record about an instance; its side is decided later.
    fn row(&self, source: Source, index: u64) -> Result<InstanceRow, Error> {
        let family = self.family_of(source)?;
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

/// Where the file of an instance is now. It is known by its content: other files may have come or gone before it.
fn find(folder: &Folder, row: &InstanceRow) -> Option<u64> {
    let is_there = |index: &u64| folder.fingerprint(*index) == Some(row.fingerprint);
    Some(row.index).filter(is_there).or_else(|| (0..folder.count()).find(is_there))
}

fn open(specification: &str) -> Result<Family, Error> {
    let options = OpenOptions { skip_broken: true, ..OpenOptions::default() };
    let family = Family::open(&Specification::parse(specification)?, &options)?;
    if let Some(folder) = family.folder() {
        let (broken, sound) = (folder.broken().len(), folder.count() as usize);
        if broken as f64 > BROKEN * (broken + sound) as f64 {
            return Err(Error::TooManyBroken {
                family: specification.to_owned(),
                broken,
                files: broken + sound,
                first: folder.broken().first().map_or_else(String::new, |broken| broken.error.to_string()),
            });
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

//! Problems and answers as files of 8-byte little-endian numbers, which numpy reads as they are.
//!
//! A problem is a minimisation: `rows columns nonzeros` as integers; then `offset`, `objective`, `lower`, `upper`, `row_lower`,
//! `row_upper` as floats; then the starts of the rows (one more than there are rows) and the columns of the entries as integers;
//! then the values of the entries as floats. An answer is x, y and a ray one after the other, each only if the [`Reply`] says so.

use crate::error::Error;
use crate::protocol::{Proof, Reply};
use luthier::{Problem, ProblemBuilder};
use std::path::Path;

/// Writes a problem as a minimisation.
pub fn write_problem(path: &Path, problem: &Problem) -> Result<(), Error> {
    let mut bytes = Vec::with_capacity(16 * problem.matrix().nonzeros());
    let mut starts = vec![0];
    let (mut columns, mut values) = (Vec::new(), Vec::new());
    for i in 0..problem.rows() {
        let mut row: Vec<(usize, f64)> = problem.matrix().row(i).collect();
        row.sort_by_key(|entry| entry.0);
        columns.extend(row.iter().map(|entry| entry.0));
        values.extend(row.iter().map(|entry| entry.1));
        starts.push(columns.len());
    }
    let sign = problem.sense().sign();
    let objective: Vec<f64> = problem.objective().iter().map(|c| sign * c).collect();
    put_counts(&mut bytes, &[problem.rows(), problem.columns(), values.len()]);
    put(&mut bytes, &[sign * problem.offset()]);
    put(&mut bytes, &objective);
    for part in [problem.lower(), problem.upper(), problem.row_lower(), problem.row_upper()] {
        put(&mut bytes, part);
    }
    put_counts(&mut bytes, &starts);
    put_counts(&mut bytes, &columns);
    put(&mut bytes, &values);
    std::fs::write(path, bytes).map_err(Error::file(path))
}

/// Reads what [`write_problem`] wrote.
pub fn read_problem(path: &Path) -> Result<Problem, Error> {
    let mut words = Words::read(path)?;
    let (rows, columns, nonzeros) = (words.count()?, words.count()?, words.count()?);
    let offset = words.floats(1)?[0];
    let objective = words.floats(columns)?;
    let bounds = (words.floats(columns)?, words.floats(columns)?);
    let row_bounds = (words.floats(rows)?, words.floats(rows)?);
    let starts = words.counts(rows + 1)?;
    let (indices, values) = (words.counts(nonzeros)?, words.floats(nonzeros)?);
    let mut entries = Vec::with_capacity(nonzeros);
    for (i, range) in starts.windows(2).enumerate() {
        let (Some(indices), Some(values)) = (indices.get(range[0]..range[1]), values.get(range[0]..range[1]))
        else {
            return Err(words.short());
        };
        entries.extend(indices.iter().zip(values).map(|(&j, &v)| (i, j, v)));
    }
    let builder = ProblemBuilder::new(rows, columns).objective(objective).offset(offset).triplets(entries);
    Ok(builder.bounds(bounds.0, bounds.1).row_bounds(row_bounds.0, row_bounds.1).build()?)
}

/// Writes the vectors of an answer.
pub fn write_answer(path: &Path, vectors: &[&[f64]]) -> Result<(), Error> {
    let mut bytes = Vec::new();
    vectors.iter().for_each(|vector| put(&mut bytes, vector));
    std::fs::write(path, bytes).map_err(Error::file(path))
}

/// The vectors of an answer, in the sense of the original problem.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// Values of the variables and multipliers of the rows.
    pub point: Option<(Vec<f64>, Vec<f64>)>,
    /// The ray of a proof.
    pub ray: Option<Vec<f64>>,
}

/// Reads the vectors that belong to a reply.
pub fn read_answer(path: &Path, problem: &Problem, reply: &Reply) -> Result<Answer, Error> {
    let mut answer = Answer::default();
    let ray = match reply.proof {
        Some(Proof::DualRay) => problem.rows(),
        Some(Proof::PrimalRay) => problem.columns(),
        _ => 0,
    };
    if !reply.point && ray == 0 {
        return Ok(answer);
    }
    let mut words = Words::read(path)?;
    if reply.point {
        let (x, mut y) = (words.floats(problem.columns())?, words.floats(problem.rows())?);
        // Multipliers of a maximisation are those of the minimisation with the other sign.
        y.iter_mut().for_each(|y| *y *= problem.sense().sign());
        answer.point = Some((x, y));
    }
    if ray > 0 {
        answer.ray = Some(words.floats(ray)?);
    }
    Ok(answer)
}

fn put(bytes: &mut Vec<u8>, values: &[f64]) {
    bytes.extend(values.iter().flat_map(|v| v.to_le_bytes()));
}

fn put_counts(bytes: &mut Vec<u8>, counts: &[usize]) {
    bytes.extend(counts.iter().flat_map(|&c| (c as u64).to_le_bytes()));
}

/// A file of 8-byte words, read from its beginning.
struct Words<'a> {
    path: &'a Path,
    words: std::vec::IntoIter<[u8; 8]>,
}

impl<'a> Words<'a> {
    fn read(path: &'a Path) -> Result<Words<'a>, Error> {
        let bytes = std::fs::read(path).map_err(Error::file(path))?;
        let words: Vec<[u8; 8]> = bytes.as_chunks().0.to_vec();
        Ok(Words { path, words: words.into_iter() })
    }

    fn take(&mut self, count: usize) -> Result<Vec<[u8; 8]>, Error> {
        if count > self.words.len() {
            return Err(self.short());
        }
        Ok(self.words.by_ref().take(count).collect())
    }

    fn floats(&mut self, count: usize) -> Result<Vec<f64>, Error> {
        Ok(self.take(count)?.into_iter().map(f64::from_le_bytes).collect())
    }

    fn counts(&mut self, count: usize) -> Result<Vec<usize>, Error> {
        Ok(self.take(count)?.into_iter().map(|w| u64::from_le_bytes(w) as usize).collect())
    }

    fn count(&mut self) -> Result<usize, Error> {
        Ok(self.counts(1)?[0])
    }

    fn short(&self) -> Error {
        Error::Unknown {
            what: self.path.display().to_string(),
            found: "a shorter file".into(),
            expected: "a whole problem or answer".into(),
        }
    }
}

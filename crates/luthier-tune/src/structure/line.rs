//! Along one parameter: where the iteration count changes.

use super::parameter::{check_base, check_range, find, with};
use super::parting::{Parting, parting};
use super::pieces::{Piece, Resolution, Same, Sample, pieces, same, strides};
use super::range::Range;
use super::runs::{Bench, Running};
use crate::error::Error;
use luthier::params::Parameter;
use luthier::{Parameters, Problem};

/// How far a line is looked into.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineOptions {
    /// The most values that are run, those of the grid included.
    pub most_runs: usize,
    /// A boundary is narrowed down until it is known to this part of the range (of its logarithm, on a logarithmic scale).
    pub resolution: f64,
    /// When two runs count as the same.
    pub by: Same,
    /// The most boundaries whose parting is looked for, those that are known best. Each takes two runs more.
    pub partings: usize,
}

impl Default for LineOptions {
    fn default() -> Self {
        LineOptions { most_runs: 1000, resolution: 1e-6, by: Same::Count, partings: 8 }
    }
}

/// A level of refinement that is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Values that were run so far.
    pub runs: usize,
    /// Pieces that they show.
    pub pieces: usize,
    /// Boundaries that are to be narrowed down further.
    pub open: usize,
}

/// What was found along a parameter.
#[derive(Clone, Debug)]
pub struct Line {
    /// The parameter.
    pub parameter: &'static Parameter,
    /// Its values.
    pub range: Range,
    /// Every value that was run, in order.
    pub samples: Vec<Sample>,
    /// The pieces, in order. Between two of them there is a boundary, or several; inside of one there may be some that no
    /// value that was run shows.
    pub pieces: Vec<Piece>,
    /// Pieces that the grid shows, and the coarser grids inside of it.
    pub curve: Vec<Resolution>,
    /// Boundaries that are not known to the resolution, since the runs were spent.
    pub open: usize,
    /// The first decisions that flip at boundaries, in order.
    pub partings: Vec<Parting>,
    /// Whether it was interrupted, so that values are missing that were to be run.
    pub interrupted: bool,
}

/// Runs the values of a range of one parameter (by name or symbol), all others as in `base`, and then values in the middle
/// between neighbours that differ, until their boundaries are known or the runs are spent. Where there are too many boundaries
/// for that, some runs are kept for a few of them, evenly spread, so that these become known. The result is a function of the
/// arguments, but for `running`.
pub fn line(
    problem: &Problem,
    base: &Parameters,
    parameter: &str,
    range: &Range,
    options: &LineOptions,
    running: &Running<'_>,
) -> Result<Line, Error> {
    let parameter = find(parameter)?;
    check_base(base)?;
    check_range(base, parameter, range)?;
    check_options(options, range)?;
    let bench = Bench { problem, running };
    let mut walk =
        Walk { bench, base, parameter, range, options, samples: Vec::new(), complete: true, told: 0 };
    walk.run((0..range.points).map(|place| place as f64).collect())?;
    let curve = walk.curve();
    walk.refine(walk.breadth())?;
    walk.narrow()?;
    walk.refine(options.most_runs)?;
    walk.finish(curve)
}

fn check_options(options: &LineOptions, range: &Range) -> Result<(), Error> {
    let wrong = |what: String, problem: String| Err(Error::Question { what, problem });
    if options.most_runs < range.points {
        let problem = format!("the grid alone has {} values; expected at least as many", range.points);
        return wrong(format!("{} runs", options.most_runs), problem);
    }
    if !(options.resolution > 0.0 && options.resolution < 1.0) {
        let problem = "expected a part of the range between 0 and 1, such as 1e-6".to_owned();
        return wrong(format!("resolution {}", options.resolution), problem);
    }
    Ok(())
}

/// As many of these as there may be, evenly spread if not all.
fn spread<T: Copy>(all: &[T], most: usize) -> Vec<T> {
    let count = all.len().min(most);
    (0..count).map(|i| all[i * all.len() / count]).collect()
}

/// A line while it is being looked into.
struct Walk<'a> {
    bench: Bench<'a>,
    base: &'a Parameters,
    parameter: &'static Parameter,
    range: &'a Range,
    options: &'a LineOptions,
    /// Places on the range, as [`Range::value`] has them, with what their values came to; in order.
    samples: Vec<(f64, Sample)>,
    /// Whether nothing was interrupted so far.
    complete: bool,
    /// How many runs the last report told of.
    told: usize,
}

/// The places of two neighbours that differ.
type Gap = (f64, f64);

impl Walk<'_> {
    /// The runs that may be spent on all boundaries alike, so that enough are left to narrow a few of them down.
    fn breadth(&self) -> usize {
        let gaps = self.range.gaps() as f64;
        let halvings = libm::ceil(libm::log2(1.0 / (self.options.resolution * gaps))).max(0.0) as usize;
        let kept = self.options.partings.saturating_mul(halvings);
        self.options.most_runs.saturating_sub(kept).max(self.range.points)
    }

    /// Runs the middles of all boundaries that are not known, again and again, up to this many runs in all.
    fn refine(&mut self, most: usize) -> Result<(), Error> {
        while self.complete {
            let open = self.open();
            self.report(open.len());
            let gaps = spread(&open, most.saturating_sub(self.samples.len()));
            if gaps.is_empty() {
                break;
            }
            self.run(gaps.into_iter().map(middle).collect())?;
        }
        Ok(())
    }

    /// Narrows a few boundaries down, side by side.
    fn narrow(&mut self) -> Result<(), Error> {
        let mut gaps = spread(&self.open(), self.options.partings);
        while self.complete {
            gaps.retain(|gap| self.is_open(*gap));
            gaps.truncate(self.options.most_runs.saturating_sub(self.samples.len()));
            if gaps.is_empty() {
                break;
            }
            self.run(gaps.iter().copied().map(middle).collect())?;
            // Of the halves, one at least has ends that differ.
            gaps = gaps.into_iter().map(|gap| self.half(gap)).collect();
        }
        Ok(())
    }

    /// The left half of a gap whose middle was run if its ends differ, else the right one.
    fn half(&self, (left, right): Gap) -> Gap {
        let at = |place: f64| self.samples.binary_search_by(|(other, _)| other.total_cmp(&place)).ok();
        let middle = middle((left, right));
        match (at(left), at(middle)) {
            (Some(a), Some(b)) if same(&self.samples[a].1, &self.samples[b].1) => (middle, right),
            _ => (left, middle),
        }
    }

    /// Runs the values at these places.
    fn run(&mut self, places: Vec<f64>) -> Result<(), Error> {
        let values: Vec<f64> = places.iter().map(|place| self.range.value(*place)).collect();
        let settings = self.settings(&values)?;
        let ends: Vec<_> = match self.options.by {
            Same::Count => {
                self.bench.ends(&settings)?.into_iter().map(|end| end.map(|end| (end, None))).collect()
            }
            Same::Decisions => {
                let digested = self.bench.digested(&settings)?.into_iter();
                digested.map(|run| run.map(|(end, digest)| (end, Some(digest)))).collect()
            }
        };
        self.complete &= ends.iter().all(Option::is_some);
        for ((place, value), end) in places.into_iter().zip(values).zip(ends) {
            let sample = end.map(|(end, decisions)| (place, Sample { value, end, decisions }));
            self.samples.extend(sample);
        }
        self.samples.sort_by(|a, b| a.0.total_cmp(&b.0));
        Ok(())
    }

    fn settings(&self, values: &[f64]) -> Result<Vec<Parameters>, Error> {
        values.iter().map(|value| with(self.base, self.parameter, *value)).collect()
    }

    /// The boundaries that are not known well enough.
    fn open(&self) -> Vec<Gap> {
        let differing = self.samples.windows(2).filter(|pair| !same(&pair[0].1, &pair[1].1));
        differing.map(|pair| (pair[0].0, pair[1].0)).filter(|gap| self.is_open(*gap)).collect()
    }

    /// Whether a gap is wider than the resolution, and there is a number in it.
    fn is_open(&self, gap: Gap) -> bool {
        let value = self.range.value(middle(gap));
        let inside = value > self.range.value(gap.0) && value < self.range.value(gap.1);
        inside && gap.1 - gap.0 > self.options.resolution * self.range.gaps() as f64
    }

    /// Pieces against the values of the grid; the refinement has not begun yet.
    fn curve(&self) -> Vec<Resolution> {
        if !self.complete {
            return Vec::new();
        }
        let on = |stride: usize| pieces(self.samples.iter().step_by(stride).map(|(_, sample)| sample)).len();
        let points = |stride: usize| self.range.gaps() / stride + 1;
        let strides = strides(self.range.points).into_iter();
        strides.map(|stride| Resolution { points: points(stride), pieces: on(stride) }).collect()
    }

    fn report(&mut self, open: usize) {
        let told = std::mem::replace(&mut self.told, self.samples.len());
        if let Some(report) = self.bench.running.report
            && told != self.samples.len()
        {
            let pieces = pieces(self.samples.iter().map(|(_, sample)| sample)).len();
            report(&Level { runs: self.samples.len(), pieces, open });
        }
    }

    /// The boundaries that are known best, evenly spread if there are many.
    fn best_known(&self) -> Vec<&[(f64, Sample)]> {
        let differ = |pair: &&[(f64, Sample)]| !same(&pair[0].1, &pair[1].1);
        let width = |pair: &[(f64, Sample)]| pair[1].0 - pair[0].0;
        let mut boundaries: Vec<_> = self.samples.windows(2).filter(differ).collect();
        let mut widths: Vec<f64> = boundaries.iter().map(|pair| width(pair)).collect();
        widths.sort_by(f64::total_cmp);
        let last = self.options.partings.min(widths.len()).checked_sub(1);
        let most = last.map_or(0.0, |last| widths[last]);
        boundaries.retain(|pair| width(pair) <= most);
        spread(&boundaries, self.options.partings)
    }

    /// Where runs part at these boundaries.
    fn partings(&self) -> Result<Vec<Parting>, Error> {
        let boundaries = self.best_known();
        let values: Vec<f64> =
            boundaries.iter().flat_map(|pair| [pair[0].1.value, pair[1].1.value]).collect();
        let runs = self.bench.recorded(&self.settings(&values)?)?;
        let found = values.chunks_exact(2).zip(runs.chunks_exact(2)).filter_map(|(values, runs)| {
            let [(_, left), (_, right)] = [runs[0].as_ref()?, runs[1].as_ref()?];
            parting((values[0], left), (values[1], right))
        });
        Ok(found.collect())
    }

    fn finish(self, curve: Vec<Resolution>) -> Result<Line, Error> {
        let open = self.open().len();
        let partings = if self.complete { self.partings()? } else { Vec::new() };
        let interrupted = !self.complete;
        let samples: Vec<Sample> = self.samples.into_iter().map(|(_, sample)| sample).collect();
        let pieces = pieces(&samples);
        let (parameter, range) = (self.parameter, *self.range);
        Ok(Line { parameter, range, samples, pieces, curve, open, partings, interrupted })
    }
}

fn middle((left, right): Gap) -> f64 {
    0.5 * (left + right)
}

#[cfg(test)]
mod tests {
    use super::spread;

    #[test]
    fn too_many_places_are_thinned_out_evenly() {
        let places = [0.5, 1.5, 2.5, 3.5, 4.5, 5.5];
        assert_eq!(spread(&places, 9), places);
        assert_eq!(spread(&places, 3), [0.5, 2.5, 4.5]);
        assert_eq!(spread(&places, 0), [0.0; 0]);
    }
}

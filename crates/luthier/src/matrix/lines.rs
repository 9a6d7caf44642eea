//! Aligned storage: all vectors live in lines of eight f64, one cache line each.

use super::parted::Parted;

/// Eight numbers on a 64-byte boundary: the unit in which vectors are stored and reductions are striped.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub(crate) struct Line(pub [f64; 8]);

impl Line {
    pub(crate) const ZERO: Line = Line([0.0; 8]);
}

/// Number of f64 in a [`Line`].
pub(crate) const LINE: usize = 8;

/// The next multiple of eight.
pub(crate) fn padded(length: usize) -> usize {
    length.div_ceil(LINE) * LINE
}

/// A vector for each of `lanes` runs, interleaved `[index][lane]` and padded to whole lines.
#[derive(Clone, Debug)]
pub(crate) struct Lanes {
    lines: Vec<Line>,
    lanes: usize,
}

impl Lanes {
    /// `length` entries (padded to a multiple of eight) for each lane, all zero.
    pub(crate) fn zeros(length: usize, lanes: usize) -> Lanes {
        Lanes { lines: vec![Line::ZERO; padded(length) / LINE * lanes], lanes }
    }

    pub(crate) fn lines(&self) -> &[Line] {
        &self.lines
    }

    pub(crate) fn lines_mut(&mut self) -> &mut [Line] {
        &mut self.lines
    }

    /// For a pass that changes it.
    pub(crate) fn parted(&mut self) -> Parted<'_, Line> {
        Parted::new(&mut self.lines)
    }

    pub(crate) fn flat(&self) -> &[f64] {
        flat(&self.lines)
    }

    pub(crate) fn flat_mut(&mut self) -> &mut [f64] {
        flat_mut(&mut self.lines)
    }

    /// The numbers of one lane; of the only one, if all lanes of a group share it.
    pub(crate) fn lane(&self, lane: usize) -> impl Iterator<Item = f64> + '_ {
        let lane = if self.lanes == 1 { 0 } else { lane };
        self.flat().iter().skip(lane).step_by(self.lanes).copied()
    }

    /// The numbers of one lane, to be changed.
    pub(crate) fn lane_mut(&mut self, lane: usize) -> impl Iterator<Item = &mut f64> + '_ {
        let lanes = self.lanes;
        self.flat_mut().iter_mut().skip(lane).step_by(lanes)
    }

    /// Copies one lane out into `target` (its length decides how many entries).
    pub(crate) fn read_lane(&self, lane: usize, target: &mut [f64]) {
        target.iter_mut().zip(self.lane(lane)).for_each(|(t, s)| *t = s);
    }

    /// Copies `source` into one lane; into the only one, if all lanes of a group share it.
    pub(crate) fn write_lane(&mut self, lane: usize, source: &[f64]) {
        let (lanes, lane) = (self.lanes, if self.lanes == 1 { 0 } else { lane });
        let target = self.flat_mut().iter_mut().skip(lane).step_by(lanes);
        target.zip(source).for_each(|(t, s)| *t = *s);
    }

    /// Copies the lanes of `source` for which `chosen` is true.
    pub(crate) fn copy_lanes(&mut self, source: &Lanes, chosen: &[bool]) {
        let (lanes, target) = (self.lanes, self.flat_mut());
        for (target, source) in target.chunks_exact_mut(lanes).zip(source.flat().chunks_exact(lanes)) {
            for lane in 0..lanes {
                target[lane] = if chosen[lane] { source[lane] } else { target[lane] };
            }
        }
    }

    /// Sets every entry of one lane, padding included.
    pub(crate) fn fill_lane(&mut self, lane: usize, value: f64) {
        let lanes = self.lanes;
        self.flat_mut().iter_mut().skip(lane).step_by(lanes).for_each(|t| *t = value);
    }
}

/// The same memory as plain numbers.
pub(crate) fn flat(lines: &[Line]) -> &[f64] {
    // SAFETY: `Line` is repr(C) over [f64; 8] and its size (64) is exactly that of the array, so a slice of
    // lines is a slice of 8 times as many f64 with weaker alignment.
    unsafe { std::slice::from_raw_parts(lines.as_ptr().cast(), lines.len() * LINE) }
}

/// The same memory as plain numbers, mutable.
pub(crate) fn flat_mut(lines: &mut [Line]) -> &mut [f64] {
    // SAFETY: as in `flat`; the exclusive borrow is passed on.
    unsafe { std::slice::from_raw_parts_mut(lines.as_mut_ptr().cast(), lines.len() * LINE) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lane_is_read_back_as_written() {
        for lanes in [1, 4, 8, 16] {
            let mut v = Lanes::zeros(11, lanes);
            let written: Vec<f64> = (0..11).map(|i| i as f64 + 0.5).collect();
            v.write_lane(lanes - 1, &written);
            let mut read = vec![0.0; 11];
            v.read_lane(lanes - 1, &mut read);
            assert_eq!(read, written);
            assert_eq!(v.flat().len(), 16 * lanes);
            v.fill_lane(lanes - 1, 0.0);
            assert!(v.flat().iter().all(|&x| x == 0.0));
        }
    }
}

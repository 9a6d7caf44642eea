//! Sparse products for 1, 4, 8 or 16 interleaved vectors.

use super::compressed::{Compressed, TILE, Values};
use super::kernels::{Kernel, portable};
#[cfg(target_arch = "x86_64")]
use super::kernels::{avx2, avx512};
use super::lines::{LINE, Lanes, Line, flat_mut};
use super::padded;
use super::simd::{Isa, Set};
use super::team::Team;

/// A product with one orientation of a matrix, for a number of lanes.
#[derive(Clone, Copy)]
pub(crate) struct Product<'a> {
    side: &'a Compressed,
    lanes: usize,
    kernel: Kernel,
}

impl<'a> Product<'a> {
    pub(crate) fn new(side: &'a Compressed, isa: Isa, lanes: usize) -> Product<'a> {
        let (kernel, lanes) = kernel(side.values(), isa, lanes);
        Product { side, lanes, kernel }
    }

    /// Tile `tile` of the product with `x`, into the front of `out`.
    #[inline]
    pub(crate) fn tile(&self, tile: usize, x: &Lanes, out: &mut [Line]) {
        let rows = (self.length() - tile * TILE).min(TILE);
        assert!(x.flat().len() >= self.side.inner() * self.lanes);
        assert!(out.len() * LINE >= rows * self.lanes);
        // SAFETY: every index is below `inner` (invariant of `Compressed`) and x has `inner` entries of each lane (first
        // assertion); positions are below the rows of the tile, and out has room for them (second). The
        // kernel was chosen for an instruction set that is there, as an `Isa` says.
        unsafe { (self.kernel)(self.side, tile, x.flat().as_ptr(), flat_mut(out).as_mut_ptr()) }
    }

    /// The whole product.
    pub(crate) fn all(&self, team: &Team, x: &Lanes, out: &mut [Line]) {
        let lines = TILE / LINE * self.lanes;
        team.each_chunk(out, lines, &|tile, out| self.tile(tile, x, out));
    }

    /// Entries of the product, padding included.
    pub(super) fn length(&self) -> usize {
        padded(self.side.count())
    }
}

/// The kernel for a number of lanes, and that number; one lane for numbers that have no kernel.
fn kernel(values: &Values, isa: Isa, lanes: usize) -> (Kernel, usize) {
    fn for_isa<const B: usize>(values: &Values, isa: Isa) -> (Kernel, usize) {
        let kernel = match isa.set() {
            Set::Portable => portable::kernel::<B>(values),
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => avx2::kernel::<B>(values),
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => avx512::kernel::<B>(values),
        };
        (kernel, B)
    }
    match lanes {
        4 => for_isa::<4>(values, isa),
        8 => for_isa::<8>(values, isa),
        16 => for_isa::<16>(values, isa),
        _ => for_isa::<1>(values, isa),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::{Entries, Matrix, Storage};

    fn sample(values: impl Fn(usize) -> f64) -> Matrix {
        let (rows, columns) = (37, 53);
        let triplets = (0..400).map(|k| ((k * 7919) % rows, (k * 104_729) % columns, values(k))).collect();
        Matrix::build(rows, columns, Entries::Triplets(triplets)).unwrap().0
    }

    /// One matrix for each storage.
    fn samples() -> [Matrix; 3] {
        let distinct = |k: usize| (k * 7919 % 37 * 53 + k * 104_729 % 53) as f64;
        let position = |p: usize| (p / 53, p % 53, if p.is_multiple_of(3) { 1.0 } else { -1.0 });
        let signs = Entries::Triplets((0..37 * 53).step_by(5).map(position).collect());
        [
            Matrix::build(37, 53, signs).unwrap().0,
            sample(|k| 0.5 + (k % 7) as f64).stored_as(Storage::Few).unwrap(),
            sample(|k| (distinct(k) * 0.7).sin() + 2.0),
        ]
    }

    fn vectors(length: usize, lanes: usize) -> Lanes {
        let mut x = Lanes::zeros(length, lanes);
        for lane in 0..lanes {
            let v: Vec<f64> = (0..length).map(|j| ((j * 31 + lane * 17) as f64).cos() * 3.0).collect();
            x.write_lane(lane, &v);
        }
        x
    }

    #[test]
    fn every_storage_is_met() {
        assert_eq!(samples().map(|m| m.storage()), [Storage::Signs, Storage::Few, Storage::Full]);
        assert!(samples()[2].stored_as(Storage::Signs).is_none());
    }

    #[test]
    fn few_and_full_give_the_same_bits() {
        let [_, few, _] = samples();
        let full = few.stored_as(Storage::Full).unwrap();
        let product = |matrix: &Matrix| {
            let mut out = Lanes::zeros(37, 4);
            let team = Team::alone(Isa::detect());
            Product::new(matrix.by_row(), team.isa(), 4).all(&team, &vectors(53, 4), out.lines_mut());
            out.flat().to_vec()
        };
        assert_eq!(product(&few), product(&full));
    }

    #[test]
    fn lanes_and_instruction_sets_give_the_same_bits() {
        for matrix in samples() {
            let reference: Vec<Vec<f64>> = (0..16)
                .map(|lane| {
                    let all = vectors(53, 16);
                    let mut one = Lanes::zeros(53, 1);
                    let mut v = vec![0.0; 53];
                    all.read_lane(lane, &mut v);
                    one.write_lane(0, &v);
                    let mut out = Lanes::zeros(37, 1);
                    let team = Team::alone(Isa::portable());
                    Product::new(matrix.by_row(), team.isa(), 1).all(&team, &one, out.lines_mut());
                    out.flat()[..37].to_vec()
                })
                .collect();
            for isa in Isa::here() {
                for lanes in [1, 4, 8, 16] {
                    let mut out = Lanes::zeros(37, lanes);
                    let team = Team::alone(isa);
                    Product::new(matrix.by_row(), isa, lanes).all(
                        &team,
                        &vectors(53, lanes),
                        out.lines_mut(),
                    );
                    for (lane, expected) in reference.iter().enumerate().take(lanes) {
                        let mut got = vec![0.0; 37];
                        out.read_lane(lane, &mut got);
                        assert_eq!(&got, expected, "{lanes} lanes, {isa:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn products_agree_with_the_entries() {
        for matrix in samples() {
            let x = vectors(53, 1);
            let mut kx = Lanes::zeros(37, 1);
            let team = Team::alone(Isa::detect());
            matrix.multiply(&team, &x, &mut kx);
            for i in 0..37 {
                let plain: f64 = matrix.row(i).map(|(j, v)| v * x.flat()[j]).sum();
                assert!((plain - kx.flat()[i]).abs() < 1e-11);
            }
            let y = vectors(37, 1);
            let mut kty = Lanes::zeros(53, 1);
            matrix.multiply_transposed(&team, &y, &mut kty);
            for j in 0..53 {
                let plain: f64 = matrix.column(j).map(|(i, v)| v * y.flat()[i]).sum();
                assert!((plain - kty.flat()[j]).abs() < 1e-11);
            }
        }
    }
}

//! Sparse products for 1, 4, 8 or 16 interleaved vectors.
//!
//! The sum of a row has one order, whatever the number of lanes and the instruction set: entry `t` goes to stripe
//! `t mod 4`, each stripe adds up in sequence from zero, and the result is `(s0 + s1) + (s2 + s3)`. With signs, the
//! +1 entries and the -1 entries are two such sums, and the result is their difference.

use super::compressed::{Compressed, Values};
use super::lines::{LINE, Lanes, Line, flat_mut};
use super::simd::Isa;

/// Computes rows `first .. first + count` of a product; the vectors are raw because their bounds are the
/// invariants of [`Compressed`], checked once per call of [`Product::block`] instead of once per entry.
type Kernel = unsafe fn(side: &Compressed, first: usize, count: usize, x: *const f64, out: *mut f64);

/// A product with one orientation of a matrix, for a number of lanes.
#[derive(Clone, Copy)]
pub(crate) struct Product<'a> {
    side: &'a Compressed,
    lanes: usize,
    kernel: Kernel,
}

impl<'a> Product<'a> {
    pub(crate) fn new(side: &'a Compressed, isa: Isa, lanes: usize) -> Product<'a> {
        Product { side, lanes, kernel: kernel(side.values(), isa, lanes) }
    }

    /// Rows `first .. first + count` of the product with `x`, into the front of `out`. `first` and `count` are
    /// multiples of eight (or `count` reaches the padded end).
    #[inline]
    pub(crate) fn block(&self, first: usize, count: usize, x: &Lanes, out: &mut [Line]) {
        let starts = self.side.starts().len() - 1;
        let per_vector = if matches!(self.side.values(), Values::Signs) { 2 } else { 1 };
        assert!((first + count) * per_vector <= starts);
        assert!(x.flat().len() >= self.side.inner() * self.lanes);
        assert!(out.len() * LINE >= count * self.lanes);
        // SAFETY: rows first .. first + count exist (first assertion), every index is below `inner` (invariant of
        // `Compressed`) and x has `inner` entries of each lane (second), out has room for all results (third). The
        // kernel was chosen for an instruction set that `Isa::detect` found.
        unsafe {
            (self.kernel)(self.side, first, count, x.flat().as_ptr(), flat_mut(out).as_mut_ptr());
        }
    }

    /// The whole product.
    pub(crate) fn all(&self, x: &Lanes, out: &mut Lanes) {
        let count = super::padded(self.side.count());
        self.block(0, count, x, out.lines_mut());
    }
}

/// acc += v * x, in each lane.
#[inline(always)]
unsafe fn add_scaled<const B: usize>(acc: &mut [f64; B], x: *const f64, index: u32, v: f64) {
    // SAFETY: the caller passes an index below `inner`, and x has B numbers for each.
    let x: &[f64; B] = unsafe { &*x.add(index as usize * B).cast() };
    for b in 0..B {
        acc[b] += v * x[b];
    }
}

/// acc += x, in each lane.
#[inline(always)]
unsafe fn add_plain<const B: usize>(acc: &mut [f64; B], x: *const f64, index: u32) {
    // SAFETY: as in `add_scaled`.
    let x: &[f64; B] = unsafe { &*x.add(index as usize * B).cast() };
    for b in 0..B {
        acc[b] += x[b];
    }
}

#[inline(always)]
fn fold<const B: usize>(s: [[f64; B]; 4]) -> [f64; B] {
    let mut out = [0.0; B];
    for b in 0..B {
        out[b] = (s[0][b] + s[1][b]) + (s[2][b] + s[3][b]);
    }
    out
}

/// Striped sum over entries `from .. to`, where `add(stripe, k)` adds entry k.
macro_rules! striped {
    ($from:expr, $to:expr, |$s:ident, $k:ident| $add:expr) => {{
        let mut s = [[0.0; B]; 4];
        let (mut k, to) = ($from as usize, $to as usize);
        macro_rules! stripe {
            ($i:expr) => {{
                let $s = &mut s[$i];
                let $k = k + $i;
                $add
            }};
        }
        while k + 4 <= to {
            stripe!(0);
            stripe!(1);
            stripe!(2);
            stripe!(3);
            k += 4;
        }
        if k < to {
            stripe!(0);
        }
        if k + 1 < to {
            stripe!(1);
        }
        if k + 2 < to {
            stripe!(2);
        }
        fold(s)
    }};
}

/// out_i = sum over +1 entries of x - sum over -1 entries of x
#[inline(always)]
unsafe fn signs<const B: usize>(side: &Compressed, first: usize, count: usize, x: *const f64, out: *mut f64) {
    let (starts, indices) = (side.starts().as_ptr(), side.indices().as_ptr());
    for r in 0..count {
        // SAFETY: the contract of `Kernel`, checked in `Product::block`.
        unsafe {
            let at = starts.add(2 * (first + r));
            let (from, middle, to) = (*at, *at.add(1), *at.add(2));
            let plus = striped!(from, middle, |s, k| add_plain::<B>(s, x, *indices.add(k)));
            let minus = striped!(middle, to, |s, k| add_plain::<B>(s, x, *indices.add(k)));
            let out: &mut [f64; B] = &mut *out.add(r * B).cast();
            for b in 0..B {
                out[b] = plus[b] - minus[b];
            }
        }
    }
}

/// out_i = sum of table[code] * x
#[inline(always)]
unsafe fn few<const B: usize>(side: &Compressed, first: usize, count: usize, x: *const f64, out: *mut f64) {
    let Values::Few { codes, table } = side.values() else { return };
    let (starts, indices, codes) = (side.starts().as_ptr(), side.indices().as_ptr(), codes.as_ptr());
    for r in 0..count {
        // SAFETY: the contract of `Kernel`, checked in `Product::block`; there are as many codes as indices.
        unsafe {
            let (from, to) = (*starts.add(first + r), *starts.add(first + r + 1));
            let sum = striped!(from, to, |s, k| {
                add_scaled::<B>(s, x, *indices.add(k), table[*codes.add(k) as usize])
            });
            *out.add(r * B).cast() = sum;
        }
    }
}

/// out_i = sum of value * x
#[inline(always)]
unsafe fn full<const B: usize>(side: &Compressed, first: usize, count: usize, x: *const f64, out: *mut f64) {
    let Values::Full(values) = side.values() else { return };
    let (starts, indices, values) = (side.starts().as_ptr(), side.indices().as_ptr(), values.as_ptr());
    for r in 0..count {
        // SAFETY: the contract of `Kernel`, checked in `Product::block`; there are as many values as indices.
        unsafe {
            let (from, to) = (*starts.add(first + r), *starts.add(first + r + 1));
            let sum = striped!(from, to, |s, k| add_scaled::<B>(s, x, *indices.add(k), *values.add(k)));
            *out.add(r * B).cast() = sum;
        }
    }
}

/// The three kernels, compiled for one instruction set.
macro_rules! kernels_for {
    ($module:ident $(, $feature:literal)?) => {
        mod $module {
            use super::{Compressed, Kernel, Values};
            kernels_for!(@one signs $(, $feature)?);
            kernels_for!(@one few $(, $feature)?);
            kernels_for!(@one full $(, $feature)?);

            pub(super) fn kernel<const B: usize>(values: &Values) -> Kernel {
                match values {
                    Values::Signs => signs::<B>,
                    Values::Few { .. } => few::<B>,
                    Values::Full(_) => full::<B>,
                }
            }
        }
    };
    (@one $name:ident $(, $feature:literal)?) => {
        $(#[target_feature(enable = $feature)])?
        unsafe fn $name<const B: usize>(
            side: &Compressed,
            first: usize,
            count: usize,
            x: *const f64,
            out: *mut f64,
        ) {
            // SAFETY: passed on from the caller.
            unsafe { super::$name::<B>(side, first, count, x, out) }
        }
    };
}

kernels_for!(portable);
#[cfg(target_arch = "x86_64")]
kernels_for!(avx2, "avx2");
#[cfg(target_arch = "x86_64")]
kernels_for!(avx512, "avx2,avx512f");

fn kernel(values: &Values, isa: Isa, lanes: usize) -> Kernel {
    fn for_isa<const B: usize>(values: &Values, isa: Isa) -> Kernel {
        match isa {
            Isa::Portable => portable::kernel::<B>(values),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 => avx2::kernel::<B>(values),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512 => avx512::kernel::<B>(values),
        }
    }
    match lanes {
        1 => for_isa::<1>(values, isa),
        4 => for_isa::<4>(values, isa),
        8 => for_isa::<8>(values, isa),
        _ => for_isa::<16>(values, isa),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::{Entries, Matrix};

    fn sample(values: impl Fn(usize) -> f64) -> Matrix {
        let (rows, columns) = (37, 53);
        let triplets = (0..400).map(|k| ((k * 7919) % rows, (k * 104_729) % columns, values(k))).collect();
        Matrix::build(rows, columns, &Entries::Triplets(triplets), &mut Vec::new()).unwrap()
    }

    fn samples() -> [Matrix; 3] {
        let distinct = |k: usize| (k * 7919 % 37 * 53 + k * 104_729 % 53) as f64;
        [
            // Every position is hit at most once or with equal sign, so sums are +-1 only where k is unique.
            Matrix::build(
                37,
                53,
                &Entries::Triplets(
                    (0..37 * 53)
                        .filter(|p| p % 5 == 0)
                        .map(|p| (p / 53, p % 53, if p % 3 == 0 { 1.0 } else { -1.0 }))
                        .collect(),
                ),
                &mut Vec::new(),
            )
            .unwrap(),
            sample(|k| 0.5 + (k % 7) as f64),
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
        use crate::matrix::Storage::*;
        assert_eq!(samples().map(|m| m.storage()), [Signs, Few, Full]);
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
                    Product::new(matrix.by_row(), Isa::Portable, 1).all(&one, &mut out);
                    out.flat()[..37].to_vec()
                })
                .collect();
            for isa in Isa::available() {
                for lanes in [1, 4, 8, 16] {
                    let mut out = Lanes::zeros(37, lanes);
                    Product::new(matrix.by_row(), isa, lanes).all(&vectors(53, lanes), &mut out);
                    for (lane, expected) in reference.iter().enumerate().take(lanes) {
                        let mut got = vec![0.0; 37];
                        out.read_lane(lane, &mut got);
                        assert_eq!(&got, expected, "{} lanes, {}", lanes, isa.name());
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
            matrix.multiply(Isa::detect(), &x, &mut kx);
            for i in 0..37 {
                let plain: f64 = matrix.row(i).map(|(j, v)| v * x.flat()[j]).sum();
                assert!((plain - kx.flat()[i]).abs() < 1e-11);
            }
            let y = vectors(37, 1);
            let mut kty = Lanes::zeros(53, 1);
            matrix.multiply_transposed(Isa::detect(), &y, &mut kty);
            for j in 0..53 {
                let plain: f64 = matrix.column(j).map(|(i, v)| v * y.flat()[i]).sum();
                assert!((plain - kty.flat()[j]).abs() < 1e-11);
            }
        }
    }
}

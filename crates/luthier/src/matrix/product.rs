//! Sparse products for 1, 4, 8 or 16 interleaved vectors.
//!
//! The sum of a row has one order, which depends on the matrix alone and neither on the number of lanes nor on the
//! instruction set. Long rows: entry `t` goes to stripe `t mod 4`, each stripe adds up in sequence from zero, and the
//! result is `(s0 + s1) + (s2 + s3)`; with signs, the +1 entries and the -1 entries are two such sums, and the
//! result is their difference. Short rows add up as their kernels say.

use super::compressed::{Compressed, FEW_MASK, FEW_SHIFT, Segment, Shape, TILE, Values};
use super::lines::{LINE, Lanes, Line, flat_mut};
use super::padded;
use super::simd::Isa;

/// Computes one tile of a product; the vectors are raw because their bounds are the invariants of [`Compressed`],
/// checked once per call of [`Product::tile`] instead of once per entry.
type Kernel = unsafe fn(side: &Compressed, tile: usize, x: *const f64, out: *mut f64);

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

    /// Tile `tile` of the product with `x`, into the front of `out`.
    #[inline]
    pub(crate) fn tile(&self, tile: usize, x: &Lanes, out: &mut [Line]) {
        let rows = (padded(self.side.count()) - tile * TILE).min(TILE);
        assert!(x.flat().len() >= self.side.inner() * self.lanes);
        assert!(out.len() * LINE >= rows * self.lanes);
        // SAFETY: every index is below `inner` (invariant of `Compressed`) and x has `inner` entries of each lane (first
        // assertion); positions are below the rows of the tile, and out has room for them (second). The
        // kernel was chosen for an instruction set that `Isa::detect` found.
        unsafe { (self.kernel)(self.side, tile, x.flat().as_ptr(), flat_mut(out).as_mut_ptr()) }
    }

    /// The whole product.
    pub(crate) fn all(&self, x: &Lanes, out: &mut Lanes) {
        let lines = TILE / LINE * self.lanes;
        for (tile, out) in out.lines_mut().chunks_mut(lines).enumerate() {
            self.tile(tile, x, out);
        }
    }
}

/// The numbers of all lanes at an index.
///
/// # Safety
/// x has B numbers at this index.
#[inline(always)]
unsafe fn at<'x, const B: usize>(x: *const f64, index: u32) -> &'x [f64; B] {
    // SAFETY: the caller's promise; an array has the alignment of its elements.
    unsafe { &*x.add(index as usize * B).cast() }
}

#[inline(always)]
fn combine<const B: usize>(a: &[f64; B], b: &[f64; B], f: impl Fn(f64, f64) -> f64) -> [f64; B] {
    let mut out = [0.0; B];
    for i in 0..B {
        out[i] = f(a[i], b[i]);
    }
    out
}

/// Adds up `COUNT` arrays: pairs first, then the pairs in sequence, an odd one last.
#[inline(always)]
fn total<const B: usize, const COUNT: usize>(terms: [[f64; B]; COUNT]) -> [f64; B] {
    let add = |a: &[f64; B], b: &[f64; B]| combine(a, b, |a, b| a + b);
    match COUNT {
        0 => [0.0; B],
        1 => terms[0],
        _ => {
            let mut sum = add(&terms[0], &terms[1]);
            for pair in 1..COUNT / 2 {
                sum = add(&sum, &add(&terms[2 * pair], &terms[2 * pair + 1]));
            }
            if COUNT % 2 == 1 { add(&sum, &terms[COUNT - 1]) } else { sum }
        }
    }
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
        let add = |a: &[f64; B], b: &[f64; B]| combine(a, b, |a, b| a + b);
        add(&add(&s[0], &s[1]), &add(&s[2], &s[3]))
    }};
}

/// Runs `$row(entries of the row begin here)` for each row of a segment, whose rows have `$length` entries.
macro_rules! each_row {
    ($side:expr, $segment:expr, $out:expr, $length:expr, |$entry:ident| $row:expr) => {{
        let order = $side.order().as_ptr().add($segment.order as usize);
        let mut $entry = $segment.entries as usize;
        for r in 0..$segment.count as usize {
            let sum: [f64; B] = $row;
            *$out.add(*order.add(r) as usize * B).cast() = sum;
            $entry += $length;
        }
    }};
}

/// out_i = sum over P entries +1 of x - sum over M entries -1 of x, for rows with just these numbers of entries
#[inline(always)]
unsafe fn short_signs<const B: usize, const P: usize, const M: usize>(
    side: &Compressed,
    segment: &Segment,
    x: *const f64,
    out: *mut f64,
) {
    let indices = side.indices().as_ptr();
    // SAFETY: the contract of `Kernel`.
    unsafe {
        each_row!(side, segment, out, P + M, |entry| {
            let plus = total::<B, P>(std::array::from_fn(|t| *at::<B>(x, *indices.add(entry + t))));
            let minus = total::<B, M>(std::array::from_fn(|t| *at::<B>(x, *indices.add(entry + P + t))));
            combine(&plus, &minus, |a, b| a - b)
        });
    }
}

/// out_i = sum over +1 entries of x - sum over -1 entries of x
#[inline(always)]
unsafe fn signs<const B: usize>(side: &Compressed, tile: usize, x: *const f64, out: *mut f64) {
    for segment in side.segments(tile) {
        macro_rules! short {
            ($p:literal, $m:literal) => {
                // SAFETY: passed on.
                unsafe { short_signs::<B, $p, $m>(side, segment, x, out) }
            };
        }
        match segment.shape {
            Shape::Short(0, 0) => short!(0, 0),
            Shape::Short(1, 0) => short!(1, 0),
            Shape::Short(0, 1) => short!(0, 1),
            Shape::Short(2, 0) => short!(2, 0),
            Shape::Short(1, 1) => short!(1, 1),
            Shape::Short(0, 2) => short!(0, 2),
            Shape::Short(3, 0) => short!(3, 0),
            Shape::Short(2, 1) => short!(2, 1),
            Shape::Short(1, 2) => short!(1, 2),
            Shape::Short(0, 3) => short!(0, 3),
            Shape::Short(4, 0) => short!(4, 0),
            Shape::Short(3, 1) => short!(3, 1),
            Shape::Short(2, 2) => short!(2, 2),
            Shape::Short(1, 3) => short!(1, 3),
            Shape::Short(0, 4) => short!(0, 4),
            // SAFETY: passed on.
            _ => unsafe { long_signs::<B>(side, tile, segment, x, out) },
        }
    }
}

#[inline(always)]
unsafe fn long_signs<const B: usize>(
    side: &Compressed,
    tile: usize,
    segment: &Segment,
    x: *const f64,
    out: *mut f64,
) {
    let indices = side.indices().as_ptr();
    let add = |s: &mut [f64; B], k: usize| {
        // SAFETY: the contract of `Kernel`.
        *s = combine(s, unsafe { at::<B>(x, *indices.add(k)) }, |a, b| a + b);
    };
    for r in 0..segment.count as usize {
        let position = side.order()[segment.order as usize + r] as usize;
        let span = side.spans()[tile * TILE + position];
        let plus = striped!(span.start, span.middle, |s, k| add(s, k));
        let minus = striped!(span.middle, span.end, |s, k| add(s, k));
        // SAFETY: the contract of `Kernel`.
        unsafe { *out.add(position * B).cast() = combine(&plus, &minus, |a, b| a - b) };
    }
}

/// The two storages with values, alike but for how value k is found.
macro_rules! valued {
    ($name:ident, $values:pat => |$k:ident, $entry:ident| ($index:expr, $value:expr)) => {
        /// out_i = sum of value * x
        #[inline(always)]
        unsafe fn $name<const B: usize>(side: &Compressed, tile: usize, x: *const f64, out: *mut f64) {
            let $values = side.values() else { return };
            let indices = side.indices().as_ptr();
            let term = |$k: usize| {
                // SAFETY: the contract of `Kernel`; there are as many values as indices.
                let (x, v) = unsafe {
                    let $entry = *indices.add($k);
                    (at::<B>(x, $index), $value)
                };
                combine(x, x, |x, _| v * x)
            };
            for segment in side.segments(tile) {
                macro_rules! short {
                    ($length:literal) => {
                        // SAFETY: the contract of `Kernel`.
                        unsafe {
                            each_row!(side, segment, out, $length, |entry| {
                                total::<B, $length>(std::array::from_fn(|t| term(entry + t)))
                            })
                        }
                    };
                }
                match segment.shape {
                    Shape::Short(0, _) => short!(0),
                    Shape::Short(1, _) => short!(1),
                    Shape::Short(2, _) => short!(2),
                    Shape::Short(3, _) => short!(3),
                    Shape::Short(4, _) => short!(4),
                    Shape::Short(5, _) => short!(5),
                    Shape::Short(6, _) => short!(6),
                    Shape::Short(7, _) => short!(7),
                    Shape::Short(8, _) => short!(8),
                    _ => {
                        for r in 0..segment.count as usize {
                            let position = side.order()[segment.order as usize + r] as usize;
                            let span = side.spans()[tile * TILE + position];
                            let add = |s: &mut [f64; B], k: usize| *s = combine(s, &term(k), |a, b| a + b);
                            let sum = striped!(span.start, span.end, |s, k| add(s, k));
                            // SAFETY: the contract of `Kernel`.
                            unsafe { *out.add(position * B).cast() = sum };
                        }
                    }
                }
            }
        }
    };
}

valued!(few, Values::Few(table) => |k, entry| (entry & FEW_MASK, table[(entry >> FEW_SHIFT) as usize]));
valued!(full, Values::Full(values) => |k, entry| (entry, *values.get_unchecked(k)));

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
                    Values::Few(_) => few::<B>,
                    Values::Full(_) => full::<B>,
                }
            }
        }
    };
    (@one $name:ident $(, $feature:literal)?) => {
        $(#[target_feature(enable = $feature)])?
        unsafe fn $name<const B: usize>(side: &Compressed, tile: usize, x: *const f64, out: *mut f64) {
            // SAFETY: passed on from the caller.
            unsafe { super::$name::<B>(side, tile, x, out) }
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
    use crate::matrix::{Entries, Matrix, Storage};

    fn sample(values: impl Fn(usize) -> f64) -> Matrix {
        let (rows, columns) = (37, 53);
        let triplets = (0..400).map(|k| ((k * 7919) % rows, (k * 104_729) % columns, values(k))).collect();
        Matrix::build(rows, columns, &Entries::Triplets(triplets), &mut Vec::new()).unwrap()
    }

    /// One matrix for each storage.
    fn samples() -> [Matrix; 3] {
        let distinct = |k: usize| (k * 7919 % 37 * 53 + k * 104_729 % 53) as f64;
        let position = |p: usize| (p / 53, p % 53, if p.is_multiple_of(3) { 1.0 } else { -1.0 });
        let signs = Entries::Triplets((0..37 * 53).step_by(5).map(position).collect());
        [
            Matrix::build(37, 53, &signs, &mut Vec::new()).unwrap(),
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
            Product::new(matrix.by_row(), Isa::detect(), 4).all(&vectors(53, 4), &mut out);
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

//! The product kernels: one tile of rows, for each storage, number of lanes and instruction set.
//!
//! The sum of a row has one order, which depends on the matrix alone and neither on the number of lanes nor on the
//! instruction set. Long rows: entry `t` goes to stripe `t mod 4`, each stripe adds up in sequence from zero, and the
//! result is `(s0 + s1) + (s2 + s3)`; with signs, the +1 entries and the -1 entries are two such sums, and the
//! result is their difference. Short rows add up as their kernels say.

use super::compressed::{Compressed, FEW_MASK, FEW_SHIFT, Segment, Shape, TILE, Values};

/// Computes one tile of a product; the vectors are raw because their bounds are the invariants of [`Compressed`],
/// checked once per call of [`Product::tile`](super::Product::tile) instead of once per entry.
pub(super) type Kernel = unsafe fn(side: &Compressed, tile: usize, x: *const f64, out: *mut f64);

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
            let (mut plus, mut minus) = ([[0.0; B]; P], [[0.0; B]; M]);
            for t in 0..P {
                plus[t] = *at::<B>(x, *indices.add(entry + t));
            }
            for t in 0..M {
                minus[t] = *at::<B>(x, *indices.add(entry + P + t));
            }
            combine(&total(plus), &total(minus), |a, b| a - b)
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
    for r in 0..segment.count as usize {
        let position = side.order()[segment.order as usize + r] as usize;
        let span = side.spans()[tile * TILE + position];
        // SAFETY: the contract of `Kernel`.
        unsafe {
            let add = |a: f64, b: f64| a + b;
            let plus =
                striped!(span.start, span.middle, |s, k| *s = combine(s, at::<B>(x, *indices.add(k)), add));
            let minus =
                striped!(span.middle, span.end, |s, k| *s = combine(s, at::<B>(x, *indices.add(k)), add));
            *out.add(position * B).cast() = combine(&plus, &minus, |a, b| a - b);
        }
    }
}

/// Where a storage has its values. The two with values are alike but for this.
trait Source: Copy {
    /// Index and value of entry `k`, which the matrix stores with the number `entry`.
    ///
    /// # Safety
    /// There is an entry k.
    unsafe fn entry(self, k: usize, entry: u32) -> (u32, f64);
}

#[derive(Clone, Copy)]
struct FewValues<'a>(&'a [f64; 256]);

impl Source for FewValues<'_> {
    #[inline(always)]
    unsafe fn entry(self, _: usize, entry: u32) -> (u32, f64) {
        (entry & FEW_MASK, self.0[(entry >> FEW_SHIFT) as usize])
    }
}

#[derive(Clone, Copy)]
struct FullValues(*const f64);

impl Source for FullValues {
    #[inline(always)]
    unsafe fn entry(self, k: usize, entry: u32) -> (u32, f64) {
        // SAFETY: there are as many values as entries.
        (entry, unsafe { *self.0.add(k) })
    }
}

/// value * x of entry k, in each lane
#[inline(always)]
unsafe fn term<const B: usize, S: Source>(
    source: S,
    indices: *const u32,
    x: *const f64,
    k: usize,
) -> [f64; B] {
    // SAFETY: the contract of `Kernel`.
    let (x, v) = unsafe {
        let (index, value) = source.entry(k, *indices.add(k));
        (at::<B>(x, index), value)
    };
    combine(x, x, |x, _| v * x)
}

/// out_i = sum of value * x, for rows with L entries
#[inline(always)]
unsafe fn short_values<const B: usize, const L: usize, S: Source>(
    side: &Compressed,
    source: S,
    segment: &Segment,
    x: *const f64,
    out: *mut f64,
) {
    let indices = side.indices().as_ptr();
    // SAFETY: the contract of `Kernel`.
    unsafe {
        each_row!(side, segment, out, L, |entry| {
            let mut terms = [[0.0; B]; L];
            for t in 0..L {
                terms[t] = term::<B, S>(source, indices, x, entry + t);
            }
            total(terms)
        });
    }
}

#[inline(always)]
unsafe fn long_values<const B: usize, S: Source>(
    side: &Compressed,
    source: S,
    tile: usize,
    segment: &Segment,
    x: *const f64,
    out: *mut f64,
) {
    let indices = side.indices().as_ptr();
    for r in 0..segment.count as usize {
        let position = side.order()[segment.order as usize + r] as usize;
        let span = side.spans()[tile * TILE + position];
        // SAFETY: the contract of `Kernel`.
        unsafe {
            let sum = striped!(span.start, span.end, |s, k| {
                *s = combine(s, &term::<B, S>(source, indices, x, k), |a, b| a + b)
            });
            *out.add(position * B).cast() = sum;
        }
    }
}

/// out_i = sum of value * x
#[inline(always)]
unsafe fn values<const B: usize, S: Source>(
    side: &Compressed,
    source: S,
    tile: usize,
    x: *const f64,
    out: *mut f64,
) {
    for segment in side.segments(tile) {
        macro_rules! short {
            ($length:literal) => {
                // SAFETY: passed on.
                unsafe { short_values::<B, $length, S>(side, source, segment, x, out) }
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
            // SAFETY: passed on.
            _ => unsafe { long_values::<B, S>(side, source, tile, segment, x, out) },
        }
    }
}

#[inline(always)]
unsafe fn few<const B: usize>(side: &Compressed, tile: usize, x: *const f64, out: *mut f64) {
    let Values::Few(table) = side.values() else { return };
    // SAFETY: passed on.
    unsafe { values::<B, _>(side, FewValues(table), tile, x, out) }
}

#[inline(always)]
unsafe fn full<const B: usize>(side: &Compressed, tile: usize, x: *const f64, out: *mut f64) {
    let Values::Full(full) = side.values() else { return };
    // SAFETY: passed on.
    unsafe { values::<B, _>(side, FullValues(full.as_ptr()), tile, x, out) }
}

/// The three kernels, compiled for one instruction set.
macro_rules! kernels_for {
    ($module:ident $(, $feature:literal)?) => {
        pub(super) mod $module {
            use super::{Compressed, Kernel, Values};
            kernels_for!(@one signs $(, $feature)?);
            kernels_for!(@one few $(, $feature)?);
            kernels_for!(@one full $(, $feature)?);

            pub(in crate::matrix) fn kernel<const B: usize>(values: &Values) -> Kernel {
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

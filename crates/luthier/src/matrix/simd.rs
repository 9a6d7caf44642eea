//! Eight f64 at a time, on whatever the processor has. Every operation is the IEEE one (no fused
//! multiply-add), so all implementations give the same bits.

use super::lines::Line;

/// The instruction sets that kernels are compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Set {
    /// Plain Rust, any processor.
    Portable,
    /// x86-64 with AVX2 and FMA present (the fused operation itself is not used).
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// x86-64 with AVX-512F.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

/// An instruction set that this processor has: there is no other way to make one than to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Isa(Set);

impl Isa {
    /// All that this processor has, widest last.
    pub(crate) fn here() -> impl DoubleEndedIterator<Item = Isa> {
        let all = [
            (Set::Portable, true),
            #[cfg(target_arch = "x86_64")]
            (Set::Avx2, is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")),
            #[cfg(target_arch = "x86_64")]
            (Set::Avx512, is_x86_feature_detected!("avx2") && is_x86_feature_detected!("avx512f")),
        ];
        all.into_iter().filter(|(_, here)| *here).map(|(set, _)| Isa(set))
    }

    /// The widest instruction set of this processor.
    pub(crate) fn detect() -> Isa {
        Isa::here().next_back().unwrap_or(Isa(Set::Portable))
    }

    /// Plain Rust.
    #[cfg(test)]
    pub(crate) fn portable() -> Isa {
        Isa(Set::Portable)
    }

    pub(super) fn set(self) -> Set {
        self.0
    }
}

/// Eight numbers in registers.
///
/// # Safety
/// Every method may only be called where the instruction set of the implementing type is available: the kernels
/// guarantee it by calling through functions that enable the feature, which are chosen by an [`Isa`].
pub(crate) trait Vec8: Copy {
    type Mask: Copy;
    unsafe fn splat(value: f64) -> Self;
    /// Four copies of `a`, then four of `b`.
    unsafe fn pair(a: f64, b: f64) -> Self;
    unsafe fn load(line: &Line) -> Self;
    unsafe fn store(self, line: &mut Line);
    unsafe fn add(self, other: Self) -> Self;
    unsafe fn sub(self, other: Self) -> Self;
    unsafe fn mul(self, other: Self) -> Self;
    /// `self < other ? self : other`, in each place.
    unsafe fn min(self, other: Self) -> Self;
    /// `self > other ? self : other`, in each place.
    unsafe fn max(self, other: Self) -> Self;
    unsafe fn sqrt(self) -> Self;
    unsafe fn less(self, other: Self) -> Self::Mask;
    unsafe fn less_equal(self, other: Self) -> Self::Mask;
    /// `yes` where the mask is set, `no` elsewhere.
    unsafe fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;
}

/// [`Vec8`] in plain Rust.
#[derive(Clone, Copy)]
pub(crate) struct Portable([f64; 8]);

#[inline(always)]
fn map2(a: [f64; 8], b: [f64; 8], f: impl Fn(f64, f64) -> f64) -> Portable {
    Portable(std::array::from_fn(|i| f(a[i], b[i])))
}

impl Vec8 for Portable {
    type Mask = [bool; 8];
    #[inline(always)]
    unsafe fn splat(value: f64) -> Self {
        Portable([value; 8])
    }
    #[inline(always)]
    unsafe fn pair(a: f64, b: f64) -> Self {
        Portable([a, a, a, a, b, b, b, b])
    }
    #[inline(always)]
    unsafe fn load(line: &Line) -> Self {
        Portable(line.0)
    }
    #[inline(always)]
    unsafe fn store(self, line: &mut Line) {
        line.0 = self.0;
    }
    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        map2(self.0, other.0, |a, b| a + b)
    }
    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        map2(self.0, other.0, |a, b| a - b)
    }
    #[inline(always)]
    unsafe fn mul(self, other: Self) -> Self {
        map2(self.0, other.0, |a, b| a * b)
    }
    #[inline(always)]
    unsafe fn min(self, other: Self) -> Self {
        map2(self.0, other.0, |a, b| if a < b { a } else { b })
    }
    #[inline(always)]
    unsafe fn max(self, other: Self) -> Self {
        map2(self.0, other.0, |a, b| if a > b { a } else { b })
    }
    #[inline(always)]
    unsafe fn sqrt(self) -> Self {
        Portable(self.0.map(f64::sqrt))
    }
    #[inline(always)]
    unsafe fn less(self, other: Self) -> Self::Mask {
        std::array::from_fn(|i| self.0[i] < other.0[i])
    }
    #[inline(always)]
    unsafe fn less_equal(self, other: Self) -> Self::Mask {
        std::array::from_fn(|i| self.0[i] <= other.0[i])
    }
    #[inline(always)]
    unsafe fn select(mask: Self::Mask, yes: Self, no: Self) -> Self {
        Portable(std::array::from_fn(|i| if mask[i] { yes.0[i] } else { no.0[i] }))
    }
}

#[cfg(target_arch = "x86_64")]
pub(crate) use x86::{Avx2, Avx512};

// Every unsafe block of this module calls intrinsics whose instruction set the caller guarantees (the contract of
// `Vec8`); loads and stores go through references to 64-byte aligned lines, so they are in bounds and aligned.
#[cfg(target_arch = "x86_64")]
#[allow(clippy::undocumented_unsafe_blocks)]
mod x86 {
    use super::{Line, Vec8};
    use std::arch::x86_64::*;

    /// [`Vec8`] as two AVX registers.
    #[derive(Clone, Copy)]
    pub(crate) struct Avx2(__m256d, __m256d);

    macro_rules! halves {
        ($a:expr, $b:expr, $op:ident $(, $imm:ident)?) => {
            unsafe { Avx2($op$(::<$imm>)?($a.0, $b.0), $op$(::<$imm>)?($a.1, $b.1)) }
        };
    }

    impl Vec8 for Avx2 {
        type Mask = Avx2;
        #[inline(always)]
        unsafe fn splat(value: f64) -> Self {
            unsafe { Avx2(_mm256_set1_pd(value), _mm256_set1_pd(value)) }
        }
        #[inline(always)]
        unsafe fn pair(a: f64, b: f64) -> Self {
            unsafe { Avx2(_mm256_set1_pd(a), _mm256_set1_pd(b)) }
        }
        #[inline(always)]
        unsafe fn load(line: &Line) -> Self {
            let p = line.0.as_ptr();
            unsafe { Avx2(_mm256_load_pd(p), _mm256_load_pd(p.add(4))) }
        }
        #[inline(always)]
        unsafe fn store(self, line: &mut Line) {
            let p = line.0.as_mut_ptr();
            unsafe {
                _mm256_store_pd(p, self.0);
                _mm256_store_pd(p.add(4), self.1);
            }
        }
        #[inline(always)]
        unsafe fn add(self, other: Self) -> Self {
            halves!(self, other, _mm256_add_pd)
        }
        #[inline(always)]
        unsafe fn sub(self, other: Self) -> Self {
            halves!(self, other, _mm256_sub_pd)
        }
        #[inline(always)]
        unsafe fn mul(self, other: Self) -> Self {
            halves!(self, other, _mm256_mul_pd)
        }
        #[inline(always)]
        unsafe fn min(self, other: Self) -> Self {
            halves!(self, other, _mm256_min_pd)
        }
        #[inline(always)]
        unsafe fn max(self, other: Self) -> Self {
            halves!(self, other, _mm256_max_pd)
        }
        #[inline(always)]
        unsafe fn sqrt(self) -> Self {
            unsafe { Avx2(_mm256_sqrt_pd(self.0), _mm256_sqrt_pd(self.1)) }
        }
        #[inline(always)]
        unsafe fn less(self, other: Self) -> Self::Mask {
            halves!(self, other, _mm256_cmp_pd, _CMP_LT_OQ)
        }
        #[inline(always)]
        unsafe fn less_equal(self, other: Self) -> Self::Mask {
            halves!(self, other, _mm256_cmp_pd, _CMP_LE_OQ)
        }
        #[inline(always)]
        unsafe fn select(mask: Self::Mask, yes: Self, no: Self) -> Self {
            unsafe { Avx2(_mm256_blendv_pd(no.0, yes.0, mask.0), _mm256_blendv_pd(no.1, yes.1, mask.1)) }
        }
    }

    /// [`Vec8`] as one AVX-512 register.
    #[derive(Clone, Copy)]
    pub(crate) struct Avx512(__m512d);

    impl Vec8 for Avx512 {
        type Mask = __mmask8;
        #[inline(always)]
        unsafe fn splat(value: f64) -> Self {
            unsafe { Avx512(_mm512_set1_pd(value)) }
        }
        #[inline(always)]
        unsafe fn pair(a: f64, b: f64) -> Self {
            unsafe { Avx512(_mm512_mask_blend_pd(0xf0, _mm512_set1_pd(a), _mm512_set1_pd(b))) }
        }
        #[inline(always)]
        unsafe fn load(line: &Line) -> Self {
            unsafe { Avx512(_mm512_load_pd(line.0.as_ptr())) }
        }
        #[inline(always)]
        unsafe fn store(self, line: &mut Line) {
            unsafe { _mm512_store_pd(line.0.as_mut_ptr(), self.0) }
        }
        #[inline(always)]
        unsafe fn add(self, other: Self) -> Self {
            unsafe { Avx512(_mm512_add_pd(self.0, other.0)) }
        }
        #[inline(always)]
        unsafe fn sub(self, other: Self) -> Self {
            unsafe { Avx512(_mm512_sub_pd(self.0, other.0)) }
        }
        #[inline(always)]
        unsafe fn mul(self, other: Self) -> Self {
            unsafe { Avx512(_mm512_mul_pd(self.0, other.0)) }
        }
        #[inline(always)]
        unsafe fn min(self, other: Self) -> Self {
            unsafe { Avx512(_mm512_min_pd(self.0, other.0)) }
        }
        #[inline(always)]
        unsafe fn max(self, other: Self) -> Self {
            unsafe { Avx512(_mm512_max_pd(self.0, other.0)) }
        }
        #[inline(always)]
        unsafe fn sqrt(self) -> Self {
            unsafe { Avx512(_mm512_sqrt_pd(self.0)) }
        }
        #[inline(always)]
        unsafe fn less(self, other: Self) -> Self::Mask {
            unsafe { _mm512_cmp_pd_mask::<_CMP_LT_OQ>(self.0, other.0) }
        }
        #[inline(always)]
        unsafe fn less_equal(self, other: Self) -> Self::Mask {
            unsafe { _mm512_cmp_pd_mask::<_CMP_LE_OQ>(self.0, other.0) }
        }
        #[inline(always)]
        unsafe fn select(mask: Self::Mask, yes: Self, no: Self) -> Self {
            unsafe { Avx512(_mm512_mask_blend_pd(mask, no.0, yes.0)) }
        }
    }
}

//! Which vectors the lanes of a group have in common: those are stored once, which spares memory traffic.

use super::lines::Line;
use super::simd::Vec8;

/// What all lanes of a group have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sharing {
    /// Objective and bounds.
    pub data: bool,
    /// The metric.
    pub metric: bool,
}

/// Bits of [`Sharing`] as a constant of a kernel.
pub(super) const DATA: u8 = 1;
pub(super) const METRIC: u8 = 2;

/// Calls `$self.$method::<lanes, sharing>($arguments)` for numbers that are only known at run time.
macro_rules! with_sharing {
    ($self:ident, $method:ident, $lanes:expr, $sharing:expr, ($($argument:expr),*)) => {
        with_sharing!(@lanes $self, $method, $lanes, $sharing, ($($argument),*), 4, 8, 16)
    };
    (@lanes $self:ident, $method:ident, $lanes:expr, $sharing:expr, $arguments:tt, $($count:literal),*) => {
        match ($lanes, $sharing.data, $sharing.metric) {
            $(
                ($count, true, true) => with_sharing!(@call $self, $method, $count, 3, $arguments),
                ($count, true, false) => with_sharing!(@call $self, $method, $count, 1, $arguments),
                ($count, false, true) => with_sharing!(@call $self, $method, $count, 2, $arguments),
                ($count, false, false) => with_sharing!(@call $self, $method, $count, 0, $arguments),
            )*
            // One lane has everything to itself.
            _ => with_sharing!(@call $self, $method, 1, 3, $arguments),
        }
    };
    (@call $self:ident, $method:ident, $count:literal, $shared:literal, ($($argument:expr),*)) => {
        $self.$method::<$count, $shared>($($argument),*)
    };
}
pub(super) use with_sharing;

/// The numbers of a vector of the kind `WHAT` ([`DATA`] or [`METRIC`]) for the `v`-th vector of the eight indices from
/// `8 * chunk`.
///
/// # Safety
/// The contract of [`Vec8`].
#[inline(always)]
pub(super) unsafe fn load<V: Vec8, const B: usize, const SHARED: u8, const WHAT: u8>(
    lines: &[Line],
    chunk: usize,
    v: usize,
) -> V {
    // SAFETY: passed on.
    unsafe {
        if SHARED & WHAT != 0 { spread::<V, B>(lines, chunk, v) } else { V::load(&lines[chunk * B + v]) }
    }
}

/// Numbers that all lanes share, each repeated for its lanes.
#[inline(always)]
unsafe fn spread<V: Vec8, const B: usize>(lines: &[Line], chunk: usize, v: usize) -> V {
    let eight = &lines[chunk];
    // SAFETY: the contract of `Vec8`, passed on.
    unsafe {
        match B {
            1 => V::load(eight),
            4 => V::pair(eight.0[(2 * v) & 7], eight.0[(2 * v + 1) & 7]),
            8 => V::splat(eight.0[v & 7]),
            _ => V::splat(eight.0[(v / 2) & 7]),
        }
    }
}

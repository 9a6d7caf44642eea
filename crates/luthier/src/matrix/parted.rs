//! A slice of which several threads change parts.

use std::marker::PhantomData;
use std::ops::Range;

/// A slice of which several threads change parts, each its own.
#[derive(Clone, Copy)]
pub(crate) struct Parted<'a, T> {
    start: *mut T,
    length: usize,
    borrowed: PhantomData<&'a mut [T]>,
}

// SAFETY: it stands for the exclusive borrow that it was made from. Parts of it are handed out by `part`, whose contract
// keeps them apart; so threads that share it share no element, and may change elements that may go to other threads.
unsafe impl<T: Send> Sync for Parted<'_, T> {}

impl<'a, T> Parted<'a, T> {
    pub(crate) fn new(slice: &'a mut [T]) -> Parted<'a, T> {
        Parted { start: slice.as_mut_ptr(), length: slice.len(), borrowed: PhantomData }
    }

    pub(super) fn len(&self) -> usize {
        self.length
    }

    /// The elements of a range.
    ///
    /// # Panics
    /// If the slice has no such range.
    ///
    /// # Safety
    /// As long as the result is used, no other result for an overlapping range is.
    #[inline(always)]
    pub(super) unsafe fn part(&self, range: Range<usize>) -> &'a mut [T] {
        assert!(range.start <= range.end && range.end <= self.length);
        // SAFETY: the range lies in the slice, which is borrowed exclusively for 'a; the caller keeps parts of it apart.
        unsafe { std::slice::from_raw_parts_mut(self.start.add(range.start), range.end - range.start) }
    }
}

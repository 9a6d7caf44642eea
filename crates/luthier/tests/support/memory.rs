//! An allocator that counts what each thread does.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// To be made the global allocator of a test.
pub struct Counting;

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
    static CALLS: Cell<usize> = const { Cell::new(0) };
}

fn count(bytes: isize) {
    // Threads that are being torn down are not counted.
    let _ = HELD.try_with(|held| {
        held.set(held.get() + bytes);
        PEAK.set(PEAK.get().max(held.get()));
        CALLS.set(CALLS.get() + usize::from(bytes > 0));
    });
}

// SAFETY: every request goes to the system allocator unchanged; counting neither allocates nor unwinds.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: passed on from the caller.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: passed on from the caller.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// Bytes that this thread holds.
pub fn held() -> isize {
    HELD.get()
}

/// Allocations that this thread made so far.
pub fn allocations() -> usize {
    CALLS.get()
}

/// What `work` returns, and the most bytes it held.
pub fn measured<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = HELD.get();
    PEAK.set(before);
    let result = work();
    (result, (PEAK.get() - before) as usize)
}

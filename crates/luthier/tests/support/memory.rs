//! An allocator that counts what each thread does, and how often all of them allocate.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};

/// To be made the global allocator of a test.
pub struct Counting;

static ALL_CALLS: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

fn count(bytes: isize) {
    // Threads that are being torn down are not counted.
    let _ = HELD.try_with(|held| {
        held.set(held.get() + bytes);
        PEAK.set(PEAK.get().max(held.get()));
    });
    ALL_CALLS.fetch_add(usize::from(bytes > 0), Ordering::Relaxed);
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

/// Allocations that all threads made so far.
pub fn allocations() -> usize {
    ALL_CALLS.load(Ordering::Relaxed)
}

/// What `work` returns, and the most bytes it held.
pub fn measured<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = HELD.get();
    PEAK.set(before);
    let result = work();
    (result, (PEAK.get() - before) as usize)
}

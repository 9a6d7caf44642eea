//! Threads that do one piece of work together, and then the next.
//!
//! Work is a number of parts that do not depend on each other. Which thread does which part depends on the moment; the
//! outcome must not, and so whatever is added up over parts is added up afterwards, in their order.

use super::bell::Bell;
use super::parted::Parted;
use super::simd::Isa;
use std::any::Any;
use std::cell::Cell;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;

/// The threads that work on a group of runs, and the instruction set that they use. The thread that has it directs the
/// others and works too; only that one can use it, and not from inside of a piece of work.
pub(crate) struct Team {
    isa: Isa,
    /// Without it, there is one thread.
    crew: Option<Arc<Crew>>,
    helpers: usize,
    one_director: PhantomData<Cell<()>>,
}

/// Elements that are computed together where each is a number of its own.
const CHUNK: usize = 512;

impl Team {
    /// One thread.
    pub(crate) fn alone(isa: Isa) -> Team {
        Team { isa, crew: None, helpers: 0, one_director: PhantomData }
    }

    /// Runs something with a team of so many threads, this one included, which are there until it is over. A thread that cannot
    /// be started is done without.
    pub(crate) fn gather<R>(isa: Isa, threads: usize, run: impl FnOnce(&Team) -> R) -> R {
        if threads <= 1 {
            return run(&Team::alone(isa));
        }
        std::thread::scope(|scope| {
            let crew = Arc::new(Crew::new(threads));
            let _dismiss = Dismiss(&crew);
            let start = |worker: &usize| {
                let (crew, worker) = (crew.clone(), *worker);
                Builder::new()
                    .name("luthier-helper".to_owned())
                    .spawn_scoped(scope, move || crew.help(worker))
                    .is_ok()
            };
            let helpers = (1..threads).take_while(start).count();
            run(&Team { helpers, crew: Some(crew.clone()), ..Team::alone(isa) })
        })
    }

    pub(crate) fn isa(&self) -> Isa {
        self.isa
    }

    /// The number of threads.
    pub(crate) fn size(&self) -> usize {
        1 + self.helpers
    }

    /// Does `work(part, worker)` for each part below `count`, each once; workers are numbered from 0, and no two parts that
    /// are worked on at the same time have the same worker. A panic in it reaches the caller when all threads are
    /// done.
    pub(super) fn each(&self, count: usize, work: &(impl Fn(usize, usize) + Sync)) {
        match &self.crew {
            Some(crew) if self.helpers > 0 && count > 1 => {
                let workers = self.size();
                crew.deal(count, workers);
                crew.together(&|worker| crew.take_parts(worker, workers, &|part| work(part, worker)));
            }
            _ => (0..count).for_each(|part| work(part, 0)),
        }
    }

    /// Does `work(k, chunk)` for chunk k of a slice, for all chunks of so many elements.
    pub(crate) fn each_chunk<T: Send>(
        &self,
        slice: &mut [T],
        size: usize,
        work: &(impl Fn(usize, &mut [T]) + Sync),
    ) {
        let slice = Parted::new(slice);
        self.each(slice.len().div_ceil(size), &|k, _| {
            // SAFETY: chunks do not overlap, and each is worked on once.
            work(k, unsafe { slice.part(k * size..((k + 1) * size).min(slice.len())) });
        });
    }

    /// Sets every element to what is computed for it.
    pub(crate) fn fill(&self, target: &mut [f64], value: impl Fn(usize) -> f64 + Sync) {
        self.each_chunk(target, CHUNK, &|k, chunk| {
            chunk.iter_mut().enumerate().for_each(|(i, target)| *target = value(k * CHUNK + i));
        });
    }

    /// Changes every element on its own.
    pub(crate) fn change(&self, target: &mut [f64], change: impl Fn(usize, &mut f64) + Sync) {
        self.each_chunk(target, CHUNK, &|k, chunk| {
            chunk.iter_mut().enumerate().for_each(|(i, target)| change(k * CHUNK + i, target));
        });
    }

    /// The largest of so many numbers, or 0 if none is larger.
    pub(crate) fn largest(&self, count: usize, value: impl Fn(usize) -> f64 + Sync) -> f64 {
        let largest = Mutex::new(0.0f64);
        self.each(count.div_ceil(CHUNK), &|k, _| {
            let here = (k * CHUNK..((k + 1) * CHUNK).min(count)).map(&value).fold(0.0, f64::max);
            let mut largest = largest.lock().unwrap_or_else(PoisonError::into_inner);
            *largest = largest.max(here);
        });
        largest.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the threads of a team share.
struct Crew {
    /// Pieces of work so far.
    begun: Bell,
    /// Helpers at work, and [`OPEN`] while more may join them.
    inside: Bell,
    /// That work, while it is done.
    work: AtomicPtr<Work<'static>>,
    /// Whether there will be no more of it.
    over: AtomicBool,
    shares: Box<[Share]>,
    panic: Mutex<Option<Box<dyn Any + Send>>>,
}

/// Set in the number of helpers at work while more may join them.
const OPEN: usize = 1 << (usize::BITS - 1);

/// What every worker, known by its number, is to do.
struct Work<'a>(&'a (dyn Fn(usize) + Sync));

/// Parts that a worker does first, and others when they are done with their own.
#[derive(Default)]
#[repr(align(64))]
struct Share {
    next: AtomicUsize,
    end: AtomicUsize,
}

impl Crew {
    fn new(threads: usize) -> Crew {
        Crew {
            begun: Bell::default(),
            inside: Bell::default(),
            work: AtomicPtr::new(null_mut()),
            over: AtomicBool::new(false),
            shares: (0..threads).map(|_| Share::default()).collect(),
            panic: Mutex::new(None),
        }
    }

    /// Gives each worker parts that follow each other, the same ones every time: what it needs for them may still be in its
    /// cache.
    fn deal(&self, count: usize, workers: usize) {
        for (worker, share) in self.shares.iter().enumerate().take(workers) {
            share.next.store(count * worker / workers, Ordering::Relaxed);
            share.end.store(count * (worker + 1) / workers, Ordering::Relaxed);
        }
    }

    /// Does the parts of a worker, and then those that others have not begun: a thread that has to share its core is no
    /// reason to wait.
    fn take_parts(&self, worker: usize, workers: usize, work: &dyn Fn(usize)) {
        for share in (0..workers).map(|k| &self.shares[(worker + k) % workers]) {
            let end = share.end.load(Ordering::Relaxed);
            let next = || Some(share.next.fetch_add(1, Ordering::Relaxed)).filter(|part| *part < end);
            while let Some(part) = next() {
                work(part);
            }
        }
    }

    /// Does a piece of work on this thread, as worker 0, and on the helpers that come in time. All have left it when this
    /// returns; a helper that sleeps or waits for a core is not waited for.
    fn together(&self, work: &(dyn Fn(usize) + Sync)) {
        let work = Work(work);
        self.work.store((&raw const work).cast::<Work<'static>>().cast_mut(), Ordering::Relaxed);
        self.inside.set(OPEN);
        let close = Close(self);
        self.begun.change(|begun| Some(begun + 1));
        (work.0)(0);
        drop(close);
        if let Some(panic) = self.panic.lock().unwrap_or_else(PoisonError::into_inner).take() {
            resume_unwind(panic);
        }
    }

    /// The life of a helper.
    fn help(&self, worker: usize) {
        let mut seen = 0;
        loop {
            seen = self.begun.wait(|begun| begun != seen);
            if self.over.load(Ordering::Relaxed) {
                return;
            }
            if !self.inside.change(|inside| (inside & OPEN != 0).then_some(inside + 1)) {
                continue;
            }
            // SAFETY: it was stored before the work was opened, and stands on the stack of `together`, which does not return
            // or unwind before all that came inside have left.
            let work = unsafe { &*self.work.load(Ordering::Relaxed) };
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| (work.0)(worker))) {
                self.panic.lock().unwrap_or_else(PoisonError::into_inner).replace(panic);
            }
            self.inside.change(|inside| Some(inside - 1));
        }
    }
}

/// Ends a piece of work when this thread has nothing left to do, or panicked: nobody can join any more, and those inside are
/// waited for.
struct Close<'a>(&'a Crew);

impl Drop for Close<'_> {
    fn drop(&mut self) {
        self.0.inside.change(|inside| Some(inside & !OPEN));
        self.0.inside.wait(|inside| inside == 0);
    }
}

/// Lets the helpers go, also when what the team was gathered for panics.
struct Dismiss<'a>(&'a Crew);

impl Drop for Dismiss<'_> {
    fn drop(&mut self) {
        self.0.over.store(true, Ordering::Relaxed);
        self.0.begun.set(usize::MAX);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on_teams(check: impl Fn(&Team)) {
        for threads in [1, 2, 3, 7] {
            Team::gather(Isa::portable(), threads, |team| {
                assert_eq!(team.size(), threads);
                check(team);
            });
        }
    }

    #[test]
    fn every_part_is_done_once() {
        on_teams(|team| {
            let team_size = team.size();
            for count in [0, 1, 2, 6, 7, 8, 1000] {
                for _ in 0..20 {
                    let done: Vec<AtomicUsize> = (0..count).map(|_| AtomicUsize::new(0)).collect();
                    team.each(count, &|part, worker| {
                        assert!(worker < team_size);
                        done[part].fetch_add(1, Ordering::Relaxed);
                    });
                    assert!(done.iter().all(|done| done.load(Ordering::Relaxed) == 1));
                }
            }
        });
    }

    #[test]
    fn chunks_and_elements_are_in_their_places() {
        on_teams(|team| {
            for length in [0, 1, 511, 512, 513, 5000] {
                let mut v = vec![0.0; length];
                team.fill(&mut v, |i| i as f64);
                team.change(&mut v, |i, v| *v += i as f64);
                assert!(v.iter().enumerate().all(|(i, v)| *v == 2.0 * i as f64));
                team.each_chunk(&mut v, 100, &|k, chunk| chunk.fill(k as f64));
                assert!(v.iter().enumerate().all(|(i, v)| *v == (i / 100) as f64));
                let largest = team.largest(length, |i| ((i * 7919) % length) as f64);
                assert_eq!(largest, length.saturating_sub(1) as f64);
            }
        });
    }

    #[test]
    fn helpers_wake_up_again_after_a_rest() {
        on_teams(|team| {
            for _ in 0..5 {
                std::thread::sleep(std::time::Duration::from_millis(3));
                let mut v = vec![0.0; 3000];
                team.fill(&mut v, |i| {
                    if i == 0 {
                        std::thread::sleep(std::time::Duration::from_millis(1));
                    }
                    1.0
                });
                assert_eq!(v.iter().sum::<f64>(), 3000.0);
            }
        });
    }

    #[test]
    fn panics_reach_the_caller_and_the_team_goes_on() {
        on_teams(|team| {
            for guilty in [0, 500, 999] {
                let work = |part, _| assert_ne!(part, guilty, "guilty");
                let result = catch_unwind(AssertUnwindSafe(|| team.each(1000, &work)));
                assert!(result.is_err());
                let mut v = vec![0.0; 3000];
                team.fill(&mut v, |_| 1.0);
                assert_eq!(v.iter().sum::<f64>(), 3000.0);
            }
        });
    }

    #[test]
    fn a_panic_outside_of_work_ends_the_team() {
        for threads in [1, 2, 7] {
            let run = || Team::gather(Isa::portable(), threads, |_| assert_eq!(threads, 0, "always"));
            assert!(catch_unwind(run).is_err());
        }
    }
}

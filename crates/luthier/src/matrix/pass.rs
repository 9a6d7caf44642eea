//! The frame of all passes: a product with one orientation of the matrix, tile by tile, and what is made of each tile while
//! it is still in the cache.
//!
//! A pass says what it works on, what it does with a tile, and what it sums over a block. Here it is compiled for numbers of
//! lanes and instruction sets, and its blocks are divided among threads.

use super::compressed::TILE;
use super::lines::{LINE, Lanes, Line};
use super::parted::Parted;
use super::pattern::BLOCK;
use super::product::Product;
use super::sharing::{DATA, METRIC, Sharing, with_sharing};
#[cfg(target_arch = "x86_64")]
use super::simd::{Avx2, Avx512};
use super::simd::{Portable, Set, Vec8};
use super::team::Team;
use super::{MAX_LANES, Matrix};
use std::ops::Range;

/// What a pass measures, as a constant of its kernel: what steps need and no more; also residuals, reduced costs being told
/// apart by projection; or by [`CheckRule::NearBound`](super::CheckRule).
pub(super) const ADVANCE: u8 = 0;
pub(super) const CHECK: u8 = 1;
pub(super) const NEAR: u8 = 2;

/// With fewer blocks than this for each thread, products are computed ahead of the rest, tile by tile.
const ENOUGH_BLOCKS: usize = 4;

/// What the passes of a group run on.
pub(crate) struct Stage<'m> {
    pub team: &'m Team,
    pub lanes: usize,
    pub sharing: Sharing,
    /// For a tile of a product in each thread, or for all of one.
    buffer: Vec<Line>,
}

impl<'m> Stage<'m> {
    pub(crate) fn new(matrix: &Matrix, team: &'m Team, lanes: usize, sharing: Sharing) -> Stage<'m> {
        let whole = |length: usize| if ahead(team, length) { length.next_multiple_of(LINE) } else { 0 };
        let tiles = team.size() * TILE;
        let length = tiles.max(whole(matrix.rows())).max(whole(matrix.columns()));
        Stage { team, lanes, sharing, buffer: vec![Line::ZERO; length / LINE * lanes] }
    }
}

/// Whether products of this length are computed ahead: where there are few blocks, which are long rows or columns, threads
/// would wait for each other.
fn ahead(team: &Team, length: usize) -> bool {
    team.size() > 1 && length < ENOUGH_BLOCKS * team.size() * BLOCK
}

/// Sums of a pass, for each lane.
pub(super) trait Sums: Copy + Default + Send {
    /// Adds the sums of the next block, of so many lanes.
    fn add(&mut self, block: &Self, lanes: usize);
}

/// Adds a sum of the next block, lane by lane.
pub(super) fn add(total: &mut [f64; MAX_LANES], block: &[f64; MAX_LANES], lanes: usize) {
    total.iter_mut().zip(block).take(lanes).for_each(|(total, block)| *total += block);
}

/// What a pass measured.
#[derive(Clone, Debug, Default)]
pub(crate) struct Measured<S> {
    pub total: S,
    /// Of each block, where there are threads.
    blocks: Vec<S>,
}

/// One pass over the rows or the columns of the matrix, for some number of lanes.
pub(super) trait Pass: Sync + Sized {
    type Sums: Sums;
    /// The sums of a block, in registers.
    type Stripes<V: Vec8, const B: usize>;

    /// The product that it goes with, and what is multiplied.
    fn product(&self) -> (Product<'_>, &Lanes);

    /// Calls [`run`] for a mode that is only known at run time.
    fn with_mode<const B: usize, const SHARED: u8>(
        &self,
        mode: u8,
        stage: &mut Stage<'_>,
        sums: &mut Measured<Self::Sums>,
    );

    /// Runs it on all lanes.
    fn start(&self, mode: u8, stage: &mut Stage<'_>, sums: &mut Measured<Self::Sums>) {
        let (lanes, sharing) = (stage.lanes, stage.sharing);
        with_sharing!(self, with_mode, lanes, sharing, (mode, stage, sums));
    }

    /// # Safety
    /// The contract of [`Vec8`].
    unsafe fn stripes<V: Vec8, const B: usize>() -> Self::Stripes<V, B>;

    /// Works on a tile, whose product is there.
    ///
    /// # Safety
    /// The contract of [`Vec8`], and no other thread works on this tile.
    unsafe fn tile<V: Vec8, const B: usize, const SHARED: u8, const MODE: u8>(
        &self,
        tile: &Tile<'_, B, SHARED>,
        stripes: &mut Self::Stripes<V, B>,
    );

    /// Adds the stripes of a block to sums.
    ///
    /// # Safety
    /// The contract of [`Vec8`].
    unsafe fn fold<V: Vec8, const B: usize, const MODE: u8>(
        stripes: &Self::Stripes<V, B>,
        sums: &mut Self::Sums,
    );
}

/// Where a tile is, and its product.
pub(super) struct Tile<'a, const B: usize, const SHARED: u8> {
    /// The lines of a vector that has one lane.
    lines: Range<usize>,
    pub product: &'a [Line],
}

impl<const B: usize, const SHARED: u8> Tile<'_, B, SHARED> {
    /// Groups of eight indices.
    #[inline(always)]
    pub(super) fn chunks(&self) -> usize {
        self.lines.len()
    }

    #[inline(always)]
    fn range(&self, shared: bool) -> Range<usize> {
        let lanes = if shared { 1 } else { B };
        self.lines.start * lanes..self.lines.end * lanes
    }

    /// The tile of a vector that the pass reads.
    #[inline(always)]
    pub(super) fn of<'v>(&self, vector: &'v Lanes) -> &'v [Line] {
        &vector.lines()[self.range(false)]
    }

    /// The tile of an objective or of bounds.
    #[inline(always)]
    pub(super) fn of_data<'v>(&self, vector: &'v Lanes) -> &'v [Line] {
        &vector.lines()[self.range(SHARED & DATA != 0)]
    }

    /// The tile of a metric.
    #[inline(always)]
    pub(super) fn of_metric<'v>(&self, vector: &'v Lanes) -> &'v [Line] {
        &vector.lines()[self.range(SHARED & METRIC != 0)]
    }

    /// The tile of a vector that the pass changes.
    ///
    /// # Safety
    /// No other thread works on this tile, and it is taken once at a time.
    #[inline(always)]
    pub(super) unsafe fn own<'v>(&self, vector: &Parted<'v, Line>) -> &'v mut [Line] {
        // SAFETY: tiles do not overlap; the rest is the caller's promise.
        unsafe { vector.part(self.range(false)) }
    }
}

/// Where the products of a block come from.
enum Products<'a> {
    /// They are there.
    There(&'a [Line]),
    /// They are made, with room for one tile.
    Made { product: Product<'a>, x: &'a Lanes, room: &'a mut [Line] },
}

/// What a pass does with a block, adding to sums.
type Kernel<P> = unsafe fn(&P, Range<usize>, &mut Products<'_>, &mut <P as Pass>::Sums);

/// Runs a pass with everything known.
pub(super) fn run<P: Pass, const B: usize, const SHARED: u8, const MODE: u8>(
    pass: &P,
    stage: &mut Stage<'_>,
    sums: &mut Measured<P::Sums>,
) {
    let kernel: Kernel<P> = match stage.team.isa().set() {
        Set::Portable => block::<Portable, P, B, SHARED, MODE>,
        #[cfg(target_arch = "x86_64")]
        Set::Avx2 => avx2::<P, B, SHARED, MODE>,
        #[cfg(target_arch = "x86_64")]
        Set::Avx512 => avx512::<P, B, SHARED, MODE>,
    };
    sums.total = P::Sums::default();
    if stage.team.size() == 1 {
        alone(pass, stage, kernel, sums)
    } else {
        together(pass, stage, kernel, sums)
    }
}

/// The indices of a block of a vector.
fn indices(block: usize, length: usize) -> Range<usize> {
    block * BLOCK..((block + 1) * BLOCK).min(length)
}

fn alone<P: Pass>(pass: &P, stage: &mut Stage<'_>, kernel: Kernel<P>, sums: &mut Measured<P::Sums>) {
    let (product, x) = pass.product();
    let length = product.length();
    let mut products = Products::Made { product, x, room: &mut stage.buffer };
    for block in 0..length.div_ceil(BLOCK) {
        // SAFETY: an `Isa` is an instruction set that this processor has, and there is no other thread.
        unsafe { kernel(pass, indices(block, length), &mut products, &mut sums.total) };
    }
}

/// The sums of the blocks are added up in their order, as one thread does it.
fn together<P: Pass>(pass: &P, stage: &mut Stage<'_>, kernel: Kernel<P>, sums: &mut Measured<P::Sums>) {
    let (product, x) = pass.product();
    let (team, length) = (stage.team, product.length());
    let (blocks, whole) = (length.div_ceil(BLOCK), length / LINE * stage.lanes);
    sums.blocks.resize(blocks, P::Sums::default());
    let of_block = Parted::new(&mut sums.blocks);
    let work = |block: usize, products: &mut Products<'_>| {
        // SAFETY: each block is worked on once, and here alone its sums are used.
        let sums = unsafe { &mut of_block.part(block..block + 1)[0] };
        *sums = P::Sums::default();
        // SAFETY: an `Isa` is an instruction set that this processor has; blocks do not overlap, and so tiles do not.
        unsafe { kernel(pass, indices(block, length), products, sums) };
    };
    if ahead(team, length) {
        product.all(team, x, &mut stage.buffer[..whole]);
        let there = &stage.buffer[..whole];
        team.each(blocks, &|block, _| work(block, &mut Products::There(there)));
    } else {
        let room = TILE / LINE * stage.lanes;
        let rooms = Parted::new(&mut stage.buffer);
        team.each(blocks, &|block, worker| {
            // SAFETY: a worker is one thread at a time.
            let room = unsafe { rooms.part(worker * room..(worker + 1) * room) };
            work(block, &mut Products::Made { product, x, room });
        });
    }
    sums.blocks.iter().for_each(|block| sums.total.add(block, stage.lanes));
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn avx2<P: Pass, const B: usize, const SHARED: u8, const MODE: u8>(
    pass: &P,
    indices: Range<usize>,
    products: &mut Products<'_>,
    sums: &mut P::Sums,
) {
    // SAFETY: the feature is enabled here; the rest is passed on.
    unsafe { block::<Avx2, P, B, SHARED, MODE>(pass, indices, products, sums) }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,avx512f")]
unsafe fn avx512<P: Pass, const B: usize, const SHARED: u8, const MODE: u8>(
    pass: &P,
    indices: Range<usize>,
    products: &mut Products<'_>,
    sums: &mut P::Sums,
) {
    // SAFETY: the features are enabled here; the rest is passed on.
    unsafe { block::<Avx512, P, B, SHARED, MODE>(pass, indices, products, sums) }
}

/// # Safety
/// The contract of [`Vec8`], and no other thread works on this block.
#[inline(always)]
unsafe fn block<V: Vec8, P: Pass, const B: usize, const SHARED: u8, const MODE: u8>(
    pass: &P,
    indices: Range<usize>,
    products: &mut Products<'_>,
    sums: &mut P::Sums,
) {
    // SAFETY: passed on.
    unsafe {
        let mut stripes = P::stripes::<V, B>();
        for first in indices.clone().step_by(TILE) {
            let lines = first / LINE..(first + TILE).min(indices.end) / LINE;
            let product = match products {
                Products::There(there) => &there[lines.start * B..lines.end * B],
                Products::Made { product, x, room } => {
                    product.tile(first / TILE, x, room);
                    &room[..lines.len() * B]
                }
            };
            pass.tile::<V, B, SHARED, MODE>(&Tile { lines, product }, &mut stripes);
        }
        P::fold::<V, B, MODE>(&stripes, sums);
    }
}

//! The generator: a hash of (seed, index, stream, counter), so that every draw can be made on its own.
//!
//! `mix` is the output function of SplitMix64. With G = 0x9e3779b97f4a7c15 and all sums modulo 2^64,
//!
//! ```text
//! a = mix(mix(mix(seed + G) ^ index + G) ^ stream + G)        (^ before +)
//! b = mix(a ^ 0xd1b54a32d192ed03)
//! draw n = mix(mix(a + n G) ^ b)                               n = 1, 2, ...
//! ```
//!
//! The second hash keeps apart streams whose counters meet.

/// The odd number next to 2^64 divided by the golden ratio.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
/// Tells the second key from the first.
const SECOND: u64 = 0xd1b5_4a32_d192_ed03;

/// A stream of draws.
#[derive(Clone, Debug)]
pub struct Random {
    position: u64,
    key: u64,
}

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Random {
    /// Stream `stream` of instance `index`.
    pub fn new(seed: u64, index: u64, stream: u64) -> Random {
        let absorb = |state: u64, word: u64| mix((state ^ word).wrapping_add(GOLDEN));
        let position = [seed, index, stream].into_iter().fold(0, absorb);
        Random { position, key: mix(position ^ SECOND) }
    }

    /// 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.position = self.position.wrapping_add(GOLDEN);
        mix(mix(self.position) ^ self.key)
    }

    /// A multiple of 2^-53 in [0, 1). One draw.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Uniform in [from, to). One draw.
    pub fn uniform(&mut self, (from, to): (f64, f64)) -> f64 {
        from + (to - from) * self.unit()
    }

    /// A whole number below `count`: the high half of the product of `count` and 64 bits. One draw.
    pub fn below(&mut self, count: usize) -> usize {
        let product = u128::from(self.bits()) * count as u128;
        // Less than `count`, so that it fits.
        (product >> 64) as usize
    }

    /// A whole number from `least` to `most`. One draw.
    pub fn whole(&mut self, (least, most): (u64, u64)) -> u64 {
        let count = u128::from(most.saturating_sub(least)) + 1;
        // At most `most - least`, so that it fits.
        least + ((u128::from(self.bits()) * count) >> 64) as u64
    }

    /// True with this probability. One draw.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// Normal with mean 0 and deviation 1, by Box and Muller: sqrt(-2 ln(1 - u)) cos(2 pi v). Two draws, u and v.
    pub fn gauss(&mut self) -> f64 {
        let radius = (-2.0 * libm::log(1.0 - self.unit())).sqrt();
        radius * libm::cos(std::f64::consts::TAU * self.unit())
    }
}

//! Pfaffian piecewise structure, and the pseudo-dimension that it allows.

use super::magnitude::Magnitude;
use serde::Serialize;

/// The structure of a cost as a function of the parameters, for one problem: (k_F, k_G, q, M, Delta, d).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Structure {
    /// k_F, the number of piece functions.
    pub pieces: Magnitude,
    /// k_G, the number of boundary functions.
    pub boundaries: Magnitude,
    /// q, the length of the Pfaffian chain.
    pub chain: f64,
    /// M, its Pfaffian degree.
    pub chain_degree: Magnitude,
    /// Delta, the degree of the functions in it.
    pub degree: Magnitude,
    /// d, the number of parameters.
    pub parameters: u32,
}

/// The bound on the pseudo-dimension for any number of parameters.
///
/// The main text prints the theorem without the factors d and the term with log d in it; the proof for two parameters uses
/// this form. For one parameter they are the same.
pub const FORMULA: &str = "d^2 q^2 + 2 d q log(Delta + M) + 4 d q log d + 2 d log(Delta (k_F + k_G)) + 16 d";

impl Structure {
    /// [`FORMULA`], with logarithms to base 2: the proofs compare with the 2^N ways to label N problems.
    pub fn pseudo_dimension(&self) -> f64 {
        let (d, q) = (f64::from(self.parameters), self.chain);
        let degrees = self.degree.plus(self.chain_degree).log2();
        let functions = self.degree.times(self.pieces.plus(self.boundaries)).log2();
        d * d * q * q + 2.0 * d * q * degrees + 4.0 * d * q * libm::log2(d) + 2.0 * d * functions + 16.0 * d
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small(parameters: u32) -> Structure {
        Structure {
            pieces: Magnitude::of(56.0),
            boundaries: Magnitude::of(8.0),
            chain: 3.0,
            chain_degree: Magnitude::of(4.0),
            degree: Magnitude::of(4.0),
            parameters,
        }
    }

    #[test]
    fn pseudo_dimensions_by_hand() {
        // 9 + 6 log 8 + 2 log 256 + 16 = 9 + 18 + 16 + 16.
        assert_eq!(small(1).pseudo_dimension(), 59.0);
        // What the proof for two parameters prints: 4 q^2 + 4 q log(Delta + M) + 8 q log 2 + 4 log(..) + 32.
        assert_eq!(small(2).pseudo_dimension(), 36.0 + 36.0 + 24.0 + 32.0 + 32.0);
    }
}

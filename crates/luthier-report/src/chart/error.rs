//! What can go wrong when a chart becomes pixels.

use thiserror::Error;

/// A chart that could not be turned into an image.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The drawing was not understood by the renderer.
    #[error("chart '{id}': the renderer rejected the drawing: {problem}")]
    Drawing {
        /// The chart.
        id: String,
        /// What the renderer said.
        problem: String,
    },
    /// An image that cannot be held in memory.
    #[error("chart '{id}': an image of {width} x {height} pixels cannot be made")]
    Size {
        /// The chart.
        id: String,
        /// Its width in pixels.
        width: u32,
        /// Its height in pixels.
        height: u32,
    },
    /// The pixels could not be written as PNG.
    #[error("chart '{id}': {source}")]
    Encoding {
        /// The chart.
        id: String,
        /// What the encoder said.
        source: png::EncodingError,
    },
}

//! Charts: data in, SVG or PNG out.
//!
//! A builder ([`LineChart`], [`HeatMap`], [`ScatterChart`], [`BarChart`]) takes the data, and its `draw` makes a [`Chart`]. That
//! is a finished figure: markup for a page ([`Chart::svg`]), a file of its own ([`Chart::standalone`]) or pixels
//! ([`Chart::png`]). Colours and sizes of text come from the rules of [`style`].
//!
//! Every mark that stands for a value has class `mark`, the text of `data-tip` for those who point at it, and the exact values
//! as `data-x`, `data-y` and `data-v`. What cannot be drawn (no number, or nothing above zero on a logarithmic axis) is
//! left out, and the description says how many were.

mod axes;
mod axis;
mod bar;
mod drawing;
mod error;
pub mod format;
mod geometry;
mod heat;
mod labels;
mod legend;
mod line;
mod marker;
mod palette;
mod raster;
pub mod scale;
mod scatter;
mod spot;
mod style;
mod svg;
mod text;

pub use axis::Axis;
pub use bar::{Bar, BarChart};
pub use drawing::Chart;
pub use error::Error;
pub use heat::{Cell, HeatMap, Value};
pub use line::{LineChart, Point, Rule, Series, Spread, Steps};
pub use palette::{Rgb, SERIES_COLOURS, sequential};
pub use scatter::{Dot, Group, ScatterChart};
pub use spot::{Sign, Spot};
pub use style::{Theme, style};

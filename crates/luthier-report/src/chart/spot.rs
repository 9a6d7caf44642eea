//! Signs at single points: the default, the best.

use super::marker::Shape;
use super::svg::Element;

/// The shape of a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// A star, for the default.
    Star,
    /// A diamond, for the best.
    Diamond,
    /// A ring around the point.
    Ring,
}

impl Sign {
    /// The sign around a point.
    pub(super) fn draw(self, at: (f64, f64), radius: f64) -> Element {
        match self {
            Sign::Star => Shape::Star.draw(at, radius).attr("class", "spot"),
            Sign::Diamond => Shape::Diamond.draw(at, radius).attr("class", "spot"),
            // The rim keeps the ring visible on every colour.
            Sign::Ring => Element::new("g").children(
                ["ring-rim", "ring"].map(|class| Shape::Circle.draw(at, radius).attr("class", class)),
            ),
        }
    }
}

/// A sign at a point, with a few words beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot {
    pub(super) sign: Sign,
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) label: String,
}

impl Spot {
    /// A sign at a point, with words beside it, or none.
    pub fn new(sign: Sign, x: f64, y: f64, label: impl Into<String>) -> Self {
        Spot { sign, x, y, label: label.into() }
    }
}

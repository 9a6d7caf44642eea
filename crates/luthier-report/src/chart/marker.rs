//! Shapes of marks.

use super::svg::{Element, polyline};
use std::f64::consts::PI;

/// The shape of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Circle,
    Square,
    Triangle,
    Diamond,
    Down,
    Cross,
    Star,
}

/// Shapes that tell series apart.
const SERIES: [Shape; 6] =
    [Shape::Circle, Shape::Square, Shape::Triangle, Shape::Diamond, Shape::Down, Shape::Cross];

impl Shape {
    /// The shape of a series; with the eight colours it repeats after 24 series only.
    pub fn of_series(index: usize) -> Self {
        SERIES.get(index % SERIES.len()).copied().unwrap_or(Shape::Circle)
    }

    /// The shape around a point, about as large as a circle of a radius.
    pub fn draw(self, (x, y): (f64, f64), radius: f64) -> Element {
        let corners = |n: u32, start: f64, reach: f64| -> Vec<(f64, f64)> {
            let angle = |i: u32| start + 2.0 * PI * f64::from(i) / f64::from(n);
            (0..n).map(|i| (x + reach * libm::cos(angle(i)), y + reach * libm::sin(angle(i)))).collect()
        };
        let closed = |points: Vec<(f64, f64)>| Element::path(polyline(&points, true));
        match self {
            Shape::Circle => Element::new("circle").num("cx", x).num("cy", y).num("r", radius),
            Shape::Square => closed(corners(4, PI / 4.0, 1.25 * radius)),
            Shape::Triangle => closed(corners(3, -PI / 2.0, 1.35 * radius)),
            Shape::Down => closed(corners(3, PI / 2.0, 1.35 * radius)),
            Shape::Diamond => closed(corners(4, 0.0, 1.35 * radius)),
            Shape::Cross => closed(cross((x, y), radius)),
            Shape::Star => {
                let (tips, dents) =
                    (corners(5, -PI / 2.0, 1.5 * radius), corners(5, -0.3 * PI, 0.62 * radius));
                closed(tips.into_iter().zip(dents).flat_map(|(tip, dent)| [tip, dent]).collect())
            }
        }
    }
}

/// The outline of an upright cross, turned by an eighth.
fn cross((x, y): (f64, f64), radius: f64) -> Vec<(f64, f64)> {
    let (long, thin) = (1.3 * radius, 0.42 * radius);
    let upright = [
        (thin, thin),
        (thin, long),
        (-thin, long),
        (-thin, thin),
        (-long, thin),
        (-long, -thin),
        (-thin, -thin),
        (-thin, -long),
        (thin, -long),
        (thin, -thin),
        (long, -thin),
        (long, thin),
    ];
    let turn = std::f64::consts::FRAC_1_SQRT_2;
    upright.iter().map(|(a, b)| (x + turn * (a - b), y + turn * (a + b))).collect()
}

//! Rectangles.

/// A rectangle; y grows downward.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rect {
    /// Left edge.
    pub x: f64,
    /// Upper edge.
    pub y: f64,
    /// Width.
    pub w: f64,
    /// Height.
    pub h: f64,
}

impl Rect {
    /// The right edge.
    pub fn right(&self) -> f64 {
        self.x + self.w
    }

    /// The lower edge.
    pub fn bottom(&self) -> f64 {
        self.y + self.h
    }

    /// The area that two rectangles share.
    pub fn shared(&self, other: &Rect) -> f64 {
        let w = self.right().min(other.right()) - self.x.max(other.x);
        let h = self.bottom().min(other.bottom()) - self.y.max(other.y);
        w.max(0.0) * h.max(0.0)
    }

    /// Whether a point is in it.
    pub fn contains(&self, (x, y): (f64, f64)) -> bool {
        x >= self.x && x <= self.right() && y >= self.y && y <= self.bottom()
    }

    /// The nearest point in it.
    pub fn clamp(&self, (x, y): (f64, f64)) -> (f64, f64) {
        (x.max(self.x).min(self.right()), y.max(self.y).min(self.bottom()))
    }
}

//! Where notes in the plot go: to the place where they cover least.

use super::geometry::Rect;
use super::style::size::TICK;
use super::svg::Element;
use super::text;

/// Height of a line of text.
const HEIGHT: f64 = 14.0;

/// A search for free places in a plot.
pub(super) struct Places {
    area: Rect,
    taken: Vec<Rect>,
    points: Vec<(f64, f64)>,
}

impl Places {
    /// Places in an area.
    pub fn new(area: Rect) -> Self {
        Places { area, taken: Vec::new(), points: Vec::new() }
    }

    /// Keeps away from a line along points.
    pub fn avoid_line(&mut self, points: &[(f64, f64)]) {
        for (from, to) in points.iter().zip(points.iter().skip(1)) {
            let length = (to.0 - from.0).abs().max((to.1 - from.1).abs());
            let steps = (length / 5.0).ceil().max(1.0);
            let at = |i: f64| (from.0 + (to.0 - from.0) * i / steps, from.1 + (to.1 - from.1) * i / steps);
            self.points.extend((0..steps as usize).map(|i| at(i as f64)));
        }
        self.points.extend(points.last());
    }

    /// Keeps away from a rectangle.
    pub fn avoid(&mut self, rect: Rect) {
        self.taken.push(rect);
    }

    /// A note beside a point that is drawn as large as a radius.
    pub fn beside(&mut self, (x, y): (f64, f64), radius: f64, note: &str) -> Element {
        let gap = radius + 4.0;
        let (note, w) = self.shortened(note);
        let (right, left, middle) = (x + gap, x - gap - w, x - w / 2.0);
        let (above, below, level) = (y - gap - HEIGHT, y + gap, y - HEIGHT / 2.0);
        let corners = [
            (right, level),
            (right, above),
            (left, level),
            (left, above),
            (middle, above),
            (right, below),
            (left, below),
            (middle, below),
        ];
        self.put(&corners, &note, w)
    }

    /// A note along a vertical line.
    pub fn at_vertical(&mut self, x: f64, note: &str) -> Element {
        let (note, w) = self.shortened(note);
        let Rect { y: top, h, .. } = self.area;
        let rows = [
            2.0,
            2.0 + HEIGHT,
            2.0 + 2.0 * HEIGHT,
            2.0 + 3.0 * HEIGHT,
            h - HEIGHT - 2.0,
            h - 2.0 * HEIGHT - 2.0,
        ];
        let corners: Vec<(f64, f64)> =
            rows.iter().flat_map(|row| [(x + 4.0, top + row), (x - 4.0 - w, top + row)]).collect();
        self.put(&corners, &note, w)
    }

    /// A note along a horizontal line.
    pub fn at_horizontal(&mut self, y: f64, note: &str) -> Element {
        let (note, w) = self.shortened(note);
        let Rect { x: left, w: width, .. } = self.area;
        let columns = [width - w - 4.0, 4.0, (width - w) / 2.0];
        let corners: Vec<(f64, f64)> =
            columns.iter().flat_map(|at| [(left + at, y - HEIGHT - 2.0), (left + at, y + 2.0)]).collect();
        self.put(&corners, &note, w)
    }

    /// A note no wider than most of the plot, and its width.
    fn shortened(&self, note: &str) -> (String, f64) {
        let note = text::fit(note, TICK, (0.6 * self.area.w).max(40.0));
        let width = text::width(&note, TICK);
        (note, width)
    }

    /// Puts a note at the first of the corners where it covers least.
    fn put(&mut self, corners: &[(f64, f64)], note: &str, w: f64) -> Element {
        let boxes = corners.iter().map(|(x, y)| Rect { x: *x, y: *y, w, h: HEIGHT });
        let best = boxes.map(|b| (self.cost(&b), b)).min_by(|a, b| a.0.total_cmp(&b.0));
        let found = best.map_or(self.area, |(_, rect)| rect);
        // Even where nothing fits, a note stays in the plot.
        let x = found.x.min(self.area.right() - w).max(self.area.x);
        let y = found.y.min(self.area.bottom() - HEIGHT).max(self.area.y);
        self.taken.push(Rect { x, y, w, h: HEIGHT });
        let words = Element::words((x, y + 0.78 * HEIGHT), note);
        words.attr("class", "note rim").attr("pointer-events", "none")
    }

    /// How bad a place is: outside is worst, then on other notes, then on data.
    fn cost(&self, place: &Rect) -> f64 {
        let outside = place.w * place.h - place.shared(&self.area);
        let taken: f64 = self.taken.iter().map(|other| place.shared(other)).sum();
        let roomy = Rect { x: place.x - 2.0, y: place.y - 1.0, w: place.w + 4.0, h: place.h + 2.0 };
        let covered = self.points.iter().filter(|point| roomy.contains(**point)).count();
        100.0 * outside + 20.0 * taken + 4.0 * covered as f64
    }
}

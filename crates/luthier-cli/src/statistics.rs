//! What a problem looks like, in words: shared by the header of a solve and by `luthier check`.

use luthier::{BoundKinds, Range, Statistics};

/// The magnitudes of all kinds of numbers.
pub fn ranges(s: &Statistics) -> String {
    format!(
        "matrix {}, objective {}, right-hand side {}, bounds {}",
        range(s.matrix),
        range(s.objective),
        range(s.right_hand_side),
        range(s.bounds)
    )
}

/// A range in few characters.
pub fn range(range: Option<Range>) -> String {
    range.map_or("none".into(), |r| format!("[{:.0e}, {:.0e}]", r.smallest, r.largest))
}

/// How many there are of each kind, without those that do not occur.
pub fn kinds(kinds: &BoundKinds) -> String {
    let named = [
        (kinds.fixed, "equal"),
        (kinds.lower, "lower"),
        (kinds.upper, "upper"),
        (kinds.boxed, "two-sided"),
        (kinds.free, "free"),
    ];
    let parts: Vec<_> = named.iter().filter(|(n, _)| *n > 0).map(|(n, name)| format!("{n} {name}")).collect();
    if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
}

//! How wide text is, and how to shorten it.

/// Advance widths of the printable ASCII characters in DejaVu Sans, in thousandths of the size. Most fonts that a browser may
/// use instead are narrower, so that what fits by this table fits there too.
#[rustfmt::skip]
const ASCII: [u16; 95] = [
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636, 636, 636, 636, 636, 636,
    636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863, 748, 787,
    603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352, 635,
    634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
];

/// The width of text at a size.
pub(super) fn width(text: &str, size: f64) -> f64 {
    text.chars().map(advance).sum::<f64>() * size / 1000.0
}

/// The advance width of a character in thousandths of the size.
fn advance(c: char) -> f64 {
    let place = u32::from(c).checked_sub(32).and_then(|i| usize::try_from(i).ok());
    if let Some(width) = place.and_then(|i| ASCII.get(i)) {
        return f64::from(*width);
    }
    match c {
        // Letters of Europe, with their widest.
        '\u{A0}'..='\u{58F}' => 720.0,
        // Most symbols.
        '\u{2000}'..='\u{2BFF}' => 900.0,
        _ => 1050.0,
    }
}

/// Text on one line, cut with an ellipsis if it is wider than there is room.
pub(super) fn fit(text: &str, size: f64, room: f64) -> String {
    let line: String = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
    if width(&line, size) <= room {
        return line;
    }
    let mut left = room - width("…", size);
    let keep = |c: &char| {
        left -= advance(*c) * size / 1000.0;
        left >= 0.0
    };
    let kept: String = line.chars().take_while(keep).collect();
    format!("{}…", kept.trim_end())
}

/// Text on one line for a tip that is repeated at every mark: at most 80 characters.
pub(super) fn brief(text: &str) -> String {
    const MOST: usize = 80;
    let mut line: String = text.chars().take(MOST).map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
    if text.chars().nth(MOST).is_some() {
        line.push('…');
    }
    line
}

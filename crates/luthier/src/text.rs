//! Text that is safe to show.

/// A name made printable: characters that could steer a terminal, break lines or turn the direction of text are escaped.
pub fn escape_name(name: &str) -> String {
    let steers = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
    };
    name.chars()
        .flat_map(|c| if steers(c) { c.escape_default().collect::<Vec<_>>() } else { vec![c] })
        .collect()
}

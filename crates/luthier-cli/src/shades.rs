//! Amounts as characters and as colours.

use anstyle::{Ansi256Color, Color, Style};

/// From little to much.
pub const SHADES: [char; 9] = ['.', ':', '-', '=', '+', '*', '#', '%', '@'];

/// The same as backgrounds, from yellow over green and blue to purple: lighter is less, also for those who see no colours.
const BACKGROUNDS: [u8; 9] = [227, 190, 113, 72, 37, 31, 61, 55, 53];

/// From this shade on a background is dark.
const DARK: usize = 5;

/// The cell of a part from 0 to 1.
pub fn scaled(part: f64, cells: usize) -> usize {
    ((part * cells as f64) as usize).min(cells.saturating_sub(1))
}

/// The shade of an amount between the least and the most, in even steps of the logarithm: costs differ by factors.
pub fn shade(amount: f64, least: f64, most: f64) -> usize {
    let log = |amount: f64| amount.max(f64::MIN_POSITIVE).ln();
    let span = log(most) - log(least);
    let part = if span > 0.0 { (log(amount) - log(least)) / span } else { 0.0 };
    scaled(part.clamp(0.0, 1.0), SHADES.len())
}

/// A shade as a character.
pub fn character(shade: usize) -> char {
    SHADES.get(shade).copied().unwrap_or('@')
}

/// A shade as a background, with text that can be read on it.
pub fn background(shade: usize) -> Style {
    let back = BACKGROUNDS.get(shade).copied().unwrap_or(53);
    let text = if shade < DARK { 16 } else { 231 };
    let color = |number| Some(Color::Ansi256(Ansi256Color(number)));
    Style::new().bg_color(color(back)).fg_color(color(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_factors_are_even_steps() {
        let shades: Vec<usize> = (0..=8).map(|k| shade(2f64.powi(k), 1.0, 256.0)).collect();
        assert_eq!(shades.first(), Some(&0));
        assert_eq!(shades.last(), Some(&8));
        assert!(shades.windows(2).all(|pair| pair[1] - pair[0] <= 2 && pair[0] < pair[1]), "{shades:?}");
        assert_eq!([shade(7.0, 7.0, 7.0), shade(0.0, 1.0, 2.0), shade(9.0, 1.0, 2.0)], [0, 0, 8]);
    }
}

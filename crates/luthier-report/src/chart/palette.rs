//! Colours that those who see few colours can tell apart.

/// A colour: red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// As `#rrggbb`.
    pub fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }

    /// How bright it looks, from 0 to 1.
    pub fn luminance(self) -> f64 {
        let linear = |channel: u8| {
            let c = f64::from(channel) / 255.0;
            if c <= 0.040_45 { c / 12.92 } else { libm::pow((c + 0.055) / 1.055, 2.4) }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// Whether black text on it has more contrast than white text.
    pub fn is_light(self) -> bool {
        self.luminance() > 0.179
    }
}

/// How many colours there are for series, before they come again with other dashes and markers.
pub const SERIES_COLOURS: usize = 8;

/// Colours of series on white, after Okabe and Ito, the pale ones last or left out.
pub(super) const ON_LIGHT: [&str; SERIES_COLOURS] =
    ["#0072b2", "#d55e00", "#009e73", "#b8588f", "#c98a00", "#3a9bd6", "#5b6470", "#7f5226"];

/// The same hues on a dark ground.
pub(super) const ON_DARK: [&str; SERIES_COLOURS] =
    ["#4fb0f0", "#ff8a3d", "#2fc99a", "#e59cc6", "#f0bd45", "#9ad4f7", "#b6bec8", "#cf9f68"];

/// Patterns of dashes; the first is a full line.
pub(super) const DASHES: [&str; 6] = ["none", "7 3", "2 2.5", "9 3 2 3", "13 4", "5 2 1.5 2 1.5 2"];

/// The classes of a series: its colour and its dashes. Both together repeat after 24 series only.
pub(super) fn series_class(index: usize) -> String {
    format!("s{} d{}", index % SERIES_COLOURS, index % DASHES.len())
}

/// Colours from dark and low to bright and high, evenly spaced: viridis, whose brightness grows evenly.
const VIRIDIS: [Rgb; 11] = [
    Rgb(0x44, 0x01, 0x54),
    Rgb(0x48, 0x24, 0x75),
    Rgb(0x41, 0x44, 0x87),
    Rgb(0x35, 0x5f, 0x8d),
    Rgb(0x2a, 0x78, 0x8e),
    Rgb(0x21, 0x91, 0x8c),
    Rgb(0x22, 0xa8, 0x84),
    Rgb(0x44, 0xbf, 0x70),
    Rgb(0x7a, 0xd1, 0x51),
    Rgb(0xbd, 0xdf, 0x26),
    Rgb(0xfd, 0xe7, 0x25),
];

/// The colour of a part from 0 to 1.
pub fn sequential(part: f64) -> Rgb {
    let place = part.clamp(0.0, 1.0) * (VIRIDIS.len() - 1) as f64;
    let below = libm::floor(place);
    let at = |i: f64| VIRIDIS.get(i as usize).or(VIRIDIS.last()).copied().unwrap_or(Rgb(0, 0, 0));
    let (from, to, share) = (at(below), at(below + 1.0), place - below);
    let mix = |a: u8, b: u8| libm::round(f64::from(a) + share * (f64::from(b) - f64::from(a))) as u8;
    Rgb(mix(from.0, to.0), mix(from.1, to.1), mix(from.2, to.2))
}

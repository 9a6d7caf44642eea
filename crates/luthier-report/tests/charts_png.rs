//! Charts as pixels.

mod gallery;

use luthier_report::chart::*;
use std::path::Path;

/// Width, height and the colours of an image.
fn decode(bytes: &[u8]) -> (u32, u32, Vec<[u8; 3]>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Rgb, png::BitDepth::Eight));
    (info.width, info.height, pixels.chunks_exact(3).map(|p| [p[0], p[1], p[2]]).collect())
}

/// All charts are written to a folder below target, for looking at.
#[test]
fn images_have_twice_the_size_and_show_something() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("charts");
    std::fs::create_dir_all(&folder).unwrap();
    for chart in gallery::all() {
        std::fs::write(folder.join(format!("{}.svg", chart.id())), chart.standalone()).unwrap();
        for (theme, end, paper) in [(Theme::Light, "", [255; 3]), (Theme::Dark, "-dark", [0x14, 0x17, 0x1c])]
        {
            let bytes = chart.png_with(theme).unwrap();
            std::fs::write(folder.join(format!("{}{end}.png", chart.id())), &bytes).unwrap();
            let (width, height, pixels) = decode(&bytes);
            assert_eq!((width, height), (2 * chart.size().0, 2 * chart.size().1));
            assert_eq!(pixels[0], paper);
            let drawn = pixels.iter().filter(|pixel| **pixel != paper).count();
            assert!(drawn > pixels.len() / 50, "{}: {drawn} of {}", chart.id(), pixels.len());
            // Nothing is cut off: the rim is empty.
            let row = width as usize;
            let last = pixels.len() - row;
            assert!(
                pixels[..row].iter().chain(&pixels[last..]).all(|pixel| *pixel == paper),
                "{}",
                chart.id()
            );
            let sides = pixels.chunks_exact(row).flat_map(|row| [row[0], row[row.len() - 1]]);
            assert!(sides.into_iter().all(|pixel| pixel == paper), "{}", chart.id());
        }
    }
}

#[test]
fn images_know_their_natural_size() {
    let bytes = gallery::race().png().unwrap();
    let reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
    let density = reader.info().pixel_dims.unwrap();
    assert_eq!((density.xppu, density.yppu, density.unit), (7559, 7559, png::Unit::Meter));
}

/// Pixels in which the plots of two names differ. The names take the same room.
fn difference(a: &str, b: &str) -> usize {
    let image = |name: &str| {
        let points = [(0.0, 0.0), (1.0, 1.0)].map(Point::from);
        let spot = Spot::new(Sign::Star, 0.2, 0.8, name);
        let series = Series::new("", points);
        let chart = LineChart::new("t", "", Axis::linear("x"), Axis::linear("y")).series(series).spot(spot);
        decode(&chart.draw().png().unwrap()).2
    };
    image(a).iter().zip(image(b)).filter(|(a, b)| **a != *b).count()
}

#[test]
fn text_is_drawn() {
    assert_eq!(difference("same", "same"), 0);
    assert!(difference("", "a label") > 400, "{}", difference("", "a label"));
}

#[test]
fn the_font_has_all_signs_that_labels_need() {
    // A character that is not in the font is left out, and looks like one that no font has.
    let unknown = "\u{10FFFD}";
    for sign in "θαβγδεηλμρστω×≤≥−★±½…→∞éüßж".chars() {
        let differs = difference(&sign.to_string(), unknown);
        assert!(differs > 10, "{sign}: {differs}");
    }
}

#[test]
fn names_of_all_scripts_are_rendered_without_failing() {
    for name in ["😀👨‍👩‍👧‍👦", "שלום עולם", "漢字", "\0\u{1b}\u{FFFF}", "<&>\"'", &"x".repeat(10_240)]
    {
        let bars = [Bar::new(name, 1.0), Bar::new("b", 2.0)];
        let chart = BarChart::new("names", name, Axis::linear(name)).bars(bars).draw();
        assert_eq!(decode(&chart.png().unwrap()).0, 2 * chart.size().0);
    }
}

#[test]
fn an_image_is_the_same_every_time() {
    assert_eq!(gallery::heat_map().png().unwrap(), gallery::heat_map().png().unwrap());
}

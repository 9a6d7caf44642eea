//! Pixels: the drawing rendered with a font that is part of the program.

use super::error::Error;
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};
use std::sync::{Arc, LazyLock};

/// Pixels of the image for each of the drawing: twice 96 dots per inch.
const SCALE: f32 = 2.0;

/// The same in dots per metre.
const DOTS_PER_METRE: u32 = 7559;

/// The only font there is for images. What a machine has installed plays no part.
static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_source(fontdb::Source::Binary(Arc::new(dejavu::sans::regular())));
    fonts.set_sans_serif_family("DejaVu Sans");
    Arc::new(fonts)
});

/// The drawing as a PNG image.
pub(super) fn png(id: &str, svg: &str) -> Result<Vec<u8>, Error> {
    let options =
        Options { fontdb: FONTS.clone(), font_family: "DejaVu Sans".to_owned(), ..Options::default() };
    let rejected = |e: resvg::usvg::Error| Error::Drawing { id: id.to_owned(), problem: e.to_string() };
    let tree = Tree::from_str(svg, &options).map_err(rejected)?;
    let pixels = |length: f32| (length * SCALE).ceil() as u32;
    let (width, height) = (pixels(tree.size().width()), pixels(tree.size().height()));
    let too_large = || Error::Size { id: id.to_owned(), width, height };
    let mut image = Pixmap::new(width, height).ok_or_else(too_large)?;
    image.fill(Color::WHITE);
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut image.as_mut());
    encode(&image).map_err(|source| Error::Encoding { id: id.to_owned(), source })
}

/// Opaque pixels with their density, so that the image has its natural size in a document.
fn encode(image: &Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let opaque: Vec<u8> = image.pixels().iter().flat_map(|p| [p.red(), p.green(), p.blue()]).collect();
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, image.width(), image.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let density = png::PixelDimensions { xppu: DOTS_PER_METRE, yppu: DOTS_PER_METRE, unit: png::Unit::Meter };
    encoder.set_pixel_dims(Some(density));
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&opaque)?;
    writer.finish()?;
    Ok(out)
}

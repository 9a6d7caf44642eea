//! Charts as pixels.

mod gallery;

use luthier_report::chart::Theme;
use std::path::Path;

#[test]
fn gallery_is_rendered() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("charts");
    std::fs::create_dir_all(&folder).unwrap();
    for chart in gallery::all() {
        std::fs::write(folder.join(format!("{}.svg", chart.id())), chart.standalone()).unwrap();
        std::fs::write(folder.join(format!("{}.png", chart.id())), chart.png().unwrap()).unwrap();
        let dark = chart.png_with(Theme::Dark).unwrap();
        std::fs::write(folder.join(format!("{}-dark.png", chart.id())), dark).unwrap();
    }
}

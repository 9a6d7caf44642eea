//! Figures as files, for papers and slides.

use crate::chart::Chart;
use luthier::{Diagnostic, Error};
use std::path::Path;

/// Writes every chart as `ID.svg` and `ID.png` into a folder, which is made if it is not there.
pub fn write_figures(folder: &Path, charts: &[Chart]) -> Result<(), Error> {
    let shown = || folder.display().to_string();
    std::fs::create_dir_all(folder)
        .map_err(|e| Diagnostic::of_file(shown(), format!("cannot be made: {e}; expected a folder")))?;
    for chart in charts {
        let file = |ending: &str| folder.join(format!("{}.{ending}", chart.id()));
        luthier::io::write_text(&file("svg"), &chart.standalone())?;
        let pixels =
            chart.png().map_err(|e| Diagnostic::of_file(file("png").display().to_string(), e.to_string()))?;
        luthier::io::write_bytes(&file("png"), &pixels)?;
    }
    Ok(())
}

//! How long the report of a large study takes: `cargo bench -p luthier-report`.

#[path = "../tests/made/mod.rs"]
mod made;

use luthier_report::study::{Options, report};
use made::{make, question, solved};
use std::time::Instant;

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    let space = "weight_smoothing=0.01..1:40; initial_weight_scale=0.1..10:25log";
    make(folder.path(), &question(space, 100, 100), &|place, setting| {
        let is_tested = place < 100 || setting.0 <= 1;
        is_tested.then(|| solved(500 + (place as u64 * 37 + setting.0 * 101) % 400))
    });
    println!("a study of 1,001 settings on 100 problems, and 2 of them on 100 more");
    for _ in 0..3 {
        let began = Instant::now();
        let made = report(folder.path(), &Options::default()).expect("a report");
        let seconds = began.elapsed().as_secs_f64();
        println!(
            "report: {seconds:.2} s, {:.2} MB, {} charts",
            made.html.len() as f64 / 1e6,
            made.figures.len()
        );
    }
}

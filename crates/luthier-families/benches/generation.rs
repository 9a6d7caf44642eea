//! Speed of making instances, on one core.
//!
//! ```text
//! cargo bench -p luthier-families
//! ```
//!
//! The goal: 1,000 instances of transportation 60x90 in less than 2 seconds.

use luthier_families::Family;
use std::time::Instant;

const RUNS: [(&str, u64); 6] = [
    ("transportation:60x90", 1000),
    ("transportation:30x45", 1000),
    ("decay-decay:200x2000", 1000),
    ("decay-decay:100x1000", 1000),
    ("multipaths:90x2000", 100),
    ("qap15:objective=uniform(0.5)", 100),
];

fn main() {
    println!("| family | instances | seconds | microseconds each |\n|---|---|---|---|");
    for (text, count) in RUNS {
        let began = Instant::now();
        let family = Family::parse(text).expect("a specification");
        let variables: usize =
            (0..count).map(|index| family.instance(1, index).expect("an instance").columns()).sum();
        let seconds = began.elapsed().as_secs_f64();
        assert!(variables > 0);
        println!("| {text} | {count} | {seconds:.3} | {:.0} |", seconds / count as f64 * 1e6);
    }
}

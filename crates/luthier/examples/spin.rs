#[path = "../tests/support/families.rs"]
#[allow(dead_code)]
mod families;
use luthier::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let lp = match a[1].as_str() {
        "t" => families::transportation(60, 90, 1),
        "d" => families::decay_decay(200, 2000, 1),
        "e" => families::decay_decay(2000, 40000, 1),
        "g" => families::decay_decay(5000, 100000, 1),
        "f" => families::decay_decay(20000, 400000, 1),
        "q" => families::qap(15, 1),
        _ => families::multicommodity(11, 1400, 4430, 4, 1),
    };
    let lp = if a.get(5).is_some() {
        lp.with_data().matrix(lp.matrix().stored_as(Storage::Full).unwrap()).build().unwrap()
    } else {
        lp
    };
    let lanes: usize = a[2].parse().unwrap();
    let period: u64 = a[3].parse().unwrap();
    let n: u64 = a[4].parse().unwrap();
    let ps: Vec<_> = (0..lanes)
        .map(|i| Parameters {
            weight_smoothing: 0.3 + 0.02 * i as f64,
            check_period: period,
            iteration_limit: n,
            stall_limit: None,
            ..Parameters::default().with_tolerance(1e-30)
        })
        .collect();
    let trials: Vec<_> =
        ps.iter().map(|parameters| Trial { problem: &lp, parameters, start: None }).collect();
    let t = std::time::Instant::now();
    let out =
        run_batch(&trials, &BatchOptions { lanes: Some(lanes), threads: 1 }, &Control::default()).unwrap();
    let k: u64 = out.iter().map(|o| o.work.iterations).sum();
    let r: u64 = out.iter().map(|o| o.work.rejected_steps).sum();
    let s: u64 = out.iter().map(|o| o.work.restarts).sum();
    println!(
        "{:.2} us per iteration, {k} iterations, {r} rejected, {s} restarts",
        t.elapsed().as_secs_f64() * 1e6 / k as f64
    );
}

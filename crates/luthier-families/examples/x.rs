use luthier::*;
use luthier_families::{Family, Random};
fn median(v: &mut Vec<f64>) -> f64 {
    v.sort_by(|a, b| a.total_cmp(b));
    v[v.len() / 2]
}
fn change(p: &Problem, rng: &mut Random, every: bool) -> Problem {
    let (mut lo, mut up) = (p.row_lower().to_vec(), p.row_upper().to_vec());
    let qap = p.columns() == 22275;
    let mut cost = p.objective().to_vec();
    let m = if qap { cost.len() } else { lo.len() };
    let mut rows: Vec<usize> = (0..m).collect();
    if !every {
        let count = (m / 100).max(1);
        for k in 0..count {
            let other = k + rng.below(m - k);
            rows.swap(k, other);
        }
        rows.truncate(count);
    }
    for i in rows {
        let f = if every { rng.uniform((0.99, 1.01)) } else { rng.uniform((0.9, 1.1)) };
        if qap {
            cost[i] *= f
        } else {
            lo[i] *= f;
            up[i] *= f;
        }
    }
    p.with_data().objective(cost).row_bounds(lo, up).build().unwrap()
}
fn main() {
    let families = [
        "transportation:30x45",
        "transportation:60x90",
        "decay-decay:100x1000",
        "decay-decay:200x2000",
        "multipaths:90x2000",
        "qap15:objective=uniform(0.5)",
    ];
    let a: Vec<String> = std::env::args().collect();
    let tol: f64 = a[1].parse().unwrap();
    let chains: u64 = a[2].parse().unwrap();
    let length = 3;
    let which: Vec<usize> =
        a.get(3).map_or((0..6).collect(), |w| w.split(',').map(|x| x.parse().unwrap()).collect());
    for f in which {
        let family = Family::parse(families[f]).unwrap();
        for every in [false, true] {
            let mut cold = vec![];
            let names = ["xy", "full"];
            let mut res = vec![vec![]; names.len()];
            let mut ratios = vec![vec![]; names.len()];
            for c in 0..chains {
                let base = family.instance(1, c).unwrap();
                let par = Parameters::preset(a.get(4).map_or("paper", |s| s)).unwrap().with_tolerance(tol);
                let first = solve(&base, &par).unwrap();
                let mut problems = vec![];
                let mut rng = Random::new(99, c, 0);
                let mut p = base;
                for _ in 0..length {
                    p = change(&p, &mut rng, every);
                    problems.push(p.clone());
                }
                let colds: Vec<f64> =
                    problems.iter().map(|p| solve(p, &par).unwrap().work.iterations as f64).collect();
                cold.extend(&colds);
                for (v, _) in names.iter().enumerate() {
                    let mut last = first.clone();
                    let mut acc = first.work.iterations;
                    for (p, cold) in problems.iter().zip(&colds) {
                        let mut start = Start::from(&last);
                        let l = last.learned;
                        start.learned = match (v, l) {
                            (_, None) => None,
                            (0, _) => None,
                            (_, Some(l)) => Some(l),
                        };
                        let s = solve_with(p, &par, Some(&start), &Control::default()).unwrap();
                        if s.status != Status::Optimal {
                            println!("{} {:?}", s.status, s.notices);
                        }
                        res[v].push(s.work.iterations as f64);
                        ratios[v].push(s.work.iterations as f64 / cold);
                        acc += s.work.iterations;
                        let keep = if s.learned.is_none() { last.learned } else { s.learned };
                        last = s;
                        last.learned = keep;
                    }
                }
            }
            print!("{} {} cold {:.0}:", families[f], if every { "every" } else { "1%" }, median(&mut cold));
            for (v, n) in names.iter().enumerate() {
                print!("  {n} {:.0} ({:.2})", median(&mut res[v]), median(&mut ratios[v]));
            }
            println!();
        }
    }
}

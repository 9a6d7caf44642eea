use luthier::*;
use luthier_families::{Family, Random};
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
    let method = a.get(4).cloned().unwrap_or("paper".into());
    let which: Vec<usize> =
        a.get(3).map_or((0..6).collect(), |w| w.split(',').map(|x| x.parse().unwrap()).collect());
    for f in which {
        let family = Family::parse(families[f]).unwrap();
        let kinds = [
            "rand1",
            "rand10",
            "rand1e3",
            "y rand10",
            "x rand10",
            "-x -y",
            "2x 2y",
            "reversed",
            "other",
            "w*1e3 s*10",
            "w/1e3 s/1e3",
            "other+rand .5",
        ];
        let mut ratio = vec![vec![]; kinds.len()];
        let mut dropped = vec![0; kinds.len()];
        let mut worst = vec![0.0f64; kinds.len()];
        for c in 0..chains {
            let base = family.instance(1, c).unwrap();
            let other = family.instance(2, c).unwrap();
            let par = Parameters { ..Parameters::preset(&method).unwrap().with_tolerance(tol) };
            let cold = solve(&base, &par).unwrap();
            let n = cold.work.iterations as f64;
            let far = solve(&other, &par).unwrap();
            let fit = |mut s: Start| {
                s.x.resize(base.columns(), 0.0);
                s.y.resize(base.rows(), 0.0);
                s
            };
            let mx = cold.x.iter().fold(0.0f64, |a, b| a.max(b.abs()));
            let my = cold.y.iter().fold(0.0f64, |a, b| a.max(b.abs()));
            for (v, _) in kinds.iter().enumerate() {
                let mut r = Random::new(5, c, v as u64);
                let mut s = Start::from(&cold);
                let mut rnd = |sx: f64, sy: f64| {
                    let x = (0..base.columns()).map(|_| sx * mx * r.uniform((-1.0, 1.0))).collect();
                    let y = (0..base.rows()).map(|_| sy * my * r.uniform((-1.0, 1.0))).collect();
                    Start::new(x, y)
                };
                match v {
                    0 => s = rnd(1.0, 1.0),
                    1 => s = rnd(10.0, 10.0),
                    2 => s = rnd(1e3, 1e3),
                    3 => s.y = rnd(1.0, 10.0).y,
                    4 => s.x = rnd(10.0, 1.0).x,
                    5 => {
                        s.x.iter_mut().for_each(|x| *x = -*x);
                        s.y.iter_mut().for_each(|x| *x = -*x);
                    }
                    6 => {
                        s.x.iter_mut().for_each(|x| *x *= 2.0);
                        s.y.iter_mut().for_each(|x| *x *= 2.0);
                    }
                    7 => {
                        s.x.reverse();
                        s.y.reverse();
                    }
                    8 => s = fit(Start::from(&far)),
                    9 => {
                        s = Start {
                            learned: far
                                .learned
                                .map(|l| Learned { weight: l.weight * 1e3, step: l.step * 10.0 }),
                            ..fit(Start::from(&far))
                        }
                    }
                    10 => {
                        s = Start {
                            learned: far
                                .learned
                                .map(|l| Learned { weight: l.weight / 1e3, step: l.step / 1e3 }),
                            ..fit(Start::from(&far))
                        }
                    }
                    _ => {
                        s = fit(Start::from(&far));
                        let t = rnd(0.5, 0.5);
                        s.x.iter_mut().zip(t.x).for_each(|(a, b)| *a += b);
                        s.y.iter_mut().zip(t.y).for_each(|(a, b)| *a += b);
                    }
                }
                let w = solve_with(&base, &par, Some(&s), &Control::default()).unwrap();
                if w.status != Status::Optimal {
                    print!("{} ", w.status);
                }
                let q = w.work.iterations as f64 / n;
                ratio[v].push(q);
                worst[v] = worst[v].max(q);
                if w.notices.contains(&Notice::WarmStartDropped) {
                    dropped[v] += 1;
                }
            }
        }
        println!("{}:", families[f]);
        for (v, k) in kinds.iter().enumerate() {
            ratio[v].sort_by(|a, b| a.total_cmp(b));
            print!(" [{k}: {:.2} max {:.2} d{}]", ratio[v][ratio[v].len() / 2], worst[v], dropped[v]);
        }
        println!();
    }
}

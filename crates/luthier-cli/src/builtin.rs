//! The built-in problem: a transportation problem that is the same on every machine.

use luthier::{Error, PaperForm, Problem};

const SUPPLIERS: usize = 60;
const CUSTOMERS: usize = 90;

/// 60 suppliers, 90 customers: 5,400 variables, 150 rows. Suppliers give at most what they have, customers get at least what
/// they need; the cost of a way is a random part and its length.
pub fn transportation() -> Result<Problem, Error> {
    let mut next = numbers();
    let mut uniform = |from: f64, to: f64| from + (to - from) * next();
    let mut supply: Vec<f64> = (0..SUPPLIERS).map(|_| uniform(10.0, 30.0)).collect();
    let demand: Vec<f64> = (0..CUSTOMERS).map(|_| uniform(5.0, 20.0)).collect();
    let (total_supply, total_demand): (f64, f64) = (supply.iter().sum(), demand.iter().sum());
    if total_supply < total_demand {
        supply.iter_mut().for_each(|s| *s *= 1.2 * total_demand / total_supply);
    }
    let mut form = PaperForm::default();
    for i in 0..SUPPLIERS {
        for j in 0..CUSTOMERS {
            let column = form.c.len();
            form.c.push(uniform(0.0, 5.0) + 0.5 * i.abs_diff(j) as f64);
            form.g.push((i, column, -1.0));
            form.g.push((SUPPLIERS + j, column, 1.0));
        }
    }
    form.h = supply.iter().map(|s| -s).chain(demand).collect();
    form.lower = vec![0.0; form.c.len()];
    form.upper = vec![f64::INFINITY; form.c.len()];
    form.build()
}

/// Numbers in [0, 1): a counter, hashed (SplitMix64).
fn numbers() -> impl FnMut() -> f64 {
    let mut counter = 0u64;
    move || {
        counter = counter.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (counter ^ (counter >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }
}

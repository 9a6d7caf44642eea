//! Iterates do not change unnoticed: a few runs, down to the last bit, under the number that says so.

mod support;

use luthier::params::{Method, Norm, PockChambolle, TestedPoint};
use luthier::{NUMERICS, Parameters, Problem, Solution, solve};
use support::families::{decay_decay, qap, random_lp, transportation};

/// The [`NUMERICS`] under which the table was recorded.
const RECORDED: u32 = 1;

/// Problem, setting, accepted steps, and a hash of the bits of x, y and the objective.
const TABLE: &[(&str, &str, u64, u64)] = &[
    ("transportation", "paper", 263, 0x834e85cd137c28d3),
    ("transportation", "reference", 600, 0xe1ecc70fe753524c),
    ("transportation", "pdhg", 300, 0xd5309a1cfc703d09),
    ("transportation", "either", 304, 0x70a9a6e1aba94c16),
    ("transportation", "componentwise", 367, 0x48929f727f8ffb35),
    ("transportation", "halpern", 224, 0x17467bcf4ba43974),
    ("decay", "paper", 54, 0x8112b69b380c3cd9),
    ("decay", "reference", 100, 0x3221d546ad2947b2),
    ("decay", "pdhg", 300, 0xd778b0456f926f0d),
    ("decay", "either", 80, 0x3591e117974f1122),
    ("decay", "componentwise", 52, 0x41c5fae6d706130d),
    ("decay", "halpern", 384, 0xa2c0f58670bee1a5),
    ("qap", "paper", 147, 0x328ab21f8ba7efa4),
    ("qap", "reference", 300, 0x0d7c46a0b425b4fa),
    ("qap", "pdhg", 295, 0x9cf986cf0795ad09),
    ("qap", "either", 144, 0x0d42efd40b258f78),
    ("qap", "componentwise", 320, 0x6a6c0d82ac003cff),
    ("qap", "halpern", 176, 0xb83ecc5f36e33d70),
    ("random", "paper", 213, 0x3a1df65efc660d7c),
    ("random", "reference", 300, 0xd0b13dffa8461dd1),
    ("random", "pdhg", 300, 0x7d145b08fc84a519),
    ("random", "either", 240, 0xb555ebcf3768ee80),
    ("random", "componentwise", 262, 0x2cfa98549456ff80),
    ("random", "halpern", 320, 0x0ebfdca6cd23e3a1),
];

fn problems() -> [(&'static str, Problem); 4] {
    [
        ("transportation", transportation(7, 10, 11)),
        ("decay", decay_decay(10, 40, 12)),
        ("qap", qap(3, 13)),
        ("random", random_lp(14, 12, 20)),
    ]
}

fn settings() -> [(&'static str, Parameters); 6] {
    let base = Parameters { iteration_limit: 600, ..Parameters::default().with_tolerance(1e-6) };
    [
        ("paper", base.clone()),
        ("reference", Parameters { iteration_limit: 600, ..Parameters::preset("reference").unwrap() }),
        ("pdhg", Parameters { method: Method::Pdhg, iteration_limit: 300, ..base.clone() }),
        (
            "either",
            Parameters {
                tested_point: TestedPoint::Either,
                check_period: 16,
                weight_smoothing: 0.2,
                pock_chambolle_alpha: 0.6,
                ruiz_iterations: 4,
                ..base.clone()
            },
        ),
        (
            "componentwise",
            Parameters {
                norm: Norm::Componentwise,
                pock_chambolle: PockChambolle::Off,
                initial_step_scale: 30.0,
                ..base.clone()
            },
        ),
        ("halpern", Parameters { method: Method::Halpern, check_period: 16, ..base }),
    ]
}

/// FNV-1a over the bits.
fn hash(s: &Solution) -> u64 {
    let numbers = s.x.iter().chain(&s.y).chain([&s.objective]);
    numbers
        .flat_map(|v| v.to_bits().to_le_bytes())
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[test]
fn iterates_change_only_with_their_number() {
    let mut table = Vec::new();
    for (problem, p) in &problems() {
        for (setting, parameters) in &settings() {
            let s = solve(p, parameters).unwrap();
            table.push((*problem, *setting, s.work.iterations, hash(&s)));
        }
    }
    if table != TABLE || NUMERICS != RECORDED {
        let rows: String =
            table.iter().map(|(p, s, k, h)| format!("    ({p:?}, {s:?}, {k}, {h:#018x}),\n")).collect();
        panic!(
            "iterates changed: records of earlier builds cannot be mixed with those of this one. If that is meant, raise \
             luthier::NUMERICS ({NUMERICS}) by one, set RECORDED in tests/numerics.rs to it, and TABLE to\n{rows}"
        );
    }
}

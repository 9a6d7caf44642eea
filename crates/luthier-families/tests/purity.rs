//! Instances are functions of specification, seed and index: golden values, any order, any thread; sizes of the paper.

mod support;

use luthier::Problem;
use luthier_families::{Error, Family, Random};
use support::{family, instances};

/// From another implementation of what the page of families says (in Python), draws 1 to 3.
#[test]
fn the_generator_is_the_documented_one() {
    for (key, expected) in [
        ((0, 0, 0), [0x98e1_8cba_5d40_33f3, 0xb4ff_b831_086a_8246, 0x9885_d869_44a3_da6f]),
        ((1, 2, 3), [0xb57c_080f_23c1_a3b5, 0xf566_6280_0a43_dd73, 0xf97c_69be_1b14_56c6]),
        (
            (u64::MAX, u64::MAX, u64::MAX),
            [0x38b8_2c92_e596_4ae5, 0xd7e7_5acd_204a_4d97, 0x1400_dcd9_33bd_bb02],
        ),
    ] {
        let mut random = Random::new(key.0, key.1, key.2);
        assert_eq!([random.bits(), random.bits(), random.bits()], expected, "{key:?}");
    }
    let fresh = || Random::new(1, 2, 3);
    assert_eq!(fresh().unit(), 0.7089238202058881);
    assert_eq!((fresh().below(200), fresh().whole((1, 200))), (141, 142));
    // The widest and the narrowest range.
    assert_eq!((fresh().whole((0, u64::MAX)), fresh().whole((7, 7))), (fresh().bits(), 7));
    assert!((fresh().gauss() - 1.5182242735471874).abs() < 1e-15);
}

/// Numbers from the same other implementation.
#[test]
fn transportation_is_the_documented_one() {
    let problem = family("transportation:2x3").instance(1, 0).unwrap();
    let h =
        [-24.774203658752924, -14.98268968370274, 8.598996529516127, 5.967357899850406, 13.15470942725136];
    let c = [
        2.186607849344728,
        4.218849293791483,
        2.620910638734974,
        4.348597933083803,
        1.6856810512370983,
        1.1009637436532334,
    ];
    assert_eq!((problem.row_lower(), problem.objective()), (&h[..], &c[..]));
    let entries: Vec<Vec<_>> = (0..6).map(|j| problem.matrix().column(j).collect()).collect();
    assert!(entries[5].contains(&(1, -1.0)) && entries[5].contains(&(4, 1.0)) && entries[5].len() == 2);
}

/// Seed 1. A change here is a change of every study that names these instances.
const GOLDEN: [(&str, u64, &str); 21] = [
    ("transportation:30x45", 0, "e13d61cb1a27f9d908dca8db92c83370"),
    ("transportation:30x45", 7, "f4068b93a11ed29ef4af81cfe586e5c2"),
    ("transportation:60x90", 0, "999314d446ce20e56d392f838d043835"),
    ("transportation:60x90", 1, "0e056223453343d9e65793969ae16113"),
    ("transportation:3x4,supply=1..2,cost=1..2,distance=0,surplus=2", 0, "3a170199f170ae39f8a41941c9e3be95"),
    ("decay-decay:100x1000", 0, "dcb3497f4df33eccb478169514ee48dc"),
    ("decay-decay:200x2000", 0, "9646ed0b881f3402862c2817fbdcfd79"),
    ("decay-decay:200x2000", 7, "c362904e2f8a52e7aab35c14d1908377"),
    (
        "decay-decay:20x100,decay=0.5,unit_decay=0.9,supply=3..5,price=1..2",
        1,
        "7f550dbf5de296918fec44e86bc05243",
    ),
    ("decay:100x1000", 0, "60b62b8cd5d733edc51a831dfa8de0b8"),
    ("decay:100x1000", 1, "884a7c252c2a03f1532d5fad55c9dec0"),
    ("multipaths:90x2000", 0, "287666a6ed22ac0bb23bde67c53418b9"),
    ("multipaths:90x2000", 1, "75305a7f51d5a1376af4db949b986ad5"),
    ("multipaths:90x2000", 7, "4def1600e70fd8be62c6667fd2f61c50"),
    ("multipaths:10x10", 0, "5ceb68166474b4dbae0a4539cff92bcf"),
    (
        "multipaths:30x200,paths=2,factor=1.1..2,demand=3,capacity=5..6,price=1,neighbours=1,edges_per_city=2",
        0,
        "4354b906529e9e2043262beb4773e184",
    ),
    ("qap15", 0, "ee3949e61edfeab7e7d74e6856df630b"),
    ("qap15:objective=uniform(0.5)", 0, "130f1eef1ee37090f61d440ff5c70d03"),
    ("qap15:objective=uniform(0.5)", 7, "7e74b55d0c29396ae3f7ea41edb692ef"),
    ("qap15:objective=gauss(0.05)", 0, "8287b461115435b0e1b9061671f630e3"),
    ("qap15:objective=gauss(0.05)", 1, "a9c90aa7bdd2d017d4e781e12475dad7"),
];

#[test]
fn fingerprints_are_golden() {
    for (text, index, expected) in GOLDEN {
        assert_eq!(
            family(text).instance(1, index).unwrap().fingerprint().to_string(),
            expected,
            "{text} {index}"
        );
    }
}

#[test]
fn sizes_are_those_of_the_paper() {
    for (text, variables, rows) in [
        ("transportation:30x45", 1350, 75),
        ("transportation:60x90", 5400, 150),
        ("decay-decay:100x1000", 1000, 100),
        ("decay-decay:200x2000", 2000, 200),
        ("multipaths:90x2000", 2000, 90),
        ("qap15", 22275, 6330),
    ] {
        let problem = instances(text, 1).remove(0);
        assert_eq!((problem.columns(), problem.rows()), (variables, rows), "{text}");
    }
    assert_eq!(instances("qap15", 1)[0].matrix().nonzeros(), 94950);
}

#[test]
fn order_and_threads_change_nothing() {
    for text in ["transportation:5x7", "decay-decay:10x40", "multipaths:20x60", "qap15:objective=gauss(0.1)"]
    {
        let family = family(text);
        let print = |index| family.instance(9, index).unwrap().fingerprint();
        let forward: Vec<_> = (0..6).map(print).collect();
        let backward: Vec<_> = (0..6).rev().map(print).collect();
        assert!(forward.iter().eq(backward.iter().rev()), "{text}");
        let threads: Vec<_> = std::thread::scope(|scope| {
            let started: Vec<_> = (0..6).map(|index| scope.spawn(move || print(index))).collect();
            started.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(forward, threads, "{text}");
        let mut distinct = forward.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), 6, "instances differ");
        assert_ne!(family.instance(8, 0).unwrap().fingerprint(), forward[0], "seeds differ");
        // The family itself has no memory: a new one gives the same.
        assert_eq!(Family::parse(text).unwrap().instance(9, 3).unwrap().fingerprint(), forward[3]);
    }
}

#[test]
fn instances_share_their_matrix_where_they_can() {
    for (text, shared) in
        [("transportation:5x7", true), ("qap15:objective=uniform(0.5)", true), ("decay:5x7", false)]
    {
        let pair = instances(text, 2);
        assert_eq!(std::sync::Arc::ptr_eq(pair[0].matrix(), pair[1].matrix()), shared, "{text}");
    }
}

#[test]
fn families_that_end_say_so() {
    let single = family("qap15");
    assert_eq!((single.count(), family("qap15:objective=uniform(0.1)").count()), (Some(1), None));
    let error = single.instance(0, 1).unwrap_err();
    assert!(matches!(error, Error::NoSuchInstance { count: 1, index: 1, .. }));
    assert!(error.to_string().contains("objective=uniform(0.5) makes more of it"), "{error}");
    assert_eq!(family("transportation:5x7").label(3, 4), "transportation-5x7-seed3-4");
}

/// A point that satisfies all rows and bounds of any instance, without solving: feasible by construction.
fn is_feasible(problem: &Problem, x: &[f64]) {
    let slack = 1e-9;
    for i in 0..problem.rows() {
        let activity: f64 = problem.matrix().row(i).map(|(j, v)| v * x[j]).sum();
        assert!(
            activity >= problem.row_lower()[i] - slack && activity <= problem.row_upper()[i] + slack,
            "row {i}"
        );
    }
    let inside = |j: usize| x[j] >= problem.lower()[j] && x[j] <= problem.upper()[j];
    assert!((0..problem.columns()).all(inside));
}

#[test]
fn instances_have_an_optimum_by_construction() {
    for problem in instances("transportation:12x17", 30) {
        let h = problem.row_lower();
        let given: f64 = h[..12].iter().map(|s| -s).sum();
        // Every customer is served by all suppliers in proportion to what they have.
        let x: Vec<f64> = (0..12 * 17).map(|k| -h[k / 17] / given * h[12 + k % 17]).collect();
        is_feasible(&problem, &x);
        assert!(problem.objective().iter().all(|c| *c >= 0.0));
    }
    for text in ["decay-decay:20x100", "decay:20x100", "multipaths:20x100"] {
        for problem in instances(text, 30) {
            is_feasible(&problem, &vec![0.0; problem.columns()]);
            assert!(problem.upper().iter().all(|u| *u == 1.0));
        }
    }
    let problem = instances("qap15:objective=uniform(1)", 1).remove(0);
    // Facility i at location i: x_ii and y_iikk.
    let mut x: Vec<f64> = (0..225).map(|k| f64::from(u8::from(k / 15 == k % 15))).collect();
    for k in 0..225 {
        for other in k / 15 + 1..15 {
            x.extend(
                (0..15).filter(|l| *l != k % 15).map(|l| f64::from(u8::from(k / 15 == k % 15 && other == l))),
            );
        }
    }
    is_feasible(&problem, &x);
    // An assignment has the objective of the quadratic problem.
    let plain = instances("qap15", 1).remove(0);
    assert_eq!(plain.objective_value(&x) % 2.0, 0.0);
}

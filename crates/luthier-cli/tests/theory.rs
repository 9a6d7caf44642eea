//! `luthier theory`.

mod support;

use serde_json::Value;
use support::{command, folder, json, luthier, model, shown};

/// The only case of a document.
fn only(arguments: &[&str]) -> Value {
    let run = luthier(&[&["theory", "--json"], arguments].concat());
    assert_eq!((run.code, run.log.as_str()), (Some(0), ""), "{run:?}");
    let document = json(&run.out);
    assert_eq!(document["schema"], "luthier-theory-1");
    assert_eq!(document["cases"].as_array().unwrap().len(), 1);
    document["cases"][0].clone()
}

const TINY: [&str; 7] = [
    "--variables=2",
    "--inequalities=1",
    "--equalities=1",
    "--lower=2",
    "--upper=1",
    "--outer=1",
    "--inner=1",
];

#[test]
fn sizes_that_are_typed_are_evaluated() {
    let case = only(&TINY);
    let report = &case["report"];
    assert_eq!(report["line_search"]["value"]["value"], 1.0);
    let theta = &report["theorems"][1];
    assert_eq!(theta["pseudo_dimension"]["name"], "theta");
    assert_eq!(theta["structure"]["boundaries"]["value"], 23.0);
    assert_eq!(theta["structure"]["pieces"]["log2"], 23.0);
    assert_eq!(report["declared"][0]["value"]["value"], 425.0);
    assert_eq!(case["notes"][0], "sizes as given");
    assert!(case["notes"][1].as_str().unwrap().starts_with("|K|_2 <= 1"), "{case}");
}

#[test]
fn flags_say_what_they_mean() {
    let value = |flag: &str, pointer: &str| {
        only(&[&TINY[..], &[flag]].concat()).pointer(pointer).unwrap().as_f64().unwrap()
    };
    let predicates = "/report/theorems/1/structure/boundaries/value";
    assert_eq!(value("--delta=0.05", predicates), 23.0);
    assert_eq!(value("--counting=complete", predicates), 38.0);
    assert_eq!(value("--constant=chain=3", "/report/theorems/1/structure/chain"), 6.0);
    assert_eq!(value("--settings=1", "/report/declared/0/value/value"), 185.0);
    assert_eq!(value("--epsilon=0.05", "/report/declared/1/value/value"), 600.0);
    assert_eq!(value("--cost-range=2", "/report/case/cost_range"), 2.0);
    let rejections = |flags: &[&str]| {
        let flags = [&["--variables=2", "--inequalities=1", "--outer=2", "--inner=512"], flags].concat();
        only(&flags)["report"]["line_search"]["value"]["value"].as_f64().unwrap()
    };
    assert_eq!(rejections(&[]), 5316.0);
    assert_eq!(rejections(&["--operator-norm=22026.4657948"]), 5391.0);
    assert_eq!(rejections(&["--first-step=22026.4657948"]), 5391.0);
    assert_eq!(rejections(&["--growth=product"]), 287.0);
    let run = command().args(["theory", "--json"]).args(TINY).env("LUTHIER_SETTINGS", "1").output().unwrap();
    assert_eq!(
        json(&support::text(run.stdout))["cases"][0]["report"]["declared"][0]["value"]["value"],
        185.0
    );
}

#[test]
fn a_case_is_printed_with_formulas_constants_and_sources() {
    let run = luthier(&["theory", &model("diet.mps")]);
    assert_eq!((run.code, run.log.as_str()), (Some(0), ""));
    for expected in [
        "sizes         n = 3, m1 = 3, m2 = 0, L = 3, U = 1\n",
        "sqrt(|K|_1 |K|_inf)",
        "As numbers these bounds are vacuous",
        "121 settings that is declared beforehand 425 problems suffice",
        "thm:pdim-theta-alpha-full",
        "d^2 q^2 + 2 d q log(Delta + M) + 4 d q log d + 2 d log(Delta (k_F + k_G)) + 16 d",
        "chosen: the constant in q = O(..)",
        "Anthony and Bartlett",
    ] {
        assert!(run.out.contains(expected), "{expected}: {}", run.out);
    }
    // What is typed counts over what is measured.
    let typed = luthier(&["theory", &model("diet.mps"), "--equalities=9", "--operator-norm=2"]);
    assert!(typed.out.contains("m1 = 3, m2 = 9,") && typed.out.contains("|K|_2 <= 2\n"), "{}", typed.out);
    // Few iterations and a wide error: numbers that somebody may have.
    let small = luthier(&[&["theory", "--epsilon=1"], &TINY[..]].concat());
    assert!(small.out.contains("These bounds hold for every search"), "{small:?}");
}

#[test]
fn without_arguments_it_is_the_papers_table() {
    let run = luthier(&["theory"]);
    assert_eq!((run.code, run.log.as_str()), (Some(0), ""));
    for name in luthier_tune::theory::PAPER {
        assert_eq!(run.out.matches(&format!("\n{name} ")).count(), 4, "{name}: {}", run.out);
    }
    let first = luthier(&["theory", "--json"]);
    assert_eq!(json(&first.out)["cases"].as_array().unwrap().len(), 6);
}

#[test]
fn a_study_gives_its_largest_sizes_its_limit_and_its_settings() {
    let folder = folder();
    let study = folder.path().join("small.study");
    let tune = luthier(&[
        "tune",
        "transportation:3x4",
        "--space=theta=0.2,0.5,1",
        "--train=2",
        "--test=0",
        "--sealed=0",
        "--search=full",
        "--iteration-limit=2500",
        "--quiet",
        "--study",
        shown(&study),
    ]);
    assert_eq!(tune.code, Some(0), "{tune:?}");
    let case = only(&[shown(&study)]);
    let sizes = &case["report"]["case"]["sizes"];
    assert_eq!((&sizes["variables"], &sizes["inequalities"]), (&Value::from(12), &Value::from(14)));
    let asked = &case["report"]["case"];
    // 2500 iterations are three times 1000, or less.
    assert_eq!((&asked["outer"], &asked["settings"]), (&Value::from(3), &Value::from(3)));
    let notes = case["notes"].to_string();
    assert!(notes.contains("the largest of 2 instances") && notes.contains("L = U = n"), "{notes}");
    let run = luthier(&["theory", shown(folder.path())]);
    assert!(run.code == Some(2) && run.log.contains("error:"), "{run:?}");
}

#[test]
fn what_means_nothing_is_refused() {
    let with = |flag: &'static str| [&["theory"], &TINY[..], &[flag]].concat();
    let cases: [(Vec<&str>, &str); 10] = [
        (with("--delta=1"), "delta: it is 1; expected a probability between 0 and 1"),
        (with("--delta=nan"), "delta: it is NaN"),
        (with("--delta=-0.1"), "delta: it is -0.1"),
        (with("--variables=0"), "variables (n): there are 0; expected at least 1"),
        (with("--upper=3"), "upper bounds (U): there are 3; expected at most 2"),
        (with("--inner=0"), "inner iterations (T): there are 0"),
        (with("--constant=chian=2"), "expected one of chain, degree"),
        (with("--variables=-2"), "invalid value '-2'"),
        (vec!["theory", "--variables=5"], "expected at least one row"),
        (vec!["theory", "--inequalities=5"], "the number of variables is missing"),
    ];
    for (arguments, expected) in cases {
        let run = luthier(&arguments);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(run.log.contains(expected), "{arguments:?}: {}", run.log);
    }
    assert_eq!(luthier(&["theory", "no-such-model.mps"]).code, Some(2));
}

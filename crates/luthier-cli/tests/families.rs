//! `luthier families`.

mod support;

use support::{folder, luthier, model, shown};

#[test]
fn all_families_are_listed_with_their_parameters() {
    let run = luthier(&["families"]);
    assert_eq!((run.code, run.log.as_str()), (Some(0), ""));
    for description in luthier_families::TABLE {
        assert!(run.out.contains(&format!("\n  write:    {}\n", description.usage())), "{}", run.out);
        assert!(run.out.contains(description.example) && run.out.contains(description.reference));
        for parameter in description.parameters {
            let line =
                format!("  {:<16} {:<8} {}", parameter.name, parameter.default.to_string(), parameter.doc);
            assert!(run.out.contains(&line), "{line}");
        }
    }
}

#[test]
fn one_family_is_explained() {
    let run = luthier(&["families", "multipaths"]);
    assert!(run.code == Some(0) && run.out.starts_with("multipaths\n"), "{run:?}");
    assert!(!run.out.contains("transportation"));
}

#[test]
fn a_specification_is_described_and_previewed() {
    let run = luthier(&["families", "transportation:30x45,distance=1"]);
    assert!(run.code == Some(0) && run.out.contains("distance = 1, surplus = 1.2"), "{run:?}");
    assert!(!run.out.contains("1350"), "nothing is drawn");
    let run = luthier(&["families", "transportation:30x45", "--preview", "--count=3", "--seed=2"]);
    assert!(run.code == Some(0) && run.out.contains("instances   without end"), "{run:?}");
    let rows: Vec<&str> =
        run.out.lines().filter(|line| line.contains("transportation-30x45-seed2-")).collect();
    assert_eq!(rows.len(), 3);
    let words: Vec<&str> = rows[1].split_whitespace().take(4).collect();
    assert_eq!(words, ["1", "75", "1350", "2700"]);
    assert_eq!(luthier(&["families", "qap15", "--preview"]).out.matches("22275").count(), 1);
}

#[test]
fn files_are_a_family() {
    let run = luthier(&["families", &model("diet.mps"), &model("infeasible.mps"), "--preview"]);
    assert!(run.code == Some(0) && run.out.contains("instances   2\n"), "{run:?}");
    assert!(run.out.contains("diet.mps") && run.out.contains("infeasible.mps"));
    let folder = folder();
    let run = luthier(&["families", shown(folder.path()), "--preview"]);
    assert!(run.code == Some(2) && run.log.contains("holds no model file"), "{run:?}");
}

#[test]
fn wrong_specifications_show_the_right_form() {
    let run = luthier(&["families", "transportatoin:60x90", "--preview"]);
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
    assert!(run.log.contains("did you mean 'transportation'?"), "{}", run.log);
    assert!(run.log.contains("transportation:SUPPLIERSxCUSTOMERS"), "{}", run.log);
    assert_eq!(luthier(&["families", "--preview"]).code, Some(2));
}

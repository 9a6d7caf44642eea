//! `luthier convert`.

mod support;

use support::{Run, command, file, folder, json, luthier, model, shown};

/// The fingerprint that `luthier check` gives.
fn fingerprint(path: &str) -> serde_json::Value {
    json(&luthier(&["check", "--json", path]).out)["files"][0]["fingerprint"].clone()
}

#[test]
fn formats_hold_the_same_model() {
    let folder = folder();
    let original = fingerprint(&model("diet.mps"));
    for name in ["diet.lp", "diet.mps", "diet.lp.gz", "diet.mps.bz2", "diet.mps.zst"] {
        let path = folder.path().join(name);
        let run = luthier(&["convert", &model("diet.mps"), shown(&path)]);
        assert_eq!((run.code, run.out.as_str()), (Some(0), ""), "{run:?}");
        assert!(
            run.log.starts_with("converted ") && run.log.contains("3 rows, 3 variables, 9 nonzeros"),
            "{}",
            run.log
        );
        assert_eq!(fingerprint(shown(&path)), original, "{name}");
    }
    let path = folder.path().join("diet.txt");
    let run = luthier(&["convert", &model("diet.mps"), shown(&path), "--to", "fixed-mps"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert_eq!(fingerprint(shown(&path)), original);
}

#[test]
fn streams_on_both_sides() {
    let text = std::fs::read(model("diet.mps")).unwrap();
    let run: Run =
        command().args(["convert", "-", "-", "--to", "lp"]).write_stdin(text).output().unwrap().into();
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.out.contains("Minimize") && run.out.contains("3 bread + 2 milk + 4 eggs"), "{}", run.out);
    assert!(run.log.contains("standard input to standard output (lp)"), "{}", run.log);
    let run = luthier(&["convert", &model("diet.mps"), "-"]);
    assert!(run.code == Some(2) && run.log.contains("--to"), "{run:?}");
}

#[test]
fn files_are_not_replaced_by_accident() {
    let folder = folder();
    let path = file(&folder, "there.lp", "precious");
    let run = luthier(&["convert", &model("diet.mps"), shown(&path)]);
    assert!(run.code == Some(2) && run.log.contains("is there already; give --force"), "{run:?}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "precious");
    assert_eq!(luthier(&["convert", &model("diet.mps"), shown(&path), "--force"]).code, Some(0));
    assert!(std::fs::read_to_string(&path).unwrap().contains("Minimize"));
    let run = luthier(&["convert", shown(&path), shown(&path), "--force"]);
    assert!(run.code == Some(2) && run.log.contains("is named twice"), "{run:?}");
    let run = luthier(&["convert", "nowhere.mps", shown(&folder.path().join("new.lp"))]);
    assert_eq!(run.code, Some(2));
    assert!(!folder.path().join("new.lp").exists());
}

#[test]
fn warnings_are_shown() {
    let folder = folder();
    let text =
        std::fs::read_to_string(model("diet.mps")).unwrap().replace("UP most milk 3", "UP most milk 1e30");
    let path = file(&folder, "large.mps", &text);
    let run = luthier(&["convert", shown(&path), "-", "--to=mps"]);
    assert!(run.code == Some(0) && run.log.contains("[bound_taken_as_infinite]"), "{run:?}");
}

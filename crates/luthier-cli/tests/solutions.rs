//! JSON, solution files, warm starts, `luthier verify`.

mod support;

use support::{Run, command, file, folder, json, luthier, model, shown};

/// A solution of the diet problem in a file of this name.
fn solved(folder: &tempfile::TempDir, name: &str) -> std::path::PathBuf {
    let path = folder.path().join(name);
    let run = luthier(&["solve", "-q", &model("diet.mps"), "--tol=1e-8", "--solution", shown(&path)]);
    assert_eq!((run.code, run.log.as_str()), (Some(0), ""), "{run:?}");
    path
}

#[test]
fn json_is_one_document_and_nothing_else() {
    let run = luthier(&["solve", &model("diet.mps"), "--json"]);
    assert_eq!(run.code, Some(0));
    let document = json(&run.out);
    assert_eq!((&document["status"], &document["model"]["rows"]), (&"optimal".into(), &3.into()));
    assert!(document["solution"].is_null(), "vectors only on demand");
    assert!(!run.log.is_empty(), "the log stays on standard error");
    let run = luthier(&["solve", &model("infeasible.mps"), "--json", "-q"]);
    assert_eq!(run.code, Some(3));
    assert_eq!(json(&run.out)["certificate"]["entries"][0]["name"], "need");
    let run = luthier(&["solve", "--json", "--iteration-limit=3", "-q"]);
    assert_eq!((run.code, &json(&run.out)["status"]), (Some(1), &"iteration_limit".into()));
    let run = luthier(&["solve", "nowhere.mps", "--json"]);
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
}

#[test]
fn vectors_go_to_standard_output_on_demand() {
    let run = luthier(&["solve", &model("diet.mps"), "-q", "--solution", "-"]);
    let document = json(&run.out);
    assert_eq!(document["solution"]["columns"]["names"], serde_json::json!(["bread", "milk", "eggs"]));
    assert_eq!(document["solution"]["rows"]["dual"].as_array().unwrap().len(), 3);
}

#[test]
fn a_solution_starts_the_next_solve() {
    let folder = folder();
    for name in ["answer.json", "answer.sol", "answer.json.gz"] {
        let path = solved(&folder, name);
        let run = luthier(&["solve", &model("diet.mps"), "--warm-start", shown(&path), "--tol=1e-7"]);
        assert_eq!(run.code, Some(0), "{run:?}");
        let start = run.log.lines().find(|l| l.starts_with("start")).unwrap();
        assert!(start.contains("warm, from") && start.contains("meets a tolerance of"), "{start}");
        assert!(run.out.contains("work        0 iterations"), "it is optimal from the start: {}", run.out);
    }
    let run =
        luthier(&["solve", &model("infeasible.mps"), "--warm-start", shown(&solved(&folder, "other.json"))]);
    assert!(run.code == Some(2) && run.log.contains("solution of another model"), "{run:?}");
}

#[test]
fn a_start_that_fits_in_part_is_used_with_a_warning() {
    let folder = folder();
    let start = solved(&folder, "answer.json");
    let text = std::fs::read_to_string(model("diet.mps"))
        .unwrap()
        .replace("eggs", "tofu")
        .replace("weight 10", "weight 11");
    let path = file(&folder, "new.mps", &text);
    let run = luthier(&["solve", shown(&path), "--warm-start", shown(&start)]);
    assert_eq!(run.code, Some(0));
    assert!(
        run.log.contains("warning: warm start: 1 variable of the model is not in the file ('tofu')"),
        "{}",
        run.log
    );
    assert!(run.log.contains("\nwarm start: the file is of a model with other numbers"), "{}", run.log);
}

#[test]
fn true_claims_are_confirmed() {
    let folder = folder();
    for name in ["answer.json", "answer.sol"] {
        let run = luthier(&["verify", &model("diet.mps"), shown(&solved(&folder, name))]);
        assert_eq!((run.code, run.log.as_str()), (Some(0), ""), "{run:?}");
        assert!(
            run.out.contains("primal residual") && run.out.ends_with("what the file says is true\n"),
            "{}",
            run.out
        );
    }
    let path = folder.path().join("infeasible.json");
    assert_eq!(luthier(&["solve", "-q", &model("infeasible.mps"), "--solution", shown(&path)]).code, Some(3));
    let run = luthier(&["verify", &model("infeasible.mps"), shown(&path)]);
    assert!(run.code == Some(0) && run.out.contains("proven: no point satisfies all bounds"), "{run:?}");
    // A limit claims nothing but its numbers.
    let path = folder.path().join("limit.json");
    let run =
        luthier(&["solve", "-q", &model("diet.mps"), "--iteration-limit=3", "--solution", shown(&path)]);
    assert_eq!(run.code, Some(1));
    let run = luthier(&["verify", &model("diet.mps"), shown(&path)]);
    assert!(run.code == Some(0) && run.out.contains("status iteration_limit"), "{run:?}");
}

#[test]
fn rays_are_confirmed() {
    let folder = folder();
    let text = "NAME free\nROWS\n N cost\n L cap\nCOLUMNS\n x cost -1 cap 1\n y cost -1 cap -1\nRHS\n r cap 4\nENDATA\n";
    let model = file(&folder, "unbounded.mps", text);
    let path = folder.path().join("ray.json");
    assert_eq!(luthier(&["solve", "-q", shown(&model), "--solution", shown(&path)]).code, Some(4));
    let run = luthier(&["verify", shown(&model), shown(&path)]);
    assert!(run.code == Some(0) && run.out.contains("proven: the objective improves without end"), "{run:?}");
    let mut document = json(&std::fs::read_to_string(&path).unwrap());
    document["status"] = "infeasible_or_unbounded".into();
    std::fs::write(&path, document.to_string()).unwrap();
    assert_eq!(luthier(&["verify", shown(&model), shown(&path)]).code, Some(0));
    document["certificate"]["entries"][0]["value"] = (-1.0).into();
    std::fs::write(&path, document.to_string()).unwrap();
    let run = luthier(&["verify", shown(&model), shown(&path)]);
    assert!(run.code == Some(6) && run.out.contains("UNPROVEN: not proven that"), "{run:?}");
}

#[test]
fn false_claims_are_refused() {
    let folder = folder();
    let text = std::fs::read_to_string(solved(&folder, "answer.json")).unwrap();
    let document = json(&text);
    let refused = |change: &dyn Fn(&mut serde_json::Value), expected: &str| {
        let mut changed = document.clone();
        change(&mut changed);
        let path = file(&folder, "changed.json", &changed.to_string());
        let run = luthier(&["verify", &model("diet.mps"), shown(&path)]);
        assert_eq!(run.code, Some(6), "{expected}: {run:?}");
        let verdict = if expected.contains("UNPROVEN") { "not proven" } else { "false" };
        assert!(run.out.contains(expected), "{expected}: {}", run.out);
        assert!(run.out.ends_with(&format!("what the file says is {verdict}\n")), "{expected}: {}", run.out);
    };
    refused(&|d| d["solution"]["columns"]["value"][0] = 1.0.into(), "FALSE: primal residual");
    refused(&|d| d["solution"]["rows"]["dual"][0] = 9.0.into(), "FALSE: dual residual");
    refused(&|d| d["objective"] = 10.9.into(), "FALSE: the recorded number is another one");
    refused(&|d| d["dual_objective"] = 10.9.into(), "FALSE: the recorded number is another one");
    refused(&|d| d["quality"]["primal_rel"] = 1e-3.into(), "FALSE: the recorded number is another one");
    refused(&|d| d["quality"]["relative_tolerance"] = 1e-14.into(), "holds");
    refused(&|d| d["status"] = "infeasible".into(), "UNPROVEN: the file has none");
    refused(&|d| d["status"] = "unbounded".into(), "UNPROVEN: the file has no ray");
    let limit = |d: &mut serde_json::Value| {
        d["status"] = "iteration_limit".into();
        d["objective"] = 1.0.into();
    };
    refused(&limit, "status iteration_limit");
}

#[test]
fn the_tolerance_can_be_given() {
    let folder = folder();
    let path = folder.path().join("answer.sol");
    let loose = ["solve", "-q", &model("diet.mps"), "--tol=1e-3", "--solution", shown(&path)];
    assert_eq!(luthier(&loose).code, Some(0));
    // As HiGHS writes it, without what Luthier adds.
    let text = std::fs::read_to_string(&path).unwrap().replace("# luthier 1\n", "\n");
    let lines: Vec<_> = text.lines().filter(|line| !line.starts_with("# luthier")).collect();
    std::fs::write(&path, lines.join("\n") + "\n").unwrap();
    let verify = |tolerance: &str| luthier(&["verify", &model("diet.mps"), shown(&path), "--tol", tolerance]);
    assert_eq!(verify("1e-2").code, Some(0));
    let run = verify("1e-9");
    assert!(run.code == Some(6) && run.out.contains("is above the allowed"), "{run:?}");
    // What a file records counts only where nothing else is asked for.
    let json = solved(&folder, "answer.json");
    let verify =
        |tolerance: &[&str]| luthier(&[&["verify", &model("diet.mps"), shown(&json)], tolerance].concat());
    assert_eq!(verify(&[]).code, Some(0));
    let run = verify(&["--tol", "1e-15"]);
    assert!(run.code == Some(6) && run.out.contains("tolerance 1e-15 relative"), "{run:?}");
}

#[test]
fn files_that_do_not_fit_are_misuse() {
    let folder = folder();
    let path = solved(&folder, "answer.json");
    let run = luthier(&["verify", &model("infeasible.mps"), shown(&path)]);
    assert!(run.code == Some(2) && run.log.contains("is not a solution of this model"), "{run:?}");
    let run = luthier(&["verify", &model("diet.mps"), &model("diet.mps")]);
    assert!(run.code == Some(2) && run.log.contains("expected a solution in JSON"), "{run:?}");
    assert_eq!(luthier(&["verify", &model("diet.mps")]).code, Some(2));
}

#[test]
fn verify_speaks_json_and_reads_standard_input() {
    let folder = folder();
    let path = solved(&folder, "answer.json");
    let text = std::fs::read(model("diet.mps")).unwrap();
    let run: Run =
        command().args(["verify", "-", shown(&path), "--json"]).write_stdin(text).output().unwrap().into();
    assert_eq!(run.code, Some(0), "{run:?}");
    let document = json(&run.out);
    assert_eq!((&document["claim"], &document["verdict"]), (&"optimal".into(), &"holds".into()));
    assert_eq!(document["relative_tolerance"], 1e-8);
    assert!(document["checks"].as_array().unwrap().len() >= 8, "{document}");
}

#[test]
fn other_tests_of_optimality_are_recorded_too() {
    let folder = folder();
    for (flag, name) in [
        ("--norm=componentwise", "a.json"),
        ("--norm=componentwise", "a.sol"),
        ("--preset=reference", "b.sol"),
    ] {
        let path = folder.path().join(name);
        let solve = ["solve", "-q", &model("diet.mps"), "--tol=1e-2", flag, "--solution", shown(&path)];
        assert_eq!(luthier(&solve).code, Some(0));
        let run = luthier(&["verify", &model("diet.mps"), shown(&path)]);
        assert_eq!(run.code, Some(0), "{flag}, {name}: {run:?}");
        // Of the whole right-hand side 0.385 would be allowed, of a single row of it at most 0.28.
        let allowed: f64 =
            run.out.lines().nth(1).unwrap().split_whitespace().nth(4).unwrap().parse().unwrap();
        assert_eq!(allowed < 0.3, flag.contains("norm"), "{}", run.out);
    }
}

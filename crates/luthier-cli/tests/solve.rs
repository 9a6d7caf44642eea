//! `luthier solve`: what a user types and sees.

mod support;

use support::{command, file, folder, luthier, model, shown};

#[test]
fn without_a_file_the_built_in_problem_is_solved() {
    let run = luthier(&["solve"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.out.starts_with("status      optimal\nobjective   7366."), "{}", run.out);
    assert!(run.log.contains("150 rows, 5400 variables, 10800 nonzeros"), "{}", run.log);
    assert!(run.log.contains("stopped after") && run.log.contains("meets the tolerances"), "{}", run.log);
}

#[test]
fn the_answer_is_on_standard_output_alone() {
    let run = luthier(&["solve", &model("diet.mps"), "--tol", "1e-8", "--quiet"]);
    assert_eq!((run.code, run.log.as_str()), (Some(0), ""));
    // Protein and energy are just met: bread 33/19, milk 54/19.
    let objective: f64 = run.out.lines().nth(1).unwrap().split_whitespace().nth(1).unwrap().parse().unwrap();
    assert!((objective - 207.0 / 19.0).abs() < 1e-5, "{}", run.out);
    let keys: Vec<_> = run.out.lines().map(|line| line.split_whitespace().next().unwrap()).collect();
    assert_eq!(keys, ["status", "objective", "checked", "largest", "gap", "work"], "{}", run.out);
}

#[test]
fn violations_come_with_names() {
    let run = luthier(&["solve", &model("diet.mps"), "-q", "--iteration-limit", "2"]);
    assert!(run.out.contains("largest row violation") && run.out.contains("(row 'energy')"), "{}", run.out);
    assert!(run.out.contains("(variable '"), "{}", run.out);
}

#[test]
fn a_limit_is_no_success_and_gets_advice() {
    let cases = [
        ("--iteration-limit=5", "iteration_limit"),
        ("--time-limit=0", "time_limit"),
        ("--matrix-pass-limit=5", "matrix_pass_limit"),
    ];
    for (flag, status) in cases {
        let run = luthier(&["solve", flag]);
        assert_eq!(run.code, Some(1), "{flag}");
        assert!(run.out.starts_with(&format!("status      {status}\n")), "{}", run.out);
        let try_it = format!("--{}", status.replace('_', "-"));
        let advice = run.out.lines().find(|l| l.starts_with("advice")).unwrap();
        assert!(advice.contains(&try_it) && advice.contains("looser --tol"), "{advice}");
        assert!(run.log.contains(&format!("({status})")), "why it stopped: {}", run.log);
        assert!(!run.out.contains("simplex"), "5550 rows and variables are not few: {}", run.out);
    }
}

#[test]
fn small_problems_at_a_limit_are_told_of_better_solvers() {
    let run = luthier(&["solve", &model("diet.mps"), "--iteration-limit", "2", "-q"]);
    assert!(run.out.contains("a simplex solver such as HiGHS is likely better"), "{}", run.out);
    let run = luthier(&["solve", &model("diet.mps"), "-q"]);
    assert!(!run.out.contains("advice"), "{}", run.out);
}

#[test]
fn an_infeasible_problem_is_explained() {
    let run = luthier(&["solve", &model("infeasible.mps")]);
    assert_eq!(run.code, Some(3));
    let expected = "because     row 'need' cannot be satisfied by any values within the variable bounds";
    assert!(run.out.contains(expected), "{}", run.out);
    assert!(!run.out.contains("objective"), "no objective without a feasible point: {}", run.out);
    assert!(run.log.contains("no feasible point"), "{}", run.log);
}

#[test]
fn an_unbounded_problem_is_explained() {
    let folder = folder();
    let text = "NAME free\nROWS\n N cost\n L cap\nCOLUMNS\n x cap 1\n y cost -1\nRHS\n r cap 4\nENDATA\n";
    let path = file(&folder, "unbounded.mps", text);
    let run = luthier(&["solve", shown(&path), "-q"]);
    assert_eq!(run.code, Some(4), "{run:?}");
    assert!(
        run.out.contains("because     variable 'y' can improve the objective without end"),
        "{}",
        run.out
    );
}

#[test]
fn standard_input_is_a_dash() {
    let text = std::fs::read(model("diet.mps")).unwrap();
    let run: support::Run = command().args(["solve", "-", "-q"]).write_stdin(text).output().unwrap().into();
    assert_eq!(run.code, Some(0), "{run:?}");
    let run: support::Run = command().args(["solve", "-"]).write_stdin("nonsense\n").output().unwrap().into();
    assert_eq!(run.code, Some(2));
    assert!(
        run.log.starts_with("error: standard input:1:1: 'nonsense'; expected an MPS file"),
        "{}",
        run.log
    );
}

#[test]
fn names_of_files_may_be_anything() {
    let folder = folder();
    let text = std::fs::read_to_string(model("diet.mps")).unwrap();
    for name in ["-q.mps", "with blanks.mps", "größe 🦀.mps", "--"] {
        file(&folder, name, &text);
        let output = command().current_dir(folder.path()).args(["solve", "-q", "--", name]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{name}: {output:?}");
    }
    let up = format!(
        "{}/../{}/with blanks.mps",
        shown(folder.path()),
        folder.path().file_name().unwrap().to_str().unwrap()
    );
    assert_eq!(luthier(&["solve", "-q", &up]).code, Some(0));
    let long = "x".repeat(10_000);
    let run = luthier(&["solve", &long]);
    assert_eq!(run.code, Some(2));
}

#[test]
fn names_cannot_steer_the_terminal() {
    let folder = folder();
    let text = "NAME evil\u{1b}[2J\nROWS\n N cost\n G need\u{1b}[31m\nCOLUMNS\n x cost 1 need\u{1b}[31m 1\nRHS\n r need\u{1b}[31m 5\n\
                BOUNDS\n UP b x 2\nENDATA\n";
    let path = file(&folder, "evil.mps", text);
    let run = luthier(&["solve", shown(&path)]);
    assert!(run.out.contains("row 'need\\u{1b}[31m'"), "{}", run.out);
    let check = luthier(&["check", shown(&path)]);
    for text in [run.out, run.log, check.out] {
        assert!(!text.contains('\u{1b}'), "{text:?}");
    }
}

#[test]
fn the_same_command_gives_the_same_answer() {
    let answer = |_| {
        let run = luthier(&["solve", "-q", "--preset", "reference"]);
        run.out.lines().filter(|line| !line.starts_with("work")).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(answer(1), answer(2));
}

#[test]
fn no_file_is_made_uninvited() {
    let folder = folder();
    let run = command().current_dir(folder.path()).args(["solve", "-v"]).output().unwrap();
    assert!(run.status.success());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn reading_can_be_told_what_to_accept() {
    let folder = folder();
    let text = std::fs::read_to_string(model("diet.mps")).unwrap();
    let path = file(&folder, "open.mps", text.trim_end().strip_suffix("ENDATA").unwrap());
    assert_eq!(luthier(&["solve", "-q", shown(&path)]).code, Some(2));
    let run = luthier(&["solve", "-q", "--lenient", shown(&path)]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.log.starts_with("warning: the file ends without"), "warnings stay: {}", run.log);
    let run = luthier(&["solve", &model("diet.mps"), "--max-bytes", "100"]);
    assert!(run.code == Some(2) && run.log.contains("more than 100 bytes"), "{run:?}");
    assert_eq!(luthier(&["solve", "-q", &model("diet.mps"), "--max-bytes", "1k"]).code, Some(0));
    let run = luthier(&["solve", &model("diet.mps"), "--format", "fixed-mps"]);
    assert_eq!(run.code, Some(2), "free format is not fixed: {run:?}");
    let path = file(&folder, "large.mps", &text.replace("UP most milk 3", "UP most milk 1e12"));
    let run = luthier(&["check", shown(&path), "--infinity", "1e10"]);
    assert!(run.out.contains("[bound_taken_as_infinite]"), "{}", run.out);
    let run = luthier(&["check", shown(&path)]);
    assert!(!run.out.contains("[bound_taken_as_infinite]"), "{}", run.out);
}

/// What is shipped between every two of so many places, as an LP file.
fn shipping(places: usize) -> String {
    let cost = |from: usize, to: usize| 1 + (7 * from + 5 * to) % 19;
    let (mut text, all) = (String::from("Minimize\n"), || 0..places);
    for from in all() {
        all().for_each(|to| text += &format!(" + {} x{from}_{to}", cost(from, to)));
        text += "\n";
    }
    text += "Subject To\n";
    for place in all() {
        let terms =
            |name: &dyn Fn(usize) -> String| all().map(|k| format!(" + {}", name(k))).collect::<String>();
        text += &format!("{} <= 3\n", terms(&|to| format!("x{place}_{to}")));
        text += &format!("{} >= 2\n", terms(&|from| format!("x{from}_{place}")));
    }
    text + "End\n"
}

#[test]
fn a_large_model_is_solved_by_several_threads_with_the_same_answer() {
    let folder = folder();
    let path = file(&folder, "shipping.lp", &shipping(250));
    let solve = |flags: &[&str]| {
        let arguments = ["solve", shown(&path), "--solution=-", "--iteration-limit=5"];
        luthier(&[&arguments, flags].concat())
    };
    let answer = |run: &support::Run| {
        let lines = run.out.lines().filter(|line| !line.contains("seconds"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let one = solve(&["--threads=1"]);
    assert!(one.out.contains("\"x249_249\"") && !one.log.contains("threads"), "{}", one.log);
    let two = solve(&["--threads", "2"]);
    assert!(two.log.contains("\nthreads 2, with the same result as one\n"), "{}", two.log);
    assert_eq!(answer(&two), answer(&one));
    assert_eq!(answer(&solve(&[])), answer(&one));
    // A small one stays on one core, whatever is asked.
    let small = luthier(&["solve", "--threads=2", "--iteration-limit=5"]);
    assert!(!small.log.contains("threads"), "{}", small.log);
    let wrong = luthier(&["solve", "--threads=many"]);
    assert!(wrong.code == Some(2) && wrong.log.contains("--threads"), "{wrong:?}");
}

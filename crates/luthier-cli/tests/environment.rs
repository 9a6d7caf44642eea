//! Where settings come from, and which count.

mod support;

use support::{Run, command};

/// The line of the header that names the tolerance.
fn goal(run: &Run) -> &str {
    run.log.lines().find(|line| line.starts_with("goal")).unwrap_or_else(|| panic!("{run:?}"))
}

fn method(run: &Run) -> &str {
    run.log.lines().find(|line| line.starts_with("method")).unwrap_or_else(|| panic!("{run:?}"))
}

fn solve(arguments: &[&str], variables: &[(&str, &str)]) -> Run {
    let mut command = command();
    command.args(["solve", "--iteration-limit=2"]).args(arguments).envs(variables.iter().copied());
    command.output().unwrap().into()
}

#[test]
fn variables_stand_for_flags() {
    let run = solve(
        &[],
        &[("LUTHIER_TOL", "1e-7"), ("LUTHIER_WEIGHT_SMOOTHING", "0.3"), ("LUTHIER_PRESET", "reference")],
    );
    assert!(goal(&run).contains("1e-7 relative, 1e-7 absolute"), "{run:?}");
    assert!(
        method(&run).contains("preset reference") && method(&run).contains("weight_smoothing = 0.3"),
        "{run:?}"
    );
    let run = solve(&[], &[("LUTHIER_QUIET", "1")]);
    assert_eq!(run.log, "");
    assert!(!solve(&[], &[("LUTHIER_QUIET", "0")]).log.is_empty());
    assert!(solve(&[], &[("LUTHIER_VERBOSE", "1")]).log.contains("check_first = 0"));
    let run = solve(&[], &[("LUTHIER_SET", "check_period=3,check_first=4")]);
    assert!(method(&run).contains("check_period = 3, check_first = 4"), "{run:?}");
    let run = solve(&[], &[("LUTHIER_TOL", "loose")]);
    assert!(run.code == Some(2) && run.log.contains("expected a positive number"), "{run:?}");
}

#[test]
fn the_command_line_counts_over_the_environment() {
    let run = solve(&["--tol=1e-5"], &[("LUTHIER_TOL", "1e-7")]);
    assert!(goal(&run).contains("1e-5 relative, 1e-5 absolute"), "{run:?}");
    // Even where one says it by intent and the other by number.
    let run = solve(&["--accuracy=high"], &[("LUTHIER_TOL", "1e-7")]);
    assert!(goal(&run).contains("1e-8 relative"), "{run:?}");
    // And even where the environment is more explicit.
    let run = solve(&["--tol=1e-5"], &[("LUTHIER_RELATIVE_TOLERANCE", "1e-7")]);
    assert!(goal(&run).contains("1e-5 relative, 1e-5 absolute"), "{run:?}");
    let run = solve(&["--set", "weight_smoothing=0.1"], &[("LUTHIER_WEIGHT_SMOOTHING", "0.3")]);
    assert!(method(&run).contains("weight_smoothing = 0.1"), "{run:?}");
}

#[test]
fn single_parameters_count_over_tolerances_and_the_last_one_over_all() {
    let run = solve(&["--relative-tolerance=1e-9", "--tol=1e-5"], &[]);
    assert!(goal(&run).contains("1e-9 relative, 1e-5 absolute"), "{run:?}");
    let run = solve(&["--weight-smoothing=0.1", "--set=weight-smoothing=0.2"], &[]);
    assert!(method(&run).contains("weight_smoothing = 0.2"), "{run:?}");
    let run = solve(&["--set=weight_smoothing=0.2", "--weight-smoothing=0.1"], &[]);
    assert!(method(&run).contains("weight_smoothing = 0.1"), "{run:?}");
    let run = solve(&["--preset=reference", "--check-period=7"], &[]);
    assert!(
        method(&run).contains("check_period = 7") && method(&run).contains("inner_limit = 1000"),
        "{run:?}"
    );
    let run = solve(&["--tol=1e-5", "--tol=1e-6"], &[]);
    assert!(goal(&run).contains("1e-6 relative"), "{run:?}");
}

#[test]
fn files_count_over_presets_and_under_everything_else() {
    let folder = support::folder();
    let path = support::file(
        &folder,
        "tuned.toml",
        "weight_smoothing = 0.2\nrelative_tolerance = 1e-9\ncheck_period = 1\n",
    );
    let path = support::shown(&path);
    let run = solve(&["--params", path, "--preset=reference"], &[]);
    assert!(method(&run).starts_with("method  pdlp, preset reference unless "), "{run:?}");
    // The preset has a period of 50 and a limit of 1000, the file a period of 1, which is the default.
    assert!(method(&run).contains("inner_limit = 1000") && !method(&run).contains("check_period"), "{run:?}");
    assert!(
        method(&run).contains("weight_smoothing = 0.2") && goal(&run).contains("1e-9 relative"),
        "{run:?}"
    );
    let run = solve(&["--params", path], &[("LUTHIER_WEIGHT_SMOOTHING", "0.3"), ("LUTHIER_TOL", "1e-5")]);
    assert!(
        method(&run).contains("weight_smoothing = 0.3") && goal(&run).contains("1e-5 relative"),
        "{run:?}"
    );
    let run = solve(&["--params", path, "--tol=1e-6", "--set=weight_smoothing=0.4"], &[]);
    assert!(
        method(&run).contains("weight_smoothing = 0.4") && goal(&run).contains("1e-6 relative"),
        "{run:?}"
    );
    let run = solve(&[], &[("LUTHIER_PARAMS", path)]);
    assert!(method(&run).contains("weight_smoothing = 0.2"), "{run:?}");
}

#[test]
fn decimal_commas_of_a_language_change_nothing() {
    let run = solve(&[], &[("LC_ALL", "de_DE.UTF-8"), ("LANG", "de_DE.UTF-8")]);
    assert!(
        run.out.lines().nth(1).unwrap().contains('.') && !run.out.lines().nth(1).unwrap().contains(','),
        "{run:?}"
    );
}

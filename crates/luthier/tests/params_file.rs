//! Parameters in TOML files: what is written is read back, and nothing that is wrong passes.

mod support;

use luthier::params::{Domain, Method, PRESETS, PockChambolle, ReducedCostRule, TABLE, Value};
use luthier::{Error, Parameters};
use support::files::Folder;

fn read(text: &str) -> Parameters {
    Parameters::from_toml("p.toml", text).unwrap()
}

/// What is wrong with a text, without the name of the file.
fn refused(text: &str) -> String {
    match Parameters::from_toml("p.toml", text) {
        Ok(parameters) => panic!("accepted: {:?}", parameters.changed()),
        Err(Error::File(diagnostic)) => {
            assert!(diagnostic.line > 0 && diagnostic.column > 0 && diagnostic.excerpt.is_some());
            diagnostic.to_string().split_off("p.toml:".len())
        }
        Err(other) => panic!("not about a file: {other}"),
    }
}

#[test]
fn nothing_is_the_default() {
    for text in ["", "\n\n", "# only a comment\n", "\u{feff}"] {
        assert_eq!(read(text), Parameters::default());
    }
    assert_eq!(Parameters::default().to_toml(), "");
}

#[test]
fn only_what_differs_is_written_with_what_it_does() {
    let parameters = Parameters {
        weight_smoothing: 0.25,
        inner_limit: Some(7),
        time_limit: 60.0,
        stall_limit: None,
        ruiz_objective: true,
        reduced_cost_rule: ReducedCostRule::NearBound,
        initial_step: Some(1e-7),
        ..Parameters::default()
    };
    let text = parameters.to_toml();
    let expected = "\
# Whether Ruiz equilibration treats the objective as a further row when it scales columns.
ruiz_objective = true
# First step size; for pdhg and halpern the step size.
initial_step = 1e-7
# How much of the primal weight is renewed at a restart, on a logarithmic scale; 0 keeps it.
weight_smoothing = 0.25
# Most iterations between two restarts; then a restart is forced.
inner_limit = 7
# Which part of c - K'y counts as reduced cost: all that pushes against a finite bound, or only where x is near that bound.
reduced_cost_rule = \"near-bound\"
# Most seconds from the start of the run, setup included.
time_limit = 60.0
# End with the status stalled after this many iterations in which the error did not fall by at least 1%.
stall_limit = \"none\"
";
    assert_eq!(text, expected);
    assert_eq!(read(&text), parameters);
}

/// Values of a domain, also at its ends.
fn samples(domain: Domain) -> Vec<Value> {
    let reals = [0.0, 5e-324, 1e-300, 0.1 + 0.2, 1.0, 1.5, 2.0, 1e16, 1e17, 1e300, f64::MAX, f64::INFINITY];
    let counts = [0, 1, 1000, i64::MAX as u64, i64::MAX as u64 + 1, u64::MAX];
    let names = if let Domain::Choice(names) = domain { names } else { &[] };
    let all = (reals.into_iter().map(Value::Real))
        .chain(counts.into_iter().map(Value::Count))
        .chain([Value::Switch(false), Value::Switch(true), Value::Auto, Value::Unlimited])
        .chain(names.iter().map(|name| Value::Choice(name)));
    all.filter(|value| domain.accepts(value)).collect()
}

#[test]
fn every_value_of_every_parameter_comes_back() {
    for parameter in TABLE {
        let samples = samples(parameter.domain);
        assert!(samples.len() >= 2, "{}", parameter.name);
        for value in samples {
            let mut parameters = Parameters::default();
            parameters.set_value(parameter.name, value).unwrap();
            if parameters.validate().is_ok() {
                assert_eq!(read(&parameters.to_toml()), parameters, "{} = {value}", parameter.name);
            }
        }
    }
    for (name, _, values) in PRESETS {
        assert_eq!(read(&values().to_toml()), values(), "{name}");
    }
}

#[test]
fn a_preset_is_where_the_rest_starts_from() {
    let parameters = read("check_period = 3\npreset = \"reference\"\n");
    assert_eq!(parameters, Parameters { check_period: 3, ..Parameters::preset("reference").unwrap() });
    assert_eq!(
        refused("preset = \"papr\""),
        "1:10: there is no preset 'papr', expected one of paper, reference, fast, halpern"
    );
    assert_eq!(
        refused("preset = 1"),
        "1:10: preset = 1 is not possible: expected one of \"paper\", \"reference\", \"fast\", \"halpern\""
    );
}

#[test]
fn values_may_be_written_in_any_way_of_toml() {
    let text = "weight_smoothing = 1\niteration_limit = 0x10\ncheck_period = 1_000\n\"method\" = 'pdhg'\n\
                time_limit = inf\nartificial_restart = \"none\"\ninitial_weight = \"auto\"\npock_chambolle = \"off\"\n";
    let expected = Parameters {
        weight_smoothing: 1.0,
        iteration_limit: 16,
        check_period: 1000,
        method: Method::Pdhg,
        artificial_restart: f64::INFINITY,
        pock_chambolle: PockChambolle::Off,
        ..Parameters::default()
    };
    assert_eq!(read(text), expected);
}

#[test]
fn unknown_names_are_refused_with_a_suggestion() {
    let list = "; docs/parameters.md and `luthier params` list them all";
    let message = |problem: &str| format!("{problem}{list}");
    assert_eq!(
        refused("norm = \"l2\"\n  weight_smothing = 1"),
        message("2:3: there is no parameter 'weight_smothing'; did you mean 'weight_smoothing'?")
    );
    assert_eq!(
        refused("theta = 1"),
        message("1:1: there is no parameter 'theta'; did you mean 'weight_smoothing'?")
    );
    assert_eq!(
        refused("preste = 'paper'"),
        message("1:1: there is no parameter 'preste'; did you mean 'preset'?")
    );
    assert_eq!(refused("xyzzy = 1"), message("1:1: there is no parameter 'xyzzy'"));
    let hostile = refused("\"\\u001b[31m\" = 1");
    assert!(hostile.starts_with("1:1: there is no parameter '\\u{1b}[31m'"), "{hostile}");
}

#[test]
fn wrong_types_and_values_out_of_range_are_refused_with_the_domain() {
    let cases = [
        (
            "weight_smoothing = 1.5",
            "1:20: weight_smoothing = 1.5 is not possible: expected a number from 0 to 1",
        ),
        (
            "weight_smoothing = nan",
            "1:20: weight_smoothing = nan is not possible: expected a number from 0 to 1",
        ),
        (
            "weight_smoothing = true",
            "1:20: weight_smoothing = true is not possible: expected a number from 0 to 1",
        ),
        (
            "\ncheck_period = 0",
            "2:16: check_period = 0 is not possible: expected a whole number of at least 1",
        ),
        (
            "check_period = 2.0",
            "1:16: check_period = 2.0 is not possible: expected a whole number of at least 1",
        ),
        (
            "check_period = -2",
            "1:16: check_period = -2 is not possible: expected a whole number of at least 1",
        ),
        (
            "iteration_limit = 99999999999999999999",
            "1:19: iteration_limit = 99999999999999999999 is not possible: expected a whole number of at least 0",
        ),
        ("norm = \"l3\"", "1:8: norm = \"l3\" is not possible: expected one of l2, componentwise"),
        ("norm = \" l2\"", "1:8: norm = \" l2\" is not possible: expected one of l2, componentwise"),
        ("ruiz_objective = 1", "1:18: ruiz_objective = 1 is not possible: expected true or false"),
        ("ruiz_objective = []", "1:18: ruiz_objective = [] is not possible: expected true or false"),
        (
            "time_limit = 1e999",
            "1:14: time_limit = 1e999 is not possible: expected a number of at least 0, or none",
        ),
        (
            "time_limit = \"auto\"",
            "1:14: time_limit = \"auto\" is not possible: expected a number of at least 0, or none",
        ),
        (
            "stall_limit = 2026-01-01",
            "1:15: stall_limit = 2026-01-01 is not possible: expected a whole number of at least 1, or none",
        ),
    ];
    for (text, expected) in cases {
        let message = refused(text);
        assert!(message.starts_with(expected), "{message}");
    }
    let quoted = "; numbers, true and false stand without quotation marks";
    for text in [
        "check_period = \"3\"",
        "weight_smoothing = \"0.3\"",
        "ruiz_objective = \"true\"",
        "time_limit = \"inf\"",
    ] {
        assert!(refused(text).ends_with(quoted), "{text}");
    }
    let long = refused(&format!("norm = [{}]", "1, ".repeat(1000)));
    assert!(long.len() < 200 && long.contains("...") && long.contains("expected one of l2"), "{long}");
}

#[test]
fn tables_are_refused() {
    let hint = "; parameters stand at the top of the file, such as iteration_limit = 1000";
    assert_eq!(
        refused("[solver]\nnorm = \"l2\""),
        format!("1:2: the table 'solver'; expected no tables{hint}")
    );
    assert_eq!(refused("solver.norm = \"l2\""), format!("1:1: the table 'solver'; expected no tables{hint}"));
    assert!(refused("[norm]\n").starts_with("1:"), "also under the name of a parameter");
    assert!(refused("[[runs]]\n").contains("runs"));
}

#[test]
fn what_is_no_toml_is_located() {
    assert!(refused("norm = \"l2\"\nnorm = \"l2\"\n").starts_with("2:1: duplicate key"));
    assert!(refused("weight_smoothing = 0,5").starts_with("1:2"));
    assert!(refused("norm = l2").starts_with("1:8: "));
    assert!(refused("norm = \"l2").starts_with("1:"));
    assert!(refused("a = 1\n\nweight smoothing = 1\n").starts_with("3:"));
}

#[test]
fn values_that_do_not_go_together_are_located() {
    let text = "absolute_tolerance = 0\nrelative_tolerance = 0\n";
    let expected =
        "relative_tolerance = 0 is not possible: expected a positive number here or in absolute_tolerance";
    assert_eq!(refused(text), format!("2:1: {expected}"));
    assert!(
        refused("\npock_chambolle = \"norms\"\npock_chambolle_alpha = 2")
            .starts_with("3:1: pock_chambolle_alpha = 2")
    );
}

#[test]
fn files_are_read_and_errors_name_them() {
    let folder = Folder::new("params");
    let path = folder.join("tuned.toml");
    std::fs::write(&path, "\u{feff}weight_smoothing = 0.5\r\ncheck_period = 4\r\n").unwrap();
    assert_eq!(Parameters::read(&path).unwrap(), Parameters { check_period: 4, ..Parameters::default() });
    let message = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        Parameters::read(&path).unwrap_err().to_string()
    };
    let name = path.display();
    assert_eq!(
        message(b"norm = \"l2\"\r\ncheck_period = 0\r\n"),
        format!("{name}:2:16: check_period = 0 is not possible: expected a whole number of at least 1")
    );
    assert!(message(b"# \xff\n").contains("tuned.toml:1:3: bytes that are not UTF-8"));
    assert!(message(&[b'#'; (1 << 20) + 1]).contains("holds more than 1048576 bytes"));
    assert!(Parameters::read(folder.path()).unwrap_err().to_string().contains("is a directory"));
    let missing = Parameters::read(&folder.join("none.toml")).unwrap_err().to_string();
    assert!(missing.ends_with("none.toml: there is no such file"), "{missing}");
}

//! Spaces as users write them: what they mean, and what is said about what means nothing.

use luthier::Parameters;
use luthier::params::{Method, Role, TABLE};
use luthier_tune::{SPACES, SettingId, Space};

fn read(text: &str) -> Result<Space, String> {
    Space::parse(&[text.to_owned()], &Parameters::default()).map_err(|error| error.to_string())
}

fn space(text: &str) -> Space {
    read(text).unwrap()
}

#[test]
fn axes_are_read() {
    for (text, canonical) in [
        ("theta=0.1,0.2", "weight_smoothing=0.1,0.2"),
        ("weight-smoothing=0.1", "weight_smoothing=0.1"),
        ("beta-s=0.1 T=none,5", "sufficient_reduction=0.1; inner_limit=none,5"),
        ("theta = 0.1 , 0.2 ; alpha = 0.5", "weight_smoothing=0.1,0.2; pock_chambolle_alpha=0.5"),
        (" theta=.1,2e-1;;\n\talpha=1.5 ;", "weight_smoothing=0.1,0.2; pock_chambolle_alpha=1.5"),
        ("theta=0.2,0.1", "weight_smoothing=0.2,0.1"),
        ("theta=-0,0.1", "weight_smoothing=0,0.1"),
        ("eta=auto,0.5", "initial_step=auto,0.5"),
        ("beta_a=none,0.36", "artificial_restart=none,0.36"),
        ("ruiz_objective=true,false", "ruiz_objective=true,false"),
        ("pock_chambolle=off,power-sums", "pock_chambolle=off,power-sums"),
        ("sufficient_reduction", "sufficient_reduction=0.1,0.2,0.4"),
        ("initial_step_scale=1e-9,1e20", "initial_step_scale=1e-9,1e20"),
    ] {
        assert_eq!(space(text).to_string(), canonical, "{text}");
    }
}

#[test]
fn ranges_are_spread() {
    for (text, values) in [
        ("alpha=0.1..1.9:10", "0.1,0.3,0.5,0.7,0.9,1.1,1.3,1.5,1.7,1.9"),
        ("alpha=0..2:2", "0,2"),
        ("alpha=0.1..0.3:3,1,1.5..1.7:3", "0.1,0.2,0.3,1,1.5,1.6,1.7"),
        ("alpha=0.123456789012345..1:3", "0.123456789012345,0.561728394506,1"),
        ("alpha=0.01 .. 1 : 3log", "0.01,0.1,1"),
        ("alpha=0.01..1:3:log", "0.01,0.1,1"),
        ("omega=auto,1e-3..1e3:7log", "auto,0.001,0.01,0.1,1,10,100,1000"),
        ("omega=1e-300..1e300:3log", "1e-300,1,1e300"),
        ("ruiz_iterations=0..10:4", "0,3,7,10"),
        ("check_period=1..64:7log", "1,2,4,8,16,32,64"),
        ("T=none,10..1000:3log", "none,10,100,1000"),
    ] {
        let text = space(text).to_string();
        assert_eq!(text.split_once('=').unwrap().1, values);
    }
}

#[test]
fn ends_of_ranges_are_exact_and_values_rise() {
    for (from, to, count) in
        [(0.1, 0.30000000000000004, 9), (1e-17, 2.0, 1000), (0.7777777777777778, 0.9, 17)]
    {
        for scale in ["", "log"] {
            let space = space(&format!("alpha={from}..{to}:{count}{scale}"));
            let values: Vec<f64> =
                space.axes()[0].values.iter().map(|v| v.to_string().parse().unwrap()).collect();
            assert_eq!((values[0], values[count - 1], values.len()), (from, to, count));
            assert!(values.windows(2).all(|pair| pair[0] < pair[1]), "{values:?}");
        }
    }
}

#[test]
fn spaces_with_names_are_sound() {
    for (name, text) in SPACES {
        assert_eq!(space(name).to_string(), space(text).to_string());
    }
    let paper = space("paper");
    assert_eq!(
        paper.to_string(),
        "weight_smoothing=0.02,0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1; pock_chambolle_alpha=0.1,0.3,0.5,0.7,0.9,1,1.1,1.3,1.5,1.7,1.9"
    );
    // 121 points, one of which is the default.
    assert_eq!((paper.size(), paper.settings().len()), (121, 121));
    assert_eq!(space("paper; ruiz_iterations=4").size(), 121);
}

#[test]
fn every_tunable_parameter_has_a_grid_that_can_be_read() {
    for parameter in TABLE.iter().filter(|p| p.role == Role::Way) {
        match read(parameter.name) {
            Ok(space) => assert!(space.settings().len() > 1),
            Err(error) if parameter.name == "presolve" => assert!(error.contains("side by side"), "{error}"),
            // Its grid is its default value.
            Err(error) => assert!(error.contains("there is nothing to tune"), "{error}"),
        }
    }
}

#[test]
fn runs_that_share_a_matrix_are_neither_presolved_nor_polished() {
    let error = read("theta=0.1; presolve=true").unwrap_err();
    assert!(error.starts_with("space 'presolve=true': settings run side by side over one matrix"), "{error}");
    let base = Parameters { presolve: true, ..Parameters::default() };
    assert!(Space::parse(&["theta=0.1".to_owned()], &base).is_ok(), "all of them alike");
    let base = Parameters { polish_tolerance: 1e-8, ..Parameters::default() };
    let error = Space::parse(&["theta=0.1".to_owned()], &base).unwrap_err().to_string();
    assert!(error.starts_with("polish_tolerance = 1e-8: polishing follows a solve"), "{error}");
}

#[test]
fn the_text_of_a_space_reads_back() {
    for text in ["paper", "default", "eta=auto,1e-7;T=none,5;beta_a=none,0.2", "alpha=0.001..1.9:33log"] {
        let once = space(text);
        let again = space(&once.to_string());
        assert_eq!(once.to_string(), again.to_string());
        assert_eq!(once.settings(), again.settings());
        for setting in once.settings() {
            assert_eq!(once.parameters(*setting), again.parameters(*setting));
        }
    }
}

#[test]
fn several_texts_are_one_space() {
    let texts = ["theta=0.1".to_owned(), "alpha=0.5 ruiz_iterations=4".to_owned()];
    let space = Space::parse(&texts, &Parameters::default()).unwrap();
    let canonical = "weight_smoothing=0.1; pock_chambolle_alpha=0.5; ruiz_iterations=4";
    assert_eq!(space.to_string(), canonical);
}

#[test]
fn settings_have_texts_and_words() {
    let base = Parameters::preset("reference").unwrap();
    let texts = ["ruiz_iterations=4,10; theta=0.3,0.5".to_owned()];
    let space = Space::parse(&texts, &base).unwrap();
    let all = |text: fn(&Space, SettingId) -> String| -> Vec<String> {
        space.settings().iter().map(|s| text(&space, *s)).collect()
    };
    // The text says what differs from the solver's defaults, in the order of the table; the meaning of solved is not in it.
    let reference = "ruiz_objective=true,inner_limit=1000,check_period=50,check_first=10";
    let with = |ruiz: &str, theta: &str| {
        let (first, rest) = reference.split_once(',').unwrap();
        format!("{ruiz}{first},{theta}{rest}")
    };
    assert_eq!(
        all(Space::text),
        [
            reference.to_owned(),
            with("ruiz_iterations=4,", ""),
            with("", "weight_smoothing=0.3,"),
            with("ruiz_iterations=4,", "weight_smoothing=0.3,")
        ]
    );
    let words = ["default", "ruiz_iterations 4", "theta 0.3", "ruiz_iterations 4, theta 0.3"];
    assert_eq!(all(Space::words), words);
    let plain = Space::parse(&texts, &Parameters::default()).unwrap();
    assert_eq!(plain.text(SettingId::DEFAULT), "");
}

#[test]
fn settings_are_found_by_their_texts() {
    for (text, base) in [
        ("paper", Parameters::default()),
        ("theta eta=auto,0.5 T=none,3", Parameters::preset("reference").unwrap()),
        ("method=pdlp,pdhg; theta=0.1,0.9", Parameters::default()),
    ] {
        let space = Space::parse(&[text.to_owned()], &base).unwrap();
        for setting in (0..=space.size()).map(SettingId) {
            assert_eq!(space.find(&space.text(setting)), Some(space.distinct(setting)), "{text} {setting:?}");
        }
    }
}

#[test]
fn what_is_not_in_the_space_is_not_found() {
    let space = space("theta=0.1,0.9; method=pdlp,pdhg");
    for text in [
        "weight_smoothing=0.2",
        "ruiz_iterations=4",
        "weight_smoothing=0.1,ruiz_iterations=4",
        "theta=0.1",
        "weight_smoothing=7",
        "weight_smoothing",
        "relative_tolerance=1e-6",
        ",",
        "nonsense",
    ] {
        assert_eq!(space.find(text), None, "{text}");
    }
    // What does nothing may be anything.
    let pdhg = space.find("method=pdhg").unwrap();
    assert_eq!(space.parameters(pdhg).method, Method::Pdhg);
    assert_eq!(space.find("method=pdhg,weight_smoothing=0.2"), Some(pdhg));
}

#[test]
fn the_meaning_of_solved_is_that_of_the_space() {
    let base = Parameters::default().with_tolerance(1e-8);
    let space = Space::parse(&["theta=0.1".to_owned()], &base).unwrap();
    let setting = space.find("weight_smoothing=0.1").unwrap();
    assert_eq!(space.parameters(setting).relative_tolerance, 1e-8);
    assert_eq!(space.text(setting), "weight_smoothing=0.1");
}

#[test]
fn large_grids_are_declared() {
    let space = space("theta=0..1:500; alpha=0.01..1.9:200");
    assert_eq!((space.size(), space.settings().len()), (100_000, 100_001));
    // With alpha = 1 there is none but the default.
    assert_eq!(space.line(0), []);
    let last = SettingId(100_000);
    assert_eq!(space.find(&space.text(last)), Some(last));
}

#[test]
fn errors_say_what_is_wrong() {
    for (text, said) in [
        (
            "",
            "space '': there is nothing in it; expected parameters with values, such as theta=0.1,0.5,1, or a space with a name (default, paper)",
        ),
        (
            " ; ",
            "space ' ; ': there is nothing in it; expected parameters with values, such as theta=0.1,0.5,1, or a space with a name (default, paper)",
        ),
        ("thta=0.1", "space 'thta=0.1': there is no parameter 'thta'; did you mean 'theta'?"),
        (
            "alpha=1.5 weight-smothing",
            "space 'weight-smothing': there is no parameter 'weight-smothing'; did you mean 'weight_smoothing'?",
        ),
        ("papr", "space 'papr': there is no parameter 'papr'; did you mean 'paper'?"),
        ("paper=1", "space 'paper=1': there is no parameter 'paper'; `luthier params` lists them"),
        ("xyzzy", "space 'xyzzy': there is no parameter 'xyzzy'; `luthier params` lists them"),
        (
            "=0.1",
            "space '=0.1': there is no name before '='; expected that of a parameter, such as theta=0.1",
        ),
        (
            "tol=1e-4,1e-6",
            "space 'tol=1e-4,1e-6': tol says when a problem counts as solved or how much may be spent on it, and cannot be tuned; set it for the whole study with --tol VALUE",
        ),
        (
            "theta eps_rel=1e-4",
            "space 'eps_rel=1e-4': relative_tolerance says when a problem counts as solved or how much may be spent on it, and cannot be tuned; set it for the whole study with --relative-tolerance VALUE",
        ),
        (
            "iteration-limit",
            "space 'iteration-limit': iteration_limit says when a problem counts as solved or how much may be spent on it, and cannot be tuned; set it for the whole study with --iteration-limit VALUE",
        ),
        (
            "theta=0.1,1.5",
            "space 'theta=0.1,1.5': '1.5' is no value of weight_smoothing; expected a number from 0 to 1",
        ),
        (
            "theta=auto",
            "space 'theta=auto': 'auto' is no value of weight_smoothing; expected a number from 0 to 1",
        ),
        (
            "ruiz_iterations=0..2.5:3",
            "space 'ruiz_iterations=0..2.5:3': '2.5' is no value of ruiz_iterations; expected a whole number of at least 0",
        ),
        (
            "theta=",
            "space 'theta=': weight_smoothing has no values; expected at least one, such as weight_smoothing=0.02,0.1..1:10",
        ),
        (
            "theta=0.1,,0.2",
            "space 'theta=0.1,,0.2': there is nothing beside a comma; expected values with single commas between them",
        ),
        (
            "theta=0.1, alpha=0.5",
            "space 'theta=0.1,alpha=0.5': 'alpha=0.5' is where a value was expected; separate axes with ';'",
        ),
        (
            "theta=0.1 weight_smoothing=0.2",
            "space 'weight_smoothing=0.2': weight_smoothing has values already, in 'theta=0.1'; give all values of a parameter in one list",
        ),
        (
            "paper theta=0.2",
            "space 'theta=0.2': weight_smoothing has values already, in 'paper'; give all values of a parameter in one list",
        ),
        (
            "theta=0.1,0.2,1e-1",
            "space 'theta=0.1,0.2,1e-1': the value 0.1 is there twice; leave one of them out",
        ),
        (
            "theta=0.5,0.1..0.9:5",
            "space 'theta=0.5,0.1..0.9:5': the value 0.5 is there twice; leave one of them out",
        ),
        (
            "ruiz_iterations=1..3:5",
            "space 'ruiz_iterations=1..3:5': the range 1..3:5 has the value 2 twice; ask it for fewer values",
        ),
        (
            "theta=0..1:5log",
            "space 'theta=0..1:5log': the logarithmic range 0..1:5log starts at 0; expected a start above 0 (put 0 into the list by itself)",
        ),
        (
            "theta=-1..1:5log",
            "space 'theta=-1..1:5log': '-1' is no value of weight_smoothing; expected a number from 0 to 1",
        ),
        (
            "theta=0.9..0.1:5",
            "space 'theta=0.9..0.1:5': the range 0.9..0.1:5 falls; expected the smaller end first",
        ),
        (
            "theta=0.9..0.9:5",
            "space 'theta=0.9..0.9:5': the range 0.9..0.9:5 starts where it ends; expected two different ends, or 0.9 alone",
        ),
        (
            "theta=0.1..0.9",
            "space 'theta=0.1..0.9': the range 0.1..0.9 does not say how many values; expected their number behind it, such as 0.1..0.9:5",
        ),
        (
            "theta=0.1..0.9:1",
            "space 'theta=0.1..0.9:1': the range 0.1..0.9:1 asks for '1' values; expected a whole number from 2 to 1000000",
        ),
        (
            "theta=0.1..0.9:many",
            "space 'theta=0.1..0.9:many': the range 0.1..0.9:many asks for 'many' values; expected a whole number from 2 to 1000000",
        ),
        (
            "theta=0.1..0.9:99999999999",
            "space 'theta=0.1..0.9:99999999999': the range 0.1..0.9:99999999999 asks for '99999999999' values; expected a whole number from 2 to 1000000",
        ),
        (
            "omega=auto..3:4",
            "space 'omega=auto..3:4': the range auto..3:4 ends at 'auto'; expected numbers at both ends (put 'auto' into the list by itself)",
        ),
        (
            "pock_chambolle=off..norms:2",
            "space 'pock_chambolle=off..norms:2': 'off..norms:2' is a range, and pock_chambolle has no numbers; expected one of power-sums, norms, off, in a list",
        ),
        (
            "theta=0.5",
            "space 'theta=0.5': all of it is the default, and there is nothing to tune; expected a value that changes something, such as theta=0.2",
        ),
        (
            "inner-limit initial-step",
            "space 'inner-limit initial-step': all of it is the default, and there is nothing to tune; expected a value that changes something, such as theta=0.2",
        ),
        (
            "alpha=0,1 pock_chambolle=power-sums,norms",
            "space 'alpha=0,1 pock_chambolle=power-sums,norms': its setting 'pock_chambolle norms, alpha 0' cannot be used: pock_chambolle_alpha = 0 is not possible: expected a number between 0 and 2 with pock_chambolle = norms; leave one of these values out",
        ),
        (
            "theta=0..1:1001; alpha=0..2:1000",
            "space 'theta=0..1:1001; alpha=0..2:1000': its grid has 1001000 points, expected at most 1000000; give fewer axes or fewer values",
        ),
    ] {
        assert_eq!(read(text).unwrap_err(), said, "{text}");
    }
}

#[test]
fn sizes_beyond_all_numbers_are_refused() {
    let reals = TABLE.iter().filter(|p| p.role == Role::Way && p.domain.parse("0.5").is_some());
    let axes: Vec<String> = reals.map(|p| format!("{}=0.1..1:9999", p.name)).collect();
    assert!(axes.len() >= 10);
    assert!(read(&axes.join(" ")).unwrap_err().contains("its grid has more than 10^38 points"));
}

#[test]
fn hostile_and_long_texts_are_shown_safely() {
    let said = read("\u{1b}[31mred\u{202e}=1").unwrap_err();
    assert!(!said.contains('\u{1b}') && !said.contains('\u{202e}'), "{said}");
    let long = "9".repeat(1000);
    for text in [
        format!("theta={}", "0.5,".repeat(1000)),
        long.clone(),
        format!("theta={long}"),
        format!("theta=0..{long}:5"),
        format!("theta=0..1:{long}"),
        format!("theta=0.1,{long}=1"),
        "theta=0.1..0.2:5\u{1b}".to_owned(),
    ] {
        let said = read(&text).unwrap_err();
        assert!(said.len() < 400 && !said.contains('\u{1b}'), "{said}");
    }
}

//! MPS, fixed and free: what is understood.

mod support;

use luthier::io::{Format, ReadOptions, parse, write_to};
use luthier::{Error, Problem, Sense, Warning};
use support::small::INF;

fn mps(text: &str, options: &ReadOptions) -> Result<Problem, Error> {
    parse("a.mps", text.as_bytes(), options)
}

fn good(text: &str) -> Problem {
    mps(text, &ReadOptions::default()).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

fn lenient(text: &str) -> Problem {
    let options = ReadOptions { lenient: true, ..ReadOptions::default() };
    mps(text, &options).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// Rows cost (N), cap (L), dem (G) and bal (E), columns x and y, then these sections.
fn model(sections: &str) -> String {
    format!(
        "NAME t\nROWS\n N cost\n L cap\n G dem\n E bal\nCOLUMNS\n x cost 1 cap 2\n x dem 3\n y cost -1 bal 1\n\
         {sections}\nENDATA\n"
    )
}

fn names(p: &Problem) -> (Vec<&str>, Vec<&str>) {
    (p.row_names().unwrap().iter().collect(), p.column_names().unwrap().iter().collect())
}

fn row_bounds(p: &Problem) -> Vec<(f64, f64)> {
    p.row_lower().iter().copied().zip(p.row_upper().iter().copied()).collect()
}

fn bounds(p: &Problem) -> Vec<(f64, f64)> {
    p.lower().iter().copied().zip(p.upper().iter().copied()).collect()
}

fn column(p: &Problem, j: usize) -> Vec<(usize, f64)> {
    let mut entries: Vec<_> = p.matrix().column(j).collect();
    entries.sort_by_key(|e| e.0);
    entries
}

/// Bounds of x after a BOUNDS section, and the warnings.
fn bounded(lines: &str) -> ((f64, f64), Vec<Warning>) {
    let p = good(&model(&format!("BOUNDS\n{lines}")));
    assert_eq!(bounds(&p)[1], (0.0, INF), "y is as it was\n{lines}");
    (bounds(&p)[0], p.warnings().to_vec())
}

#[test]
fn all_sections_of_a_small_model() {
    let p = good(&model("RHS\n rhs cap 4 dem 5\nRANGES\n rng cap 2\nBOUNDS\n UP bnd x 9"));
    assert_eq!((p.name(), p.sense(), p.offset()), ("t", Sense::Minimize, 0.0));
    assert_eq!(names(&p), (vec!["cap", "dem", "bal"], vec!["x", "y"]));
    assert_eq!(p.objective(), [1.0, -1.0]);
    assert_eq!((column(&p, 0), column(&p, 1)), (vec![(0, 2.0), (1, 3.0)], vec![(2, 1.0)]));
    assert_eq!(row_bounds(&p), [(2.0, 4.0), (5.0, INF), (0.0, 0.0)]);
    assert_eq!(bounds(&p), [(0.0, 9.0), (0.0, INF)]);
    assert_eq!(p.warnings(), []);
}

#[test]
fn sections_behind_columns_may_be_left_out_or_be_empty() {
    for sections in ["", "RHS", "RHS\nRANGES\nBOUNDS", "BOUNDS", "\n* a comment\n \t \n\u{c}"] {
        let p = good(&model(sections));
        assert_eq!(row_bounds(&p), [(-INF, 0.0), (0.0, INF), (0.0, 0.0)], "{sections}");
        assert_eq!(bounds(&p), [(0.0, INF); 2], "{sections}");
    }
    let p = good("ROWS\n N cost\nCOLUMNS\nENDATA");
    assert_eq!((p.rows(), p.columns(), p.name()), (0, 0, ""), "and so may the name");
    let p = good("ROWS\n L cap\nCOLUMNS\n x cap 1\nENDATA");
    assert_eq!(p.objective(), [0.0], "without a row of type N the objective is zero");
}

#[test]
fn names_with_blanks_are_fixed_format() {
    // As in forplan: blanks inside of names, and a name that is a number.
    let text = "NAME          PLAN\nROWS\n N  OBJ  FN\n L  RES 1\n G  RES 12\n E  7\nCOLUMNS\n    \
                A  B      OBJ  FN           1.50   RES 1              2.\n    \
                A  B      RES 12            -.25   7                  3.\n    \
                12 3      OBJ  FN            -2.\nRHS\n    \
                RHS 1     RES 1              40.   7                  6.\nRANGES\n    \
                RNG       RES 1              10.\nBOUNDS\n UP BND 1     12 3              8.5\n MI BND 1     A  B\nENDATA\n";
    let fixed = ReadOptions { format: Some(Format::FixedMps), ..ReadOptions::default() };
    for p in [good(text), mps(text, &fixed).unwrap()] {
        assert_eq!(names(&p), (vec!["RES 1", "RES 12", "7"], vec!["A  B", "12 3"]));
        assert_eq!(p.objective(), [1.5, -2.0]);
        assert_eq!(column(&p, 0), [(0, 2.0), (1, -0.25), (2, 3.0)]);
        assert_eq!(row_bounds(&p), [(30.0, 40.0), (0.0, INF), (6.0, 6.0)]);
        assert_eq!(bounds(&p), [(-INF, INF), (0.0, 8.5)]);
        assert_eq!(p.warnings(), []);
    }
    let free = ReadOptions { format: Some(Format::FreeMps), ..ReadOptions::default() };
    assert!(mps(text, &free).unwrap_err().to_string().starts_with("a.mps:3:2: 3 words"));
}

#[test]
fn sets_without_a_name() {
    // As in dfl001: in fixed format the field of the name is blank; in free format a word is missing.
    let text = "NAME          DFL\nROWS\n N  COST\n L  CAP\n G  DEM\nCOLUMNS\n    \
                X         COST               1.0   CAP                1.0\n    \
                X         DEM                1.0\nRHS\n              CAP                4.0   DEM                1.0\n\
                RANGES\n              CAP                3.0\nBOUNDS\n UP           X                  9.0\nENDATA\n";
    for format in [None, Some(Format::FixedMps), Some(Format::FreeMps)] {
        let p = mps(text, &ReadOptions { format, ..ReadOptions::default() }).unwrap();
        assert_eq!(row_bounds(&p), [(1.0, 4.0), (1.0, INF)], "{format:?}");
        assert_eq!((bounds(&p), p.warnings()), (vec![(0.0, 9.0)], &[][..]), "{format:?}");
    }
}

#[test]
fn names_of_sets_may_be_those_of_rows_and_columns() {
    for (sections, expected) in [
        ("RHS\n cap cap 4 dem 5", [(-INF, 4.0), (5.0, INF), (0.0, 0.0)]),
        ("RHS\n cap 4 dem 5", [(-INF, 4.0), (5.0, INF), (0.0, 0.0)]),
        ("RHS\n dem cap 4", [(-INF, 4.0), (0.0, INF), (0.0, 0.0)]),
        ("RHS\n cap 4\n bal 5", [(-INF, 4.0), (0.0, INF), (5.0, 5.0)]),
        ("RHS\n cap 4\nRANGES\n cap 3", [(1.0, 4.0), (0.0, INF), (0.0, 0.0)]),
        ("RHS\n cap 4\nRANGES\n dem cap 3", [(1.0, 4.0), (0.0, INF), (0.0, 0.0)]),
    ] {
        let p = good(&model(sections));
        assert_eq!((row_bounds(&p), p.warnings()), (expected.to_vec(), &[][..]), "{sections}");
    }
    for (line, expected) in [
        (" UP y x 3", (0.0, 3.0)),
        (" UP x x 3", (0.0, 3.0)),
        (" UP x 3", (0.0, 3.0)),
        (" FR y x", (-INF, INF)),
        (" FR x x", (-INF, INF)),
        (" FR x", (-INF, INF)),
        (" FR x 0", (-INF, INF)),
        (" FR bnd x 0", (-INF, INF)),
        (" MI x", (-INF, INF)),
        (" PL bnd x", (0.0, INF)),
        (" BV x 1", (0.0, 1.0)),
        (" BV bnd x 1", (0.0, 1.0)),
        ("\tfx\tx\t-2", (-2.0, -2.0)),
    ] {
        assert_eq!(bounded(line).0, expected, "{line}");
    }
}

#[test]
fn objective_senses() {
    for (section, sense) in [
        ("OBJSENSE\n    MAX", Sense::Maximize),
        ("OBJSENSE\n  MAXIMIZE", Sense::Maximize),
        ("OBJSENSE MAX", Sense::Maximize),
        ("OBJSENSE\tmaximise", Sense::Maximize),
        ("OBJSENSE\n\n* so\n    max", Sense::Maximize),
        ("OBJSENSE\nMAX", Sense::Maximize),
        ("OBJSENSE\n    MIN", Sense::Minimize),
        ("OBJSENSE MINIMIZE", Sense::Minimize),
        ("OBJSENSE", Sense::Minimize),
        ("OBJNAME cost\nOBJSENSE MAX", Sense::Maximize),
        ("OBJSENSE\n    MAX\nOBJNAME\n    cost", Sense::Maximize),
    ] {
        let before = model("").replace("ROWS\n", &format!("{section}\nROWS\n"));
        let p = good(&before);
        assert_eq!((p.sense(), p.objective()), (sense, &[1.0, -1.0][..]), "{section}");
        let first = format!("{section}\n{}", model(""));
        assert_eq!(good(&first).sense(), sense, "before NAME: {section}");
    }
}

#[test]
fn of_several_objectives_the_first_or_the_named_one() {
    let text = |section: &str| {
        format!(
            "NAME\n{section}ROWS\n N one\n L cap\n N two\n N three\nCOLUMNS\n x one 1 two 2\n x three 3 cap 4\n\
             RHS\n rhs one 5 two 6\n rhs cap 7\nRANGES\n rng two 1\nENDATA\n"
        )
    };
    let ignored = |first: &str| [Warning::RowsIgnored { count: 2, first: first.into() }];
    for (section, objective, offset, first) in [
        ("", 1.0, -5.0, "two"),
        ("OBJNAME\n    two\n", 2.0, -6.0, "one"),
        ("OBJNAME three\n", 3.0, 0.0, "one"),
        ("OBJNAME one\n", 1.0, -5.0, "two"),
    ] {
        let p = good(&text(section));
        assert_eq!((p.objective(), p.offset()), (&[objective][..], offset), "{section}");
        assert_eq!((row_bounds(&p), column(&p, 0)), (vec![(-INF, 7.0)], vec![(0, 4.0)]));
        assert_eq!(p.warnings(), ignored(first), "{section}");
    }
}

#[test]
fn a_right_hand_side_of_the_objective_is_minus_its_constant() {
    // As in e226, whose constant is -11.638929.
    for (value, offset) in [("11.638929", -11.638929f64), ("-3", 3.0), ("0", 0.0), ("-0", 0.0)] {
        let p = good(&model(&format!("RHS\n rhs cost {value} cap 4")));
        assert_eq!(p.offset().to_bits(), offset.to_bits(), "{value}");
        assert_eq!(p.row_upper()[0], 4.0);
    }
}

#[test]
fn ranges_widen_rows_by_their_type_and_sign() {
    for (row, rhs, range, expected) in [
        ("cap", 4.0, 3.0, (1.0, 4.0)),
        ("cap", 4.0, -3.0, (1.0, 4.0)),
        ("dem", 4.0, 3.0, (4.0, 7.0)),
        ("dem", 4.0, -3.0, (4.0, 7.0)),
        ("bal", 4.0, 3.0, (4.0, 7.0)),
        ("bal", 4.0, -3.0, (1.0, 4.0)),
        ("bal", 4.0, 0.0, (4.0, 4.0)),
        ("bal", 4.0, -0.0, (4.0, 4.0)),
        ("cap", 4.0, 0.0, (4.0, 4.0)),
        ("cap", 4.0, 1e30, (-INF, 4.0)),
        ("dem", 4.0, INF, (4.0, INF)),
        ("bal", 4.0, -INF, (-INF, 4.0)),
    ] {
        let p = good(&model(&format!("RHS\n rhs {row} {rhs}\nRANGES\n rng {row} {range}")));
        let i = p.row_names().unwrap().iter().position(|name| name == row).unwrap();
        assert_eq!(row_bounds(&p)[i], expected, "{row} {range}");
        let p = good(&model(&format!("RANGES\n rng {row} {range}")));
        let (lower, upper) = row_bounds(&p)[i];
        assert_eq!((lower, upper), (expected.0 - rhs, expected.1 - rhs), "without a right-hand side");
    }
}

#[test]
fn bounds_of_all_kinds() {
    for (lines, expected) in [
        (" UP b x 3", (0.0, 3.0)),
        (" LO b x -3", (-3.0, INF)),
        (" LO b x 2\n UP b x 3", (2.0, 3.0)),
        (" UP b x 3\n LO b x 2", (2.0, 3.0)),
        (" FX b x 2.5", (2.5, 2.5)),
        (" FR b x", (-INF, INF)),
        (" MI b x", (-INF, INF)),
        (" PL b x", (0.0, INF)),
        (" MI b x\n UP b x 7", (-INF, 7.0)),
        (" UP b x 7\n MI b x", (-INF, 7.0)),
        (" UP b x 0", (0.0, 0.0)),
        (" UP b x 1e20", (0.0, INF)),
        (" UP b x inf", (0.0, INF)),
        (" LO b x -1e20", (-INF, INF)),
        (" LO b x -Infinity", (-INF, INF)),
        (" UP b x 9.9e19", (0.0, 9.9e19)),
        (" LO b x -1\n UP b x -1e0", (-1.0, -1.0)),
        (" up b x 3", (0.0, 3.0)),
    ] {
        assert_eq!(bounded(lines).0, expected, "{lines}");
    }
    let low = ReadOptions { infinity: 1e6, ..ReadOptions::default() };
    let p = mps(&model("RHS\n r cap 1e6\nBOUNDS\n UP b x 1e6\n UP b y 999999"), &low).unwrap();
    assert_eq!(bounds(&p), [(0.0, INF), (0.0, 999999.0)], "the threshold is a choice");
    assert_eq!(row_bounds(&p)[0], (-INF, INF));
    let taken = |field| Warning::BoundTakenAsInfinite { field, count: 1, threshold: 1e6 };
    assert_eq!(p.warnings(), [taken("row bounds"), taken("variable bounds")]);
}

#[test]
fn a_negative_upper_bound_alone_removes_the_lower_bound() {
    let warning = vec![Warning::NegativeUpperBound { count: 1, first: "x".into() }];
    assert_eq!(bounded(" UP b x -3"), ((-INF, -3.0), warning.clone()));
    for lines in [" LO b x 0\n UP b x -3", " UP b x -3\n LO b x 0"] {
        let ((lower, upper), warnings) = bounded(lines);
        assert_eq!((lower, upper), (0.0, -3.0), "a lower bound that is given stays: {lines}");
        assert!(matches!(warnings[..], [Warning::BoundsCross { .. }]), "{warnings:?}");
    }
    for lines in [" MI b x\n UP b x -3", " UP b x -3\n MI b x", " LO b x -5\n UP b x -3"] {
        let ((lower, upper), warnings) = bounded(lines);
        assert!(lower < -3.0 && upper == -3.0 && warnings.is_empty(), "{lines}");
    }
    assert_eq!(bounded(" FX b x -3"), ((-3.0, -3.0), vec![]));
    assert_eq!(bounded(" UP b x -0.0").1, vec![], "zero is not negative");
    let p = good(&model("BOUNDS\n UI b x -3\n UP b y -1"));
    assert_eq!(bounds(&p), [(-INF, -3.0), (-INF, -1.0)]);
    assert!(p.warnings().contains(&Warning::NegativeUpperBound { count: 2, first: "x".into() }));
}

#[test]
fn integer_columns_are_relaxed_and_are_binary_without_bounds() {
    let text = |bounds: &str| {
        format!(
            "ROWS\n N cost\nCOLUMNS\n a cost 1\n M1 'MARKER' 'INTORG'\n b cost 1\n c cost 1\n\
             \x20   MARKER                 'MARKER'                 'INTEND'\n d cost 1\nBOUNDS\n{bounds}\nENDATA\n"
        )
    };
    let relaxed = |count, first: &str| Warning::IntegralityRelaxed { count, first: first.into() };
    for (lines, b, count) in [
        ("", (0.0, 1.0), 2),
        (" UP s b 5", (0.0, 5.0), 2),
        (" LO s b 2", (2.0, INF), 2),
        (" LI s b 2", (2.0, INF), 2),
        (" UI s b 5", (0.0, 5.0), 2),
        (" PL s b", (0.0, INF), 2),
        (" FR s b", (-INF, INF), 2),
        (" MI s b", (-INF, INF), 2),
        (" BV s b", (0.0, 1.0), 2),
        (" BV s d\n UI s b 7", (0.0, 7.0), 3),
        (" UP s b -4", (-INF, -4.0), 2),
    ] {
        let p = good(&text(lines));
        assert_eq!(bounds(&p)[1], b, "{lines}");
        assert_eq!(bounds(&p)[2], (0.0, 1.0), "{lines}");
        assert_eq!(bounds(&p)[0], (0.0, INF), "{lines}");
        assert!(p.warnings().contains(&relaxed(count, "b")), "{lines} {:?}", p.warnings());
    }
    let p = good(&text(" LI s a 3\n UI s a 9\n BV s d"));
    assert_eq!((bounds(&p)[0], bounds(&p)[3]), ((3.0, 9.0), (0.0, 1.0)));
    assert_eq!(p.warnings(), [relaxed(4, "a")]);
}

#[test]
fn numbers_as_fortran_wrote_them() {
    for (word, value) in [
        ("1.0D+2", 100.0),
        ("1d2", 100.0),
        ("-2.5D-1", -0.25),
        ("+.5", 0.5),
        ("3.", 3.0),
        ("1E3", 1e3),
        ("0.1", 0.1),
        ("2.2250738585072014e-308", f64::MIN_POSITIVE),
        ("123456789012345678901234567890e-20", 1234567890.1234567),
    ] {
        let p = good(&model(&format!("RHS\n rhs bal {word}")));
        assert_eq!(p.row_lower()[2], value, "{word}");
    }
}

#[test]
fn further_sets_are_left_out_with_a_warning() {
    let p = good(&model(
        "RHS\n one cap 4\n two cap 5 dem 6\n three cap 7\nRANGES\n r cap 1\n s cap 2\nBOUNDS\n UP b x 1\n UP c x 2\n FR c y",
    ));
    assert_eq!(row_bounds(&p), [(3.0, 4.0), (0.0, INF), (0.0, 0.0)]);
    assert_eq!(bounds(&p), [(0.0, 1.0), (0.0, INF)]);
    let ignored =
        |section, set: &str, used: &str| Warning::SetIgnored { section, set: set.into(), used: used.into() };
    assert_eq!(
        p.warnings(),
        [ignored("RHS", "two", "one"), ignored("RANGES", "s", "r"), ignored("BOUNDS", "c", "b")]
    );
    let text = p.warnings()[0].to_string();
    assert_eq!(text, "only the first RHS set, 'one', is used; 'two' and any further ones are left out");
}

#[test]
fn columns_may_come_in_pieces() {
    let p =
        good("ROWS\n N f\n L a\n L b\n L c\nCOLUMNS\n x a 1\n y a 2\n x b 3 f 4\n y c 5\n x c 6\nENDATA\n");
    assert_eq!(names(&p).1, ["x", "y"]);
    assert_eq!(column(&p, 0), [(0, 1.0), (1, 3.0), (2, 6.0)]);
    assert_eq!(column(&p, 1), [(0, 2.0), (2, 5.0)]);
    assert_eq!(p.objective(), [4.0, 0.0]);
    let p = good("ROWS\n N f\n L a\nCOLUMNS\n x f 1 a 0\nENDATA\n");
    assert_eq!(column(&p, 0), [], "zeros are no entries");
}

#[test]
fn duplicates_are_summed_when_asked_for() {
    let text = "ROWS\n N f\n L a\nCOLUMNS\n x a 1 f 2\n x a 3\n y a 1\n x f 4\nRHS\n r a 5\n r a 6\n r f 1\n r f 2\n\
                RANGES\n g a 1\n g a 2\nBOUNDS\n UP b x 3\n UP b x 4\n LO b x 1\n FX b y 2\n FR b y\nENDATA\n";
    let p = lenient(text);
    assert_eq!((p.objective(), column(&p, 0)), (&[6.0, 0.0][..], vec![(0, 4.0)]));
    assert_eq!((row_bounds(&p), p.offset()), (vec![(4.0, 6.0)], -2.0), "the last one counts");
    assert_eq!(bounds(&p), [(1.0, 4.0), (-INF, INF)]);
    let twice = |what, count, line| Warning::Duplicates { what, count, line };
    assert_eq!(
        p.warnings(),
        [
            twice("entries", 2, 6),
            twice("right-hand sides", 2, 11),
            twice("ranges", 1, 16),
            twice("bounds", 2, 19),
        ]
    );
    assert!(mps(text, &ReadOptions::default()).unwrap_err().to_string().contains("--lenient accepts it"));
}

#[test]
fn what_lenient_reading_accepts() {
    let cut = "ROWS\n N f\n L a\nCOLUMNS\n x f 1 a 1\nRHS\n r a 4";
    let p = lenient(cut);
    assert_eq!(
        (row_bounds(&p), p.warnings()),
        (vec![(-INF, 4.0)], &[Warning::EndMissing { expected: "ENDATA" }][..])
    );
    let mixed = model("BOUNDS\n UP b x 9\nRANGES\n g cap 1\nRHS\n r cap 4\nBOUNDS\n UP b y 8");
    let p = lenient(&mixed);
    assert_eq!((row_bounds(&p)[0], bounds(&p)), ((3.0, 4.0), vec![(0.0, 9.0), (0.0, 8.0)]));
    let order = |section, line| Warning::SectionOrder { section, line };
    assert_eq!(p.warnings(), [order("RANGES", 13), order("RHS", 15)]);
    assert!(mps(&mixed, &ReadOptions::default()).is_err());
}

#[test]
fn text_behind_the_end_is_told_of() {
    for (behind, warnings) in [
        ("", vec![]),
        ("\n \n\t\n", vec![]),
        ("\n\nmore\n", vec![Warning::TextAfterEnd { line: 15 }]),
        ("* a comment", vec![Warning::TextAfterEnd { line: 13 }]),
    ] {
        assert_eq!(
            good(&(model("").trim_end().to_owned() + "\n" + behind)).warnings(),
            warnings,
            "{behind:?}"
        );
    }
    assert!(mps(&(model("") + "x\0y"), &ReadOptions::default()).is_err(), "damage behind the end is damage");
}

#[test]
fn names_are_kept_to_the_byte() {
    let strange = [
        "x+",
        "x-",
        "x#1",
        "größe",
        "日本",
        "a\"b",
        "a'b",
        "[1,2]",
        "1e5",
        "-7",
        "N",
        "RHS",
        "ENDATA",
        "\u{feff}x",
        "a\u{a0}b",
        "\\",
        "<b>&amp;",
        "e\u{301}",
        "\u{e9}",
    ];
    let rows: String = strange.iter().map(|name| format!(" L {name}\n")).collect();
    let columns: String = strange.iter().map(|name| format!(" {name} {name} 1\n")).collect();
    let p = good(&format!("NAME  a  b \nROWS\n N cost\n{rows}COLUMNS\n{columns}ENDATA\n"));
    assert_eq!(names(&p), (strange.to_vec(), strange.to_vec()));
    assert_eq!(p.name(), "a  b");
    let mut text = Vec::new();
    write_to(&p, Format::FreeMps, &mut text).unwrap();
    assert_eq!(names(&parse("again", &text, &ReadOptions::default()).unwrap()).0, strange);
}

#[test]
fn line_ends_tabs_and_byte_order_marks() {
    let text = model("RHS\n rhs cap 4\nBOUNDS\n UP bnd x 9");
    let plain = good(&text).fingerprint();
    for changed in [
        text.trim_end().to_owned(),
        text.replace('\n', "\r\n"),
        text.replace('\n', "\r"),
        text.replace('\n', "\n\n\r\n"),
        text.replace(' ', "\t"),
        text.replace('\n', "  \t\n").replace("NAME t  \t", "NAME t"),
        format!("\u{feff}{text}"),
        format!("* caf\u{e9}\n{text}"),
    ] {
        assert_eq!(good(&changed).fingerprint(), plain, "{changed:?}");
    }
    let latin = [b"* gr\xfc\xdfe\n".as_slice(), text.as_bytes()].concat();
    assert!(parse("a.mps", &latin, &ReadOptions::default()).is_ok(), "comments are not looked at");
}

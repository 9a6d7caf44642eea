//! The LP format of CPLEX: what is refused, and what errors say.

mod support;

use luthier::io::{Format, ReadOptions, parse};
use luthier::{Error, Problem, Warning};
use support::families::Random;

fn lp(text: &str) -> Result<Problem, Error> {
    parse("a.lp", text.as_bytes(), &ReadOptions::default())
}

fn lenient(text: &str) -> Result<Problem, Error> {
    parse("a.lp", text.as_bytes(), &ReadOptions { lenient: true, ..ReadOptions::default() })
}

/// The message of an error, which must begin with this place.
fn message(text: &str, place: &str) -> String {
    match lp(text) {
        Ok(_) => panic!("was read:\n{text}"),
        Err(error) => {
            let message = error.to_string();
            assert!(
                message.starts_with(&format!("a.lp:{place}: ")),
                "expected {place}, got {message}\n{text}"
            );
            message
        }
    }
}

/// Constraints behind an objective that mentions x, y and z.
fn rows(text: &str) -> String {
    format!("min x + y + z\nst\n{text}\nend\n")
}

#[test]
fn what_is_not_linear_is_refused_by_name() {
    for (text, place, what) in [
        (rows("x * y >= 1"), "3:3", "'*' behind a variable"),
        (rows("3 x y >= 1"), "3:5", "'y' behind a variable"),
        (rows("x^2 >= 1"), "3:2", "a power (^)"),
        (rows("[ x ^ 2 ] >= 1"), "3:1", "a quadratic expression"),
        ("min x + [ x ^ 2 ] / 2\nst\nend".into(), "1:9", "a quadratic expression"),
        (rows("c: x = 1 -> y >= 2"), "3:10", "an indicator constraint"),
        (rows("x >= 1\nSOS"), "4:1", "section SOS (special ordered sets)"),
        (rows("x >= 1\nsos2\ns1: x:1 y:2"), "4:1", "section sos2"),
        (rows("x >= 1\nSemi-Continuous\n x"), "4:1", "section Semi-Continuous (semi-continuous variables)"),
        (rows("x >= 1\n semis\n x"), "4:2", "section semis"),
        (rows("x >= 1\nPWLObj\n x: 1"), "4:1", "section PWLObj (a piecewise-linear objective)"),
        (rows("x >= 1\nLazy Constraints\n y >= 1"), "4:1", "section Lazy Constraints"),
        (rows("x >= 1\nuser cuts\n y >= 1"), "4:1", "section user cuts"),
        (rows("x >= 1\nGeneral Constraints\n y = ABS ( x )"), "4:1", "section General Constraints"),
        ("minimize multi-objectives\n a: x\nst\nend\n".into(), "1:10", "section multi-objectives"),
    ] {
        let message = message(&text, place);
        assert!(message.contains(what) && message.contains("linear programs only"), "{message}");
    }
}

#[test]
fn errors_say_where_and_what() {
    for (text, place, what) in [
        ("blah blah\n".into(), "1:1", "'blah'; expected an MPS file"),
        ("minimizer x\nend\n".into(), "1:1", "'minimizer'"),
        ("min: 3x + 2y;\nc1: x >= 1;\n".into(), "1:1", "lp_solve"),
        ("min x\nmax y\nend\n".into(), "2:1", "a second objective"),
        ("min x + y >= 2\nend\n".into(), "1:11", "Subject To before the constraints"),
        ("min x +\nst\nc: x >= 1\nend\n".into(), "3:1", "'c' behind a variable"),
        (rows("c: x >= 1\nsubject to\nd: x >= 2"), "4:1", "section Subject To is repeated"),
        (rows("c: x >= 1\nc: y >= 1"), "4:1", "row 'c' was declared before"),
        (rows("c: x\nd: y >= 1"), "4:1", "constraint 'c' ends before this without a comparison"),
        (rows("x + y"), "4:1", "constraint 'R1' ends before this without a comparison"),
        (rows("c: x >=\nd: y >= 1"), "4:1", "without a right-hand side"),
        (rows("c: d: x >= 1"), "3:4", "constraint 'c' ends before this without"),
        (rows("c: 3 >= 2"), "4:1", "without a variable"),
        (rows("c: >= 2"), "3:4", "nothing before it"),
        (rows("c: x + >= 2"), "3:8", "nothing behind an operator"),
        (rows("c: x >= 2 +\nd: y >= 1"), "4:1", "nothing behind an operator"),
        (rows("c: x == 2"), "3:7", "'=' with nothing before it"),
        (rows("c: x >= 1 <= 3"), "3:11", "a second comparison"),
        (rows("c: 1 <= x >= 3"), "3:11", "comparisons of different kinds"),
        (rows("c: 1 = x = 3"), "3:10", "comparisons of different kinds"),
        (rows("c: 1 <= x <= 3 <= 4"), "3:16", "a third comparison"),
        (rows("c: 1 <= x <= 3 y"), "3:16", "'y' outside of two comparisons"),
        (rows("c: x + x >= 1"), "3:8", "column 'x' has a second entry in row 'c'"),
        (rows("x + y >= x"), "3:10", "column 'x' has a second entry in row 'R1'"),
        ("min x + x\nst\nend\n".into(), "1:9", "column 'x' has a second entry in the objective"),
        (rows("c: 1e50 x >= 1"), "3:9", "below 1e50"),
        (rows("c: inf x >= 1"), "3:8", "below 1e50"),
        ("min x + 1e60\nst\nend\n".into(), "2:1", "below 1e50"),
        (rows("c: x >= inf"), "3:9", "infinite, which no value can satisfy"),
        (rows("c: x <= - 1e20"), "3:11", "infinite, which no value can satisfy"),
        (rows("c: x = inf"), "3:8", "infinite, which no value can satisfy"),
        (rows("c: inf <= x"), "3:8", "infinite, which no value can satisfy"),
        (rows("c: -inf <= x <= -inf"), "3:18", "infinite, which no value can satisfy"),
        (rows("c: x + inf >= 2"), "3:12", "alone on its side"),
        (rows("c: inf + x >= 2"), "3:12", "alone on its side"),
        (rows("c: 1 <= x + inf <= 2"), "3:17", "alone on its side"),
        (rows("c: x >= nan"), "3:9", "'nan' is not a number"),
        (rows("c: 2 NaN >= 1"), "3:6", "'NaN' is not a number"),
        (rows("c: x >= 1,5"), "3:10", "decimals have a point"),
        (rows("c: x >= 1.2.3"), "3:12", "without an operator"),
        (rows("c: x >= ."), "3:9", "decimals have a point"),
        (rows("c: x >= 3/4"), "3:10", "write fractions as decimals"),
        (rows("c: x >= 1;"), "3:10", "lp_solve"),
        (rows("c: 3 (x + y) >= 1"), "3:6", "without parentheses"),
        (rows("c: 3 4 x >= 1"), "3:6", "the number 4 without an operator"),
        (rows("c: x 3 >= 1"), "3:6", "the number 3 without an operator"),
        (rows("c: + - + x >= 1"), "3:8", "'+'; expected a number or a variable"),
        (rows("c: 3 * * x >= 1"), "3:8", "'*'; expected"),
        (rows("c: 3 * >= 1"), "3:8", "nothing behind"),
        (rows("c: x : y >= 1"), "3:4", "constraint 'c' ends before this"),
        (rows("c: x + y 3: z >= 1"), "3:10", "the number 3 without an operator"),
        (rows("c: x + 3: z >= 1"), "3:9", "':' in an expression"),
        (rows("1 <= x + 3\ny >= 2"), "4:1", "'y' may belong to the number"),
        (rows("x <= y\n- z >= 3"), "4:5", "a second comparison"),
        (rows("c: x\u{a0}>= 1"), "3:5", "cannot be seen"),
        (rows("c: x \u{7} >= 1"), "3:6", "'\\u{7}'"),
    ] {
        let message = message(&text, place);
        assert!(message.contains(what), "{message}\nexpected {what}");
    }
}

#[test]
fn errors_in_bounds_and_lists() {
    let text = |section: &str| format!("min speed + y\nst\nc: speed + y >= 1\n{section}\nend\n");
    for (section, place, what) in [
        (
            "bounds\n spede <= 3",
            "5:2",
            "column 'spede' is not known; expected one of the objective or the constraints; did you mean 'speed'?",
        ),
        ("bounds\n 0 <= z <= 3", "5:7", "column 'z' is not known"),
        ("bounds\n speed", "5:7", "the line ends where a comparison or the word free was expected"),
        ("bounds\n speed fre", "5:8", "'fre' where a comparison"),
        ("bounds\n speed <=", "5:10", "the line ends where a number was expected"),
        ("bounds\n speed <= y", "5:11", "'y' where a number was expected"),
        ("bounds\n speed <= 3 y <= 4", "5:13", "'y' where the end of the line was expected"),
        ("bounds\n speed free 3", "5:13", "'3' where the end of the line was expected"),
        ("bounds\n 2 speed <= 3", "5:4", "'speed' where a comparison such as <= was expected"),
        ("bounds\n 0 <= 3", "5:7", "'3' where a variable was expected"),
        ("bounds\n 0 <= y >= 3", "5:9", "comparisons of different kinds"),
        ("bounds\n 0 = y = 3", "5:8", "comparisons of different kinds"),
        ("bounds\n + + + 3 <= y", "5:6", "'+' where a number was expected"),
        ("bounds\n y >= inf", "5:7", "infinite, which no value can satisfy"),
        ("bounds\n y <= -inf", "5:7", "infinite, which no value can satisfy"),
        ("bounds\n y = 1e20", "5:6", "infinite, which no value can satisfy"),
        ("bounds\n inf <= y <= inf", "5:2", "infinite, which no value can satisfy"),
        ("bounds\n y <= nan", "5:7", "'nan' is not a number"),
        ("generals\n y z", "5:4", "column 'z' is not known"),
        ("generals\n y + speed", "5:4", "'+' where a variable was expected"),
        ("binary\n 3", "5:2", "'3' where a variable was expected"),
    ] {
        let message = message(&text(section), place);
        assert!(message.contains(what), "{message}\nexpected {what}");
    }
}

#[test]
fn doubtful_files_are_read_when_asked_for() {
    let text = "min x + 2 x\nst\nc: x + y + x >= 1\nend\n";
    let p = lenient(text).unwrap();
    assert_eq!(p.objective(), [3.0, 0.0]);
    assert_eq!(p.matrix().row(0).map(|e| e.1).sum::<f64>(), 3.0);
    assert_eq!(p.warnings(), [Warning::Duplicates { what: "entries", count: 2, line: 1 }]);
    for text in ["min x + 3", "min x\nst\nx >= 1", "min x\nst\nx >= 1\nbounds\nx <= 3\n"] {
        assert_eq!(lenient(text).unwrap().warnings(), [Warning::EndMissing { expected: "End" }], "{text}");
        let line = text.lines().count();
        let message = message(text, &format!("{line}:1"));
        assert!(message.contains("the file ends without End; it looks truncated"), "{message}");
    }
    let error = lenient("min x\nst\nx + y").unwrap_err().to_string();
    assert!(error.contains("without a comparison"), "{error}");
    assert!(lenient("\\ nothing\n").is_err());
}

#[test]
fn text_behind_the_end_is_told_of() {
    for (text, warnings) in [
        ("min x\nst\nend", vec![]),
        ("min x\nst\nend\n\n  \n", vec![]),
        ("min x\nst\nend\n\nmore\n", vec![Warning::TextAfterEnd { line: 5 }]),
        ("min x\nst\nend \\ of it", vec![]),
    ] {
        assert_eq!(lp(text).unwrap().warnings(), warnings, "{text}");
    }
    assert!(message("min x\nst\nend\nx\0y\n", "4:2").contains("NUL"));
}

#[test]
fn every_prefix_is_refused_or_is_the_whole_model() {
    let texts = [
        include_str!("models/blend.lp"),
        include_str!("models/shifts.lp"),
        "min 3\n endurance\nst\n endless: endurance >= 1\n + 3 endpoint\n <= 4\nbounds\n endurance free\n\
         generals\n endpoint\n endurance\nend",
        "max\nst\nend\n",
    ];
    for text in texts {
        let whole = lp(text).unwrap();
        let mut accepted = 0;
        for end in 0..text.len() {
            let options = ReadOptions { format: Some(Format::Lp), ..ReadOptions::default() };
            if let Ok(problem) = parse("a.lp", &text.as_bytes()[..end], &options) {
                assert_eq!(problem.fingerprint(), whole.fingerprint(), "{:?}", &text[..end]);
                assert_eq!(problem.column_names(), whole.column_names());
                accepted += 1;
            }
        }
        assert!(accepted <= 1, "only what follows End can be missing");
    }
    for (text, place) in
        [("min x\nst\n end", "3:2"), ("min end\nst\nbounds\n end ", "4:2"), ("min end\nst\nend ", "3:1")]
    {
        let cut = message(text, place);
        assert!(cut.contains("may be the beginning of a name"), "{cut}");
    }
    for text in ["min x\nst\nend", "min x\nst\n end \n", "min x\nst\n end \\ of it"] {
        assert!(lp(text).is_ok(), "{text:?}");
    }
}

#[test]
fn damaged_files_are_read_or_refused_with_a_place() {
    let pieces = [
        "\n", ":", "<=", ">", "=", "+", "-", "*", "3", "1e", "inf", "x", "end\n", "st\n", "[", "\u{fc}",
        "\u{a0}", "\\",
    ];
    let mut random = Random::new(3);
    let mut refused = 0;
    for _ in 0..4000 {
        let mut text = include_str!("models/blend.lp").to_owned();
        for _ in 0..1 + random.below(4) {
            let at = (0..=random.below(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap();
            let end = (at + random.below(3)).min(text.len());
            let end = (end..=text.len()).find(|end| text.is_char_boundary(*end)).unwrap();
            text.replace_range(at..end, pieces[random.below(pieces.len())]);
        }
        if let Err(Error::File(diagnostic)) = lp(&text) {
            refused += 1;
            assert!(diagnostic.line > 0 || diagnostic.problem.contains("row"), "{diagnostic}");
        }
    }
    assert!(refused > 1000, "{refused}");
}

#[test]
fn encodings() {
    let latin = b"\\ENCODING=ISO-8859-1\n\\ gr\xfc\xdfe\nmin x\nst\nend\n";
    assert!(parse("a.lp", latin, &ReadOptions::default()).is_ok(), "comments are not looked at");
    let error = parse("a.lp", b"min x + gr\xfc\nst\nend\n", &ReadOptions::default()).unwrap_err().to_string();
    assert!(error.starts_with("a.lp:1:11: bytes that are not UTF-8"), "{error}");
    for text in
        ["\u{feff}min x\nst\nx >= 1\nend\n", "min x\r\nst\r\n\tx >= 1\r\nend", "min x\rst\rx >= 1\rend\r"]
    {
        assert_eq!(lp(text).unwrap().row_lower(), [1.0], "{text:?}");
    }
}

#[test]
fn time_is_linear_in_the_length() {
    // Long lines, long expressions, many names, and many duplicates.
    let terms: String = (0..100_000).map(|k| format!("+ {k} x{k} ")).collect();
    let rows: String = (0..50_000).map(|k| format!("x{k} + x{} >= 1\n", k + 1)).collect();
    let again: String = (0..50_000).map(|_| "+ x0 ".to_owned()).collect();
    let text = format!("min {terms}\nst\n{rows}{again}\n>= 1\nend\n");
    let began = std::time::Instant::now();
    assert_eq!(lenient(&text).unwrap().rows(), 50_001);
    assert!(began.elapsed().as_secs() < 20, "{:?}", began.elapsed());
}

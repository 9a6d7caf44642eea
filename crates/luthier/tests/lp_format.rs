//! The LP format of CPLEX: what is understood.

mod support;

use luthier::io::{ReadOptions, parse, read};
use luthier::{Error, Problem, Sense, Warning};
use std::path::Path;
use support::small::INF;

fn lp(text: &str) -> Result<Problem, Error> {
    parse("a.lp", text.as_bytes(), &ReadOptions::default())
}

fn good(text: &str) -> Problem {
    lp(text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

fn model(name: &str) -> Problem {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models").join(name);
    read(&path, &ReadOptions::default()).unwrap()
}

/// Constraints behind an objective that mentions x, y and z.
fn rows(text: &str) -> String {
    format!("min x + y + z\nst\n{text}\nend\n")
}

fn columns(p: &Problem) -> Vec<&str> {
    p.column_names().unwrap().iter().collect()
}

fn row_names(p: &Problem) -> Vec<&str> {
    p.row_names().unwrap().iter().collect()
}

fn row(p: &Problem, i: usize) -> (f64, Vec<(usize, f64)>, f64) {
    let mut entries: Vec<_> = p.matrix().row(i).collect();
    entries.sort_by_key(|e| e.0);
    (p.row_lower()[i], entries, p.row_upper()[i])
}

fn bounds(p: &Problem) -> Vec<(f64, f64)> {
    p.lower().iter().copied().zip(p.upper().iter().copied()).collect()
}

#[test]
fn a_file_as_people_write_it() {
    let p = model("blend.lp");
    assert_eq!((p.sense(), p.offset()), (Sense::Minimize, 12.0));
    assert_eq!(columns(&p), ["barley", "maize", "filler", "soy"]);
    assert_eq!(p.objective(), [2.5, 3.25, 0.0, 15.0]);
    assert_eq!(row_names(&p), ["weight", "protein", "fat", "R4", "limit"]);
    assert_eq!(row(&p, 0), (100.0, vec![(0, 1.0), (1, 1.0), (2, 1.0), (3, 1.0)], 100.0));
    assert_eq!(row(&p, 1), (18.0, vec![(0, 0.08), (1, 0.09), (3, 0.44)], INF));
    assert_eq!(row(&p, 2), (2.0, vec![(0, 0.02), (1, 0.04), (3, 0.2)], 6.0));
    assert_eq!(row(&p, 4), (-INF, vec![(0, -0.1), (2, 1.0)], 5.0));
    assert_eq!(row(&p, 3), (-50.0, vec![(0, -1.0), (1, 2.0)], INF));
    assert_eq!(bounds(&p), [(0.0, 70.0), (5.0, 60.0), (-INF, INF), (1.0, INF)]);
    assert_eq!(p.warnings(), []);
}

#[test]
fn a_file_without_blanks_and_with_integers() {
    let p = model("shifts.lp");
    assert_eq!((p.sense(), p.objective()), (Sense::Maximize, &[1.0, 2.0, 3.0, 1.0][..]));
    assert_eq!(row(&p, 0), (-INF, vec![(0, -1.0), (1, 1.0), (2, 1.0), (3, 10.0)], 20.0));
    assert_eq!(row(&p, 2), (0.0, vec![(1, 1.0), (3, -3.5)], 0.0));
    assert_eq!(bounds(&p), [(0.0, 40.0), (0.0, INF), (0.0, INF), (2.0, 3.0)]);
    assert_eq!(p.warnings(), [Warning::IntegralityRelaxed { count: 1, first: "x4".into() }]);
}

#[test]
fn every_word_for_a_section_in_any_case() {
    for opening in ["min", "minimize", "Minimise", "MINIMUM", "max", "Maximize", "maximise", "maximum"] {
        for constraints in ["subject to", "Subject  To", "SUCH THAT", "st", "S.T.", "st."] {
            let p = good(&format!("{opening} x\n{constraints}\nx>=1\nEND"));
            assert_eq!(p.sense() == Sense::Maximize, opening.to_lowercase().starts_with("max"));
            assert_eq!(row(&p, 0), (1.0, vec![(0, 1.0)], INF));
        }
    }
    for word in ["general", "Generals", "gen", "integer", "INTEGERS", "int"] {
        let p = good(&format!("min x + y\nst\nx + y >= 1\n{word}\n x\ny\nend\n"));
        assert_eq!(p.warnings(), [Warning::IntegralityRelaxed { count: 2, first: "x".into() }]);
        assert_eq!(bounds(&p), [(0.0, INF); 2]);
    }
    for word in ["binary", "Binaries", "bin"] {
        let p = good(&format!("min x + y\nst\nx + y >= 1\nbounds\ny free\n{word} y\nend\n"));
        assert_eq!(p.warnings(), [Warning::IntegralityRelaxed { count: 1, first: "y".into() }]);
        assert_eq!(bounds(&p), [(0.0, INF), (0.0, 1.0)]);
    }
}

#[test]
fn objectives() {
    for (text, objective, offset) in [
        ("obj: 3 x - y", vec![3.0, -1.0], 0.0),
        ("obj:", vec![], 0.0),
        ("", vec![], 0.0),
        ("x + 5 - 2 y - 1", vec![1.0, -2.0], 4.0),
        ("- 7.5", vec![], -7.5),
        ("x\n+ 3\n", vec![1.0], 3.0),
        ("3\nx", vec![3.0], 0.0),
        ("3e2x + 2 e", vec![300.0, 2.0], 0.0),
        ("0 x + 0y", vec![0.0, 0.0], 0.0),
        ("st: x", vec![1.0], 0.0),
        ("2 * x + -3 y", vec![2.0, -3.0], 0.0),
    ] {
        let p = good(&format!("minimize\n {text}\nsubject to\nend\n"));
        assert_eq!((p.objective(), p.offset()), (&objective[..], offset), "{text}");
    }
    let p = good("min 3 x\nbounds\nx <= 4\nend\n");
    assert_eq!((p.rows(), p.upper()), (0, &[4.0][..]), "constraints may be left out");
}

#[test]
fn constraints() {
    let (x, y) = (|v: f64| (0, v), |v: f64| (1, v));
    for (text, expected) in [
        ("x + y <= 3", (-INF, vec![x(1.0), y(1.0)], 3.0)),
        ("x + y < 3", (-INF, vec![x(1.0), y(1.0)], 3.0)),
        ("x + y =< 3", (-INF, vec![x(1.0), y(1.0)], 3.0)),
        ("x + y >= 3", (3.0, vec![x(1.0), y(1.0)], INF)),
        ("x + y => 3", (3.0, vec![x(1.0), y(1.0)], INF)),
        ("x>-3", (-3.0, vec![x(1.0)], INF)),
        ("x<-3", (-INF, vec![x(1.0)], -3.0)),
        ("x = + - 3", (-3.0, vec![x(1.0)], -3.0)),
        ("3 <= x", (3.0, vec![x(1.0)], INF)),
        ("3 >= x + y", (-INF, vec![x(1.0), y(1.0)], 3.0)),
        ("3 = 2 x", (3.0, vec![x(2.0)], 3.0)),
        ("1 <= x + y <= 4", (1.0, vec![x(1.0), y(1.0)], 4.0)),
        ("4 >= x + y >= 1", (1.0, vec![x(1.0), y(1.0)], 4.0)),
        ("5 <= x <= 3", (5.0, vec![x(1.0)], 3.0)),
        ("1 <= x + 2 <= 4", (-1.0, vec![x(1.0)], 2.0)),
        ("x + 3 >= 2 y + 4 - 2", (-1.0, vec![x(1.0), y(-2.0)], INF)),
        ("3 >= 2 + x", (-INF, vec![x(1.0)], 1.0)),
        ("x >= -inf", (-INF, vec![x(1.0)], INF)),
        ("x <= 1e30", (-INF, vec![x(1.0)], INF)),
        ("-infinity <= x <= 3", (-INF, vec![x(1.0)], 3.0)),
        ("-1e20 <= x <= Inf", (-INF, vec![x(1.0)], INF)),
        ("0 x >= -2", (-2.0, vec![], INF)),
        ("x\n+ y\n>=\n3", (3.0, vec![x(1.0), y(1.0)], INF)),
        ("1 <= x\n+ y\n<= 3", (1.0, vec![x(1.0), y(1.0)], 3.0)),
        ("x >= 2 y\n + 3", (3.0, vec![x(1.0), y(-2.0)], INF)),
        ("x >= 2\n", (2.0, vec![x(1.0)], INF)),
        ("2 <=\n3\nx", (2.0, vec![x(3.0)], INF)),
    ] {
        let p = good(&rows(text));
        assert_eq!((p.rows(), row(&p, 0)), (1, expected), "{text}");
    }
}

#[test]
fn where_a_constraint_ends() {
    for (text, count) in [
        ("x + y <= 3\n- z + x >= 2", 2),
        ("x <= 3\nx + z >= 1\n2 y >= 1", 3),
        ("1 <= x <= 3\n- z >= -5", 2),
        ("1 <= x\ny >= 3", 2),
        ("1 <= x\n- y\n<= 3", 1),
        ("a: x <= 3 b: y <= 4", 2),
        ("x <= 3\n\n\\ a comment\n+ y <= 4", 2),
    ] {
        assert_eq!(good(&rows(text)).rows(), count, "{text}");
    }
}

#[test]
fn constraints_without_names_get_one_that_is_free() {
    let p = good(&rows("x >= 1\nR2: y >= 1\nR3: x >= 0\nR4_: x >= 2\nz >= 3\nR1: x >= 4"));
    assert_eq!(row_names(&p), ["R1_", "R2", "R3", "R4_", "R5", "R1"]);
}

#[test]
fn bounds_of_all_forms() {
    let text = |line: &str| format!("min x + y\nst\nc: x + y >= 1\nbounds\n{line}\nend\n");
    for (line, expected) in [
        ("x <= 4", (0.0, 4.0)),
        ("x < 4", (0.0, 4.0)),
        ("4 >= x", (0.0, 4.0)),
        ("x >= -2", (-2.0, INF)),
        ("-2 <= x", (-2.0, INF)),
        ("- 2 <= x <= + 3", (-2.0, 3.0)),
        ("3 >= x >= -2", (-2.0, 3.0)),
        ("x = 1.5", (1.5, 1.5)),
        ("1.5 = x", (1.5, 1.5)),
        ("x free", (-INF, INF)),
        ("x FREE", (-INF, INF)),
        ("-inf <= x <= inf", (-INF, INF)),
        ("- Infinity <= x <= 7", (-INF, 7.0)),
        ("x >= -1e25", (-INF, INF)),
        ("x <= 1e400", (0.0, INF)),
        ("x <= 4\nx <= 5", (0.0, 5.0)),
        ("x free\n0 <= x", (0.0, INF)),
        ("x <= -3", (0.0, -3.0)),
        ("5 <= x <= 3", (5.0, 3.0)),
    ] {
        let p = good(&text(line));
        assert_eq!(bounds(&p), [expected, (0.0, INF)], "{line}");
        let crosses = p.warnings().iter().any(|w| matches!(w, Warning::BoundsCross { .. }));
        assert_eq!(crosses, expected.0 > expected.1, "{line}");
    }
}

#[test]
fn words_of_the_format_are_names_where_they_begin_nothing() {
    let p = good(
        "min end + free + st + bounds + inf_\nst\n free: end + st >= 1\n end: free >= 2\n end - st <= 3\n\
         bounds + bin\n >= 4\nbounds\nend <= 5\nst free\nfree free\ngenerals\n free end\nend\n",
    );
    assert_eq!(columns(&p), ["end", "free", "st", "bounds", "inf_", "bin"]);
    assert_eq!(row_names(&p), ["free", "end", "R3", "R4"]);
    assert_eq!(p.upper()[0], 5.0);
    assert_eq!((p.lower()[1], p.lower()[2]), (-INF, -INF));
    let p = good(&rows("x +\nend >= 1"));
    assert_eq!(columns(&p)[3], "end", "an operator waits for it");
}

#[test]
fn names_of_all_kinds() {
    let p = good("min x[1,2] + a.b + \u{fc}ber + _ + 2e + e5 + x(3) + \"q\" + $ + a/b + c;d\nst\nend\n");
    let names = ["x[1,2]", "a.b", "\u{fc}ber", "_", "e", "e5", "x(3)", "\"q\"", "$", "a/b", "c;d"];
    assert_eq!(columns(&p), names);
    assert_eq!(p.objective()[4], 2.0, "an e without digits is no exponent");
}

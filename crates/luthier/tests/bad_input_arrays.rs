//! Bad inputs, table C: matrices and vectors as callers have them. Every test is named after its row of the table.
//!
//! Left out:
//! - C3, negative indices: indices are `usize`.
//! - C4, C5, C7, kinds of arrays, objects and bounds that Python has: there is no Python interface yet.
//! - C8, more than 2^32 entries: the input alone would take 64 GB, which a test must not allocate. What counts the
//!   entries also counts the rows and columns, which are tested.
//! - C9, mutation of arrays during a solve: a problem owns its data and solving borrows it, so this does not compile.
//! - C10, names that are not UTF-8: names are `String`.

mod support;

use luthier::{
    BatchOptions, Control, Entries, Error, PaperForm, Parameters, Problem, ProblemBuilder, SolveOptions,
    Start, Status, Trial, Warning, escape_name, run_batch, solve_with,
};
use std::panic::catch_unwind;
use support::small::{INF, solved};

/// 3 rows and 4 columns; row 1 and column 2 are empty, row 2 has no order.
fn shell() -> ProblemBuilder {
    ProblemBuilder::new(3, 4)
        .objective(vec![1.0, 2.0, 3.0, 4.0])
        .row_bounds(vec![1.0, -1.0, 2.0], vec![9.0, 1.0, 9.0])
        .bounds(vec![0.0; 4], vec![5.0; 4])
}

const SORTED: [(usize, usize, f64); 5] = [(0, 0, 1.0), (0, 3, 2.5), (2, 0, -3.0), (2, 1, 4.0), (2, 3, 0.5)];

/// The entries of a problem by row, sorted.
fn rows_of(problem: &Problem) -> Vec<(usize, usize, f64)> {
    let row = |i: usize| {
        let mut row: Vec<_> = problem.matrix().row(i).map(move |(j, v)| (i, j, v)).collect();
        row.sort_by_key(|e| e.1);
        row
    };
    (0..problem.rows()).flat_map(row).collect()
}

/// The entries of a problem by column, sorted by row.
fn columns_of(problem: &Problem) -> Vec<(usize, usize, f64)> {
    let column = |j: usize| problem.matrix().column(j).map(move |(i, v)| (i, j, v)).collect::<Vec<_>>();
    let mut all: Vec<_> = (0..problem.columns()).flat_map(column).collect();
    all.sort_by_key(|e| (e.0, e.1));
    all
}

/// Builds from entries that all mean `SORTED`, and checks that it is the same problem with the same solution.
fn same(entries: Entries) {
    let expected = shell().triplets(SORTED.to_vec()).build().unwrap();
    let problem = shell().entries(entries.clone()).build().unwrap();
    assert_eq!(rows_of(&problem), SORTED, "{entries:?}");
    assert_eq!(columns_of(&problem), SORTED, "{entries:?}");
    assert_eq!(problem.fingerprint(), expected.fingerprint());
    assert!(problem.warnings().is_empty());
    let (a, b) = (solved(&problem, &Parameters::default()), solved(&expected, &Parameters::default()));
    assert_eq!(a.status, Status::Optimal);
    assert_eq!((a.x, a.y, a.work), (b.x, b.y, b.work));
}

fn csr(starts: &[usize], indices: &[usize], values: &[f64]) -> Entries {
    Entries::Csr { starts: starts.to_vec(), indices: indices.to_vec(), values: values.to_vec() }
}

fn csc(starts: &[usize], indices: &[usize], values: &[f64]) -> Entries {
    Entries::Csc { starts: starts.to_vec(), indices: indices.to_vec(), values: values.to_vec() }
}

/// The error of a builder, and its words.
fn refused(builder: ProblemBuilder) -> (Error, String) {
    let error = builder.build().unwrap_err();
    (error.clone(), error.to_string())
}

#[test]
fn c01_duplicate_triplets_are_summed() {
    let mut entries =
        vec![(2, 1, 1.5), (0, 0, 1.0), (2, 0, -3.0), (0, 3, 2.5), (2, 3, 0.75), (2, 1, 2.5), (2, 3, -0.25)];
    same(Entries::Triplets(entries.clone()));
    // Whatever their order.
    entries.reverse();
    same(Entries::Triplets(entries.clone()));
    entries.rotate_left(3);
    same(Entries::Triplets(entries));
    same(csr(&[0, 3, 3, 7], &[3, 0, 3, 1, 3, 0, 1], &[2.0, 1.0, 0.5, 3.0, 0.5, -3.0, 1.0]));
    same(csc(&[0, 3, 5, 5, 7], &[0, 2, 2, 2, 2, 0, 2], &[1.0, -1.0, -2.0, 2.0, 2.0, 2.5, 0.5]));
}

#[test]
fn c01_the_sum_of_duplicates_does_not_depend_on_their_order() {
    let values = [1e16, 1.0, -1e16, 0.1, 1e-7, 3.0];
    let problem = |turn: usize| {
        let entries = (0..values.len()).map(|k| (0, 0, values[(k + turn) % values.len()])).collect();
        ProblemBuilder::new(1, 1).triplets(entries).build().unwrap()
    };
    (1..values.len()).for_each(|turn| assert_eq!(problem(turn).fingerprint(), problem(0).fingerprint()));
}

#[test]
fn c01_the_summed_matrix_is_validated() {
    // Duplicates that cancel are no entry; duplicates that are only together too large are refused.
    let problem = shell().triplets(vec![(0, 0, 7.0), (1, 1, 1.0), (0, 0, -7.0)]).build().unwrap();
    assert_eq!(rows_of(&problem), [(1, 1, 1.0)]);
    let (error, _) = refused(shell().triplets(vec![(1, 2, 9e49), (1, 2, 9e49)]));
    assert!(matches!(error, Error::BadCoefficient { row: 1, column: 2, .. }), "{error:?}");
    let (error, _) = refused(shell().triplets(vec![(1, 2, f64::MAX), (1, 2, f64::MAX)]));
    assert_eq!(error, Error::BadCoefficient { row: 1, column: 2, value: INF });
    let tiny = f64::MIN_POSITIVE;
    let problem = shell().triplets(vec![(1, 2, 1.5 * tiny), (1, 2, -tiny)]).build().unwrap();
    assert_eq!(problem.warnings(), [Warning::SubnormalDropped { field: "matrix", count: 1 }]);
    assert_eq!(problem.matrix().nonzeros(), 0);
}

#[test]
fn c02_unsorted_input_is_sorted() {
    same(csr(&[0, 2, 2, 5], &[0, 3, 0, 1, 3], &[1.0, 2.5, -3.0, 4.0, 0.5]));
    same(csr(&[0, 2, 2, 5], &[3, 0, 3, 0, 1], &[2.5, 1.0, 0.5, -3.0, 4.0]));
    same(csc(&[0, 2, 3, 3, 5], &[0, 2, 2, 0, 2], &[1.0, -3.0, 4.0, 2.5, 0.5]));
    same(csc(&[0, 2, 3, 3, 5], &[2, 0, 2, 2, 0], &[-3.0, 1.0, 4.0, 0.5, 2.5]));
    let mut reversed = SORTED.to_vec();
    reversed.reverse();
    same(Entries::Triplets(reversed));
}

#[test]
fn c03_starts_of_wrong_length() {
    let cases: [(Entries, &'static str, &str); 5] = [
        (
            csr(&[0, 1, 2], &[0, 1], &[1.0, 1.0]),
            "CSR",
            "starts has 3 entries, expected 4 (one more than vectors)",
        ),
        (csr(&[], &[], &[]), "CSR", "starts has 0 entries, expected 4 (one more than vectors)"),
        (csr(&[0; 9], &[], &[]), "CSR", "starts has 9 entries, expected 4 (one more than vectors)"),
        (
            csc(&[0, 1, 2, 2], &[0, 1], &[1.0, 1.0]),
            "CSC",
            "starts has 4 entries, expected 5 (one more than vectors)",
        ),
        (csc(&[], &[], &[]), "CSC", "starts has 0 entries, expected 5 (one more than vectors)"),
    ];
    for (entries, format, problem) in cases {
        let (error, words) = refused(shell().entries(entries));
        assert_eq!(error, Error::BadCompressed { format, problem: problem.to_owned() });
        assert_eq!(words, format!("bad {format} matrix: {problem}"));
    }
}

#[test]
fn c03_starts_that_are_not_monotone_or_do_not_fit() {
    let two = ([0, 1], [1.0, 1.0]);
    let cases = [
        (csr(&[0, 2, 1, 2], &two.0, &two.1), "bad CSR matrix: starts decreases from 2 to 1 at position 1"),
        (csr(&[0, 9, 9, 2], &two.0, &two.1), "bad CSR matrix: starts decreases from 9 to 2 at position 2"),
        (csc(&[0, 2, 0, 2, 2], &two.0, &two.1), "bad CSC matrix: starts decreases from 2 to 0 at position 1"),
        (
            csr(&[1, 1, 1, 2], &two.0, &two.1),
            "bad CSR matrix: starts must run from 0 to 2, it runs from 1 to 2",
        ),
        (
            csr(&[0, 1, 1, 1], &two.0, &two.1),
            "bad CSR matrix: starts must run from 0 to 2, it runs from 0 to 1",
        ),
        (
            csr(&[0, 1, 1, 3], &two.0, &two.1),
            "bad CSR matrix: starts must run from 0 to 2, it runs from 0 to 3",
        ),
        (
            csc(&[0, 1, 1, 1, usize::MAX], &two.0, &two.1),
            "bad CSC matrix: starts must run from 0 to 2, it runs from 0 to 18446744073709551615",
        ),
        (
            csc(&[0, usize::MAX, 1, 1, 2], &two.0, &two.1),
            "bad CSC matrix: starts decreases from 18446744073709551615 to 1 at position 1",
        ),
        (csr(&[0, 1, 1, 2], &[0, 1, 2], &two.1), "bad CSR matrix: indices has 3 entries but values has 2"),
        (csc(&[0, 1, 1, 1, 2], &[0], &two.1), "bad CSC matrix: indices has 1 entries but values has 2"),
    ];
    for (entries, expected) in cases {
        let (error, words) = refused(shell().entries(entries));
        assert!(matches!(error, Error::BadCompressed { .. }), "{error:?}");
        assert_eq!(words, expected);
    }
}

#[test]
fn c03_indices_out_of_range() {
    let outside = |entry, row, column| Error::EntryOutOfRange {
        matrix: "the matrix",
        entry,
        row,
        column,
        rows: 3,
        columns: 4,
    };
    let cases = [
        (Entries::Triplets(vec![(0, 0, 1.0), (3, 1, 1.0)]), outside(1, 3, 1)),
        (Entries::Triplets(vec![(0, 4, 1.0)]), outside(0, 0, 4)),
        (Entries::Triplets(vec![(usize::MAX, usize::MAX, 1.0)]), outside(0, usize::MAX, usize::MAX)),
        (csr(&[0, 1, 1, 3], &[0, 1, 4], &[1.0; 3]), outside(2, 2, 4)),
        (csc(&[0, 1, 1, 1, 2], &[0, 3], &[1.0; 2]), outside(1, 3, 3)),
        (csc(&[0, 1, 1, 1, 2], &[usize::MAX, 0], &[1.0; 2]), outside(0, usize::MAX, 0)),
        // Also where the value is zero and would be dropped.
        (Entries::Triplets(vec![(7, 7, 0.0)]), outside(0, 7, 7)),
    ];
    for (entries, expected) in cases {
        let (error, words) = refused(shell().entries(entries));
        assert_eq!(error, expected);
        let Error::EntryOutOfRange { matrix: "the matrix", entry, row, column, .. } = error else { panic!() };
        let place = format!("entry {entry} of the matrix is at row {row}, column {column}");
        assert_eq!(words, format!("{place}, outside its 3 rows and 4 columns (counted from 0)"));
    }
}

#[test]
fn c03_entries_for_a_problem_without_rows_or_columns() {
    assert!(matches!(
        refused(ProblemBuilder::new(0, 0).triplets(vec![(0, 0, 1.0)])).0,
        Error::EntryOutOfRange { .. }
    ));
    assert!(matches!(
        refused(ProblemBuilder::new(0, 2).triplets(vec![(0, 0, 1.0)])).0,
        Error::EntryOutOfRange { .. }
    ));
    assert!(matches!(
        refused(ProblemBuilder::new(2, 0).entries(csc(&[], &[], &[]))).0,
        Error::BadCompressed { .. }
    ));
    for builder in [
        ProblemBuilder::new(2, 0).entries(csc(&[0], &[], &[])),
        ProblemBuilder::new(0, 2).entries(csr(&[0], &[], &[])),
    ] {
        assert_eq!(solved(&builder.build().unwrap(), &Parameters::default()).status, Status::Optimal);
    }
}

#[test]
fn c06_vectors_of_wrong_length() {
    let per_row = "one for each row";
    let per_variable = "one for each variable";
    let text = |count: usize| (0..count).map(|k| k.to_string()).collect::<Vec<_>>();
    let cases: [(ProblemBuilder, &'static str, usize, usize, &'static str); 9] = [
        (shell().objective(vec![1.0; 3]), "objective", 3, 4, per_variable),
        (shell().objective(Vec::new()), "objective", 0, 4, per_variable),
        (shell().bounds(vec![0.0; 5], vec![1.0; 4]), "lower", 5, 4, per_variable),
        (shell().bounds(vec![0.0; 4], vec![1.0; 3]), "upper", 3, 4, per_variable),
        (shell().row_bounds(vec![0.0; 4], vec![1.0; 3]), "row_lower", 4, 3, per_row),
        (shell().row_bounds(vec![0.0; 3], vec![1.0; 2]), "row_upper", 2, 3, per_row),
        (shell().row_names(text(2)), "row_names", 2, 3, "one name for each"),
        (shell().column_names(text(5)), "column_names", 5, 4, "one name for each"),
        (
            shell().triplets(SORTED.to_vec()).build().unwrap().with_data().objective(vec![0.0; 2]),
            "objective",
            2,
            4,
            per_variable,
        ),
    ];
    for (builder, argument, got, expected, reason) in cases {
        let (error, words) = refused(builder);
        assert_eq!(error, Error::Length { argument, got, expected, reason });
        assert_eq!(words, format!("{argument} has {got} entries, expected {expected} ({reason})"));
    }
}

#[test]
fn c06_start_points_of_wrong_length() {
    let problem = shell().triplets(SORTED.to_vec()).build().unwrap();
    let parameters = Parameters::default();
    for (x, y, expected) in [
        (3, 3, "start.x has 3 entries, expected 4 (one for each variable)"),
        (4, 4, "start.y has 4 entries, expected 3 (one for each row)"),
        (0, 0, "start.x has 0 entries, expected 4 (one for each variable)"),
    ] {
        let start = Start::new(vec![0.0; x], vec![0.0; y]);
        let error = solve_with(
            &problem,
            &parameters,
            &SolveOptions { start: Some(&start), ..SolveOptions::default() },
        )
        .unwrap_err();
        assert!(matches!(error, Error::Length { .. }));
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn c06_parts_of_the_paper_form_that_do_not_fit() {
    let form = || PaperForm {
        c: vec![1.0, 1.0],
        g: vec![(0, 0, 1.0)],
        h: vec![1.0],
        a: vec![(0, 1, 1.0)],
        b: vec![2.0],
        lower: vec![0.0; 2],
        upper: vec![INF; 2],
    };
    assert_eq!(solved(&form().build().unwrap(), &Parameters::default()).status, Status::Optimal);
    let error = PaperForm { lower: vec![0.0], ..form() }.build().unwrap_err();
    assert_eq!(error.to_string(), "lower has 1 entries, expected 2 (one for each variable)");
    let error = PaperForm { upper: vec![INF; 3], ..form() }.build().unwrap_err();
    assert_eq!(error.to_string(), "upper has 3 entries, expected 2 (one for each variable)");
    // A row of A beyond b must not become a row of nothing, a row of G beyond h not a row of A.
    let error = PaperForm { a: vec![(1, 1, 1.0)], ..form() }.build().unwrap_err();
    assert_eq!(
        error,
        Error::EntryOutOfRange { matrix: "A", entry: 0, row: 1, column: 1, rows: 1, columns: 2 }
    );
    let error = PaperForm { g: vec![(0, 0, 1.0), (1, 0, 1.0)], ..form() }.build().unwrap_err();
    assert_eq!(
        error,
        Error::EntryOutOfRange { matrix: "G", entry: 1, row: 1, column: 0, rows: 1, columns: 2 }
    );
    let error = PaperForm { g: vec![(0, 2, 1.0)], ..form() }.build().unwrap_err();
    assert_eq!(
        error,
        Error::EntryOutOfRange { matrix: "G", entry: 0, row: 0, column: 2, rows: 1, columns: 2 }
    );
}

#[test]
fn c06_errors_of_the_paper_form_name_its_parts() {
    let form = || PaperForm { c: vec![1.0], lower: vec![0.0], upper: vec![1.0], ..PaperForm::default() };
    let words = |form: PaperForm| form.build().unwrap_err().to_string();
    let bad_h = words(PaperForm { h: vec![f64::NAN], ..form() });
    assert!(bad_h.starts_with("h[0] is NaN"), "{bad_h}");
    let bad_b = words(PaperForm { h: vec![0.0; 3], b: vec![1.0, INF], ..form() });
    assert!(bad_b.starts_with("b[1] is inf"), "{bad_b}");
    let in_g = words(PaperForm { h: vec![0.0], b: vec![0.0], g: vec![(5, 0, 1.0)], ..form() });
    let in_a = words(PaperForm { h: vec![0.0], b: vec![0.0], a: vec![(5, 0, 1.0)], ..form() });
    assert_ne!(in_g, in_a);
}

#[test]
fn c06_a_matrix_of_another_shape() {
    let matrix = shell().triplets(SORTED.to_vec()).build().unwrap().matrix().clone();
    for (rows, columns) in [(2, 4), (3, 5), (4, 3)] {
        let (_, message) = refused(ProblemBuilder::new(rows, columns).matrix(matrix.clone()));
        assert_eq!(message, format!("the matrix has 3 rows and 4 columns, the problem {rows} and {columns}"));
    }
    assert!(ProblemBuilder::new(3, 4).matrix(matrix).build().is_ok());
}

#[test]
fn c06_trials_over_different_matrices() {
    let problem = shell().triplets(SORTED.to_vec()).build().unwrap();
    let (shares, other) =
        (problem.with_data().build().unwrap(), shell().triplets(SORTED.to_vec()).build().unwrap());
    let parameters = Parameters::default();
    let trial = |problem| Trial { problem, parameters: &parameters, start: None };
    let run = |trials: &[Trial<'_>]| run_batch(trials, &BatchOptions::default(), &Control::default());
    assert_eq!(run(&[trial(&problem), trial(&shares)]).unwrap().len(), 2);
    let error = run(&[trial(&problem), trial(&shares), trial(&other)]).unwrap_err();
    assert_eq!(error, Error::DifferentMatrix { trial: 2 });
    let expected =
        "trial 2 has another matrix than trial 0; a batch runs over one matrix, group trials by matrix first";
    assert_eq!(error.to_string(), expected);
    assert!(run(&[]).unwrap().is_empty());
}

#[test]
fn c08_more_rows_or_columns_than_indices_can_hold() {
    // So many that no allocation can even be tried. Counts just above 2^32 would be allocated by the builder: 64 GB.
    for (rows, columns, what) in
        [(usize::MAX, 1, "rows"), (1, usize::MAX, "columns"), (usize::MAX / 2, 0, "rows")]
    {
        let count = rows.max(columns);
        let result = catch_unwind(|| ProblemBuilder::new(rows, columns).build().map(|_| ()));
        let error = result.expect("a refusal, not a panic").unwrap_err();
        let most = u32::MAX as usize - 64;
        assert_eq!(error, Error::TooLarge { what, count, most });
        assert_eq!(
            error.to_string(),
            format!("{count} {what} are too many for this build, which holds at most {most}")
        );
    }
}

#[test]
fn c10_duplicate_names() {
    let names = |names: &[&str]| names.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>();
    let (error, words) = refused(shell().row_names(names(&["a", "b", "a"])));
    assert_eq!(error, Error::DuplicateName { field: "row", name: "a".into(), first: 0, second: 2 });
    assert_eq!(words, "row 2 has the name 'a' of row 0; names must differ");
    let (error, words) = refused(shell().column_names(names(&["x", "y", "", ""])));
    assert_eq!(error, Error::DuplicateName { field: "column", name: "".into(), first: 2, second: 3 });
    assert_eq!(words, "column 3 has the name '' of column 2; names must differ");
    let (_, words) = refused(shell().row_names(names(&["new\nline", "b", "new\nline"])));
    assert_eq!(words, "row 2 has the name 'new\\nline' of row 0; names must differ");
    // A row and a column may share a name, and case matters.
    let builder = shell().row_names(names(&["a", "A", "b"])).column_names(names(&["a", "b", "c", "d"]));
    assert!(builder.triplets(SORTED.to_vec()).build().is_ok());
}

#[test]
fn c10_odd_names_are_kept_and_escaped_on_output() {
    let odd = ["", "a\nb", "\u{1b}[31mred\u{9b}0m", "\0nul\ttab\r", "Größe 変数 🎻", &"long".repeat(10_000)];
    let names = odd.map(String::from).to_vec();
    let builder = ProblemBuilder::new(6, 6).row_names(names.clone()).column_names(names);
    let problem = builder.build().unwrap();
    for (i, name) in odd.iter().enumerate() {
        assert_eq!((problem.row_name(i), problem.column_name(i)), (Some(*name), Some(*name)));
        let escaped = escape_name(name);
        assert!(!escaped.chars().any(char::is_control), "{escaped}");
        assert!(escaped == *name || name.chars().any(char::is_control));
        // Each as the place of an error, of a warning and of a certificate; long ones are cut.
        let cut = |most: usize| match escaped.char_indices().nth(most) {
            Some((end, _)) => escaped[..end].to_owned() + "...",
            None => escaped.clone(),
        };
        let escaped = cut(80);
        let mut lower = vec![0.0; 6];
        lower[i] = f64::NAN;
        let words = refused(problem.with_data().bounds(lower.clone(), vec![1.0; 6])).1;
        assert_eq!(
            words,
            format!(
                "lower[{i}] ('{escaped}') is NaN, expected a number below 1e50 in magnitude or an infinity"
            )
        );
        lower[i] = 2.0;
        let crossed = problem.with_data().bounds(lower, vec![1.0; 6]).build().unwrap();
        let words = crossed.warnings()[0].to_string();
        assert_eq!(
            words,
            format!("column {i} ('{escaped}') has its lower bound above its upper bound: infeasible")
        );
        let s = solved(&crossed, &Parameters::default());
        let words = s.certificate.unwrap().explain(&crossed);
        assert_eq!(words, format!("variable '{escaped}' has lower bound 2 above upper bound 1"));
    }
    assert_eq!(escape_name("a\nb"), "a\\nb");
    assert_eq!(escape_name("\u{1b}[31m"), "\\u{1b}[31m");
}

//! Solutions in files: what is written is read back to the bit, is a warm start for models with the same names, and is
//! refused where it is damaged or belongs to another model.

mod support;

use luthier::io::{CertificateKind, Document, Mismatch, ReadOptions, SolutionFile};
use luthier::io::{parse_solution, read_solution, write_solution};
use luthier::{Certificate, Error, Parameters, Problem, Sense, Solution, Start, Status};
use luthier::{SolveOptions, solve, solve_with};
use std::path::Path;
use support::families::random_lp;
use support::files::{Folder, HOSTILE, with_hostile_names};
use support::runs::{endless, small};
use support::small::{INF, lp};

const LAYOUTS: [&str; 2] = ["json", "sol"];

fn options() -> ReadOptions {
    ReadOptions::default()
}

/// The bytes of a solution file of this layout.
fn written(layout: &str, problem: &Problem, parameters: &Parameters, solution: &Solution) -> Vec<u8> {
    let folder = Folder::new(&format!("written-{:?}", std::thread::current().id()));
    let path = folder.join(&format!("solution.{layout}"));
    write_solution(&path, problem, parameters, solution).unwrap();
    std::fs::read(path).unwrap()
}

fn round_trip(layout: &str, problem: &Problem, parameters: &Parameters, solution: &Solution) -> SolutionFile {
    parse_solution("memory", &written(layout, problem, parameters, solution), &options()).unwrap()
}

fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|v| v.to_bits()).collect()
}

/// Everything that a file keeps is what was written.
fn check(layout: &str, problem: &Problem, parameters: &Parameters, solution: &Solution, file: &SolutionFile) {
    assert_eq!(file.status.as_deref(), Some(solution.status.name()));
    let infeasible = solution.status == Status::Infeasible;
    assert_eq!(file.objective.map(f64::to_bits), (!infeasible).then_some(solution.objective.to_bits()));
    let dual = !infeasible && solution.status != Status::Unbounded;
    assert_eq!(file.dual_objective.map(f64::to_bits), dual.then_some(solution.dual_objective.to_bits()));
    assert_eq!(file.fingerprint, Some(problem.fingerprint()));
    let tolerances = file.tolerances.unwrap();
    assert_eq!(tolerances.relative.to_bits(), parameters.relative_tolerance.to_bits());
    assert_eq!(tolerances.absolute.to_bits(), parameters.absolute_tolerance.to_bits());
    assert_eq!((file.columns.len(), file.rows.len()), (problem.columns(), problem.rows()));
    for (j, name) in file.columns.iter().enumerate() {
        assert_eq!(name, problem.column_name(j).map_or(format!("C{}", j + 1), str::to_owned));
    }
    for (i, name) in file.rows.iter().enumerate() {
        assert_eq!(name, problem.row_name(i).map_or(format!("R{}", i + 1), str::to_owned));
    }
    assert_eq!(bits(&file.x), bits(&solution.x));
    assert_eq!(bits(file.y.as_ref().unwrap()), bits(&solution.y));
    assert_eq!(bits(file.reduced_costs.as_ref().unwrap()), bits(&solution.reduced_costs));
    assert_eq!(bits(file.row_activity.as_ref().unwrap()), bits(&solution.row_activity));
    let certificate = file.certificate(problem).unwrap();
    assert_eq!(certificate, if layout == "json" { solution.certificate.clone() } else { None });
    let (x, y) = file.point(problem).unwrap();
    assert_eq!((bits(&x), bits(&y)), (bits(&solution.x), bits(&solution.y)));
}

#[test]
fn random_problems_come_back_to_the_bit() {
    for seed in 0..12 {
        let plain = random_lp(seed, 8 + seed as usize, 18);
        let sense = if seed % 2 == 0 { Sense::Minimize } else { Sense::Maximize };
        let plain = plain.with_data().sense(sense).build().unwrap();
        let parameters = Parameters { iteration_limit: 5 + 30 * seed, ..Parameters::default() };
        for problem in [with_hostile_names(&plain), plain] {
            let solution = solve(&problem, &parameters).unwrap();
            for layout in LAYOUTS {
                let file = round_trip(layout, &problem, &parameters, &solution);
                check(layout, &problem, &parameters, &solution, &file);
            }
        }
    }
}

#[test]
fn numbers_of_every_size_come_back_to_the_bit() {
    let problem = random_lp(1, 8, 12);
    let parameters = Parameters { relative_tolerance: 0.1 + 0.2, ..Parameters::default() };
    let mut solution = solve(&problem, &parameters).unwrap();
    let sizes =
        [0.0, -0.0, 5e-324, -2.2250738585072014e-308, f64::MAX, 1.0 / 3.0, 1e17, 1e16, 123456789012345680.0];
    for (k, v) in sizes.into_iter().enumerate() {
        solution.x[k] = v;
        solution.y[k % 8] = -v;
        solution.reduced_costs[k] = v / 3.0;
        solution.row_activity[k % 8] = v * 0.7;
    }
    (solution.objective, solution.dual_objective) = (0.1 + 0.7, -1e-300);
    for layout in LAYOUTS {
        check(
            layout,
            &problem,
            &parameters,
            &solution,
            &round_trip(layout, &problem, &parameters, &solution),
        );
    }
}

#[test]
fn every_ending_comes_back() {
    let crossed_row = lp(&[1.0], &[(3.0, &[1.0], 2.0)], &[(0.0, 9.0)]).build().unwrap();
    let crossed_column = lp(&[1.0], &[(0.0, &[1.0], 2.0)], &[(5.0, 4.0)]).build().unwrap();
    let out_of_reach = lp(&[1.0, 1.0], &[(0.0, &[1.0, 0.0], 1.0), (9.0, &[1.0, 1.0], INF)], &[(0.0, 2.0); 2]);
    let unbounded = lp(&[1.0, -1.0], &[(1.0, &[1.0, 0.0], INF)], &[(0.0, INF); 2]).build().unwrap();
    let short = Parameters { iteration_limit: 3, ..Parameters::default() };
    let late = Parameters { time_limit: 0.0, ..Parameters::default() };
    let passes = Parameters { matrix_pass_limit: Some(2), ..Parameters::default() };
    let stalled = Parameters { stall_limit: Some(20), ..Parameters::default() };
    let normal = Parameters::default();
    let endings = [
        (small().build().unwrap(), &normal, Status::Optimal),
        (crossed_row, &normal, Status::Infeasible),
        (crossed_column, &normal, Status::Infeasible),
        (out_of_reach.build().unwrap(), &normal, Status::Infeasible),
        (unbounded, &normal, Status::Unbounded),
        (endless(), &short, Status::IterationLimit),
        (endless(), &late, Status::TimeLimit),
        (endless(), &passes, Status::MatrixPassLimit),
        (endless(), &stalled, Status::Stalled),
    ];
    for (problem, parameters, status) in endings {
        let solution = solve(&problem, parameters).unwrap();
        assert_eq!(solution.status, status);
        assert_eq!(solution.certificate.is_some(), matches!(status, Status::Infeasible | Status::Unbounded));
        for layout in LAYOUTS {
            check(
                layout,
                &problem,
                parameters,
                &solution,
                &round_trip(layout, &problem, parameters, &solution),
            );
        }
        let document: serde_json::Value =
            serde_json::from_str(&Document::new(&problem, parameters, &solution, false).to_json()).unwrap();
        let detail = document["status_detail"].as_str().unwrap();
        assert!(detail.ends_with('.') && !detail.contains("ended with the status"), "{detail}");
    }
}

#[test]
fn compressed_files_come_back_and_endings_decide() {
    let folder = Folder::new("endings");
    let problem = with_hostile_names(&random_lp(3, 9, 14));
    let parameters = Parameters::default();
    let solution = solve(&problem, &parameters).unwrap();
    for layout in LAYOUTS {
        for (ending, magic) in
            [("", &b""[..]), (".gz", &[0x1f, 0x8b]), (".bz2", b"BZh"), (".ZST", &[0x28, 0xb5])]
        {
            let path = folder.join(&format!("s.{layout}{ending}"));
            write_solution(&path, &problem, &parameters, &solution).unwrap();
            assert!(std::fs::read(&path).unwrap().starts_with(magic));
            let file = read_solution(&path, &options()).unwrap();
            check(layout, &problem, &parameters, &solution, &file);
        }
    }
    for name in ["s", "s.txt", "s.gz", "s.mps.gz", ".json.d"] {
        let error =
            write_solution(&folder.join(name), &problem, &parameters, &solution).unwrap_err().to_string();
        assert!(error.contains("expected one that ends in .json or .sol, with .gz"), "{error}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 8, "nothing else is left");
}

#[test]
fn a_solution_of_another_problem_is_not_written() {
    let folder = Folder::new("wrong");
    let path = folder.join("kept.json");
    std::fs::write(&path, "old").unwrap();
    let problem = small().build().unwrap();
    let good = solve(&problem, &Parameters::default()).unwrap();
    let wrong = [
        Solution { x: vec![1.0], ..good.clone() },
        Solution { y: vec![1.0; 3], ..good.clone() },
        Solution { reduced_costs: vec![0.0, f64::NAN], ..good.clone() },
        Solution { row_activity: vec![0.0, INF], ..good.clone() },
        Solution { objective: f64::NAN, ..good.clone() },
        Solution { certificate: Some(Certificate::CrossedRow(2)), ..good.clone() },
        Solution { certificate: Some(Certificate::PrimalRay(vec![])), ..good.clone() },
    ];
    for solution in wrong {
        assert!(write_solution(&path, &problem, &Parameters::default(), &solution).is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
    }
    // Without a file, numbers that are none are null.
    let odd = Solution { objective: f64::NAN, seconds: INF, x: vec![f64::NAN, 1.0], ..good };
    let json = Document::new(&problem, &Parameters::default(), &odd, true).to_json();
    let document: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert!(document["objective"].is_null() && document["timing"]["seconds"].is_null());
    assert!(document["solution"]["columns"]["value"][0].is_null());
}

#[test]
fn a_file_that_cannot_be_written_is_an_error_and_stays() {
    let folder = Folder::new("unwritable");
    let problem = small().build().unwrap();
    let solution = solve(&problem, &Parameters::default()).unwrap();
    let write = |path: &Path| write_solution(path, &problem, &Parameters::default(), &solution);
    let message = |path: &Path| write(path).unwrap_err().to_string();
    std::fs::create_dir(folder.join("folder.json")).unwrap();
    assert!(
        message(&folder.join("folder.json")).contains("folder.json: cannot be written: it is a directory")
    );
    assert!(message(&folder.join("no/such.sol")).contains("such.sol: cannot be written"));
    let path = folder.join("protected.sol");
    std::fs::write(&path, "old").unwrap();
    let mut permissions = std::fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&path, permissions).unwrap();
    assert!(message(&path).contains("write-protected"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
    let path = folder.join("replaced.json");
    std::fs::write(&path, "old").unwrap();
    write(&path).unwrap();
    assert_eq!(read_solution(&path, &options()).unwrap().x, solution.x);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3, "nothing else is left");
}

/// A device that is always full.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let folder = Folder::new("full");
    let problem = small().build().unwrap();
    let solution = solve(&problem, &Parameters::default()).unwrap();
    for name in ["full.json", "full.sol", "full.json.gz", "full.sol.zst", "full.sol.bz2"] {
        let path = folder.join(name);
        std::os::unix::fs::symlink("/dev/full", &path).unwrap();
        let error = write_solution(&path, &problem, &Parameters::default(), &solution).unwrap_err();
        assert!(error.to_string().contains("cannot be written: No space left"), "{error}");
        assert!(std::fs::symlink_metadata(&path).unwrap().is_symlink());
    }
}

fn warm(problem: &Problem, parameters: &Parameters, start: &Start) -> Solution {
    solve_with(problem, parameters, &SolveOptions { start: Some(start), ..SolveOptions::default() }).unwrap()
}

#[test]
fn a_written_solution_is_where_the_next_run_ends() {
    for seed in 0..6 {
        let problem = with_hostile_names(&random_lp(seed, 9, 12));
        let parameters = Parameters::default();
        let cold = solve(&problem, &parameters).unwrap();
        assert_eq!(cold.status, Status::Optimal);
        for layout in LAYOUTS {
            let (start, mismatches) =
                round_trip(layout, &problem, &parameters, &cold).start(&problem).unwrap();
            assert_eq!(mismatches, []);
            let again = warm(&problem, &parameters, &start);
            assert_eq!((again.status, again.work.iterations), (Status::Optimal, 0));
            assert_eq!((bits(&again.x), bits(&again.y)), (bits(&cold.x), bits(&cold.y)));
        }
    }
}

#[test]
fn rows_and_variables_are_matched_by_name() {
    let named = |columns: [&str; 2], rows: [&str; 2]| {
        small().column_names(columns.to_vec()).row_names(rows.to_vec()).build().unwrap()
    };
    let problem = named(["x", "y"], ["labour", "wood"]);
    let parameters = Parameters::default().with_tolerance(1e-8);
    let solution = solve(&problem, &parameters).unwrap();
    for layout in LAYOUTS {
        let file = round_trip(layout, &problem, &parameters, &solution);
        // In another order.
        let (start, mismatches) = file.start(&named(["y", "x"], ["wood", "labour"])).unwrap();
        assert_eq!(
            (start.x, start.y),
            (vec![solution.x[1], solution.x[0]], vec![solution.y[1], solution.y[0]])
        );
        assert_eq!(mismatches, [], "the numbers are the same, so the fingerprint is");
        // In part.
        let (start, mismatches) = file.start(&named(["x", "z"], ["iron", "wood"])).unwrap();
        assert_eq!((start.x, start.y), (vec![solution.x[0], 0.0], vec![0.0, solution.y[1]]));
        let one = |name: &str| vec![name.to_owned()];
        let expected = [
            Mismatch::NotInModel { kind: "variable", count: 1, first: one("y") },
            Mismatch::NotInFile { kind: "variable", count: 1, first: one("z") },
            Mismatch::NotInModel { kind: "row", count: 1, first: one("labour") },
            Mismatch::NotInFile { kind: "row", count: 1, first: one("iron") },
        ];
        assert_eq!(mismatches, expected);
        assert_eq!(mismatches[0].to_string(), "1 variable of the file is not in the model ('y')");
        assert_eq!(mismatches[1].to_string(), "1 variable of the model is not in the file ('z')");
        // Not at all.
        let error = file.start(&named(["a", "b"], ["c", "d"])).unwrap_err().to_string();
        let expected = "memory: has no row and no variable of this model; it is a solution of another model";
        assert_eq!(error, expected);
        let error = file.start(&small().build().unwrap()).unwrap_err().to_string();
        assert_eq!(error, expected, "without names it has R1, C1 and so on");
    }
}

#[test]
fn other_data_are_fine_for_a_start_but_not_for_a_check() {
    let problem = small().build().unwrap();
    let parameters = Parameters::default();
    let solution = solve(&problem, &parameters).unwrap();
    let tomorrow = problem.with_data().objective(vec![3.0, 2.5]).build().unwrap();
    for layout in LAYOUTS {
        let file = round_trip(layout, &problem, &parameters, &solution);
        let (start, mismatches) = file.start(&tomorrow).unwrap();
        // Only JSON has what the run learned.
        let learned = solution.learned.filter(|_| layout.ends_with("json"));
        assert!(solution.learned.is_some());
        assert_eq!(start, Start { learned, ..Start::new(solution.x.clone(), solution.y.clone()) });
        let (yesterday, model) = (problem.fingerprint(), tomorrow.fingerprint());
        assert_eq!(mismatches, [Mismatch::OtherData { file: yesterday, model }]);
        assert!(mismatches[0].is_info());
        assert_eq!(warm(&tomorrow, &parameters, &start).status, Status::Optimal);
        let error = file.point(&tomorrow).unwrap_err().to_string();
        let expected = format!(
            "memory: is not a solution of this model: the file is of a model with other numbers \
             (fingerprint {yesterday}, this model has {model})"
        );
        assert_eq!(error, expected);
    }
}

#[test]
fn many_missing_names_are_counted_and_the_first_are_listed() {
    let problem = random_lp(5, 6, 20);
    let parameters = Parameters::default();
    let solution = solve(&problem, &parameters).unwrap();
    let smaller = random_lp(5, 6, 4);
    let (start, mismatches) = round_trip("sol", &problem, &parameters, &solution).start(&smaller).unwrap();
    assert_eq!(bits(&start.x), bits(&solution.x[..4]));
    assert_eq!(
        mismatches[0].to_string(),
        "16 variables of the file are not in the model ('C5', 'C6', 'C7', ...)"
    );
    assert_eq!(mismatches[0].code(), "not_in_model");
    let error = round_trip("json", &problem, &parameters, &solution).point(&smaller).unwrap_err().to_string();
    assert!(
        error.ends_with("16 variables of the file are not in the model ('C5', 'C6', 'C7', ...)"),
        "{error}"
    );
}

#[test]
fn certificates_are_matched_by_name() {
    let rows: [support::small::Row<'_>; 2] = [(0.0, &[1.0, 0.0], 1.0), (9.0, &[1.0, 1.0], INF)];
    let build = |names: [&str; 2]| {
        lp(&[1.0, 1.0], &rows, &[(0.0, 2.0); 2]).row_names(names.to_vec()).build().unwrap()
    };
    let problem = build(["easy", "hard"]);
    let solution = solve(&problem, &Parameters::default()).unwrap();
    let file = round_trip("json", &problem, &Parameters::default(), &solution);
    let certificate = file.certificate.as_ref().unwrap();
    assert_eq!(certificate.kind, CertificateKind::DualRay);
    assert_eq!(certificate.entries, [("hard".to_owned(), 1.0)]);
    let error = file.certificate(&build(["easy", "harder"])).unwrap_err().to_string();
    let expected =
        "memory: the certificate names the row 'hard', which the model does not have; did you mean 'harder'?";
    assert_eq!(error, expected);
    let other = problem.with_data().objective(vec![2.0, 1.0]).build().unwrap();
    assert!(file.certificate(&other).unwrap_err().to_string().contains("other numbers"));
}

#[test]
fn a_document_without_vectors_is_no_start() {
    let problem = small().build().unwrap();
    let solution = solve(&problem, &Parameters::default()).unwrap();
    let json = Document::new(&problem, &Parameters::default(), &solution, false).to_json();
    let file = parse_solution("short.json", json.as_bytes(), &options()).unwrap();
    assert_eq!((file.objective, file.x.len()), (Some(solution.objective), 0));
    for error in [file.start(&problem).map(drop), file.point(&problem).map(drop)] {
        let expected = "short.json: gives no point, only how the solve ended; \
                        write the solution with its vectors, to a .json or .sol file";
        assert_eq!(error.unwrap_err().to_string(), expected);
    }
}

/// What is wrong with a text, without the name of the file.
fn refused(text: &[u8]) -> String {
    match parse_solution("s", text, &options()) {
        Ok(file) => panic!("accepted: {file:?}"),
        Err(Error::File(diagnostic)) => diagnostic.to_string().split_off(1),
        Err(other) => panic!("not about a file: {other}"),
    }
}

#[test]
fn a_part_of_a_file_is_refused() {
    let problem = with_hostile_names(&random_lp(2, HOSTILE.len(), HOSTILE.len()));
    let parameters = Parameters { iteration_limit: 40, ..Parameters::default() };
    let solution = solve(&problem, &parameters).unwrap();
    for layout in LAYOUTS {
        let whole = written(layout, &problem, &parameters, &solution);
        assert_eq!(whole.last(), Some(&b'\n'));
        // The last line feed may be missing.
        assert!(parse_solution("s", &whole[..whole.len() - 1], &options()).is_ok());
        for length in 0..whole.len() - 1 {
            let message = refused(&whole[..length]);
            assert!(message.starts_with(':'), "{length}: {message}");
        }
    }
}

/// As HiGHS writes it, basis included.
const HIGHS: &str = "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 11\n# Columns 2\nx 3\ny z 1\n\
    # Rows 2\nc1 4\n\"c2\" 6\n\n# Dual solution values\nFeasible\n# Columns 2\nx 2.3333333333333\ny z 0\n# Rows 2\nc1 0\n\
    \"c2\" 0.6666666666667\n\n# Basis\nHiGHS_basis_file v2\nValid\n# Columns 2\nx 2\ny z 1\n# Rows 2\nc1 1\n\"c2\" 2\n\n";

#[test]
fn files_of_highs_are_read_as_they_are() {
    let file = parse_solution("s", HIGHS.as_bytes(), &options()).unwrap();
    assert_eq!((file.status.as_deref(), file.objective), (Some("optimal"), Some(11.0)));
    assert_eq!(file.columns.iter().collect::<Vec<_>>(), ["x", "y z"]);
    assert_eq!(file.rows.iter().collect::<Vec<_>>(), ["c1", "\"c2\""], "HiGHS quotes nothing");
    assert_eq!((&file.x[..], file.y.as_deref()), (&[3.0, 1.0][..], Some(&[0.0, 0.6666666666667][..])));
    assert_eq!((file.fingerprint, file.tolerances, file.dual_objective), (None, None, None));
    let complete = HIGHS.trim_end().len();
    for length in 0..complete {
        refused(&HIGHS.as_bytes()[..length]);
    }
    let crlf = HIGHS.replace('\n', "\r\n");
    assert_eq!(parse_solution("s", crlf.as_bytes(), &options()).unwrap(), file);
    let first_version = HIGHS.replace("HiGHS_basis_file v2", "HiGHS v1");
    let first_version = first_version.replace("x 2\ny z 1\n", "2 1 \n").replace("c1 1\n\"c2\" 2\n", "1 2 \n");
    assert_eq!(parse_solution("s", first_version.as_bytes(), &options()).unwrap(), file);
    let none = "Model status\nInfeasible\n\n# Primal solution values\nNone\n\n# Dual solution values\nNone\n\n# Basis\n\
                HiGHS_basis_file v2\nNone\n";
    let file = parse_solution("s", none.as_bytes(), &options()).unwrap();
    assert_eq!((file.status.as_deref(), file.x.len(), file.y), (Some("infeasible"), 0, None));
    let no_duals = HIGHS.replace(
        "values\nFeasible\n# Columns 2\nx 2.3333333333333\ny z 0\n# Rows 2\nc1 0\n\"c2\" 0.6666666666667\n",
        "values\nNone\n",
    );
    let file = parse_solution("s", no_duals.as_bytes(), &options()).unwrap();
    assert_eq!(file.y, None);
    let problem = small().column_names(vec!["x", "y z"]).row_names(vec!["c1", "\"c2\""]).build().unwrap();
    let (start, mismatches) = file.start(&problem).unwrap();
    assert_eq!((start.x, start.y, mismatches), (vec![3.0, 1.0], vec![0.0; 2], vec![Mismatch::NoMultipliers]));
    assert!(file.point(&problem).unwrap_err().to_string().contains("gives no multipliers"));
}

#[test]
fn damage_in_the_raw_layout_is_located() {
    let damaged = |from: &str, to: &str| {
        assert!(HIGHS.contains(from), "{from}");
        refused(HIGHS.replacen(from, to, 1).as_bytes())
    };
    let finite = "no finite number here; expected one, such as 12.5 or -3e-2";
    assert_eq!(damaged("x 3", "x NaN"), format!(":8:3: {finite}"));
    assert_eq!(damaged("y z 1", "y z inf"), format!(":9:5: {finite}"));
    assert_eq!(damaged("x 3", "x 3,5"), format!(":8:3: {finite}"));
    assert_eq!(damaged("x 3", "x"), ":8:1: 'x'; expected a name and a number");
    assert_eq!(damaged("y z 1", "x 1"), ":9:1: 'x' is there twice; names must differ");
    let following = ":11:1: 'c1 4'; expected # Rows and how many there are";
    assert_eq!(damaged("# Columns 2", "# Columns 3"), following);
    assert_eq!(
        damaged("# Rows 2", "# Lines 2"),
        ":10:1: '# Lines 2'; expected # Rows and how many there are"
    );
    assert_eq!(damaged("Objective 11", "Object"), ":6:1: 'Object'; expected Objective and a number");
    assert_eq!(damaged("x 2.3", "w 2.3"), ":17:1: 'w'; expected 'x', the order of the primal values");
    assert_eq!(damaged("Feasible", "Perhaps"), ":5:1: 'Perhaps'; expected Feasible, Infeasible or None");
    assert_eq!(
        damaged("HiGHS_basis_file v2\nValid", "HiGHS_basis_file v2\nGood"),
        ":25:1: 'Good'; expected Valid or None"
    );
    assert_eq!(damaged("\"c2\" 2\n\n", "\"c2\" 2\n\nmore"), ":33:1: 'more'; expected the end of the file");
    assert_eq!(
        damaged("Optimal\n\n", "Optimal\n# luthier 9\n"),
        ":3:1: version 9 of the layout, written by a newer version of Luthier; expected at most 1"
    );
    let unended = damaged("Optimal\n\n", "Optimal\n# luthier 1\n");
    assert_eq!(unended, ":32:1: the file ends where '# luthier end' was expected; it looks truncated");
}

#[test]
fn damage_in_json_is_located() {
    let problem = small().build().unwrap();
    let solution = solve(&problem, &Parameters::default()).unwrap();
    let json = Document::new(&problem, &Parameters::default(), &solution, true).to_json();
    let damaged = |from: &str, to: &str| {
        assert!(json.contains(from), "{from}\n{json}");
        refused(json.replacen(from, to, 1).as_bytes())
    };
    assert_eq!(
        damaged("luthier-solution", "solution"),
        ":2:22: schema 'solution'; expected 'luthier-solution'"
    );
    let newer = damaged("\"version\": 1", "\"version\": 2");
    assert!(newer.contains("written by a newer version of Luthier; expected at most 1"), "{newer}");
    assert!(newer.starts_with(":3:1"), "{newer}");
    assert!(damaged("\"value\": [", "\"value\": [NaN, ").contains("this is not JSON"));
    assert!(damaged("\"value\": [", "\"value\": [null, ").contains("invalid type: null, expected a number"));
    assert!(damaged("\"value\": [", "\"value\": [1e999, ").contains("number out of range"));
    assert!(
        damaged("\"value\": [", "\"value\": [1, ")
            .contains("solution.columns.value has 3 numbers; expected 2")
    );
    assert!(damaged("\"C2\"", "\"C1\"").contains("the variable 'C1' is named twice"));
    assert!(
        damaged("\"fingerprint\": \"", "\"fingerprint\": \"z").contains("expected 32 hexadecimal digits")
    );
    assert!(
        damaged("\"status\"", "\"schema\": \"luthier-solution\", \"status\"").contains("duplicate field")
    );
    assert!(refused(b"{}").contains("missing field `schema`"));
    assert!(refused((json.clone() + "x").as_bytes()).contains("trailing characters"));
}

#[test]
fn what_is_no_solution_is_refused() {
    assert_eq!(refused(b""), ": is empty; expected a solution in JSON or in the raw layout of HiGHS");
    let expected =
        "expected a solution in JSON ('{' first) or in the raw layout of HiGHS ('Model status' first)";
    assert_eq!(refused(b"\n\n  [1]\n"), format!(":3:3: '[1]'; {expected}"));
    assert_eq!(refused(b"NAME model\n"), format!(":1:1: 'NAME model'; {expected}"));
    assert!(refused(b"{\"schema\": \"luthier-solution\xff\"").contains("bytes that are not UTF-8"));
    assert!(refused(b"\xff\xfeM\0").contains("UTF-16"));
    assert!(refused(b"PK\x03\x04zip").contains("is a zip archive"));
    let small = ReadOptions { max_bytes: 100, ..options() };
    for text in [HIGHS.to_owned(), format!("{{{}}}", " ".repeat(100))] {
        let error = parse_solution("s", text.as_bytes(), &small).unwrap_err().to_string();
        assert!(error.contains("holds more than 100 bytes of text"), "{error}");
    }
    let deep = "{\"x\": ".to_owned() + &"[".repeat(100_000);
    refused(deep.as_bytes());
    let missing = read_solution(Path::new("no/such.sol"), &options()).unwrap_err().to_string();
    assert_eq!(missing, "no/such.sol: there is no such file");
}

#[test]
fn later_entries_are_passed_over() {
    let problem = small().build().unwrap();
    let solution = solve(&problem, &Parameters::default()).unwrap();
    let json = Document::new(&problem, &Parameters::default(), &solution, true).to_json();
    let more = json.replacen("\"status\"", "\"later\": {\"x\": [1]}, \"status\"", 1);
    let read = |text: &str| parse_solution("s", text.as_bytes(), &options()).unwrap();
    assert_eq!(read(&more), read(&json));
    let sol = String::from_utf8(written("sol", &problem, &Parameters::default(), &solution)).unwrap();
    let more = sol.replacen("# luthier status", "# luthier later 1 2\n# luthier status", 1);
    assert_eq!(read(&more), read(&sol));
}

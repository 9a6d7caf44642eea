//! Families of files: data of QAPLIB, perturbed models, folders; and what is wrong with them.

mod support;

use luthier::io::write;
use luthier_families::{Error, Family, OpenOptions, Qap, Specification};
use std::path::{Path, PathBuf};
use support::{family, instances, mean_is, shared};

fn file(folder: &Path, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, content).unwrap();
    path
}

const MODEL: &str = "minimize obj: 2 x + 3 y + 0 z\nsubject to\n a: x + y >= 4\n b: x - 2 y + z = 0\n c: -5 <= x - z <= 7\nbounds\n x <= 10\n -3 <= y <= 8\n z free\nend\n";

fn refusal(text: &str) -> String {
    Family::parse(text).unwrap_err().to_string()
}

#[test]
fn the_table_in_the_source_is_that_of_qaplib() {
    let Some(folder) = shared("qaplib") else { return };
    let text = std::fs::read_to_string(folder.join("nug15.dat")).unwrap();
    let read = Qap::parse("nug15.dat", &text).unwrap();
    assert_eq!(read.fingerprint(), instances("qap15", 1)[0].fingerprint());
    for (name, n) in [("nug12", 12), ("had12", 12), ("chr12a", 12), ("tai10a", 10), ("nug20", 20usize)] {
        let problem =
            instances(&format!("qap:{}", folder.join(format!("{name}.dat")).display()), 1).remove(0);
        assert_eq!(problem.columns(), n * n + n * n * (n - 1) * (n - 1) / 2, "{name}");
        assert_eq!(problem.rows(), 2 * n + 2 * n * n * (n - 1), "{name}");
    }
}

/// Netlib's qap08 is such a linearization; without its data, rows and columns can be compared up to order and sign.
#[test]
fn the_linearization_has_the_shape_of_qap08() {
    let Some(folder) = shared("lp/feasible") else { return };
    let netlib = luthier::io::read(&folder.join("qap08.mps.gz"), &Default::default()).unwrap();
    let zeros = "0 ".repeat(128);
    let own = Qap::parse("zeros", &format!("8 {zeros}")).unwrap();
    assert_eq!((own.rows(), own.columns()), (netlib.rows(), netlib.columns()));
    let shape = |p: &luthier::Problem| {
        let mut rows: Vec<_> = (0..p.rows())
            .map(|i| {
                let mut values: Vec<i64> = p.matrix().row(i).map(|e| e.1 as i64).collect();
                values.sort_unstable();
                // Rows may be written with the other sign.
                let flipped: Vec<i64> = values.iter().rev().map(|v| -v).collect();
                (p.row_lower()[i].abs() as i64, p.row_upper()[i].abs() as i64, values.clone().max(flipped))
            })
            .collect();
        rows.sort();
        let mut columns: Vec<usize> = (0..p.columns()).map(|j| p.matrix().column(j).count()).collect();
        columns.sort_unstable();
        (rows, columns)
    };
    assert_eq!(shape(&own), shape(&netlib));
}

#[test]
fn small_assignment_problems_are_written_out() {
    // n = 2: two assignments, with costs 1*5 + 2*6 and 1*6 + 2*5 off the diagonal, and the diagonals with each other.
    let problem = Qap::parse("two", "2\n 3 1\n 2 4\n\n 7 5\n 6 8\n").unwrap();
    assert_eq!((problem.columns(), problem.rows(), problem.matrix().nonzeros()), (6, 12, 24));
    assert_eq!(problem.objective(), [21.0, 24.0, 28.0, 32.0, 17.0, 16.0]);
}

#[test]
fn malformed_data_is_located() {
    for (text, place, part) in [
        ("", "bad.dat: ", "is empty"),
        ("x", "bad.dat:1:1: ", "'x'; expected the size, from 2 to 64"),
        ("1\n 0 0", "bad.dat:1:1: ", "'1'; expected the size"),
        ("1000000", "bad.dat:1:1: ", "from 2 to 64"),
        ("2\n1 2\n3 4\n5 6\n7", "bad.dat: ", "ends after 7 of 8 entries"),
        ("2\n1 2\n3 four\n5 6\n7 8", "bad.dat:3:3: ", "'four'; expected a number"),
        ("2\n1 nan 3 4 5 6 7 8", "bad.dat:2:3: ", "'nan'; expected a number"),
        ("2\n1 2 3 4\n5 6 7 1e99", "bad.dat:3:7: ", "'1e99'"),
        ("2\n1 2\n3 4\n5 6\n7 8\n 9", "bad.dat:6:2: ", "after the two 2 x 2 matrices"),
    ] {
        let said = Qap::parse("bad.dat", text).unwrap_err().to_string();
        assert!(said.starts_with(place) && said.contains(part), "{text:?}: {said}");
    }
    let folder = tempfile::tempdir().unwrap();
    let shown = folder.path().display();
    assert!(refusal(&format!("qap:{shown}/none.dat")).contains("there is no such file"));
    assert!(refusal(&format!("qap:{shown}")).contains("is a directory"));
    let binary = file(folder.path(), "binary.dat", [0xff, 0xfe, 0]);
    assert!(refusal(&format!("qap:{}", binary.display())).contains("is no text"));
    let large = file(folder.path(), "large.dat", vec![b' '; 2 << 20]);
    assert!(refusal(&format!("qap:{}", large.display())).contains("expected at most"));
}

#[test]
fn perturbation_multiplies_what_was_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "model.lp", MODEL);
    let base = luthier::io::read(&path, &Default::default()).unwrap();
    let draw = |text: &str| family(&format!("perturb:{},{text}", path.display())).instance(2, 5).unwrap();
    let all = draw("objective=gauss(0.1),rhs=uniform(0.5),bounds=uniform(0.2),matrix=uniform(0.3)");
    let parts = [
        draw("objective=gauss(0.1)"),
        draw("rhs=uniform(0.5)"),
        draw("bounds=uniform(0.2)"),
        draw("matrix=uniform(0.3)"),
    ];
    for (k, part) in parts.iter().enumerate() {
        let own = [
            part.objective() != base.objective(),
            (part.row_lower(), part.row_upper()) != (base.row_lower(), base.row_upper()),
            (part.lower(), part.upper()) != (base.lower(), base.upper()),
            !std::sync::Arc::ptr_eq(part.matrix(), base.matrix()) && k == 3,
        ];
        assert_eq!(own, [k == 0, k == 1, k == 2, k == 3]);
        assert_eq!(part.column_names(), base.column_names());
    }
    assert_eq!(
        all.fingerprint().to_string(),
        "d447870d1961ecb8a5b4929db72abbdd",
        "a change of all studies with perturbations"
    );
    // Noise on one part does not change another.
    assert_eq!(all.objective(), parts[0].objective());
    assert_eq!((all.row_lower(), all.row_upper()), (parts[1].row_lower(), parts[1].row_upper()));
    assert_eq!((all.lower(), all.upper()), (parts[2].lower(), parts[2].upper()));
    // Zeros stay, equations stay, infinite bounds stay, both sides of a row have one factor.
    assert_eq!(all.objective()[2], 0.0);
    assert_eq!((all.row_lower()[1], all.row_upper()[1]), (0.0, 0.0));
    assert_eq!((all.upper()[2], all.lower()[2]), (f64::INFINITY, f64::NEG_INFINITY));
    assert!((all.row_lower()[2] / -5.0 - all.row_upper()[2] / 7.0).abs() < 1e-15);
    for i in 0..base.rows() {
        let entries = |p: &luthier::Problem| {
            let mut row: Vec<_> = p.matrix().row(i).collect();
            row.sort_by_key(|e| e.0);
            row
        };
        for ((j, v), (k, w)) in entries(&all).into_iter().zip(entries(&base)) {
            assert!(j == k && (0.7..1.3).contains(&(v / w)), "{v} {w}");
        }
    }
}

#[test]
fn factors_of_rows_have_their_distribution() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "model.lp", MODEL);
    let family = family(&format!("perturb:{},rhs=gauss(0.2)", path.display()));
    let factors: Vec<f64> = (0..5000).map(|k| family.instance(0, k).unwrap().row_lower()[0] / 4.0).collect();
    mean_is(&factors, 1.0, 0.2);
}

#[test]
fn folders_are_in_order_with_groups() {
    let folder = tempfile::tempdir().unwrap();
    let models = instances("transportation:2x3", 5);
    for (name, model) in
        ["b.mps", "a.lp", "sub/z.mps.gz", "sub/deep/c.mps", "a-sub/d.mps"].iter().zip(&models)
    {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        write(model, &path, None).unwrap();
    }
    file(folder.path(), "notes.txt", "no model");
    file(folder.path(), ".hidden.mps", "no model");
    let shown = folder.path().display().to_string();
    let all = family(&shown);
    let listed = |family: &Family| -> Vec<(String, String)> {
        let files = family.folder().unwrap();
        let name = |k| files.path(k).unwrap().file_name().unwrap().to_string_lossy().into_owned();
        (0..files.count()).map(|k| (name(k), files.group(k).unwrap().to_owned())).collect()
    };
    let pairs = |list: &[(&str, &str)]| -> Vec<(String, String)> {
        list.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect()
    };
    let expected =
        [("a.lp", ""), ("b.mps", ""), ("d.mps", "a-sub"), ("z.mps.gz", "sub"), ("c.mps", "sub/deep")];
    assert_eq!(listed(&all), pairs(&expected));
    for (k, model) in [1, 0, 4, 2, 3].into_iter().enumerate() {
        let read = all.instance(77, k as u64).unwrap();
        assert_eq!(read.fingerprint(), models[model].fingerprint());
    }
    assert_eq!(listed(&family(&format!("{shown}/*.mps"))), pairs(&[("b.mps", "")]));
    assert_eq!(
        listed(&family(&format!("{shown}/*/*.mps*"))),
        pairs(&[("d.mps", "a-sub"), ("z.mps.gz", "sub")])
    );
    // A list is in the order in which it is written.
    let list = format!("{shown}/b.mps,{shown}/a.lp");
    assert_eq!(listed(&family(&list)), pairs(&[("b.mps", ""), ("a.lp", "")]));
    let error = all.instance(0, 5).unwrap_err();
    assert!(matches!(error, Error::NoSuchInstance { count: 5, index: 5, .. }), "{error}");
    // A file that changes is noticed.
    write(&models[0], &folder.path().join("a.lp"), None).unwrap();
    assert!(all.instance(0, 0).unwrap_err().to_string().contains("has changed"));
}

#[test]
fn folders_without_models_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let shown = folder.path().display().to_string();
    assert!(refusal(&shown).contains("holds no model file"), "{}", refusal(&shown));
    assert!(refusal(&format!("{shown}/*.mps")).contains("matches no file"));
    assert!(refusal(&format!("{shown}/nowhere/*.mps")).contains("matches no file"));
    assert!(refusal(&format!("{shown}/none.mps")).contains("there is no such file"));
}

#[test]
fn broken_files_are_named_and_skipped_only_on_demand() {
    let folder = tempfile::tempdir().unwrap();
    write(&instances("transportation:2x3", 1)[0], &folder.path().join("good.mps"), None).unwrap();
    (0..7).for_each(|k| drop(file(folder.path(), &format!("bad{k}.mps"), "NAME x\nROWS\n Q oops\n")));
    let shown = folder.path().display().to_string();
    let said = refusal(&shown);
    assert!(said.contains("7 files cannot be read") && said.contains("--skip-broken"), "{said}");
    assert!(said.contains("bad0.mps:3") && said.contains("and 2 more"), "{said}");
    let open = |skip_broken| {
        let options = OpenOptions { skip_broken, ..OpenOptions::default() };
        Family::open(&Specification::parse(&shown).unwrap(), &options)
    };
    let skipped = open(true).unwrap();
    assert_eq!((skipped.count(), skipped.folder().unwrap().broken().len()), (Some(1), 7));
    std::fs::remove_file(folder.path().join("good.mps")).unwrap();
    assert!(open(true).unwrap_err().to_string().contains("none of its 7 files can be read"));
}

#[test]
fn duplicates_by_content_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let models = instances("transportation:2x3", 2);
    for (name, model) in [("a.mps", 0), ("b.mps", 1), ("c.lp.gz", 0)] {
        write(&models[model], &folder.path().join(name), None).unwrap();
    }
    let family = family(&folder.path().display().to_string());
    let duplicates: Vec<_> = family.folder().unwrap().duplicates().iter().map(|d| (d.index, d.of)).collect();
    assert_eq!(duplicates, [(2, 0)]);
}

#[test]
fn a_folder_of_real_models_is_a_family() {
    let Some(folder) = shared("family-fctp") else { return };
    let family = family(&folder.display().to_string());
    assert_eq!((family.count(), family.folder().unwrap().duplicates()), (Some(5), &[][..]));
    assert!(family.label(0, 4).ends_with("fctp-n3704.mps.gz"), "{}", family.label(0, 4));
    let last = family.instance(0, 4).unwrap();
    assert_eq!((last.rows(), last.columns()), (5150, 10_000));
}

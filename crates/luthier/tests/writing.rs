//! Files are written as a whole or not at all.

mod support;

use luthier::Problem;
use luthier::io::{Format, ReadOptions, read, write};
use std::path::{Path, PathBuf};
use support::small::{INF, lp};

/// A folder of its own that is removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("luthier-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn problem() -> Problem {
    lp(&[1.0, 2.0], &[(1.0, &[1.0, 1.0], INF)], &[(0.0, 4.0), (-INF, INF)]).build().unwrap()
}

/// One that MPS cannot express.
fn crossed() -> Problem {
    lp(&[1.0], &[(5.0, &[1.0], 3.0)], &[(0.0, INF)]).build().unwrap()
}

fn same(path: &Path, problem: &Problem) {
    let again = read(path, &ReadOptions::default()).unwrap();
    assert_eq!(again.fingerprint(), problem.fingerprint(), "{}", path.display());
}

fn failure(problem: &Problem, path: &Path) -> String {
    let message = write(problem, path, None).unwrap_err().to_string();
    let shown = path.display().to_string();
    assert!(message.starts_with(&shown), "{message}");
    message[shown.len()..].to_owned()
}

#[test]
fn the_name_tells_format_and_compression() {
    let folder = Folder::new("names");
    let problem = problem();
    for (name, magic) in [
        ("a.mps", &b"NAME"[..]),
        ("a.LP", b"Minimize"),
        ("a.mps.gz", &[0x1f, 0x8b]),
        ("a.lp.BZ2", b"BZh"),
        ("a b.sif.zst", &[0x28, 0xb5, 0x2f, 0xfd]),
    ] {
        let path = folder.0.join(name);
        write(&problem, &path, None).unwrap();
        assert!(std::fs::read(&path).unwrap().starts_with(magic), "{name}");
        same(&path, &problem);
    }
    for name in ["model", "model.txt", "model.gz", ".lp.d"] {
        let message = failure(&problem, &folder.0.join(name));
        assert!(message.contains("ends in .mps or .lp, with .gz, .bz2 or .zst behind it"), "{message}");
    }
    let path = folder.0.join("model.txt.gz");
    write(&problem, &path, Some(Format::FixedMps)).unwrap();
    same(&path, &problem);
    assert_eq!(folder.names().len(), 6, "nothing else is left behind");
}

#[test]
fn d16_a_failure_leaves_the_file_as_it_was() {
    let folder = Folder::new("failure");
    let path = folder.0.join("model.mps");
    std::fs::write(&path, "precious").unwrap();
    let message = failure(&crossed(), &path);
    assert!(message.contains("cannot be written: row 'R1' has its lower bound 5 above"), "{message}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "precious");
    assert!(failure(&crossed(), &folder.0.join("new.mps.gz")).contains("row 'R1'"));
    assert_eq!(folder.names(), ["model.mps"], "no temporary file and no half-written one");
    write(&problem(), &path, None).unwrap();
    same(&path, &problem());
    assert_eq!(folder.names(), ["model.mps"]);
}

#[test]
fn d16_places_where_nothing_can_be_written() {
    let folder = Folder::new("places");
    let missing = failure(&problem(), &folder.0.join("missing/model.lp"));
    assert!(missing.contains("cannot be written"), "{missing}");
    std::fs::create_dir(folder.0.join("folder.lp")).unwrap();
    let directory = failure(&problem(), &folder.0.join("folder.lp"));
    assert!(directory.contains("it is a directory; expected a file"), "{directory}");
    let protected = folder.0.join("protected.lp");
    std::fs::write(&protected, "precious").unwrap();
    let mut permissions = std::fs::metadata(&protected).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&protected, permissions).unwrap();
    assert!(failure(&problem(), &protected).contains("write-protected"));
    assert_eq!(std::fs::read_to_string(&protected).unwrap(), "precious");
    assert_eq!(folder.names(), ["folder.lp", "protected.lp"]);
}

#[cfg(unix)]
#[test]
fn links_permissions_and_devices() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new("links");
    let (target, link) = (folder.0.join("target.mps"), folder.0.join("link.mps"));
    std::fs::write(&target, "old").unwrap();
    std::fs::set_permissions(&target, std::fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&target, &link).unwrap();
    write(&problem(), &link, None).unwrap();
    assert!(link.symlink_metadata().unwrap().is_symlink(), "the link stays");
    same(&target, &problem());
    assert_eq!(std::fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o640);
    write(&problem(), Path::new("/dev/null"), Some(Format::Lp)).unwrap();
    if Path::new("/dev/full").exists() {
        let full = write(&problem(), Path::new("/dev/full"), Some(Format::Lp)).unwrap_err().to_string();
        assert!(full.starts_with("/dev/full: cannot be written: "), "{full}");
    }
    assert_eq!(folder.names(), ["link.mps", "target.mps"]);
}

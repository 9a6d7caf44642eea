//! The reader of free-format MPS: what it understands, and what it says about the rest.

use luthier::io::parse_mps;
use luthier::{Error, Problem, Sense};

const INFINITY: f64 = f64::INFINITY;

fn read(text: &str) -> Problem {
    parse_mps("test.mps", text).unwrap()
}

fn message(text: &str) -> String {
    let error = parse_mps("test.mps", text).unwrap_err();
    assert!(matches!(error, Error::File { .. }), "{error}");
    error.to_string()
}

const WHOLE: &str = "NAME a name
OBJSENSE
    MAX
ROWS
 N obj
 N other
 L l
 G g
 E e
 L lr
 G gr
 E ep
 E em
COLUMNS
 x obj 1 l 2
 x g 3 e -4 
 x other 9
 y lr 1.5D+1 gr .5
 y ep 1 em 1
 z obj -1e-3
RHS
 l 10 g 1
 e 2 lr 8
 gr 3 ep 4
 em 5 obj 7
RANGES
 r lr 3 gr 2
 r ep 1
 r em -1
BOUNDS
 UP b x 4
 FR y
 UP b z -2
ENDATA
";

#[test]
fn every_section_is_understood() {
    let p = read(WHOLE);
    assert_eq!((p.name(), p.sense(), p.offset()), ("a name", Sense::Maximize, -7.0));
    assert_eq!(p.objective(), [1.0, 0.0, -1e-3]);
    assert_eq!(p.row_lower(), [-INFINITY, 1.0, 2.0, 5.0, 3.0, 4.0, 4.0]);
    assert_eq!(p.row_upper(), [10.0, INFINITY, 2.0, 8.0, 5.0, 5.0, 5.0]);
    assert_eq!(p.lower(), [0.0, -INFINITY, -INFINITY]);
    assert_eq!(p.upper(), [4.0, INFINITY, -2.0]);
    assert_eq!(p.matrix().nonzeros(), 7);
    assert_eq!((p.row_name(3), p.column_name(2)), (Some("lr"), Some("z")));
    let mut column: Vec<_> = p.matrix().column(1).collect();
    column.sort_by_key(|e| e.0);
    assert_eq!(column, [(3, 15.0), (4, 0.5), (5, 1.0), (6, 1.0)]);
}

#[test]
fn line_ends_and_comments_do_not_matter() {
    let expected = read(WHOLE).fingerprint();
    assert_eq!(read(&WHOLE.replace('\n', "\r\n")).fingerprint(), expected);
    assert_eq!(read(&WHOLE.replace("ROWS\n", "* comment\n\nROWS\n")).fingerprint(), expected);
    assert_eq!(read(&format!("\u{feff}{WHOLE}")).fingerprint(), expected);
    assert_eq!(read(&WHOLE.replace("OBJSENSE\n    MAX", "OBJSENSE MAXIMIZE")).fingerprint(), expected);
}

#[test]
fn errors_say_where_and_what() {
    let change = |from: &str, to: &str| message(&WHOLE.replacen(from, to, 1));
    assert_eq!(message(""), "test.mps: the file ends without ENDATA; it looks truncated");
    assert_eq!(change(" x g 3 e -4", " x g 3 f -4"), "test.mps:16: row 'f' was not declared in ROWS");
    assert_eq!(change(" x g 3", " x g 3..1"), "test.mps:16: '3..1' is not a number");
    assert_eq!(change(" x g 3", " x g nan"), "test.mps:16: 'nan' is not a number");
    assert_eq!(change(" G g", " Q g"), "test.mps:8: row type 'Q'; expected N, L, G or E");
    assert_eq!(change(" G g", " G l"), "test.mps:8: row 'l' was declared before");
    assert_eq!(
        change(" x g 3", " x l 3"),
        "test.mps:16: column 'x' has two entries in one row; the first is on line 15"
    );
    assert_eq!(change(" FR y", " FR w"), "test.mps:32: column 'w' has no entries in COLUMNS");
    assert_eq!(change(" FR y", " XX y"), "test.mps:32: bound type 'XX'; expected UP, LO, FX, FR, MI or PL");
    assert!(change("RANGES", "QUADOBJ").starts_with("test.mps:26: section 'QUADOBJ' is not supported"));
    assert_eq!(change("RANGES", "COLUMNS"), "test.mps:26: section COLUMNS is out of order or repeated");
    assert_eq!(change("RANGES", "OBJSENSE"), "test.mps:26: OBJSENSE must come before ROWS, and once");
    assert_eq!(change("    MAX", "    BIG"), "test.mps:3: objective sense 'BIG'; expected MIN or MAX");
    assert!(change(" x other 9", " m 'MARKER' 'INTORG'").contains("integer variables are not supported"));
}

#[test]
fn every_prefix_is_an_answer_or_an_error() {
    let complete = WHOLE.trim_end().len();
    for end in 0..WHOLE.len() {
        let result = parse_mps("test.mps", &WHOLE[..end]);
        assert_eq!(result.is_ok(), end >= complete, "{end} of {} bytes", WHOLE.len());
    }
}

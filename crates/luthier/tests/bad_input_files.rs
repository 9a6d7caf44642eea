//! Bad inputs, table D: files. Every test is named after its row of the table. Memory is counted, and stays small
//! whatever is read.
//!
//! More of the same is elsewhere: D3, D8 to D10 and D13 word for word in `mps_format_errors` and `lp_format_errors`, D11
//! and D12 in `mps_format`, D14 in `lp_format`, D16 in `writing` and `solution_files`, D17 in `solution_files`, and of D18
//! what concerns the command (`-`, `--`) in the tests of `luthier-cli`.
//!
//! D15: names are found by hashing with a seed that differs from run to run, so that no file can be made whose names
//! collide; there is nothing to test about that.

mod support;

use luthier::io::{
    Format, ReadOptions, parse, parse_solution, read, read_solution, read_stream, write, write_solution,
};
use luthier::{Error, Parameters, Problem, solve};
use std::io::{Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};
use support::files::Folder;
use support::memory::{self, measured};
use support::streams::{ByteByByte, Endless};

#[global_allocator]
static MEMORY: memory::Counting = memory::Counting;

const MPS: &str = "NAME t\nROWS\n N cost\n L cap\n G dem\nCOLUMNS\n x cost 1 cap 2\n x dem 3\n y cost -1 cap 1\nRHS\n \
                   rhs cap 4 dem 5\nBOUNDS\n UP bnd x 9\nENDATA\n";
const LP: &str = "min x - y\nst\n cap: 2 x + y <= 4\n dem: 3 x >= 5\nbounds\n x <= 9\nend\n";

/// The most that reading something that is refused may hold.
const LITTLE: usize = 64 << 20;

fn options() -> ReadOptions {
    ReadOptions::default()
}

fn problem() -> Problem {
    parse("t", MPS.as_bytes(), &options()).unwrap()
}

fn message<T>(result: Result<T, Error>) -> String {
    result.map(drop).expect_err("it was read").to_string()
}

/// What is said about a file when it is read as a model, as a solution and as parameters, without its name.
fn said_of(path: &Path) -> [String; 3] {
    let shown = path.display().to_string();
    [
        message(read(path, &options())),
        message(read_solution(path, &options())),
        message(Parameters::read(path)),
    ]
    .map(|message| {
        assert!(message.starts_with(&shown), "{message}");
        message[shown.len()..].to_owned()
    })
}

/// What is said about a stream, of which little may be held in memory.
fn said_of_stream(stream: impl Read, options: &ReadOptions) -> String {
    let (result, peak) = measured(|| read_stream("s", stream, options));
    assert!(peak < LITTLE, "{peak} bytes");
    message(result)
}

fn compressed(compression: &str, text: &[u8]) -> Vec<u8> {
    match compression {
        "gzip" => {
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
            encoder.write_all(text).unwrap();
            encoder.finish().unwrap()
        }
        "bzip2" => {
            let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::best());
            encoder.write_all(text).unwrap();
            encoder.finish().unwrap()
        }
        _ => ruzstd::encoding::compress_to_vec(text, ruzstd::encoding::CompressionLevel::Fastest),
    }
}

const COMPRESSIONS: [&str; 3] = ["gzip", "bzip2", "zstd"];

/// Reads bytes, and tells all that they say.
type Reading = fn(&[u8]) -> Result<String, Error>;

/// The texts of a model in both formats and of its solution in both layouts, with a function that reads them.
fn texts() -> Vec<(Vec<u8>, Reading)> {
    let model = |bytes: &[u8]| parse("t", bytes, &options()).map(|p| format!("{:?}", p.fingerprint()));
    let solution = |bytes: &[u8]| parse_solution("t", bytes, &options()).map(|file| format!("{file:?}"));
    let folder = Folder::new(&format!("texts-{:?}", std::thread::current().id()));
    let (problem, parameters) = (problem(), Parameters { iteration_limit: 10, ..Parameters::default() });
    let solved = solve(&problem, &parameters).unwrap();
    let written = |name: &str| {
        write_solution(&folder.join(name), &problem, &parameters, &solved).unwrap();
        std::fs::read(folder.join(name)).unwrap()
    };
    vec![(MPS.into(), model), (LP.into(), model), (written("s.json"), solution), (written("s.sol"), solution)]
}

#[test]
fn d01_no_file_a_folder_and_no_permission() {
    let folder = Folder::new("d01");
    for said in said_of(&folder.join("missing.mps")) {
        assert_eq!(said, ": there is no such file");
    }
    for said in said_of(folder.path()) {
        assert_eq!(said, ": is a directory; expected a file");
    }
    let below = folder.join("file");
    std::fs::write(&below, MPS).unwrap();
    assert!(said_of(&below.join("model.mps"))[0].starts_with(": cannot be read: "));
}

#[cfg(unix)]
#[test]
fn d01_a_file_that_may_not_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("d01-permission");
    let path = folder.join("model.mps");
    std::fs::write(&path, MPS).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o000)).unwrap();
    if std::fs::File::open(&path).is_ok() {
        eprintln!("skipped: permissions do not bind this user");
        return;
    }
    for said in said_of(&path) {
        assert_eq!(said, ": cannot be read: permission denied");
    }
}

#[cfg(unix)]
#[test]
fn d01_pipes_are_read_and_zeros_are_refused_at_once() {
    let folder = Folder::new("d01-pipe");
    let pipe = folder.join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    if !made.is_ok_and(|status| status.success()) {
        eprintln!("skipped: mkfifo is not there");
        return;
    }
    let writer = {
        let pipe = pipe.clone();
        std::thread::spawn(move || std::fs::write(pipe, compressed("gzip", MPS.as_bytes())).unwrap())
    };
    assert_eq!(read(&pipe, &options()).unwrap().fingerprint(), problem().fingerprint());
    writer.join().unwrap();
    let (said, peak) = measured(|| said_of(Path::new("/dev/zero")));
    assert!(said[0].starts_with(":1:1: a NUL byte") && said[1].starts_with(":1:1: a NUL byte"), "{said:?}");
    assert!(said[2].starts_with(": holds more than 1048576 bytes"), "{said:?}");
    assert!(peak < LITTLE, "{peak} bytes");
}

#[test]
fn d01_endless_streams_end_at_the_limit_in_little_memory() {
    let limited = ReadOptions { max_bytes: 60 << 20, ..options() };
    let beyond = "s: holds more than 62914560 bytes of text, which is the limit; \
                  raise the limit (--max-bytes) if that is right";
    let (free, fixed, lp) = (Some(Format::FreeMps), Some(Format::FixedMps), Some(Format::Lp));
    let cases: [(&str, &str, &[Option<Format>]); 8] = [
        ("", "* a comment\n", &[None, free, fixed]),
        ("", "\\ a comment\n", &[None, lp]),
        ("", "\n", &[None, free, fixed, lp]),
        ("", " \r\n\t\r", &[None, free, fixed, lp]),
        ("NAME\n", "* a comment\n", &[None, free, fixed]),
        ("ROWS\n N  cost\nCOLUMNS\n", "\n", &[None, free, fixed]),
        ("min x\n", "\\ a comment\n", &[None, lp]),
        ("min x\nst\n", "\n\n", &[None, lp]),
    ];
    for (first, repeated, formats) in cases {
        for format in formats {
            let options = ReadOptions { format: *format, ..limited.clone() };
            let said = said_of_stream(Endless::new(first, repeated.as_bytes()), &options);
            assert_eq!(said, beyond, "{first:?} {repeated:?} {format:?}");
        }
    }
    // Rows that are all the same are refused where the second one is.
    let said = said_of_stream(Endless::new("ROWS\n", b" L cap\n"), &limited);
    assert!(said.starts_with("s:3:4: row 'cap' was declared before"), "{said}");
    let said = said_of_stream(Endless::new("Model status\n", b"Optimal\n"), &limited);
    assert!(said.starts_with("s:1:1: 'Model'; expected an MPS file"), "{said}");
    let many = ReadOptions { max_bytes: 4 << 20, ..options() };
    let said = said_of_stream(Endless::new("min\n", b"+ 1 x\n"), &many);
    assert!(said.starts_with("s:3:5: column 'x' has a second entry in the objective"), "{said}");
    let said = said_of_stream(Endless::new("min\n", b"+ 1\n"), &many);
    assert!(said.starts_with("s: holds more than 4194304 bytes"), "{said}");
}

#[test]
fn d02_nothing_and_only_comments() {
    for text in ["", "\n\n", "* only\n* comments\n", "\\ only comments", "\u{feff}", " \t\r\n"] {
        let said = message(parse("t", text.as_bytes(), &options()));
        assert_eq!(
            said,
            "t: holds no model, only blanks and comments; expected an MPS file with a ROWS section, or an LP file"
        );
        let forced =
            |format| message(parse("t", text.as_bytes(), &ReadOptions { format: Some(format), ..options() }));
        if !text.starts_with('\\') {
            assert!(forced(Format::FreeMps).contains("there is no ROWS section"), "{text:?}");
        }
        if !text.starts_with('*') {
            assert!(forced(Format::Lp).contains("there is no objective"), "{text:?}");
        }
    }
    let said = message(parse_solution("t", b" \n\n", &options()));
    assert_eq!(said, "t: is empty; expected a solution in JSON or in the raw layout of HiGHS");
}

#[test]
fn d03_garbage_is_refused_in_its_first_line() {
    for text in
        ["blah blah\nblah\n", "%PDF-1.7\n", "<html>", "#!/bin/sh\n", "\u{1f600}", "x,y\n1,2\n", "\u{7f}ELF"]
    {
        for said in [
            message(parse("t", text.as_bytes(), &options())),
            message(parse_solution("t", text.as_bytes(), &options())),
        ] {
            assert!(said.starts_with("t:1:1: '") && said.contains("; expected "), "{said}");
        }
    }
    let json = message(parse_solution("t", b"{\"a\": 1}", &options()));
    assert!(json.starts_with("t:1:"), "{json}");
    let archive = message(parse("t", b"PK\x03\x04rest", &options()));
    assert_eq!(
        archive,
        "t: is a zip archive; expected text, plain or compressed with gzip, bzip2 or zstd; unpack it first"
    );
}

#[test]
fn d04_every_prefix_is_refused_or_is_the_whole() {
    let mut all = texts();
    let (model, solution) = (all[0].1, all[2].1);
    for text in [
        include_str!("models/blend.lp"),
        include_str!("models/shifts.lp"),
        include_str!("../../../fuzz/corpus/lp/words.lp"),
        include_str!("../../../fuzz/corpus/mps/fixed.mps"),
        include_str!("../../../fuzz/corpus/mps/integers.mps"),
        include_str!("../../../fuzz/corpus/mps/directives.mps"),
    ] {
        all.push((text.into(), model));
    }
    for text in [
        include_str!("../../../fuzz/corpus/solution/full.json"),
        include_str!("../../../fuzz/corpus/solution/ours.sol"),
        include_str!("../../../fuzz/corpus/solution/raw.sol"),
    ] {
        all.push((text.into(), solution));
    }
    for (text, read) in all {
        let whole = read(&text).unwrap();
        let mut complete = 0;
        for end in 0..text.len() {
            match read(&text[..end]) {
                Ok(prefix) => {
                    assert_eq!(prefix, whole, "{:?}", String::from_utf8_lossy(&text[..end]));
                    complete += 1;
                }
                Err(Error::File(d)) => {
                    // Where there is nothing yet, there is no place to point at.
                    let nothing =
                        ["only blanks and comments", "is empty"].iter().any(|w| d.problem.contains(w));
                    assert!(d.line > 0 || nothing, "{d}");
                }
                Err(other) => panic!("{other}"),
            }
        }
        // The last line break may be missing.
        assert!(complete <= 1, "{complete}");
    }
}

#[test]
fn d05_compressed_files_that_are_cut_or_damaged() {
    for (text, read) in texts() {
        let whole = read(&text).unwrap();
        for compression in COMPRESSIONS {
            let bytes = compressed(compression, &text);
            assert_eq!(read(&bytes).unwrap(), whole);
            for end in 0..bytes.len() {
                let said = message(read(&bytes[..end]));
                // So short that nothing tells the compression.
                let told = end >= 10;
                let early = format!("t: the {compression} stream ends early; the file looks truncated");
                assert!(said == early || !told, "{end} of {} bytes of {compression}: {said}", bytes.len());
            }
            for at in 0..bytes.len() {
                let mut damaged = bytes.clone();
                damaged[at] ^= 0x20;
                if let Ok(read) = read(&damaged) {
                    assert_eq!(read, whole, "{compression}, byte {at}");
                }
            }
        }
    }
    let damaged = {
        let mut bytes = compressed("zstd", MPS.as_bytes());
        *bytes.last_mut().unwrap() ^= 1;
        message(parse("t", &bytes, &options()))
    };
    assert_eq!(damaged, "t: the zstd stream is damaged: its checksum does not match its content");
}

#[test]
fn d05_the_content_tells_and_not_the_name() {
    let folder = Folder::new("d05");
    for (name, bytes) in [
        ("plain.mps.gz", MPS.as_bytes().to_vec()),
        ("gzip.mps", compressed("gzip", MPS.as_bytes())),
        ("gzip.mps.bz2", compressed("gzip", MPS.as_bytes())),
        ("zstd.lp.gz", compressed("zstd", LP.as_bytes())),
        ("bzip2", compressed("bzip2", MPS.as_bytes())),
        ("lp.mps", LP.into()),
        (
            "several.gz",
            [compressed("gzip", &MPS.as_bytes()[..30]), compressed("gzip", &MPS.as_bytes()[30..])].concat(),
        ),
        (
            "several.bz2",
            [compressed("bzip2", &MPS.as_bytes()[..30]), compressed("bzip2", &MPS.as_bytes()[30..])].concat(),
        ),
        (
            "several.zst",
            [compressed("zstd", &MPS.as_bytes()[..30]), compressed("zstd", &MPS.as_bytes()[30..])].concat(),
        ),
    ] {
        std::fs::write(folder.join(name), bytes).unwrap();
        let found = read(&folder.join(name), &options()).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!((found.rows(), found.columns()), (2, 2), "{name}");
    }
}

#[test]
fn d06_bombs_end_at_the_limit_in_little_memory() {
    let limited = ReadOptions { max_bytes: 40 << 20, ..options() };
    for compression in COMPRESSIONS {
        for fill in [b'\n', b' ', 0, b'x'] {
            let text = [MPS.as_bytes(), &vec![fill; 48 << 20]].concat();
            let bomb = compressed(compression, &text);
            assert!(bomb.len() < text.len() / 500, "{compression}: {} bytes", bomb.len());
            let (result, peak) = measured(|| parse("t", &bomb, &limited));
            let said = message(result);
            let expected = match fill {
                b'\n' => "t: holds more than 41943040 bytes of text",
                0 => "t:15:1: a NUL byte",
                _ => "t:15: the line is longer than 16 MiB",
            };
            assert!(said.starts_with(expected), "{compression} {fill}: {said}");
            assert!(peak < LITTLE, "{compression} {fill}: {peak} bytes");
            let (result, peak) = measured(|| read_stream("t", &bomb[..], &limited));
            assert_eq!(message(result), said);
            assert!(peak < LITTLE, "{compression} {fill}: {peak} bytes");
        }
    }
    let json = compressed("gzip", &[b"{".as_slice(), &vec![b' '; 48 << 20]].concat());
    let few = ReadOptions { max_bytes: 8 << 20, ..options() };
    let (result, peak) = measured(|| parse_solution("t", &json, &few));
    assert!(message(result).starts_with("t: holds more than 8388608 bytes of text"));
    assert!(peak < LITTLE, "{peak} bytes");
}

#[test]
fn d06_a_line_without_end_is_refused_in_little_memory() {
    for first in ["", "* ", "\\ ", "ROWS\n N ", "ROWS\n N c\nCOLUMNS\n x c ", "min ", "min x\nst\n c: x >= "]
    {
        let said = said_of_stream(Endless::new(first, b"123456789 "), &options());
        let line = 1 + first.matches('\n').count();
        assert_eq!(
            said,
            format!("s:{line}: the line is longer than 16 MiB; expected shorter lines"),
            "{first:?}"
        );
    }
}

#[test]
fn d06_a_word_of_megabytes_is_cut_in_messages() {
    let word = "w".repeat(8 << 20);
    for text in [
        format!("ROWS\n N c\nCOLUMNS\n x {word} 1\nENDATA\n"),
        format!("ROWS\n {word} c\nENDATA\n"),
        format!("ROWS\n N c\nCOLUMNS\n x c {word}\nENDATA\n"),
        format!("{word}\n"),
        format!("ROWS\n{word}\n"),
        format!("min x\nst\n c: x {word} >= 1\nend\n"),
        format!("min x\nst\nbounds\n {word} >= 1\nend\n"),
        format!("min x\nst\n {word}: x >= 1\n {word}: x >= 2\nend\n"),
    ] {
        let said = message(parse("t", text.as_bytes(), &options()));
        assert!(said.len() < 500 && said.contains("wwwww..."), "{} bytes: {}", said.len(), &said[..200]);
    }
}

#[test]
fn d06_many_short_lines_are_read_in_memory_of_their_number() {
    let columns: String = (0..200_000).map(|j| format!(" x{j} c 1\n")).collect();
    let text = format!("ROWS\n N c\nCOLUMNS\n{columns}ENDATA\n");
    let (result, peak) = measured(|| parse("t", text.as_bytes(), &options()));
    assert_eq!(result.unwrap().columns(), 200_000);
    assert!(peak < 20 * text.len(), "{peak} bytes for {} bytes of text", text.len());
}

#[test]
fn d07_encodings_and_line_ends() {
    for (text, read) in texts() {
        let whole = read(&text).unwrap();
        let string = String::from_utf8(text.clone()).unwrap();
        for same in [
            format!("\u{feff}{string}"),
            string.replace('\n', "\r\n"),
            string.replace('\n', "\r"),
            string.trim_end().to_owned(),
        ] {
            // JSON has no line ends of its own, and a carriage return alone is a blank there.
            let found = read(same.as_bytes()).unwrap_or_else(|e| panic!("{e}\n{same:?}"));
            assert_eq!(found, whole, "{same:?}");
        }
        for (bytes, expected) in [
            (utf16(&string, true), ": is UTF-16 text; expected UTF-8"),
            (
                utf16(&string, false),
                if string.starts_with('{') { "not JSON" } else { "a NUL byte; expected text" },
            ),
            ([b"\xfe\xff\0x".as_slice(), &text].concat(), ": is UTF-16 text; expected UTF-8"),
            (string.replacen("cap", "c\0p", 1).into_bytes(), ""),
            ([&text[..text.len() / 2], b"\xff\xfe", &text[text.len() / 2..]].concat(), ""),
        ] {
            let said = message(read(&bytes));
            assert!(said.contains(expected) && said.starts_with("t:"), "{said}");
        }
    }
    let tabs = MPS.replace(' ', "\t");
    assert_eq!(parse("t", tabs.as_bytes(), &options()).unwrap().fingerprint(), problem().fingerprint());
}

fn utf16(text: &str, mark: bool) -> Vec<u8> {
    let units = mark.then_some(0xfeff).into_iter().chain(text.encode_utf16());
    units.flat_map(u16::to_le_bytes).collect()
}

#[test]
fn d07_pieces_of_any_size_are_the_same_text() {
    for text in [MPS.to_owned(), LP.to_owned(), MPS.replace('\n', "\r\n"), LP.replace('\n', "\r")] {
        let whole = parse("t", text.as_bytes(), &options()).unwrap();
        let pieces = read_stream("t", ByteByByte(text.as_bytes()), &options()).unwrap();
        assert_eq!(pieces.fingerprint(), whole.fingerprint());
        for compression in COMPRESSIONS {
            let bytes = compressed(compression, text.as_bytes());
            let pieces = read_stream("t", ByteByByte(&bytes), &options()).unwrap();
            assert_eq!(pieces.fingerprint(), whole.fingerprint(), "{compression}");
        }
    }
    // Names with blanks need a second look at the stream, which is there as long as the stream is not long.
    let fixed = "NAME\nROWS\n N  THE COST\nCOLUMNS\n    X         THE COST           1.0\nENDATA\n";
    assert_eq!(read_stream("t", ByteByByte(fixed.as_bytes()), &options()).unwrap().objective(), [1.0]);
    let long = format!("{}{fixed}", "* comment\n".repeat(1_800_000));
    let said = message(read_stream("t", long.as_bytes(), &options()));
    assert_eq!(
        said,
        "t: the comments before the model are too long to tell its format from a stream; name the format (--format), or \
         read a file"
    );
    let named = ReadOptions { format: Some(Format::FixedMps), ..options() };
    assert_eq!(read_stream("t", long.as_bytes(), &named).unwrap().objective(), [1.0]);
    let rest = fixed.replace("ROWS\n", &("ROWS\n".to_owned() + &"* comment\n".repeat(1_800_000)));
    let said = message(read_stream("t", rest.as_bytes(), &options()));
    assert!(said.ends_with("; if names contain blanks, name the format (--format fixed-mps)"), "{said}");
    assert_eq!(
        parse("t", rest.as_bytes(), &options()).unwrap().objective(),
        [1.0],
        "memory can be read twice"
    );
}

#[test]
fn d08_sections_unknown_out_of_order_and_repeated() {
    for (text, expected) in [
        (MPS.replace("RHS\n", "RHSS\n"), "t:10:1: 'RHSS' is no section; "),
        (MPS.replace("RHS\n", "COLUMNS\n"), "t:10:1: section COLUMNS is repeated or out of order; "),
        (MPS.replace("ROWS\n", "COLUMNS\n"), "t:2:1: section COLUMNS before ROWS; "),
        (MPS.replace("ENDATA", "NAME"), "t:14:1: section NAME is repeated or out of order; "),
        (LP.replace("bounds\n", "subject to\n"), "t:5:1: section Subject To is repeated or out of order; "),
        (LP.replace("bounds\n", "max y\n"), "t:5:1: a second objective; "),
    ] {
        let said = message(parse("t", text.as_bytes(), &options()));
        assert!(said.starts_with(expected), "{said}");
    }
}

#[test]
fn d09_names_that_are_not_known() {
    for (text, expected) in [
        (
            MPS.replace(" x dem", " x den"),
            "t:8:4: row 'den' is not known; expected one of the section ROWS; did you mean 'dem'?",
        ),
        (
            MPS.replace("cap 4", "caps 4"),
            "t:11:6: row 'caps' is not known; expected one of the section ROWS; did you mean 'cap'?",
        ),
        (
            MPS.replace("bnd x", "bnd z"),
            "t:13:9: column 'z' is not known; expected one of the section COLUMNS",
        ),
        (
            LP.replace(" x <= 9", " xx <= 9"),
            "t:6:2: column 'xx' is not known; expected one of the objective or the constraints; did you mean 'x'?",
        ),
    ] {
        assert_eq!(message(parse("t", text.as_bytes(), &options())), expected);
    }
}

#[test]
fn d10_numbers_of_all_kinds() {
    for (word, value) in [("1.0D+5", 1e5), ("+.5", 0.5), ("5.", 5.0), ("-1d-2", -0.01)] {
        let p = parse("t", MPS.replace("cap 4", &format!("cap {word}")).as_bytes(), &options()).unwrap();
        assert_eq!(p.row_upper()[0], value, "{word}");
    }
    for word in ["1e", "0x1p3", "1,5", "--3", "1.5.2", "\u{661}", "NaN", "1 2"] {
        let said = message(parse("t", MPS.replace("cap 4", &format!("cap {word}")).as_bytes(), &options()));
        assert!(said.starts_with("t:11:"), "{word}: {said}");
        // In the LP format signs may be doubled, a coefficient may touch its variable (1 e, 0 x1p3), and what is no digit
        // of ASCII is part of a name.
        if !["--3", "1e", "0x1p3", "\u{661}"].contains(&word) {
            let said = message(parse("t", LP.replace("<= 4", &format!("<= {word}")).as_bytes(), &options()));
            assert!(said.starts_with("t:3:") || said.starts_with("t:4:"), "{word}: {said}");
        }
    }
}

#[test]
fn d11_d12_sets_and_bounds_with_a_warning() {
    for (text, code) in [
        (MPS.replace("dem 5", "dem 5\n other cap 9"), "set_ignored"),
        (MPS.replace("x 9", "x -9"), "negative_upper_bound"),
        (MPS.replace(" x cost", " M 'MARKER' 'INTORG'\n x cost"), "integrality_relaxed"),
    ] {
        let p = parse("t", text.as_bytes(), &options()).unwrap();
        assert_eq!(p.warnings().iter().map(|w| w.code()).collect::<Vec<_>>(), [code]);
    }
    for order in [" MI bnd x\n UP bnd x -9", " UP bnd x -9\n MI bnd x"] {
        let p = parse("t", MPS.replace(" UP bnd x 9", order).as_bytes(), &options()).unwrap();
        assert_eq!((p.lower()[0], p.upper()[0], p.warnings()), (f64::NEG_INFINITY, -9.0, &[][..]));
    }
}

#[test]
fn d13_what_is_not_linear() {
    for text in [
        MPS.replace("ENDATA", "QUADOBJ\n x x 1\nENDATA"),
        MPS.replace("ENDATA", "SOS\nENDATA"),
        MPS.replace("ENDATA", "INDICATORS\nENDATA"),
        MPS.replace(" UP bnd x 9", " SC bnd x 9"),
        LP.replace("2 x + y", "2 x * y"),
        LP.replace("2 x + y", "[ x ^ 2 ] + y"),
        LP.replace("end", "semis\n x\nend"),
    ] {
        let said = message(parse("t", text.as_bytes(), &options()));
        assert!(said.contains("not supported: Luthier solves linear programs only"), "{said}");
    }
}

#[test]
fn d14_words_of_the_format_as_names() {
    let text = "min end + free\nst\n st: end + bounds >= 1\nbounds\n end <= 4\n free free\nend\n";
    let p = parse("t", text.as_bytes(), &options()).unwrap();
    assert_eq!(p.column_names().unwrap().iter().collect::<Vec<_>>(), ["end", "free", "bounds"]);
    let number = message(parse("t", b"min 1e5 + x\nst\n 1e5: x >= 1\nend\n", &options()));
    assert!(number.starts_with("t:3:5: "), "{number}");
    let p =
        parse("t", b"ROWS\n N 1e5\n L ENDATA\nCOLUMNS\n RHS 1e5 1 ENDATA 2\nENDATA\n", &options()).unwrap();
    assert_eq!((p.objective(), p.row_name(0), p.column_name(0)), (&[1.0][..], Some("ENDATA"), Some("RHS")));
}

/// How long reading takes, the best of three.
fn seconds(text: &str, options: &ReadOptions) -> Duration {
    let once = || {
        let began = Instant::now();
        let _ = parse("t", text.as_bytes(), options);
        began.elapsed()
    };
    (0..3).map(|_| once()).min().unwrap()
}

#[test]
fn d15_time_is_linear_in_size() {
    let lines = |count: usize, line: &dyn Fn(usize) -> String| (0..count).map(line).collect::<String>();
    let rows = |n: usize| lines(n, &|i| format!(" L row{i}\n"));
    let scattered = |n: usize| {
        // Every line is of another column than the one before.
        let entries = lines(3 * n, &|k| format!(" c{} row{} 1\n", k % n, (k * 7 + k / n) % n));
        format!("ROWS\n N f\n{}COLUMNS\n{entries}ENDATA\n", rows(n))
    };
    let long_names = |n: usize| {
        let name = |k: usize| format!("{}{k}", "a_long_prefix_that_all_names_share_".repeat(4));
        let rows = lines(n, &|i| format!(" L {}\n", name(i)));
        let entries = lines(n, &|j| format!(" {} {} 1\n", name(j), name(n - 1 - j)));
        format!("ROWS\n N f\n{rows}COLUMNS\n{entries}ENDATA\n")
    };
    let duplicates = |n: usize| {
        let entries = lines(n, &|_| " x row0 1\n".to_owned());
        format!("ROWS\n N f\n L row0\nCOLUMNS\n{entries}ENDATA\n")
    };
    let sets = |n: usize| {
        let sets = lines(n, &|k| format!(" set{k} row0 1\n"));
        format!("ROWS\n N f\n L row0\nCOLUMNS\n x f 1\nRHS\n{sets}ENDATA\n")
    };
    let misspelt = |n: usize| {
        // The nearest of all names is looked for; all of them are about as near.
        let name = |k: usize| format!("{}{k:06}", "some_long_name_".repeat(4));
        let rows = lines(n, &|i| format!(" L {}\n", name(i)));
        format!("ROWS\n N f\n{rows}COLUMNS\n x {} 1\nENDATA\n", name(0).replace("0", "?"))
    };
    let unnamed = |n: usize| {
        format!("min x\nst\n{}end\n", lines(n, &|k| format!("x >= {k}\nR{}_: x >= 1\n", 2 * k + 1)))
    };
    let pieces = |n: usize| format!("min {}\nst\nend\n", lines(n, &|k| format!("+ {k} x{k} ")));
    let integers = |n: usize| {
        format!(
            "min {}\nst\ngenerals\n{}end\n",
            lines(n, &|k| format!("+ x{k}\n")),
            lines(n, &|k| format!("x{}\n", n - 1 - k))
        )
    };
    let lenient = ReadOptions { lenient: true, ..options() };
    let makers: [(&str, &dyn Fn(usize) -> String); 9] = [
        ("scattered", &scattered),
        ("long names", &long_names),
        ("duplicates", &duplicates),
        ("sets", &sets),
        ("misspelt", &misspelt),
        ("unnamed", &unnamed),
        ("one line", &pieces),
        ("integers", &integers),
        ("ranges of one kind", &|n| scattered(n).replace(" L ", " E ")),
    ];
    for (what, maker) in makers {
        // Eight times the size; squared time would be 64 times as long. The machine may be busy with others: then again.
        let (small, large) = (maker(3000), maker(24_000));
        let (mut short, mut long) = (Duration::MAX, Duration::MAX);
        let linear = (0..5).any(|_| {
            short = short.min(seconds(&small, &lenient));
            long = long.min(seconds(&large, &lenient));
            long.as_secs_f64() / short.as_secs_f64().max(1e-3) < 30.0
        });
        assert!(linear, "{what}: {short:?}, then {long:?}");
    }
}

#[test]
fn d16_a_place_where_nothing_can_be_written() {
    let folder = Folder::new("d16");
    let path = folder.join("kept.mps");
    std::fs::write(&path, "precious").unwrap();
    let crossed = problem().with_data().row_bounds(vec![5.0; 2], vec![3.0; 2]).build().unwrap();
    assert!(message(write(&crossed, &path, None)).contains("cannot be written: row 'cap'"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "precious");
    assert!(
        message(write(&problem(), &folder.join("no/such/folder.mps"), None)).contains("cannot be written")
    );
    if Path::new("/dev/full").exists() {
        let full = message(write(&problem(), Path::new("/dev/full"), Some(Format::FreeMps)));
        assert!(full.starts_with("/dev/full: cannot be written: "), "{full}");
    }
}

#[test]
fn d17_a_solution_of_another_model() {
    let solution = &texts()[2].0;
    let file = parse_solution("t", solution, &options()).unwrap();
    let other = parse("o", b"min a + b\nst\n c: a + b >= 1\nend\n", &options()).unwrap();
    let said = message(file.start(&other));
    assert_eq!(said, "t: has no row and no variable of this model; it is a solution of another model");
    assert!(message(file.point(&other)).starts_with("t: is not a solution of this model: "));
    let partly = parse("o", b"min x + b\nst\n cap: x + b >= 1\nend\n", &options()).unwrap();
    let (_, mismatches) = file.start(&partly).unwrap();
    assert_eq!(mismatches[0].to_string(), "1 variable of the file is not in the model ('y')");
    assert_eq!(mismatches.len(), 4, "{mismatches:?}");
}

#[test]
fn d18_paths_of_all_kinds() {
    let folder = Folder::new("d18");
    std::fs::create_dir(folder.join("sub folder")).unwrap();
    for name in [
        "a b.mps",
        "gr\u{fc}\u{df}e \u{65e5}\u{672c}.mps",
        "-",
        "--",
        "-x.mps",
        "*?.mps",
        "sub folder/../sub folder/m.mps",
    ] {
        let path = folder.join(name);
        write(&problem(), &path, Some(Format::FreeMps)).unwrap();
        assert_eq!(read(&path, &options()).unwrap().fingerprint(), problem().fingerprint(), "{name}");
    }
    let long = folder.join(&format!("{}.mps", "n".repeat(300)));
    assert!(message(write(&problem(), &long, None)).contains("cannot be written: "));
    assert!(said_of(&long)[0].starts_with(": cannot be read: "));
    let escapes = message(read(Path::new("\u{1b}[31m.mps"), &options()));
    assert_eq!(escapes, "\\u{1b}[31m.mps: there is no such file");
}

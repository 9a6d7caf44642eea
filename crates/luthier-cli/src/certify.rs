//! `luthier certify`: runs the sealed problems of a study and says what they show.

use crate::arguments::CertifyArguments;
use crate::console::{GOOD, STRONG, WARNING, styled};
use crate::exit::{Exit, Failure};
use crate::plan::needed;
use crate::tune::{Events, Watcher, command_line};
use luthier::escape_name;
use luthier_tune::{CERTIFICATE, Certificate, Kind, Study, SweepOptions, card};
use std::io::Write;

/// Certifies what a study found.
pub fn run(arguments: &CertifyArguments) -> Result<Exit, Failure> {
    let mut study = Study::resume(&arguments.study, &command_line(), false)?;
    let mut watcher = Watcher::new(arguments.quiet || arguments.json, study.view(), Events::new(false));
    let options =
        SweepOptions { threads: usize::try_from(arguments.threads).unwrap_or(0), ..SweepOptions::default() };
    let certificate = study.certify(arguments.confidence, &options, &mut watcher);
    watcher.end();
    let mut out = anstream::stdout().lock();
    let Some(certificate) = certificate? else {
        let kept = "interrupted: every trial that was done is kept; the same command goes on";
        // Programs read standard output as one document, or as nothing.
        if arguments.json {
            writeln!(anstream::stderr(), "{kept}")?
        } else {
            writeln!(out, "{kept}")?
        }
        return Ok(watcher.exit());
    };
    if arguments.json {
        write!(out, "{}", certificate.to_json())?;
    } else {
        print(&mut out, &study, &certificate)?;
    }
    out.flush()?;
    Ok(Exit::Success)
}

fn print(out: &mut impl Write, study: &Study, certificate: &Certificate) -> Result<(), Failure> {
    let lines = card(certificate);
    let style = if certificate.improves() { GOOD } else { WARNING };
    for (position, line) in lines.iter().enumerate() {
        let line = if position == 0 { styled(style, line) } else { line.clone() };
        writeln!(out, "{line}")?;
    }
    if !certificate.improves() {
        writeln!(out, "{}", advice(study, certificate))?;
    }
    let (directory, key) = (study.directory(), |word: &str| styled(STRONG, &format!("{word:<12}")));
    let file = escape_name(&directory.join(CERTIFICATE).display().to_string());
    writeln!(out, "\n{}{file}", key("written"))?;
    writeln!(
        out,
        "{}luthier verify {file} {}",
        key("check it"),
        escape_name(&directory.display().to_string())
    )?;
    Ok(())
}

/// What would be needed.
fn advice(study: &Study, certificate: &Certificate) -> String {
    let seen = certificate.statement(Kind::Speedup).map_or(1.0, |s| s.seen);
    match needed(study.view(), certificate) {
        Some(count) if seen > 1.0 => format!(
            "If the true speed-up is the one that was seen, {seen:.3}, about {count} sealed problems would prove that there is one."
        ),
        _ => "The sealed problems show no gain: more of them would hardly prove one.".to_owned(),
    }
}

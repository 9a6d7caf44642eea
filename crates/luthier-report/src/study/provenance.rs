//! Where it all comes from.

use super::Options;
use super::subject::Subject;
use crate::page::{Block, Code, Digits, Section, Table, Text};
use luthier_tune::{Side, clock::utc};

/// Problems whose fingerprints are listed; all of them are in the download.
const LISTED: usize = 5;

/// The section.
pub fn section(subject: &Subject, options: &Options) -> Section {
    let mut section =
        Section::new("provenance", "Where it comes from").short("Provenance").with(definitions(subject));
    section = section.with(builds(subject));
    if let Some(fingerprints) = fingerprints(subject) {
        section = section.with(fingerprints);
    }
    section = section.with(Code::file("study.toml", subject.view.question.to_toml()));
    if !options.command.is_empty() {
        section = section.with(Code::console("This page", format!("$ {}", options.command)));
    }
    section
}

fn definitions(subject: &Subject) -> Block {
    let (view, question) = (&subject.view, &subject.view.question);
    let name = |text: &str| Text::new().name(luthier::escape_name(text));
    let pair = |key: &str, value: Text| (Text::from(key), value);
    let sides = [("to tune on", Side::Train), ("to test on", Side::Test), ("sealed", Side::Sealed)];
    let counts: Vec<String> =
        sides.iter().map(|(words, side)| format!("{} {words}", view.instances.on(*side).len())).collect();
    let asked = subject.chronicle.questions.iter().map(|asked| utc(asked.at));
    let openings = subject.chronicle.openings.len();
    let mut pairs = vec![
        pair("Study", name(&subject.directory)),
        pair("Family", name(&question.family)),
        pair("Seed", question.seed.to_string().into()),
        pair("Problems", counts.join(", ").into()),
        pair("Split by", format!("{}, salt {}", question.split.name(), question.salt).into()),
        pair("Space", Text::new().code(question.space.clone())),
        pair("Search", view.search.map_or_else(|| "not decided yet".to_owned(), |s| s.to_string()).into()),
        pair("Cost", format!("{} to tolerance {:e}", view.cost.measure.words(), question.tolerance()).into()),
        pair("Preset", question.preset.as_str().into()),
        pair("Asked", asked.collect::<Vec<_>>().join("; ").into()),
        pair("Sealed set opened", times(openings).into()),
    ];
    if let Some(family) = &question.test_family {
        pairs.push(pair("Family of the test", name(family)));
    }
    Block::Definitions(pairs)
}

fn times(count: usize) -> String {
    match count {
        0 => "never".to_owned(),
        1 => "once".to_owned(),
        count => format!("{count} times"),
    }
}

fn builds(subject: &Subject) -> Table {
    let builds = &subject.chronicle.builds;
    Table::new()
        .caption("Builds that ran the trials")
        .text("build", builds.iter().map(|(build, _)| build.clone()))
        .number("trials", Digits::Count, builds.iter().map(|(_, trials)| *trials as f64))
}

/// The first problems; results are theirs and no others'.
fn fingerprints(subject: &Subject) -> Option<Table> {
    let rows = subject.view.instances.rows();
    let shown = || rows.iter().take(LISTED);
    (!rows.is_empty()).then(|| {
        Table::new()
            .caption(format!("Fingerprints of the first {} of {} problems", shown().count(), rows.len()))
            .text("problem", shown().map(|r| r.label.clone()))
            .text("fingerprint", shown().map(|r| r.fingerprint.to_string()))
            .text("side", shown().map(|r| r.side.name()))
    })
}

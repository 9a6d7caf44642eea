//! All settings, and the data behind the report.

use super::subject::Subject;
use super::words::grouped;
use crate::page::{Block, Digits, Download, Section, Table, Text};
use luthier_tune::{Comparison, Ending, SettingId, Side, standings};

/// Settings that the table holds at most: a page is to stay small.
const SETTINGS: usize = 20_000;

/// Trials that the page carries at most; more are left to the export.
const TRIALS: usize = 20_000;

/// The section, if something was run.
pub fn section(subject: &Subject) -> Option<Section> {
    subject.view.ledger.iter().next()?;
    let mut section = Section::new("settings", "All settings").short("Settings and data");
    let standings = standings(&subject.view);
    if standings.is_empty() {
        section = section.paragraph("No setting was run to its end on all problems to tune on yet.");
    } else {
        section =
            section.paragraph(told(subject, &standings)).with(table(subject, &standings).big("settings"));
    }
    let downloads = [Some(problems(subject)), trials(subject)].into_iter().flatten().collect();
    Some(section.heading("Data").with(Block::Downloads(downloads)).paragraph(export(subject)))
}

fn told(subject: &Subject, standings: &[(SettingId, Comparison)]) -> String {
    let all = subject.view.space.settings().len();
    let mut text = format!(
        "{} of {} settings were run to their ends on all {} problems to tune on. Those that were laid aside early cost more \
         than the best, and are not in the table.",
        grouped(standings.len() as u64),
        grouped(all as u64),
        subject.view.train.len()
    );
    if standings.len() == all {
        text = format!(
            "All {} settings, on the {} problems that were tuned on.",
            grouped(all as u64),
            subject.view.train.len()
        );
    }
    if standings.len() > SETTINGS {
        text += &format!(" The best {} are listed.", grouped(SETTINGS as u64));
    }
    text
}

fn table(subject: &Subject, standings: &[(SettingId, Comparison)]) -> Table {
    let view = &subject.view;
    let rows = || standings.iter().take(SETTINGS);
    let end = |c: &Comparison, of: fn((f64, f64)) -> f64| c.interval.map_or(f64::NAN, of);
    let mut table = Table::new()
        .text("setting", rows().map(|(setting, _)| view.space.words(*setting)))
        .number(subject.unit(), Digits::Significant(6), rows().map(|(_, c)| c.cost))
        .number("default needs, times", Digits::Fixed(3), rows().map(|(_, c)| c.ratio))
        .hint("how many times the cost of the setting the default costs: above 1 the setting is better")
        .number("from", Digits::Fixed(3), rows().map(|(_, c)| end(c, |i| i.0)))
        .number("to", Digits::Fixed(3), rows().map(|(_, c)| end(c, |i| i.1)))
        .count("better on", rows().map(|(_, c)| c.wins as f64))
        .count("worse on", rows().map(|(_, c)| c.losses as f64))
        .count("solved", rows().map(|(_, c)| c.solved as f64));
    for axis in view.space.axes() {
        let value = |setting: SettingId| axis.parameter.value(&view.space.parameters(setting)).to_string();
        table = table.text(axis.parameter.name, rows().map(|(setting, _)| value(*setting)));
    }
    let marked = [Some(SettingId::DEFAULT), subject.setting];
    for (row, (setting, _)) in rows().enumerate() {
        if marked.contains(&Some(*setting)) {
            table = table.mark(row);
        }
    }
    table
}

/// The problems, with their sides and sizes.
fn problems(subject: &Subject) -> Download {
    let rows = subject.view.instances.rows();
    let table = Table::new()
        .text("problem", rows.iter().map(|r| r.label.clone()))
        .text("fingerprint", rows.iter().map(|r| r.fingerprint.to_string()))
        .text("side", rows.iter().map(|r| r.side.name()))
        .count("rows", rows.iter().map(|r| r.rows as f64))
        .count("columns", rows.iter().map(|r| r.columns as f64))
        .count("nonzeros", rows.iter().map(|r| r.nonzeros as f64));
    Download::new("Problems", "problems", table)
}

/// All trials, if they are not too many.
fn trials(subject: &Subject) -> Option<Download> {
    let view = &subject.view;
    let mut trials: Vec<_> = view.ledger.iter().collect();
    if trials.len() > TRIALS {
        return None;
    }
    trials.sort_by_key(|(instance, setting, _)| (*instance, *setting));
    let rows = view.instances.rows();
    let side = |instance: usize| rows.get(instance).map_or(Side::Train, |r| r.side).name();
    let label = |instance: usize| rows.get(instance).map_or_else(String::new, |r| r.label.clone());
    let ending = |ending: &Ending| match ending {
        Ending::Ended(status) => status.to_string(),
        Ending::Capped => "laid aside".to_owned(),
    };
    let table = Table::new()
        .text("problem", trials.iter().map(|(i, _, _)| label(*i)))
        .text("side", trials.iter().map(|(i, _, _)| side(*i)))
        .text("setting", trials.iter().map(|(_, s, _)| view.space.words(*s)))
        .text("ending", trials.iter().map(|(_, _, r)| ending(&r.ending)))
        .count("iterations", trials.iter().map(|(_, _, r)| r.work.iterations as f64))
        .count("matrix_passes", trials.iter().map(|(_, _, r)| r.work.matrix_passes() as f64))
        .number("seconds", Digits::Significant(4), trials.iter().map(|(_, _, r)| r.seconds));
    Some(Download::new("Trials", "trials", table))
}

fn export(subject: &Subject) -> Text {
    let directory = luthier::escape_name(&subject.directory);
    Text::from("Everything that is stored about every trial: ")
        .code(format!("luthier study {directory} --export trials.csv"))
        .plain(".")
}

//! The beginning of a report: what was found, in plain words, and what is certified of it.

use super::subject::{Certified, Subject};
use super::words::{count, duration, family, grouped};
use crate::page::{Callout, Certificate as Card, Code, Fact, Lead, Section, Text, Tone};
use luthier_tune::{ASSUMPTION, Certificate, Kind, SettingId, Verdict, card, tuned_toml};

/// The verdict with the few numbers behind it.
pub fn lead(subject: &Subject) -> Lead {
    if subject.view.train.is_empty() {
        return empty();
    }
    let verdict = Verdict::of(&subject.view, &subject.answer);
    let tone = if verdict.good { Tone::Good } else { Tone::Warning };
    let head = Text::new().strong(verdict.headline.clone()).plain(in_short(subject, &verdict));
    let mut lead = Lead::new(tone, head).text(verdict.lines.join(" "));
    if !subject.complete {
        lead = lead.text(unfinished(subject));
    }
    lead = lead.text(tuned(subject));
    if let Some(words) = certified(subject) {
        lead = lead.text(words);
    }
    facts(subject).into_iter().fold(lead, Lead::fact)
}

/// What an improvement comes to, in half a sentence; nothing if there is none to speak of.
fn in_short(subject: &Subject, verdict: &Verdict) -> String {
    match subject.answer.test {
        Some(test) if verdict.good => {
            format!(" The default needs {:.2} times the {} of the tuned setting.", test.ratio, subject.unit())
        }
        _ => String::new(),
    }
}

fn empty() -> Lead {
    let words = "There is nothing in this study yet.";
    Lead::new(Tone::Neutral, Text::new().strong("Empty.").plain(" ").plain(words))
        .text("It was asked a question, and no problem of its family was looked at so far.")
}

/// What is still to be run.
fn unfinished(subject: &Subject) -> Text {
    let known = subject.view.ledger.iter().count();
    let left = match subject.view.search.map(|search| search.plan(&subject.view.field())) {
        Some(luthier_tune::Plan::Run(round)) => {
            format!("{} of the present round are left", count(round.asks.len(), "trial", "trials"))
        }
        Some(luthier_tune::Plan::Done(_)) => {
            "the search is done, and the test of its choice is not".to_owned()
        }
        None => "the default is being measured, before it is decided how to search".to_owned(),
    };
    Text::new().strong("This study is not finished.").plain(format!(
        " {} known, and {left}. What follows is what is known by now.",
        count(known, "trial is", "trials are")
    ))
}

/// What was tuned, to what, and on which data.
fn tuned(subject: &Subject) -> Text {
    let view = &subject.view;
    let axes: Vec<&str> = view.space.axes().iter().map(|axis| axis.parameter.name).collect();
    let mut text = Text::from("Tuned: ")
        .plain(count(axes.len(), "parameter", "parameters"))
        .plain(format!(" ({}), ", axes.join(", ")))
        .plain(count(view.space.settings().len(), "setting", "settings"))
        .plain(format!(" around the preset {}, to ", view.question.preset))
        .name(family(subject))
        .plain(format!(
            ", seed {}, for the least {} to tolerance {:e}, on {}.",
            view.question.seed,
            view.cost.measure.words(),
            view.question.tolerance(),
            count(view.train.len(), "problem", "problems")
        ));
    if let Some(setting) = subject.setting {
        let word = if subject.answer.adopted == SettingId::DEFAULT {
            " The best in training"
        } else {
            " The setting"
        };
        text = text.plain(format!("{word}: ")).code(view.space.words(setting)).plain(".");
    }
    text
}

/// How sure it is.
fn certified(subject: &Subject) -> Option<Text> {
    let Some(Certified::Read(certificate, differences)) = &subject.certificate else { return None };
    let bound = certificate.statement(Kind::Speedup).and_then(|s| s.bound).filter(|bound| *bound > 1.0)?;
    differences.is_empty().then(|| {
        Text::new().strong(format!("Certified: at least {bound:.2} times faster")).plain(format!(
            " than the default in the shifted geometric mean of {}, on problems not yet seen, with {}% confidence. {ASSUMPTION}",
            certificate.unit,
            100.0 * certificate.confidence
        ))
    })
}

fn facts(subject: &Subject) -> Vec<Fact> {
    let (view, answer) = (&subject.view, &subject.answer);
    let mut facts = Vec::new();
    if let Some(test) = answer.test.filter(|_| answer.chosen != SettingId::DEFAULT) {
        let interval =
            test.interval_words().map_or_else(String::new, |words| format!("95% interval {words}; "));
        let note = format!("{interval}{} of {} problems better", test.wins, test.instances);
        facts.push(
            Fact::new("Default needs, on fresh problems", format!("{:.2} times", test.ratio)).note(note),
        );
    }
    if let Some(train) = answer.train.filter(|_| answer.chosen != SettingId::DEFAULT) {
        let note = "flattered: the best of many was picked on these problems";
        facts.push(Fact::new("Default needs, in training", format!("{:.2} times", train.ratio)).note(note));
    }
    let sealed = view.instances.rows().len() - view.train.len() - view.test.len();
    let note = format!("{} to tune on, {} to test on, {sealed} sealed", view.train.len(), view.test.len());
    facts.push(Fact::new("Problems", grouped(view.instances.rows().len() as u64)).note(note));
    let trials = view.ledger.iter().count() as u64;
    let note = format!("{} matrix passes", grouped(view.ledger.passes()));
    facts.push(Fact::new("Trials", grouped(trials)).note(note));
    if subject.spent.as_secs_f64() > 0.0 {
        facts.push(
            Fact::new("Time spent", duration(subject.spent.as_secs_f64()))
                .note("by the commands that ran it"),
        );
    }
    facts
}

/// The card, and what to do with the result.
pub fn certificate(subject: &Subject) -> Option<Section> {
    let view = &subject.view;
    if view.train.is_empty() {
        return None;
    }
    let mut section = Section::new("certificate", "What is certified, and what to use").short("Certificate");
    section = match &subject.certificate {
        Some(Certified::Read(certificate, differences)) if differences.is_empty() => {
            section.with(shown(certificate)).paragraph(
                "Every number of it was recomputed from the trials of the study when this page was written, by code that \
                 shares no formula with the one that made it, and agrees.",
            )
        }
        Some(Certified::Read(_, differences)) => differences.iter().fold(
            section.with(broken("The certificate beside this study does not follow from its trials.")),
            |section, d| {
                let words = format!("{}: it says {}, and the study gives {}.", d.what, d.said, d.found);
                section.paragraph(words)
            },
        ),
        Some(Certified::Broken(problem)) => {
            section.with(broken("There is a certificate beside this study that cannot be used.")).paragraph(problem.as_str())
        }
        None => section.paragraph(uncertified(subject)),
    };
    if subject.complete {
        let toml = tuned_toml(view, &subject.answer);
        section = section.heading("To use it").with(Code::file("tuned.toml", toml));
        let command =
            format!("$ luthier solve MODEL --params {}/tuned.toml", luthier::escape_name(&subject.directory));
        section = section.with(Code::console("Solve with it", command));
    }
    Some(section)
}

fn shown(certificate: &Certificate) -> Card {
    let mut lines = card(certificate);
    let headline = if lines.is_empty() { String::new() } else { lines.remove(0) };
    let tone = if certificate.improves() { Tone::Good } else { Tone::Neutral };
    Card::new(tone, headline, lines)
}

fn broken(title: &str) -> Callout {
    Callout::new(Tone::Bad, title).text("Nothing that it says is repeated here.")
}

fn uncertified(subject: &Subject) -> Text {
    let sealed = subject.view.instances.on(luthier_tune::Side::Sealed).len();
    let text = Text::from("Nothing is certified yet. ");
    match sealed {
        0 => text
            .plain("No problems were set aside for that: ")
            .code("luthier tune --sealed N")
            .plain(" does."),
        _ => text
            .plain(count(sealed, "problem is", "problems are"))
            .plain(" set aside unseen; ")
            .code(format!("luthier certify {}", luthier::escape_name(&subject.directory)))
            .plain(" runs them and says what they prove."),
    }
}

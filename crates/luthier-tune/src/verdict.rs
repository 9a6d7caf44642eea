//! What a study found, in words, for someone who has never heard of any of this.

use crate::answer::Answer;
use crate::comparison::Comparison;
use crate::space::SettingId;
use crate::study::View;

/// The result of a study in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether it is what one was hoping for.
    pub good: bool,
    /// One or two words.
    pub headline: String,
    /// What they mean; the first line goes on where the headline ends.
    pub lines: Vec<String>,
}

impl Verdict {
    /// The verdict on an answer.
    pub fn of(view: &View, answer: &Answer) -> Verdict {
        let default = answer.finalists.iter().find(|(id, _)| *id == SettingId::DEFAULT);
        let nothing_solved = default.is_some_and(|(_, c)| c.default_solved == 0);
        match (answer.chosen == SettingId::DEFAULT, &answer.test) {
            _ if answer.settings <= 1 => too_early(),
            (true, _) if nothing_solved => unsolved(),
            (true, _) => none_better(answer),
            (false, None) => untested(),
            (false, Some(test)) => tested(view, test),
        }
    }

    fn caution(headline: &str, lines: &[&str]) -> Verdict {
        let lines = lines.iter().map(|line| (*line).to_owned()).collect();
        Verdict { good: false, headline: headline.to_owned(), lines }
    }
}

fn too_early() -> Verdict {
    let lines = [
        "Not even the default is measured on all problems to tune on:",
        "nothing could be compared yet. Give it more.",
    ];
    Verdict::caution("Too early.", &lines)
}

fn unsolved() -> Verdict {
    let lines = [
        "The default solved none of the problems within the limits, and no",
        "setting did better. Give larger limits (--iteration-limit, --time-limit) or a looser tolerance.",
    ];
    Verdict::caution("Nothing is solved.", &lines)
}

fn none_better(answer: &Answer) -> Verdict {
    let settings =
        format!("Of {} settings none did better than the default on the problems", answer.settings);
    let lines = [settings.as_str(), "that were tuned on. Keep the default; tuned.toml changes nothing."];
    Verdict::caution("No improvement.", &lines)
}

fn untested() -> Verdict {
    let lines = [
        "There were no problems to test it on:",
        "what the table shows is flattered, since the best of many is picked. Give more problems, or --test.",
    ];
    Verdict::caution("Untested.", &lines)
}

/// On problems that had no part in the choice.
fn tested(view: &View, test: &Comparison) -> Verdict {
    let s = if test.instances == 1 { "" } else { "s" };
    let problems = format!("On {} problem{s} that it was not tuned on:", test.instances);
    let (facts, wins) = (facts(view, test), wins(test));
    let more = "More problems to tune and to test on would tell.";
    let chance = "The gain in training was chance. Keep the default; tuned.toml changes nothing.";
    let (headline, lines): (&str, Vec<&str>) = match () {
        () if test.clearly_better() => ("Better.", vec![&problems, &facts, &wins]),
        () if test.wins + test.losses == 0 => ("No difference.", vec![&problems, &facts, more]),
        () if test.ratio >= 1.0 => ("Perhaps better, but not clearly.", vec![&problems, &facts, &wins, more]),
        () => ("No improvement.", vec![&problems, &facts, &wins, chance]),
    };
    let mut verdict = Verdict { good: test.clearly_better(), ..Verdict::caution(headline, &lines) };
    if test.solved < test.default_solved {
        let fewer = format!("It solved fewer of them: {} instead of {}.", test.solved, test.default_solved);
        verdict.lines.push(fewer);
    }
    verdict
}

fn facts(view: &View, test: &Comparison) -> String {
    let unit = view.cost.measure.unit();
    let (here, default) = (cost_words(test.cost), cost_words(test.default_cost));
    let interval = test.interval_words().map_or_else(String::new, |i| format!(" (95% interval {i})"));
    let ratio = test.ratio;
    format!("tuned {here} {unit}, default {default}: the default needs {ratio:.2} times as much{interval}.")
}

fn wins(test: &Comparison) -> String {
    format!("The tuned setting was better on {} and worse on {} of them.", test.wins, test.losses)
}

/// A cost with as many digits as it deserves.
pub fn cost_words(cost: f64) -> String {
    if cost >= 100.0 { format!("{cost:.1}") } else { format!("{cost:.4}") }
}

//! `tuned.toml`: the parameters that were found, as a file that the solver reads.

use crate::answer::Answer;
use crate::comparison::Comparison;
use crate::space::SettingId;
use crate::study::View;
use luthier::Parameters;
use luthier::params::{Role, TABLE};
use std::fmt::Write;

/// The text of `tuned.toml`: what differs from the preset, with what it was measured to be worth.
pub fn tuned_toml(view: &View, answer: &Answer) -> String {
    let mut text = String::new();
    for line in heading(view, answer) {
        let _ = writeln!(text, "# {line}");
    }
    let question = &view.question;
    let preset = Parameters::preset(&question.preset).unwrap_or_default();
    if question.preset != "paper" {
        let _ = writeln!(text, "\npreset = \"{}\"", question.preset);
    }
    let chosen = view.space.parameters(answer.adopted);
    for parameter in TABLE.iter().filter(|p| p.role == Role::Way) {
        let (value, before) = (parameter.value(&chosen), parameter.value(&preset));
        if value == before {
            continue;
        }
        let base = parameter.value(&question.parameters);
        let effect = answer.effects.iter().find(|e| e.parameter == parameter.name);
        let note = match effect {
            _ if value == base => "as given when tuning".to_owned(),
            Some(effect) => format!("default {base}; {}", effect.words()),
            None => format!("default {base}"),
        };
        let _ = writeln!(text, "\n# {note}\n{} = {}", parameter.name, value.to_toml());
    }
    text
}

fn heading(view: &View, answer: &Answer) -> Vec<String> {
    let (question, cost) = (&view.question, &view.cost);
    let mut lines = vec![
        format!(
            "Tuned by Luthier {} for {}",
            env!("CARGO_PKG_VERSION"),
            luthier::escape_name(&question.family)
        ),
        format!(
            "on {} training instances, {} settings; cost: {} to tolerance {:e}",
            view.train.len(),
            answer.settings,
            cost.measure.words(),
            question.solved_at.unwrap_or(question.parameters.relative_tolerance),
        ),
    ];
    if answer.adopted == SettingId::DEFAULT {
        lines.push("No setting was found that is better than the default: nothing is changed.".to_owned());
    } else if let Some(test) = &answer.test {
        lines.push(format!("on {} instances that it was not tuned on: {}", test.instances, measured(test)));
    } else if let Some(train) = &answer.train {
        lines.push(format!("on the training instances, which flatter it: {}", measured(train)));
    }
    lines.push("use it: luthier solve MODEL --params tuned.toml".to_owned());
    lines
}

fn measured(c: &Comparison) -> String {
    let interval =
        c.interval.map_or_else(String::new, |(low, high)| format!(", 95% interval {low:.2} to {high:.2}"));
    format!(
        "cost {:.4} against {:.4} by default, {:.2} times less{interval}",
        c.cost, c.default_cost, c.ratio
    )
}

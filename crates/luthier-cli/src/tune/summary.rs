//! What a study is about and what came of it, in words.

use crate::console::{GOOD, STRONG, WARNING, styled};
use crate::exit::Failure;
use luthier::escape_name;
use luthier_tune::{
    AUTO, Answer, Comparison, Effect, End, SettingId, Shard, Study, TUNED, Verdict, View, cost_words,
};
use std::io::Write;
use std::path::Path;

/// Settings in the table at the end, beside the default.
const LISTED: usize = 5;

/// What is going to happen, before it does.
pub fn introduce(study: &Study, shard: Option<Shard>) -> Vec<String> {
    let view = study.view();
    let question = &view.question;
    let family = escape_name(&question.family);
    let key = |word: &str| styled(STRONG, &format!("{word:<8}"));
    let sealed = view.instances.rows().len() - view.train.len() - view.test.len();
    let mut lines = vec![
        format!(
            "{}{family}, seed {}: {} problems to tune on, {} to test the result on, {sealed} set aside unseen",
            key("tune"),
            question.seed,
            view.train.len(),
            view.test.len()
        ),
        format!("{}{} settings: {}", key("space"), view.space.settings().len(), question.space),
        format!(
            "{}{}; what counts: {}",
            key("search"),
            question.search.map_or_else(|| AUTO.to_owned(), |s| s.to_string()),
            goal(view)
        ),
        format!("{}{}", key("study"), escape_name(&study.directory().display().to_string())),
    ];
    if let Some(shard) = shard {
        lines.push(format!("{}part {shard} of the problems", key("shard")));
    }
    let beginning = study.beginning();
    if beginning.resumed {
        let more = if beginning.extended { "; it asks for more than it did" } else { "" };
        lines.push(format!("        {} trials are known from before{more}", beginning.known));
    }
    lines
}

/// What is to be small, in words.
pub fn goal(view: &View) -> String {
    let tolerance = view.question.solved_at.unwrap_or(view.question.parameters.relative_tolerance);
    format!("{} to tolerance {tolerance:e}", view.cost.measure.words())
}

/// How it ended, on standard output.
pub fn conclude(study: &Study, end: &End, quiet: bool) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    let directory = escape_name(&study.directory().display().to_string());
    match end {
        End::Complete(answer) => report(&mut out, study, answer, quiet)?,
        End::OutOfBudget(answer) => {
            let known = "the budget is spent before the search was done; this is the best so far";
            writeln!(out, "\n{known}. The same command with a larger --budget goes on.")?;
            report(&mut out, study, answer, quiet)?;
        }
        End::Interrupted => {
            writeln!(
                out,
                "interrupted: every trial that was done is in {directory}; the same command goes on"
            )?;
        }
        End::Waiting(trials) => {
            writeln!(
                out,
                "this part is done; {trials} trials are up to the other parts. Put them together with\n\
                 `luthier merge TARGET PART PART ..`, then `luthier tune --study TARGET` goes on"
            )?;
        }
    }
    Ok(out.flush()?)
}

fn report(out: &mut impl Write, study: &Study, answer: &Answer, quiet: bool) -> Result<(), Failure> {
    let view = study.view();
    if !quiet {
        table(out, view, answer)?;
        effects(out, view, &answer.effects, answer.chosen)?;
    }
    let key = |word: &str| styled(STRONG, &format!("{word:<10}"));
    let verdict = Verdict::of(view, answer);
    let style = if verdict.good { GOOD } else { WARNING };
    let lines = verdict.lines.join("\n          ");
    writeln!(out, "\n{}{} {lines}", key("verdict"), styled(style, &verdict.headline))?;
    let tuned = escape_name(&study.directory().join(TUNED).display().to_string());
    writeln!(out, "{}{tuned}", key("written"))?;
    if answer.adopted != SettingId::DEFAULT {
        writeln!(out, "{}luthier solve MODEL --params {tuned}", key("next"))?;
        let directory = shown(study.directory());
        writeln!(out, "          luthier certify {directory}")?;
        writeln!(out, "          luthier study {directory}")?;
    }
    Ok(())
}

fn shown(path: &Path) -> String {
    escape_name(&path.display().to_string())
}

/// The best settings and the default, in training.
fn table(out: &mut impl Write, view: &View, answer: &Answer) -> Result<(), Failure> {
    let unit = view.cost.measure.unit();
    // A search that was stopped early may have compared on fewer.
    let problems = match answer.train.map_or(view.train.len(), |train| train.instances) {
        1 => "problem that was".to_owned(),
        count => format!("{count} problems that were"),
    };
    writeln!(
        out,
        "\nThe best settings on the {problems} tuned on, where the best of many is flattered by chance:\n"
    )?;
    writeln!(out, "{}", styled(STRONG, &heading(unit)))?;
    let is_default = |id: SettingId| id == SettingId::DEFAULT;
    let better = answer.finalists.iter().filter(|(id, _)| !is_default(*id)).take(LISTED);
    let default = answer.finalists.iter().filter(|(id, _)| is_default(*id));
    for (id, c) in better.chain(default) {
        writeln!(out, "{}", row(view, *id, c))?;
    }
    if let Some(survivors) = &answer.survivors {
        let (left, all) = (survivors.len(), answer.settings);
        writeln!(
            out,
            "\nThe race leaves {left} of {all} settings that may be the best; the others are proven to be worse than another one."
        )?;
    }
    Ok(())
}

/// The heading of rows about settings.
pub fn heading(unit: &str) -> String {
    format!(
        "  {unit:>12}  {:>12}  {:>14}  {:>15}  {:>8}  setting",
        "default", "default needs", "95% interval", "solved"
    )
}

/// A setting against the default, on the same problems.
pub fn row(view: &View, setting: SettingId, c: &Comparison) -> String {
    let (cost, default, solved) =
        (cost_words(c.cost), cost_words(c.default_cost), format!("{}/{}", c.solved, c.instances));
    let (ratio, interval) = match setting {
        SettingId::DEFAULT => (String::new(), String::new()),
        _ => (format!("{:.2} times", c.ratio), c.interval_words().unwrap_or_default()),
    };
    let words = view.space.words(setting);
    format!("  {cost:>12}  {default:>12}  {ratio:>14}  {interval:>15}  {solved:>8}  {words}")
}

/// What each change is worth.
fn effects(out: &mut impl Write, view: &View, effects: &[Effect], chosen: SettingId) -> Result<(), Failure> {
    if effects.is_empty() {
        return Ok(());
    }
    let parameters = view.space.parameters(chosen);
    writeln!(out, "\nWhat each change of the best setting is worth:\n")?;
    for effect in effects {
        let Ok(parameter) = luthier::params::find(effect.parameter) else { continue };
        let (value, base) = (parameter.value(&parameters), parameter.value(view.space.base()));
        let change = format!("{} = {value} (default {base})", parameter.name);
        writeln!(out, "  {change:<52}  {}", effect.words())?;
    }
    Ok(())
}

//! `luthier study`: what a study holds, the best so far, what is left.

mod charts;
mod document;
mod heat;
mod performance;

pub use document::comparison;

use crate::arguments::{CostFlags, StudyArguments};
use crate::console::{STRONG, print_json, styled};
use crate::exit::{Exit, Failure};
use crate::files::check_writable;
use crate::model::is_dash;
use crate::tune::{goal, heading, row};
use charts::Paper;
use luthier::{Diagnostic, escape_name};
use luthier_tune::{
    ExportFormat, Measure, Plan, Profile, Reader, SettingId, View, cost_words, export, profiles, standings,
};
use std::io::{BufWriter, Write};
use std::path::Path;

/// Reads a study, which others may be working on, and says what is in it; or exports it.
pub fn run(arguments: &StudyArguments) -> Result<Exit, Failure> {
    if let Some(path) = &arguments.export {
        write_export(&arguments.study, path, !arguments.without_times)?;
        return Ok(Exit::Success);
    }
    let reader = Reader::open(&arguments.study)?;
    let mut view = View::of(&reader)?;
    recount(&mut view, &arguments.cost)?;
    let profiles = chosen_profiles(&view, &arguments.profile)?;
    if arguments.json {
        print_json(&document::of(&view, &profiles, arguments.top))?;
        return Ok(Exit::Success);
    }
    let mut out = anstream::stdout().lock();
    describe(&mut out, &view)?;
    list(&mut out, &view, arguments.top)?;
    let colors = out.current_choice() != anstream::ColorChoice::Never;
    charts::show(&mut out, &view, &reader, Paper::new(colors))?;
    for profile in &profiles {
        show_profile(&mut out, &view, profile)?;
    }
    out.flush()?;
    Ok(Exit::Success)
}

/// Another cost, from the same trials.
fn recount(view: &mut View, flags: &CostFlags) -> Result<(), Failure> {
    if let Some(measure) = flags.cost {
        if measure == Measure::Seconds && view.question.measure != Measure::Seconds {
            let problem = "its runs shared threads, and their seconds cannot be compared; expected a study that was \
                           tuned with --cost seconds";
            return Err(Diagnostic::of_file("this study", problem).into());
        }
        view.question.measure = measure;
    }
    if flags.solved_at.is_some() {
        view.question.solved_at = flags.solved_at;
    }
    view.cost = view.question.cost()?;
    Ok(())
}

/// The profiles that were asked for, or all that hold more than the default.
fn chosen_profiles(view: &View, names: &[String]) -> Result<Vec<Profile>, Failure> {
    let all = profiles(view);
    if names.is_empty() {
        return Ok(all.into_iter().filter(|profile| profile.points.len() > 1).collect());
    }
    let find = |name: &String| {
        let plain = name.replace('-', "_");
        let is = |p: &&Profile| p.parameter.name == plain || p.parameter.symbol == name;
        all.iter().find(is).cloned().ok_or_else(|| {
            let known: Vec<&str> = all.iter().map(|p| p.parameter.name).collect();
            let problem =
                format!("has no axis '{}'; expected one of {}", escape_name(name), known.join(", "));
            Failure::from(Diagnostic::of_file("the space of this study", problem))
        })
    };
    names.iter().map(find).collect()
}

fn write_export(study: &Path, path: &Path, times: bool) -> Result<(), Failure> {
    let reader = Reader::open(study)?;
    if is_dash(path) {
        let mut out = BufWriter::new(std::io::stdout().lock());
        export(&reader, &mut out, ExportFormat::Csv, times)?;
        return Ok(out.flush()?);
    }
    let format = match path.extension().and_then(|e| e.to_str()) {
        Some("csv") => ExportFormat::Csv,
        Some("jsonl") => ExportFormat::JsonLines,
        _ => {
            let problem = "cannot tell the format by the name; expected one that ends in .csv or .jsonl";
            return Err(Diagnostic::of_file(path.display().to_string(), problem).into());
        }
    };
    check_writable(path)?;
    let mut content = Vec::new();
    export(&reader, &mut content, format, times)?;
    Ok(luthier::io::write_text(path, &String::from_utf8_lossy(&content))?)
}

fn describe(out: &mut impl Write, view: &View) -> Result<(), Failure> {
    let key = |word: &str| styled(STRONG, &format!("{word:<10}"));
    let question = &view.question;
    writeln!(out, "{}{}, seed {}", key("family"), escape_name(&question.family), question.seed)?;
    let sealed = view.instances.rows().len() - view.train.len() - view.test.len();
    writeln!(
        out,
        "{}{} to tune on, {} to test on, {sealed} sealed and not run",
        key("problems"),
        view.train.len(),
        view.test.len()
    )?;
    writeln!(out, "{}{} settings: {}", key("space"), view.space.settings().len(), question.space)?;
    writeln!(out, "{}{}", key("cost"), goal(view))?;
    let (mut known, mut capped) = (0, 0);
    for (_, _, record) in view.ledger.iter() {
        known += 1;
        capped += usize::from(record.ending == luthier_tune::Ending::Capped);
    }
    let passes = view.ledger.passes();
    writeln!(
        out,
        "{}{known} known, {capped} of them laid aside early; {passes} matrix passes",
        key("trials")
    )?;
    writeln!(out, "{}{}", key("left"), left(view))?;
    Ok(())
}

/// What is still to be run.
pub fn left(view: &View) -> String {
    match view.search.map(|search| (search, search.plan(&view.field()))) {
        None => "the search is chosen when the default is measured".to_owned(),
        Some((search, Plan::Done(_))) => format!("nothing of the search ({search})"),
        Some((search, Plan::Run(round))) => {
            format!("search {search}: {} ({} trials of this round)", round.name, round.asks.len())
        }
    }
}

/// The settings that are known best.
fn list(out: &mut impl Write, view: &View, top: u64) -> Result<(), Failure> {
    let standings = standings(view);
    if standings.is_empty() {
        writeln!(out, "\nNo setting was run on all problems to tune on yet.")?;
        return Ok(());
    }
    let unit = view.cost.measure.unit();
    writeln!(out, "\nSettings that were run on all {} problems to tune on:\n", view.train.len())?;
    writeln!(out, "{}", styled(STRONG, &heading(unit)))?;
    for (setting, c) in standings.iter().take(usize::try_from(top).unwrap_or(usize::MAX)) {
        writeln!(out, "{}", row(view, *setting, c))?;
    }
    Ok(())
}

fn show_profile(out: &mut impl Write, view: &View, profile: &Profile) -> Result<(), Failure> {
    let symbol = profile.parameter.symbol;
    let symbol = if symbol.is_empty() { String::new() } else { format!(" ({symbol})") };
    writeln!(out, "\n{}{symbol}, all else at the default:\n", profile.parameter.name)?;
    let unit = view.cost.measure.unit();
    let heading = format!(
        "  {:>14}  {unit:>12}  {:>14}  {:>15}  {:>8}",
        "value", "default needs", "95% interval", "problems"
    );
    writeln!(out, "{}", styled(STRONG, &heading))?;
    for point in &profile.points {
        let c = &point.comparison;
        let interval = c.interval_words().unwrap_or_default();
        let mark = if point.setting == SettingId::DEFAULT { " default" } else { "" };
        let (value, ratio) = (point.value.to_string(), format!("{:.2} times", c.ratio));
        writeln!(
            out,
            "  {value:>14}  {:>12}  {ratio:>14}  {interval:>15}  {:>8}{mark}",
            cost_words(c.cost),
            c.instances
        )?;
    }
    Ok(())
}

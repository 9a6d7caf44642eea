//! The page about the paper: its claims first, then every figure.

use super::figures::{Pair, Unit, heat_map, line, pairs};
use crate::Report;
use crate::chart::{Chart, format};
use crate::page::{Block, Details, Digits, Fact, Figure, Grid, Lead, Page, Section, Svg, Table, Text, Tone};
use luthier_tune::reproduction::{Claim, Measured, Point, Preset, Scale, Sweep, Swept, Verdict, claims};

/// The report of a reproduction.
pub fn report(measured: &[Measured], scale: Scale) -> Report {
    let by_preset = Preset::ALL.map(|preset| claims(measured, preset));
    let mut figures = Vec::new();
    let mut page = Page::new("The paper's experiments, redone")
        .kicker("Luthier: parameter tuning with generalization guarantees for linear programming")
        .lead(lead(&by_preset, measured, scale))
        .section(claims_section(&by_preset));
    for pair in pairs(measured) {
        page = page.section(distribution(&pair, &mut figures));
    }
    page = page.section(method(scale));
    page.written = luthier_tune::clock::utc(luthier_tune::clock::now());
    page.footer = Text::from("Made by ").plain(luthier_tune::build());
    let complete = measured.iter().all(|m| m.iterations.is_some() && m.seconds.is_some());
    Report { html: page.with_charts().html(), figures, complete }
}

fn number_of(claims: &[Claim], verdict: Verdict) -> usize {
    claims.iter().filter(|claim| claim.verdict == verdict).count()
}

/// What became of the claims that do not hold, in words.
fn others(claims: &[Claim]) -> String {
    let kinds = [
        ("Does not hold", Verdict::Fails),
        ("Not decided", Verdict::Undecided),
        ("Not measured", Verdict::NotMeasured),
    ];
    let counted = kinds.map(|(words, verdict)| (words, number_of(claims, verdict)));
    let told =
        counted.iter().filter(|(_, count)| *count > 0).map(|(words, count)| format!(" {words}: {count}."));
    told.collect()
}

fn lead(by_preset: &[Vec<Claim>; 2], measured: &[Measured], scale: Scale) -> Lead {
    let [reference, paper] = by_preset;
    let holds = number_of(reference, Verdict::Holds);
    let verdict = Text::new()
        .strong(format!("Of the paper's {} claims hold here: {holds}.", reference.len()))
        .plain(others(reference));
    let all = holds == reference.len();
    let spent: f64 = measured.iter().map(|m| m.spent.as_secs_f64()).sum();
    Lead::new(if all { Tone::Good } else { Tone::Warning }, verdict)
        .text(format!(
            "That is under the preset reference, which is what the paper's figures were made with. Under the preset paper, which is \
             the algorithm of its text, holds: {}.{}",
            number_of(paper, Verdict::Holds),
            others(paper)
        ))
        .fact(Fact::new("Problems of each family", scale.instances().to_string()).note("and as many fresh ones"))
        .fact(Fact::new("Timed problems", scale.timed_instances().to_string()).note("each run alone on its thread"))
        .fact(Fact::new("Time spent", format!("{:.0} minutes", spent / 60.0)).note("on running all of it"))
}

fn tone(verdict: Verdict) -> Tone {
    match verdict {
        Verdict::Holds => Tone::Good,
        Verdict::Fails => Tone::Bad,
        Verdict::Undecided => Tone::Warning,
        Verdict::NotMeasured => Tone::Neutral,
    }
}

fn claims_section([reference, paper]: &[Vec<Claim>; 2]) -> Section {
    let status = |claims: &[Claim]| -> Vec<(Tone, &'static str)> {
        claims.iter().map(|claim| (tone(claim.verdict), claim.verdict.words())).collect()
    };
    let table = Table::new()
        .count("claim", reference.iter().map(|claim| f64::from(claim.number)))
        .text("what the paper says", reference.iter().map(|claim| claim.text))
        .status("preset reference", status(reference))
        .status("preset paper", status(paper));
    let mut section = Section::new("claims", "The claims").with(table).heading("What was measured");
    section = section.paragraph(
        "A claim holds if everything that its criterion asks for was seen beyond its uncertainty (95% intervals, paired over \
         problems); it does not hold if something was seen to be otherwise; it is not decided in between.",
    );
    for (claim, beside) in reference.iter().zip(paper) {
        section = section.with(evidence(claim, beside));
    }
    section
}

/// What stands behind the verdict on a claim.
fn evidence(claim: &Claim, beside: &Claim) -> Details {
    let summary = format!("{}. {}: {}", claim.number, claim.text, claim.verdict.words());
    let mut blocks = vec![Block::paragraph(Text::from("Criterion: ").plain(claim.criterion).plain("."))];
    for (preset, claim) in [(Preset::Reference, claim), (Preset::Paper, beside)] {
        let heading = format!("Preset {}: {}", preset.name(), claim.verdict.words());
        blocks.push(Block::heading(heading));
        blocks.push(Block::List(claim.measured.iter().map(|line| Text::from(line.as_str())).collect()));
    }
    Details::new(summary, blocks)
}

/// All figures of a distribution.
fn distribution(pair: &Pair<'_>, figures: &mut Vec<Chart>) -> Section {
    let mut section =
        Section::new(pair.distribution.name, pair.distribution.title).short(pair.distribution.name);
    for unit in Unit::ALL {
        let mut grid = Vec::new();
        for sweep in [Sweep::Theta, Sweep::Alpha] {
            if let Some(chart) = line(pair, sweep, unit) {
                grid.push(hang(figures, chart, lines(pair, sweep, unit)));
            }
        }
        for measured in &pair.measured {
            if let (Some(chart), Some(sweeps)) = (heat_map(measured, unit), unit.of(measured)) {
                let numbers = numbers([(measured.experiment.preset, &sweeps.joint)], unit);
                grid.push(hang(figures, chart, numbers));
            }
        }
        section = if grid.is_empty() {
            section.paragraph(format!("Not measured in {} yet.", unit.name()))
        } else {
            section.with(Grid::new(heading(unit), grid).columns(2).caption(caption(unit)))
        };
    }
    section
}

fn hang(figures: &mut Vec<Chart>, chart: Chart, numbers: Table) -> Figure {
    let figure = Figure::new(Svg::new(chart.svg()), chart.title()).numbers(numbers, chart.id());
    figures.push(chart);
    figure
}

fn heading(unit: Unit) -> &'static str {
    match unit {
        Unit::Iterations => "Iterations",
        Unit::Seconds => "Run time",
    }
}

fn caption(unit: Unit) -> &'static str {
    match unit {
        Unit::Iterations => {
            "Bands are 95% intervals of the mean (Student's t). The star is the default (theta 0.5, alpha 1)."
        }
        Unit::Seconds => {
            "Seconds of runs that had a thread for themselves, on fewer problems; noisy, as everything that is measured by a clock. \
             Bands are 95% intervals of the mean."
        }
    }
}

fn lines(pair: &Pair<'_>, sweep: Sweep, unit: Unit) -> Table {
    let swept = pair.measured.iter().filter_map(|m| {
        let sweeps = unit.of(m)?;
        let swept = if sweep == Sweep::Theta { &sweeps.theta } else { &sweeps.alpha };
        Some((m.experiment.preset, swept))
    });
    numbers(swept, unit)
}

fn numbers<'a>(swept: impl IntoIterator<Item = (Preset, &'a Swept)>, unit: Unit) -> Table {
    let points: Vec<(Preset, &Point)> =
        swept.into_iter().flat_map(|(preset, swept)| swept.points.iter().map(move |p| (preset, p))).collect();
    let digits = Digits::Significant(6);
    Table::new()
        .text("preset", points.iter().map(|(preset, _)| preset.name()))
        .text("theta", points.iter().map(|(_, p)| format::exact(p.theta)))
        .text("alpha", points.iter().map(|(_, p)| format::exact(p.alpha)))
        .number(unit.name(), digits, points.iter().map(|(_, p)| p.mean.value))
        .number("from", digits, points.iter().map(|(_, p)| p.mean.low))
        .number("to", digits, points.iter().map(|(_, p)| p.mean.high))
        .count("problems", points.iter().map(|(_, p)| p.instances as f64))
        .count("not solved", points.iter().map(|(_, p)| p.unsolved as f64))
}

/// How it was measured.
fn method(scale: Scale) -> Section {
    let spaces = Sweep::ALL.map(|sweep| (Text::from(sweep.name()), Text::new().code(scale.space(sweep))));
    Section::new("method", "How it was measured")
        .paragraph(
            "Tolerance 1e-4, at most 100,000 iterations, which is also what an unsolved problem counts as. The default is theta \
             0.5, alpha 1. Every sweep was run in full on the same problems, seed 0. The gain of the best cell of a grid is \
             flattered, since it is the best of many on these very problems; it is stated on fresh problems too.",
        )
        .with(Block::Definitions(spaces.into()))
        .paragraph(
            "Distributions that the paper leaves open were chosen as the families' defaults say; iteration counts of long runs depend \
             on rounding, so that other implementations agree in distribution only.",
        )
}

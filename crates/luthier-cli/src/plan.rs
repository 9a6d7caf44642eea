//! `luthier plan`: how many problems a wanted statement takes, and what a number of them can show.

use crate::arguments::PlanArguments;
use crate::console::{STRONG, print_json, styled};
use crate::exit::{Exit, Failure};
use luthier::Diagnostic;
use luthier_tune::bounds::{least_for_quantile, plan};
use luthier_tune::{Certificate, Pilot, View, spend};
use serde_json::json;
use std::io::Write;

/// Without a study, costs up to this count.
const CAP: f64 = 10_000.0;

/// Numbers of problems that the table is made for.
const COUNTS: [u64; 7] = [20, 50, 100, 200, 500, 1000, 2000];

/// Says what it takes.
pub fn run(arguments: &PlanArguments) -> Result<Exit, Failure> {
    let pilot = pilot(arguments)?;
    // What the first certificate of a study has: half of it for what the sealed set says of a mean.
    let first = spend(1.0 - arguments.confidence, 1) / arguments.settings as f64;
    let delta = first / 2.0;
    let wanted = plan::speedup(pilot.spread, pilot.gain, arguments.speedup, delta, pilot.range).ok();
    let counts: Vec<u64> = arguments.instances.map_or_else(|| COUNTS.to_vec(), |n| vec![n]);
    let shown: Vec<(u64, f64)> = counts.iter().map(|n| (*n, provable(&pilot, *n, delta))).collect();
    let quantiles = [0.9, 0.95, 0.99]
        .map(|q| least_for_quantile(q, first).map(|n| (q, n)))
        .into_iter()
        .collect::<Result<Vec<_>, _>>()
        .map_err(luthier_tune::Error::from)?;
    if arguments.json {
        print_json(&json!({
            "gain": pilot.gain, "spread": pilot.spread, "confidence": arguments.confidence, "settings": arguments.settings,
            "speedup": arguments.speedup, "instances": wanted,
            "provable": shown.iter().map(|(n, g)| json!({ "instances": n, "speedup": g })).collect::<Vec<_>>(),
            "quantiles": quantiles.iter().map(|(q, n)| json!({ "quantile": q, "instances": n })).collect::<Vec<_>>(),
        }))?;
        return Ok(Exit::Success);
    }
    let mut out = anstream::stdout().lock();
    let key = |word: &str| styled(STRONG, &format!("{word:<10}"));
    writeln!(
        out,
        "{}a speed-up of {:.3}, whose logarithm varies by {:.3} from problem to problem",
        key("expected"),
        pilot.gain,
        pilot.spread
    )?;
    let percent = 100.0 * arguments.confidence;
    let speedup = arguments.speedup;
    match wanted {
        Some(count) => writeln!(
            out,
            "{}about {count} problems, to certify more than {speedup} with {percent}%",
            key("needed")
        )?,
        None => writeln!(
            out,
            "{}no number of problems will certify {speedup}: no more is expected",
            key("needed")
        )?,
    }
    writeln!(out, "\nWhat problems can be expected to show:\n")?;
    writeln!(out, "{}", styled(STRONG, "  problems  certified speed-up"))?;
    for (count, gain) in shown {
        let gain = if gain > 1.0 { format!("{gain:.3}") } else { "none".to_owned() };
        writeln!(out, "  {count:>8}  {gain:>18}")?;
    }
    writeln!(out)?;
    for (quantile, count) in quantiles {
        writeln!(out, "  {count} problems or more bound what {}% of problems take", 100.0 * quantile)?;
    }
    out.flush()?;
    Ok(Exit::Success)
}

/// What is expected: as given, else as a study shows it.
fn pilot(arguments: &PlanArguments) -> Result<Pilot, Failure> {
    let study = arguments.study.as_deref().map(Pilot::of_study).transpose()?.flatten();
    let range = arguments
        .cap
        .map_or_else(|| study.map_or_else(|| Pilot::range_of(CAP), |p| p.range), Pilot::range_of);
    let gain = arguments.gain.or(study.map(|p| p.gain));
    let spread = arguments.spread.or(study.map(|p| p.spread));
    match (gain, spread) {
        (Some(gain), Some(spread)) => Ok(Pilot { gain, spread, range }),
        _ => {
            let problem = "cannot be made without knowing what to expect; expected a study with a tested answer, or --gain and --spread";
            Err(Diagnostic::of_file("a plan", problem).into())
        }
    }
}

/// The speed-up that so many problems can be expected to certify: the gain less what the planner's formula takes away.
fn provable(pilot: &Pilot, count: u64, delta: f64) -> f64 {
    // N = 2 s^2 L / d^2 + B L / d, solved for d
    let (n, log) = (count as f64, (1.0 / delta).ln());
    let b = pilot.range * log / (2.0 * n);
    let d = b + (b * b + 2.0 * pilot.spread * pilot.spread * log / n).sqrt();
    (pilot.gain.ln() - d).exp()
}

/// Sealed problems that would prove an improvement, if it is what a certificate saw.
pub fn needed(view: &View, certificate: &Certificate) -> Option<u64> {
    let pilot = Pilot::of_certificate(view, certificate)?;
    plan::speedup(pilot.spread, pilot.gain, 1.0, certificate.delta / 2.0, pilot.range).ok()
}

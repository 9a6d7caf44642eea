//! The card: a certificate for people.

use super::{Basis, Certificate, Kind, Statement};
use luthier::escape_name;

/// The lines of the card.
pub fn card(certificate: &Certificate) -> Vec<String> {
    let c = certificate;
    let setting = if c.setting.is_empty() { "the solver's defaults" } else { &c.setting };
    let mut lines = vec![
        headline(c),
        String::new(),
        format!("problems    {}", escape_name(&c.family)),
        format!("setting     {}", escape_name(setting)),
        format!("against     {}", if c.default.is_empty() { "the default" } else { &c.default }),
        format!(
            "evidence    {} sealed problems, run for this alone; {} training problems; {} declared settings",
            c.sealed.instances, c.training.instances, c.declared
        ),
        format!(
            "counted     {} to tolerance {:e}; more than {:.0} count as {:.0}",
            c.unit, c.tolerance, c.cap, c.cap
        ),
        String::new(),
        format!("Each of these is wrong with a probability of at most {:.2}%:", 100.0 * c.delta),
    ];
    lines.extend(c.statements.iter().map(|s| format!("  {}", statement(c, s))));
    lines.push(String::new());
    let others: Vec<String> = c.checks.iter().map(|k| format!("{} {:.2}", k.bound, k.speedup)).collect();
    lines.push(format!("The speed-up by other bounds, which are right too but weaker: {}.", others.join(", ")));
    lines.push(c.assumption.clone());
    if c.split == "time" {
        lines.push("The sealed problems are the latest ones; that the next ones are like them is assumed.".to_owned());
    }
    lines.push(format!(
        "The sealed set was opened {} so far; all certificates of this study together hold with {}% confidence.",
        if c.opening == 1 { "once".to_owned() } else { format!("{} times", c.opening) },
        100.0 * c.confidence
    ));
    lines
}

/// The most important statement, in words.
fn headline(c: &Certificate) -> String {
    let bound = c.statement(Kind::Speedup).and_then(|s| s.bound);
    match bound {
        Some(bound) if bound > 1.0 => format!("CERTIFIED: at least {bound:.2} times faster than the default"),
        _ => "NO IMPROVEMENT PROVEN".to_owned(),
    }
}

fn statement(c: &Certificate, s: &Statement) -> String {
    let basis = match s.basis {
        Basis::Sealed => "sealed set",
        Basis::DeclaredGrid => "declared grid",
    };
    let percent = |v: f64| format!("{:.1}%", 100.0 * v);
    let Some(bound) = s.bound else {
        let what = if s.kind == Kind::NinetyPercent { "more sealed problems" } else { "complete training trials" };
        return format!("{:<14} nothing can be said: it takes {what}", name(s.kind));
    };
    let (text, seen) = match s.kind {
        Kind::Speedup => (
            format!("at least {bound:.3} times faster (shifted geometric mean of {})", c.unit),
            format!("{:.3}", s.seen),
        ),
        Kind::Saving => (format!("at least {bound:.1} {} saved on average", c.unit), format!("{:.1}", s.seen)),
        Kind::MeanCost => (format!("at most {bound:.1} {} on average", c.unit), format!("{:.1}", s.seen)),
        Kind::WinRate => (format!("better than the default on at least {} of problems", percent(bound)), percent(s.seen)),
        Kind::Harm => (format!("more than twice as slow on at most {} of problems", percent(bound)), percent(s.seen)),
        Kind::Solved => (format!("solves at least {} of problems within the limits", percent(bound)), percent(s.seen)),
        Kind::NinetyPercent => {
            (format!("nine in ten problems take at most {bound:.0} {}", c.unit), format!("{:.0}", s.seen))
        }
        Kind::Regret => (
            format!("no declared setting needs {bound:.1} {} less on average", c.unit),
            format!("{:.1}", s.seen),
        ),
        Kind::BestSet => {
            (format!("the best of {} declared settings is among {bound:.0}", c.declared), format!("{:.0}", s.seen))
        }
    };
    format!("{:<14} {text}; seen {seen} ({basis})", name(s.kind))
}

fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::Speedup => "speed-up",
        Kind::Saving => "saving",
        Kind::MeanCost => "mean",
        Kind::WinRate => "wins",
        Kind::Harm => "harm",
        Kind::Solved => "solved",
        Kind::NinetyPercent => "nine in ten",
        Kind::Regret => "regret",
        Kind::BestSet => "best settings",
    }
}

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
    lines.push(format!(
        "The speed-up by other bounds, which are right too but weaker: {}.",
        others.join(", ")
    ));
    lines.push(c.assumption.clone());
    if c.split == "time" {
        lines.push(
            "The sealed problems are the latest ones; that the next ones are like them is assumed."
                .to_owned(),
        );
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
    if let Some(words) = nothing_useful(c, s) {
        return format!("{:<14} {words}", name(s.kind));
    }
    let Some(bound) = s.bound else {
        let what = match s.kind {
            Kind::NinetyPercent => "more sealed problems",
            _ => "a space and training problems that were declared at once",
        };
        return format!("{:<14} nothing can be said: it takes {what}", name(s.kind));
    };
    let (text, seen) = match s.kind {
        Kind::Speedup => (
            format!("at least {bound:.3} times faster (shifted geometric mean of {})", c.unit),
            format!("{:.3}", s.seen),
        ),
        Kind::Saving => {
            (format!("at least {bound:.1} {} saved on average", c.unit), format!("{:.1}", s.seen))
        }
        Kind::MeanCost => (format!("at most {bound:.1} {} on average", c.unit), format!("{:.1}", s.seen)),
        Kind::WinRate => {
            (format!("better than the default on at least {} of problems", percent(bound)), percent(s.seen))
        }
        Kind::Harm => {
            (format!("more than twice as slow on at most {} of problems", percent(bound)), percent(s.seen))
        }
        Kind::Solved => {
            (format!("solves at least {} of problems within the limits", percent(bound)), percent(s.seen))
        }
        Kind::NinetyPercent => {
            (format!("nine in ten problems take at most {bound:.0} {}", c.unit), format!("{:.0}", s.seen))
        }
        Kind::Regret => (
            format!("no setting of the space needs {bound:.1} {} less on average", c.unit),
            format!("{:.1}", s.seen),
        ),
        Kind::BestSet => {
            (format!("the best setting of the space is among {bound:.0}"), format!("{:.0}", s.seen))
        }
    };
    format!("{:<14} {text}; seen {seen} ({basis})", name(s.kind))
}

/// What to say of a statement that says nothing.
fn nothing_useful(c: &Certificate, s: &Statement) -> Option<&'static str> {
    let bound = s.bound?;
    let mean = c.statement(Kind::MeanCost).map_or(f64::INFINITY, |mean| mean.seen);
    match s.kind {
        Kind::Regret if bound >= mean => Some(
            "nothing useful can be said: other settings were hardly run; the search `full` runs them all",
        ),
        Kind::BestSet if bound >= c.declared as f64 => {
            Some("no setting of the space is shown to be worse than this one")
        }
        _ => None,
    }
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

//! A study as one JSON document.

use super::left;
use luthier_tune::{Comparison, Profile, View, standings};
use serde_json::{Value, json};

/// What `luthier study --json` prints.
pub fn of(view: &View, profiles: &[Profile], top: u64) -> Value {
    let question = &view.question;
    let standings = standings(view);
    let listed = standings.iter().take(usize::try_from(top).unwrap_or(usize::MAX));
    json!({
        "schema": "luthier-study-1",
        "family": question.family,
        "seed": question.seed,
        "space": question.space,
        "settings": view.space.settings().len(),
        "search": view.search.map(|search| search.to_string()),
        "cost": question.measure.name(),
        "solved_at": question.solved_at,
        "train": view.train.len(),
        "test": view.test.len(),
        "sealed": view.instances.rows().len() - view.train.len() - view.test.len(),
        "trials": view.ledger.iter().count(),
        "matrix_passes": view.ledger.passes(),
        "left": left(view),
        "standings": listed.map(|(setting, c)| json!({
            "setting": view.space.text(*setting), "train": comparison(c),
        })).collect::<Vec<_>>(),
        "profiles": profiles.iter().map(|profile| json!({
            "parameter": profile.parameter.name,
            "points": profile.points.iter().map(|point| json!({
                "value": point.value, "train": comparison(&point.comparison),
            })).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
    })
}

/// A comparison, as all documents about studies have it.
pub fn comparison(c: &Comparison) -> Value {
    json!({
        "instances": c.instances,
        "default_cost": c.default_cost,
        "cost": c.cost,
        "ratio": c.ratio,
        "interval": c.interval.map(|(low, high)| [low, high]),
        "wins": c.wins,
        "losses": c.losses,
        "default_solved": c.default_solved,
        "solved": c.solved,
    })
}

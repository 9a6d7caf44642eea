//! What was found, for programs.

use super::words::{point, why};
use luthier_tune::structure::{
    Decision, Line, LineOptions, Map, Parting, Piece, Resolution, RunEnd, Same, Sample, Scale,
};
use serde_json::{Value, json};

/// What `luthier structure --json` prints.
pub fn of_line(label: &str, found: &Line, options: &LineOptions) -> Value {
    json!({
        "schema": "luthier-structure-1",
        "instance": label,
        "parameter": found.parameter.name,
        "from": found.range.from,
        "to": found.range.to,
        "scale": if found.range.scale == Scale::Log { "log" } else { "linear" },
        "by": if options.by == Same::Count { "counts" } else { "decisions" },
        "resolution": options.resolution,
        "runs": found.samples.len(),
        "interrupted": found.interrupted,
        "open_boundaries": found.open,
        "grids": grids(&found.curve),
        "pieces": found.pieces.iter().map(piece).collect::<Vec<_>>(),
        "partings": found.partings.iter().map(parting).collect::<Vec<_>>(),
        "samples": found.samples.iter().map(sample).collect::<Vec<_>>(),
    })
}

/// What `luthier structure --map --json` prints.
pub fn of_map(label: &str, found: &Map) -> Value {
    let rows = found.cells.chunks(found.eta.len().max(1));
    let cell = |end: &Option<RunEnd>| end.map(|e| json!([e.iterations, e.status.name()]));
    json!({
        "schema": "luthier-structure-map-1",
        "instance": label,
        "eta": found.eta,
        "omega": found.omega,
        "regions": found.regions(),
        "interrupted": found.interrupted(),
        "grids": grids(&found.curve),
        "cells": rows.map(|row| row.iter().map(cell).collect::<Vec<_>>()).collect::<Vec<_>>(),
    })
}

fn grids(curve: &[Resolution]) -> Vec<Value> {
    curve.iter().map(|r| json!({"points": r.points, "pieces": r.pieces})).collect()
}

fn piece(piece: &Piece) -> Value {
    json!({
        "from": piece.from,
        "to": piece.to,
        "runs": piece.samples,
        "iterations": piece.end.iterations,
        "status": piece.end.status.name(),
        "solved": piece.end.solved(),
    })
}

fn sample(sample: &Sample) -> Value {
    json!([sample.value, sample.end.iterations, sample.end.status.name()])
}

fn parting(parting: &Parting) -> Value {
    json!({
        "left": parting.left,
        "right": parting.right,
        "iteration": parting.iteration,
        "flip": parting.flip.name(),
        "left_decision": parting.left_decision.map(decision),
        "right_decision": parting.right_decision.map(decision),
    })
}

fn decision(decision: Decision) -> Value {
    match decision {
        Decision::Rejected(count) => json!({"rejected": count}),
        Decision::Restart { to, condition } => json!({"restart": point(to), "condition": why(condition)}),
        Decision::Recovered => json!({"recovered": true}),
        Decision::Ended(status) => json!({"ended": status.name()}),
    }
}

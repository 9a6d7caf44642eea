//! Reading the JSON document. Entries that are not known are passed over, as the promise of the version allows.

use super::document::{SCHEMA, VERSION};
use super::file::{CertificateKind, NamedCertificate, RecordedQuality, SolutionFile, recorded_test};
use crate::error::Diagnostic;
use crate::io::ReadOptions;
use crate::io::source::Source;
use crate::io::whole;
use crate::problem::{Fingerprint, NameTable, Names};
use crate::run::Learned;
use crate::text::{escape_name, shown};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;

/// What a document must say of itself before anything else of it is believed.
#[derive(Deserialize)]
struct Header {
    #[serde(rename = "schema", deserialize_with = "schema")]
    _schema: (),
    #[serde(rename = "version", deserialize_with = "version")]
    _version: (),
}

fn schema<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
    let found = String::deserialize(deserializer)?;
    if found == SCHEMA {
        return Ok(());
    }
    Err(D::Error::custom(format!("schema '{}'; expected '{SCHEMA}'", shown(&found))))
}

fn version<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
    match u64::deserialize(deserializer)? {
        0 => Err(D::Error::custom(format!("version 0; expected 1 to {VERSION}"))),
        VERSION => Ok(()),
        newer => Err(D::Error::custom(newer_version(newer))),
    }
}

/// What to say of a file from the future.
pub(super) fn newer_version(found: u64) -> String {
    format!(
        "version {found} of the layout, written by a newer version of Luthier; expected at most {VERSION}"
    )
}

#[derive(Deserialize)]
struct Stored {
    status: Option<String>,
    objective: Option<f64>,
    dual_objective: Option<f64>,
    quality: Option<StoredQuality>,
    parameters_changed: Option<BTreeMap<String, serde_json::Value>>,
    model: Option<StoredModel>,
    learned: Option<StoredLesson>,
    certificate: Option<StoredCertificate>,
    solution: Option<StoredVectors>,
}

#[derive(Default, Deserialize)]
#[serde(expecting = "an object with residuals and tolerances")]
struct StoredQuality {
    primal_rel: Option<f64>,
    dual_rel: Option<f64>,
    gap_rel: Option<f64>,
    relative_tolerance: Option<f64>,
    absolute_tolerance: Option<f64>,
}

#[derive(Deserialize)]
#[serde(expecting = "an object with the fingerprint of the model")]
struct StoredModel {
    #[serde(default, deserialize_with = "fingerprint")]
    fingerprint: Option<Fingerprint>,
}

fn fingerprint<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Fingerprint>, D::Error> {
    let Some(text) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
    let wrong = || format!("fingerprint '{}'; expected 32 hexadecimal digits", shown(&text));
    Fingerprint::parse(&text).map(Some).ok_or_else(|| D::Error::custom(wrong()))
}

#[derive(Deserialize)]
#[serde(expecting = "an object with weight and step")]
struct StoredLesson {
    weight: f64,
    step: f64,
}

#[derive(Deserialize)]
#[serde(expecting = "an object with kind and entries")]
struct StoredCertificate {
    kind: StoredKind,
    entries: Vec<StoredEntry>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum StoredKind {
    CrossedRow,
    CrossedColumn,
    DualRay,
    PrimalRay,
}

#[derive(Deserialize)]
#[serde(expecting = "an object with name and value")]
struct StoredEntry {
    name: String,
    value: f64,
}

#[derive(Deserialize)]
#[serde(expecting = "an object with columns and rows")]
struct StoredVectors {
    columns: StoredColumns,
    rows: StoredRows,
}

#[derive(Deserialize)]
#[serde(expecting = "an object with names, value and reduced_cost")]
struct StoredColumns {
    names: Vec<String>,
    value: Vec<f64>,
    reduced_cost: Option<Vec<f64>>,
}

#[derive(Deserialize)]
#[serde(expecting = "an object with names, activity and dual")]
struct StoredRows {
    names: Vec<String>,
    activity: Option<Vec<f64>>,
    dual: Option<Vec<f64>>,
}

/// Reads a document.
pub(super) fn read(
    source: &Source<'_>,
    path: &str,
    options: &ReadOptions,
) -> Result<SolutionFile, Diagnostic> {
    let text = whole::read(source, path, options.max_bytes)?;
    let located = |e: serde_json::Error| locate(path, &text, &e);
    let Header { .. } = serde_json::from_str(&text).map_err(located)?;
    let stored: Stored = serde_json::from_str(&text).map_err(located)?;
    let q = stored.quality.unwrap_or_default();
    let parameters: Vec<_> =
        stored.parameters_changed.into_iter().flatten().map(|(name, v)| (name, plain(v))).collect();
    let named = parameters.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let test = q.relative_tolerance.zip(q.absolute_tolerance).map(|pair| recorded_test(pair, named));
    let tolerances = test.transpose().map_err(|e| Diagnostic::of_file(path, e.to_string()))?;
    let file = SolutionFile {
        path: path.to_owned(),
        status: stored.status,
        objective: stored.objective,
        dual_objective: stored.dual_objective,
        fingerprint: stored.model.and_then(|m| m.fingerprint),
        tolerances,
        quality: RecordedQuality { primal: q.primal_rel, dual: q.dual_rel, gap: q.gap_rel },
        learned: stored.learned.map(|StoredLesson { weight, step }| Learned { weight, step }),
        certificate: stored.certificate.map(certificate),
        ..SolutionFile::default()
    };
    match stored.solution {
        Some(vectors) => with_vectors(file, vectors),
        None => Ok(file),
    }
}

/// A value of a parameter as it stands on a command line.
fn plain(value: serde_json::Value) -> String {
    match value {
        serde_json::Value::String(text) => text,
        other => other.to_string(),
    }
}

fn certificate(stored: StoredCertificate) -> NamedCertificate {
    NamedCertificate {
        kind: match stored.kind {
            StoredKind::CrossedRow => CertificateKind::CrossedRow,
            StoredKind::CrossedColumn => CertificateKind::CrossedColumn,
            StoredKind::DualRay => CertificateKind::DualRay,
            StoredKind::PrimalRay => CertificateKind::PrimalRay,
        },
        entries: stored.entries.into_iter().map(|e| (e.name, e.value)).collect(),
    }
}

/// Takes in the vectors, whose lengths and names must fit together.
fn with_vectors(mut file: SolutionFile, vectors: StoredVectors) -> Result<SolutionFile, Diagnostic> {
    let StoredVectors { columns, rows } = vectors;
    let (n, m) = (columns.names.len(), rows.names.len());
    let lengths = [
        ("solution.columns.value", Some(columns.value.len()), n),
        ("solution.columns.reduced_cost", columns.reduced_cost.as_ref().map(Vec::len), n),
        ("solution.rows.activity", rows.activity.as_ref().map(Vec::len), m),
        ("solution.rows.dual", rows.dual.as_ref().map(Vec::len), m),
    ];
    for (what, length, expected) in lengths {
        if let Some(length) = length.filter(|length| *length != expected) {
            let problem = format!("{what} has {length} numbers; expected {expected}, one for each name");
            return Err(Diagnostic::of_file(&file.path, problem));
        }
    }
    file.columns = distinct(&file.path, "variable", columns.names)?;
    file.rows = distinct(&file.path, "row", rows.names)?;
    (file.x, file.reduced_costs) = (columns.value, columns.reduced_cost);
    (file.y, file.row_activity) = (rows.dual, rows.activity);
    Ok(file)
}

fn distinct(path: &str, kind: &str, names: Vec<String>) -> Result<Names, Diagnostic> {
    let table = NameTable::new(names.into()).map_err(|twice| {
        let problem = format!("the {kind} '{}' is named twice; names must differ", shown(&twice.name));
        Diagnostic::of_file(path, problem)
    })?;
    Ok(table.into_names())
}

/// What the JSON reader found, in our words and with the line.
fn locate(path: &str, text: &str, e: &serde_json::Error) -> Diagnostic {
    let line_start = text.split_inclusive('\n').take(e.line().saturating_sub(1)).map(str::len).sum::<usize>();
    let offset = line_start + e.column().saturating_sub(1);
    let place = format!(" at line {} column {}", e.line(), e.column());
    let message = e.to_string();
    let message =
        message.strip_suffix(&place).unwrap_or(&message).replace("expected f64", "expected a number");
    // It may quote what the file says.
    let message = escape_name(&message);
    let problem = if e.is_eof() {
        "the file ends early; it looks truncated".to_owned()
    } else if e.is_syntax() {
        format!("this is not JSON: {message}")
    } else {
        message
    };
    Diagnostic::in_text(path, text, offset, problem)
}

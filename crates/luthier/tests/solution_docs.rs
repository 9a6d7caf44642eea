//! The pages about files say what the code does: the schema has exactly the entries of every document, and the example
//! has the numbers of the solver.

mod support;

use luthier::io::{Document, ReadOptions, parse_solution};
use luthier::params::Norm;
use luthier::{Parameters, Problem, ProblemBuilder, Sense, Status, solve};
use serde_json::Value;
use std::collections::BTreeSet;
use support::families::random_lp;
use support::files::with_hostile_names;
use support::reducible::reducible;
use support::runs::endless;
use support::small::{INF, lp};

fn page(name: &str) -> String {
    let path = format!("{}/../../docs/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

/// Keywords of schemas that [`conform`] knows; others would go unchecked.
const KEYWORDS: [&str; 12] = [
    "$schema",
    "$defs",
    "$ref",
    "title",
    "description",
    "type",
    "required",
    "properties",
    "additionalProperties",
    "items",
    "enum",
    "const",
];

/// Whether a value is what the schema says, with exactly the entries that it names.
fn conform(root: &Value, schema: &Value, value: &Value, place: &str) {
    for keyword in schema.as_object().unwrap().keys() {
        assert!(KEYWORDS.contains(&keyword.as_str()), "{place}: {keyword} is not checked");
    }
    if let Some(reference) = schema.get("$ref") {
        let target = root.pointer(reference.as_str().unwrap().trim_start_matches('#')).unwrap();
        return conform(root, target, value, place);
    }
    let kinds = match &schema["type"] {
        Value::String(kind) => vec![kind.as_str()],
        Value::Array(kinds) => kinds.iter().map(|k| k.as_str().unwrap()).collect(),
        other => panic!("{place}: type {other}"),
    };
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(n) if n.is_u64() && kinds.contains(&"integer") => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    assert!(kinds.contains(&kind), "{place}: {kind}, expected {kinds:?}");
    if let Some(constant) = schema.get("const") {
        assert_eq!(value, constant, "{place}");
    }
    if let Some(choices) = schema.get("enum") {
        assert!(choices.as_array().unwrap().contains(value), "{place}: {value}");
    }
    match value {
        Value::Object(entries) => conform_entries(root, schema, entries, place),
        Value::Array(items) => {
            items.iter().for_each(|item| conform(root, &schema["items"], item, &format!("{place}[]")));
        }
        _ => {}
    }
}

fn conform_entries(root: &Value, schema: &Value, entries: &serde_json::Map<String, Value>, place: &str) {
    if let Some(any) = schema.get("additionalProperties") {
        entries.iter().for_each(|(key, value)| conform(root, any, value, &format!("{place}.{key}")));
        return;
    }
    let required: BTreeSet<_> =
        schema["required"].as_array().unwrap().iter().map(|k| k.as_str().unwrap()).collect();
    let described: BTreeSet<_> =
        schema["properties"].as_object().unwrap().keys().map(String::as_str).collect();
    let found: BTreeSet<_> = entries.keys().map(String::as_str).collect();
    assert_eq!(required, described, "{place}");
    assert_eq!(found, described, "{place}");
    for (key, value) in entries {
        conform(root, &schema["properties"][key], value, &format!("{place}.{key}"));
    }
}

/// Problems and parameters that end in every way and use every entry.
fn runs() -> Vec<(Problem, Parameters, Status)> {
    let normal = Parameters::default;
    let crossed = lp(&[1.0], &[(3.0, &[1.0], 2.0)], &[(0.0, 9.0)]).build().unwrap();
    let out_of_reach = lp(&[1.0], &[(9.0, &[1.0], INF)], &[(0.0, 2.0)]).build().unwrap();
    let unbounded = lp(&[1.0, -1.0], &[(1.0, &[1.0, 0.0], INF)], &[(0.0, INF); 2]).build().unwrap();
    let empty = ProblemBuilder::new(0, 0).build().unwrap();
    let changed = Parameters {
        initial_step: Some(0.1),
        stall_limit: Some(100),
        norm: Norm::Componentwise,
        ruiz_objective: true,
        iteration_limit: 50,
        ..Parameters::default().with_tolerance(1e-14)
    };
    vec![
        (random_lp(1, 8, 12), normal(), Status::Optimal),
        (with_hostile_names(&random_lp(2, 20, 20)), changed, Status::IterationLimit),
        (crossed, normal(), Status::Infeasible),
        (out_of_reach, normal(), Status::Infeasible),
        (unbounded, normal(), Status::Unbounded),
        (endless(), Parameters { stall_limit: Some(20), ..normal() }, Status::Stalled),
        (empty, normal(), Status::Optimal),
        (random_lp(3, 8, 12), Parameters { presolve: true, ..normal() }, Status::Optimal),
        (random_lp(4, 8, 12), Parameters { polish_tolerance: 1e-9, ..normal() }, Status::Optimal),
        (
            reducible(1),
            Parameters { presolve: true, ..normal() },
            solve(&reducible(1), &normal()).unwrap().status,
        ),
    ]
}

#[test]
fn documents_have_exactly_the_entries_of_the_schema() {
    let schema: Value = serde_json::from_str(&page("solution.schema.json")).unwrap();
    let order: Vec<_> = schema["required"].as_array().unwrap().iter().map(|k| k.as_str().unwrap()).collect();
    let (mut notices, mut warnings) = (0, 0);
    for (problem, parameters, status) in runs() {
        let solution = solve(&problem, &parameters).unwrap();
        assert_eq!(solution.status, status);
        for vectors in [false, true] {
            let text = Document::new(&problem, &parameters, &solution, vectors).to_json();
            let document: Value = serde_json::from_str(&text).unwrap();
            conform(&schema, &schema, &document, "document");
            assert_eq!(document["solution"].is_null(), !vectors);
            let keys = text.lines().filter_map(|line| line.strip_prefix("  \"")?.split_once('"'));
            assert_eq!(keys.map(|(key, _)| key).collect::<Vec<_>>(), order);
            notices += document["notices"].as_array().unwrap().len();
            warnings += document["warnings"].as_array().unwrap().len();
        }
    }
    assert!(notices > 0 && warnings > 0, "documents with remarks are among them");
}

/// The example of the page.
fn example(sense: Sense) -> Problem {
    let factor = -sense.sign();
    lp(
        &[3.0 * factor, 2.0 * factor],
        &[(-INF, &[1.0, 1.0], 4.0), (-INF, &[1.0, 3.0], 7.0)],
        &[(0.0, 3.0), (0.0, INF)],
    )
    .name("example")
    .sense(sense)
    .column_names(vec!["x", "y"])
    .row_names(vec!["labour", "wood"])
    .build()
    .unwrap()
}

/// The blocks of a page in this language.
fn blocks(page: &str, language: &str) -> Vec<String> {
    let opening = format!("```{language}\n");
    page.split(&opening).skip(1).map(|rest| rest.split("```").next().unwrap().to_owned()).collect()
}

fn close_to(written: &Value, computed: &[f64]) {
    let written: Vec<f64> = written.as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect();
    assert_eq!(written.len(), computed.len());
    written.iter().zip(computed).for_each(|(a, b)| assert!((a - b).abs() < 1e-6, "{a} / {b}"));
}

#[test]
fn the_example_has_the_numbers_of_the_solver() {
    let blocks = blocks(&page("signs.md"), "json");
    assert_eq!(blocks.len(), 2);
    for (block, sense) in blocks.iter().zip([Sense::Maximize, Sense::Minimize]) {
        let written: Value = serde_json::from_str(block).unwrap();
        let problem = example(sense);
        let parameters = Parameters::default().with_tolerance(1e-9);
        let solution = solve(&problem, &parameters).unwrap();
        assert_eq!(written["sense"], if sense == Sense::Minimize { "minimize" } else { "maximize" });
        close_to(&Value::from(vec![written["objective"].clone()]), &[solution.objective]);
        close_to(&written["columns"]["value"], &solution.x);
        close_to(&written["columns"]["reduced_cost"], &solution.reduced_costs);
        close_to(&written["rows"]["activity"], &solution.row_activity);
        close_to(&written["rows"]["dual"], &solution.y);
        // A price is what it says: another bound by a little changes the objective by that much of it.
        let more = |labour: f64, x: f64| {
            let changed = problem.with_data().row_bounds(vec![-INF; 2], vec![4.0 + labour, 7.0]);
            let changed = changed.bounds(vec![0.0; 2], vec![3.0 + x, INF]).build().unwrap();
            solve(&changed, &parameters).unwrap().objective - solution.objective
        };
        assert!((more(0.1, 0.0) - 0.1 * solution.y[0]).abs() < 1e-6);
        assert!((more(0.0, 0.1) - 0.1 * solution.reduced_costs[0]).abs() < 1e-6);
    }
}

#[test]
fn the_example_of_the_raw_layout_is_one() {
    let blocks = blocks(&page("solution-files.md"), "text");
    let [text] = &blocks[..] else { panic!("{} blocks", blocks.len()) };
    let file = parse_solution("page", text.as_bytes(), &ReadOptions::default()).unwrap();
    let (x, y) = file.point(&example(Sense::Maximize)).unwrap();
    assert_eq!(
        (x, y, file.objective, file.dual_objective),
        (vec![3.0, 1.0], vec![2.0, 0.0], Some(11.0), Some(11.0))
    );
}

#[test]
fn the_example_of_a_parameter_file_is_one() {
    let blocks = blocks(&page("parameter-files.md"), "toml");
    let [text] = &blocks[..] else { panic!("{} blocks", blocks.len()) };
    let parameters = Parameters::from_toml("page", text).unwrap();
    assert_eq!(
        (parameters.weight_smoothing, parameters.check_period, parameters.inner_limit),
        (0.2, 16, None)
    );
}

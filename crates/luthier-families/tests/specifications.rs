//! Specifications: what is read, what is written, and what is said about wrong ones.

use luthier_families::{Argument, Domain, Error, Form, Specification, TABLE, Value};

fn canonical(text: &str) -> String {
    Specification::parse(text).unwrap_or_else(|e| panic!("{e}")).to_string()
}

fn refusal(text: &str) -> String {
    let error = Specification::parse(text).unwrap_err();
    assert!(matches!(error, Error::Specification { .. }), "{error:?}");
    error.to_string()
}

#[test]
fn canonical_texts_leave_out_defaults_and_keep_the_order_of_the_table() {
    for (text, expected) in [
        ("transportation:60x90", "transportation:60x90"),
        (" transportation: 60 X 90 , supply=10..30", "transportation:60x90"),
        ("transportation:6x9,surplus=2,supply=1..2.50", "transportation:6x9,supply=1..2.5,surplus=2"),
        ("decay-decay:200x2000,decay=0.75", "decay-decay:200x2000"),
        ("decay-decay:200x2000,supply=7", "decay-decay:200x2000,supply=7..7"),
        ("multipaths:90x2000,paths=5,price=1e1", "multipaths:90x2000"),
        ("qap15", "qap15"),
        ("qap15:", "qap15"),
        ("qap15:objective=uniform(0.10)", "qap15:objective=uniform(0.1)"),
        ("qap:some/nug12.dat,objective=gauss( 0.05 )", "qap:some/nug12.dat,objective=gauss(0.05)"),
        ("perturb:a,b.mps, rhs=uniform(1)", "perturb:a,b.mps,rhs=uniform(1)"),
        ("past/*.mps.gz", "folder:past/*.mps.gz"),
        ("a.mps,b.lp.zst", "folder:a.mps,b.lp.zst"),
        ("folder:a.mps", "folder:a.mps"),
        ("C:\\past", "folder:C:\\past"),
    ] {
        assert_eq!(canonical(text), expected);
        assert_eq!(canonical(expected), expected, "canonical texts are their own");
    }
    // What looks like an assignment is one.
    assert!(refusal("perturb:a,b=c.mps,rhs=uniform(1)").contains("no parameter 'b'"));
}

#[test]
fn wrong_ones_are_told_the_right_form() {
    for (text, parts) in [
        ("", vec!["it is empty", "transportation:60x90"]),
        ("transport:60x90", vec!["no family 'transport'", "transportation"]),
        ("transportatoin:60x90", vec!["did you mean 'transportation'?", "SUPPLIERSxCUSTOMERS"]),
        ("multipath:90x2000", vec!["did you mean 'multipaths'?", "multipaths:90x2000"]),
        ("nowhere", vec!["no family and no file 'nowhere'", "decay-decay", "folder"]),
        ("transportation", vec!["it has no sizes", "suppliers and customers", "transportation:60x90"]),
        ("transportation:60", vec!["'60'", "with an x between"]),
        ("transportation:60,90", vec!["'60,90'", "with an x between"]),
        ("transportation:0x90", vec!["'0' suppliers", "from 1 to 20000"]),
        ("transportation:60x-1", vec!["'-1' customers", "from 1 to 20000"]),
        ("transportation:60x1e9", vec!["'1e9' customers"]),
        ("transportation:99999999999999999999x1", vec!["suppliers", "from 1 to 20000"]),
        ("transportation:20000x20000", vec!["400000000 variables", "at most 50000000"]),
        ("decay-decay:0x10", vec!["'0' items"]),
        ("decay-decay:10x10,deacy=0.5", vec!["no parameter 'deacy'", "did you mean 'decay'?"]),
        (
            "decay-decay:10x10,zzzzzz=0.5",
            vec!["no parameter 'zzzzzz'", "it has decay, unit_decay, supply, price"],
        ),
        ("decay-decay:10x10,decay=1.5", vec!["decay = '1.5'", "from 0 to 0.999"]),
        ("decay-decay:10x10,decay=nan", vec!["decay = 'nan'"]),
        ("decay-decay:10x10,decay=", vec!["decay = ''"]),
        ("decay-decay:10x10,decay=0.5,decay=0.5", vec!["decay is given twice"]),
        ("decay-decay:10x10,decay=0.5,oops", vec!["'oops' where NAME=VALUE"]),
        ("decay-decay:10x10,supply=5..1", vec!["supply = '5..1'", "LEAST..MOST inside 1..1000000"]),
        ("transportation:1x1,cost=0..inf", vec!["cost = '0..inf'"]),
        ("transportation:1x1,cost=-1..5", vec!["cost = '-1..5'", "inside 0.."]),
        ("decay:1000000x5000000,decay=0.999", vec!["5000000000 items in all bids", "at most 200000000"]),
        ("multipaths:90x20", vec!["20 bids for 90 items"]),
        ("multipaths:5x20", vec!["'5' items", "from 10"]),
        ("multipaths:90x200,neighbours=4", vec!["30 cities with 4 neighbours", "120 edges"]),
        ("multipaths:90x200,factor=1..1", vec!["factor never exceeds 1.01"]),
        (
            "qap15:objective=uniform(2)",
            vec!["uniform(R) or gauss(R) with 0 < R <= 1", "qap15[:objective=VALUE"],
        ),
        ("qap15:objective=normal(0.1)", vec!["objective = 'normal(0.1)'"]),
        ("qap15:hello", vec!["'hello' where NAME=VALUE"]),
        ("qap:", vec!["it names no file", "qap:FILE.dat"]),
        ("perturb:model.mps", vec!["nothing is perturbed", "perturb:model.mps,objective=gauss(0.05)"]),
        ("perturb:model.mps,objective=none", vec!["nothing is perturbed"]),
        ("folder:", vec!["it names no file"]),
    ] {
        let said = refusal(text);
        for part in parts {
            assert!(said.contains(part), "{text}: '{part}' is not in: {said}");
        }
        assert!(said.contains("write it like"), "{said}");
    }
}

#[test]
fn hostile_texts_are_shown_safely() {
    let said = refusal("\u{1b}[31mred\u{202e}");
    assert!(!said.contains('\u{1b}') && !said.contains('\u{202e}'), "{said}");
}

/// A value of the domain's kind, other than the default and within.
fn other(domain: &Domain) -> &'static str {
    match domain {
        Domain::Real(..) => "0.99",
        Domain::Count(..) => "3",
        Domain::Span(..) => "1.25..1.75",
        Domain::Whole(..) => "2..3",
        Domain::Noise => "gauss(0.3)",
    }
}

#[test]
fn the_table_is_sound() {
    for description in TABLE {
        let example = Specification::parse(description.example).unwrap();
        assert_eq!(example.description().name, description.name);
        assert!(description.usage().starts_with(description.name));
        for parameter in description.parameters {
            let shown = parameter.default.to_string();
            assert_eq!(parameter.domain.parse(&shown), Some(parameter.default), "{}", parameter.name);
            assert!(!parameter.doc.is_empty());
        }
        if let Form::Sizes([a, b]) = &description.form {
            assert!(
                matches!(example.argument(), Argument::Sizes(x, y) if a.1.contains(x) && b.1.contains(y))
            );
        }
    }
}

/// No parameter does nothing: with another value the same draws give another problem.
#[test]
fn every_parameter_changes_instances() {
    for description in TABLE {
        let base = match &description.form {
            Form::Sizes(_) => format!("{}:20x60", description.name),
            Form::Nothing => description.name.to_owned(),
            // Files: see the tests of files.
            _ => continue,
        };
        let separator = if matches!(description.form, Form::Nothing) { ':' } else { ',' };
        for parameter in description.parameters {
            let value = match parameter.name {
                "surplus" => "30",
                "edges_per_city" => "2",
                "neighbours" => "1",
                _ => other(&parameter.domain),
            };
            assert_ne!(parameter.domain.parse(value), Some(parameter.default));
            let changed = format!("{base}{separator}{}={value}", parameter.name);
            let print = |text: &str| {
                let family = luthier_families::Family::parse(text).unwrap();
                // Among four there is one in which supply falls short.
                let count = family.count().unwrap_or(4);
                (0..count).map(|k| family.instance(3, k).unwrap().fingerprint()).collect::<Vec<_>>()
            };
            assert_ne!(print(&base), print(&changed), "{changed}");
        }
    }
}

#[test]
fn values_are_listed_with_their_parameters() {
    let specification = Specification::parse("decay:10x20,decay=0.5").unwrap();
    let values: Vec<_> = specification.values().map(|(p, v)| (p.name, v)).collect();
    assert_eq!(values, [("decay", Value::Real(0.5)), ("price", Value::Span(0.0, 1.0))]);
}

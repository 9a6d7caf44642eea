//! The command `luthier-bench`.
#![forbid(unsafe_code)]

mod arguments;

use arguments::{Arguments, Role, Set};
use clap::Parser;
use luthier_bench::contender::Contender;
use luthier_bench::error::Error;
use luthier_bench::instance::{FAMILIES, Instance, Selection, of_family, real};
use luthier_bench::judgement::Outcome;
use luthier_bench::race::Race;
use luthier_bench::record::{Ledger, Record, read};
use luthier_bench::report::report;
use luthier_bench::worker::serve;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let done = match (arguments.role, &arguments.report) {
        (Some(Role::Worker), _) => serve(std::io::stdin().lock(), std::io::stdout().lock())
            .map_err(Error::file("standard input and output".as_ref())),
        (None, Some(file)) => read(file).map(|records| print!("{}", report(&records))),
        (None, None) => run(&arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Error> {
    let instances = instances(arguments)?;
    let mut ledger = Ledger::open(&arguments.out)?;
    let (limit, grace) = (arguments.limit, arguments.grace);
    let mut race = Race::new(contenders(arguments)?, limit, grace, &mut |message| eprintln!("{message}"))?;
    for (position, instance) in instances.iter().enumerate() {
        for &tolerance in &arguments.tol {
            let mut tell = |record: &Record| {
                eprintln!("{}/{} {}", position + 1, instances.len(), line(record));
            };
            race.run(instance, tolerance, &mut ledger, &mut tell)?;
        }
    }
    print!("{}", report(ledger.records()));
    Ok(())
}

fn instances(arguments: &Arguments) -> Result<Vec<Instance>, Error> {
    let mut all = Vec::new();
    if arguments.set != Set::Families {
        if arguments.data.is_dir() {
            all.extend(real(&arguments.data)?);
        } else {
            eprintln!("left out: the real LPs, {} is not there", arguments.data.display());
        }
    }
    if arguments.set != Set::Real {
        let usual = || FAMILIES.map(str::to_owned).to_vec();
        let families = if arguments.family.is_empty() { usual() } else { arguments.family.clone() };
        for family in families {
            all.extend(of_family(&family, arguments.seed, arguments.instances)?);
        }
    }
    let selection =
        Selection { only: arguments.only.clone(), most_nonzeros: arguments.small, half: arguments.subset };
    all.retain(|instance| selection.takes(instance));
    Ok(all)
}

fn contenders(arguments: &Arguments) -> Result<Vec<Contender>, Error> {
    let mut all = Contender::known(&arguments.luthier)?;
    if !arguments.solvers.is_empty() {
        let known: Vec<String> = all.iter().map(|c| c.name.clone()).collect();
        if let Some(unknown) = arguments.solvers.iter().find(|name| !known.contains(name)) {
            return Err(Error::Unknown {
                what: "--solvers".into(),
                found: unknown.clone(),
                expected: format!("one of {}", known.join(", ")),
            });
        }
        all.retain(|contender| arguments.solvers.contains(&contender.name));
    }
    for variant in &arguments.variant {
        all.push(Contender::variant(variant)?);
    }
    for tuned in &arguments.tuned {
        all.push(Contender::tuned(tuned)?);
    }
    Ok(all)
}

fn line(record: &Record) -> String {
    let outcome = match record.outcome() {
        Outcome::Solved { strictly: true } => "solved".to_owned(),
        Outcome::Solved { strictly: false } => format!("solved, error {:.1e}", record.error()),
        Outcome::NoSolution { proven: true } => "no solution, proven".to_owned(),
        Outcome::NoSolution { proven: false } => "no solution, unproven".to_owned(),
        Outcome::FalseClaim(why) => format!("FALSE CLAIM: {why}"),
        Outcome::Unsolved => format!("not solved, {}", record.residuals()),
    };
    let Record { instance, tolerance, solver, reply, .. } = record;
    format!("{instance} {tolerance:e} {solver}: {outcome} ({}, {:.3} s)", reply.status, reply.seconds)
}

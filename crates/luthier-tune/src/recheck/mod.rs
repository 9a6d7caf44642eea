//! Recomputing a certificate from its study, by code of its own: costs from the stored records, bounds from `formulas`.

mod formulas;

use crate::certificate::{Basis, Certificate, Kind, digest, openings, prints, spend, what_counts};
use crate::cost::Measure;
use crate::error::Error;
use crate::question::Question;
use crate::record::{Ending, Record};
use crate::space::SettingId;
use crate::split::Side;
use crate::store::Reader;
use luthier::{Fingerprint, LADDER, Status, Work};
use std::collections::{BTreeSet, HashMap};

/// Numbers that agree to this part are the same.
const AGREES: f64 = 1e-9;

/// The statements of a certificate, in their order.
const KINDS: [Kind; 9] = [
    Kind::Speedup,
    Kind::Saving,
    Kind::MeanCost,
    Kind::WinRate,
    Kind::Harm,
    Kind::Solved,
    Kind::NinetyPercent,
    Kind::Regret,
    Kind::BestSet,
];

/// What a certificate says that its study does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What it is about.
    pub what: String,
    /// What the certificate says.
    pub said: String,
    /// What the study gives.
    pub found: String,
}

/// Recomputes everything that a certificate says; what differs, nothing if it is right.
pub fn recheck(certificate: &Certificate, study: &Reader) -> Result<Vec<Difference>, Error> {
    let question = Question::parse("study.toml", study.question())?;
    let mut checker = Checker {
        certificate,
        records: HashMap::new(),
        limit: question.parameters.iteration_limit as f64,
        passes: question.measure == Measure::Passes,
        rung: question.solved_at.and_then(|t| LADDER.iter().position(|l| (l / t - 1.0).abs() < 1e-6)),
        at_once: true,
        differences: Vec::new(),
    };
    for (fingerprint, setting, record, _) in study.trials()? {
        checker.records.insert((fingerprint, setting), record);
    }
    let rows = study.instances()?;
    let on = |side: Side| -> Vec<Fingerprint> {
        rows.iter().filter(|row| row.side == side).map(|row| row.fingerprint).collect()
    };
    let (sealed, training) = (on(Side::Sealed), on(Side::Train));
    let seen = [on(Side::Train), on(Side::Test)].concat();
    let both = sealed.iter().filter(|f| seen.contains(f)).count();
    checker.same("sealed problems that were tuned or tested on", 0, both);
    checker.check_origin(&question, study)?;
    checker.check_opening(study, &sealed, &training)?;
    checker.check_statements(&question, &sealed, &training)?;
    Ok(checker.differences)
}

struct Checker<'a> {
    certificate: &'a Certificate,
    records: HashMap<(Fingerprint, String), Record>,
    limit: f64,
    passes: bool,
    rung: Option<usize>,
    /// Whether space and training problems were declared once and never again.
    at_once: bool,
    differences: Vec<Difference>,
}

/// Cost and whether it was solved, of the default and of the setting.
type Pair = ((f64, bool), (f64, bool));

impl Checker<'_> {
    fn same(&mut self, what: &str, said: impl ToString, found: impl ToString) {
        let (said, found) = (said.to_string(), found.to_string());
        if said != found {
            self.differences.push(Difference { what: what.to_owned(), said, found });
        }
    }

    fn close(&mut self, what: &str, said: f64, found: f64) {
        if !((said - found).abs() <= AGREES * (1.0 + found.abs())) {
            self.same(what, said, found);
        }
    }

    /// What the certificate says about the study, apart from its statements.
    fn check_origin(&mut self, question: &Question, study: &Reader) -> Result<(), Error> {
        let c = self.certificate;
        self.same("family", &c.family, &question.family);
        self.same("seed", c.seed, question.seed);
        self.same("question", &c.question, digest(study.question().as_bytes()));
        self.same("split", &c.split, question.split.name());
        self.close(
            "tolerance",
            c.tolerance,
            question.solved_at.unwrap_or(question.parameters.relative_tolerance),
        );
        self.same("default", &c.default, question.space()?.text(SettingId::DEFAULT));
        self.same("unit", &c.unit, if self.passes { "passes" } else { "iterations" });
        self.same("assumption", &c.assumption, crate::certificate::ASSUMPTION);
        let mut declared = BTreeSet::new();
        let mut settings = 0;
        for asked in study.questions()? {
            let earlier = Question::parse("study.toml", &asked.text)?;
            self.at_once &= earlier.space == question.space && earlier.counts.train == question.counts.train;
            if declared.insert(earlier.space.clone()) {
                settings += earlier.space()?.settings().len();
            }
        }
        self.same("declared settings", c.declared, settings);
        Ok(())
    }

    /// The opening that the study recorded for what the certificate is about.
    fn check_opening(
        &mut self,
        study: &Reader,
        sealed: &[Fingerprint],
        training: &[Fingerprint],
    ) -> Result<(), Error> {
        let c = self.certificate;
        let [sealed, training] = [sealed, training].map(|f| prints(f.iter().copied()));
        let counted = what_counts(&c.unit, c.tolerance);
        let opened = openings(&study.notes()?)?;
        let opening = opened.iter().find(|o| {
            o.setting == c.setting && o.sealed == sealed && o.training == training && o.counted == counted
        });
        match opening {
            Some(opening) => {
                self.same("opening", c.opening, opening.number);
                self.same("confidence", c.confidence, opening.confidence);
            }
            None => self.same("opening", c.opening, "none recorded"),
        }
        self.close("delta", c.delta, spend(1.0 - c.confidence, c.opening));
        Ok(())
    }

    /// Iterations, or matrix passes.
    fn spent(&self, work: &Work) -> u64 {
        let besides = work.rejected_steps + work.norm_steps + work.face_passes;
        work.iterations + if self.passes { besides } else { 0 }
    }

    /// The cost of a trial, if its end is known.
    fn cost(&self, problem: Fingerprint, setting: &str) -> Option<(f64, bool)> {
        let record = self.records.get(&(problem, setting.to_owned()))?;
        let work = record.work;
        let spent = self.spent(&work);
        if let Some(iteration) = self.rung.and_then(|rung| record.ladder[rung]) {
            return Some((iteration as f64, true));
        }
        match record.ending {
            Ending::Capped => None,
            Ending::Ended(Status::Optimal | Status::Infeasible | Status::Unbounded) => {
                Some((spent as f64, true))
            }
            Ending::Ended(_) => Some((self.limit.max(spent as f64), false)),
        }
    }

    /// The least that a trial costs.
    fn at_least(&self, problem: Fingerprint, setting: &str) -> f64 {
        let known = self.cost(problem, setting).map(|(cost, _)| cost);
        let record = self.records.get(&(problem, setting.to_owned()));
        let spent = record.map_or(0, |r| self.spent(&r.work));
        known.unwrap_or(spent as f64)
    }

    fn pairs(&self, problems: &[Fingerprint]) -> Option<Vec<Pair>> {
        let c = self.certificate;
        problems.iter().map(|p| Some((self.cost(*p, &c.default)?, self.cost(*p, &c.setting)?))).collect()
    }

    fn check_statements(
        &mut self,
        question: &Question,
        sealed: &[Fingerprint],
        training: &[Fingerprint],
    ) -> Result<(), Error> {
        let c = self.certificate;
        let largest = training.iter().map(|p| self.cost(*p, &c.default).map(|(cost, _)| cost));
        let largest =
            largest.collect::<Option<Vec<f64>>>().map(|costs| costs.into_iter().fold(0.0, f64::max));
        let cap = largest.map_or(f64::NAN, |largest| {
            let mut cap = 1.0;
            while cap < 1.5 * largest {
                cap *= 2.0;
            }
            cap.min(self.limit).max(1.0)
        });
        self.close("cap", c.cap, cap);
        self.close("shift", c.shift, 10.0);
        let Some(sealed_pairs) = self.pairs(sealed) else {
            self.same("sealed trials", "complete", "some are missing");
            return Ok(());
        };
        let training_pairs = if self.at_once { self.pairs(training) } else { None };
        self.same("sealed problems", c.sealed.instances, sealed.len());
        self.same("evidence of the sealed set", &c.sealed.digest, evidence(sealed, &sealed_pairs));
        let trained = training_pairs.as_deref();
        self.same("training problems", c.training.instances, trained.map_or(0, <[Pair]>::len));
        let found = trained.map_or_else(String::new, |pairs| evidence(training, pairs));
        self.same("evidence of the training set", &c.training.digest, found);
        let rivals = if trained.is_some() { self.rivals(question, training, cap)? } else { Vec::new() };
        let kinds: Vec<Kind> = c.statements.iter().map(|statement| statement.kind).collect();
        self.same("statements", format!("{kinds:?}"), format!("{KINDS:?}"));
        for statement in &c.statements {
            let (found, basis) = self.bound(statement.kind, &sealed_pairs, trained, &rivals, cap);
            let what = format!("statement {:?}", statement.kind);
            match (statement.bound, found) {
                (Some(said), Some(found)) => self.close(&what, said, found),
                (said, found) => self.same(&what, format!("{said:?}"), format!("{found:?}")),
            }
            self.same(
                &format!("{what}, what it rests on"),
                format!("{:?}", statement.basis),
                format!("{basis:?}"),
            );
            let seen = seen(statement.kind, &sealed_pairs, &rivals, cap);
            self.close(&format!("{what}, what was seen"), statement.seen, seen);
        }
        self.check_checks(&sealed_pairs, cap);
        Ok(())
    }

    /// For each declared setting but the chosen one how much less it costs in training, in parts of the cap.
    fn rivals(
        &self,
        question: &Question,
        training: &[Fingerprint],
        cap: f64,
    ) -> Result<Vec<Vec<f64>>, Error> {
        let (space, chosen) = (question.space()?, &self.certificate.setting);
        let part = |p: Fingerprint, setting: &str| self.at_least(p, setting).min(cap) / cap;
        let texts = space.settings().iter().map(|id| space.text(*id)).filter(|text| text != chosen);
        Ok(texts.map(|text| training.iter().map(|p| part(*p, chosen) - part(*p, &text)).collect()).collect())
    }

    fn bound(
        &self,
        kind: Kind,
        sealed: &[Pair],
        training: Option<&[Pair]>,
        rivals: &[Vec<f64>],
        cap: f64,
    ) -> (Option<f64>, Basis) {
        let (delta, declared) = (self.certificate.delta, self.certificate.declared);
        // 1, 2, 4, .. below the limit, and the limit
        let mut caps = 1.0;
        while libm::exp2(caps - 1.0) < self.limit {
            caps += 1.0;
        }
        let each = delta / (caps * declared.saturating_sub(1).max(1) as f64);
        match kind {
            Kind::NinetyPercent => {
                let costs: Vec<f64> = sealed.iter().map(|(_, b)| b.0).collect();
                (formulas::quantile_upper(&costs, 0.9, delta), Basis::Sealed)
            }
            Kind::Regret => {
                let most = |gains: &Vec<f64>| {
                    let halves: Vec<f64> = gains.iter().map(|g| (g + 1.0) / 2.0).collect();
                    2.0 * formulas::betting_upper(&halves, each) - 1.0
                };
                (training.map(|_| cap * rivals.iter().map(most).fold(0.0, f64::max)), Basis::DeclaredGrid)
            }
            Kind::BestSet => {
                let open = |gains: &&Vec<f64>| {
                    let halves: Vec<f64> = gains.iter().map(|g| (1.0 - g) / 2.0).collect();
                    formulas::betting_lower(&halves, each) <= 0.5
                };
                (training.map(|_| 1.0 + rivals.iter().filter(open).count() as f64), Basis::DeclaredGrid)
            }
            _ => {
                let from_below = !matches!(kind, Kind::MeanCost | Kind::Harm);
                let held_out = paired(kind, sealed, cap, delta / 2.0);
                let each = delta / (2.0 * caps * declared.max(1) as f64);
                let union = training.map(|pairs| paired(kind, pairs, cap, each));
                match union {
                    Some(union) if (union > held_out) == from_below && union != held_out => {
                        (Some(union), Basis::DeclaredGrid)
                    }
                    _ => (Some(held_out), Basis::Sealed),
                }
            }
        }
    }

    fn check_checks(&mut self, sealed: &[Pair], cap: f64) {
        let c = self.certificate;
        let range = ((cap + 10.0) / 10.0).ln();
        let parts: Vec<f64> = sealed.iter().map(|pair| (log_ratio(pair, cap) / range + 1.0) / 2.0).collect();
        let speedup = |part: f64| (range * (2.0 * part - 1.0)).exp();
        let delta = c.delta / 2.0;
        let found = [
            ("Hoeffding", formulas::hoeffding_lower(&parts, delta)),
            ("Maurer-Pontil", formulas::maurer_pontil_lower(&parts, delta)),
            ("Hoeffding-Bentkus", formulas::hoeffding_bentkus_lower(&parts, delta)),
        ];
        self.same("number of checks", c.checks.len(), found.len());
        for (check, (name, part)) in c.checks.iter().zip(found) {
            self.same("name of a check", &check.bound, name);
            self.close(&format!("check of {name}"), check.speedup, speedup(part));
        }
    }
}

/// ln((a + s) / (b + s)) with capped costs
fn log_ratio(((a, _), (b, _)): &Pair, cap: f64) -> f64 {
    ((a.min(cap) + 10.0) / (b.min(cap) + 10.0)).ln()
}

/// The bound of a statement about pairs.
fn paired(kind: Kind, pairs: &[Pair], cap: f64, delta: f64) -> f64 {
    let n = pairs.len() as u64;
    let count = |of: &dyn Fn(&Pair) -> bool| pairs.iter().filter(|p| of(p)).count() as u64;
    let halves =
        |of: &dyn Fn(&Pair) -> f64| -> Vec<f64> { pairs.iter().map(|p| (of(p) + 1.0) / 2.0).collect() };
    let saving = |((a, _), (b, _)): &Pair| (a.min(cap) - b.min(cap)) / cap;
    match kind {
        Kind::Speedup => {
            let range = ((cap + 10.0) / 10.0).ln();
            let lower = formulas::betting_lower(&halves(&|p| log_ratio(p, cap) / range), delta);
            (range * (2.0 * lower - 1.0)).exp()
        }
        Kind::Saving => cap * (2.0 * formulas::betting_lower(&halves(&saving), delta) - 1.0),
        Kind::MeanCost => {
            let costs: Vec<f64> = pairs.iter().map(|(_, b)| b.0.min(cap) / cap).collect();
            cap * formulas::betting_upper(&costs, delta)
        }
        Kind::WinRate => formulas::proportion_lower(count(&|(a, b)| b.0 < a.0), n, delta),
        Kind::Harm => formulas::proportion_upper(count(&|(a, b)| b.0 > 2.0 * a.0), n, delta),
        _ => formulas::proportion_lower(count(&|(_, b)| b.1), n, delta),
    }
}

/// What was seen of a statement.
fn seen(kind: Kind, sealed: &[Pair], rivals: &[Vec<f64>], cap: f64) -> f64 {
    let n = sealed.len() as f64;
    let share = |of: &dyn Fn(&Pair) -> bool| sealed.iter().filter(|p| of(p)).count() as f64 / n;
    let mean = |of: &dyn Fn(&Pair) -> f64| sealed.iter().map(of).sum::<f64>() / n;
    let gain = |gains: &Vec<f64>| gains.iter().sum::<f64>() / gains.len() as f64;
    match kind {
        Kind::Speedup => mean(&|p| log_ratio(p, cap)).exp(),
        Kind::Saving => mean(&|(a, b)| a.0.min(cap) - b.0.min(cap)),
        Kind::MeanCost => mean(&|(_, b)| b.0.min(cap)),
        Kind::WinRate => share(&|(a, b)| b.0 < a.0),
        Kind::Harm => share(&|(a, b)| b.0 > 2.0 * a.0),
        Kind::Solved => share(&|(_, b)| b.1),
        Kind::NinetyPercent => {
            let mut costs: Vec<f64> = sealed.iter().map(|(_, b)| b.0).collect();
            costs.sort_by(f64::total_cmp);
            costs.get(((0.9 * n).ceil() as usize).max(1) - 1).copied().unwrap_or(0.0)
        }
        Kind::Regret => cap * rivals.iter().map(gain).fold(0.0, f64::max),
        Kind::BestSet => 1.0 + rivals.iter().filter(|gains| gain(gains) >= 0.0).count() as f64,
    }
}

/// The hash of instances, order and costs.
fn evidence(problems: &[Fingerprint], pairs: &[Pair]) -> String {
    let line = |(p, ((a, x), (b, y))): (&Fingerprint, &Pair)| format!("{p} {a} {x} {b} {y}\n");
    digest(problems.iter().zip(pairs).map(line).collect::<String>().as_bytes())
}

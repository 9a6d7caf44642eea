//! How the search went, round by round: replayed from what is known.

use crate::cost::{Cost, Term, Unit};
use crate::ledger::Ledger;
use crate::record::{Ending, Record};
use crate::search::{Ask, Field, Plan, Round};
use crate::space::SettingId;
use crate::study::View;
use luthier::Work;

/// A search from its beginning, as far as its trials are known.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// Settings that it looks at, the default among them.
    pub settings: u64,
    /// Its rounds.
    pub rounds: Vec<ReplayRound>,
    /// How it ends.
    pub end: ReplayEnd,
}

/// One round.
#[derive(Clone, Debug, PartialEq)]
pub struct ReplayRound {
    /// What it is, in words.
    pub name: String,
    /// Settings that can win before it.
    pub before: u64,
    /// Settings that can win after it; `None` if that is not known.
    pub after: Option<u64>,
    /// Its trials, those that go on from earlier rounds included.
    pub trials: u64,
    /// Matrix passes of this round and all before it. Where a run is known further than the search asked for, its rejected
    /// steps until then are estimated by its whole.
    pub passes: u64,
}

/// How a replayed search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayEnd {
    /// With this choice.
    Done(SettingId),
    /// At the last round, of which so many trials are not known.
    Missing(u64),
}

/// Replays the search of a study: what it asks for is answered from what is known, and no further than it asked. `None` if it
/// is not decided which search it is.
pub fn replay(view: &View) -> Option<Replay> {
    let search = view.search?;
    let mut ledger = Ledger::default();
    let (mut rounds, mut passes) = (Vec::<ReplayRound>::new(), 0);
    let end = loop {
        let plan = search.plan(&Field { ledger: &ledger, ..view.field() });
        if let Some(last) = rounds.last_mut() {
            last.after = Some(alive(&plan));
        }
        let round = match plan {
            Plan::Run(round) => round,
            Plan::Done(choice) => break ReplayEnd::Done(choice.setting),
        };
        let missing = answer(view, &round, &mut ledger, &mut passes);
        let (name, before, trials) = (round.name, round.alive, round.asks.len() as u64);
        rounds.push(ReplayRound { name, before, after: None, trials, passes });
        if missing > 0 {
            break ReplayEnd::Missing(missing);
        }
    };
    Some(Replay { settings: search.considers(&view.space), rounds, end })
}

/// Settings that can win.
fn alive(plan: &Plan) -> u64 {
    match plan {
        Plan::Run(round) => round.alive,
        Plan::Done(choice) => choice.survivors.as_ref().map_or(1, |survivors| survivors.len() as u64),
    }
}

/// Takes what a round asks for into the ledger; the number of trials that are not known so far.
fn answer(view: &View, round: &Round, ledger: &mut Ledger, passes: &mut u64) -> u64 {
    let mut missing = 0;
    for ask in &round.asks {
        let Some(record) = seen(view, ask) else {
            missing += 1;
            continue;
        };
        let before = ledger.get(ask.instance, ask.setting).map_or(0, |r| r.work.matrix_passes());
        *passes += record.work.matrix_passes().saturating_sub(before);
        ledger.put(ask.instance, ask.setting, record);
    }
    missing
}

/// The record that running a trial gives; `None` if it is not known so far.
fn seen(view: &View, ask: &Ask) -> Option<Record> {
    let record = view.ledger.get(ask.instance, ask.setting)?;
    let Some(until) = ask.until else {
        let known = matches!(view.cost.term(record), Term::Known(_));
        return known.then(|| record.clone());
    };
    match view.cost.term_until(record, until) {
        Term::AtLeast(bound) if bound < view.cost.of_work(until) => None,
        _ => Some(laid_aside(record, &view.cost, until)),
    }
}

/// A record as it would be if its run had been laid aside after so much work.
fn laid_aside(record: &Record, cost: &Cost, until: u64) -> Record {
    let spent = match cost.unit() {
        Some(Unit::MatrixPasses) => record.work.matrix_passes(),
        _ => record.work.iterations,
    };
    if spent <= until {
        return record.clone();
    }
    let part = until as f64 / spent as f64;
    let share = |count: u64| (count as f64 * part) as u64;
    // The steps for a norm come before all others.
    let (iterations, rejected_steps, norm_steps, face_passes) = match cost.unit() {
        Some(Unit::MatrixPasses) => {
            let norm = record.work.norm_steps.min(until);
            let rejected = share(record.work.rejected_steps).min(until - norm);
            let faces = share(record.work.face_passes).min(until - norm - rejected);
            (until - norm - rejected - faces, rejected, norm, faces)
        }
        _ => {
            let Work { rejected_steps, norm_steps, face_passes, .. } = record.work;
            (until, share(rejected_steps), norm_steps, share(face_passes))
        }
    };
    let Work { restarts, checks, proof_steps, .. } = record.work;
    Record {
        ending: Ending::Capped,
        work: Work {
            iterations,
            rejected_steps,
            restarts: share(restarts),
            checks: share(checks),
            proof_steps: share(proof_steps),
            norm_steps,
            face_passes,
        },
        ladder: record.ladder.map(|rung| rung.filter(|reached| *reached <= iterations)),
        residuals: None,
        objective: None,
        seconds: record.seconds * part,
    }
}

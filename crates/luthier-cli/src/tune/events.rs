//! What happens, as one JSON object a line on standard output.

use crate::exit::Failure;
use crate::study::comparison;
use luthier_tune::{Answer, Ask, End, Ending, Record, Round, SettingId, Study, View};
use serde_json::{Value, json};
use std::io::Write;

/// Events on standard output, if they are wanted.
pub struct Events {
    wanted: bool,
    failure: Option<Failure>,
}

impl Events {
    pub fn new(wanted: bool) -> Events {
        Events { wanted, failure: None }
    }

    /// Whether standard output cannot be written any more: nobody can be told what happens.
    pub fn is_closed(&self) -> bool {
        self.failure.is_some()
    }

    /// What went wrong with standard output.
    pub fn failure(&mut self) -> Option<Failure> {
        self.failure.take()
    }

    /// The study as it was found.
    pub fn study(&mut self, study: &Study) -> Result<(), Failure> {
        let (view, beginning) = (study.view(), study.beginning());
        self.emit(&[json!({
            "event": "study",
            "directory": study.directory().display().to_string(),
            "family": view.question.family,
            "seed": view.question.seed,
            "space": view.question.space,
            "settings": view.space.settings().len(),
            "cost": view.question.measure.name(),
            "train": view.train.len(),
            "test": view.test.len(),
            "resumed": beginning.resumed,
            "known_trials": beginning.known,
        })]);
        self.failure().map_or(Ok(()), Err)
    }

    /// A round begins.
    pub fn round(&mut self, round: &Round) {
        self.emit(&[json!({
            "event": "round", "name": round.name, "trials": round.asks.len(), "settings": round.alive,
        })]);
    }

    /// Trials that are stored.
    pub fn trials(&mut self, view: &View, trials: &[(Ask, Record)]) {
        if self.wanted {
            let events: Vec<Value> = trials.iter().map(|(ask, record)| trial(view, ask, record)).collect();
            self.emit(&events);
        }
    }

    /// How it ended.
    pub fn end(&mut self, study: &Study, end: &End) -> Result<(), Failure> {
        let event = match end {
            End::Complete(found) => answer(study.view(), found, "complete"),
            End::OutOfBudget(found) => answer(study.view(), found, "out_of_budget"),
            End::Interrupted => json!({ "event": "end", "reason": "interrupted" }),
            End::Waiting(trials) => {
                json!({ "event": "end", "reason": "waiting_for_shards", "trials": trials })
            }
        };
        self.emit(&[event]);
        self.failure().map_or(Ok(()), Err)
    }

    fn emit(&mut self, events: &[Value]) {
        if !self.wanted || self.is_closed() {
            return;
        }
        let lines: String = events.iter().map(|event| format!("{event}\n")).collect();
        let mut out = std::io::stdout().lock();
        let written = out.write_all(lines.as_bytes()).and_then(|()| out.flush());
        self.failure = written.err().map(Failure::Output);
    }
}

fn trial(view: &View, ask: &Ask, record: &Record) -> Value {
    let row = &view.instances.rows()[ask.instance];
    let status = match record.ending {
        Ending::Ended(status) => status.name(),
        Ending::Capped => "capped",
    };
    json!({
        "event": "trial",
        "instance": row.label,
        "fingerprint": row.fingerprint.to_string(),
        "side": row.side.name(),
        "setting": view.space.text(ask.setting),
        "status": status,
        "iterations": record.work.iterations,
        "matrix_passes": record.work.matrix_passes(),
        "seconds": record.seconds,
    })
}

/// What was found, for programs.
pub fn answer(view: &View, answer: &Answer, reason: &str) -> Value {
    let setting = |id: SettingId| view.space.text(id);
    json!({
        "event": "end",
        "reason": reason,
        "chosen": setting(answer.chosen),
        "adopted": setting(answer.adopted),
        "improved": answer.adopted != SettingId::DEFAULT,
        "settings": answer.settings,
        "train": answer.train.as_ref().map(comparison),
        "test": answer.test.as_ref().map(comparison),
        "finalists": answer.finalists.iter().map(|(id, c)| {
            json!({ "setting": setting(*id), "train": comparison(c) })
        }).collect::<Vec<_>>(),
        "survivors": answer.survivors.as_ref().map(|s| s.iter().map(|id| setting(*id)).collect::<Vec<_>>()),
        "effects": answer.effects.iter().map(|e| {
            json!({ "parameter": e.parameter, "factor_without": e.factor })
        }).collect::<Vec<_>>(),
    })
}

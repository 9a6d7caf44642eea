//! From trials to statements.

use super::sample::{Sample, at_least, cap, caps, counted};
use super::{ASSUMPTION, Basis, Certificate, Check, Evidence, Kind, SCHEMA, SHIFT, Statement, digest, spend};
use crate::bounds::{self, BoundError};
use crate::error::Error;
use crate::space::SettingId;
use crate::study::{View, build};

/// A problem is harmed if the setting costs this many times what the default does.
const HARM: f64 = 2.0;

/// What is certified, and with which confidence.
#[derive(Clone, Copy, Debug)]
pub struct Certified<'a> {
    /// The setting.
    pub setting: SettingId,
    /// Positions of the sealed instances, in their order.
    pub sealed: &'a [usize],
    /// Settings that were ever declared.
    pub declared: u64,
    /// Whether they and the training problems were declared at once, before any of them was run. What was added later may
    /// have been chosen by what was seen; then the training set shows nothing.
    pub at_once: bool,
    /// The confidence of all certificates of the study together.
    pub confidence: f64,
    /// How often the sealed set was opened, this time included.
    pub opening: u64,
}

/// The certificate of a setting whose trials on the sealed and the training set are known.
pub fn make(view: &View, certified: &Certified<'_>) -> Result<Certificate, Error> {
    let missing = || Error::Question {
        what: "certificate".to_owned(),
        problem: "trials of the setting or of the default are missing; run them first".to_owned(),
    };
    let cap = cap(view).ok_or_else(missing)?;
    let sealed = Sample::new(view, certified.sealed, certified.setting).ok_or_else(missing)?;
    let training = if certified.at_once { Sample::new(view, &view.train, certified.setting) } else { None };
    let delta = spend(1.0 - certified.confidence, certified.opening);
    let maker = Maker { view, certified, sealed: &sealed, training: training.as_ref(), cap, delta };
    let (statements, checks) = (maker.statements()?, maker.checks()?);
    let question = &view.question;
    let evidence = |sample: Option<&Sample>| Evidence {
        instances: sample.map_or(0, |s| s.pairs.len() as u64),
        digest: sample.map_or_else(String::new, |s| s.digest.clone()),
    };
    let mut certificate = Certificate {
        schema: SCHEMA.to_owned(),
        made_by: build(),
        family: question.family.clone(),
        seed: question.seed,
        question: digest(question.to_toml().as_bytes()),
        setting: view.space.text(certified.setting),
        default: view.space.text(SettingId::DEFAULT),
        unit: counted(view).measure.unit().to_owned(),
        tolerance: question.tolerance(),
        cap,
        shift: SHIFT,
        split: question.split.name().to_owned(),
        confidence: certified.confidence,
        opening: certified.opening,
        delta,
        declared: certified.declared,
        sealed: evidence(Some(&sealed)),
        training: evidence(training.as_ref()),
        statements,
        checks,
        assumption: ASSUMPTION.to_owned(),
        digest: String::new(),
    };
    certificate.digest = certificate.computed_digest();
    Ok(certificate)
}

struct Maker<'a> {
    view: &'a View,
    certified: &'a Certified<'a>,
    sealed: &'a Sample,
    training: Option<&'a Sample>,
    cap: f64,
    delta: f64,
}

/// A bound from a sample and the probability that it is wrong.
type Rule<'r> = dyn Fn(&Sample, f64) -> Result<f64, BoundError> + 'r;

impl Maker<'_> {
    fn statements(&self) -> Result<Vec<Statement>, BoundError> {
        let (cap, sealed) = (self.cap, self.sealed);
        let capped = |s: &Sample| s.capped(cap);
        let mean = |of: fn(&(f64, f64)) -> f64| {
            let pairs = capped(sealed);
            pairs.iter().map(of).sum::<f64>() / pairs.len() as f64
        };
        let solved = |s: &Sample| s.solved.iter().filter(|(_, b)| *b).count() as u64;
        let logs = mean(|(a, b)| libm::log((a + SHIFT) / (b + SHIFT)));
        let at_least = |kind, seen, rule: &Rule<'_>| self.better(kind, seen, rule, f64::max);
        let at_most = |kind, seen, rule: &Rule<'_>| self.better(kind, seen, rule, f64::min);
        Ok(vec![
            at_least(Kind::Speedup, libm::exp(logs), &|s, d| {
                bounds::speedup_lower(&capped(s), cap, SHIFT, d)
            })?,
            at_least(Kind::Saving, mean(|(a, b)| a - b), &|s, d| {
                Ok(cap * bounds::mean_saving_lower(&capped(s), cap, d)?)
            })?,
            at_most(Kind::MeanCost, mean(|(_, b)| *b), &|s, d| {
                let costs: Vec<f64> = capped(s).iter().map(|(_, b)| b / cap).collect();
                Ok(cap * bounds::betting_upper(&costs, d)?)
            })?,
            at_least(Kind::WinRate, sealed.share(|a, b| b < a), &|s, d| bounds::win_rate_lower(&s.pairs, d))?,
            at_most(Kind::Harm, sealed.share(|a, b| b > HARM * a), &|s, d| {
                bounds::harm_upper(&s.pairs, HARM, d)
            })?,
            at_least(Kind::Solved, solved(sealed) as f64 / sealed.solved.len() as f64, &|s, d| {
                bounds::proportion_lower(solved(s), s.solved.len() as u64, d)
            })?,
            self.ninety_percent()?,
            self.regret()?,
            self.best_set()?,
        ])
    }

    /// The better of two bounds that are right together with a probability of at least 1 - delta: the one of the sealed set,
    /// and the one of the training set that holds for all declared settings and all caps at once.
    fn better(
        &self,
        kind: Kind,
        seen: f64,
        rule: &Rule<'_>,
        better: fn(f64, f64) -> f64,
    ) -> Result<Statement, BoundError> {
        let sealed = rule(self.sealed, self.delta / 2.0)?;
        let each = self.delta / (2.0 * caps(self.view) * self.certified.declared.max(1) as f64);
        let union = self.training.map(|training| rule(training, each)).transpose()?;
        let (bound, basis) = match union {
            Some(union) if union != sealed && better(union, sealed) == union => (union, Basis::DeclaredGrid),
            _ => (sealed, Basis::Sealed),
        };
        Ok(Statement { kind, seen, bound: Some(bound), basis })
    }

    /// From the sealed set alone; it needs no cap.
    fn ninety_percent(&self) -> Result<Statement, BoundError> {
        let mut costs: Vec<f64> = self.sealed.pairs.iter().map(|(_, b)| *b).collect();
        let bound = bounds::quantile_upper(&costs, 0.9, self.delta)?;
        costs.sort_by(f64::total_cmp);
        let rank = (0.9 * costs.len() as f64).ceil() as usize;
        let seen = costs.get(rank.saturating_sub(1)).copied().unwrap_or(0.0);
        Ok(Statement { kind: Kind::NinetyPercent, seen, bound, basis: Basis::Sealed })
    }

    /// What each declared setting costs in training at least, capped.
    fn trained(&self) -> Vec<Vec<f64>> {
        let (view, cost) = (self.view, counted(self.view));
        let of = |setting: &SettingId| {
            view.train
                .iter()
                .map(|instance| at_least(view, &cost, *instance, *setting).min(self.cap))
                .collect()
        };
        view.space.settings().iter().map(of).collect()
    }

    /// The place of the certified setting among the declared ones.
    fn chosen(&self) -> usize {
        let settings = self.view.space.settings();
        settings.iter().position(|setting| *setting == self.certified.setting).unwrap_or(0)
    }

    /// How much less each other declared setting costs than the chosen one in training, in parts of the cap, at most.
    fn rivals(&self) -> Vec<Vec<f64>> {
        let (costs, chosen) = (self.trained(), self.chosen());
        let gains = |own: &Vec<f64>| -> Vec<f64> {
            costs[chosen].iter().zip(own).map(|(a, b)| a / self.cap - b / self.cap).collect()
        };
        costs.iter().enumerate().filter(|(place, _)| *place != chosen).map(|(_, own)| gains(own)).collect()
    }

    fn each_rival(&self) -> f64 {
        self.delta / (caps(self.view) * self.certified.declared.saturating_sub(1).max(1) as f64)
    }

    fn regret(&self) -> Result<Statement, BoundError> {
        let mut seen = 0.0;
        for gains in self.rivals().iter().filter(|_| self.training.is_some()) {
            seen = f64::max(seen, gains.iter().sum::<f64>() / gains.len() as f64);
        }
        // Where the training set counts, the declared settings are those of the space.
        let delta = self.delta / caps(self.view);
        let regret = |_| bounds::regret_upper(&self.trained(), self.chosen(), self.cap, delta);
        let bound = self.training.map(regret).transpose()?.map(|part| self.cap * part);
        Ok(Statement { kind: Kind::Regret, seen: self.cap * seen, bound, basis: Basis::DeclaredGrid })
    }

    fn best_set(&self) -> Result<Statement, BoundError> {
        let (mut seen, mut alive) = (1.0, 1.0);
        for gains in self.rivals().iter().filter(|_| self.training.is_some()) {
            let halves: Vec<f64> = gains.iter().map(|gain| (1.0 - gain) / 2.0).collect();
            let worse = bounds::betting_lower(&halves, self.each_rival())? > 0.5;
            alive += f64::from(u8::from(!worse));
            seen += f64::from(u8::from(gains.iter().sum::<f64>() >= 0.0));
        }
        let bound = self.training.map(|_| alive);
        Ok(Statement { kind: Kind::BestSet, seen, bound, basis: Basis::DeclaredGrid })
    }

    /// The speed-up on the sealed set by older bounds.
    fn checks(&self) -> Result<Vec<Check>, BoundError> {
        let range = libm::log((self.cap + SHIFT) / SHIFT);
        let pairs = self.sealed.capped(self.cap);
        let parts: Vec<f64> =
            pairs.iter().map(|(a, b)| (libm::log((a + SHIFT) / (b + SHIFT)) / range + 1.0) / 2.0).collect();
        let speedup = |part: f64| libm::exp(range * (2.0 * part - 1.0));
        let delta = self.delta / 2.0;
        let check = |bound: &str, part: f64| Check { bound: bound.to_owned(), speedup: speedup(part) };
        Ok(vec![
            check("Hoeffding", bounds::hoeffding_lower(&parts, delta)?),
            check("Maurer-Pontil", bounds::maurer_pontil_lower(&parts, delta)?),
            check("Hoeffding-Bentkus", bounds::hoeffding_bentkus_lower(&parts, delta)?),
        ])
    }
}

//! A race in which settings bet against a reference, and are eliminated only when they are proven to be worse.
//!
//! The score of a trial is c / (c + c of the default on the same instance), between 0 and 1 and the smaller the better. A
//! setting and a reference that is no worse on average: whoever bets, instance after instance, on the setting to have
//! the larger score, with stakes that depend on the past alone, does not gain in expectation. So it happens with
//! probability 1/g at most that his wealth is ever g times what he began with. A setting is eliminated when the bet
//! against it has come to (K - 1) / delta, for K settings in the space. The best setting can be lost only to one of
//! K - 1 references, to each with probability delta / (K - 1); so it is lost with probability delta at most, however often
//! the reference changes and whenever one looks.
//!
//! A score grows with the work of its run, and so does the wealth. A run is laid aside as soon as its setting is certain
//! to be eliminated: no elimination is won or lost by that.

use super::sheet::{DEFAULT, Sheet, Trial};
use super::{Choice, Field, Round};
use crate::cost::{Cost, Measure};
use crate::space::SettingId;

/// The largest stake. Differences of scores are above -1, so that wealth stays positive.
const LARGEST_STAKE: f64 = 0.95;
/// The variance of differences of scores before any is known.
const PRIOR_VARIANCE: f64 = 0.01;

pub fn search(field: &Field<'_>, settings: Vec<SettingId>, delta: f64) -> Result<Choice, Round> {
    let mut sheet = Sheet::new(field, settings);
    sheet.start()?;
    let threshold = (field.space.settings().len().saturating_sub(1)) as f64 / delta;
    let mut race = Race::new(sheet, threshold);
    for column in 0..race.sheet.columns() {
        race.choose_reference(column);
        if race.alive.len() <= 1 {
            break;
        }
        race.run(column)?;
        race.settle(column);
    }
    race.finish()
}

struct Race<'a> {
    sheet: Sheet<'a>,
    /// Wealth that eliminates a setting.
    threshold: f64,
    /// The cost of the default by instance, on the scale of scores.
    default: Vec<f64>,
    /// Settings that are not eliminated; they are complete on the instances so far.
    alive: Vec<usize>,
    /// Sums of scores, by row.
    scores: Vec<f64>,
    /// What the others are compared with: of those alive the one with the least score so far.
    reference: usize,
    /// Bets against the reference, by row.
    bets: Vec<Bet>,
}

impl<'a> Race<'a> {
    fn new(sheet: Sheet<'a>, threshold: f64) -> Race<'a> {
        let default =
            (0..sheet.columns()).map(|column| amount(sheet.cost(), sheet.bound(DEFAULT, column))).collect();
        let rows = sheet.rows();
        let (alive, scores, bets) = ((0..rows).collect(), vec![0.0; rows], vec![Bet::default(); rows]);
        Race { sheet, threshold, default, alive, scores, reference: DEFAULT, bets }
    }

    /// Takes the best so far as the reference. All bets are then as if it had been the reference from the beginning.
    fn choose_reference(&mut self, columns: usize) {
        let scored = self.alive.iter().map(|row| (self.scores[*row], *row));
        let best = scored.min_by(|(a, i), (b, j)| a.total_cmp(b).then(i.cmp(j))).map(|(_, row)| row);
        let Some(best) = best.filter(|best| *best != self.reference) else { return };
        self.reference = best;
        let theirs: Vec<_> = (0..columns).map(|column| self.score(best, column)).collect();
        for &row in &self.alive {
            let mut bet = Bet::default();
            for (column, their) in theirs.iter().enumerate() {
                bet.settle(self.score(row, column) - their);
            }
            self.bets[row] = bet;
        }
        self.eliminate();
    }

    /// Runs an instance: the reference to the end, then the others until they are eliminated.
    fn run(&mut self, column: usize) -> Result<(), Round> {
        let (reference, alive) = (self.reference, self.alive.len());
        let name = format!("instance {}", column + 1);
        let trial = Trial { row: reference, column, until: None };
        self.sheet.look(format!("{name}, the reference"), alive, [trial])?;
        let score = self.score(reference, column);
        let others = self.alive.iter().filter(|row| **row != reference);
        let trials: Vec<_> =
            others.map(|row| Trial { row: *row, column, until: self.until(*row, column, score) }).collect();
        self.sheet.look(format!("{name}, the others"), alive, trials)
    }

    /// Takes in the results of an instance.
    fn settle(&mut self, column: usize) {
        let reference = self.score(self.reference, column);
        for &row in &self.alive {
            let score = self.score(row, column);
            self.scores[row] += score;
            self.bets[row].settle(score - reference);
        }
        self.eliminate();
    }

    fn eliminate(&mut self) {
        self.alive.retain(|row| *row == self.reference || self.bets[*row].wealth < self.threshold);
    }

    /// The work after which a setting is certain to be eliminated by an instance; `None`: no work is enough.
    fn until(&self, row: usize, column: usize, reference: f64) -> Option<u64> {
        let cost = self.sheet.cost();
        cost.unit()?;
        let (bet, default) = (&self.bets[row], self.default[column]);
        let score = reference + (self.threshold / bet.wealth - 1.0) / bet.stake();
        // Not so if there is no stake, or a score of 1 would be needed, which nothing has.
        if !(score < 1.0) {
            return None;
        }
        let mut work = cost.work_beyond(term(cost, score / (1.0 - score) * default))?;
        let mut step = 1u64;
        // Rounding may have left it short of what `eliminate` asks for.
        while bet.after(ratio(amount(cost, cost.of_work(work)), default) - reference) < self.threshold {
            work = work.checked_add(step)?;
            step = step.checked_mul(2)?;
        }
        Some(work)
    }

    /// The score of a trial, or what it is at least.
    fn score(&self, row: usize, column: usize) -> f64 {
        ratio(amount(self.sheet.cost(), self.sheet.bound(row, column)), self.default[column])
    }

    /// The survivors are complete, but for one that is left alone.
    fn finish(mut self) -> Result<Choice, Round> {
        let columns = self.sheet.columns();
        let alive = &self.alive;
        let trials = (0..columns)
            .flat_map(|column| alive.iter().map(move |row| Trial { row: *row, column, until: None }));
        self.sheet.look("the one that is left, on all instances", alive.len(), trials)?;
        let survivors = self.alive.iter().map(|row| self.sheet.setting(*row)).collect();
        // The default stays in the comparison: a setting with better scores may still have the larger cost.
        let finalists = self.alive.iter().copied().filter(|row| *row != DEFAULT).chain([DEFAULT]);
        Ok(Choice { survivors: Some(survivors), ..self.sheet.choice(finalists) })
    }
}

/// A term on the scale of scores, where work counts linearly.
fn amount(cost: &Cost, term: f64) -> f64 {
    if cost.measure == Measure::Geometric { libm::exp(term) } else { term }
}

/// The term that is this much on the scale of scores.
fn term(cost: &Cost, amount: f64) -> f64 {
    if cost.measure == Measure::Geometric { libm::log(amount) } else { amount }
}

/// The score of a cost beside that of the default.
fn ratio(cost: f64, default: f64) -> f64 {
    if cost == default { 0.5 } else { cost / (cost + default) }
}

/// A bet that one setting has larger scores than another, with a wealth of 1 in the beginning.
#[derive(Clone, Debug)]
struct Bet {
    wealth: f64,
    /// Differences so far, their sum and the sum of their squares.
    count: f64,
    sum: f64,
    squares: f64,
}

impl Default for Bet {
    fn default() -> Bet {
        Bet { wealth: 1.0, count: 0.0, sum: 0.0, squares: 0.0 }
    }
}

impl Bet {
    /// The share of the wealth that is staked on the next difference: about what makes it grow fastest if the next
    /// differences are like the past ones.
    fn stake(&self) -> f64 {
        // As if a first difference of zero had been seen, with the prior variance.
        let mean = self.sum / (self.count + 1.0);
        let spread = self.squares - 2.0 * mean * self.sum + self.count * mean * mean;
        let variance = (PRIOR_VARIANCE + spread) / (self.count + 1.0);
        (mean / (variance + mean * mean)).clamp(0.0, LARGEST_STAKE)
    }

    /// The wealth after a difference.
    fn after(&self, difference: f64) -> f64 {
        self.wealth * (1.0 + self.stake() * difference)
    }

    fn settle(&mut self, difference: f64) {
        self.wealth = self.after(difference);
        self.count += 1.0;
        self.sum += difference;
        self.squares += difference * difference;
    }
}

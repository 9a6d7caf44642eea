//! What a solution file says, by name, and what it means for a model.

use super::matching::{Matched, matched};
use super::mismatch::Mismatch;
use crate::certificate::Certificate;
use crate::engine::Start;
use crate::error::{Diagnostic, Error};
use crate::params::{Parameters, Role, find};
use crate::problem::{Fingerprint, Labels, Names, Problem};
use crate::run::Learned;
use crate::text::{did_you_mean, nearest, shown};
use crate::verify::Tolerances;

/// The residuals that a file says its point has, where it says so.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RecordedQuality {
    /// Primal residual relative to the data.
    pub primal: Option<f64>,
    /// Dual residual relative to the data.
    pub dual: Option<f64>,
    /// Gap relative to the objectives.
    pub gap: Option<f64>,
}

/// What a certificate in a file shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CertificateKind {
    /// The bounds of a row cross.
    CrossedRow,
    /// The bounds of a variable cross.
    CrossedColumn,
    /// Multipliers of rows that show that the problem is infeasible.
    DualRay,
    /// A direction of the variables along which the objective improves without end.
    PrimalRay,
}

/// A certificate by names.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedCertificate {
    /// What it shows.
    pub kind: CertificateKind,
    /// Names of rows or variables with their numbers; those that are absent are zero.
    pub entries: Vec<(String, f64)>,
}

/// A solution as a file has it: numbers by name. All numbers are finite, names differ, and vectors are as long as the
/// names they belong to.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct SolutionFile {
    /// The file, as it is called in errors.
    pub path: String,
    /// How the run ended, as [`Status::name`](crate::Status::name) has it.
    pub status: Option<String>,
    /// Objective of the point, in the sense of the model.
    pub objective: Option<f64>,
    /// Objective of the dual point, in the sense of the model.
    pub dual_objective: Option<f64>,
    /// The model that it is a solution of.
    pub fingerprint: Option<Fingerprint>,
    /// The optimality test that the point is said to have been put to.
    pub tolerances: Option<Tolerances>,
    /// The residuals that the point is said to have.
    pub quality: RecordedQuality,
    /// Names of the variables; none if the file has no point.
    pub columns: Names,
    /// Values of the variables.
    pub x: Vec<f64>,
    /// Reduced costs of the variables.
    pub reduced_costs: Option<Vec<f64>>,
    /// Names of the rows.
    pub rows: Names,
    /// Multipliers of the rows.
    pub y: Option<Vec<f64>>,
    /// Activities of the rows.
    pub row_activity: Option<Vec<f64>>,
    /// What the run had found out about how to step.
    pub learned: Option<Learned>,
    /// Why the model is infeasible or unbounded.
    pub certificate: Option<NamedCertificate>,
}

/// The test that a file records: tolerances, and parameters by name that differ from their defaults. Of these, only those
/// count that say what "solved" means.
pub(super) fn recorded_test<'a>(
    (relative, absolute): (f64, f64),
    parameters: impl Iterator<Item = (&'a str, &'a str)>,
) -> Result<Tolerances, Error> {
    let mut all = Parameters::default();
    let meaning = |name: &str| find(name).is_ok_and(|p| p.role == Role::Meaning);
    for (name, value) in parameters.filter(|(name, _)| meaning(name)) {
        all.set(name, value)?;
    }
    (all.relative_tolerance, all.absolute_tolerance) = (relative, absolute);
    Ok(Tolerances::from(&all))
}

impl SolutionFile {
    /// A point to start from on a model, matched by name, and how file and model differ. What the file does not have
    /// starts at zero, what the model does not have is left out, and other data under the same names are fine. A file
    /// without any name of the model is an error.
    pub fn start(&self, problem: &Problem) -> Result<(Start, Vec<Mismatch>), Error> {
        self.expect_point()?;
        let (columns, rows) = self.matched(problem);
        if columns.common + rows.common == 0 && problem.columns() + problem.rows() > 0 {
            let problem = "has no row and no variable of this model; it is a solution of another model";
            return Err(self.error(problem).into());
        }
        let (columns_differ, rows_differ) = (columns.mismatches("variable"), rows.mismatches("row"));
        let mut mismatches: Vec<_> = columns_differ.chain(rows_differ).collect();
        if self.y.is_none() {
            mismatches.push(Mismatch::NoMultipliers);
        }
        mismatches.extend(self.other_data(problem));
        Ok((Start { learned: self.learned, ..Start::new(columns.values, rows.values) }, mismatches))
    }

    /// The point and the multipliers on a model, for checking them: all names must be those of the model, and the
    /// fingerprint, where the file has one, too.
    pub fn point(&self, problem: &Problem) -> Result<(Vec<f64>, Vec<f64>), Error> {
        self.expect_point()?;
        if self.y.is_none() {
            return Err(self
                .error("gives no multipliers of the rows; expected a point and multipliers")
                .into());
        }
        let (columns, rows) = self.matched(problem);
        let differs = columns.mismatches("variable").chain(rows.mismatches("row")).next();
        match differs.or_else(|| self.other_data(problem)) {
            Some(mismatch) => Err(self.other_model(&mismatch)),
            None => Ok((columns.values, rows.values)),
        }
    }

    /// The certificate on a model, if the file has one: its names must be those of the model, and the fingerprint, where
    /// the file has one, too.
    pub fn certificate(&self, problem: &Problem) -> Result<Option<Certificate>, Error> {
        let Some(certificate) = &self.certificate else { return Ok(None) };
        if let Some(mismatch) = self.other_data(problem) {
            return Err(self.other_model(&mismatch));
        }
        let (labels, kind) = match certificate.kind {
            CertificateKind::CrossedRow | CertificateKind::DualRay => (Labels::of_rows(problem), "row"),
            CertificateKind::CrossedColumn | CertificateKind::PrimalRay => {
                (Labels::of_columns(problem), "variable")
            }
        };
        let mut ray = vec![0.0; labels.len()];
        let mut last = None;
        let table = labels.table();
        for (name, value) in &certificate.entries {
            let Some(place) = table.find(name) else {
                let meant = did_you_mean(nearest(name, table.names().iter()));
                let name = shown(name);
                let problem = format!(
                    "the certificate names the {kind} '{name}', which the model does not have{meant}"
                );
                return Err(self.error(&problem).into());
            };
            ray[place] = *value;
            last = Some(place);
        }
        let place = || last.ok_or_else(|| self.error("the certificate names nothing; expected a name"));
        Ok(Some(match certificate.kind {
            CertificateKind::CrossedRow => Certificate::CrossedRow(place()?),
            CertificateKind::CrossedColumn => Certificate::CrossedColumn(place()?),
            CertificateKind::DualRay => Certificate::DualRay(ray),
            CertificateKind::PrimalRay => Certificate::PrimalRay(ray),
        }))
    }

    fn expect_point(&self) -> Result<(), Error> {
        if !self.columns.is_empty() || !self.rows.is_empty() || self.y.is_some() {
            return Ok(());
        }
        Err(self
            .error("gives no point, only how the solve ended")
            .hint("write the solution with its vectors, to a .json or .sol file")
            .into())
    }

    /// Variables and rows of the file on those of the model.
    fn matched(&self, problem: &Problem) -> (Matched, Matched) {
        let zeros;
        let y = match &self.y {
            Some(y) => y,
            None => {
                zeros = vec![0.0; self.rows.len()];
                &zeros
            }
        };
        let columns = matched(Labels::of_columns(problem), &self.columns, &self.x);
        (columns, matched(Labels::of_rows(problem), &self.rows, y))
    }

    fn other_data(&self, problem: &Problem) -> Option<Mismatch> {
        let (file, model) = (self.fingerprint?, problem.fingerprint());
        (file != model).then_some(Mismatch::OtherData { file, model })
    }

    fn other_model(&self, mismatch: &Mismatch) -> Error {
        self.error(&format!("is not a solution of this model: {mismatch}")).into()
    }

    fn error(&self, problem: &str) -> Diagnostic {
        Diagnostic::of_file(&self.path, problem)
    }
}

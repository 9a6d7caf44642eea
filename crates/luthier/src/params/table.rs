//! The one table of parameters: names, symbols, ranges, defaults, roles and documentation.

use super::value::{Domain, Field, Interval, Value, choice};

choice! {
    /// Which algorithm runs.
    Method {
        /// PDHG with preconditioning, adaptive steps, averaging, restarts and weight updates.
        Pdlp = "pdlp",
        /// Plain PDHG with a fixed step size and weight, unscaled.
        Pdhg = "pdhg",
        /// Reflected Halpern PDHG with preconditioning, a constant step, restarts and a controlled weight.
        Halpern = "halpern",
    }
}

choice! {
    /// How residuals are measured against the tolerances.
    Norm {
        /// Euclidean norms, relative to the norms of the data.
        L2 = "l2",
        /// Every row and column on its own, relative to its own data.
        Componentwise = "componentwise",
    }
}

choice! {
    /// Which part of c - K'y counts as reduced cost; the rest is dual residual.
    ReducedCostRule {
        /// All of it that pushes against a finite bound.
        Projection = "projection",
        /// Only where x is close to that bound.
        NearBound = "near-bound",
    }
}

choice! {
    /// The form of the Pock-Chambolle stage of the metric.
    PockChambolle {
        /// Rows by sums of powers alpha, columns by sums of powers 2 - alpha, to the power -1/2.
        PowerSums = "power-sums",
        /// Rows by (2 - alpha)-norms, columns by alpha-norms, to the power -1/2, as the paper prints it.
        Norms = "norms",
        /// No such stage.
        Off = "off",
    }
}

choice! {
    /// What the first primal weight follows from.
    WeightRule {
        /// |c| / |q| in the scaled space, 1 if either vanishes.
        Norms = "norms",
        /// (1 + |c|) / (1 + |q|) in the scaled space.
        OnePlusNorms = "one-plus-norms",
    }
}

choice! {
    /// How the residuals weigh against the gap in the KKT errors that restarts compare.
    KktWeights {
        /// By the primal weight alone.
        Weight = "weight",
        /// Also by the norms of the data, primal by 1 + |q| and dual by 1 + |c| in the scaled space.
        Data = "data",
    }
}

choice! {
    /// Which point is tested for optimality at a check.
    TestedPoint {
        /// The current iterate.
        Current = "current",
        /// The average since the last restart.
        Average = "average",
        /// Whichever of the two has the smaller KKT error.
        Candidate = "candidate",
        /// Both.
        Either = "either",
    }
}

/// Whether a parameter may be tuned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Changes the way to the answer: may be tuned.
    Way,
    /// Defines what "solved" means, or how much may be spent: never tuned.
    Meaning,
}

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Name in files, on the command line and in the library.
    pub name: &'static str,
    /// Symbol in the mathematics; empty if it has none.
    pub symbol: &'static str,
    /// Whether it may be tuned.
    pub role: Role,
    /// What values it can have.
    pub domain: Domain,
    /// Values to try when it is tuned and nothing else is said; empty if it is not tuned.
    pub grid: &'static str,
    /// What it does.
    pub doc: &'static str,
    pub(super) get: fn(&Parameters) -> Value,
    pub(super) set: fn(&mut Parameters, Value) -> Option<()>,
}

const fn from_to(from: f64, to: f64) -> Domain {
    Domain::Real(Interval { from, to, open: false })
}

const fn above_to(from: f64, to: f64) -> Domain {
    Domain::Real(Interval { from, to, open: true })
}

const fn auto_above(from: f64) -> Domain {
    Domain::AutoReal(Interval { from, to: f64::MAX, open: true })
}

macro_rules! parameters {
    ($($name:ident: $type:ty = $default:expr, $symbol:literal, $role:ident, $domain:expr, $grid:literal, $doc:literal;)*) => {
        /// A value for every parameter. The default is the preset `paper`.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Parameters {
            $(#[doc = $doc] pub $name: $type,)*
        }

        impl Default for Parameters {
            fn default() -> Self {
                Parameters { $($name: $default,)* }
            }
        }

        /// All parameters.
        pub static TABLE: &[Parameter] = &[$(Parameter {
            name: stringify!($name),
            symbol: $symbol,
            role: Role::$role,
            domain: $domain,
            grid: $grid,
            doc: $doc,
            get: |p| p.$name.to_value(),
            set: |p, value| { p.$name = <$type as Field>::from_value(value)?; Some(()) },
        },)*];
    };
}

const INFINITE: f64 = f64::INFINITY;

parameters! {
    method: Method = Method::Pdlp, "", Way, Domain::Choice(Method::NAMES), "pdlp,halpern",
        "Algorithm: pdlp; halpern, the reflected Halpern iteration with a constant step; or plain pdhg with a fixed step size (initial_step) and weight (initial_weight). The latter uses no metric, no restarts and no other rule of pdlp, so their parameters do nothing for it.";
    presolve: bool = false, "", Way, Domain::Switch, "false",
        "Whether the problem is made smaller before it is solved, and its answer carried back. Runs side by side share one matrix and refuse it; the tuner presolves each instance once, for all settings alike.";
    geometric_iterations: u64 = 0, "", Way, Domain::Count(0), "0,4,12",
        "Rounds of geometric-mean scaling in the metric, before all other stages.";
    curtis_reid_iterations: u64 = 0, "", Way, Domain::Count(0), "0,20",
        "Steps of conjugate gradients for Curtis-Reid scaling in the metric, before Ruiz; 0 leaves the stage out.";
    ruiz_iterations: u64 = 10, "", Way, Domain::Count(0), "0,2,4,10,20",
        "Rounds of Ruiz equilibration in the metric.";
    ruiz_objective: bool = false, "", Way, Domain::Switch, "false,true",
        "Whether Ruiz equilibration treats the objective as a further row when it scales columns.";
    pock_chambolle: PockChambolle = PockChambolle::PowerSums, "", Way, Domain::Choice(PockChambolle::NAMES), "power-sums,off",
        "Form of the Pock-Chambolle stage of the metric, which follows Ruiz.";
    pock_chambolle_alpha: f64 = 1.0, "alpha", Way, from_to(0.0, 2.0), "0.1..1.9:10",
        "Exponent of the Pock-Chambolle stage: rows by powers alpha, columns by powers 2 - alpha.";
    initial_step: Option<f64> = None, "eta", Way, auto_above(0.0), "auto",
        "First step size; for pdhg and halpern the step size. auto: 1 / (largest scaled row sum); for pdhg 1 / sqrt(largest row sum * largest column sum); for halpern step_scale / |K|_2 in the scaled space.";
    initial_step_scale: f64 = 1.0, "", Way, above_to(0.0, f64::MAX), "0.1,1,10",
        "Factor on the first step size.";
    step_reduction_exponent: f64 = 0.3, "", Way, above_to(0.0, 10.0), "0.2,0.3,0.5",
        "Step sizes stay below (1 - (k+1)^-this) times the bound that the last step showed.";
    step_growth_exponent: f64 = 0.6, "", Way, above_to(0.0, 10.0), "0.4,0.6,0.9",
        "Step sizes grow at most by a factor 1 + (k+1)^-this.";
    step_scale: f64 = 0.998, "", Way, above_to(0.0, 1.0), "0.9,0.998",
        "The step size of halpern is this over its estimate of |K|_2 in the scaled space.";
    norm_tolerance: f64 = 1e-4, "", Way, above_to(0.0, 1.0), "1e-4",
        "The power method for |K|_2 ends when its residual is this part of the estimated |K|_2^2.";
    norm_limit: u64 = 5000, "", Way, Domain::Count(1), "5000",
        "Most steps of the power method for |K|_2, each a matrix pass.";
    norm_correction: f64 = 1.05, "", Way, above_to(1.0, 1e6), "1.05",
        "Factor by which halpern enlarges its estimate of |K|_2 when a step shows that it is too small.";
    reflection: f64 = 1.0, "gamma", Way, above_to(0.0, 1.0), "0.75,1",
        "How far halpern reflects its iterate at the PDHG point: 1 reflects fully, 0.5 goes to the point.";
    initial_weight: Option<f64> = None, "omega", Way, auto_above(0.0), "auto",
        "First primal weight; for pdhg the primal weight. auto: as initial_weight_rule says.";
    initial_weight_rule: WeightRule = WeightRule::Norms, "", Way, Domain::Choice(WeightRule::NAMES), "norms,one-plus-norms",
        "What the first primal weight is if initial_weight is auto, from the norms in the scaled space: |c| / |q|, 1 if either vanishes; or (1 + |c|) / (1 + |q|).";
    initial_weight_scale: f64 = 1.0, "", Way, above_to(0.0, f64::MAX), "0.06,0.12,0.25,0.5,1,2,4,8,16",
        "Factor on the first primal weight.";
    weight_smoothing: f64 = 0.5, "theta", Way, from_to(0.0, 1.0), "0.02,0.1..1:10",
        "How much of the primal weight is renewed at a restart, on a logarithmic scale; 0 keeps it.";
    weight_proportional: f64 = 0.99, "k_p", Way, from_to(0.0, 2.0), "0.5,0.99",
        "How much of the imbalance between the two distances of an epoch halpern takes out of the logarithm of its weight at a restart.";
    weight_integral: f64 = 0.01, "k_i", Way, from_to(0.0, 2.0), "0,0.01,0.1",
        "How much of the sum of past imbalances it takes out as well.";
    weight_derivative: f64 = 0.0, "k_d", Way, from_to(0.0, 2.0), "0,0.1",
        "How much of the change of the imbalance since the last restart it takes out as well.";
    weight_memory: f64 = 0.3, "", Way, from_to(0.0, 1.0), "0.3",
        "What part of the sum of past imbalances is kept from one restart to the next.";
    weight_window: f64 = 1e8, "", Way, above_to(1.0, INFINITE), "1e8",
        "Where relative primal and dual residual differ by this factor or more, halpern goes back to the weight under which they were closest.";
    kkt_weights: KktWeights = KktWeights::Weight, "", Way, Domain::Choice(KktWeights::NAMES), "weight,data",
        "How residuals weigh against the gap in the KKT errors that pdlp compares: weight, by the primal weight alone; data, the primal residual also by 1 + |q| and the dual one by 1 + |c| in the scaled space, as where objective and bounds are scaled to norms below 1.";
    sufficient_reduction: f64 = 0.2, "beta_s", Way, above_to(0.0, 1.0), "0.1,0.2,0.4",
        "Restart when the KKT error (for halpern the fixed-point error) fell to this fraction of that at the last restart.";
    necessary_reduction: f64 = 0.8, "beta_n", Way, above_to(0.0, 1.0), "0.3,0.5,0.8,0.9",
        "Restart when the KKT error (for halpern the fixed-point error) fell to this fraction and now rises again.";
    artificial_restart: f64 = 0.36, "beta_a", Way, above_to(0.0, INFINITE), "0.2,0.36,0.5,none",
        "Restart when this fraction of all iterations so far passed since the last restart.";
    inner_limit: Option<u64> = None, "T", Way, Domain::Limit(1), "none",
        "Most iterations between two restarts; then a restart is forced.";
    outer_limit: Option<u64> = None, "S", Meaning, Domain::Limit(1), "",
        "Most epochs, as the stretches between restarts are called; then the run ends.";
    check_period: u64 = 1, "", Way, Domain::Count(1), "1,16,64",
        "Iterations between two checks for optimality and restarts.";
    check_first: u64 = 0, "", Way, Domain::Count(0), "0,10",
        "The first this many iterations are all checked, whatever the period.";
    tested_point: TestedPoint = TestedPoint::Current, "", Way, Domain::Choice(TestedPoint::NAMES), "current,either",
        "Which point is tested for optimality: the current iterate, the average, the one with the smaller KKT error, or either.";
    face_share: f64 = 0.0, "", Way, from_to(0.0, 1.0), "0,0.3",
        "Part of the work that may be spent on faces: where the run is close to a solution, two systems of equations that hold at the bounds and rows it has settled on are solved, and it ends or goes on at the point that they give if that is better. 0: never.";
    relative_tolerance: f64 = 1e-4, "eps_rel", Meaning, from_to(0.0, f64::MAX), "",
        "Relative tolerance of the optimality test.";
    absolute_tolerance: f64 = 1e-4, "eps_abs", Meaning, from_to(0.0, f64::MAX), "",
        "Absolute tolerance of the optimality test.";
    polish_tolerance: f64 = INFINITE, "", Meaning, above_to(0.0, INFINITE), "",
        "Once a problem is solved, row violations and then dual residuals are made to meet this tolerance, relative and absolute, where that leaves the gap within its own. For single solves: runs side by side and the tuner refuse it. none: no polishing.";
    norm: Norm = Norm::L2, "", Meaning, Domain::Choice(Norm::NAMES), "",
        "Norm of the optimality test: Euclidean, or every row and column on its own.";
    reduced_cost_rule: ReducedCostRule = ReducedCostRule::Projection, "", Meaning, Domain::Choice(ReducedCostRule::NAMES), "",
        "Which part of c - K'y counts as reduced cost: all that pushes against a finite bound, or only where x is near that bound.";
    near_bound_distance: Option<f64> = None, "", Meaning, auto_above(0.0), "",
        "How near x must be to a bound under the rule near-bound. auto: the relative tolerance.";
    iteration_limit: u64 = 100_000, "", Meaning, Domain::Count(0), "",
        "Most iterations (accepted steps).";
    matrix_pass_limit: Option<u64> = None, "", Meaning, Domain::Limit(0), "",
        "Most matrix passes (steps tried, rejected ones included).";
    time_limit: f64 = INFINITE, "", Meaning, from_to(0.0, INFINITE), "",
        "Most seconds from the start of the run, setup included.";
    stall_limit: Option<u64> = Some(50_000), "", Meaning, Domain::Limit(1), "",
        "End with the status stalled after this many iterations in which the error did not fall by at least 1%.";
}

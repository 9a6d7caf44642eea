//! The reductions by name, which of them are tried, and what they came to.

/// One way to make a problem smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reduction {
    /// A row without entries.
    EmptyRow,
    /// A row with one entry is a pair of bounds.
    SingletonRow,
    /// A variable whose bounds are equal.
    FixedColumn,
    /// A variable in no row goes to the bound that its cost asks for.
    EmptyColumn,
    /// A row that the bounds of its variables keep anyway.
    RedundantRow,
    /// A row that holds only with all its variables at bounds.
    ForcingRow,
    /// A variable in one row that acts as its slack becomes a part of the row bounds.
    SlackColumn,
    /// An equation of two variables gives one in terms of the other.
    DoubletonEquation,
    /// A variable whose reduced cost has one sign whatever the multipliers are.
    DominatedColumn,
    /// A row that is a multiple of another one.
    ParallelRow,
    /// A variable whose column is a multiple of another one.
    ParallelColumn,
}

impl Reduction {
    /// All of them, in the order in which they are tried.
    pub const ALL: [Reduction; 11] = [
        Reduction::EmptyRow,
        Reduction::SingletonRow,
        Reduction::FixedColumn,
        Reduction::EmptyColumn,
        Reduction::RedundantRow,
        Reduction::ForcingRow,
        Reduction::SlackColumn,
        Reduction::DoubletonEquation,
        Reduction::DominatedColumn,
        Reduction::ParallelRow,
        Reduction::ParallelColumn,
    ];

    /// A name without spaces, for files.
    pub fn name(self) -> &'static str {
        match self {
            Reduction::EmptyRow => "empty_row",
            Reduction::SingletonRow => "singleton_row",
            Reduction::FixedColumn => "fixed_column",
            Reduction::EmptyColumn => "empty_column",
            Reduction::RedundantRow => "redundant_row",
            Reduction::ForcingRow => "forcing_row",
            Reduction::SlackColumn => "slack_column",
            Reduction::DoubletonEquation => "doubleton_equation",
            Reduction::DominatedColumn => "dominated_column",
            Reduction::ParallelRow => "parallel_row",
            Reduction::ParallelColumn => "parallel_column",
        }
    }
}

/// A number for each reduction.
pub(super) type PerReduction<T> = [T; Reduction::ALL.len()];

/// Which reductions are tried. The default is all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    on: PerReduction<bool>,
}

impl Default for Options {
    fn default() -> Options {
        Options { on: [true; Reduction::ALL.len()] }
    }
}

impl Options {
    /// These reductions alone.
    pub fn only(reductions: &[Reduction]) -> Options {
        let mut on = [false; Reduction::ALL.len()];
        reductions.iter().for_each(|r| on[*r as usize] = true);
        Options { on }
    }

    /// Whether a reduction is tried.
    pub fn tries(&self, reduction: Reduction) -> bool {
        self.on[reduction as usize]
    }
}

/// How presolving ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ending {
    /// No reduction applies any more, or all the work that presolving may do is done.
    Done,
    /// Bounds contradict each other. That is no proof; the problem is left as it was, for the solver to find one.
    Contradiction,
    /// The caller stopped it; the problem is left as it was.
    Stopped,
}

/// What presolving came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// How it ended.
    pub ending: Ending,
    /// Rows before and after.
    pub rows: (usize, usize),
    /// Variables before and after.
    pub columns: (usize, usize),
    /// Nonzeros before and after.
    pub nonzeros: (usize, usize),
    pub(super) counts: PerReduction<usize>,
}

impl Summary {
    /// How often a reduction was made.
    pub fn count(&self, reduction: Reduction) -> usize {
        self.counts[reduction as usize]
    }

    /// The reductions that were made, with how often.
    pub fn made(&self) -> impl Iterator<Item = (Reduction, usize)> + '_ {
        Reduction::ALL.into_iter().zip(self.counts).filter(|(_, count)| *count > 0)
    }

    /// Whether the problem is another one than before.
    pub fn changed(&self) -> bool {
        self.made().next().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_in_the_order_of_the_declaration() {
        for (position, reduction) in Reduction::ALL.into_iter().enumerate() {
            assert_eq!(reduction as usize, position, "{}", reduction.name());
            let alone = Options::only(&[reduction]);
            assert!(Reduction::ALL.iter().all(|r| alone.tries(*r) == (*r == reduction)));
            assert!(Options::default().tries(reduction));
        }
    }
}

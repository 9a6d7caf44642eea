//! The sections of an MPS file.

/// A section, in the order in which they must come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd)]
pub(super) enum Section {
    #[default]
    Start,
    Sense,
    ObjectiveName,
    Rows,
    Columns,
    Rhs,
    Ranges,
    Bounds,
    End,
}

const KNOWN: [(&str, Section); 8] = [
    ("OBJSENSE", Section::Sense),
    ("OBJNAME", Section::ObjectiveName),
    ("ROWS", Section::Rows),
    ("COLUMNS", Section::Columns),
    ("RHS", Section::Rhs),
    ("RANGES", Section::Ranges),
    ("BOUNDS", Section::Bounds),
    ("ENDATA", Section::End),
];

/// Sections for which linear programs have no place, and what they stand for.
const UNSUPPORTED: [(&str, &str); 14] = [
    ("QUADOBJ", "a quadratic objective"),
    ("QMATRIX", "a quadratic objective"),
    ("QSECTION", "a quadratic objective"),
    ("QCMATRIX", "quadratic constraints"),
    ("CSECTION", "cones"),
    ("SOS", "special ordered sets"),
    ("SOS1", "special ordered sets"),
    ("SOS2", "special ordered sets"),
    ("SETS", "special ordered sets"),
    ("INDICATORS", "indicator constraints"),
    ("GENCONS", "general constraints"),
    ("PWLOBJ", "a piecewise-linear objective"),
    ("LAZYCONS", "lazy constraints"),
    ("USERCUTS", "user cuts"),
];

pub(super) const NAMES: &str = "NAME, OBJSENSE, OBJNAME, ROWS, COLUMNS, RHS, RANGES, BOUNDS or ENDATA";

impl Section {
    /// The section with this header.
    pub(super) fn of(word: &str) -> Option<Section> {
        KNOWN.iter().find(|(name, _)| *name == word).map(|(_, section)| *section)
    }

    /// Its header.
    pub(super) fn name(self) -> &'static str {
        KNOWN.iter().find(|(_, section)| *section == self).map_or("NAME", |(name, _)| name)
    }

    /// The known section that a word resembles.
    pub(super) fn nearest(word: &str) -> Option<&'static str> {
        crate::text::nearest(word, KNOWN.iter().map(|(name, _)| *name))
    }
}

/// What a section stands for that is not supported.
pub(super) fn unsupported(word: &str) -> Option<&'static str> {
    UNSUPPORTED.iter().find(|(name, _)| *name == word).map(|(_, what)| *what)
}

/// Whether a word begins a section of an MPS file.
pub(in crate::io) fn is_section(word: &str) -> bool {
    word == "NAME" || Section::of(word).is_some() || unsupported(word).is_some()
}

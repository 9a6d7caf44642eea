//! Charts: data in, SVG or PNG out.

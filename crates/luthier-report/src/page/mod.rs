//! Pages: one HTML file with all that it needs.

//! A table as Markdown.

/// Rows below a head; nothing without rows.
pub fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let line = |cells: Vec<&str>| format!("| {} |\n", cells.join(" | "));
    let rule: Vec<&str> = head.iter().map(|_| "---").collect();
    let rows = rows.iter().map(|row| line(row.iter().map(String::as_str).collect()));
    format!("{}{}{}\n", line(head.to_vec()), line(rule).replace(' ', ""), rows.collect::<String>())
}

/// Seconds with three digits that mean something.
pub fn seconds(value: f64) -> String {
    match value {
        v if !v.is_finite() => "-".into(),
        v if v >= 100.0 => format!("{v:.0}"),
        v if v >= 10.0 => format!("{v:.1}"),
        v if v >= 1.0 => format!("{v:.2}"),
        v if v >= 0.1 => format!("{v:.3}"),
        v if v >= 0.01 => format!("{v:.4}"),
        v => format!("{v:.5}"),
    }
}

/// A ratio with two digits behind the point.
pub fn ratio(value: f64) -> String {
    if value.is_finite() { format!("{value:.2}") } else { "-".into() }
}

//! Numbers as text: exact for machines, short for readers.

/// The shortest decimal that reads back as the same number.
pub fn exact(value: f64) -> String {
    format!("{value:?}")
}

/// A number in a few characters, three digits of it: `0.02`, `834`, `1,234`, `12.3k`, `4.57M`, `1.2e-4`.
pub fn short(value: f64) -> String {
    let size = value.abs();
    match size {
        _ if !value.is_finite() => odd(value),
        s if s >= 999.5e6 || (s > 0.0 && s < 0.000_995) => scientific(value, 3),
        s if s >= 999.5e3 => format!("{}M", significant(value / 1e6, 3)),
        s if s >= 9999.5 => format!("{}k", significant(value / 1e3, 3)),
        s if s >= 999.5 => grouped(&format!("{value:.0}")),
        _ => significant(value, 3),
    }
}

/// A number for reading it off: six digits of it.
pub fn reading(value: f64) -> String {
    let size = value.abs();
    match size {
        _ if !value.is_finite() => odd(value),
        s if s >= 1e15 || (s > 0.0 && s < 1e-4) => scientific(value, 6),
        s if s >= 1e5 => grouped(&format!("{value:.0}")),
        _ => significant(value, 6),
    }
}

/// Labels of ticks: all with as many decimals as the finest of them needs.
pub fn ticks(values: &[f64]) -> Vec<String> {
    let largest = values.iter().fold(0.0_f64, |most, v| most.max(v.abs()));
    let tiny = values.iter().filter(|v| **v != 0.0).fold(f64::INFINITY, |least, v| least.min(v.abs())) < 1e-4;
    if largest >= 1e7 || (tiny && largest < 1.0) {
        return values.iter().map(|v| scientific(*v, 6)).collect();
    }
    let kilo = largest >= 2e4 && values.iter().all(|v| decimals(v / 1e3) <= 1);
    let (unit, end) = if kilo { (1e3, "k") } else { (1.0, "") };
    let digits = values.iter().map(|v| decimals(v / unit)).max().unwrap_or(0);
    let label = |v: &f64| match *v {
        0.0 => "0".to_owned(),
        v => format!("{}{end}", grouped(&format!("{:.digits$}", v / unit))),
    };
    values.iter().map(label).collect()
}

/// Labels of ticks on a logarithmic axis: each as short as it can be.
pub fn log_ticks(values: &[f64]) -> Vec<String> {
    let label = |v: &f64| match *v {
        v if !(1e-3..1e6).contains(&v) => scientific(v, 3),
        v if v >= 1e4 => format!("{}k", significant(v / 1e3, 3)),
        v => significant(v, 4),
    };
    values.iter().map(label).collect()
}

/// The decimals that a number needs, at most nine.
fn decimals(value: f64) -> usize {
    let text = format!("{value:.9}");
    let text = text.trim_end_matches('0');
    text.split_once('.').map_or(0, |(_, decimals)| decimals.len())
}

/// A number with so many digits, zeros at the end left out, thousands apart.
fn significant(value: f64, digits: usize) -> String {
    // The exponent after rounding to that many digits.
    let rounded = format!("{:.*e}", digits.saturating_sub(1), value);
    let exponent = rounded.split_once('e').and_then(|(_, e)| e.parse::<i64>().ok()).unwrap_or(0);
    let decimals = usize::try_from(digits as i64 - 1 - exponent).unwrap_or(0);
    let text = format!("{value:.decimals$}");
    let text = match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.'),
        false => &text,
    };
    grouped(text)
}

/// With an exponent, such as `1.5e-7`.
fn scientific(value: f64, digits: usize) -> String {
    let text = format!("{:.*e}", digits.saturating_sub(1), value);
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    if value == 0.0 {
        return "0".to_owned();
    }
    let mantissa = match mantissa.contains('.') {
        true => mantissa.trim_end_matches('0').trim_end_matches('.'),
        false => mantissa,
    };
    format!("{}e{exponent}", mantissa.replace('-', "−"))
}

/// A decimal with thousands apart and a minus sign.
fn grouped(text: &str) -> String {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => ("−", rest),
        None => ("", text),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mut out = String::from(if digits.chars().all(|c| matches!(c, '0' | '.')) { "" } else { sign });
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    if !fraction.is_empty() {
        out.push('.');
        out.push_str(fraction);
    }
    out
}

/// What is no number.
fn odd(value: f64) -> String {
    match value {
        v if v.is_nan() => "unknown".to_owned(),
        v if v > 0.0 => "∞".to_owned(),
        _ => "−∞".to_owned(),
    }
}

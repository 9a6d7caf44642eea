//! Values of parameters, and what values a parameter can have.

use std::fmt;

/// A value of any parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// A real number.
    Real(f64),
    /// A whole number.
    Count(u64),
    /// On or off.
    Switch(bool),
    /// One of a list of names.
    Choice(&'static str),
    /// The solver computes the value from the problem.
    Auto,
    /// No limit.
    Unlimited,
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Real(v) if *v == f64::INFINITY => write!(f, "none"),
            Value::Real(v) if *v != 0.0 && !(1e-3..1e6).contains(&v.abs()) => write!(f, "{v:e}"),
            Value::Real(v) => write!(f, "{v}"),
            Value::Count(v) => write!(f, "{v}"),
            Value::Switch(v) => write!(f, "{v}"),
            Value::Choice(v) => write!(f, "{v}"),
            Value::Auto => write!(f, "auto"),
            Value::Unlimited => write!(f, "none"),
        }
    }
}

impl Value {
    /// The value as parameter files have it.
    pub fn to_toml(self) -> String {
        match self {
            // With a decimal point or an exponent, and all digits.
            Value::Real(v) if v.is_finite() => format!("{v:?}"),
            Value::Count(_) | Value::Switch(_) => self.to_string(),
            Value::Real(_) | Value::Choice(_) | Value::Auto | Value::Unlimited => format!("\"{self}\""),
        }
    }
}

/// As in parameter files: numbers, true or false, and everything else as text.
impl serde::Serialize for Value {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Real(v) if v.is_finite() => serializer.serialize_f64(*v),
            Value::Count(v) => serializer.serialize_u64(*v),
            Value::Switch(v) => serializer.serialize_bool(*v),
            Value::Real(_) | Value::Choice(_) | Value::Auto | Value::Unlimited => {
                serializer.collect_str(self)
            }
        }
    }
}

/// What values a parameter can have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Domain {
    /// A real number in an interval.
    Real(Interval),
    /// A real number in an interval, or "auto".
    AutoReal(Interval),
    /// A whole number, at least this.
    Count(u64),
    /// A whole number, at least this, or "none".
    Limit(u64),
    /// "true" or "false".
    Switch,
    /// One of these names.
    Choice(&'static [&'static str]),
}

/// An interval of real numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub from: f64,
    /// Upper end; `f64::MAX` means no end, infinity that "none" is a value too.
    pub to: f64,
    /// Whether the lower end itself is excluded.
    pub open: bool,
}

impl Interval {
    fn contains(&self, v: f64) -> bool {
        v <= self.to && if self.open { v > self.from } else { v >= self.from }
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.to < f64::MAX, self.open) {
            (true, false) => write!(f, "a number from {} to {}", self.from, self.to),
            (true, true) => write!(f, "a number above {} and up to {}", self.from, self.to),
            (false, false) => write!(f, "a number of at least {}", self.from),
            (false, true) => write!(f, "a number above {}", self.from),
        }?;
        if self.to == f64::INFINITY { write!(f, ", or none") } else { Ok(()) }
    }
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Domain::Real(i) => write!(f, "{i}"),
            Domain::AutoReal(i) => write!(f, "{i}, or auto"),
            Domain::Count(least) => write!(f, "a whole number of at least {least}"),
            Domain::Limit(least) => write!(f, "a whole number of at least {least}, or none"),
            Domain::Switch => write!(f, "true or false"),
            Domain::Choice(names) => write!(f, "one of {}", names.join(", ")),
        }
    }
}

impl Domain {
    /// Whether the value is one of this domain.
    pub fn accepts(&self, value: &Value) -> bool {
        match (self, value) {
            (Domain::Real(i) | Domain::AutoReal(i), Value::Real(v)) => i.contains(*v),
            (Domain::AutoReal(_), Value::Auto) => true,
            (Domain::Count(least) | Domain::Limit(least), Value::Count(v)) => v >= least,
            (Domain::Limit(_), Value::Unlimited) => true,
            (Domain::Switch, Value::Switch(_)) => true,
            (Domain::Choice(names), Value::Choice(v)) => names.contains(v),
            _ => false,
        }
    }

    /// Reads a value of this domain.
    pub fn parse(&self, text: &str) -> Option<Value> {
        let text = text.trim();
        let real = || text.parse::<f64>().ok().filter(|v| !v.is_nan()).map(Value::Real);
        let value = match self {
            Domain::Real(i) if i.to == f64::INFINITY && text == "none" => Some(Value::Real(f64::INFINITY)),
            Domain::AutoReal(_) if text == "auto" => Some(Value::Auto),
            Domain::Limit(_) if text == "none" => Some(Value::Unlimited),
            Domain::Real(_) | Domain::AutoReal(_) => real(),
            Domain::Count(_) | Domain::Limit(_) => text.parse().ok().map(Value::Count),
            Domain::Switch => text.parse().ok().map(Value::Switch),
            Domain::Choice(names) => names.iter().find(|n| **n == text).map(|n| Value::Choice(n)),
        };
        value.filter(|v| self.accepts(v))
    }
}

/// A Rust type that holds the value of a parameter.
pub(super) trait Field: Sized {
    fn to_value(self) -> Value;
    /// The typed value; `None` for a value of another kind (its domain is checked apart).
    fn from_value(value: Value) -> Option<Self>;
}

macro_rules! plain_field {
    ($type:ty, $variant:ident) => {
        impl Field for $type {
            fn to_value(self) -> Value {
                Value::$variant(self)
            }
            fn from_value(value: Value) -> Option<Self> {
                if let Value::$variant(v) = value { Some(v) } else { None }
            }
        }
    };
}
plain_field!(f64, Real);
plain_field!(u64, Count);
plain_field!(bool, Switch);

macro_rules! optional_field {
    ($type:ty, $variant:ident, $none:ident) => {
        impl Field for Option<$type> {
            fn to_value(self) -> Value {
                self.map_or(Value::$none, Value::$variant)
            }
            fn from_value(value: Value) -> Option<Self> {
                match value {
                    Value::$variant(v) => Some(Some(v)),
                    Value::$none => Some(None),
                    _ => None,
                }
            }
        }
    };
}
optional_field!(f64, Real, Auto);
optional_field!(u64, Count, Unlimited);

/// An enum whose values have names.
macro_rules! choice {
    ($(#[doc = $doc:literal])* $name:ident { $($(#[doc = $vdoc:literal])* $variant:ident = $text:literal),* $(,)? }) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[doc = $vdoc])* $variant),* }

        impl $name {
            pub(super) const NAMES: &'static [&'static str] = &[$($text),*];
        }

        impl super::value::Field for $name {
            fn to_value(self) -> super::value::Value {
                super::value::Value::Choice(match self { $($name::$variant => $text),* })
            }
            fn from_value(value: super::value::Value) -> Option<Self> {
                match value {
                    $(super::value::Value::Choice($text) => Some($name::$variant),)*
                    _ => None,
                }
            }
        }
    };
}
pub(super) use choice;

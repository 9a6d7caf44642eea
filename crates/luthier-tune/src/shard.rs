//! A part of a study's instances, for machines that share nothing but the result.

use crate::error::Error;
use std::fmt;

/// One of several parts of the instances of a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which part, from 1.
    pub index: usize,
    /// Of how many.
    pub count: usize,
}

impl Shard {
    /// Reads `2/8`.
    pub fn parse(text: &str) -> Result<Shard, Error> {
        let numbers = text.split_once('/').and_then(|(index, count)| {
            Some((index.trim().parse::<usize>().ok()?, count.trim().parse::<usize>().ok()?))
        });
        let shard = numbers.map(|(index, count)| Shard { index, count });
        shard.filter(|s| 1 <= s.index && s.index <= s.count).ok_or_else(|| Error::Question {
            what: format!("shard '{}'", luthier::escape_name(text)),
            problem: "expected a part and how many parts there are, such as 1/8 .. 8/8".to_owned(),
        })
    }

    /// Whether the instance at this position belongs to it.
    pub fn has(&self, position: usize) -> bool {
        position % self.count == self.index - 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_parts_that_make_up_the_whole() {
        let shards: Vec<Shard> = ["1/3", "2/3", " 3 / 3"].iter().map(|s| Shard::parse(s).unwrap()).collect();
        for position in 0..20 {
            assert_eq!(shards.iter().filter(|s| s.has(position)).count(), 1);
        }
        for wrong in ["", "1", "0/3", "4/3", "1/0", "a/b", "1/2/3", "-1/3"] {
            let error = Shard::parse(wrong).unwrap_err().to_string();
            assert!(error.contains("such as 1/8"), "{error}");
        }
    }
}

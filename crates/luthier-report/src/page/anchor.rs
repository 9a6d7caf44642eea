//! Identifiers that links point to.

/// A name as an identifier: small letters, digits and single hyphens. Identifiers that the page makes for itself begin with
/// an underscore, so these never meet them.
pub(super) fn anchor(name: &str) -> String {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let anchor = words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("-");
    if anchor.is_empty() { "section".to_owned() } else { anchor }
}

#[cfg(test)]
mod tests {
    use super::anchor;

    #[test]
    fn anchors_are_plain() {
        for (name, expected) in
            [("Speed-up", "speed-up"), ("  a \"b\" ", "a-b"), ("<>", "section"), ("_1", "1")]
        {
            assert_eq!(anchor(name), expected);
        }
    }
}

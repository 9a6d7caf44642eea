//! What a browser may do with a page.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// The policy of a page: this script, these styles, images inside of the page, and nothing else.
pub(super) fn policy(script: &str, styles: &[&str]) -> String {
    let styles: Vec<String> = styles.iter().map(|style| source(style)).collect();
    format!(
        "default-src 'none'; script-src {}; style-src {}; img-src data:; base-uri 'none'; form-action 'none'",
        source(script),
        styles.join(" ")
    )
}

/// What names the content of an element in a policy.
fn source(content: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(content.as_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_is_named_by_its_hash() {
        // The standard's own example.
        assert_eq!(
            source("alert('Hello, world.');"),
            "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='"
        );
    }
}

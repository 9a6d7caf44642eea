//! Data inside of a page.

use serde::Serialize;

/// JSON for an element of a page: no character in it can end that element, whatever the data say.
pub(super) fn embedded(data: &impl Serialize) -> String {
    // What is written here cannot fail: no maps, no numbers that JSON lacks. If it did, there would be no data.
    let json = serde_json::to_string(data).unwrap_or_else(|_| "null".to_owned());
    let mut safe = String::with_capacity(json.len() + json.len() / 16);
    for c in json.chars() {
        match c {
            // All of these occur inside of strings alone, where the escape means the same.
            '<' => safe.push_str("\\u003c"),
            '>' => safe.push_str("\\u003e"),
            '&' => safe.push_str("\\u0026"),
            '\u{2028}' => safe.push_str("\\u2028"),
            '\u{2029}' => safe.push_str("\\u2029"),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_cannot_end_their_element_and_read_back_the_same() {
        let data = [
            "</ScRiPt><img src=x onerror=alert(1)>",
            "<!--",
            "]]>",
            "&amp;",
            "\u{2028}\u{2029}\u{202e}\"'\\",
        ];
        let json = embedded(&data);
        assert!(!json.contains(['<', '>', '&', '\u{2028}', '\u{2029}']), "{json}");
        assert_eq!(serde_json::from_str::<Vec<String>>(&json).unwrap(), data);
    }
}

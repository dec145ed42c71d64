//! Texts of others as they may be shown: characters that a terminal obeys, or that turn the
//! direction of the text around them, as escapes.

use std::borrow::Cow;

/// Whether the character is obeyed where it should be shown: a control character other than tab
/// and line feed, a line or paragraph separator, or one that sets the direction of text (Unicode
/// Standard Annex 9; Boucher and Anderson, "Trojan Source", 2021).
#[must_use]
pub fn is_obeyed(c: char) -> bool {
    (c.is_control() && c != '\n' && c != '\t')
        || matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}')
        || matches!(c, '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// The text with each character that [`is_obeyed`] written as in JSON: `\u001b`. So a JSON text
/// keeps its meaning.
///
/// ```
/// assert_eq!(expr::visible::visible("red \u{1b}[31m"), "red \\u001b[31m");
/// ```
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match is_obeyed(c) {
            true => shown.push_str(&format!("\\u{:04x}", u32::from(c))),
            false => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

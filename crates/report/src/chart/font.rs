//! The room that text takes.

#[cfg(not(target_family = "wasm"))]
use super::glyphs::measure;
#[cfg(target_family = "wasm")]
use super::widths::measure;

/// Width of a line of text whose em is `size`, rounded up.
pub(super) fn width(text: &str, size: i32) -> i32 {
    measure(text, size) as i32 + 1
}

/// `text`, or its beginning with an ellipsis if it is wider than `limit`.
pub(super) fn fit(text: &str, size: i32, limit: i32) -> String {
    if width(text, size) <= limit {
        return text.to_owned();
    }
    let mut kept: String = text.to_owned();
    while kept.pop().is_some() {
        let candidate = format!("{}…", kept.trim_end());
        if width(&candidate, size) <= limit {
            return candidate;
        }
    }
    String::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_is_cut() {
        let cut = fit("a rather long title", 20, 100);
        assert!(cut.ends_with('…') && cut.len() > 3 && width(&cut, 20) <= 100, "{cut}");
        assert_eq!(fit("short", 20, 100), "short");
        assert_eq!(fit("short", 20, 1), "");
    }
}

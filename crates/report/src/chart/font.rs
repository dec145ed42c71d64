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
    // A longer beginning is wider.
    let ends: Vec<usize> = text.char_indices().map(|(end, _)| end).collect();
    let cut = |end: usize| format!("{}…", text[..end].trim_end());
    let fitting = ends.partition_point(|&end| width(&cut(end), size) <= limit);
    fitting.checked_sub(1).map(|last| cut(ends[last])).unwrap_or_default()
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

//! Characters that are shown as escapes, and those that are kept.

use expr::visible::visible;
use std::borrow::Cow;

#[test]
fn what_is_obeyed_is_shown_and_the_rest_is_kept() {
    let kept = "取石子 a\tb\nφ ≤ é 👩\u{200D}🔬";
    assert!(matches!(visible(kept), Cow::Borrowed(_)));
    assert_eq!(visible("a\rb\u{7f}\u{9b}c"), "a\\u000db\\u007f\\u009bc");
    assert_eq!(visible("\u{202E}x\u{2066}"), "\\u202ex\\u2066");
}

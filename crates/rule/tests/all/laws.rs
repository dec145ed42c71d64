//! Laws that `find` prints are conditions, or are refused with what to write.

use std::fs;

#[test]
fn the_laws_of_the_catalogue_are_read() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../output/laws.md");
    let page = fs::read_to_string(page).expect("there");
    let (rule, _) = rule::parse("game g\nheap n\nmove n - 1 if n > 0\n");
    let rule = rule.expect("a rule");
    let (mut read, mut refused, mut wrong) = (0, 0, Vec::new());
    let rows = page.lines().filter(|line| line.starts_with("| "));
    for law in rows.filter_map(|line| line.split('`').nth(1)) {
        // longer laws are cut
        if law.ends_with("...") && !law.contains("i = 0, 1, 2, ...") {
            continue;
        }
        match rule::restated(law, &rule) {
            Err(_) => refused += 1,
            Ok(restated) => {
                let text = restated.as_deref().unwrap_or(law);
                match expr::parser::parse_expression(text) {
                    Ok(_) => read += 1,
                    Err(_) => wrong.push(format!("{law}\n  {text}")),
                }
            }
        }
    }
    assert!(read > 100 && refused < 30, "{read} read, {refused} refused");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

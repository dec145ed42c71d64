//! Emitted text against what a person would write.

use super::*;
use crate::law::Kind;
use crate::parser::parse_expression;

fn emitted(text: &str, dialect: Dialect) -> String {
    expression(&parse_expression(text).expect("parses"), dialect).expect("has a form")
}

#[test]
fn division_is_floor_division_everywhere() {
    let text = "(n - 7) // 3 + -n % 4";
    assert_eq!(emitted(text, Dialect::Python), "((n - 7) // 3) + ((-n) % 4)");
    assert_eq!(emitted(text, Dialect::Rust), "floor_div((n - 7), 3) + floor_mod((-n), 4)");
    assert_eq!(emitted(text, Dialect::Cpp), "floor_div((n - 7LL), 3LL) + floor_mod((-n), 4LL)");
    let latex = "\\left\\lfloor \\frac{n - 7}{3} \\right\\rfloor \
                 + \\left(\\left(-n\\right) \\bmod 4\\right)";
    assert_eq!(emitted(text, Dialect::Latex), latex);
}

#[test]
fn lists_choices_and_conditions() {
    let text = "if n in {0, 5} and 1 <= m < n then [1, 2, 3][n % 3] else m ^ n & 1";
    assert_eq!(
        emitted(text, Dialect::Python),
        "[1, 2, 3][(n % 3)] if ((n == 0 or n == 5) and (1 <= m and m < n)) else (m ^ (n & 1))"
    );
    assert_eq!(
        emitted(text, Dialect::Rust),
        "if ((n == 0 || n == 5) && (1 <= m && m < n)) { [1, 2, 3][floor_mod(n, 3) as usize] } \
         else { (m ^ (n & 1)) }"
    );
    assert_eq!(
        emitted(text, Dialect::Cpp),
        "((n == 0LL || n == 5LL) && (1LL <= m && m < n)) ? \
         ((const long long[]){1LL, 2LL, 3LL}[floor_mod(n, 3LL)]) : (m ^ (n & 1LL))"
    );
}

#[test]
fn latex_reads_like_mathematics() {
    for (text, latex) in [
        (
            "floor(phi * (b - a))",
            "\\left\\lfloor \\varphi \\cdot \\left(b - a\\right) \\right\\rfloor",
        ),
        ("floor(n / sqrt(2))", "\\left\\lfloor \\frac{n}{\\sqrt{2}} \\right\\rfloor"),
        ("h1 ^ h2 != 0", "h_{1} \\oplus h_{2} \\ne 0"),
        ("(a + b) * c ** 2", "\\left(a + b\\right) \\cdot c^{2}"),
        (
            "mex{a - t for t in 1..a; 0}",
            "\\operatorname{mex}\\{a - t : t \\in \\{1, \\dots, a\\};\\ 0\\}",
        ),
        ("A - {3} = {}", "A - \\{3\\} = \\{\\}"),
        ("x in {d * d for d in 1..n}", "x \\in \\{d \\cdot d : d \\in \\{1, \\dots, n\\}\\}"),
        ("sum(h[2..m])", "\\operatorname{sum}(\\left(h_{2}, \\dots, h_{m}\\right))"),
        ("max([k for k in A if k > 2])", "\\max(\\left(k : k \\in A,\\ k > 2\\right))"),
        (
            "lose iff n in fibonacci",
            "\\operatorname{win} \\Leftrightarrow n \\in \\mathit{fibonacci}",
        ),
    ] {
        assert_eq!(emitted(text, Dialect::Latex), latex.replace("win", "lose"), "{text}");
    }
}

#[test]
fn a_law_becomes_a_function_with_what_it_needs() {
    let law = Law {
        subject: "sg".into(),
        variables: vec!["n".into()],
        kind: Kind::Periodic,
        body: parse_expression("n % 3").expect("parses"),
        from: Some(0),
        parameters: Vec::new(),
        exceptions: vec![(vec![5], 7)],
        words: String::new(),
    };
    let python = function(&law, Dialect::Python).expect("has a form");
    assert_eq!(python, "def sg(n):\n    if n == 5: return 7\n    return n % 3\n");
    let rust = function(&law, Dialect::Rust).expect("has a form");
    assert!(rust.starts_with("fn floor_mod(") && !rust.contains("fn floor_div("), "{rust}");
    assert!(rust.ends_with("if n == 5 { return 7; }\n    floor_mod(n, 3)\n}\n"), "{rust}");
    let latex = function(&law, Dialect::Latex).expect("has a form");
    assert_eq!(latex, "\\operatorname{sg}(n) = n \\bmod 3");
}

#[test]
fn what_has_no_form_is_named() {
    for text in [
        "mex{t for t in 1..n}",
        "floor(phi * n)",
        "n in primes",
        "sg",
        "fib(n)",
        "size({1, 2})",
        "n in {1} + {2}",
        "n in {d for d in 1..n}",
        "max(h[1..2])",
        "{1} = {2}",
        "sum([k for k in 1..n])",
    ] {
        let expr = parse_expression(text).expect("parses");
        for dialect in [Dialect::Cpp, Dialect::Python, Dialect::Rust] {
            let refusal = expression(&expr, dialect).expect_err(text);
            assert_eq!(refusal.dialect, dialect);
            assert!(text.contains(&refusal.part), "{refusal}");
        }
    }
}

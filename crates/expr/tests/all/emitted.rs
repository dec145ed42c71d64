//! Emitted text against what a person would write.

use expr::emit::{Dialect, LawFunction, expression, program};
use expr::function;
use expr::law::{Law, LawKind};
use expr::parser::parse_expression;

fn emitted(text: &str, dialect: Dialect) -> String {
    expression(&parse_expression(text).expect("parses"), dialect).expect("has a form")
}

#[test]
fn division_is_floor_division_everywhere() {
    let text = "(n - 7) // 3 + -n % 4";
    assert_eq!(emitted(text, Dialect::Python), "(n - 7) // 3 + -n % 4");
    assert_eq!(emitted(text, Dialect::Rust), "floor_div(n - 7, 3) + floor_mod(-n, 4)");
    assert_eq!(emitted(text, Dialect::Cpp), "floor_div(n - 7, 3) + floor_mod(-n, 4)");
    let latex = "\\left\\lfloor \\frac{n - 7}{3} \\right\\rfloor \
                 + \\left(\\left(-n\\right) \\bmod 4\\right)";
    assert_eq!(emitted(text, Dialect::Latex), latex);
}

#[test]
fn lists_choices_and_conditions() {
    let text = "if n in {0, 5} and 1 <= m < n then [1, 2, 3][n % 3] else m ^ n & 1";
    assert_eq!(
        emitted(text, Dialect::Python),
        "[1, 2, 3][n % 3] if ((n in [0, 5]) and (1 <= m and m < n)) else (m ^ (n & 1))"
    );
    assert_eq!(
        emitted(text, Dialect::Rust),
        "if [0, 5].contains(&(n)) && (1 <= m && m < n) { [1, 2, 3][floor_mod(n, 3) as usize] } \
         else { m ^ (n & 1) }"
    );
    assert_eq!(
        emitted(text, Dialect::Cpp),
        "(one_of(n, {0, 5}) && (1 <= m && m < n)) ? entry({1, 2, 3}, floor_mod(n, 3)) : (m ^ (n & 1))"
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

fn law(body: &str) -> Law {
    Law {
        subject: "sg".into(),
        variables: vec!["n".into()],
        kind: LawKind::Periodic,
        body: parse_expression(body).expect("parses"),
        from: Some(0),
        condition: None,
        parameters: Vec::new(),
        exceptions: vec![(vec![5], 7)],
        words: "".into(),
    }
}

#[test]
fn a_law_becomes_a_function_with_what_it_needs() {
    let law = law("n % 3");
    let whole = |dialect| program(&[LawFunction::of(&law)], dialect).expect("has a form");
    let python = whole(Dialect::Python);
    let refusal = "    if n < 0: raise ValueError(\"sg: outside the law\")\n";
    let expected = format!("def sg(n):\n{refusal}    if n == 5: return 7\n    return n % 3\n");
    assert_eq!(python, expected);
    let rust = whole(Dialect::Rust);
    let refusal = "if n < 0 { panic!(\"sg: outside the law\"); }\n";
    assert!(rust.contains(refusal), "{rust}");
    assert!(rust.starts_with("fn floor_mod(") && !rust.contains("fn floor_div("), "{rust}");
    assert!(rust.ends_with("if n == 5 { return 7; }\n    floor_mod(n, 3)\n}\n"), "{rust}");
    let latex = whole(Dialect::Latex);
    let cases = "7 & n = 5 \\\\ n \\bmod 3 & \\text{otherwise}";
    let cases = format!(
        "\\operatorname{{sg}}(n) = \\begin{{cases}} {cases} \\end{{cases}} \\qquad (n \\ge 0)\n"
    );
    assert_eq!(latex, cases);
}

#[test]
fn what_is_known_beside_a_law_is_written_too() {
    let mut late = law("n % 3");
    late.from = Some(2);
    let definition = LawFunction {
        notes: vec!["holds up to n = 9".into()],
        ranges: vec![(0, None)],
        beside: vec![(vec![0], 9), (vec![1], 8)],
        ..LawFunction::of(&late)
    };
    let cpp = program(&[definition.clone(), definition], Dialect::Cpp).expect("has a form");
    let expected = "// holds up to n = 9\nconst std::vector<long long> sg_head = {\n    9, 8,\n};\n\
                    long long sg(long long n) {\n    \
                    if (n < 0) throw std::out_of_range(\"sg: outside the law\");\n    if (n < 2) return sg_head[n];\n    \
                    if (n == 5) return 7;\n    return n % 3;\n}\n";
    assert!(cpp.contains(expected), "{cpp}");
    assert!(cpp.contains("long long sg_2(long long n) {"), "{cpp}");
}

#[test]
fn laws_for_different_positions_are_one_function() {
    let part = |body: &str, condition: &str, exceptions: Vec<(Vec<i64>, i64)>| Law {
        variables: vec!["n".into(), "m".into()],
        from: None,
        condition: Some(parse_expression(condition).expect("parses")),
        exceptions,
        ..law(body)
    };
    let even = part("n // 2", "m = 2", vec![(vec![5, 2], 7)]);
    let rest = part("n = m", "m > 4", Vec::new());
    let definition = LawFunction {
        laws: vec![&even, &rest],
        ranges: vec![(0, None), (1, Some(6))],
        beside: vec![(vec![0, 1], 3)],
        ..LawFunction::of(&even)
    };
    let python = program(std::slice::from_ref(&definition), Dialect::Python).expect("has a form");
    let expected = "def sg(n, m):
    if n < 0 or m < 1 or m > 6: raise ValueError(\"sg: outside the law\")
    if n == 5 and m == 2: return 7
    if n == 0 and m == 1: return 3
    if m == 2: return n // 2
    if m > 4: return int(n == m)
    raise ValueError(\"sg: outside the law\")
";
    assert_eq!(python, expected);
    let cases = r"7 & \text{if } (n, m) = (5, 2) \\ \left\lfloor \frac{n}{2} \right\rfloor & \text{if } m = 2 \\ \left[n = m\right] & \text{if } m > 4";
    let cases = format!("\\operatorname{{sg}}(n, m) = \\begin{{cases}} {cases} \\end{{cases}}\n");
    let latex = program(&[definition], Dialect::Latex).expect("has a form");
    assert_eq!(latex, cases);
    let alone = program(&[LawFunction::of(&rest)], Dialect::Latex).expect("has a form");
    assert_eq!(alone, "\\operatorname{sg}(n, m) = \\left[n = m\\right] \\qquad (m > 4)\n");
}

#[test]
fn a_law_for_the_other_positions_is_the_last_branch() {
    let plain = |body: &str, from: i64| Law { from: Some(from), exceptions: vec![], ..law(body) };
    let even = Law {
        condition: Some(parse_expression("n % 2 = 0").expect("parses")),
        ..plain("n // 2", 4)
    };
    let rest = plain("n % 3", 7);
    let definition =
        LawFunction { laws: vec![&even, &rest], ranges: vec![(0, None)], ..LawFunction::of(&even) };
    let python = program(std::slice::from_ref(&definition), Dialect::Python).expect("has a form");
    let expected = "def sg(n):
    if n < 0: raise ValueError(\"sg: outside the law\")
    if n >= 4 and (n % 2 == 0): return n // 2
    if n >= 7: return n % 3
    raise ValueError(\"sg: outside the law\")
";
    assert_eq!(python, expected);
    let latex = program(&[definition], Dialect::Latex).expect("has a form");
    let cases = r"\left\lfloor \frac{n}{2} \right\rfloor & \text{if } n \ge 4,\ n \bmod 2 = 0 \\ n \bmod 3 & \text{if } n \ge 7";
    assert_eq!(
        latex,
        format!("\\operatorname{{sg}}(n) = \\begin{{cases}} {cases} \\end{{cases}}\n")
    );
}

#[test]
fn every_function_of_the_language_has_a_form_or_is_refused_by_name() {
    // Structured values, models of rounded arithmetic and calendars are no part of a law.
    let refused = [
        "wrap32",
        "wrap64",
        "cast32",
        "cast64",
        "days",
        "rounded_phi",
        "rounded",
        "head",
        "zeckendorf",
        "greedy_parts",
        "size",
        "mex",
        "list",
        "concat",
        "reverse",
        "connected",
        // sequences that only their terms tell
        "oeis",
        // a number only inside of `floor`
        "sqrt",
    ];
    for name in function::names().filter(|name| !refused.contains(name)) {
        let arguments = match name {
            "regular" => "n, 2, 0, [1, 0, 0, 1, 1, 1, 0, 1], [0, 1]",
            "zeckendorf_regular" => "n, 0, [1, 0, 0, 1, 1, 1, 0, 1], [0, 1]",
            "tribonacci_regular" | "pell_regular" => "n, 0, [1, 2, 3], [1]",
            "recurrence" => "n, [1, 1], [0, 1]",
            "holonomic" => "n, 7, 1, [1, 1, -2, 4], [1]",
            "lattice" => "n, n, 0, [1, 0, 1, 0, 0, 0, 1, 1, 0, 0], [1]",
            "floor" => "phi * n",
            "fraenkel" => "n, 2, 3",
            "gcd" | "gcdsteps" | "carryless" | "bitor" | "nimprod" | "shl" | "shr" | "bit"
            | "min" | "max" | "xor" | "valuation" | "digitsum" | "numdigits" | "josephus" => "n, 2",
            _ => "n",
        };
        let text = format!("{name}({arguments})");
        let expr = parse_expression(&text).expect("parses");
        for dialect in [Dialect::Cpp, Dialect::Python, Dialect::Rust, Dialect::Latex] {
            assert!(expression(&expr, dialect).is_ok(), "{text} in {dialect:?}");
        }
    }
}

#[test]
fn what_has_no_form_is_named() {
    for text in [
        "mex{t for t in 1..n}",
        "floor(phi * n + sqrt(2))",
        "sg",
        "days(n, 2)",
        "oeis(108, n)",
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

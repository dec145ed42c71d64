//! Parameters, inheritance and codes: what a rule becomes before it is played.

#[allow(dead_code, reason = "other tests use the rest")]
use std::collections::BTreeMap;

use crate::shelf::Shelf;
use arith::NumberSet;
use draw::{Draw, check, prop_assert, prop_assert_eq};
use rule::{BindError, Constant, Rule, bind, bind_constants, code, instance, load, parse, resolve};

fn rule(source: &str) -> Rule {
    let (rule, mistakes) = parse(source);
    assert_eq!(mistakes, [], "{source}");
    rule.unwrap()
}

fn resolved(source: &str, shelf: &Shelf) -> String {
    resolve(rule(source), shelf).unwrap().to_string()
}

fn arguments(text: &str) -> Vec<(String, String)> {
    let pair =
        |part: &str| part.split_once('=').map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    text.split_whitespace().map(pair).collect()
}

const ALL_KINDS: &str = "game g(x = 3 in 1.., y = x + 2 in x..9, S = {4, 1}, T = S, w = b in a | b, A = game ruler)\n\
    heap n\nmove n - k for k in 1..min(n, x * y) if k in S or k in T or w = a\n";

fn shown(values: &BTreeMap<String, Constant>) -> String {
    let parts: Vec<String> = values.iter().map(|(name, value)| format!("{name}={value}")).collect();
    parts.join("; ")
}

#[test]
fn defaults_and_values() {
    let rule = rule(ALL_KINDS);
    for (given, values) in [
        ("", "A=ruler; S={1, 4}; T={1, 4}; w=b; x=3; y=5"),
        ("x=4", "A=ruler; S={1, 4}; T={1, 4}; w=b; x=4; y=6"),
        ("x=9 y=9", "A=ruler; S={1, 4}; T={1, 4}; w=b; x=9; y=9"),
        ("S=1,3,4", "A=ruler; S={1, 3, 4}; T={1, 3, 4}; w=b; x=3; y=5"),
        ("S=squares T=1..9", "A=ruler; S=squares; T=1..9; w=b; x=3; y=5"),
        ("S=powers(3)", "A=ruler; S=powers(3); T=powers(3); w=b; x=3; y=5"),
        ("w=a A=mock-turtles", "A=mock-turtles; S={1, 4}; T={1, 4}; w=a; x=3; y=5"),
        ("x=1 x=2", "A=ruler; S={1, 4}; T={1, 4}; w=b; x=2; y=4"),
    ] {
        let instance = bind(&rule, &arguments(given)).unwrap();
        assert_eq!(shown(&instance.values), values, "{given}");
        // Ready constants give the same.
        assert_eq!(bind_constants(&rule, &instance.values), Ok(instance));
    }
}

#[test]
fn values_that_do_not_fit() {
    let rule = rule(ALL_KINDS);
    for (given, message) in [
        ("x=0", "x = 0 is outside 1..; choose a value in that range"),
        ("y=2", "y = 2 is outside 3..9; choose a value in that range"),
        ("x=8", "y = 10 is outside 8..9; choose a value in that range"),
        ("x=two", "x = two: expected a whole number"),
        ("x=99999999999999999999", "x = 99999999999999999999: expected a whole number"),
        ("x=9223372036854775807", "y = x + 2: the number leaves 64 bits"),
        ("X=3", "`g` has no parameter `X`; did you mean `x`?"),
        ("width=3", "`g` has no parameter `width`; it has x, y, S, T, w, A"),
        ("w=c", "w = c: choose one of a, b"),
        ("S={}", "S = {}: the set is empty; list positive integers"),
        ("S=0", "S = 0: `0` is not a positive integer"),
        ("A=", "A = : expected the name of a game"),
    ] {
        let error = bind(&rule, &arguments(given)).unwrap_err();
        assert!(error.to_string().starts_with(message), "{given}: {error}");
        assert_eq!(error.is_out_of_range(), message.contains("outside"), "{given}");
    }
    let unresolved = parse("game g = bash").0.unwrap();
    assert!(matches!(bind(&unresolved, &[]), Err(BindError::Unresolved { .. })));
}

#[test]
fn words_count_by_their_text() {
    let rule = rule(ALL_KINDS);
    let foreign = Constant::Word { index: 0, choices: vec!["b".to_owned(), "a".to_owned()] };
    let given = BTreeMap::from([("w".to_owned(), foreign)]);
    let bound = bind_constants(&rule, &given).unwrap();
    let choices = vec!["a".to_owned(), "b".to_owned()];
    assert_eq!(bound.values["w"], Constant::Word { index: 1, choices });
    // A broken constant is an error and no panic.
    let broken = Constant::Word { index: 7, choices: Vec::new() };
    assert!(bind_constants(&rule, &BTreeMap::from([("w".to_owned(), broken)])).is_err());
}

#[test]
fn a_child_has_its_parents_statements() {
    let shelf = Shelf::of(&[
        "game bash(m = 3 in 1..)\ntitle \"Bash\"\nnote \"x\"\nheap n\nmove take: n -> n - k for k in 1..min(m, n)\n\
         let f(x) = x % (m + 1)\ntable sg to n = 10 * m\ncheck over m in 1..5 to n = 60\nclaim a.b: sg = f(n)\n",
        "game double(d = 2) = bash(m = 2 * d)\nstuck wins\n",
        "game lists(S = {1, 2}, w = slow in slow | fast)\nheap n\n\
         move n - s for s in S if s <= n and (w = slow or s = 1)\ncheck over S in {1}; {1, 2} to n = 9\n",
        "game product(A = game ruler, B = game ruler)\ncoins product A B\n",
        "game begun(A = game bash, S = 1..2, T = S)\nstart n: A at n\n\
         let f(x) = size(S & T & {1..x}) + sg of lists(S) at x\n\
         check over A in bash | lists, S in {1}; {1, 2}, T in {1} to n = 9\n",
    ]);
    for (child, merged) in [
        (
            "game g = bash(4)",
            "game g\nheap n\nmove take: n -> n - k for k in 1..min(4, n)\nlet f(x) = x % (4 + 1)\n\
             table sg to n = 10 * 4\ncheck to n = 60\n",
        ),
        (
            "game g = bash",
            "game g\nheap n\nmove take: n -> n - k for k in 1..min(3, n)\nlet f(x) = x % (3 + 1)\n\
             table sg to n = 10 * 3\ncheck to n = 60\n",
        ),
        // A parameter handed on keeps its range, and the check varies it.
        (
            "game g(q = 2) = bash(q)\ntable win to n = 9\nmove n - q if q <= n",
            "game g(q = 2 in 1..)\nheap n\nmove take: n -> n - k for k in 1..min(q, n)\n\
             move n - q if q <= n\nlet f(x) = x % (q + 1)\ntable win to n = 9\n\
             check over q in 1..5 to n = 60\n",
        ),
        (
            "game g = double(d = 3)\nclaim a.c: win",
            "game g\nheap n\nmove take: n -> n - k for k in 1..min(2 * 3, n)\nstuck wins\n\
             let f(x) = x % (2 * 3 + 1)\ntable sg to n = 10 * (2 * 3)\ncheck to n = 60\nclaim a.c: win\n",
        ),
        (
            "game g = lists({3, 5}, fast)",
            "game g\nheap n\nmove n - s for s in {3, 5} if s <= n and (1 = 0 or s = 1)\ncheck to n = 9\n",
        ),
        // A set or game that is fixed by its name does not vary.
        (
            "game g = lists(primes)",
            "game g\nheap n\nmove n - s for s in primes if s <= n and (0 = 0 or s = 1)\ncheck to n = 9\n",
        ),
        (
            "game g(U = {2}) = begun(game lists, S = powers(2), T = U)",
            "game g(U = {2})\nstart n: lists at n\n\
             let f(x) = size(powers(2) & U & {1..x}) + (sg of lists(powers(2)) at x)\n\
             check over U in {1} to n = 9\n",
        ),
        (
            "game g = begun(S = evil)",
            "game g\nstart n: bash at n\n\
             let f(x) = size(evil & evil & {1..x}) + (sg of lists(evil) at x)\ncheck to n = 9\n",
        ),
        (
            "game g(T = squares, v = fast in slow | fast) = lists(T, w = v)",
            "game g(T = squares, v = fast in slow | fast)\nheap n\n\
             move n - s for s in T if s <= n and (v = slow or s = 1)\n\
             check over T in {1}; {1, 2} to n = 9\n",
        ),
    ] {
        assert_eq!(resolved(child, &shelf), merged);
        rule(merged);
    }
    let shelf = Shelf(
        shelf
            .0
            .into_iter()
            .chain([(
                "ruler".to_owned(),
                "game ruler\ncoins x from 1\nturn x, y..x - 1 for y in 1..x\n".to_owned(),
            )])
            .collect(),
    );
    assert_eq!(
        resolved("game g(C = game ruler) = product(C, game ruler)", &shelf),
        "game g(C = game ruler)\ncoins product C ruler\n"
    );
}

#[test]
fn games_are_loaded_by_name_and_code() {
    let shelf = Shelf::catalogue();
    let bash = instance("bash", &arguments("m=4"), &shelf).unwrap();
    assert_eq!(bash.values["m"], Constant::Int(4));
    for (code, name) in [
        ("octal:0.77", "octal-0.77"),
        ("octal:.07", "octal-0.07"),
        ("hex:c.3f", "hex-C.3F"),
        ("subtract:4,1,3", "subtract-1-3-4"),
        ("subtract:powers(2)", "subtract-powers-2"),
        ("allbut:primes", "allbut-primes"),
    ] {
        let by_code = load(code, &shelf).unwrap();
        assert_eq!(by_code.name, name);
        assert_eq!(load(name, &shelf), Ok(by_code.clone()));
        assert_eq!(rule(&by_code.to_string()), by_code);
    }
    let unknown = load("bahs", &shelf).unwrap_err().to_string();
    assert_eq!(unknown, "there is no game `bahs`; did you mean `bash`?");
    let wrong = load("octal:0.8", &shelf).unwrap_err().to_string();
    assert!(wrong.contains("`8` is not a digit in base 8 (character 9)"), "{wrong}");
    let range = instance("bash", &arguments("m=0"), &shelf).unwrap_err();
    assert!(range.is_out_of_range());
}

#[test]
fn the_moves_of_a_code() {
    let moves = |code: &str| {
        let rule = code::from_code(code).unwrap().unwrap();
        rule.moves.iter().map(|m| m.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(
        moves("octal:4.07"),
        [
            "move take-0-leave-two: n -> i | n - i for i in 1..n // 2",
            "move take-2-leave-all: n -> none if n = 2",
            "move take-2-leave-one: n -> n - 2 if n > 2",
            "move take-2-leave-two: n -> i | n - 2 - i for i in 1..(n - 2) // 2",
        ]
    );
    assert_eq!(
        moves("hex:0.8"),
        [
            "move take-1-leave-three: n -> i | j | n - 1 - i - j for i in 1..(n - 1) // 3, j in i..(n - 1 - i) // 2"
        ]
    );
    assert_eq!(moves("subtract:1,3"), ["move take: n -> n - s for s in {1, 3} if s <= n"]);
    assert_eq!(moves("allbut:2"), ["move take: n -> n - t for t in 1..n if not t in {2}"]);
}

#[test]
fn wrong_codes_say_where_and_why() {
    for (code, position, cause) in [
        ("octal:77", 8, "no point"),
        ("octal:0.", 8, "0 digits"),
        ("octal:0.79", 9, "`9` is not a digit"),
        ("octal:0.石", 8, "`石` is not a digit"),
        ("octal:1.7", 6, "`1` stands before the point"),
        ("octal:0.00", 8, "no move"),
        ("hex:0.3G", 7, "`G`"),
        ("hex:F.3", 4, "`F`"),
        ("subtract:", 9, "empty"),
        ("subtract: ", 9, "empty"),
        ("subtract:1,0", 11, "0 stones"),
        ("subtract:2,-3", 11, "-3 stones"),
        ("subtract:one", 9, "one"),
        ("allbut:1,,2", 9, "a number is missing"),
        ("allbut:1..999", 7, "999 members"),
    ] {
        let error = code::from_code(code).unwrap().unwrap_err();
        assert_eq!(error.position, position, "{error}");
        assert!(error.cause.to_string().contains(cause), "{error}");
        assert!(!error.remedy.is_empty());
    }
    assert!(code::from_code("lasker").is_none());
    assert!(code::from_code("decimal:0.7").is_none());
}

/// The options of n by the definition of the digits, as sorted heaps.
fn options(first: u32, digits: &[u32], n: u32) -> Vec<Vec<u32>> {
    let mut options = Vec::new();
    for (t, digit) in (0u32..).zip(std::iter::once(&first).chain(digits)) {
        let Some(rest) = n.checked_sub(t) else { continue };
        if digit & 1 != 0 && rest == 0 {
            options.push(Vec::new());
        }
        if digit & 2 != 0 && rest > 0 {
            options.push(vec![rest]);
        }
        for a in 1..=rest {
            for b in a..=rest {
                if digit & 4 != 0 && a + b == rest {
                    options.push(vec![a, b]);
                }
                for c in b..=rest {
                    if digit & 8 != 0 && a + b + c == rest {
                        options.push(vec![a, b, c]);
                    }
                }
            }
        }
    }
    options.sort();
    options
}

/// The options of n by the moves of a rule, each quantifier run through, as sorted heaps.
fn options_of(rule: &Rule, n: i128) -> Vec<Vec<u32>> {
    use expr::ast::{Expr, Node};
    use expr::eval::{Constant, evaluate_constant};
    use rule::ast::{Component, MoveForm};
    type Values = BTreeMap<String, Constant>;
    fn value(e: &Expr, values: &Values) -> i128 {
        evaluate_constant(e, values).unwrap()
    }
    let mut options = Vec::new();
    for clause in &rule.moves {
        let mut choices: Vec<Values> = vec![BTreeMap::from([("n".to_owned(), Constant::Int(n))])];
        for quantifier in &clause.binders {
            let Node::Range(lo, hi) = &quantifier.binder.set.node else { panic!("{clause}") };
            choices = choices
                .iter()
                .flat_map(|values| {
                    (value(lo, values)..=value(hi, values)).map(|k| {
                        let mut more = values.clone();
                        more.insert(quantifier.binder.name.clone(), Constant::Int(k));
                        more
                    })
                })
                .collect();
        }
        let MoveForm::Sum(sum) = &clause.form else { panic!("{clause}") };
        for values in choices {
            if clause.guard.as_ref().is_none_or(|guard| value(guard, &values) != 0) {
                let heap = |part: &Component| u32::try_from(value(&part.at[0], &values)).unwrap();
                let mut heaps: Vec<u32> = sum.iter().map(heap).collect();
                heaps.sort_unstable();
                options.push(heaps);
            }
        }
    }
    options.sort();
    options
}

#[test]
fn a_code_has_the_moves_of_its_digits() {
    let input = |d: &mut Draw| {
        let (first, mut digits) = (d.pick(&[0, 4, 8, 12]), d.many(1..5, |d| d.int(0..16) as u32));
        if first + digits.iter().sum::<u32>() == 0 {
            digits[0] = d.int(1..16) as u32;
        }
        (first, digits)
    };
    check(60, input, |(first, digits)| {
        let text: String = digits.iter().map(|d| char::from_digit(*d, 16).unwrap()).collect();
        let first_digit = char::from_digit(first, 16).unwrap();
        let rule = code::from_code(&format!("hex:{first_digit}.{text}")).unwrap().unwrap();
        for n in 0..12 {
            prop_assert_eq!(options_of(&rule, i128::from(n)), options(first, &digits, n));
        }
        Ok(())
    });
}

#[test]
fn any_code_is_answered() {
    let input = |d: &mut Draw| {
        d.text("<octal|hex|subtract|allbut>:") + &String::from_iter(d.many(0..13, Draw::char))
    };
    check(60, input, |code| {
        if let Err(error) = code::from_code(&code).unwrap() {
            prop_assert!(error.position <= code.chars().count());
            prop_assert!(!error.to_string().is_empty());
        }
        Ok(())
    });
}

#[test]
fn subtract_lists_its_members() {
    check(
        60,
        |d: &mut Draw| d.subset(1..99, 1..8),
        |members| {
            let list: Vec<String> = members.iter().map(i64::to_string).collect();
            let rule = code::from_code(&format!("subtract:{}", list.join(","))).unwrap().unwrap();
            let set = NumberSet::finite(members);
            let shown =
                set.members_up_to(99).iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
            let listed = format!("{{{shown}}}");
            prop_assert!(rule.moves[0].to_string().contains(&listed));
            Ok(())
        },
    );
}

#[test]
fn a_code_may_have_more_digits_than_a_number() {
    let digits = "3".repeat(60);
    let rule =
        rule::code::from_code(&format!("octal:0.{digits}")).expect("a code").expect("a rule");
    assert_eq!(rule.name, format!("octal-0.{digits}"));
    let text = format!(
        "game g\nheap n\nmove n - 1 if n > 0\ntable sg to n = 9\nclaim: sg = sg of {} at n",
        rule.name
    );
    assert_eq!(rule::parse(&text).1, []);
    let wide = format!("game g\nheap n\nmove n - 1 if n > {digits}");
    assert_eq!(rule::parse(&wide).1[0].code, "R003");
}

//! The values of definitions that a frame remembers: each is found at its own arguments alone, and
//! none is computed twice.

use draw::{Draw, check, prop_assert_eq};
use expr::eval::{Definitions, EvalError, Frame, Let, Names, NoContext, Program};
use expr::parser::parse_expression;
use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

/// The arguments of a call, and the value that it gives.
type Call = (Vec<i128>, i128);

/// A number as an expression, the least one too.
fn number(n: &i128) -> String {
    if *n < 0 { format!("(-{} - 1)", !n) } else { n.to_string() }
}

/// Whether a definition with the values of these calls gives them in this order, in a frame within
/// such a memory; all calls have as many arguments.
fn gives(calls: &[Call], memory: u64) -> Result<bool, EvalError> {
    let names: Vec<String> = (0..calls[0].0.len()).map(|i| format!("a{i}")).collect();
    let values: HashMap<_, _> = calls.iter().cloned().collect();
    // A comprehension is dear enough to be remembered.
    let cases = values.iter().map(|(arguments, value)| {
        let equal = |(name, n): (&String, &i128)| format!("{name} = {}", number(n));
        let equal: Vec<String> = names.iter().zip(arguments).map(equal).collect();
        format!("if {} then {} else 0", equal.join(" and "), number(value))
    });
    let body = format!("sum{{{}}}", cases.collect::<Vec<_>>().join("; "));
    let body = parse_expression(&body).expect("parses");
    let lets = [Let { name: "f", arguments: &names, body: &body }];
    let definitions = Definitions::compile(&lets, &BTreeMap::new()).expect("compiles");
    let asked = calls.iter().map(|(arguments, value)| {
        let arguments: Vec<String> = arguments.iter().map(number).collect();
        format!("f({}) = {}", arguments.join(", "), number(value))
    });
    let asked = format!("all{{{}}}", asked.collect::<Vec<_>>().join("; "));
    let asked = parse_expression(&asked).expect("parses");
    let program = Program::compile(&asked, &Names::default(), &definitions).expect("compiles");
    program.condition(&mut Frame::within(memory), &mut NoContext)
}

/// What a frame needs for each value but the first.
static BYTES_OF_VALUE: LazyLock<u64> = LazyLock::new(|| {
    let two = [(vec![1], 5), (vec![2], 6)];
    let bytes = (0..1000).find(|&memory| gives(&two, memory) == Ok(true));
    bytes.expect("a value takes less than a kilobyte")
});

/// Arguments that share their lowest bits, or lie where the next one needs more of them.
fn argument(d: &mut Draw) -> i128 {
    d.one_of(&[
        |d| d.int(-3..3).into(),
        |d| d.int(-3..70_000).into(),
        |d| {
            let end = d.pick(&[1 << 15, 1 << 20, 1 << 31, 1 << 32, 1 << 63, 1 << 64, i128::MAX]);
            d.pick(&[end, -end])
        },
    ])
}

/// Calls with as many arguments each, of few numbers, and any value or a small one.
fn calls(d: &mut Draw) -> Vec<Call> {
    let few = d.many(1..9, argument);
    let length = d.size(1..6);
    d.many(1..40, |d| {
        let arguments = (0..length).map(|_| d.pick(&few)).collect();
        (arguments, d.one_of(&[|d| d.int(-9..9).into(), Draw::wide]))
    })
}

#[test]
fn values_are_found_again() {
    check(draw::cases(), calls, |calls| {
        // a definition has one value at its arguments
        let mut values = HashMap::new();
        let mut one_value = |(arguments, value): Call| {
            let value = *values.entry(arguments.clone()).or_insert(value);
            (arguments, value)
        };
        let mut asked: Vec<Call> = calls.into_iter().map(&mut one_value).collect();
        let others = values.len() as u64 - 1;
        asked.extend(values);
        // each value takes its memory once
        let memory = others * *BYTES_OF_VALUE;
        prop_assert_eq!(gives(&asked, memory), Ok(true));
        if memory > 0 {
            prop_assert_eq!(gives(&asked, memory - 1), Err(EvalError::TooMuchWork));
        }
        Ok(())
    });
}

//! Emitted code compiles and is right whatever columns and coordinates are called.

use crate::{code, common};
use std::fmt::Write;

use crate::common::{Body, sequence};
use detector::find;
use draw::some_of;
use expr::emit::{Dialect, LawFunction, program};
use expr::law::{Law, LawKind};
use expr::parser::parse_expression;

/// Keywords, helpers, parts of the libraries, names that become the same, names the code around a
/// law has for itself.
const NAMES: &str = "x n is_x is_is_x X class class_ class__2 for fn def lambda self Self this match in \
    xor not_eq bitand compl virtual template typename co_await thread_local int long i64 usize None \
    Some Ok Vec True r r_ a b c k count value total exceptions exceptions_2 popcount floor_div gcd v2 \
    is_square recurrence is_value_of nth_number std math vector main print sum abs min max all any \
    len range sorted sqrt exp log pow round floor index time div rand free exit y0 j1 gamma signal \
    stdin errno NULL EOF assert linux phi i j a-b a_b a.b a+ 值 数 x值 _x __y A a_table A_TABLE A_HEAD \
    a_head table head f f_ f__ ValueError panic out_of_range EINTR INT_MAX FILE size_t u_int out\\ t% u{ e$ w~ x^2 h1 H1 yield gen macro await type impl crate super";

fn law(subject: &str, variable: &str, body: &str, from: i64) -> Law {
    let body = parse_expression(body).unwrap_or_else(|e| panic!("{body}: {e:?}"));
    // Names that no text can have stand in the tree.
    let value = expr::substitute::name(variable);
    let body = expr::substitute::Bindings::default().with("V", value).expr(&body);
    Law {
        subject: subject.to_owned(),
        variables: vec![variable.to_owned()],
        kind: LawKind::Closed,
        body,
        from: Some(from),
        condition: None,
        parameters: Vec::new(),
        exceptions: Vec::new(),
        words: "".into(),
    }
}

/// Whether a text may have it as the variable of a comprehension, and it is not the coordinate.
fn can_be_bound(binder: &str, variable: &str) -> bool {
    let is_plain = binder.chars().all(|c| c.is_ascii_alphanumeric());
    let text = format!("{binder} + sum{{1 for {binder} in 1..2}}");
    is_plain && binder != variable && parse_expression(&text).is_ok()
}

/// A list, and a law with all that has names of its own: tables, exceptions, loops, helpers.
fn laws(subject: &str, variable: &str, binder: &str) -> [Law; 2] {
    let list = law(subject, variable, "V * V + 3", 0);
    let table = "[3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3]";
    let body = format!(
        "{table}[V % 16] + sum{{{binder} * V for {binder} in 0..V % 4 if {binder} != 2}} + popcount(V) \
         + xor{{{binder} + V for {binder} in 0..3}} + max(V, 3) // 2 + floor(V / sqrt(2))"
    );
    let mut rich = law(subject, variable, &body, 3);
    rich.exceptions = (10..16).map(|n| (vec![n], -n)).collect();
    [list, rich]
}

const LAST: i64 = 40;
const HEAD: [i64; 3] = [7, 8, 9];

/// What the function must answer.
fn values(law: &Law) -> Vec<i64> {
    let mut body = Body::new(&law.body, &law.variables);
    let value = |n: i64| match law.exceptions.iter().find(|(at, _)| at[0] == n) {
        Some((_, value)) => *value,
        None if law.from > Some(n) => HEAD[usize::try_from(n).unwrap()],
        None => body.at(&[n]),
    };
    (0..=LAST).map(value).collect()
}

fn definition((i, law): (usize, &Law)) -> LawFunction<'_> {
    LawFunction {
        laws: vec![law],
        notes: vec![format!("law {i} of {}\\", law.subject), format!("law number {i}.")],
        ranges: vec![(0, None)],
        beside: (0..).map(|n| vec![n]).zip(HEAD).filter(|_| law.from == Some(3)).collect(),
        is_list: law.from == Some(0),
    }
}

#[test]
fn any_names_do() {
    let names: Vec<&str> = NAMES.split_whitespace().collect();
    let count = names.len();
    let (mut all, mut expected) = (Vec::new(), Vec::new());
    for (i, &name) in some_of(names.iter().enumerate()) {
        // Itself, and two others.
        for variable in [name, names[(7 * i + 3) % count]] {
            let others = [names[(5 * i + 1) % count], "k", "l"];
            let binder = others.into_iter().find(|&binder| can_be_bound(binder, variable)).unwrap();
            all.extend(laws(name, variable, binder));
            expected.extend(laws(name, "V", binder).iter().map(values));
        }
    }
    let definitions: Vec<LawFunction<'_>> = all.iter().enumerate().map(definition).collect();
    for dialect in code::languages() {
        let functions = program(&definitions, dialect).unwrap();
        let calls = calls(&functions, &definitions, dialect);
        let output = code::run(&format!("{functions}\n{calls}"), dialect);
        assert_eq!(output.lines().count(), all.len(), "{dialect:?}");
        for ((law, values), line) in all.iter().zip(&expected).zip(output.lines()) {
            let mut expected = values.clone();
            if law.from == Some(0) {
                let squares = |x: &i64| (0..9).any(|n| n * n + 3 == *x);
                expected.extend((0..50).filter(squares));
            }
            let found: Vec<i64> = line.split_whitespace().map(|v| v.parse().unwrap()).collect();
            assert_eq!(found, expected, "{dialect:?}: {}({:?})", law.subject, law.variables);
        }
    }
}

/// The names of the functions behind a note.
fn functions_behind(text: &str, note: &str) -> (String, Option<String>) {
    let after = &text[text.find(note).unwrap()..];
    let own = after[..after[note.len()..].find("law ").map_or(after.len(), |end| end + note.len())]
        .lines();
    let heading = |line: &str| {
        let starts = ["long long ", "fn ", "def ", "bool "];
        let rest = starts.iter().find_map(|start| line.strip_prefix(start))?;
        Some(rest.split_once('(')?.0.to_owned())
    };
    let mut found = own.filter_map(heading);
    (found.next().unwrap(), found.next())
}

/// A line of values for each law, and the members of each list.
fn calls(functions: &str, definitions: &[LawFunction<'_>], dialect: Dialect) -> String {
    let mut text = match dialect {
        Dialect::Cpp => "#include <cstdio>\nint main() {\n".to_owned(),
        Dialect::Rust => "fn main() {\n".to_owned(),
        _ => String::new(),
    };
    for (i, definition) in definitions.iter().enumerate() {
        let (name, member) = functions_behind(functions, &format!("law number {i}."));
        assert_eq!(member.is_some(), definition.is_list, "{name}");
        let member = member.unwrap_or_default();
        match dialect {
            Dialect::Cpp => {
                let print = |what: &str| format!("std::printf(\"%lld \", (long long){what})");
                writeln!(
                    text,
                    "for (int q = 0; q <= {LAST}; q++) {};",
                    print(&format!("{name}(q)"))
                )
                .unwrap();
                if definition.is_list {
                    writeln!(text, "for (int q = 0; q < 50; q++) if ({member}(q)) {};", print("q"))
                        .unwrap();
                }
                text += "std::printf(\"\\n\");\n";
            }
            Dialect::Rust => {
                writeln!(text, "for q in 0..={LAST} {{ print!(\"{{}} \", {name}(q)); }}").unwrap();
                if definition.is_list {
                    writeln!(text, "for q in 0..50 {{ if {member}(q) {{ print!(\"{{q}} \"); }} }}")
                        .unwrap();
                }
                text += "println!();\n";
            }
            _ => {
                write!(text, "print(*[{name}(q) for q in range({LAST} + 1)]").unwrap();
                if definition.is_list {
                    write!(text, ", *[q for q in range(50) if {member}(q)]").unwrap();
                }
                text += ")\n";
            }
        }
    }
    if dialect == Dialect::Python { text } else { text + "}\n" }
}

/// The golden ratio is not taken for a coordinate of its name, in the law or in code.
#[test]
fn a_coordinate_called_phi() {
    let golden = |n: i64| (0..).take_while(|v| v * v <= n * n + n * v).count() as i64 - 1;
    let mut table = sequence("sg", 0, &(0..200).map(golden).collect::<Vec<_>>());
    table.axes[0].name = "phi".to_owned();
    let finding = find(&table, "sg").remove(0);
    common::assert_true(&table, "sg", &finding);
    assert_eq!(finding.law.body.to_string(), "floor((1 + sqrt(5)) / 2 * phi)");
}

/// What LaTeX reads as commands is escaped.
#[test]
fn names_in_latex() {
    for name in NAMES.split_whitespace() {
        let [list, _] = laws(name, name, "k");
        let text = program(&[LawFunction::of(&list)], Dialect::Latex).unwrap();
        let mut depth = 0;
        let mut characters = text.chars().peekable();
        while let Some(c) = characters.next() {
            match c {
                '\\' => {
                    let next = characters.next().unwrap();
                    assert!(next.is_ascii_alphabetic() || "_#$%&{} ,;".contains(next), "{text}");
                }
                '{' => depth += 1,
                '}' => depth -= 1,
                '%' | '$' | '#' | '&' | '~' => panic!("{text}"),
                _ => {}
            }
            assert!(depth >= 0, "{text}");
        }
        assert_eq!(depth, 0, "{text}");
    }
}

//! The machine against the definition, and one thread against many, on random rules.

use crate::common::{MEANS, compile, request};
use draw::{Draw, TestCaseError, check, prop_assert, prop_assert_eq};
use engine::{Component, Kernel, Means, Positions, Request, SearchStop, Silent, Stop};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::ops::Range;
use std::sync::LazyLock;

/// Guards. `A` and `B` are names of the state's or the move's variables, `Z` is the last of them, in
/// most moves the innermost quantifier.
const GUARDS: &[&str] = &[
    "",
    " if A != B",
    " if A % <1..5> != <0..3>",
    " if Z > 0 and A % Z = <0..3>",
    " if digitsum(abs(A - 2 * B), 3) % 2 = <0..2>",
    " if A <= B or numdivisors(A - B) > <1..4>",
    " if (A * A + B) % <2..7> > 0",
    " if A ^ B > <0..6> or not A & 1 = 0",
    " if A & 1 != <0..2>",
    " if A in {1, <1..9>} or A > 4",
    " if gcd(A, B + 6) <= <1..3>",
    " if min(A, B) // <c=1..5> <= max(A - <c>, 2)",
    " if not any{A = q * q for q in 1..B}",
    " if not any{(A - q * B) % <2..5> = 1 and q != A for q in <0..2>..Z}",
    " if all{(A + q) % <2..5> != <c=0..3> for q in 1..Z - <c>\tif q != 3}",
];

fn guard(d: &mut Draw, names: &[&str]) -> String {
    let (a, b, z) = (d.pick(names), d.pick(names), names[names.len() - 1]);
    let guard = d.pick(GUARDS).replace('A', a).replace('B', b).replace('Z', z);
    d.text(&guard)
}

/// A guard behind what the first word of the hole says: nothing, another one that holds as well, or
/// one that need not hold where it has an `or`.
fn linked(hole: &str, guard: &str) -> String {
    match hole.split(' ').next() {
        Some("if") => guard.to_owned(),
        Some("and") if !guard.is_empty() => guard.replace(" if ", " and (") + ")",
        _ => guard.replace(" if ", " and "),
    }
}

/// One of the templates; `<if n k>` is a guard over n and k, `<and n k>` one behind another.
pub(crate) fn one(d: &mut Draw, templates: &[&str]) -> String {
    let template = d.pick(templates);
    d.fill(template, |d, hole| {
        if hole == "told" {
            let told = d.pick(TOLD);
            return d.text(told);
        }
        let names: Vec<&str> = hole.split(' ').skip(1).collect();
        linked(hole, &guard(d, &names))
    })
}

/// Some of the moves, a line each.
pub(crate) fn lines(d: &mut Draw, sizes: Range<usize>, moves: &[&str]) -> String {
    d.many(sizes, |d| one(d, moves) + "\n").concat()
}

fn game(d: &mut Draw, state: &str, sizes: Range<usize>, moves: &[&str]) -> String {
    format!("game g\n{state}\n{}", lines(d, sizes, moves))
}

/// A rule, and how far it is tabulated.
pub(crate) type Bounded = (String, &'static str);

pub(crate) const HEAP_MOVES: &[&str] = &[
    "move n -> n - k for k in 1..n<if n k>",
    "move n -> n - k for k in 1 + <a=0..3>..min(n, <1..6> + <a>)<if n k><||| when stuck>",
    "move n -> n // 2 if n > <1..4>",
    "move n -> none if n = <1..6>",
    "move n -> n - s for s in {<c=1..4>, <c> + 2, 7} if s <= n",
    "move n -> n - s for s in squares if s <= n and s % 3 != 0",
    "move n -> n - s for s in fibonacci if s <= n and <1..4> * s <= n + 3",
    "move n -> n - k for k in <0..3>..n if k > 0 and \
     <k & (n) = k|(n) = bitor(k, (n))|k & (n) = 0|not (n) & k = 0|k & ((n) ^ 5) = k><or n k>",
    "move n -> shl(shr(n, i + <c=1..3>), i) + n % 2 ** i for i in 0..bitlen(n) - <c><if n i>",
    "move n -> k | n - k for k in 1..n // 2<if n k>",
    "move n -> k | n - k for k in 1..n - 1<if n k>",
    "move n -> k // <1..4> | n - k for k in 1..n<if n k>",
    "move n -> i | j | n - i - j for i in 1..n // 3, j in i..(n - i) // 2<if n i j>",
];

pub(crate) const PAIR_MOVES: &[&str] = &[
    "move (a - t, b) for t in 1..a<if a b t>",
    "move (a, b - t) for t in 1..b<if a b t>",
    "move (a - t, b - t) for t in 1..min(a, b)<if a b t>",
    "move (a - t, b - 2 * t) for t in 1..min(a, b // 2)<if a b t>",
    "move (t, a + b - 1 - t) for t in a..a + b - 1 if t < 9 and a + b - 1 - t < 9<or a b t>",
    "move (a - x, b - y) for x in 1..a, y in 1..b if abs(x - y) <= <0..3><and a b x y>",
    "move (a - <c=1..4>, b) | (0, b // 2) if a >= <c>",
    // The second amount is told by the first, up to a few values.
    "move (a - s, b - t) for s in 1..a, t in <0..3>..b if <told><and a b s t>",
    "move (a - max(t, 0), b - t) for t in <-2..2>..b - <0..4> if t != 0 and <t & (a + b) = t\
     |(a + b) = bitor(t, (a + b))|t & (a + b) = 0|not (a + b) & t = 0|t & ((a + b) ^ 5) = t> \
     and t <= a<and a b t>",
    "move (a - t, b + t // <2..4>) for t in 1..a<if a b t>",
    "move (a - t, b + <1..4>) for t in primes if t <= a",
    "move (t, b - t) for t in 0..min(b, a - <c=0..3>) if b > <c>",
    "move (a - s, b - s) for s in powers(<1..4> + 1) if s <= min(a, b)<and a b s>",
    "move (a - p, b) for p in primes if p <= a and <1..4> * p <= a + b and p > 2",
    "move (a % b, b) if b > <1..4> and a >= b",
    "move (a + t, b - t) for t in 1..b if a + t <= <3..20><and a b t>",
    "move (b, a - <c=1..4>) if a >= <c>",
    "move (a - 1, b + <1..4>) if a > 0 and b < <2..9><and a b>",
    "move (b, a % b) if b > 0 and a > b and gcd(a, b) <= <1..4>",
    "move (a - s, b - t) for s in 0..a, t in 0..min(b, s + <0..3>) if s + t > 0<and s t b>",
    "move (a - i, b - j) for i in 0..2, j in 0..<0..3> if i + j > 0 and i <= a and j <= b<and i j>",
    "move (a - t, b - t // <1..4>) for t in 1..(if a > b then min(a, b) else a // 2) \
     if b > <0..3> or t % 2 = 1",
    "move (a, b - t) for t in 1..b if t % 3 != <0..3> or a = <1..4>",
    "move (a - k * b, b) for k in 1..a // b if b >= <1..4>",
    "move (a - (b + <c=1..4>) * k, b + 2 * (k - 1) * a // (a + 1)) for k in 1..a // (b + <c>)",
    "move (a, b - t * (a % <c=1..4> + 1)) for t in 1..b if t * (a % <c> + 1) <= b<and a b t>",
];

/// Conditions that leave t few values for each s.
const TOLD: &[&str] = &[
    "abs(s - t) <= <0..4>",
    "abs(s + t - b) < <0..4> + 2",
    "t = s + <0..4>",
    "2 * s = t + <0..4>",
    "s * s % 3 != 1 and t = a - s",
    "t >= s - <c=0..4> and t < s + 2 and t > 0 and a % t > 0",
    "t <= min(s, b - s) and t >= s - <0..4>",
    "not any{s = t + u for u in <0..4>..9}",
];

/// Moves on A, a subset of 1..6; most take elements away.
const SET_MOVES: &[&str] = &[
    "move A -> A - {x} for x in A<if x>",
    "move A -> A - {x, x + <c=1..4>} for x in A if x + <c> in A<and x>",
    "move A -> A - {x - k..x + <1..4>} for x in 1..6, k in 0..2 if x in A<and x k>",
    "move A -> A - {x, y} for x in A, y in A if x < y and (y = 2 * x or y - x = <1..4>)<and x y>",
    "move A -> A - {x, x + d} for x in A, d in 1..<1..4>, e in 0..d \
     if x + d in A and x + e in A<and x d>",
    "move A -> A - {x..y} for x in 1..6, y in x..6 if y - x < <1..4> and x in A and y in A<and x y>",
    "move A -> A & {<1..4>..x + <d=1..4>} + {<d>} for x in 1..6 if x in A and <d> not in A and x > <d>",
    "move A -> A - {x} + {y} for x in A, y in 1..x - 1 if y not in A<and x y>",
    "move A -> A - {d for d in 1..6 if x % d = <0..2> or d = <1..4>} - {x} for x in A<if x>",
    "move A -> A & {y + 1..6} for y in A if count{z > y for z in A} < <1..4>",
    "move A -> A - {x} - {z + <1..4> for z in A if z > x or z = <1..6>} for x in A<if x>",
    "move A -> A - {min(A)} if size(A - {<1..4>}) > 1",
    "move A -> (if <c=1..4> in A then A - {<c>} else {} + {1}) if A != {} and max(A) > <c>",
];

/// Moves on the row h[1], h[2], h[3] and the number p.
const ROW_MOVES: &[&str] = &[
    "move h[i] -> h[i] - t for i in 1..3, t in 1..h[i]<if i t p>",
    "move h[i] -> h[i] - t, h[i - 1] -> min(h[i - 1] + t, 4) for i in 2..3, t in 1..h[i]<if i t p>",
    "move h[p] -> h[p] - t, p -> 1 + (p + t) % 3 for t in 1..h[p], i in 1..2 if i != t<and i t p>",
    "move h -> [if k >= i then min(h[k], j - 1) else h[k] for k in 1..3] \
     for i in 1..3, j in 1..h[i]<if i j>",
    "move h -> reverse(h) if h[1] > h[3]",
    "move h -> concat(0, h[1..2]) if h[3] > <0..3> or h[2] > h[3]",
    "move p -> p - 1 if p > 1 and sum(h) % 3 = <1..3>",
    "move h[i] -> 0, h[j] -> h[i] - t for i in 1..3, j in 1..3, t in 1..h[i] if i > j<and i t p>",
];

/// Moves on three heaps whose order does not matter, some of which make heaps greater.
const HEAPS_MOVES: &[&str] = &[
    "move one of h[i]: h[i] - t for t in 1..h[i]<if t>",
    "move some 1..2 of h[i]: h[i] - t for same t in 1..h[i]<if t>",
    "move one of h[i]: h[i] - t - s for t in 1..h[i], s in 0..min(3, h[i] - t) \
     spread s over h[j] where j != i and h[j] != <0..3><if t s>",
];

/// Moves that no box holds: a falls and b grows, in some rules beyond 32 or 64 bits.
fn growing_rules(d: &mut Draw) -> Bounded {
    let moves = [
        "lose if b % 5 = 3 and a = 1",
        "move (a - t, <1..4> * b + <t|t * t|b * b|40000 * t|3000000000 * t>) for t in 1..a<if a b t>",
        "move (b % 7, a - t) for t in 1..a if a > b<or t>",
        "move (a, b // t) for t in 2..min(b, 4)<if a b t>",
        "move (a, (b - t) // 8) for t in 1..min(b, 9)<if a b t>",
        "move (a - s, b // t) for s in {1, <1..4>}, t in 2..min(b, s + 3)<if t>",
        "move (a, b // t) for t in 2..min(b, 20) if t in primes and t + a != 5",
        "move (a - t, b * f(t)) for t in 1..a if f(t + 1) > 0 when stuck\n\
         let f(x) = if x < 2 then x else f(x - 1) ^ f(x // 2)",
    ];
    (game(d, "state (a, b)", 1..4, &moves), "a=4,b=5")
}

/// Rules whose positions have few options, on rows that are long: one heap, or two.
fn few_rules(d: &mut Draw) -> Bounded {
    let heap = [
        "move n -> n - k for k in 1..min(n, <1..5>)<if n k>",
        "move n -> n - s for s in {<s=1..70>, <s> + 190, 270} if s <= n<and n s>",
        "move n -> n - <m=1..9> if n >= <m><and n>",
    ];
    let pair = [
        "move (a - t, b) for t in 1..min(a, <1..4>)<if a b t>",
        "move (a, b - t) for t in 1..min(b, <1..4>)<if a b t>",
        "move (a, b - t) for t in {1, <1..45>} if t <= b<and a b t>",
        "move (a - 1, b + <1..4>) if a > 0<and a b>",
        "move (a - 2, b - t) for t in -2..<0..2> if a > 1 and t <= b<and a b t>",
        "move (a - 1, b - 2)<if a b>",
        // The distance of these varies, and some lie behind their positions.
        "move (a // 2, b) if a > 0<and a b>",
        "move (b // <m=1..4>, a % b) if 0 < b and b // <m> <= a<and a b>",
        "move (a + <m=1..3>, b - <m> - 1) if a < 3<and a b>",
    ];
    match d.flag() {
        false => (game(d, "heap n", 1..4, &heap), "n=300"),
        true => (game(d, "state (a, b)", 1..4, &pair), "a=4,b=45"),
    }
}

/// Walks that end at cells of a pattern, in all directions, among positions that may lie on it.
fn walled_rules(d: &mut Draw) -> Bounded {
    let walks = [
        "move (a - t, b) for t in 1..a if not any{w(a - s, b) for s in 1..t}\n",
        "move (a, b - t) for t in 1..b if all{not w(a, b - s) for s in 0..t - 1 if s > 0}\n",
        "move (a - t, b - t) for t in 1..min(a, b) if not any{w(a - s, b - s) for s in 1..t}\n",
        "move (a + t, b - 2 * t) for t in 1..b // 2 if a + t <= 14 and not any{w(a + s, b) for s in 1..t}\n",
    ];
    let (m, c, r) = (d.int(2..9), d.int(0..4), d.int(0..3));
    let walks: String = d.subset(0..4, 1..5).iter().map(|&walk| walks[walk as usize]).collect();
    let (at, is_open, walks) = match d.flag() {
        false => (String::new(), "", walks),
        // A walk along positions alone ends there, too.
        true => (
            format!(" where (a * a + {c} * b) % {m} != {r}"),
            " and not w(a - 1, b)",
            walks.replace("0..t - 1 if s > 0", "1..t"),
        ),
    };
    let let_w = format!("let w(u, v) = (u * u + {c} * v) % {m} = {r}");
    let step = format!("move (a - 1, b) if a > 0{is_open}");
    let to = d.pick(&["a=9,b=36", "a=6,b=70"]);
    (format!("game g\nstate (a, b){at}\n{let_w}\n{step}\n{walks}"), to)
}

/// Moves that raise earlier coordinates, so that another order of them is better for a table.
const RAISING_MOVES: &[&str] = &[
    "move (a - t, b, c) for t in 1..a if t != 3<and a b c t>",
    "move (a + t, b - t, c) for t in 1..b if a + t <= <3..7><and a b c t>",
    "move (a, b + t, c - t) for t in 1..c if b + t <= <2..6><and a b c t>",
    "move (min(a + <k=1..4>, 6), b % 4, c - 1) if c > 0 and gcd(a, b) <= <k>",
];

/// Rules of any options on rows long enough to look ahead at many positions.
fn long_rules(d: &mut Draw) -> Bounded {
    match d.size(0..7) {
        0 => (game(d, "heap n", 1..3, HEAP_MOVES), "n=70"),
        1..=4 => {
            // Rows of one coordinate, of two, and of more positions than are looked at together.
            let to = d.pick(&["a=5,b=40", "a=20,b=12", "a=2,b=300"]);
            (game(d, "state (a, b)", 1..4, PAIR_MOVES), to)
        }
        _ => (game(d, "state (a, b, c)", 1..4, RAISING_MOVES), "a=6,b=5,c=7"),
    }
}

/// Rules with one great coordinate n, most of them stationary along it: the small ones and remainders
/// tell which options there are and how far they lie.
fn stationary_rules(d: &mut Draw) -> Bounded {
    // Where a move leads, and the rest of it.
    let moves = [
        "n - 2; n % 4; p; if n > 1",
        "n; l; 0; if p = 1",
        // Orders are looked for on positions of n below 8 and near the numbers that guards name.
        "n // 2; l; p; if <great>",
        "n - t; t; p; for t in 1..min(n, <1..4>)<if><||| when stuck>",
        "n - t; min(2 * t, 3); 1 - p; for t in 1..min(n, l + <0..3>)<if>",
        "n - t; (t + l) % 4; p; for t in {1, <1..9>, 11} if t <= n<and>",
        "n - t; l - s; 1 - p; for t in <0..2>..2, s in 0..1 if t <= n and s <= l<and> and s + t > 0",
    ];
    let holes = |d: &mut Draw, hole: &str| match hole {
        "great" => d.pick(&["n > 4", "n > 40", "n * n % 113 = 14"]).to_owned(),
        _ => linked(
            hole,
            &d.one_of(&[
                |d| guard(d, &["l", "t", "p"]),
                |d| d.text(" if (<a=n|l|t> * <n|l|t> + <a>) % <2..5> != l"),
                |d| d.text(" if (<n|l|t> + n) // <d=1..4> % <2..4> > 0 or n & 3 = <d>"),
            ]),
        ),
    };
    let (first, kept) = (d.size(0..3), d.text("<||| where l + p < 4| where n % 3 != 1>"));
    let ordered = |mut all: [&str; 3]| {
        all.rotate_left(first);
        all.join(", ")
    };
    let moves = d.many(1..4, |d| {
        let template = d.pick(&moves);
        let text = d.fill(template, holes);
        let [a, b, c, rest] = text.split("; ").collect::<Vec<_>>()[..] else { panic!("{text}") };
        format!("move ({}) {rest}\n", ordered([a, b, c]))
    });
    let state = ordered(["n", "l in 0..3", "p in 0..1"]);
    let end = d.text("<|||lose if l = 2 and p = 1|win if (n + l) % 7 = 5>");
    (format!("game g\nstate ({state}){kept}\n{}{end}\n", moves.concat()), "n=300")
}

fn rules(d: &mut Draw) -> Bounded {
    d.one_of(&[
        |d| (game(d, "heap n", 1..4, HEAP_MOVES), "n=30"),
        |d| {
            // Moves that raise a coordinate may leave what has an end.
            let state = d.pick(&["state (a, b)", "state (a, b)", "state (a in 0..8, b in 0..8)"]);
            (game(d, state, 1..4, PAIR_MOVES), "a=8,b=8")
        },
        |d| (game(d, "state (A subset 1..6)", 1..4, SET_MOVES), ""),
        |d| (game(d, "state (p in 1..3, h[3] in 0..4)", 1..4, ROW_MOVES), ""),
        |d| {
            let state = "state (p in 1..3, A subset 1..6, h[3] in 0..2)";
            (game(d, state, 1..2, SET_MOVES) + &one(d, ROW_MOVES) + "\n", "")
        },
        |d| (game(d, "state heaps h[3]", 1..3, HEAPS_MOVES), "h=4"),
    ])
}

/// Means of what takes its time: play of some rules spreads over millions of positions.
const DEFINED: Means<'_> = Means::silent(1 << 25);
/// Units of work after which the definition, or a search, is not asked further.
pub(crate) const WORK: u64 = 4000;

/// How many rules are tried: `MEXLAB_RULES`, or two hundred and fifty.
pub(crate) fn cases() -> u32 {
    let number = std::env::var("MEXLAB_RULES").ok();
    number.map_or(250, |number| number.parse().expect("a number of rules"))
}

/// The table of a rule by the fastest way and by definition, those quantities that it has.
pub(crate) fn agree(
    text: &str,
    wanted: &Request,
    quantities: &[&str],
) -> Result<(), TestCaseError> {
    let game = match compile(text) {
        Ok(game) => game,
        Err(mistakes) => {
            prop_assert!(
                mistakes[0].message.contains("may fail to decrease"),
                "{text}{mistakes:?}"
            );
            return Ok(());
        }
    };
    let of = |quantities: &[&str]| Request {
        columns: request("", &quantities.join(",")).columns,
        ..wanted.clone()
    };
    // Misere play of what splits is a search of whole sums, too long for so many rules.
    let is_single = game.has_single_options() || wanted.positions != Positions::All;
    let has = |quantity: &&str| {
        let is_cheap = is_single || !["misere", "remoteness"].contains(quantity);
        is_cheap && game.plan(&of(&[*quantity]), MEANS.limits).is_ok()
    };
    let quantities: Vec<&str> = quantities.iter().copied().filter(has).collect();
    if quantities.is_empty() {
        return Ok(());
    }
    let asked = of(&quantities);
    // From some starts play spreads over more sums than there is time for.
    let means = if wanted.positions == Positions::All { MEANS } else { DEFINED };
    let fast = game.table(&asked, means);
    static ONE: LazyLock<ThreadPool> =
        LazyLock::new(|| ThreadPoolBuilder::new().num_threads(1).build().expect("a pool"));
    let alone = ONE.install(|| game.table(&asked, means));
    prop_assert_eq!(alone.ok(), fast.as_ref().ok().cloned(), "one thread: {}", text);
    // The definition takes its time: it is asked for two of them, which the text chooses.
    let some: Vec<&str> =
        quantities.iter().copied().cycle().skip(text.len()).take(quantities.len().min(2)).collect();
    let by_definition = Request { kernel: Kernel::Oracle, ..of(&some) };
    let slow = patience::within_work(WORK, || game.table(&by_definition, DEFINED));
    match (fast, slow) {
        (Ok(_), Err(Stop::TooLarge(_) | Stop::Limit(..) | Stop::Interrupted(_))) => {}
        (Ok(fast), Ok(slow)) => {
            prop_assert_eq!(&fast.present, &slow.present, "{}", text);
            for column in &slow.columns {
                prop_assert_eq!(fast.column(&column.name), Some(column), "{}", text);
            }
        }
        // A rule that leaves its box or has no value somewhere must say so both ways, but for
        // moves that only a smaller box than the definition's forbids.
        (Err(Stop::Mistake(mistakes)), Ok(_)) => {
            prop_assert!(mistakes[0].code != "G020", "{text}{mistakes:?}");
        }
        (Err(_), _) => {}
        (Ok(_), Err(e)) => prop_assert!(false, "only the definition refuses {e:?}\n{text}"),
    }
    Ok(())
}

/// All quantities of games without players of their own.
pub(crate) const ALL: &[&str] = &["sg", "win", "misere", "remoteness", "moves", "least"];

/// By the fastest way and by definition, on so many rules.
fn check_agreement(cases: u32, rules: fn(&mut Draw) -> Bounded, quantities: &[&str]) {
    check(cases, rules, |(text, bounds)| agree(&text, &request(bounds, "sg"), quantities));
}

#[test]
fn machine_and_definition_agree() {
    check_agreement(cases(), rules, ALL);
}

#[test]
fn rows_of_few_options_and_the_definition_agree() {
    check_agreement(cases() / 8, few_rules, &["sg", "win", "misere", "moves", "least"]);
}

#[test]
fn walks_among_walls_and_the_definition_agree() {
    check_agreement(cases() / 8, walled_rules, &["sg", "win", "misere", "moves"]);
}

#[test]
fn lists_of_options_and_the_definition_agree() {
    check_agreement(cases() / 8, stationary_rules, ALL);
}

#[test]
fn long_rows_and_the_definition_agree() {
    // Every option may look at hundreds of numbers.
    let quantities = ["sg", "win", "remoteness", "moves", "least"];
    check_agreement(cases() / 32, long_rules, &quantities);
}

#[test]
fn searches_agree_with_the_definition() {
    let some = |d: &mut Draw| d.one_of(&[rules, rules, growing_rules]);
    check(cases() / 8, some, |(text, bounds)| {
        let Ok(game) = compile(&text) else { return Ok(()) };
        let bounds = if bounds == "n=30" { "n=13" } else { bounds };
        for quantity in ["sg", "win", "misere", "remoteness"] {
            let wanted = Request { kernel: Kernel::Oracle, ..request(bounds, quantity) };
            let defined = patience::within_work(WORK, || game.table(&wanted, DEFINED));
            let Ok(table) = defined else { continue };
            let mut searcher =
                game.searcher(wanted.columns[0].quantity().expect("a quantity"), &Silent);
            let values = Request { kernel: Kernel::Oracle, ..request(bounds, "sg") };
            let values_refuse = || game.table(&values, DEFINED).is_err();
            for cell in (0..table.cells()).filter(|&cell| table.is_present(cell)) {
                let at = table.position(cell);
                let heap = [Component::own(at.clone())];
                let searched = patience::within_work(WORK, || searcher.value(&heap));
                // A searcher remembers less than a table, and lists options without a value that a
                // table passes over, since it knows one that decides.
                match &searched {
                    Err(SearchStop::Budget(_) | SearchStop::Interrupted) => break,
                    Err(SearchStop::Valueless(_)) => break,
                    // So may a cycle, which every nim-value meets.
                    Err(SearchStop::Cycle(_)) if values_refuse() => break,
                    _ => {}
                }
                let defined = table.columns[0].values.get(cell);
                prop_assert_eq!(searched, Ok(defined), "{} at {:?}\n{}", quantity, at, text);
            }
        }
        Ok(())
    });
}

#[test]
fn refusals_are_rare_in_the_random_rules() {
    let mut d = Draw::deterministic();
    let is_tabulated = |(text, bounds): Bounded| {
        let table = compile(&text).ok().and_then(|g| g.table(&request(bounds, "sg"), MEANS).ok());
        table.is_some()
    };
    let tables = (0..200).filter(|_| is_tabulated(rules(&mut d))).count();
    assert!(tables > 120, "only {tables} of 200 random rules give a table");
}

#[test]
fn one_thread_and_many_give_the_same_bytes() {
    let two = "state (a, b) symmetric
move (a - t, b) for t in 1..a
move (a, b - t) for t in 1..b
move (a - x, b - y) for x in 1..a, y in 1..b if abs(x - y) <= 1";
    let three = "state (a, b, c)
move (a - t, b, c) for t in 1..a if (t + c) % 3 != 1
move (a, b - t, c) for t in 1..b if t & a = 0
move (a, b, c - t) for t in 1..c if t % 2 = b % 2";
    let four = "state (a, b, c in 0..9, d)
move (a - t, b, c + 1, d) for t in 1..a if c < 9 and t & d = 0
move (a, b - t, c, d) for t in 1..b if (t + a) % 3 != 1
move (a, b, c - t, d) for t in 1..c if t % 2 = b % 2
move (a, b, c, d - t) for t in 1..d if (t + b) % 3 != c % 3";
    let multiples = "state (a, b)
move (a - k * b, b) for k in 1..a // b if b > 0
move (a, b - k * a) for k in 1..b // a if a > 0
move (a - t, b - t) for t in 1..min(a, b) if t & a = 0";
    let levels = "state (a, b)
move (a - t, b) for t in 1..a if (t + b) % 3 != 1
move (a, b - t) for t in 1..b if t & a = 0";
    // The last move is met far away only.
    let late = format!("{three}\nmove (a - 1, b + 2, c) if a > 0 and b < 30 and a * a % 113 = 14");
    let run = |text: &str, bounds: &str, threads| {
        let game = compile(&format!("game w\n{text}\n")).expect("compiles");
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        let request = request(bounds, "sg,win,misere,remoteness,moves");
        pool.install(|| game.table(&request, MEANS).expect("a table"))
    };
    let cases = [
        (two, "a=90,b=80"),
        (levels, "a=90,b=80"),
        (three, "a=50,b=40,c=35"),
        (&late, "a=60,b=39,c=31"),
        (four, "a=19,b=20,c=9,d=18"),
        (multiples, "a=260,b=300"),
    ];
    for (text, bounds) in cases {
        let one = run(text, bounds, 1);
        for threads in [2, 5] {
            assert!(one == run(text, bounds, threads), "{threads} threads: {text}");
        }
    }
}

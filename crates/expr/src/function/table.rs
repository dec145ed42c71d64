//! The table.

use arith::integer::{
    bit_length, carryless_product, digit_count, digit_sum, gcd, icbrt, is_odious, isqrt, lowbit,
    popcount, power, v2, valuation,
};
use arith::numeration::Numeration;
use arith::{calendar, divisors, float, named, nim_product, sequences};

use super::CodeForm::{Helper, Named};
use super::{
    CodeForm, Computed, Digits, Fault, Function, Interval, Latex, Listing, Lists, Meaning,
    Reduction, Takes,
};
use crate::kind::Kind;
use Fault::{Overflow, Unavailable, Undefined};

const ANY: Interval = (i128::MIN, i128::MAX);
const NATURAL: Interval = (0, i128::MAX);

/// Every function, in alphabetical order.
pub static FUNCTIONS: [Function; 64] = [
    one("abs", |x| x.checked_abs().ok_or(Overflow), |_| NATURAL)
        .exact()
        .latex(Latex::Text("\\left|$\\right|"))
        .code(Named(["absolute", "abs", "i64::abs"])),
    one("bigomega", |n| factored(n, divisors::primes_with_multiplicity), |_| NATURAL)
        .latex(Latex::Text("\\Omega($)"))
        .code(Helper),
    two("bit", |x, k| Ok(x >> shift(k)?.min(127) & 1), |_| (0, 1))
        .code(CodeForm::Text("(($0) >> ($1)) & 1")),
    one("bitlen", |x| natural(bit_length(x)), |of| (length(of[0].0), length(of[0].1)))
        .digits(Digits::Length)
        .code(Helper),
    two("bitor", |x, y| Ok(x | y), digits).code(CodeForm::Text("($0) | ($1)")),
    two("carryless", carryless, |_| NATURAL).code(Helper),
    // keeping the low bits, or one value for all that do not fit, is the definition
    one("cast32", |x| Ok(i32::try_from(x).unwrap_or(i32::MIN).into()), |_| ANY),
    one("cast64", |x| Ok(i64::try_from(x).unwrap_or(i64::MIN).into()), |_| ANY),
    other("concat", Takes::Parts, Kind::List, Meaning::Listing(Listing::Concat)),
    lists("connected", 2, Kind::Condition, Lists::Connected).code(CodeForm::Refused),
    two(
        "days",
        |month, year| {
            calendar::days_in_month(month, year).ok_or(Undefined("there is no such month"))
        },
        |_| (28, 31),
    ),
    two("digitsum", |n, base| digit_sum(n, base).ok_or(NO_DIGITS), |_| NATURAL)
        .digits(Digits::Sum)
        .code(Helper),
    one("divisorsum", |n| factored(n, divisors::sum), |_| NATURAL)
        .latex(Latex::Text("\\sigma($)"))
        .code(Helper),
    one("evil", |n| natural(is_odious(n).map(|odious| !odious)), |_| (0, 1))
        .condition()
        .code(CodeForm::Text("popcount($0) % 2 == 0")),
    one("fib", fibonacci, |_| NATURAL).growing().latex(Latex::Text("F_{$}")).code(Helper),
    other("floor", Takes::Exact, Kind::Number, Meaning::Floor)
        .exact()
        .latex(Latex::Text("\\left\\lfloor $ \\right\\rfloor")),
    three("fraenkel", in_no_pair_before, |_| NATURAL).code(Helper),
    two("gcd", |x, y| fits(gcd(x.unsigned_abs(), y.unsigned_abs())), |_| NATURAL)
        .latex(Latex::Text("\\gcd($)"))
        .code(Named(["gcd", "math.gcd", "gcd"])),
    two("gcdsteps", divisions, |_| NATURAL).code(Helper),
    one("greatestprime", |n| factored(n, divisors::greatest_prime), |_| NATURAL)
        .latex(Latex::Text("\\mathrm{gpf}($)"))
        .code(Helper),
    greedy_parts(),
    other("head", Takes::Position, Kind::Condition, Meaning::Head),
    lists("holonomic", 3, Kind::Number, Lists::Holonomic).growing(),
    one("icbrt", |n| root(n, icbrt), |_| NATURAL).code(Helper),
    one("isqrt", |n| root(n, isqrt), |_| NATURAL)
        .latex(Latex::Text("\\left\\lfloor \\sqrt{$} \\right\\rfloor"))
        .code(Named(["isqrt", "math.isqrt", "isqrt"])),
    two("josephus", survivor, |_| NATURAL).code(Helper),
    lists("lattice", 3, Kind::Number, Lists::Lattice).growing(),
    one("leastprime", |n| factored(n, divisors::least_prime), |_| NATURAL)
        .latex(Latex::Text("\\mathrm{lpf}($)"))
        .code(Helper),
    other("list", Takes::Collection, Kind::List, Meaning::Listing(Listing::Elements)),
    one(
        "lowbit",
        |x| lowbit(x).ok_or(Overflow),
        |of| {
            if of[0].0 >= 0 { (i128::from(of[0].0 > 0), of[0].1) } else { NATURAL }
        },
    )
    .digits(Digits::Lowest)
    .code(Helper),
    many("max", Reduction::Max, |of| extremes(of, |a, b| a.max(b)))
        .exact()
        .latex(Latex::Text("\\max($)"))
        .code(CodeForm::TwoByTwo),
    other("mex", Takes::Collection, Kind::Number, Meaning::Mex),
    many("min", Reduction::Min, |of| extremes(of, |a, b| a.min(b)))
        .exact()
        .latex(Latex::Text("\\min($)"))
        .code(CodeForm::TwoByTwo),
    one("moebius", |n| factored(n, divisors::moebius), |_| (-1, 1))
        .latex(Latex::Text("\\mu($)"))
        .code(Helper),
    two("nimprod", nim_multiple, |_| NATURAL).latex(Latex::Joined(" \\otimes ")).code(Helper),
    two(
        "numdigits",
        |n, base| {
            digit_count(n, base).and_then(|count| i128::try_from(count).ok()).ok_or(NO_DIGITS)
        },
        |_| NATURAL,
    )
    .digits(Digits::Length)
    .code(Helper),
    one("numdivisors", |n| factored(n, divisors::count), |_| NATURAL)
        .latex(Latex::Text("\\tau($)"))
        .code(Helper),
    one("odious", |n| natural(is_odious(n)), |_| (0, 1))
        .condition()
        .code(CodeForm::Text("popcount($0) % 2 == 1")),
    two("oeis", term_of_named, |_| ANY).growing(),
    one("omega", |n| factored(n, divisors::primes_of), |_| NATURAL)
        .latex(Latex::Text("\\omega($)"))
        .code(Helper),
    lists("pell_regular", 2, Kind::Number, Lists::Greedy(Numeration::Pell)),
    one("popcount", |n| natural(popcount(n)), |of| (i128::from(of[0].0 > 0), length(of[0].1)))
        .digits(Digits::Sum)
        .code(Helper),
    one("prime", nth_prime, |_| NATURAL).latex(Latex::Text("p_{$}")).code(Helper),
    one("primecount", |n| divisors::prime_count(n).ok_or(FAR_PRIMES), |_| NATURAL)
        .latex(Latex::Text("\\pi($)"))
        .code(Helper),
    one("radical", |n| factored(n, divisors::radical), |_| NATURAL)
        .latex(Latex::Text("\\mathrm{rad}($)"))
        .code(Helper),
    lists("recurrence", 1, Kind::Number, Lists::Recurrence).growing(),
    lists("regular", 3, Kind::Number, Lists::Regular),
    other("reverse", Takes::List, Kind::List, Meaning::Listing(Listing::Reverse)),
    two(
        "rounded",
        |x, precision| match precision {
            1..=127 => float::rounded(x, precision).map_err(|_| Overflow),
            _ => Err(Undefined("the precision must be in 1..127")),
        },
        |_| ANY,
    ),
    two(
        "rounded_phi",
        |x, precision| match precision {
            3..=64 => float::rounded_phi(x, precision).map_err(|_| Overflow),
            _ => Err(Undefined("the precision must be in 3..64")),
        },
        |_| ANY,
    ),
    two("shl", shifted_left, |_| ANY).growing().code(CodeForm::Text("($0) << ($1)")),
    two("shr", |x, k| Ok(x >> shift(k)?.min(127)), |_| ANY).code(CodeForm::Text("($0) >> ($1)")),
    other("size", Takes::Collection, Kind::Number, Meaning::Size),
    other("sqrt", Takes::Exact, Kind::Number, Meaning::Root)
        .exact()
        .latex(Latex::Text("\\sqrt{$}")),
    many("sum", Reduction::Sum, |of| if all_natural(of) { NATURAL } else { ANY })
        .code(CodeForm::Joined("+")),
    one("totient", |n| factored(n, divisors::totient), |_| NATURAL)
        .latex(Latex::Text("\\varphi($)"))
        .code(Helper),
    lists("tribonacci_regular", 2, Kind::Number, Lists::Greedy(Numeration::Tribonacci)),
    one("v2", |n| v2(n).map(i128::from).ok_or(Undefined("every power divides 0")), |_| (0, 127))
        .digits(Digits::Zeros)
        .latex(Latex::Text("\\nu_2($)"))
        .code(Helper),
    two(
        "valuation",
        |n, base| {
            let why = Undefined("only for numbers != 0 and bases >= 2");
            valuation(n, base).map(i128::from).ok_or(why)
        },
        |_| NATURAL,
    )
    .digits(Digits::Zeros)
    .code(Helper),
    one("wrap32", |x| Ok((x as i32).into()), |_| ANY),
    one("wrap64", |x| Ok((x as i64).into()), |_| ANY),
    many("xor", Reduction::Xor, digits).code(CodeForm::Joined("^")),
    other("zeckendorf", Takes::Numbers(1), Kind::List, Meaning::Listing(Listing::Zeckendorf)),
    lists("zeckendorf_regular", 2, Kind::Number, Lists::Greedy(Numeration::Zeckendorf)),
];

const NO_DIGITS: Fault = Undefined("only for numbers >= 0 and bases >= 2");

const fn other(name: &'static str, takes: Takes, gives: Kind, meaning: Meaning) -> Function {
    Function {
        name,
        takes,
        gives,
        passes_exact: false,
        grows_fast: false,
        digits: None,
        meaning,
        values: |_| ANY,
        latex: Latex::Name,
        code: CodeForm::Refused,
    }
}

type Values = fn(&[Interval]) -> Interval;

const fn one(name: &'static str, value: fn(i128) -> Computed, values: Values) -> Function {
    let function = other(name, Takes::Numbers(1), Kind::Number, Meaning::One(value));
    Function { values, ..function }
}

const fn two(name: &'static str, value: fn(i128, i128) -> Computed, values: Values) -> Function {
    let function = other(name, Takes::Numbers(2), Kind::Number, Meaning::Two(value));
    Function { values, ..function }
}

type OfThree = fn(i128, i128, i128) -> Computed;

const fn three(name: &'static str, value: OfThree, values: Values) -> Function {
    let function = other(name, Takes::Numbers(3), Kind::Number, Meaning::Three(value));
    Function { values, ..function }
}

const fn many(name: &'static str, reduction: Reduction, values: Values) -> Function {
    let function = other(name, Takes::Many, Kind::Number, Meaning::Many(reduction));
    Function { values, ..function }
}

const fn lists(name: &'static str, numbers: usize, gives: Kind, lists: Lists) -> Function {
    other(name, Takes::ThenLists(numbers), gives, Meaning::Lists(lists))
        .code(CodeForm::Lists(lists))
}

const fn greedy_parts() -> Function {
    let meaning = Meaning::Listing(Listing::GreedyParts);
    other("greedy_parts", Takes::ThenLists(1), Kind::List, meaning)
}

impl Function {
    const fn condition(self) -> Self {
        Self { gives: Kind::Condition, ..self }
    }

    const fn exact(self) -> Self {
        Self { passes_exact: true, ..self }
    }

    const fn growing(self) -> Self {
        Self { grows_fast: true, ..self }
    }

    const fn digits(self, digits: Digits) -> Self {
        Self { digits: Some(digits), ..self }
    }

    const fn latex(self, latex: Latex) -> Self {
        Self { latex, ..self }
    }

    const fn code(self, code: CodeForm) -> Self {
        Self { code, ..self }
    }
}

fn survivor(n: i128, k: i128) -> Computed {
    if n < 1 || k < 1 {
        return Err(FROM_ONE);
    }
    sequences::josephus(n, k).ok_or(Unavailable("josephus is computed for at most 10 ** 7 numbers"))
}

fn in_no_pair_before(n: i128, s: i128, t: i128) -> Computed {
    if n < 0 || s < 1 || t < 1 {
        return Err(Undefined("only for n >= 0 and factors >= 1"));
    }
    sequences::fraenkel(n, s, t).ok_or(Overflow)
}

fn divisions(a: i128, b: i128) -> Computed {
    sequences::gcd_steps(a, b).ok_or(Undefined("only for numbers from 0 on"))
}

const FROM_ONE: Fault = Undefined("only for numbers >= 1");

const FAR_PRIMES: Fault = Unavailable("the primes are known up to 10 ** 7");

fn nth_prime(k: i128) -> Computed {
    if k < 1 {
        return Err(FROM_ONE);
    }
    divisors::prime(k).ok_or(FAR_PRIMES)
}

fn term_of_named(number: i128, n: i128) -> Computed {
    let named =
        named::named(number).ok_or(Undefined("no sequence of that number is known here"))?;
    if n < named.first.into() {
        return Err(Undefined("the sequence begins later"));
    }
    named::term(number, n).ok_or(Unavailable("the term has more than 128 bits or is far out"))
}

/// The value of a function of prime factors.
fn factored(n: i128, value: fn(i128) -> Option<i128>) -> Computed {
    if n < 1 {
        return Err(FROM_ONE);
    }
    value(n).ok_or(Unavailable("the prime factors of a number are too large"))
}

/// The value of a function that negative numbers do not have.
fn natural(value: Option<impl Into<i128>>) -> Computed {
    value.map(Into::into).ok_or(Undefined("only for numbers >= 0"))
}

fn root(n: i128, of: fn(u128) -> u128) -> Computed {
    natural(u128::try_from(n).ok().map(|n| of(n).cast_signed()))
}

fn fits(value: u128) -> Computed {
    i128::try_from(value).map_err(|_| Overflow)
}

fn fibonacci(k: i128) -> Computed {
    if k < 0 {
        return natural(None::<i128>);
    }
    let k = usize::try_from(k).map_err(|_| Overflow)?;
    sequences::fibonacci(k).map_err(|_| Overflow)
}

fn nim_multiple(x: i128, y: i128) -> Computed {
    match (u64::try_from(x), u64::try_from(y)) {
        (Ok(x), Ok(y)) => Ok(nim_product(x, y).into()),
        _ if x < 0 || y < 0 => natural(None::<i128>),
        _ => Err(Unavailable("nimprod is computed for numbers below 2 ** 64")),
    }
}

fn carryless(x: i128, y: i128) -> Computed {
    match (u64::try_from(x), u64::try_from(y)) {
        (Ok(x), Ok(y)) => fits(carryless_product(x, y)),
        _ if x < 0 || y < 0 => natural(None::<i128>),
        _ => Err(Unavailable("carryless is computed for numbers below 2 ** 64")),
    }
}

fn shift(k: i128) -> Computed {
    if k < 0 { Err(Undefined("the shift must be >= 0")) } else { Ok(k) }
}

fn shifted_left(x: i128, k: i128) -> Computed {
    match power(2, shift(k)?).and_then(|factor| x.checked_mul(factor)) {
        Some(shifted) => Ok(shifted),
        None if x == 0 => Ok(0),
        None => Err(Overflow),
    }
}

fn length(n: i128) -> i128 {
    bit_length(n).unwrap_or(0).into()
}

fn all_natural(of: &[Interval]) -> bool {
    of.iter().all(|&(least, _)| least >= 0)
}

/// What numbers have whose binary digits are among those of the arguments.
fn digits(of: &[Interval]) -> Interval {
    if !all_natural(of) {
        return ANY;
    }
    let greatest = of.iter().map(|&(_, greatest)| length(greatest)).max().unwrap_or(0);
    (0, power(2, greatest).map_or(i128::MAX, |next| next - 1))
}

fn extremes(of: &[Interval], extreme: fn(i128, i128) -> i128) -> Interval {
    let join = |a: Interval, b: Interval| (extreme(a.0, b.0), extreme(a.1, b.1));
    of.iter().copied().reduce(join).unwrap_or(ANY)
}

//! Functions of the digits: their number and sum, modulo a number or compared with one, powers that
//! divide, single digits, sets of places, and conditions on the digits at every place.

use super::{Reader, Term};
use crate::Result;
use crate::error::{mistake, too_large, undefinable, unsupported};
use expr::ast::{Binary, Binder, Comparison, Expr, Item, Node};
use expr::build::call;
use expr::function::{Digits, function};
use logic::formula::{Formula, Linear, Machine, Sign, Variable};
use message::message;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Largest number of a single digit.
const PLACE: i128 = 8;
/// Most numbers that a condition on every place may speak of.
const NUMBERS: usize = 6;

/// Largest number that a count of digits is compared with.
const COUNTED: i128 = 64;

/// Greatest modulus of a count of digits: each remainder is a state, and a machine.
const MODULUS: i128 = 256;

/// The digits that a condition on one place speaks of, while it is read for one choice of them.
#[derive(Clone, Debug)]
pub(super) struct Digit {
    /// The variable that stands for the place.
    name: String,
    /// The numbers whose digits there are asked for, so far.
    numbers: Vec<Variable>,
    /// Those digits, the least significant one that of the first number.
    digits: u32,
}

impl Digit {
    pub(super) fn is(&self, name: &str) -> bool {
        self.name == name
    }

    /// The digit of a number.
    fn of(&mut self, number: Variable) -> u32 {
        let known = self.numbers.iter().position(|&other| other == number);
        if known.is_none() {
            self.numbers.push(number);
        }
        let at = known.unwrap_or(self.numbers.len() - 1);
        u32::try_from(at).ok().and_then(|at| self.digits.checked_shr(at)).unwrap_or(0) & 1
    }
}

/// What is counted of digits, if the expression is such a count: the parts of a greedy sum are digits
/// that are 1.
fn counted(e: &Expr) -> Option<Digits> {
    let Node::Call(name, arguments) = &e.node else { return None };
    match (name.as_str(), &arguments[..]) {
        ("size", [parts]) => lists_parts(parts).then_some(Digits::Sum),
        _ => function(name)?.digits.filter(|digits| *digits != Digits::Lowest),
    }
}

fn is_count(e: &Expr) -> bool {
    counted(e).is_some()
}

/// Whether it is the list of the parts of a greedy sum, least first.
pub(super) fn lists_parts(list: &Expr) -> bool {
    matches!(&list.node, Node::Call(function, _) if function == "zeckendorf")
}

/// Whether a remainder of the expression is that of other numbers in place of some of its parts.
fn is_reducible(e: &Expr) -> bool {
    match &e.node {
        Node::Binary(Binary::Add | Binary::Sub, a, b) => is_reducible(a) || is_reducible(b),
        Node::Binary(Binary::Mul, a, b) => {
            let is_number = |e: &Expr| matches!(e.node, Node::Int(_));
            is_reducible(a) || is_reducible(b) || !is_number(a) && !is_number(b)
        }
        _ => is_count(e),
    }
}

impl Reader {
    /// The base of the numeration, if it is one.
    pub(super) fn radix(&self) -> Option<i128> {
        self.numeration.is_base().then(|| self.numeration.radix().into())
    }

    /// Whether the places are Fibonacci's numbers, so that digits are those of Zeckendorf's sums.
    pub(super) fn has_fibonacci(&self) -> bool {
        self.numeration.has_places(&[1, 1], &[1, 2])
    }

    /// What is compared with each other. Counts of digits matter up to the greatest number that they
    /// are compared with, and not beyond the one after it.
    pub(super) fn sides(&mut self, all: &[&Expr]) -> Result<Vec<Term>> {
        let mut sides = Vec::new();
        for e in all {
            sides.push(if is_count(e) { None } else { Some(self.value(e)?) });
        }
        let counts = sides.iter().filter(|side| side.is_none()).count();
        if counts == 0 {
            return Ok(sides.into_iter().flatten().collect());
        }
        let most = |most: i128, side: &Term| Some(most.max(side.greatest()?));
        let most = sides.iter().flatten().try_fold(0, most);
        let most = most.filter(|most| counts == 1 && *most < COUNTED);
        let most =
            most.ok_or_else(|| unsupported("a count of digits is compared with no fixed number"))?;
        let counted = sides.into_iter().zip(all).map(|(side, e)| match side {
            Some(term) => Ok(term),
            None => self.count(e, |count| count.min(most + 1), most + 1),
        });
        counted.collect()
    }

    /// A number that is the expression modulo the modulus: counts become their remainders, and so
    /// do the factors of products.
    pub(super) fn residue(&mut self, e: &Expr, modulus: i128) -> Result<Term> {
        if is_count(e) {
            return self.count(e, |count| count % modulus, modulus - 1);
        }
        if !is_reducible(e) {
            return self.value(e);
        }
        let Node::Binary(op, a, b) = &e.node else { return self.value(e) };
        let (a, b) =
            self.deeper(|reader| Ok((reader.residue(a, modulus)?, reader.residue(b, modulus)?)))?;
        match op {
            Binary::Add => a.plus(1, &b),
            Binary::Sub => a.plus(-1, &b),
            _ => match a.product(&b) {
                Some(product) => product,
                None => {
                    let (a, b) = (a.divide(modulus, true)?, b.divide(modulus, true)?);
                    a.product(&b).ok_or_else(|| unsupported("a remainder of no fixed number"))?
                }
            },
        }
    }

    /// A count of digits, of which only this is kept whenever one is added: a number from 0 to
    /// `most` that determines what is kept of one more.
    fn count(&mut self, e: &Expr, kept: impl Fn(i128) -> i128, most: i128) -> Result<Term> {
        let unknown = || undefinable(e);
        let states = usize::try_from(most).ok().filter(|_| most < MODULUS).map(|most| most + 2);
        let states =
            states.ok_or_else(|| too_large(message!("`{e}` modulo more than {MODULUS}")))?;
        let Node::Call(function, arguments) = &e.node else { return Err(unknown()) };
        let (number, has_places) = match &arguments[..] {
            [Expr { node: Node::Call(_, parts), .. }] if function == "size" => {
                (parts.first().ok_or_else(unknown)?, self.has_fibonacci())
            }
            [number] => (number, self.radix() == Some(2)),
            [number, base] => {
                let base = self.value(base)?.as_number();
                (number, base.is_some() && self.radix() == base)
            }
            _ => return Err(unknown()),
        };
        if !has_places {
            return Err(unsupported(message!("`{e}` needs the numeration of its digits")));
        }
        let number = self.numeral(number)?;
        let counted = counted(e).ok_or_else(unknown)?;
        let divides = counted == Digits::Zeros;
        if divides {
            // 0 is divided by every power
            self.trap(Term::variable(number).compare(Comparison::Eq, &Term::number(0))?);
        }
        // state 0 has read nothing but zeros; state 1 + c stands for the count c
        let mut steps = vec![BTreeMap::new(); states];
        for (state, row) in (0..).zip(&mut steps) {
            let count: i128 = state - 1;
            for digit in 0..self.numeration.radix() {
                let more = if counted == Digits::Sum { i128::from(digit) } else { 1 };
                let target = match (state, digit) {
                    (0, 0) => 0,
                    (_, 1..) if divides => 1,
                    _ => 1 + kept(count.max(0) + more),
                };
                row.insert(vec![digit], usize::try_from(target).unwrap_or(0));
            }
        }
        let counts: Vec<i128> = (0..most + 2).map(|state| (state - 1).max(0)).collect();
        Self::ending(&steps, &counts, &[number])
    }

    /// Whether a number is of a named set: a power of the base, or a place of the numeration.
    pub(super) fn belongs(&mut self, e: &Expr, name: &str, arguments: &[Expr]) -> Result<Formula> {
        let call = |function: &str| call(function, vec![e.clone()]);
        let are_places = match (name, arguments) {
            ("powers", [base]) => {
                let base = self.value(base)?.as_number();
                base.is_some_and(|base| base > 1 && self.radix() == Some(base))
            }
            ("fibonacci", []) => self.has_fibonacci(),
            ("odious", []) => return self.condition(&call("odious")),
            ("evil", []) => {
                let number = self.value(e)?;
                let positive = number.compare(Comparison::Gt, &Term::number(0))?;
                return Ok(positive.and(self.condition(&call("evil"))?));
            }
            _ => return Err(unsupported(message!("the set `{name}` is not definable here"))),
        };
        if !are_places {
            return Err(unsupported(message!(
                "the set `{name}` needs a numeration with its numbers as places"
            )));
        }
        let number = self.numeral(e)?;
        // one digit is 1 and all others are 0
        let zero = |to: usize| BTreeMap::from([(vec![0], to)]);
        let mut steps = vec![zero(0), zero(1)];
        steps[0].insert(vec![1], 1);
        let machine = Machine { accepting: vec![false, true], steps };
        Ok(Formula::Word(Rc::new(machine), vec![number]))
    }

    /// `odious(n)` and `evil(n)`.
    pub(super) fn counted_condition(
        &mut self,
        e: &Expr,
        function: &str,
        arguments: &[Expr],
    ) -> Result<Formula> {
        if !matches!(function, "odious" | "evil") {
            return Err(undefinable(e));
        }
        let parity = self.residue(&call("popcount", arguments.to_vec()), 2)?;
        parity.compare(Comparison::Eq, &Term::number((function == "odious").into()))
    }

    /// `lowbit(n)` and `bit(n, place)`.
    pub(super) fn of_digits(
        &mut self,
        e: &Expr,
        function: &str,
        arguments: &[Expr],
    ) -> Result<Term> {
        match (function, arguments) {
            ("lowbit", [number]) if self.radix() == Some(2) => {
                let number = self.numeral(number)?;
                let machine = Rc::new(self.numeration.least_part());
                Ok(Term::variable(self.found(&machine, vec![number])))
            }
            ("bit", [number, place]) => {
                let is_open = self
                    .digit
                    .as_ref()
                    .is_some_and(|digit| matches!(&place.node, Node::Name(name) if digit.is(name)));
                if is_open {
                    let number = self.numeral(number)?;
                    let digit = self.digit.as_mut().map(|digit| digit.of(number));
                    return Ok(Term::number(digit.unwrap_or_default().into()));
                }
                if let Some(top) = leading(place).filter(|_| self.radix() == Some(2)) {
                    return self.at_leading(number, top);
                }
                let place = self.value(place)?.as_number();
                let Some(place @ 0..=PLACE) = place else {
                    return Err(undefinable(e));
                };
                let number = self.value(number)?;
                number.divide(1 << place, false)?.divide(2, true)
            }
            _ => Err(undefinable(e)),
        }
    }

    /// The digit of a number at the place of the first digit of another, which is not 0.
    fn at_leading(&mut self, number: &Expr, top: &Expr) -> Result<Term> {
        let (number, top) = (self.value(number)?, self.value(top)?);
        let tracks = vec![self.natural(&number)?, self.natural(&top)?];
        self.trap(Formula::Compare(Linear::variable(tracks[1]), Sign::Zero));
        if tracks[0] == tracks[1] {
            return Ok(Term::number(1));
        }
        let inside = (0..4).map(|word| (vec![word & 1, word >> 1], 1)).collect();
        let before = BTreeMap::from([(vec![0, 0], 0), (vec![1, 0], 0), (vec![1, 1], 1)]);
        let machine = Machine { accepting: vec![false, true], steps: vec![before, inside] };
        let is_one = Formula::Word(Rc::new(machine), tracks);
        Term::either(&is_one, Term::number(1), Term::number(0))
    }

    /// A condition on the binary digits at every place `j` from 0 to `bitlen(E)` or one less, or at
    /// some of them (`all`); `None` where the item is nothing of that form.
    pub(super) fn of_places(&mut self, item: &Item, all: bool) -> Result<Option<Formula>> {
        let [Binder { name, set, .. }] = &item.binders[..] else { return Ok(None) };
        let Node::Range(lo, hi) = &set.node else { return Ok(None) };
        let (top, beyond) = match &hi.node {
            Node::Binary(Binary::Sub, hi, one) if one.node == Node::Int(1) => (hi, false),
            _ => (hi, true),
        };
        let Node::Call(function, arguments) = &top.node else { return Ok(None) };
        let ("bitlen", [top]) = (function.as_str(), &arguments[..]) else { return Ok(None) };
        if self.radix() != Some(2) || lo.node != Node::Int(0) || item.guard.is_some() {
            return Ok(None);
        }
        if self.digit.is_some() || self.knows(name) {
            return Err(mistake(message!("`{name}` has two meanings")));
        }
        // a maximum is as long as the longest
        let tops = match &top.node {
            Node::Call(function, arguments) if function == "max" => match &arguments[..] {
                [list] => self.entries(list)?,
                all => all.to_vec(),
            },
            _ => vec![top.clone()],
        };
        let mut longest = Vec::new();
        for top in &tops {
            longest.push(self.numeral(top)?);
        }
        let (numbers, truths) = self.of_each_digit(name, &item.body, all)?;
        let mut tracks = numbers.clone();
        tracks.extend(longest.iter().filter(|top| !numbers.contains(top)));
        tracks.dedup();
        if tracks.len() > 2 * NUMBERS {
            return Err(too_large(message!("`{}` asks for digits of too many numbers", item.body)));
        }
        let is_longest: Vec<bool> = tracks.iter().map(|track| longest.contains(track)).collect();
        let word = Formula::Word(Rc::new(every_place(&truths, &is_longest, beyond)), tracks);
        Ok(Some(if all { word } else { !word }))
    }

    /// The numbers of whose digits at the place `name` a condition speaks, and by these digits, the least
    /// significant one that of the first number, whether it has that truth.
    fn of_each_digit(
        &mut self,
        name: &str,
        body: &Expr,
        truth: bool,
    ) -> Result<(Vec<Variable>, Vec<bool>)> {
        // the first reading finds out of which numbers digits are asked for
        let (mut numbers, mut truths, mut digits) = (Vec::new(), Vec::new(), 0);
        while digits == 0 || digits < 1 << numbers.len() {
            self.digit = Some(Digit { name: name.to_owned(), numbers, digits });
            let read = self.condition(body);
            numbers = self.digit.take().map(|digit| digit.numbers).unwrap_or_default();
            match read? {
                Formula::Constant(own) => truths.push(own == truth),
                _ => {
                    return Err(unsupported(message!(
                        "`{body}` is not a condition on digits alone"
                    )));
                }
            }
            if numbers.len() > NUMBERS {
                return Err(too_large(message!("`{body}` asks for digits of too many numbers")));
            }
            digits += 1;
        }
        Ok((numbers, truths))
    }
}

/// The machine of the numbers at whose every place the digits agree: `truths` says of the digits of the
/// first tracks, the least significant one that of the first, whether they do. The places are those of
/// the longest of some tracks, and one `beyond`.
fn every_place(truths: &[bool], is_longest: &[bool], beyond: bool) -> Machine {
    // state 0: no digit of the longest yet, and the last place agreed as zeros do; 1: it did not; 2:
    // inside, and every place agreed
    let zero = truths[0];
    let mut steps = vec![BTreeMap::new(); 3];
    for word in 0..1u32 << is_longest.len() {
        let digits: Vec<u32> = (0..is_longest.len()).map(|at| word >> at & 1).collect();
        // the number of truths is a power of two
        let agrees = truths[word as usize & (truths.len() - 1)];
        let begins = digits.iter().zip(is_longest).any(|(&digit, &longest)| digit == 1 && longest);
        for (state, last) in [(0, zero), (1, !zero)] {
            if !begins {
                steps[state].insert(digits.clone(), usize::from(agrees != zero));
            } else if agrees && (last || !beyond) {
                steps[state].insert(digits.clone(), 2);
            }
        }
        if agrees {
            steps[2].insert(digits, 2);
        }
    }
    Machine { accepting: vec![zero || !beyond, !zero || !beyond, true], steps }
}

/// The number E of `bitlen(E) - 1`.
fn leading(place: &Expr) -> Option<&Expr> {
    let Node::Binary(Binary::Sub, length, one) = &place.node else { return None };
    match &length.node {
        Node::Call(function, arguments) if function == "bitlen" && one.node == Node::Int(1) => {
            arguments.first().filter(|_| arguments.len() == 1)
        }
        _ => None,
    }
}

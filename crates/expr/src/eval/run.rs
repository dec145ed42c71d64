//! Runs programs.

use super::compile::{ArgumentCode, Code, GameCode, ItemCode, ListCode, Program, Real, SetCode};
use super::{Context, DEEPEST, EvalError, Frame, GameArgument, GameCall};
use crate::ast::{Binary, Comparison, Fold};
use arith::{NumberSet, Quadratic, integer};

type Outcome = Result<i128, EvalError>;

impl Program {
    /// The value; conditions give 1 or 0. `frame.slots` holds the variables.
    ///
    /// # Errors
    /// The expression has no value there.
    pub fn integer(&self, frame: &mut Frame, context: &mut dyn Context) -> Outcome {
        if frame.slots.len() < self.size {
            frame.slots.resize(self.size, 0);
        }
        Run { program: self, frame, context }.value(&self.code)
    }

    /// Whether the condition holds.
    ///
    /// # Errors
    /// The condition has no value there.
    pub fn condition(
        &self,
        frame: &mut Frame,
        context: &mut dyn Context,
    ) -> Result<bool, EvalError> {
        Ok(self.integer(frame, context)? != 0)
    }
}

struct Run<'a> {
    program: &'a Program,
    frame: &'a mut Frame,
    context: &'a mut dyn Context,
}

impl Run<'_> {
    fn value(&mut self, code: &Code) -> Outcome {
        Ok(match code {
            Code::Int(value) => *value,
            Code::Slot(slot) => self.frame.slots[*slot],
            Code::Neg(a) => self.value(a)?.checked_neg().ok_or(EvalError::Overflow)?,
            Code::Not(a) => i128::from(self.value(a)? == 0),
            Code::Binary(op, a, b) => self.binary(*op, a, b)?,
            Code::Compare(first, rest) => {
                let mut left = self.value(first)?;
                for (op, right) in rest {
                    let right = self.value(right)?;
                    let holds = match op {
                        Comparison::Eq => left == right,
                        Comparison::Ne => left != right,
                        Comparison::Lt => left < right,
                        Comparison::Le => left <= right,
                        Comparison::Gt => left > right,
                        Comparison::Ge => left >= right,
                    };
                    if !holds {
                        return Ok(0);
                    }
                    left = right;
                }
                1
            }
            Code::Member(a, set) => {
                let a = self.value(a)?;
                i128::from(self.contains(set, a)?)
            }
            Code::If(c, a, b) => {
                if self.value(c)? != 0 {
                    self.value(a)?
                } else {
                    self.value(b)?
                }
            }
            Code::Element(list, index, base) => {
                let index = self.value(index)?;
                self.element(list, index, *base)?
            }
            Code::Apply(function, arguments) => {
                let a = self.value(&arguments[0])?;
                let b = arguments.get(1).map_or(Ok(0), |b| self.value(b))?;
                function.apply(a, b)?
            }
            Code::OverList(fold, list) => {
                let mut total = Total::new(*fold);
                for value in self.list(list)? {
                    total.take(value)?;
                }
                total.finish()?
            }
            Code::Fold(fold, items) => {
                let mut total = Total::new(*fold);
                for item in items {
                    if !self.item(item, 0, &mut total)? {
                        break;
                    }
                }
                total.finish()?
            }
            Code::Floor(real) => {
                let real = self.real(real)?;
                real.floor().map_err(|_| EvalError::Overflow)?
            }
            Code::Call(index, arguments) => {
                let arguments =
                    arguments.iter().map(|a| self.value(a)).collect::<Result<Vec<_>, _>>()?;
                self.call(*index, arguments)?
            }
            Code::Value(quantity, game, position) => {
                let game = game.as_ref().map(|g| self.game(g)).transpose()?;
                let position = match position {
                    None => None,
                    Some(sum) => Some(
                        sum.iter()
                            .map(|p| p.iter().map(|e| self.value(e)).collect())
                            .collect::<Result<Vec<Vec<i128>>, _>>()?,
                    ),
                };
                self.context.value(*quantity, game.as_ref(), position.as_deref())?
            }
            Code::Head(coin) => {
                let coin = coin.iter().map(|e| self.value(e)).collect::<Result<Vec<_>, _>>()?;
                i128::from(self.context.head(&coin)?)
            }
        })
    }

    fn binary(&mut self, op: Binary, a: &Code, b: &Code) -> Outcome {
        let left = self.value(a)?;
        match (op, left != 0) {
            (Binary::And, false) => return Ok(0),
            (Binary::Or, true) | (Binary::Implies, false) => return Ok(1),
            _ => {}
        }
        let right = self.value(b)?;
        let number = match op {
            Binary::Add => left.checked_add(right),
            Binary::Sub => left.checked_sub(right),
            Binary::Mul => left.checked_mul(right),
            Binary::Div | Binary::Rem if right == 0 => return Err(EvalError::DivisionByZero),
            Binary::Div => integer::floor_div(left, right),
            Binary::Rem => integer::floor_rem(left, right),
            Binary::Pow if right < 0 => {
                return Err(EvalError::Undefined(format!("{left} ** {right} is no integer")));
            }
            Binary::Pow => integer::power(left, right),
            Binary::Xor => Some(left ^ right),
            Binary::BitAnd => Some(left & right),
            Binary::And | Binary::Or | Binary::Implies => Some(i128::from(right != 0)),
            Binary::Iff => Some(i128::from((left != 0) == (right != 0))),
        };
        number.ok_or(EvalError::Overflow)
    }

    fn element(&mut self, list: &ListCode, index: i128, base: i128) -> Outcome {
        let at = usize::try_from(index - base).ok();
        let missing = |length| EvalError::NoElement { index, length };
        match list {
            ListCode::Constant(values) => {
                at.and_then(|i| values.get(i)).copied().ok_or_else(|| missing(values.len()))
            }
            ListCode::Items(items) => match at.and_then(|i| items.get(i)) {
                Some(item) => self.value(item),
                None => Err(missing(items.len())),
            },
            ListCode::Slots(first, length) => match at.filter(|i| i < length) {
                Some(i) => Ok(self.frame.slots[first + i]),
                None => Err(missing(*length)),
            },
            ListCode::Zeckendorf(_) => {
                let values = self.list(list)?;
                at.and_then(|i| values.get(i)).copied().ok_or_else(|| missing(values.len()))
            }
        }
    }

    fn list(&mut self, list: &ListCode) -> Result<Vec<i128>, EvalError> {
        match list {
            ListCode::Constant(values) => Ok(values.clone()),
            ListCode::Items(items) => items.iter().map(|e| self.value(e)).collect(),
            ListCode::Slots(first, length) => {
                Ok(self.frame.slots[*first..first + length].to_vec())
            }
            ListCode::Zeckendorf(n) => {
                let n = self.value(n)?;
                if n < 0 {
                    return Err(EvalError::Undefined(format!("zeckendorf({n})")));
                }
                let mut parts = Vec::new();
                arith::sequences::zeckendorf(n, &mut parts);
                Ok(parts)
            }
        }
    }

    fn contains(&mut self, set: &SetCode, value: i128) -> Result<bool, EvalError> {
        Ok(match set {
            SetCode::Range(lo, hi) => self.value(lo)? <= value && value <= self.value(hi)?,
            SetCode::Elements(items) => {
                for item in items {
                    if self.value(item)? == value {
                        return Ok(true);
                    }
                }
                false
            }
            SetCode::Numbers(set, _) => set.contains(value),
            SetCode::Heads => self.context.heads()?.contains(&value),
        })
    }

    /// Feeds the item's values from binder `depth` on; `false` when the fold is settled.
    fn item(
        &mut self,
        item: &ItemCode,
        depth: usize,
        total: &mut Total,
    ) -> Result<bool, EvalError> {
        let Some((slot, set)) = item.binders.get(depth) else {
            if let Some(guard) = &item.guard
                && self.value(guard)? == 0
            {
                return Ok(true);
            }
            let value = self.value(&item.body)?;
            total.take(value)?;
            return Ok(!total.settled());
        };
        let values: Vec<i128> = match set {
            SetCode::Range(lo, hi) => {
                let (lo, hi) = (self.value(lo)?, self.value(hi)?);
                let mut k = lo;
                while k <= hi {
                    self.frame.slots[*slot] = k;
                    if !self.item(item, depth + 1, total)? {
                        return Ok(false);
                    }
                    k += 1;
                }
                return Ok(true);
            }
            SetCode::Elements(items) => {
                items.iter().map(|e| self.value(e)).collect::<Result<_, _>>()?
            }
            SetCode::Numbers(NumberSet::Finite(values), _) => {
                values.iter().map(|&v| i128::from(v)).collect()
            }
            SetCode::Numbers(set, limit) => {
                let limit = limit.as_ref().map_or(Ok(0), |l| self.value(l))?;
                let limit = i64::try_from(limit.min(1_000_000_000)).unwrap_or(0);
                set.members_up_to(limit).into_iter().map(i128::from).collect()
            }
            SetCode::Heads => self.context.heads()?,
        };
        for value in values {
            self.frame.slots[*slot] = value;
            if !self.item(item, depth + 1, total)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn real(&mut self, real: &Real) -> Result<Quadratic, EvalError> {
        let outcome = match real {
            Real::Int(code) => Ok(Quadratic::integer(self.value(code)?)),
            Real::Phi => Quadratic::new(1, 1, 2, 5),
            Real::Sqrt(inner) => self.real(inner)?.sqrt(),
            Real::Neg(inner) => self.real(inner)?.negate(),
            Real::Binary(op, a, b) => {
                let (a, b) = (self.real(a)?, self.real(b)?);
                match op {
                    Binary::Add => a.checked_add(b),
                    Binary::Sub => a.checked_sub(b),
                    Binary::Mul => a.checked_mul(b),
                    _ => a.checked_div(b),
                }
            }
        };
        outcome.map_err(|e| EvalError::Undefined(e.to_string()))
    }

    fn call(&mut self, index: usize, arguments: Vec<i128>) -> Outcome {
        let definitions = self.program.definitions.clone();
        let definition = &definitions.all[index];
        let name = |arguments: &[i128]| {
            let list: Vec<String> = arguments.iter().map(ToString::to_string).collect();
            format!("{}({})", definition.name, list.join(", "))
        };
        let key = (index, arguments);
        match self.frame.memo.get(&key) {
            Some(Some(value)) => return Ok(*value),
            Some(None) => return Err(EvalError::NeverEnds(name(&key.1))),
            None => {}
        }
        if self.frame.depth >= DEEPEST {
            return Err(EvalError::TooDeep(name(&key.1)));
        }
        let mut slots = key.1.clone();
        slots.resize(definition.size.max(slots.len()), 0);
        let outer = std::mem::replace(&mut self.frame.slots, slots);
        self.frame.memo.insert(key.clone(), None);
        self.frame.depth += 1;
        let value = self.value(&definition.code);
        self.frame.depth -= 1;
        self.frame.slots = outer;
        match &value {
            Ok(value) => self.frame.memo.insert(key, Some(*value)),
            Err(_) => self.frame.memo.remove(&key),
        };
        value
    }

    fn game(&mut self, game: &GameCode) -> Result<GameCall, EvalError> {
        let mut arguments = Vec::new();
        for (name, argument) in &game.arguments {
            let value = match argument {
                ArgumentCode::Int(code) => GameArgument::Int(self.value(code)?),
                ArgumentCode::Known(value) => value.clone(),
            };
            arguments.push((name.clone(), value));
        }
        Ok(GameCall { name: game.name.clone(), arguments })
    }
}

/// A fold under way.
struct Total {
    fold: Fold,
    value: Option<i128>,
    seen: Vec<i128>,
}

impl Total {
    fn new(fold: Fold) -> Self {
        let value = match fold {
            Fold::Xor | Fold::Sum | Fold::Count | Fold::Any => Some(0),
            Fold::All => Some(1),
            Fold::Min | Fold::Max | Fold::First | Fold::Mex => None,
        };
        Self { fold, value, seen: Vec::new() }
    }

    fn take(&mut self, next: i128) -> Result<(), EvalError> {
        let before = self.value;
        self.value = match (self.fold, before) {
            (Fold::Mex, _) => {
                self.seen.push(next);
                None
            }
            (Fold::Xor, Some(total)) => Some(total ^ next),
            (Fold::Sum, Some(total)) => Some(total.checked_add(next).ok_or(EvalError::Overflow)?),
            (Fold::Count, Some(total)) => Some(total + i128::from(next != 0)),
            (Fold::Any | Fold::All, _) => Some(i128::from(next != 0)),
            (Fold::Min, Some(least)) => Some(least.min(next)),
            (Fold::Max, Some(most)) => Some(most.max(next)),
            (Fold::First, Some(first)) => Some(first),
            (_, None) => Some(next),
        };
        Ok(())
    }

    fn settled(&self) -> bool {
        match self.fold {
            Fold::Any => self.value == Some(1),
            Fold::All => self.value == Some(0),
            Fold::First => self.value.is_some(),
            _ => false,
        }
    }

    fn finish(mut self) -> Outcome {
        match self.fold {
            Fold::Mex => {
                self.seen.sort_unstable();
                let mut mex = 0;
                for value in self.seen {
                    if value == mex {
                        mex += 1;
                    } else if value > mex {
                        break;
                    }
                }
                Ok(mex)
            }
            Fold::Min => self.value.ok_or(EvalError::Nothing("min")),
            Fold::Max => self.value.ok_or(EvalError::Nothing("max")),
            Fold::First => self.value.ok_or(EvalError::Nothing("first")),
            _ => Ok(self.value.unwrap_or(0)),
        }
    }
}

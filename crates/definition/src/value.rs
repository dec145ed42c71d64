//! Quantities of positions by their definitions: from the options, from the options of these, and so
//! on, remembered, on a stack of its own.

use crate::listing::Wanted;
use crate::{Definition, Position, Result, Stop};
use expr::ast::Quantity;
use hashbrown::HashMap;
use message::message;
use rule::ast::Player;

/// Most options of one position.
const MAX_OPTIONS: usize = 1 << 21;
/// Positions between two looks at whether the work should end.
const POLL: usize = 1 << 8;
/// Components that there is room for at least, and for each position that may be remembered.
const LEAST_ROOM: usize = 1 << 16;
const COMPONENTS: usize = 6;

/// A quantity of positions, remembered from one to the next.
pub struct Values<'d> {
    definition: &'d Definition,
    quantity: Quantity,
    /// Whether sums are valued by their components.
    by_components: bool,
    /// `None`: under way.
    known: HashMap<Asked, Option<i64>>,
    most: usize,
    /// Components that options under way and sums remembered may still hold together.
    room: usize,
    go_on: &'d dyn Fn(usize) -> bool,
}

/// A sum, and whose move it is, if that matters.
type Asked = (Vec<Position>, Option<Player>);

/// A position whose options are being valued.
struct Open {
    asked: Asked,
    /// Whether play has ended there, and then whether the player to move has won.
    ended: Option<bool>,
    /// Each option as the positions that are valued by themselves.
    options: Vec<Vec<Asked>>,
    /// The values of the first of these.
    values: Vec<i64>,
}

/// How many components options have together.
fn components(options: &[Vec<Asked>]) -> usize {
    options.iter().flatten().map(|(part, _)| part.len()).sum()
}

impl<'d> Values<'d> {
    /// At most `most` positions are remembered, and about six times as many components in sums
    /// remembered and in options under way; `go_on` is asked now and then with the number of positions.
    #[must_use]
    pub fn new(
        definition: &'d Definition,
        quantity: Quantity,
        most: usize,
        go_on: &'d dyn Fn(usize) -> bool,
    ) -> Self {
        let is_grundy = quantity == Quantity::Sg || quantity.is_of_moves();
        let by_components = is_grundy && definition.decomposes();
        let room = LEAST_ROOM.max(most.saturating_mul(COMPONENTS));
        Self { definition, quantity, by_components, known: HashMap::new(), most, room, go_on }
    }

    /// The quantity of a sum; conditions are 1 or 0.
    ///
    /// # Errors
    /// It has none, or it is out of reach.
    pub fn value(&mut self, sum: &[Position]) -> Result<i64> {
        match self.quantity {
            quantity if quantity.is_of_moves() => self.winning_moves(sum),
            Quantity::Lose => Ok(1 - self.of_sum(sum, None)?),
            Quantity::Left => self.of_sum(sum, Some(Player::Left)),
            Quantity::Right => self.of_sum(sum, Some(Player::Right)),
            Quantity::Remoteness => Ok(self.of_sum(sum, None)? / 2),
            Quantity::Sg | Quantity::Win | Quantity::Misere => self.of_sum(sum, None),
            other => Err(Stop::Undefined(message!("`{}` is not read off options", other.name()))),
        }
    }

    /// What the quantity says of the winning first moves.
    fn winning_moves(&mut self, sum: &[Position]) -> Result<i64> {
        let mut amounts = Vec::new();
        for option in self.definition.options(sum, None, MAX_OPTIONS)? {
            if self.of_sum(&option.after, None)? == 0 {
                amounts.push(option.amount());
            }
        }
        Ok(self.quantity.of_moves(amounts))
    }

    /// What a sum consists of, as far as it is valued by itself.
    fn parts(&self, sum: Vec<Position>, player: Option<Player>) -> Vec<Asked> {
        match self.by_components {
            true => sum.into_iter().map(|p| (vec![p], player)).collect(),
            false => vec![(sum, player)],
        }
    }

    fn of_sum(&mut self, sum: &[Position], player: Option<Player>) -> Result<i64> {
        let parts = self.parts(self.definition.canonical(sum.to_vec()), player);
        parts.into_iter().try_fold(0, |total, part| Ok(total ^ self.of(part)?))
    }

    /// What is known of an option: the nim-sum of the values of its parts, or a part without one.
    fn known<'p>(&self, parts: &'p [Asked]) -> std::result::Result<i64, &'p Asked> {
        parts.iter().try_fold(0, |total, part| match self.known.get(part) {
            Some(Some(value)) => Ok(total ^ value),
            _ => Err(part),
        })
    }

    fn of(&mut self, asked: Asked) -> Result<i64> {
        if let Some(Some(value)) = self.known.get(&asked) {
            return Ok(*value);
        }
        let value = self.searched(asked);
        if value.is_err() {
            self.known.retain(|_, value| value.is_some());
        }
        value
    }

    fn searched(&mut self, asked: Asked) -> Result<i64> {
        let mut stack = vec![self.open(asked)?];
        loop {
            let Some(mut top) = stack.pop() else { return Ok(0) };
            let lacking = self.go_through(&mut top);
            if let Some(part) = lacking {
                if self.known.contains_key(&part) {
                    return Err(Stop::Cycle(self.definition.words(&part.0)));
                }
                if !self.definition.are_positions(&part.0)? {
                    let from = self.definition.words(&top.asked.0);
                    let to = self.definition.words(&part.0);
                    let why = message!("a move from {from} leads to {to}, which is not a position");
                    return Err(Stop::Undefined(why));
                }
                stack.push(top);
                stack.push(self.open(part)?);
                continue;
            }
            let value = self.folded(&top);
            self.room = self.room.saturating_add(components(&top.options));
            self.known.insert(top.asked, Some(value));
            if stack.is_empty() {
                return Ok(value);
            }
        }
    }

    /// Lists the options of a position.
    fn open(&mut self, asked: Asked) -> Result<Open> {
        let Self { definition, known, most, .. } = self;
        if known.len() >= *most {
            return Err(Stop::Budget(*most));
        }
        if known.len().is_multiple_of(POLL) && !(self.go_on)(known.len()) {
            return Err(Stop::Interrupted);
        }
        known.insert(asked.clone(), None);
        let (sum, player) = &asked;
        // An option has about as many components as the sum.
        let room = MAX_OPTIONS.min(self.room / sum.len().max(1));
        let wanted = Wanted { player: *player, most: room, choices: false };
        let options = definition.wanted(sum, wanted).map_err(|stop| match stop {
            Stop::TooLarge(_) if room < MAX_OPTIONS => Stop::Budget(*most),
            other => other,
        })?;
        let ended = definition.ended(sum)?;
        let next = player.map(|player| match player {
            Player::Left => Player::Right,
            _ => Player::Left,
        });
        let options: Vec<Vec<Asked>> =
            options.into_iter().map(|m| self.parts(m.after, next)).collect();
        let left = self.room.checked_sub(components(&options));
        let left = left.and_then(|left| left.checked_sub(sum.len()));
        self.room = left.ok_or(Stop::Budget(self.most))?;
        Ok(Open { asked, ended, options, values: Vec::new() })
    }

    /// Takes in the values of options in turn, until one lacks its value (which is returned) or
    /// no other matters.
    fn go_through(&self, open: &mut Open) -> Option<Asked> {
        while let Some(option) = open.options.get(open.values.len()) {
            let is_outcome = !matches!(self.quantity, Quantity::Remoteness) && !self.is_mex();
            if is_outcome && open.values.last() == Some(&0) {
                break;
            }
            match self.known(option) {
                Ok(value) => open.values.push(value),
                Err(part) => return Some(part.clone()),
            }
        }
        None
    }

    /// Whether Grundy values are remembered.
    fn is_mex(&self) -> bool {
        self.quantity == Quantity::Sg || self.by_components
    }

    /// What is remembered of a position whose options have these values. Of a remoteness twice the
    /// number is remembered, and one more where the player to move wins: where play may end at once
    /// its parity does not tell.
    fn folded(&self, Open { ended, values, .. }: &Open) -> i64 {
        let is_won = values.contains(&0);
        match (self.quantity, ended) {
            _ if self.is_mex() => (0..).find(|v| !values.contains(v)).unwrap_or(0),
            (_, Some(won)) => (*won).into(),
            (Quantity::Remoteness, None) => {
                let lost = values.iter().filter(|v| *v % 2 == 0).map(|v| v / 2 + 1).min();
                let longest = values.iter().map(|v| v / 2 + 1).max().unwrap_or(0);
                lost.map_or(2 * longest, |shortest| 2 * shortest + 1)
            }
            (Quantity::Misere, None) if values.is_empty() => 1,
            (_, None) if values.is_empty() => self.definition.games[0].stuck_wins.into(),
            (_, None) => is_won.into(),
        }
    }
}

//! Stops of positions by memoised search, on an explicit stack.
//!
//! [`stops`] is the theory: all that comparing a game with numbers can tell follows from the same of its
//! options.
//!
//! A position is a sum of components. Components are valued one by one; numbers among them are
//! added, and the stops of the rest move by that number. A sum of two or more components that are
//! no numbers is a position of its own: its options are those of the definition of a sum.

pub(crate) mod stops;

use crate::progress::Progress;
use crate::search::Result;
use crate::search::key::Key;
use crate::stop::SearchStop;
use arith::{Dyadic, Overflow};
use hashbrown::HashMap;
use rule::ast::Player;
use stops::{Gather, Met, Stops};

/// Options listed between two calls of the progress hook.
const POLL: usize = 1 << 14;

/// Where a valuation gets the options of components.
pub(crate) trait OptionSource {
    /// Calls `visit` with every option of a component, a sum of components, and with whose move it
    /// is.
    ///
    /// # Errors
    /// The key is no position, or an expression has no value.
    fn options(
        &mut self,
        component: &Key,
        visit: &mut dyn FnMut(Player, &[Key]) -> bool,
    ) -> Result<()>;

    /// The component in words.
    fn words(&self, component: &Key) -> String;
}

/// Stops found so far.
pub(crate) struct Valuation<'a, O> {
    /// What lists the options.
    pub(crate) options: O,
    budget: usize,
    progress: &'a dyn Progress,
    nodes: Nodes,
    /// Sums of two or more components, in increasing order, none of which is a number.
    sums: HashMap<Box<[u32]>, u32>,
    met: Met,
    /// Options listed so far, and components of options of the positions under way.
    listed: usize,
    waiting: usize,
}

/// The positions met, by number.
#[derive(Default)]
struct Nodes {
    all: Vec<Node>,
    components: HashMap<Key, u32>,
}

impl Nodes {
    fn add(&mut self, what: What) -> u32 {
        self.all.push(Node { what, state: State::Unknown });
        // The budget is far below 2^32 nodes: each takes many bytes.
        self.all.len() as u32 - 1
    }

    fn component(&mut self, key: &Key) -> u32 {
        if let Some(&node) = self.components.get(key) {
            return node;
        }
        let node = self.add(What::Component(key.clone()));
        self.components.insert(key.clone(), node);
        node
    }
}

/// A component, or a sum of components that are no numbers.
struct Node {
    what: What,
    state: State,
}

enum What {
    Component(Key),
    Sum(Box<[u32]>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Unknown,
    UnderWay,
    /// Place among the stops met.
    Known(u32),
}

/// A node under way.
struct Frame {
    node: u32,
    gather: Gather,
    /// Whose move each option is, and where its components end.
    options: Vec<(Player, u32)>,
    parts: Vec<u32>,
    /// The option at hand.
    next: usize,
}

/// What is known of a sum.
enum Found {
    Stops(Stops),
    /// A node to be valued first.
    Needs(u32),
}

impl<'a, O: OptionSource> Valuation<'a, O> {
    /// A valuation that remembers at most `budget` positions.
    pub(crate) fn new(options: O, budget: usize, progress: &'a dyn Progress) -> Self {
        Self {
            options,
            budget,
            progress,
            nodes: Nodes::default(),
            sums: HashMap::new(),
            met: Met::default(),
            listed: 0,
            waiting: 0,
        }
    }

    /// The stops of a sum of components.
    ///
    /// # Errors
    /// Why the search ended; what was found stays known.
    pub(crate) fn value(&mut self, sum: &[Key]) -> Result<Stops> {
        let parts: Vec<u32> = sum.iter().map(|key| self.nodes.component(key)).collect();
        loop {
            match self.find(&parts)? {
                Found::Stops(stops) => return Ok(stops),
                Found::Needs(node) => {
                    let result = self.descend(node);
                    if result.is_err() {
                        self.waiting = 0;
                        let nodes = self.nodes.all.iter_mut();
                        let under_way = nodes.filter(|n| n.state == State::UnderWay);
                        under_way.for_each(|n| n.state = State::Unknown);
                    }
                    result?;
                }
            }
        }
    }

    fn known(&self, node: u32) -> Option<Stops> {
        match self.nodes.all[node as usize].state {
            State::Known(place) => Some(self.met.at(place)),
            State::Unknown | State::UnderWay => None,
        }
    }

    /// The stops of a sum from those of its components, as far as they are known.
    fn find(&mut self, parts: &[u32]) -> Result<Found> {
        let mut total = Dyadic::ZERO;
        // Most options have at most one component that is no number.
        let mut other: Option<(u32, Stops)> = None;
        let mut others: Vec<u32> = Vec::new();
        for &part in parts {
            let Some(stops) = self.known(part) else { return Ok(Found::Needs(part)) };
            match (stops.number(), other) {
                (Some(x), _) => total = total.checked_add(x).map_err(too_large)?,
                (None, None) => other = Some((part, stops)),
                (None, Some((first, _))) => {
                    if others.is_empty() {
                        others.push(first);
                    }
                    others.push(part);
                }
            }
        }
        let stops = match other {
            None => return Ok(Found::Stops(total.into())),
            Some((_, stops)) if others.is_empty() => stops,
            Some(_) => {
                others.sort_unstable();
                let node = self.sum(others);
                match self.known(node) {
                    Some(stops) => stops,
                    None => return Ok(Found::Needs(node)),
                }
            }
        };
        stops.translated(total).map(Found::Stops).map_err(too_large)
    }

    fn sum(&mut self, parts: Vec<u32>) -> u32 {
        let parts: Box<[u32]> = parts.into();
        if let Some(&node) = self.sums.get(&parts) {
            return node;
        }
        let node = self.nodes.add(What::Sum(parts.clone()));
        self.sums.insert(parts, node);
        node
    }

    fn descend(&mut self, root: u32) -> Result<()> {
        let mut stack: Vec<Frame> = Vec::new();
        self.open(root, &mut stack)?;
        while let Some(mut frame) = stack.pop() {
            let mut start =
                frame.next.checked_sub(1).map_or(0, |before| frame.options[before].1 as usize);
            let needed = loop {
                let Some(&(player, end)) = frame.options.get(frame.next) else { break None };
                let stops = match self.find(&frame.parts[start..end as usize])? {
                    Found::Stops(stops) => stops,
                    Found::Needs(node) => break Some(node),
                };
                if player != Player::Right {
                    frame.gather.left(&stops);
                }
                if player != Player::Left {
                    frame.gather.right(&stops);
                }
                frame.next += 1;
                start = end as usize;
            };
            if let Some(node) = needed {
                stack.push(frame);
                self.open(node, &mut stack)?;
            } else {
                self.waiting -= frame.parts.len();
                let stops = frame.gather.finish().map_err(too_large)?;
                self.nodes.all[frame.node as usize].state = State::Known(self.met.place(stops));
            }
        }
        Ok(())
    }

    /// Lists the options of a node.
    fn open(&mut self, node: u32, stack: &mut Vec<Frame>) -> Result<()> {
        let entry = &mut self.nodes.all[node as usize];
        if entry.state == State::UnderWay {
            return Err(SearchStop::Cycle(self.words(node).into()));
        }
        entry.state = State::UnderWay;
        let mut frame = Frame {
            node,
            gather: Gather::default(),
            options: Vec::new(),
            parts: Vec::new(),
            next: 0,
        };
        match &entry.what {
            What::Component(key) => {
                let key = key.clone();
                self.list(&key, &[], &mut frame, stack)?;
            }
            What::Sum(parts) => {
                let parts = parts.clone();
                for (i, &part) in parts.iter().enumerate() {
                    if i > 0 && parts[i - 1] == part {
                        continue;
                    }
                    let What::Component(key) = &self.nodes.all[part as usize].what else {
                        unreachable!("sums are of components");
                    };
                    let (key, mut rest) = (key.clone(), parts.to_vec());
                    rest.remove(i);
                    self.list(&key, &rest, &mut frame, stack)?;
                }
            }
        }
        self.waiting += frame.parts.len();
        stack.push(frame);
        Ok(())
    }

    /// Adds the options of a component that stands beside the `rest` to the frame.
    fn list(&mut self, key: &Key, rest: &[u32], frame: &mut Frame, stack: &[Frame]) -> Result<()> {
        let mut stopped = None;
        let Self { options, nodes, listed, progress, budget, waiting, .. } = self;
        let visit = &mut |player: Player, option: &[Key]| {
            *listed += 1;
            if *listed % POLL == 0 && !progress.advance(nodes.all.len() as u64, 0) {
                stopped = Some(SearchStop::Interrupted);
                return false;
            }
            if nodes.all.len() + *waiting + frame.parts.len() >= *budget {
                stopped = Some(SearchStop::Budget(*budget));
                return false;
            }
            for part in option {
                frame.parts.push(nodes.component(part));
            }
            frame.parts.extend(rest);
            frame.options.push((player, frame.parts.len() as u32));
            true
        };
        let listed = match options.options(key, visit) {
            Err(SearchStop::NoPosition) => {
                let from = stack.last().and_then(|f| match &nodes.all[f.node as usize].what {
                    What::Component(key) => Some(options.words(key)),
                    What::Sum(_) => None,
                });
                Err(SearchStop::no_position(from, &options.words(key)))
            }
            other => other,
        };
        stopped.map_or(listed, Err)
    }

    fn words(&self, node: u32) -> String {
        match &self.nodes.all[node as usize].what {
            What::Component(key) => self.options.words(key),
            What::Sum(parts) => {
                let parts: Vec<String> = parts.iter().map(|&part| self.words(part)).collect();
                parts.join(" | ")
            }
        }
    }
}

fn too_large(_: Overflow) -> SearchStop {
    SearchStop::TooLarge(
        "a value has a numerator or denominator of more than 126 binary digits".into(),
    )
}

//! Which parts are alike: the same but for the names of their elements.
//!
//! The moves of a part say all about it. So parts whose moves are the same once their elements are
//! numbered in some way have the same value, however they were numbered. The numbers come from colours
//! that are refined by the moves around each element (Weisfeiler, Lehman); where colours leave a choice
//! the first element of its colour goes before the others. Alike parts may then go unnoticed; no two that
//! are not alike are taken to be.

use super::parts::{Removal, members};
use rule::ast::Player;

/// Most symmetries of a position that are used.
const MAX_SYMMETRIES: usize = 16;

/// Numbers the elements of parts, keeping its room for the next part.
#[derive(Default)]
pub(super) struct Numbering {
    /// Of all moves the elements that they touch, and how; and where each move ends.
    touched: Vec<(u8, u64)>,
    ends: Vec<usize>,
    colours: Vec<u64>,
    around: Vec<u64>,
    /// The elements by colour.
    sorted: Vec<(u64, u8)>,
    /// For each choice that colours left: the elements that could be chosen.
    choices: Vec<Vec<u8>>,
}

/// A number that tells most numbers apart.
#[inline]
fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    number ^ number >> 29
}

/// The number of an element that is a mask.
fn index(element: u64) -> u8 {
    element.trailing_zeros() as u8
}

impl Numbering {
    /// The elements of a part in the order of their numbers. Where colours leave choices, the first ones
    /// are made as said.
    pub(super) fn order<'m>(
        &mut self,
        moves: impl Iterator<Item = &'m Removal>,
        part: u64,
        choices: &[u8],
    ) -> impl ExactSizeIterator<Item = u8> + '_ {
        self.start(moves, part);
        let elements = self.sorted.len();
        let mut colours = self.refine(1);
        for choice in 0.. {
            if colours == elements {
                break;
            }
            let alike = self.sorted.chunk_by(|a, b| a.0 == b.0).find(|alike| alike.len() > 1);
            let Some(alike) = alike else { break };
            let chosen = choices.get(choice).copied().unwrap_or(alike[0].1);
            self.choices.push(alike.iter().map(|(_, element)| *element).collect());
            let colour = &mut self.colours[usize::from(chosen)];
            *colour = mixed(*colour ^ (choice as u64 + 1) << 32);
            colours = self.refine(colours + 1);
        }
        self.sorted.iter().map(|(_, element)| *element)
    }

    fn start<'m>(&mut self, moves: impl Iterator<Item = &'m Removal>, part: u64) {
        self.touched.clear();
        self.ends.clear();
        for m in moves {
            for element in members(m.touched() & part) {
                let bit = |set: u64| u64::from(set & element != 0);
                let how = bit(m.need) | bit(m.avoid) << 1 | bit(m.drop) << 2;
                self.touched.push((index(element), how << 60 | (m.player as u64) << 58));
            }
            self.ends.push(self.touched.len());
        }
        self.colours.clear();
        self.colours.resize(64, 1);
        self.sorted.clear();
        self.sorted.extend(members(part).map(|element| (1, index(element))));
        self.choices.clear();
    }

    /// Refines the colours, of which there are `known`, until they are not told apart further; how many
    /// there are then.
    fn refine(&mut self, mut known: usize) -> usize {
        loop {
            for _ in 0..2 {
                self.refine_once();
            }
            for (colour, element) in &mut self.sorted {
                *colour = self.colours[usize::from(*element)];
            }
            self.sorted.sort_unstable();
            let colours = self.sorted.chunk_by(|a, b| a.0 == b.0).count();
            if colours <= known || colours == self.sorted.len() {
                return colours;
            }
            known = colours;
        }
    }

    fn refine_once(&mut self) {
        self.around.clear();
        self.around.resize(64, 0);
        let mut first = 0;
        for &end in &self.ends {
            let touched = &self.touched[first..end];
            let one = |&(element, how): &(u8, u64)| {
                (self.colours[usize::from(element)] ^ how).wrapping_mul(0xd6e8_feb8_6659_fd93)
            };
            let whole = mixed(touched.iter().map(one).fold(0, u64::wrapping_add));
            for &(element, how) in touched {
                let around = &mut self.around[usize::from(element)];
                *around = around.wrapping_add((whole ^ how).wrapping_mul(0xa24b_aed4_963e_e407));
            }
            first = end;
        }
        for (_, element) in &self.sorted {
            let colour = &mut self.colours[usize::from(*element)];
            *colour = mixed(colour.rotate_left(7) ^ self.around[usize::from(*element)]);
        }
    }

    /// The moves of a part with its elements numbered, as bytes that determine them.
    pub(super) fn form<'m>(
        &mut self,
        moves: impl Iterator<Item = &'m Removal> + Clone,
        part: u64,
    ) -> Box<[u8]> {
        let mut numbers = [0; 64];
        for (number, element) in self.order(moves.clone(), part, &[]).enumerate() {
            numbers[usize::from(element)] = number;
        }
        let numbered = |set: u64| {
            members(set & part).fold(0u64, |all, e| all | 1 << numbers[usize::from(index(e))])
        };
        let mut all: Vec<Removal> = moves.map(|m| m.mapped(numbered)).collect();
        all.sort_unstable();
        all.dedup();
        let mut form = Vec::with_capacity(4 * all.len());
        for m in all {
            // Numbers of elements are smaller, and so is what stands before them.
            if m.player != Player::Either {
                form.push(0xc0 | m.player as u8);
            }
            // Most moves drop what they need, and nothing else.
            let is_short = m.drop == m.need && m.avoid == 0;
            let sets = if is_short { vec![m.need] } else { vec![m.need, m.avoid, m.drop] };
            for (place, set) in sets.into_iter().enumerate() {
                let mark = if place == 0 && is_short { 0x80 } else { 0 };
                form.push(set.count_ones() as u8 | mark);
                form.extend(members(set).map(index));
            }
        }
        form.into_boxed_slice()
    }
}

/// A way to exchange the elements of a position that leaves its moves the same.
pub(super) struct Symmetry {
    /// Where each byte of a mask of elements goes.
    bytes: Vec<[u64; 256]>,
    /// The moves after which the second player cannot always answer with the image of the move; `None`
    /// where the image of an image is another element.
    unanswered: Option<Vec<Removal>>,
}

impl Symmetry {
    /// The image of some elements.
    #[inline]
    pub(super) fn of(&self, mut elements: u64) -> u64 {
        let (mut image, mut byte) = (0, 0);
        while elements != 0 {
            image |= self.bytes[byte][(elements & 0xff) as usize];
            (elements, byte) = (elements >> 8, byte + 1);
        }
        image
    }

    /// Whether the second player wins by answering every move with its image: the part is its own image,
    /// and no move drops what its image needs.
    pub(super) fn answers(&self, part: u64) -> bool {
        let Some(unanswered) = &self.unanswered else { return false };
        self.of(part) == part && unanswered.iter().all(|m| m.need & !part != 0)
    }

    fn new(places: &[u8; 64], moves: &[Removal]) -> Self {
        let mut bytes = vec![[0; 256]; 8];
        for (byte, table) in bytes.iter_mut().enumerate() {
            for (set, image) in table.iter_mut().enumerate() {
                *image = image_of(places, (set as u64) << (8 * byte));
            }
        }
        let is_involution = (0..64u8).all(|e| places[usize::from(places[usize::from(e)])] == e);
        let hinders = |m: &&Removal| m.drop & image_of(places, m.need) != 0;
        let unanswered = is_involution.then(|| moves.iter().filter(hinders).copied().collect());
        Self { bytes, unanswered }
    }
}

fn image_of(places: &[u8; 64], set: u64) -> u64 {
    members(set).fold(0, |all, e| all | 1 << places[usize::from(index(e))])
}

/// Some symmetries of these moves, each checked on all of them; sorted `moves`.
pub(super) fn symmetries(moves: &[Removal]) -> Vec<Symmetry> {
    let whole = moves.iter().fold(0, |all, m| all | m.touched());
    let mut numbering = Numbering::default();
    let own: Vec<u8> = numbering.order(moves.iter(), whole, &[]).collect();
    let choices = numbering.choices.clone();
    let keeps_moves = |places: &[u8; 64]| {
        let of = |set| image_of(places, set);
        let mut images: Vec<Removal> = moves.iter().map(|m| m.mapped(of)).collect();
        images.sort_unstable();
        images == moves
    };
    let nothing: [u8; 64] = std::array::from_fn(|e| e as u8);
    let (mut generators, mut before) = (Vec::new(), Vec::new());
    for alike in &choices {
        for &other in &alike[1..] {
            let chosen = [&before[..], &[other]].concat();
            let mut places = nothing;
            for (from, to) in own.iter().zip(numbering.order(moves.iter(), whole, &chosen)) {
                places[usize::from(*from)] = to;
            }
            if keeps_moves(&places) {
                generators.push(places);
            }
        }
        before.push(alike[0]);
    }
    let mut group = vec![nothing];
    let mut next = 0;
    while let Some(&one) = group.get(next) {
        for other in &generators {
            let both = one.map(|e| other[usize::from(e)]);
            if group.len() < MAX_SYMMETRIES && !group.contains(&both) {
                group.push(both);
            }
        }
        next += 1;
    }
    group[1..].iter().map(|places| Symmetry::new(places, moves)).collect()
}

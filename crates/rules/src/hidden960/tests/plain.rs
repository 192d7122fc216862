//! A naive reference implementation of the rules, without regard to speed: squares one by one,
//! rays step by step, all sets of reveals tried. Compared with the real implementation over random games and
//! over random positions, which are stranger than those of games.

use std::collections::BTreeSet;

use super::*;
use crate::board::{CastlingSide, Color, File, Rank, Role, Square, color_index};

/// A choice in machine notation, the position after it, and its squares and roles.
pub(super) type PlainChoice = (String, Plain, Vec<(Square, Role)>);

#[derive(Clone)]
pub(super) struct Plain {
    men: [Option<(Color, Option<Role>)>; 64],
    pools: [Vec<Role>; 2],
    unmoved: Vec<Square>,
    en_passant: Option<Square>,
    turn: Color,
    arrays: Option<[[Option<Role>; 8]; 2]>,
}

fn step(square: Square, (files, ranks): (i32, i32)) -> Option<Square> {
    Some(Square::from_coords(
        square.file().offset(files)?,
        square.rank().offset(ranks)?,
    ))
}

const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
const JUMPS: [(i32, i32); 8] = [
    (1, 2),
    (2, 1),
    (-1, 2),
    (-2, 1),
    (1, -2),
    (2, -1),
    (-1, -2),
    (-2, -1),
];

impl Plain {
    pub(super) fn of(position: &Hidden960) -> Plain {
        let mut men = [None; 64];
        for square in position.board.occupied() {
            let color = position.board.color_at(square).unwrap();
            men[square.to_usize()] = Some((color, position.board.role_at(square)));
        }
        Plain {
            men,
            pools: position.pools.map(|pool| pool.men().collect()),
            unmoved: position.unmoved.into_iter().collect(),
            en_passant: position.en_passant,
            turn: position.turn,
            arrays: (position.variant == Variant::Chess960).then(|| {
                position
                    .arrays
                    .map(|array| File::ALL.map(|file| array.role_at(file)))
            }),
        }
    }

    pub(super) fn man(&self, square: Square) -> Option<(Color, Option<Role>)> {
        self.men[square.to_usize()]
    }

    fn reach(&self, from: Square) -> Vec<Square> {
        let Some((color, Some(role))) = self.man(from) else {
            return Vec::new();
        };
        let forward = color.fold_wb(1, -1);
        let once = |steps: &[(i32, i32)]| steps.iter().filter_map(|s| step(from, *s)).collect();
        let ride = |steps: &[(i32, i32)]| {
            let mut all = Vec::new();
            for direction in steps {
                let mut square = from;
                while let Some(next) = step(square, *direction) {
                    all.push(next);
                    square = next;
                    if self.man(next).is_some() {
                        break;
                    }
                }
            }
            all
        };
        let both = [STRAIGHT, DIAGONAL].concat();
        match role {
            Role::Pawn => once(&[(-1, forward), (1, forward)]),
            Role::Knight => once(&JUMPS),
            Role::King => once(&both),
            Role::Bishop => ride(&DIAGONAL),
            Role::Rook => ride(&STRAIGHT),
            Role::Queen => ride(&both),
        }
    }

    pub(super) fn is_attacked(&self, square: Square, by: Color) -> bool {
        Square::ALL.into_iter().any(|from| {
            self.man(from).is_some_and(|(color, _)| color == by)
                && self.reach(from).contains(&square)
        })
    }

    pub(super) fn king(&self, color: Color) -> Option<Square> {
        Square::ALL
            .into_iter()
            .find(|square| self.man(*square) == Some((color, Some(Role::King))))
    }

    pub(super) fn hidden(&self, color: Color) -> Vec<Square> {
        Square::ALL
            .into_iter()
            .filter(|square| self.man(*square) == Some((color, None)))
            .collect()
    }

    pub(super) fn threatened(&self, color: Color) -> Vec<Square> {
        let mut all = self.hidden(color);
        all.retain(|square| self.is_attacked(*square, color.other()));
        all
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = self.castlings();
        for from in Square::ALL {
            let Some((color, Some(role))) = self.man(from) else {
                continue;
            };
            if color != self.turn {
                continue;
            }
            for to in self.destinations(from, role) {
                let mut next = self.clone();
                next.make(from, to);
                if next.mover_is_safe() {
                    if role == Role::Pawn && matches!(to.rank(), Rank::First | Rank::Eighth) {
                        moves.extend("qrbn".chars().map(|c| format!("{from}{to}{c}")));
                    } else {
                        moves.push(format!("{from}{to}"));
                    }
                }
            }
        }
        moves
    }

    fn destinations(&self, from: Square, role: Role) -> Vec<Square> {
        let mut all = self.reach(from);
        all.retain(|to| match self.man(*to) {
            Some((_, None)) | Some((_, Some(Role::King))) => false,
            Some((color, _)) => color != self.turn,
            None => role != Role::Pawn || self.en_passant == Some(*to),
        });
        if role == Role::Pawn {
            let forward = self.turn.fold_wb(1, -1);
            let one = step(from, (0, forward)).filter(|to| self.man(*to).is_none());
            let two = one
                .filter(|_| from.rank() == self.turn.fold_wb(Rank::Second, Rank::Seventh))
                .and_then(|one| step(one, (0, forward)))
                .filter(|to| self.man(*to).is_none());
            all.extend(one);
            all.extend(two);
        }
        all
    }

    fn make(&mut self, from: Square, to: Square) {
        let man = self.men[from.to_usize()].take();
        if man.is_some_and(|(_, role)| role == Some(Role::Pawn))
            && self.en_passant == Some(to)
            && from.file() != to.file()
        {
            self.men[Square::from_coords(to.file(), from.rank()).to_usize()] = None;
        }
        self.men[to.to_usize()] = man;
    }

    fn mover_is_safe(&self) -> bool {
        match self.king(self.turn) {
            Some(king) => !self.is_attacked(king, self.turn.other()),
            None => self.threatened(self.turn).len() < self.hidden(self.turn).len(),
        }
    }

    fn castlings(&self) -> Vec<String> {
        let Some(king) = self.king(self.turn) else {
            return Vec::new();
        };
        let enemy = self.turn.other();
        let rook = Some((self.turn, Some(Role::Rook)));
        if !self.unmoved.contains(&king) || self.is_attacked(king, enemy) {
            return Vec::new();
        }
        let rooks = self.unmoved.iter().filter(|at| self.man(**at) == rook);
        let mut all = Vec::new();
        for rook in rooks.copied() {
            let side = CastlingSide::from_king_side(rook.file() > king.file());
            let (king_file, rook_file) = if side == CastlingSide::KingSide {
                (File::G, File::F)
            } else {
                (File::C, File::D)
            };
            let span = |a: File, b: File| {
                File::ALL
                    .into_iter()
                    .filter(move |file| *file >= a.min(b) && *file <= a.max(b))
                    .map(|file| Square::from_coords(file, king.rank()))
            };
            let mut bare = self.clone();
            bare.men[king.to_usize()] = None;
            bare.men[rook.to_usize()] = None;
            let free = span(king.file(), rook.file())
                .chain(span(king.file(), king_file))
                .chain(span(rook.file(), rook_file))
                .all(|square| bare.man(square).is_none());
            let safe = span(king.file(), king_file)
                .filter(|square| *square != king || king.file() == king_file)
                .all(|square| !bare.is_attacked(square, enemy));
            if free && safe {
                all.push(format!("{king}{rook}"));
            }
        }
        all
    }

    pub(super) fn reveal(&self, square: Square, role: Role) -> Plain {
        let mut next = self.clone();
        let (color, _) = self.man(square).unwrap();
        next.men[square.to_usize()] = Some((color, Some(role)));
        let pool = &mut next.pools[color_index(color)];
        let place = pool.iter().position(|other| *other == role).unwrap();
        pool.remove(place);
        next.unmoved.push(square);
        if let Some(arrays) = &mut next.arrays {
            arrays[color_index(color)][square.file().to_usize()] = Some(role);
        }
        next
    }

    /// Whether the rest of the pool can be placed so that an array of Chess960 results.
    fn array_is_possible(&self, color: Color) -> bool {
        let Some(arrays) = self.arrays else {
            return true;
        };
        fn fill(array: &mut [Option<Role>; 8], pool: &mut Vec<Role>) -> bool {
            let Some(hole) = array.iter().position(Option::is_none) else {
                let array = *array;
                let files = |role| (0..8).filter(move |file| array[*file] == Some(role));
                let bishops: Vec<usize> = files(Role::Bishop).collect();
                let rooks: Vec<usize> = files(Role::Rook).collect();
                let king = files(Role::King).next().unwrap();
                return (bishops[0] + bishops[1]) % 2 == 1 && rooks[0] < king && king < rooks[1];
            };
            let mut tried = Vec::new();
            for i in 0..pool.len() {
                let role = pool.remove(i);
                if !tried.contains(&role) {
                    tried.push(role);
                    array[hole] = Some(role);
                    let found = fill(array, pool);
                    array[hole] = None;
                    if found {
                        pool.insert(i, role);
                        return true;
                    }
                }
                pool.insert(i, role);
            }
            false
        }
        let i = color_index(color);
        fill(&mut arrays[i].clone(), &mut self.pools[i].clone())
    }

    /// All single choices, or pairs, on `squares`, and the positions after them.
    pub(super) fn choices(&self, color: Color, squares: &[Square]) -> Vec<PlainChoice> {
        let roles: BTreeSet<Role> = self.pools[color_index(color)].iter().copied().collect();
        let hidden = self.hidden(color);
        let mut all = Vec::new();
        if let [first, second] = hidden[..] {
            for role in &roles {
                let next = self.reveal(first, *role);
                let other = next.pools[color_index(color)][0];
                let next = next.reveal(second, other);
                if next.array_is_possible(color) {
                    let (a, b) = (role.upper_char(), other.upper_char());
                    all.push((
                        format!("{first}={a}+{second}={b}"),
                        next,
                        vec![(first, *role), (second, other)],
                    ));
                }
            }
            return all;
        }
        for square in squares {
            for role in &roles {
                let next = self.reveal(*square, *role);
                if next.array_is_possible(color) {
                    all.push((
                        format!("{square}={}", role.upper_char()),
                        next,
                        vec![(*square, *role)],
                    ));
                }
            }
        }
        all
    }

    /// Whether some set of own reveals with every threatened square makes some move legal.
    fn a_move_can_come(&self) -> bool {
        if self.threatened(self.turn).is_empty() && !self.moves().is_empty() {
            return true;
        }
        let hidden = self.hidden(self.turn);
        self.choices(self.turn, &hidden)
            .iter()
            .any(|(_, next, _)| next.a_move_can_come())
    }

    pub(super) fn legal(&self) -> BTreeSet<String> {
        let names =
            |choices: &[PlainChoice]| choices.iter().map(|choice| choice.0.clone()).collect();
        let waiting = self.turn.other();
        let threatened = self.threatened(waiting);
        if !threatened.is_empty() {
            let all = self.choices(waiting, &threatened);
            if threatened.len() == self.hidden(waiting).len() {
                return names(&all);
            }
            let mut safe = all.clone();
            safe.retain(|(_, _, reveals)| {
                !reveals
                    .iter()
                    .any(|(square, role)| *role == Role::King && threatened.contains(square))
            });
            return names(if safe.is_empty() { &all } else { &safe });
        }
        let threatened = self.threatened(self.turn);
        let is_forced = !threatened.is_empty();
        let squares = if is_forced {
            threatened
        } else {
            self.hidden(self.turn)
        };
        if !is_forced && !self.a_move_can_come() {
            return BTreeSet::new();
        }
        let all = self.choices(self.turn, &squares);
        let mut good = all.clone();
        good.retain(|(_, next, _)| next.a_move_can_come());
        let mut legal: BTreeSet<String> = names(if good.is_empty() { &all } else { &good });
        if !is_forced {
            legal.extend(self.moves());
        }
        legal
    }
}

//! The support of explosions by a plain search through all sequences of three own moves.

use crate::board::{Castling, Color, PROMOTIONS, Role, Square};
use crate::time_traveler::identity::Identities;
use crate::time_traveler::position::TimeTraveler;
use crate::time_traveler::stage::Stage;

#[derive(Clone, Copy, PartialEq)]
enum Man {
    /// Own; with its identity if it is untraveled.
    Own(Role, Option<u8>),
    /// Own and traveling.
    Still,
    Enemy,
}

#[derive(Clone)]
struct Imagined {
    squares: [Option<Man>; 64],
    color: Color,
    castling: Castling,
    /// The en passant square, the square of the man that jumped, whether it annihilated.
    en_passant: Option<(Square, Square, bool)>,
}

/// For each role and square, the identities that could stand there.
pub(super) type Table = [[Identities; 64]; 6];

/// The supports, found by an exhaustive search.
pub(super) fn supports(game: &TimeTraveler) -> Table {
    let color = game.turn;
    let squares = std::array::from_fn(|square| {
        let square = Square::new(square as u32);
        let (piece, stage) = game.men.at(square)?;
        Some(if piece.color != color {
            Man::Enemy
        } else if stage == Stage::Traveling {
            Man::Still
        } else {
            Man::Own(piece.role, game.men.identity_at(square))
        })
    });
    let imagined = Imagined {
        squares,
        color,
        castling: game.castling,
        en_passant: game.en_passant.map(|right| {
            let beyond = right
                .square
                .offset(color.fold_wb(-8, 8))
                .expect("on the board");
            (right.square, beyond, right.annihilated)
        }),
    };
    let mut table = [[0; 64]; 6];
    imagined.search(3, &mut table);
    table
}

impl Imagined {
    fn search(&self, moves: u32, table: &mut Table) {
        self.for_each_move(|changes| {
            let mut next = self.clone();
            next.en_passant = None;
            for (square, man) in changes {
                next.castling.discard_rook(*square);
                next.squares[square.to_usize()] = *man;
            }
            let home = self.color.fold_wb(Square::E1, Square::E8);
            if changes.iter().any(|(square, _)| *square == home) {
                next.castling.discard_color(self.color);
            }
            for (square, man) in changes {
                if let Some(Man::Own(role, Some(identity))) = man {
                    table[*role as usize - 1][square.to_usize()] |= 1 << identity;
                }
            }
            if moves > 1 {
                next.search(moves - 1, table);
            }
        });
    }

    fn for_each_move(&self, mut visit: impl FnMut(&[(Square, Option<Man>)])) {
        for from in Square::ALL {
            let Some(Man::Own(role, identity)) = self.squares[from.to_usize()] else {
                continue;
            };
            let man = |role| Some(Man::Own(role, identity));
            match role {
                Role::Pawn => self.pawn(from, identity, &mut visit),
                Role::Knight => self.steps(from, man(role), &KNIGHT, 1, &mut visit),
                Role::King => {
                    self.steps(from, man(role), &ALL, 1, &mut visit);
                    self.castle(from, identity, &mut visit);
                }
                Role::Bishop => self.steps(from, man(role), &ALL[4..], 7, &mut visit),
                Role::Rook => self.steps(from, man(role), &ALL[..4], 7, &mut visit),
                Role::Queen => self.steps(from, man(role), &ALL, 7, &mut visit),
            }
        }
    }

    fn at(&self, square: Square) -> Option<Man> {
        self.squares[square.to_usize()]
    }

    fn steps(
        &self,
        from: Square,
        man: Option<Man>,
        steps: &[(i32, i32)],
        far: u32,
        visit: &mut impl FnMut(&[(Square, Option<Man>)]),
    ) {
        for step in steps {
            let mut to = from;
            for _ in 0..far {
                let Some(next) = go(to, *step) else { break };
                to = next;
                match self.at(to) {
                    None => visit(&[(from, None), (to, man)]),
                    Some(Man::Enemy) => {
                        visit(&[(from, None), (to, man)]);
                        break;
                    }
                    Some(_) => break,
                }
            }
        }
    }

    fn pawn(
        &self,
        from: Square,
        identity: Option<u8>,
        visit: &mut impl FnMut(&[(Square, Option<Man>)]),
    ) {
        let up = self.color.fold_wb(1, -1);
        let last = self.color.fold_wb(7, 0);
        let second = self.color.fold_wb(1, 6);
        let mut arrive = |to: Square| {
            if to.rank().to_u32() == last {
                for role in PROMOTIONS {
                    visit(&[(from, None), (to, Some(Man::Own(role, identity)))]);
                }
            } else {
                let pawn = Some(Man::Own(Role::Pawn, identity));
                visit(&[(from, None), (to, pawn)]);
            }
        };
        let one = go(from, (0, up)).expect("no pawn stands on the last rank");
        if self.at(one).is_none() {
            arrive(one);
            if from.rank().to_u32() == second {
                let two = go(one, (0, up)).expect("on the board");
                if self.at(two).is_none() {
                    arrive(two);
                }
            }
        }
        for side in [-1, 1] {
            let Some(to) = go(from, (side, up)) else {
                continue;
            };
            if self.at(to) == Some(Man::Enemy) {
                arrive(to);
            }
        }
        if let Some((target, jumped, annihilated)) = self.en_passant
            && [-1, 1]
                .into_iter()
                .any(|side| go(from, (side, up)) == Some(target))
        {
            let pawn = Some(Man::Own(Role::Pawn, identity));
            let beyond = annihilated.then_some(Man::Enemy);
            visit(&[(from, None), (target, pawn), (jumped, beyond)]);
        }
    }

    fn castle(
        &self,
        king: Square,
        identity: Option<u8>,
        visit: &mut impl FnMut(&[(Square, Option<Man>)]),
    ) {
        if identity.is_none() {
            return;
        }
        let rank = self.color.fold_wb(0, 56);
        let square = |file: u32| Square::new(rank + file);
        for (rook, king_to, rook_to, between) in [
            (square(7), square(6), square(5), vec![5, 6]),
            (square(0), square(2), square(3), vec![1, 2, 3]),
        ] {
            if king == square(4)
                && self.castling.rooks().contains(rook)
                && between.iter().all(|file| self.at(square(*file)).is_none())
            {
                visit(&[
                    (king, None),
                    (rook, None),
                    (king_to, self.at(king)),
                    (rook_to, self.at(rook)),
                ]);
            }
        }
    }
}

const ALL: [(i32, i32); 8] = [
    (0, 1),
    (0, -1),
    (1, 0),
    (-1, 0),
    (1, 1),
    (-1, -1),
    (1, -1),
    (-1, 1),
];
const KNIGHT: [(i32, i32); 8] = [
    (1, 2),
    (1, -2),
    (-1, 2),
    (-1, -2),
    (2, 1),
    (2, -1),
    (-2, 1),
    (-2, -1),
];

fn go(from: Square, (files, ranks): (i32, i32)) -> Option<Square> {
    let file = from.file().to_u32() as i32 + files;
    let rank = from.rank().to_u32() as i32 + ranks;
    ((0..8).contains(&file) && (0..8).contains(&rank))
        .then(|| Square::new((rank * 8 + file) as u32))
}

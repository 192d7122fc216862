//! The starting positions of the games for a suite, and which positions are special.

use std::ops::ControlFlow;

use manifold_engine::Random;
use manifold_rules::board::{Bitboard, Board, Color, Role, Square};
use manifold_rules::dmchess::DmChess;
use manifold_rules::hidden960::Hidden960;
use manifold_rules::hyperspace::Hyperspace;
use manifold_rules::position::{Bounds, Position};
use manifold_rules::time_traveler::TimeTraveler;

use crate::solver::Provable;

/// A game for which a suite is made.
pub(crate) trait Source: Provable {
    fn beginning(random: &mut Random) -> Option<Self> {
        let _ = random;
        Some(Self::start(Default::default()))
    }

    /// The actions to choose from in a random game: the special ones, of which there are many, only in some cases.
    fn some_actions(&self, random: &mut Random) -> Vec<Self::Action> {
        self.legal_actions_within(Bounds {
            max_delay: if random.below(4) == 0 { 3 } else { 0 },
        })
    }

    /// Whether a position has something that chess does not.
    fn is_special(&self) -> bool {
        true
    }
}

impl Source for Hyperspace {
    fn is_special(&self) -> bool {
        Color::ALL
            .iter()
            .any(|color| self.away(*color).next().is_some())
    }
}

impl Source for TimeTraveler {
    /// All men in one of three games; otherwise few, with most explosions already made: with a thousand actions per
    /// turn no proof gets far.
    fn beginning(random: &mut Random) -> Option<TimeTraveler> {
        if random.below(3) == 0 {
            return Some(TimeTraveler::start(Default::default()));
        }
        let mut board = [const { String::new() }; 64];
        let mut fields = Vec::new();
        let mut moved = Vec::new();
        let strong = random.below(2);
        for color in Color::ALL {
            let is_strong = color.fold_wb(0, 1) == strong;
            let mut explosions = Vec::new();
            let free = |role: Role, random: &mut Random| loop {
                let square = Square::new(random.below(64) as u32);
                let home = role == Role::Pawn && Bitboard::BACKRANKS.contains(square);
                if board[square.to_usize()].is_empty() && !home {
                    return square;
                }
            };
            let mut placed: Vec<(Square, String)> = Vec::new();
            let starts = color.fold_wb([0, 8], [56, 48]);
            for start in starts.into_iter().flat_map(|first| first..first + 8) {
                let start = Square::new(start);
                let role = Board::start().role_at(start).unwrap_or(Role::Pawn);
                let letter = |mark: &str| format!("{}{mark}", role.of(color).char());
                let part = if is_strong { 3 } else { 6 };
                let stays = role == Role::King || random.below(part) == 0;
                let square = free(role, random);
                if stays {
                    placed.push((square, letter("")));
                    if square != start {
                        moved.push(format!("{start}{square}"));
                    }
                }
                let travels = random.below(if is_strong { 4 } else { 6 }) == 0;
                if travels || random.below(6) > 0 {
                    let there = free(role, random);
                    let name = role.upper_char();
                    explosions.push(format!("{name}{there}={start}"));
                    if travels && there != square {
                        let traveled = free(role, random);
                        if stays && random.below(2) == 0 {
                            placed.push((there, letter("*")));
                        }
                        placed.push((traveled, letter("'")));
                    }
                }
            }
            for (square, man) in placed {
                board[square.to_usize()] = man;
            }
            fields.push(if explosions.is_empty() {
                "-".to_owned()
            } else {
                explosions.join(",")
            });
        }
        let moved = if moved.is_empty() {
            "-".to_owned()
        } else {
            moved.join(",")
        };
        let board = fen_board(&board);
        let turn = ["w", "b"][strong as usize];
        let text = format!(
            "{board} {turn} - - {moved} {} {} - 0 1",
            fields[0], fields[1]
        );
        TimeTraveler::from_text(Default::default(), &text).ok()
    }

    fn some_actions(&self, random: &mut Random) -> Vec<Self::Action> {
        if random.below(6) == 0 {
            return self.legal_actions();
        }
        let mut all = Vec::new();
        let _ = self.for_each_without_explosions(|action| {
            all.push(action);
            ControlFlow::<()>::Continue(())
        });
        all
    }

    fn is_special(&self) -> bool {
        let stages =
            |color| self.traveling(color) | (self.movable(color) & !self.untraveled(color));
        (stages(Color::White) | stages(Color::Black)).any()
    }
}

impl Source for Hidden960 {
    fn is_special(&self) -> bool {
        (self.hidden(Color::White) | self.hidden(Color::Black)).any()
    }
}

impl Source for DmChess {
    /// Few men: some kings on each side, and more men of all kinds on one side.
    fn beginning(random: &mut Random) -> Option<DmChess> {
        let mut boards = [[' '; 64]; 8];
        let mut put = |man: char, board: Option<usize>, random: &mut Random| {
            for _ in 0..100 {
                let board = board.unwrap_or(random.below(8) as usize);
                let square = random.below(64) as usize;
                let home = man.eq_ignore_ascii_case(&'p') && !(8..56).contains(&square);
                if boards[board][square] == ' ' && !home {
                    boards[board][square] = man;
                    return;
                }
            }
        };
        let strong_is_white = random.below(2) == 0;
        let case = |man: char, strong: bool| {
            if strong == strong_is_white {
                man.to_ascii_uppercase()
            } else {
                man
            }
        };
        let weak_kings = [1, 1, 2, 3, 4][random.below(5) as usize];
        let strong_kings = [1, 2, 5, 6, 7][random.below(5) as usize];
        for (strong, kings, men) in [
            (true, strong_kings, 3 + random.below(5)),
            (false, weak_kings, random.below(4)),
        ] {
            let first = random.below(8) as usize;
            for number in 0..kings {
                put(case('k', strong), Some((first + number) % 8), random);
            }
            for _ in 0..men {
                let man = ['q', 'r', 'r', 'b', 'n', 'p'][random.below(6) as usize];
                put(case(man, strong), None, random);
            }
        }
        let boards = boards.map(|board| {
            let men = board.map(|man| String::from(man).trim().to_owned());
            fen_board(&men)
        });
        let turn = if strong_is_white { 'w' } else { 'b' };
        let castling = ["-"; 8].join("/");
        let text = format!("{} {turn} {castling} - - - 0 1", boards.join(" "));
        DmChess::from_text(Default::default(), &text).ok()
    }
}

/// The board field of a FEN. `men` are the letters of the men on the squares from a1 to h8, empty for empty squares.
fn fen_board(men: &[String; 64]) -> String {
    let ranks: Vec<String> = men
        .chunks(8)
        .rev()
        .map(|rank| {
            let mut text = String::new();
            let mut empty = 0;
            for man in rank {
                if man.is_empty() {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                text += man;
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            text
        })
        .collect();
    ranks.join("/")
}

//! [`Position`] and its capabilities for Hidden960.

use std::ops::ControlFlow;

use super::array::Array;
use super::choice::Choice;
use super::latest_reveals::LatestReveals;
use super::position::Hidden960;
use super::zobrist::pool_key;
use super::{Action, Pool, Refusal, Variant, View, material, notation, text};
use crate::board::{Bitboard, Board, Color, File, Rank, Square, zobrist};
use crate::error::{InputError, PositionError};
use crate::outcome::Outcome;
use crate::position::{
    Bounded, Bounds, Children, Interchange, Position, Recomputed, Secret, Starts, Turns, Unlisted,
};
use crate::viewer::Viewer;

impl Position for Hidden960 {
    type Variant = Variant;
    type Action = Action;
    type Refusal = Refusal;

    fn start(variant: Variant) -> Hidden960 {
        let mut board = Board::EMPTY;
        for color in Color::ALL {
            for file in File::ALL {
                board.put_unknown(Square::from_coords(file, color.backrank()), color);
                let pawn = Square::from_coords(file, color.relative_rank(Rank::Second));
                board.put(pawn, color.pawn());
            }
        }
        let mut position = Hidden960 {
            board,
            unmoved: Bitboard::EMPTY,
            threatened: Bitboard::EMPTY,
            arrays: [Array::EMPTY; 2],
            zobrist: 0,
            ply: 0,
            pools: [Pool::FULL; 2],
            fifty_moves: 0,
            latest: LatestReveals::default(),
            turn: Color::White,
            en_passant: None,
            variant,
            committed: false,
            gives_check: false,
        };
        position.zobrist = position.recomputed_zobrist();
        position
    }

    fn variant(&self) -> Variant {
        self.variant
    }

    fn turn(&self) -> Color {
        self.turn
    }

    fn ply(&self) -> u32 {
        self.ply
    }

    fn check(&self, action: Action) -> Result<(), Refusal> {
        match action {
            Action::Move(mv) => self.check_move(mv),
            Action::Reveal(reveal) => self.check_reveals(Choice::One(reveal)),
            Action::RevealPair(first, second) => self.check_reveals(Choice::Pair(first, second)),
            Action::Unreveal => self.check_unreveal(),
        }
    }

    #[inline]
    fn for_each_legal<B>(&self, mut visit: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut can_move = false;
        self.for_each_set(|set| {
            can_move = true;
            set.for_each(|mv| visit(Action::Move(mv)))
        })?;
        self.for_each_choice(can_move, visit)
    }

    fn is_insufficient_material(&self) -> bool {
        material::is_insufficient(self)
    }

    fn count_legal(&self) -> u64 {
        let mut moves = 0;
        if self.threatened.is_empty() {
            moves = if self.moves_as_in_chess() {
                self.generator().chess().count_legal()
            } else {
                self.generator().count()
            };
            if self.pool(self.turn).is_empty() {
                return moves;
            }
        }
        moves + self.count_reveals(moves > 0)
    }

    fn play_unchecked(&mut self, action: Action) {
        match action {
            Action::Move(mv) => self.play_move(mv),
            Action::Reveal(reveal) => self.play_reveals(&[reveal]),
            Action::RevealPair(first, second) => self.play_reveals(&[first, second]),
            Action::Unreveal => self.play_unreveal(),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        // Forced reveals come first.
        if self.threatened.any() || self.has_move() || self.reveals_can_give_a_move() {
            return None;
        }
        Some(Outcome::without_a_move(self.turn, self.is_check()))
    }

    fn is_check(&self) -> bool {
        self.board.king_of(self.turn).is_some_and(|king| {
            self.board
                .is_attacked(king, self.turn.other(), self.board.occupied())
        })
    }

    fn fifty_move_count(&self) -> u32 {
        u32::from(self.fifty_moves)
    }

    fn repetition_key(&self) -> u64 {
        let key = self.zobrist ^ self.keys_of_arrays();
        match self.en_passant {
            Some(square) if !self.en_passant_is_legal() => key ^ zobrist::en_passant(square),
            _ => key,
        }
    }

    fn zobrist(&self) -> u64 {
        self.zobrist
    }

    fn wins_on_time(&self, color: Color) -> bool {
        let on_board = self.board.by_color(color).count();
        on_board > 1
    }

    fn notation(&self, action: Action, _viewer: Viewer) -> String {
        notation::write(self, action)
    }

    fn read(&self, typed: &str) -> Result<Action, InputError> {
        notation::read(self, typed)
    }

    fn to_text(&self) -> String {
        text::write(self)
    }

    fn from_text(variant: Variant, typed: &str) -> Result<Hidden960, PositionError> {
        text::read(variant, typed)
    }
}

impl Secret for Hidden960 {
    type PublicAction = Action;
    type View = View;

    fn view(&self, viewer: Viewer) -> View {
        View::new(self, viewer)
    }

    fn public(&self, action: Action) -> Action {
        action
    }
}

impl Turns for Hidden960 {
    fn actor(&self) -> Color {
        if self.threatened(self.turn.other()).any() {
            self.turn.other()
        } else {
            self.turn
        }
    }

    fn is_settled(&self) -> bool {
        self.threatened.is_empty() && !self.committed && self.latest.is_empty()
    }

    fn takes_back(&self, action: Action) -> bool {
        action == Action::Unreveal
    }
}

impl Bounded for Hidden960 {}

impl Unlisted for Hidden960 {}

impl Children for Hidden960 {
    #[inline]
    fn for_each_child_within<B>(
        &self,
        _bounds: Bounds,
        mut visit: impl FnMut(Action, &Hidden960) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut can_move = false;
        let mut passed = *self;
        passed.pass_the_turn();
        self.for_each_set(|set| {
            can_move = true;
            self.play_each(set, &passed, &mut visit)
        })?;
        self.for_each_choice(can_move, |action| {
            let mut child = *self;
            child.play_unchecked(action);
            visit(action, &child)
        })
    }
}

impl Default for Hidden960 {
    fn default() -> Hidden960 {
        Hidden960::start(Default::default())
    }
}

impl Starts for Hidden960 {}

impl Interchange for Hidden960 {}

impl Recomputed for Hidden960 {
    fn recomputed_zobrist(&self) -> u64 {
        let men = self.board.occupied().into_iter().fold(0, |key, square| {
            match self.board.piece_at(square) {
                Some(piece) => key ^ zobrist::man(square, piece),
                None => key ^ zobrist::unknown(square),
            }
        });
        men ^ zobrist::set(self.unmoved)
            ^ zobrist::turn(self.turn)
            ^ self.en_passant.map_or(0, zobrist::en_passant)
            ^ pool_key(Color::White, self.pools[0])
            ^ pool_key(Color::Black, self.pools[1])
            ^ self.keys_of_arrays()
    }
}

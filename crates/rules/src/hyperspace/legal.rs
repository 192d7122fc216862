//! Legality of a single action, and the reason for a refusal.

use std::ops::ControlFlow;

use super::action::Action;
use super::choices::{Choices, Stays};
use super::delay::Delay;
use super::landing::Meeting;
use super::position::Hyperspace;
use super::refusal::Refusal;
use super::regular::Regular;
use super::returns::{Answers, attack_on_king};
use super::secret::Secret;
use crate::board::{
    Board, Castling, CastlingSide, File, MoveSet, Rank, Role, Square, StandardMove,
};

impl Hyperspace {
    pub(super) fn judge(&self, action: Action) -> Result<(), Refusal> {
        match action {
            Action::Move { standard, choices } => {
                self.judge_move(standard)?;
                self.judge_touch(standard.from)?;
                self.judge_ending(self.board_after(Regular::Move(standard)), choices)
            }
            Action::PhaseOut {
                from,
                delay,
                to,
                choices,
            } => {
                self.judge_phase_out(from, delay, to)?;
                self.judge_touch(from)?;
                self.judge_ending(self.board_after(Regular::PhaseOut(from)), choices)
            }
            Action::ReturnOnly { choices } => self.judge_return_only(choices),
            Action::Amend(delay) => self.check_amend(delay),
            Action::Cancel => self.check_conflict().map(drop),
        }
    }

    /// The man of the player to move on `square`.
    fn own_man(&self, square: Square) -> Result<Role, Refusal> {
        let Some(man) = self.board.piece_at(square) else {
            return Err(Refusal::Empty { square });
        };
        if man.color != self.turn {
            return Err(Refusal::NotYours {
                role: man.role,
                square,
            });
        }
        Ok(man.role)
    }

    /// Checks whether a move is pseudo-legal.
    fn judge_move(&self, standard: StandardMove) -> Result<(), Refusal> {
        let StandardMove {
            from,
            to,
            promotion,
        } = standard;
        let role = self.own_man(from)?;
        let set = self.king_moves_by_target(MoveSet {
            role,
            from,
            to: self.move_generator().pseudo_legal_targets(from),
        });
        if !set.to.contains(to) {
            return Err(self.why_out_of_reach(role, from, to));
        }
        let last_rank = self.turn.relative_rank(Rank::Eighth);
        match (role == Role::Pawn && to.rank() == last_rank, promotion) {
            (true, None) => Err(Refusal::PromotionMissing { to }),
            (false, Some(_)) => Err(Refusal::NotPromoted),
            (_, Some(Role::Pawn | Role::King)) => Err(Refusal::PromotionMissing { to }),
            _ => Ok(()),
        }
    }

    fn why_out_of_reach(&self, role: Role, from: Square, to: Square) -> Refusal {
        let home = Square::from_coords(File::E, self.turn.backrank());
        let castles = role == Role::King
            && from == home
            && from.rank() == to.rank()
            && from.file().distance(to.file()) == 2;
        if castles {
            return self.why_no_castling(from, CastlingSide::from_king_side(to > from));
        }
        match self.board.piece_at(to) {
            Some(man) if man.color == self.turn && from != to => {
                Refusal::OwnMan { role: man.role, to }
            }
            _ => Refusal::CannotReach { role, from, to },
        }
    }

    fn why_no_castling(&self, king: Square, side: CastlingSide) -> Refusal {
        let file = match side {
            CastlingSide::KingSide => File::H,
            CastlingSide::QueenSide => File::A,
        };
        let rook = Square::from_coords(file, king.rank());
        if !self.castling.rooks().contains(rook) {
            return Refusal::CastlingLost { side };
        }
        let occupied = self.board.occupied();
        if let Some(square) = (Castling::must_be_empty(king, rook) & occupied).first() {
            return Refusal::CastlingBlocked { square };
        }
        let enemy = self.turn.other();
        let square = Castling::king_way(king, rook)
            .into_iter()
            .find(|square| self.board.is_attacked(*square, enemy, occupied))
            .unwrap_or(king);
        Refusal::CastlingAttacked { square }
    }

    /// Checks whether the piece may phase out with that delay and square.
    fn judge_phase_out(
        &self,
        from: Square,
        delay: Delay,
        to: Secret<Square>,
    ) -> Result<(), Refusal> {
        let role = self.own_man(from)?;
        if matches!(role, Role::Pawn | Role::King) {
            return Err(Refusal::CannotLeave { role });
        }
        if self.variant.is_open() {
            return Ok(());
        }
        let to = to.reveal();
        if !self.squares_of(from).contains(to) {
            return Err(Refusal::WrongColor { from, to });
        }
        let other = self
            .travelers(self.turn)
            .iter()
            .find(|traveler| traveler.count_down() == delay.count_down() + 1);
        match other {
            None => Ok(()),
            Some(other) => Err(Refusal::TurnTaken {
                delay: delay.turns(),
                turn: self.return_turn(self.turn, other.count_down()),
                role: other.role(),
                free: self.nearest_free_delay(delay),
            }),
        }
    }

    fn nearest_free_delay(&self, delay: Delay) -> u8 {
        let free = self.free_delays(Delay::MAX.turns());
        (Delay::MIN.turns()..=Delay::MAX.turns())
            .filter(|turns| free >> turns & 1 == 1)
            .min_by_key(|turns| turns.abs_diff(delay.turns()))
            .unwrap_or(Delay::MIN.turns())
    }

    fn judge_touch(&self, from: Square) -> Result<(), Refusal> {
        match self.touched() {
            Some(square) if square != from => Err(Refusal::Touched {
                role: self.own_man(square)?,
                square,
            }),
            _ => Ok(()),
        }
    }

    /// Checks whether the returns need exactly these answers and leave the king safe.
    fn judge_ending(&self, mut board: Board, choices: Choices) -> Result<(), Refusal> {
        let mut answers = choices.iter();
        for traveler in self.due() {
            let stands = match Meeting::of(&board, self.turn, traveler) {
                Meeting::Nothing => true,
                Meeting::OwnPiece(occupant) => match answers.next() {
                    Some(stays) => stays == Stays::Returning,
                    None => return Err(Refusal::choice_missing(traveler, occupant)),
                },
                _ => false,
            };
            if stands {
                board = self.landed(board, traveler);
            }
        }
        if answers.next().is_some() {
            return Err(Refusal::NothingToChoose);
        }
        match attack_on_king(&board, self.turn) {
            None => Ok(()),
            Some((king, attacker)) => Err(Refusal::KingAttacked {
                king,
                role: board.role_at(attacker).unwrap_or(Role::Pawn),
                attacker,
            }),
        }
    }

    fn judge_return_only(&self, choices: Choices) -> Result<(), Refusal> {
        if self.due().is_empty() {
            return Err(Refusal::NothingReturns);
        }
        let all = self.board.by_color(self.turn);
        if self
            .for_each_regular(all, Answers::First, &mut |_, _| ControlFlow::Break(()))
            .is_break()
        {
            return Err(Refusal::NotForced);
        }
        self.judge_ending(self.board, choices)
    }
}

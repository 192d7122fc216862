//! Legality of a single action, and the reason for a refusal.

use super::choice::Choice;
use super::position::Hidden960;
use super::refusal::NoArray;
use super::{Action, Refusal, Reveal, Variant};
use crate::board::{
    Bitboard, Castling, Color, File, PROMOTIONS, Piece, Rank, Role, Square, StandardMove, ahead,
    attacks, color_index, same_colored,
};
use crate::position::{Position, Turns};

impl Hidden960 {
    /// Checks whether a move is legal.
    pub(super) fn check_move(&self, mv: StandardMove) -> Result<(), Refusal> {
        if self.threatened.any() {
            return Err(self.must_reveal());
        }
        if !self.targets(mv.from).contains(mv.to) {
            return Err(self.move_refusal(mv));
        }
        match (self.promotes(mv), mv.promotion) {
            (true, None) => Err(Refusal::PromotionMissing(mv.to)),
            (true, Some(role)) if !PROMOTIONS.contains(&role) => {
                Err(Refusal::PromotionMissing(mv.to))
            }
            (false, Some(_)) => Err(Refusal::NoPromotion),
            _ => Ok(()),
        }
    }

    fn promotes(&self, mv: StandardMove) -> bool {
        self.board.by_role(Role::Pawn).contains(mv.from)
            && mv.to.rank() == self.turn.relative_rank(Rank::Eighth)
    }

    fn move_refusal(&self, mv: StandardMove) -> Refusal {
        let StandardMove { from, to, .. } = mv;
        if let Some(outcome) = self.outcome() {
            return Refusal::GameOver(outcome);
        }
        match self.board.color_at(from) {
            None => return Refusal::NobodyThere(from),
            Some(color) if color != self.turn => return Refusal::NotYourMan(from),
            Some(_) => {}
        }
        let Some(role) = self.board.role_at(from) else {
            return Refusal::HiddenCannotMove(from);
        };
        if role == Role::King && self.board.of(self.turn, Role::Rook).contains(to) {
            return self.castling_refusal(from, to);
        }
        if self.board.by_color(self.turn).contains(to) {
            return Refusal::OwnManThere(to);
        }
        if !self.reach(role.of(self.turn), from).contains(to) {
            return Refusal::CannotReach { role, from, to };
        }
        self.target_refusal(role, mv)
    }

    /// Why a man cannot go to a square in its reach that holds no own man.
    fn target_refusal(&self, role: Role, mv: StandardMove) -> Refusal {
        let enemy = self.turn.other();
        if self.hidden(enemy).contains(mv.to) {
            Refusal::HiddenTarget(mv.to)
        } else if self.board.of(enemy, Role::King).contains(mv.to) {
            Refusal::KingTarget(mv.to)
        } else if let Some((king, by)) = self.attacker_after(mv)
            && let Some(attacker) = self.board.role_at(by)
        {
            Refusal::KingAttacked { king, attacker, by }
        } else if self.generator().exposes_all(mv) {
            Refusal::ExposesTheKing {
                hidden: self.hidden(self.turn),
            }
        } else {
            Refusal::CannotReach {
                role,
                from: mv.from,
                to: mv.to,
            }
        }
    }

    /// The squares that a man reaches, check aside.
    fn reach(&self, piece: Piece, from: Square) -> Bitboard {
        let occupied = self.board.occupied();
        let attacked = attacks::attacks(from, piece, occupied);
        if piece.role != Role::Pawn {
            return attacked;
        }
        let mut capturable = self.board.by_color(piece.color.other());
        if let Some(square) = self.en_passant {
            capturable.add(square);
        }
        (attacked & capturable) | self.pawn_steps(piece.color, from)
    }

    fn pawn_steps(&self, color: Color, from: Square) -> Bitboard {
        let mut steps = Bitboard::EMPTY;
        let length = if from.rank() == color.relative_rank(Rank::Second) {
            2
        } else {
            1
        };
        let mut square = from;
        for _ in 0..length {
            match ahead(color, square) {
                Some(next) if !self.board.occupied().contains(next) => {
                    steps.add(next);
                    square = next;
                }
                _ => break,
            }
        }
        steps
    }

    /// The player's own king after a move, and a man that would attack it.
    fn attacker_after(&self, mv: StandardMove) -> Option<(Square, Square)> {
        let mut after = *self;
        after.play_unchecked(Action::Move(mv));
        let king = after.board.king_of(self.turn)?;
        let attackers = after
            .board
            .attackers(king, self.turn.other(), after.board.occupied());
        Some((king, attackers.first()?))
    }
}

// Castling.
impl Hidden960 {
    /// The first condition of castling with the rook on `rook` that is not met.
    pub(super) fn castling_refusal(&self, king: Square, rook: Square) -> Refusal {
        let enemy = self.turn.other();
        let occupied = self.board.occupied();
        if !self.unmoved.contains(king) {
            return Refusal::KingHasMoved;
        }
        if !self.unmoved.contains(rook) {
            return Refusal::RookHasMoved(rook);
        }
        let in_the_way = Castling::must_be_empty(king, rook) & occupied;
        if let Some(hidden) = (in_the_way & self.board.unknown()).first() {
            return Refusal::CastlingPastHidden(hidden);
        }
        if let Some(square) = in_the_way.first() {
            return Refusal::CastlingBlocked(square);
        }
        if self.board.is_attacked(king, enemy, occupied) {
            return Refusal::CastlingInCheck;
        }
        let (king_to, _) = Castling::targets(king, rook);
        let way = attacks::between(king, king_to) | Bitboard::from(king_to);
        let without_both = occupied.without(king).without(rook);
        way.into_iter()
            .find(|square| self.board.is_attacked(*square, enemy, without_both))
            .map_or(Refusal::CastlingInCheck, Refusal::CastlingThroughAttack)
    }
}

// Reveals.
impl Hidden960 {
    /// Checks whether a reveal is legal.
    pub(super) fn check_reveals(&self, choice: Choice) -> Result<(), Refusal> {
        if let Some(outcome) = self.outcome() {
            return Err(Refusal::GameOver(outcome));
        }
        let player = self.actor();
        let threatened = self.threatened(player);
        let hidden = self.hidden(player);
        for reveal in choice.reveals() {
            if !self.board.unknown().contains(reveal.square) {
                return Err(Refusal::NotHidden(reveal.square));
            }
            if !hidden.contains(reveal.square) {
                return Err(self.other_players_square(reveal.square));
            }
        }
        self.check_number(choice, hidden)?;
        if threatened.any()
            && !choice
                .reveals()
                .any(|reveal| threatened.contains(reveal.square))
        {
            return Err(self.must_reveal());
        }
        self.check_pool_and_array(choice, player)?;
        self.check_king_and_look_ahead(choice, player)
    }

    fn other_players_square(&self, square: Square) -> Refusal {
        if self.threatened.any() {
            self.must_reveal()
        } else {
            Refusal::OthersHidden(square)
        }
    }

    /// The refusal of any other action while squares are threatened.
    pub(super) fn must_reveal(&self) -> Refusal {
        let player = self.actor();
        Refusal::MustReveal {
            player,
            threatened: self.threatened(player),
        }
    }

    /// Checks that exactly the last two hidden squares are revealed together.
    fn check_number(&self, choice: Choice, hidden: Bitboard) -> Result<(), Refusal> {
        match (choice, hidden.first(), hidden.last()) {
            (Choice::One(_), Some(first), Some(second)) if hidden.count() == 2 => {
                Err(Refusal::OnlyTogether { first, second })
            }
            (Choice::Pair(..), _, _) if hidden.count() > 2 => Err(Refusal::OneAtATime {
                hidden: hidden.count(),
            }),
            (Choice::Pair(one, other), Some(first), Some(second))
                if (one.square, other.square) != (first, second) =>
            {
                Err(Refusal::OnlyTogether { first, second })
            }
            _ => Ok(()),
        }
    }

    fn check_pool_and_array(&self, choice: Choice, player: Color) -> Result<(), Refusal> {
        let mut pool = self.pool(player);
        let mut after = *self;
        for reveal in choice.reveals() {
            pool = pool.without(reveal.role).ok_or(Refusal::NotInPool {
                role: reveal.role,
                pool: self.pool(player),
            })?;
            if self.variant == Variant::Chess960
                && !after
                    .choices(player)
                    .contains(reveal.square.file(), reveal.role)
            {
                return Err(Refusal::NoArray {
                    square: reveal.square,
                    role: reveal.role,
                    why: after.why_no_array(player, reveal),
                });
            }
            after.choose(reveal);
        }
        Ok(())
    }

    /// The condition of Chess960 that a choice violates; some choices violate only both conditions together.
    fn why_no_array(&self, player: Color, reveal: Reveal) -> NoArray {
        let bishops = self.arrays_squares(player, Role::Bishop);
        let same_color = same_colored(reveal.square);
        if reveal.role == Role::Bishop && bishops.intersects(same_color) {
            NoArray::Bishops
        } else if matches!(reveal.role, Role::King | Role::Rook)
            && !self.king_can_stand_between_rooks(player, reveal)
        {
            NoArray::KingBetweenRooks
        } else {
            NoArray::NothingLeft
        }
    }

    /// Whether, with this choice, the king can stand between the rooks, considering only these three men.
    fn king_can_stand_between_rooks(&self, player: Color, reveal: Reveal) -> bool {
        let mut array = self.arrays[color_index(player)];
        array.put(reveal.square.file(), reveal.role);
        let has_king = File::ALL
            .into_iter()
            .any(|file| array.role_at(file) == Some(Role::King));
        let may_have_king = |file: &File| match array.role_at(*file) {
            Some(role) => role == Role::King,
            None => !has_king,
        };
        // One rook, or none yet and a file that is free for it.
        let holds_one_rook = |side: &[File]| {
            let rooks = side
                .iter()
                .filter(|file| array.role_at(**file) == Some(Role::Rook));
            match rooks.count() {
                0 => side.iter().any(|file| array.role_at(*file).is_none()),
                count => count == 1,
            }
        };
        File::ALL.into_iter().filter(may_have_king).any(|king| {
            let (left, right) = File::ALL.split_at(usize::from(king));
            holds_one_rook(left) && holds_one_rook(&right[1..])
        })
    }

    /// The squares that were chosen for `role`, regardless of where those men are by now.
    fn arrays_squares(&self, player: Color, role: Role) -> Bitboard {
        let array = self.arrays[color_index(player)];
        Bitboard::from_rank(player.backrank())
            .into_iter()
            .filter(|square| array.role_at(square.file()) == Some(role))
            .collect()
    }

    fn check_king_and_look_ahead(&self, choice: Choice, player: Color) -> Result<(), Refusal> {
        let fits = |choice: &Choice| {
            if player == self.turn {
                self.leaves_a_move(*choice)
            } else {
                !self.king_can_stay_out_of_attack(player)
                    || !choice.puts_the_king_on(self.threatened(player))
            }
        };
        if fits(&choice) || !self.possible_choices(player).iter().any(fits) {
            return Ok(());
        }
        Err(if player == self.turn {
            Refusal::NoMoveAfterwards
        } else {
            Refusal::KingIntoAttack {
                threatened: self.threatened(player),
            }
        })
    }

    /// Checks whether `unreveal` is legal.
    pub(super) fn check_unreveal(&self) -> Result<(), Refusal> {
        if let Some(outcome) = self.outcome() {
            Err(Refusal::GameOver(outcome))
        } else if self.threatened.any() {
            Err(self.must_reveal())
        } else if self.latest.is_empty() {
            Err(Refusal::NothingToTakeBack)
        } else {
            Ok(())
        }
    }
}

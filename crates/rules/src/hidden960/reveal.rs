//! Which reveals are legal: the pool, the arrays, the king, and the look-ahead.

use arrayvec::ArrayVec;

use super::array::Choices;
use super::moves::Ground;
use super::refusal::NoArray;
use super::{Action, Hidden960, Refusal, Reveal, Variant};
use crate::board::{Bitboard, Color, MoveSet, Role, Square};
use crate::position::Position;

/// What is chosen in one action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Choice {
    One(Reveal),
    Pair(Reveal, Reveal),
}

/// Eight squares with five kinds of chessmen are the most that there can be.
pub(super) type ChoiceList = ArrayVec<Choice, 40>;

impl Choice {
    pub(super) fn reveals(self) -> impl Iterator<Item = Reveal> {
        match self {
            Choice::One(reveal) => [Some(reveal), None],
            Choice::Pair(first, second) => [Some(first), Some(second)],
        }
        .into_iter()
        .flatten()
    }

    fn puts_the_king_on(self, squares: Bitboard) -> bool {
        self.reveals()
            .any(|reveal| reveal.role == Role::King && squares.contains(reveal.square))
    }
}

impl From<Choice> for Action {
    fn from(choice: Choice) -> Action {
        match choice {
            Choice::One(reveal) => Action::Reveal(reveal),
            Choice::Pair(first, second) => Action::RevealPair(first, second),
        }
    }
}

impl Hidden960 {
    /// All legal reveals of the actor. `can_move` says whether the player on the move has a legal move
    /// now (and nothing must be revealed first).
    pub(super) fn legal_choices(&self, can_move: bool) -> ChoiceList {
        let player = self.actor();
        let mut choices = self.possible_choices(player);
        if player != self.turn {
            if self.king_can_stay_out_of_attack(player) {
                let threatened = self.threatened(player);
                prefer(&mut choices, |choice| !choice.puts_the_king_on(threatened));
            }
        } else if self.threatened.is_empty() && !can_move && !self.reveals_can_give_a_move() {
            choices.clear(); // the game is over
        } else if !self.every_choice_leaves_a_move(can_move) {
            prefer(&mut choices, |choice| self.leaves_a_move(*choice));
        }
        choices
    }

    /// The number of [`legal_choices`](Self::legal_choices), without listing them where nothing has
    /// to be tried.
    pub(super) fn count_reveals(&self, can_move: bool) -> u64 {
        let at_will = self.threatened.is_empty()
            && can_move
            && self.pool(self.turn).len() > 2
            && self.every_choice_leaves_a_move(can_move);
        if at_will {
            self.choices(self.turn).len() as u64
        } else {
            self.legal_choices(can_move).len() as u64
        }
    }

    /// What pool, arrays and forced reveals leave to a player.
    fn possible_choices(&self, player: Color) -> ChoiceList {
        let threatened = self.threatened(player);
        let hidden = self.hidden(player);
        let choices = self.choices(player);
        let reveal = |(square, role)| Reveal { square, role };
        if let (Some(first), 2) = (hidden.first(), hidden.count()) {
            return choices
                .on(Bitboard::from(first))
                .iter(player)
                .map(reveal)
                .filter_map(|first| Some(Choice::Pair(first, self.partner(first)?)))
                .collect();
        }
        let squares = if threatened.any() { threatened } else { hidden };
        choices
            .on(squares)
            .iter(player)
            .map(|choice| Choice::One(reveal(choice)))
            .collect()
    }

    /// The other half of a pair: what is left for the square that is left.
    fn partner(&self, first: Reveal) -> Option<Reveal> {
        let player = self.board.color_at(first.square)?;
        Some(Reveal {
            square: self.hidden(player).without(first.square).single_square()?,
            role: self.pool(player).without(first.role)?.men().next()?,
        })
    }

    /// Whether the king is still to be placed and a hidden square is free for it that is not attacked.
    fn king_can_stay_out_of_attack(&self, player: Color) -> bool {
        self.king_is_hidden(player) && self.threatened(player) != self.hidden(player)
    }

    /// The look-ahead, by cheap conditions that are sufficient: a move that is legal now and remains so
    /// whatever is chosen.
    fn every_choice_leaves_a_move(&self, can_move: bool) -> bool {
        if !self.king_is_hidden(self.turn) {
            // Own reveals neither block nor attack anything new on the own king's lines.
            return can_move || self.has_move();
        }
        if self.threatened.any() {
            return false; // Too rare for a short cut.
        }
        let ground = self.ground();
        let curtains = ground.curtains().before_any;
        let leaves_all_in_cover = |set: MoveSet| {
            let mut targets = set.to;
            if let Some(en_passant) = self.en_passant {
                targets.discard(en_passant);
            }
            !curtains.contains(set.from) && targets.any()
        };
        can_move
            && ground
                .for_each(|set| {
                    if leaves_all_in_cover(set) {
                        std::ops::ControlFlow::Break(())
                    } else {
                        std::ops::ControlFlow::Continue(())
                    }
                })
                .is_break()
    }

    /// The look-ahead for one choice: whether afterwards some set of further own reveals makes some
    /// move legal.
    fn leaves_a_move(&self, choice: Choice) -> bool {
        let mut next = self.clone();
        for reveal in choice.reveals() {
            next.choose(reveal);
        }
        next.a_move_can_come()
    }

    /// Whether the player on the move has hidden squares, and some set of reveals makes a move legal.
    pub(super) fn reveals_can_give_a_move(&self) -> bool {
        !self.pool(self.turn).is_empty() && self.a_move_can_come()
    }

    /// Whether some set of reveals of the player on the move (none, if nothing is threatened) makes
    /// some move legal. Exact, without trying all sets:
    ///
    /// A reveal changes nothing for the moves of other men, but for the king. So a move that becomes
    /// legal is one of a revealed man, of *one* man newly revealed, or a castling with it; the rest of
    /// the set matters only by what it says of the king. Either the king is on the board afterwards:
    /// then everything may be revealed. Or it stays hidden: then nothing more than what is threatened
    /// and that one man should be revealed, for a move must not expose all squares that stay hidden.
    fn a_move_can_come(&self) -> bool {
        if !self.king_is_hidden(self.turn) {
            return self.ground().has_move()
                || self
                    .choices(self.turn)
                    .iter(self.turn)
                    .any(|(square, role)| self.after(square, role).ground().has_move());
        }
        self.a_move_can_come_with_the_king_hidden()
            || self
                .choices(self.turn)
                .iter(self.turn)
                .filter(|(_, role)| *role == Role::King)
                .any(|(square, king)| self.after(square, king).a_move_can_come())
    }

    fn a_move_can_come_with_the_king_hidden(&self) -> bool {
        let choices = self.choices(self.turn);
        let covered = self.hidden(self.turn) & !self.threatened;
        let has_move = |position: &Hidden960, choices: Choices, king_among: Bitboard| {
            let ground = Ground {
                king_among,
                ..position.ground()
            };
            // Two squares at least stay hidden, or none.
            king_among.more_than_one()
                && choices.any_on(king_among, Role::King)
                && ground.has_move()
        };
        has_move(self, choices, covered)
            || choices
                .without(Role::King)
                .iter(self.turn)
                .any(|(square, role)| {
                    let next = self.after(square, role);
                    has_move(&next, next.choices(self.turn), covered.without(square))
                })
    }

    /// The position with one more chessman chosen, for the look-ahead only.
    fn after(&self, square: Square, role: Role) -> Hidden960 {
        let mut next = self.clone();
        next.choose(Reveal { square, role });
        next
    }
}

/// Keeps the choices that `fit`, unless none does: then all.
fn prefer(choices: &mut ChoiceList, fit: impl Fn(&Choice) -> bool) {
    let fitting: ChoiceList = choices
        .iter()
        .copied()
        .filter(|choice| fit(choice))
        .collect();
    if !fitting.is_empty() {
        *choices = fitting;
    }
}

impl Hidden960 {
    /// Judges a reveal.
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

    /// What must be done first while squares are threatened.
    pub(super) fn must_reveal(&self) -> Refusal {
        let player = self.actor();
        Refusal::MustReveal {
            player,
            threatened: self.threatened(player),
        }
    }

    /// The last two go together, and only they.
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
        let mut after = self.clone();
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

    /// Which condition of Chess960 a choice breaks; both may be needed to see that it does.
    fn why_no_array(&self, player: Color, reveal: Reveal) -> NoArray {
        let bishops = self.arrays_squares(player, Role::Bishop);
        let same_color = crate::board::same_colored(reveal.square);
        if reveal.role == Role::Bishop && bishops.intersects(same_color) {
            NoArray::Bishops
        } else if matches!(reveal.role, Role::King | Role::Rook) {
            NoArray::KingBetweenRooks
        } else {
            NoArray::NothingLeft
        }
    }

    /// Where the chessmen of a role have been placed at first.
    fn arrays_squares(&self, player: Color, role: Role) -> Bitboard {
        let array = self.arrays[super::position::index(player)];
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

    /// Judges the taking back of a reveal.
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

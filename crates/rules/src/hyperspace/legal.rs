//! Which actions are legal.
//!
//! A turn is judged as a whole: the action, then the returns, then whether the own king is attacked.
//! In a turn without returns that is chess, with checks and pins found once. In a turn with one
//! return checks and pins are found on the board with the returned piece, for all actions that have
//! nothing to do with its square. Any other action is tried on a copy of the board.

use std::ops::ControlFlow;

use super::action::{Action, Choices, Delay, Stays};
use super::landing::Meeting;
use super::play::Regular;
use super::position::Hyperspace;
use super::refusal::Refusal;
use super::secret::Secret;
use super::traveler::Traveler;
use super::variant::Variant;
use crate::board::{
    Bitboard, Board, Castling, CastlingSide, Color, Constraints, MoveSet, Rank, Role, Square,
    StandardMove, Standing, same_colored,
};
use crate::position::Bounds;

/// A set of delays: bit N for a delay of N turns.
type Delays = u128;

impl Hyperspace {
    /// Lists every legal action.
    #[inline]
    pub(super) fn list<B>(
        &self,
        bounds: Bounds,
        mut visit: impl FnMut(Action) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.is_ordinary_turn() {
            let standing = self.standing();
            let constraints = standing.constraints();
            standing.for_each_legal_under(&constraints, |set| {
                self.king_moves_by_target(set)
                    .for_each(|standard| visit(Action::standard(standard)))
            })?;
            return self.list_ordinary_phase_outs(bounds, &constraints, visit);
        }
        let delays = self.free_delays(bounds.max_delay);
        self.for_each_turn(false, &mut |turn, choices| match turn {
            Turn::Regular(Regular::Move(standard)) => visit(Action::Move { standard, choices }),
            Turn::Regular(Regular::PhaseOut(from)) => {
                self.expand(from, choices, delays, &mut visit)
            }
            Turn::ReturnOnly => visit(Action::ReturnOnly { choices }),
        })
    }

    /// Lists the legal phase-outs in a turn without returns.
    #[inline]
    fn list_ordinary_phase_outs<B>(
        &self,
        bounds: Bounds,
        constraints: &Constraints,
        mut visit: impl FnMut(Action) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if bounds.max_delay > 0 && constraints.checkers.is_empty() {
            let delays = self.free_delays(bounds.max_delay);
            for from in self.eligible() & !constraints.pinned {
                self.expand(from, Choices::NONE, delays, &mut visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Lists every legal action with the position that it leads to.
    #[inline]
    pub(super) fn list_children<B>(
        &self,
        bounds: Bounds,
        mut visit: impl FnMut(Action, &Hyperspace) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if !self.is_ordinary_turn() {
            return self.list(bounds, |action| visit(action, &self.after(action)));
        }
        let standing = self.standing();
        let constraints = standing.constraints();
        let passed = self.passed();
        standing.for_each_legal_under(&constraints, |set| {
            self.make_each(self.king_moves_by_target(set), &passed, &mut visit)
        })?;
        self.list_ordinary_phase_outs(bounds, &constraints, |action| {
            visit(action, &self.after(action))
        })
    }

    /// Counts the legal actions; phase-outs all at once.
    #[inline]
    pub(super) fn count(&self, bounds: Bounds) -> u64 {
        if self.is_ordinary_turn() {
            let standing = self.standing();
            let constraints = standing.constraints();
            let mut count = standing.count_legal_under(&constraints);
            if bounds.max_delay > 0 && constraints.checkers.is_empty() {
                let from = self.eligible() & !constraints.pinned;
                count += self.squares_of_return(from)
                    * u64::from(self.free_delays(bounds.max_delay).count_ones());
            }
            return count;
        }
        let delays = u64::from(self.free_delays(bounds.max_delay).count_ones());
        let mut count = 0;
        let _ = self.for_each_turn(false, &mut |turn, _| {
            count += match turn {
                Turn::Regular(Regular::PhaseOut(from)) => {
                    delays * self.squares_of_return(Bitboard::from(from))
                }
                _ => 1,
            };
            ControlFlow::<()>::Continue(())
        });
        count
    }

    /// Whether the player to move has any legal action, delays up to 99 counted.
    pub(super) fn has_any(&self) -> bool {
        if self.is_ordinary_turn() {
            let standing = self.standing();
            let constraints = standing.constraints();
            let may_leave =
                constraints.checkers.is_empty() && (self.eligible() & !constraints.pinned).any();
            // Fifteen pieces at most are away, so one of 99 delays is always free.
            return may_leave
                || standing
                    .for_each_legal_under(&constraints, |_| ControlFlow::Break(()))
                    .is_break();
        }
        self.for_each_turn(false, &mut |_, _| ControlFlow::Break(()))
            .is_break()
    }

    /// Whether an en passant capture is legal, the returns of this turn included.
    pub(super) fn en_passant_is_legal(&self) -> bool {
        let Some(to) = self.en_passant else {
            return false;
        };
        if self.is_ordinary_turn() {
            return self.standing().en_passant_is_legal();
        }
        let pawns = crate::board::attacks::pawn_attacks(self.turn.other(), to)
            & self.board.of(self.turn, Role::Pawn);
        pawns
            .into_iter()
            .any(|from| self.has_legal_ending(Regular::Move(StandardMove::new(from, to))))
    }

    /// Whether nothing returns in this turn, and no touched piece must be moved.
    #[inline]
    pub(super) fn is_ordinary_turn(&self) -> bool {
        self.withdrawn.is_none() && !self.travelers(self.turn).iter().any(|t| t.is_due())
    }

    /// Pieces of the player to move that could enter hyperspace.
    #[inline]
    fn eligible(&self) -> Bitboard {
        self.board.by_color(self.turn)
            & !self.board.by_role(Role::Pawn)
            & !self.board.by_role(Role::King)
    }

    /// The delays up to `max` that the referee accepts.
    #[inline]
    fn free_delays(&self, max: u8) -> Delays {
        let max = u32::from(max.min(Delay::MAX.turns()));
        let mut delays = ((1 << max) - 1) << 1;
        if !self.variant.is_open() {
            for traveler in self.travelers(self.turn).iter() {
                // It would return together with a piece that leaves now for two turns less.
                let count_down = u32::from(traveler.count_down());
                delays &= !((1 << count_down) >> 2);
            }
        }
        delays & !1
    }

    /// The delays that the referee accepts and `bounds` admits, the shortest first.
    pub(super) fn listed_delays(&self, bounds: Bounds) -> impl Iterator<Item = Delay> + use<> {
        let delays = self.free_delays(bounds.max_delay);
        (1..=Delay::MAX.turns())
            .filter(move |turns| delays >> turns & 1 == 1)
            .filter_map(Delay::new)
    }

    /// The pieces that can legally enter hyperspace, with every legal set of answers to collisions.
    pub(super) fn leaving(&self) -> Vec<(Square, Choices)> {
        if self.is_ordinary_turn() {
            let constraints = self.standing().constraints();
            if constraints.checkers.any() {
                return Vec::new();
            }
            return (self.eligible() & !constraints.pinned)
                .into_iter()
                .map(|from| (from, Choices::NONE))
                .collect();
        }
        let mut leaving = Vec::new();
        let _ = self.for_each_turn(false, &mut |turn, choices| {
            if let Turn::Regular(Regular::PhaseOut(from)) = turn {
                leaving.push((from, choices));
            }
            ControlFlow::<()>::Continue(())
        });
        leaving
    }

    /// The squares to which a piece that stands on `from` can be told to return.
    #[inline]
    pub(super) fn squares_of(&self, from: Square) -> Bitboard {
        let is_bishop = self.board.by_role(Role::Bishop).contains(from);
        if is_bishop && !self.variant.is_open() {
            same_colored(from)
        } else {
            Bitboard::FULL
        }
    }

    /// The number of squares to which these pieces can return, all together.
    #[inline]
    fn squares_of_return(&self, from: Bitboard) -> u64 {
        let bishops = if self.variant.is_open() {
            0
        } else {
            (from & self.board.by_role(Role::Bishop)).count()
        };
        (from.count() * 64 - bishops * 32) as u64
    }

    /// Hands out the phase-outs of the piece on `from`.
    #[inline]
    fn expand<B>(
        &self,
        from: Square,
        choices: Choices,
        delays: Delays,
        visit: &mut impl FnMut(Action) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let squares = self.squares_of(from);
        let mut rest = delays;
        while let Some(delay) = Delay::new(rest.trailing_zeros() as u8) {
            rest &= rest - 1;
            for to in squares {
                visit(Action::PhaseOut {
                    from,
                    delay,
                    to: Secret::new(to),
                    choices,
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The generator's castling is king takes rook, machine notation's a move of two files.
    #[inline]
    fn king_moves_by_target(&self, set: MoveSet) -> MoveSet {
        let rooks = set.to & self.castling.rooks();
        if set.role != Role::King || rooks.is_empty() {
            return set;
        }
        let own = rooks & self.board.by_color(self.turn);
        let mut to = set.to & !own;
        for rook in own {
            to.add(Castling::targets(set.from, rook).0);
        }
        MoveSet { to, ..set }
    }
}

#[cfg(test)]
impl Hyperspace {
    /// The legal actions, every one of them tried, even in a turn without returns.
    pub(super) fn listed_by_trial(&self, bounds: Bounds) -> Vec<Action> {
        let delays = self.free_delays(bounds.max_delay);
        let mut all = Vec::new();
        let _ = self.for_each_turn(true, &mut |turn, choices| {
            let mut visit = |action| {
                all.push(action);
                ControlFlow::<()>::Continue(())
            };
            match turn {
                Turn::Regular(Regular::Move(standard)) => visit(Action::Move { standard, choices }),
                Turn::Regular(Regular::PhaseOut(from)) => {
                    self.expand(from, choices, delays, &mut visit)
                }
                Turn::ReturnOnly => visit(Action::ReturnOnly { choices }),
            }
        });
        all
    }
}

/// A turn, phase-outs not told apart by delay and square.
#[derive(Clone, Copy)]
enum Turn {
    Regular(Regular),
    ReturnOnly,
}

// Turns with returns.
impl Hyperspace {
    /// Hands out all legal turns of a player with returns, with every legal set of answers to
    /// collisions. `by_trial` tries them one by one, as the tests do for comparison.
    fn for_each_turn<B>(
        &self,
        by_trial: bool,
        visit: &mut impl FnMut(Turn, Choices) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let from = match self.touched() {
            Some(square) => Bitboard::from(square),
            None => self.board.by_color(self.turn),
        };
        let due = self.due();
        let mut forced = true;
        let mut visit_regular = |regular, choices| {
            forced = false;
            visit(Turn::Regular(regular), choices)
        };
        match due.as_slice() {
            [traveler] if !by_trial && self.withdrawn.is_none() => {
                self.for_each_with_one_return(*traveler, &mut visit_regular)?;
            }
            _ => self.for_each_regular(from, &mut visit_regular)?,
        }
        if forced && !due.is_empty() {
            self.for_each_ending(self.board, &due, Choices::NONE, &mut |choices| {
                visit(Turn::ReturnOnly, choices)
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Hands out all legal moves and phase-outs of the men on `from`.
    fn for_each_regular<B>(
        &self,
        from: Bitboard,
        visit: &mut impl FnMut(Regular, Choices) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let due = self.due();
        let standing = self.standing();
        let mut judge = |regular| {
            let board = self.board_after(regular);
            self.for_each_ending(board, &due, Choices::NONE, &mut |choices| {
                visit(regular, choices)
            })
        };
        for from in from {
            let Some(role) = self.board.role_at(from) else {
                continue;
            };
            let set = MoveSet {
                role,
                from,
                to: standing.pattern_targets(from),
            };
            self.king_moves_by_target(set)
                .for_each(|standard| judge(Regular::Move(standard)))?;
            if self.eligible().contains(from) {
                judge(Regular::PhaseOut(from))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Hands out all legal moves and phase-outs in a turn in which just `traveler` returns.
    ///
    /// An action that neither starts nor ends on its square, by a man other than the king, leaves the
    /// square as it is: what stands there afterwards is known beforehand, and so are checks and pins.
    fn for_each_with_one_return<B>(
        &self,
        traveler: Traveler,
        visit: &mut impl FnMut(Regular, Choices) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        const ANSWERS: [Choices; 2] = [
            Choices::one(Stays::Returning),
            Choices::one(Stays::Occupant),
        ];
        let square = traveler.square().reveal();
        let meeting = Meeting::of(&self.board, self.turn, traveler);
        let board = match meeting {
            Meeting::Nothing => self.landed(self.board, traveler),
            // Whichever piece stays, the square is occupied as before.
            _ => self.board,
        };
        let answers = match meeting {
            Meeting::OwnPiece(_) => ANSWERS.as_slice(),
            _ => &[Choices::NONE],
        };
        let standing = self.standing();
        let constraints = Standing {
            board: &board,
            ..standing
        }
        .constraints();
        let due = [traveler];
        for from in self.board.by_color(self.turn) {
            let Some(role) = self.board.role_at(from) else {
                continue;
            };
            let to = standing.pattern_targets(from);
            let set = self.king_moves_by_target(MoveSet { role, from, to });
            let mut open = Bitboard::from(square);
            if role == Role::Pawn {
                open |= self.en_passant.map_or(Bitboard::EMPTY, Bitboard::from);
            }
            if role == Role::King || from == square {
                open = Bitboard::FULL;
            }
            let known = MoveSet {
                to: set.to & !open & constraints.allowed(from),
                ..set
            };
            known.for_each(|standard| {
                answers
                    .iter()
                    .try_for_each(|choices| visit(Regular::Move(standard), *choices))
            })?;
            let mut judge = |regular| {
                let board = self.board_after(regular);
                self.for_each_ending(board, &due, Choices::NONE, &mut |choices| {
                    visit(regular, choices)
                })
            };
            let unknown = MoveSet {
                to: set.to & open,
                ..set
            };
            unknown.for_each(|standard| judge(Regular::Move(standard)))?;
            if !self.eligible().contains(from) {
                continue;
            }
            if from == square {
                judge(Regular::PhaseOut(from))?;
            } else if constraints.checkers.is_empty() && !constraints.pinned.contains(from) {
                answers
                    .iter()
                    .try_for_each(|choices| visit(Regular::PhaseOut(from), *choices))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Lets the due pieces return to `board` and hands out the answers to collisions with which the
    /// turn ends without an attack on the own king.
    fn for_each_ending<B, F: FnMut(Choices) -> ControlFlow<B>>(
        &self,
        board: Board,
        due: &[Traveler],
        choices: Choices,
        visit: &mut F,
    ) -> ControlFlow<B> {
        let Some((traveler, rest)) = due.split_first() else {
            return if is_safe(&board, self.turn) {
                visit(choices)
            } else {
                ControlFlow::Continue(())
            };
        };
        match Meeting::of(&board, self.turn, *traveler) {
            Meeting::Nothing => {
                self.for_each_ending(self.landed(board, *traveler), rest, choices, visit)
            }
            Meeting::OwnPiece(_) => {
                let kept = [
                    (self.landed(board, *traveler), Stays::Returning),
                    (board, Stays::Occupant),
                ];
                for (board, stays) in kept {
                    // There is an answer for each of the fifteen pieces that can be away.
                    if let Some(choices) = choices.with(stays) {
                        self.for_each_ending(board, rest, choices, visit)?;
                    }
                }
                ControlFlow::Continue(())
            }
            _ => self.for_each_ending(board, rest, choices, visit),
        }
    }

    /// The board with a returned piece on its square instead of whatever stood there.
    fn landed(&self, mut board: Board, traveler: Traveler) -> Board {
        let square = traveler.square().reveal();
        board.clear(square);
        board.put(square, traveler.role().of(self.turn));
        board
    }

    fn has_legal_ending(&self, regular: Regular) -> bool {
        let board = self.board_after(regular);
        self.for_each_ending(board, &self.due(), Choices::NONE, &mut |_| {
            ControlFlow::Break(())
        })
        .is_break()
    }

    /// The piece that touch-move binds the player to, as long as it can do anything.
    fn touched(&self) -> Option<Square> {
        let square = self.withdrawn?;
        let binds = self.variant == Variant::OpenTouchMove
            && self
                .for_each_regular(Bitboard::from(square), &mut |_, _| ControlFlow::Break(()))
                .is_break();
        binds.then_some(square)
    }
}

// Judging one action.
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

    /// What stands on `square`, if it is a man of the player to move.
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

    /// Whether the move fits the pattern of its man.
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
            to: self.standing().pattern_targets(from),
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
        let home = Square::from_coords(crate::board::File::E, self.turn.backrank());
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
            CastlingSide::KingSide => crate::board::File::H,
            CastlingSide::QueenSide => crate::board::File::A,
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

    /// Whether the piece may leave, for that long and to that square.
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

    /// Whether the returns after the regular part need just these answers, and leave the king safe.
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
            .for_each_regular(all, &mut |_, _| ControlFlow::Break(()))
            .is_break()
        {
            return Err(Refusal::NotForced);
        }
        self.judge_ending(self.board, choices)
    }
}

/// The king of `color` and a man that attacks it.
fn attack_on_king(board: &Board, color: Color) -> Option<(Square, Square)> {
    let king = board.king_of(color)?;
    let attacker = board
        .attackers(king, color.other(), board.occupied())
        .first()?;
    Some((king, attacker))
}

#[inline]
fn is_safe(board: &Board, color: Color) -> bool {
    attack_on_king(board, color).is_none()
}

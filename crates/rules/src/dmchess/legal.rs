//! Judging one action, and saying why it is refused.

use super::action::Move;
use super::conservation::Law;
use super::dimension::Dimension;
use super::man::Man;
use super::place::Place;
use super::position::DmChess;
use super::refusal::Refusal;
use crate::board::Role;

impl DmChess {
    /// Judges a move.
    pub(super) fn check_move(&self, m: Move) -> Result<(), Refusal> {
        if let Some(color) = self.placer() {
            return Err(Refusal::KingsNotPlaced { color });
        }
        if let Some(winner) = self.dominance.winner() {
            return Err(Refusal::GameIsOver(winner));
        }
        let man = self.check_mover(m)?;
        if self.is_castling(m) {
            self.check_castling(m.from, m.to)?;
        } else {
            self.check_route(m, man)?;
        }
        check_promotion(m, man)?;
        if let Some(refusal) = Law::of(self).and_then(|law| self.broken_law(&law, m)) {
            return Err(refusal);
        }
        if self.leaves_a_safe_king(m) {
            Ok(())
        } else {
            Err(Refusal::NoSafeKing {
                kings: self.king_count(self.mover()),
                shift: self.shifts_next(),
            })
        }
    }

    /// The man that moves, if it is the one that the move names.
    fn check_mover(&self, m: Move) -> Result<Man, Refusal> {
        let man = self.man_at(m.from).ok_or(Refusal::NoMan(m.from))?;
        if man.piece.color != self.mover() {
            return Err(Refusal::NotYourMan(m.from));
        }
        if man.piece.role != m.role {
            return Err(Refusal::OtherRole {
                place: m.from,
                actual: man.piece.role,
                named: m.role,
            });
        }
        Ok(man)
    }

    /// Checks whether the man can go there, castling aside.
    fn check_route(&self, m: Move, man: Man) -> Result<(), Refusal> {
        let (from, to) = (m.from, m.to);
        let refused = if let Some(own) = self
            .man_at(to)
            .filter(|own| own.piece.color == man.piece.color)
        {
            let role = own.piece.role;
            Some(Refusal::OwnMan { place: to, role })
        } else if self.is_last_king(to) {
            Some(Refusal::LastKing(to))
        } else if from.dimension == to.dimension {
            let reached = self.targets_within(man.piece, from).contains(to.square)
                || man.piece.role == Role::Pawn
                    && self.en_passant == Some(to)
                    && self.en_passant_capturers(to).contains(from.square);
            let role = man.piece.role;
            (!reached).then_some(Refusal::NotAMove { role, from, to })
        } else {
            self.refuse_travel(man, from, to)
        };
        refused.map_or(Ok(()), Err)
    }

    fn refuse_travel(&self, man: Man, from: Place, to: Place) -> Option<Refusal> {
        let distance = from.dimension.distance(to.dimension);
        let role = man.piece.role;
        if man.level < distance {
            return Some(Refusal::LevelTooLow {
                place: from,
                level: man.level,
                distance,
            });
        }
        if self.portals().squares().contains(to.square) {
            return Some(Refusal::EndsOnPortal(to));
        }
        let reached = self.targets_across(man.piece, from, to.dimension);
        (!reached.contains(to.square)).then_some(Refusal::NoPortal { role, from, to })
    }

    /// The refusal of the Conservation Law, if the move breaks it.
    pub(super) fn broken_law(&self, law: &Law, m: Move) -> Option<Refusal> {
        // The law judges the position after the move and before the shift.
        let mut after = *self;
        after.make_without_shift(m);
        Dimension::ALL.into_iter().find_map(|dimension| {
            let imbalance = after.imbalance(dimension);
            (!law.admits(dimension, imbalance)).then(|| Refusal::ConservationLaw {
                dimension,
                before: law.before(dimension),
                after: imbalance,
            })
        })
    }
}

fn check_promotion(m: Move, man: Man) -> Result<(), Refusal> {
    match (m.promotion, man.may_promote_at(m.to)) {
        (None, true) if man.piece.role == Role::Pawn => Err(Refusal::MustPromote(m.to)),
        (None, _) => Ok(()),
        (Some(_), false) => Err(Refusal::NoPromotion(m.to)),
        (Some(role), true) if role == man.piece.role => Err(Refusal::AlreadyThat(role)),
        (Some(Role::King | Role::Pawn), true) => Err(Refusal::NoPromotion(m.to)),
        (Some(_), true) => Ok(()),
    }
}

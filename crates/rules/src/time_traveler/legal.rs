//! Judging one action, and saying why it is refused.
//!
//! This goes by the letter of the rules: it makes the action on a copy and judges the position
//! after it. The generator is faster and must agree.

use super::action::Action;
use super::men::pattern;
use super::position::TimeTraveler;
use super::refusal::{KING_HANGS, RESOLVING, Refusal};
use super::stage::Stage;
use super::{check, resonator};
use crate::board::{Bitboard, Castling, PROMOTIONS, Role, Square, StandardMove, attacks};
use crate::position::Position;

/// Judges one action.
pub(super) fn check(game: &TimeTraveler, action: Action) -> Result<(), Refusal> {
    if game.won_at_once().is_some() {
        return Err(Refusal::GameOver);
    }
    match action {
        Action::Move(standard) => check_move(game, standard)?,
        Action::Annihilation { from, to } => check_annihilation(game, from, to)?,
        Action::Explosion {
            role,
            square,
            to,
            promotion,
        } => check_explosion(game, role, square, to, promotion)?,
    }
    check_outcome(game, action)
}

/// The conditions after any action: the mover's position is correct, and the mover is not in check
/// unless the opponent's position is incorrect.
fn check_outcome(game: &TimeTraveler, action: Action) -> Result<(), Refusal> {
    let us = game.turn();
    let mut after = *game;
    after.play_unchecked(action);
    if !after.is_correct(us) {
        return Err(Refusal::Incorrect);
    }
    if !after.is_correct(us.other()) || !check::is_in_check(&after.men, us, after.en_passant) {
        return Ok(());
    }
    Err(Refusal::InCheck(if check::has_king(&after.men, us) {
        KING_HANGS
    } else {
        RESOLVING
    }))
}

/// The player's own man on `from`, if it can move.
fn mover(game: &TimeTraveler, from: Square) -> Result<(Role, Stage), Refusal> {
    let (piece, stage) = game.men.at(from).ok_or(Refusal::NobodyThere(from))?;
    let role = piece.role;
    if piece.color != game.turn() {
        return Err(Refusal::NotYours {
            role,
            square: from,
            turn: game.turn(),
        });
    }
    if stage == Stage::Traveling {
        return Err(Refusal::TravelingMan { role, square: from });
    }
    Ok((role, stage))
}

fn check_move(game: &TimeTraveler, standard: StandardMove) -> Result<(), Refusal> {
    let StandardMove {
        from,
        to,
        promotion,
    } = standard;
    let (role, stage) = mover(game, from)?;
    if role == Role::King && from.distance(to) == 2 && from.rank() == to.rank() {
        check_promotion(role, to, promotion)?;
        return check_castling(game, from, to);
    }
    if let Some((man, man_stage)) = game.men.at(to)
        && man.color == game.turn()
    {
        let is_annihilation = man_stage == Stage::Traveling
            && stage == Stage::Untraveled
            && check::annihilators(&game.men, to, game.men.occupied()).contains(from);
        return Err(if is_annihilation {
            Refusal::IsAnnihilation { role, from, to }
        } else {
            Refusal::OwnMan { role: man.role, to }
        });
    }
    let reaches = game.men.targets(from).contains(to)
        || (game.is_en_passant(role, from, to)
            && attacks::pawn_attacks(game.turn(), from).contains(to));
    if !reaches {
        return Err(Refusal::Unreachable { role, from, to });
    }
    check_promotion(role, to, promotion)
}

/// Checks that a pawn promotes on the last rank, and nothing else does.
fn check_promotion(role: Role, to: Square, promotion: Option<Role>) -> Result<(), Refusal> {
    let promotes = role == Role::Pawn && Bitboard::BACKRANKS.contains(to);
    match promotion {
        None if promotes => Err(Refusal::PromotionMissing(to)),
        Some(_) if !promotes => Err(Refusal::NoPromotion(to)),
        Some(role) if !PROMOTIONS.contains(&role) => Err(Refusal::PromotionMissing(to)),
        _ => Ok(()),
    }
}

fn check_castling(game: &TimeTraveler, from: Square, to: Square) -> Result<(), Refusal> {
    let us = game.turn();
    let rook = game
        .castling_rook(from, to)
        .ok_or(Refusal::CastlingForfeited(to))?;
    let in_the_way = Castling::must_be_empty(from, rook) & game.men.occupied();
    if let Some(blocked) = in_the_way.first() {
        return Err(Refusal::CastlingBlocked {
            king_to: to,
            blocked,
        });
    }
    if game.is_check() {
        return Err(Refusal::CastlingInCheck);
    }
    for crossed in attacks::between(from, to) {
        let mut men = game.men;
        men.shift(from, crossed, Role::King);
        if check::is_in_check(&men, us, None) {
            return Err(Refusal::CastlingThroughCheck(crossed));
        }
    }
    Ok(())
}

fn check_annihilation(game: &TimeTraveler, from: Square, to: Square) -> Result<(), Refusal> {
    let (role, stage) = mover(game, from)?;
    let traveling = game
        .men
        .at(to)
        .filter(|_| game.men.traveling(game.turn()).contains(to))
        .map(|(man, _)| man.role)
        .ok_or(Refusal::NoTravelingMan(to))?;
    if stage != Stage::Untraveled {
        return Err(Refusal::TraveledMan { role, square: from });
    }
    if traveling != role {
        return Err(Refusal::OtherKind {
            role,
            from,
            traveling,
        });
    }
    if !check::annihilators(&game.men, to, game.men.occupied()).contains(from) {
        return Err(Refusal::Unreachable { role, from, to });
    }
    Ok(())
}

fn check_explosion(
    game: &TimeTraveler,
    role: Role,
    square: Square,
    to: Square,
    promotion: Option<Role>,
) -> Result<(), Refusal> {
    let men = &game.men;
    if men.occupied().contains(square) {
        return Err(Refusal::ExplosionSquareTaken(square));
    }
    let support = game.support(role, square);
    if support.is_empty() {
        return Err(Refusal::NoSupport { role, square });
    }
    if (support & game.unspent(game.turn())).is_empty() {
        return Err(Refusal::SupportSpent { role, square });
    }
    check_exploding_man(game, role, square, to)?;
    check_promotion(role, to, promotion)
}

/// The first move of the traveled man.
fn check_exploding_man(
    game: &TimeTraveler,
    role: Role,
    from: Square,
    to: Square,
) -> Result<(), Refusal> {
    let us = game.turn();
    let men = &game.men;
    let enemies = men.all(us.other());
    if let Some((man, _)) = men.at(to)
        && man.color == us
    {
        return Err(Refusal::OwnMan { role: man.role, to });
    }
    let targets = pattern(role.of(us), from, men.occupied(), !men.all(us), enemies);
    let captured = if targets.contains(to) {
        enemies.contains(to).then_some(to)
    } else if let Some(right) = game
        .en_passant
        .filter(|_| game.is_en_passant(role, from, to))
        .filter(|_| attacks::pawn_attacks(us, from).contains(to))
    {
        if right.annihilated {
            return Err(Refusal::ImmuneJumper(to));
        }
        game.jumped_to(right)
    } else {
        return Err(Refusal::Unreachable { role, from, to });
    };
    let immune = men.traveling(us.other()) | resonator::resonators(men, us.other());
    match captured.and_then(|square| Some((square, men.at(square)?))) {
        Some((square, (man, stage))) if immune.contains(square) => Err(Refusal::Immune {
            stage,
            role: man.role,
            square,
        }),
        _ => Ok(()),
    }
}

impl TimeTraveler {
    /// Whether an en passant capture is legal.
    pub(super) fn en_passant_is_legal(&self) -> bool {
        self.en_passant.is_some_and(|right| {
            let pawns = self.men.movable(self.turn) & self.men.board().by_role(Role::Pawn);
            let near = crate::board::attacks::pawn_attacks(self.turn.other(), right.square);
            (near & pawns)
                .into_iter()
                .any(|from| self.is_legal(Action::Move(StandardMove::new(from, right.square))))
                || self.exploding_pawn_captures_en_passant(right.square)
        })
    }

    fn exploding_pawn_captures_en_passant(&self, to: Square) -> bool {
        crate::board::attacks::pawn_attacks(self.turn.other(), to)
            .into_iter()
            .any(|square| {
                self.is_legal(Action::Explosion {
                    role: Role::Pawn,
                    square,
                    to,
                    promotion: None,
                })
            })
    }
}

//! Paths with castling, for the king and the rook.

use super::imagination::Imagination;
use super::scene::{Scene, jumps};
use crate::board::{Bitboard, Castling, Role, Square, attacks};
use crate::time_traveler::set_attacks::slides;

/// An unmoved king and rook.
#[derive(Clone, Copy)]
pub(super) struct Castle {
    pub(super) king: Square,
    pub(super) rook: Square,
}

impl Castle {
    /// The target of the man on `from`, king or rook.
    fn end_of(self, from: Square) -> Square {
        let (king_to, rook_to) = Castling::targets(self.king, self.rook);
        if from == self.king { king_to } else { rook_to }
    }

    fn made(self, scene: &Scene) -> Scene {
        let (king_to, rook_to) = Castling::targets(self.king, self.rook);
        scene.after(self.king, king_to).after(self.rook, rook_to)
    }
}

impl Imagination<'_> {
    /// The squares that the king or the rook on `from` reaches by paths with castling.
    pub(super) fn castled(&self, from: Square, role: Role, wanted: Bitboard) -> Bitboard {
        let game = self.game;
        let scene = &self.scene;
        let color = scene.color;
        let rooks = game.castling.rooks() & Bitboard::from_rank(color.backrank());
        let Some(king) = (rooks.any())
            .then(|| (game.men.untraveled(color) & scene.of(Role::King)).first())
            .flatten()
        else {
            return Bitboard::EMPTY;
        };
        let mut reached = Bitboard::EMPTY;
        for rook in rooks {
            if from != king && from != rook {
                continue;
            }
            let castle = Castle { king, rook };
            let in_the_way = Castling::must_be_empty(king, rook) & scene.occupied();
            if in_the_way.count() > 2 || (in_the_way & scene.own & !scene.movable).any() {
                continue;
            }
            let to = castle.end_of(from);
            // A superset of what the moves left after castling reach.
            let bound = match (in_the_way.count(), role) {
                (0, Role::King) => jumps(role, attacks::king_attacks(to)),
                (0, _) => self.ghosts(to, role),
                (1, Role::King) => attacks::king_attacks(to),
                (1, _) => slides(role, Bitboard::from(to), !scene.own | scene.movable),
                _ => Bitboard::EMPTY,
            };
            if (bound.with(to) & wanted & !reached).is_empty() {
                continue;
            }
            if in_the_way.is_empty() {
                let scene = castle.made(scene);
                reached |= scene.reach_in_two(to, role).with(to);
            } else {
                reached |= self.castled_later(castle, from, role, wanted & !reached);
            }
        }
        reached
    }

    /// The squares reached by castling after helpers have left the squares between king and rook.
    pub(super) fn castled_later(
        &self,
        castle: Castle,
        from: Square,
        role: Role,
        wanted: Bitboard,
    ) -> Bitboard {
        let way = Castling::must_be_empty(castle.king, castle.rook);
        let to = castle.end_of(from);
        let mut reached = Bitboard::EMPTY;
        let helpers = self.scene.movable.without(castle.king).without(castle.rook);
        let in_the_way = way & self.scene.occupied();
        if let Some(helper) = in_the_way.single_square()
            && helpers.contains(helper)
        {
            for target in self.targets(helper) & !way {
                let scene = castle.made(&self.scene.after(helper, target));
                reached |= scene.targets_as(role, to).with(to);
            }
        }
        // After two helpers' moves castling is the last one.
        if !wanted.contains(to) || reached.contains(to) {
            return reached;
        }
        let cleared = helpers.into_iter().any(|helper| {
            self.targets(helper).into_iter().any(|target| {
                let scene = self.scene.after(helper, target);
                (way & scene.occupied())
                    .single_square()
                    .filter(|second| helpers.contains(*second) || (*second == target))
                    .is_some_and(|second| (scene.helper_targets(second) & !way).any())
            })
        });
        if cleared {
            reached.add(to);
        }
        reached
    }
}

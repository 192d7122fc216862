//! What the player who must act can do, said so that a client need not know any notation.

use manifold_rules::board::{Bitboard, Color, Role, Square, StandardMove, role_name};
use manifold_rules::position::{Bounded, Bounds, Position, Rules, Secret, Turns};
use manifold_rules::viewer::Viewer;
use serde::Serialize;
use utoipa::ToSchema;

/// Everything that is legal for one player.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub(crate) struct Options {
    /// All actions but for phase-outs.
    pub(crate) actions: Vec<Choice>,
    /// Hyperspace Chess: the phase-outs, every delay with every square.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) phase_outs: Option<Vec<PhaseOutChoices>>,
    /// Hyperspace Chess: own pieces that return at the end of this turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) due: Option<Vec<Due>>,
    /// DMChess: where kings can be placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) placing: Option<PlacingChoices>,
    /// Time Traveler's Chess: who supports each explosion, once for each kind and square.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) supports: Option<Vec<SupportChoices>>,
}

/// One legal action.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub(crate) struct Choice {
    /// What to send, in machine notation.
    pub(crate) action: String,
    /// What it is.
    pub(crate) kind: Kind,
    /// What moves, appears or is revealed: `pawn` to `king`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) role: Option<&'static str>,
    /// From where a man moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) from: Option<String>,
    /// To where it moves. In castling by king takes rook (Hidden960, DMChess) the rook's place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) to: Option<String>,
    /// The square of an explosion or a reveal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) square: Option<String>,
    /// What a pawn becomes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) promotion: Option<&'static str>,
    /// Hyperspace Chess: the answers to collisions, `/r` or `/o` for each.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) suffix: Option<String>,
    /// Hidden960: both reveals of a pair.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reveals: Option<Vec<RevealChoice>>,
    /// Hyperspace Chess, open referee: the delay of an amended phase-out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) delay: Option<u8>,
    /// The action in the game's notation for people; left out where it is the same as `action`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) notation: Option<String>,
}

/// Kinds of actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kind {
    /// A move of a man.
    #[default]
    Move,
    /// King and rook at once.
    Castle,
    /// Time Traveler's Chess: a man meets its traveling self.
    Annihilation,
    /// Time Traveler's Chess: a man appears out of the future.
    Explosion,
    /// Hidden960: a hidden square is revealed.
    Reveal,
    /// Hidden960: the last two hidden squares are revealed.
    RevealPair,
    /// Hidden960: the latest reveal is taken back.
    Unreveal,
    /// Hyperspace Chess: nothing but the return of this turn.
    ReturnOnly,
    /// Hyperspace Chess, open referee: another delay.
    Amend,
    /// Hyperspace Chess, open referee: the phase-out is taken back.
    Cancel,
}

/// Hyperspace Chess: phase-outs of one piece. The action is `from^delay@square` and the suffix.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct PhaseOutChoices {
    /// Where the piece stands.
    pub(crate) from: String,
    /// What it is.
    pub(crate) role: &'static str,
    /// The answers to collisions of this turn.
    pub(crate) suffix: String,
    /// The delays that are free.
    pub(crate) delays: Vec<u8>,
    /// The squares to which it can return.
    pub(crate) squares: Vec<String>,
}

/// Hyperspace Chess: an own piece that returns at the end of this turn.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Due {
    /// What returns.
    pub(crate) role: &'static str,
    /// To where.
    pub(crate) square: String,
    /// The own man that stands there before the turn, if one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) collides_with: Option<&'static str>,
}

/// Hidden960: a square and what is to stand there.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct RevealChoice {
    /// The hidden square.
    pub(crate) square: String,
    /// What it becomes.
    pub(crate) role: &'static str,
}

/// DMChess: kings can be placed on these squares of every dimension. The action is `kings:` and eight
/// places in order of dimension and square, separated by commas.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct PlacingChoices {
    /// How many kings.
    pub(crate) kings: u8,
    /// The squares of each dimension.
    pub(crate) squares: Vec<String>,
    /// The action that places every king at home.
    pub(crate) home: String,
}

/// Time Traveler's Chess: the untraveled men that support an explosion.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct SupportChoices {
    /// What explodes.
    pub(crate) role: &'static str,
    /// Where.
    pub(crate) square: String,
    /// Where those men stand now.
    pub(crate) men: Vec<String>,
}

/// Games that can say what a player can do.
pub(crate) trait Offering: Rules {
    /// What `color` can do here; `None` if it is not for that player to act.
    fn options(&self, color: Color) -> Option<Options>;

    /// The squares or places that an action concerns, as everybody knows them.
    fn lit(action: Self::PublicAction) -> Vec<String>;
}

fn standard(mv: StandardMove, role: Option<Role>) -> Choice {
    Choice {
        role: role.map(role_name),
        from: Some(mv.from.to_string()),
        to: Some(mv.to.to_string()),
        promotion: mv.promotion.map(role_name),
        ..Choice::default()
    }
}

fn squares(all: Bitboard) -> Vec<String> {
    all.into_iter().map(|square| square.to_string()).collect()
}

mod hyperspace {
    use manifold_rules::hyperspace::{Action, Hyperspace, PublicAction};

    use super::*;

    impl Offering for Hyperspace {
        fn options(&self, color: Color) -> Option<Options> {
            let viewer = Viewer::Player(color);
            if self.actor() != color {
                return settlement(self, color);
            }
            let board = self.board();
            let actions = self
                .legal_actions_within(Bounds { max_delay: 0 })
                .into_iter()
                .map(|action| {
                    let mut choice = match action {
                        Action::Move { standard: mv, .. } => {
                            let role = board.role_at(mv.from);
                            let castles = role == Some(Role::King)
                                && mv.from.file().distance(mv.to.file()) == 2;
                            Choice {
                                kind: if castles { Kind::Castle } else { Kind::Move },
                                ..standard(mv, role)
                            }
                        }
                        _ => Choice {
                            kind: Kind::ReturnOnly,
                            ..Choice::default()
                        },
                    };
                    choice.suffix = Some(action.choices().to_string());
                    choice.action = action.to_string();
                    choice.notation = Some(self.notation(action, viewer));
                    choice
                })
                .collect();
            let phase_outs = self
                .phase_outs(Bounds::NONE)
                .into_iter()
                .map(|product| PhaseOutChoices {
                    from: product.from.to_string(),
                    role: board.role_at(product.from).map_or("piece", role_name),
                    suffix: product.choices.to_string(),
                    delays: product.delays.iter().map(|delay| delay.turns()).collect(),
                    squares: squares(product.squares),
                })
                .collect();
            let due = self
                .view(viewer)
                .hyperspace
                .into_iter()
                .filter(|traveler| traveler.color == color && traveler.count_down == 1)
                .filter_map(|traveler| {
                    let square = traveler.square?;
                    Some(Due {
                        role: role_name(traveler.role),
                        square: square.to_string(),
                        collides_with: board
                            .piece_at(square)
                            .filter(|man| man.color == color)
                            .map(|man| role_name(man.role)),
                    })
                })
                .collect();
            Some(Options {
                actions,
                phase_outs: Some(phase_outs),
                due: Some(due),
                ..Options::default()
            })
        }

        fn lit(action: PublicAction) -> Vec<String> {
            match action {
                PublicAction::Move(mv) => vec![mv.from.to_string(), mv.to.to_string()],
                PublicAction::PhaseOut { from, .. } => vec![from.to_string()],
                _ => Vec::new(),
            }
        }
    }

    /// What the player who has caused a conflict can do about it, under the open referee.
    fn settlement(position: &Hyperspace, color: Color) -> Option<Options> {
        let mut actions = Vec::new();
        let delays = (1..=99).map(|delay| (format!("amend:{delay}"), Kind::Amend, Some(delay)));
        let cancel = [("cancel".to_owned(), Kind::Cancel, None)];
        for (text, kind, delay) in delays.chain(cancel) {
            let Ok(action) = text.parse::<Action>() else {
                continue;
            };
            if position.player_of(action) == color && position.is_legal(action) {
                actions.push(Choice {
                    action: text,
                    kind,
                    delay,
                    ..Choice::default()
                });
            }
        }
        (!actions.is_empty()).then(|| Options {
            actions,
            ..Options::default()
        })
    }
}

mod time_traveler {
    use manifold_rules::time_traveler::{Action, TimeTraveler};

    use super::*;

    impl Offering for TimeTraveler {
        fn options(&self, color: Color) -> Option<Options> {
            if self.actor() != color {
                return None;
            }
            let legal = self.legal_actions();
            let supports = self
                .supports(&legal)
                .into_iter()
                .map(|support| SupportChoices {
                    role: role_name(support.role),
                    square: support.square.to_string(),
                    men: support.men.iter().map(Square::to_string).collect(),
                })
                .collect();
            let actions = legal
                .into_iter()
                .map(|action| {
                    let choice = match action {
                        Action::Move(mv) => {
                            let role = self.role_at(mv.from);
                            let castles = role == Some(Role::King)
                                && mv.from.file().distance(mv.to.file()) == 2;
                            Choice {
                                kind: if castles { Kind::Castle } else { Kind::Move },
                                ..standard(mv, role)
                            }
                        }
                        Action::Annihilation { from, to } => Choice {
                            kind: Kind::Annihilation,
                            ..standard(StandardMove::new(from, to), self.role_at(from))
                        },
                        Action::Explosion {
                            role,
                            square,
                            to,
                            promotion,
                        } => Choice {
                            kind: Kind::Explosion,
                            role: Some(role_name(role)),
                            square: Some(square.to_string()),
                            to: Some(to.to_string()),
                            promotion: promotion.map(role_name),
                            ..Choice::default()
                        },
                    };
                    let text = action.to_string();
                    // What explodes is written as machine notation writes it; the rest is little.
                    let notation = match action {
                        Action::Explosion { .. } => None,
                        _ => Some(self.notation(action, Viewer::Player(color))),
                    };
                    Choice {
                        action: text,
                        notation,
                        ..choice
                    }
                })
                .collect();
            Some(Options {
                actions,
                supports: Some(supports),
                ..Options::default()
            })
        }

        fn lit(action: Action) -> Vec<String> {
            match action {
                Action::Move(mv) => vec![mv.from.to_string(), mv.to.to_string()],
                Action::Annihilation { from, to } => vec![from.to_string(), to.to_string()],
                Action::Explosion { square, to, .. } => vec![square.to_string(), to.to_string()],
            }
        }
    }
}

mod hidden960 {
    use manifold_rules::hidden960::{Action, Hidden960};

    use super::*;

    impl Offering for Hidden960 {
        fn options(&self, color: Color) -> Option<Options> {
            if self.actor() != color {
                return None;
            }
            let view = self.view(Viewer::Player(color));
            let man_on = |square: Square| view.men.iter().find(|man| man.square == square);
            let mut all = self.legal_actions();
            if self.turn() == color && self.is_legal(Action::Unreveal) {
                all.push(Action::Unreveal);
            }
            let actions = all
                .into_iter()
                .map(|action| {
                    let choice = match action {
                        Action::Move(mv) => {
                            let castles = man_on(mv.to).is_some_and(|man| man.color == color);
                            let role = man_on(mv.from).and_then(|man| man.role);
                            Choice {
                                kind: if castles { Kind::Castle } else { Kind::Move },
                                ..standard(mv, role)
                            }
                        }
                        Action::Reveal(reveal) => Choice {
                            kind: Kind::Reveal,
                            square: Some(reveal.square.to_string()),
                            role: Some(role_name(reveal.role)),
                            ..Choice::default()
                        },
                        Action::RevealPair(first, second) => Choice {
                            kind: Kind::RevealPair,
                            reveals: Some(
                                [first, second]
                                    .into_iter()
                                    .map(|reveal| RevealChoice {
                                        square: reveal.square.to_string(),
                                        role: role_name(reveal.role),
                                    })
                                    .collect(),
                            ),
                            ..Choice::default()
                        },
                        Action::Unreveal => Choice {
                            kind: Kind::Unreveal,
                            ..Choice::default()
                        },
                    };
                    Choice {
                        action: action.to_string(),
                        notation: Some(self.notation(action, Viewer::Player(color))),
                        ..choice
                    }
                })
                .collect();
            Some(Options {
                actions,
                ..Options::default()
            })
        }

        fn lit(action: Action) -> Vec<String> {
            match action {
                Action::Move(mv) => vec![mv.from.to_string(), mv.to.to_string()],
                Action::Reveal(reveal) => vec![reveal.square.to_string()],
                Action::RevealPair(first, second) => {
                    vec![first.square.to_string(), second.square.to_string()]
                }
                Action::Unreveal => Vec::new(),
            }
        }
    }
}

mod dmchess {
    use manifold_rules::dmchess::{Action, Dimension, DmChess, PublicAction};

    use super::*;

    impl Offering for DmChess {
        fn options(&self, color: Color) -> Option<Options> {
            if self.actor() != color {
                return None;
            }
            if self.is_placing_kings() {
                let view = self.view(Viewer::Player(color));
                let home = color.fold_wb("e1", "e8");
                let kings: Vec<String> = Dimension::ALL
                    .into_iter()
                    .map(|dimension| format!("{dimension}{home}"))
                    .collect();
                return Some(Options {
                    placing: view.placing.map(|placing| PlacingChoices {
                        kings: 8,
                        squares: squares(placing.squares),
                        home: format!("kings:{}", kings.join(",")),
                    }),
                    ..Options::default()
                });
            }
            let actions = self
                .legal_actions()
                .into_iter()
                .filter_map(|action| {
                    let Action::Move(mv) = action else {
                        return None;
                    };
                    let takes_own = self
                        .board(mv.to.dimension)
                        .piece_at(mv.to.square)
                        .is_some_and(|man| man.color == color);
                    Some(Choice {
                        action: action.to_string(),
                        kind: if takes_own { Kind::Castle } else { Kind::Move },
                        role: Some(role_name(mv.role)),
                        from: Some(mv.from.to_string()),
                        to: Some(mv.to.to_string()),
                        promotion: mv.promotion.map(role_name),
                        ..Choice::default()
                    })
                })
                .collect();
            Some(Options {
                actions,
                ..Options::default()
            })
        }

        fn lit(action: PublicAction) -> Vec<String> {
            match action {
                PublicAction::Move(mv) => vec![mv.from.to_string(), mv.to.to_string()],
                PublicAction::PlaceKings => Vec::new(),
            }
        }
    }
}

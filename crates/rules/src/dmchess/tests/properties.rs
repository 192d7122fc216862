//! Properties of every position: found in random games and in random scenes with few kings.

use std::collections::HashSet;
use std::ops::ControlFlow;

use proptest::prelude::*;

use super::*;
use crate::board::{Color, Piece, Role, Square};
use crate::position::{Bounds, Children, Recomputed, Secret};
use crate::viewer::Viewer;

/// Plays random moves, half of them captures or king moves if there are any, until the game ends.
fn random_game(seed: u64, plies: usize, mut visit: impl FnMut(&DmChess)) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut position = DmChess::start(Variant::Home);
    for _ in 0..plies {
        visit(&position);
        let all = position.legal_actions();
        if all.is_empty() || position.outcome().is_some() {
            return;
        }
        let lively: Vec<Action> = all
            .iter()
            .copied()
            .filter(|action| match action {
                Action::Move(m) => m.role == Role::King || position.level_at(m.to).is_some(),
                Action::PlaceKings(_) => false,
            })
            .collect();
        let choices = if lively.is_empty() || random.usize(..2) == 0 {
            all
        } else {
            lively
        };
        position.play_unchecked(choices[random.usize(..choices.len())]);
    }
    visit(&position);
}

/// A position with few men and one to five kings a side, on any ply; `None` if it makes no sense.
fn random_scene(seed: u64) -> Option<DmChess> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut position = DmChess::empty(Variant::Home);
    let dimensions = 1 + random.usize(..8);
    let ply = random.usize(..200) as u32;
    let put = |role: Role, color: Color, random: &mut fastrand::Rng, position: &mut DmChess| {
        let at = Place::new(
            Dimension::ALL[(8 - dimensions + random.usize(..dimensions)) % 8],
            Square::new(random.usize(..64) as u32),
        );
        let backrank = crate::board::Bitboard::BACKRANKS.contains(at.square);
        if position.man_at(at).is_some() || role == Role::Pawn && backrank {
            return;
        }
        let man = man::Man::fresh(role.of(color), 1 + random.usize(..8) as u8);
        position.put(at, man);
    };
    for color in Color::ALL {
        for _ in 0..=random.usize(..5) {
            put(Role::King, color, &mut random, &mut position);
        }
        for _ in 0..random.usize(..16) {
            let role = Role::ALL[random.usize(..5)];
            put(role, color, &mut random, &mut position);
        }
    }
    position.ply = if random.usize(..4) == 0 {
        ply | 15
    } else {
        ply
    };
    let mut text = position.to_text();
    for control in ["w1", "b1"] {
        if let Ok(position) = DmChess::from_text(Variant::Home, &text) {
            return Some(position);
        }
        text = position
            .to_text()
            .replacen(" - - - ", &format!(" - - {control} "), 1);
    }
    None
}

/// Everything that could be written for the player to move, from the squares of its men.
fn encodable(position: &DmChess) -> impl Iterator<Item = Action> {
    const PROMOTIONS: [Option<Role>; 5] = [
        None,
        Some(Role::Queen),
        Some(Role::Rook),
        Some(Role::Bishop),
        Some(Role::Knight),
    ];
    let places = || {
        Dimension::ALL
            .into_iter()
            .flat_map(|d| Square::ALL.into_iter().map(move |s| Place::new(d, s)))
    };
    places()
        .filter_map(|from| Some((from, position.man_at(from)?.piece.role)))
        .collect::<Vec<_>>()
        .into_iter()
        .flat_map(move |(from, role)| {
            places().flat_map(move |to| {
                PROMOTIONS.into_iter().map(move |promotion| {
                    Action::Move(Move {
                        role,
                        from,
                        to,
                        promotion,
                    })
                })
            })
        })
}

fn assert_listed_is_legal(position: &DmChess) {
    let listed = position.legal_actions();
    let set: HashSet<Action> = listed.iter().copied().collect();
    assert_eq!(set.len(), listed.len(), "a move is listed twice");
    assert_eq!(position.count_legal(), listed.len() as u64);
    for action in encodable(position) {
        assert_eq!(
            set.contains(&action),
            position.is_legal(action),
            "{action} in {}",
            position.to_text()
        );
    }
}

/// An attack is a capture that the attacker's own moves would allow.
fn assert_attacks_are_captures(position: &DmChess, random: &mut fastrand::Rng) {
    for _ in 0..64 {
        let at = Place::new(
            Dimension::ALL[random.usize(..8)],
            Square::new(random.usize(..64) as u32),
        );
        let by = Color::from_white(random.usize(..2) == 0);
        let mut scene = *position;
        match scene.man_at(at) {
            None => scene.put(at, man::Man::fresh(by.other().knight(), 1)),
            Some(man) if man.piece.color == by => continue,
            Some(_) => {}
        }
        let captured = Dimension::ALL.into_iter().any(|dimension| {
            scene
                .board(dimension)
                .by_color(by)
                .into_iter()
                .any(|square| captures(&scene, Place::new(dimension, square), at))
        });
        assert_eq!(
            position.field().is_attacked(at, by),
            captured,
            "{at} in {}",
            position.to_text()
        );
    }
}

fn captures(scene: &DmChess, from: Place, at: Place) -> bool {
    let Some(man) = scene.man_at(from) else {
        return false;
    };
    let distance = from.dimension.distance(at.dimension);
    if distance == 0 {
        scene.targets_within(man.piece, from).contains(at.square)
    } else {
        man.level >= distance
            && scene
                .targets_across(man.piece, from, at.dimension)
                .contains(at.square)
    }
}

fn assert_round_trips(position: &DmChess) {
    let text = position.to_text();
    assert_eq!(
        DmChess::from_text(Variant::Home, &text).as_ref(),
        Ok(position),
        "{text}"
    );
    assert_eq!(position.zobrist(), position.recomputed_zobrist(), "{text}");
    assert_eq!(position, &position.recomputed(), "{text}");
}

/// Visiting a child shows the position that playing the move gives and leaves the parent as it was; so does visiting all children in turn.
fn assert_visits_are_plays(position: &DmChess) {
    let mut seen = Vec::new();
    let _ = position.for_each_child_within(Bounds::NONE, |action, child| {
        let mut played = *position;
        played.play_unchecked(action);
        assert_eq!(*child, played, "{action} in {}", position.to_text());
        seen.push(action);
        ControlFlow::<()>::Continue(())
    });
    let all: HashSet<Action> = position.legal_actions().into_iter().collect();
    assert_eq!(seen.len(), all.len(), "{}", position.to_text());
    assert_eq!(HashSet::from_iter(seen), all, "{}", position.to_text());

    let mut visited = *position;
    for action in position.legal_actions() {
        let mut played = *position;
        played.play_unchecked(action);
        visited.visit_child(action, |child| {
            assert_eq!(*child, played, "{action} in {}", position.to_text());
            assert_eq!(child.zobrist(), played.zobrist());
        });
        assert_eq!(visited, *position, "{action} in {}", position.to_text());
        assert_eq!(visited.zobrist(), position.zobrist());
    }
}

/// The position with ranks mirrored and colours exchanged.
fn mirrored(position: &DmChess) -> DmChess {
    let mut mirror = DmChess::empty(Variant::Home);
    mirror.ply = position.ply ^ 1;
    for dimension in Dimension::ALL {
        for square in position.board(dimension).occupied() {
            let Some(mut man) = position.man_at(Place::new(dimension, square)) else {
                continue;
            };
            man.piece = Piece {
                color: man.piece.color.other(),
                role: man.piece.role,
            };
            mirror.put(Place::new(dimension, square.flip_vertical()), man);
        }
    }
    mirror
}

/// Moves by distance. The reaches of ranks 4 and 5 differ only in whether they join dimensions at distances 2
/// and 6; at all others the map is the same for both colours.
fn counts_by_distance(position: &DmChess) -> [usize; 8] {
    let mut counts = [0; 8];
    let color = position.mover();
    for dimension in Dimension::ALL {
        for square in position.board(dimension).by_color(color) {
            let from = Place::new(dimension, square);
            let Some(man) = position.man_at(from) else {
                continue;
            };
            counts[0] += position.targets_within(man.piece, from).count();
            for to in Dimension::ALL {
                let distance = dimension.distance(to);
                if (1..=man.level).contains(&distance) {
                    counts[usize::from(distance)] +=
                        position.targets_across(man.piece, from, to).count();
                }
            }
        }
    }
    counts
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn in_random_games_the_listed_moves_are_exactly_the_legal_ones(seed: u64) {
        let mut random = fastrand::Rng::with_seed(seed);
        random_game(seed, 150, |position| {
            if random.usize(..60) == 0 {
                assert_listed_is_legal(position);
            }
        });
    }

    #[test]
    fn in_random_games_everything_is_read_back(seed: u64) {
        random_game(seed, 120, |position| {
            assert_round_trips(position);
        });
    }

    #[test]
    fn in_random_games_a_visit_shows_the_move_played_and_changes_nothing(seed: u64) {
        let mut random = fastrand::Rng::with_seed(seed);
        random_game(seed, 150, |position| {
            let is_special = position.en_passant.is_some() || position.shifts_next();
            if is_special || random.usize(..20) == 0 {
                assert_visits_are_plays(position);
            }
        });
    }

    #[test]
    fn every_move_is_read_back_from_its_notations(seed: u64) {
        let mut random = fastrand::Rng::with_seed(seed);
        random_game(seed, 120, |position| {
            let all = position.legal_actions();
            if all.is_empty() || random.usize(..8) > 0 {
                return;
            }
            let action = all[random.usize(..all.len())];
            assert_eq!(action.to_string().parse(), Ok(action));
            let notation = position.notation(action, Viewer::Spectator);
            assert_eq!(position.read(&notation), Ok(action), "{notation}");
        });
    }

    #[test]
    fn every_position_can_be_shown(seed: u64) {
        let mut random = fastrand::Rng::with_seed(seed);
        random_game(seed, 120, |position| {
            if random.usize(..10) == 0 {
                let view = position.view(Viewer::Spectator);
                let men: usize = view.dimensions.iter().map(|d| d.men.len()).sum();
                let standing: usize =
                    position.boards.iter().map(|board| board.occupied().count()).sum();
                assert_eq!(men, standing);
                assert!(serde_json::to_string(&view).is_ok());
            }
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn with_few_kings_the_listed_moves_are_exactly_the_legal_ones(seed: u64) {
        if let Some(position) = random_scene(seed) {
            assert_listed_is_legal(&position);
            assert_round_trips(&position);
            assert_visits_are_plays(&position);
        }
    }

    #[test]
    fn attacks_are_the_captures_that_could_be_made(seed: u64) {
        if let Some(position) = random_scene(seed) {
            assert_attacks_are_captures(&position, &mut fastrand::Rng::with_seed(seed));
        }
    }

    #[test]
    fn both_colours_move_alike_where_the_map_is_the_same(seed: u64) {
        if let Some(position) = random_scene(seed) {
            let mut ours = counts_by_distance(&position);
            let mut theirs = counts_by_distance(&mirrored(&position));
            for distance in [2, 6] {
                ours[distance] = 0;
                theirs[distance] = 0;
            }
            prop_assert_eq!(ours, theirs);
        }
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "[a-hA-H0-9/ \\[\\]=@:,wb-]{0,120}") {
        let _ = DmChess::from_text(Variant::Home, &text);
        let _ = DmChess::from_text(Variant::Placed, &text);
        let _ = DmChess::start(Variant::Home).read(&text);
    }

    #[test]
    fn a_damaged_text_is_refused_or_can_be_played(seed: u64, at in 0..400_usize, byte in 32_u8..127) {
        let mut random = fastrand::Rng::with_seed(seed);
        let text = random_scene(seed).unwrap_or_else(|| DmChess::start(Variant::Home)).to_text();
        let mut bytes = text.into_bytes();
        let index = at % bytes.len();
        bytes[index] = byte;
        let damaged = String::from_utf8(bytes).unwrap_or_default();
        if let Ok(mut position) = DmChess::from_text(Variant::Home, &damaged) {
            assert_round_trips(&position);
            for _ in 0..20 {
                let all = position.legal_actions();
                if all.is_empty() {
                    break;
                }
                position.play_unchecked(all[random.usize(..all.len())]);
            }
        }
    }
}

#[test]
fn random_scenes_reach_every_way_to_judge_safety() {
    use super::super::safety::Safety;
    let mut seen = [0; 4];
    for seed in 0..2_000 {
        if let Some(position) = random_scene(seed) {
            seen[match Safety::of(&position) {
                Safety::Assured => 0,
                Safety::Exposed(_) => 1,
                Safety::Check(_) => 2,
                Safety::BeforeShift => 3,
            }] += 1;
        }
    }
    assert!(seen.iter().all(|count| *count >= 20), "{seen:?}");
}

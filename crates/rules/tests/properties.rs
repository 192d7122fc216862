//! Properties of every game and every reachable position, tested on random games.

use std::ops::ControlFlow;

use manifold_rules::board::Color;
use manifold_rules::in_every_game;
use manifold_rules::position::{Bounds, Rules};
use manifold_rules::record::read_games;
use manifold_rules::variant::{AnyAction, AnyGame, AnyPosition, AnyRecord, Listed, VariantId};
use manifold_rules::viewer::Viewer;

/// The bounds within which most tests list actions.
const LISTING: Bounds = Bounds { max_delay: 2 };

const VIEWERS: [Viewer; 4] = [
    Viewer::Player(Color::White),
    Viewer::Player(Color::Black),
    Viewer::Spectator,
    Viewer::Referee,
];

/// Plays random games and hands each of them to `visit` before every action, and at its end.
fn random_games(
    id: VariantId,
    games: u64,
    actions: usize,
    mut visit: impl FnMut(&AnyGame, &mut fastrand::Rng),
) {
    for seed in 0..games {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut game = AnyGame::new(id);
        place_what_is_not_listed(&mut game);
        for _ in 0..actions {
            visit(&game, &mut random);
            // Two in three actions exclude phase-outs, which would otherwise be nearly all.
            let bounds = match random.usize(..3) {
                0 => LISTING,
                _ => Bounds { max_delay: 0 },
            };
            let mut choices = game.position().legal_actions_within(bounds);
            if choices.is_empty() {
                choices = game.position().legal_actions_within(LISTING);
            }
            if game.outcome().is_some() || choices.is_empty() {
                break;
            }
            let action = choices[random.usize(..choices.len())];
            game.play(action).expect("a listed action is legal");
        }
        visit(&game, &mut random);
    }
}

/// Places the kings in DMChess variants in which they are placed before the game: those actions are not listed.
fn place_what_is_not_listed(game: &mut AnyGame) {
    while game.position().unlisted().is_some() {
        let home = game.position().turn().fold_wb('1', '8');
        let kings: Vec<String> = (1..=8).map(|board| format!("d{board}e{home}")).collect();
        let text = format!("kings:{}", kings.join(","));
        let action = game.variant().parse_action(&text).expect("a placement");
        game.play(action).expect("kings may stay at home");
    }
}

fn ids() -> Vec<VariantId> {
    let all = VariantId::all();
    assert!(all.len() >= 7, "four games with their options, and more");
    all
}

/// The length of the random games in actions: DMChess lists hundreds in each position.
fn depth(id: VariantId) -> usize {
    if id.id().starts_with("dmchess") {
        40
    } else {
        80
    }
}

#[test]
fn what_is_listed_is_legal_and_counted() {
    for id in ids() {
        random_games(id, 6, depth(id), |game, _| {
            let position = game.position();
            let listed = position.legal_actions_within(LISTING);
            assert_eq!(
                position.count_legal_within(LISTING),
                listed.len() as u64,
                "{id} {}",
                position.to_text()
            );
            for action in &listed {
                assert!(
                    position.is_legal(*action),
                    "{id} {action} {}",
                    position.to_text()
                );
            }
            let mut unique: Vec<String> = listed.iter().map(ToString::to_string).collect();
            unique.sort_unstable();
            unique.dedup();
            assert_eq!(
                unique.len(),
                listed.len(),
                "{id}: an action is listed twice"
            );
            if position.unlisted().is_none() && position.outcome().is_none() {
                assert!(position.has_legal_action());
            }
        });
    }
}

#[test]
fn every_child_and_every_visit_is_the_position_after_its_action() {
    in_every_game!(|P, variant| {
        let id = P::variant_id(variant);
        random_games(id, 6, depth(id), |game, random| {
            let game = P::own_game(game).expect("a game of this kind");
            compare_children(game.position());
            compare_visits(game.position(), random);
        });
    });
}

fn compare_children<P: Rules>(position: &P) {
    let text = position.to_text();
    let mut listed = position.legal_actions_within(LISTING);
    let _ = position.for_each_child_within(LISTING, |action, child| {
        let mut after = position.clone();
        after.play_unchecked(action);
        assert!(after == *child, "{action} {text}");
        assert_eq!(
            child.zobrist(),
            child.recomputed_zobrist(),
            "{action} {text}"
        );
        let place = listed.iter().position(|listed| *listed == action);
        listed.swap_remove(place.expect("listed, and not handed out before"));
        ControlFlow::<()>::Continue(())
    });
    assert!(listed.is_empty(), "{text}");
}

/// `visit_child` shows the position after the action and changes nothing.
fn compare_visits<P: Rules>(position: &P, random: &mut fastrand::Rng) {
    let mut visited = position.clone();
    let listed = position.legal_actions_within(LISTING);
    for _ in 0..listed.len().min(40) {
        let action = listed[random.usize(..listed.len())];
        let mut played = position.clone();
        played.play_unchecked(action);
        let (child, key) = visited.visit_child(action, |child| (child.clone(), child.zobrist()));
        assert_eq!(child, played, "{action} {}", position.to_text());
        assert_eq!(key, played.zobrist());
        assert_eq!(&visited, position, "{action} {}", position.to_text());
    }
}

#[test]
fn a_decided_game_lists_nothing_and_a_refused_action_changes_nothing() {
    for id in ids() {
        let at_the_start = AnyPosition::start(id).legal_actions_within(LISTING);
        random_games(id, 20, 200, |game, _| refuse_in(game, &at_the_start));
    }
}

fn refuse_in(game: &AnyGame, actions: &[AnyAction]) {
    let mut position = game.position();
    if position.outcome().is_some() {
        assert_eq!(position.count_legal_within(Bounds::NONE), 0);
    }
    for action in actions.iter().take(50) {
        if !position.is_legal(*action) {
            assert!(position.play(*action).is_err());
        }
    }
    assert_eq!(position, game.position());
}

#[test]
fn actions_and_positions_come_back_from_text_as_they_were() {
    for id in ids() {
        random_games(id, 6, depth(id), |game, random| {
            let position = game.position();
            let text = position.to_text();
            let read = AnyPosition::from_text(id, &text).expect(&text);
            assert_eq!(read, position, "{id} {text}");
            assert_eq!(read.to_text(), text);
            let listed = position.legal_actions_within(LISTING);
            for _ in 0..listed.len().min(12) {
                let action = listed[random.usize(..listed.len())];
                let machine = action.to_string();
                assert_eq!(id.parse_action(&machine), Ok(action), "{id} {machine}");
                assert_eq!(position.read(&machine), Ok(action), "{id} {machine} {text}");
                let notation = position.notation(action, Viewer::Referee);
                assert_eq!(
                    position.read(&notation),
                    Ok(action),
                    "{id} {machine} as {notation} {text}"
                );
            }
        });
    }
}

#[test]
fn the_key_kept_along_the_way_is_the_one_worked_out_anew() {
    for id in ids() {
        random_games(id, 10, depth(id), |game, _| {
            let position = game.position();
            assert_eq!(
                position.zobrist(),
                position.recomputed_zobrist(),
                "{id} {}",
                position.to_text()
            );
        });
    }
}

#[test]
fn taking_back_restores_the_game() {
    for id in ids() {
        let mut before: Option<AnyGame> = None;
        random_games(id, 3, 40, |game, _| {
            if let Some(before) = &before
                && game.len() == before.len() + 1
            {
                let mut undone = game.clone();
                assert_eq!(undone.undo(), game.actions().last().copied());
                assert_eq!(undone.position(), before.position());
                assert_eq!(undone.actions(), before.actions());
                assert_eq!(undone.outcome(), before.outcome());
            }
            before = Some(game.clone());
        });
    }
}

#[test]
fn every_viewer_gets_a_view_and_a_record() {
    for id in ids() {
        random_games(id, 2, depth(id), |game, random| {
            for viewer in VIEWERS {
                let view = game.position().view(viewer);
                assert!(!view.to_string().is_empty());
                serde_json::to_string(&view).expect("a view is JSON");
            }
            if game.outcome().is_some() || random.usize(..20) == 0 {
                let record = AnyRecord::new(game.clone());
                let text = record.to_pgn(Viewer::Referee);
                let games = read_games(&text);
                assert_eq!(games.len(), 1, "{text}");
                let read = AnyRecord::replay(games[0].as_ref().expect(&text)).expect(&text);
                assert_eq!(read.game.position(), game.position(), "{text}");
                assert_eq!(read.game.actions(), game.actions());
                assert_eq!(read.game.outcome(), game.outcome());
            }
        });
    }
}

/// Otherwise a server would have to parse such a text a second time, and how long that takes depends on the secrets.
#[test]
fn in_hyperspace_chess_no_text_is_one_action_for_machines_and_another_for_people() {
    let mut tried = 0;
    for id in ids() {
        if !id.id().starts_with("hyperspace") {
            continue;
        }
        random_games(id, 12, depth(id), |game, _| {
            let position = game.position();
            for action in position.legal_actions_within(LISTING) {
                let notation = position.notation(action, Viewer::Referee);
                // People leave the marks of captures, checks and mates out.
                let bare: String = notation.chars().filter(|c| !"x+#=".contains(*c)).collect();
                for text in [&notation, &bare] {
                    tried += 1;
                    let read = id.parse_action(text);
                    assert!(read.is_err() || read == Ok(action), "{id} {text}");
                }
            }
        });
    }
    assert!(tried > 10_000, "{tried}");
}

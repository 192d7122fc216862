//! DMChess: what eight boards, portals and several kings demand of an engine.

use manifold_engine::playable::Searchable;
use manifold_engine::{Limits, Scope, SearchOptions, is_mate};
use manifold_rules::board::Color;
use manifold_rules::dmchess::{Action, DmChess};
use manifold_rules::game::Game;
use manifold_rules::outcome::Reason;
use manifold_rules::position::{Bounded, Bounds, Position, Turns};

use crate::search;

const EMPTY: &str = "8/8/8/8/8/8/8/8";
const KINGS: &str = "4k3/8/8/8/8/8/8/4K3";
/// A black king alone.
const BLACK: &str = "4k3/8/8/8/8/8/8/8";

const LISTING: Bounds = Bounds::NONE;

fn after(position: &DmChess, action: Action) -> DmChess {
    let mut after = *position;
    after.play_unchecked(action);
    after
}

fn wins(position: &DmChess, action: Action) -> bool {
    let outcome = after(position, action).outcome();
    outcome.is_some_and(|outcome| outcome.winner == Some(position.actor()))
}

fn wins_now(position: &DmChess) -> bool {
    position
        .legal_actions_within(LISTING)
        .into_iter()
        .any(|action| wins(position, action))
}

/// Whether every reply to `action` leaves an immediate win. With more than `most` replies the answer is no.
fn forces(position: &DmChess, action: Action, most: u64) -> bool {
    let reply = after(position, action);
    if reply.actor() == position.actor() || reply.count_legal_within(LISTING) > most {
        return false;
    }
    let replies = reply.legal_actions_within(LISTING);
    !replies.is_empty()
        && replies.into_iter().all(|answer| {
            let then = after(&reply, answer);
            then.actor() == position.actor() && then.outcome().is_none() && wins_now(&then)
        })
}

/// White to move on a few boards; the others are empty.
fn scene(boards: &[(usize, &str)], dominance: &str) -> DmChess {
    let mut all = [EMPTY; 8];
    for (number, board) in boards {
        all[number - 1] = board;
    }
    let text = format!("{} w -/-/-/-/-/-/-/- - - {dominance} 0 1", all.join(" "));
    DmChess::from_text(Default::default(), &text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn choice(position: &DmChess, nodes: u64) -> (Action, i32) {
    let options = SearchOptions {
        limits: Limits::nodes(nodes),
        ..SearchOptions::default()
    };
    let game = Game::from_position(*position);
    let result = search(&game, &options).expect("White can move");
    (result.action, result.score)
}

/// Whether Black can reach dominance by one move, and White cannot break it.
fn black_can_dominate_for_good(position: &DmChess) -> bool {
    let is_dominant = |position: &DmChess| {
        position
            .dominant()
            .is_some_and(|(player, _)| player == Color::Black)
    };
    position
        .legal_actions()
        .into_iter()
        .map(|reply| after(position, reply))
        .filter(|dominated| is_dominant(dominated))
        .any(|dominated| {
            let answers = dominated.legal_actions();
            answers
                .into_iter()
                .all(|answer| is_dominant(&after(&dominated, answer)))
        })
}

#[test]
fn a_mate_through_a_portal_is_seen_at_once() {
    // The rook comes from D1 to the h-file of D8, by way of d1, d4 or d5; no portal is near the king.
    let position = scene(
        &[(1, "8/8/8/8/8/8/8/3R[8]K3"), (8, "6rk[1]/6p1/8/8/8/8/8/8")],
        "-",
    );
    let (action, score) = choice(&position, 500);
    let Action::Move(m) = action else {
        panic!("{action}");
    };
    assert!(is_mate(score));
    assert_ne!(m.from.dimension, m.to.dimension);
    let end = after(&position, action).outcome().expect("a mate");
    assert_eq!(
        (end.winner, end.reason),
        (Some(Color::White), Reason::Checkmate)
    );
}

#[test]
fn a_mate_in_two_is_found_where_portals_are_closed() {
    let position = scene(
        &[
            (1, "8/8/8/8/8/8/8/4K3"),
            (7, "5b2/6p1/6pp/8/8/8/8/8"),
            (8, "8/7k[1]/R7/8/8/8/8/1R6"),
        ],
        "-",
    );
    let (action, score) = choice(&position, 40_000);
    assert!(is_mate(score), "{action} {score}");
    assert!(
        wins(&position, action) || forces(&position, action, u64::MAX),
        "{action}"
    );
    assert!(!wins_now(&position));
}

/// Black controls four dimensions, and is about to capture White's king in a fifth, where no other king could come in
/// time. White could capture a queen instead of saving it.
fn a_fifth_king_in_danger() -> DmChess {
    scene(
        &[
            (1, "4k3/8/q7/8/8/8/8/R3K3"),
            (2, "4k3/8/8/8/8/8/8/4K[1]3"),
            (3, "4k3/8/8/8/8/8/8/4K[1]3"),
            (4, "4k3/8/8/8/8/8/2n1P3/3NKB2"),
            (5, BLACK),
            (6, BLACK),
            (7, BLACK),
            (8, BLACK),
        ],
        "-",
    )
}

#[test]
fn dominance_is_seen_coming() {
    let position = a_fifth_king_in_danger();
    assert!(black_can_dominate_for_good(&after(
        &position,
        "Rd1a1-d1a6".parse().expect("a move")
    )));
    // Some of these limits interrupt an iteration whose first actions lose: an action that it has not reached is better.
    for nodes in [1_000, 2_000, 3_000, 4_000, 5_000, 8_000, 20_000] {
        let (action, _) = choice(&position, nodes);
        assert_ne!(
            action.to_string(),
            "Rd1a1-d1a6",
            "a queen is worth less than the game, {nodes} nodes"
        );
        assert!(
            !black_can_dominate_for_good(&after(&position, action)),
            "{action}, {nodes} nodes"
        );
    }
}

#[test]
fn dominance_is_answered() {
    let boards = [
        (1, BLACK),
        (2, BLACK),
        (3, BLACK),
        (4, BLACK),
        (5, BLACK),
        (6, "8/8/8/p7/8/8/8/R3K3"),
        (8, KINGS),
    ];
    let position = scene(&boards, "b1");
    for nodes in [1, 300, 5_000] {
        let (action, _) = choice(&position, nodes);
        assert_eq!(after(&position, action).dominant(), None, "{action}");
    }
}

#[test]
fn dominance_is_completed() {
    let white = "8/8/8/8/8/8/8/4K3";
    let boards = [
        (1, white),
        (2, white),
        (3, white),
        (4, white),
        (5, white),
        (8, "3qk3/8/8/8/8/8/8/3RK3"),
    ];
    let position = scene(&boards, "w2");
    let (action, score) = choice(&position, 200);
    let end = after(&position, action).outcome().expect("a win");
    assert_eq!(
        (end.winner, end.reason),
        (Some(Color::White), Reason::Dominance)
    );
    assert!(is_mate(score));
}

#[test]
fn what_hangs_in_another_dimension_is_taken() {
    // From d1, a portal square, the rook on D2 attacks the queen on D5.
    let position = scene(
        &[
            (2, "8/8/8/8/8/8/8/3R[4]4"),
            (5, "4k3/8/3q4/8/8/8/8/4K3"),
            (8, KINGS),
        ],
        "-",
    );
    let (action, _) = choice(&position, 1_000);
    assert_eq!(action.to_string(), "Rd2d1-d5d6");
}

#[test]
fn what_is_struck_from_another_dimension_is_saved() {
    // The queen on D5 is attacked by the rook on D2, and not defended.
    let position = scene(
        &[
            (2, "3r[4]4/8/8/8/8/8/8/8"),
            (5, "4k3/8/8/8/8/3Q4/8/4K3"),
            (8, KINGS),
        ],
        "-",
    );
    assert!(position.gain("Rd2d8-d5d3".parse().expect("a move")) <= 0);
    let (action, _) = choice(&position, 2_000);
    let then = after(&position, action);
    let best = then
        .legal_actions()
        .into_iter()
        .map(|reply| then.gain(reply) - then.risk(reply))
        .max();
    assert!(best.is_some_and(|best| best < 400), "{action}");
}

#[test]
fn with_all_kings_in_check_every_answer_is_looked_at() {
    let position = scene(
        &[(1, "R3r3/8/8/8/8/8/8/4K3"), (8, "4k3/8/8/4r3/8/8/8/4K3")],
        "-",
    );
    assert!(position.is_forced());
    let scope = Scope::Inner {
        depth: 1,
        steps: 0,
        bounds: Bounds::NONE,
    };
    let mut listed = Vec::new();
    position.candidates(scope, &mut listed);
    let legal = position.legal_actions();
    assert_eq!(listed.len(), legal.len());
    assert!(legal.iter().all(|action| listed.contains(action)));
}

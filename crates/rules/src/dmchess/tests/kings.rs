//! Several kings: check, mate, dominance, placement.

use super::*;
use crate::board::Color;
use crate::outcome::{Outcome, Reason};
use crate::position::{Secret, Turns, Unlisted};
use crate::viewer::Viewer;

#[test]
fn with_several_kings_one_may_be_left_in_check() {
    let position = scene(&[(1, "4r3/8/8/8/8/8/8/4K2N")]).build();
    assert!(position.is_check());
    assert_legal(&position, "Nd1h1-d1f2");
}

#[test]
fn a_king_that_is_not_the_last_is_captured_like_any_man() {
    let position = scene(&[(1, "4r3/8/8/8/8/8/8/4K3")]).black().build();
    let position = after(&position, "Rd1e8-d1e1");
    assert_eq!(level(&position, "d1e1"), 2);
    assert_eq!(position.king_count(Color::White), 1);
    assert_eq!(position.fifty_move_count(), 0);
}

#[test]
fn with_one_king_left_check_must_be_answered() {
    let position = scene(&[(8, "4k3/8/8/4r3/8/8/8/R3K3")]).build();
    assert_eq!(
        refusal(&position, "Rd8a1-d8a2"),
        Refusal::NoSafeKing {
            kings: 1,
            shift: false
        }
    );
    assert_legal(&position, "Kd8e1-d8d2");
}

#[test]
fn one_king_must_be_safe_after_the_move() {
    // Both kings of White are attacked: one of the attackers must be dealt with.
    let position = scene(&[(1, "R3r3/8/8/8/8/8/8/4K3"), (8, "4k3/8/8/4r3/8/8/8/4K3")]).build();
    assert!(check(&position, "Rd1a8-d1a2").is_err());
    assert_legal(&position, "Rd1a8-d1e8");
}

#[test]
fn two_kings_may_not_both_be_given_up() {
    // The knight on D1 guards the king there; the one on D8 is attacked already.
    let position = scene(&[(1, "4r3/8/8/8/8/8/4N3/4K3"), (8, "4k3/8/8/4r3/8/8/8/4K3")]).build();
    assert_eq!(
        refusal(&position, "Nd1e2-d1c3"),
        Refusal::NoSafeKing {
            kings: 2,
            shift: false
        }
    );
    assert_legal(&position, "Kd8e1-d8d2");
}

#[test]
fn a_man_that_moves_away_can_open_a_way_from_another_dimension() {
    // The rook on D1 would attack g1 of D8 by way of d1; the knight on b1 blocks it.
    let position = scene(&[(1, "8/8/8/8/8/8/P7/r[8]N6"), (8, "4k3/8/8/8/8/8/8/6K1")]).build();
    assert!(!position.is_check());
    assert_eq!(
        refusal(&position, "Nd1b1-d1c3"),
        Refusal::NoSafeKing {
            kings: 1,
            shift: false
        }
    );
    // A knight on the portal square itself blocks it too, on either side.
    for boards in [
        [(1, "8/8/8/8/8/8/P7/r[8]2N4"), (8, "4k3/8/8/8/8/8/8/6K1")],
        [(1, "8/8/8/8/8/8/P7/r[8]7"), (8, "4k3/8/8/8/8/8/8/3N2K1")],
    ] {
        let position = scene(&boards).build();
        assert!(!position.is_check());
        let knight = if boards[0].1.contains('N') {
            "d1d1-d1b2"
        } else {
            "d8d1-d8b2"
        };
        assert!(check(&position, &format!("N{knight}")).is_err());
    }
}

/// A mate and a stalemate of a king of level 1 in the corner of D1, whose portals are blocked on D2.
fn corner(queen: &str) -> DmChess {
    scene(&[
        (1, queen),
        (2, "8/8/8/8/8/8/n7/1n6"),
        (8, "4k3/8/8/8/8/8/8/8"),
    ])
    .build()
}

#[test]
fn no_legal_move_with_every_king_attacked_is_checkmate() {
    let position = corner("1r6/8/8/8/8/8/1q6/K7");
    assert_eq!(
        position.outcome(),
        Some(Outcome::win(Color::Black, Reason::Checkmate))
    );
    assert_eq!(position.count_legal(), 0);
}

#[test]
fn a_portal_is_a_way_out_of_mate() {
    // Two rooks of level 1 on D2: they follow the king to D1 and D3, not to D4.
    let with = |king: &'static str| scene(&[(2, king), (8, "4k3/8/8/8/8/8/8/8")]).build();
    let mated = with("8/8/8/8/8/8/7r[1]/2K[1]4r[1]");
    assert_eq!(
        mated.outcome(),
        Some(Outcome::win(Color::Black, Reason::Checkmate))
    );
    let free = with("8/8/8/8/8/8/7r[1]/2K4r[1]");
    assert_eq!(free.outcome(), None);
    assert_legal(&free, "Kd2c1-d4c1");
}

#[test]
fn no_legal_move_with_a_safe_king_is_stalemate() {
    let position = corner("8/8/8/8/8/1q6/8/K7");
    assert_eq!(position.outcome(), Some(Outcome::draw(Reason::Stalemate)));
}

#[test]
fn the_last_king_is_never_captured() {
    // Such a position cannot arise and cannot be read; even so, the capture is not legal.
    let mut position = scene(&[(1, "8/8/8/8/8/8/8/R7")]).build();
    let king = position.man_at(place("d8e8")).expect("a king");
    position.take(place("d8e8"), king);
    position.put(place("d1a8"), king);
    assert_eq!(
        refusal(&position, "Rd1a1-d1a8"),
        Refusal::LastKing(place("d1a8"))
    );
}

const K: &str = "8/8/8/8/8/8/8/4K3";

#[test]
fn five_controlled_dimensions_for_a_full_turn_win() {
    let boards = [
        (1, K),
        (2, K),
        (3, K),
        (4, "8/8/8/8/8/8/8/4KK2"),
        (8, KINGS),
    ];
    let position = scene(&boards).build();
    // Ply p: five dimensions. Then p + 1, then p + 2.
    let position = after(&position, "Kd4f1-d5g1");
    assert_eq!(position.controlled(), [5, 0]);
    let position = after(&position, "Kd8e8-d8f8");
    assert_eq!(position.outcome(), None);
    let won = after(&position, "Kd1e1-d1f1");
    assert_eq!(
        won.outcome(),
        Some(Outcome::win(Color::White, Reason::Dominance))
    );
    assert_eq!(won.count_legal(), 0);
    assert_eq!(
        won.check(action("Kd8f8-d8e8")),
        Err(Refusal::GameIsOver(Color::White))
    );
}

#[test]
fn control_that_is_lost_in_between_begins_anew() {
    let boards = [
        (1, K),
        (2, K),
        (3, K),
        (4, "8/8/8/8/8/8/8/4KK2"),
        (8, "4kk2/8/8/8/8/8/8/4K3"),
    ];
    let position = scene(&boards).build();
    // A black king goes to D5 and contests it, and leaves it again.
    let position = after(&position, "Kd4f1-d5g1 Kd8e8-d5c8");
    assert_eq!(position.controlled(), [4, 0]);
    assert_eq!(position.dominance.plies, 0);
    let position = after(&position, "Kd1e1-d1f1 Kd5c8-d4c8 Kd1f1-d1e1");
    assert_eq!(position.outcome(), None);
}

#[test]
fn dominance_comes_before_stalemate_and_mate() {
    let position = scene(&[
        (1, "k7/8/1K6/8/8/8/8/8"),
        (2, K),
        (3, K),
        (4, K),
        (5, K),
        (6, K),
        (8, EMPTY),
    ])
    .dominance("w3")
    .black()
    .build();
    assert_eq!(
        position.outcome(),
        Some(Outcome::win(Color::White, Reason::Dominance))
    );
}

#[test]
fn how_long_a_player_dominates_is_part_of_the_position_but_not_of_what_repetition_compares() {
    let boards = [(1, K), (2, K), (3, K), (4, K), (5, K), (8, KINGS)];
    let keys = |dominance: &str| {
        let position = scene(&boards).dominance(dominance).black().build();
        (position.zobrist(), position.repetition_key())
    };
    let (first, second) = (keys("w1"), keys("w2"));
    assert_ne!(first.0, second.0);
    assert_eq!(first.1, second.1);
}

fn placed(white: &str, black: &str) -> DmChess {
    let start = DmChess::start(Variant::Placed);
    after(&start, &format!("kings:{white} kings:{black}"))
}

const WHITE_HOME: &str = "d1e1,d2e1,d3e1,d4e1,d5e1,d6e1,d7e1,d8e1";
const BLACK_HOME: &str = "d1e8,d2e8,d3e8,d4e8,d5e8,d6e8,d7e8,d8e8";

#[test]
fn kings_at_home_give_the_start_position() {
    let position = placed(WHITE_HOME, BLACK_HOME);
    let start = DmChess::start(Variant::Home);
    assert_eq!(position.boards, start.boards);
    assert_eq!(position.unmoved, start.unmoved);
    assert_eq!(position.to_text(), start.to_text());
    assert_eq!(position.zobrist(), start.zobrist());
    assert_eq!(position.count_legal(), 363);
}

#[test]
fn kings_are_placed_in_turn_before_anybody_moves() {
    let start = DmChess::start(Variant::Placed);
    assert_eq!((start.actor(), start.ply()), (Color::White, 0));
    assert_eq!(start.count_legal(), 0);
    assert_eq!(start.outcome(), None);
    assert_eq!(
        refusal(&start, "Pd1e2-d1e4"),
        Refusal::KingsNotPlaced {
            color: Color::White
        }
    );
    let start = after(&start, &format!("kings:{WHITE_HOME}"));
    assert_eq!((start.actor(), start.ply()), (Color::Black, 0));
    assert!(start.is_placing_kings() && start.unlisted().is_some() && !start.is_settled());
    let ready = after(&start, &format!("kings:{BLACK_HOME}"));
    assert_eq!((ready.actor(), ready.ply()), (Color::White, 0));
    assert!(!ready.is_placing_kings() && ready.unlisted().is_none() && ready.is_settled());
    assert_eq!(
        ready.check(action(&format!("kings:{WHITE_HOME}"))),
        Err(Refusal::KingsArePlaced)
    );
}

#[test]
fn without_the_option_no_kings_are_placed() {
    let start = DmChess::start(Variant::Home);
    assert_eq!(
        start.check(action(&format!("kings:{WHITE_HOME}"))),
        Err(Refusal::KingsStartAtHome)
    );
}

#[test]
fn kings_are_placed_on_home_squares_and_the_own_third_rank_only() {
    let start = DmChess::start(Variant::Placed);
    for (list, right) in [
        ("d1e1,d1a3,d1b3,d1c3,d1d3,d1e3,d1f3,d1g3", true),
        ("d1e1,d2e1,d3e1,d4e1,d5e1,d6e1,d7e1,d8d1", false),
        ("d1e1,d2e1,d3e1,d4e1,d5e1,d6e1,d7e1,d8e2", false),
        ("d1e1,d2e1,d3e1,d4e1,d5e1,d6e1,d7e1,d8e4", false),
        ("d1e1,d2e1,d3e1,d4e1,d5e1,d6e1,d7e1,d8e6", false),
        ("d1e1,d2e1,d3e1,d4e1,d5e1,d6e1,d7e1,d8e8", false),
    ] {
        let result = start.check(action(&format!("kings:{list}")));
        assert_eq!(result.is_ok(), right, "{list}");
    }
    let black = after(&start, &format!("kings:{WHITE_HOME}"));
    assert!(black.check(action(&format!("kings:{WHITE_HOME}"))).is_err());
    assert!(
        black
            .check(action("kings:d1a6,d1h6,d1e8,d2e8,d3e8,d4e8,d5e8,d6e8"))
            .is_ok()
    );
}

#[test]
fn a_placed_king_has_the_level_of_its_dimension_and_castles_from_home_only() {
    let position = placed("d1e1,d2e1,d3e1,d4e1,d5e1,d6e1,d7e1,d7c3", BLACK_HOME);
    assert_eq!(level(&position, "d7c3"), 7);
    assert!(position.level_at(place("d8e1")).is_none());
    assert_eq!(position.unmoved.kings, [0b0111_1111, 0xff]);
    for dimension in Dimension::ALL {
        assert_eq!(position.imbalance(dimension), 0);
    }
}

#[test]
fn dominance_counts_from_the_position_before_the_first_move() {
    // All black kings on D1 and D2, White's everywhere: five dimensions at the end of ply 0.
    let position = placed(WHITE_HOME, "d1a6,d1b6,d1c6,d1d6,d1e8,d2a6,d2b6,d2e8");
    assert_eq!(position.controlled(), [6, 0]);
    let position = after(&position, "Pd8a2-d8a3");
    assert_eq!(position.outcome(), None);
    let position = after(&position, "Pd8h7-d8h6");
    assert_eq!(
        position.outcome(),
        Some(Outcome::win(Color::White, Reason::Dominance))
    );
}

#[test]
fn whites_placement_is_hidden_until_black_has_placed() {
    let start = DmChess::start(Variant::Placed);
    let first = after(&start, &format!("kings:{WHITE_HOME}"));
    let other = after(&start, "kings:d1e1,d1a3,d2e1,d3e1,d4e1,d5e1,d6e1,d8h3");
    for viewer in [Viewer::Player(Color::Black), Viewer::Spectator] {
        assert_eq!(first.view(viewer), other.view(viewer));
        assert_eq!(first.view(viewer).to_string(), "kings kings:?");
        assert_eq!(
            start.notation(action(&format!("kings:{WHITE_HOME}")), viewer),
            "kings:?"
        );
    }
    for viewer in [Viewer::Player(Color::White), Viewer::Referee] {
        assert_ne!(first.view(viewer), other.view(viewer));
    }
    let black = format!("kings:{BLACK_HOME}");
    assert_ne!(
        after(&first, &black).view(Viewer::Spectator),
        after(&other, &black).view(Viewer::Spectator)
    );
}

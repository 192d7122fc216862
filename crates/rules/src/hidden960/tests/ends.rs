//! The ends of the game, and the conditions of draws.

use super::*;
use crate::board::Color;
use crate::outcome::{Outcome, Reason};
use crate::position::Turns;

#[test]
fn mate_is_no_legal_move_in_check_and_no_reveal_that_makes_one() {
    let mate = at("b3k3/8/8/8/8/8/7P/?1?3BK w BN - - 0 40 -");
    assert_eq!(
        mate.outcome(),
        Some(Outcome::win(Color::Black, Reason::Checkmate))
    );
    assert_eq!(legal(&mate), "", "not even reveals");
    assert!(matches!(refusal(&mate, "a1=B+c1=N"), Refusal::GameOver(_)));
    // A knight on e1 could interpose: the game goes on.
    let saved = at("b3k3/8/8/8/8/8/7P/?3?1BK w BN - - 0 40 -");
    assert_eq!(saved.outcome(), None);
}

#[test]
fn a_smothered_king_beside_hidden_squares_is_mated_only_if_nothing_can_capture() {
    // The knight on f7 mates unless a reveal brings a man that can capture it.
    let mate = at("!!4rk/5Npp/8/8/8/8/8/4K3 b bn - - 0 40 -");
    assert_eq!(
        mate.outcome().map(|outcome| outcome.winner),
        Some(Some(Color::White))
    );
    let queen = at("1!3!rk/5Npp/8/8/8/8/8/4K3 b rb - - 0 40 -");
    assert_eq!(queen.outcome(), None, "a rook on f8 captures on f7");
}

#[test]
fn stalemate_is_a_draw() {
    let position = at("7k/5Q2/6K1/8/8/8/8/8 b - - - 0 40 -");
    assert_eq!(position.outcome(), Some(Outcome::draw(Reason::Stalemate)));
    assert_eq!(legal(&position), "");
    // The same king is not stalemated as long as a reveal brings a man that can move.
    let hidden = at("!!5k/5Q2/6K1/8/8/8/8/8 b bn - - 0 40 -");
    assert!(hidden.threatened.is_empty());
    assert_eq!(hidden.outcome(), None);
    assert_eq!(legal(&hidden), "a8=B+b8=N a8=N+b8=B");
}

#[test]
fn a_king_that_is_attacked_out_of_turn_is_not_mated() {
    let position = at("4k3/8/8/8/8/8/3qq3/2??3K b RN - - 0 40 -");
    assert!(position.threatened.any());
    assert_eq!(position.outcome(), None);
}

#[test]
fn the_game_is_mated_in_chess_as_in_chess() {
    let start = from_start(
        "a1=R b1=N c1=B d1=Q e1=K f1=B g1=N+h1=R f2f3 a8=R b8=N c8=B d8=Q e8=K f8=B g8=N+h8=R e7e5 g2g4 d8h4",
    );
    assert_eq!(
        start.outcome(),
        Some(Outcome::win(Color::Black, Reason::Checkmate))
    );
}

#[test]
fn reveals_are_no_plies_and_do_not_reset_the_fifty_move_count() {
    let position = at("4k3/8/8/8/8/8/8/??2K2R w BN h1 - 99 80 -");
    let revealed = after(position, "a1=N+b1=B");
    assert_eq!(revealed.fifty_move_count(), 99);
    assert_eq!(revealed.ply(), 158);
    let moved = after(revealed, "h1h2");
    assert_eq!((moved.fifty_move_count(), moved.ply()), (100, 159));
}

#[test]
fn captures_and_pawn_moves_reset_the_fifty_move_count() {
    let position = at("4k3/7p/8/8/8/8/P7/4K2R w - - - 42 80 -");
    assert_eq!(after(position, "a2a3").fifty_move_count(), 0);
    assert_eq!(after(position, "h1h7").fifty_move_count(), 0);
    assert_eq!(after(position, "h1h6").fifty_move_count(), 43);
}

#[test]
fn draws_are_judged_when_the_player_on_the_move_is_free_and_has_not_acted() {
    let start = Hidden960::start(Variant::Free);
    assert!(start.is_settled());
    let revealed = after(start, "d1=Q");
    assert!(!revealed.is_settled());
    assert!(after(revealed, "unreveal").is_settled());
    assert!(after(revealed, "e2e4").is_settled());
    let forced = from_start("b1=N b1c3 a7a6 c3d5 a6a5 d5f6");
    assert!(!forced.is_settled(), "forced reveals come first");
    let done = after(forced, "e8=K g8=N");
    assert!(done.is_settled(), "forced reveals are not acting");
    assert!(!after(done, "a8=R").is_settled());
}

#[test]
fn repetition_compares_men_turn_hidden_squares_and_pools() {
    let text = "4k3/8/8/8/8/8/8/??2K2R w BN e1h1 - 0 9 -";
    let key = at(text).repetition_key();
    assert_eq!(at(&text.replace("0 9", "7 20")).repetition_key(), key);
    for (from, to) in [
        (" w ", " b "),
        ("BN", "RN"),
        ("??2K2R", "?1?1K2R"),
        ("4k3", "5k2"),
    ] {
        let other = at(&text.replace(from, to));
        assert_ne!(other.repetition_key(), key, "{to}");
    }
}

#[test]
fn repetition_compares_unmoved_kings_and_rooks_each_by_itself() {
    let text = "4k3/8/8/8/8/8/8/4K2R w - e1h1e8 - 0 9 -";
    let mut keys = vec![at(text).repetition_key()];
    // Black's king has no rook left and could not castle in any case: it still counts.
    for unmoved in ["e1h1", "e1e8", "h1e8", "e8", "-"] {
        keys.push(at(&text.replace("e1h1e8", unmoved)).repetition_key());
    }
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 6);
}

#[test]
fn the_order_of_reveals_does_not_tell_positions_apart() {
    let one = from_start("a1=R h1=K e2e4");
    let other = from_start("h1=K a1=R e2e4");
    assert_eq!(one, other);
    assert_eq!(one.zobrist(), other.zobrist());
}

#[test]
fn pools_count_as_material() {
    for (text, draw) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - - 0 40 -", true),
        ("4k3/8/8/8/8/8/8/2B1K3 w - - - 0 40 -", true),
        ("4kb2/8/8/8/8/8/8/2B1K3 w - - - 0 40 -", true),
        ("2b1k3/8/8/8/8/8/8/2B1K3 w - - - 0 40 -", false),
        ("4k3/8/8/8/8/8/8/??6 w KN - - 0 40 -", true),
        ("4k3/8/8/8/8/8/8/??6 w KR - - 0 40 -", false),
        ("4k3/8/8/8/8/8/8/??6 w KB - - 0 40 -", true),
        ("4kb2/8/8/8/8/8/8/??6 w KB - - 0 40 -", false),
        ("!!6/8/8/8/8/8/8/??6 w KBkb - - 0 40 -", false),
        ("!!6/8/8/8/8/8/8/4K3 w kb - - 0 40 -", true),
        ("4k3/8/8/8/8/8/8/??2K3 w NN - - 0 40 -", false),
        ("4k3/8/8/8/8/8/P7/4K3 w - - - 0 40 -", false),
    ] {
        assert_eq!(at(text).is_insufficient_material(), draw, "{text}");
    }
}

#[test]
fn a_bare_king_does_not_win_on_time_and_a_pool_is_not_bare() {
    let bare = at("4k3/8/8/8/8/8/8/??2K3 w BN - - 0 40 -");
    assert!(bare.wins_on_time(Color::White));
    assert!(!bare.wins_on_time(Color::Black));
    let pool = at("!!6/8/8/8/8/8/8/4K3 w kn - - 0 40 -");
    assert!(pool.wins_on_time(Color::Black));
}

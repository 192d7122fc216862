//! Moves, check, and how games end.

use super::*;
use crate::board::{Color, Role, Square};
use crate::game::Game;
use crate::outcome::{Outcome, Reason};

fn played(line: &str) -> Game<Chess> {
    let mut game = Game::<Chess>::new(Variant::Standard);
    for text in line.split_whitespace() {
        let action = game.position().read(text).expect(text);
        game.play(action).expect(text);
    }
    game
}

#[test]
fn a_mate_is_a_win() {
    assert_eq!(
        played("f3 e5 g4 Qh4").outcome(),
        Some(Outcome::win(Color::Black, Reason::Checkmate))
    );
}

#[test]
fn no_move_without_check_is_stalemate() {
    let position = at("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(position.outcome(), Some(Outcome::draw(Reason::Stalemate)));
    let mate = at("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(
        mate.outcome(),
        Some(Outcome::win(Color::White, Reason::Checkmate))
    );
}

#[test]
fn the_third_occurrence_of_a_position_is_a_draw() {
    let twice = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1";
    assert_eq!(played(twice).outcome(), None);
    assert_eq!(
        played(&format!("{twice} Ng8")).outcome(),
        Some(Outcome::draw(Reason::Repetition))
    );
}

#[test]
fn an_en_passant_square_that_nobody_can_use_does_not_tell_positions_apart() {
    let with = after(&at(START), "e2e4");
    let without = at("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    assert_eq!(with.repetition_key(), without.repetition_key());
    let usable = at("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
    let unusable = at("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1");
    assert_ne!(usable.repetition_key(), unusable.repetition_key());
}

#[test]
fn a_hundred_plies_without_progress_are_a_draw_unless_the_last_one_mates() {
    let mut game = Game::from_position(at("7k/8/5K2/8/8/8/8/R7 w - - 98 80"));
    game.play(act("a1a2")).expect("legal");
    assert_eq!(game.outcome(), None);
    game.play(act("h8g8")).expect("legal");
    assert_eq!(game.outcome(), Some(Outcome::draw(Reason::FiftyMoves)));
    let mut game = Game::from_position(at("7k/8/6K1/8/8/8/8/R7 w - - 99 80"));
    game.play(act("a1a8")).expect("legal");
    assert_eq!(
        game.outcome(),
        Some(Outcome::win(Color::White, Reason::Checkmate))
    );
}

#[test]
fn bare_kings_are_a_draw_and_a_pawn_is_not() {
    assert!(at("4k3/8/8/8/8/8/8/4K3 w - - 0 1").is_insufficient_material());
    assert!(!at("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").is_insufficient_material());
}

#[test]
fn only_a_bare_king_cannot_win_on_time() {
    let position = at("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    assert!(position.wins_on_time(Color::White));
    assert!(!position.wins_on_time(Color::Black));
}

#[test]
fn en_passant_lasts_for_one_turn_and_takes_the_pawn() {
    let jumped = after(&at("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1"), "d7d5");
    let taken = after(&jumped, "e5d6");
    assert_eq!(taken.to_text(), "4k3/8/3P4/8/8/8/8/4K3 b - - 0 2");
    let too_late = after(&jumped, "e1e2 e8e7");
    assert!(!too_late.is_legal(act("e5d6")));
}

#[test]
fn en_passant_that_opens_the_rank_to_the_king_is_refused() {
    let position = at("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1");
    assert_eq!(
        refusal(&position, "e5d6"),
        Refusal::KingAttacked {
            king: Square::A5,
            role: Role::Rook,
            attacker: Square::H5
        }
    );
    assert!(at("8/8/8/K2pP3/8/8/8/4k3 w - d6 0 1").is_legal(act("e5d6")));
}

#[test]
fn a_pawn_is_promoted_to_each_of_four_pieces_and_to_nothing_else() {
    let position = at("8/P3k3/8/8/8/8/8/4K3 w - - 0 1");
    for role in ["q", "r", "b", "n"] {
        assert!(position.is_legal(act(&format!("a7a8{role}"))), "{role}");
    }
    assert_eq!(
        refusal(&position, "a7a8"),
        Refusal::PromotionMissing(Square::A8)
    );
    assert_eq!(refusal(&position, "e1e2q"), Refusal::NotPromoted);
    assert!("a7a8k".parse::<Action>().is_err());
}

#[test]
fn a_refusal_says_what_is_wrong() {
    let start = at(START);
    for (action, sentence) in [
        ("e4e5", "there is no piece on e4"),
        ("e7e5", "the pawn on e7 is your opponent's"),
        ("e2e5", "the pawn on e2 cannot go to e5"),
        ("a1a2", "your own pawn stands on a2"),
        ("e1g1", "the king cannot castle while a piece stands on f1"),
    ] {
        assert_eq!(refusal(&start, action).to_string(), sentence);
    }
    let pinned = at("4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1");
    assert_eq!(
        refusal(&pinned, "e2d3").to_string(),
        "your king on e1 would be in check from the rook on e8"
    );
}

#[test]
fn a_refused_move_changes_nothing() {
    let mut position = at(KIWIPETE);
    let before = position;
    assert!(position.play(act("e1e3")).is_err());
    assert_eq!(position, before);
}

//! Forced reveals: who, in which order, and what may be chosen.

use super::*;
use crate::board::{Bitboard, Color, Square};
use crate::outcome::{Outcome, Reason};
use crate::position::Turns;

fn squares(all: &[Square]) -> Bitboard {
    all.iter().copied().collect()
}

/// A knight on f6 attacks e8 and g8, Black to move.
fn knight_on_f6() -> Hidden960 {
    from_start("b1=N b1c3 a7a6 c3d5 a6a5 d5f6")
}

/// White's next move d2e4 opens e1 to the bishop on b4 and d8 to the queen on d1.
const DOUBLE_DISCOVERY: &str =
    "!!!!!1!!/ppp1pppp/8/8/1b6/8/PPPNPPPP/?1?Q???? w KRRBBNkqrrbnn - - 0 5 -";

#[test]
fn a_threatened_square_must_be_revealed_before_anything_else() {
    let position = knight_on_f6();
    assert_eq!(position.actor(), Color::Black);
    assert_eq!(
        position.threatened(Color::Black),
        squares(&[Square::E8, Square::G8])
    );
    let must = Refusal::MustReveal {
        player: Color::Black,
        threatened: squares(&[Square::E8, Square::G8]),
    };
    for word in ["g7f6", "a8=R", "unreveal", "a1=R", "d8=Q"] {
        assert_eq!(refusal(&position, word), must, "{word}");
    }
    assert_eq!(
        legal(&position),
        "e8=B e8=K e8=N e8=Q e8=R g8=B g8=K g8=N g8=Q g8=R"
    );
    let one_left = after(position, "g8=N");
    assert_eq!(legal(&one_left), "e8=B e8=K e8=N e8=Q e8=R");
    let free = after(one_left, "e8=K");
    assert!(is_legal(&free, "g7f6") && is_legal(&free, "g8f6"));
    assert!(is_legal(&free, "a8=R"), "voluntary reveals again");
}

#[test]
fn the_player_not_on_the_move_reveals_first() {
    let position = after(at(DOUBLE_DISCOVERY), "d2e4");
    assert_eq!(position.turn(), Color::Black);
    assert_eq!(position.actor(), Color::White);
    assert_eq!(legal(&position), "e1=B e1=N e1=R");
    assert!(matches!(
        refusal(&position, "d8=Q"),
        Refusal::MustReveal {
            player: Color::White,
            ..
        }
    ));
    let black = after(position, "e1=R");
    assert_eq!(black.actor(), Color::Black);
    assert_eq!(legal(&black), "d8=B d8=K d8=N d8=Q d8=R");
}

#[test]
fn a_piece_revealed_may_threaten_in_turn() {
    // The black queen chosen for d8 attacks nothing new here; a rook on d8 neither. But White's
    // rook chosen for e1 attacks e8 once the e-file is open.
    let open = "!!!!!1!!/ppp2ppp/8/8/1b6/8/PPPN1PPP/?1?Q???? w KRRBBNkqrrbnn - - 0 5 -";
    let position = after(at(open), "d2f3");
    assert_eq!(position.actor(), Color::White);
    let rook = after(position, "e1=R");
    assert_eq!(
        rook.threatened(Color::Black),
        squares(&[Square::D8, Square::E8])
    );
    let knight = after(position, "e1=N");
    assert_eq!(knight.threatened(Color::Black), squares(&[Square::D8]));
    // And Black's choice may threaten White again, who then acts before Black moves.
    let open_c1 = "!!1!!!!!/pp3ppp/8/8/8/8/PP1N1PPP/?1?Q???? w KRRBBNkqrrbbnn - - 0 5 -";
    let position = at(&open_c1.replace("kqrrbbnn", "kqrrbnn"));
    let black = after(position, "d2e4");
    assert_eq!(black.actor(), Color::Black);
    assert_eq!(black.threatened(Color::Black), squares(&[Square::D8]));
    let answered = after(black, "d8=Q");
    assert_eq!(answered.actor(), Color::Black, "d1 is revealed already");
}

#[test]
fn pinned_men_threaten_too() {
    // The knight on e6 is pinned to its king by the rook on e8, and still attacks d8 and f8.
    let position = at("3!r!1k/8/4N3/8/8/8/8/4K3 b bn - - 0 9 -");
    assert_eq!(
        position.threatened(Color::Black),
        squares(&[Square::D8, Square::F8])
    );
}

#[test]
fn with_two_hidden_squares_left_a_threat_to_one_reveals_both() {
    let position = at("!2!3k/8/8/8/8/8/8/3RK3 b bn - - 0 9 -");
    assert_eq!(position.threatened(Color::Black), squares(&[Square::D8]));
    assert_eq!(legal(&position), "a8=B+d8=N a8=N+d8=B");
    assert!(matches!(
        refusal(&position, "d8=N"),
        Refusal::OnlyTogether { .. }
    ));
}

#[test]
fn out_of_turn_the_king_is_not_chosen_for_a_threatened_square() {
    let position = after(at(DOUBLE_DISCOVERY), "d2e4");
    assert_eq!(
        refusal(&position, "e1=K"),
        Refusal::KingIntoAttack {
            threatened: squares(&[Square::E1])
        }
    );
    // In a pair it goes to the square that is not attacked.
    let pair = at("4k3/8/8/8/8/8/3r4/3??3 b KN - - 0 40 -");
    assert_eq!(pair.actor(), Color::White);
    assert_eq!(legal(&pair), "d1=N+e1=K");
    assert!(matches!(
        refusal(&pair, "d1=K+e1=N"),
        Refusal::KingIntoAttack { .. }
    ));
}

#[test]
fn out_of_turn_the_king_may_be_chosen_if_every_hidden_square_is_threatened() {
    let pair = at("4k3/8/8/8/8/8/3q4/3??3 b KN - - 0 40 -");
    assert_eq!(legal(&pair), "d1=K+e1=N d1=N+e1=K");
    let three = at("4k3/8/8/8/8/8/3q4/2???3 b KBN - - 0 40 -");
    assert_eq!(
        legal(&three),
        "c1=B c1=K c1=N d1=B d1=K d1=N e1=B e1=K e1=N"
    );
    // The king is then attacked, and the player on the move still cannot capture it.
    let touched = after(three, "c1=K d1=B+e1=N");
    assert_eq!(touched.actor(), Color::Black);
    assert_eq!(refusal(&touched, "d2c1"), Refusal::KingTarget(Square::C1));
    assert!(!legal(&touched).contains("d2c1"));
}

#[test]
fn out_of_turn_the_king_may_be_chosen_if_no_other_choice_leaves_an_array() {
    let text = "4k3/8/8/8/4r3/8/8/?3?3 b KR - - 0 40 -";
    let free = at(text);
    assert_eq!(legal(&free), "a1=K+e1=R");
    let array = at_960(&format!("{text} ?NBQ?BNR/rnbqkbnr"));
    assert_eq!(legal(&array), "a1=R+e1=K");
}

#[test]
fn on_the_move_the_king_may_be_chosen_and_must_then_be_saved() {
    let position = after(knight_on_f6(), "e8=K");
    let position = after(position, "g8=R");
    assert!(position.is_check());
    assert!(is_legal(&position, "e7f6"));
    assert!(matches!(
        refusal(&position, "h7h6"),
        Refusal::KingAttacked { .. }
    ));
}

#[test]
fn on_the_move_a_forced_reveal_must_leave_a_move_possible() {
    // On d1 the king would be mated at once; on e1 it can go to f1.
    let position = at("4k3/8/8/8/8/2b5/3q4/3??3 w KN - - 0 40 -");
    assert_eq!(position.actor(), Color::White);
    assert_eq!(legal(&position), "d1=N+e1=K");
    assert_eq!(refusal(&position, "d1=K+e1=N"), Refusal::NoMoveAfterwards);
}

#[test]
fn if_no_choice_leaves_a_move_all_are_legal_and_the_game_ends_after_them() {
    let position = at("4k3/8/8/8/8/2b2r2/3q4/3??3 w KN - - 0 40 -");
    assert_eq!(position.outcome(), None, "forced reveals come first");
    assert_eq!(legal(&position), "d1=K+e1=N d1=N+e1=K");
    let mate = after(position, "d1=N+e1=K");
    assert_eq!(
        mate.outcome(),
        Some(Outcome::win(Color::Black, Reason::Checkmate))
    );
    assert_eq!(legal(&mate), "");
}

#[test]
fn a_voluntary_reveal_can_force_the_opponent_to_reveal_within_the_same_turn() {
    let position = at("!!!!!!!!/ppp1pppp/8/8/8/8/PPP1PPPP/???????? w KQRRBBNNkqrrbbnn - - 0 9 -");
    let queen = after(position, "d1=Q");
    assert_eq!((queen.turn(), queen.actor()), (Color::White, Color::Black));
    // Black is not on the move and has other squares for the king.
    assert_eq!(legal(&queen), "d8=B d8=N d8=Q d8=R");
    let back = after(queen, "d8=R");
    assert_eq!((back.turn(), back.actor()), (Color::White, Color::White));
    assert!(is_legal(&back, "d1d8"), "what is revealed can be captured");
    assert!(!back.is_settled(), "White has acted this turn");
}

#[test]
fn no_hidden_square_is_attacked_while_the_player_on_the_move_is_free() {
    let mut free = 0;
    over_random_games(3, 40, |position| {
        let is_free = position.threatened.is_empty();
        free += usize::from(is_free);
        for color in Color::ALL {
            let attacked = position
                .board
                .attacked_by(color.other(), position.board.occupied());
            let exposed = position.hidden(color) & attacked;
            assert_eq!(exposed, position.threatened(color));
            if is_free {
                let generator = position.generator().chess();
                let _ = generator.for_each_legal(|set| {
                    assert!((set.to & position.board.unknown()).is_empty());
                    std::ops::ControlFlow::<()>::Continue(())
                });
            }
        }
    });
    assert!(free > 1000);
}

//! Hidden squares, voluntary reveals, and taking them back.

use super::*;
use crate::board::{Bitboard, Color, Role, Square};
use crate::hidden960::{NoArray, Pool};

#[test]
fn both_back_ranks_are_hidden_at_the_start_and_both_pools_are_full() {
    let start = Hidden960::start(Variant::Free);
    for color in Color::ALL {
        assert_eq!(start.hidden(color), Bitboard::from_rank(color.backrank()));
        assert_eq!(start.pool(color), Pool::FULL);
    }
    assert_eq!(start.count_legal(), 56);
}

#[test]
fn a_hidden_man_blocks_attacks_nothing_and_cannot_move() {
    let position = from_start("a1=R b2b3");
    // The black king may stand beside hidden squares: nothing there attacks it.
    let beside = at("8/8/8/8/8/8/3k4/K4??? b QRN - - 0 40 -");
    assert!(is_legal(&beside, "d2e2"));
    assert!(!beside.is_check());
    let mut white = position;
    white.play(action("h7h6")).unwrap();
    assert_eq!(refusal(&white, "a1b1"), Refusal::OwnManThere(Square::B1));
    assert_eq!(refusal(&white, "a1c1"), Refusal::OwnManThere(Square::C1));
    assert_eq!(
        refusal(&white, "c1b2"),
        Refusal::HiddenCannotMove(Square::C1)
    );
    assert_eq!(
        refusal(&at("4k3/8/8/8/8/8/8/R??3K1 w BN - - 0 9 -"), "a1d1"),
        Refusal::CannotReach {
            role: Role::Rook,
            from: Square::A1,
            to: Square::D1
        }
    );
}

#[test]
fn a_hidden_man_is_never_captured_its_reveal_comes_first() {
    // The rook would capture on a8 if a8 could stay hidden.
    let position = at("!!2k3/8/8/8/8/8/8/1R2K3 b bn - - 0 9 -");
    assert_eq!(legal(&position), "a8=B+b8=N a8=N+b8=B");
    // A pawn cannot capture a hidden man either.
    let free = at("!!2k3/8/2P5/8/8/8/8/4K3 w bn - - 0 9 -");
    assert_eq!(
        refusal(&free, "c6b7"),
        Refusal::CannotReach {
            role: Role::Pawn,
            from: Square::C6,
            to: Square::B7
        }
    );
    let pawn = after(free, "c6c7");
    assert_eq!(legal(&pawn), "a8=B+b8=N a8=N+b8=B");
}

#[test]
fn a_reveal_puts_a_chessman_of_the_pool_on_an_own_hidden_square() {
    let position = from_start("d1=Q");
    assert_eq!(position.board().role_at(Square::D1), Some(Role::Queen));
    assert_eq!(position.pool(Color::White).to_string(), "KRRBBNN");
    assert_eq!(position.turn(), Color::White, "a reveal is not a move");
    assert_eq!(
        refusal(&position, "e1=Q"),
        Refusal::NotInPool {
            role: Role::Queen,
            pool: position.pool(Color::White)
        }
    );
    assert_eq!(refusal(&position, "d1=K"), Refusal::NotHidden(Square::D1));
    assert_eq!(
        refusal(&position, "d8=K"),
        Refusal::OthersHidden(Square::D8)
    );
    assert!(is_legal(&position, "e1=K"));
}

#[test]
fn two_of_a_kind_can_be_placed_but_no_third() {
    let position = from_start("a1=R b1=R");
    assert_eq!(
        refusal(&position, "c1=R").to_string(),
        "the pool has no rook: it has KQBBNN"
    );
}

#[test]
fn any_number_of_reveals_may_precede_a_move_in_one_turn() {
    let position = from_start("a1=R b1=N c1=B d1=Q e1=K f1=B g1=N+h1=R");
    assert_eq!(position.turn(), Color::White);
    assert_eq!(position.ply(), 0);
    assert_eq!(position.count_legal(), 20);
    let position = after(position, "g1f3");
    assert_eq!((position.turn(), position.ply()), (Color::Black, 1));
}

#[test]
fn the_last_two_are_revealed_together_and_never_one_of_them() {
    let position = from_start("a1=R b1=N c1=B d1=Q e1=K f1=B");
    let together = Refusal::OnlyTogether {
        first: Square::G1,
        second: Square::H1,
    };
    assert_eq!(refusal(&position, "g1=N"), together);
    assert_eq!(refusal(&position, "h1=R"), together);
    let listed = legal(&position);
    let reveals: Vec<&str> = listed
        .split(' ')
        .filter(|word| word.contains('='))
        .collect();
    assert_eq!(reveals, ["g1=N+h1=R", "g1=R+h1=N"]);
    let done = after(position, "g1=R+h1=N");
    assert!(done.pool(Color::White).is_empty());
    assert_eq!(refusal(&done, "g1=R+h1=N"), Refusal::NotHidden(Square::G1));
}

#[test]
fn two_of_the_same_kind_left_are_one_choice() {
    let position = at("4k3/8/8/8/8/8/8/N??1K3 w RR - - 0 9 -");
    let listed = legal(&position);
    let reveals: Vec<&str> = listed
        .split(' ')
        .filter(|word| word.contains('='))
        .collect();
    assert_eq!(reveals, ["b1=R+c1=R"]);
}

#[test]
fn a_pair_is_revealed_only_with_two_left_and_in_the_order_of_files() {
    let position = from_start("a1=R");
    assert_eq!(
        refusal(&position, "g1=N+h1=R"),
        Refusal::OneAtATime { hidden: 7 }
    );
    assert!("h1=R+g1=N".parse::<Action>().is_err());
    let two = from_start("a1=R b1=N c1=B d1=Q e1=K f1=B");
    assert_eq!(
        refusal(&two, "g1=Q+h1=R"),
        Refusal::NotInPool {
            role: Role::Queen,
            pool: two.pool(Color::White)
        }
    );
    assert!(refusal(&two, "g1=N+h1=N").to_string().contains("knight"));
}

#[test]
fn in_960_each_choice_must_leave_an_array_possible() {
    let start = Hidden960::start(Variant::Chess960);
    assert_eq!(start.count_legal(), 54);
    for corner in ["a1=K", "h1=K"] {
        assert!(matches!(
            refusal(&start, corner),
            Refusal::NoArray {
                why: NoArray::KingBetweenRooks,
                ..
            }
        ));
        assert!(is_legal(&Hidden960::start(Variant::Free), corner));
    }
    let position = after(start, "b1=B");
    assert!(matches!(
        refusal(&position, "d1=B"),
        Refusal::NoArray {
            why: NoArray::Bishops,
            ..
        }
    ));
    assert!(is_legal(&position, "c1=B"));
    let position = after(position, "c1=R");
    assert!(matches!(
        refusal(&position, "d1=R"),
        Refusal::NoArray {
            why: NoArray::KingBetweenRooks,
            ..
        }
    ));
    assert!(is_legal(&position, "d1=K"));
    assert!(is_legal(&position, "a1=R") == legal(&position).contains("a1=R"));
}

#[test]
fn in_960_a_rook_that_leaves_the_second_bishop_no_square_is_not_said_to_stand_on_the_wrong_side() {
    // The squares left are c1, e1 and g1, which are dark like a1, and h1, which is light.
    let start = Hidden960::start(Variant::Chess960);
    let position = after(start, "a1=B b1=Q d1=R f1=K");
    assert!(matches!(
        refusal(&position, "h1=R"),
        Refusal::NoArray {
            why: NoArray::NothingLeft,
            ..
        }
    ));
    assert!(matches!(
        refusal(&position, "c1=R"),
        Refusal::NoArray {
            why: NoArray::KingBetweenRooks,
            ..
        }
    ));
    assert!(is_legal(&position, "g1=R"));
}

#[test]
fn in_960_the_square_where_a_man_began_counts_not_where_it_stands() {
    // The bishop chosen on c1 has moved; d1 has the other colour.
    let mut position = Hidden960::start(Variant::Chess960);
    position = after(position, "b2b3 a7a6 c1=B c1b2 a6a5 b2e5 h7h6");
    assert!(is_legal(&position, "d1=B"));
    assert!(matches!(
        refusal(&position, "e1=B"),
        Refusal::NoArray { .. }
    ));
}

#[test]
fn a_reveal_of_this_turn_can_be_taken_back_and_chosen_otherwise() {
    let start = Hidden960::start(Variant::Free);
    let once = after(start, "d1=Q");
    assert_eq!(after(once, "unreveal"), start);
    assert!(is_legal(&after(once, "unreveal"), "d1=K"));
    let twice = from_start("d1=Q a1=K unreveal unreveal");
    assert_eq!(twice, start);
    assert_eq!(refusal(&twice, "unreveal"), Refusal::NothingToTakeBack);
}

#[test]
fn a_pair_is_taken_back_whole() {
    let before = from_start("a1=R b1=N c1=B d1=Q e1=K f1=B");
    let after_pair = after(before, "g1=R+h1=N");
    assert_eq!(after(after_pair, "unreveal"), before);
    let start = Hidden960::start(Variant::Free);
    assert_eq!(after(after_pair, &"unreveal ".repeat(7)), start);
}

#[test]
fn a_move_makes_the_reveals_before_it_final() {
    let position = from_start("d1=Q e2e4");
    assert_eq!(refusal(&position, "unreveal"), Refusal::NothingToTakeBack);
    let next_turn = after(position, "e7e5");
    assert_eq!(refusal(&next_turn, "unreveal"), Refusal::NothingToTakeBack);
}

#[test]
fn a_forced_reveal_makes_the_reveals_before_it_final() {
    // The queen chosen for d1 attacks d8; once Black has answered, the choice stands.
    let position = at("!!!!!!!!/ppp1pppp/8/8/8/8/PPP1PPPP/???????? w KQRRBBNNkqrrbbnn - - 0 9 -");
    let queen = after(position, "a1=N d1=Q");
    assert_eq!(queen.actor(), Color::Black);
    assert!(matches!(
        refusal(&queen, "unreveal"),
        Refusal::MustReveal { .. }
    ));
    let answered = after(queen, "d8=Q");
    // The black queen now attacks d1, which is no longer hidden, so White is free again.
    assert_eq!(answered.actor(), Color::White);
    assert_eq!(refusal(&answered, "unreveal"), Refusal::NothingToTakeBack);
    let more = after(answered, "b1=N");
    assert_eq!(after(more, "unreveal"), answered, "later ones can be");
}

#[test]
fn unreveal_is_never_listed() {
    let position = from_start("d1=Q");
    assert!(is_legal(&position, "unreveal"));
    assert!(!legal(&position).contains("unreveal"));
}

#[test]
fn a_reveal_that_leaves_no_move_is_refused_while_another_leaves_one() {
    // Only a bishop on f1 (by f1-g2) or a knight on e1 can answer the check from a8.
    let position = at("b3k3/8/8/8/8/8/7P/4??BK w BN - - 0 40 -");
    assert!(position.is_check());
    assert_eq!(legal(&position), "e1=N+f1=B");
    assert_eq!(refusal(&position, "e1=B+f1=N"), Refusal::NoMoveAfterwards);
    assert_eq!(position.outcome(), None);
}

#[test]
fn the_look_ahead_counts_on_further_reveals() {
    // Neither a rook on a1 nor one on b1 helps, but a knight revealed afterwards can.
    let position = at("b3k3/8/8/8/8/8/7P/??1??1BK w RRBN - - 0 40 -");
    assert!(is_legal(&position, "a1=B"));
    // e1 is the only square for the knight; a rook there blocks by e1-e4.
    assert!(is_legal(&position, "e1=N"));
    assert!(is_legal(&position, "e1=R"));
    assert!(is_legal(&position, "a1=R"));
    // On d1 a bishop would stand on a light square and could go to f3.
    assert!(is_legal(&position, "d1=B"));
}

#[test]
fn a_move_that_a_choice_would_make_illegal_does_not_count_for_it() {
    // Only the knight can move, and it shields b1: with the king there it is pinned, and nothing can move.
    let position = at("1rr4k/8/8/8/8/p7/PN6/??6 w KB - - 0 40 -");
    assert_eq!(legal(&position), "a1=K+b1=B b2a4 b2c4 b2d1 b2d3");
    assert_eq!(refusal(&position, "a1=B+b1=K"), Refusal::NoMoveAfterwards);
    // The same with an en passant capture whose captured pawn shields g1.
    let position = at("5r1k/b7/3p4/2pP4/8/6p1/6P1/6?? w KB - c6 0 40 -");
    assert_eq!(legal(&position), "d5c6 g1=B+h1=K");
}

#[test]
fn if_no_voluntary_choice_leaves_a_move_none_is_refused_for_it() {
    // In 960 the bishop must be dark and go to c1, so the king can only stand on d1, where the knight is
    // pinned and it stalemates itself. The knight may move instead.
    let position = at_960("3rr2k/8/8/8/8/1p6/1P1N4/2??4 w KB - - 0 40 - RB??QNNR/rnbqkbnr");
    assert_eq!(legal(&position), "c1=B+d1=K d2b1 d2b3 d2c4 d2e4 d2f1 d2f3");
    let over = after(position, "c1=B+d1=K");
    assert_eq!(
        over.outcome().map(|outcome| outcome.to_string()),
        Some("draw stalemate".into())
    );
    assert!(!is_legal(&over, "unreveal"), "the game is over");
}

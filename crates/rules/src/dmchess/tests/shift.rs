//! The shift of the portals.

use super::*;
use crate::position::Secret;
use crate::viewer::Viewer;

/// Before Black's 8th move. With epoch 1 the squares c3, g4, g5 and c6 become portal squares.
fn before_shift(boards: &[(usize, &'static str)]) -> DmChess {
    scene(boards).black().number(8).build()
}

const QUIET: &str = "Kd8e8-d8f8";

#[test]
fn portals_shift_after_blacks_8th_16th_and_24th_move() {
    for number in 1..=24 {
        let position = scene(&[]).black().number(number).build();
        let shifted = after(&position, QUIET);
        assert_eq!(
            shifted.epoch() != position.epoch(),
            number % 8 == 0,
            "{number}"
        );
        let white = scene(&[]).number(number).build();
        assert_eq!(after(&white, "Kd8e1-d8f1").epoch(), white.epoch());
    }
}

#[test]
fn a_man_on_a_new_portal_square_makes_way_towards_its_first_rank() {
    // d3 and c4 are equally near.
    let position = after(&before_shift(&[(1, "8/8/8/8/8/2N5/8/8")]), QUIET);
    assert_eq!(level(&position, "d1d3"), 1);
    let position = after(&before_shift(&[(1, "8/8/8/8/8/2n5/8/8")]), QUIET);
    assert_eq!(level(&position, "d1c4"), 1);
}

#[test]
fn a_man_on_an_old_portal_square_stays() {
    // a3 was a portal square and still is one; g3 no longer is.
    let position = after(&before_shift(&[(1, "8/8/8/8/8/N5N1/8/8")]), QUIET);
    assert_eq!(level(&position, "d1a3"), 1);
    assert_eq!(level(&position, "d1g3"), 1);
}

#[test]
fn fewer_steps_come_first_among_squares_one_king_move_away() {
    // d3 and c4 are taken: of b2, d2 and b4 White takes the lower rank, then the lower file.
    let position = after(&before_shift(&[(1, "8/8/8/8/2n5/2Nn4/8/8")]), QUIET);
    assert_eq!(level(&position, "d1b2"), 1);
    let position = after(&before_shift(&[(1, "8/8/8/8/2N5/2nN4/8/8")]), QUIET);
    assert_eq!(level(&position, "d1b4"), 1);
}

#[test]
fn men_make_way_in_the_order_of_their_squares() {
    // g4 comes before g5. White's man on g4 goes to g3, which is nearer to its first rank than h4, and the
    // one on g5 to h5, which is nearer than g6.
    let position = after(&before_shift(&[(1, "8/8/8/6N1/6N1/8/8/8")]), QUIET);
    assert_eq!(level(&position, "d1g3"), 1);
    assert_eq!(level(&position, "d1h5"), 1);
    // With g3 and h4 taken, the man on g4 goes to f3: one king's move like h5, but nearer to its first rank. (h3 is a portal square.)
    let position = after(&before_shift(&[(1, "8/8/8/6N1/6NN/6N1/8/8")]), QUIET);
    assert_eq!(level(&position, "d1f3"), 1);
}

#[test]
fn a_displaced_man_goes_past_squares_that_are_taken() {
    // Black's man on g4 goes to h4, which is nearer to its first rank than g3.
    let position = after(&before_shift(&[(1, "8/8/8/6n1/6n1/8/8/8")]), QUIET);
    assert_eq!(level(&position, "d1h4"), 1);
    // The one on g5 goes to g6, which is no portal square in epoch 1 and nearer to its first rank than h5.
    assert_eq!(level(&position, "d1g6"), 1);
    let position = after(&before_shift(&[(1, "8/8/6n1/6n1/6nn/8/8/8")]), QUIET);
    // With h4 and g6 taken, the man on g4 goes to g3 and the one on g5 to h5 (one step each).
    assert_eq!(level(&position, "d1g3"), 1);
    assert_eq!(level(&position, "d1h5"), 1);
}

#[test]
fn of_two_displaced_men_with_the_same_nearest_square_the_first_gets_it() {
    // White's man on g5 alone goes to h5, and so does the one on g4 when g3, f3 and h4 are taken.
    let alone = after(&before_shift(&[(1, "8/8/8/6N1/8/8/8/8")]), QUIET);
    assert_eq!(level(&alone, "d1h5"), 1);
    let other = after(&before_shift(&[(1, "8/8/8/8/6NN/5NN1/8/8")]), QUIET);
    assert_eq!(level(&other, "d1h5"), 1);
    // g4 comes first, so the man on g5 has to go to g6.
    let both = after(&before_shift(&[(1, "8/8/8/6N1/6NN/5NN1/8/8")]), QUIET);
    assert_eq!(level(&both, "d1h5"), 1);
    assert_eq!(level(&both, "d1g6"), 1);
}

/// D1 with `man` on c3 and a knight on every square that is not a portal square in epoch 1, except a1.
fn crowded(man: char) -> String {
    let now = PortalMap::of_epoch(1).squares();
    crate::board::fen::write_squares(|square| match square {
        crate::board::Square::C3 => Some(man.to_string()),
        crate::board::Square::A1 => None,
        _ => (!now.contains(square)).then(|| "n".to_owned()),
    })
}

#[test]
fn pawns_are_not_put_on_the_first_and_last_rank() {
    let board: &'static str = Box::leak(crowded('P').into_boxed_str());
    let position = after(&before_shift(&[(1, board)]), QUIET);
    assert_eq!(level(&position, "d1c3"), 1);
    let board: &'static str = Box::leak(crowded('B').into_boxed_str());
    let position = after(&before_shift(&[(1, board)]), QUIET);
    assert_eq!(level(&position, "d1a1"), 1);
}

#[test]
fn a_man_with_nowhere_to_go_stays() {
    let board: &'static str = Box::leak(crowded('B').into_boxed_str());
    let mut position = before_shift(&[(1, board)]);
    let knight = position.man_at(place("d1c1")).expect("a knight");
    position.put(place("d1a1"), knight);
    assert_eq!(level(&after(&position, QUIET), "d1c3"), 1);
}

#[test]
fn a_displaced_man_gains_nothing() {
    // From g4 of D2 Black's man goes to h4, an energy square there.
    let position = after(&before_shift(&[(2, "8/8/8/8/6n1/8/8/8")]), QUIET);
    assert_eq!(level(&position, "d2h4"), 2);
    assert_eq!(position.used.iter().count(), 0);
}

#[test]
fn a_displaced_man_keeps_its_level_and_its_past() {
    let position = after(&before_shift(&[(1, "8/8/8/8/8/2Q[5=13@d1a5]5/8/8")]), QUIET);
    let man = position.man_at(place("d1d3")).expect("the queen");
    assert_eq!(man.level, 5);
    assert_eq!(man.mark.promoted_in(), 0b101);
    assert_eq!(
        man.mark.last_energy().map(|energy| energy.place()),
        Some(place("d1a5"))
    );
}

#[test]
fn a_shift_ends_the_right_to_capture_en_passant() {
    let boards = [(1, "8/3p4/8/4P3/8/8/8/8")];
    let position = after(&before_shift(&boards), "Pd1d7-d1d5");
    assert_eq!(position.en_passant, None);
    assert!(check(&position, "Pd1e5-d1d6").is_err());
    let other = scene(&boards).black().number(7).build();
    assert_legal(&after(&other, "Pd1d7-d1d5"), "Pd1e5-d1d6");
}

#[test]
fn a_move_is_judged_after_the_shift_that_it_brings() {
    // The knight on c6 makes way to d6 and opens the file to the king.
    let boards = [(1, "8/p7/8/8/8/8/8/8"), (8, "2k5/8/2n5/8/8/8/2R5/4K3")];
    let position = before_shift(&boards);
    assert!(!position.is_check());
    assert_eq!(
        refusal(&position, "Pd1a7-d1a6"),
        Refusal::NoSafeKing {
            kings: 1,
            shift: true
        }
    );
    assert_legal(&position, "Kd8c8-d8b8");
    let other = scene(&boards).black().number(7).build();
    assert_legal(&other, "Pd1a7-d1a6");
}

#[test]
fn a_shift_can_make_a_move_legal_that_would_not_be() {
    // The rook on c6 gives check along the sixth rank, and makes way to c5.
    let boards = [(1, "8/p7/8/8/8/8/8/8"), (8, "8/8/2R2k2/8/8/8/8/4K3")];
    let position = before_shift(&boards);
    assert!(position.is_check());
    assert_legal(&position, "Pd1a7-d1a6");
    let other = scene(&boards).black().number(7).build();
    assert!(check(&other, "Pd1a7-d1a6").is_err());
}

#[test]
fn players_are_told_one_full_turn_before() {
    let boards = [(1, "8/8/8/8/8/2N5/8/8")];
    for (number, announced) in [(7, false), (8, true), (9, false), (16, true)] {
        for position in [
            scene(&boards).number(number).build(),
            scene(&boards).number(number).black().build(),
        ] {
            let shift = position.view(Viewer::Spectator).shift;
            assert_eq!(shift.announced, announced, "{number}");
            assert_eq!(shift.coming.is_empty(), !announced);
            if number == 8 {
                assert_eq!(shift.displaced.len(), 1);
                assert_eq!(shift.displaced[0].from, place("d1c3"));
                assert_eq!(shift.displaced[0].to, place("d1d3"));
            }
        }
    }
}

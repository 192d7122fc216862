use manifold_rules::board::{Bitboard, Board, Color, Role, Square};
use manifold_rules::chess::Chess;
use manifold_rules::dmchess::DmChess;
use manifold_rules::game::Game;
use manifold_rules::hidden960::Hidden960;
use manifold_rules::hyperspace::Hyperspace;
use manifold_rules::position::{Bounds, Position, Rules, Turns};
use manifold_rules::time_traveler::TimeTraveler;
use manifold_rules::viewer::Viewer;

use super::chess;
use super::tally::{Evaluated, Sum, Trace, score, with_weights};
use super::weights::{Weight, read_weights};
use crate::games::hyperspace::absent::{self, Fate};
use crate::playable::Searchable;
use crate::random::Random;

/// Positions of random games.
fn positions<P: Rules>(visit: impl Fn(&P)) {
    let mut random = Random::new(11);
    for _ in 0..12 {
        let mut game = Game::<P>::new(Default::default());
        for _ in 0..60 {
            if game.outcome().is_some() {
                break;
            }
            visit(game.position());
            let max_delay = if random.below(3) == 0 { 2 } else { 0 };
            let mut all = game.position().legal_actions_within(Bounds { max_delay });
            if all.is_empty() {
                all = game.position().legal_actions();
            }
            let action = all[random.below(all.len() as u64) as usize];
            game.play(action).expect("a listed action is legal");
        }
    }
}

fn the_score_is_the_sum_of_what_is_traced<P: Evaluated>() {
    let weights = P::weights().get();
    positions::<P>(|position| {
        let trace = Trace::of(position);
        let sum = |part: fn(Weight) -> i32| -> i32 {
            let each = trace.counts().iter();
            each.map(|(term, times)| part(weights[usize::from(*term)]) * i32::from(*times))
                .sum::<i32>()
                + part(trace.rest())
        };
        let phase = trace.middlegame(P::FULL_PHASE);
        let (middle, end) = (sum(Weight::middle), sum(Weight::end));
        let end = (f64::from(end) * trace.shares()[usize::from(end < 0)]) as i32;
        let blend = (middle * phase + end * (P::FULL_PHASE - phase)) / P::FULL_PHASE;
        assert_eq!(score(position, Color::White), blend);
        assert_eq!(score(position, Color::Black), -blend);
    });
}

#[test]
fn scores_are_sums_of_what_is_traced() {
    the_score_is_the_sum_of_what_is_traced::<Hyperspace>();
    the_score_is_the_sum_of_what_is_traced::<TimeTraveler>();
    the_score_is_the_sum_of_what_is_traced::<Hidden960>();
    the_score_is_the_sum_of_what_is_traced::<DmChess>();
    the_score_is_the_sum_of_what_is_traced::<Chess>();
}

#[test]
fn sums_kept_from_board_to_board_are_what_is_counted_afresh() {
    let others: &'static [Weight] = DmChess::hand_tuned()
        .into_iter()
        .map(|weight| Weight::new(weight.end() + 3, weight.middle() - 5))
        .collect::<Vec<_>>()
        .leak();
    positions::<DmChess>(|position| {
        assert_eq!(position.static_eval(), score(position, position.actor()));
        // Sums cached with the shipped weights are not used with others.
        with_weights::<DmChess, _>(others, || {
            assert_eq!(position.static_eval(), score(position, position.actor()));
        });
    });
}

fn every_term_has_a_name_and_a_weight<P: Evaluated>(shipped: &str) {
    let names = P::term_names();
    assert_eq!(names.len(), P::hand_tuned().len());
    assert_eq!(names.len(), P::weights().get().len());
    let read = read_weights(&names, shipped).expect("the shipped weights are in order");
    assert_eq!(read, P::weights().get());
    let mut sorted = names.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), names.len());
}

#[test]
fn the_shipped_weights_name_every_term_in_order() {
    every_term_has_a_name_and_a_weight::<Hyperspace>(include_str!(
        "../games/hyperspace/weights.txt"
    ));
    every_term_has_a_name_and_a_weight::<TimeTraveler>(include_str!(
        "../games/time_traveler/weights.txt"
    ));
    every_term_has_a_name_and_a_weight::<Hidden960>(include_str!("../games/hidden960/weights.txt"));
    every_term_has_a_name_and_a_weight::<DmChess>(include_str!("../games/dmchess/weights.txt"));
    every_term_has_a_name_and_a_weight::<Chess>(include_str!("../games/chess/weights.txt"));
}

#[test]
fn colours_are_treated_alike() {
    // The same position with colours reversed.
    for (one, other) in [
        (
            "r1bq1rk1/pp3ppp/2n1pn2/2pp4/1bPP4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 1 -",
            "r1bq1rk1/pp3ppp/2nbpn2/1Bpp4/2PP4/2N1PN2/PP3PPP/R1BQ1RK1 b - - 0 1 -",
        ),
        (
            "8/5k2/p6p/1P4p1/3N4/6P1/4r2P/5K2 w - - 0 1 -",
            "5k2/4R2p/6p1/3n4/1p4P1/P6P/5K2/8 b - - 0 1 -",
        ),
    ] {
        let read = |text| {
            Hyperspace::from_text(Default::default(), text)
                .unwrap_or_else(|e| panic!("{text}: {e}"))
        };
        let (one, other) = (read(one), read(other));
        assert_eq!(score(&one, Color::White), score(&other, Color::Black));
    }
}

#[test]
fn the_start_is_level_but_for_the_move() {
    fn holds<P: Evaluated>() {
        let start = P::start(Default::default());
        let tempo = P::weights().get()[chess::TEMPO].middle();
        assert_eq!(score(&start, Color::White), tempo);
    }
    holds::<Hyperspace>();
    holds::<TimeTraveler>();
    holds::<Hidden960>();
    holds::<DmChess>();
    holds::<Chess>();
}

#[test]
fn the_start_is_full_of_men() {
    fn holds<P: Evaluated>() {
        let start = Trace::of(&P::start(Default::default()));
        assert_eq!(start.middlegame(1_000), P::FULL_PHASE);
    }
    holds::<Hyperspace>();
    holds::<TimeTraveler>();
    holds::<Hidden960>();
    holds::<DmChess>();
    holds::<Chess>();
}

#[test]
fn what_a_side_sees_is_turned_over_for_the_other() {
    let mut board = Board::start();
    board.clear(Square::D8);
    board.clear(Square::E2);
    let [one, other] = [board, board.mirrored()].map(|board| {
        let mut sum = Sum::new(Hyperspace::weights().get());
        chess::tally(&board, Bitboard::FULL, &mut sum);
        sum
    });
    let (total, turned) = (one.total(), other.total());
    assert_eq!(
        (total.middle(), total.end()),
        (-turned.middle(), -turned.end())
    );
    assert!(one.blend(24) > 500);
}

#[test]
fn a_bare_king_is_hunted_and_none_that_has_a_piece_away() {
    let rest = |text: &str| {
        let position = Hyperspace::from_text(Default::default(), text)
            .unwrap_or_else(|e| panic!("{text}: {e}"));
        let away = position
            .bound(Color::Black)
            .map(|(piece, square)| {
                let square = square.seen_by(Viewer::Referee, Color::Black).expect(text);
                let board = position.board();
                let fate = Fate::of(board, piece.role.of(Color::Black), square);
                absent::value(board, Color::Black, piece, square, false, fate).middle()
            })
            .sum::<i32>();
        Trace::of(&position).rest().middle() + away
    };
    assert!(rest("8/8/8/4k3/8/8/8/R3K3 w - - 0 1 -") > 0);
    assert_eq!(rest("8/8/8/4k3/8/8/8/R3K3 w - - 0 1 n3@h8"), 0);
    assert_eq!(rest("8/8/4p3/4k3/8/8/8/R3K3 w - - 0 1 -"), 0);
}

#[test]
fn other_weights_hold_for_as_long_as_they_are_tried() {
    let start = Hyperspace::start(Default::default());
    let before = score(&start, Color::White);
    let none: &'static [Weight] = vec![Weight::default(); Hyperspace::hand_tuned().len()].leak();
    assert_eq!(
        with_weights::<Hyperspace, _>(none, || score(&start, Color::White)),
        0
    );
    assert_eq!(score(&start, Color::White), before);
}

#[test]
fn an_advantage_that_cannot_win_counts_little_and_only_where_no_man_is_away() {
    let of = |text: &str| {
        let position = Hyperspace::from_text(Default::default(), text).expect(text);
        (score(&position, Color::Black), Trace::of(&position))
    };
    let (with_bishop, bishop) = of("8/8/8/4b3/5k2/3K1P2/8/8 w - - 0 1 -");
    let (with_rook, rook) = of("8/8/8/4r3/5k2/3K1P2/8/8 w - - 0 1 -");
    assert!(with_bishop.abs() < 60, "{with_bishop}");
    assert!(with_rook > 100, "{with_rook}");
    assert_eq!(bishop.shares()[1], 0.0);
    assert!(rook.shares()[1] > 0.5);
    let (_, away) = of("8/8/8/4b3/5k2/3K1P2/8/8 w - - 0 1 n2@a5");
    assert_eq!(away.shares(), [1.0; 2]);
}

/// What is counted in a position of chess.
fn trace(text: &str) -> Trace {
    let position = Chess::from_text(Default::default(), text).expect(text);
    Trace::of(&position)
}

#[test]
fn against_a_bare_king_that_can_be_mated_nothing_but_the_material_is_counted() {
    let mated = trace("8/8/4k3/8/8/8/8/3QK3 w - - 0 1");
    assert_eq!(mated.counts(), [(chess::material(Role::Queen) as u16, 1)]);
    assert_ne!(mated.rest(), Weight::default());
    let to_promote = trace("8/8/4k3/8/8/8/2PP4/4K3 w - - 0 1");
    assert!(to_promote.counts().len() > 1);
    assert_eq!(to_promote.rest(), Weight::default());
}

#[test]
fn a_pawn_against_a_bare_king_counts_if_and_only_if_it_wins() {
    let won = trace("8/8/4k3/8/4K3/4P3/8/8 b - - 0 1");
    assert_eq!(won.counts(), [(chess::material(Role::Pawn) as u16, 1)]);
    assert_ne!(won.rest(), Weight::default());
    let drawn = trace("8/8/4k3/8/4K3/4P3/8/8 w - - 0 1");
    assert!(drawn.counts().is_empty());
    assert_eq!(drawn.rest(), Weight::default());
}

#[test]
fn in_hidden960_a_pawn_alone_is_known_to_win_or_not_once_nothing_is_hidden() {
    let trace = |text: &str| {
        let position = Hidden960::from_text(Default::default(), text).expect(text);
        Trace::of(&position)
    };
    let won = trace("8/8/4k3/8/4K3/4P3/8/8 b - - - 0 60 -");
    assert_eq!(won.counts(), [(chess::material(Role::Pawn) as u16, 1)]);
    let drawn = trace("8/8/4k3/8/4K3/4P3/8/8 w - - - 0 60 -");
    assert!(drawn.counts().is_empty());
    // A king is not bare as long as a man is still hidden.
    let hidden = trace("!1!5/8/4k3/8/4K3/4P3/8/8 b rn - - 0 60 -");
    assert!(hidden.counts().len() > 1);
}

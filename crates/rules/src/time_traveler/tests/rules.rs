//! The rules, one test for each sentence of them.

use crate::board::{Bitboard, Board, Color, Piece, Role, Square, fen};
use crate::outcome::{Outcome, Reason};
use crate::position::Position;
use crate::time_traveler::{TimeTraveler, check, grammar};

/// The position after these actions, in any notation.
fn played(actions: &str) -> TimeTraveler {
    play(TimeTraveler::start(Default::default()), actions)
}

fn play(mut game: TimeTraveler, actions: &str) -> TimeTraveler {
    for text in actions.split_whitespace() {
        let action = game.read(text).unwrap_or_else(|error| panic!("{error}"));
        game.play(action).expect("what is read is legal");
    }
    game
}

/// The position with this board and side to move, and then in any order castling rights, an en
/// passant square, explosions such as `Nf6=b1`, and starts of men such as `a1d4`. Other men start
/// wherever their kind can have started.
fn at(text: &str) -> TimeTraveler {
    let mut words = text.split_whitespace();
    let (board, turn) = (
        words.next().expect("a board"),
        words.next().expect("a turn"),
    );
    let (mut castling, mut en_passant, mut starts) = ("-", "-", String::new());
    let mut explosions = ["-", "-"];
    for word in words {
        if word.contains('=') {
            let white = word.ends_with(['1', '2']);
            explosions[usize::from(!white)] = word;
        } else if word.chars().all(|letter| "KQkq".contains(letter)) {
            castling = word;
        } else if word.trim_end_matches('*').len() == 2 {
            en_passant = word;
        } else {
            starts = word.to_owned();
        }
    }
    complete(board, &mut starts);
    let [white, black] = explosions;
    let text = format!("{board} {turn} {castling} {en_passant} {starts} {white} {black} - 0 1");
    TimeTraveler::from_text(Default::default(), &text)
        .unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Adds starts for men that have none and do not stand on one.
fn complete(board: &str, starts: &mut String) {
    let mut untraveled = Vec::new();
    fen::read_squares(board, |square, letter, rest| {
        if rest.next_if(|mark| "*'".contains(*mark)).is_none() {
            untraveled.extend(Piece::from_char(letter).map(|piece| (square, piece)));
        }
        Ok(())
    })
    .expect("a board");
    let array = Board::start();
    untraveled.retain(|(square, _)| {
        !starts
            .split(',')
            .any(|start| start.ends_with(&square.to_string()))
    });
    let at_home: Bitboard = untraveled
        .iter()
        .filter(|(square, piece)| array.piece_at(*square) == Some(*piece))
        .map(|(square, _)| *square)
        .collect();
    let mut free = array.occupied() & !at_home;
    for start in starts.split(',').filter(|start| !start.is_empty()) {
        free.discard(start[..2].parse::<Square>().expect("a square"));
    }
    for (square, piece) in untraveled {
        if at_home.contains(square) {
            continue;
        }
        let start = free
            .into_iter()
            .filter(|start| array.piece_at(*start) == Some(piece))
            .filter(|start| piece.role != Role::Bishop || start.is_light() == square.is_light())
            .min_by_key(|start| start.file().distance(square.file()))
            .expect("one of the sixteen men");
        free.discard(start);
        let comma = if starts.is_empty() { "" } else { "," };
        starts.push_str(&format!("{comma}{start}{square}"));
    }
    if starts.is_empty() {
        starts.push('-');
    }
}

fn allows(game: &TimeTraveler, action: &str) -> bool {
    game.is_legal(action.parse().expect("machine notation"))
}

/// Why an action is refused.
fn refusal(game: &TimeTraveler, action: &str) -> String {
    game.check(action.parse().expect("machine notation"))
        .expect_err("should be refused")
        .to_string()
}

fn squares(squares: &[Square]) -> Bitboard {
    squares.iter().copied().collect()
}

mod men {
    use super::*;

    #[test]
    fn a_traveling_man_never_moves() {
        let game = played("e4 e5 Nf3/e5 a6");
        assert!(refusal(&game, "f3g5").contains("traveling men stay"));
        assert!(allows(&game, "e5c4"), "the traveled one does");
    }

    #[test]
    fn a_traveling_man_blocks_both_colours() {
        let game = at("4k3/8/8/8/r3N*2r/8/8/1N2K2R w Ne4=b1g1");
        let rook = game.men.targets(Square::H4);
        assert!(rook.contains(Square::E4) && !rook.contains(Square::D4));
        let game = at("4k3/8/8/8/R3N*2R/8/8/1N2K3 w a1a4,h1h4 Ne4=b1g1");
        assert!(refusal(&game, "a4e4").contains("your own knight"));
        assert!(!allows(&game, "a4f4"));
    }

    #[test]
    fn men_of_all_three_stages_and_kings_can_be_captured() {
        let game = played("Nf6/e8");
        assert!(allows(&game, "g7f6"), "traveling");
        assert!(allows(&game, "d8e8"), "traveled");
        let game = played("e4 d5");
        assert!(allows(&game, "e4d5"), "untraveled");
        assert!(
            allows(&TimeTraveler::start(Default::default()), "Nf6/e8"),
            "a king"
        );
    }

    #[test]
    fn promotion_keeps_the_stage() {
        let game = at("8/P3k3/P'7/8/8/8/8/4K3 w a2a7 Pa5=a2");
        let mut game = game;
        game.play_unchecked("a7a8n".parse().expect("a move"));
        assert!(game.men.untraveled(Color::White).contains(Square::A8));
        game.play_unchecked("e7e6".parse().expect("a move"));
        game.play_unchecked("a6a7".parse().expect("a move"));
        game.play_unchecked("e6e5".parse().expect("a move"));
        let mut other = game.clone();
        other.men.clear(Square::A8);
        other.play_unchecked("a7a8q".parse().expect("a move"));
        assert!(other.men.traveled(Color::White).contains(Square::A8));
    }

    #[test]
    fn a_pawn_must_say_what_it_becomes_and_others_must_not() {
        let game = at("8/P3k3/8/8/8/8/8/4K3 w a2a7");
        assert!(refusal(&game, "a7a8").contains("must become"));
        assert!(refusal(&game, "e1e2q").contains("nothing is promoted"));
        assert!(allows(&game, "a7a8r"));
    }

    #[test]
    fn one_moves_only_men_that_are_there_and_ones_own() {
        let game = TimeTraveler::start(Default::default());
        assert_eq!(refusal(&game, "e4e5"), "there is no man on e4");
        assert!(refusal(&game, "e7e5").contains("white's turn"));
        assert!(refusal(&game, "e2e5").contains("cannot go to e5"));
    }
}

mod resonance {
    use super::*;

    #[test]
    fn bishops_resonate_on_one_colour_of_squares_only() {
        let game = TimeTraveler::start(Default::default());
        let bishops = game.men.board().of(Color::White, Role::Bishop);
        let dark = grammar::resonating(&game.men, Color::White, Role::Bishop, Square::D4);
        assert_eq!(dark & bishops, squares(&[Square::C1]));
        let light = grammar::resonating(&game.men, Color::White, Role::Bishop, Square::D5);
        assert_eq!(light & bishops, squares(&[Square::F1]));
    }

    #[test]
    fn pawns_resonate_with_all_pieces_but_the_king() {
        let game = TimeTraveler::start(Default::default());
        let pawns = game.men.board().of(Color::White, Role::Pawn);
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            let resonating = grammar::resonating(&game.men, Color::White, role, Square::D4);
            assert_eq!(resonating & pawns, pawns);
        }
        let kings = grammar::resonating(&game.men, Color::White, Role::King, Square::D4);
        assert_eq!(kings, squares(&[Square::E1]));
    }

    #[test]
    fn pieces_resonate_with_their_own_kind_only() {
        let game = TimeTraveler::start(Default::default());
        let rooks = grammar::resonating(&game.men, Color::Black, Role::Rook, Square::D4);
        assert!(rooks.contains(Square::A8) && !rooks.contains(Square::D8));
    }

    #[test]
    fn a_pawn_resonates_with_a_pawn_less_far_aside_than_ahead() {
        let game = TimeTraveler::start(Default::default());
        let resonating = grammar::resonating(&game.men, Color::White, Role::Pawn, Square::D4);
        assert_eq!(resonating, squares(&[Square::C2, Square::D2, Square::E2]));
    }

    #[test]
    fn what_stands_in_the_way_does_not_matter() {
        let game = played("Nf6/e8");
        let resonators = grammar::resonators(&game.men, Color::White);
        assert!(resonators.contains(Square::G1) && resonators.contains(Square::A2));
        assert!(!resonators.contains(Square::A1));
    }

    #[test]
    fn traveled_men_do_not_resonate() {
        let game = played("e4 e5 Nf3/e5");
        assert!(!grammar::resonators(&game.men, Color::White).contains(Square::E5));
    }
}

mod grammatical_correctness {
    use super::*;

    #[test]
    fn whoever_loses_a_traveling_man_has_lost() {
        let game = played("Nf6/e8 g7f6");
        assert_eq!(
            game.outcome(),
            Some(Outcome::win(Color::Black, Reason::Grammar))
        );
        assert!(game.legal_actions().is_empty());
        assert_eq!(refusal(&game, "e2e4"), "the game is over");
    }

    #[test]
    fn capturing_the_last_resonator_wins() {
        let game = at("4k3/8/8/2N*5/8/8/4n3/K5N1 b e1a1,b8e2 Nc5=g1");
        let after = play(game, "e2g1");
        assert_eq!(
            after.outcome(),
            Some(Outcome::win(Color::Black, Reason::Grammar))
        );
    }

    #[test]
    fn capturing_a_resonator_that_can_be_replaced_does_not() {
        let game = at("4k3/8/8/2N*5/8/8/4n3/KN4N1 b e1a1,b8e2 Nc5=g1");
        let after = play(game, "e2g1");
        assert_eq!(after.outcome(), None);
    }

    #[test]
    fn two_traveling_men_need_two_different_resonators() {
        let white = at("4k3/8/8/2N*2N*2/8/8/8/K5N1 w e1a1 Nc5=g1,Nf5=b1");
        assert_eq!(
            white.outcome(),
            Some(Outcome::win(Color::Black, Reason::Grammar))
        );
    }

    #[test]
    fn a_move_that_leaves_the_own_position_incorrect_is_illegal() {
        let game = at("4k3/8/8/8/3P*4/8/3P4/4K3 w Pd4=d2");
        assert!(allows(&game, "d2d3"));
        assert!(allows(&game, "d2//d4"));
        let game = at("4k3/8/8/2pP*4/3P4/8/8/4K3 w d2d4,c7c5 Pd5=d2");
        assert!(refusal(&game, "d4c5").contains("could not all be annihilated"));
    }

    #[test]
    fn a_needed_pawn_may_promote_only_to_what_is_needed() {
        let game = at("7k/3P4/8/8/3N*4/8/8/4K3 w e8h8,d2d7 Nd4=d2");
        assert!(allows(&game, "d7d8n"));
        for other in ["d7d8q", "d7d8r", "d7d8b"] {
            assert!(refusal(&game, other).contains("incorrect"));
        }
    }

    #[test]
    fn an_explosion_that_cannot_be_resolved_is_illegal() {
        // The pawn on e2 supports e3, but then the one on e3 would have to be met by another pawn.
        let game = at("4k3/8/8/4N*3/8/8/4P3/4K3 w Ne5=b1");
        assert!(refusal(&game, "e3/e4").contains("incorrect"));
    }

    #[test]
    fn winning_by_grammar_is_legal_though_the_king_could_be_taken_next() {
        let game = at("4k3/6p1/5N*2/8/8/8/4R3/1N2K3 b h1e2 Nf6=b1");
        assert!(!game.is_check(), "White is unresolved");
        let after = play(game, "g7f6");
        assert!(check::is_in_check(&after.men, Color::Black, None));
        assert_eq!(
            after.outcome(),
            Some(Outcome::win(Color::Black, Reason::Grammar))
        );
    }
}

mod annihilation {
    use super::*;

    #[test]
    fn both_men_vanish() {
        let game = played("e4 e5 Nf3/e5 Nc6/e5 d4/e5 b8//c6");
        assert!(!game.men.occupied().contains(Square::B8));
        assert!(!game.men.occupied().contains(Square::C6));
        assert!(check::is_resolved(&game.men, Color::Black));
    }

    #[test]
    fn only_the_same_kind_annihilates() {
        let game = played("e4 e5 Nf3/e5 a6");
        assert!(refusal(&game, "d1//f3").contains("same kind"));
        assert!(allows(&game, "g1//f3"));
    }

    #[test]
    fn a_traveled_man_does_not_annihilate() {
        let game = played("e4 e5 Nf3/e5 a6");
        assert!(refusal(&game, "e5//f3").contains("has travelled already"));
    }

    #[test]
    fn it_is_written_with_two_strokes_and_needs_a_traveling_man() {
        let game = played("e4 e5 Nf3/e5 a6");
        assert!(refusal(&game, "g1f3").contains("play g1//f3"));
        assert!(refusal(&game, "g1//h3").contains("no traveling man of yours"));
        assert!(refusal(&game, "b1//f3").contains("cannot go to f3"));
    }

    #[test]
    fn a_pawn_annihilates_straight_ahead_by_one_step_or_two() {
        let game = played("e4 e5 d4/e5 a6");
        assert!(allows(&game, "d2//d4"));
        assert!(!allows(&game, "c2//d4") && !allows(&game, "e4//d4"));
        let game = played("e4 e5 d4/e5 a6 d3 a5");
        assert!(allows(&game, "d3//d4"));
        let blocked = played("e4 e5 d4/e5 a6 Bd3 a5");
        assert!(!allows(&blocked, "d2//d4"));
    }

    #[test]
    fn castling_does_not_annihilate() {
        let game = at("1n2k3/8/8/8/n*7/8/8/4K1K*R w K Kg1=e1 Na4=b8");
        assert!(refusal(&game, "e1g1").contains("something stands on g1"));
    }
}

mod explosion {
    use super::*;

    #[test]
    fn a_traveling_and_a_traveled_man_appear() {
        let game = played("Nf3/e5");
        assert_eq!(game.men.traveling(Color::White), squares(&[Square::F3]));
        assert_eq!(game.men.traveled(Color::White), squares(&[Square::E5]));
    }

    #[test]
    fn its_square_must_be_empty() {
        let game = TimeTraveler::start(Default::default());
        assert!(refusal(&game, "Ng1/f3").contains("needs an empty square"));
    }

    #[test]
    fn it_needs_a_support_within_three_moves() {
        let game = TimeTraveler::start(Default::default());
        assert!(allows(&game, "Nf6/d5"), "b1 and g1 in three moves");
        assert!(refusal(&game, "Kd5/d6").contains("after three moves"));
        assert!(refusal(&game, "Re5/e6").contains("after three moves"));
    }

    #[test]
    fn other_men_may_clear_the_way_and_enemies_be_captured() {
        let game = TimeTraveler::start(Default::default());
        assert!(allows(&game, "Ra3/b3"), "after a2-a4");
        assert!(allows(&game, "Ra4/b4"), "after a2-a4-a5");
        assert!(!allows(&game, "Rb5/b6"));
        assert_eq!(
            game.support(Role::Queen, Square::H6),
            squares(&[Square::D1])
        );
    }

    #[test]
    fn traveling_men_stay_in_the_way_of_imagined_moves() {
        let game = at("4k3/8/8/8/8/P*7/P7/R3K3 w Pa3=a2");
        assert_eq!(
            game.support(Role::Rook, Square::A5) & squares(&[Square::A1]),
            squares(&[Square::A1]),
            "round about"
        );
        let shut = at("4k3/8/8/8/8/P*7/PP6/RN2K3 w Pa3=a2");
        assert!(!shut.support(Role::Rook, Square::A4).contains(Square::A1));
    }

    #[test]
    fn castling_supports_king_and_rook() {
        let shut = "4k3/8/8/8/8/8/2N*N*R*N*N*1/4K2R w Nc2=b1,Nd2=g1,Re2=a1,Nf2=a2,Ng2=b2";
        let game = at(&format!("{shut} K"));
        let over_e1 = game.support(Role::Rook, Square::C1);
        assert_eq!(over_e1, squares(&[Square::H1]), "to f1 and on");
        let quick = game.support(Role::King, Square::H3);
        assert_eq!(quick, squares(&[Square::E1]), "by g1 and h2");
        let moved = at(shut);
        assert!(moved.support(Role::Rook, Square::C1).is_empty());
        assert!(moved.support(Role::King, Square::H3).is_empty());
    }

    #[test]
    fn en_passant_is_imagined_as_the_first_move_only() {
        let game = played("e4 a6 e5 d5");
        let captures =
            |game: &TimeTraveler| game.support(Role::Pawn, Square::D6).contains(Square::E5);
        assert!(captures(&game));
        assert!(!captures(&play(game, "h3 h6")));
    }

    #[test]
    fn a_pawn_that_promotes_supports_what_it_becomes() {
        let game = at("4k3/P7/8/8/8/8/8/4K3 w a2a7");
        assert!(allows(&game, "Qa8/b8") && allows(&game, "Nb6/d5"));
        assert!(!game.support(Role::Pawn, Square::A8).any());
        let far = at("4k3/8/8/P7/8/8/8/4K3 w a2a5");
        assert!(allows(&far, "Ra8/a7") && !allows(&far, "Rb8/b7"));
    }

    #[test]
    fn all_explosions_must_be_paired_with_different_supports() {
        let one = at("4k3/8/8/8/8/8/8/1N2K3 w Nc7=b1");
        assert!(refusal(&one, "Nc3/d5").contains("needed for an earlier explosion"));
        let two = at("4k3/8/8/8/8/8/8/1N2K3 w Nc7=b1g1");
        assert!(
            allows(&two, "Nc3/d5"),
            "the lost knight from g1 still serves for the past"
        );
    }

    #[test]
    fn supports_are_those_of_the_moment_at_which_it_was_made() {
        let game = played("Nf3/e5 a6");
        assert_eq!(
            game.explosions_of(Color::White).list()[0].support,
            0b0100_0010
        );
    }

    #[test]
    fn it_captures_neither_traveling_men_nor_resonators() {
        let game = played("e4 e5 Nf3/e5 Qf6 Nd3");
        assert!(
            refusal(&game, "Qg5/d2").contains("resonator"),
            "a pawn may become a knight"
        );
        assert!(refusal(&game, "Qh5/f3").contains("traveling knight"));
        assert!(allows(&game, "Nb4/d3"), "a traveled man");
    }

    #[test]
    fn it_may_capture_what_does_not_resonate() {
        let game = at("4k3/8/8/8/8/8/8/r3K1N1 w a8a1");
        assert!(allows(&game, "Nb3/a1"));
        let resonating = at("4k3/8/8/r*7/8/8/8/r3K1N1 w a8a1 Ra5=a8");
        assert!(refusal(&resonating, "Nb3/a1").contains("resonator"));
    }

    #[test]
    fn an_exploding_man_makes_a_move_of_chess_that_is_not_castling() {
        let game = TimeTraveler::start(Default::default());
        assert!(refusal(&game, "Nf3/f5").contains("cannot go"));
        assert!(refusal(&game, "Nf3/d2").contains("your own pawn"));
        assert!(refusal(&game, "e3/d4").contains("cannot go"));
        assert!(refusal(&game, "e3/e4q").contains("nothing is promoted"));
    }

    #[test]
    fn an_exploding_pawn_may_promote_and_must_say_to_what() {
        let game = at("7k/8/4P3/8/8/8/8/4K3 w e8h8,e2e6");
        assert!(allows(&game, "e7/e8q"));
        assert!(refusal(&game, "e7/e8").contains("must become"));
        let after = play(game, "e7/e8=N");
        assert!(after.men.traveling(Color::White).contains(Square::E7));
        assert!(after.men.traveled(Color::White).contains(Square::E8));
        assert_eq!(after.men.board().role_at(Square::E8), Some(Role::Knight));
    }

    #[test]
    fn an_exploding_pawn_on_its_fifth_rank_may_capture_en_passant() {
        let game = played("e4 a6 a3 d5");
        assert!(allows(&game, "e5/d6"));
        let after = play(game, "e5/d6");
        assert!(!after.men.occupied().contains(Square::D5));
        assert!(!allows(&played("e4 a6 a3 d5 a4 a5"), "e5/d6"));
    }
}

mod kings {
    use super::*;

    #[test]
    fn a_traveled_king_is_a_king() {
        let game = at("4k3/8/8/8/8/8/4r3/K'7 w Ka3=e1");
        assert!(check::has_king(&game.men, Color::White));
    }

    #[test]
    fn an_untraveled_king_is_dead_when_its_traveling_self_stands_alone() {
        let dead = at("1n2k3/8/8/8/n*7/K*7/8/4K2N w g1h1 Ka3=e1 Na4=b8");
        assert!(!check::has_king(&dead.men, Color::White));
        let alive = at("4k3/8/8/8/8/K*1K'5/8/4K2N w g1h1 Ka3=e1");
        assert!(check::has_king(&alive.men, Color::White));
    }

    #[test]
    fn an_opponent_with_a_traveling_man_gives_no_check() {
        let game = at("4k3/8/8/8/8/8/4R3/1N2K3 b h1e2 Nf6=b1");
        assert!(game.is_check());
        let game = at("4k3/8/5N*2/8/8/8/4R3/1N2K3 b h1e2 Nf6=b1");
        assert!(!game.is_check());
    }

    #[test]
    fn losing_the_king_is_not_the_end_while_the_opponent_is_unresolved() {
        let game = played("Nf6/e8");
        assert!(!check::has_king(&game.men, Color::Black));
        assert!(!game.is_check());
        assert!(game.outcome().is_none());
    }

    #[test]
    fn a_player_without_a_king_is_in_check_when_one_annihilation_would_resolve() {
        let game = played("e4 d6 Bb5/e8");
        assert!(game.is_check());
        // Two traveling men are two moves from being resolved.
        let two = at("3q4/8/8/1B*1N*4/8/8/8/1N2KB2 b Bb5=f1,Nd5=b1");
        assert!(!two.is_check());
    }

    #[test]
    fn such_a_check_is_answered_by_blocking_or_capturing() {
        let game = played("e4 d6 Bb5/e8 d4/d3 Bxd3");
        assert!(game.is_check());
        assert!(allows(&game, "Qe6/c4"));
        assert!(allows(&game, "Rc6/c4"), "a rook can as well");
        assert!(allows(&game, "Nc4/e5"), "a traveling man blocks as well");
        assert!(refusal(&game, "a7a6").contains("you have no king"));
    }

    #[test]
    fn checkmate_of_a_player_without_a_king() {
        let game = played("e4 d6 Bb5/e8 d4/d3 Bxd3 Qe6/c4 Bxc4");
        assert_eq!(
            game.outcome(),
            Some(Outcome::win(Color::White, Reason::Checkmate))
        );
    }

    #[test]
    fn taking_the_last_king_while_resolved_is_refused_to_the_one_who_would_allow_it() {
        let game = at("4k3/8/8/8/8/8/4R3/4K3 b h1e2");
        assert!(refusal(&game, "e8e7").contains("take your last king"));
        assert!(allows(&game, "e8d7"));
    }

    #[test]
    fn a_king_explosion_makes_the_traveled_king_the_one_to_guard() {
        let game = at("4k3/8/8/8/8/8/r7/4K3 w a8a2");
        assert!(allows(&game, "Kd1/c1"));
        assert!(!allows(&game, "Ke2/d2") && !allows(&game, "Kf1/f2"));
        let checked = at("4k3/8/8/8/8/4r3/8/4K3 w a8e3");
        assert!(checked.is_check());
        assert!(
            allows(&checked, "Kd1/c1"),
            "the untraveled king need not be guarded any more"
        );
    }

    #[test]
    fn an_explosion_can_answer_two_checks_at_once() {
        // Rook e5 and bishop h4 both attack e1: one man on e3, the other on f2 or g3.
        let game = at("4k3/8/8/4r3/7b/8/8/4K1N1 w a8e5,f8h4");
        assert!(game.is_check());
        assert!(!allows(&game, "g1e2") && !allows(&game, "Ne4/c3"));
        assert!(allows(&game, "Ne4/g3") && allows(&game, "Ne4/f2"));
    }

    #[test]
    fn an_explosion_saves_from_the_fools_mate_of_plain_chess() {
        let game = played("f3 e5 g4 Qh4");
        assert!(game.is_check());
        assert!(refusal(&game, "e2e3").contains("take your last king"));
        assert!(
            allows(&game, "Nf2/d3"),
            "a traveling knight steps in between"
        );
        assert_eq!(game.outcome(), None);
    }

    #[test]
    fn a_player_with_no_legal_action_and_no_check_is_stalemated() {
        let game = at("k7/2Q5/8/8/8/8/8/4K3 b e8a8,d1c7 Ka4=e8");
        assert!(!game.is_check());
        assert_eq!(game.outcome(), Some(Outcome::draw(Reason::Stalemate)));
    }
}

mod castling {
    use super::*;

    const BOTH: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq";

    #[test]
    fn king_and_rook_go_as_in_chess() {
        let game = at(BOTH);
        assert!(allows(&game, "e1g1") && allows(&game, "e1c1"));
        let after = play(game, "O-O");
        assert_eq!(after.men.board().role_at(Square::F1), Some(Role::Rook));
        assert!(after.castling.rooks() == squares(&[Square::A8, Square::H8]));
        assert!(allows(&after, "e8c8"));
        assert!(!allows(&after, "e8g8"), "the rook on f1 attacks f8");
    }

    #[test]
    fn a_rook_that_has_left_may_not_castle() {
        let game = play(at(BOTH), "a1b1 a8b8 b1a1 b8a8");
        assert!(refusal(&game, "e1c1").contains("has moved"));
        assert!(allows(&game, "e1g1"));
    }

    #[test]
    fn a_king_that_has_left_may_not_castle() {
        let game = play(at(BOTH), "e1e2 e8e7 e2e1 e7e8");
        assert!(refusal(&game, "e1g1").contains("has moved"));
    }

    #[test]
    fn a_rook_that_was_captured_may_not_castle() {
        let game = play(at(BOTH), "a1a8");
        assert_eq!(game.castling.rooks(), squares(&[Square::H1, Square::H8]));
    }

    #[test]
    fn a_rook_captured_by_an_explosion_may_not_castle() {
        let game = at("r3k2r/8/8/8/8/8/8/1N2K2R w Kkq");
        let after = play(game, "Nb6/a8");
        assert_eq!(after.castling.rooks(), squares(&[Square::H1, Square::H8]));
    }

    #[test]
    fn the_way_must_be_empty() {
        assert!(
            refusal(&TimeTraveler::start(Default::default()), "e1g1").contains("something stands")
        );
        let game = at("4k3/8/8/8/8/8/8/Rn2K2R w KQ b8b1");
        assert!(refusal(&game, "e1c1").contains("something stands on b1"));
    }

    #[test]
    fn not_out_of_check_and_not_through_it() {
        let game = at("4k3/4r3/8/8/8/8/8/4K2R w K a8e7");
        assert!(refusal(&game, "e1g1").contains("in check cannot castle"));
        let game = at("4k3/5r2/8/8/8/8/8/4K2R w K a8f7");
        assert!(refusal(&game, "e1g1").contains("across f1"));
        let game = at("4k3/6r1/8/8/8/8/8/4K2R w K a8g7");
        assert!(refusal(&game, "e1g1").contains("in check"));
        let game = at("1r2k3/8/8/8/8/8/8/R3K3 w Q a8b8");
        assert!(allows(&game, "e1c1"), "b1 may be attacked");
    }

    #[test]
    fn an_unresolved_opponent_does_not_keep_the_king_from_castling() {
        let game = at("1n2k3/5r2/8/3n*4/8/8/8/4K2R w K a8f7 Nd5=b8");
        assert!(allows(&game, "e1g1"));
    }

    #[test]
    fn a_traveled_king_does_not_castle() {
        let game = at("4k3/8/8/8/8/8/8/4K'2R w Ka3=e1");
        assert!(!allows(&game, "e1g1"));
    }
}

mod en_passant {
    use super::*;

    const UNDO: &str = "4k3/8/8/8/3P*p3/8/3P4/1N2K3 w e7e4 Pd4=d2";

    #[test]
    fn the_right_lasts_for_one_turn() {
        let game = played("e4 a6 e5 d5");
        assert!(allows(&game, "e5d6"));
        let after = play(game.clone(), "e5d6");
        assert!(!after.men.occupied().contains(Square::D5));
        assert!(!allows(&play(game, "a3 a5"), "e5d6"));
    }

    #[test]
    fn capturing_a_pawn_that_annihilated_brings_its_traveling_self_back() {
        let game = play(at(UNDO), "d2//d4");
        assert!(
            game.men.occupied().without(Square::E4)
                == squares(&[Square::E8, Square::B1, Square::E1])
        );
        let after = play(game, "e4d3");
        assert!(after.men.traveling(Color::White).contains(Square::D4));
        assert!(!after.men.occupied().contains(Square::D2));
    }

    #[test]
    fn that_wins_if_nobody_can_meet_it_any_more() {
        let after = play(at(UNDO), "d2//d4 e4d3");
        assert_eq!(
            after.outcome(),
            Some(Outcome::win(Color::Black, Reason::Grammar))
        );
        let other = at(&UNDO.replace("/3P4/", "/2PP4/"));
        assert_eq!(play(other, "d2//d4 e4d3").outcome(), None);
    }

    #[test]
    fn an_exploding_pawn_may_not_undo_an_annihilation() {
        let game = at("4k3/8/4p3/8/3P*4/8/3P4/1N2K3 w e7e6 Pd4=d2");
        let game = play(game, "d2//d4");
        assert!(refusal(&game, "e4/d3").contains("it was a resonator"));
        assert!(allows(&game, "e4/e3"));
    }
}

mod draws {
    use super::*;

    #[test]
    fn captures_pawn_moves_explosions_and_annihilations_reset_the_fifty_move_count() {
        assert_eq!(played("Nf3 Nf6 Nc3").fifty_move_count(), 3);
        assert_eq!(played("Nf3 Nf6 e4").fifty_move_count(), 0);
        assert_eq!(played("Nf3 Nf6 Nc6/b4").fifty_move_count(), 0);
        assert_eq!(played("Nf3 Nf6 Ne5 Nc6 Nxd7").fifty_move_count(), 0);
        assert_eq!(played("Nc3/d5 Nf6 Nf3 Nc6 b1//c3").fifty_move_count(), 0);
    }

    #[test]
    fn only_two_bare_traveled_kings_are_insufficient() {
        let draw = at("4k'3/8/8/8/8/8/8/4K'3 w Ka3=e1 Ka6=e8");
        assert!(draw.is_insufficient_material());
        let bare = at("4k3/8/8/8/8/8/8/4K3 w");
        assert!(!bare.is_insufficient_material());
        let knight = at("4k'3/8/8/8/8/8/8/4K'1N1 w Ka3=e1 Ka6=e8");
        assert!(!knight.is_insufficient_material());
    }

    #[test]
    fn whoever_runs_out_of_time_loses() {
        let bare = at("4k3/8/8/8/8/8/8/4K3 w");
        assert!(bare.wins_on_time(Color::White) && bare.wins_on_time(Color::Black));
    }

    #[test]
    fn repetition_compares_stages_but_not_the_past() {
        let start = TimeTraveler::start(Default::default());
        let back = played("Nf3 Nf6 Ng1 Ng8");
        assert_eq!(start.repetition_key(), back.repetition_key());
        let swapped = at("4k3/8/8/8/8/8/8/1N2K1N1 w b1g1,g1b1");
        let plain = at("4k3/8/8/8/8/8/8/1N2K1N1 w");
        assert_eq!(swapped.repetition_key(), plain.repetition_key());
        assert_ne!(swapped.zobrist(), plain.zobrist());
        let traveled = at("4k3/8/8/8/8/8/8/1N2K1N'1 w Nc3=g1");
        assert_ne!(traveled.repetition_key(), plain.repetition_key());
    }

    #[test]
    fn an_en_passant_square_counts_only_if_a_capture_is_legal() {
        let with = at("4k3/8/8/8/4P3/8/8/4K3 b e3 e2e4");
        let without = at("4k3/8/8/8/4P3/8/8/4K3 b e2e4");
        assert_eq!(with.repetition_key(), without.repetition_key());
        let with = at("4k3/8/8/8/3pP3/8/8/4K3 b e3 e2e4,d7d4");
        let without = at("4k3/8/8/8/3pP3/8/8/4K3 b e2e4,d7d4");
        assert_ne!(with.repetition_key(), without.repetition_key());
    }
}

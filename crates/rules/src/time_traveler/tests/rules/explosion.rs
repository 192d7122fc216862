//! Explosions and their supports.

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
    let captures = |game: &TimeTraveler| game.support(Role::Pawn, Square::D6).contains(Square::E5);
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

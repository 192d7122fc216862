//! Kings, check and mate.

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

use super::*;
use crate::position::Bounds;
use crate::viewer::Viewer;

#[test]
fn every_identifier_is_read_back() {
    for (id, _) in every_variant() {
        assert_eq!(id.id().parse(), Ok(id));
    }
}

#[test]
fn the_game_of_a_variant_has_no_options() {
    for (id, game) in [
        ("chess", "chess"),
        ("chess:960", "chess"),
        ("hyperspace:open+touch", "hyperspace"),
    ] {
        assert_eq!(id.parse().map(VariantId::game), Ok(game));
    }
}

#[test]
fn touch_move_can_be_asked_for_and_is_in_no_list() {
    let id: VariantId = "hyperspace:open+touch".parse().expect("a game");
    assert!(!VariantId::all().contains(&id));
}

#[test]
fn an_unknown_identifier_is_answered_with_all_that_are_listed() {
    let error = "draughts".parse::<VariantId>().expect_err("no game");
    for id in VariantId::all() {
        assert!(error.expected.contains(id.id()), "{error}");
    }
    let last = VariantId::all().last().expect("a game").id();
    assert!(error.expected.ends_with(&format!(" or {last}")), "{error}");
}

#[test]
fn an_action_of_another_game_is_refused_and_changes_nothing() {
    let all = VariantId::all();
    let first = all[0];
    let action = AnyPosition::start(first).legal_actions_within(Bounds::default())[0];
    for id in all.into_iter().filter(|id| id.game() != first.game()) {
        let mut game = AnyGame::new(id);
        assert_eq!(
            game.play(action).expect_err("another game").to_string(),
            AnyRefusal::OtherGame.to_string()
        );
        game.play_unchecked(action);
        assert!(game.is_empty());
        assert_eq!(game.position(), AnyPosition::start(id));
    }
}

#[test]
fn debugging_output_shows_no_secret_square() {
    let id = "hyperspace".parse().expect("a game");
    let shown = |square: &str| {
        let mut game = AnyGame::new(id);
        for text in ["e2e4", "e7e5", &format!("g1^2@{square}")] {
            let action = id.parse_action(text).expect(text);
            game.play(action).expect(text);
        }
        format!("{game:?} {:?} {:?}", game.position(), game.actions())
    };
    assert_eq!(shown("f3"), shown("d5"));
}

#[test]
fn a_view_is_serialised_as_that_of_its_game() {
    use crate::hidden960::Hidden960;

    let own = Hidden960::default().view(Viewer::Spectator);
    let any = AnyPosition::start("hidden960".parse().expect("a game")).view(Viewer::Spectator);
    assert_eq!(
        serde_json::to_string(&any).expect("JSON"),
        serde_json::to_string(&own).expect("JSON")
    );
    assert_eq!(any.to_string(), own.to_string());
}

#[test]
fn a_game_goes_back_to_any_of_its_actions() {
    for id in VariantId::all() {
        let mut game = AnyGame::new(id);
        let mut positions = vec![game.position()];
        for _ in 0..4 {
            let Some(action) = game
                .position()
                .legal_actions_within(Bounds::default())
                .pop()
            else {
                break;
            };
            game.play(action).expect("a listed action is legal");
            positions.push(game.position());
        }
        for (count, position) in positions.iter().enumerate() {
            assert_eq!(game.after(count).position(), *position, "{id}");
        }
        for (step, position) in game.steps().zip(&positions) {
            assert_eq!(step.0, *position, "{id}");
        }
    }
}

#[test]
fn debugging_output_shows_no_secret_kings() {
    let id = "dmchess:kings".parse().expect("a game");
    let shown = |place: &str| {
        let mut game = AnyGame::new(id);
        let text = format!("kings:d1e1,{place},d3e1,d4e1,d5e1,d6e1,d7e1,d8e1");
        let action = id.parse_action(&text).expect("a placement");
        game.play(action).expect("a legal placement");
        format!("{action:?} {:?}", game.actions())
    };
    assert_eq!(shown("d2e1"), shown("d2a3"));
}

#[test]
fn every_starting_position_has_a_number_and_there_are_no_more() {
    for (id, _) in every_variant() {
        let starts = id.starts();
        let among = |number| AnyPosition::start_at(id, number).is_some();
        assert!((0..starts).all(among), "{id}");
        assert!(!among(starts) && !among(u32::MAX), "{id}");
        let usual = AnyPosition::start(id);
        assert!(
            (0..starts).any(|number| AnyPosition::start_at(id, number) == Some(usual.clone())),
            "{id}"
        );
    }
}

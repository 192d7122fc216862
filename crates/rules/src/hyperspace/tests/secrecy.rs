//! Nothing that a player or spectator gets depends on what is secret from them.

use crate::position::{Bounded, Secret, Turns};
use proptest::prelude::*;

use super::*;
use crate::board::{Color, Square};

/// All that `viewer` gets to see of a position, as text.
fn shown(position: &Hyperspace, viewer: Viewer) -> Vec<String> {
    let view = position.view(viewer);
    vec![
        view.to_string(),
        format!("{view:?}"),
        serde_json::to_string(&view).expect("a view is JSON"),
        format!("{position:?}"),
        format!("{:?}", position.is_check()),
        format!("{:?}", position.is_insufficient_material()),
        format!("{:?}", Color::ALL.map(|color| position.wins_on_time(color))),
        format!("{} {}", position.ply(), position.fifty_move_count()),
    ]
}

/// The output to a player who has to act: legal actions, their notation for that player and for spectators, the parsing of any text,
/// and whether the game is over. The other side may read more (that a check mates, because no secret return of its own parries it).
fn offered(position: &Hyperspace, texts: &[String]) -> Vec<String> {
    let viewers = [Viewer::Player(position.actor()), Viewer::Spectator];
    let mut all = vec![
        format!("{:?}", position.outcome()),
        format!("{:?}", position.count_legal()),
    ];
    for action in position.legal_actions_within(Bounds { max_delay: 1 }) {
        all.push(action.to_string());
        all.push(format!("{:?}", position.landings(action)));
        let notations = viewers.map(|viewer| position.notation(action, viewer));
        all.push(notations.join(" "));
    }
    for text in texts {
        all.push(format!(
            "{:?}",
            position.read(text).map_err(|error| error.to_string())
        ));
        if let Ok(action) = text.parse() {
            all.push(format!("{:?}", position.check(action)));
        }
    }
    all
}

/// The output to others about an action of the player who has secrets, and about the position after it.
fn published(position: &Hyperspace, action: Action, viewer: Viewer) -> (Vec<String>, Vec<String>) {
    let mut after = position.clone();
    after.play_unchecked(action);
    let words = vec![
        position.public(action).to_string(),
        position.notation(action, viewer),
    ];
    (shown(&after, viewer), words)
}

/// The same position with other secret squares of `owner`.
fn with_other_secrets(
    position: &Hyperspace,
    owner: Color,
    random: &mut fastrand::Rng,
) -> Option<Hyperspace> {
    if position.conflict.is_some() {
        // The last phase-out with another square.
        let conflict = position.conflict.as_deref()?;
        let Action::PhaseOut { from, delay, .. } = conflict.action else {
            return None;
        };
        let mut other = Hyperspace::restored(&conflict.before, position.variant);
        let square = Square::new(random.usize(..64) as u32);
        let action = Action::phase_out(from, delay, square);
        return (conflict.player() == owner && other.play(action).is_ok()).then_some(other);
    }
    let text = position.to_text();
    let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let entries: Vec<String> = fields[6]
        .split(',')
        .map(|entry| {
            let is_theirs = entry.starts_with(|c: char| c.is_ascii_uppercase()) == owner.is_white();
            match entry.split_once('@') {
                Some((piece, old)) if is_theirs => {
                    let old: Square = old.parse().expect("a square");
                    let strict = position.variant() == Variant::Strict;
                    let squares: Vec<Square> = Square::ALL
                        .into_iter()
                        .filter(|square| {
                            !strict
                                || !piece.starts_with(['b', 'B'])
                                || square.is_light() == old.is_light()
                        })
                        .collect();
                    format!("{piece}@{}", pick(random, &squares))
                }
                _ => entry.to_owned(),
            }
        })
        .collect();
    fields[6] = entries.join(",");
    Some(at_of(position.variant(), &fields.join(" ")))
}

/// Texts that a player may type: legal actions of either side, some damaged, and some rubbish.
fn typed(position: &Hyperspace, random: &mut fastrand::Rng) -> Vec<String> {
    let mut texts: Vec<String> = [
        "--", "--/r", "--/o", "e2e4", "e7e5/r", "Nf3", "Nc6/o", "O-O", "0-0-0", "b1^1@c3",
        "Bc1^1@f4", "b8^2@c6", "amend:2", "amend:1", "cancel", "Q", "x", "", "a1^1", "Nf3&B@f4",
    ]
    .map(str::to_owned)
    .to_vec();
    let all = position.legal_actions_within(Bounds { max_delay: 1 });
    for _ in 0..all.len().min(6) {
        let action = pick(random, &all);
        texts.push(position.notation(action, Viewer::Referee));
        let mut damaged: Vec<char> = action.to_string().chars().collect();
        damaged[1] = char::from_digit(random.usize(..9) as u32, 10).expect("a digit");
        texts.push(damaged.into_iter().collect());
    }
    texts
}

/// Searches random games for output to others that depends on a secret. Returns the difference, or `None`. The output is
/// a parameter, so that the search itself can be tested.
fn find_leak(
    seed: u64,
    variant: Variant,
    shows: impl Fn(&Hyperspace, Viewer) -> Vec<String>,
) -> Option<String> {
    let mut leak = None;
    random_game(variant, seed, 60, |position, random| {
        for owner in Color::ALL {
            if position.travelers(owner).is_empty() || leak.is_some() {
                continue;
            }
            let Some(other) = with_other_secrets(position, owner, random) else {
                continue;
            };
            let mut compare = |what: &str, a: Vec<String>, b: Vec<String>| {
                if let Some((a, b)) = a.iter().zip(&b).find(|(a, b)| a != b) {
                    leak = Some(format!("{what}: {a} / {b}"));
                } else if a.len() != b.len() {
                    leak = Some(format!("{what}: {} / {}", a.len(), b.len()));
                }
            };
            for viewer in [Viewer::Player(owner.other()), Viewer::Spectator] {
                compare("shown", shows(position, viewer), shows(&other, viewer));
                if position.actor() == owner {
                    let due = position.travelers(owner).iter().any(|t| t.is_due());
                    let all = position.legal_actions_within(Bounds { max_delay: 1 });
                    for _ in 0..all.len().min(4) {
                        let action = pick(random, &all);
                        if !other.is_legal(action) {
                            assert!(
                                due,
                                "legality depends on the secret of a piece that is away"
                            );
                            continue;
                        }
                        let (mut a, a_words) = published(position, action, viewer);
                        let (mut b, b_words) = published(&other, action, viewer);
                        if due && a != b {
                            // The effect of a return on the board is public.
                            continue;
                        }
                        a.extend(a_words);
                        b.extend(b_words);
                        compare("published", a, b);
                    }
                }
            }
            if position.actor() == owner.other() {
                let texts = typed(position, random);
                compare(
                    "offered",
                    offered(position, &texts),
                    offered(&other, &texts),
                );
            }
        }
    });
    leak
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10))]

    #[test]
    fn what_others_get_does_not_depend_on_secret_squares(seed: u64, variant in 0..3_usize) {
        prop_assert_eq!(find_leak(seed, VARIANTS[variant], shown), None);
    }
}

#[test]
fn the_search_for_leaks_finds_deliberate_ones() {
    let leaks_everything = |position: &Hyperspace, _| shown(position, Viewer::Referee);
    let leaks_a_key = |position: &Hyperspace, _| vec![position.zobrist().to_string()];
    let leaks_repetition = |position: &Hyperspace, _| vec![position.repetition_key().to_string()];
    let leaks_to_spectators = |position: &Hyperspace, viewer| match viewer {
        Viewer::Spectator => shown(position, Viewer::Player(Color::White)),
        _ => shown(position, viewer),
    };
    assert!(find_leak(1, Variant::Strict, leaks_everything).is_some());
    assert!(find_leak(1, Variant::Strict, leaks_a_key).is_some());
    assert!(find_leak(1, Variant::Strict, leaks_repetition).is_some());
    assert!(find_leak(1, Variant::Strict, leaks_to_spectators).is_some());
}

#[test]
fn a_check_is_marked_as_mate_beforehand_only_for_those_who_know_all_squares_of_the_other_side() {
    // The rook mates on a8 unless the knight returns to block.
    let position = at("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1 n2@h3");
    let notation = |viewer| position.notation(act("a1a8"), viewer);
    assert_eq!(notation(Viewer::Player(Color::White)), "Ra8+");
    assert_eq!(notation(Viewer::Spectator), "Ra8+");
    assert_eq!(notation(Viewer::Player(Color::Black)), "Ra8#");
    assert_eq!(notation(Viewer::Referee), "Ra8#");
}

#[test]
fn only_the_owner_and_the_referee_see_a_square() {
    let position = at("4k3/8/8/8/8/8/8/4K3 w - - 0 1 N3@c6,b2d@f4");
    let seen = |viewer| -> Vec<Option<Square>> {
        let travelers = position.view(viewer).hyperspace;
        travelers.iter().map(|traveler| traveler.square).collect()
    };
    let (c6, f4) = (Some(Square::C6), Some(Square::F4));
    assert_eq!(seen(Viewer::Player(Color::White)), [c6, None]);
    assert_eq!(seen(Viewer::Player(Color::Black)), [None, f4]);
    assert_eq!(seen(Viewer::Spectator), [None, None]);
    assert_eq!(seen(Viewer::Referee), [c6, f4]);
}

#[test]
fn everybody_sees_who_is_away_what_it_is_and_when_it_returns() {
    let position = at("4k3/8/8/8/8/8/8/4K3 w - - 0 1 N3@c6,b2d@f4");
    let json = serde_json::to_value(position.view(Viewer::Spectator)).expect("JSON");
    assert_eq!(
        json["hyperspace"],
        serde_json::json!([
            {"color": "white", "role": "knight", "bishop_of": null, "count_down": 3,
             "returns_on_turn": 3, "shares_turn": false, "square": null},
            {"color": "black", "role": "bishop", "bishop_of": "dark", "count_down": 2,
             "returns_on_turn": 2, "shares_turn": false, "square": null},
        ])
    );
    assert_eq!(json["position"], "4k3/8/8/8/8/8/8/4K3 w - - 0 1 N3@?,b2d@?");
}

#[test]
fn a_piece_that_is_lost_is_gone_and_nobody_else_learns_where() {
    // Lost on the pawn on a3 or on the king on e8: it looks the same.
    let on_pawn = at("4k3/8/8/8/8/p7/8/4K3 w - - 7 9 Q1@a3");
    let on_king = at("4k3/8/8/8/8/p7/8/4K3 w - - 7 9 Q1@e8");
    let own_king = at("4k3/8/8/8/8/p7/8/4K3 w - - 7 9 Q1@e2");
    for other in [on_king, own_king] {
        let action = act("e1e2");
        for viewer in [Viewer::Player(Color::Black), Viewer::Spectator] {
            assert_eq!(
                published(&on_pawn, action, viewer),
                published(&other, action, viewer)
            );
        }
    }
    assert_eq!(on_pawn.notation(act("e1e2"), Viewer::Spectator), "Ke2&Q@-");
}

#[test]
fn a_collision_shows_itself_only_when_a_piece_on_the_board_is_replaced() {
    let position = at("4k3/8/8/8/8/8/8/R3K3 w - - 3 1 N1@a1");
    assert_eq!(
        position.notation(act("e1e2/r"), Viewer::Spectator),
        "Ke2&N@a1"
    );
    assert_eq!(
        position.notation(act("e1e2/o"), Viewer::Spectator),
        "Ke2&N@-"
    );
    assert_eq!(position.public(act("e1e2/r")).to_string(), "e1e2");
    assert_eq!(position.public(act("e1e2/o")).to_string(), "e1e2");
}

#[test]
fn the_notation_for_others_does_not_tell_which_of_two_knights_may_move() {
    // If the rook returns to e4 both knights could go to d4, otherwise only one: the other is pinned.
    let covering = at("4r1k1/8/8/8/8/5N2/4N3/4K3 w - - 0 1 R1@e4");
    let elsewhere = at("4r1k1/8/8/8/8/5N2/4N3/4K3 w - - 0 1 R1@a1");
    let notation = |position: &Hyperspace| {
        let text = position.notation(act("f3d4"), Viewer::Spectator);
        text.split('&').next().unwrap_or_default().to_owned()
    };
    assert_eq!(notation(&covering), "Nfd4");
    assert_eq!(notation(&elsewhere), "Nfd4");
}

//! Contests: pairing, order, and reproducibility from the seed.

use std::convert::Infallible;
use std::sync::atomic::AtomicBool;

use manifold_arena::statistics::{EloModel, Sprt, Verdict};
use manifold_arena::{
    Contest, Ending, EnginePlayer, Forfeit, GameSettings, Pair, Player, SearchLimit, Tally, Turn,
    contest,
};
use manifold_engine::Level;
use manifold_engine::baseline::Baseline;
use manifold_rules::board::Color;
use manifold_rules::hidden960::Hidden960;
use manifold_rules::hyperspace::Hyperspace;
use manifold_rules::position::{Bounds, Position, Turns};

type Board<P> = Box<dyn Player<P>>;

const SETTINGS: GameSettings = GameSettings {
    limit: SearchLimit::Nodes(150),
    bounds: Bounds { max_delay: 2 },
    longest: 60,
};

fn plan(pairs: u64, concurrency: usize) -> Contest {
    Contest {
        pairs,
        settings: SETTINGS,
        opening_plies: 4,
        seed: 7,
        concurrency,
        sprt: None,
    }
}

fn hold<P: manifold_arena::transcript::Transcript + manifold_engine::baseline::BaselineGame>(
    plan: &Contest,
    make: impl Fn(usize) -> Board<P> + Sync,
    look: impl FnMut(&Pair<P>, &Tally),
) -> Tally {
    let stop = AtomicBool::new(false);
    let made = |index| Ok::<Board<P>, Infallible>(make(index));
    match contest(plan, Default::default(), made, &stop, look) {
        Ok(tally) => tally,
        Err(never) => match never {},
    }
}

fn level_against_greedy<P: manifold_engine::baseline::BaselineGame>(index: usize) -> Board<P> {
    match index {
        0 => Box::new(EnginePlayer::new(Level::FULL)),
        _ => Box::new(Baseline::Greedy),
    }
}

/// All games as text: their actions and endings.
fn games_of(concurrency: usize) -> Vec<String> {
    let mut games = Vec::new();
    hold::<Hyperspace>(&plan(3, concurrency), level_against_greedy, |pair, _| {
        for played in &pair.games {
            let words: Vec<String> = played
                .game
                .actions()
                .iter()
                .map(ToString::to_string)
                .collect();
            games.push(format!("{} {}", words.join(" "), played.ending.kind()));
        }
    });
    games
}

#[test]
fn a_seed_decides_all_games_whatever_is_played_at_the_same_time() {
    let alone = games_of(1);
    assert_eq!(alone.len(), 6);
    assert_eq!(games_of(3), alone);
}

#[test]
fn the_games_of_a_pair_begin_alike_and_pairs_differ() {
    let mut openings = Vec::new();
    hold::<Hidden960>(&plan(4, 1), level_against_greedy, |pair, _| {
        let [one, two] = &pair.games;
        let before = |played: &manifold_arena::Played<Hidden960>| {
            let mut position = Hidden960::start(Default::default());
            let mut line = Vec::new();
            for action in played.game.actions() {
                if position.ply() >= 4 && position.is_settled() {
                    break;
                }
                position.play_unchecked(*action);
                line.push(action.to_string());
            }
            line
        };
        assert_eq!(before(one), before(two));
        openings.push(before(one));
    });
    openings.sort();
    openings.dedup();
    assert_eq!(openings.len(), 4);
}

/// A player that never plays a legal action.
struct Cheat;

impl Player<Hyperspace> for Cheat {
    fn new_game(&mut self, _: Color, _: u64) -> Result<(), Forfeit> {
        Ok(())
    }

    fn act(
        &mut self,
        _: &Turn<'_, Hyperspace>,
    ) -> Result<<Hyperspace as Position>::Action, Forfeit> {
        "a1a8".parse().map_err(|_| Forfeit::Time)
    }
}

#[test]
fn an_illegal_action_loses_and_a_test_ends_the_contest() {
    let mut plan = plan(200, 2);
    plan.sprt = Sprt::new(0.0, 100.0, EloModel::Normalized);
    let tally = hold::<Hyperspace>(
        &plan,
        |index| match index {
            0 => Box::new(Baseline::Random),
            _ => Box::new(Cheat),
        },
        |pair, _| {
            let losers: Vec<Option<Color>> = pair
                .games
                .iter()
                .map(|played| match &played.ending {
                    Ending::Forfeit(loser, Forfeit::Illegal(_)) => Some(*loser),
                    _ => None,
                })
                .collect();
            assert_eq!(losers, [Some(Color::Black), Some(Color::White)]);
        },
    );
    assert_eq!(tally.verdict, Some(Verdict::H1));
    assert!(tally.pairs.total() < 200 && tally.pairs.losses() == 0);
    assert_eq!(tally.forfeits.len() as u64, 2 * tally.pairs.total());
    assert!(
        tally.forfeits[0].contains("second player"),
        "{:?}",
        tally.forfeits
    );
}

#[test]
fn without_phase_outs_stalemate_is_that_of_chess() {
    use manifold_rules::game::Game;
    // Black has no legal move, but in Hyperspace Chess the bishop could phase out.
    let text = "b6k/1p6/1P4Q1/8/8/8/8/K7 b - - 0 1";
    let start = Hyperspace::from_text(Default::default(), text).expect("a position");
    let game = Game::from_position(start);
    assert_eq!(game.outcome(), None);
    let stop = AtomicBool::new(false);
    let settings = GameSettings {
        bounds: Bounds { max_delay: 0 },
        ..SETTINGS
    };
    let (mut one, mut two) = (Baseline::Random, Baseline::Random);
    let players: [&mut dyn Player<Hyperspace>; 2] = [&mut one, &mut two];
    let played = manifold_arena::play(&game, players, &settings, 1, &stop).expect("not broken off");
    assert_eq!(played.ending.kind(), "stalemate");
    assert_eq!(played.ending.winner(), None);
    assert!(played.game.actions().is_empty());
}

//! One game as its list of events: a value, with no clock, store or subscribers of its own.

mod apply;
mod archived;
mod clocks;
mod conduct;
mod judge;
mod log;
mod orders;
mod rated;
mod show;
mod state;

use manifold_rules::board::Color;

use crate::ids::GameId;
use crate::store::{Outages, Summary};
use crate::table::error::TableError;
use crate::table::event::{Event, EventKind, Offer, OtherEvent, Request};
use crate::table::info::GameInfo;
use crate::table::seat::Seat;

pub(crate) use judge::{Command, Judgement, Next};
pub(crate) use show::Transcript;
pub(crate) use state::GameState;

pub(super) use log::PlayedAction;
use log::{Entry, Log, What};
use state::slot;

/// A game with everything that follows from its events.
pub(crate) struct LiveGame {
    state: GameState,
    log: Log,
}

/// An event and the state after it: computed before the event is stored, and put in place afterwards by [`LiveGame::commit`].
pub(crate) struct Prepared {
    /// The event, as it is to be stored.
    pub(crate) event: Event,
    state: GameState,
    entry: Entry,
}

/// A takeback that has been made.
pub(crate) struct TakenBack {
    /// In milliseconds since 1970.
    pub(crate) at: u64,
    /// The player who asked for it.
    pub(crate) by: Color,
    /// The actions that it has undone.
    pub(crate) actions: Vec<String>,
}

impl Prepared {
    /// The summary of the game for lists, after the event.
    pub(crate) fn summary(&self) -> Summary {
        self.state.summary(self.event.at)
    }

    /// The state after the event.
    pub(crate) fn state(&self) -> &GameState {
        &self.state
    }

    /// The head of the game after the event.
    pub(crate) fn info(&self) -> &GameInfo {
        &self.state.info
    }
}

impl LiveGame {
    /// A game before its first event.
    pub(crate) fn new(id: GameId, info: GameInfo, outages: Outages) -> LiveGame {
        LiveGame {
            state: GameState::new(id, info, outages),
            log: Log::default(),
        }
    }

    /// The present state.
    pub(crate) fn state(&self) -> &GameState {
        &self.state
    }

    /// The number of the last event.
    pub(crate) fn n(&self) -> u64 {
        self.log.n()
    }

    /// The number under which a request was stored already.
    pub(crate) fn remembered(&self, request: &Request) -> Option<u64> {
        self.log.remembered(request)
    }

    /// Whether a player has offered a rematch, open or not.
    pub(crate) fn has_offered_rematch(&self, color: Color) -> bool {
        let what = Offer::Rematch;
        self.log.entries().any(|(_, entry)| {
            matches!(entry.what, What::Other(OtherEvent::Offered { by, what: offered }) if by == color && offered == what)
        })
    }

    /// The actions after event `n`, in machine notation with all that they hide; `None` if something was taken back since.
    pub(crate) fn actions_since(&self, n: u64) -> Option<Vec<String>> {
        let mut actions = Vec::new();
        for (_, entry) in self.log.entries().filter(|(number, _)| *number > n) {
            match &entry.what {
                What::Action(action) => actions.push(action.action.reveal().to_string()),
                What::Other(OtherEvent::TakenBack { .. }) => return None,
                What::Other(_) => {}
            }
        }
        Some(actions)
    }

    /// The takebacks, in order: when each was and for whom, and which actions of `seat` it has undone, in machine notation with all that
    /// they hide.
    pub(crate) fn taken_back(&self, seat: Seat) -> Vec<TakenBack> {
        let mut line: Vec<(u64, &PlayedAction)> = Vec::new();
        let mut taken_back = Vec::new();
        for (n, entry) in self.log.entries() {
            match &entry.what {
                What::Action(action) => line.push((n, action)),
                What::Other(OtherEvent::TakenBack { by, keep }) => {
                    let undone = line.split_off((*keep).min(line.len()));
                    let own = undone.iter().filter(|(_, one)| seat.plays(one.played.by));
                    taken_back.push(TakenBack {
                        at: entry.at,
                        by: *by,
                        actions: own
                            .map(|(_, one)| one.action.reveal().to_string())
                            .collect(),
                    });
                }
                What::Other(OtherEvent::Ordered(ordered)) => {
                    if let Some(from) = ordered.resumes_from() {
                        line.retain(|(n, _)| *n <= from);
                    }
                }
                What::Other(_) => {}
            }
        }
        taken_back
    }

    /// Computes the game after `next`, which this game has judged in its current state. The game itself does not change.
    pub(crate) fn prepare(&self, next: Next, request: Option<Request>, at: u64) -> Prepared {
        let event = Event {
            n: self.n() + 1,
            at,
            request,
            kind: next.stored(),
        };
        let mut state = self.state.clone();
        let entry = state.apply(next, event.n, at, &self.log);
        Prepared {
            event,
            state,
            entry,
        }
    }

    /// Puts in place what was worked out, now that it is stored.
    pub(crate) fn commit(&mut self, prepared: Prepared) {
        debug_assert_eq!(prepared.event.n, self.n() + 1);
        self.state = prepared.state;
        self.log.push(prepared.entry, prepared.event.request);
    }

    /// Applies an event of the stored log. Actions are judged again.
    ///
    /// # Errors
    /// The log is damaged. The game must not be used any more.
    pub(crate) fn replay(&mut self, event: Event) -> Result<(), TableError> {
        debug_assert_eq!(event.n, self.n() + 1);
        let next = match event.kind {
            EventKind::Action {
                by,
                action,
                salt,
                lag_ms,
                away,
            } => {
                let judged = self.state.referee.judge_action(action.reveal());
                let action = judged
                    .ok()
                    .filter(|judged| judged.by() == by)
                    .ok_or(TableError::Damaged)?;
                Next::Action {
                    action,
                    salt,
                    lag_ms,
                    away,
                }
            }
            EventKind::Other(event) => Next::Other(event),
        };
        let entry = self.state.apply(next, event.n, event.at, &self.log);
        self.log.push(entry, event.request);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use manifold_rules::board::Color;
    use manifold_rules::viewer::Viewer;

    use super::*;
    use crate::table::event::FullAction;
    use crate::table::info::{Person, Player};
    use crate::table::orders::{OfEvent, Order, Ordered};
    use crate::table::seat::Seat;
    use crate::table::time_control::ClockChoice;
    use crate::table::view::Presence;

    fn new_game() -> LiveGame {
        game_with(None)
    }

    fn game_with(clock: Option<ClockChoice>) -> LiveGame {
        game_of("hyperspace", clock)
    }

    fn game_of(variant: &str, clock: Option<ClockChoice>) -> LiveGame {
        let person = |id: &str| {
            Player::Person(Person {
                id: id.parse().expect("an identifier"),
                name: id.to_owned(),
                account: false,
                bot: false,
                rating: None,
            })
        };
        let info = GameInfo {
            variant: variant.parse().expect("a variant"),
            start: None,
            white: person("whitewhite11"),
            black: person("blackblack22"),
            clock,
            takebacks: true,
            rated: false,
            paired: false,
            event: None,
            created_at: 0,
        };
        let id = "gamegamegame".parse().expect("an identifier");
        LiveGame::new(id, info, Outages::default())
    }

    /// A game of an event with 5 minutes and no increment, which began at second 1,000.
    fn game_of_event() -> LiveGame {
        let clock = ClockChoice::Custom {
            seconds: 300,
            increment: 0,
            delay: 0,
        };
        let mut info = game_of("chess", Some(clock)).state.info.as_ref().clone();
        info.event = Some(OfEvent {
            id: "eventevent11".parse().expect("an identifier"),
            name: "Club night".to_owned(),
            round: 1,
            board: 1,
            draw_turns: 0,
            starts_at: 1_000_000,
        });
        let id = "gamegamegame".parse().expect("an identifier");
        let mut game = LiveGame::new(id, info, Outages::default());
        let less_for_black_ms = 0;
        let begin = Order::Begin { less_for_black_ms };
        order(&mut game, 1, [1_000_000, 1_000_000], begin);
        game
    }

    /// Carries out an order of the event's entry `n`, given at the first time and received by the game at the second.
    fn order(game: &mut LiveGame, n: u64, [at, heard]: [u64; 2], order: Order) {
        let orders = vec![order];
        let next = game.ordered(&Ordered { n, at, orders });
        let prepared = game.prepare(next.expect("it is new"), None, heard);
        game.commit(prepared);
    }

    fn white_ms(game: &LiveGame, now: u64) -> u64 {
        game.state().clock_view(now).expect("clocks").white_ms
    }

    #[test]
    fn a_call_stops_both_clocks_at_its_own_time_to_the_millisecond() {
        let mut game = game_of_event();
        order(&mut game, 2, [1_010_000, 1_010_750], Order::Stop);
        assert_eq!(white_ms(&game, 1_010_750), 290_000);
        assert_eq!(
            game.state().clock_view(1_011_000).expect("clocks").running,
            None
        );
        order(&mut game, 3, [1_020_000, 1_020_333], Order::Go);
        assert_eq!(white_ms(&game, 1_020_333), 290_000 - 333);
        // A move arrived between the call and the stop: the time of the player to act has not begun.
        let played = game.prepare(judged(&game, Seat::White, "e2e4"), None, 1_030_400);
        game.commit(played);
        order(&mut game, 4, [1_030_000, 1_030_900], Order::Stop);
        let clock = game.state().clock_view(1_040_000).expect("clocks");
        assert_eq!((clock.black_ms, clock.running), (300_000, None));
    }

    #[test]
    fn a_flag_that_fell_between_a_call_and_the_stop_does_not_end_the_game() {
        let color = Color::White;
        let flagged = |at| {
            let mut game = game_of_event();
            let next = Next::Other(OtherEvent::Flagged { color });
            assert_eq!(game.state().flagged(1_299_999), None);
            assert_eq!(game.state().flagged(1_300_000), Some(color));
            let prepared = game.prepare(next, None, 1_300_400);
            game.commit(prepared);
            assert!(game.state().end().is_some());
            order(&mut game, 2, [at, 1_300_500], Order::Stop);
            game
        };
        let game = flagged(1_299_999);
        assert_eq!(game.state().end(), None);
        assert!(game.state().played_end().is_none());
        assert_eq!(white_ms(&game, 1_400_000), 1);
        let mut game = flagged(1_290_000);
        assert_eq!(white_ms(&game, 1_400_000), 10_000);
        order(&mut game, 3, [1_500_000, 1_500_000], Order::Go);
        let played = game.prepare(judged(&game, Seat::White, "e2e4"), None, 1_501_000);
        game.commit(played);
        assert_eq!(white_ms(&game, 1_501_000), 9_000);
        // One that fell before the call has ended it.
        assert!(flagged(1_300_000).state().end().is_some());
    }

    fn judged(game: &LiveGame, seat: Seat, action: &str) -> Next {
        let command = Command::Act {
            n: game.n(),
            action: action.into(),
            away: false,
        };
        match game.judge(seat, &command, Presence::default()) {
            Ok(Judgement::Event(next)) => next,
            other => panic!("{action}: {other:?}"),
        }
    }

    #[test]
    fn what_is_prepared_changes_nothing_until_it_is_committed() {
        let mut game = new_game();
        let view = |game: &LiveGame| game.state().referee.view(Viewer::Referee);
        let before = view(&game);
        let next = judged(&game, Seat::White, "e2e4");
        let prepared = game.prepare(next, None, 1);
        assert_eq!((game.n(), view(&game)), (0, before.clone()));
        assert_eq!(prepared.summary().actor, Some(Color::Black));

        game.commit(prepared);
        assert_eq!(game.n(), 1);
        assert_ne!(view(&game), before);
        let next = judged(&game, Seat::Black, "e7e5");
        let prepared = game.prepare(next, None, 2);
        game.commit(prepared);
        assert_eq!((game.n(), game.log.actions_len()), (2, 2));
    }

    #[test]
    fn a_stored_action_is_judged_when_it_is_loaded() {
        for (by, action) in [(Color::White, "e2e5"), (Color::Black, "e2e4")] {
            let mut game = new_game();
            let action = game.state().info.variant.parse_action(action);
            let event = Event {
                n: 1,
                at: 1,
                request: None,
                kind: EventKind::Action {
                    by,
                    action: FullAction::new(action.expect("an action")),
                    salt: None,
                    lag_ms: 0,
                    away: false,
                },
            };
            assert!(matches!(game.replay(event), Err(TableError::Damaged)));
            assert_eq!(game.n(), 0);
        }
    }

    #[test]
    fn a_very_long_game_takes_no_more_offers() {
        let mut game = new_game();
        for n in 1..=10_000 {
            game.replay(Event {
                n,
                at: n,
                request: None,
                kind: EventKind::Other(OtherEvent::Declined {
                    by: Color::White,
                    what: Offer::Draw,
                }),
            })
            .expect("an event");
            let judged = game.judge(
                Seat::White,
                &Command::Offer(Offer::Draw),
                Presence::default(),
            );
            match n {
                10_000 => assert!(
                    matches!(judged, Err(TableError::TooManyEvents)),
                    "{judged:?}"
                ),
                _ => assert!(judged.is_ok(), "{n}: {judged:?}"),
            }
        }
        for command in [
            Command::Offer(Offer::Takeback),
            Command::Accept(Offer::Draw),
        ] {
            let judged = game.judge(Seat::White, &command, Presence::default());
            assert!(
                matches!(judged, Err(TableError::TooManyEvents)),
                "{judged:?}"
            );
        }
        // It can be played to its end.
        judged(&game, Seat::White, "e2e4");
        let resigned = game.judge(Seat::White, &Command::Resign, Presence::default());
        assert!(resigned.is_ok(), "{resigned:?}");
    }

    /// Acts at a time, with lag that the client says there was.
    fn act(game: &mut LiveGame, seat: Seat, action: &str, lag: u32, at: u64) {
        let mut next = judged(game, seat, action);
        match &mut next {
            Next::Action { lag_ms, .. } => *lag_ms = lag,
            Next::Other(_) => panic!("{action} is no action"),
        }
        let prepared = game.prepare(next, None, at);
        game.commit(prepared);
    }

    /// Moves knights back and forth for `moves` moves, a second for each, while the client reports all of it as lag. Returns the time
    /// credited to White, in milliseconds.
    fn given_back(clock: ClockChoice, moves: usize) -> u32 {
        let mut game = game_with(Some(clock));
        let mut at = 1_000;
        let mut given = 0;
        let there_and_back = [
            ["g1f3", "g8f6"],
            ["b1c3", "b8c6"],
            ["f3g1", "f6g8"],
            ["c3b1", "c6b8"],
        ];
        for [white, black] in there_and_back.into_iter().cycle().take(moves) {
            for (seat, action) in [(Seat::White, white), (Seat::Black, black)] {
                let lag_ms = match seat {
                    Seat::White => game.state().creditable(at).min(500),
                    _ => 0,
                };
                given += lag_ms;
                act(&mut game, seat, action, lag_ms, at);
                at += 1_000;
            }
        }
        given
    }

    #[test]
    fn lag_is_given_back_only_beyond_the_delay_and_within_the_quota_of_a_game() {
        let clock = |delay| ClockChoice::Custom {
            seconds: 300,
            increment: 0,
            delay,
        };
        // The clock begins to run with White's second move. A quota of a second, and a tenth for each move.
        assert_eq!(given_back(clock(0), 3), 1_000);
        assert_eq!(given_back(clock(0), 8), 1_700);
        assert_eq!(given_back(clock(2), 8), 0, "nothing was counted");
    }

    #[test]
    fn lag_of_an_action_out_of_turn_is_not_given_back_and_does_not_count() {
        let clock = ClockChoice::Custom {
            seconds: 300,
            increment: 0,
            delay: 0,
        };
        let mut game = game_of("hyperspace:open", Some(clock));
        let line = [
            (Seat::White, "b1^3@a3", 0),
            (Seat::Black, "e7e5", 0),
            (Seat::White, "g1^2@h3", 0),
            // Both knights would return on the same turn: White amends while Black's clock runs.
            (Seat::White, "amend:5", 400),
            (Seat::Black, "d7d6", 0),
        ];
        for ((seat, action, lag_ms), at) in line.into_iter().zip((1..).map(|n| n * 1_000)) {
            act(&mut game, seat, action, lag_ms, at);
        }
        assert_eq!(
            game.state().left(Color::White, 5_000),
            Some(299_000),
            "one second for the third ply"
        );
        assert_eq!(
            game.state().creditable(60_000),
            1_200,
            "the whole quota after four plies"
        );
    }

    #[test]
    fn a_departure_that_is_cancelled_again_and_again_costs_only_its_players_time() {
        let clock = ClockChoice::Custom {
            seconds: 60,
            increment: 5,
            delay: 3,
        };
        let mut game = game_of("hyperspace:open", Some(clock));
        play(&mut game, &["b1^3@a3", "e7e5"], 1_000);
        for n in 0..10 {
            act(&mut game, Seat::White, "g1^2@h3", 0, 2_000 + n * 1_000);
            act(&mut game, Seat::White, "cancel", 0, 2_900 + n * 1_000);
        }
        let left = |color| game.state().left(color, 12_000);
        // Eleven seconds since White's turn began, three of them the delay.
        assert_eq!(left(Color::White), Some(60_000 - 8_000));
        assert_eq!(left(Color::Black), Some(60_000));
    }

    #[test]
    fn a_player_takes_back_own_actions_two_hundred_times_and_no_more() {
        let white = |game: &mut LiveGame, action: &str| {
            let next = judged(game, Seat::White, action);
            let prepared = game.prepare(next, None, 1);
            game.commit(prepared);
        };
        for (variant, begin, action, back) in [
            ("hidden960", &[][..], "h1=R", "unreveal"),
            ("hyperspace:open", &["b1^3@a3", "e7e5"], "g1^2@h3", "cancel"),
        ] {
            let mut game = game_of(variant, None);
            play(&mut game, begin, 1);
            let offers_it = |game: &LiveGame| {
                let view = game.view(Seat::White, Presence::default(), 1, false);
                let actions = view.options.map_or(Vec::new(), |options| options.actions);
                actions.iter().any(|offered| offered.action == back)
            };
            for _ in 0..200 {
                white(&mut game, action);
                assert!(offers_it(&game), "{variant}");
                white(&mut game, back);
            }
            white(&mut game, action);
            assert!(!offers_it(&game), "{variant}");
            let command = Command::Act {
                n: game.n(),
                action: back.into(),
                away: false,
            };
            let refused = game.judge(Seat::White, &command, Presence::default());
            let refused = refused.expect_err("one too many");
            assert!(
                matches!(refused, TableError::TooManyRetractions),
                "{variant}: {refused:?}"
            );
        }
    }

    /// Plays actions of White and Black in turn, all at one time.
    fn play(game: &mut LiveGame, actions: &[&str], at: u64) {
        for (ply, action) in actions.iter().enumerate() {
            act(game, [Seat::White, Seat::Black][ply % 2], action, 0, at);
        }
    }

    #[test]
    fn the_engine_pauses_no_longer_than_its_clock_allows() {
        let pause = |game: &LiveGame, at| game.state().engine_pause(Color::Black, at, 800);
        let mut game = game_with(Some(ClockChoice::Custom {
            seconds: 60,
            increment: 0,
            delay: 0,
        }));
        play(&mut game, &["g1f3"], 1_000);
        assert_eq!(pause(&game, 100_000), 800, "no clock runs yet");
        let mut game = game_with(game.state().info.clock.clone());
        play(&mut game, &["g1f3", "g8f6", "b1c3"], 1_000);
        assert_eq!(pause(&game, 1_000), 800);
        assert_eq!(pause(&game, 57_000), 100, "a fortieth of four seconds");
        assert_eq!(pause(&game, 61_000), 5);
    }

    #[test]
    fn the_engine_leaves_time_to_settle_a_conflict() {
        let pause_after = |actions: &[&str], usual| {
            let mut game = game_of("hyperspace:open", None);
            play(&mut game, actions, 1);
            game.state().engine_pause(Color::Black, 1, usual)
        };
        assert_eq!(pause_after(&["b1^3@c4"], 800), 800);
        let conflict = ["b1^3@c4", "e7e5", "g1^2@f4"];
        assert_eq!(pause_after(&conflict, 800), 12_000);
        assert_eq!(pause_after(&conflict, 0), 0);
    }
}

//! The games that entries make, and the results that they rate.

use std::collections::HashMap;

use manifold_events as law;
use manifold_events::{Body, Decision, Entry, Fact, Outcome, Terms};
use manifold_ratings::Score;

use super::ids::{game_id, player_id};
use crate::ids::{EventId, GameId, PlayerId};
use crate::services::Services;
use crate::store::{NewGame, StoreError};
use crate::table::create::new_game_called;
use crate::table::info::{GameInfo, Person, Player, ShownRating, pool};
use crate::table::orders::OfEvent;
use crate::table::rated::{RatedResult, RatedSide};
use crate::table::rated_players::shown_rating;
use crate::table::time_control::ClockChoice;

/// The games that an entry has created and the event still has.
pub(super) fn made_by(event: &law::Event, entry: &Entry) -> Vec<law::GameId> {
    match &entry.body {
        Body::Fact(Fact::RoundPaired { pairs, .. }) => pairs.iter().map(|pair| pair.game).collect(),
        Body::Fact(
            Fact::Ruled {
                outcome: Outcome::Replay { game },
                ..
            }
            | Fact::AppealDecided {
                decision:
                    Decision::Varied {
                        outcome: Outcome::Replay { game },
                    },
                ..
            },
        ) => vec![*game],
        _ => Vec::new(),
    }
    .into_iter()
    .filter(|game| event.game(*game).is_some())
    .collect()
}

/// The usual clock of an event.
pub(crate) fn clock_of(control: law::Control) -> ClockChoice {
    clock(control, Terms::Usual)
}

/// The clock of a game.
pub(super) fn clock(control: law::Control, terms: Terms) -> ClockChoice {
    let preset = |id: &str| ClockChoice::Preset { id: id.to_owned() };
    match (terms, control) {
        (Terms::Rapid, _) | (Terms::Usual, law::Control::Rapid) => preset("rapid"),
        (Terms::Blitz | Terms::Armageddon, _) | (Terms::Usual, law::Control::Blitz) => {
            preset("blitz")
        }
        (Terms::Usual, law::Control::Standard) => preset("standard"),
        (
            Terms::Usual,
            law::Control::Custom {
                seconds,
                increment,
                delay,
            },
        ) => ClockChoice::Custom {
            seconds,
            increment,
            delay,
        },
    }
}

/// A player's rating in the pool of an event; `None` if the player has no rated result in it.
///
/// # Errors
/// The database has failed.
pub(crate) async fn rating(
    services: &Services,
    settings: &law::Settings,
    player: PlayerId,
) -> Result<Option<u16>, StoreError> {
    let clock = clock_of(settings.control);
    let variant = settings.variant.parse().ok();
    let Some(pool) = variant.and_then(|variant| pool(variant, Some(&clock), true)) else {
        return Ok(None);
    };
    let ratings = services.store.ratings(player).await?;
    if !ratings.0.iter().any(|(known, _)| *known == pool) {
        return Ok(None);
    }
    let now = services.system.now_ms();
    let shown = ShownRating::of(&ratings.in_pool(pool, now), now);
    Ok(u16::try_from(shown.rating).ok())
}

/// Games that are to be stored with the entries that make them.
pub(super) async fn new_games(
    services: &Services,
    id: EventId,
    event: &law::Event,
    games: &[law::GameId],
) -> Result<Vec<NewGame>, StoreError> {
    let settings = event.settings();
    let Ok(variant) = settings.variant.parse() else {
        // It was checked when it came in.
        return Ok(Vec::new());
    };
    let games: Vec<&law::EventGame> = games.iter().filter_map(|game| event.game(*game)).collect();
    let people = games.iter().flat_map(|game| [game.white, game.black]);
    let players: Vec<PlayerId> = people.map(player_id).collect();
    let accounts = services.store.called(players.clone()).await?;
    let mut people: HashMap<PlayerId, Person> = accounts
        .into_iter()
        .map(|called| {
            let person = Person {
                id: called.player,
                name: called.username,
                account: true,
                bot: called.is_bot,
                rating: None,
            };
            (called.player, person)
        })
        .collect();
    let mut made = Vec::with_capacity(games.len());
    for game in games {
        let clock = clock(settings.control, game.terms);
        let rated = settings.rated && game.terms.are_rated();
        let mut sides = Vec::with_capacity(2);
        for player in [game.white, game.black] {
            let id = player_id(player);
            // An account that was deleted is forfeited when its time comes.
            let gone = || Person {
                id,
                name: "[deleted]".to_owned(),
                account: false,
                bot: false,
                rating: None,
            };
            let person = people.entry(id).or_insert_with(gone);
            if let Some(pool) = pool(variant, Some(&clock), rated)
                && person.account
                && person.rating.is_none()
            {
                person.rating = Some(shown_rating(services, id, pool).await?);
            }
            sides.push(person.clone());
        }
        let (Some(black), Some(white)) = (sides.pop(), sides.pop()) else {
            continue;
        };
        let info = GameInfo {
            variant,
            start: None,
            white: Player::Person(white),
            black: Player::Person(black),
            clock: Some(clock),
            takebacks: false,
            rated,
            paired: false,
            event: Some(OfEvent {
                id,
                name: settings.name.clone(),
                round: game.round,
                board: game.board,
                draw_turns: settings.draw_turns,
                starts_at: round_of(event, game).map_or(0, |round| round.starts_at),
            }),
            created_at: 0,
        };
        made.push(new_game_called(services, game_id(game.id), info));
    }
    Ok(made)
}

/// The round that a game belongs to.
pub(super) fn round_of<'a>(event: &'a law::Event, game: &law::EventGame) -> Option<&'a law::Round> {
    let index = usize::from(game.round).saturating_sub(1);
    event.rounds().get(index)
}

/// A result as the ledger of ratings takes it.
pub(super) fn rated(
    event: &law::Event,
    result: &law::RatedResult,
) -> Option<(GameId, u64, RatedResult)> {
    let settings = event.settings();
    let terms = event.game(result.game)?.terms;
    let clock = clock(settings.control, terms);
    let pool = pool(settings.variant.parse().ok()?, Some(&clock), true)?;
    let score = match result.result {
        law::GameResult::WhiteWins => Score::Win,
        law::GameResult::BlackWins => Score::Loss,
        law::GameResult::Draw => Score::Draw,
        _ => return None,
    };
    let rated = RatedResult {
        pool,
        white: RatedSide::Person(player_id(result.white)),
        black: RatedSide::Person(player_id(result.black)),
        score,
    };
    Some((game_id(result.game), result.ended_at, rated))
}

//! The commands of people in an event.

use axum::extract::{Extension, State};
use axum::http::{Extensions, HeaderMap};
use manifold_events::{self as law, Command, EntryNumber};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::EventPath;
use super::arbiters::{must_act_secured, must_be_secured};
use super::outcome::{AppealDecision, RulingGround, RulingOutcome};
use super::settings::EventSettings;
use crate::api::accounts::own_account;
use crate::api::context::Context;
use crate::api::identity::{Visitor, must_be_said};
use crate::api::input::{Json, Path};
use crate::api::objects;
use crate::api::players;
use crate::api::problem::{Code, OnBody, Problem, sentence};
use crate::display_name::DisplayName;
use crate::events::hall::{self, Heard, new_game_ids};
use crate::events::{law_game, law_person, player_id};
use crate::ids::{EventId, GameId, PlayerId};
use crate::people::account::Account;
use crate::table::info::{ShownRating, pool};
use crate::whole_number::{whole, whole_or_null};

/// The longest name of somebody in an event, in characters: as much as a tournament file has room for.
const LONGEST_NAME: usize = 33;

/// A bye that is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum AskedBye {
    /// Half a point.
    Half,
    /// Nothing.
    Zero,
}

/// Two players of a hand pairing, by their usernames.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct HandPair {
    /// The player of the white pieces.
    white: String,
    /// The player of the black pieces.
    black: String,
}

/// Something that somebody wants of an event. Players are named by their usernames; one's own is left out.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub(crate) enum EventCommand {
    /// Enter.
    Enter {
        /// The player; oneself if left out.
        #[serde(default)]
        player: Option<String>,
    },
    /// Check in; in an arena also to be paired again, after a game to which one did not come.
    CheckIn {
        /// The player; oneself if left out.
        #[serde(default)]
        player: Option<String>,
    },
    /// Withdraw, from the next round on.
    Withdraw {
        /// The player; oneself if left out.
        #[serde(default)]
        player: Option<String>,
    },
    /// Let somebody who has withdrawn play again, from the next round on (organiser or director).
    Reinstate {
        /// The player's username.
        player: String,
    },
    /// Ask for a bye, or take that back.
    SetBye {
        /// The player's username; oneself if left out.
        #[serde(default)]
        player: Option<String>,
        /// The round.
        #[serde(deserialize_with = "whole")]
        #[schema(maximum = 65_535)]
        round: u16,
        /// The bye; null takes the request back.
        #[serde(default)]
        bye: Option<AskedBye>,
    },
    /// Say that two players may not be paired, or may again (organiser or director).
    ForbidPair {
        /// One of them.
        one: String,
        /// The other.
        other: String,
        /// Whether they may not.
        forbidden: bool,
    },
    /// Pair a round by hand: a director.
    PairByHand {
        /// The round.
        #[serde(deserialize_with = "whole")]
        #[schema(maximum = 65_535)]
        round: u16,
        /// The boards, in order.
        #[serde(deserialize_with = "objects::read")]
        #[schema(max_items = 500)]
        pairs: Vec<HandPair>,
        /// The player with the pairing-allocated bye.
        #[serde(default)]
        bye: Option<String>,
    },
    /// Have the next round paired with provisional results: the Chief Arbiter.
    OrderPairing {
        /// The round.
        #[serde(deserialize_with = "whole")]
        #[schema(maximum = 65_535)]
        round: u16,
    },
    /// Say that one is there.
    Arrive {
        /// The game.
        #[schema(value_type = String, pattern = "^[A-Za-z0-9]{12}$")]
        game: GameId,
    },
    /// Propose when to play an arranged game.
    ProposeAppointment {
        /// The game.
        #[schema(value_type = String, pattern = "^[A-Za-z0-9]{12}$")]
        game: GameId,
        /// The time to play, in milliseconds since 1970.
        #[serde(deserialize_with = "whole")]
        #[schema(maximum = 9_007_199_254_740_991_i64)]
        time: u64,
    },
    /// Agree to what the opponent has proposed.
    AgreeAppointment {
        /// The game.
        #[schema(value_type = String, pattern = "^[A-Za-z0-9]{12}$")]
        game: GameId,
        /// The time that was proposed.
        #[serde(deserialize_with = "whole")]
        #[schema(maximum = 9_007_199_254_740_991_i64)]
        time: u64,
    },
    /// Call a director; both clocks stop.
    Call {
        /// The game.
        #[schema(value_type = String, pattern = "^[A-Za-z0-9]{12}$")]
        game: GameId,
        /// The reason, 1 to 1,000 characters.
        text: String,
    },
    /// Rule: a director.
    Rule {
        /// The game.
        #[schema(value_type = String, pattern = "^[A-Za-z0-9]{12}$")]
        game: GameId,
        /// The ground.
        ground: RulingGround,
        /// The outcome of the ruling.
        #[serde(deserialize_with = "objects::read")]
        outcome: RulingOutcome,
        /// The reasons, 10 to 4,000 characters.
        reasons: String,
        /// The number of the call that it answers.
        #[serde(default, deserialize_with = "whole_or_null")]
        #[schema(maximum = 9_007_199_254_740_991_i64)]
        call: Option<u64>,
    },
    /// Open the seal of a game: a director, the Chief Arbiter or the deputy.
    OpenSeal {
        /// The game.
        #[schema(value_type = String, pattern = "^[A-Za-z0-9]{12}$")]
        game: GameId,
    },
    /// Add evidence: a director.
    AddEvidence {
        /// The game.
        #[schema(value_type = String, pattern = "^[A-Za-z0-9]{12}$")]
        game: GameId,
        /// The number of the ruling that it belongs to.
        #[serde(default, deserialize_with = "whole_or_null")]
        #[schema(maximum = 9_007_199_254_740_991_i64)]
        ruling: Option<u64>,
        /// The findings, 1 to 20,000 characters.
        text: String,
    },
    /// Appeal against a ruling: a player of the game.
    Appeal {
        /// The number of the ruling.
        #[serde(deserialize_with = "whole")]
        #[schema(maximum = 9_007_199_254_740_991_i64)]
        ruling: u64,
        /// The reasons, 10 to 4,000 characters.
        text: String,
    },
    /// Decide the appeals against a ruling: the Chief Arbiter or the deputy.
    DecideAppeal {
        /// The number of the ruling.
        #[serde(deserialize_with = "whole")]
        #[schema(maximum = 9_007_199_254_740_991_i64)]
        ruling: u64,
        /// The decision.
        #[serde(deserialize_with = "objects::read")]
        decision: AppealDecision,
        /// The reasons, 10 to 4,000 characters.
        reasons: String,
    },
    /// Change the settings before the start: the organiser.
    ChangeSettings {
        /// All of them.
        #[serde(deserialize_with = "objects::read")]
        settings: Box<EventSettings>,
    },
    /// Name a director: the organiser.
    NameDirector {
        /// The username of the new director.
        person: String,
    },
    /// Remove a director: the organiser.
    RemoveDirector {
        /// The username of the director.
        person: String,
    },
    /// Name the Chief Arbiter, whose account has a second factor: the organiser.
    NameChiefArbiter {
        /// The username of the new Chief Arbiter.
        person: String,
    },
    /// Name the deputy, whose account has a second factor: the organiser.
    NameDeputy {
        /// The username of the new deputy.
        person: String,
    },
    /// Correct a name or rating (organiser or director).
    CorrectEntry {
        /// The player's username.
        player: String,
        /// The right name; as it is if left out.
        #[serde(default)]
        name: Option<String>,
        /// The right rating; as it is if left out.
        #[serde(default, deserialize_with = "whole_or_null")]
        #[schema(maximum = 65_535)]
        rating: Option<u16>,
    },
    /// Call the event off before it starts: the organiser.
    Cancel {},
    /// Annul the event: the Chief Arbiter.
    Annul {
        /// The reasons, 10 to 4,000 characters.
        reasons: String,
    },
}

/// The outcome of a command.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CommandDone {
    /// The numbers of the entries that it has added to the log; none if everything was as it is wanted.
    pub(super) entries: Vec<u64>,
    /// The number of the last entry by now.
    pub(super) last: u64,
}

/// The visitor who sends a command.
pub(super) struct Asker<'a> {
    pub(super) context: &'a Context,
    pub(super) visitor: Visitor,
    pub(super) own: Account,
    pub(super) event: EventId,
}

/// Do something in an event. Commands that the regulations do not allow are refused, with a sentence that says why. Commands that
/// are the arbiters' alone need a second factor, and a browser.
#[utoipa::path(post, path = "/events/{id}/commands", operation_id = "command_event", params(EventPath), request_body = EventCommand,
    responses((status = 200, body = CommandDone), (status = 401, response = Problem), (status = 404, response = Problem),
        (status = 409, response = Problem), (status = 422, response = Problem), OnBody))]
pub(in crate::api) async fn command(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Path(EventPath { id }): Path<EventPath>,
    headers: HeaderMap,
    extensions: Extensions,
    Json(command): Json<EventCommand>,
) -> Result<axum::Json<CommandDone>, Problem> {
    // A player is in time by when the request was read, not by when its turn comes.
    let heard = Heard::now(&context.hall, &context.registry.services, id);
    let (own, _) = own_account(&context, visitor).await?;
    let client = context.limits.client(&headers, &extensions);
    context.limits.event_command(own.player, client)?;
    let asker = Asker {
        context: &context,
        visitor,
        own,
        event: id,
    };
    let command = asker.read(command).await?;
    asker.ask(heard, command).await
}

impl Asker<'_> {
    /// Asks the law, and answers what came of it.
    pub(super) async fn ask(
        &self,
        heard: Heard,
        command: Command,
    ) -> Result<axum::Json<CommandDone>, Problem> {
        let Context { hall, registry, .. } = self.context;
        let event = hall.look(&registry.services, self.event).await?;
        must_act_secured(self.context, self.visitor, &event, &command).await?;
        let done = hall::command(heard, registry.clone(), self.own.player, command).await?;
        Ok(axum::Json(CommandDone {
            entries: done.entries,
            last: done.last,
        }))
    }

    /// The player of this username.
    async fn player(&self, name: &str, field: &str) -> Result<Account, Problem> {
        let found = players::account(self.context, name).await;
        found.map_err(|problem| problem.of(field))
    }

    async fn person(&self, name: &str, field: &str) -> Result<law::PersonId, Problem> {
        Ok(law_person(self.player(name, field).await?.player))
    }

    /// Somebody who is to be Chief Arbiter or deputy.
    async fn arbiter(&self, event: &law::Event, name: &str) -> Result<law::PersonId, Problem> {
        let named = self.player(name, "person").await?;
        // Nobody else is told who has a second factor: the law refuses them.
        if event.organiser() == law_person(self.own.player) {
            let secured = must_be_secured(self.context, &self.own, &named).await;
            secured.map_err(|problem| problem.of("person"))?;
        }
        Ok(law_person(named.player))
    }

    /// The player who is named, or else whoever asks.
    async fn player_or_own(&self, name: Option<String>) -> Result<Account, Problem> {
        match name {
            Some(name) => self.player(&name, "player").await,
            None => Ok(self.own.clone()),
        }
    }

    /// A rating, in what the event plays.
    async fn rating(&self, event: &law::Event, player: PlayerId) -> Result<Option<u16>, Problem> {
        let services = &self.context.registry.services;
        let settings = event.settings();
        let clock = crate::events::clock_of(settings.control);
        let Some(pool) =
            (settings.variant.parse().ok()).and_then(|variant| pool(variant, Some(&clock), true))
        else {
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

    /// The command as the law takes it.
    async fn read(&self, command: EventCommand) -> Result<Command, Problem> {
        let services = &self.context.registry.services;
        let new_game = || new_game_ids(services, 1).into_iter().next();
        let no_game = || Problem::new(Code::Internal, "There is no new identifier.");
        let event = self.context.hall.look(services, self.event).await?;
        Ok(match command {
            EventCommand::Enter { player } => {
                let account = self.player_or_own(player).await?;
                self.must_be_together(account.player).await?;
                self.must_be_one_person(&event, account.player).await?;
                Command::Enter {
                    player: law_person(account.player),
                    rating: self.rating(&event, account.player).await?,
                    name: account.username,
                }
            }
            EventCommand::CheckIn { player } => {
                Command::CheckIn(law_person(self.player_or_own(player).await?.player))
            }
            EventCommand::Withdraw { player } => {
                Command::Withdraw(law_person(self.player_or_own(player).await?.player))
            }
            EventCommand::Reinstate { player } => {
                Command::Reinstate(self.person(&player, "player").await?)
            }
            EventCommand::SetBye { player, round, bye } => Command::SetBye {
                player: law_person(self.player_or_own(player).await?.player),
                round,
                bye: bye.map(|bye| match bye {
                    AskedBye::Half => law::RequestedBye::Half,
                    AskedBye::Zero => law::RequestedBye::Zero,
                }),
            },
            EventCommand::ForbidPair {
                one,
                other,
                forbidden,
            } => Command::ForbidPair {
                players: [
                    self.person(&one, "one").await?,
                    self.person(&other, "other").await?,
                ],
                forbidden,
            },
            EventCommand::PairByHand { round, pairs, bye } => {
                self.pair_by_hand(&event, round, pairs, bye).await?
            }
            EventCommand::OrderPairing { round } => Command::Pair {
                round,
                games: new_game_ids(services, event.players().len()),
            },
            EventCommand::Arrive { game } => Command::Arrive {
                game: law_game(game),
            },
            EventCommand::ProposeAppointment { game, time } => Command::ProposeAppointment {
                game: law_game(game),
                time,
            },
            EventCommand::AgreeAppointment { game, time } => Command::AgreeAppointment {
                game: law_game(game),
                time,
            },
            EventCommand::Call { game, text } => Command::Call {
                game: law_game(game),
                text,
            },
            EventCommand::Rule {
                game,
                ground,
                outcome,
                reasons,
                call,
            } => Command::Rule {
                game: law_game(game),
                ground: ground.into(),
                outcome: outcome.read(new_game().ok_or_else(no_game)?),
                reasons,
                call: call.map(EntryNumber),
            },
            EventCommand::OpenSeal { game } => Command::OpenSeal {
                game: law_game(game),
            },
            EventCommand::AddEvidence { game, ruling, text } => Command::AddEvidence {
                game: law_game(game),
                ruling: ruling.map(EntryNumber),
                text,
            },
            EventCommand::Appeal { ruling, text } => Command::Appeal {
                ruling: EntryNumber(ruling),
                text,
            },
            EventCommand::DecideAppeal {
                ruling,
                decision,
                reasons,
            } => Command::DecideAppeal {
                ruling: EntryNumber(ruling),
                decision: match decision {
                    AppealDecision::Confirmed {} => law::Decision::Confirmed,
                    AppealDecision::Varied { outcome } => law::Decision::Varied {
                        outcome: outcome.read(new_game().ok_or_else(no_game)?),
                    },
                    AppealDecision::Remitted { to } => law::Decision::Remitted {
                        to: self.person(&to, "decision.to").await?,
                    },
                },
                reasons,
            },
            EventCommand::ChangeSettings { settings } => {
                let settings = settings.read()?;
                must_be_said(self.context, &settings.name, "settings.name")?;
                Command::ChangeSettings(Box::new(settings))
            }
            EventCommand::NameDirector { person } => {
                Command::NameDirector(self.person(&person, "person").await?)
            }
            EventCommand::RemoveDirector { person } => {
                Command::RemoveDirector(self.person(&person, "person").await?)
            }
            EventCommand::NameChiefArbiter { person } => {
                Command::NameChiefArbiter(self.arbiter(&event, &person).await?)
            }
            EventCommand::NameDeputy { person } => {
                Command::NameDeputy(self.arbiter(&event, &person).await?)
            }
            EventCommand::CorrectEntry {
                player,
                name,
                rating,
            } => self.correct_entry(&event, &player, name, rating).await?,
            EventCommand::Cancel {} => Command::Cancel,
            EventCommand::Annul { reasons } => Command::Annul { reasons },
        })
    }

    /// Each name is looked up: no more of them than there are players, and for nobody whom the law refuses anyway.
    async fn pair_by_hand(
        &self,
        event: &law::Event,
        round: u16,
        pairs: Vec<HandPair>,
        bye: Option<String>,
    ) -> Result<Command, Problem> {
        let boards = event.players().len() / 2;
        let is_director = event.directors().contains(&law_person(self.own.player));
        if is_director && pairs.len() > boards {
            let detail = format!(
                "There are {} boards, but this event's players fill {boards} at most.",
                pairs.len()
            );
            return Err(Problem::new(Code::Invalid, detail).of("pairs"));
        }
        let pairs = if is_director { pairs } else { Vec::new() };
        let mut drawn = Vec::with_capacity(pairs.len());
        for pair in &pairs {
            let white = self.person(&pair.white, "pairs.white").await?;
            drawn.push([white, self.person(&pair.black, "pairs.black").await?]);
        }
        Ok(Command::PairByHand {
            round,
            games: new_game_ids(&self.context.registry.services, drawn.len()),
            pairs: drawn,
            bye: match bye {
                Some(bye) => Some(self.person(&bye, "bye").await?),
                None => None,
            },
        })
    }

    /// Corrects an entry. Members that are left out stay as they are.
    async fn correct_entry(
        &self,
        event: &law::Event,
        player: &str,
        name: Option<String>,
        rating: Option<u16>,
    ) -> Result<Command, Problem> {
        let account = self.player(player, "player").await?;
        let player = law_person(account.player);
        let known = event.player(player);
        let name = name.map(|name| self.shown_name(&name)).transpose()?;
        Ok(Command::CorrectEntry {
            player,
            name: name
                .or_else(|| known.map(|known| known.name.clone()))
                .unwrap_or(account.username),
            rating: rating.or_else(|| known.and_then(|known| known.rating)),
        })
    }

    /// A name by which somebody is shown in an event: like that of any player, but it can be longer.
    fn shown_name(&self, name: &str) -> Result<String, Problem> {
        let name = DisplayName::within(name, LONGEST_NAME).map_err(|error| {
            Problem::new(Code::Invalid, sentence(&error.to_string())).of("name")
        })?;
        let name = name.into_string();
        must_be_said(self.context, &name, "name")?;
        Ok(name)
    }

    /// Nobody is entered by whom they block, nor by whom they are blocked.
    async fn must_be_together(&self, player: PlayerId) -> Result<(), Problem> {
        if player == self.own.player {
            return Ok(());
        }
        let store = &self.context.registry.services.store;
        match store.apart(player).await?.contains(&self.own.player) {
            true => {
                let detail = "You cannot enter this player. They can enter themselves.";
                Err(Problem::new(Code::NotPossible, detail).of("player"))
            }
            false => Ok(()),
        }
    }

    /// In a rated event nobody plays with two accounts, as far as is known.
    async fn must_be_one_person(
        &self,
        event: &law::Event,
        player: PlayerId,
    ) -> Result<(), Problem> {
        if !event.settings().rated {
            return Ok(());
        }
        let store = &self.context.registry.services.store;
        let same = store.one_person(player).await?;
        let plays = |other: &law::EventPlayer| same.contains(&player_id(other.id));
        match event.players().into_iter().any(plays) {
            true => Err(crate::events::error::EventError::OnePerson.into()),
            false => Ok(()),
        }
    }
}

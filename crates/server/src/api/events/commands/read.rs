//! Reading a command: names are resolved to players, and what the law needs is added.

use manifold_events::{self as law, Command, EntryNumber};

use super::super::outcome::AppealDecision;
use super::super::settings::EventSettings;
use super::{Asker, EventCommand, HandPair};
use crate::api::identity::must_be_said;
use crate::api::problem::{Code, Problem, sentence};
use crate::display_name::DisplayName;
use crate::events::error::EventError;
use crate::events::hall::new_game_ids;
use crate::events::{law_game, law_person};

/// Maximum length of a player's name in an event, in characters: a tournament file has no room for more.
const LONGEST_NAME: usize = 33;

impl Asker<'_> {
    /// The command as the law takes it.
    pub(super) async fn read(&self, command: EventCommand) -> Result<Command, Problem> {
        let services = &self.context.registry.services;
        let event = self.context.event(self.client, self.event).await?;
        Ok(match command {
            EventCommand::Enter { player } => self.enter(&event, player).await?,
            EventCommand::CheckIn { player } => Command::CheckIn(self.person_or_own(player).await?),
            EventCommand::Withdraw { player } => {
                Command::Withdraw(self.person_or_own(player).await?)
            }
            EventCommand::Reinstate { player } => {
                Command::Reinstate(self.person_or_own(player).await?)
            }
            EventCommand::SetBye { player, round, bye } => Command::SetBye {
                player: self.person_or_own(player).await?,
                round,
                bye: bye.map(law::RequestedBye::from),
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
                outcome: outcome.read(self.new_game()?),
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
                decision: self.decision(decision).await?,
                reasons,
            },
            EventCommand::ChangeSettings { settings } => self.change_settings(*settings)?,
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

    /// Enters a player under their username, with their rating in the pool of the event.
    async fn enter(&self, event: &law::Event, player: Option<String>) -> Result<Command, Problem> {
        let account = self.player_or_own(player).await?;
        if account.is_bot {
            return Err(EventError::Bot.into());
        }
        let player = law_person(account.player);
        // Somebody who may not enter this player learns only that, and nothing about the player's relations to others. Whether it is in
        // time is not checked here: that depends on when the request was read.
        let who = law::Who::Person(law_person(self.own.player));
        if let Err(refusal @ law::Refusal::Role(_)) = event.player_or_staff(who, player) {
            return Err(EventError::from(refusal).into());
        }
        Ok(Command::Enter {
            player,
            rating: self.rating(event, account.player).await?,
            name: account.username,
        })
    }

    fn change_settings(&self, settings: EventSettings) -> Result<Command, Problem> {
        let settings = settings.read()?;
        must_be_said(self.context, &settings.name, "settings.name")?;
        Ok(Command::ChangeSettings(Box::new(settings)))
    }

    /// The decision of an appeal as the law takes it.
    async fn decision(&self, decision: AppealDecision) -> Result<law::Decision, Problem> {
        Ok(match decision {
            AppealDecision::Confirmed {} => law::Decision::Confirmed,
            AppealDecision::Varied { outcome } => law::Decision::Varied {
                outcome: outcome.read(self.new_game()?),
            },
            AppealDecision::Remitted { to } => law::Decision::Remitted {
                to: self.person(&to, "decision.to").await?,
            },
        })
    }

    /// A new identifier, for a game that is to be replayed.
    fn new_game(&self) -> Result<law::GameId, Problem> {
        let ids = new_game_ids(&self.context.registry.services, 1);
        let id = ids.into_iter().next();
        id.ok_or_else(|| Problem::new(Code::Internal, "There is no new identifier."))
    }

    /// Reads a pairing by hand. Each name is looked up in the database, so there may be no more names than players, and none is looked up
    /// for somebody whom the law refuses anyway.
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

    /// Corrects an entry. Omitted members stay unchanged.
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

    /// The name by which a player is shown in an event: like a display name, but it can be longer.
    fn shown_name(&self, name: &str) -> Result<String, Problem> {
        let name = DisplayName::within(name, LONGEST_NAME).map_err(|error| {
            Problem::new(Code::Invalid, sentence(&error.to_string())).of("name")
        })?;
        let name = name.into_string();
        must_be_said(self.context, &name, "name")?;
        Ok(name)
    }
}

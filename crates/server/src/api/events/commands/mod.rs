//! The commands of people in an event.

mod lookup;
mod read;

use std::net::IpAddr;

use axum::extract::{Extension, State};
use axum::http::{Extensions, HeaderMap};
use manifold_events::{self as law, Command};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::EventPath;
use super::arbiters::must_act_secured;
use super::outcome::{AppealDecision, RulingGround, RulingOutcome};
use super::settings::EventSettings;
use crate::api::context::Context;
use crate::api::identity::Visitor;
use crate::api::input::{Json, Path};
use crate::api::objects;
use crate::api::own_account::own_account;
use crate::api::problem::{OnBody, Problem};
use crate::events::hall::{self, Heard};
use crate::ids::{EventId, GameId};
use crate::people::account::Account;
use crate::whole_number::{whole, whole_or_null};

/// A bye that is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum AskedBye {
    /// Half a point.
    Half,
    /// No points.
    Zero,
}

impl From<AskedBye> for law::RequestedBye {
    fn from(bye: AskedBye) -> law::RequestedBye {
        match bye {
            AskedBye::Half => law::RequestedBye::Half,
            AskedBye::Zero => law::RequestedBye::Zero,
        }
    }
}

/// Two players of a hand pairing, by their usernames.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct HandPair {
    /// The player with the white pieces.
    white: String,
    /// The player with the black pieces.
    black: String,
}

/// A command to an event. Players are named by their usernames; leave out your own.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub(crate) enum EventCommand {
    /// Enter the event. Bots cannot.
    Enter {
        /// The player's username; yourself if omitted.
        #[serde(default)]
        player: Option<String>,
    },
    /// Check in; in an arena also to be paired again, after a game to which you did not come.
    CheckIn {
        /// The player's username; yourself if omitted.
        #[serde(default)]
        player: Option<String>,
    },
    /// Withdraw, from the next round on.
    Withdraw {
        /// The player's username; yourself if omitted.
        #[serde(default)]
        player: Option<String>,
    },
    /// Let a player who has withdrawn play again, from the next round on: the player, if it was their own decision; otherwise the
    /// organiser or a director.
    Reinstate {
        /// The player's username; yourself if omitted.
        #[serde(default)]
        player: Option<String>,
    },
    /// Request a bye, or withdraw the request.
    SetBye {
        /// The player's username; yourself if omitted.
        #[serde(default)]
        player: Option<String>,
        /// The round.
        #[serde(deserialize_with = "whole")]
        #[schema(maximum = 65_535)]
        round: u16,
        /// The bye; null withdraws the request.
        #[serde(default)]
        bye: Option<AskedBye>,
    },
    /// Forbid the pairing of two players, or allow it again (organiser or director).
    ForbidPair {
        /// One of the players.
        one: String,
        /// The other player.
        other: String,
        /// Whether their pairing is forbidden.
        forbidden: bool,
    },
    /// Pair a round by hand (director).
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
    /// Have the next round paired with provisional results (Chief Arbiter, or the deputy if the Chief Arbiter plays).
    OrderPairing {
        /// The round.
        #[serde(deserialize_with = "whole")]
        #[schema(maximum = 65_535)]
        round: u16,
    },
    /// Report that you are there for a game.
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
    /// Agree to the time that the opponent has proposed.
    AgreeAppointment {
        /// The game.
        #[schema(value_type = String, pattern = "^[A-Za-z0-9]{12}$")]
        game: GameId,
        /// The proposed time, in milliseconds since 1970.
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
    /// Make a ruling (director).
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
    /// Open the seal of a game (director, Chief Arbiter or deputy).
    OpenSeal {
        /// The game.
        #[schema(value_type = String, pattern = "^[A-Za-z0-9]{12}$")]
        game: GameId,
    },
    /// Add evidence (director).
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
    /// Appeal against a ruling (player of the game).
    Appeal {
        /// The number of the ruling.
        #[serde(deserialize_with = "whole")]
        #[schema(maximum = 9_007_199_254_740_991_i64)]
        ruling: u64,
        /// The reasons, 10 to 4,000 characters.
        text: String,
    },
    /// Decide the appeals against a ruling (Chief Arbiter or deputy).
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
    /// Change the settings before the start (organiser).
    ChangeSettings {
        /// All settings, changed or not.
        #[serde(deserialize_with = "objects::read")]
        settings: Box<EventSettings>,
    },
    /// Name a director (organiser).
    NameDirector {
        /// The username of the new director.
        person: String,
    },
    /// Remove a director (organiser).
    RemoveDirector {
        /// The username of the director.
        person: String,
    },
    /// Name the Chief Arbiter, whose account must have a second factor (organiser).
    NameChiefArbiter {
        /// The username of the new Chief Arbiter.
        person: String,
    },
    /// Name the deputy, whose account must have a second factor (organiser).
    NameDeputy {
        /// The username of the new deputy.
        person: String,
    },
    /// Correct a name or rating (organiser or director).
    CorrectEntry {
        /// The player's username.
        player: String,
        /// The correct name; unchanged if omitted.
        #[serde(default)]
        name: Option<String>,
        /// The correct rating; unchanged if omitted.
        #[serde(default, deserialize_with = "whole_or_null")]
        #[schema(maximum = 65_535)]
        rating: Option<u16>,
    },
    /// Cancel the event before it starts (organiser).
    Cancel {},
    /// Annul the event (Chief Arbiter, or the deputy if the Chief Arbiter plays).
    Annul {
        /// The reasons, 10 to 4,000 characters.
        reasons: String,
    },
}

/// The outcome of a command.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CommandDone {
    /// The numbers of the entries that the command has added to the log; none if nothing had to change.
    pub(super) entries: Vec<u64>,
    /// The number of the last entry in the log now.
    pub(super) last: u64,
}

/// The visitor who sends a command.
pub(super) struct Asker<'a> {
    pub(super) context: &'a Context,
    pub(super) visitor: Visitor,
    pub(super) own: Account,
    pub(super) client: IpAddr,
    pub(super) event: EventId,
}

/// Send a command to an event. Commands that the regulations do not allow are refused, with a sentence that says why. Commands that
/// only arbiters may give need a second factor, and are not accepted from programs.
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
    // Whether a player is in time depends on when the request was read, not on when its turn comes.
    let heard = Heard::now(&context.hall, &context.registry.services, id);
    let (own, _) = own_account(&context, visitor).await?;
    let client = context.limits.client(&headers, &extensions);
    context.limits.event_command(own.player, client)?;
    let asker = Asker {
        context: &context,
        visitor,
        own,
        client,
        event: id,
    };
    let command = asker.read(command).await?;
    asker.ask(heard, command).await
}

impl Asker<'_> {
    /// Submits a command to the law, and returns the outcome.
    pub(super) async fn ask(
        &self,
        heard: Heard,
        command: Command,
    ) -> Result<axum::Json<CommandDone>, Problem> {
        let Context { registry, .. } = self.context;
        let event = self.context.event(self.client, self.event).await?;
        must_act_secured(self.context, self.visitor, &event, &command).await?;
        let done = hall::command(heard, registry.clone(), self.own.player, command).await?;
        Ok(axum::Json(CommandDone {
            entries: done.entries,
            last: done.last,
        }))
    }
}

//! The contacts between people in a demonstration.

use manifold_rules::board::Color;
use manifold_rules::variant::VariantId;

use super::stage::{Stage, StageError};
use crate::chat::{NewLine, Preset, Words};
use crate::ids::{ChallengeId, GameId, PlayerId, ReportId, RequestId};
use crate::lobby::Cell;
use crate::meeting::challenge::{Challenge, Terms};
use crate::moderation::{Reason, Report};
use crate::store::{Meeting, Met, Moderate, Moderated, Said};
use crate::table::time_control::ClockChoice;

impl Stage<'_> {
    /// Creates contacts between people: chat beside a game in progress, an open challenge, and a report.
    pub(super) async fn meet(
        &self,
        game: GameId,
        variant: VariantId,
        [one, other]: [PlayerId; 2],
    ) -> Result<(), StageError> {
        let services = &self.registry.services;
        let failed = |what: &'static str| StageError::Meeting(what);
        let lines = [
            (one, Color::White, Words::Preset(Preset::GoodLuck)),
            (other, Color::Black, Words::Preset(Preset::HaveFun)),
            (
                other,
                Color::Black,
                Words::Text("I have never seen this opening. Is it yours?".to_owned()),
            ),
        ];
        for (number, (player, color, words)) in (1..).zip(lines) {
            let request: Result<RequestId, _> = format!("said-{number}").parse();
            let line = NewLine {
                game,
                request: request.map_err(|_| failed("words have no name"))?,
                at: services.system.now_ms(),
                player,
                color: Some(color),
                words,
            };
            match services.store.say(line).await {
                Ok(Said::Stored(_)) => {}
                _ => return Err(failed("something cannot be said")),
            }
        }
        let now = services.system.now_ms();
        let terms = Terms {
            cell: Cell {
                variant,
                clock: Some(ClockChoice::Correspondence { days: 3 }),
                rated: false,
            },
            color: None,
            rating: None,
        };
        let id = ChallengeId::random(&services.system);
        let challenge = Challenge::new(id, [other, one], terms, now);
        match services.store.meet(Meeting::Challenge(challenge)).await {
            Ok(Met::Done) => {}
            _ => return Err(failed("a challenge cannot be made")),
        }
        let report = Report {
            id: ReportId::random(&services.system),
            at: now,
            reporter: one,
            player: other,
            game: Some(game),
            reason: Reason::Stalling,
            text: "Lets the clock run whenever a game is lost.".to_owned(),
        };
        match services.store.moderate(Moderate::Report(report)).await {
            Ok(Moderated::Done) => Ok(()),
            _ => Err(failed("nobody can be reported")),
        }
    }
}

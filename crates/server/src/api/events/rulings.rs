//! Calls, rulings, appeals and evidence, as one viewer may read them.

use manifold_events as law;
use manifold_events::{Body, Command, Entry, EntryNumber, Fact, RulingState, Said, Shown};
use serde::Serialize;
use utoipa::ToSchema;

use super::history::History;
use super::outcome::{RulingGround, RulingOutcome};
use super::people::EventPerson;
use super::rounds::{Look, SOME_TEXT};
use crate::events::game_id;
use crate::ids::GameId;

/// A call for a director.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EventCall {
    /// The number of its entry.
    n: u64,
    /// The game.
    #[schema(value_type = String)]
    game: GameId,
    /// The caller.
    player: EventPerson,
    /// The time of the call, in milliseconds since 1970.
    at: u64,
    /// The text of the call; null for those who may not read it.
    #[schema(required)]
    text: Option<String>,
    /// Whether it waits for an answer.
    open: bool,
    /// The time at which stopped clocks restart if nobody answers, in milliseconds since 1970.
    #[schema(required)]
    clocks_until: Option<u64>,
}

/// An appeal against a ruling.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct EventAppeal {
    /// The number of its entry.
    n: u64,
    /// The player who appeals.
    player: EventPerson,
    /// The time of the appeal, in milliseconds since 1970.
    at: u64,
    /// The text of the appeal; null for those who may not read it.
    #[schema(required)]
    text: Option<String>,
}

/// The kind of decision on appeals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum DecisionKind {
    /// The ruling stands.
    Confirmed,
    /// Another outcome replaces the ruling's.
    Varied,
    /// Another director rules again.
    Remitted,
}

/// The decision on the appeals against a ruling.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct EventDecision {
    /// The number of its entry.
    n: u64,
    /// The arbiter who decided.
    by: EventPerson,
    /// The time of the decision, in milliseconds since 1970.
    at: u64,
    /// The kind of decision.
    kind: DecisionKind,
    /// The outcome that replaces the ruling's.
    #[schema(required)]
    outcome: Option<RulingOutcome>,
    /// The director who rules again.
    #[schema(required)]
    to: Option<EventPerson>,
    /// The reasons.
    reasons: String,
}

/// The state of a ruling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum EventRulingState {
    /// It can be appealed until the deadline, and stands after that.
    Open,
    /// The Chief Arbiter has an appeal to decide.
    Appealed,
    /// Another director is to rule.
    Remitted,
    /// It was confirmed.
    Confirmed,
    /// The Chief Arbiter replaced its outcome.
    Varied,
    /// A later ruling has taken its place.
    Superseded,
}

/// The visitor's rights about a ruling now.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub(crate) struct RulingRights {
    /// Appeal.
    appeal: bool,
    /// Decide the appeals.
    decide: bool,
    /// Rule again, as it was remitted to the visitor.
    rule: bool,
}

/// A ruling.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EventRuling {
    /// The number of its entry.
    n: u64,
    /// The game; if the game is replayed, the new one.
    #[schema(value_type = String)]
    game: GameId,
    /// The director.
    by: EventPerson,
    /// The time of the ruling, in milliseconds since 1970.
    at: u64,
    /// The ground.
    ground: RulingGround,
    /// The outcome of the ruling.
    outcome: RulingOutcome,
    /// The reasons.
    reasons: String,
    /// The number of the call that it answers.
    #[schema(required)]
    call: Option<u64>,
    /// The number of the remitted ruling that this one replaces.
    #[schema(required)]
    remitted: Option<u64>,
    /// The state of the ruling.
    state: EventRulingState,
    /// The latest time for an appeal, in milliseconds since 1970.
    appeal_by: u64,
    /// The time since which the ruling has waited for a decision on an appeal, or for the ruling of the director to whom it was remitted,
    /// in milliseconds since 1970; null if it waits for neither. It waits until somebody decides.
    #[schema(required)]
    waiting_since: Option<u64>,
    /// The appeals, at most one of each player.
    appeals: Vec<EventAppeal>,
    /// The decision on them.
    #[schema(required)]
    decision: Option<EventDecision>,
    /// The visitor's rights now.
    you: RulingRights,
}

/// Evidence: a director's findings, or an analysis by the engine.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct EventEvidence {
    /// The number of its entry.
    n: u64,
    /// The game.
    #[schema(value_type = String)]
    game: GameId,
    /// The number of the ruling that it belongs to.
    #[schema(required)]
    ruling: Option<u64>,
    /// The person who added it.
    #[schema(required)]
    by: Option<EventPerson>,
    /// The time when it was added, in milliseconds since 1970.
    at: u64,
    /// The text of the evidence; null as long as it is sealed.
    #[schema(required)]
    text: Option<String>,
}

/// A person who has opened the seal of a game.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct EventSeal {
    /// The game.
    #[schema(value_type = String)]
    game: GameId,
    /// The person.
    by: EventPerson,
    /// The time when it was opened, in milliseconds since 1970.
    at: u64,
}

/// The annulment of an event.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct EventAnnulment {
    /// The Chief Arbiter, or the deputy.
    by: EventPerson,
    /// The time of the annulment, in milliseconds since 1970.
    at: u64,
    /// The reasons.
    reasons: String,
}

impl EventCall {
    pub(super) fn is_readable(&self) -> bool {
        self.text.is_some()
    }
}

impl EventRuling {
    pub(super) fn has_readable_appeals(&self) -> bool {
        self.appeals.iter().any(|appeal| appeal.text.is_some())
    }
}

impl EventEvidence {
    pub(super) fn is_readable(&self) -> bool {
        self.text.is_some()
    }
}

/// Everything that directors, arbiters and players have said.
#[derive(Debug, Default)]
pub(super) struct Proceedings {
    pub(super) calls: Vec<EventCall>,
    pub(super) rulings: Vec<EventRuling>,
    pub(super) evidence: Vec<EventEvidence>,
    pub(super) seals: Vec<EventSeal>,
    pub(super) annulment: Option<EventAnnulment>,
}

impl Look<'_> {
    /// Everything that was said, as far as a page shows it.
    pub(super) fn proceedings(&self, history: &History) -> Proceedings {
        let viewer = self.viewer();
        let mut all = Proceedings::default();
        let log = self.event.log().iter();
        for entry in log.filter(|entry| history.shows(entry.n)) {
            let is_about = |fact: &Fact| {
                matches!(
                    fact,
                    Fact::Ruled { .. }
                        | Fact::AppealDecided { .. }
                        | Fact::SealOpened { .. }
                        | Fact::Annulled { .. }
                )
            };
            match &entry.body {
                Body::Fact(fact) if is_about(fact) => self.fact(entry, fact, &mut all),
                Body::Fact(_) => {}
                Body::Said(_) => {
                    if let Body::Said(said) = self.event.seen(viewer, entry).body {
                        self.said(entry, said, &mut all);
                    }
                }
            }
        }
        all
    }

    fn fact(&self, entry: &Entry, fact: &Fact, all: &mut Proceedings) {
        match fact {
            Fact::Ruled { .. } => all.rulings.extend(self.ruling(entry.n, fact)),
            Fact::AppealDecided {
                ruling,
                decision,
                reasons,
            } => {
                let (kind, outcome, to) = match decision {
                    law::Decision::Confirmed => (DecisionKind::Confirmed, None, None),
                    law::Decision::Varied { outcome } => {
                        (DecisionKind::Varied, Some(outcome.into()), None)
                    }
                    law::Decision::Remitted { to } => {
                        (DecisionKind::Remitted, None, Some(self.people.person(*to)))
                    }
                };
                let Some(by) = entry.by.person() else {
                    return;
                };
                let decision = EventDecision {
                    n: entry.n.0,
                    by: self.people.person(by),
                    at: entry.at,
                    kind,
                    outcome,
                    to,
                    reasons: reasons.clone(),
                };
                decide(all, *ruling, decision);
            }
            Fact::SealOpened { game } => {
                if let Some(by) = entry.by.person() {
                    all.seals.push(EventSeal {
                        game: game_id(*game),
                        by: self.people.person(by),
                        at: entry.at,
                    });
                }
            }
            Fact::Annulled { reasons } => {
                all.annulment = entry.by.person().map(|by| EventAnnulment {
                    by: self.people.person(by),
                    at: entry.at,
                    reasons: reasons.clone(),
                });
            }
            _ => {}
        }
    }

    fn said(&self, entry: &Entry, said: Said<Shown>, all: &mut Proceedings) {
        match said {
            Said::Called { game, player, text } => {
                let call = self.event.calls().get(&entry.n);
                let stops = call.is_some_and(|call| call.stops_clocks);
                all.calls.push(EventCall {
                    n: entry.n.0,
                    game: game_id(game),
                    player: self.people.person(player),
                    at: entry.at,
                    text: text.0,
                    open: call.is_some_and(|call| call.open),
                    clocks_until: stops.then(|| self.event.call_end(entry.at)),
                });
            }
            Said::Appealed {
                ruling,
                player,
                text,
            } => {
                let appeal = EventAppeal {
                    n: entry.n.0,
                    player: self.people.person(player),
                    at: entry.at,
                    text: text.0,
                };
                let found = all.rulings.iter_mut().find(|known| known.n == ruling.0);
                if let Some(found) = found {
                    found.appeals.push(appeal);
                }
            }
            Said::EvidenceAdded { game, text, .. } => all.evidence.push(EventEvidence {
                n: entry.n.0,
                game: game_id(game),
                ruling: (self.event.ruling_of_evidence(entry.n)).map(|ruling| ruling.0),
                by: entry.by.person().map(|by| self.people.person(by)),
                at: entry.at,
                text: text.0,
            }),
        }
    }

    /// The ruling made by an entry; `None` for an entry of another kind.
    fn ruling(&self, n: EntryNumber, fact: &Fact) -> Option<EventRuling> {
        let Fact::Ruled {
            ground,
            reasons,
            call,
            remitted,
            ..
        } = fact
        else {
            return None;
        };
        let ruling = self.event.rulings().get(&n)?;
        let text = || SOME_TEXT.to_owned();
        let appeal = Command::Appeal {
            ruling: n,
            text: text(),
        };
        let decide = Command::DecideAppeal {
            ruling: n,
            decision: law::Decision::Confirmed,
            reasons: text(),
        };
        let to = match ruling.state {
            RulingState::Remitted { to, .. } => Some(to),
            _ => None,
        };
        Some(EventRuling {
            n: n.0,
            game: game_id(ruling.game),
            by: self.people.person(ruling.by),
            at: ruling.at,
            ground: (*ground).into(),
            outcome: (&ruling.outcome).into(),
            reasons: reasons.clone(),
            call: call.map(|call| call.0),
            remitted: remitted.map(|remitted| remitted.0),
            state: match ruling.state {
                RulingState::Open => EventRulingState::Open,
                RulingState::Appealed => EventRulingState::Appealed,
                RulingState::Remitted { .. } => EventRulingState::Remitted,
                RulingState::Confirmed => EventRulingState::Confirmed,
                RulingState::Varied => EventRulingState::Varied,
                RulingState::Superseded => EventRulingState::Superseded,
            },
            appeal_by: self.event.appeal_deadline(ruling),
            waiting_since: ruling.waiting_since(),
            appeals: Vec::new(),
            decision: None,
            you: RulingRights {
                appeal: self.may(appeal),
                decide: self.may(decide),
                rule: self.who.is_some() && to == self.who,
            },
        })
    }
}

fn decide(all: &mut Proceedings, ruling: EntryNumber, decision: EventDecision) {
    let found = all.rulings.iter_mut().find(|known| known.n == ruling.0);
    if let Some(found) = found {
        found.decision = Some(decision);
    }
}

//! Folds calls, rulings and appeals.

use crate::entry::{Entry, Fact};
use crate::event::{Appeal, Call, Event, How, Ruling, RulingState};
use crate::ids::{EntryNumber, GameId, PersonId};
use crate::outcome::{Decision, Outcome};

impl Event {
    pub(super) fn fold_call(&mut self, entry: &Entry, game: GameId, player: PersonId) {
        let Some(called) = self.games.get_mut(&game) else {
            return;
        };
        if let Some(side) = called.side(player) {
            called.calls[side as usize].push(entry.n);
            called.arrived[side as usize].get_or_insert(entry.at);
        }
        let call = Call {
            game,
            player,
            at: entry.at,
            open: true,
            stops_clocks: true,
        };
        self.calls.insert(entry.n, call);
    }

    pub(super) fn fold_appeal(&mut self, entry: &Entry, ruling: EntryNumber, player: PersonId) {
        if let Some(ruling) = self.rulings.get_mut(&ruling) {
            ruling.state = RulingState::Appealed;
            ruling.appeals.push(Appeal {
                player,
                at: entry.at,
            });
        }
    }

    pub(super) fn fold_ruling(&mut self, entry: &Entry, fact: &Fact) {
        match fact {
            Fact::ClocksResumed { call } => {
                if let Some(call) = self.calls.get_mut(call) {
                    call.stops_clocks = false;
                }
            }
            Fact::CallLapsed { call } => self.close_call(*call),
            Fact::SealOpened { game } => {
                if let Some(person) = entry.by.person() {
                    self.seals.insert((person, *game));
                }
            }
            Fact::Ruled {
                game,
                outcome,
                call,
                remitted,
                ..
            } => {
                let Some(by) = entry.by.person() else {
                    return;
                };
                if let Some(call) = call {
                    self.close_call(*call);
                }
                if let Some(remitted) = remitted {
                    self.set_state(*remitted, RulingState::Superseded);
                }
                if outcome.is_about_the_result() {
                    self.supersede(*game);
                }
                if let Some(ruled) = self.games.get_mut(game) {
                    ruled.rulings.push(entry.n);
                }
                // Evidence that was added before belongs to this ruling.
                for (of, ruling) in self.evidence.values_mut() {
                    if of == game {
                        ruling.get_or_insert(entry.n);
                    }
                }
                let ruling = Ruling {
                    game: *game,
                    by,
                    at: entry.at,
                    outcome: outcome.clone(),
                    call: *call,
                    appeals: Vec::new(),
                    state: RulingState::Open,
                };
                self.rulings.insert(entry.n, ruling);
                self.carry_out(*game, outcome, entry.at);
            }
            Fact::AppealDecided {
                ruling, decision, ..
            } => self.fold_decision(entry, *ruling, decision),
            _ => {}
        }
    }

    fn fold_decision(&mut self, entry: &Entry, number: EntryNumber, decision: &Decision) {
        let Some(ruling) = self.rulings.get(&number) else {
            return;
        };
        let game = ruling.game;
        let (state, outcome) = match decision {
            Decision::Confirmed => (RulingState::Confirmed, ruling.outcome.clone()),
            Decision::Varied { outcome } => (RulingState::Varied, outcome.clone()),
            Decision::Remitted { to } => {
                let at = entry.at;
                return self.set_state(number, RulingState::Remitted { to: *to, at });
            }
        };
        if outcome.is_about_the_result() && state == RulingState::Varied {
            self.supersede(game);
        }
        self.set_state(number, state);
        if state == RulingState::Varied {
            self.carry_out(game, &outcome, entry.at);
        }
        if outcome.result().is_some() {
            self.make_final(game);
        }
    }

    /// Carries out an outcome in its game.
    fn carry_out(&mut self, game: GameId, outcome: &Outcome, at: u64) {
        if outcome.is_about_the_result() {
            let calls: Vec<EntryNumber> = self
                .games
                .get(&game)
                .map(|game| self.open_calls(game).collect())
                .unwrap_or_default();
            for call in calls {
                self.close_call(call);
            }
        }
        if let Outcome::Replay { game: new } = outcome {
            return self.play_anew(game, *new, at);
        }
        let Some(game) = self.games.get_mut(&game) else {
            return;
        };
        if let Some(result) = outcome.result() {
            game.set_result(result, How::Adjudication, at);
        } else if let Outcome::Resume { .. } = outcome {
            game.result = None;
            game.how = None;
            game.ended_at = None;
            game.turns = None;
            game.awaited = Some((at, [false; 2]));
            // A resumed game has no default time: its clocks decide.
            for arrived in &mut game.arrived {
                arrived.get_or_insert(at);
            }
        }
    }

    /// Marks earlier undecided rulings about the result as superseded.
    fn supersede(&mut self, game: GameId) {
        let Some(game) = self.games.get(&game) else {
            return;
        };
        for number in &game.rulings {
            if let Some(ruling) = self.rulings.get_mut(number)
                && ruling.is_undecided()
                && ruling.outcome.is_about_the_result()
            {
                ruling.state = RulingState::Superseded;
            }
        }
    }

    fn set_state(&mut self, ruling: EntryNumber, state: RulingState) {
        if let Some(ruling) = self.rulings.get_mut(&ruling) {
            ruling.state = state;
        }
    }

    fn close_call(&mut self, call: EntryNumber) {
        if let Some(call) = self.calls.get_mut(&call) {
            call.open = false;
            call.stops_clocks = false;
        }
    }
}

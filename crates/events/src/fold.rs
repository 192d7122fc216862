//! Folds entries into the state; nothing else changes it. `check` says whether an entry can follow the log; after that, folding cannot
//! fail, so a refused entry changes nothing.

mod check;
pub(crate) mod error;
mod games;
mod people;
mod rulings;

use error::FoldError;

use crate::entry::{Body, Entry, Fact, Said};
use crate::event::{Event, Phase};

impl Event {
    /// Adds the next entry.
    ///
    /// # Errors
    /// The entry cannot follow the log. The event is unchanged.
    pub fn apply(&mut self, entry: Entry) -> Result<(), FoldError> {
        self.check(&entry)?;
        match &entry.body {
            Body::Fact(fact) => self.fold_fact(&entry, fact),
            Body::Said(said) => self.fold_said(&entry, said),
        }
        self.log.push(entry);
        Ok(())
    }

    fn fold_said<T>(&mut self, entry: &Entry, said: &Said<T>) {
        match *said {
            Said::Called { game, player, .. } => self.fold_call(entry, game, player),
            Said::Appealed { ruling, player, .. } => self.fold_appeal(entry, ruling, player),
            Said::EvidenceAdded { game, ruling, .. } => {
                self.evidence.insert(entry.n, (game, ruling));
            }
        }
    }

    fn fold_fact(&mut self, entry: &Entry, fact: &Fact) {
        match fact {
            Fact::Created { .. } => {}
            Fact::SettingsChanged { settings } => {
                self.settings = settings.as_ref().clone();
                self.void_byes();
            }
            Fact::ChiefArbiterNamed { person } => self.chief_arbiter = *person,
            Fact::DeputyNamed { person } => self.deputy = *person,
            Fact::DirectorNamed { person } => {
                self.directors.insert(*person);
            }
            Fact::DirectorRemoved { person } => {
                self.directors.remove(person);
            }
            Fact::Outage { from, to } => self.outages.push(*from, *to),
            Fact::Cancelled { .. } => self.end(Phase::Cancelled),
            Fact::Finished => self.end(Phase::Finished),
            Fact::Annulled { .. } => self.end(Phase::Annulled),

            Fact::Entered { .. }
            | Fact::EntryCorrected { .. }
            | Fact::CheckedIn { .. }
            | Fact::Withdrawn { .. }
            | Fact::Reinstated { .. }
            | Fact::ByeSet { .. }
            | Fact::PairForbidden { .. } => self.fold_people(entry, fact),

            Fact::FirstRoundByHand { .. }
            | Fact::Started { .. }
            | Fact::RoundPaired { .. }
            | Fact::NoLegalPairing { .. }
            | Fact::RoundStarted { .. } => self.fold_round(entry, fact),

            Fact::Arrived { .. }
            | Fact::AppointmentProposed { .. }
            | Fact::AppointmentAgreed { .. }
            | Fact::AppointmentMissed { .. }
            | Fact::GameStarted { .. }
            | Fact::GameEnded { .. }
            | Fact::TurnsRecorded { .. }
            | Fact::Defaulted { .. }
            | Fact::ResultsFinal { .. } => self.fold_game(entry, fact),

            Fact::ClocksResumed { .. }
            | Fact::CallLapsed { .. }
            | Fact::Ruled { .. }
            | Fact::SealOpened { .. }
            | Fact::AppealDecided { .. } => self.fold_ruling(entry, fact),
        }
    }

    fn end(&mut self, phase: Phase) {
        self.phase = phase;
        for game in std::mem::take(&mut self.pending) {
            // Its result cannot change any more, final or not.
            if self.is_arena() {
                self.fold_arena_result(game);
            }
        }
        for call in self.calls.values_mut() {
            call.open = false;
            call.stops_clocks = false;
        }
    }
}

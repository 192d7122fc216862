//! Settings and roles: the organiser's to change (Regulations, section 1).

use super::{Bodies, one};
use crate::entry::Fact;
use crate::event::Event;
use crate::ids::{PersonId, Who};
use crate::refusal::Refusal;
use crate::settings::{Format, MOST_DIRECTORS, Settings, SettingsProblem};

impl Event {
    pub(super) fn change_settings(&self, now: u64, who: Who, mut settings: Settings) -> Bodies {
        self.organiser_of(who)?;
        self.before_start()?;
        settings.name = settings.name.trim().to_owned();
        settings.check(now)?;
        // The players have not entered for another variant, nor for ratings; and two accounts of one person are kept out of a rated event
        // when they enter.
        let is_other = settings.variant != self.settings.variant
            || settings.control != self.settings.control
            || (settings.rated && !self.settings.rated);
        if is_other && !self.players.is_empty() {
            return Err(Refusal::HasEntries);
        }
        if !self.forbidden.is_empty() && !matches!(settings.format, Format::Swiss { .. }) {
            return Err(Refusal::HasForbiddenPairs);
        }
        if settings.capacity() < self.players.len() {
            let most = settings.format.most_players();
            let least = u16::try_from(self.players.len()).unwrap_or(u16::MAX);
            return Err(SettingsProblem::MostPlayers { least, most }.into());
        }
        one(Fact::SettingsChanged {
            settings: Box::new(settings),
        })
    }

    pub(super) fn name_chief_arbiter(&self, who: Who, person: PersonId) -> Bodies {
        self.organiser_of(who)?;
        if person == self.deputy {
            return Err(Refusal::SameArbiter);
        }
        one(Fact::ChiefArbiterNamed { person })
    }

    pub(super) fn name_deputy(&self, who: Who, person: PersonId) -> Bodies {
        self.organiser_of(who)?;
        if person == self.chief_arbiter {
            return Err(Refusal::SameArbiter);
        }
        one(Fact::DeputyNamed { person })
    }

    pub(super) fn name_director(&self, who: Who, person: PersonId) -> Bodies {
        self.organiser_of(who)?;
        if self.directors.contains(&person) {
            return Ok(Vec::new());
        }
        if self.directors.len() >= MOST_DIRECTORS {
            return Err(Refusal::TooManyDirectors);
        }
        one(Fact::DirectorNamed { person })
    }

    pub(super) fn remove_director(&self, who: Who, person: PersonId) -> Bodies {
        self.organiser_of(who)?;
        if !self.directors.contains(&person) {
            return Ok(Vec::new());
        }
        if self.directors.len() == 1 {
            return Err(Refusal::NoDirector);
        }
        one(Fact::DirectorRemoved { person })
    }
}

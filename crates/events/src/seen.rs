//! What each viewer may see of an event's entries (Regulations, section 4).

use crate::entry::{Body, Entry, Said};
use crate::event::{Event, EventGame, Phase};
use crate::ids::{GameId, PersonId};
use crate::private::{Private, Shown};

/// The viewer of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// Anybody.
    Public,
    /// A person who is signed in.
    Person(PersonId),
}

impl Event {
    /// The log as a viewer may see it. The public export is the log for [`Viewer::Public`], so it has no texts that are sealed for the
    /// public.
    pub fn seen_by(&self, viewer: Viewer) -> impl Iterator<Item = Entry<Shown>> + '_ {
        self.log.iter().map(move |entry| self.seen(viewer, entry))
    }

    /// One entry as a viewer may see it.
    #[must_use]
    pub fn seen(&self, viewer: Viewer, entry: &Entry) -> Entry<Shown> {
        let body = match &entry.body {
            Body::Fact(fact) => Body::Fact(fact.clone()),
            Body::Said(said) => {
                let visible = match viewer {
                    Viewer::Public => self.may_read(None, entry, said),
                    Viewer::Person(person) => self.may_read(Some(person), entry, said),
                };
                Body::Said(said.with_text(|text| text.shown(visible)))
            }
        };
        Entry {
            n: entry.n,
            at: entry.at,
            by: entry.by,
            body,
        }
    }

    /// The log as it is stored, with all confidential texts: it must not leave the server.
    #[must_use]
    pub fn log(&self) -> &[Entry] {
        &self.log
    }

    /// Whether a viewer who does not play in a game may see its secrets: once its result is final, or after opening the seal.
    #[must_use]
    pub fn may_see_secrets(&self, viewer: Viewer, game: GameId) -> bool {
        let opened = match viewer {
            Viewer::Person(person) => self.seals.contains(&(person, game)),
            Viewer::Public => false,
        };
        opened || self.is_settled(game)
    }

    /// Whether a game is settled: its result is final, or the result of the game that has replaced it.
    fn is_settled(&self, game: GameId) -> bool {
        let mut game = self.games.get(&game);
        while let Some(next) = game.and_then(|game| game.replaced_by) {
            game = self.games.get(&next);
        }
        game.is_some_and(|game| {
            let over = matches!(self.phase, Phase::Finished | Phase::Annulled);
            game.is_final || (over && (game.result.is_some() || game.replaced))
        })
    }

    /// Whether a person is the Chief Arbiter or the deputy.
    pub(crate) fn is_arbiter(&self, person: PersonId) -> bool {
        person == self.chief_arbiter || person == self.deputy
    }

    fn may_read(&self, person: Option<PersonId>, entry: &Entry, said: &Said<Private>) -> bool {
        match said {
            Said::Called { game, player, .. } => {
                self.may_read_of_player(person, self.games.get(game), *player)
            }
            Said::Appealed { ruling, player, .. } => {
                let game = self
                    .rulings
                    .get(ruling)
                    .and_then(|r| self.games.get(&r.game));
                self.may_read_of_player(person, game, *player)
            }
            // Evidence may reveal secrets of the game.
            Said::EvidenceAdded { game, .. } => {
                let own = person.is_some() && entry.by.person() == person;
                let viewer = person.map_or(Viewer::Public, Viewer::Person);
                own || self.may_see_secrets(viewer, *game)
            }
        }
    }

    /// Whether a person may read what a player wrote in a call or an appeal: the player, directors and arbiters, and the opponent once
    /// the result is final. Rivals may read it only if they have to decide on it.
    fn may_read_of_player(
        &self,
        person: Option<PersonId>,
        game: Option<&EventGame>,
        player: PersonId,
    ) -> bool {
        let (Some(person), Some(game)) = (person, game) else {
            return false;
        };
        if person == player {
            return true;
        }
        if game.side(person).is_some() {
            return self.is_settled(game.id);
        }
        let director = self.directors.contains(&person) && !self.plays(person);
        let arbiter = self.is_arbiter(person)
            && (!self.plays(person)
                || self.is_settled(game.id)
                || self.has_to_decide(person, game));
        director || arbiter
    }

    /// Whether an arbiter has to decide an appeal about a game: the Chief Arbiter, or the deputy if the Chief Arbiter must not.
    fn has_to_decide(&self, arbiter: PersonId, game: &EventGame) -> bool {
        self.waiting_rulings(game).any(|(_, ruling)| {
            let may = |person| ruling.by != person && game.side(person).is_none();
            may(arbiter) && (arbiter == self.chief_arbiter || !may(self.chief_arbiter))
        })
    }
}

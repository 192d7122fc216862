//! Limits on what people add to the log of an event, all of which is in memory. Entries that follow from time and games are always
//! accepted and not counted: a large arena has more of those.

use std::collections::BTreeMap;

use manifold_events::{Body, Command, Entry, Fact, PersonId, Said, Who};

/// The number of entries after which the staff can add nothing more, and after which each player has only a share of their own left,
/// counting all players together.
const MOST_ENTRIES: u64 = 30_000;
/// The number of bytes for the same limits.
const MOST_BYTES: usize = 2 * 1024 * 1024;
/// Entries that each player can add, whatever others have added: nobody can deprive another of the right to call a director.
const SHARE_ENTRIES: u64 = 100;
/// Bytes of each player's share: eight of the longest calls.
const SHARE_BYTES: usize = 32 * 1024;

/// What some people have added to a log.
#[derive(Debug, Clone, Copy, Default)]
struct Amount {
    entries: u64,
    bytes: usize,
}

impl Amount {
    fn add(&mut self, bytes: usize) {
        self.entries += 1;
        self.bytes += bytes;
    }
}

/// What people have added to a log: the staff, and players in their own name, which takes no room from the staff.
#[derive(Debug, Default)]
pub(super) struct SaidByPeople {
    staff: Amount,
    players: Amount,
    of_player: BTreeMap<PersonId, Amount>,
}

impl SaidByPeople {
    pub(super) fn add(&mut self, entry: &Entry) {
        let Who::Person(person) = entry.by else {
            return;
        };
        let player = match &entry.body {
            // A player can arrive once at each game and appointment, and in vain at most a hundred times: the number of games bounds that.
            Body::Fact(Fact::Arrived { .. }) => return,
            Body::Said(Said::Called { .. } | Said::Appealed { .. })
            | Body::Fact(Fact::AppointmentProposed { .. } | Fact::AppointmentAgreed { .. }) => {
                Some(person)
            }
            Body::Fact(
                Fact::Entered { player, .. }
                | Fact::CheckedIn { player }
                | Fact::Withdrawn { player }
                | Fact::Reinstated { player }
                | Fact::ByeSet { player, .. },
            ) => Some(*player).filter(|player| *player == person),
            _ => None,
        };
        let written = serde_json::to_vec(&entry.to_store().body);
        let bytes = written.map_or(0, |written| written.len());
        match player {
            Some(player) => {
                self.players.add(bytes);
                self.of_player.entry(player).or_default().add(bytes);
            }
            None => self.staff.add(bytes),
        }
    }

    /// Whether the staff have written as much as they can.
    pub(super) fn is_full_of_words(&self) -> bool {
        self.staff.bytes >= MOST_BYTES
    }

    /// Whether the staff can add nothing more.
    pub(super) fn is_full(&self) -> bool {
        self.is_full_of_words() || self.staff.entries >= MOST_ENTRIES
    }

    /// Whether a player can add nothing more in their own name.
    pub(super) fn is_full_for_player(&self, player: PersonId) -> bool {
        let all = &self.players;
        let own = self.of_player.get(&player).copied().unwrap_or_default();
        (all.entries >= MOST_ENTRIES || all.bytes >= MOST_BYTES)
            && (own.entries >= SHARE_ENTRIES || own.bytes >= SHARE_BYTES)
    }
}

/// Whether a command is what a person does as a player, in their own name.
pub(super) fn is_of_player(person: PersonId, command: &Command) -> bool {
    match command {
        Command::Call { .. }
        | Command::Appeal { .. }
        | Command::ProposeAppointment { .. }
        | Command::AgreeAppointment { .. } => true,
        Command::Enter { player, .. }
        | Command::CheckIn(player)
        | Command::Withdraw(player)
        | Command::Reinstate(player)
        | Command::SetBye { player, .. } => *player == person,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use manifold_events::EntryNumber;

    use super::*;

    fn person(number: u64) -> PersonId {
        format!("p{number:011}").parse().expect("12 letters")
    }

    fn add(said: &mut SaidByPeople, by: PersonId, fact: Fact) {
        said.add(&Entry {
            n: EntryNumber(2),
            at: 0,
            by: Who::Person(by),
            body: Body::Fact(fact),
        });
    }

    /// As long as the longest call.
    fn long(player: PersonId) -> Fact {
        Fact::Entered {
            player,
            name: "x".repeat(4_000),
            rating: None,
        }
    }

    #[test]
    fn players_who_write_without_end_take_no_room_from_the_staff_nor_from_other_players() {
        let mut said = SaidByPeople::default();
        let [mean, other] = [1, 2].map(person);
        let mut written = 0;
        while !said.is_full_for_player(mean) {
            add(&mut said, mean, long(mean));
            written += 1;
            assert!(written < 600, "two mebibytes are 524 times as much");
        }
        assert!(!said.is_full() && !said.is_full_of_words());
        let mut own = 0;
        while !said.is_full_for_player(other) {
            add(&mut said, other, long(other));
            own += 1;
            assert!(own < 20, "32 kibibytes are eight times as much");
        }
        assert!(own > 2, "both calls of a game, and more");
    }

    #[test]
    fn what_the_staff_do_for_a_player_is_theirs_and_what_a_player_does_is_the_players() {
        let [staff, player] = [1, 2].map(person);
        let withdrawn = || Fact::Withdrawn { player };
        let mut said = SaidByPeople::default();
        add(&mut said, staff, withdrawn());
        assert_eq!((said.staff.entries, said.players.entries), (1, 0));
        add(&mut said, player, withdrawn());
        assert_eq!((said.staff.entries, said.players.entries), (1, 1));
        assert!(is_of_player(player, &Command::Withdraw(player)));
        assert!(!is_of_player(staff, &Command::Withdraw(player)));
    }

    #[test]
    fn byes_that_players_ask_for_take_no_room_from_the_staff_and_those_that_staff_set_do() {
        let [staff, player] = [1, 2].map(person);
        let (round, bye) = (1, None);
        let mut said = SaidByPeople::default();
        for _ in 0..MOST_ENTRIES {
            add(&mut said, player, Fact::ByeSet { player, round, bye });
        }
        assert!(!said.is_full() && said.is_full_for_player(player));
        add(&mut said, staff, Fact::ByeSet { player, round, bye });
        assert_eq!(said.staff.entries, 1);
        let set = Command::SetBye { player, round, bye };
        assert!(is_of_player(player, &set) && !is_of_player(staff, &set));
    }
}

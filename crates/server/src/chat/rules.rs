//! The rules of chat: who may write what and when, and who reads it.

use manifold_rules::board::Color;

use super::{Room, Words};
use crate::names::Status;
use crate::table::info::GameInfo;
use crate::table::seat::Seat;

/// Why something cannot be said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotNow {
    /// There is nobody on the other side: the opponent is the engine, or the player plays both sides.
    Nobody,
    /// The game has not begun.
    NotStarted,
    /// Only presets are allowed until the game is over.
    OnlyPresets,
    /// Spectators need an account to write.
    NoAccount,
    /// People who have opened the seal of the game do not write in its chat.
    SealOpened,
}

/// The facts of a game that its chat needs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Beside {
    /// The seat that the reader or writer has in it.
    pub(crate) seat: Seat,
    pub(crate) status: Status,
    /// Whether it is over for good: a game of an event may be resumed as long as its result is not final.
    pub(crate) is_open: bool,
    /// Whether both sides are different people.
    pub(crate) has_two_people: bool,
    pub(crate) is_correspondence: bool,
}

impl Beside {
    /// A game for the holder of this seat.
    pub(crate) fn new(info: &GameInfo, status: Status, is_open: bool, seat: Seat) -> Beside {
        Beside {
            seat,
            status,
            is_open,
            has_two_people: !info.is_same_board()
                && Color::ALL
                    .into_iter()
                    .all(|color| info.player(color).person().is_some()),
            is_correspondence: info.is_correspondence(),
        }
    }

    /// Whether this can be said now.
    pub(crate) fn may_say(self, words: &Words, has_account: bool) -> Result<(), NotNow> {
        match self.seat {
            Seat::Spectator if has_account => Ok(()),
            Seat::Spectator => Err(NotNow::NoAccount),
            Seat::Director => Err(NotNow::SealOpened),
            _ if self.status == Status::Waiting => Err(NotNow::NotStarted),
            _ if !self.has_two_people => Err(NotNow::Nobody),
            _ => match words {
                Words::Text(_) if self.status == Status::Live && !self.is_correspondence => {
                    Err(NotNow::OnlyPresets)
                }
                _ => Ok(()),
            },
        }
    }
}

/// Whether a seat hears the messages in a room.
///
/// A spectator could tell a player what to do: players read spectators' messages when the game is over for good. Messages between
/// players stay among them.
pub(crate) fn hears(seat: Seat, room: Room, is_open: bool) -> bool {
    match room {
        Room::Players => !matches!(seat, Seat::Spectator | Seat::Director),
        Room::Spectators => matches!(seat, Seat::Spectator | Seat::Director) || is_open,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Preset;
    use super::*;

    fn beside(seat: Seat, status: Status) -> Beside {
        Beside {
            seat,
            status,
            is_open: status == Status::Over,
            has_two_people: true,
            is_correspondence: false,
        }
    }

    #[test]
    fn players_have_presets_at_any_time_and_own_words_after_the_game_or_in_correspondence() {
        let preset = Words::Preset(Preset::GoodGame);
        let text = Words::Text("That was close.".to_owned());
        for seat in [Seat::White, Seat::Black] {
            let live = beside(seat, Status::Live);
            assert_eq!(live.may_say(&preset, false), Ok(()));
            assert_eq!(live.may_say(&text, true), Err(NotNow::OnlyPresets));
            let letters = Beside {
                is_correspondence: true,
                ..live
            };
            assert_eq!(letters.may_say(&text, false), Ok(()));
            assert_eq!(beside(seat, Status::Over).may_say(&text, false), Ok(()));
            let waiting = beside(seat, Status::Waiting);
            assert_eq!(waiting.may_say(&preset, true), Err(NotNow::NotStarted));
            let alone = Beside {
                has_two_people: false,
                ..live
            };
            assert_eq!(alone.may_say(&preset, true), Err(NotNow::Nobody));
        }
        let watches = beside(Seat::Spectator, Status::Live);
        assert_eq!(watches.may_say(&text, true), Ok(()));
        assert_eq!(watches.may_say(&text, false), Err(NotNow::NoAccount));
    }

    #[test]
    fn the_rooms_are_apart_until_players_have_played() {
        for is_open in [false, true] {
            for seat in [Seat::White, Seat::Black, Seat::Both] {
                assert!(hears(seat, Room::Players, is_open));
                assert_eq!(hears(seat, Room::Spectators, is_open), is_open);
            }
            assert!(!hears(Seat::Spectator, Room::Players, is_open));
            assert!(hears(Seat::Spectator, Room::Spectators, is_open));
        }
    }
}

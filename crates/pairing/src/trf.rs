//! Tournament Report Files (TRF), the interchange format of tournament programs: TRF16 with the extensions that pairing programs
//! understand (`XXR`, `XXC`, `XXP`, `XXZ`), and TRF26 (Annexure A of C.02.03).
//!
//! The first three characters of a line are its code; everything else is in fixed columns. `read` has the players' lines, `settings` the
//! others, and `check` the consistency of the lines with one another.

mod check;
mod error;
mod line;
mod player_line;
mod read;
mod settings;
mod write;

pub use error::{Problem, TrfError};
pub use read::read;
pub use write::{Version, write};

use crate::{Points, Tournament};

/// The most rounds that a file may have.
pub const MOST_ROUNDS: usize = 99;

/// The data of a player in a file besides the games. Pairing ignores them; of all of them only the points are checked, against the
/// results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Person {
    /// `m` or `w`.
    pub sex: String,
    /// The title, such as `GM`.
    pub title: String,
    /// The name, `Lastname, Firstname`.
    pub name: String,
    /// The federation.
    pub federation: String,
    /// The FIDE identifier.
    pub identifier: String,
    /// The date of birth, `YYYY/MM/DD`.
    pub birth: String,
    /// The points that the file states.
    pub points: Option<Points>,
    /// The rank that the file states.
    pub rank: Option<u32>,
}

/// The data of the tournament in a file besides the rounds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// The name (`012`).
    pub name: String,
    /// The city (`022`).
    pub city: String,
    /// The federation (`032`).
    pub federation: String,
    /// The first day (`042`).
    pub start: String,
    /// The last day (`052`).
    pub end: String,
    /// The type in words (`092`).
    pub kind: String,
    /// The chief arbiter (`102`).
    pub chief_arbiter: String,
    /// The deputies (`112`).
    pub deputies: Vec<String>,
    /// The time control (`122`).
    pub time_control: String,
}

/// A file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The data of the tournament besides the rounds.
    pub header: Header,
    /// The tournament: who has played whom.
    pub tournament: Tournament,
    /// The players of the tournament, in the same order.
    pub people: Vec<Person>,
    /// The tie-breaks in order (`202`, `212`).
    pub tie_breaks: Vec<String>,
    /// The first line that asks for a kind of pairing that is not supported, such as accelerated pairing.
    pub unsupported: Option<TrfError>,
}

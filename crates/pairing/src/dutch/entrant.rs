//! A player who takes part in a round, with everything that the pairing needs to know.

use super::colours::{Colours, Strength};
use crate::{Colour, Entry, Number, Points, Scoring, Tournament};

/// How a player floated in a round: articles 1.4.2 to 1.4.4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Float {
    /// Met an opponent with fewer points, or got points without playing.
    Down,
    /// Met an opponent with more points.
    Up,
}

/// A player who is to be paired.
#[derive(Clone, Debug)]
pub(super) struct Entrant {
    pub(super) number: Number,
    /// The number among the players who have ever been paired.
    pub(super) number_among_paired: usize,
    pub(super) score: Points,
    pub(super) colours: Colours,
    pub(super) preference: (Strength, Option<Colour>),
    /// The floats in the previous round and in the one before, if there were any.
    pub(super) floats: [Option<Float>; 2],
    /// Rounds without a game (C9).
    pub(super) unplayed: usize,
    /// C2: whether the player may get the pairing-allocated bye.
    pub(super) may_get_bye: bool,
    /// Whether the player is a topscorer: article 1.8.
    pub(super) topscorer: bool,
    /// The opponents already met in a game that was played (C1).
    pub(super) met: Vec<Number>,
}

impl Entrant {
    /// C1 and C3: whether two may meet, apart from forbidden pairs.
    pub(super) fn may_meet(&self, other: &Entrant) -> bool {
        let same_absolute = self.preference.0 == Strength::Absolute
            && other.preference.0 == Strength::Absolute
            && self.preference.1 == other.preference.1;
        !self.met.contains(&other.number) && (!same_absolute || self.topscorer || other.topscorer)
    }

    pub(super) fn floated(&self, rounds_ago: usize, float: Float) -> bool {
        self.floats[rounds_ago - 1] == Some(float)
    }
}

/// The players whom a round pairs, in the order of article 1.2: by score, then by number.
pub(super) fn entrants(
    tournament: &Tournament,
    round: usize,
    takes_part: impl Fn(Entry) -> bool,
) -> Vec<Entrant> {
    let is_last = tournament.rounds == Some(round);
    let past = round - 1;
    let mut among_paired = 0;
    let mut entrants = Vec::new();
    for player in &tournament.players {
        let present = takes_part(player.entry(round));
        let paired_before = (1..=past).any(|round| player.entry(round).is_paired());
        if present || paired_before {
            among_paired += 1;
        }
        if !present {
            continue;
        }
        let scoring = &tournament.scoring;
        let score = tournament.points(player, past);
        let mut colours = Colours::default();
        let mut met = Vec::new();
        let mut unplayed = 0;
        let mut may_get_bye = true;
        for entry in (1..=past).map(|round| player.entry(round)) {
            if let Entry::Game {
                opponent, colour, ..
            } = entry
            {
                colours.add(colour);
                met.push(opponent);
            } else {
                unplayed += 1;
                // C.04.1 article 4.
                may_get_bye &= entry != Entry::PairingBye && scoring.points(entry) < scoring.win;
            }
        }
        let float = |rounds_ago: usize| {
            let round = round.checked_sub(rounds_ago).filter(|&round| round > 0)?;
            float(tournament, scoring, player.number, round)
        };
        entrants.push(Entrant {
            number: player.number,
            number_among_paired: among_paired,
            score,
            preference: colours.preference(),
            colours,
            floats: [float(1), float(2)],
            unplayed,
            may_get_bye,
            topscorer: is_last
                && score.halves() * 2
                    > scoring.win.halves() * i32::try_from(past).unwrap_or(i32::MAX),
            met,
        });
    }
    entrants.sort_by_key(|entrant| (std::cmp::Reverse(entrant.score), entrant.number));
    entrants
}

/// How a player floated in a round: articles 1.4.2 to 1.4.4.
fn float(
    tournament: &Tournament,
    scoring: &Scoring,
    number: Number,
    round: usize,
) -> Option<Float> {
    let player = &tournament.players[tournament.place(number)?];
    match player.entry(round) {
        Entry::Game { opponent, .. } => {
            let other = &tournament.players[tournament.place(opponent)?];
            let [mine, theirs] = [player, other].map(|p| tournament.points(p, round - 1));
            match mine.cmp(&theirs) {
                std::cmp::Ordering::Greater => Some(Float::Down),
                std::cmp::Ordering::Less => Some(Float::Up),
                std::cmp::Ordering::Equal => None,
            }
        }
        Entry::PairingBye => Some(Float::Down),
        entry => (scoring.points(entry) > scoring.loss).then_some(Float::Down),
    }
}

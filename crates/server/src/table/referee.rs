//! The rules of a game of any variant, applied on behalf of a seat.
//!
//! Positions stay in here. Only the view of one viewer leaves, or notation as one viewer may read it.

use std::sync::Arc;

use manifold_engine::{Level, Limits};
use manifold_rules::board::Color;
use manifold_rules::error::{PositionError, Problem};
use manifold_rules::game::PlayError;
use manifold_rules::hyperspace::Commitment;
use manifold_rules::outcome::Outcome;
use manifold_rules::record::{Note, Tags};
use manifold_rules::variant::{AnyAction, AnyGame, AnyPosition, AnyView, VariantId};
use manifold_rules::viewer::Viewer;
use manifold_rules::with_game;
use manifold_uci::transcript::Transcript;
use secrecy::{ExposeSecret, SecretString};

use super::analysis::{Analyst, Thinker};
use super::error::TableError;
use super::event::{FullAction, GameEnd};
use super::history::Plies;
use super::seat::Seat;
use super::work;
use crate::games::{self, Options};
use crate::ids::GameId;
use crate::names::Square;

/// After this many actions a game remembers its position.
const MILESTONE: usize = 32;
/// The longest action that is looked at, in bytes. (Eight kings take 46.)
const LONGEST_ACTION: usize = 120;

/// An action that was found legal in a position: the proof that it may be played there.
#[derive(Debug)]
pub(crate) struct Judged {
    by: Color,
    action: FullAction,
    needs_salt: bool,
    takes_back: bool,
    /// The number of actions that the game had.
    after: usize,
}

impl Judged {
    /// The player whose action it is.
    pub(crate) fn by(&self) -> Color {
        self.by
    }

    pub(crate) fn action(&self) -> FullAction {
        self.action
    }

    /// Whether it hides something until later, and needs a salted commitment.
    pub(crate) fn needs_salt(&self) -> bool {
        self.needs_salt
    }

    /// Whether it only takes back what its player has done.
    pub(crate) fn takes_back(&self) -> bool {
        self.takes_back
    }
}

/// The facts of an action once it has been made.
#[derive(Debug, Clone)]
pub(crate) struct Played {
    pub(crate) by: Color,
    /// The number of the turn in which it was made, and the ply before it.
    pub(crate) number: u32,
    pub(crate) ply: u32,
    /// The player whose turn it was.
    pub(crate) turn: Color,
    /// For White, Black, spectators and the referee.
    notations: [Arc<str>; 4],
    /// The public form of it, in machine notation.
    pub(crate) public: Arc<str>,
    pub(crate) highlights: Vec<Square>,
    pub(crate) commitment: Option<Commitment>,
    /// The ply after it.
    pub(crate) ply_after: u32,
}

impl Played {
    /// The action for people, as `viewer` may read it.
    pub(crate) fn notation(&self, viewer: Viewer) -> &Arc<str> {
        let place = match viewer {
            Viewer::Player(color) => color.fold_wb(0, 1),
            Viewer::Spectator => 2,
            Viewer::Referee => 3,
        };
        &self.notations[place]
    }

    /// Whether the action has completed its turn.
    pub(crate) fn completes_turn(&self) -> bool {
        self.ply_after > self.ply
    }
}

/// One game with its current position. It has no debugging output: it is full of secrets.
#[derive(Clone)]
pub(crate) struct Referee {
    game: AnyGame,
}

impl Referee {
    /// A new game.
    pub(crate) fn new(variant: VariantId) -> Referee {
        Referee {
            game: AnyGame::new(variant),
        }
    }

    /// A new game from a starting position by its number, where the variant has several.
    pub(crate) fn started(variant: VariantId, start: Option<u32>) -> Referee {
        start
            .and_then(|number| AnyPosition::start_at(variant, number))
            .map_or_else(|| Referee::new(variant), Referee::from_position)
    }

    /// A game that begins at a position.
    pub(crate) fn from_position(start: AnyPosition) -> Referee {
        Referee {
            game: AnyGame::from_position(start),
        }
    }

    /// A game that begins at a position, read from its text.
    pub(crate) fn from_text(variant: VariantId, text: &str) -> Result<Referee, PositionError> {
        AnyPosition::from_text(variant, text).map(Referee::from_position)
    }

    /// The position now, shared with the game.
    fn position(&self) -> AnyPosition {
        self.game.position()
    }

    pub(crate) fn actor(&self) -> Color {
        self.position().actor()
    }

    pub(crate) fn ply(&self) -> u32 {
        self.position().ply()
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    /// Judges an action of `seat`, in machine notation or as people write it.
    pub(crate) fn judge(&self, seat: Seat, text: &str) -> Result<Judged, TableError> {
        if let Some(outcome) = self.outcome() {
            return Err(TableError::Over(GameEnd::Rules(outcome)));
        }
        let actor = self.actor();
        let not_yours = TableError::NotYourTurn(actor);
        if text.len() > LONGEST_ACTION {
            return Err(TableError::ActionTooLong(LONGEST_ACTION));
        }
        let position = self.position();
        match position.parse_action(text) {
            Ok(action) if !seat.plays(position.player_of(action)) => Err(not_yours),
            Ok(action) => match self.judge_action(action) {
                // For people, the text may mean another action: in Hidden960 `e8=Q` is a reveal, or a promotion. Where something
                // is secret, no text has two meanings, and looking for another would take time that depends on the secrets.
                Err(TableError::Illegal(why))
                    if seat.plays(actor) && !games::has_secrets(position.variant()) =>
                {
                    match position.read(text) {
                        Ok(action) if seat.plays(position.player_of(action)) => {
                            Ok(self.judged(action))
                        }
                        _ => Err(TableError::Illegal(why)),
                    }
                }
                judged => judged,
            },
            // A text typed by a person is read from the actor's side. Nobody else may ask.
            Err(_) if !seat.plays(actor) => Err(not_yours),
            // The result is legal, since it was found among the legal actions.
            Err(_) => match position.read(text) {
                Ok(action) if !seat.plays(position.player_of(action)) => Err(not_yours),
                Ok(action) => Ok(self.judged(action)),
                Err(error) => Err(match error.problem {
                    Problem::Illegal(_) => TableError::illegal(&error),
                    _ => TableError::unreadable(&error),
                }),
            },
        }
    }

    /// Judges an action that has been parsed already.
    pub(crate) fn judge_action(&self, action: AnyAction) -> Result<Judged, TableError> {
        self.game.check(action).map_err(|error| match error {
            PlayError::Over(outcome) => TableError::Over(GameEnd::Rules(outcome)),
            PlayError::Refused(refusal) => TableError::illegal(&refusal),
        })?;
        Ok(self.judged(action))
    }

    /// An action that is legal here.
    fn judged(&self, action: AnyAction) -> Judged {
        let position = self.position();
        Judged {
            by: position.player_of(action),
            action: FullAction::new(action),
            needs_salt: games::departure(&position, action, "").is_some(),
            takes_back: games::takes_back(action),
            after: self.game.len(),
        }
    }

    /// Plays an action that this game has just judged. With a salt, what the action hides is committed to as a departure of that game.
    pub(crate) fn play(&mut self, judged: Judged, salt: Option<(GameId, &SecretString)>) -> Played {
        debug_assert_eq!(judged.after, self.game.len(), "judged in another position");
        work::replays(1);
        let mut played = self.describe(&judged, salt);
        self.game.play_unchecked(judged.action.reveal());
        played.ply_after = self.ply();
        played
    }

    /// The facts of an action before it is made; the ply after it is filled in later.
    fn describe(&self, judged: &Judged, salt: Option<(GameId, &SecretString)>) -> Played {
        let action = judged.action.reveal();
        let position = self.position();
        let notation = |viewer| -> Arc<str> { position.notation(action, viewer).into() };
        let all = notation(Viewer::Referee);
        let as_seen_by = |viewer| {
            if games::is_public(action) {
                return Arc::clone(&all);
            }
            let seen = notation(viewer);
            if seen == all { Arc::clone(&all) } else { seen }
        };
        let commitment = salt.and_then(|(game, salt)| {
            let departure = games::departure(&position, action, game.as_str())?;
            Commitment::new(&departure, &salt_bytes(salt)?).ok()
        });
        let public = position.public(action);
        Played {
            by: judged.by,
            number: position.ply() / 2 + 1,
            ply: position.ply(),
            turn: position.turn(),
            notations: [
                as_seen_by(Viewer::Player(Color::White)),
                as_seen_by(Viewer::Player(Color::Black)),
                as_seen_by(Viewer::Spectator),
                Arc::clone(&all),
            ],
            public: public
                .map(|public| public.to_string())
                .unwrap_or_default()
                .into(),
            highlights: public.map(games::highlights).unwrap_or_default(),
            commitment,
            ply_after: position.ply(),
        }
    }

    /// Takes back all but the first `keep` actions.
    pub(crate) fn truncate(&mut self, keep: usize) {
        // From the nearest position that the game remembers.
        work::replays(keep % MILESTONE);
        self.game = self.game.after(keep);
    }

    pub(crate) fn resign(&mut self, color: Color) {
        self.game.resign(color);
    }

    pub(crate) fn agree_draw(&mut self) {
        self.game.agree_draw();
    }

    pub(crate) fn flag(&mut self, color: Color) {
        self.game.flag(color);
    }

    pub(crate) fn adjudicate(&mut self, winner: Option<Color>) {
        self.game.adjudicate(winner);
    }

    pub(crate) fn view(&self, viewer: Viewer) -> AnyView {
        self.position().view(viewer)
    }

    /// The options of `color` now, if it is for that player to act.
    pub(crate) fn options(&self, color: Color) -> Option<Options> {
        if self.outcome().is_some() {
            return None;
        }
        games::options(&self.position(), color)
    }

    /// Some legal action of `color`, should the engine fail.
    pub(crate) fn any_action(&self, color: Color) -> Option<AnyAction> {
        (self.actor() == color).then(|| games::any_action(&self.position()))?
    }

    /// The engine's next decision for `color`, ready to be made elsewhere.
    pub(crate) fn thinker(&self, color: Color, level: Level, limits: Limits, seed: u64) -> Thinker {
        games::thinker(&self.game, color, level, limits, seed)
    }

    /// An analysis of the position after `n` actions, with full knowledge: for a game that is over.
    pub(crate) fn analyst(&self, n: usize, limits: Limits) -> Option<Analyst> {
        games::analyst(&self.game, n, limits)
    }

    /// The node limit of a level in this game; none at full strength.
    pub(crate) fn level_nodes(&self, level: Level) -> Option<u64> {
        games::level_nodes(&self.game, level)
    }

    /// Every position of the game, each as this seat may see it.
    pub(crate) fn plies(&self, seat: Seat, is_over: bool) -> Plies {
        Plies::new(self.game.clone(), seat, is_over)
    }

    /// All actions as `listener` knows them, in the words of the UCI protocol.
    pub(crate) fn words(&self, listener: Color) -> Vec<String> {
        work::replays(self.game.len());
        with_game!(AnyGame, &self.game, |P, game| P::write_transcript(
            game, listener
        ))
    }

    /// The record as PGN. If the game is over, it includes everything that was secret, unless it is sealed.
    pub(crate) fn pgn(&self, tags: &Tags, notes: &[Note], viewer: Viewer, sealed: bool) -> String {
        work::replays(self.game.len());
        match sealed {
            true => self.game.to_sealed_pgn(tags, notes, viewer),
            false => self.game.to_pgn(tags, notes, viewer),
        }
    }
}

/// The bytes of a salt of the log.
pub(crate) fn salt_bytes(salt: &SecretString) -> Option<[u8; 16]> {
    let mut bytes = [0; 16];
    hex::decode_to_slice(salt.expose_secret(), &mut bytes).ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A position of Hidden960 in which White may promote on a8.
    fn promotion() -> Referee {
        let start = "2!!3k/P7/8/8/8/8/8/4K3 w bn - - 0 9 -";
        Referee::from_text("hidden960".parse().expect("a variant"), start).expect("a position")
    }

    #[test]
    fn a_text_that_is_a_reveal_in_machine_notation_may_be_a_promotion_in_the_games_own() {
        let referee = promotion();
        let judged = referee.judge(Seat::White, "a8=Q").expect("a promotion");
        assert_eq!(judged.action().reveal().to_string(), "a7a8q");
    }

    #[test]
    fn whoever_is_not_to_act_is_told_so_and_a_text_without_another_meaning_is_refused_as_it_was() {
        let referee = promotion();
        let refused = |seat, text| referee.judge(seat, text).expect_err("a refusal");
        for seat in [Seat::Black, Seat::Spectator] {
            let refused = refused(seat, "a8=Q");
            assert!(
                matches!(refused, TableError::NotYourTurn(Color::White)),
                "{refused:?}"
            );
        }
        let TableError::Illegal(why) = refused(Seat::White, "c8=Q") else {
            panic!("legal, or unreadable");
        };
        let why = why.expose_secret();
        assert!(
            why.contains("c8 is a hidden square of the opponent"),
            "{why}"
        );
    }
}
